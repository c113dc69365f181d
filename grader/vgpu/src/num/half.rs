//! `.f16` and `.bf16`, and their packed pairs. PTX ISA: `half-precision-floating-point-instructions`.
//!
//! Every operation rounds once. Sums fit f32 closely enough that rounding twice cannot hurt (24 ≥ 2·11 + 2 bits, and
//! sums that would be denormal are exact); products are exact in a wider format (f32 for f16, f64 for bf16, whose
//! exponents reach further); `fma` rounds to odd in that format first, which loses nothing that the second rounding
//! could see.

/// `p + c` rounded to odd: where inexact, to whichever neighbour has an odd last bit.
macro_rules! sum_to_odd {
    ($p:expr, $c:expr, $wide:ident) => {{
        let (p, c) = ($p, $c);
        let s = p + c;
        let t = s - p;
        let e = (p - (s - t)) + (c - t);
        let b = s.to_bits();
        let outward = (e > 0.0) == (s > 0.0);
        let odd = if outward { b.wrapping_add(1) } else { b.wrapping_sub(1) };
        // An infinite or NaN sum has a NaN residue.
        $wide::from_bits(if (e.abs() > 0.0) & (b & 1 == 0) { odd } else { b })
    }};
}

macro_rules! half {
    ($(#[$doc:meta])* $name:ident, $frac:literal, $emax:literal, $widen:expr, $narrow:expr, $wide:ident, $from_wide:ident) => {
        $(#[$doc])*
        pub mod $name {
            /// The NaN that instructions produce.
            pub const NAN: u32 = 0x7fff;
            /// The sign bit.
            pub const SIGN: u32 = 0x8000;
            /// Plus infinity; also the mask of the exponent field.
            pub const INF: u32 = 0x7fff & !((1 << $frac) - 1);
            /// One.
            pub const ONE: u32 = $emax << $frac;

            /// The number that the bits stand for, exactly.
            #[inline(always)]
            pub fn num(a: u32) -> f32 {
                let widen: fn(u32) -> f32 = $widen;
                widen(a)
            }

            /// The nearest value to an f32.
            #[inline(always)]
            pub fn from_f32(x: f32) -> u32 {
                let narrow: fn(f32) -> u32 = $narrow;
                narrow(x)
            }

            /// The nearest value to an f64.
            #[inline(always)]
            pub fn from_f64(x: f64) -> u32 {
                const EMIN: u64 = 1023 + 1 - $emax;
                const TOO_BIG: u64 = 1023 + 1 + $emax;
                let bits = x.to_bits();
                let sign = (bits >> 48) as u32 & SIGN;
                let e = (bits >> 52) & 0x7ff;
                let e = if e < EMIN { EMIN } else { e };
                let e = if e > TOO_BIG { TOO_BIG } else { e };
                // Adding 2^52 units of the result's last place makes the addition round there.
                let magic = (e + 52 - $frac) << 52;
                let kept = (x.abs() + f64::from_bits(magic)).to_bits().wrapping_sub(magic);
                let r = ((e - EMIN) << $frac).wrapping_add(kept);
                let r = if r > INF as u64 || e == TOO_BIG { INF } else { r as u32 };
                if x.is_nan() { NAN } else { r | sign }
            }

            /// `.ftz`: a denormal becomes a zero of the same sign.
            #[inline(always)]
            pub fn flush(a: u32) -> u32 {
                if a & INF == 0 { a & SIGN } else { a }
            }
            /// `.sat`: into [0, 1]; NaN and −0 give +0.
            #[inline(always)]
            pub fn saturate(a: u32) -> u32 {
                let r = if a > ONE { ONE } else { a };
                if a > INF { 0 } else { r } // above infinity lie the NaNs and everything negative
            }
            /// `.relu`: negative becomes +0, NaN stays.
            #[inline(always)]
            pub fn relu(a: u32) -> u32 {
                let r = if a & SIGN != 0 { 0 } else { a };
                if is_nan(a) { NAN } else { r }
            }
            /// Whether the bits are a NaN.
            #[inline(always)]
            pub fn is_nan(a: u32) -> bool {
                a & 0x7fff > INF
            }
            /// `add.rn`
            #[inline(always)]
            pub fn add(a: u32, b: u32) -> u32 {
                from_f32(num(a) + num(b))
            }
            /// `sub.rn`
            #[inline(always)]
            pub fn sub(a: u32, b: u32) -> u32 {
                from_f32(num(a) - num(b))
            }
            /// The exact product.
            #[inline(always)]
            fn product(a: u32, b: u32) -> $wide {
                $wide::from(num(a)) * $wide::from(num(b))
            }
            /// `a·b + c`, rounded to odd.
            #[inline(always)]
            fn sum(a: u32, b: u32, c: u32) -> $wide {
                sum_to_odd!(product(a, b), $wide::from(num(c)), $wide)
            }
            /// `mul.rn`
            #[inline(always)]
            pub fn mul(a: u32, b: u32) -> u32 {
                $from_wide(product(a, b))
            }
            /// `fma.rn`: rounded once.
            #[inline(always)]
            pub fn fma(a: u32, b: u32, c: u32) -> u32 {
                $from_wide(sum(a, b, c))
            }
            /// `min`: a NaN loses, two give the canonical one, and −0 is below +0.
            #[inline(always)]
            pub fn min(a: u32, b: u32) -> u32 {
                let m = if key(a) < key(b) { a } else { b };
                pick(a, b, m)
            }
            /// `max`: a NaN loses, two give the canonical one, and +0 is above −0.
            #[inline(always)]
            pub fn max(a: u32, b: u32) -> u32 {
                let m = if key(a) > key(b) { a } else { b };
                pick(a, b, m)
            }
            /// Signed integers in the order of the numbers, −0 below +0.
            #[inline(always)]
            fn key(a: u32) -> i32 {
                let v = (a & 0x7fff) as i32;
                if a & SIGN != 0 { !v } else { v }
            }
            #[inline(always)]
            fn pick(a: u32, b: u32, m: u32) -> u32 {
                let m = if is_nan(a) { b } else { m };
                let m = if is_nan(b) { a } else { m };
                if is_nan(a) & is_nan(b) { NAN } else { m }
            }
            /// `min.NaN`: a NaN wins.
            #[inline(always)]
            pub fn min_nan(a: u32, b: u32) -> u32 {
                if is_nan(a) | is_nan(b) { NAN } else { min(a, b) }
            }
            /// `max.NaN`: a NaN wins.
            #[inline(always)]
            pub fn max_nan(a: u32, b: u32) -> u32 {
                if is_nan(a) | is_nan(b) { NAN } else { max(a, b) }
            }
            /// `abs`; a NaN becomes the canonical one, as on hardware.
            #[inline(always)]
            pub fn abs(a: u32) -> u32 {
                if is_nan(a) { NAN } else { a & 0x7fff }
            }
            /// `neg`; a NaN becomes the canonical one, as on hardware.
            #[inline(always)]
            pub fn neg(a: u32) -> u32 {
                if is_nan(a) { NAN } else { (a ^ SIGN) & 0xffff }
            }

            #[inline(always)]
            fn input(a: u32, ftz: bool) -> u32 {
                if ftz { flush(a) } else { a }
            }
            #[inline(always)]
            fn clamped(r: u32, sat: bool) -> u32 {
                if sat { saturate(r) } else { r }
            }
            /// The rounded value; with `.ftz`, 0 where it would round to less than the least normal number if
            /// exponents had no end, as on hardware.
            #[inline(always)]
            fn rounded(x: $wide, ftz: bool) -> u32 {
                const LEAST: $wide = 2.0 / (1u128 << $emax) as $wide;
                const TIE: $wide = LEAST - LEAST / (4 << $frac) as $wide;
                let r = $from_wide(x);
                if ftz & (x.abs() < TIE) { r & SIGN } else { r }
            }
            /// `add{.ftz}{.sat}`
            #[inline(always)]
            pub fn add_full(a: u32, b: u32, ftz: bool, sat: bool) -> u32 {
                clamped(input(add(input(a, ftz), input(b, ftz)), ftz), sat)
            }
            /// `sub{.ftz}{.sat}`
            #[inline(always)]
            pub fn sub_full(a: u32, b: u32, ftz: bool, sat: bool) -> u32 {
                clamped(input(sub(input(a, ftz), input(b, ftz)), ftz), sat)
            }
            /// `mul{.ftz}{.sat}`
            #[inline(always)]
            pub fn mul_full(a: u32, b: u32, ftz: bool, sat: bool) -> u32 {
                clamped(rounded(product(input(a, ftz), input(b, ftz)), ftz), sat)
            }
            /// `fma.rn{.ftz}{.sat}{.relu}`
            #[inline(always)]
            pub fn fma_full(a: u32, b: u32, c: u32, ftz: bool, sat: bool, relu_on: bool) -> u32 {
                let r = clamped(rounded(sum(input(a, ftz), input(b, ftz), input(c, ftz)), ftz), sat);
                if relu_on { relu(r) } else { r }
            }
            /// `min{.ftz}{.NaN}{.xorsign.abs}`
            #[inline(always)]
            pub fn min_full(a: u32, b: u32, ftz: bool, nan: bool, xorsign_abs: bool) -> u32 {
                extremum(a, b, ftz, xorsign_abs, if nan { min_nan } else { min })
            }
            /// `max{.ftz}{.NaN}{.xorsign.abs}`
            #[inline(always)]
            pub fn max_full(a: u32, b: u32, ftz: bool, nan: bool, xorsign_abs: bool) -> u32 {
                extremum(a, b, ftz, xorsign_abs, if nan { max_nan } else { max })
            }
            #[inline(always)]
            fn extremum(a: u32, b: u32, ftz: bool, xorsign_abs: bool, pick: fn(u32, u32) -> u32) -> u32 {
                let (a, b) = (input(a, ftz), input(b, ftz));
                if !xorsign_abs {
                    return pick(a, b);
                }
                let m = pick(a & 0x7fff, b & 0x7fff);
                if is_nan(m) { NAN } else { m | ((a ^ b) & SIGN) }
            }
            /// `abs{.ftz}`
            #[inline(always)]
            pub fn abs_full(a: u32, ftz: bool) -> u32 {
                input(abs(a), ftz)
            }
            /// `neg{.ftz}`
            #[inline(always)]
            pub fn neg_full(a: u32, ftz: bool) -> u32 {
                input(neg(a), ftz)
            }
        }
    };
}

half! {
    /// `.f16`
    f16, 10, 15, super::widen_f16, super::narrow_f16, f32, from_f32
}
half! {
    /// `.bf16`
    bf16, 7, 127, |a| f32::from_bits(a << 16), super::narrow_bf16, f64, from_f64
}

#[inline(always)]
fn widen_f16(a: u32) -> f32 {
    let sign = (a & 0x8000) << 16;
    // With f32's bias the exponent is too small by 112; the product is exact and puts denormals right, too.
    let v = f32::from_bits((a & 0x7fff) << 13) * f32::from_bits((127 + 112) << 23);
    let special = f32::from_bits(0x7f80_0000 | (a & 0x3ff) << 13);
    let m = if a & 0x7c00 == 0x7c00 { special } else { v };
    f32::from_bits(m.to_bits() | sign)
}

#[inline(always)]
fn narrow_f16(x: f32) -> u32 {
    const EMIN: u32 = 127 - 14;
    const TOO_BIG: u32 = 127 + 16;
    let bits = x.to_bits();
    let e = (bits >> 23) & 0xff;
    let e = if e < EMIN { EMIN } else { e };
    let e = if e > TOO_BIG { TOO_BIG } else { e };
    // Adding 2^23 units of the result's last place makes the addition round there.
    let magic = (e + 13) << 23;
    let kept = (x.abs() + f32::from_bits(magic)).to_bits().wrapping_sub(magic);
    let r = ((e - EMIN) << 10).wrapping_add(kept);
    let r = if (r > 0x7c00) | (e == TOO_BIG) { 0x7c00 } else { r };
    if x.is_nan() { 0x7fff } else { r | (bits >> 16 & 0x8000) }
}

#[inline(always)]
fn narrow_bf16(x: f32) -> u32 {
    let b = x.to_bits();
    let r = b.wrapping_add(0x7fff).wrapping_add((b >> 16) & 1) >> 16;
    if x.is_nan() { 0x7fff } else { r }
}

/// Packed pairs: the function of one half applied to both.
macro_rules! pair {
    ($(#[$doc:meta])* $name:ident: $half:ident) => {
        $(#[$doc])*
        pub mod $name {
            use super::$half as half;

            /// A function of one operand on both halves.
            #[inline(always)]
            pub fn map1(a: u32, f: impl Fn(u32) -> u32) -> u32 {
                f(a & 0xffff) | f(a >> 16) << 16
            }
            /// A function of two operands on both halves.
            #[inline(always)]
            pub fn map2(a: u32, b: u32, f: impl Fn(u32, u32) -> u32) -> u32 {
                f(a & 0xffff, b & 0xffff) | f(a >> 16, b >> 16) << 16
            }
            /// A function of three operands on both halves.
            #[inline(always)]
            pub fn map3(a: u32, b: u32, c: u32, f: impl Fn(u32, u32, u32) -> u32) -> u32 {
                f(a & 0xffff, b & 0xffff, c & 0xffff) | f(a >> 16, b >> 16, c >> 16) << 16
            }
            /// `add.rn`
            #[inline(always)]
            pub fn add(a: u32, b: u32) -> u32 {
                map2(a, b, half::add)
            }
            /// `sub.rn`
            #[inline(always)]
            pub fn sub(a: u32, b: u32) -> u32 {
                map2(a, b, half::sub)
            }
            /// `mul.rn`
            #[inline(always)]
            pub fn mul(a: u32, b: u32) -> u32 {
                map2(a, b, half::mul)
            }
            /// `fma.rn`
            #[inline(always)]
            pub fn fma(a: u32, b: u32, c: u32) -> u32 {
                map3(a, b, c, half::fma)
            }
            /// `min`
            #[inline(always)]
            pub fn min(a: u32, b: u32) -> u32 {
                map2(a, b, half::min)
            }
            /// `max`
            #[inline(always)]
            pub fn max(a: u32, b: u32) -> u32 {
                map2(a, b, half::max)
            }
            /// `abs`
            #[inline(always)]
            pub fn abs(a: u32) -> u32 {
                map1(a, half::abs)
            }
            /// `neg`
            #[inline(always)]
            pub fn neg(a: u32) -> u32 {
                map1(a, half::neg)
            }
            /// `add{.ftz}{.sat}`
            #[inline(always)]
            pub fn add_full(a: u32, b: u32, ftz: bool, sat: bool) -> u32 {
                map2(a, b, |a, b| half::add_full(a, b, ftz, sat))
            }
            /// `sub{.ftz}{.sat}`
            #[inline(always)]
            pub fn sub_full(a: u32, b: u32, ftz: bool, sat: bool) -> u32 {
                map2(a, b, |a, b| half::sub_full(a, b, ftz, sat))
            }
            /// `mul{.ftz}{.sat}`
            #[inline(always)]
            pub fn mul_full(a: u32, b: u32, ftz: bool, sat: bool) -> u32 {
                map2(a, b, |a, b| half::mul_full(a, b, ftz, sat))
            }
            /// `fma.rn{.ftz}{.sat}{.relu}`
            #[inline(always)]
            pub fn fma_full(a: u32, b: u32, c: u32, ftz: bool, sat: bool, relu: bool) -> u32 {
                map3(a, b, c, |a, b, c| half::fma_full(a, b, c, ftz, sat, relu))
            }
            /// `min{.ftz}{.NaN}{.xorsign.abs}`
            #[inline(always)]
            pub fn min_full(a: u32, b: u32, ftz: bool, nan: bool, xorsign_abs: bool) -> u32 {
                map2(a, b, |a, b| half::min_full(a, b, ftz, nan, xorsign_abs))
            }
            /// `max{.ftz}{.NaN}{.xorsign.abs}`
            #[inline(always)]
            pub fn max_full(a: u32, b: u32, ftz: bool, nan: bool, xorsign_abs: bool) -> u32 {
                map2(a, b, |a, b| half::max_full(a, b, ftz, nan, xorsign_abs))
            }
            /// `abs{.ftz}`
            #[inline(always)]
            pub fn abs_full(a: u32, ftz: bool) -> u32 {
                map1(a, |a| half::abs_full(a, ftz))
            }
            /// `neg{.ftz}`
            #[inline(always)]
            pub fn neg_full(a: u32, ftz: bool) -> u32 {
                map1(a, |a| half::neg_full(a, ftz))
            }
        }
    };
}

pair! {
    /// `.f16x2`: the first half in the low bits.
    f16x2: f16
}
pair! {
    /// `.bf16x2`: the first half in the low bits.
    bf16x2: bf16
}
