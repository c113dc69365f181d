//! Hypotheses that hold for any operator: they need nothing but what is wanted, the inputs and the shape.

use diag::{Pattern, msg};

use super::fit::{Hypothesis, Scene, Value};
use super::transpose;

/// How many wrong elements show that an alignment is no coincidence.
pub const ENOUGH: usize = 4;

/// The patterns whose variant is found in the values.
pub const FOUND_BY_ALIGNING: [Pattern; 3] = [Pattern::Shifted, Pattern::NeighbourRow, Pattern::Factor];

/// Distances between a value and the place where it belongs that are tried at most, for each value.
const MAX_SHIFTS: usize = 8;

/// Outputs that hold one value, an input, or what was there before.
pub fn plain(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    let buffer = scene.buffer;
    let zero = msg!("judge-pattern-zero", buffer = buffer);
    found(Hypothesis::each(Pattern::Constant, 0, zero, |_| Value::from(0.0)));
    // Where the operator has several operands, `elements` has better words; where it moves elements, `moved` has.
    let n_alike = scene.inputs.iter().filter(|input| input.shape == scene.shape).count();
    let is_copy_telling = (n_alike == 1 || scene.inputs.len() == 1) && !transpose::is_wanted(scene);
    for (at, input) in scene.inputs.iter().enumerate() {
        let number = i64::try_from(at).unwrap_or(i64::MAX);
        if let Some(&first) = input.values.first() {
            let text = msg!("judge-pattern-first-element", buffer = buffer, input = &input.name);
            found(Hypothesis::each(Pattern::Constant, 1 + number, text, move |_| Value::from(first)).at_least(2));
        }
        let is_alike = input.shape == scene.shape || scene.inputs.len() == 1;
        if is_copy_telling && is_alike && input.values.len() == scene.got.len() {
            let text = msg!("judge-pattern-input", buffer = buffer, input = &input.name);
            found(Hypothesis::each(Pattern::InputUnchanged, number, text, |i| Value::from(input.values[i])));
        }
    }
    let old = msg!("judge-pattern-old-content", buffer = buffer);
    found(Hypothesis::each(Pattern::OldContent, 0, old, |i| Value::from(scene.dtype.round(scene.old + scene.want[i]))));
}

/// Right values at wrong places, and values off by a factor.
pub fn moved(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    let want = |i: usize| Value::of_size(scene.want[i], scene.magnitude(i));
    let n = scene.want.len();
    shifts(scene, found);
    if let Some((rows, cols)) = scene.matrix() {
        let first = msg!("judge-pattern-first-row", buffer = scene.buffer);
        found(Hypothesis::each(Pattern::FirstRowRepeated, 0, first, move |i| want(i % cols)));
        if rows > 1 {
            let transposed = msg!("judge-pattern-transposed-output", buffer = scene.buffer);
            found(Hypothesis::each(Pattern::Transposed, 0, transposed, move |i| want(i % rows * cols + i / rows)));
        }
    }
    let block = scene.block.max(1);
    if n > block && scene.matrix().is_none() {
        let text = msg!("judge-pattern-first-block", buffer = scene.buffer, block = block);
        found(Hypothesis::each(Pattern::FirstBlockRepeated, 0, text, move |i| want(i % block)));
    }
    let reversed = msg!("judge-pattern-reversed", buffer = scene.buffer);
    found(Hypothesis::each(Pattern::Reversed, 0, reversed, move |i| want(n - 1 - i)).at_least(2));
    let within = |size: usize| {
        move |i: usize| {
            let start = i / size * size;
            want(start + (size.min(n - start) - 1 - (i - start)))
        }
    };
    let in_block = msg!("judge-pattern-reversed-in-block", buffer = scene.buffer, size = block);
    found(Hypothesis::each(Pattern::ReversedInBlock, 0, in_block, within(block)).at_least(2));
    let in_warp = msg!("judge-pattern-reversed-in-warp", buffer = scene.buffer);
    found(Hypothesis::each(Pattern::ReversedInWarp, 0, in_warp, within(32)).at_least(2));
    let permuted = msg!("judge-pattern-permuted", buffer = scene.buffer);
    found(
        Hypothesis::test(Pattern::PermutedInBlock, 0, permuted, move || Some(is_permuted(scene, block)))
            .at_least(ENOUGH)
            .general(),
    );
    factor(scene, found);
}

