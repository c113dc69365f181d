//! What the pattern of wrong values says about the mistake: a good teacher's first guess.
//!
//! Each guess is checked against all values before it is said; a guess that holds only in part is not said.

use diag::{Text, msg};

use crate::compare::Comparison;

/// An output, what it should hold, and the input it comes from.
#[derive(Debug, Clone, Copy)]
pub struct Values<'a> {
    /// The output's name.
    pub buffer: &'a str,
    /// What it holds.
    pub got: &'a [f64],
    /// What it should hold.
    pub want: &'a [f64],
    /// Its shape.
    pub shape: &'a [usize],
    /// The first input: its name and values.
    pub input: Option<(&'a str, &'a [f64])>,
    /// The inputs' shape.
    pub input_shape: &'a [usize],
    /// Threads per block.
    pub block: usize,
}

/// The relative difference within which two values count as the same value, computed in another order.
const SAME: f64 = 1e-3;

/// What `comparison` of `values` suggests: the most specific guess first, one or two sentences.
pub fn guesses(values: &Values<'_>, comparison: &Comparison) -> Vec<Text> {
    let guess = not_finite(values, comparison)
        .or_else(|| partial_rows(values, comparison))
        .or_else(|| constant(values, comparison))
        .or_else(|| shifted(values, comparison))
        .or_else(|| factor(values, comparison))
        .or_else(|| row_sums(values, comparison));
    guess.into_iter().chain(range(values, comparison)).collect()
}

/// The wrong elements: index, got, want.
fn wrong<'a>(
    values: &'a Values<'_>,
    comparison: &'a Comparison,
) -> impl Iterator<Item = (usize, f64, f64)> + Clone + 'a {
    let all = values.got.iter().zip(values.want).enumerate();
    all.filter(|(i, _)| comparison.wrong.get(*i) == Some(&true)).map(|(i, (&got, &want))| (i, got, want))
}

/// Whether two finite values are the same up to rounding.
fn same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= SAME * a.abs().max(b.abs())
}

/// All wrong elements are NaN or infinite although the reference is finite.
fn not_finite(values: &Values<'_>, comparison: &Comparison) -> Option<Text> {
    let overflow = wrong(values, comparison).all(|(_, got, want)| !got.is_finite() && want.is_finite());
    if !overflow {
        return None;
    }
    let (name, input) = values.input?;
    let largest = input.iter().copied().filter(|x| x.is_finite()).fold(0.0_f64, |max, x| max.max(x.abs()));
    // exp(89) is the first whole number that float cannot hold.
    if largest > 88.0 {
        return Some(msg!("judge-guess-overflow", buffer = values.buffer, input = name, largest = largest));
    }
    let nan = wrong(values, comparison).all(|(_, got, _)| got.is_nan());
    nan.then(|| msg!("judge-guess-nan", buffer = values.buffer))
}

/// The row-wise result is that of the first `k` columns only: a block or a warp that never loops.
fn partial_rows(values: &Values<'_>, comparison: &Comparison) -> Option<Text> {
    let (name, input) = values.input?;
    let &[rows, columns] = values.input_shape else { return None };
    if values.shape != [rows] || columns == 0 || comparison.n_mismatched < rows.div_ceil(2) {
        return None;
    }
    let row_of = |row: usize| input.get(row * columns..(row + 1) * columns);
    let holds = |part: &dyn Fn(&[f64]) -> f64| {
        wrong(values, comparison).all(|(row, got, _)| row_of(row).is_some_and(|r| same(part(r), got)))
    };
    let sum = |r: &[f64]| r.iter().sum::<f64>();
    // Only for sums: for anything else these guesses would mean nothing.
    let is_sum = values
        .want
        .iter()
        .enumerate()
        .all(|(row, &want)| row_of(row).is_some_and(|r| same(sum(r), want) || want.abs() < 1e-3));
    if !is_sum {
        return None;
    }
    for k in [1, 32, values.block, values.block * 2, columns - columns % values.block.max(1), columns - 1] {
        if k > 0 && k < columns && holds(&|r: &[f64]| sum(&r[..k])) {
            return Some(msg!(
                "judge-guess-first-columns",
                buffer = values.buffer,
                input = name,
                count = k,
                columns = columns
            ));
        }
    }
    if columns > 1 && holds(&|r: &[f64]| sum(&r[1..])) {
        return Some(msg!("judge-guess-without-first", buffer = values.buffer, input = name));
    }
    // What thread 0 holds before anything is exchanged.
    let own = |r: &[f64]| r.iter().step_by(values.block.max(1)).sum::<f64>();
    if holds(&own) {
        return Some(msg!("judge-guess-one-thread", buffer = values.buffer, input = name, block = values.block));
    }
    // What warp 0 holds: lanes 0 to 31 of every stride.
    let warp = |r: &[f64]| r.chunks(values.block.max(1)).map(|chunk| sum(&chunk[..chunk.len().min(32)])).sum::<f64>();
    holds(&warp).then(|| msg!("judge-guess-one-warp", buffer = values.buffer, input = name))
}

