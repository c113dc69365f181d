//! Hypotheses about operators that make one number of each row. Which reduction is wanted is seen from the reference.

use diag::{Pattern, Text, msg};

use super::elements::int;
use super::fit::{Hypothesis, Scene, Value};

/// A reduction of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Sum,
    Mean,
    Max,
    Min,
    SumOfAbs,
    SumOfSquares,
    Product,
}

impl Kind {
    const ALL: [Self; 7] =
        [Self::Sum, Self::Mean, Self::Max, Self::Min, Self::SumOfAbs, Self::SumOfSquares, Self::Product];

    /// The result for elements that count so many times each, of rows of `cols`.
    pub fn of(self, elements: impl Iterator<Item = (f64, f64)>, cols: usize) -> Value {
        let mut sum = 0.0;
        let mut size = 0.0;
        let mut extreme = if self == Self::Min { f64::INFINITY } else { f64::NEG_INFINITY };
        let mut product = 1.0;
        for (x, weight) in elements {
            if weight == 0.0 {
                continue;
            }
            let term = match self {
                Self::SumOfAbs => x.abs(),
                Self::SumOfSquares => x * x,
                _ => x,
            };
            sum += weight * term;
            size += (weight * term).abs();
            extreme = if self == Self::Min { extreme.min(x) } else { extreme.max(x) };
            product *= x;
        }
        match self {
            Self::Sum | Self::SumOfAbs | Self::SumOfSquares => Value::of_size(sum, size),
            Self::Mean => Value::of_size(sum / cols as f64, size / cols as f64),
            Self::Max | Self::Min => Value::of_size(extreme, extreme.abs()),
            Self::Product => Value::of_size(product, product.abs()),
        }
    }

    /// A message part that names it.
    fn name(self) -> Text {
        match self {
            Self::Sum => msg!("judge-reduction-sum"),
            Self::Mean => msg!("judge-reduction-mean"),
            Self::Max => msg!("judge-reduction-max"),
            Self::Min => msg!("judge-reduction-min"),
            Self::SumOfAbs => msg!("judge-reduction-abs"),
            Self::SumOfSquares => msg!("judge-reduction-squares"),
            Self::Product => msg!("judge-reduction-product"),
        }
    }
}

/// The input as a matrix, and the reduction that gives the reference.
#[derive(Clone, Copy)]
struct Rows<'a> {
    values: &'a [f64],
    rows: usize,
    cols: usize,
    block: usize,
    kind: Kind,
}

impl Rows<'_> {
    fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.cols..(row + 1) * self.cols]
    }
}

/// How many times each column counts: column, columns, threads per block.
type Weight = fn(usize, usize, usize) -> f64;

/// Adds the hypotheses where the reference is a reduction of the first input's rows.
pub fn hypotheses(scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'_>)) {
    let Some(input) = scene.inputs.first() else { return };
    let &[rows, cols] = input.shape.as_slice() else { return };
    if rows * cols == 0 || scene.got.len() != rows || input.values.len() != rows * cols {
        return;
    }
    let block = scene.block.max(1);
    let all = |kind| Rows { values: &input.values, rows, cols, block, kind };
    let is_kind = |kind: Kind| {
        let matrix = all(kind);
        (0..rows).all(|row| {
            let value = kind.of(matrix.row(row).iter().map(|&x| (x, 1.0)), cols);
            Scene::is_reference(value.value, scene.want[row], value.size)
        })
    };
    let Some(kind) = Kind::ALL.into_iter().find(|&kind| is_kind(kind)) else { return };
    let matrix = all(kind);
    parts(&matrix, kind, scene.buffer, found);
    others(&matrix, scene, found);
    starts(&matrix, kind, scene.buffer, found);
    alignments(&matrix, scene, found);
}

