//! Hypotheses about operators that work element by element. That an operator adds is seen from the reference.

use diag::{Pattern, Text, msg};
use exercise::Dtype;

use super::fit::{Hypothesis, InputValues, Scene, Value};
use super::precision::{cut_off, nearer_to_zero};

/// Adds the hypotheses for an addition of two inputs.
pub fn hypotheses(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    let [a, b] = scene.inputs else { return };
    let (x, y) = (&a.values, &b.values);
    let n = scene.want.len();
    let is_sum = x.len() == n
        && y.len() == n
        && n > 0
        && (0..n).all(|i| Scene::is_reference(x[i] + y[i], scene.want[i], x[i].abs()));
    if !is_sum {
        return;
    }
    let buffer = scene.buffer;
    let only = |used: &InputValues, unused: &InputValues| {
        msg!("judge-pattern-one-operand", buffer = buffer, used = &used.name, unused = &unused.name)
    };
    found(Hypothesis::each(Pattern::OneOperand, 0, only(a, b), |i| Value::from(x[i])));
    found(Hypothesis::each(Pattern::OneOperand, 1, only(b, a), |i| Value::from(y[i])));
    let twice = |used: &InputValues, unused: &InputValues| {
        msg!("judge-pattern-operand-twice", buffer = buffer, used = &used.name, unused = &unused.name)
    };
    found(Hypothesis::each(Pattern::OperandTwice, 0, twice(a, b), |i| Value::from(x[i] + x[i])));
    found(Hypothesis::each(Pattern::OperandTwice, 1, twice(b, a), |i| Value::from(y[i] + y[i])));
    let operation = |text: String| -> Text { msg!("judge-pattern-operation", buffer = buffer, operation = text) };
    let (p, q) = (&a.name, &b.name);
    let other = |variant, text: String, f: fn(f64, f64) -> f64, found: &mut dyn FnMut(Hypothesis<'_>)| {
        found(Hypothesis::each(Pattern::OtherOperation, variant, operation(text), |i| Value::from(f(x[i], y[i]))));
    };
    other(0, format!("{p} - {q}"), |x, y| x - y, found);
    other(1, format!("{q} - {p}"), |x, y| y - x, found);
    other(2, format!("{p} * {q}"), |x, y| x * y, found);
    other(3, format!("max({p}, {q})"), f64::max, found);
    other(4, format!("min({p}, {q})"), f64::min, found);
    other(5, format!("({p} + {q}) / 2"), |x, y| (x + y) / 2.0, found);
    other(6, format!("-({p} + {q})"), |x, y| -(x + y), found);
    indices(scene, [a, b], found);
    let integers = || msg!("judge-pattern-integer", buffer = buffer);
    found(Hypothesis::each(Pattern::IntegerArithmetic, 10, integers(), |i| {
        Value::from(f64::from(int(x[i]).wrapping_add(int(y[i])) as f32))
    }));
    let average = msg!("judge-pattern-integer-average", buffer = buffer);
    found(Hypothesis::each(Pattern::IntegerArithmetic, 11, average, |i| {
        let average = (i64::from(int(x[i])) + i64::from(int(y[i]))) >> 1;
        Value::from(f64::from(average as f32))
    }));
    if scene.allowance.exact {
        let cut = msg!("judge-pattern-cut", buffer = buffer);
        let dtype = scene.dtype;
        found(Hypothesis::each(Pattern::RoundedTowardsZero, 1, cut, move |i| Value::from(cut_sum(x[i], y[i], dtype))));
    }
    let flushed = msg!("judge-pattern-flushed", buffer = buffer);
    found(Hypothesis::each(Pattern::DenormalsFlushed, 1, flushed, |i| Value::from(flush(flush(x[i]) + flush(y[i])))));
}

/// One input read at another index than the other.
fn indices(scene: &Scene<'_>, [a, b]: [&InputValues; 2], found: &mut dyn FnMut(Hypothesis<'_>)) {
    let n = scene.want.len();
    let block = scene.block.max(1);
    for (number, (right, wrong)) in (0..).zip([(a, b), (b, a)]) {
        let (right, wrong, name) = (&right.values, &wrong.values, &wrong.name);
        if n > block {
            let text = msg!("judge-pattern-index-in-block", buffer = scene.buffer, input = name, block = block);
            found(Hypothesis::each(Pattern::MismatchedIndex, number, text, move |i| {
                Value::from(right[i] + wrong[i % block])
            }));
        }
        let text = msg!("judge-pattern-index-zero", buffer = scene.buffer, input = name);
        found(Hypothesis::each(Pattern::MismatchedIndex, 2 + number, text, move |i| Value::from(right[i] + wrong[0])));
        let text = msg!("judge-pattern-index-reversed", buffer = scene.buffer, input = name);
        found(
            Hypothesis::each(Pattern::MismatchedIndex, 4 + number, text, move |i| {
                Value::from(right[i] + wrong[n - 1 - i])
            })
            .at_least(2),
        );
        for by in [1_isize, -1, 2, -2, 32, -32] {
            let sign = if by < 0 { "-" } else { "+" };
            let size = by.unsigned_abs();
            let text = msg!("judge-pattern-index-shifted", buffer = scene.buffer, input = name, by = size, sign = sign);
            let shifted = move |i: usize| {
                let from = i.checked_add_signed(by).and_then(|j| wrong.get(j));
                from.map_or(Value::OPEN, |&value| Value::from(right[i] + value))
            };
            let variant = 1000 * (number + 1) + i64::try_from(by).unwrap_or(0);
            found(Hypothesis::each(Pattern::MismatchedIndex, variant, text, shifted).at_least(4));
        }
    }
}

/// `x + y` rounded towards zero; 16-bit sums by way of float.
fn cut_sum(x: f64, y: f64, dtype: Dtype) -> f64 {
    let sum = x + y;
    if dtype != Dtype::F32 {
        return cut_off(Dtype::F32.round(sum), dtype);
    }
    let cut = cut_off(sum, dtype);
    // What double precision itself has rounded away may be on the side of zero.
    let from_y = sum - x;
    let rest = (x - (sum - from_y)) + (y - from_y);
    let is_nearer = rest != 0.0 && rest.is_finite() && rest.is_sign_negative() != sum.is_sign_negative();
    if cut == sum && is_nearer { nearer_to_zero(cut, dtype) } else { cut }
}

/// What `static_cast<int>` makes of a float on a GPU: cut off, limited to the range, 0 for NaN.
#[expect(clippy::cast_possible_truncation, reason = "saturating is meant")]
pub fn int(value: f64) -> i32 {
    value as i32
}

/// Zero of the same sign in place of a subnormal float.
pub fn flush(value: f64) -> f64 {
    if value.abs() < f64::from(f32::MIN_POSITIVE) { 0.0_f64.copysign(value) } else { value }
}
