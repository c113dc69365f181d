//! Hypotheses about layer normalisation: which mean, which variance, which parameters. That it is wanted, and its eps, are
//! seen from the reference.

use diag::{Pattern, Text, msg};
use exercise::Dtype;

use super::fit::{Hypothesis, Scene, Value};

/// Columns of a tile that are tried.
const TILES: [usize; 2] = [128, 256];

/// What eps other libraries have.
const OTHER_EPS: [f64; 6] = [1e-3, 1e-4, 1e-6, 1e-7, 1e-8, 1e-12];

/// Which columns count in a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    First(usize),
    /// Those of the last tile, which may not be full.
    LastTile(usize),
    ButLastTile(usize),
    /// These lanes of each warp.
    Lanes(usize, usize),
    /// For each thread its own.
    OwnThread,
    /// All in thread 0, its own in every other thread.
    InThread0Only,
    /// For each tile its own.
    OwnTile(usize),
}

/// What a sum is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Divisor {
    Cols,
    ColsMinusOne,
    Nothing,
    Number(usize),
    /// The number of columns that count.
    Count,
    /// 1 / cols, in whole numbers, was multiplied by.
    WholeReciprocal,
    /// The sum counts 32 times.
    ColsBy32,
}

/// What is added up for the variance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spread {
    Squares,
    Distances,
    /// Squares of the entries themselves.
    SquaresOfEntries,
    /// Of row 0, with this row's mean.
    SquaresOfFirstRow,
}

/// What becomes of the variance.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Factor {
    Root,
    Eps(f64),
    EpsBehindRoot,
    NoRoot,
    TimesRoot,
    TimesVariance,
}

/// What becomes of a normalised entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Params {
    Right,
    NoGamma,
    NoBeta,
    Neither,
    OnlyBeta,
    Swapped,
    BetaInside,
    First,
    OfRow,
    /// Those of the first tile, over and over.
    Modulo(usize),
    Half,
}

/// A way to compute something like layer normalisation.
#[derive(Debug, Clone, Copy)]
struct Way {
    mean: (Part, Divisor),
    is_subtracted: bool,
    spread: Spread,
    variance: (Part, Divisor),
    factor: Factor,
    params: Params,
}

const WHOLE: (Part, Divisor) = (Part::All, Divisor::Cols);
const RIGHT: Way = Way {
    mean: WHOLE,
    is_subtracted: true,
    spread: Spread::Squares,
    variance: WHOLE,
    factor: Factor::Root,
    params: Params::Right,
};

/// The inputs, and what eps is.
#[derive(Clone, Copy)]
struct Norm<'a> {
    values: &'a [f64],
    gamma: &'a [f64],
    beta: &'a [f64],
    rows: usize,
    cols: usize,
    block: usize,
    eps: f64,
    /// How far a sum may be off by rounding, as a part of its terms' size.
    rounding: f64,
}

