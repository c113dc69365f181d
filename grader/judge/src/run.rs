//! Runs the learner's kernel on one case and says what came of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use diag::{Code, Diagnostic, Label, SourceMap, msg};
use exercise::{ArgSpec, Case, Direction, Launch};
use vgpu::{Arg, Buffer, Checks, Gpu, Limits, Program, Run, Stopped};

use crate::compare::{Pair, compare};
use crate::findings::{self, Setting};
use crate::group::is_failure;
use crate::poison::Poison;
use crate::prepare::{Prepared, elem, scalar};
use crate::report::{CaseReport, CaseVerdict, Mismatch};
use crate::unwritten::{contains, unwritten};

/// What a case is run with.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// The case.
    pub case: &'a Case,
    /// How the kernel is launched.
    pub launch: &'a Launch,
    /// The learner's module.
    pub program: &'a Program,
    /// The kernel's mangled name.
    pub entry: &'a str,
    /// The texts that findings point into.
    pub sources: &'a SourceMap,
    /// The kernel's declaration.
    pub declaration: Option<&'a Label>,
    /// What outputs hold before.
    pub poison: Poison,
    /// How many steps the kernel may take.
    pub max_steps: u64,
    /// How long it may run.
    pub patience: Duration,
}

/// What came of a case.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The case's report.
    pub report: CaseReport,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the kernel used up its steps.
    pub hung: bool,
    /// How many steps it took.
    pub n_steps: u64,
}

/// Runs `task` on what `prepared` holds.
pub fn run(task: &Task<'_>, prepared: &Prepared, cancel: &Arc<AtomicBool>) -> Outcome {
    if task.case.noop {
        return outcome(task, CaseVerdict::Passed, Vec::new());
    }
    let mut gpu = Gpu::new();
    let (args, buffers) = match arguments(&mut gpu, task, prepared) {
        Ok(arguments) => arguments,
        Err(detail) => return broken(task, &detail),
    };
    let launch = vgpu::Launch {
        grid: task.launch.grid,
        block: task.launch.block,
        dynamic_shared_bytes: task.launch.shared_bytes,
        args,
        limits: Limits { max_steps: task.max_steps, ..Limits::default() },
        checks: Checks::On,
        cancel: Some(Arc::clone(cancel)),
        give_up: Some(Arc::new(AtomicBool::new(false))),
    };
    let run = within(task.patience, &launch, || gpu.launch(task.program, task.entry, &launch));
    judge(task, prepared, &gpu, &buffers, run)
}