/// Parts of each row, by which columns count.
fn parts<'a>(matrix: &Rows<'a>, kind: Kind, buffer: &str, found: &mut dyn FnMut(Hypothesis<'a>)) {
    let matrix = *matrix;
    let block = matrix.block;
    let part = |pattern, variant, text, weight: Weight, found: &mut dyn FnMut(Hypothesis<'a>)| {
        found(Hypothesis::rows(pattern, variant, text, move |row, out| {
            let elements =
                matrix.row(row).iter().enumerate().map(|(col, &x)| (x, weight(col, matrix.cols, matrix.block)));
            out.push(kind.of(elements, matrix.cols));
        }));
    };
    let what = || kind.name();
    let first = |count: usize| msg!("judge-pattern-first-columns", buffer = buffer, what = what(), count = count);
    part(Pattern::FirstColumns, 1, first(1), |col, _, _| f64::from(col < 1), found);
    part(Pattern::FirstColumns, 32, first(32), |col, _, _| f64::from(col < 32), found);
    part(Pattern::FirstColumns, 1000, first(block), |col, _, block| f64::from(col < block), found);
    part(Pattern::FirstColumns, 2000, first(2 * block), |col, _, block| f64::from(col < 2 * block), found);
    let tile = |size: usize| msg!("judge-pattern-partial-tile", buffer = buffer, what = what(), size = size);
    part(Pattern::PartialTileMissing, 4, tile(4), |col, cols, _| f64::from(col < cols - cols % 4), found);
    let aligned = msg!("judge-pattern-vector-tail", buffer = buffer, what = what());
    found(Hypothesis::rows(Pattern::PartialTileMissing, 5, aligned, move |row, out| {
        // Rows that begin elsewhere are read element by element.
        let is_aligned = (row * matrix.cols).is_multiple_of(4);
        let kept = if is_aligned { matrix.cols - matrix.cols % 4 } else { matrix.cols };
        out.push(kind.of(matrix.row(row)[..kept].iter().map(|&x| (x, 1.0)), matrix.cols));
    }));
    part(Pattern::PartialTileMissing, 2, tile(2), |col, cols, _| f64::from(col < cols - cols % 2), found);
    part(Pattern::PartialTileMissing, 32, tile(32), |col, cols, _| f64::from(col < cols - cols % 32), found);
    part(
        Pattern::PartialTileMissing,
        1000,
        tile(block),
        |col, cols, block| f64::from(col < cols - cols % block),
        found,
    );
    let last = msg!("judge-pattern-last-column", buffer = buffer, what = what());
    part(Pattern::LastColumnMissing, 0, last, |col, cols, _| f64::from(col + 1 < cols), found);
    let missing = msg!("judge-pattern-first-column-missing", buffer = buffer, what = what());
    part(Pattern::FirstColumnsMissing, 1, missing, |col, _, _| f64::from(col >= 1), found);
    let thread = msg!("judge-pattern-one-thread", buffer = buffer, what = what(), block = block);
    part(Pattern::OneThreadShare, 0, thread, |col, _, block| f64::from(col % block == 0), found);
    let warp = msg!("judge-pattern-one-warp", buffer = buffer, what = what());
    part(Pattern::OneWarpShare, 0, warp, |col, _, block| f64::from(col % block < 32), found);
    let lanes = |first: usize, last: usize| {
        msg!("judge-pattern-lanes", buffer = buffer, what = what(), first = first, last = last)
    };
    part(Pattern::SomeLanes, 1, lanes(0, 0), |col, _, block| f64::from(col % block % 32 < 1), found);
    part(Pattern::SomeLanes, 2, lanes(0, 1), |col, _, block| f64::from(col % block % 32 < 2), found);
    part(Pattern::SomeLanes, 4, lanes(0, 3), |col, _, block| f64::from(col % block % 32 < 4), found);
    part(Pattern::SomeLanes, 8, lanes(0, 7), |col, _, block| f64::from(col % block % 32 < 8), found);
    part(Pattern::SomeLanes, 16, lanes(0, 15), |col, _, block| f64::from(col % block % 32 < 16), found);
    let lane_31 = msg!("judge-pattern-lane-31", buffer = buffer, what = what());
    part(Pattern::SomeLanes, 31, lane_31, |col, _, block| f64::from(col % block % 32 == 31), found);
    let doubled = msg!("judge-pattern-lane-31-doubled", buffer = buffer);
    part(Pattern::SomeLanes, 3132, doubled, |col, _, block| if col % block % 32 == 31 { 32.0 } else { 0.0 }, found);
    let every = |first: usize| msg!("judge-pattern-every-other", buffer = buffer, what = what(), first = first);
    part(Pattern::EveryOtherColumn, 0, every(0), |col, _, _| f64::from(col % 2 == 0), found);
    part(Pattern::EveryOtherColumn, 1, every(1), |col, _, _| f64::from(col % 2 == 1), found);
    let partial_warp = msg!("judge-pattern-partial-warp", buffer = buffer, what = what());
    part(
        Pattern::PartialWarpMissing,
        0,
        partial_warp,
        |col, cols, block| f64::from(col % block / 32 < cols.min(block) / 32),
        found,
    );
    let tree = msg!("judge-pattern-tree", buffer = buffer);
    part(
        Pattern::TreeNotPowerOfTwo,
        0,
        tree,
        |col, cols, block| f64::from(is_in_tree(col % block, cols.min(block))),
        found,
    );
    let twice = msg!("judge-pattern-tail-twice", buffer = buffer);
    part(Pattern::TailTwice, 1, twice.clone(), |col, cols, block| 1.0 + f64::from(col >= cols - cols % block), found);
    part(Pattern::TailTwice, 4, twice.clone(), |col, cols, _| 1.0 + f64::from(col >= cols - cols % 4), found);
    part(Pattern::TailTwice, 2, twice, |col, cols, _| 1.0 + f64::from(col + 1 == cols), found);
}

