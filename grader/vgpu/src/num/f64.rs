//! `.f64` arithmetic. PTX ISA: `floating-point-instructions`.
//!
//! Short forms round to nearest. Directed rounding goes through the exact core, which is some twenty times slower;
//! kernels hardly use it.

use super::{Dir, soft};

/// The NaN that f64 instructions produce.
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

/// Bits of a result, any NaN made the hardware's.
#[inline(always)]
pub fn canon(r: f64) -> u64 {
    if r.is_nan() { NAN } else { r.to_bits() }
}

/// Whether the bits are a NaN.
#[inline(always)]
pub fn is_nan(a: u64) -> bool {
    num(a).is_nan()
}

/// `add.rn.f64`
#[inline(always)]
pub fn add(a: u64, b: u64) -> u64 {
    canon(num(a) + num(b))
}

/// `sub.rn.f64`
#[inline(always)]
pub fn sub(a: u64, b: u64) -> u64 {
    canon(num(a) - num(b))
}

/// `mul.rn.f64`
#[inline(always)]
pub fn mul(a: u64, b: u64) -> u64 {
    canon(num(a) * num(b))
}

/// `fma.rn.f64`: one instruction where the caller's target has `fma`.
#[inline(always)]
pub fn fma(a: u64, b: u64, c: u64) -> u64 {
    canon(num(a).mul_add(num(b), num(c)))
}

/// `div.rn.f64`
#[inline(always)]
pub fn div(a: u64, b: u64) -> u64 {
    canon(num(a) / num(b))
}

/// `rcp.rn.f64`
#[inline(always)]
pub fn rcp(a: u64) -> u64 {
    canon(1.0 / num(a))
}

/// `sqrt.rn.f64`
#[inline(always)]
pub fn sqrt(a: u64) -> u64 {
    canon(num(a).sqrt())
}

/// `add{.rnd}.f64`. PTX ISA: `floating-point-instructions-add`.
#[inline(always)]
pub fn add_full(a: u64, b: u64, rnd: impl Into<Dir>) -> u64 {
    match rnd.into() {
        Dir::Near => add(a, b),
        dir => soft::add(soft::F64, dir, a, b),
    }
}

/// `sub{.rnd}.f64`. PTX ISA: `floating-point-instructions-sub`.
#[inline(always)]
pub fn sub_full(a: u64, b: u64, rnd: impl Into<Dir>) -> u64 {
    add_full(a, b ^ SIGN, rnd)
}

/// `mul{.rnd}.f64`. PTX ISA: `floating-point-instructions-mul`.
#[inline(always)]
pub fn mul_full(a: u64, b: u64, rnd: impl Into<Dir>) -> u64 {
    match rnd.into() {
        Dir::Near => mul(a, b),
        dir => soft::mul(soft::F64, dir, a, b),
    }
}

/// `fma.rnd.f64`, also `mad`. PTX ISA: `floating-point-instructions-fma`.
#[inline(always)]
pub fn fma_full(a: u64, b: u64, c: u64, rnd: impl Into<Dir>) -> u64 {
    match rnd.into() {
        Dir::Near => fma(a, b, c),
        dir => soft::fma(soft::F64, dir, a, b, c),
    }
}

/// `div.rnd.f64`. PTX ISA: `floating-point-instructions-div`.
#[inline(always)]
pub fn div_full(a: u64, b: u64, rnd: impl Into<Dir>) -> u64 {
    match rnd.into() {
        Dir::Near => div(a, b),
        dir => soft::div(soft::F64, dir, a, b),
    }
}

/// `rcp.rnd.f64`. PTX ISA: `floating-point-instructions-rcp`.
#[inline(always)]
pub fn rcp_full(a: u64, rnd: impl Into<Dir>) -> u64 {
    div_full(ONE, a, rnd)
}

/// `sqrt.rnd.f64`. PTX ISA: `floating-point-instructions-sqrt`.
#[inline(always)]
pub fn sqrt_full(a: u64, rnd: impl Into<Dir>) -> u64 {
    match rnd.into() {
        Dir::Near => sqrt(a),
        dir => soft::sqrt(soft::F64, dir, a),
    }
}

/// `min.f64`: a NaN loses, two give the canonical one, and −0 is below +0.
#[inline(always)]
pub fn min(a: u64, b: u64) -> u64 {
    let m = if num(a) < num(b) { a } else { b };
    let m = if num(a) == num(b) { a | b } else { m };
    let m = if is_nan(b) { a } else { m };
    if is_nan(a) & is_nan(b) { NAN } else { m }
}

/// `max.f64`: a NaN loses, two give the canonical one, and +0 is above −0.
#[inline(always)]
pub fn max(a: u64, b: u64) -> u64 {
    let m = if num(a) > num(b) { a } else { b };
    let m = if num(a) == num(b) { a & b } else { m };
    let m = if is_nan(b) { a } else { m };
    if is_nan(a) & is_nan(b) { NAN } else { m }
}

/// `abs.f64`
#[inline(always)]
pub fn abs(a: u64) -> u64 {
    a & !SIGN
}

/// `neg.f64`
#[inline(always)]
pub fn neg(a: u64) -> u64 {
    a ^ SIGN
}

/// `copysign.f64`: the sign of `a` on the magnitude of `b`. PTX ISA: `floating-point-instructions-copysign`.
#[inline(always)]
pub fn copysign(a: u64, b: u64) -> u64 {
    (a & SIGN) | (b & !SIGN)
}
