//! Bits: counting, fields, funnel shifts, byte permutation, arbitrary logic.
//! PTX ISA: `logic-and-shift-instructions`, and the bit instructions of `integer-arithmetic-instructions`.

/// `popc.b32`
#[inline(always)]
pub fn popc_b32(a: u32) -> u32 {
    a.count_ones()
}
/// `popc.b64`
#[inline(always)]
pub fn popc_b64(a: u64) -> u32 {
    a.count_ones()
}
/// `clz.b32`: 32 for 0.
#[inline(always)]
pub fn clz_b32(a: u32) -> u32 {
    a.leading_zeros()
}
/// `clz.b64`: 64 for 0.
#[inline(always)]
pub fn clz_b64(a: u64) -> u32 {
    a.leading_zeros()
}
/// `brev.b32`
#[inline(always)]
pub fn brev_b32(a: u32) -> u32 {
    a.reverse_bits()
}
/// `brev.b64`
#[inline(always)]
pub fn brev_b64(a: u64) -> u64 {
    a.reverse_bits()
}
/// `cnot.b16`: 1 for 0, else 0.
#[inline(always)]
pub fn cnot_b16(a: u32) -> u32 {
    u32::from(a & 0xffff == 0)
}
/// `cnot.b32`: 1 for 0, else 0.
#[inline(always)]
pub fn cnot_b32(a: u32) -> u32 {
    u32::from(a == 0)
}
/// `cnot.b64`: 1 for 0, else 0.
#[inline(always)]
pub fn cnot_b64(a: u64) -> u64 {
    u64::from(a == 0)
}
/// `not.b16`
#[inline(always)]
pub fn not_b16(a: u32) -> u32 {
    !a & 0xffff
}

/// `bfind.u32`: the highest set bit, all ones for 0. PTX ISA: `integer-arithmetic-instructions-bfind`.
#[inline(always)]
pub fn bfind_u32(a: u32) -> u32 {
    31u32.wrapping_sub(a.leading_zeros())
}
/// `bfind.s32`: the highest bit that differs from the sign, all ones for 0 and −1.
#[inline(always)]
pub fn bfind_s32(a: u32) -> u32 {
    bfind_u32(a ^ (a as i32 >> 31) as u32)
}
/// `bfind.u64`: the highest set bit, all ones for 0.
#[inline(always)]
pub fn bfind_u64(a: u64) -> u32 {
    63u32.wrapping_sub(a.leading_zeros())
}
/// `bfind.s64`: the highest bit that differs from the sign, all ones for 0 and −1.
#[inline(always)]
pub fn bfind_s64(a: u64) -> u32 {
    bfind_u64(a ^ (a as i64 >> 63) as u64)
}
/// `.shiftamt` of a 32-bit `bfind`: how far left to shift, all ones where nothing was found.
#[inline(always)]
pub fn bfind_shiftamt_b32(found: u32) -> u32 {
    if found == !0 { !0 } else { 31u32.wrapping_sub(found) }
}
/// `.shiftamt` of a 64-bit `bfind`: how far left to shift, all ones where nothing was found.
#[inline(always)]
pub fn bfind_shiftamt_b64(found: u32) -> u32 {
    if found == !0 { !0 } else { 63u32.wrapping_sub(found) }
}

/// `bfe`: what lies above the word reads as 0, or as the sign bit of the extracted field in signed types: of the word,
/// where the field reaches above it. PTX ISA: `integer-arithmetic-instructions-bfe`. Only the low byte of `pos` and `len`
/// counts in 32-bit forms. The ISA says so of 64-bit forms, too, but there GPUs take all of them (seen on an H200).
macro_rules! bfe {
    ($(#[$doc:meta])* $name:ident: $u:ident, $signed:literal, $counts:literal) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(a: $u, pos: u32, len: u32) -> $u {
            const BITS: u32 = $u::BITS;
            let (pos, len): (u32, u32) = (pos & $counts, len & $counts);
            let field = if pos < BITS { a.wrapping_shr(pos) } else { 0 };
            let low = if len < BITS { (1 as $u).wrapping_shl(len).wrapping_sub(1) } else { !0 };
            // The bit that fills: the highest of the field, or of the word where the field ends above it.
            let end = pos.saturating_add(len).wrapping_sub(1);
            let top = if end < BITS - 1 { end } else { BITS - 1 };
            let filled = $signed && len != 0 && a.wrapping_shr(top) & 1 == 1;
            // A field that ends above the word is filled from the word's end on.
            let inside = if pos < BITS { BITS.wrapping_sub(pos) } else { 0 };
            let width = if len < inside { len } else { inside };
            let have = if width < BITS { (1 as $u).wrapping_shl(width).wrapping_sub(1) } else { !0 };
            if filled { field | !have } else { field & low }
        }
    };
}

