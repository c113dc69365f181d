//! Findings about values: outputs that were not written or are wrong, inputs that were changed.

use std::ops::Range;

use diag::{Code, Diagnostic, Label, Text, msg};
use exercise::{Allowance, BufferSpec, Dtype, Launch};

use crate::compare::{Comparison, Pair, compare, magnitude};
use crate::patterns::{self, Evidence, InputValues, Relation, Scene, gaps as gap};
use crate::poison::Poison;
use crate::prepare::Expected;
use crate::report::{InputWindow, Mismatch};
use crate::unwritten::{Lines, lines, stride};

/// How many elements a neighbourhood shows before the wrong one, and how many in all.
const WINDOW: (usize, usize) = (3, 8);

/// An input as the kernel got it.
#[derive(Debug, Clone)]
pub struct Input {
    /// Which buffer.
    pub spec: BufferSpec,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What the findings of one case have in common.
#[derive(Debug, Clone)]
pub struct Setting<'a> {
    /// The case's name.
    pub case: &'a str,
    /// How the kernel was launched.
    pub launch: &'a Launch,
    /// What it was given.
    pub inputs: &'a [Input],
    /// The kernel's declaration, which findings without a line of their own point at.
    pub declaration: Option<Label>,
    /// What outputs held before.
    pub poison: Poison,
}

impl Setting<'_> {
    /// An error about this case.
    fn error(&self, code: Code, title: Text) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(code, title).in_case(self.case);
        diagnostic.labels.extend(self.declaration.clone());
        diagnostic
    }

    /// An error about the element `index` of `buffer`, which `writer` wrote, as far as that is known.
    fn error_in(&self, code: Code, title: Text, buffer: &str, index: usize, writer: Option<Label>) -> Diagnostic {
        let Some(writer) = writer else { return self.error(code, title).about(buffer) };
        let place = writer.place;
        let dim3 = |[x, y, z]: [u32; 3]| format!("({x}, {y}, {z})");
        let text = msg!(
            "judge-written-here",
            thread = dim3(place.thread.unwrap_or_default()),
            block = dim3(place.block.unwrap_or_default()),
            buffer = buffer,
            index = index
        );
        let diagnostic = Diagnostic::error(code, title).in_case(self.case).with_place(place);
        diagnostic.with_label(writer.with_text(text)).about(buffer)
    }
}

/// The finding that elements of the output `spec` were never written, where `gaps` says which, and what fits these gaps.
pub fn unwritten(setting: &Setting<'_>, spec: &BufferSpec, gaps: &[Range<usize>]) -> Option<(Diagnostic, Evidence)> {
    let first = gaps.first()?;
    let n = spec.n_elems();
    let count: usize = gaps.iter().map(Range::len).sum();
    let evidence = gap::examine(&layout(setting.launch, spec), gaps);
    let is_tiled = setting.launch.is_tiled();
    let help = if is_tiled { msg!("judge-tile-unwritten-help") } else { msg!("judge-unwritten-help") };
    if count == n {
        let title = msg!("judge-unwritten-all", buffer = &spec.name);
        let diagnostic = setting.error(Code::UnwrittenOutput, title).about(&spec.name);
        return Some((diagnostic.with_help(help), evidence));
    }
    let title = msg!("judge-unwritten", buffer = &spec.name, count = count, n = n, first = first.start);
    let mut diagnostic = setting.error(Code::UnwrittenOutput, title).about(&spec.name);
    let is_matrix = gaps.len() > 1 && has_rows(&spec.shape);
    let crossings = if is_matrix { lines(gaps, n, spec.cols()) } else { None };
    let crossings = crossings.and_then(|(rows, columns)| unwritten_lines(rows, columns));
    diagnostic.notes.extend(match stride(gaps) {
        Some((first, step)) => Some(msg!("judge-unwritten-stride", first = first, step = step)),
        // The title names a single element already.
        None if count == 1 => None,
        None if crossings.is_some() => crossings,
        None if gaps.len() == 1 => Some(msg!("judge-unwritten-range", first = first.start, last = first.end - 1)),
        None => Some(msg!("judge-unwritten-ranges", count = gaps.len(), first = first.start, last = first.end - 1)),
    });
    Some((diagnostic.with_help(help), evidence))
}

