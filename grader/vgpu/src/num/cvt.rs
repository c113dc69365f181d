//! `cvt`. PTX ISA: `data-movement-and-conversion-instructions-cvt`.
//!
//! Common conversions have a function each, named `destination_source` as in PTX; [`cvt`] does every scalar pair with
//! every modifier.

use super::half::{bf16, f16};
use super::soft::{self, Dir, Format};
use super::{f32 as single, f64 as double};

/// A scalar type that `cvt` converts between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the variants are PTX's type names")]
pub enum Scalar {
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    BF16,
    F32,
    F64,
}

use Scalar::{BF16, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64};

impl Scalar {
    /// Every type.
    pub const ALL: [Self; 12] = [U8, U16, U32, U64, S8, S16, S32, S64, F16, BF16, F32, F64];

    /// The scalar type of a PTX type; none for bits, packed and other types.
    pub const fn of(ty: ptx::Ty) -> Option<Self> {
        use ptx::Ty;
        Some(match ty {
            Ty::U8 => U8,
            Ty::U16 => U16,
            Ty::U32 => U32,
            Ty::U64 => U64,
            Ty::S8 => S8,
            Ty::S16 => S16,
            Ty::S32 => S32,
            Ty::S64 => S64,
            Ty::F16 => F16,
            Ty::BF16 => BF16,
            Ty::F32 => F32,
            Ty::F64 => F64,
            _ => return None,
        })
    }
    /// Whether it is a floating-point type.
    pub const fn is_float(self) -> bool {
        matches!(self, F16 | BF16 | F32 | F64)
    }
    /// Whether it is a signed integer type.
    pub const fn is_signed(self) -> bool {
        matches!(self, S8 | S16 | S32 | S64)
    }
    /// Width in bits.
    pub const fn bits(self) -> u32 {
        match self {
            U8 | S8 => 8,
            U16 | S16 | F16 | BF16 => 16,
            U32 | S32 | F32 => 32,
            U64 | S64 | F64 => 64,
        }
    }
    /// The floating-point format; that of f64 for integers, which have none.
    const fn format(self) -> Format {
        match self {
            F16 => soft::F16,
            BF16 => soft::BF16,
            F32 => soft::F32,
            _ => soft::F64,
        }
    }
    /// Least and greatest value of an integer type.
    const fn range(self) -> (i128, i128) {
        let n = self.bits();
        if self.is_signed() { (-(1 << (n - 1)), (1 << (n - 1)) - 1) } else { (0, (1 << n) - 1) }
    }
}

/// Modifiers of `cvt`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mods {
    /// `.rn .rz .rm .rp`, or `.rni .rzi .rmi .rpi`, which also make a float integral.
    pub rnd: Round,
    /// `.ftz`: f32 operands and results that are denormal become zeros.
    pub ftz: bool,
    /// `.sat`: integers to the destination's range, floats to [0, 1].
    pub sat: bool,
    /// `.relu`: negative results become +0.
    pub relu: bool,
}

/// Rounding of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Round {
    /// No rounding given: none is needed.
    #[default]
    None,
    /// To a representable value.
    Float(Dir),
    /// To an integral value.
    Integral(Dir),
}

impl Round {
    const fn dir(self) -> Dir {
        match self {
            Self::None => Dir::Near,
            Self::Float(d) | Self::Integral(d) => d,
        }
    }
}

impl From<Option<ptx::Rnd>> for Round {
    #[inline(always)]
    fn from(rnd: Option<ptx::Rnd>) -> Self {
        use ptx::Rnd;
        match rnd {
            None => Self::None,
            Some(r @ (Rnd::Rni | Rnd::Rzi | Rnd::Rmi | Rnd::Rpi)) => Self::Integral(r.into()),
            Some(r) => Self::Float(r.into()),
        }
    }
}

