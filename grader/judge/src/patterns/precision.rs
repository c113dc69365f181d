//! Hypotheses about digits that were lost: other types, other rounding.

use diag::{Pattern, msg};
use exercise::Dtype;

use super::elements::{flush, int};
use super::fit::{Hypothesis, Scene, Value};

/// Adds the hypotheses that need the wanted values and the inputs' alone.
pub fn hypotheses(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    let buffer = scene.buffer;
    let want = scene.want;
    for (variant, narrow) in [(0, Dtype::F16), (1, Dtype::Bf16)] {
        if !scene.dtype.is_float() {
            continue;
        }
        if narrow == scene.dtype {
            // All values have these digits; that they are no further off than sums of this type are refutes nothing.
            let text = msg!("judge-pattern-precision", buffer = buffer, dtype = narrow.cpp());
            let test = move || if is_narrow(scene, narrow) == Some(false) { Some(false) } else { None };
            found(Hypothesis::test(Pattern::LowPrecision, 20 + variant, text, test).at_least(2).general());
            continue;
        }
        let text = || msg!("judge-pattern-precision", buffer = buffer, dtype = narrow.cpp());
        found(Hypothesis::each(Pattern::LowPrecision, variant, text(), move |i| Value::from(narrow.round(want[i]))));
        // The inputs are rounded, and so is what is made of them.
        if let [a, b] = scene.inputs
            && a.values.len() == want.len()
            && b.values.len() == want.len()
        {
            found(Hypothesis::each(Pattern::LowPrecision, 10 + variant, text(), move |i| {
                let sum = narrow.round(narrow.round(a.values[i]) + narrow.round(b.values[i]));
                let is_sum = Scene::is_reference(a.values[i] + b.values[i], want[i], a.values[i].abs());
                if is_sum { Value::from(sum) } else { Value::from(f64::NAN) }
            }));
        }
        if !scene.allowance.exact {
            let test = move || is_narrow(scene, narrow);
            found(Hypothesis::test(Pattern::LowPrecision, 20 + variant, text(), test).at_least(2).general());
        }
    }
    let integer = || msg!("judge-pattern-integer", buffer = buffer);
    found(Hypothesis::each(Pattern::IntegerArithmetic, 0, integer(), move |i| {
        Value::from(f64::from(int(want[i]) as f32))
    }));
    found(Hypothesis::each(Pattern::IntegerArithmetic, 1, integer(), move |i| Value::from(want[i].round_ties_even())));
    found(Hypothesis::each(Pattern::IntegerArithmetic, 2, integer(), move |i| Value::from(want[i].floor())));
    let flushed = msg!("judge-pattern-flushed", buffer = buffer);
    found(Hypothesis::each(Pattern::DenormalsFlushed, 0, flushed, move |i| Value::from(flush(want[i]))));
    let saturated = msg!("judge-pattern-saturated", buffer = buffer);
    found(Hypothesis::each(Pattern::Saturated, 0, saturated, move |i| {
        // NaN and negative zero become 0.
        Value::from(if want[i] > 0.0 { want[i].min(1.0) } else { 0.0 })
    }));
    if scene.allowance.exact {
        let cut = msg!("judge-pattern-cut", buffer = buffer);
        let dtype = scene.dtype;
        found(Hypothesis::each(Pattern::RoundedTowardsZero, 0, cut, move |i| Value::from(cut_off(want[i], dtype))));
    }
}

/// `value` rounded towards zero.
pub fn cut_off(value: f64, dtype: Dtype) -> f64 {
    let rounded = dtype.round(value);
    if rounded.abs() <= value.abs() || value.is_nan() { rounded } else { nearer_to_zero(rounded, dtype) }
}

/// The next value of the type, in the direction of zero.
pub fn nearer_to_zero(value: f64, dtype: Dtype) -> f64 {
    // One step towards zero is one less in the bits, the sign apart.
    let mut bytes = Vec::with_capacity(8);
    dtype.encode(value, &mut bytes);
    for byte in &mut bytes {
        let (less, borrows) = byte.overflowing_sub(1);
        *byte = less;
        if !borrows {
            break;
        }
    }
    dtype.decode(&bytes).first().copied().unwrap_or(value)
}

/// Whether all values are values of the type `narrow`, and as far from those wanted as adding up in that type explains. Not
/// to be told where none is a fraction, which integers would explain as well, or where what is wanted is of that type.
fn is_narrow(scene: &Scene<'_>, narrow: Dtype) -> Option<bool> {
    let finite = |i: &usize| scene.got[*i].is_finite();
    // Half loses what is smaller than its subnormal numbers, too.
    let (step, floor) = if narrow == Dtype::F16 { (2.0_f64.powi(-11), 1e-6) } else { (2.0_f64.powi(-8), 1e-36) };
    let is_near = |i: usize| {
        let size = scene.want[i].abs().max(scene.magnitude(i));
        (scene.got[i] - scene.want[i]).abs() <= 64.0 * step * size + floor
    };
    let wrong = || scene.wrong().filter(finite);
    let mut compared = (0..scene.got.len()).filter(|&i| scene.is_compared(i)).filter(finite);
    if !compared.all(|i| narrow.round(scene.got[i]) == scene.got[i]) || !wrong().all(is_near) {
        return Some(false);
    }
    let is_telling = wrong().count() >= 2
        && wrong().any(|i| scene.got[i].fract() != 0.0)
        && wrong().any(|i| narrow.round(scene.want[i]) != scene.want[i]);
    is_telling.then_some(true)
}
