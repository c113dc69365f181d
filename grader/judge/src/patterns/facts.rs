//! What is so in one case, where no hypothesis explains the values: facts, not causes.

use diag::{Pattern, Text, msg};

use super::fit::Scene;

/// The facts about `scene`.
pub fn facts(scene: &Scene<'_>) -> Vec<(Option<Pattern>, Text)> {
    let not_finite = not_finite(scene).or_else(|| row_sums(scene)).or_else(|| constant(scene));
    not_finite.into_iter().chain(range(scene).map(|text| (None, text))).collect()
}

/// All wrong elements are NaN, or infinite, although finite values are wanted.
fn not_finite(scene: &Scene<'_>) -> Option<(Option<Pattern>, Text)> {
    let all = |test: fn(f64) -> bool| scene.wrong().all(|i| test(scene.got[i]) && scene.want[i].is_finite());
    let text = if all(f64::is_nan) {
        // Where each such row holds an infinity, that is worth saying.
        let matrix = scene.matrix().and_then(|(_, cols)| {
            let input = scene.inputs.first().filter(|input| input.values.len() == scene.got.len())?;
            let has_infinity = |i: usize| input.values[i / cols * cols..][..cols].contains(&f64::NEG_INFINITY);
            scene.wrong().all(has_infinity).then_some(input)
        });
        match matrix {
            Some(input) => msg!("judge-fact-nan-infinities", buffer = scene.buffer, input = &input.name),
            None => msg!("judge-fact-nan", buffer = scene.buffer),
        }
    } else if all(f64::is_infinite) {
        msg!("judge-fact-infinite", buffer = scene.buffer)
    } else {
        return None;
    };
    Some((Some(Pattern::NotFinite), text))
}

/// Rows that should sum to 1 sum to something else.
fn row_sums(scene: &Scene<'_>) -> Option<(Option<Pattern>, Text)> {
    let (_, cols) = scene.matrix()?;
    let sums = |all: &[f64]| all.chunks(cols).map(|row| row.iter().sum::<f64>()).collect::<Vec<_>>();
    if !sums(scene.want).iter().all(|sum| (sum - 1.0).abs() < 1e-6) {
        return None;
    }
    let row = scene.comparison.first? / cols;
    let sum = sums(scene.got).get(row).copied()?;
    let is_off = (sum - 1.0).abs() > 1e-3;
    let text = || msg!("judge-fact-row-sum", buffer = scene.buffer, row = row, sum = (sum * 1e5).round() / 1e5);
    is_off.then(|| (Some(Pattern::RowSum), text()))
}

/// All wrong elements hold one value.
fn constant(scene: &Scene<'_>) -> Option<(Option<Pattern>, Text)> {
    let first = scene.got[scene.comparison.first?];
    let is_constant = scene.comparison.n_mismatched >= 3 && scene.wrong().all(|i| scene.got[i] == first);
    is_constant.then(|| (None, msg!("judge-fact-constant", buffer = scene.buffer, value = first)))
}

/// Where the wrong elements lie, when that is a range with right elements beside it.
fn range(scene: &Scene<'_>) -> Option<Text> {
    let (first, last) = (scene.comparison.first?, scene.comparison.last?);
    let (n, n_wrong) = (scene.got.len(), scene.comparison.n_mismatched);
    if n_wrong < 2 || n_wrong == n || scene.comparison.skipped.contains(&true) {
        return None;
    }
    if let Some((rows, cols)) = scene.matrix()
        && rows > 1
    {
        let columns = || scene.wrong().map(|i| i % cols);
        let (lowest, highest) = (columns().min()?, columns().max()?);
        let n_rows = last / cols + 1 - first / cols;
        if n_rows > 1 && highest - lowest + 1 < cols && n_wrong == (highest - lowest + 1) * n_rows {
            return Some(msg!(
                "judge-fact-columns",
                buffer = scene.buffer,
                first = lowest,
                last = highest,
                columns = cols
            ));
        }
    }
    (n_wrong == last - first + 1)
        .then(|| msg!("judge-fact-elements", buffer = scene.buffer, first = first, last = last, n = n))
}
