//! Hypotheses about softmax: which maximum, which sum, which exponential. That a softmax is wanted is seen from the
//! reference.

use diag::{Pattern, Text, msg};
use exercise::Dtype;

use super::fit::{Hypothesis, Scene, Value};

/// What is subtracted before exp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subtract {
    Max,
    Nothing,
    MaxOrZero,
    MaxOfFirst(usize),
    MaxOfOwnThread,
    MaxOfLane31,
    Min,
    LargestMagnitude,
    Mean,
    LastColumn,
}

/// What is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Divide {
    Sum,
    Nothing,
    Cols,
    /// The largest value, which is not the largest exponential.
    LargestValue,
    SumOfFirst(usize),
    SumOfOwnThread,
    SumOfThread0,
    /// The whole sum in thread 0, its own part in every other.
    SumInThread0Only,
    SumOfFirstRow,
    SumPlus(usize),
    /// Threads' sums by a running maximum that did not rescale.
    RunningNotRescaled,
    /// Threads' sums, each by its own maximum.
    PartsNotRescaled,
    /// Threads' sums by a running maximum, where a thread may see nothing but -inf.
    Running,
}

/// Which function is taken of the differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Function {
    Exp,
    Exp2,
    /// exp of exp in the output, exp in the sum.
    ExpTwice,
    /// exp of exp in both.
    ExpTwiceInBoth,
    /// The value itself.
    Identity,
}

/// A way to compute something like softmax.
#[derive(Debug, Clone, Copy)]
struct Way {
    subtract: Subtract,
    divide: Divide,
    function: Function,
    /// The logarithm of the quotient.
    is_log: bool,
}

const RIGHT: Way = Way { subtract: Subtract::Max, divide: Divide::Sum, function: Function::Exp, is_log: false };

/// Adds the hypotheses where the reference is the softmax of the first input's rows.
pub fn hypotheses(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    let Some(input) = scene.inputs.first() else { return };
    let Some((rows, cols)) = scene.rows_and_cols() else { return };
    if input.shape != scene.shape {
        return;
    }
    let values = input.values.as_slice();
    let block = scene.block.max(1);
    let row = move |row: usize| &values[row * cols..(row + 1) * cols];
    let is_softmax = (0..rows).all(|at| {
        let x = row(at);
        let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = x.iter().map(|x| (x - largest).exp()).sum();
        let want = &scene.want[at * cols..];
        x.iter().zip(want).all(|(x, &want)| Scene::is_reference((x - largest).exp() / sum, want, want.abs()))
    });
    if !is_softmax {
        return;
    }
    for (variant, (pattern, text, way)) in (0..).zip(ways(scene.buffer, block)) {
        let text = text.clone();
        // Two mistakes at once: one is the plainer explanation.
        let is_general = way.function == Function::Exp2 && way.subtract == Subtract::Nothing;
        let hypothesis = Hypothesis::rows(pattern, variant, text, move |at, out| {
            way.row(row(at), row(0), block, out);
        });
        found(if is_general { hypothesis.general() } else { hypothesis });
    }
    let uniform = msg!("judge-pattern-uniform", buffer = scene.buffer);
    found(Hypothesis::each(Pattern::Constant, 100, uniform, move |_| Value::from(1.0 / cols as f64)));
    elsewhere(scene, values, found);
    precision(scene, values, found);
    if rows > 1 {
        let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = values.iter().map(|x| (x - largest).exp()).sum();
        let text = msg!("judge-pattern-softmax-of-all", buffer = scene.buffer);
        found(Hypothesis::each(Pattern::WholeMatrix, 1, text, move |i| Value::from((values[i] - largest).exp() / sum)));
    }
}