bfe! {
    /// `bfe.u32`: `len` bits from `pos` on; what lies above the word reads as 0.
    bfe_u32: u32, false, 0xff
}
bfe! {
    /// `bfe.s32`: `len` bits from `pos` on, extended by the highest; what lies above the word reads as its sign bit.
    bfe_s32: u32, true, 0xff
}
bfe! {
    /// `bfe.u64`: `len` bits from `pos` on; what lies above the word reads as 0.
    bfe_u64: u64, false, 0xffff_ffff
}
bfe! {
    /// `bfe.s64`: `len` bits from `pos` on, extended by the highest; what lies above the word reads as its sign bit.
    bfe_s64: u64, true, 0xffff_ffff
}

/// `bfi.b32`: the low `len` bits of `a` put into `b` from `pos` on; `b` where the field is empty or above the word.
/// PTX ISA: `integer-arithmetic-instructions-bfi`.
#[inline(always)]
pub fn bfi_b32(a: u32, b: u32, pos: u32, len: u32) -> u32 {
    let mask = bmsk_clamp_b32(pos & 0xff, len & 0xff);
    (b & !mask) | (a.wrapping_shl(pos) & mask)
}
/// `bfi.b64`: the low `len` bits of `a` put into `b` from `pos` on; `b` where the field is empty or above the word. As
/// in `bfe`, GPUs take all of `pos` and `len`.
#[inline(always)]
pub fn bfi_b64(a: u64, b: u64, pos: u32, len: u32) -> u64 {
    let ones = if len < 64 { 1u64.wrapping_shl(len).wrapping_sub(1) } else { !0 };
    let mask = if pos < 64 { ones.wrapping_shl(pos) } else { 0 };
    (b & !mask) | (a.wrapping_shl(pos) & mask)
}
/// `bmsk.clamp.b32`: `len` ones from bit `pos` on, both cut at 32. PTX ISA: `integer-arithmetic-instructions-bmsk`.
#[inline(always)]
pub fn bmsk_clamp_b32(pos: u32, len: u32) -> u32 {
    let ones = if len < 32 { 1u32.wrapping_shl(len).wrapping_sub(1) } else { !0 };
    if pos < 32 { ones.wrapping_shl(pos) } else { 0 }
}
/// `bmsk.wrap.b32`: position and length modulo 32.
#[inline(always)]
pub fn bmsk_wrap_b32(pos: u32, len: u32) -> u32 {
    bmsk_clamp_b32(pos & 31, len & 31)
}
/// `szext.clamp.u32`: the low `n` bits; all of them for `n` ≥ 32. PTX ISA: `integer-arithmetic-instructions-szext`.
#[inline(always)]
pub fn szext_clamp_u32(a: u32, n: u32) -> u32 {
    a & bmsk_clamp_b32(0, n)
}
/// `szext.wrap.u32`: the low `n` modulo 32 bits.
#[inline(always)]
pub fn szext_wrap_u32(a: u32, n: u32) -> u32 {
    szext_clamp_u32(a, n & 31)
}
/// `szext.clamp.s32`: the low `n` bits, extended by the highest of them; 0 for `n` = 0.
#[inline(always)]
pub fn szext_clamp_s32(a: u32, n: u32) -> u32 {
    let up = 32u32.saturating_sub(n);
    let v = ((a.wrapping_shl(up) as i32).wrapping_shr(up)) as u32;
    if n == 0 { 0 } else { v }
}
/// `szext.wrap.s32`: the low `n` modulo 32 bits, extended by the highest of them.
#[inline(always)]
pub fn szext_wrap_s32(a: u32, n: u32) -> u32 {
    szext_clamp_s32(a, n & 31)
}

/// `shf.l.clamp.b32`: the upper half of `b:a << min(n, 32)`. PTX ISA: `logic-and-shift-instructions-shf`.
#[inline(always)]
pub fn shf_l_clamp_b32(a: u32, b: u32, n: u32) -> u32 {
    let n = if n < 32 { n } else { 32 };
    (join(a, b).wrapping_shl(n) >> 32) as u32
}
/// `shf.l.wrap.b32`: the upper half of `b:a << (n mod 32)`.
#[inline(always)]
pub fn shf_l_wrap_b32(a: u32, b: u32, n: u32) -> u32 {
    (join(a, b).wrapping_shl(n & 31) >> 32) as u32
}
/// `shf.r.clamp.b32`: the lower half of `b:a >> min(n, 32)`.
#[inline(always)]
pub fn shf_r_clamp_b32(a: u32, b: u32, n: u32) -> u32 {
    let n = if n < 32 { n } else { 32 };
    join(a, b).wrapping_shr(n) as u32
}
/// `shf.r.wrap.b32`: the lower half of `b:a >> (n mod 32)`.
#[inline(always)]
pub fn shf_r_wrap_b32(a: u32, b: u32, n: u32) -> u32 {
    join(a, b).wrapping_shr(n & 31) as u32
}
#[inline(always)]
fn join(lo: u32, hi: u32) -> u64 {
    u64::from(hi) << 32 | u64::from(lo)
}