/// Which rows and columns were never written.
fn unwritten_lines(rows: Lines, columns: Lines) -> Option<Text> {
    let rows = match rows {
        Lines::All => None,
        Lines::Range { first, last } => Some(msg!("judge-rows-range", first = first, last = last)),
        Lines::Each { period, first, last } => {
            Some(msg!("judge-rows-each", period = period, first = first, last = last))
        }
    };
    let columns = match columns {
        Lines::All => None,
        Lines::Range { first, last } => Some(msg!("judge-columns-range", first = first, last = last)),
        Lines::Each { period, first, last } => {
            Some(msg!("judge-columns-each", period = period, first = first, last = last))
        }
    };
    Some(match (rows, columns) {
        (Some(rows), Some(columns)) => msg!("judge-unwritten-rows-and-columns", rows = rows, columns = columns),
        (rows, columns) => msg!("judge-unwritten-rows", rows = rows.or(columns)?),
    })
}

/// What an output and its launch look like.
pub fn layout<'a>(launch: &Launch, spec: &'a BufferSpec) -> gap::Layout<'a> {
    let count_of = |dims: [u32; 3]| dims.iter().map(|&dim| dim as usize).product::<usize>();
    gap::Layout {
        buffer: &spec.name,
        shape: &spec.shape,
        elem_bytes: spec.dtype.size_bytes(),
        n_blocks: count_of(launch.grid),
        n_threads: count_of(launch.block),
        is_tiled: launch.is_tiled(),
    }
}

/// Wrong values of one output.
#[derive(Debug, Clone)]
pub struct Wrong {
    /// The finding.
    pub diagnostic: Diagnostic,
    /// What fits the values.
    pub evidence: Evidence,
    /// The neighbourhood of the first wrong element.
    pub mismatch: Option<Mismatch>,
}

/// The finding that values of the output `spec` are wrong, and the neighbourhood of the first of them. `writer` knows where
/// an element was written.
pub fn wrong(
    setting: &Setting<'_>,
    writer: impl Fn(usize) -> Option<Label>,
    spec: &BufferSpec,
    pair: &Pair<'_>,
    comparison: &Comparison,
    allowance: &Allowance,
) -> Option<Wrong> {
    let Some(index) = comparison.first else {
        let sum = comparison.wrong_sum?;
        let title =
            msg!("judge-wrong-row-sum", buffer = &spec.name, row = sum.row, sum = sum.sum, allowed = sum.allowed);
        let first = sum.row * spec.cols();
        let diagnostic = setting.error_in(Code::WrongResult, title, &spec.name, first, writer(first));
        return Some(Wrong { diagnostic, evidence: Evidence::default(), mismatch: None });
    };
    let (got, want) = (*pair.got.get(index)?, *pair.want.get(index)?);
    let allowed = allowance.allowed(want, magnitude(pair, index));
    let title = msg!(
        "judge-wrong",
        buffer = &spec.name,
        index = index,
        count = comparison.n_mismatched,
        n = spec.n_elems(),
        got = got,
        want = shown(want, pair.dtype, allowance)
    );
    let mut diagnostic = setting.error_in(Code::WrongResult, title, &spec.name, index, writer(index));
    if has_rows(&spec.shape) {
        let (row, column) = (index / spec.cols(), index % spec.cols());
        let note = msg!("judge-wrong-row", buffer = &spec.name, index = index, row = row, column = column);
        diagnostic = diagnostic.with_note(note);
    }
    diagnostic = diagnostic.with_note(if allowance.exact {
        msg!("judge-wrong-exact")
    } else {
        msg!(
            "judge-wrong-allowed",
            allowed = rounded(allowed),
            abs = rounded(comparison.max_abs_error),
            rel = rounded(comparison.max_rel_error)
        )
    });
    // An access that is left out gives no error, and 0 where it reads.
    if setting.launch.is_tiled() && got == 0.0 {
        diagnostic = diagnostic.with_help(msg!("judge-tile-outside"));
    }
    let inputs: Vec<InputValues> = setting.inputs.iter().map(values).collect();
    let scene = scene(setting, spec, pair, comparison, allowance, &inputs);
    let evidence = patterns::examine(&scene);
    let mismatch = mismatch(setting, spec, &scene, index, allowed);
    Some(Wrong { diagnostic, evidence, mismatch: Some(mismatch) })
}