fn mean_of(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

impl<'a> Norm<'a> {
    /// What the reference is computed from, where that is layer normalisation.
    fn of(scene: &Scene<'a>) -> Option<Self> {
        let [input, gamma, beta] = scene.inputs else { return None };
        let (rows, cols) = scene.rows_and_cols()?;
        if input.shape != scene.shape || gamma.shape != [cols] || beta.shape != [cols] {
            return None;
        }
        let block = scene.block.max(1);
        let (values, gamma, beta) = (&input.values, &gamma.values, &beta.values);
        let rounding = scene.allowance.magnitude;
        let mut norm = Self { values, gamma, beta, rows, cols, block, eps: 1e-5, rounding };
        if let Some(eps) = norm.eps(scene.want) {
            norm.eps = eps;
        }
        let mut row_is_wanted = |row: usize| {
            let mut out = Vec::with_capacity(cols);
            RIGHT.row(&norm, norm.row(row), row, &mut out);
            let want = scene.want[row * cols..][..cols].iter();
            out.iter().zip(want).all(|(value, want)| (value.value - want).abs() <= 1e-8 * value.size.max(want.abs()))
        };
        (0..rows).all(&mut row_is_wanted).then_some(norm)
    }

    /// eps, from the element that tells it best: the reference is exact, so it can be solved for.
    fn eps(&self, want: &[f64]) -> Option<f64> {
        let row = |row: usize| {
            let x = self.row(row);
            let mean = mean_of(x.iter().copied());
            let variance = mean_of(x.iter().map(|x| (x - mean).powi(2)));
            let clearness = |col: usize| ((x[col] - mean) * self.gamma[col]).abs();
            let col = (0..self.cols).max_by(|&i, &j| clearness(i).total_cmp(&clearness(j)))?;
            let normed = (want[row * self.cols + col] - self.beta[col]) / self.gamma[col];
            let eps = ((x[col] - mean) / normed).powi(2) - variance;
            (eps.is_finite() && normed != 0.0).then_some((variance, eps))
        };
        let (_, eps) = (0..self.rows).filter_map(row).min_by(|a, b| a.0.total_cmp(&b.0))?;
        // Where the variance is large, few digits of eps are left; what programs write is a power of ten.
        let power = f64::from(10.0_f64.powf(eps.log10().round()) as f32);
        if (power - eps).abs() <= 0.02 * power { Some(power) } else { Some(eps).filter(|eps| *eps > 0.0) }
    }

    fn row(&self, row: usize) -> &'a [f64] {
        &self.values[row * self.cols..][..self.cols]
    }

    /// For each column the sum of those of `values` that count for it.
    fn sums(&self, values: &[f64], part: Part) -> Vec<f64> {
        let (cols, block) = (values.len(), self.block);
        let sum_of =
            |counts: &dyn Fn(usize) -> bool| (0..cols).filter(|&col| counts(col)).map(|col| values[col]).sum::<f64>();
        let last = |size: usize| (cols - 1) / size * size;
        let own = || {
            let sums: Vec<f64> = (0..block.min(cols)).map(|t| values.iter().skip(t).step_by(block).sum()).collect();
            (0..cols).map(|col| sums[col % block]).collect::<Vec<f64>>()
        };
        let sum = match part {
            Part::All => values.iter().sum(),
            Part::First(count) => values.iter().take(count).sum(),
            Part::LastTile(size) => values[last(size)..].iter().sum(),
            Part::ButLastTile(size) => values[..last(size)].iter().sum(),
            Part::Lanes(first, end) => sum_of(&|col| (first..end).contains(&(col % block % 32))),
            Part::OwnThread => return own(),
            Part::InThread0Only => {
                let mut sums = own();
                sums.iter_mut().step_by(block).for_each(|sum| *sum = values.iter().sum());
                return sums;
            }
            Part::OwnTile(size) => {
                let of_tile = |tile: &[f64]| vec![tile.iter().sum(); tile.len()];
                return values.chunks(size).flat_map(of_tile).collect();
            }
        };
        vec![sum; cols]
    }

    /// For each column the sum, divided.
    fn means(&self, values: &[f64], (part, divisor): (Part, Divisor)) -> Vec<f64> {
        let cols = values.len() as f64;
        let by = |sums: Vec<f64>, divisor: f64| sums.into_iter().map(|sum| sum / divisor).collect::<Vec<f64>>();
        let sums = self.sums(values, part);
        match divisor {
            Divisor::Cols => by(sums, cols),
            Divisor::ColsMinusOne => by(sums, cols - 1.0),
            Divisor::ColsBy32 => by(sums, cols / 32.0),
            Divisor::Nothing => sums,
            Divisor::Number(number) => by(sums, number as f64),
            Divisor::WholeReciprocal => sums.into_iter().map(|sum| if cols > 1.0 { 0.0 } else { sum }).collect(),
            Divisor::Count => {
                let counts = self.sums(&vec![1.0; values.len()], part);
                sums.iter().zip(counts).map(|(sum, count)| sum / count).collect()
            }
        }
    }
}

