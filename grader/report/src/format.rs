//! Numbers as the page shows them: three digits are what a measurement is worth.

/// A measured value with three significant digits, none cut off before the point: `7.72`, `70.0`, `540`, `4,272`.
pub(crate) fn measured(value: f64) -> String {
    let decimals = match value.abs() {
        size if size < 10.0 => 2,
        size if size < 100.0 => 1,
        _ => 0,
    };
    // Rounded first: 9.996 has two digits before the point when it is written.
    let text = format!("{value:.decimals$}");
    match decimals {
        0 => grouped(&text),
        _ => match text.parse::<f64>() {
            Ok(rounded) if rounded.abs() >= 100.0 => format!("{value:.0}"),
            Ok(rounded) if rounded.abs() >= 10.0 => format!("{value:.1}"),
            _ => text,
        },
    }
}

/// A number on an axis: as short as it goes, `0.05`, `20`, `5,000`, `1e9`.
pub(crate) fn tick(value: f64) -> String {
    match value {
        value if !(1e-4..1e7).contains(&value) => format!("{value:e}"),
        value => {
            let text = format!("{value:.6}");
            let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
            let fraction = fraction.trim_end_matches('0');
            if fraction.is_empty() { grouped(whole) } else { format!("{}.{fraction}", grouped(whole)) }
        }
    }
}

/// A count: `12,345`.
pub(crate) fn count(value: usize) -> String {
    grouped(&value.to_string())
}

/// Digits with a comma before each group of three.
fn grouped(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let mut text = sign.to_owned();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && digits.bytes().all(|b| b.is_ascii_digit()) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let check = |value: f64, expected: &str| assert_eq!(measured(value), expected);
        check(0.0, "0.00");
        check(7.716, "7.72");
        check(9.996, "10.0");
        check(70.04, "70.0");
        check(99.96, "100");
        check(827.7, "828");
        check(4272.4, "4,272");
        check(1_234_567.0, "1,234,567");
        check(f64::INFINITY, "inf");
        let check = |value: f64, expected: &str| assert_eq!(tick(value), expected);
        check(0.05, "0.05");
        check(0.002, "0.002");
        check(1.0, "1");
        check(1.02 + 0.02, "1.04");
        check(1234.5, "1,234.5");
        check(5000.0, "5,000");
        check(1e9, "1e9");
        check(2e-6, "2e-6");
        assert_eq!(count(999), "999");
        assert_eq!(count(12_345), "12,345");
    }
}
