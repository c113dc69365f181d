//! `.f32` arithmetic. PTX ISA: `floating-point-instructions`.
//!
//! Short forms (`add`, `mul`, …) round to nearest and keep denormals. The `_full` forms take every modifier; with
//! constant modifiers they fold to the short form plus what the modifiers add. Directed rounding has no branches
//! either: the nearest result moves one step where it lies on the wrong side of the exact one, which f64 can tell.

use super::Dir;

/// The NaN that f32 instructions produce.
pub const NAN: u32 = 0x7fff_ffff;
/// Plus infinity; also the mask of the exponent field.
pub const INF: u32 = 0x7f80_0000;
/// The sign bit.
pub const SIGN: u32 = 0x8000_0000;
/// One.
pub const ONE: u32 = 0x3f80_0000;

/// The number that the bits stand for.
#[inline(always)]
pub const fn num(a: u32) -> f32 {
    f32::from_bits(a)
}

/// Bits of a result, any NaN made the hardware's.
#[inline(always)]
pub fn canon(r: f32) -> u32 {
    // By its bits: LLVM turns `is_nan` of a square root into a comparison of the operand, and that has been seen to come out
    // wrong for −∞ where more was known about the operand.
    let b = r.to_bits();
    if b & !SIGN > INF { NAN } else { b }
}

/// `.ftz`: a denormal becomes a zero of the same sign.
#[inline(always)]
pub fn flush(a: u32) -> u32 {
    if a & INF == 0 { a & SIGN } else { a }
}

/// `.sat`: into [0, 1]; NaN and −0 give +0.
#[inline(always)]
pub fn saturate(a: u32) -> u32 {
    let v = if num(a) > 0.0 { num(a) } else { 0.0 };
    (if v < 1.0 { v } else { 1.0 }).to_bits()
}

/// Whether the bits are a NaN.
#[inline(always)]
pub fn is_nan(a: u32) -> bool {
    num(a).is_nan()
}

/// `add.rn.f32`
#[inline(always)]
pub fn add(a: u32, b: u32) -> u32 {
    canon(num(a) + num(b))
}

/// `sub.rn.f32`
#[inline(always)]
pub fn sub(a: u32, b: u32) -> u32 {
    canon(num(a) - num(b))
}

/// `mul.rn.f32`
#[inline(always)]
pub fn mul(a: u32, b: u32) -> u32 {
    canon(num(a) * num(b))
}

/// `fma.rn.f32`: one instruction where the caller's target has `fma`.
#[inline(always)]
pub fn fma(a: u32, b: u32, c: u32) -> u32 {
    canon(num(a).mul_add(num(b), num(c)))
}

/// `div.rn.f32`
#[inline(always)]
pub fn div(a: u32, b: u32) -> u32 {
    canon(num(a) / num(b))
}

/// `rcp.rn.f32`
#[inline(always)]
pub fn rcp(a: u32) -> u32 {
    canon(1.0 / num(a))
}

/// `sqrt.rn.f32`
#[inline(always)]
pub fn sqrt(a: u32) -> u32 {
    canon(num(a).sqrt())
}

/// The nearest result `r` moved to where `dir` wants it, given on which side of the exact result it lies.
#[inline(always)]
fn direct(r: f32, above: bool, below: bool, dir: Dir) -> u32 {
    let b = r.to_bits();
    let neg = b >> 31 != 0;
    let toward_zero = b.wrapping_sub(1);
    let away = b.wrapping_add(1);
    let moved = match dir {
        Dir::Near | Dir::Away => b,
        Dir::Zero => {
            if (above & !neg) | (below & neg) {
                toward_zero
            } else {
                b
            }
        }
        Dir::Down => {
            let down = if neg { away } else { toward_zero };
            if above { down } else { b }
        }
        Dir::Up => {
            let up = if neg { toward_zero } else { away };
            if below { up } else { b }
        }
    };
    if r.is_nan() { NAN } else { moved }
}

/// `p + c` in `dir`, where `r` is the nearest f32 and `p`, `c` are exact.
#[inline(always)]
fn direct_sum(r: f32, p: f64, c: f64, dir: Dir) -> u32 {
    // Two-sum: `s + e` is the exact sum. Where s is infinite, e is NaN and all comparisons with it fail, as they should.
    let s = p + c;
    let t = s - p;
    let e = (p - (s - t)) + (c - t);
    let rd = f64::from(r);
    let above = (rd > s) | ((rd == s) & (e < 0.0));
    let below = (rd < s) | ((rd == s) & (e > 0.0));
    let moved = direct(r, above, below, dir);
    if dir != Dir::Down {
        return moved;
    }
    // A sum that cancels is −0 when rounding down; +0 + +0 stays +0.
    let zero = ((p.to_bits() | c.to_bits()) >> 32) as u32 & SIGN;
    if s == 0.0 { zero } else { moved }
}

