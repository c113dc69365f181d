//! Integer arithmetic: one module for each of PTX's integer types, with the same functions in each.
//!
//! Registers hold bits: a 16-bit value is the low half of a `u32` (what lies above is ignored in operands and zero in
//! results), and signed types use the same storage as unsigned ones. Everything wraps unless the name says `sat`.
//! PTX ISA: `integer-arithmetic-instructions`.

/// The functions that every integer type has. `$r`: register, `$u`/`$s`: unsigned and signed value of this width, `$t`:
/// the one that gives the type its sign, `$w`: the type of twice the width.
macro_rules! integer {
    ($(#[$doc:meta])* $name:ident: $r:ident, $u:ident, $s:ident, $t:ident, $w:ident) => {
        $(#[$doc])*
        pub mod $name {
            const BITS: u32 = $u::BITS;

            #[inline(always)]
            fn val(a: $r) -> $t {
                a as $t
            }
            #[inline(always)]
            fn reg(a: $t) -> $r {
                a as $u as $r
            }
            #[inline(always)]
            fn full(a: $r, b: $r) -> $w {
                (val(a) as $w).wrapping_mul(val(b) as $w)
            }

            /// `add`
            #[inline(always)]
            pub fn add(a: $r, b: $r) -> $r {
                reg(val(a).wrapping_add(val(b)))
            }
            /// `sub`
            #[inline(always)]
            pub fn sub(a: $r, b: $r) -> $r {
                reg(val(a).wrapping_sub(val(b)))
            }
            /// `mul.lo`
            #[inline(always)]
            pub fn mul_lo(a: $r, b: $r) -> $r {
                reg(val(a).wrapping_mul(val(b)))
            }
            /// `mul.hi`: the upper half of the full product.
            #[inline(always)]
            pub fn mul_hi(a: $r, b: $r) -> $r {
                reg((full(a, b) >> BITS) as $t)
            }
            /// `mad.lo`
            #[inline(always)]
            pub fn mad_lo(a: $r, b: $r, c: $r) -> $r {
                add(mul_lo(a, b), c)
            }
            /// `mad.hi`
            #[inline(always)]
            pub fn mad_hi(a: $r, b: $r, c: $r) -> $r {
                add(mul_hi(a, b), c)
            }
            /// `sad`: `c + |a - b|`. PTX ISA: `integer-arithmetic-instructions-sad`.
            #[inline(always)]
            pub fn sad(a: $r, b: $r, c: $r) -> $r {
                let (a, b) = (val(a), val(b));
                let d = if a < b { b.wrapping_sub(a) } else { a.wrapping_sub(b) };
                reg(val(c).wrapping_add(d))
            }
            /// `div`, toward zero. A division by 0 has no meaning in PTX; GPUs give all ones. The least number by −1
            /// is itself.
            #[inline(always)]
            pub fn div(a: $r, b: $r) -> $r {
                if val(b) == 0 { $u::MAX as $r } else { reg(val(a).wrapping_div(val(b))) }
            }
            /// `rem`, with the sign of `a`. The remainder by 0 has no meaning in PTX; GPUs give all ones.
            #[inline(always)]
            pub fn rem(a: $r, b: $r) -> $r {
                if val(b) == 0 { $u::MAX as $r } else { reg(val(a).wrapping_rem(val(b))) }
            }
            /// `neg`
            #[inline(always)]
            pub fn neg(a: $r) -> $r {
                reg(val(a).wrapping_neg())
            }
            /// `abs`: the least signed number stays as it is.
            #[inline(always)]
            pub fn abs(a: $r) -> $r {
                (a as $s).wrapping_abs() as $u as $r
            }
            /// `min`
            #[inline(always)]
            pub fn min(a: $r, b: $r) -> $r {
                reg(if val(a) < val(b) { val(a) } else { val(b) })
            }
            /// `max`
            #[inline(always)]
            pub fn max(a: $r, b: $r) -> $r {
                reg(if val(a) > val(b) { val(a) } else { val(b) })
            }
            /// `shl`: amounts above the width count as the width. PTX ISA: `logic-and-shift-instructions-shl`.
            #[inline(always)]
            pub fn shl(a: $r, n: u32) -> $r {
                if n >= BITS { 0 } else { (a as $u).wrapping_shl(n) as $r }
            }
            /// `shr`: signed types fill with the sign; amounts above the width count as the width.
            /// PTX ISA: `logic-and-shift-instructions-shr`.
            #[inline(always)]
            pub fn shr(a: $r, n: u32) -> $r {
                let n = if n >= BITS { BITS } else { n };
                // In two steps, neither of which reaches the width.
                let half = n / 2;
                reg(val(a).wrapping_shr(half).wrapping_shr(n.wrapping_sub(half)))
            }
            /// `setp.eq`
            #[inline(always)]
            pub fn eq(a: $r, b: $r) -> bool {
                val(a) == val(b)
            }
            /// `setp.ne`
            #[inline(always)]
            pub fn ne(a: $r, b: $r) -> bool {
                val(a) != val(b)
            }
            /// `setp.lt`, and `.lo` of unsigned types
            #[inline(always)]
            pub fn lt(a: $r, b: $r) -> bool {
                val(a) < val(b)
            }
            /// `setp.le`, and `.ls` of unsigned types
            #[inline(always)]
            pub fn le(a: $r, b: $r) -> bool {
                val(a) <= val(b)
            }
            /// `setp.gt`, and `.hi` of unsigned types
            #[inline(always)]
            pub fn gt(a: $r, b: $r) -> bool {
                val(a) > val(b)
            }
            /// `setp.ge`, and `.hs` of unsigned types
            #[inline(always)]
            pub fn ge(a: $r, b: $r) -> bool {
                val(a) >= val(b)
            }
            /// `setp` with any comparison; integers are never NaN, so the float-only ones mean what they say.
            #[inline(always)]
            pub fn cmp(op: ptx::Cmp, a: $r, b: $r) -> bool {
                use ptx::Cmp;
                match op {
                    Cmp::Eq | Cmp::Equ => eq(a, b),
                    Cmp::Ne | Cmp::Neu => ne(a, b),
                    Cmp::Lt | Cmp::Lo | Cmp::Ltu => lt(a, b),
                    Cmp::Le | Cmp::Ls | Cmp::Leu => le(a, b),
                    Cmp::Gt | Cmp::Hi | Cmp::Gtu => gt(a, b),
                    Cmp::Ge | Cmp::Hs | Cmp::Geu => ge(a, b),
                    Cmp::Num => true,
                    Cmp::Nan => false,
                }
            }
        }
    };
}

integer! {
    /// `.u16`
    u16: u32, u16, i16, u16, u32
}
integer! {
    /// `.s16`
    s16: u32, u16, i16, i16, i32
}
integer! {
    /// `.u32`
    u32: u32, u32, i32, u32, u64
}
integer! {
    /// `.s32`
    s32: u32, u32, i32, i32, i64
}
integer! {
    /// `.u64`
    u64: u64, u64, i64, u64, u128
}
integer! {
    /// `.s64`
    s64: u64, u64, i64, i64, i128
}