impl Way {
    /// Predicts a row with these entries.
    fn row(self, norm: &Norm<'_>, x: &[f64], row: usize, out: &mut Vec<Value>) {
        let means = norm.means(x, self.mean);
        let square = |x: f64| x * x;
        let terms: Vec<f64> = match self.spread {
            Spread::Squares => x.iter().zip(&means).map(|(x, mean)| square(x - mean)).collect(),
            Spread::Distances => x.iter().zip(&means).map(|(x, mean)| (x - mean).abs()).collect(),
            Spread::SquaresOfEntries => x.iter().copied().map(square).collect(),
            Spread::SquaresOfFirstRow => norm.row(0).iter().zip(&means).map(|(x, mean)| square(x - mean)).collect(),
        };
        let variances = norm.means(&terms, self.variance);
        let sizes: Vec<f64> = x.iter().map(|x| x.abs()).collect();
        let size_of_mean = mean_of(sizes.iter().copied());
        let sizes_of_means = norm.means(&sizes, self.mean);
        for (col, &x) in x.iter().enumerate() {
            let variance = variances[col];
            let size_of_mean = size_of_mean.max(sizes_of_means[col]);
            let factor = match self.factor {
                Factor::Root => (variance + norm.eps).sqrt().recip(),
                Factor::Eps(eps) => (variance + eps).sqrt().recip(),
                Factor::EpsBehindRoot => (variance.sqrt() + norm.eps).recip(),
                Factor::NoRoot => (variance + norm.eps).recip(),
                Factor::TimesRoot => (variance + norm.eps).sqrt(),
                Factor::TimesVariance => variance + norm.eps,
            };
            let (gamma, beta) = (norm.gamma[col], norm.beta[col]);
            let (scale, shift) = match self.params {
                Params::Right => (gamma, beta),
                Params::NoGamma => (1.0, beta),
                Params::NoBeta => (gamma, 0.0),
                Params::Neither => (1.0, 0.0),
                Params::OnlyBeta => (0.0, beta),
                Params::Swapped => (beta, gamma),
                Params::BetaInside => (gamma, gamma * beta),
                Params::First => (norm.gamma[0], norm.beta[0]),
                Params::OfRow => (norm.gamma[row % norm.cols], norm.beta[row % norm.cols]),
                Params::Modulo(size) => (norm.gamma[col % size], norm.beta[col % size]),
                Params::Half => (Dtype::F16.round(gamma), beta),
            };
            let distance = if self.is_subtracted { x - means[col] } else { x };
            let normed = if scale == 0.0 { 0.0 } else { distance * factor };
            let size = (factor * scale).abs() * (distance.abs() + size_of_mean) + shift.abs();
            let mut value = Value::of_size(normed * scale + shift, if size.is_finite() { size } else { 0.0 });
            // A mean that is off makes the variance too large.
            let excess = (norm.rounding * size_of_mean).powi(2) / (variance + norm.eps);
            value.slack = if normed.is_finite() { (normed * scale).abs() * excess.min(0.1) } else { 0.0 };
            out.push(value);
        }
    }
}

/// Adds the hypotheses where the reference is layer normalisation of the rows.
pub fn hypotheses(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    let Some(norm) = Norm::of(scene) else { return };
    for (variant, (pattern, text, way)) in (3000..).zip(ways(norm.block)) {
        found(Hypothesis::rows(pattern, variant, text, move |row, out| way.row(&norm, norm.row(row), row, out)));
    }
    elsewhere(scene, &norm, found);
    cancelled(scene, &norm, found);
}

