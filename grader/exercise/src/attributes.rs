//! Scalars that the caller of an operator gives: `eps` of a layer norm, the slope of a leaky relu.

use std::ops::Range;

use diag::msg;
use toml::Spanned;

use crate::error::Source;
use crate::launch::{Located, eval, parse};
use crate::schema::Number;
use crate::{Dtype, Error, Value, Vars};

/// A number as an exercise file writes it, in TOML's way or as an expression.
pub(crate) fn number(source: &Source, number: &Spanned<Number>) -> Result<Located, Error> {
    let text = match number.get_ref() {
        Number::Int(n) => n.to_string(),
        Number::Float(x) if x.is_finite() => format!("{x:?}"),
        Number::Float(x) => return Err(not_finite(source, number.span(), *x)),
        Number::Expression(text) => text.clone(),
    };
    parse(source, &Spanned::new(number.span(), text))
}

/// The value of an attribute: a finite number that its type holds, rounded to it as the kernel gets it.
pub(crate) fn attribute_value(source: &Source, located: &Located, dtype: Dtype, vars: &Vars) -> Result<Value, Error> {
    let x = eval(source, located, |e| e.number(vars))?;
    if !x.is_finite() {
        return Err(not_finite(source, located.range.clone(), x));
    }
    // Whole numbers are read as such: a double holds 53 bits alone.
    let exact = if dtype.is_float() { None } else { located.expr.int(vars).ok() };
    let value = exact.map(Value::Int).and_then(|value| in_range(value, dtype)).or_else(|| fit(x, dtype));
    value.ok_or_else(|| {
        let text = msg!("exercise-error-scalar", value = located.expr.source(), dtype = dtype.as_str());
        source.error(located.range.clone(), text)
    })
}

/// Whether a caller may give `x` for an attribute of type `dtype`.
pub fn fits(x: f64, dtype: Dtype) -> bool {
    fit(x, dtype).is_some()
}

/// A number as a scalar of type `dtype`; `None` where the type does not hold it.
#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to float is what is asked for, and whole numbers are tested"
)]
pub(crate) fn fit(x: f64, dtype: Dtype) -> Option<Value> {
    if !x.is_finite() {
        return None;
    }
    match dtype {
        Dtype::F32 => {
            let rounded = f64::from(x as f32);
            rounded.is_finite().then_some(Value::Double(rounded))
        }
        _ if dtype.is_float() => Some(Value::Double(x)),
        _ if x.fract() == 0.0 && x.abs() < 9.0e15 => in_range(Value::Int(x as i64), dtype),
        _ => None,
    }
}

/// The value, where the integer type `dtype` holds it.
pub(crate) fn in_range(value: Value, dtype: Dtype) -> Option<Value> {
    let Value::Int(n) = value else { return None };
    let fits = match dtype {
        Dtype::I32 => i32::try_from(n).is_ok(),
        Dtype::U32 => u32::try_from(n).is_ok(),
        Dtype::U64 => n >= 0,
        _ => true,
    };
    fits.then_some(Value::Int(n))
}

fn not_finite(source: &Source, range: Range<usize>, x: f64) -> Error {
    source.error_expected(range, msg!("exercise-error-bound", value = x), msg!("exercise-expected-finite"))
}
