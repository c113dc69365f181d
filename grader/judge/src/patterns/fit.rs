//! Whether a hypothesis explains an output: it predicts every element, and every element must be as predicted.

use diag::{Pattern, Text};
use exercise::{Allowance, Dtype};

use crate::compare::Comparison;

/// How much of the distance to the wanted value a prediction may leave unexplained, at each wrong element.
const UNEXPLAINED: f64 = 0.25;

/// An input's name, shape and values.
#[derive(Debug, Clone)]
pub struct InputValues {
    /// Its name.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Its elements.
    pub values: Vec<f64>,
}

/// An output with wrong elements, and all that it was computed from.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The output's name.
    pub buffer: &'a str,
    /// What it holds.
    pub got: &'a [f64],
    /// What it should hold.
    pub want: &'a [f64],
    /// Its shape.
    pub shape: &'a [usize],
    /// Its elements' type.
    pub dtype: Dtype,
    /// The size of the terms behind each element; may be empty.
    pub magnitude: &'a [f64],
    /// How far elements may be off.
    pub allowance: &'a Allowance,
    /// Which elements are wrong or were not compared.
    pub comparison: &'a Comparison,
    /// The inputs, in the signature's order.
    pub inputs: &'a [InputValues],
    /// Threads per block.
    pub block: usize,
    /// What the output held before.
    pub old: f64,
}

impl Scene<'_> {
    /// The wrong elements.
    pub fn wrong(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.comparison.wrong.iter().enumerate().filter(|(_, is_wrong)| **is_wrong).map(|(i, _)| i)
    }

    /// Whether element `i` was compared.
    pub fn is_compared(&self, i: usize) -> bool {
        self.comparison.skipped.get(i) != Some(&true)
    }

    /// The size of the terms behind element `i`.
    pub fn magnitude(&self, i: usize) -> f64 {
        self.magnitude.get(i).copied().unwrap_or(0.0)
    }

    /// The length of the last dimension.
    pub fn cols(&self) -> usize {
        self.shape.last().copied().unwrap_or(1).max(1)
    }

    /// Rows and columns of an output that is a matrix.
    pub fn rows_and_cols(&self) -> Option<(usize, usize)> {
        match *self.shape {
            [rows, cols] if rows > 0 && cols > 0 => Some((rows, cols)),
            _ => None,
        }
    }

    /// The same, where rows have more than one column.
    pub fn matrix(&self) -> Option<(usize, usize)> {
        self.rows_and_cols().filter(|&(_, cols)| cols > 1)
    }

    /// Whether `a` is what `want` is, in the exact sense of the reference: up to double precision.
    pub fn is_reference(a: f64, want: f64, size: f64) -> bool {
        // Subnormal doubles have few digits.
        let allowed = 1e-9 * want.abs().max(size) + 1e-290;
        a == want || (a.is_nan() && want.is_nan()) || (a - want).abs() <= allowed
    }
}

/// A predicted element.
#[derive(Debug, Clone, Copy)]
pub struct Value {
    /// The value, before it is rounded to the output's type.
    pub value: f64,
    /// The size of the terms that it is computed from, which rounding errors are measured by.
    pub size: f64,
    /// A further error that cannot be told apart; infinite where nothing is predicted.
    pub slack: f64,
}

impl Value {
    /// Nothing is predicted here.
    pub const OPEN: Self = Self { value: 0.0, size: 0.0, slack: f64::INFINITY };

    /// A value computed from terms of this size.
    pub fn of_size(value: f64, size: f64) -> Self {
        Self { value, size, slack: 0.0 }
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self { value, size: 0.0, slack: 0.0 }
    }
}

/// Predicts a row: its number, and where its values go.
type PredictRow<'a> = Box<dyn Fn(usize, &mut Vec<Value>) + 'a>;

/// How a hypothesis predicts.
pub enum Predict<'a> {
    /// Element by element.
    Each(Box<dyn Fn(usize) -> Value + 'a>),
    /// A row of the output at once: as many values as the output has columns, or one where it has one for each row.
    Rows(PredictRow<'a>),
    /// By a test of its own of the whole output; `None` where it cannot tell.
    Test(Box<dyn Fn() -> Option<bool> + 'a>),
}

/// A mistake and the output that it would give.
pub struct Hypothesis<'a> {
    /// What it is called.
    pub pattern: Pattern,
    /// Tells hypotheses of one pattern apart, the same in every case.
    pub variant: i64,
    /// Says little, or what several others say more plainly: counts only where none of those fits.
    pub is_general: bool,
    /// How many wrong elements it must explain; a case with fewer cannot tell.
    pub at_least: usize,
    /// The sentence.
    pub text: Text,
    /// The output.
    pub predict: Predict<'a>,
}

impl<'a> Hypothesis<'a> {
    /// A hypothesis that predicts element by element.
    pub fn each(pattern: Pattern, variant: i64, text: Text, predict: impl Fn(usize) -> Value + 'a) -> Self {
        let predict = Predict::Each(Box::new(predict));
        Self { pattern, variant, is_general: false, at_least: 1, text, predict }
    }

    /// A hypothesis that predicts row by row.
    pub fn rows(pattern: Pattern, variant: i64, text: Text, predict: impl Fn(usize, &mut Vec<Value>) + 'a) -> Self {
        let predict = Predict::Rows(Box::new(predict));
        Self { pattern, variant, is_general: false, at_least: 1, text, predict }
    }

    /// A hypothesis with a test of its own.
    pub fn test(pattern: Pattern, variant: i64, text: Text, test: impl Fn() -> Option<bool> + 'a) -> Self {
        let predict = Predict::Test(Box::new(test));
        Self { pattern, variant, is_general: false, at_least: 1, text, predict }
    }

    /// The same, as one that counts only where no plainer one fits.
    #[must_use]
    pub fn general(mut self) -> Self {
        self.is_general = true;
        self
    }

    /// The same, asking for so many wrong elements.
    #[must_use]
    pub fn at_least(mut self, count: usize) -> Self {
        self.at_least = count;
        self
    }
}

/// What a case says about a hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Every compared element is as predicted.
    Fits,
    /// Some element is not.
    Refuted,
    /// Too few wrong elements, or nothing is predicted for most of them.
    CannotTell,
}