/// The ways to be wrong, the plainest first.
fn ways(block: usize) -> Vec<(Pattern, Text, Way)> {
    let factor = |factor| Way { factor, ..RIGHT };
    let params = |params| Way { params, ..RIGHT };
    let behind = Way { factor: Factor::EpsBehindRoot, ..RIGHT };
    let absolute = Way { spread: Spread::Distances, factor: Factor::NoRoot, ..RIGHT };
    let rms = Way { is_subtracted: false, spread: Spread::SquaresOfEntries, ..RIGHT };
    let of_entries = Way { spread: Spread::SquaresOfEntries, ..RIGHT };
    let first_row = Way { spread: Spread::SquaresOfFirstRow, ..RIGHT };
    let mut ways = vec![
        (Pattern::WrongEps, msg!("judge-pattern-eps-missing"), factor(Factor::Eps(0.0))),
        (Pattern::WrongEps, msg!("judge-pattern-eps-behind"), behind),
        (Pattern::WrongRoot, msg!("judge-pattern-root-missing"), factor(Factor::NoRoot)),
        (Pattern::WrongRoot, msg!("judge-pattern-root-times"), factor(Factor::TimesRoot)),
        (Pattern::WrongRoot, msg!("judge-pattern-variance-times"), factor(Factor::TimesVariance)),
        (Pattern::AbsoluteValues, msg!("judge-pattern-norm-absolute"), absolute),
        (Pattern::MeanNotSubtracted, msg!("judge-pattern-norm-no-mean"), Way { is_subtracted: false, ..RIGHT }),
        (Pattern::MeanNotSubtracted, msg!("judge-pattern-norm-rms"), rms),
        (Pattern::MeanNotSubtracted, msg!("judge-pattern-norm-squares-of-entries"), of_entries),
        (Pattern::SumOfAnotherRow, msg!("judge-pattern-norm-first-row"), first_row),
        (Pattern::ParametersMissing, msg!("judge-pattern-gamma-missing"), params(Params::NoGamma)),
        (Pattern::ParametersMissing, msg!("judge-pattern-beta-missing"), params(Params::NoBeta)),
        (Pattern::ParametersMissing, msg!("judge-pattern-parameters-missing"), params(Params::Neither)),
        (Pattern::ParametersMissing, msg!("judge-pattern-only-beta"), params(Params::OnlyBeta)),
        (Pattern::ParametersExchanged, msg!("judge-pattern-parameters-swapped"), params(Params::Swapped)),
        (Pattern::ParametersExchanged, msg!("judge-pattern-beta-inside"), params(Params::BetaInside)),
        (Pattern::ParametersOfOthers, msg!("judge-pattern-parameters-first"), params(Params::First)),
        (Pattern::ParametersOfOthers, msg!("judge-pattern-parameters-row"), params(Params::OfRow)),
        (
            Pattern::ParametersOfOthers,
            msg!("judge-pattern-parameters-modulo", size = block),
            params(Params::Modulo(block)),
        ),
        (Pattern::LowPrecision, msg!("judge-pattern-precision-gamma", dtype = Dtype::F16.cpp()), params(Params::Half)),
    ];
    for size in TILES {
        let text = msg!("judge-pattern-parameters-modulo", size = size);
        ways.push((Pattern::ParametersOfOthers, text, params(Params::Modulo(size))));
    }
    for eps in OTHER_EPS {
        ways.push((Pattern::WrongEps, msg!("judge-pattern-eps-other"), factor(Factor::Eps(eps))));
    }
    for (is_mean, is_variance) in [(true, false), (false, true), (true, true)] {
        let what = || match (is_mean, is_variance) {
            (true, false) => msg!("judge-norm-mean"),
            (false, true) => msg!("judge-norm-variance"),
            _ => msg!("judge-norm-both"),
        };
        let with = |sum: (Part, Divisor)| Way {
            mean: if is_mean { sum } else { WHOLE },
            variance: if is_variance { sum } else { WHOLE },
            ..RIGHT
        };
        sums(block, &what, &mut |pattern, text, sum| ways.push((pattern, text, with(sum))));
    }
    ways
}

/// The ways to be wrong that the mean and the variance have in common. `what`: which of them.
fn sums(block: usize, what: &dyn Fn() -> Text, found: &mut dyn FnMut(Pattern, Text, (Part, Divisor))) {
    let mut divided = |text, divisor| found(Pattern::WrongDivisor, text, (Part::All, divisor));
    divided(msg!("judge-pattern-norm-not-divided", what = what()), Divisor::Nothing);
    divided(msg!("judge-pattern-norm-cols-minus-one", what = what()), Divisor::ColsMinusOne);
    divided(msg!("judge-pattern-norm-whole-reciprocal", what = what()), Divisor::WholeReciprocal);
    let by = |number: usize| msg!("judge-pattern-norm-divisor", what = what(), number = number);
    divided(by(block), Divisor::Number(block));
    for size in TILES {
        divided(by(size), Divisor::Number(size));
    }
    let mut part = |pattern, text, part| found(pattern, text, (part, Divisor::Cols));
    let own = || msg!("judge-pattern-norm-own-thread", what = what());
    part(Pattern::SumOfOneThread, own(), Part::OwnThread);
    part(Pattern::SumInOneThreadOnly, msg!("judge-pattern-norm-thread-0", what = what()), Part::InThread0Only);
    let first = |count: usize| msg!("judge-pattern-norm-first", what = what(), count = count);
    part(Pattern::SumOfFirstColumns, first(32), Part::First(32));
    part(Pattern::SumOfFirstColumns, first(block), Part::First(block));
    for size in TILES {
        part(Pattern::SumOfFirstColumns, first(size), Part::First(size));
        part(Pattern::LastTileOnly, msg!("judge-pattern-norm-last-tile", what = what()), Part::LastTile(size));
        part(
            Pattern::LastTileMissing,
            msg!("judge-pattern-norm-but-last-tile", what = what()),
            Part::ButLastTile(size),
        );
    }
    for count in [1, 2, 4, 8, 16] {
        let text = msg!("judge-pattern-norm-lanes", what = what(), first = 0, last = count - 1);
        part(Pattern::SomeLanes, text, Part::Lanes(0, count));
    }
    // After __shfl_down_sync, lane 31 has added its own value to itself five times.
    let last = || msg!("judge-pattern-norm-lanes", what = what(), first = 31, last = 31);
    found(Pattern::SomeLanes, last(), (Part::Lanes(31, 32), Divisor::Cols));
    found(Pattern::SomeLanes, last(), (Part::Lanes(31, 32), Divisor::ColsBy32));
    found(Pattern::SumOfOneThread, own(), (Part::OwnThread, Divisor::Count));
    for size in TILES {
        let text = msg!("judge-pattern-norm-own-tile", what = what());
        found(Pattern::StatisticsOfTiles, text, (Part::OwnTile(size), Divisor::Count));
    }
}

