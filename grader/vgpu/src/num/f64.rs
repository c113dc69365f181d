//! `.f64` arithmetic. PTX ISA: `floating-point-instructions`.
//!
//! NaN operands pass on their payloads, made quiet, in the hardware's order of preference (measured: the second operand
//! before the first, but for `div`); an invalid operation gives [`NAN`]. Short forms round to nearest. Directed rounding goes through the exact core, which is some twenty times slower;
//! kernels hardly use it.

use super::{Dir, soft};

/// The NaN of an invalid operation.
pub const NAN: u64 = 0xfff8_0000_0000_0000;
/// Plus infinity; also the mask of the exponent field.
pub const INF: u64 = 0x7ff0_0000_0000_0000;
/// The sign bit.
pub const SIGN: u64 = 1 << 63;
/// One.
pub const ONE: u64 = 0x3ff0_0000_0000_0000;

/// The number that the bits stand for.
#[inline(always)]
pub const fn num(a: u64) -> f64 {
    f64::from_bits(a)
}

/// A NaN made quiet, which keeps its payload.
#[inline(always)]
pub(super) fn quiet(a: u64) -> u64 {
    a | 1 << 51
}

/// Bits of the result of one operand: a NaN operand passes on its payload.
#[inline(always)]
fn result1(r: f64, a: u64) -> u64 {
    let nan = if is_nan(a) { quiet(a) } else { NAN };
    if r.is_nan() { nan } else { r.to_bits() }
}

/// Bits of the result of two operands: a NaN operand passes on its payload, `first` before `second`.
#[inline(always)]
fn result2(r: f64, first: u64, second: u64) -> u64 {
    let nan = if is_nan(second) { quiet(second) } else { NAN };
    let nan = if is_nan(first) { quiet(first) } else { nan };
    if r.is_nan() { nan } else { r.to_bits() }
}

/// Bits of the result of `fma`, where `b` goes before `c` before `a`.
#[inline(always)]
fn result3(r: f64, a: u64, b: u64, c: u64) -> u64 {
    let nan = if is_nan(a) { quiet(a) } else { NAN };
    let nan = if is_nan(c) { quiet(c) } else { nan };
    let nan = if is_nan(b) { quiet(b) } else { nan };
    if r.is_nan() { nan } else { r.to_bits() }
}

/// Whether the bits are a NaN.
#[inline(always)]
pub fn is_nan(a: u64) -> bool {
    num(a).is_nan()
}

/// `add.rn.f64`
#[inline(always)]
pub fn add(a: u64, b: u64) -> u64 {
    result2(num(a) + num(b), b, a)
}

/// `sub.rn.f64`
#[inline(always)]
pub fn sub(a: u64, b: u64) -> u64 {
    result2(num(a) - num(b), b, a)
}

/// `mul.rn.f64`
#[inline(always)]
pub fn mul(a: u64, b: u64) -> u64 {
    result2(num(a) * num(b), b, a)
}

/// `fma.rn.f64`: one instruction where the caller's target has `fma`.
#[inline(always)]
pub fn fma(a: u64, b: u64, c: u64) -> u64 {
    result3(num(a).mul_add(num(b), num(c)), a, b, c)
}

/// `div.rn.f64`
#[inline(always)]
pub fn div(a: u64, b: u64) -> u64 {
    result2(num(a) / num(b), a, b)
}

/// `rcp.rn.f64`
#[inline(always)]
pub fn rcp(a: u64) -> u64 {
    result1(1.0 / num(a), a)
}

/// `sqrt.rn.f64`
#[inline(always)]
pub fn sqrt(a: u64) -> u64 {
    result1(num(a).sqrt(), a)
}

/// `add{.rnd}.f64`. PTX ISA: `floating-point-instructions-add`.
#[inline(always)]
pub fn add_full(a: u64, b: u64, rnd: impl Into<Dir>) -> u64 {
    match rnd.into() {
        Dir::Near => add(a, b),
        dir => result2(num(soft::add(soft::F64, dir, a, b)), b, a),
    }
}

