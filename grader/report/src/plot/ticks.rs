//! Which values stand beside an axis.

/// Round values of a logarithmic axis from `low` to `high`, both positive: three or more where there are that many.
///
/// `apart`: the part of the axis that lies between two of them at least, so that their labels have room.
pub(super) fn ticks(low: f64, high: f64, apart: f64) -> Vec<f64> {
    let mut ticks = round(low, high);
    let least = (high / low).powf(apart);
    let mut last = 0.0;
    ticks.retain(|value| {
        let has_room = *value >= last * least;
        if has_room {
            last = *value;
        }
        has_room
    });
    ticks
}

fn round(low: f64, high: f64) -> Vec<f64> {
    let inside = |value: &f64| (low..=high).contains(value);
    #[expect(clippy::cast_possible_truncation, reason = "exponents of ten are small")]
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let decades: Vec<f64> = (first..=last).map(|exponent| 10_f64.powi(exponent)).collect();
    let tens: Vec<f64> = decades.iter().copied().filter(inside).collect();
    // More than four do not help, however many decades there are.
    if tens.len() >= 4 {
        let step = tens.len().div_ceil(5);
        return tens.into_iter().step_by(step).collect();
    }
    let some: Vec<f64> = decades.iter().flat_map(|ten| [1.0, 2.0, 5.0].map(|n| n * ten)).filter(inside).collect();
    if some.len() >= 3 {
        return some;
    }
    // Even steps, as large as leave three values.
    let ten = 10_f64.powf((high - low).log10().floor());
    let steps = [5.0, 2.0, 1.0, 0.5, 0.2, 0.1].map(|n| n * ten);
    let evenly = |step: f64| -> Vec<f64> {
        let first = (low / step).ceil();
        (0..12).map(|n| (first + f64::from(n)) * step).take_while(|value| *value <= high).collect()
    };
    steps.into_iter().map(evenly).find(|ticks| ticks.len() >= 3).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tick;

    #[test]
    fn round_values() {
        let check = |low: f64, high: f64, expected: &[&str]| {
            let seen: Vec<String> = ticks(low, high, 0.1).into_iter().map(tick).collect();
            assert_eq!(seen, expected, "{low} to {high}");
        };
        check(3.0, 300.0, &["5", "10", "20", "50", "100", "200"]);
        check(0.02, 3.0, &["0.02", "0.05", "0.1", "0.2", "0.5", "1", "2"]);
        check(0.5, 20_000.0, &["1", "10", "100", "1,000", "10,000"]);
        check(0.5, 2e9, &["1", "100", "10,000", "1,000,000", "1e8"]);
        check(128.0, 163.0, &["130", "140", "150", "160"]);
        check(3.3, 7.6, &["4", "5", "6", "7"]);
        check(2.3, 7.4, &["3", "4", "5", "6", "7"]);
        check(1.01, 1.061, &["1.02", "1.04", "1.06"]);
        check(560.0, 1400.0, &["600", "800", "1,000", "1,200", "1,400"]);
        assert_eq!(ticks(560.0, 1400.0, 0.2), [600.0, 800.0, 1000.0, 1400.0], "1,200 is too near");
        check(99.0, 101.5, &["99", "100", "101"]);
    }
}
