//! Integer instructions that exist for particular types only: widening, saturation, carries, 24-bit and dot products,
//! packed 16-bit pairs. PTX ISA: `integer-arithmetic-instructions`, `extended-precision-arithmetic-instructions`.

/// `mul.wide.u16`
#[inline(always)]
pub fn mul_wide_u16(a: u32, b: u32) -> u32 {
    (a & 0xffff).wrapping_mul(b & 0xffff)
}
/// `mul.wide.s16`
#[inline(always)]
pub fn mul_wide_s16(a: u32, b: u32) -> u32 {
    i32::from(a as i16).wrapping_mul(i32::from(b as i16)) as u32
}
/// `mul.wide.u32`
#[inline(always)]
pub fn mul_wide_u32(a: u32, b: u32) -> u64 {
    u64::from(a).wrapping_mul(u64::from(b))
}
/// `mul.wide.s32`
#[inline(always)]
pub fn mul_wide_s32(a: u32, b: u32) -> u64 {
    i64::from(a as i32).wrapping_mul(i64::from(b as i32)) as u64
}
/// `mad.wide.u16`
#[inline(always)]
pub fn mad_wide_u16(a: u32, b: u32, c: u32) -> u32 {
    mul_wide_u16(a, b).wrapping_add(c)
}
/// `mad.wide.s16`
#[inline(always)]
pub fn mad_wide_s16(a: u32, b: u32, c: u32) -> u32 {
    mul_wide_s16(a, b).wrapping_add(c)
}
/// `mad.wide.u32`
#[inline(always)]
pub fn mad_wide_u32(a: u32, b: u32, c: u64) -> u64 {
    mul_wide_u32(a, b).wrapping_add(c)
}
/// `mad.wide.s32`
#[inline(always)]
pub fn mad_wide_s32(a: u32, b: u32, c: u64) -> u64 {
    mul_wide_s32(a, b).wrapping_add(c)
}

/// `add.sat.s32`
#[inline(always)]
pub fn add_sat_s32(a: u32, b: u32) -> u32 {
    (a as i32).saturating_add(b as i32) as u32
}
/// `sub.sat.s32`
#[inline(always)]
pub fn sub_sat_s32(a: u32, b: u32) -> u32 {
    (a as i32).saturating_sub(b as i32) as u32
}
/// `mad.hi.sat.s32`
#[inline(always)]
pub fn mad_hi_sat_s32(a: u32, b: u32, c: u32) -> u32 {
    add_sat_s32((mul_wide_s32(a, b) >> 32) as u32, c)
}

/// `add.cc` (carry in false) and `addc{.cc}` on 32 bits: the sum and the carry out.
#[inline(always)]
pub fn addc_b32(a: u32, b: u32, carry: bool) -> (u32, bool) {
    let (s, p) = a.overflowing_add(b);
    let (s, q) = s.overflowing_add(u32::from(carry));
    (s, p | q)
}
/// `add.cc` (carry in false) and `addc{.cc}` on 64 bits: the sum and the carry out.
#[inline(always)]
pub fn addc_b64(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (s, p) = a.overflowing_add(b);
    let (s, q) = s.overflowing_add(u64::from(carry));
    (s, p | q)
}
/// `sub.cc` (borrow in false) and `subc{.cc}` on 32 bits: the difference and the borrow out.
#[inline(always)]
pub fn subc_b32(a: u32, b: u32, borrow: bool) -> (u32, bool) {
    let (s, p) = a.overflowing_sub(b);
    let (s, q) = s.overflowing_sub(u32::from(borrow));
    (s, p | q)
}
/// `sub.cc` (borrow in false) and `subc{.cc}` on 64 bits: the difference and the borrow out.
#[inline(always)]
pub fn subc_b64(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (s, p) = a.overflowing_sub(b);
    let (s, q) = s.overflowing_sub(u64::from(borrow));
    (s, p | q)
}
/// `mad{c}.lo{.cc}` on 32 bits; the low half of a product has no sign.
#[inline(always)]
pub fn madc_lo_b32(a: u32, b: u32, c: u32, carry: bool) -> (u32, bool) {
    addc_b32(a.wrapping_mul(b), c, carry)
}
/// `mad{c}.lo{.cc}` on 64 bits; the low half of a product has no sign.
#[inline(always)]
pub fn madc_lo_b64(a: u64, b: u64, c: u64, carry: bool) -> (u64, bool) {
    addc_b64(a.wrapping_mul(b), c, carry)
}
/// `mad{c}.hi{.cc}.u32`
#[inline(always)]
pub fn madc_hi_u32(a: u32, b: u32, c: u32, carry: bool) -> (u32, bool) {
    addc_b32((mul_wide_u32(a, b) >> 32) as u32, c, carry)
}
/// `mad{c}.hi{.cc}.s32`
#[inline(always)]
pub fn madc_hi_s32(a: u32, b: u32, c: u32, carry: bool) -> (u32, bool) {
    addc_b32((mul_wide_s32(a, b) >> 32) as u32, c, carry)
}
/// `mad{c}.hi{.cc}.u64`
#[inline(always)]
pub fn madc_hi_u64(a: u64, b: u64, c: u64, carry: bool) -> (u64, bool) {
    addc_b64(super::u64::mul_hi(a, b), c, carry)
}
/// `mad{c}.hi{.cc}.s64`
#[inline(always)]
pub fn madc_hi_s64(a: u64, b: u64, c: u64, carry: bool) -> (u64, bool) {
    addc_b64(super::s64::mul_hi(a, b), c, carry)
}

