//! Judging one kernel from its file to the report.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle, ScopedJoinHandle};
use std::time::{Duration, Instant};

use cuda::{CancelHandle, Compiler, WorkerCommand};
use diag::{Code, Diagnostic, Severity, Text, msg};
use exercise::{Backend, Case, DeviceProps, Exercise};
use runtime::compile::{self, CompileTime, Kernel, Loaded, Order, Refusal, Unit};
use runtime::contract;
use runtime::kernel_file;
use runtime::n_cores;
use runtime::unit::ARCH;
use tilelang::Worker;

use crate::board::Board;
use crate::cases::{Delivery, Gathered, Shared, StopOnDrop, conclude, gather, run_order};
use crate::gpu::{self, Door, OnGpu, Unusable};
use crate::known_bugs;
use crate::prepare::{check_recorded, prepare};
use crate::report::{CaseReport, Device, Report, RunOn, ToolchainUsed, Verdict};
use crate::story::story;

/// Steps of the virtual GPU that one case may take: a hundred times what a slow but finite kernel needs on the cases'
/// sizes, and spent in about a second by a loop that one warp runs.
pub(crate) const CASE_STEPS: u64 = 60_000_000;
/// How long one case may run. Cases take milliseconds; one that takes this long waits for something.
const PATIENCE: Duration = Duration::from_secs(4);
/// How often a request to stop is looked at.
const CANCEL_POLL: Duration = Duration::from_millis(2);

/// How to judge.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where it runs.
    pub device: RunOn,
    /// The seed of the inputs.
    pub seed: u64,
    /// Set by whoever wants the run to end: the report then says that it was stopped.
    pub cancel: Arc<AtomicBool>,
    /// How long one case may run before it counts as one that waits for something.
    pub patience: Duration,
}

impl Options {
    /// The defaults, with `seed`.
    pub fn new(seed: u64) -> Self {
        Self { device: RunOn::Virtual, seed, cancel: Arc::default(), patience: PATIENCE }
    }
}