/// Whether cell `cell` of `n` reaches cell 0 in a tree that adds the upper half to the lower one, rounding halves down.
fn is_in_tree(cell: usize, n: usize) -> bool {
    let mut active = n / 2;
    let mut at = cell;
    while active > 0 {
        // What lies behind both halves is never read again.
        if at >= 2 * active {
            return false;
        }
        at %= active;
        active /= 2;
    }
    at == 0
}

/// Other reductions of the whole row.
fn others<'a>(matrix: &Rows<'a>, scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'a>)) {
    let matrix = *matrix;
    let buffer = scene.buffer;
    for (variant, other) in (0..).zip(Kind::ALL).filter(|(_, other)| *other != matrix.kind) {
        let pattern = match other {
            Kind::SumOfAbs => Pattern::AbsoluteValues,
            Kind::SumOfSquares => Pattern::Squares,
            _ => Pattern::OtherReduction,
        };
        let text =
            msg!("judge-pattern-other-reduction", buffer = buffer, what = other.name(), wanted = matrix.kind.name());
        found(Hypothesis::rows(pattern, variant, text, move |row, out| {
            out.push(other.of(matrix.row(row).iter().map(|&x| (x, 1.0)), matrix.cols));
        }));
    }
    if matrix.kind != Kind::Sum {
        return;
    }
    let integer = msg!("judge-pattern-integer-terms", buffer = buffer);
    found(Hypothesis::rows(Pattern::IntegerArithmetic, 20, integer, move |row, out| {
        out.push(Kind::Sum.of(matrix.row(row).iter().map(|&x| (f64::from(int(x)), 1.0)), matrix.cols));
    }));
    let whole = msg!("judge-pattern-whole-matrix", buffer = buffer);
    if matrix.rows > 1 {
        let total = Kind::Sum.of(matrix.values.iter().map(|&x| (x, 1.0)), matrix.cols);
        found(Hypothesis::rows(Pattern::WholeMatrix, 0, whole, move |_, out| out.push(total)));
    }
    let stuck = msg!("judge-pattern-sum-stuck", buffer = buffer);
    let got = scene.got.to_vec();
    found(Hypothesis::rows(Pattern::SumStopsGrowing, 0, stuck, move |row, out| {
        let sum = matrix.row(row).iter().fold(0.0_f32, |sum, &x| sum + x as f32);
        // Rounding in this very order is the claim: no tolerance.
        out.push(Value::from(if f64::from(sum) == got[row] { got[row] } else { f64::NAN }));
    }));
}