/// `sub{.rnd}.f64`. PTX ISA: `floating-point-instructions-sub`.
#[inline(always)]
pub fn sub_full(a: u64, b: u64, rnd: impl Into<Dir>) -> u64 {
    match rnd.into() {
        Dir::Near => sub(a, b),
        dir => result2(num(soft::sub(soft::F64, dir, a, b)), b, a),
    }
}

/// `mul{.rnd}.f64`. PTX ISA: `floating-point-instructions-mul`.
#[inline(always)]
pub fn mul_full(a: u64, b: u64, rnd: impl Into<Dir>) -> u64 {
    match rnd.into() {
        Dir::Near => mul(a, b),
        dir => result2(num(soft::mul(soft::F64, dir, a, b)), b, a),
    }
}

/// `fma.rnd.f64`, also `mad`. PTX ISA: `floating-point-instructions-fma`.
#[inline(always)]
pub fn fma_full(a: u64, b: u64, c: u64, rnd: impl Into<Dir>) -> u64 {
    match rnd.into() {
        Dir::Near => fma(a, b, c),
        dir => result3(num(soft::fma(soft::F64, dir, a, b, c)), a, b, c),
    }
}

/// `div.rnd.f64`. PTX ISA: `floating-point-instructions-div`.
#[inline(always)]
pub fn div_full(a: u64, b: u64, rnd: impl Into<Dir>) -> u64 {
    match rnd.into() {
        Dir::Near => div(a, b),
        dir => result2(num(soft::div(soft::F64, dir, a, b)), a, b),
    }
}

/// `rcp.rnd.f64`. PTX ISA: `floating-point-instructions-rcp`.
#[inline(always)]
pub fn rcp_full(a: u64, rnd: impl Into<Dir>) -> u64 {
    match rnd.into() {
        Dir::Near => rcp(a),
        dir => result1(num(soft::div(soft::F64, dir, ONE, a)), a),
    }
}

/// `sqrt.rnd.f64`. PTX ISA: `floating-point-instructions-sqrt`.
#[inline(always)]
pub fn sqrt_full(a: u64, rnd: impl Into<Dir>) -> u64 {
    match rnd.into() {
        Dir::Near => sqrt(a),
        dir => result1(num(soft::sqrt(soft::F64, dir, a)), a),
    }
}

/// `min.f64`: a NaN loses (of two, the first), and −0 is below +0.
#[inline(always)]
pub fn min(a: u64, b: u64) -> u64 {
    let m = if num(a) < num(b) { a } else { b };
    let m = if num(a) == num(b) { a | b } else { m };
    let m = if is_nan(b) { a } else { m };
    if is_nan(a) & is_nan(b) { quiet(b) } else { m }
}

/// `max.f64`: a NaN loses (of two, the first), and +0 is above −0.
#[inline(always)]
pub fn max(a: u64, b: u64) -> u64 {
    let m = if num(a) > num(b) { a } else { b };
    let m = if num(a) == num(b) { a & b } else { m };
    let m = if is_nan(b) { a } else { m };
    if is_nan(a) & is_nan(b) { quiet(b) } else { m }
}

/// `abs.f64`; a NaN keeps its sign, as on hardware.
#[inline(always)]
pub fn abs(a: u64) -> u64 {
    if is_nan(a) { quiet(a) } else { a & !SIGN }
}

/// `neg.f64`; a NaN keeps its sign, as on hardware.
#[inline(always)]
pub fn neg(a: u64) -> u64 {
    if is_nan(a) { quiet(a) } else { a ^ SIGN }
}

/// `copysign.f64`: the sign of `a` on the magnitude of `b`. PTX ISA: `floating-point-instructions-copysign`.
#[inline(always)]
pub fn copysign(a: u64, b: u64) -> u64 {
    (a & SIGN) | (b & !SIGN)
}
