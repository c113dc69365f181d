//! Compares an output with the reference.

use crate::elem::Elem;

/// What a comparison found.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// How many elements differ by more than is allowed, among those compared.
    pub n_mismatched: usize,
    /// The first of them.
    pub first: Option<usize>,
    /// The last of them.
    pub last: Option<usize>,
    /// The largest |got − want|; infinite where one of the two is not finite and the other differs.
    pub max_abs_error: f64,
    /// The largest |got − want| / |want|, over elements with want ≠ 0.
    pub max_rel_error: f64,
    /// One bit per element: whether it differs. Kept for the patterns.
    pub wrong: Vec<bool>,
}

/// Compares `got`, elements of type `elem`, with `want`, the float64 reference.
///
/// `allowed`: the largest |got − want| at an index. `skip`: elements that are not compared (those never written, which
/// are another finding).
///
/// A NaN is right exactly where the reference is NaN, an infinity where the reference, rounded to the element's type, is
/// that infinity. Zeros of either sign are equal.
pub fn compare(
    elem: Elem,
    got: &[f64],
    want: &[f64],
    allowed: impl Fn(usize) -> f64,
    skip: impl Fn(usize) -> bool,
) -> Comparison {
    let mut result = Comparison {
        n_mismatched: 0,
        first: None,
        last: None,
        max_abs_error: 0.0,
        max_rel_error: 0.0,
        wrong: vec![false; got.len()],
    };
    for (i, (&got, &want)) in got.iter().zip(want).enumerate() {
        if skip(i) {
            continue;
        }
        let error = error(elem, got, want);
        result.max_abs_error = result.max_abs_error.max(error);
        if want != 0.0 && want.is_finite() {
            result.max_rel_error = result.max_rel_error.max(error / want.abs());
        }
        if error > allowed(i) {
            result.n_mismatched += 1;
            result.first.get_or_insert(i);
            result.last = Some(i);
            result.wrong[i] = true;
        }
    }
    result
}

/// |got − want|, never NaN: where the difference has no meaning, it is 0 for equal kinds and infinite for others.
fn error(elem: Elem, got: f64, want: f64) -> f64 {
    if got.is_finite() && want.is_finite() {
        return (got - want).abs();
    }
    let rounded = elem.round(want);
    if got == rounded || got == want || (got.is_nan() && want.is_nan()) { 0.0 } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which indices differ when 0.5 is allowed.
    #[track_caller]
    fn check(elem: Elem, got: &[f64], want: &[f64], wrong: &[usize]) {
        let result = compare(elem, got, want, |_| 0.5, |_| false);
        let found: Vec<usize> = (0..got.len()).filter(|&i| result.wrong[i]).collect();
        assert_eq!(found, wrong);
        assert_eq!(
            (result.n_mismatched, result.first, result.last),
            (wrong.len(), wrong.first().copied(), wrong.last().copied())
        );
        assert!(!result.max_abs_error.is_nan() && !result.max_rel_error.is_nan());
    }

    #[test]
    fn numbers() {
        check(Elem::F32, &[1.0, 2.0, -0.0, 4.6], &[1.4, 2.6, 0.0, 4.0], &[1, 3]);
    }

    #[test]
    fn nan_is_right_only_where_it_is_wanted() {
        let nan = f64::NAN;
        check(Elem::F32, &[nan, 1.0, nan], &[nan, nan, 1.0], &[1, 2]);
    }

    #[test]
    fn infinities() {
        let inf = f64::INFINITY;
        check(Elem::F32, &[inf, inf, -inf, 1.0, inf], &[inf, -inf, -inf, inf, 1.0], &[1, 3, 4]);
        // The sum of two halves beyond 65504 is infinite in half precision.
        check(Elem::F16, &[inf, inf, -inf], &[70_000.0, 1000.0, 70_000.0], &[1, 2]);
    }

    #[test]
    fn an_infinite_tolerance_of_nan_fails_nothing_by_accident() {
        let result = compare(Elem::F32, &[f64::NAN], &[1.0], |_| 1e30, |_| false);
        assert_eq!(result.n_mismatched, 1);
    }

    #[test]
    fn skipped_elements_do_not_count() {
        let result = compare(Elem::F32, &[9.0, 1.0], &[0.0, 1.0], |_| 0.0, |i| i == 0);
        assert_eq!((result.n_mismatched, result.max_abs_error), (0, 0.0));
    }
}