/// `cvt.rn.f32.s32`
#[inline(always)]
pub fn f32_s32(a: u32) -> u32 {
    (a as i32 as f32).to_bits()
}
/// `cvt.rn.f32.u32`
#[inline(always)]
pub fn f32_u32(a: u32) -> u32 {
    (a as f32).to_bits()
}
/// `cvt.rn.f32.s64`
#[inline(always)]
pub fn f32_s64(a: u64) -> u32 {
    (a as i64 as f32).to_bits()
}
/// `cvt.rn.f32.u64`
#[inline(always)]
pub fn f32_u64(a: u64) -> u32 {
    (a as f32).to_bits()
}
/// `cvt.rn.f64.s32`
#[inline(always)]
pub fn f64_s32(a: u32) -> u64 {
    f64::from(a as i32).to_bits()
}
/// `cvt.rn.f64.u32`
#[inline(always)]
pub fn f64_u32(a: u32) -> u64 {
    f64::from(a).to_bits()
}
/// `cvt.rn.f64.s64`
#[inline(always)]
pub fn f64_s64(a: u64) -> u64 {
    (a as i64 as f64).to_bits()
}
/// `cvt.rn.f64.u64`
#[inline(always)]
pub fn f64_u64(a: u64) -> u64 {
    (a as f64).to_bits()
}
/// `cvt.f32.f16`
#[inline(always)]
pub fn f32_f16(a: u32) -> u32 {
    single::canon(f16::num(a))
}
/// `cvt.f32.bf16`: bf16 is the upper half of an f32.
#[inline(always)]
pub fn f32_bf16(a: u32) -> u32 {
    a << 16
}
/// `cvt.rn.f16.f32`
#[inline(always)]
pub fn f16_f32(a: u32) -> u32 {
    f16::from_f32(single::num(a))
}
/// `cvt.rn.bf16.f32`
#[inline(always)]
pub fn bf16_f32(a: u32) -> u32 {
    bf16::from_f32(single::num(a))
}
/// `cvt.rn.f16x2.f32`: `a` becomes the upper half, `b` the lower.
#[inline(always)]
pub fn f16x2_f32(a: u32, b: u32) -> u32 {
    f16_f32(a) << 16 | f16_f32(b)
}
/// `cvt.rn.bf16x2.f32`: `a` becomes the upper half, `b` the lower.
#[inline(always)]
pub fn bf16x2_f32(a: u32, b: u32) -> u32 {
    bf16_f32(a) << 16 | bf16_f32(b)
}
/// `cvt{.rn,.rz}{.relu}.f16x2.f32`: `a` becomes the upper half, `b` the lower.
#[inline(always)]
pub fn f16x2_f32_full(a: u32, b: u32, mods: Mods) -> u32 {
    (cvt(F16, F32, mods, u64::from(a)) << 16 | cvt(F16, F32, mods, u64::from(b))) as u32
}
/// `cvt{.rn,.rz}{.relu}.bf16x2.f32`: `a` becomes the upper half, `b` the lower.
#[inline(always)]
pub fn bf16x2_f32_full(a: u32, b: u32, mods: Mods) -> u32 {
    (cvt(BF16, F32, mods, u64::from(a)) << 16 | cvt(BF16, F32, mods, u64::from(b))) as u32
}
/// `cvt.f64.f32`: a NaN keeps its payload.
#[inline(always)]
pub fn f64_f32(a: u32) -> u64 {
    let nan = u64::from(a & single::SIGN) << 32 | double::INF | u64::from(a & 0x7f_ffff) << 29;
    let x = single::num(a);
    if x.is_nan() { double::quiet(nan) } else { f64::from(x).to_bits() }
}
/// `cvt.rn.f32.f64`: a NaN keeps the upper part of its payload.
#[inline(always)]
pub fn f32_f64(a: u64) -> u32 {
    let x = double::num(a);
    if x.is_nan() { narrow_nan(soft::F32, a) as u32 } else { (x as f32).to_bits() }
}
/// An f64's NaN in a narrower format.
#[inline(always)]
fn narrow_nan(f: Format, a: u64) -> u64 {
    let payload = (a >> (52 - f.frac)) & ((1 << f.frac) - 1);
    (if a & double::SIGN != 0 { f.sign() } else { 0 }) | f.inf() | 1 << (f.frac - 1) | payload
}
/// `cvt.rna.tf32.f32`: ten bits of fraction, ties away from zero; the result is an f32. A NaN is merely cut.
#[inline(always)]
pub fn tf32_f32(a: u32) -> u32 {
    let r = a.wrapping_add(0x1000) & 0xffff_e000;
    if a & single::INF == single::INF { a & 0xffff_e000 } else { r }
}
/// `cvt.rn.tf32.f32` and `cvt.rz.tf32.f32`, with `.relu`.
#[inline(always)]
pub fn tf32_f32_full(a: u32, dir: Dir, relu: bool) -> u32 {
    const TF32: Format = Format { frac: 10, exp: 8, nan: 0x3ffff };
    let r = soft::convert(soft::F32, TF32, dir, u64::from(a)) as u32;
    let r = r << 13;
    if relu && r & single::SIGN != 0 { 0 } else { r }
}