/// What there is to reason from.
fn scene<'a>(
    setting: &Setting<'_>,
    spec: &'a BufferSpec,
    pair: &Pair<'a>,
    comparison: &'a Comparison,
    allowance: &'a Allowance,
    inputs: &'a [InputValues],
) -> Scene<'a> {
    Scene {
        buffer: &spec.name,
        got: pair.got,
        want: pair.want,
        shape: &spec.shape,
        dtype: spec.dtype,
        magnitude: pair.magnitude,
        allowance,
        comparison,
        inputs,
        block: setting.launch.block.iter().map(|&dim| dim as usize).product(),
        old: setting.poison.value(spec.dtype),
    }
}

/// Which of the explanations `ids` for wrong values in other cases cannot be, because this case passed.
pub fn refuted(
    setting: &Setting<'_>,
    expected: &Expected,
    allowance: &Allowance,
    ids: &[patterns::Id],
) -> Vec<patterns::Id> {
    let spec = &expected.spec;
    let want = expected.want.as_slice();
    let pair = Pair { dtype: spec.dtype, got: want, want, magnitude: &expected.magnitude, cols: spec.cols() };
    let comparison = compare(&pair, allowance, |_| false);
    let inputs: Vec<InputValues> = setting.inputs.iter().map(values).collect();
    patterns::refuted(&scene(setting, spec, &pair, &comparison, allowance, &inputs), ids)
}

/// An input's values.
fn values(input: &Input) -> InputValues {
    InputValues {
        name: input.spec.name.clone(),
        shape: input.spec.shape.clone(),
        values: input.spec.dtype.decode(&input.bytes),
    }
}

/// The neighbourhood of element `index`.
fn mismatch(setting: &Setting<'_>, spec: &BufferSpec, scene: &Scene<'_>, index: usize, allowed: f64) -> Mismatch {
    let relation = Relation::of(scene);
    let row = if has_rows(&spec.shape) {
        let start = index / spec.cols() * spec.cols();
        start..start + spec.cols()
    } else {
        0..spec.n_elems()
    };
    let window = window(index, &row);
    let want = scene.want[window.clone()].iter().map(|&want| shown(want, scene.dtype, scene.allowance));
    let inputs = setting.inputs.iter().enumerate();
    Mismatch {
        buffer: spec.name.clone(),
        index,
        n_columns: has_rows(&spec.shape).then(|| spec.cols()),
        got: scene.got[window.clone()].to_vec(),
        want: want.collect(),
        wrong: scene.comparison.wrong[window.clone()].to_vec(),
        allowed,
        inputs: inputs
            .filter(|(at, _)| match relation {
                Relation::ByShape => true,
                // The column of the second has no place beside the row.
                Relation::RowTimesColumn => *at == 0,
                // What is wanted is what the input holds.
                Relation::Transposed => false,
            })
            .filter_map(|(_, input)| input_window(input, spec, index, &window, relation))
            .collect(),
        window,
    }
}

