//! The 8-bit formats of `cvt`: `e4m3` and `e5m2`. PTX ISA: `alternate-floating-point-data-formats` and
//! `data-movement-and-conversion-instructions-cvt`.
//!
//! `e5m2` is the upper byte of an f16. `e4m3` has no infinities: its highest exponent holds numbers, up to 448, and one
//! NaN of either sign.

use super::soft::{self, Dir, Format, Num, Value};

/// An 8-bit format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fp8 {
    /// 4 bits of exponent, 3 of fraction.
    E4m3,
    /// 5 bits of exponent, 2 of fraction.
    E5m2,
}

/// The NaN that conversions produce, in both formats.
const NAN: u32 = 0x7f;

impl Fp8 {
    /// The format of either half of a packed PTX type.
    pub const fn of(ty: ptx::Ty) -> Option<Self> {
        match ty {
            ptx::Ty::E4M3x2 => Some(Self::E4m3),
            ptx::Ty::E5M2x2 => Some(Self::E5m2),
            _ => None,
        }
    }

    /// A format in which the bits of the magnitude are the same, once `shift` is added to the exponent: one with a
    /// further bit of exponent, so that the highest exponent of this one is not special.
    const fn wide(self) -> (Format, i32) {
        match self {
            Self::E4m3 => (Format { frac: 3, exp: 5, nan: 0xff }, -8),
            Self::E5m2 => (Format { frac: 2, exp: 6, nan: 0xff }, -16),
        }
    }

    /// Bits of the largest finite number.
    const fn max(self) -> u64 {
        match self {
            Self::E4m3 => 0x7e,
            Self::E5m2 => 0x7b,
        }
    }
}

/// `cvt.rn.satfinite{.relu}` of one number of a format: beyond the largest finite number saturates, infinities too.
pub fn from_float(to: Fp8, from: Format, relu: bool, x: u64) -> u32 {
    let (neg, magnitude) = match soft::unpack(from, x) {
        Value::Nan => return NAN,
        Value::Inf(neg) => (neg, to.max()),
        Value::Num(n) => {
            let (wide, shift) = to.wide();
            let scaled = Num { neg: false, exp: n.exp.wrapping_add(shift), sig: n.sig };
            (n.neg, soft::round(wide, Dir::Near, scaled).min(to.max()))
        }
    };
    if !neg {
        magnitude as u32
    } else if relu {
        0
    } else {
        magnitude as u32 | 0x80
    }
}

/// `cvt.rn{.relu}.f16` of one number: exact; NaN becomes the NaN of f16.
pub fn to_f16(from: Fp8, relu: bool, x: u32) -> u32 {
    let magnitude = x & 0x7f;
    let (is_nan, bits) = match from {
        Fp8::E4m3 => {
            let (exp, fraction) = ((magnitude >> 3) as i32, u128::from(magnitude & 7));
            let (sig, exp) = if exp == 0 { (fraction, 1) } else { (fraction | 8, exp) };
            let exact = Num { neg: false, exp: exp.wrapping_sub(10), sig };
            (magnitude == 0x7f, soft::round(soft::F16, Dir::Near, exact) as u32)
        }
        Fp8::E5m2 => (magnitude > 0x7c, magnitude << 8),
    };
    if is_nan {
        0x7fff
    } else if x & 0x80 == 0 {
        bits
    } else if relu {
        0
    } else {
        bits | 0x8000
    }
}

/// `cvt.rn.satfinite{.relu}.{e4m3x2,e5m2x2}.f32`: `a` becomes the upper byte, `b` the lower.
#[inline(always)]
pub fn pair_f32(to: Fp8, relu: bool, a: u32, b: u32) -> u32 {
    from_float(to, soft::F32, relu, u64::from(a)) << 8 | from_float(to, soft::F32, relu, u64::from(b))
}

/// `cvt.rn.satfinite{.relu}.{e4m3x2,e5m2x2}.f16x2`
#[inline(always)]
pub fn pair_f16x2(to: Fp8, relu: bool, a: u32) -> u32 {
    let half = |h: u32| from_float(to, soft::F16, relu, u64::from(h));
    half(a >> 16) << 8 | half(a & 0xffff)
}

/// `cvt.rn{.relu}.f16x2.{e4m3x2,e5m2x2}`
#[inline(always)]
pub fn f16x2_pair(from: Fp8, relu: bool, a: u32) -> u32 {
    to_f16(from, relu, a >> 8 & 0xff) << 16 | to_f16(from, relu, a & 0xff)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the bits stand for, from the definition; infinite and NaN as f64's.
    fn value(format: Fp8, x: u32) -> f64 {
        let (frac, bias) = if format == Fp8::E4m3 { (3, 7) } else { (2, 15) };
        let (exp, fraction) = ((x & 0x7f) >> frac, f64::from(x & ((1 << frac) - 1)) / f64::from(1 << frac));
        let sign = if x & 0x80 == 0 { 1.0 } else { -1.0 };
        match format {
            Fp8::E4m3 if x & 0x7f == 0x7f => f64::NAN,
            Fp8::E5m2 if exp == 31 && fraction == 0.0 => sign * f64::INFINITY,
            Fp8::E5m2 if exp == 31 => f64::NAN,
            _ if exp == 0 => sign * fraction * f64::from(1 - bias).exp2(),
            _ => sign * (1.0 + fraction) * f64::from(exp as i32 - bias).exp2(),
        }
    }

    #[test]
    fn every_byte_is_exact_in_f16_and_comes_back() {
        for format in [Fp8::E4m3, Fp8::E5m2] {
            for x in 0..=0xff {
                let (want, half) = (value(format, x), to_f16(format, false, x));
                let single = f32::from_bits(crate::num::cvt::f32_f16(half));
                if want.is_nan() {
                    assert_eq!(half, 0x7fff);
                    continue;
                }
                assert_eq!(f64::from(single).to_bits(), want.to_bits(), "{format:?} {x:02x}");
                let back = from_float(format, soft::F32, false, u64::from(single.to_bits()));
                let saturated = if want.is_infinite() { x - 1 } else { x };
                assert_eq!(back, saturated, "{format:?} {x:02x}");
                let relu = if x & 0x80 == 0 { saturated } else { 0 };
                assert_eq!(from_float(format, soft::F16, true, u64::from(half)), relu);
            }
        }
    }

    #[test]
    fn between_two_bytes_the_nearer_wins_and_ties_go_to_even() {
        for (format, max) in [(Fp8::E4m3, 0x7e), (Fp8::E5m2, 0x7b)] {
            for x in 0..max {
                let (lo, hi) = (value(format, x), value(format, x + 1));
                let middle = ((lo + hi) / 2.0) as f32;
                let at = |f: f32| from_float(format, soft::F32, false, u64::from(f.to_bits()));
                assert_eq!(at(middle), if x & 1 == 0 { x } else { x + 1 }, "{format:?} {x:02x}");
                assert_eq!((at(middle.next_down()), at(middle.next_up())), (x, x + 1), "{format:?} {x:02x}");
                assert_eq!(at(-middle.next_up()), 0x80 | (x + 1));
            }
            for big in [value(format, max) as f32 * 1.5, f32::MAX, f32::INFINITY] {
                assert_eq!(from_float(format, soft::F32, false, u64::from(big.to_bits())), max);
                assert_eq!(from_float(format, soft::F32, false, u64::from((-big).to_bits())), max | 0x80);
            }
            assert_eq!(from_float(format, soft::F32, true, 0xffc0_0000), NAN);
        }
    }
}
