//! The `.approx` functions. PTX ISA: `floating-point-instructions` and `half-precision-floating-point-instructions`.
//!
//! A GPU computes these from tables, and the ISA states only error bounds and special values. Here they are short
//! polynomials without branches; special values are the ISA's, and errors stay within its bounds (measured by the
//! tests), so results may differ from a GPU's in the last bits.
//!
//! | function | largest error here | bound of the ISA |
//! |---|---|---|
//! | `ex2` | 2⁻²³·² relative | 2⁻²² |
//! | `lg2` | 2⁻²²·⁹ relative | 2⁻²² absolute in (0.5, 2), else relative |
//! | `sin`, `cos` | 2⁻²⁰·⁶ absolute in [−2π, 2π] | 2⁻²⁰·⁵ |
//! | `tanh` | 2⁻²¹·⁹ relative | 2⁻¹¹ |
//! | `rcp`, `sqrt` | exact rounding | 1 ulp, 2⁻²³ |
//! | `rcp`, `rsqrt` of f64 | 2⁻²⁰ relative (20 bits are kept) | – |
//! | `rsqrt` | 2⁻²³·⁴ relative | 2⁻²²·⁹ |
//! | `div`, `div_full` | 1 ulp | 2 ulp |

use std::f32::consts::{LN_2, LOG2_E};

use super::f32::{self as single, NAN, SIGN, canon, flush, num};
use super::half::{bf16, f16};

/// The upper half of an f64.
const UPPER: u64 = 0xffff_ffff_0000_0000;

/// Rounds to an integer when added and subtracted: 1.5 · 2^23.
const SHIFT: f32 = 12_582_912.0;

/// `p[0] + p[1]·x + …`, each step one `fma`.
macro_rules! poly {
    ($x:expr; $first:expr $(, $rest:expr)*) => {
        poly!(@ $x; [$first] $($rest),*)
    };
    (@ $x:expr; [$($done:expr),*] $next:expr $(, $rest:expr)*) => {
        poly!(@ $x; [$next $(, $done)*] $($rest),*)
    };
    (@ $x:expr; [$top:expr $(, $lower:expr)*]) => {{
        let (x, p): (f32, f32) = ($x, $top);
        $(let p = p.mul_add(x, $lower);)*
        p
    }};
}

/// `2^x` down to 2^-150; NaN and infinities come out right.
#[inline(always)]
fn exp2(x: f32) -> f32 {
    let c = if x < -152.0 { -152.0 } else { x };
    let c = if c > 128.0 { 128.0 } else { c };
    let shifted = c + SHIFT;
    let r = c - (shifted - SHIFT);
    let p = poly!(r; 1.0, LN_2, 0.240_226_46, 0.055_503_286, 0.009_618_489, 0.001_339_993_1, 0.000_153_458_12);
    let n = shifted.to_bits().wrapping_sub(SHIFT.to_bits()) as i32;
    // Two factors, so that 2^128 overflows by itself and denormals round once.
    let h = n >> 1;
    let scale = |k: i32| f32::from_bits((k.wrapping_add(127) as u32) << 23);
    let v = p * scale(h) * scale(n.wrapping_sub(h));
    if x.is_nan() { x } else { v }
}

/// `ex2.approx.f32`. PTX ISA: `floating-point-instructions-ex2`.
#[inline(always)]
pub fn ex2(a: u32) -> u32 {
    canon(exp2(num(a)))
}

/// `ex2.approx.ftz.f32`
#[inline(always)]
pub fn ex2_ftz(a: u32) -> u32 {
    let v = exp2(num(a));
    canon(if num(a) < -126.0 { 0.0 } else { v })
}

/// `lg2.approx.f32`. PTX ISA: `floating-point-instructions-lg2`.
#[inline(always)]
pub fn lg2(a: u32) -> u32 {
    let tiny = a & !SIGN < 0x0080_0000;
    let scaled = if tiny { num(a) * 16_777_216.0 } else { num(a) };
    let bias = if tiny { 24.0 } else { 0.0 };
    // x = 2^e · (1 + f) with 1 + f between √½ and √2.
    let b = scaled.to_bits();
    let e = (b.wrapping_sub(0x3f35_04f3) as i32) >> 23;
    let f = f32::from_bits(b.wrapping_sub((e as u32) << 23)) - 1.0;
    let p = poly!(f; LOG2_E, -0.721_347_33, 0.480_898_23, -0.360_696_64, 0.288_567_4, -0.239_617_4, 0.204_600_62,
        -0.191_062_76, 0.186_174_94, -0.109_949_53);
    let v = p.mul_add(f, e as f32 - bias);
    let v = if scaled == 0.0 { f32::NEG_INFINITY } else { v };
    let v = if scaled == f32::INFINITY { scaled } else { v };
    let bad = (scaled < 0.0) | scaled.is_nan();
    if bad { NAN } else { v.to_bits() }
}

