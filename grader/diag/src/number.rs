//! How numbers are written in messages.

/// Writes a number so that learners can compare it: whole numbers in full, single-precision values with the fewest digits
/// that tell them apart, others with nine significant digits; very large and very small ones with an exponent.
pub fn format_number(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    if value == value.trunc() && value.abs() < 1e15 {
        return format!("{value:.0}");
    }
    #[expect(clippy::cast_possible_truncation, reason = "asks whether single precision holds the value")]
    let single = value as f32;
    let scientific =
        if f64::from(single) == value { format!("{single:e}") } else { trim_mantissa(&format!("{value:.8e}")) };
    let exponent: i32 = scientific.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    if !(-5..15).contains(&exponent) {
        return scientific;
    }
    // Writing the decimal digits of the scientific form again without an exponent loses nothing: the digits decide.
    let digits = scientific.split_once('e').map_or(0, |(m, _)| m.split_once('.').map_or(0, |(_, f)| f.len()));
    let decimals = usize::try_from(i32::try_from(digits).unwrap_or(0) - exponent).unwrap_or(0);
    format!("{value:.decimals$}")
}

/// Removes the zeros at the end of the mantissa of `1.50000000e3`.
fn trim_mantissa(text: &str) -> String {
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            format!("{}e{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
        }
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let check = |value: f64, expected: &str| assert_eq!(format_number(value), expected);
        check(0.0, "0");
        check(-0.0, "-0");
        check(3.0, "3");
        check(100_003.0, "100003");
        check(f64::from(3.3_f32), "3.3");
        check(f64::from(0.1_f32 + 0.2_f32), "0.3");
        check(0.1, "0.1");
        check(1.0 / 3.0, "0.333333333");
        check(f64::from(1.0_f32 / 3.0), "0.33333334");
        check(-1234.567, "-1234.567");
        check(1.5e-7, "1.5e-7");
        check(1.0e20, "1e20");
        check(f64::from(f32::MIN_POSITIVE), "1.1754944e-38");
        check(0.00012, "0.00012");
        check(f64::INFINITY, "inf");
        check(f64::NEG_INFINITY, "-inf");
        check(f64::NAN, "NaN");
    }
}