/// What happens while a kernel is judged.
#[derive(Debug)]
pub enum Event<'a> {
    /// The kernel compiled, or was refused.
    Compiled {
        /// The compiler's time.
        ms: f64,
    },
    /// The first finding that makes the kernel fail: it stands now, whatever else is found. The report holds that finding
    /// and the case that showed it, nothing else.
    FirstFinding(&'a Report),
    /// A case has run. They come in the order in which they run, cheap ones first.
    CaseDone(&'a CaseReport),
}

/// Judges kernels. Keeps a compiler running, and what it compiled of the exercises' references.
#[derive(Debug)]
pub struct Judge {
    compiler: Compiler,
    n_threads: usize,
    /// References by exercise, with the text they were compiled from.
    references: BTreeMap<String, (String, Arc<Loaded>)>,
    /// The way to a real GPU.
    door: Option<Door>,
    /// Lowers TileLang kernels.
    tile: Option<Worker>,
}

impl Judge {
    /// A judge that compiles with `compiler` and runs cases on as many threads as the machine has cores, up to eight.
    pub fn new(compiler: Compiler) -> Self {
        Self { compiler, n_threads: n_cores().clamp(1, 8), references: BTreeMap::new(), door: None, tile: None }
    }

    /// The judge, with a real GPU where there is one; `worker` starts the process that drives it.
    #[must_use]
    pub fn with_gpu(self, worker: WorkerCommand) -> Self {
        Self { door: Some(Door::new(worker)), ..self }
    }

    /// The judge, with TileLang; `worker` begins to load it now.
    #[must_use]
    pub fn with_tilelang(self, mut worker: Worker) -> Self {
        worker.start();
        Self { tile: Some(worker), ..self }
    }

    /// The judge, with so many threads for the cases: for whoever runs several judges at a time.
    #[must_use]
    pub fn with_threads(self, n_threads: usize) -> Self {
        Self { n_threads: n_threads.max(1), ..self }
    }

    /// The compiler.
    pub fn compiler(&mut self) -> &mut Compiler {
        &mut self.compiler
    }

    /// Judges the kernel in the file `kernel` as a solution of `exercise`.
    ///
    /// Never panics: a fault of camp's own becomes a report with the verdict [`Verdict::Error`].
    pub fn verify(
        &mut self,
        exercise: &Exercise,
        kernel: &Path,
        options: &Options,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Report {
        match kernel_file::read(kernel) {
            Ok(text) => self.verify_text(exercise, kernel, &text, options, on_event),
            Err(problem) => Report { problem: Some(problem), ..Report::new(exercise, kernel, options) },
        }
    }

    /// Judges `text` as if it were in the file `kernel`.
    pub fn verify_text(
        &mut self,
        exercise: &Exercise,
        kernel: &Path,
        text: &str,
        options: &Options,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Report {
        let start = Instant::now();
        let mut report = Report::new(exercise, kernel, options);
        report.toolchain = Some(ToolchainUsed { nvrtc: self.compiler.toolchain().version, arch: ARCH.to_owned() });
        let judged = catch_unwind(AssertUnwindSafe(|| self.judge(exercise, text, options, &mut report, on_event)));
        if let Err(problem) = judged.unwrap_or_else(|panic| Err(our_fault(panic.as_ref()))) {
            report.verdict = Verdict::Error;
            report.problem = Some(problem);
        }
        if exercise.backend == Backend::Tilelang {
            known_bugs::blame(&mut report, text);
        }
        report.timing.total_ms = start.elapsed().as_secs_f64() * 1e3;
        report
    }

    /// Fills in `report`.
    ///
    /// # Errors
    /// Why nothing can be said about the kernel.
    fn judge(
        &mut self,
        exercise: &Exercise,
        text: &str,
        options: &Options,
        report: &mut Report,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), Text> {
        let path = report.kernel.display().to_string();
        let file = report.sources.add(&report.kernel, text);
        let kernel = Kernel { path: &path, text, file };
        let rules = Exercise::launch_rules_beside(&report.kernel);
        let rules = match rules {
            Ok(rules) => rules,
            Err(error) => {
                let diagnostic = error.to_diagnostic(&mut report.sources);
                report.findings = story([diagnostic]);
                return Err(msg!("judge-launch-rules"));
            }
        };
        let rules = rules.as_ref();
        let watch = CancelWatch::start(Arc::clone(&options.cancel), self.compiler.cancel_handle());
        let reference = self.reference(exercise)?;
        let Self { compiler, n_threads, door, tile, .. } = self;
        let mut door = door.as_mut().filter(|_| options.device != RunOn::Virtual);
        if let Some(door) = &mut door {
            door.knock();
        }
        let sources = report.sources.clone();
        let shared = Shared {
            exercise,
            order: run_order(&exercise.cases),
            reference: &reference,
            board: Board::new(exercise.cases.len()),
            program: OnceLock::new(),
            sources: &sources,
            declaration: contract::declaration(exercise, text, file),
            seed: options.seed,
            patience: options.patience,
            halt: Arc::clone(&watch.halt),
        };
        thread::scope(|scope| {
            // However this scope ends, the threads must not wait for more work.
            let _stop = StopOnDrop(&shared.board);
            let (sender, results) = mpsc::channel();
            let spawn = |sender: Sender<Delivery>| scope.spawn(|| shared.work(sender));
            // While the compiler has one core, this thread prepares cases on another.
            spawn(sender.clone());
            let begin = Instant::now();
            let cases: Vec<&Case> = exercise.cases.iter().collect();
            let order = Order {
                exercise,
                kernel,
                rules,
                cases: &cases,
                device: &DeviceProps::VIRTUAL,
                sources: &sources,
                nvrtc: compiler.toolchain().version.0,
                cancel: &options.cancel,
            };
            let built = compile::build(tile.as_mut(), order);
            let mut time = CompileTime { total_ms: begin.elapsed().as_secs_f64() * 1e3, ..CompileTime::default() };
            let (unit, compiled) = match built {
                Ok(unit) => {
                    let compiled = compile::learner(compiler, exercise, kernel, &unit, &sources, &mut time);
                    (Some(unit), compiled)
                }
                Err(refusal) => (None, Err(refusal)),
            };
            report.timing.compile_ms = time.total_ms;
            report.timing.nvrtc_ms = time.nvrtc_ms;
            on_event(Event::Compiled { ms: time.total_ms });
            let (loaded, warnings, unsupported) = match compiled {
                Ok((loaded, warnings)) => (Some(loaded), warnings, None),
                Err(Refusal::Kernel(found)) => {
                    report.findings = story(found);
                    report.verdict = Verdict::Failed;
                    return Ok(());
                }
                Err(Refusal::Rules(error)) => {
                    report.findings = story([error.to_diagnostic(&mut report.sources)]);
                    return Err(msg!("judge-launch-rules"));
                }
                Err(Refusal::Unsupported(found)) => (None, Vec::new(), Some(found)),
                Err(Refusal::Problem(problem)) => return Err(problem),
            };
            let start = Instant::now();
            if let Some((loaded, unit)) = loaded.zip(unit.as_ref()).filter(|_| options.device != RunOn::Gpu) {
                // Set once, here.
                let _ = shared.program.set((loaded, unit.launches.clone()));
            }
            shared.board.ready();
            for _ in 1..*n_threads {
                spawn(sender.clone());
            }
            drop(sender);
            // Compiling for the GPU takes as long as the virtual GPU takes for the cases.
            let printed = unit.as_ref().map(|unit| unit.printed.clone()).unwrap_or_default();
            let on_gpu = door
                .zip(unit)
                .map(|(door, unit)| scope.spawn(|| gpu::load(door, compiler, exercise, kernel, rules, unit, &sources)));
            let is_alone = options.device == RunOn::Gpu;
            let gathered = if is_alone || unsupported.is_some() {
                // The cases are prepared all the same.
                results.iter().for_each(drop);
                Gathered::new(&exercise.cases)
            } else {
                gather(&shared, &results, report, on_event)
            };
            if options.cancel.load(Ordering::Relaxed) {
                return Err(msg!("runtime-cancelled"));
            }
            let joined = |thread: ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|panic| Err(our_fault(panic.as_ref()).into()))
            };
            let checked = Checked { gathered, unsupported, warnings };
            let result = decide(&shared, on_gpu.map(joined), options.device, checked, report, on_event);
            if let Some(first) = report.cases.first_mut() {
                first.printed.insert_str(0, &printed);
            }
            report.timing.run_ms = start.elapsed().as_secs_f64() * 1e3;
            if options.cancel.load(Ordering::Relaxed) { Err(msg!("runtime-cancelled")) } else { result }
        })
    }

    /// Runs the exercise's reference on every case, and compares it with the recorded answers of an independent program.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check_reference(&mut self, exercise: &Exercise) -> Result<(), Text> {
        self.run_reference(exercise)?;
        let failed = |detail: String| msg!("runtime-reference-failed", detail = detail);
        let reference = self.reference(exercise)?;
        let recorded = exercise.recorded().map_err(|error| error.text().clone())?;
        if recorded.is_empty() {
            return Err(msg!("judge-reference-unrecorded"));
        }
        for recorded in &recorded {
            let entry = reference.entry(&exercise.reference_kernel(&recorded.case));
            check_recorded(recorded, &reference.program, entry).map_err(failed)?;
        }
        Ok(())
    }

    /// Compiles an exercise's reference and runs it on every case, whatever it computes.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn run_reference(&mut self, exercise: &Exercise) -> Result<(), Text> {
        let reference = self.reference(exercise)?;
        for case in &exercise.cases {
            let entry = reference.entry(&exercise.reference_kernel(case));
            let failed = |detail: String| msg!("runtime-reference-failed", detail = detail);
            prepare(case, 1, &reference.program, entry).map_err(failed)?;
        }
        Ok(())
    }

    /// Whether the first input is a right first output of `case`, as in a copy or in the sum of rows of one column.
    ///
    /// # Errors
    /// What is wrong with the reference.
    pub fn input_is_output(&mut self, exercise: &Exercise, case: &Case, seed: u64) -> Result<bool, Text> {
        let reference = self.reference(exercise)?;
        let entry = reference.entry(&exercise.reference_kernel(case));
        let prepared = prepare(case, seed, &reference.program, entry)
            .map_err(|detail| msg!("runtime-reference-failed", detail = detail))?;
        let (Some(input), Some(output)) = (prepared.inputs.first(), prepared.outputs.first()) else { return Ok(false) };
        let values = input.spec.dtype.decode(&input.bytes);
        let same = |(a, b): (&f64, &f64)| a == b || (a.is_nan() && b.is_nan());
        Ok(values.len() == output.want.len() && values.iter().zip(&output.want).all(same))
    }

    /// The translation unit of a kernel, and what each case launches of it.
    pub(crate) fn build(&mut self, order: Order<'_>) -> Result<Unit, Refusal> {
        compile::build(self.tile.as_mut(), order)
    }

    /// The exercise's compiled reference.
    pub(crate) fn reference(&mut self, exercise: &Exercise) -> Result<Arc<Loaded>, Text> {
        let text = kernel_file::read(&exercise.reference_path())?;
        if let Some((known, loaded)) = self.references.get(&exercise.name)
            && *known == text
        {
            return Ok(Arc::clone(loaded));
        }
        let loaded = compile::reference(&mut self.compiler, exercise, &text)?;
        self.references.insert(exercise.name.clone(), (text, Arc::clone(&loaded)));
        Ok(loaded)
    }
}