/// `lg2.approx.ftz.f32`
#[inline(always)]
pub fn lg2_ftz(a: u32) -> u32 {
    lg2(flush(a))
}

/// Sine (`quarter` 0) or cosine (1) of an angle.
///
/// As on the GPU, the angle is first made revolutions by one f32 multiplication, rounded toward zero, and cut to units
/// of 2^-25: so the error grows with the angle, and the least angles have sine 0.
#[inline(always)]
fn sine(a: u32, quarter: i32) -> u32 {
    let per_turn = f32::from_bits(0x3e22_f983);
    let near = num(a) * per_turn;
    let rest = num(a).mul_add(per_turn, -near);
    let beyond = (rest < 0.0) & (near > 0.0) | (rest > 0.0) & (near < 0.0);
    let t = f32::from_bits(near.to_bits().wrapping_sub(u32::from(beyond)));
    let sign = if quarter == 0 { t.to_bits() & SIGN } else { 0 };
    let t = t.abs() - t.abs().floor();
    let t = (t * 33_554_432.0).floor() / 33_554_432.0;
    let t = t - t.round_ties_even();
    let shifted = t * 4.0 + SHIFT;
    let y = t - (shifted - SHIFT) * 0.25;
    let k = (shifted.to_bits() as i32).wrapping_add(quarter);
    let z = y * y;
    let s = y * poly!(z; 6.283_185_5, -41.341_7, 81.605_2, -76.697_78, 41.469_89);
    let c = poly!(z; 1.0, -19.739_208, 64.939_316, -85.442_856, 59.220_406);
    let v = if k & 1 == 0 { s } else { c };
    let flip = if k & 2 == 0 { 0 } else { SIGN };
    canon(f32::from_bits(v.to_bits() ^ flip ^ sign))
}

/// `sin.approx.f32`. PTX ISA: `floating-point-instructions-sin`.
#[inline(always)]
pub fn sin(a: u32) -> u32 {
    sine(a, 0)
}

/// `sin.approx.ftz.f32`
#[inline(always)]
pub fn sin_ftz(a: u32) -> u32 {
    flush(sine(flush(a), 0))
}

/// `cos.approx.f32`. PTX ISA: `floating-point-instructions-cos`.
#[inline(always)]
pub fn cos(a: u32) -> u32 {
    sine(a, 1)
}

/// `cos.approx.ftz.f32`
#[inline(always)]
pub fn cos_ftz(a: u32) -> u32 {
    flush(sine(flush(a), 1))
}

/// `tanh.approx.f32`. PTX ISA: `floating-point-instructions-tanh`.
#[inline(always)]
pub fn tanh(a: u32) -> u32 {
    let x = num(a & !SIGN);
    let z = x * x;
    let p = poly!(z; -0.333_333_13, 0.133_324_52, -0.053_837_43, 0.021_007_463, -0.006_179_816);
    let small = (p * z).mul_add(x, x);
    let large = 1.0 - 2.0 / (exp2(x * 2.885_390_2) + 1.0);
    let v = if x < 0.5625 { small } else { large };
    if x.is_nan() { NAN } else { v.to_bits() | (a & SIGN) }
}

/// `rcp.approx.f32`. PTX ISA: `floating-point-instructions-rcp`.
#[inline(always)]
pub fn rcp(a: u32) -> u32 {
    single::rcp(a)
}

/// `rcp.approx.ftz.f32`
#[inline(always)]
pub fn rcp_ftz(a: u32) -> u32 {
    flush(single::rcp(flush(a)))
}

/// `sqrt.approx.f32`. PTX ISA: `floating-point-instructions-sqrt`.
#[inline(always)]
pub fn sqrt(a: u32) -> u32 {
    single::sqrt(a)
}

/// `sqrt.approx.ftz.f32`
#[inline(always)]
pub fn sqrt_ftz(a: u32) -> u32 {
    single::sqrt(flush(a))
}

/// `rsqrt.approx.f32`. PTX ISA: `floating-point-instructions-rsqrt`.
#[inline(always)]
pub fn rsqrt(a: u32) -> u32 {
    canon(1.0 / num(a).sqrt())
}

