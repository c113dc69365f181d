//! What a launch left in a case's buffers, wherever it ran, and what that says about the kernel.

use std::ops::Range;

use diag::{Code, Diagnostic, Label};
use exercise::{BufferSpec, Case};

use crate::compare::{Pair, compare};
use crate::findings::{self, Setting, Wrong};
use crate::group::is_failure;
use crate::patterns::Evidence;
use crate::prepare::{Expected, Prepared};
use crate::report::{CaseReport, CaseVerdict};
use crate::unwritten::{contains, unwritten};

/// A case's buffers after a launch.
pub trait Left {
    /// What the buffer holds.
    fn bytes(&self, buffer: &str) -> Option<&[u8]>;
    /// The ranges of its bytes that the kernel wrote, in order.
    fn written(&self, buffer: &str) -> Vec<Range<usize>>;
    /// Where the kernel last wrote the byte at `offset`, where that is known.
    fn writer(&self, buffer: &str, offset: usize) -> Option<Label>;
}

/// What came of a case.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The case's report.
    pub report: CaseReport,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
    /// What fits the values, for each finding about values among them, in the same order, with its code.
    pub evidence: Vec<(Code, Evidence)>,
    /// Whether the kernel used up its steps.
    pub hung: bool,
    /// How many steps it took.
    pub n_steps: u64,
    /// What it did, if the task asked for that.
    pub profile: Option<vgpu::Profile>,
}

impl Outcome {
    /// An outcome with the numbers of `case` and nothing else yet.
    pub fn new(case: &Case, verdict: CaseVerdict, diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            report: CaseReport::new(&case.name, verdict),
            diagnostics,
            evidence: Vec::new(),
            hung: false,
            n_steps: 0,
            profile: None,
        }
    }
}

/// Adds to `result`, which holds what was found while the kernel ran, what its buffers say: inputs that changed, outputs
/// that were not written or are wrong. Sets the verdict to failed when anything is amiss.
pub fn check(
    setting: &Setting<'_>,
    case: &Case,
    prepared: &Prepared,
    left: &dyn Left,
    was_stopped: bool,
    result: &mut Outcome,
) {
    result.report.n_elements = prepared.outputs.iter().map(|output| output.spec.n_elems()).sum();
    let first_output = prepared.outputs.first().map_or("", |output| output.spec.name.as_str());
    for input in &prepared.inputs {
        let Some(after) = left.bytes(&input.spec.name) else { continue };
        let writer = |index| left.writer(&input.spec.name, index * input.spec.dtype.size_bytes());
        result.diagnostics.extend(findings::modified(setting, writer, input, after, first_output));
    }
    // What a kernel that was stopped has not written or computed says nothing.
    if !was_stopped {
        let explained = result.diagnostics.iter().any(is_failure);
        for output in &prepared.outputs {
            let Some(bytes) = left.bytes(&output.spec.name) else { continue };
            let (unwritten, wrong) = check_output(setting, case, output, left, bytes, &mut result.report);
            if let Some((diagnostic, evidence)) = unwritten {
                result.diagnostics.push(diagnostic);
                result.evidence.push((Code::UnwrittenOutput, evidence));
            }
            let Some(Wrong { diagnostic, evidence, mismatch }) = wrong else { continue };
            // A race or a wrong access explains wrong values better than the values do.
            if !explained {
                result.diagnostics.push(diagnostic);
                result.evidence.push((Code::WrongResult, evidence));
            }
            if result.report.mismatch.is_none() {
                result.report.mismatch = mismatch;
            }
        }
    }
    if result.diagnostics.iter().any(is_failure) || result.report.n_mismatched > 0 {
        result.report.verdict = CaseVerdict::Failed;
    }
}

/// Checks that an output was written and is right; adds to the case's numbers.
fn check_output(
    setting: &Setting<'_>,
    case: &Case,
    output: &Expected,
    left: &dyn Left,
    bytes: &[u8],
    report: &mut CaseReport,
) -> (Option<(Diagnostic, Evidence)>, Option<Wrong>) {
    let (spec, allowance): (&BufferSpec, _) = (&output.spec, &case.allowance);
    let got = spec.dtype.decode(bytes);
    let gaps = unwritten(&left.written(&spec.name), spec.dtype.size_bytes(), spec.n_elems());
    let pair =
        Pair { dtype: spec.dtype, got: &got, want: &output.want, magnitude: &output.magnitude, cols: spec.cols() };
    let comparison = compare(&pair, allowance, |i| contains(&gaps, i));
    report.n_mismatched += comparison.n_mismatched + gaps.iter().map(ExactSizeIterator::len).sum::<usize>();
    report.max_abs_error = report.max_abs_error.max(comparison.max_abs_error);
    report.max_rel_error = report.max_rel_error.max(comparison.max_rel_error);
    let unwritten = findings::unwritten(setting, spec, &gaps);
    let writer = |index| left.writer(&spec.name, index * spec.dtype.size_bytes());
    (unwritten, findings::wrong(setting, writer, spec, &pair, &comparison, allowance))
}
