//! Runs the learner's kernel on one case and says what came of it.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use diag::{Code, Diagnostic, Label, SourceMap, msg};
use exercise::{ArgSpec, Case, DeviceProps, Direction, Launch};
use vgpu::{Arg, Buffer, Checks, Gpu, Limits, Program, Run, Stopped};

use crate::compare::{Pair, compare};
use crate::findings::{self, Setting, Wrong};
use crate::group::is_failure;
use crate::patterns::Evidence;
use crate::poison::Poison;
use crate::prepare::{Prepared, elem, scalar};
use crate::report::{CaseReport, CaseVerdict};
use crate::unwritten::{contains, unwritten};

/// How often the time is looked at.
const CLOCK_POLL: Duration = Duration::from_millis(100);

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
    /// Whether to count what it does.
    pub profile: bool,
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
        dynamic_shared_bytes: task.launch.shared_bytes,
        args,
        limits: Limits { max_steps: task.max_steps, shared_bytes: DeviceProps::VIRTUAL.max_shared_bytes },
        checks: Checks::On,
        profile: task.profile,
        cancel: Some(Arc::clone(cancel)),
        give_up: Some(Arc::new(AtomicBool::new(false))),
        ..vgpu::Launch::new(task.launch.grid, task.launch.block, Vec::new())
    };
    let run = within(task.patience, &launch, || gpu.launch(task.program, task.entry, &launch));
    judge(&Launched { task, prepared, gpu: &gpu, launch: &launch, again: OnceCell::new() }, prepared, &buffers, run)
}

/// A case whose kernel has run.
struct Launched<'a> {
    task: &'a Task<'a>,
    prepared: &'a Prepared,
    gpu: &'a Gpu,
    launch: &'a vgpu::Launch,
    /// The same launch once more, with its last writers remembered: made where values are wrong.
    again: OnceCell<Option<Gpu>>,
}

impl Launched<'_> {
    /// Where the kernel last wrote the byte at `offset` of `buffer`.
    fn writer(&self, buffer: Buffer, offset: usize) -> Option<Label> {
        let program = self.task.program;
        let access = self
            .gpu
            .last_writer(buffer, offset, program, self.launch)
            .or_else(|| self.again().as_ref().and_then(|gpu| gpu.last_writer(buffer, offset, program, self.launch)));
        access?.label(self.task.sources)
    }

    fn again(&self) -> &Option<Gpu> {
        self.again.get_or_init(|| {
            let mut gpu = Gpu::new();
            let (args, _) = arguments(&mut gpu, self.task, self.prepared).ok()?;
            let launch = vgpu::Launch { args, last_writers: true, ..self.launch.clone() };
            gpu.launch(self.task.program, self.task.entry, &launch);
            Some(gpu)
        })
    }
}

