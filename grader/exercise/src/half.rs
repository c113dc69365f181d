//! The 16-bit floating-point formats, by integer arithmetic only: the same on every machine.

/// The nearest `half` (1 sign, 5 exponent, 10 fraction bits), ties to even; too large becomes infinity.
pub fn f16_from_f64(value: f64) -> u16 {
    narrow(value, 5, 10)
}

/// The value of a `half`.
pub fn f16_to_f64(bits: u16) -> f64 {
    widen(bits, 5, 10)
}

/// The nearest `__nv_bfloat16` (1 sign, 8 exponent, 7 fraction bits), ties to even; too large becomes infinity.
pub fn bf16_from_f64(value: f64) -> u16 {
    narrow(value, 8, 7)
}

/// The value of an `__nv_bfloat16`.
pub fn bf16_to_f64(bits: u16) -> f64 {
    widen(bits, 8, 7)
}

/// Rounds once, straight from double: a detour by `float` would round twice.
fn narrow(value: f64, exponent_bits: u32, fraction_bits: u32) -> u16 {
    let bits = value.to_bits();
    let sign = if bits >> 63 == 0 { 0 } else { 0x8000 };
    let infinity = ((1_u64 << exponent_bits) - 1) << fraction_bits;
    let magnitude = if value.is_nan() {
        infinity | 1 << (fraction_bits - 1)
    } else if value.is_infinite() {
        infinity
    } else {
        let bias = (1_i64 << (exponent_bits - 1)) - 1;
        // A subnormal double is far below the smallest 16-bit number: its missing leading bit does not matter.
        let significand = (bits & ((1 << 52) - 1)) | 1 << 52;
        let exponent = i64::try_from(bits >> 52 & 0x7ff).unwrap_or(0) - 1023;
        // The result is counted in units of its last place; below the normal range that unit stops shrinking.
        let unit = exponent.max(1 - bias) - i64::from(fraction_bits);
        let shift = unit - (exponent - 52);
        let units = if shift > 63 { 0 } else { round_shift(significand, u32::try_from(shift).unwrap_or(0)) };
        // Adding the significand with its leading bit to the exponent field carries into the exponent by itself, also
        // when rounding reached the next power of two.
        let field = u64::try_from(exponent.max(1 - bias) + bias - 1).unwrap_or(0);
        ((field << fraction_bits) + units).min(infinity)
    };
    sign | u16::try_from(magnitude).unwrap_or(0x7fff)
}

/// `value / 2^shift`, rounded to the nearest integer, ties to even.
fn round_shift(value: u64, shift: u32) -> u64 {
    let Some(half) = (1_u64 << shift).checked_shr(1).filter(|&h| h > 0) else { return value };
    let rest = value & ((1 << shift) - 1);
    let quotient = value >> shift;
    quotient + u64::from(rest > half || (rest == half && quotient & 1 == 1))
}

fn widen(bits: u16, exponent_bits: u32, fraction_bits: u32) -> f64 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let field = u32::from(bits & 0x7fff) >> fraction_bits;
    let fraction = u32::from(bits) & ((1 << fraction_bits) - 1);
    let bias = (1_i32 << (exponent_bits - 1)) - 1;
    let last_place = |exponent: i32| 2.0_f64.powi(exponent - fraction_bits.cast_signed());
    if field == (1 << exponent_bits) - 1 {
        if fraction == 0 { sign * f64::INFINITY } else { f64::NAN }
    } else if field == 0 {
        sign * f64::from(fraction) * last_place(1 - bias)
    } else {
        sign * f64::from(fraction | 1 << fraction_bits) * last_place(field.cast_signed() - bias)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every finite value survives, and between two neighbours the nearer one wins, the even one on a tie.
    fn check_format(to: fn(f64) -> u16, from: fn(u16) -> f64, infinity: u16) {
        for bits in 0..infinity {
            let value = from(bits);
            assert_eq!(to(value), bits);
            assert_eq!(to(-value), bits | 0x8000);
            if bits + 1 < infinity {
                let next = from(bits + 1);
                let middle = f64::midpoint(value, next);
                assert_eq!(to(middle), if bits % 2 == 0 { bits } else { bits + 1 });
                assert_eq!(to(middle.next_down()), bits);
                assert_eq!(to(middle.next_up()), bits + 1);
            }
        }
        let largest = from(infinity - 1);
        let step = largest - from(infinity - 2);
        assert_eq!(to(largest + step / 2.0), infinity);
        assert_eq!(to((largest + step / 2.0).next_down()), infinity - 1);
        assert_eq!(to(f64::MAX), infinity);
        assert_eq!(to(f64::NEG_INFINITY), infinity | 0x8000);
        assert_eq!(from(infinity), f64::INFINITY);
        assert!(from(to(f64::NAN)).is_nan());
        assert_eq!(to(f64::MIN_POSITIVE / 4.0), 0);
        assert_eq!(to(-0.0), 0x8000);
    }

    #[test]
    fn f16() {
        check_format(f16_from_f64, f16_to_f64, 0x7c00);
        assert_eq!(f16_from_f64(1.0), 0x3c00);
        assert_eq!(f16_from_f64(65504.0), 0x7bff);
        assert_eq!(f16_from_f64(0.1), 0x2e66);
        assert_eq!(f16_from_f64(6e-8), 1);
    }

    #[test]
    fn bf16() {
        check_format(bf16_from_f64, bf16_to_f64, 0x7f80);
        assert_eq!(bf16_from_f64(1.0), 0x3f80);
        assert_eq!(bf16_from_f64(std::f64::consts::PI), 0x4049);
    }
}