/// `add` in any rounding.
#[inline(always)]
pub fn add_dir(a: u32, b: u32, dir: Dir) -> u32 {
    match dir {
        Dir::Near | Dir::Away => add(a, b),
        _ => direct_sum(num(a) + num(b), f64::from(num(a)), f64::from(num(b)), dir),
    }
}

/// `mul` in any rounding.
#[inline(always)]
pub fn mul_dir(a: u32, b: u32, dir: Dir) -> u32 {
    let r = num(a) * num(b);
    let (rd, p) = (f64::from(r), f64::from(num(a)) * f64::from(num(b)));
    match dir {
        Dir::Near | Dir::Away => canon(r),
        _ => direct(r, rd > p, rd < p, dir),
    }
}

/// `fma` in any rounding.
#[inline(always)]
pub fn fma_dir(a: u32, b: u32, c: u32, dir: Dir) -> u32 {
    let r = num(a).mul_add(num(b), num(c));
    match dir {
        Dir::Near | Dir::Away => canon(r),
        _ => direct_sum(r, f64::from(num(a)) * f64::from(num(b)), f64::from(num(c)), dir),
    }
}

/// `div` in any rounding.
#[inline(always)]
pub fn div_dir(a: u32, b: u32, dir: Dir) -> u32 {
    let r = num(a) / num(b);
    if matches!(dir, Dir::Near | Dir::Away) {
        return canon(r);
    }
    // r·b is exact in f64; compared with a it tells where r lies, the other way round for negative b.
    let (q, a) = (f64::from(r) * f64::from(num(b)), f64::from(num(a)));
    let neg = b & SIGN != 0;
    direct(r, if neg { q < a } else { q > a }, if neg { q > a } else { q < a }, dir)
}

/// `sqrt` in any rounding.
#[inline(always)]
pub fn sqrt_dir(a: u32, dir: Dir) -> u32 {
    let r = num(a).sqrt();
    let (q, a) = (f64::from(r) * f64::from(r), f64::from(num(a)));
    direct(r, q > a, q < a, dir)
}

/// `a` with `.ftz` on or off.
#[inline(always)]
fn input(a: u32, ftz: bool) -> u32 {
    if ftz { flush(a) } else { a }
}

/// A result with `.sat` on or off.
#[inline(always)]
fn clamped(r: u32, sat: bool) -> u32 {
    if sat { saturate(r) } else { r }
}

/// 2^32, and what 2^-126, the least normal number, is when scaled by it.
const SCALE: f32 = 4_294_967_296.0;
const SCALED_LEAST: f32 = f32::MIN_POSITIVE * SCALE;

/// `.ftz` of a product or `fma`; `c` is 0 for a product.
///
/// Hardware rounds to 24 bits as if exponents had no end, and then flushes what is below 2^-126. So some results that
/// come out as 2^-126 without `.ftz` are 0 with it. Scaled operands show which: their results have all 24 bits.
#[inline(always)]
fn flush_fma(r: u32, a: u32, b: u32, c: u32, dir: Dir) -> u32 {
    let swap = num(a & !SIGN) < num(b & !SIGN);
    let (small, large) = if swap { (a, b) } else { (b, a) };
    let scaled = (num(small) * SCALE).to_bits();
    let r24 = fma_dir(scaled, large, (num(c) * SCALE).to_bits(), dir);
    if num(r24 & !SIGN) < SCALED_LEAST { r & SIGN } else { r }
}

/// `.ftz` of a quotient, likewise.
#[inline(always)]
fn flush_div(r: u32, a: u32, b: u32, dir: Dir) -> u32 {
    let r24 = div_dir((num(a) * SCALE).to_bits(), b, dir);
    if num(r24 & !SIGN) < SCALED_LEAST { r & SIGN } else { r }
}

/// `add{.rnd}{.ftz}{.sat}.f32`. PTX ISA: `floating-point-instructions-add`.
#[inline(always)]
pub fn add_full(a: u32, b: u32, rnd: impl Into<Dir>, ftz: bool, sat: bool) -> u32 {
    // A sum below the least normal number is exact, so it makes no difference that this flushes after rounding.
    clamped(input(add_dir(input(a, ftz), input(b, ftz), rnd.into()), ftz), sat)
}

/// `sub{.rnd}{.ftz}{.sat}.f32`. PTX ISA: `floating-point-instructions-sub`.
#[inline(always)]
pub fn sub_full(a: u32, b: u32, rnd: impl Into<Dir>, ftz: bool, sat: bool) -> u32 {
    add_full(a, b ^ SIGN, rnd, ftz, sat)
}

/// `mul{.rnd}{.ftz}{.sat}.f32`. PTX ISA: `floating-point-instructions-mul`.
#[inline(always)]
pub fn mul_full(a: u32, b: u32, rnd: impl Into<Dir>, ftz: bool, sat: bool) -> u32 {
    let (a, b) = (input(a, ftz), input(b, ftz));
    let dir = rnd.into();
    let r = mul_dir(a, b, dir);
    clamped(if ftz { flush_fma(r, a, b, 0, dir) } else { r }, sat)
}