/// All wrong elements hold one value.
fn constant(values: &Values<'_>, comparison: &Comparison) -> Option<Text> {
    if comparison.n_mismatched < 2 {
        return None;
    }
    let (_, first, _) = wrong(values, comparison).next()?;
    wrong(values, comparison)
        .all(|(_, got, _)| got == first)
        .then(|| msg!("judge-guess-constant", buffer = values.buffer, value = first))
}

/// Every wrong element holds what belongs elsewhere at one distance, or holds the input itself.
fn shifted(values: &Values<'_>, comparison: &Comparison) -> Option<Text> {
    if comparison.n_mismatched < 4 {
        return None;
    }
    let at = |i: usize, by: isize| i.checked_add_signed(by).and_then(|j| values.want.get(j)).copied();
    let (first, got, _) = wrong(values, comparison).next()?;
    for by in [1, -1, 32, -32, values.block as isize, -(values.block as isize)] {
        let mut n_compared = 0_usize;
        let holds = wrong(values, comparison).all(|(i, got, _)| {
            at(i, by).is_none_or(|want| {
                n_compared += 1;
                same(got, want)
            })
        });
        if holds && n_compared >= 4 {
            let from = first.checked_add_signed(by).filter(|&j| j < values.want.len());
            return from.map(|from| {
                msg!("judge-guess-shifted", buffer = values.buffer, index = first, from = from, value = got)
            });
        }
    }
    let (name, input) = values.input?;
    (input.len() == values.got.len() && wrong(values, comparison).all(|(i, got, _)| input.get(i) == Some(&got)))
        .then(|| msg!("judge-guess-is-input", buffer = values.buffer, input = name))
}

/// Every wrong element is the wanted one times the same number.
fn factor(values: &Values<'_>, comparison: &Comparison) -> Option<Text> {
    if comparison.n_mismatched < 4 {
        return None;
    }
    let (_, got, want) = wrong(values, comparison).find(|&(_, _, want)| want != 0.0)?;
    let factor = got / want;
    let holds = factor.is_finite() && wrong(values, comparison).all(|(_, got, want)| same(got, want * factor));
    holds.then(|| msg!("judge-guess-factor", buffer = values.buffer, factor = (factor * 1e4).round() / 1e4))
}

/// Rows that should sum to 1 sum to something else.
fn row_sums(values: &Values<'_>, comparison: &Comparison) -> Option<Text> {
    let &[_, columns] = values.shape else { return None };
    let sums = |all: &[f64]| all.chunks(columns.max(1)).map(|row| row.iter().sum::<f64>()).collect::<Vec<_>>();
    if columns < 2 || !sums(values.want).iter().all(|sum| (sum - 1.0).abs() < 1e-6) {
        return None;
    }
    let row = comparison.first? / columns;
    let sum = sums(values.got).get(row).copied()?;
    let off = (sum - 1.0).abs() > 1e-3;
    off.then(|| msg!("judge-guess-row-sum", buffer = values.buffer, row = row, sum = (sum * 1e5).round() / 1e5))
}