/// The piece of `input` that element `index` of the output comes from: the same elements where both have one shape, the
/// same columns where it has one element for each column, else the beginning of the same row.
fn input_window(
    input: &Input,
    output: &BufferSpec,
    index: usize,
    window: &Range<usize>,
    relation: Relation,
) -> Option<InputWindow> {
    let is_alike = input.spec.shape == output.shape && relation == Relation::ByShape;
    let is_for_columns = has_rows(&output.shape) && input.spec.shape == [output.cols()];
    let is_beside = is_alike || is_for_columns;
    let range = if is_for_columns {
        window.start % output.cols()..window.start % output.cols() + window.len()
    } else if is_alike {
        window.clone()
    } else if input.spec.shape.len() == 2 && output.shape.first() == input.spec.shape.first() {
        let cols = input.spec.cols();
        let row = index / (output.n_elems() / output.shape.first()?.max(&1)).max(1);
        row * cols..row * cols + cols.min(WINDOW.1)
    } else {
        return None;
    };
    let size = input.spec.dtype.size_bytes();
    let bytes = input.bytes.get(range.start * size..range.end * size)?;
    let values = input.spec.dtype.decode(bytes);
    Some(InputWindow { buffer: input.spec.name.clone(), values, window: range, is_beside })
}

/// The elements shown around `index` within `row`.
fn window(index: usize, row: &Range<usize>) -> Range<usize> {
    let start = index.saturating_sub(WINDOW.0).max(row.start);
    start..(start + WINDOW.1).min(row.end)
}

/// The finding that the input `input` holds other bytes now.
pub fn modified(
    setting: &Setting<'_>,
    writer: impl Fn(usize) -> Option<Label>,
    input: &Input,
    after: &[u8],
    output: &str,
) -> Option<Diagnostic> {
    if input.bytes == after {
        return None;
    }
    let size = input.spec.dtype.size_bytes();
    let pairs = || input.bytes.chunks(size).zip(after.chunks(size)).enumerate().filter(|(_, (old, new))| old != new);
    let count = pairs().count();
    let (index, (old, new)) = pairs().next()?;
    let value = |bytes: &[u8]| input.spec.dtype.decode(bytes).first().copied().unwrap_or(f64::NAN);
    let title =
        msg!("judge-input-modified", buffer = &input.spec.name, index = index, old = value(old), new = value(new));
    let mut diagnostic = setting.error_in(Code::InputModified, title, &input.spec.name, index, writer(index));
    if count > 1 {
        let n = input.spec.n_elems();
        let note = msg!("judge-input-modified-count", buffer = &input.spec.name, count = count, n = n);
        diagnostic = diagnostic.with_note(note);
    }
    Some(diagnostic.with_help(msg!("judge-input-modified-help", output = output)))
}

/// Whether the buffer has rows of more than one column.
fn has_rows(shape: &[usize]) -> bool {
    shape.len() > 1 && shape.last().is_some_and(|&cols| cols > 0)
}

/// What is wanted as learners should see it: with exact comparison, the rounded value, which is the only right one.
fn shown(want: f64, dtype: Dtype, allowance: &Allowance) -> f64 {
    if allowance.exact { dtype.round(want) } else { want }
}

/// An error to three digits.
fn rounded(error: f64) -> String {
    if !error.is_finite() {
        return diag::format_number(error);
    }
    let exponent = if error == 0.0 { 0 } else { error.abs().log10().floor() as i32 };
    if (-3..5).contains(&exponent) {
        let decimals = usize::try_from(2 - exponent).unwrap_or(0);
        format!("{error:.decimals$}")
    } else {
        format!("{error:.2e}")
    }
}

#[cfg(test)]
#[expect(clippy::single_range_in_vec_init, reason = "lists of ranges, some with one")]
mod tests {
    use diag::Lang;
    use exercise::Direction;

    use super::*;

    fn spec(name: &str, direction: Direction, shape: &[usize]) -> BufferSpec {
        BufferSpec { name: name.into(), direction, dtype: Dtype::F32, shape: shape.to_vec() }
    }

    fn bytes(values: &[f64]) -> Vec<u8> {
        let mut bytes = Vec::new();
        values.iter().for_each(|&value| Dtype::F32.encode(value, &mut bytes));
        bytes
    }