/// Normalised pieces of the matrix other than its rows, and entries of another column.
fn elsewhere<'a>(scene: &Scene<'a>, norm: &Norm<'a>, found: &mut dyn FnMut(Hypothesis<'a>)) {
    let norm = *norm;
    let (rows, cols) = (norm.rows, norm.cols);
    let input = scene.inputs.first().map(|input| input.name.clone()).unwrap_or_default();
    for by in [1_isize, -1] {
        let sign = if by < 0 { "-" } else { "+" };
        let text = msg!("judge-pattern-entry-shifted", buffer = scene.buffer, input = &input, by = 1, sign = sign);
        let variant = 3000 + i64::try_from(by).unwrap_or(0);
        found(Hypothesis::rows(Pattern::MismatchedIndex, variant, text, move |row, out| {
            let x = norm.row(row);
            let mean = mean_of(x.iter().copied());
            let start = out.len();
            RIGHT.row(&norm, x, row, out);
            for (col, value) in out[start..].iter_mut().enumerate() {
                let Some(&entry) = col.checked_add_signed(by).and_then(|col| x.get(col)) else {
                    *value = Value::OPEN;
                    continue;
                };
                let variance = mean_of(x.iter().map(|x| (x - mean).powi(2)));
                let scale = norm.gamma[col] / (variance + norm.eps).sqrt();
                value.value = (entry - mean) * scale + norm.beta[col];
                value.size += scale.abs() * (entry - mean).abs();
            }
        }));
    }
    let of_columns = msg!("judge-pattern-norm-of-columns");
    found(Hypothesis::each(Pattern::Transposed, 2, of_columns, move |i| {
        let col = i % cols;
        let column = || (0..rows).map(|row| norm.values[row * cols + col]);
        let mean = mean_of(column());
        let factor = (mean_of(column().map(|x| (x - mean).powi(2))) + norm.eps).sqrt().recip();
        let (scale, distance) = (factor * norm.gamma[col], norm.values[i] - mean);
        let size = scale.abs() * (distance.abs() + mean_of(column().map(f64::abs))) + norm.beta[col].abs();
        let excess = (norm.rounding * mean_of(column().map(f64::abs)) * factor).powi(2);
        Value {
            slack: (distance * scale).abs() * excess.min(0.1),
            ..Value::of_size(distance * scale + norm.beta[col], size)
        }
    }));
    if rows < 2 {
        return;
    }
    let mut at = |pattern, variant, text, index: fn(usize, usize, &Norm<'_>) -> usize| {
        found(Hypothesis::rows(pattern, variant, text, move |row, out| {
            let x: Vec<f64> = (0..cols).map(|col| norm.values[index(row, col, &norm) % (rows * cols)]).collect();
            RIGHT.row(&norm, &x, row, out);
        }));
    };
    let by_rows = msg!("judge-pattern-row-start-rows", buffer = scene.buffer);
    at(Pattern::WrongRowStart, 0, by_rows, |row, col, norm| row * norm.rows + col);
    let transposed = msg!("judge-pattern-transposed-input", buffer = scene.buffer);
    at(Pattern::Transposed, 1, transposed, |row, col, norm| col * norm.rows + row);
    let start = |distance: &str| msg!("judge-pattern-row-start", buffer = scene.buffer, distance = distance);
    at(Pattern::WrongRowStart, 1, start("cols + 1"), |row, col, norm| row * (norm.cols + 1) + col);
    at(Pattern::WrongRowStart, 2, start("cols - 1"), |row, col, norm| row * (norm.cols - 1) + col);
    at(Pattern::WrongRowStart, 3, start(&norm.block.to_string()), |row, col, norm| row * norm.block + col);
    at(Pattern::WrongRowStart, 4, start("1"), |row, col, _| row + col);
    at(Pattern::FirstRowRepeated, 1, msg!("judge-pattern-first-row", buffer = scene.buffer), |_, col, _| col);
    let tile = msg!("judge-pattern-row-not-scaled");
    at(Pattern::WrongRowStart, 6, tile, |row, col, norm| (row / 16 + row % 16) * norm.cols + col);
    let (mean, factor) = {
        let mean = mean_of(norm.values.iter().copied());
        (mean, (mean_of(norm.values.iter().map(|x| (x - mean).powi(2))) + norm.eps).sqrt().recip())
    };
    let size_of_mean = mean_of(norm.values.iter().map(|x| x.abs()));
    found(Hypothesis::each(Pattern::WholeMatrix, 2, msg!("judge-pattern-norm-of-all"), move |i| {
        let (scale, distance) = (factor * norm.gamma[i % cols], norm.values[i] - mean);
        let size = scale.abs() * (distance.abs() + size_of_mean) + norm.beta[i % cols].abs();
        Value::of_size(distance * scale + norm.beta[i % cols], size)
    }));
}