/// `cvt{.rn,.rz}.satfinite{.relu}` from f32 to a narrower float: what would be infinite is the largest finite number.
#[inline(always)]
pub fn finite_f32(to: Scalar, mods: Mods, a: u32) -> u32 {
    let (r, inf) = (cvt(to, F32, mods, u64::from(a)), to.format().inf());
    let magnitude = r & (to.format().sign() - 1);
    (if magnitude == inf { r - 1 } else { r }) as u32
}
/// `cvt{.rn,.rz,.rna}.satfinite{.relu}.tf32.f32`
#[inline(always)]
pub fn tf32_f32_finite(a: u32, dir: Dir, relu: bool) -> u32 {
    let r = if dir == Dir::Away && !relu { tf32_f32(a) } else { tf32_f32_full(a, dir, relu) };
    if r & !single::SIGN == single::INF { r - 0x2000 } else { r }
}

/// A float made integral, in a direction.
macro_rules! integral {
    ($x:expr, $dir:expr) => {
        match $dir {
            Dir::Near | Dir::Away => $x.round_ties_even(),
            Dir::Zero => $x.trunc(),
            Dir::Down => $x.floor(),
            Dir::Up => $x.ceil(),
        }
    };
}

/// The low 32 bits of an integral value clamped to a range of 32 bits; 0 for NaN.
///
/// Rust's `as` says the same, but does not become vector code.
#[inline(always)]
fn small(x: f64, min: f64, max: f64) -> u32 {
    let v = if x > min { x } else { min };
    let v = if v < max { v } else { max };
    let v = if x.is_nan() { 0.0 } else { v };
    // Next to 1.5 · 2^52 the last place is 1, so the integer sits in the low bits.
    (v + 6_755_399_441_055_744.0).to_bits() as u32
}

/// `cvt.rzi.s32.f32`: out of range saturates, NaN gives 0.
#[inline(always)]
pub fn s32_f32(a: u32) -> u32 {
    s32_f32_dir(a, Dir::Zero)
}
/// `cvt.rzi.u32.f32`: out of range saturates, NaN gives 0.
#[inline(always)]
pub fn u32_f32(a: u32) -> u32 {
    u32_f32_dir(a, Dir::Zero)
}
/// `cvt.{rni,rzi,rmi,rpi}.s32.f32`: out of range saturates, NaN gives 0.
#[inline(always)]
pub fn s32_f32_dir(a: u32, dir: Dir) -> u32 {
    small(f64::from(integral!(single::num(a), dir)), f64::from(i32::MIN), f64::from(i32::MAX))
}
/// `cvt.{rni,rzi,rmi,rpi}.u32.f32`: out of range saturates, NaN gives 0.
#[inline(always)]
pub fn u32_f32_dir(a: u32, dir: Dir) -> u32 {
    small(f64::from(integral!(single::num(a), dir)), 0.0, f64::from(u32::MAX))
}
/// `cvt.{rni,rzi,rmi,rpi}.s64.f32`: out of range saturates, NaN gives the least number.
#[inline(always)]
pub fn s64_f32_dir(a: u32, dir: Dir) -> u64 {
    if single::is_nan(a) { 1 << 63 } else { integral!(single::num(a), dir) as i64 as u64 }
}
/// `cvt.{rni,rzi,rmi,rpi}.u64.f32`: out of range saturates, NaN gives 2^63.
#[inline(always)]
pub fn u64_f32_dir(a: u32, dir: Dir) -> u64 {
    if single::is_nan(a) { 1 << 63 } else { integral!(single::num(a), dir) as u64 }
}
/// `cvt.{rni,rzi,rmi,rpi}.s32.f64`: out of range saturates, NaN gives the least number.
#[inline(always)]
pub fn s32_f64_dir(a: u64, dir: Dir) -> u32 {
    let r = small(integral!(double::num(a), dir), f64::from(i32::MIN), f64::from(i32::MAX));
    if double::is_nan(a) { 1 << 31 } else { r }
}
/// `cvt.{rni,rzi,rmi,rpi}.u32.f64`: out of range saturates, NaN gives 2^31.
#[inline(always)]
pub fn u32_f64_dir(a: u64, dir: Dir) -> u32 {
    let r = small(integral!(double::num(a), dir), 0.0, f64::from(u32::MAX));
    if double::is_nan(a) { 1 << 31 } else { r }
}
/// `cvt.{rni,rzi,rmi,rpi}.s64.f64`: out of range saturates, NaN gives the least number.
#[inline(always)]
pub fn s64_f64_dir(a: u64, dir: Dir) -> u64 {
    if double::is_nan(a) { 1 << 63 } else { integral!(double::num(a), dir) as i64 as u64 }
}
/// `cvt.{rni,rzi,rmi,rpi}.u64.f64`: out of range saturates, NaN gives 2^63.
#[inline(always)]
pub fn u64_f64_dir(a: u64, dir: Dir) -> u64 {
    if double::is_nan(a) { 1 << 63 } else { integral!(double::num(a), dir) as u64 }
}
/// `cvt.{rni,rzi,rmi,rpi}.f32.f32`: made integral.
#[inline(always)]
pub fn f32_f32_dir(a: u32, dir: Dir) -> u32 {
    let x = single::num(a);
    single::canon(integral!(x, dir))
}
/// `cvt.{rni,rzi,rmi,rpi}.f64.f64`: made integral.
#[inline(always)]
pub fn f64_f64_dir(a: u64, dir: Dir) -> u64 {
    let x = double::num(a);
    let r = integral!(x, dir);
    if x.is_nan() { double::quiet(a) } else { r.to_bits() }
}