#[inline(always)]
fn product24_u(a: u32, b: u32) -> u64 {
    mul_wide_u32(a & 0xff_ffff, b & 0xff_ffff)
}
#[inline(always)]
fn product24_s(a: u32, b: u32) -> u64 {
    mul_wide_s32(((a << 8) as i32 >> 8) as u32, ((b << 8) as i32 >> 8) as u32)
}
/// `mul24.lo.u32`: bits 0–31 of the 48-bit product. PTX ISA: `integer-arithmetic-instructions-mul24`.
#[inline(always)]
pub fn mul24_lo_u32(a: u32, b: u32) -> u32 {
    product24_u(a, b) as u32
}
/// `mul24.lo.s32`: bits 0–31 of the 48-bit product.
#[inline(always)]
pub fn mul24_lo_s32(a: u32, b: u32) -> u32 {
    product24_s(a, b) as u32
}
/// `mul24.hi.u32`: bits 16–47 of the 48-bit product.
#[inline(always)]
pub fn mul24_hi_u32(a: u32, b: u32) -> u32 {
    (product24_u(a, b) >> 16) as u32
}
/// `mul24.hi.s32`: bits 16–47 of the 48-bit product.
#[inline(always)]
pub fn mul24_hi_s32(a: u32, b: u32) -> u32 {
    (product24_s(a, b) >> 16) as u32
}
/// `mad24.lo.u32`
#[inline(always)]
pub fn mad24_lo_u32(a: u32, b: u32, c: u32) -> u32 {
    mul24_lo_u32(a, b).wrapping_add(c)
}
/// `mad24.lo.s32`
#[inline(always)]
pub fn mad24_lo_s32(a: u32, b: u32, c: u32) -> u32 {
    mul24_lo_s32(a, b).wrapping_add(c)
}
/// `mad24.hi.u32`
#[inline(always)]
pub fn mad24_hi_u32(a: u32, b: u32, c: u32) -> u32 {
    mul24_hi_u32(a, b).wrapping_add(c)
}
/// `mad24.hi.s32`
#[inline(always)]
pub fn mad24_hi_s32(a: u32, b: u32, c: u32) -> u32 {
    mul24_hi_s32(a, b).wrapping_add(c)
}
/// `mad24.hi.sat.s32`
#[inline(always)]
pub fn mad24_hi_sat_s32(a: u32, b: u32, c: u32) -> u32 {
    add_sat_s32(mul24_hi_s32(a, b), c)
}