/// A variance whose digits cancelled: each row is normalised by one factor, and this factor is off by no more than rounding
/// the squares of the entries explains, which is much where they are large and close together.
fn cancelled<'a>(scene: &Scene<'a>, norm: &Norm<'a>, found: &mut dyn FnMut(Hypothesis<'a>)) {
    let norm = *norm;
    let scene = *scene;
    let rounding = 4.0 * scene.allowance.magnitude;
    let predict = move |row: usize, out: &mut Vec<Value>| {
        let x = norm.row(row);
        let got = &scene.got[row * norm.cols..][..norm.cols];
        let mean = mean_of(x.iter().copied());
        let variance = mean_of(x.iter().map(|x| (x - mean).powi(2)));
        let lost = rounding * mean_of(x.iter().map(|x| x * x));
        let size_of_mean = mean_of(x.iter().map(|x| x.abs()));
        let all = |value: f64| vec![Value::from(value); norm.cols];
        // The two columns that tell most, one on either side of the mean.
        let weight = |col: usize| (x[col] - mean) * norm.gamma[col].abs();
        let low = (0..norm.cols).min_by(|&i, &j| weight(i).total_cmp(&weight(j))).unwrap_or(0);
        let high = (0..norm.cols).max_by(|&i, &j| weight(i).total_cmp(&weight(j))).unwrap_or(0);
        let normed = |col: usize| (got[col] - norm.beta[col]) / norm.gamma[col];
        if got.iter().all(|got| got.is_nan()) && variance > 0.0 && variance + norm.eps <= lost {
            return out.extend(all(f64::NAN));
        }
        let factor = (normed(high) - normed(low)) / (x[high] - x[low]);
        let centre = x[low] - normed(low) / factor;
        let is_near = (centre - mean).abs() <= rounding * size_of_mean;
        let is_explained = ((factor * factor).recip() - norm.eps - variance).abs() <= lost;
        if variance == 0.0 || !(factor > 0.0 && is_near && is_explained) {
            return RIGHT.row(&norm, x, row, out);
        }
        out.extend((0..norm.cols).map(|col| {
            let (scale, distance) = (factor * norm.gamma[col], x[col] - centre);
            let size = scale.abs() * (distance.abs() + size_of_mean) + norm.beta[col].abs();
            Value::of_size(distance * scale + norm.beta[col], size)
        }));
    };
    let text = msg!("judge-pattern-digits-cancel");
    found(Hypothesis::rows(Pattern::DigitsCancel, 0, text, predict).at_least(2).general());
}