/// The ways to be wrong, the plainest first.
fn ways(buffer: &str, block: usize) -> Vec<(Pattern, Text, Way)> {
    let subtract = |subtract| Way { subtract, ..RIGHT };
    let divide = |divide| Way { divide, ..RIGHT };
    let first_max = |count: usize| msg!("judge-pattern-max-of-first", buffer = buffer, count = count);
    let first_sum = |count: usize| msg!("judge-pattern-sum-of-first", buffer = buffer, count = count);
    let other = |what: Text| msg!("judge-pattern-other-than-max", buffer = buffer, what = what);
    let without_max = Way { subtract: Subtract::Nothing, divide: Divide::Nothing, ..RIGHT };
    let twice = msg!("judge-pattern-exp-twice", buffer = buffer);
    let share = msg!("judge-pattern-sum-of-thread", buffer = buffer);
    let high = |more: usize| msg!("judge-pattern-sum-too-high", buffer = buffer, more = more);
    let exp2 = Way { function: Function::Exp2, ..RIGHT };
    let identity = Way { function: Function::Identity, subtract: Subtract::Nothing, ..RIGHT };
    vec![
        (Pattern::NoMaxSubtraction, msg!("judge-pattern-no-max", buffer = buffer), subtract(Subtract::Nothing)),
        (Pattern::MaxStartsAtZero, msg!("judge-pattern-max-zero", buffer = buffer), subtract(Subtract::MaxOrZero)),
        (Pattern::MaxOfFirstColumns, first_max(1), subtract(Subtract::MaxOfFirst(1))),
        (Pattern::MaxOfFirstColumns, first_max(32), subtract(Subtract::MaxOfFirst(32))),
        (Pattern::MaxOfFirstColumns, first_max(block), subtract(Subtract::MaxOfFirst(block))),
        (Pattern::MaxOfOneThread, msg!("judge-pattern-max-of-thread"), subtract(Subtract::MaxOfOwnThread)),
        (Pattern::MaxOfSomeLanes, msg!("judge-pattern-max-of-lane"), subtract(Subtract::MaxOfLane31)),
        (Pattern::OtherThanMax, other(msg!("judge-value-min")), subtract(Subtract::Min)),
        (Pattern::OtherThanMax, other(msg!("judge-value-magnitude")), subtract(Subtract::LargestMagnitude)),
        (Pattern::OtherThanMax, other(msg!("judge-value-mean")), subtract(Subtract::Mean)),
        (Pattern::OtherThanMax, other(msg!("judge-value-last")), subtract(Subtract::LastColumn)),
        (Pattern::NotDivided, msg!("judge-pattern-not-divided", buffer = buffer), divide(Divide::Nothing)),
        (Pattern::NotDivided, msg!("judge-pattern-only-exp", buffer = buffer), without_max),
        (Pattern::DividedByCols, msg!("judge-pattern-divided-by-cols", buffer = buffer), divide(Divide::Cols)),
        (Pattern::DividedByMax, msg!("judge-pattern-divided-by-max", buffer = buffer), divide(Divide::LargestValue)),
        (Pattern::SumOfFirstColumns, first_sum(1), divide(Divide::SumOfFirst(1))),
        (Pattern::SumOfFirstColumns, first_sum(32), divide(Divide::SumOfFirst(32))),
        (Pattern::SumOfFirstColumns, first_sum(block), divide(Divide::SumOfFirst(block))),
        (Pattern::SumOfOneThread, share, divide(Divide::SumOfOwnThread)),
        (Pattern::SumOfOneThread, msg!("judge-pattern-sum-of-thread-0"), divide(Divide::SumOfThread0)),
        (Pattern::SumInOneThreadOnly, msg!("judge-pattern-sum-in-thread-0"), divide(Divide::SumInThread0Only)),
        (Pattern::SumOfAnotherRow, msg!("judge-pattern-sum-of-first-row"), divide(Divide::SumOfFirstRow)),
        (Pattern::SumStartsTooHigh, high(1), divide(Divide::SumPlus(1))),
        (Pattern::SumStartsTooHigh, high(block), divide(Divide::SumPlus(block))),
        (Pattern::RunningSumNotRescaled, msg!("judge-pattern-not-rescaled"), divide(Divide::RunningNotRescaled)),
        (Pattern::PartsNotRescaled, msg!("judge-pattern-parts-not-rescaled"), divide(Divide::PartsNotRescaled)),
        (Pattern::NanFromInfinities, msg!("judge-pattern-nan-infinities"), divide(Divide::Running)),
        (Pattern::LogSoftmax, msg!("judge-pattern-log", buffer = buffer), Way { is_log: true, ..RIGHT }),
        (Pattern::ExpTwice, twice.clone(), Way { function: Function::ExpTwice, ..RIGHT }),
        (Pattern::ExpTwice, twice, Way { function: Function::ExpTwiceInBoth, ..RIGHT }),
        (Pattern::Exp2, msg!("judge-pattern-exp2", buffer = buffer), exp2),
        (Pattern::Exp2, msg!("judge-pattern-exp2", buffer = buffer), Way { subtract: Subtract::Nothing, ..exp2 }),
        (Pattern::NoExponential, msg!("judge-pattern-no-exp", buffer = buffer), identity),
    ]
}

/// Differences at which float's exp begins to overflow; how a library rounds decides within.
const OVERFLOW: std::ops::Range<f64> = 88.6..88.8;

/// exp as float has it, or a power of 2: infinite when too large, 0 when far too small.
fn single(function: Function, x: f64) -> f64 {
    let value = if function == Function::Exp2 { x.exp2() } else { x.exp() };
    f64::from(value as f32)
}