/// An integer's bits extended to 64 by the type's sign.
#[inline(always)]
pub fn extend(ty: Scalar, a: u64) -> u64 {
    match ty {
        U8 => a & 0xff,
        U16 => a & 0xffff,
        U32 => a & 0xffff_ffff,
        S8 => i64::from(a as i8) as u64,
        S16 => i64::from(a as i16) as u64,
        S32 => i64::from(a as i32) as u64,
        _ => a,
    }
}

/// `cvt` between any two scalar types.
///
/// Integer results are extended to 64 bits by the destination's sign, which is what a wider destination register
/// receives; the caller cuts to the register's width.
#[inline(always)]
pub fn cvt(to: Scalar, from: Scalar, mods: Mods, a: u64) -> u64 {
    match (to.is_float(), from.is_float()) {
        (false, false) => int_to_int(to, from, mods.sat, a),
        (false, true) => float_to_int(to, from, mods, a),
        (true, false) => finish(to, mods, int_to_float(to, from, mods.rnd.dir(), a)),
        (true, true) if mods.ftz && to == F32 && from == F64 => {
            // As in arithmetic, rounded to 24 bits as if exponents had no end, then flushed: scaling shows it.
            let scaled = (double::num(a) * 4_294_967_296.0).to_bits();
            let r24 = float_to_float(F32, F64, mods, scaled) as u32;
            let tiny = single::num(r24 & !single::SIGN) < f32::MIN_POSITIVE * 4_294_967_296.0;
            let r = float_to_float(F32, F64, mods, a);
            finish(F32, mods, if tiny { r & u64::from(single::SIGN) } else { r })
        }
        (true, true) => finish(to, mods, float_to_float(to, from, mods, a)),
    }
}

#[inline(always)]
fn int_to_int(to: Scalar, from: Scalar, sat: bool, a: u64) -> u64 {
    let v = extend(from, a);
    if !sat {
        return extend(to, v);
    }
    let (min, max) = to.range();
    wide(from, v).clamp(min, max) as u64
}

/// The value of extended bits.
#[inline(always)]
fn wide(ty: Scalar, v: u64) -> i128 {
    if ty.is_signed() { i128::from(v as i64) } else { i128::from(v) }
}

#[inline(always)]
fn int_to_float(to: Scalar, from: Scalar, dir: Dir, a: u64) -> u64 {
    let v = extend(from, a);
    let narrow = from.bits() < 64;
    match (to, from.is_signed(), dir) {
        (F32, true, Dir::Near) if narrow => u64::from(f32_s32(v as u32)),
        (F32, false, Dir::Near) if narrow => u64::from(f32_u32(v as u32)),
        (F64, true, Dir::Near) if narrow => f64_s32(v as u32),
        (F64, false, Dir::Near) if narrow => f64_u32(v as u32),
        // What f64 cannot hold exactly overflows f16 anyway.
        (F16, true, Dir::Near) => u64::from(f16::from_f64(double::num(f64_s64(v)))),
        (F16, false, Dir::Near) => u64::from(f16::from_f64(double::num(f64_u64(v)))),
        (BF16, true, Dir::Near) if narrow => u64::from(bf16::from_f64(double::num(f64_s32(v as u32)))),
        (BF16, false, Dir::Near) if narrow => u64::from(bf16::from_f64(double::num(f64_u32(v as u32)))),
        (F32, true, Dir::Near) => u64::from(f32_s64(v)),
        (F32, false, Dir::Near) => u64::from(f32_u64(v)),
        (F64, true, Dir::Near) => f64_s64(v),
        (F64, false, Dir::Near) => f64_u64(v),
        _ => {
            let v = wide(from, v);
            soft::from_int(to.format(), dir, v < 0, v.unsigned_abs() as u64)
        }
    }
}