/// `lop3.b32`: bit `4a + 2b + c` of `table`, for every bit. PTX ISA: `logic-and-shift-instructions-lop3`.
#[inline(always)]
pub fn lop3_b32(a: u32, b: u32, c: u32, table: u32) -> u32 {
    let row = |k: u32| 0u32.wrapping_sub((table >> k) & 1);
    (!a & !b & !c & row(0))
        | (!a & !b & c & row(1))
        | (!a & b & !c & row(2))
        | (!a & b & c & row(3))
        | (a & !b & !c & row(4))
        | (a & !b & c & row(5))
        | (a & b & !c & row(6))
        | (a & b & c & row(7))
}

/// `prmt.b32`: each nibble of `c` picks a byte of `b:a`; its high bit replicates that byte's sign instead.
/// PTX ISA: `data-movement-and-conversion-instructions-prmt`.
#[inline(always)]
pub fn prmt_b32(a: u32, b: u32, c: u32) -> u32 {
    let pick = |k: u32| {
        let s = (c >> (4 * k)) & 15;
        let byte = join(a, b).wrapping_shr((s & 7) * 8) as u32 & 0xff;
        let sign = 0u32.wrapping_sub(byte >> 7) & 0xff;
        (if s & 8 != 0 { sign } else { byte }) << (8 * k)
    };
    pick(0) | pick(1) | pick(2) | pick(3)
}
/// `prmt.b32.f4e`: four bytes forward from byte `c`.
#[inline(always)]
pub fn prmt_f4e_b32(a: u32, b: u32, c: u32) -> u32 {
    prmt_b32(a, b, [0x3210, 0x4321, 0x5432, 0x6543][(c & 3) as usize])
}
/// `prmt.b32.b4e`: four bytes backward from byte `c`.
#[inline(always)]
pub fn prmt_b4e_b32(a: u32, b: u32, c: u32) -> u32 {
    prmt_b32(a, b, [0x5670, 0x6701, 0x7012, 0x0123][(c & 3) as usize])
}
/// `prmt.b32.rc8`: byte `c` four times.
#[inline(always)]
pub fn prmt_rc8_b32(a: u32, b: u32, c: u32) -> u32 {
    prmt_b32(a, b, [0x0000, 0x1111, 0x2222, 0x3333][(c & 3) as usize])
}
/// `prmt.b32.ecl`: edge clamp left.
#[inline(always)]
pub fn prmt_ecl_b32(a: u32, b: u32, c: u32) -> u32 {
    prmt_b32(a, b, [0x3210, 0x3211, 0x3222, 0x3333][(c & 3) as usize])
}
/// `prmt.b32.ecr`: edge clamp right.
#[inline(always)]
pub fn prmt_ecr_b32(a: u32, b: u32, c: u32) -> u32 {
    prmt_b32(a, b, [0x0000, 0x1110, 0x2210, 0x3210][(c & 3) as usize])
}
/// `prmt.b32.rc16`: a half, twice.
#[inline(always)]
pub fn prmt_rc16_b32(a: u32, b: u32, c: u32) -> u32 {
    prmt_b32(a, b, [0x1010, 0x3232, 0x1010, 0x3232][(c & 3) as usize])
}

/// `fns.b32`: the `offset`-th set bit of `mask`, counted from bit `base` on upwards for positive and downwards for
/// negative offsets (the first is 1 or −1); for offset 0, `base` itself if set. All ones if there is none.
/// PTX ISA: `integer-arithmetic-instructions-fns`.
pub fn fns_b32(mask: u32, base: u32, offset: u32) -> u32 {
    let (base, offset) = (base & 31, offset as i32);
    let mut left = offset.unsigned_abs().max(1);
    let mut at = base as i32;
    let step = if offset < 0 { -1 } else { 1 };
    while (0..32).contains(&at) {
        if mask >> at & 1 == 1 {
            left -= 1;
            if left == 0 {
                return at as u32;
            }
        }
        if offset == 0 {
            break;
        }
        at += step;
    }
    !0
}
