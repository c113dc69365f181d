//! How far an output may be from the reference.

use crate::{Dtype, Expr, ExprError, Vars};

/// The error model of an exercise; its author justifies it in the TOML.
#[derive(Debug, Clone)]
pub enum Tolerance {
    /// The reference, rounded once to the output's type, bit for bit. Signs of zero count; any NaN equals any NaN.
    Exact,
    /// The sum of the given parts.
    Bound {
        /// Factor of the reference value's size.
        relative: Option<Expr>,
        /// Factor of the magnitude that the reference kernel gives (for a sum: Σ|x|).
        magnitude: Option<Expr>,
        /// A floor for values that are as good as zero.
        absolute: f64,
        /// How far the sum of a row of outputs may be from 1.
        row_sum: Option<f64>,
    },
}

/// The error model for one case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Allowance {
    /// No error at all: see [`Tolerance::Exact`].
    pub exact: bool,
    /// Factor of the reference value's size.
    pub relative: f64,
    /// Factor of the magnitude.
    pub magnitude: f64,
    /// The floor.
    pub absolute: f64,
    /// How far the sum of a row of outputs may be from 1.
    pub row_sum: Option<f64>,
}

impl Tolerance {
    pub(crate) fn allowance(&self, vars: &Vars) -> Result<Allowance, ExprError> {
        let number = |e: &Option<Expr>| e.as_ref().map_or(Ok(0.0), |e| e.number(vars));
        Ok(match self {
            Self::Exact => Allowance { exact: true, relative: 0.0, magnitude: 0.0, absolute: 0.0, row_sum: None },
            Self::Bound { relative, magnitude, absolute, row_sum } => Allowance {
                exact: false,
                relative: number(relative)?,
                magnitude: number(magnitude)?,
                absolute: *absolute,
                row_sum: *row_sum,
            },
        })
    }
}

impl Allowance {
    /// The largest error allowed where the reference is `want`, computed from terms of size `magnitude`.
    pub fn allowed(&self, want: f64, magnitude: f64) -> f64 {
        if self.exact { 0.0 } else { self.relative * want.abs() + self.magnitude * magnitude + self.absolute }
    }

    /// Whether an output of type `dtype` is right.
    pub fn accepts(&self, got: f64, want: f64, magnitude: f64, dtype: Dtype) -> bool {
        if got.is_nan() || want.is_nan() {
            return got.is_nan() && want.is_nan();
        }
        let rounded = dtype.round(want);
        if self.exact {
            return got.to_bits() == rounded.to_bits();
        }
        // An infinity is right where the rounded reference is the same one, and never within a distance of anything.
        if got.is_infinite() || rounded.is_infinite() {
            return got == rounded;
        }
        (got - want).abs() <= self.allowed(want, magnitude)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact() {
        let exact = Tolerance::Exact.allowance(&Vars::new()).unwrap();
        let accepts = |got: f64, want: f64, dtype| exact.accepts(got, want, 0.0, dtype);
        assert!(accepts(f64::from(0.1_f32), 0.1, Dtype::F32));
        assert!(!accepts(f64::from(0.1_f32.next_up()), 0.1, Dtype::F32));
        assert!(accepts(Dtype::F16.round(0.1), 0.1, Dtype::F16));
        assert!(!accepts(0.0, -0.0, Dtype::F32));
        assert!(accepts(f64::NAN, f64::NAN, Dtype::F32));
        assert!(!accepts(f64::NAN, 1.0, Dtype::F32));
        assert!(accepts(f64::INFINITY, 70_000.0, Dtype::F16));
    }

    #[test]
    fn bounds() {
        let expr = |s: &str| Some(Expr::parse(s).unwrap());
        let tolerance =
            Tolerance::Bound { relative: expr("1e-3"), magnitude: expr("0.5"), absolute: 1e-9, row_sum: Some(1e-4) };
        let bound = tolerance.allowance(&Vars::new()).unwrap();
        assert_eq!(bound.allowed(-2.0, 4.0), 2e-3 + 2.0 + 1e-9);
        assert!(bound.accepts(1.0, -1.0, 4.0, Dtype::F32));
        assert!(!bound.accepts(1.0, -1.1, 4.0, Dtype::F32));
        assert!(bound.accepts(1e-10, 0.0, 0.0, Dtype::F32));
        assert!(!bound.accepts(f64::INFINITY, 1e30, f64::INFINITY, Dtype::F32));
        assert!(bound.accepts(f64::NEG_INFINITY, f64::NEG_INFINITY, 0.0, Dtype::F32));
        assert!(!bound.accepts(0.0, f64::NEG_INFINITY, 0.0, Dtype::F32));
        assert!(!bound.accepts(f64::NAN, 0.0, f64::INFINITY, Dtype::F32));
    }
}