#[inline(always)]
fn float_to_int(to: Scalar, from: Scalar, mods: Mods, a: u64) -> u64 {
    let a = if mods.ftz && from == F32 { u64::from(single::flush(a as u32)) } else { a };
    let dir = mods.rnd.dir();
    let single = match from {
        F16 => f16::num(a as u32).to_bits(),
        BF16 => bf16::num(a as u32).to_bits(),
        _ => a as u32,
    };
    match (to, from == F64) {
        (S64, false) => s64_f32_dir(single, dir),
        (U64, false) => u64_f32_dir(single, dir),
        (S64, true) => s64_f64_dir(a, dir),
        (U64, true) => u64_f64_dir(a, dir),
        (S32, true) => extend(S32, u64::from(s32_f64_dir(a, dir))),
        (U32, true) => u64::from(u32_f64_dir(a, dir)),
        (U32, false) => u64::from(u32_f32_dir(single, dir)),
        (S32, false) => extend(S32, u64::from(s32_f32_dir(single, dir))),
        (_, false) => clamp(to, s32_f32_dir(single, dir)),
        (_, true) if double::is_nan(a) => extend(to, 1 << (to.bits() - 1)),
        (_, true) => clamp(to, s32_f64_dir(a, dir)),
    }
}

/// A signed 32-bit value in the range of a narrower type.
#[inline(always)]
fn clamp(to: Scalar, a: u32) -> u64 {
    let (min, max) = to.range();
    i64::from(a as i32).clamp(min as i64, max as i64) as u64
}

#[inline(always)]
fn float_to_float(to: Scalar, from: Scalar, mods: Mods, a: u64) -> u64 {
    // On its way to a half a denormal is not flushed, as read from a GPU: rounded away from 0 it is the least half.
    let a = if mods.ftz && from == F32 && to != F16 { u64::from(single::flush(a as u32)) } else { a };
    match (to, from, mods.rnd) {
        (F32 | F64, _, Round::None | Round::Float(_)) if to == from && !mods.ftz && !mods.sat => a, // a mere move
        (F64, F32, _) if mods.ftz => f64_f32(single::canon(single::num(a as u32))),
        (F32, F32, Round::Integral(dir)) => u64::from(f32_f32_dir(a as u32, dir)),
        (F64, F64, Round::Integral(dir)) => f64_f64_dir(a, dir),
        (F16, F16, Round::Integral(dir)) => u64::from(f16_f32(f32_f32_dir(f32_f16(a as u32), dir))),
        (BF16, BF16, Round::Integral(dir)) => u64::from(bf16_f32(f32_f32_dir(f32_bf16(a as u32), dir))),
        _ if to == from => canon(to, a),
        (F32, F16, _) => u64::from(f32_f16(a as u32)),
        (F32, BF16, _) => u64::from(f32_bf16(a as u32)),
        (F64, F32, _) => f64_f32(a as u32),
        (F64, F16, _) => f64_f32(f16::num(a as u32).to_bits()),
        (F64, BF16, _) => f64_f32(f32_bf16(a as u32)),
        (F16, F32, Round::None | Round::Float(Dir::Near)) => u64::from(f16_f32(a as u32)),
        (BF16, F32, Round::None | Round::Float(Dir::Near)) => u64::from(bf16_f32(a as u32)),
        (F16, BF16, Round::None | Round::Float(Dir::Near)) => u64::from(f16_f32(f32_bf16(a as u32))),
        (BF16, F16, Round::None | Round::Float(Dir::Near)) => u64::from(bf16_f32(f32_f16(a as u32))),
        (F32, F64, Round::None | Round::Float(Dir::Near)) => u64::from(f32_f64(a)),
        (_, F64, _) if to != F64 && double::is_nan(a) => narrow_nan(to.format(), a),
        (F16, F64, Round::None | Round::Float(Dir::Near)) => u64::from(f16::from_f64(double::num(a))),
        (BF16, F64, Round::None | Round::Float(Dir::Near)) => u64::from(bf16::from_f64(double::num(a))),
        (_, _, rnd) => soft::convert(from.format(), to.format(), rnd.dir(), a),
    }
}

/// The same number, any NaN made the hardware's.
#[inline(always)]
fn canon(ty: Scalar, a: u64) -> u64 {
    if ty.format().is_nan(a) { ty.format().nan } else { a }
}

/// `.ftz`, `.sat` and `.relu` of a float result.
#[inline(always)]
fn finish(to: Scalar, mods: Mods, r: u64) -> u64 {
    let f = to.format();
    let r = if mods.ftz && to == F32 { f.flush(r) } else { r };
    let r = if mods.sat { f.saturate(r) } else { r };
    if mods.relu && r & f.sign() != 0 && !f.is_nan(r) { 0 } else { r }
}