    /// The title and notes in English, one a line.
    fn text(diagnostic: &Diagnostic) -> String {
        let catalogue = messages::catalogue(Lang::En);
        let notes = diagnostic.notes.iter().map(|note| catalogue.get(note));
        std::iter::once(catalogue.get(&diagnostic.title)).chain(notes).collect::<Vec<_>>().join("\n")
    }

    fn launch(grid: u32) -> Launch {
        Launch::new("k".into(), [grid, 1, 1], [256, 1, 1], 0)
    }

    #[test]
    fn elements_never_written_are_named() {
        let launch = launch(1);
        let setting = Setting { case: "c", launch: &launch, inputs: &[], declaration: None, poison: Poison::Nan };
        let out = spec("dst", Direction::Out, &[600]);
        let said = |gaps: &[Range<usize>]| {
            let (diagnostic, evidence) = unwritten(&setting, &out, gaps)?;
            let mut all = [(0, diagnostic)];
            patterns::explain(&mut all, &[(0, evidence)], &[], Code::UnwrittenOutput);
            Some(text(&all[0].1))
        };
        assert_eq!(
            said(&[256..600]).unwrap(),
            "344 of 600 elements of `dst` were never written\n\
             Each thread wrote one element, and the grid has fewer threads than there are elements: each thread has to \
             handle more than one, with i += gridDim.x * blockDim.x (a grid-stride loop).\n\
             Elements 256..599 were never written."
        );
        assert!(said(&[]).is_none());
        assert!(said(&[0..600]).unwrap().starts_with("`dst` was never written: the kernel stored nothing in it"));
        let odd = [1..2, 3..4, 5..6];
        assert!(said(&odd).unwrap().ends_with("Elements 1, 1 + 2, 1 + 2 × 2 … were never written."));
        assert_eq!(said(&[9..10]).unwrap(), "`dst[9]` was never written");
    }

    #[test]
    fn a_wrong_row_sum_shows_its_row() {
        let launch = launch(2);
        let input: Vec<f64> = (0..20).map(f64::from).collect();
        let inputs = [Input { spec: spec("in", Direction::In, &[2, 10]), bytes: bytes(&input) }];
        let setting = Setting { case: "c", launch: &launch, inputs: &inputs, declaration: None, poison: Poison::Nan };
        let out = spec("out", Direction::Out, &[2]);
        let pair =
            Pair { dtype: Dtype::F32, got: &[45.0, 10.0], want: &[45.0, 145.0], magnitude: &[45.0, 145.0], cols: 2 };
        let allowance = Allowance { exact: false, relative: 0.0, magnitude: 1e-6, absolute: 0.0, row_sum: None };
        let comparison = compare(&pair, &allowance, |_| false);
        let found = wrong(&setting, |_| None, &out, &pair, &comparison, &allowance).unwrap();
        let mismatch = found.mismatch.unwrap();
        let mut all = [(0, found.diagnostic)];
        patterns::explain(&mut all, &[(0, found.evidence)], &[], Code::WrongResult);
        let [(_, found)] = all;
        assert_eq!(mismatch.inputs[0].window, 10..18);
        assert_eq!(mismatch.inputs[0].values[0], 10.0);
        assert_eq!((mismatch.window, mismatch.index), (0..2, 1));
        assert_eq!(
            text(&found),
            "`out[1]` is 10, wanted 145\nAllowed error here: 1.45e-4. Largest error: 135 (relative: 0.931)."
        );
    }

    #[test]
    fn changed_inputs_are_found_by_their_bytes() {
        let launch = launch(1);
        let setting = Setting { case: "c", launch: &launch, inputs: &[], declaration: None, poison: Poison::Nan };
        let input = Input { spec: spec("src", Direction::In, &[3]), bytes: bytes(&[1.0, f64::NAN, 3.0]) };
        assert!(modified(&setting, |_| None, &input, &input.bytes, "dst").is_none());
        let found = modified(&setting, |_| None, &input, &bytes(&[1.0, f64::NAN, -0.0]), "dst").unwrap();
        assert_eq!(text(&found), "the input `src` was changed: src[2] was 3 and is now -0");
    }
}