/// `fma.rnd{.ftz}{.sat}.f32`, also `mad`. PTX ISA: `floating-point-instructions-fma`.
#[inline(always)]
pub fn fma_full(a: u32, b: u32, c: u32, rnd: impl Into<Dir>, ftz: bool, sat: bool) -> u32 {
    let (a, b, c) = (input(a, ftz), input(b, ftz), input(c, ftz));
    let dir = rnd.into();
    let r = fma_dir(a, b, c, dir);
    clamped(if ftz { flush_fma(r, a, b, c, dir) } else { r }, sat)
}

/// `div.rnd{.ftz}.f32`. PTX ISA: `floating-point-instructions-div`.
#[inline(always)]
pub fn div_full(a: u32, b: u32, rnd: impl Into<Dir>, ftz: bool) -> u32 {
    let (a, b) = (input(a, ftz), input(b, ftz));
    let dir = rnd.into();
    let r = div_dir(a, b, dir);
    if ftz { flush_div(r, a, b, dir) } else { r }
}

/// `rcp.rnd{.ftz}.f32`. PTX ISA: `floating-point-instructions-rcp`.
#[inline(always)]
pub fn rcp_full(a: u32, rnd: impl Into<Dir>, ftz: bool) -> u32 {
    div_full(ONE, a, rnd, ftz)
}

/// `sqrt.rnd{.ftz}.f32`. PTX ISA: `floating-point-instructions-sqrt`.
#[inline(always)]
pub fn sqrt_full(a: u32, rnd: impl Into<Dir>, ftz: bool) -> u32 {
    sqrt_dir(input(a, ftz), rnd.into())
}

/// `min.f32`: a NaN loses, two give the canonical one, and −0 is below +0.
#[inline(always)]
pub fn min(a: u32, b: u32) -> u32 {
    let m = if num(a) < num(b) { a } else { b };
    let m = if num(a) == num(b) { a | b } else { m };
    let m = if is_nan(b) { a } else { m };
    if is_nan(a) & is_nan(b) { NAN } else { m }
}

/// `max.f32`: a NaN loses, two give the canonical one, and +0 is above −0.
#[inline(always)]
pub fn max(a: u32, b: u32) -> u32 {
    let m = if num(a) > num(b) { a } else { b };
    let m = if num(a) == num(b) { a & b } else { m };
    let m = if is_nan(b) { a } else { m };
    if is_nan(a) & is_nan(b) { NAN } else { m }
}

/// `min.NaN.f32`: a NaN wins.
#[inline(always)]
pub fn min_nan(a: u32, b: u32) -> u32 {
    if is_nan(a) | is_nan(b) { NAN } else { min(a, b) }
}

/// `max.NaN.f32`: a NaN wins.
#[inline(always)]
pub fn max_nan(a: u32, b: u32) -> u32 {
    if is_nan(a) | is_nan(b) { NAN } else { max(a, b) }
}

/// `min{.ftz}{.NaN}{.xorsign.abs}.f32`. PTX ISA: `floating-point-instructions-min`.
#[inline(always)]
pub fn min_full(a: u32, b: u32, ftz: bool, nan: bool, xorsign_abs: bool) -> u32 {
    extremum(a, b, ftz, xorsign_abs, if nan { min_nan } else { min })
}

/// `max{.ftz}{.NaN}{.xorsign.abs}.f32`. PTX ISA: `floating-point-instructions-max`.
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
    let m = pick(a & !SIGN, b & !SIGN);
    if is_nan(m) { NAN } else { m | ((a ^ b) & SIGN) }
}

/// `abs.f32`; a NaN becomes the canonical one, as on hardware.
#[inline(always)]
pub fn abs(a: u32) -> u32 {
    if is_nan(a) { NAN } else { a & !SIGN }
}

/// `neg.f32`; a NaN becomes the canonical one, as on hardware.
#[inline(always)]
pub fn neg(a: u32) -> u32 {
    if is_nan(a) { NAN } else { a ^ SIGN }
}

/// `abs{.ftz}.f32`. PTX ISA: `floating-point-instructions-abs`.
#[inline(always)]
pub fn abs_full(a: u32, ftz: bool) -> u32 {
    input(abs(a), ftz)
}

/// `neg{.ftz}.f32`. PTX ISA: `floating-point-instructions-neg`.
#[inline(always)]
pub fn neg_full(a: u32, ftz: bool) -> u32 {
    input(neg(a), ftz)
}

/// `copysign.f32`: the sign of `a` on the magnitude of `b`. PTX ISA: `floating-point-instructions-copysign`.
#[inline(always)]
pub fn copysign(a: u32, b: u32) -> u32 {
    (a & SIGN) | (b & !SIGN)
}