/// Byte `k` of `x`, sign-extended where asked for.
#[inline(always)]
fn byte(x: u32, k: u32, signed: bool) -> u32 {
    let b = (x >> (8 * k)) as u8;
    if signed { i32::from(b as i8) as u32 } else { u32::from(b) }
}
/// Half `k` of `x`, sign-extended where asked for.
#[inline(always)]
fn half(x: u32, k: u32, signed: bool) -> u32 {
    let h = (x >> (16 * k)) as u16;
    if signed { i32::from(h as i16) as u32 } else { u32::from(h) }
}
/// `dp4a.atype.btype`: `c` plus the four byte products. PTX ISA: `integer-arithmetic-instructions-dp4a`.
#[inline(always)]
pub fn dp4a(a: u32, b: u32, c: u32, a_signed: bool, b_signed: bool) -> u32 {
    let p = |k| byte(a, k, a_signed).wrapping_mul(byte(b, k, b_signed));
    c.wrapping_add(p(0)).wrapping_add(p(1)).wrapping_add(p(2)).wrapping_add(p(3))
}
/// `vabsdiff4.dtype.atype.btype{.sat}{.add}`: the absolute differences of the bytes, or `c` plus all of them.
/// PTX ISA: `simd-video-instructions-vadd4-vsub4-vavrg4-vabsdiff4-vmin4-vmax4`.
#[inline(always)]
pub fn vabsdiff4(a: u32, b: u32, c: u32, [d_signed, a_signed, b_signed]: [bool; 3], sat: bool, add: bool) -> u32 {
    let part = |k| {
        let wide = (byte(a, k, a_signed) as i32).wrapping_sub(byte(b, k, b_signed) as i32).unsigned_abs();
        let top = if d_signed { 0x7f } else { 0xff };
        if sat && wide > top { top } else { wide & 0xff }
    };
    let sum = |k| {
        let x = part(k);
        if d_signed { x as u8 as i8 as i32 as u32 } else { x }
    };
    if add {
        c.wrapping_add(sum(0)).wrapping_add(sum(1)).wrapping_add(sum(2)).wrapping_add(sum(3))
    } else {
        part(0) | part(1) << 8 | part(2) << 16 | part(3) << 24
    }
}
/// `dp2a.{lo,hi}.atype.btype`: `c` plus the two halves of `a` by two bytes of `b`, the upper two where `hi`.
/// PTX ISA: `integer-arithmetic-instructions-dp2a`.
#[inline(always)]
pub fn dp2a(a: u32, b: u32, c: u32, a_signed: bool, b_signed: bool, hi: bool) -> u32 {
    let b = if hi { b >> 16 } else { b };
    let p = |k| half(a, k, a_signed).wrapping_mul(byte(b, k, b_signed));
    c.wrapping_add(p(0)).wrapping_add(p(1))
}

/// Two 16-bit results, packed.
#[inline(always)]
fn each(a: u32, b: u32, f: fn(u32, u32) -> u32) -> u32 {
    f(a & 0xffff, b & 0xffff) | f(a >> 16, b >> 16) << 16
}
/// `add.u16x2`, `add.s16x2`
#[inline(always)]
pub fn add_b16x2(a: u32, b: u32) -> u32 {
    each(a, b, super::u16::add)
}
/// `min.u16x2`
#[inline(always)]
pub fn min_u16x2(a: u32, b: u32) -> u32 {
    each(a, b, super::u16::min)
}
/// `max.u16x2`
#[inline(always)]
pub fn max_u16x2(a: u32, b: u32) -> u32 {
    each(a, b, super::u16::max)
}
/// `min.s16x2`
#[inline(always)]
pub fn min_s16x2(a: u32, b: u32) -> u32 {
    each(a, b, super::s16::min)
}
/// `max.s16x2`
#[inline(always)]
pub fn max_s16x2(a: u32, b: u32) -> u32 {
    each(a, b, super::s16::max)
}
/// `.relu` of `min.relu.s16x2` and `max.relu.s16x2`: negative halves become 0.
#[inline(always)]
pub fn relu_s16x2(a: u32) -> u32 {
    max_s16x2(a, 0)
}
/// `.relu` of `min.relu.s32` and `max.relu.s32`: a negative result becomes 0.
#[inline(always)]
pub fn relu_s32(a: u32) -> u32 {
    super::s32::max(a, 0)
}