/// `rsqrt.approx.ftz.f32`
#[inline(always)]
pub fn rsqrt_ftz(a: u32) -> u32 {
    rsqrt(flush(a))
}

/// `div.approx.f32`: `a · (1/b)`. A divisor above 2^126 has reciprocal 0, so that infinity by it is NaN.
/// PTX ISA: `floating-point-instructions-div`.
#[inline(always)]
pub fn div(a: u32, b: u32) -> u32 {
    let q = num(a) / num(b);
    let huge = num(b & !SIGN) > 8.507_059e37;
    let zero = num(a) * num(b & SIGN);
    canon(if huge { zero } else { q })
}

/// `div.approx.ftz.f32`
#[inline(always)]
pub fn div_ftz(a: u32, b: u32) -> u32 {
    flush(div(flush(a), flush(b)))
}

/// `div.full.f32`: within 2 ulp over the whole range. PTX ISA: `floating-point-instructions-div`.
#[inline(always)]
pub fn div_full(a: u32, b: u32) -> u32 {
    single::div(a, b)
}

/// `div.full.ftz.f32`
#[inline(always)]
pub fn div_full_ftz(a: u32, b: u32) -> u32 {
    flush(single::div(flush(a), flush(b)))
}

/// `rcp.approx.ftz.f64`: of the upper 32 bits, into the upper 32 bits. PTX ISA:
/// `floating-point-instructions-rcp-approx-ftz-f64`.
#[inline(always)]
pub fn rcp_ftz_f64(a: u64) -> u64 {
    upper(1.0 / f64::from_bits(flush_f64(a & UPPER)))
}

/// `rsqrt.approx.ftz.f64`: of the upper 32 bits, into the upper 32 bits. PTX ISA:
/// `floating-point-instructions-rsqrt-approx-ftz-f64`.
#[inline(always)]
pub fn rsqrt_ftz_f64(a: u64) -> u64 {
    upper(1.0 / f64::from_bits(flush_f64(a & UPPER)).sqrt())
}

/// `rsqrt.approx.f64`
#[inline(always)]
pub fn rsqrt_f64(a: u64) -> u64 {
    let x = 1.0 / f64::from_bits(a).sqrt();
    let nan = if super::f64::is_nan(a) { super::f64::quiet(a) } else { super::f64::NAN };
    if x.is_nan() { nan } else { x.to_bits() }
}

#[inline(always)]
fn flush_f64(a: u64) -> u64 {
    if a & super::f64::INF == 0 { a & super::f64::SIGN } else { a }
}

/// The upper 32 bits, cut; denormals flushed.
#[inline(always)]
fn upper(x: f64) -> u64 {
    let b = flush_f64(x.to_bits() & UPPER);
    if x.is_nan() { 0x7fff_ffff_0000_0000 } else { b }
}

/// `ex2.approx.f16`. PTX ISA: `half-precision-floating-point-instructions-ex2`.
#[inline(always)]
pub fn ex2_f16(a: u32) -> u32 {
    f16::from_f32(exp2(f16::num(a)))
}

/// `ex2.approx.f16x2`
#[inline(always)]
pub fn ex2_f16x2(a: u32) -> u32 {
    super::f16x2::map1(a, ex2_f16)
}

/// `ex2.approx.ftz.bf16`
#[inline(always)]
pub fn ex2_ftz_bf16(a: u32) -> u32 {
    bf16::flush(bf16::from_f32(exp2(bf16::num(bf16::flush(a)))))
}

/// `ex2.approx.ftz.bf16x2`
#[inline(always)]
pub fn ex2_ftz_bf16x2(a: u32) -> u32 {
    super::bf16x2::map1(a, ex2_ftz_bf16)
}

/// `tanh.approx.f16`. PTX ISA: `half-precision-floating-point-instructions-tanh`.
#[inline(always)]
pub fn tanh_f16(a: u32) -> u32 {
    f16::from_f32(num(tanh(f16::num(a).to_bits())))
}

/// `tanh.approx.f16x2`
#[inline(always)]
pub fn tanh_f16x2(a: u32) -> u32 {
    super::f16x2::map1(a, tanh_f16)
}

/// `tanh.approx.bf16`
#[inline(always)]
pub fn tanh_bf16(a: u32) -> u32 {
    bf16::from_f32(num(tanh(bf16::num(a).to_bits())))
}

/// `tanh.approx.bf16x2`
#[inline(always)]
pub fn tanh_bf16x2(a: u32) -> u32 {
    super::bf16x2::map1(a, tanh_bf16)
}