/// Whether a case that passed speaks against `hypothesis`, which says that some element would have been wrong. `scene` holds
/// the wanted values in place of those that the kernel wrote, which were within the tolerance of them.
pub fn is_refuted_by_right_values(scene: &Scene<'_>, hypothesis: &Hypothesis<'_>) -> bool {
    let differs = |i: usize, value: &Value| {
        let (want, allowance) = (scene.want[i], scene.allowance);
        let predicted = scene.dtype.round(value.value);
        // The kernel's value may lie between the two.
        let between = 2.0 * allowance.allowed(want, scene.magnitude(i)) + value.slack;
        let is_near = (predicted - want).abs() <= between;
        !(is_near || allowance.accepts(predicted, want, scene.magnitude(i), scene.dtype))
    };
    let mut values = Vec::new();
    match &hypothesis.predict {
        Predict::Test(_) => false,
        Predict::Each(predict) => (0..scene.got.len()).any(|i| differs(i, &predict(i))),
        Predict::Rows(predict) => {
            let cols = if scene.shape.len() > 1 { scene.cols() } else { 1 };
            (0..scene.got.len() / cols).any(|row| {
                values.clear();
                predict(row, &mut values);
                values.iter().enumerate().any(|(col, value)| differs(row * cols + col, value))
            })
        }
    }
}

/// What `scene` says about `hypothesis`.
pub fn answer(scene: &Scene<'_>, hypothesis: &Hypothesis<'_>) -> Answer {
    let mut explained = 0;
    let mut open = 0;
    let mut check = |i: usize, value: &Value| match accepts(scene, i, value) {
        Some(false) => false,
        is_predicted => {
            if scene.comparison.wrong[i] {
                explained += usize::from(is_predicted.is_some());
                open += usize::from(is_predicted.is_none());
            }
            true
        }
    };
    let holds = match &hypothesis.predict {
        Predict::Test(_) if scene.comparison.n_mismatched < hypothesis.at_least => return Answer::CannotTell,
        Predict::Test(test) => {
            return test().map_or(Answer::CannotTell, |fits| if fits { Answer::Fits } else { Answer::Refuted });
        }
        // Wrong elements first: they refute soonest.
        Predict::Each(predict) => {
            scene.wrong().take(4).all(|i| accepts(scene, i, &predict(i)) != Some(false))
                && (0..scene.got.len()).all(|i| check(i, &predict(i)))
        }
        Predict::Rows(predict) => {
            // One value for each row where the output has no columns.
            let cols = if scene.shape.len() > 1 { scene.cols() } else { 1 };
            let mut values = Vec::new();
            let mut row_holds = |row: usize, check: &mut dyn FnMut(usize, &Value) -> bool| {
                values.clear();
                predict(row, &mut values);
                values.len() == cols && values.iter().enumerate().all(|(col, value)| check(row * cols + col, value))
            };
            let first = scene.comparison.first.map_or(0, |first| first / cols);
            row_holds(first, &mut |i, value| accepts(scene, i, value) != Some(false))
                && (0..scene.got.len() / cols).all(|row| row_holds(row, &mut check))
        }
    };
    if !holds {
        Answer::Refuted
    } else if explained >= hypothesis.at_least.max(1) && open <= explained {
        Answer::Fits
    } else {
        Answer::CannotTell
    }
}

/// Whether element `i` is `value`; `None` where nothing is predicted or compared.
fn accepts(scene: &Scene<'_>, i: usize, value: &Value) -> Option<bool> {
    if value.slack == f64::INFINITY || !scene.is_compared(i) {
        return None;
    }
    let (got, want) = (scene.got[i], scene.want[i]);
    if got.is_nan() || value.value.is_nan() {
        return Some(got.is_nan() && value.value.is_nan());
    }
    let rounded = scene.dtype.round(value.value);
    if got.to_bits() == rounded.to_bits() {
        return Some(true);
    }
    if scene.allowance.exact && value.slack == 0.0 || got.is_infinite() || rounded.is_infinite() {
        return Some(got == rounded && !scene.allowance.exact);
    }
    let allowance = scene.allowance;
    let allowed = allowance.relative * value.value.abs().max(value.size)
        + allowance.magnitude * value.size
        + allowance.absolute
        + value.slack;
    let error = (got - value.value).abs();
    let unexplained = scene.comparison.wrong[i] && want.is_finite() && error > UNEXPLAINED * (got - want).abs();
    // Where rounding alone may lead from the prediction to either value, the element cannot tell.
    if unexplained && error <= allowed && (got - want).abs() <= 2.0 * allowed {
        return None;
    }
    Some(error <= allowed && !unexplained)
}