/// Rows that begin elsewhere.
fn starts<'a>(matrix: &Rows<'a>, kind: Kind, buffer: &str, found: &mut dyn FnMut(Hypothesis<'a>)) {
    let matrix = *matrix;
    let (rows, cols) = (matrix.rows, matrix.cols);
    if rows < 2 {
        return;
    }
    let mut at = |pattern, variant, text, index: fn(usize, usize, &Rows<'_>) -> usize| {
        found(Hypothesis::rows(pattern, variant, text, move |row, out| {
            // Kernels that read outside have a finding of that; those that do not wrap round.
            let element = |col| matrix.values[index(row, col, &matrix) % (rows * cols)];
            out.push(kind.of((0..cols).map(|col| (element(col), 1.0)), cols));
        }));
    };
    let transposed = msg!("judge-pattern-transposed-input", buffer = buffer);
    at(Pattern::Transposed, 1, transposed, |row, col, m| col * m.rows + row);
    let by_rows = msg!("judge-pattern-row-start-rows", buffer = buffer);
    at(Pattern::WrongRowStart, 0, by_rows, |row, col, m| row * m.rows + col);
    let start = |distance: &str| msg!("judge-pattern-row-start", buffer = buffer, distance = distance);
    at(Pattern::WrongRowStart, 1, start("cols + 1"), |row, col, m| row * (m.cols + 1) + col);
    at(Pattern::WrongRowStart, 2, start("cols - 1"), |row, col, m| row * (m.cols - 1) + col);
    at(Pattern::WrongRowStart, 3, start(&matrix.block.to_string()), |row, col, m| row * m.block + col);
    at(Pattern::WrongRowStart, 4, start("1"), |row, col, _| row + col);
    let first = msg!("judge-pattern-first-row", buffer = buffer);
    at(Pattern::FirstRowRepeated, 1, first, |_, col, _| col);
}

/// Any number of columns at the beginning or at the end of the row, found by adding up.
fn alignments<'a>(matrix: &Rows<'a>, scene: &Scene<'_>, found: &mut dyn FnMut(Hypothesis<'a>)) {
    let matrix = *matrix;
    let Some(first) = scene.comparison.first.filter(|_| matrix.kind == Kind::Sum && matrix.cols > 8) else { return };
    let (got, magnitude) = (scene.got[first], scene.magnitude(first));
    let allowed = scene.allowance.allowed(got, magnitude);
    let row = matrix.row(first);
    let mut sum = 0.0;
    for (col, &x) in row.iter().enumerate() {
        if (sum - got).abs() <= allowed && col > 0 {
            let text = msg!("judge-pattern-first-some", buffer = scene.buffer);
            let part = move |row: usize, out: &mut Vec<Value>| {
                out.push(Kind::Sum.of(matrix.row(row)[..col].iter().map(|&x| (x, 1.0)), matrix.cols));
            };
            found(Hypothesis::rows(Pattern::FirstColumns, -1, text, part).at_least(2).general());
        }
        if (scene.want[first] - sum - got).abs() <= allowed && col > 1 {
            let text = msg!("judge-pattern-last-some", buffer = scene.buffer);
            let part = move |row: usize, out: &mut Vec<Value>| {
                out.push(Kind::Sum.of(matrix.row(row)[col..].iter().map(|&x| (x, 1.0)), matrix.cols));
            };
            found(Hypothesis::rows(Pattern::FirstColumnsMissing, -1, text, part).at_least(2).general());
        }
        sum += x;
    }
}