/// Where the wrong elements lie, when that is a range with right elements beside it.
fn range(values: &Values<'_>, comparison: &Comparison) -> Option<Text> {
    let (first, last) = (comparison.first?, comparison.last?);
    let n = values.got.len();
    if comparison.n_mismatched < 2 || comparison.n_mismatched == n {
        return None;
    }
    if let &[rows, columns] = values.shape
        && rows > 1
        && columns > 1
    {
        let mut lowest = columns;
        let mut highest = 0;
        for (i, _, _) in wrong(values, comparison) {
            lowest = lowest.min(i % columns);
            highest = highest.max(i % columns);
        }
        if highest - lowest + 1 < columns
            && comparison.n_mismatched == (highest - lowest + 1) * (rows.min(last / columns + 1) - first / columns)
        {
            return Some(msg!(
                "judge-range-columns",
                buffer = values.buffer,
                first = lowest,
                last = highest,
                columns = columns
            ));
        }
    }
    (comparison.n_mismatched == last - first + 1)
        .then(|| msg!("judge-range-elements", buffer = values.buffer, first = first, last = last, n = n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use exercise::{Allowance, Dtype};

    use crate::compare::{Pair, compare};

    /// The ids of the guesses for `got`, where the input has `input_shape` and blocks have 4 threads.
    #[track_caller]
    fn check(got: &[f64], want: &[f64], shape: &[usize], input: &[f64], input_shape: &[usize], ids: &[&str]) {
        let values = Values { buffer: "out", got, want, shape, input: Some(("in", input)), input_shape, block: 4 };
        let pair = Pair { dtype: Dtype::F32, got, want, magnitude: &[], cols: 1 };
        let allowance = Allowance { exact: false, relative: 0.0, magnitude: 0.0, absolute: 1e-6, row_sum: None };
        let comparison = compare(&pair, &allowance, |_| false);
        let found: Vec<&str> = guesses(&values, &comparison).iter().map(|text| text.id).collect();
        assert_eq!(found, ids);
    }

    /// Irregular values, so that no guess holds by luck.
    fn values(n: usize) -> Vec<f64> {
        (0..n).map(|i| ((i * i * 7 + i * 3 + 1) % 101) as f64 + 0.25).collect()
    }

    #[test]
    fn sums_of_a_part_of_each_row() {
        let input = values(24);
        let rows: Vec<&[f64]> = input.chunks(12).collect();
        let sum = |r: &[f64]| r.iter().sum::<f64>();
        let want: Vec<f64> = rows.iter().map(|r| sum(r)).collect();
        let run = |part: &dyn Fn(&[f64]) -> f64, id| {
            let got: Vec<f64> = rows.iter().map(|r| part(r)).collect();
            check(&got, &want, &[2], &input, &[2, 12], &[id]);
        };
        run(&|r| sum(&r[..4]), "judge-guess-first-columns");
        run(&|r| sum(&r[1..]), "judge-guess-without-first");
        run(&|r| r[0] + r[4] + r[8], "judge-guess-one-thread");
    }

    #[test]
    fn overflow_is_named_only_when_the_input_is_large() {
        let nan = [f64::NAN; 2];
        check(&nan, &[0.5, 0.5], &[1, 2], &[1000.0, 1000.0], &[1, 2], &["judge-guess-overflow"]);
        check(&nan, &[0.5, 0.5], &[1, 2], &[1.0, 1.0], &[1, 2], &["judge-guess-nan"]);
    }

    #[test]
    fn elements_of_elsewhere() {
        let want = values(12);
        let mut got = want.clone();
        got.rotate_left(1);
        got[11] = want[11];
        check(&got, &want, &[12], &want, &[12], &["judge-guess-shifted", "judge-range-elements"]);
        let double: Vec<f64> = want.iter().map(|x| x * 2.0).collect();
        check(&want, &double, &[12], &want, &[12], &["judge-guess-is-input"]);
        check(&double, &want, &[12], &values(3), &[3], &["judge-guess-factor"]);
        check(&[7.0; 12], &want, &[12], &want, &[12], &["judge-guess-constant"]);
    }

    #[test]
    fn rows_that_should_sum_to_one() {
        let want = [0.25, 0.75, 0.5, 0.5];
        check(
            &[0.25, 0.75, 0.4, 0.43],
            &want,
            &[2, 2],
            &[1.0; 4],
            &[2, 2],
            &["judge-guess-row-sum", "judge-range-elements"],
        );
    }

    #[test]
    fn the_columns_that_are_wrong() {
        let want = values(20);
        let mut got = want.clone();
        for i in [3, 4, 8, 9, 13, 14, 18, 19] {
            got[i] = i as f64 * 0.37 - 5.0;
        }
        check(&got, &want, &[4, 5], &want, &[4, 5], &["judge-range-columns"]);
    }

    #[test]
    fn nothing_is_said_about_noise() {
        let want = values(6);
        check(&[9.0, want[1], 3.0, want[3], 4.5, want[5]], &want, &[6], &want, &[6], &[]);
    }
}