/// A fixed distance between each value and the place where it belongs, found by looking where the first wrong value
/// belongs.
fn shifts(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    if scene.comparison.n_mismatched < ENOUGH {
        return;
    }
    let n = scene.want.len();
    let wrong: Vec<usize> = scene.wrong().filter(|&i| scene.got[i].is_finite()).collect();
    let allowance = scene.allowance;
    // Next places are always tried: where values repeat, or much is allowed, others are nearer to what was found.
    let row = scene.cols().cast_signed();
    let mut distances: Vec<isize> = vec![1, -1, row, -row];
    // Several values: at the ends of rows and blocks, kernels wrap round.
    for part in [2, 3, 5] {
        let Some(&at) = wrong.get(wrong.len() / part) else { continue };
        let is_from =
            |from: &usize| allowance.accepts(scene.got[at], scene.want[*from], scene.magnitude(*from), scene.dtype);
        let mut found: Vec<isize> =
            (0..n).filter(is_from).map(|from| from.cast_signed().wrapping_sub(at.cast_signed())).collect();
        found.sort_by_key(|by| by.unsigned_abs());
        found.truncate(MAX_SHIFTS);
        distances.extend(found.into_iter().filter(|by| *by != 0));
    }
    distances.sort_by_key(|by| (by.unsigned_abs(), *by));
    distances.dedup();
    for by in distances {
        let moved = move |i: usize| i.checked_add_signed(by).filter(|&j| j < n);
        let value = |j: usize| Value::of_size(scene.want[j], scene.magnitude(j));
        let variant = i64::try_from(by).unwrap_or(0);
        let (size, sign) = (by.unsigned_abs(), if by < 0 { "-" } else { "+" });
        let anywhere = move |i: usize| moved(i).map_or(Value::OPEN, value);
        let Some((_, cols)) = scene.rows_and_cols() else {
            let text = msg!("judge-pattern-shifted", buffer = scene.buffer, by = size, sign = sign);
            found(Hypothesis::each(Pattern::Shifted, variant, text, anywhere).at_least(ENOUGH));
            continue;
        };
        // A single column has no neighbour, so it cannot tell.
        if size < cols || size == 1 {
            let text = msg!("judge-pattern-shifted-column", buffer = scene.buffer, by = size, sign = sign);
            let within = move |i: usize| moved(i).filter(|&j| j / cols == i / cols).map_or(Value::OPEN, value);
            found(Hypothesis::each(Pattern::Shifted, variant, text, within).at_least(ENOUGH));
        }
        if size.is_multiple_of(cols) {
            let text = msg!("judge-pattern-neighbour-row", buffer = scene.buffer, by = size / cols, sign = sign);
            let variant = variant / i64::try_from(cols).unwrap_or(1);
            found(Hypothesis::each(Pattern::NeighbourRow, variant, text, anywhere).at_least(ENOUGH));
        } else if size > cols {
            let text = msg!("judge-pattern-shifted", buffer = scene.buffer, by = size, sign = sign);
            found(Hypothesis::each(Pattern::Shifted, variant, text, anywhere).at_least(ENOUGH));
        }
    }
}

/// Whether each piece of `size` elements holds what belongs to it, in another order.
fn is_permuted(scene: &Scene<'_>, size: usize) -> bool {
    let sorted = |values: &mut dyn Iterator<Item = f64>| {
        let mut bits: Vec<u64> = values.map(f64::to_bits).collect();
        bits.sort_unstable();
        bits
    };
    let pieces = scene.got.chunks(size).zip(scene.want.chunks(size));
    scene.comparison.skipped.iter().all(|is_skipped| !is_skipped)
        && pieces.into_iter().all(|(got, want)| {
            sorted(&mut got.iter().copied()) == sorted(&mut want.iter().map(|&want| scene.dtype.round(want)))
        })
}

/// One factor between all values and those wanted.
fn factor(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    if scene.comparison.n_mismatched < ENOUGH {
        return;
    }
    // The element that rounding disturbs least.
    let usable = scene.wrong().filter(|&i| scene.got[i].is_finite() && scene.want[i].is_finite());
    let clearness = |&i: &usize| scene.want[i].abs() / scene.magnitude(i).max(f64::MIN_POSITIVE);
    let Some(at) = usable.max_by(|a, b| clearness(a).total_cmp(&clearness(b))) else { return };
    let measured = scene.got[at] / scene.want[at];
    let Some(factor) = simple(measured) else { return };
    let text = msg!("judge-pattern-factor", buffer = scene.buffer, factor = factor);
    #[expect(clippy::cast_possible_truncation, reason = "a number that tells factors apart")]
    let variant = (factor * 1e6).round() as i64;
    let predict = move |i: usize| Value::of_size(scene.want[i] * factor, scene.magnitude(i) * factor.abs());
    found(Hypothesis::each(Pattern::Factor, variant, text, predict).at_least(ENOUGH).general());
}

/// `measured`, where it is a whole number or the inverse of one, other than 0 and 1.
fn simple(measured: f64) -> Option<f64> {
    let near = |whole: f64, value: f64| (whole - value).abs() <= 1e-4 * value.abs();
    let whole = measured.round();
    let inverse = (1.0 / measured).round();
    let factor = if whole != 0.0 && near(whole, measured) {
        whole
    } else if inverse != 0.0 && near(1.0 / inverse, measured) {
        1.0 / inverse
    } else {
        return None;
    };
    (factor != 1.0 && factor.abs() <= 1e6 && factor.abs() >= 1e-6).then_some(factor)
}