/// Runs `work` and has `launch` give up when it takes longer than `limit`. Steps bound a launch the same way on every
/// machine; this is for steps that are slow, as where threads spin on atomics, so that nobody waits.
fn within<T>(limit: Duration, launch: &vgpu::Launch, work: impl FnOnce() -> T) -> T {
    let (done, waiting) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if waiting.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout)
                && let Some(give_up) = &launch.give_up
            {
                give_up.store(true, Ordering::Relaxed);
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// A buffer argument with its name and direction.
type Placed = (String, Direction, Buffer);

/// Puts the case's buffers on the device.
fn arguments(gpu: &mut Gpu, task: &Task<'_>, prepared: &Prepared) -> Result<(Vec<Arg>, Vec<Placed>), String> {
    let mut args = Vec::new();
    let mut buffers = Vec::new();
    for arg in &task.case.args {
        let spec = match arg {
            ArgSpec::Scalar(spec) => {
                args.push(scalar(spec)?);
                continue;
            }
            ArgSpec::Buffer(spec) => spec,
        };
        let buffer = gpu.alloc(&spec.name, elem(spec.dtype), spec.n_elems()).map_err(|e| e.to_string())?;
        match spec.direction {
            Direction::In => {
                let input = prepared.inputs.iter().find(|input| input.spec.name == spec.name);
                gpu.write(buffer, &input.ok_or_else(|| format!("no input {}", spec.name))?.bytes);
            }
            Direction::Out => gpu.poison(buffer, &task.poison.bytes(spec.dtype, spec.n_elems())),
        }
        args.push(Arg::Buffer(buffer));
        buffers.push((spec.name.clone(), spec.direction, buffer));
    }
    Ok((args, buffers))
}

/// Collects the findings of a finished launch.
fn judge(task: &Task<'_>, prepared: &Prepared, gpu: &Gpu, buffers: &[Placed], run: Run) -> Outcome {
    let mut diagnostics: Vec<Diagnostic> =
        run.findings.iter().map(|finding| finding.to_diagnostic(task.sources).in_case(&task.case.name)).collect();
    let mut result = outcome(task, CaseVerdict::Passed, Vec::new());
    result.report.printed = run.printed;
    result.report.n_elements = prepared.outputs.iter().map(|output| output.spec.n_elems()).sum();
    result.n_steps = run.counters.warp_instructions;
    let setting = Setting {
        case: &task.case.name,
        launch: task.launch,
        inputs: &prepared.inputs,
        declaration: task.declaration.cloned(),
    };
    let place = |name: &str| buffers.iter().find(|(placed, ..)| placed == name).map(|&(.., buffer)| buffer);
    let first_output = prepared.outputs.first().map_or("", |output| output.spec.name.as_str());
    for input in &prepared.inputs {
        let after = place(&input.spec.name).map(|buffer| gpu.read(buffer));
        diagnostics.extend(after.and_then(|after| findings::modified(&setting, input, after, first_output)));
    }
    // What a kernel that was stopped has not written or computed says nothing.
    if run.stopped.is_none() {
        let explained = diagnostics.iter().any(is_failure);
        for output in &prepared.outputs {
            let Some(buffer) = place(&output.spec.name) else { continue };
            let (found, mismatch) = check_output(task, &setting, output, gpu, buffer, &mut result.report);
            // A race or a wrong access explains wrong values better than the values do.
            diagnostics.extend(found.into_iter().filter(|d| !explained || d.code != Code::WrongResult));
            if result.report.mismatch.is_none() {
                result.report.mismatch = mismatch;
            }
        }
    }
    result.hung = run.out_of_steps;
    let unsupported = diagnostics.iter().any(|d| d.code == Code::UnsupportedInstruction);
    result.report.verdict = if unsupported {
        CaseVerdict::Error
    } else if diagnostics.iter().any(is_failure) || result.report.n_mismatched > 0 {
        CaseVerdict::Failed
    } else if run.stopped == Some(Stopped::Cancelled) {
        CaseVerdict::NotRun
    } else if run.stopped.is_some() {
        // A stop without a finding would be a fault of ours: it must not pass.
        diagnostics.push(Diagnostic::error(Code::LaunchFailure, msg!("judge-stopped")).in_case(&task.case.name));
        CaseVerdict::Failed
    } else {
        CaseVerdict::Passed
    };
    result.diagnostics = diagnostics;
    result
}

/// Checks that an output was written and is right; adds to the case's numbers.
fn check_output(
    task: &Task<'_>,
    setting: &Setting<'_>,
    output: &crate::prepare::Expected,
    gpu: &Gpu,
    buffer: Buffer,
    report: &mut CaseReport,
) -> (Vec<Diagnostic>, Option<Mismatch>) {
    let spec = &output.spec;
    let got = spec.dtype.decode(gpu.read(buffer));
    let gaps = unwritten(&gpu.written(buffer), spec.dtype.size_bytes(), spec.n_elems());
    let pair =
        Pair { dtype: spec.dtype, got: &got, want: &output.want, magnitude: &output.magnitude, cols: spec.cols() };
    let comparison = compare(&pair, &task.case.allowance, |i| contains(&gaps, i));
    report.n_mismatched += comparison.n_mismatched + gaps.iter().map(ExactSizeIterator::len).sum::<usize>();
    report.max_abs_error = report.max_abs_error.max(comparison.max_abs_error);
    report.max_rel_error = report.max_rel_error.max(comparison.max_rel_error);
    let mut found: Vec<Diagnostic> = findings::unwritten(setting, spec, &gaps).into_iter().collect();
    let wrong = findings::wrong(setting, spec, &pair, &comparison, &task.case.allowance);
    let (wrong, mismatch) = wrong.map_or((None, None), |(wrong, mismatch)| (Some(wrong), mismatch));
    found.extend(wrong);
    (found, mismatch)
}

/// An outcome with nothing in it yet.
fn outcome(task: &Task<'_>, verdict: CaseVerdict, diagnostics: Vec<Diagnostic>) -> Outcome {
    Outcome { report: CaseReport::new(&task.case.name, verdict), diagnostics, hung: false, n_steps: 0 }
}

/// The outcome of a case that could not be set up.
fn broken(task: &Task<'_>, detail: &str) -> Outcome {
    let title = msg!("judge-launch-refused", detail = detail);
    outcome(task, CaseVerdict::Error, vec![Diagnostic::error(Code::BadExercise, title).in_case(&task.case.name)])
}