/// Runs `work` and has `launch` give up when it takes this thread longer than `limit`. Steps bound a launch the same way on
/// every machine; this is for steps that are slow, as where threads spin on atomics, so that nobody waits.
fn within<T>(limit: Duration, launch: &vgpu::Launch, work: impl FnOnce() -> T) -> T {
    let clock = WorkClock::start();
    let (done, waiting) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while waiting.recv_timeout(CLOCK_POLL) == Err(mpsc::RecvTimeoutError::Timeout) {
                if clock.elapsed() >= limit {
                    if let Some(give_up) = &launch.give_up {
                        give_up.store(true, Ordering::Relaxed);
                    }
                    return;
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// How long one thread has worked: the time it had a core, so that a busy machine makes no kernel look endless.
struct WorkClock {
    /// The file in which Linux counts the thread's nanoseconds, and what it said at the start.
    counter: Option<(PathBuf, u64)>,
    start: Instant,
}

impl WorkClock {
    /// Counts the work of this thread from now on.
    fn start() -> Self {
        let path =
            std::fs::read_link("/proc/thread-self").map(|thread| Path::new("/proc").join(thread).join("schedstat"));
        let counter = path.ok().and_then(|path| Self::read(&path).map(|now| (path, now)));
        Self { counter, start: Instant::now() }
    }

    /// The time worked; where nobody counts it, the time gone by.
    fn elapsed(&self) -> Duration {
        let counted = self.counter.as_ref().and_then(|(path, start)| Some(Self::read(path)?.saturating_sub(*start)));
        counted.map_or_else(|| self.start.elapsed(), Duration::from_nanos)
    }

    fn read(path: &Path) -> Option<u64> {
        std::fs::read_to_string(path).ok()?.split_whitespace().next()?.parse().ok()
    }
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
fn judge(launched: &Launched<'_>, prepared: &Prepared, buffers: &[Placed], run: Run) -> Outcome {
    let task = launched.task;
    let mut diagnostics: Vec<Diagnostic> =
        run.findings.iter().map(|finding| finding.to_diagnostic(task.sources).in_case(&task.case.name)).collect();
    let mut result = outcome(task, CaseVerdict::Passed, Vec::new());
    result.report.printed = run.printed;
    result.report.n_elements = prepared.outputs.iter().map(|output| output.spec.n_elems()).sum();
    result.n_steps = run.counters.warp_instructions;
    result.profile = run.profile;
    let setting = Setting {
        case: &task.case.name,
        launch: task.launch,
        inputs: &prepared.inputs,
        declaration: task.declaration.cloned(),
        poison: task.poison,
    };
    let place = |name: &str| buffers.iter().find(|(placed, ..)| placed == name).map(|&(.., buffer)| buffer);
    let first_output = prepared.outputs.first().map_or("", |output| output.spec.name.as_str());
    for input in &prepared.inputs {
        let Some(buffer) = place(&input.spec.name) else { continue };
        let writer = |index| launched.writer(buffer, index * input.spec.dtype.size_bytes());
        let after = launched.gpu.read(buffer);
        diagnostics.extend(findings::modified(&setting, writer, input, after, first_output));
    }
    // What a kernel that was stopped has not written or computed says nothing.
    if run.stopped.is_none() {
        let explained = diagnostics.iter().any(is_failure);
        for output in &prepared.outputs {
            let Some(buffer) = place(&output.spec.name) else { continue };
            let (unwritten, wrong) = check_output(launched, &setting, output, buffer, &mut result.report);
            if let Some((diagnostic, evidence)) = unwritten {
                diagnostics.push(diagnostic);
                result.evidence.push((Code::UnwrittenOutput, evidence));
            }
            let Some(Wrong { diagnostic, evidence, mismatch }) = wrong else { continue };
            // A race or a wrong access explains wrong values better than the values do.
            if !explained {
                diagnostics.push(diagnostic);
                result.evidence.push((Code::WrongResult, evidence));
            }
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
    launched: &Launched<'_>,
    setting: &Setting<'_>,
    output: &crate::prepare::Expected,
    buffer: Buffer,
    report: &mut CaseReport,
) -> (Option<(Diagnostic, Evidence)>, Option<Wrong>) {
    let (spec, gpu, allowance) = (&output.spec, launched.gpu, &launched.task.case.allowance);
    let got = spec.dtype.decode(gpu.read(buffer));
    let gaps = unwritten(&gpu.written(buffer), spec.dtype.size_bytes(), spec.n_elems());
    let pair =
        Pair { dtype: spec.dtype, got: &got, want: &output.want, magnitude: &output.magnitude, cols: spec.cols() };
    let comparison = compare(&pair, allowance, |i| contains(&gaps, i));
    report.n_mismatched += comparison.n_mismatched + gaps.iter().map(ExactSizeIterator::len).sum::<usize>();
    report.max_abs_error = report.max_abs_error.max(comparison.max_abs_error);
    report.max_rel_error = report.max_rel_error.max(comparison.max_rel_error);
    let unwritten = findings::unwritten(setting, spec, &gaps);
    let writer = |index| launched.writer(buffer, index * spec.dtype.size_bytes());
    (unwritten, findings::wrong(setting, writer, spec, &pair, &comparison, allowance))
}

/// An outcome with nothing in it yet.
fn outcome(task: &Task<'_>, verdict: CaseVerdict, diagnostics: Vec<Diagnostic>) -> Outcome {
    Outcome {
        report: CaseReport::new(&task.case.name, verdict),
        diagnostics,
        evidence: Vec::new(),
        hung: false,
        n_steps: 0,
        profile: None,
    }
}

/// The outcome of a case that could not be set up.
fn broken(task: &Task<'_>, detail: &str) -> Outcome {
    let title = msg!("judge-launch-refused", detail = detail);
    outcome(task, CaseVerdict::Error, vec![Diagnostic::error(Code::BadExercise, title).in_case(&task.case.name)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_counts_work_and_not_waiting() {
        let clock = WorkClock::start();
        assert!(clock.counter.is_some(), "Linux counts each thread's time");
        std::thread::sleep(Duration::from_millis(50));
        assert!(clock.elapsed() < Duration::from_millis(40), "{:?}", clock.elapsed());
        while clock.elapsed() < Duration::from_millis(20) {
            std::hint::spin_loop();
        }
    }
}