impl Way {
    /// Predicts a row.
    fn row(self, x: &[f64], first_row: &[f64], block: usize, out: &mut Vec<Value>) {
        let maxima = self.maxima(x, block);
        let differences: Vec<f64> = if self.function == Function::Identity {
            x.to_vec()
        } else {
            x.iter().zip(&maxima).map(|(x, max)| f64::from((x - max) as f32)).collect()
        };
        if differences.iter().any(|d| OVERFLOW.contains(d)) {
            out.extend(x.iter().map(|_| Value::OPEN));
            return;
        }
        let single = |d: f64| single(self.function, d);
        let exponentials: Vec<f64> = match self.function {
            Function::Identity => differences.clone(),
            _ => differences.iter().map(|&d| single(d)).collect(),
        };
        let terms: Vec<f64> = match self.function {
            Function::ExpTwiceInBoth => exponentials.iter().map(|&e| single(e)).collect(),
            _ => exponentials.clone(),
        };
        let share = |thread: usize| terms.iter().skip(thread).step_by(block).sum::<f64>();
        let total: f64 = terms.iter().sum();
        for col in 0..x.len() {
            let divisor = match self.divide {
                Divide::Sum => total,
                Divide::Nothing => 1.0,
                Divide::Cols => x.len() as f64,
                Divide::LargestValue => x.iter().copied().fold(f64::NEG_INFINITY, f64::max),
                Divide::SumOfFirst(count) => terms.iter().take(count).sum(),
                // A thread's own part is the same for all of its columns.
                Divide::SumOfOwnThread if col >= block => out[col - block].size,
                Divide::SumOfOwnThread => share(col),
                Divide::SumOfThread0 => share(0),
                Divide::SumInThread0Only if col % block == 0 => total,
                Divide::SumInThread0Only if col >= block => out[col - block].size,
                Divide::SumInThread0Only => share(col),
                Divide::SumOfFirstRow => first_row.iter().map(|x| single(x - maxima[col])).sum(),
                Divide::SumPlus(more) => total + more as f64,
                Divide::RunningNotRescaled | Divide::PartsNotRescaled | Divide::Running => match out.first() {
                    Some(first) => first.size,
                    None => self.running(x, maxima[0], block),
                },
            };
            // What a float cannot hold is infinite.
            let divisor = if divisor > f64::from(f32::MAX) { f64::INFINITY } else { divisor };
            let numerator = if self.function == Function::ExpTwice { single(exponentials[col]) } else { terms[col] };
            let value = if self.is_log { differences[col] - divisor.ln() } else { numerator / divisor };
            // Subnormal floats have few digits, and some functions make zero of them.
            let tiny = 1.2e-38;
            let is_tiny = numerator.abs() < tiny && numerator != 0.0;
            let slack = match () {
                () if divisor > 0.0 && divisor < tiny => f64::INFINITY,
                () if is_tiny || numerator == 0.0 && !self.is_log => tiny / divisor.max(tiny),
                () => 0.0,
            };
            // The divisor travels in `size` until all columns are done.
            out.push(Value { value, size: divisor, slack: if value.is_nan() { 0.0 } else { slack } });
        }
        for (value, difference) in out.iter_mut().zip(&differences) {
            // Logarithms near 0 are off by the rounding of the sum, which is at least 1.
            value.size = if self.is_log { difference.abs().min(1e30) + 1.0 } else { 0.0 };
        }
    }

    /// What is subtracted from each column.
    fn maxima(self, x: &[f64], block: usize) -> Vec<f64> {
        let largest = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
        let all = x.iter().copied();
        let one = match self.subtract {
            Subtract::Max => largest(&mut all.clone()),
            Subtract::Nothing => 0.0,
            Subtract::MaxOrZero => largest(&mut all.clone()).max(0.0),
            Subtract::MaxOfFirst(count) => largest(&mut all.clone().take(count)),
            Subtract::MaxOfOwnThread => {
                let own: Vec<f64> =
                    (0..block.min(x.len())).map(|t| largest(&mut all.clone().skip(t).step_by(block))).collect();
                return (0..x.len()).map(|col| own[col % block]).collect();
            }
            Subtract::MaxOfLane31 => {
                largest(&mut all.clone().enumerate().filter(|(col, _)| col % block % 32 == 31).map(|(_, x)| x))
            }
            Subtract::Min => all.clone().fold(f64::INFINITY, f64::min),
            Subtract::LargestMagnitude => largest(&mut all.clone().map(f64::abs)),
            Subtract::Mean => all.clone().sum::<f64>() / x.len() as f64,
            Subtract::LastColumn => x.last().copied().unwrap_or(0.0),
        };
        vec![one; x.len()]
    }

