//! Compares an output with the reference.

use exercise::{Allowance, Dtype};

/// An output and what it is compared with.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    /// The type of the output's elements.
    pub dtype: Dtype,
    /// What the output holds.
    pub got: &'a [f64],
    /// The float64 reference.
    pub want: &'a [f64],
    /// The size of the terms behind each element; empty when the reference gives none.
    pub magnitude: &'a [f64],
    /// The length of a row.
    pub cols: usize,
}

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
    /// Whether each element differs. Kept for the patterns.
    pub wrong: Vec<bool>,
    /// Whether each element was left out.
    pub skipped: Vec<bool>,
    /// A row whose elements are all within the tolerance but whose sum is not.
    pub wrong_sum: Option<RowSum>,
}

/// A row with the wrong sum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RowSum {
    /// Which row.
    pub row: usize,
    /// Its sum.
    pub sum: f64,
    /// How far from 1 it may be.
    pub allowed: f64,
}

/// Compares an output with the reference. `skip`: elements that are not compared (those never written, which are another
/// finding).
///
/// The rules are [`Allowance::accepts`]'s: a NaN is right exactly where the reference is NaN, an infinity where the
/// reference, rounded to the element's type, is that infinity.
pub fn compare(pair: &Pair<'_>, allowance: &Allowance, skip: impl Fn(usize) -> bool) -> Comparison {
    let mut result = Comparison {
        n_mismatched: 0,
        first: None,
        last: None,
        max_abs_error: 0.0,
        max_rel_error: 0.0,
        wrong: vec![false; pair.got.len()],
        skipped: (0..pair.got.len()).map(&skip).collect(),
        wrong_sum: None,
    };
    for (i, (&got, &want)) in pair.got.iter().zip(pair.want).enumerate() {
        if result.skipped[i] {
            continue;
        }
        let accepted = allowance.accepts(got, want, magnitude(pair, i), pair.dtype);
        let error = error(got, want, accepted);
        result.max_abs_error = result.max_abs_error.max(error);
        if want != 0.0 && want.is_finite() {
            result.max_rel_error = result.max_rel_error.max(error / want.abs());
        }
        if !accepted {
            result.n_mismatched += 1;
            result.first.get_or_insert(i);
            result.last = Some(i);
            result.wrong[i] = true;
        }
    }
    if result.n_mismatched == 0 {
        result.wrong_sum = allowance.row_sum.and_then(|allowed| wrong_sum(pair, allowed, skip));
    }
    result
}

/// The size of the terms behind element `i`.
pub fn magnitude(pair: &Pair<'_>, i: usize) -> f64 {
    pair.magnitude.get(i).copied().unwrap_or(0.0)
}

/// |got − want|, never NaN: where the difference has no meaning, 0 for what is accepted and infinite for what is not.
fn error(got: f64, want: f64, accepted: bool) -> f64 {
    if got.is_finite() && want.is_finite() {
        return (got - want).abs();
    }
    if accepted { 0.0 } else { f64::INFINITY }
}

/// The first row whose sum is further from 1 than `allowed`, among rows that were wholly compared and whose reference
/// sums to 1.
fn wrong_sum(pair: &Pair<'_>, allowed: f64, skip: impl Fn(usize) -> bool) -> Option<RowSum> {
    let cols = pair.cols.max(1);
    let rows = pair.got.chunks(cols).zip(pair.want.chunks(cols)).enumerate();
    rows.filter(|(row, (got, _))| !(0..got.len()).any(|col| skip(row * cols + col))).find_map(|(row, (got, want))| {
        let is_one = (want.iter().sum::<f64>() - 1.0).abs() < 1e-9;
        let sum = got.iter().sum::<f64>();
        (is_one && (sum - 1.0).abs() > allowed).then_some(RowSum { row, sum, allowed })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: Allowance = Allowance { exact: false, relative: 0.0, magnitude: 0.0, absolute: 0.5, row_sum: None };

    /// A pair without magnitudes, in rows of two.
    fn pair<'a>(dtype: Dtype, got: &'a [f64], want: &'a [f64]) -> Pair<'a> {
        Pair { dtype, got, want, magnitude: &[], cols: 2 }
    }

    /// Which indices differ when 0.5 is allowed.
    #[track_caller]
    fn check(dtype: Dtype, got: &[f64], want: &[f64], wrong: &[usize]) {
        let result = compare(&pair(dtype, got, want), &HALF, |_| false);
        let found: Vec<usize> = (0..got.len()).filter(|&i| result.wrong[i]).collect();
        assert_eq!(found, wrong);
        let ends = (wrong.len(), wrong.first().copied(), wrong.last().copied());
        assert_eq!((result.n_mismatched, result.first, result.last), ends);
        assert!(!result.max_abs_error.is_nan() && !result.max_rel_error.is_nan());
    }

    #[test]
    fn numbers() {
        check(Dtype::F32, &[1.0, 2.0, -0.0, 4.6], &[1.4, 2.6, 0.0, 4.0], &[1, 3]);
    }

    #[test]
    fn nan_is_right_only_where_it_is_wanted() {
        let nan = f64::NAN;
        check(Dtype::F32, &[nan, 1.0, nan], &[nan, nan, 1.0], &[1, 2]);
    }

    #[test]
    fn infinities() {
        let inf = f64::INFINITY;
        check(Dtype::F32, &[inf, inf, -inf, 1.0, inf], &[inf, -inf, -inf, inf, 1.0], &[1, 3, 4]);
        // The sum of two halves beyond 65504 is infinite in half precision.
        check(Dtype::F16, &[inf, inf, -inf], &[70_000.0, 1000.0, 70_000.0], &[1, 2]);
    }

    #[test]
    fn skipped_elements_do_not_count() {
        let result = compare(&pair(Dtype::F32, &[9.0, 1.0], &[0.0, 1.0]), &HALF, |i| i == 0);
        assert_eq!((result.n_mismatched, result.max_abs_error), (0, 0.0));
    }

    #[test]
    fn sums_of_rows() {
        let allowance = Allowance { row_sum: Some(0.125), ..HALF };
        let sum = |got: &[f64], want: &[f64]| compare(&pair(Dtype::F32, got, want), &allowance, |_| false).wrong_sum;
        assert_eq!(sum(&[0.5, 0.5, 0.25, 0.5], &[0.5; 4]), Some(RowSum { row: 1, sum: 0.75, allowed: 0.125 }));
        assert_eq!(sum(&[0.5, 0.5, 0.4375, 0.5], &[0.5; 4]), None);
        // Rows that need not sum to 1.
        assert_eq!(sum(&[1.0, 1.0], &[1.0, 1.25]), None);
    }
}