/// What the virtual GPU has to say.
struct Checked {
    gathered: Gathered,
    /// What of the module it does not know, so that it ran nothing.
    unsupported: Option<Vec<Diagnostic>>,
    /// The compiler's.
    warnings: Vec<Diagnostic>,
}

impl Checked {
    /// Makes the report of this alone.
    fn conclude(self, shared: &Shared<'_>, report: &mut Report) -> Result<(), Text> {
        if let Some(found) = self.unsupported {
            report.findings = story(found);
            return Err(msg!("runtime-unsupported"));
        }
        conclude(shared, shared.launches(), self.gathered, self.warnings, report)
    }

    /// What it said without failing the kernel, and what it could not run, as remarks beside a GPU's results.
    fn remarks(self) -> Vec<Diagnostic> {
        let found = self.gathered.found.into_iter().map(|(_, diagnostic)| diagnostic);
        let found = found.chain(self.unsupported.into_iter().flatten()).map(|diagnostic| match diagnostic.code {
            Code::UnsupportedInstruction => {
                let notes = vec![msg!("judge-gpu-unchecked")];
                Diagnostic { severity: Severity::Note, notes, ..diagnostic }
            }
            _ => diagnostic,
        });
        self.warnings.into_iter().chain(found).collect()
    }
}

/// Has the GPU run the cases where that is wanted, and makes the report.
///
/// # Errors
/// Why nothing can be said about the kernel.
fn decide(
    shared: &Shared<'_>,
    on_gpu: Option<Result<OnGpu<'_>, Unusable>>,
    device: RunOn,
    checked: Checked,
    report: &mut Report,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<(), Text> {
    let is_alone = device == RunOn::Gpu;
    let mut on_gpu = match on_gpu {
        None if is_alone => return Err(msg!("judge-gpu-none")),
        Some(Err(Unusable::None(text) | Unusable::Because(text))) if is_alone => return Err(text),
        // What is wrong on the virtual GPU may do any harm on a real one.
        _ if checked.gathered.is_failed() || checked.gathered.problem.is_some() => {
            return checked.conclude(shared, report);
        }
        None | Some(Err(Unusable::None(_))) => return checked.conclude(shared, report),
        Some(Err(Unusable::Because(text))) => {
            report.gpu_unused = Some(text);
            return checked.conclude(shared, report);
        }
        Some(Err(Unusable::Rules(error))) => {
            report.findings = story([error.to_diagnostic(&mut report.sources)]);
            return Err(msg!("judge-launch-rules"));
        }
        Some(Err(Unusable::Kernel(found))) => {
            report.findings = story(found);
            report.verdict = Verdict::Failed;
            return Ok(());
        }
        Some(Ok(on_gpu)) => on_gpu,
    };
    let mut quiet = |event: Event<'_>| {
        // The virtual GPU's cases have been counted.
        if is_alone || !matches!(event, Event::CaseDone(_)) {
            on_event(event);
        }
    };
    // What is said while cases run names the GPU as well.
    report.device = Device::Gpu;
    report.gpu = Some(on_gpu.gpu.device().name.clone());
    let mut gathered = match shared.gather_on_gpu(&mut on_gpu, report, &mut quiet) {
        Ok(gathered) => gathered,
        Err(error) if is_alone => return Err(error.text()),
        Err(error) => {
            (report.device, report.gpu) = (Device::Virtual, None);
            report.gpu_unused = Some(error.text());
            return checked.conclude(shared, report);
        }
    };
    report.toolchain = report.toolchain.take().map(|used| ToolchainUsed { arch: on_gpu.arch.clone(), ..used });
    for (virtual_case, case) in checked.gathered.reports.iter().zip(&mut gathered.reports) {
        if !virtual_case.printed.is_empty() {
            case.printed.clone_from(&virtual_case.printed);
        }
    }
    conclude(shared, &on_gpu.launches, gathered, checked.remarks(), report)
}

/// The message for a panic.
pub(crate) fn our_fault(panic: &(dyn Any + Send)) -> Text {
    let detail = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    msg!("runtime-internal", detail = detail.unwrap_or("panic"))
}

/// Watches for the request to stop: ends a compilation and raises `halt`, which running cases look at.
pub(crate) struct CancelWatch {
    /// Set once the run is to end.
    pub(crate) halt: Arc<AtomicBool>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl CancelWatch {
    pub(crate) fn start(cancel: Arc<AtomicBool>, compiler: CancelHandle) -> Self {
        let (halt, is_over) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (halted, over) = (Arc::clone(&halt), Arc::clone(&is_over));
        let thread = thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                if cancel.load(Ordering::Relaxed) {
                    halted.store(true, Ordering::Relaxed);
                    // Again and again: the compilation may only be about to begin.
                    compiler.cancel();
                }
                thread::park_timeout(CANCEL_POLL);
            }
        });
        Self { halt, is_over, thread: Some(thread) }
    }
}

impl Drop for CancelWatch {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It only stores and sleeps: it cannot have panicked.
            let _ = thread.join();
        }
    }
}