    /// The sum of threads that each keep a running maximum of their columns.
    fn running(self, x: &[f64], largest: f64, block: usize) -> f64 {
        let mut total = 0.0;
        for thread in 0..block.min(x.len()) {
            let mut max = f64::NEG_INFINITY;
            let mut sum = 0.0;
            for &x in x.iter().skip(thread).step_by(block) {
                let next = max.max(x);
                if next > f64::NEG_INFINITY || self.divide == Divide::Running {
                    let scale =
                        if self.divide == Divide::RunningNotRescaled { 1.0 } else { single(self.function, max - next) };
                    sum = sum * scale + single(self.function, x - next);
                }
                max = next;
            }
            let scale =
                if self.divide == Divide::PartsNotRescaled { 1.0 } else { single(self.function, max - largest) };
            total += sum * scale;
        }
        total
    }
}

/// Softmax of other pieces of the matrix than its rows.
fn elsewhere<'a>(scene: &Scene<'a>, values: &'a [f64], found: &mut dyn FnMut(Hypothesis<'a>)) {
    let Some((rows, cols)) = scene.rows_and_cols() else { return };
    let (block, total) = (scene.block.max(1), rows * cols);
    if rows < 2 {
        return;
    }
    let mut at = |pattern, variant, text, index: fn(usize, usize, usize, usize) -> usize| {
        found(Hypothesis::rows(pattern, variant, text, move |row, out| {
            let x: Vec<f64> = (0..cols).map(|col| values[index(row, col, rows, cols) % total]).collect();
            RIGHT.row(&x, &x, block, out);
        }));
    };
    let by_rows = msg!("judge-pattern-row-start-rows", buffer = scene.buffer);
    at(Pattern::WrongRowStart, 0, by_rows, |row, col, rows, _| row * rows + col);
    let transposed = msg!("judge-pattern-transposed-input", buffer = scene.buffer);
    at(Pattern::Transposed, 1, transposed, |row, col, rows, _| col * rows + row);
    let start = |distance: &str| msg!("judge-pattern-row-start", buffer = scene.buffer, distance = distance);
    at(Pattern::WrongRowStart, 1, start("cols + 1"), |row, col, _, cols| row * (cols + 1) + col);
    at(Pattern::WrongRowStart, 2, start("cols - 1"), |row, col, _, cols| row * (cols - 1) + col);
    let of_columns = msg!("judge-pattern-softmax-of-columns", buffer = scene.buffer);
    found(Hypothesis::each(Pattern::Transposed, 2, of_columns, move |i| {
        let column = || (0..rows).map(|row| values[row * cols + i % cols]);
        let largest = column().fold(f64::NEG_INFINITY, f64::max);
        Value::from((values[i] - largest).exp() / column().map(|x| (x - largest).exp()).sum::<f64>())
    }));
}

/// Exponentials rounded to 16 bits, where what is divided by is known.
fn precision<'a>(scene: &Scene<'a>, values: &'a [f64], found: &mut dyn FnMut(Hypothesis<'a>)) {
    let scene = *scene;
    let Some((_, cols)) = scene.rows_and_cols() else { return };
    for (variant, narrow) in [(0, Dtype::F16), (1, Dtype::Bf16)] {
        for is_sum_rounded in [false, true] {
            let text = msg!("judge-pattern-precision-exp", dtype = narrow.cpp());
            let row_fits = move |x: &[f64], got: &[f64]| {
                let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let exp = |x: f64| (x - largest).exp();
                let sum: f64 = x.iter().map(|&x| if is_sum_rounded { narrow.round(exp(x)) } else { exp(x) }).sum();
                got.iter().zip(x).all(|(got, &x)| {
                    let exponential = got * sum;
                    let rounded = narrow.round(exponential);
                    // Float rounding only; and it must be the exponential of about this difference.
                    (exponential - rounded).abs() <= 2e-6 * rounded.abs()
                        && (exponential - exp(x)).abs() <= 0.02 * exp(x) + 1e-6
                })
            };
            let test = move || {
                Some(
                    scene.comparison.skipped.iter().all(|is_skipped| !is_skipped)
                        && scene.got.iter().all(|got| got.is_finite())
                        && values.chunks(cols).zip(scene.got.chunks(cols)).all(|(x, got)| row_fits(x, got)),
                )
            };
            let variant = 30 + 2 * i64::from(is_sum_rounded) + variant;
            found(Hypothesis::test(Pattern::LowPrecision, variant, text, test));
        }
    }
}
