//! Runs the learner's kernel on one case and says what came of it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use diag::{Code, Diagnostic, Label, SourceMap, Span, msg};
use exercise::{Case, Direction, Launch};
use runtime::compile::Loaded;
use runtime::virtual_gpu::{Content, Limit, Placed};
use vgpu::{Run, Stopped};

use crate::findings::Setting;
use crate::left::{Left, Outcome, check};
use crate::poison::Poison;
use crate::prepare::Prepared;
use crate::report::CaseVerdict;

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
    pub loaded: &'a Loaded,
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

/// Runs `task` on what `prepared` holds.
pub fn run(task: &Task<'_>, prepared: &Prepared, cancel: &Arc<AtomicBool>) -> Outcome {
    if task.case.noop {
        return Outcome::new(task.case, CaseVerdict::Passed, Vec::new());
    }
    let mut placed = match place(task, prepared) {
        Ok(placed) => placed,
        Err(detail) => return broken(task, &detail),
    };
    let limit = Limit { max_steps: task.max_steps, cancel: Arc::clone(cancel) };
    let launch = vgpu::Launch {
        profile: task.profile,
        give_up: Some(Arc::new(AtomicBool::new(false))),
        ..placed.launch(task.launch, &limit)
    };
    let run = within(task.patience, &launch, || placed.run(task.loaded, &task.launch.kernel, &launch));
    judge(&Launched { task, prepared, placed: &placed, launch: &launch, again: OnceCell::new() }, run)
}

/// A case whose kernel has run.
struct Launched<'a> {
    task: &'a Task<'a>,
    prepared: &'a Prepared,
    placed: &'a Placed,
    launch: &'a vgpu::Launch,
    /// The same launch once more, with its last writers remembered: made where values are wrong.
    again: OnceCell<Option<Placed>>,
}

impl Launched<'_> {
    fn again(&self) -> Option<&Placed> {
        let run_again = || {
            let mut placed = place(self.task, self.prepared).ok()?;
            // Buffers have the same addresses on every virtual GPU.
            let launch = vgpu::Launch { last_writers: true, ..self.launch.clone() };
            placed.run(self.task.loaded, &self.task.launch.kernel, &launch);
            Some(placed)
        };
        self.again.get_or_init(run_again).as_ref()
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

/// Puts the case's buffers on a virtual GPU.
fn place(task: &Task<'_>, prepared: &Prepared) -> Result<Placed, String> {
    Placed::new(task.case, task.launch, |spec| match spec.direction {
        Direction::In => {
            let input = prepared.inputs.iter().find(|input| input.spec.name == spec.name);
            let input = input.ok_or_else(|| format!("no input {}", spec.name))?;
            Ok(Content::Data(Cow::Borrowed(&input.bytes)))
        }
        Direction::Out | Direction::Workspace => Ok(Content::Poison(task.poison.bytes(spec.dtype, spec.n_elems()))),
    })
}

impl Left for Launched<'_> {
    fn bytes(&self, buffer: &str) -> Option<&[u8]> {
        self.placed.read(buffer)
    }

    fn written(&self, buffer: &str) -> Vec<Range<usize>> {
        self.placed.buffer(buffer).map(|buffer| self.placed.gpu().written(buffer)).unwrap_or_default()
    }

    fn writer(&self, buffer: &str, offset: usize) -> Option<Label> {
        let buffer = self.placed.buffer(buffer)?;
        let last = |placed: &Placed| placed.gpu().last_writer(buffer, offset, &self.task.loaded.program, self.launch);
        let access = last(self.placed).or_else(|| self.again().and_then(last));
        let mut label = access?.label(self.task.sources)?;
        if self.task.launch.is_tiled() {
            whole_line(&mut label);
        }
        Some(label)
    }
}

/// Lines of code that TileLang made are the learner's, columns are not.
fn whole_line(label: &mut Label) {
    label.span = Span::line(label.span.file, label.span.line);
}

/// Collects the findings of a finished launch.
fn judge(launched: &Launched<'_>, run: Run) -> Outcome {
    let task = launched.task;
    let said = run.findings.iter().map(|finding| {
        let mut diagnostic = finding.to_diagnostic(task.sources).in_case(&task.case.name);
        if task.launch.is_tiled() {
            diagnostic.labels.iter_mut().for_each(whole_line);
        }
        match diagnostic.code {
            // Local memory is where fragments lie while they are checked.
            Code::UninitializedRead if task.launch.is_tiled() => {
                diagnostic.with_help(msg!("judge-tile-uninitialized-help"))
            }
            _ => diagnostic,
        }
    });
    let diagnostics = said.collect();
    let mut result = Outcome::new(task.case, CaseVerdict::Passed, diagnostics);
    result.report.printed = run.printed;
    result.n_steps = run.counters.warp_instructions;
    result.profile = run.profile;
    let setting = Setting {
        case: &task.case.name,
        launch: task.launch,
        inputs: &launched.prepared.inputs,
        declaration: task.declaration.cloned(),
        poison: task.poison,
    };
    check(&setting, task.case, launched.prepared, launched, run.stopped.is_some(), &mut result);
    result.hung = run.out_of_steps;
    let unsupported = result.diagnostics.iter().any(|d| d.code == Code::UnsupportedInstruction);
    if unsupported {
        result.report.verdict = CaseVerdict::Error;
    } else if result.report.verdict == CaseVerdict::Failed {
        // As the findings say.
    } else if run.stopped == Some(Stopped::Cancelled) {
        result.report.verdict = CaseVerdict::NotRun;
    } else if run.stopped.is_some() {
        // A stop without a finding would be a fault of ours: it must not pass.
        let stopped = Diagnostic::error(Code::LaunchFailure, msg!("judge-stopped")).in_case(&task.case.name);
        result.diagnostics.push(stopped);
        result.report.verdict = CaseVerdict::Failed;
    }
    result
}

/// The outcome of a case that could not be set up.
fn broken(task: &Task<'_>, detail: &str) -> Outcome {
    let title = msg!("judge-launch-refused", detail = detail);
    let finding = Diagnostic::error(Code::BadExercise, title).in_case(&task.case.name);
    Outcome::new(task.case, CaseVerdict::Error, vec![finding])
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
