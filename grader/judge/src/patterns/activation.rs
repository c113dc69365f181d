//! Hypotheses about a function that keeps what is positive and multiplies the rest by a slope. That it is wanted, and its
//! slope, are seen from the reference.

use diag::{Pattern, msg};
use exercise::Dtype;

use super::elements::int;
use super::fit::{Hypothesis, Scene, Value};

/// Slopes that kernels bring along.
const SLOPES: [f64; 5] = [0.01, 0.1, 0.2, 0.25, 0.5];

/// The input's values and the slope, NaN where nothing tells it.
#[derive(Clone, Copy)]
struct Leaky<'a> {
    x: &'a [f64],
    slope: f64,
}

/// The function for one value and slope.
fn leaky(x: f64, slope: f64) -> f64 {
    if x > 0.0 { x } else { slope * x }
}

/// The input and the slope, where the reference is such a function. A slope of 1 changes nothing: that is a copy.
fn wanted<'a>(scene: &Scene<'a>) -> Option<Leaky<'a>> {
    let [input] = scene.inputs else { return None };
    if input.values.len() != scene.want.len() || input.shape != scene.shape {
        return None;
    }
    let x = input.values.as_slice();
    let telling = |&i: &usize| x[i] < 0.0 && x[i].is_finite() && scene.want[i].is_finite();
    let lowest = (0..x.len()).filter(telling).min_by(|&i, &j| x[i].total_cmp(&x[j]));
    let slope = lowest.map_or(f64::NAN, |i| scene.want[i] / x[i]);
    let is_element = |i: usize| {
        let want = scene.want[i];
        x[i] == 0.0 && want == 0.0 || Scene::is_reference(leaky(x[i], slope), want, x[i].abs())
    };
    (slope != 1.0 && (0..x.len()).all(is_element)).then_some(Leaky { x, slope })
}

/// Adds the hypotheses where the reference is such a function.
pub fn hypotheses(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    let Some(Leaky { x, slope }) = wanted(scene) else { return };
    let each = |pattern, variant, text, f: fn(f64, f64) -> f64, found: &mut dyn FnMut(Hypothesis<'_>)| {
        found(Hypothesis::each(pattern, variant, text, move |i| {
            let value = f(x[i], slope);
            // Without a negative element, the slope is not known.
            if value.is_nan() && slope.is_nan() && !x[i].is_nan() { Value::OPEN } else { Value::from(value) }
        }));
    };
    let buffer = scene.buffer;
    let name = scene.inputs.first().map(|input| input.name.clone()).unwrap_or_default();
    let ignored = || msg!("judge-pattern-slope-ignored");
    each(Pattern::SlopeIgnored, 0, ignored(), |x, _| if x > 0.0 { x } else { 0.0 }, found);
    // They differ where x is NaN or infinite.
    each(Pattern::SlopeIgnored, 2, ignored(), |x, _| leaky(x, 0.0), found);
    each(Pattern::SlopeIgnored, 3, ignored(), |x, _| if x < 0.0 { 0.0 } else { x }, found);
    each(Pattern::SlopeIgnored, 1, msg!("judge-pattern-slope-integer"), |x, slope| leaky(x, slope.trunc()), found);
    let exchanged = msg!("judge-pattern-sides-exchanged");
    each(Pattern::SidesExchanged, 0, exchanged, |x, slope| if x > 0.0 { slope * x } else { x }, found);
    let everywhere = msg!("judge-pattern-slope-everywhere");
    each(Pattern::SidesExchanged, 1, everywhere, |x, slope| slope * x, found);
    let operation = |text: String| msg!("judge-pattern-operation", buffer = buffer, operation = text);
    let added = operation(format!("{name} > 0 ? {name} : slope + {name}"));
    found(Hypothesis::each(Pattern::OtherOperation, 100, added, move |i| match x[i] {
        x if x > 0.0 => Value::from(x),
        x if slope.is_nan() && !x.is_nan() => Value::OPEN,
        // Both are rounded before they are added.
        x => Value::of_size(slope + x, slope.abs() + x.abs()),
    }));
    each(
        Pattern::OtherOperation,
        101,
        operation(format!("{name} > 0 ? {name} : -slope * {name}")),
        |x, slope| leaky(x, -slope),
        found,
    );
    each(Pattern::OtherOperation, 102, operation(format!("|{name}|")), |x, _| x.abs(), found);
    let larger = operation(format!("max({name}, slope * {name})"));
    each(Pattern::OtherOperation, 103, larger, |x, slope| if x > slope * x { x } else { slope * x }, found);
    let threshold = operation(format!("{name} > 1 ? {name} : slope * {name}"));
    each(Pattern::OtherOperation, 104, threshold, |x, slope| if x > 1.0 { x } else { slope * x }, found);
    let lost = msg!("judge-pattern-nan-lost");
    each(Pattern::NanLost, 0, lost, |x, slope| if x.is_nan() { 0.0 } else { leaky(x, slope) }, found);
    let whole = |x: f64, slope: f64| leaky(f64::from(int(x)), slope);
    each(Pattern::IntegerArithmetic, 100, msg!("judge-pattern-integer", buffer = buffer), whole, found);
    if scene.dtype != Dtype::F16 {
        let half = msg!("judge-pattern-precision", buffer = buffer, dtype = Dtype::F16.cpp());
        each(Pattern::LowPrecision, 100, half, |x, slope| leaky(Dtype::F16.round(x), slope), found);
    }
    for (variant, other) in (0..).zip(SLOPES) {
        let text = msg!("judge-pattern-other-slope", slope = other);
        found(Hypothesis::each(Pattern::OtherSlope, variant, text, move |i| Value::from(leaky(x[i], other))));
    }
}
