//! Judging one kernel from its file to the report.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cuda::{CancelHandle, Compiler};
use diag::{Code, Diagnostic, Label, SourceMap, Text, msg};
use exercise::{Case, DeviceProps, Direction, Exercise, Launch};

use crate::board::{Board, Job};
use crate::compile::{self, CompileTime, Kernel, Loaded, Refusal};
use crate::contract;
use crate::findings::{self, Setting};
use crate::group::{group, is_failure};
use crate::kernel_file;
use crate::patterns::{self, Evidence, Sized};
use crate::poison::Poison;
use crate::prepare::{Prepared, check_recorded, prepare};
use crate::report::{Backend, CaseReport, CaseVerdict, Device, Report, ToolchainUsed, Verdict};
use crate::run::{Outcome, Task, run};
use crate::story::story;
use crate::unit::ARCH;

/// Steps of the virtual GPU that one case may take: a hundred times what a slow but finite kernel needs on the cases'
/// sizes, and spent in about a second by a loop that one warp runs.
pub(crate) const CASE_STEPS: u64 = 60_000_000;
/// Steps that all cases of a kernel may take together once one has failed; the others are then left out.
const TOTAL_STEPS: u64 = 100_000_000;
/// How long one case may run. Cases take milliseconds; one that takes this long waits for something.
const PATIENCE: Duration = Duration::from_secs(4);
/// How often a request to stop is looked at.
const CANCEL_POLL: Duration = Duration::from_millis(2);

/// How to judge.
#[derive(Debug, Clone)]
pub struct Options {
    /// Which of the exercise's kernels.
    pub backend: Backend,
    /// Where it runs.
    pub device: Device,
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
        Self { backend: Backend::Nvidia, device: Device::Virtual, seed, cancel: Arc::default(), patience: PATIENCE }
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
}

impl Judge {
    /// A judge that compiles with `compiler` and runs cases on as many threads as the machine has cores, up to eight.
    pub fn new(compiler: Compiler) -> Self {
        let n_cores = thread::available_parallelism().map_or(1, usize::from);
        Self { compiler, n_threads: n_cores.clamp(1, 8), references: BTreeMap::new() }
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
        let launches = match rules.and_then(|rules| compile::launches(exercise, rules.as_ref(), &DeviceProps::VIRTUAL))
        {
            Ok(launches) => launches,
            Err(error) => {
                let diagnostic = error.to_diagnostic(&mut report.sources);
                report.findings = story([diagnostic]);
                return Err(msg!("judge-launch-rules"));
            }
        };
        let watch = CancelWatch::start(Arc::clone(&options.cancel), self.compiler.cancel_handle());
        let reference = self.reference(exercise)?;
        let sources = report.sources.clone();
        let shared = Shared {
            exercise,
            launches: &launches,
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
        let n_threads = self.n_threads;
        let compiler = &mut self.compiler;
        thread::scope(|scope| {
            // However this scope ends, the threads must not wait for more work.
            let _stop = StopOnDrop(&shared.board);
            let (sender, results) = mpsc::channel();
            let spawn = |sender: Sender<Delivery>| scope.spawn(|| shared.work(sender));
            // While the compiler has one core, this thread prepares cases on another.
            spawn(sender.clone());
            let mut time = CompileTime::default();
            let compiled = compile::learner(compiler, exercise, kernel, &launches, &sources, &mut time);
            report.timing.compile_ms = time.total_ms;
            report.timing.nvrtc_ms = time.nvrtc_ms;
            on_event(Event::Compiled { ms: time.total_ms });
            let (loaded, warnings) = match compiled {
                Ok(compiled) => compiled,
                Err(Refusal::Kernel(found)) => {
                    report.findings = story(found);
                    report.verdict = Verdict::Failed;
                    return Ok(());
                }
                Err(Refusal::Unsupported(found)) => {
                    report.findings = story(found);
                    return Err(msg!("judge-unsupported"));
                }
                Err(Refusal::Problem(problem)) => return Err(problem),
            };
            let start = Instant::now();
            // Set once, here.
            let _ = shared.program.set(loaded);
            shared.board.ready();
            for _ in 1..n_threads {
                spawn(sender.clone());
            }
            drop(sender);
            let result = collect(&shared, &results, warnings, report, on_event);
            report.timing.run_ms = start.elapsed().as_secs_f64() * 1e3;
            if options.cancel.load(Ordering::Relaxed) { Err(msg!("judge-cancelled")) } else { result }
        })
    }

    /// Runs the exercise's reference on every case, and compares it with the recorded answers of an independent program.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check_reference(&mut self, exercise: &Exercise) -> Result<(), Text> {
        let failed = |detail: String| msg!("judge-reference-failed", detail = detail);
        let reference = self.reference(exercise)?;
        let entry = |case: &Case| reference.entry(&exercise.reference_kernel(case));
        for case in &exercise.cases {
            prepare(case, 1, &reference.program, entry(case)).map_err(failed)?;
        }
        let recorded = exercise.recorded().map_err(|error| error.text().clone())?;
        if recorded.is_empty() {
            return Err(msg!("judge-reference-unrecorded"));
        }
        for recorded in &recorded {
            check_recorded(recorded, &reference.program, entry(&recorded.case)).map_err(failed)?;
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
            .map_err(|detail| msg!("judge-reference-failed", detail = detail))?;
        let (Some(input), Some(output)) = (prepared.inputs.first(), prepared.outputs.first()) else { return Ok(false) };
        let values = input.spec.dtype.decode(&input.bytes);
        let same = |(a, b): (&f64, &f64)| a == b || (a.is_nan() && b.is_nan());
        Ok(values.len() == output.want.len() && values.iter().zip(&output.want).all(same))
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

/// A case's position in the order of running, and what came of it; an error is a fault of camp's or of the exercise's.
type Delivery = (usize, Result<Outcome, Text>);

/// What the threads of one verdict share.
struct Shared<'a> {
    exercise: &'a Exercise,
    launches: &'a [Launch],
    order: Vec<usize>,
    reference: &'a Loaded,
    board: Board<Result<Prepared, Text>>,
    program: OnceLock<Loaded>,
    sources: &'a SourceMap,
    declaration: Option<Label>,
    seed: u64,
    patience: Duration,
    halt: Arc<AtomicBool>,
}

impl Shared<'_> {
    /// Works until nothing is left to do.
    fn work(&self, results: Sender<Delivery>) {
        while let Some(job) = self.board.next() {
            match job {
                Job::Prepare(position) => self.board.prepared(position, caught(|| self.prepare(position))),
                Job::Run(position, prepared) => {
                    let outcome = match &*prepared {
                        Ok(prepared) => caught(|| Ok(self.run(position, prepared))),
                        Err(problem) => Err(problem.clone()),
                    };
                    // Nobody listens any more when the verdict was stopped.
                    let _ = results.send((position, outcome));
                }
            }
        }
    }

    fn case(&self, position: usize) -> &Case {
        &self.exercise.cases[self.order[position]]
    }

    fn prepare(&self, position: usize) -> Result<Prepared, Text> {
        let case = self.case(position);
        let entry = self.reference.entry(&self.exercise.reference_kernel(case));
        prepare(case, self.seed, &self.reference.program, entry)
            .map_err(|detail| msg!("judge-reference-failed", detail = detail))
    }

    /// Which explanations for the wrong values in some cases cannot be, because other cases passed.
    fn refuted(&self, evidence: &[(usize, Evidence)], reports: &[CaseReport]) -> Vec<patterns::Id> {
        let buffers: BTreeSet<&str> = evidence.iter().map(|(_, evidence)| evidence.buffer.as_str()).collect();
        let mut refuted = Vec::new();
        for buffer in buffers {
            let ids = patterns::holding(evidence, buffer);
            // Other element types may have other overloads, of which nothing is wrong.
            let failing = evidence.iter().filter(|(_, evidence)| evidence.buffer == buffer);
            let dtypes: BTreeSet<_> = failing.map(|&(index, _)| self.exercise.cases[index].dtype).collect();
            for (position, &index) in self.order.iter().enumerate() {
                let case = &self.exercise.cases[index];
                let has_passed =
                    reports[index].verdict == CaseVerdict::Passed && !case.noop && dtypes.contains(&case.dtype);
                let prepared = self.board.get(position).filter(|_| has_passed && !ids.is_empty());
                let Some(Ok(prepared)) = prepared.as_deref() else { continue };
                let setting = Setting {
                    case: &case.name,
                    launch: &self.launches[index],
                    inputs: &prepared.inputs,
                    declaration: None,
                    poison: Poison::of_case(index),
                };
                let outputs = prepared.outputs.iter().filter(|output| output.spec.name == buffer);
                for output in outputs {
                    refuted.extend(findings::refuted(&setting, output, &case.allowance, &ids));
                }
            }
        }
        refuted
    }

    /// Which explanations for elements that were not written cannot be, because other cases passed.
    fn refuted_gaps(&self, evidence: &[(usize, Evidence)], reports: &[CaseReport]) -> Vec<patterns::Id> {
        let cases = self.exercise.cases.iter().zip(self.launches).zip(reports);
        let dtypes: BTreeSet<_> = evidence.iter().map(|&(index, _)| self.exercise.cases[index].dtype).collect();
        let passed = cases.filter(|((case, _), report)| {
            report.verdict == CaseVerdict::Passed && !case.noop && dtypes.contains(&case.dtype)
        });
        let outputs = passed.flat_map(|((case, launch), _)| case.buffers().map(move |spec| (launch, spec)));
        let outputs = outputs.filter(|(_, spec)| spec.direction == Direction::Out);
        outputs
            .flat_map(|(launch, spec)| {
                patterns::gaps::refuted(&findings::layout(launch, spec), &patterns::holding(evidence, &spec.name))
            })
            .collect()
    }

    fn run(&self, position: usize, prepared: &Prepared) -> Outcome {
        let index = self.order[position];
        let launch = &self.launches[index];
        let loaded = self.program.get().expect("cases run only once the board was told that there is a program");
        let task = Task {
            case: self.case(position),
            launch,
            program: &loaded.program,
            entry: loaded.entry(&launch.kernel),
            sources: self.sources,
            declaration: self.declaration.as_ref(),
            poison: Poison::of_case(index),
            max_steps: CASE_STEPS,
            patience: self.patience,
            profile: false,
        };
        run(&task, prepared, &self.halt)
    }
}

/// What fits the values, for each finding about values: the case and what fits.
#[derive(Debug, Default)]
struct ValueEvidence {
    wrong: Vec<(usize, Evidence)>,
    unwritten: Vec<(usize, Evidence)>,
}

impl ValueEvidence {
    fn of_code(&mut self, code: Code) -> &mut Vec<(usize, Evidence)> {
        if code == Code::UnwrittenOutput { &mut self.unwritten } else { &mut self.wrong }
    }
}

/// Takes the outcomes in the order of running and makes the report of them.
fn collect(
    shared: &Shared<'_>,
    results: &Receiver<Delivery>,
    warnings: Vec<Diagnostic>,
    report: &mut Report,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<(), Text> {
    let cases = &shared.exercise.cases;
    let mut reports: Vec<CaseReport> =
        cases.iter().map(|case| CaseReport::new(&case.name, CaseVerdict::NotRun)).collect();
    let mut found: Vec<(usize, Diagnostic)> = Vec::new();
    let mut evidence = ValueEvidence::default();
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let mut n_steps: u64 = 0;
    let mut problem = None;
    let mut is_over = false;
    for (position, outcome) in results {
        waiting.insert(position, outcome);
        while let Some(outcome) = waiting.remove(&next) {
            let index = shared.order[next];
            next += 1;
            if is_over {
                continue;
            }
            let outcome = match outcome {
                Ok(outcome) => outcome,
                Err(text) => {
                    problem = Some(text);
                    is_over = true;
                    continue;
                }
            };
            let was_failing = !found.is_empty();
            found.extend(outcome.diagnostics.into_iter().map(|diagnostic| (index, diagnostic)));
            for (code, of_output) in outcome.evidence {
                evidence.of_code(code).push((index, of_output));
            }
            if !was_failing {
                let mut found = found.clone();
                patterns::explain(&mut found, &evidence.wrong, &[], Code::WrongResult);
                patterns::explain(&mut found, &evidence.unwritten, &[], Code::UnwrittenOutput);
                let first = group(found.into_iter().map(|(_, d)| d).filter(is_failure)).into_iter().next();
                if let Some(first) = first {
                    on_event(Event::FirstFinding(&report.with_first(first, &outcome.report)));
                }
            }
            on_event(Event::CaseDone(&outcome.report));
            n_steps = n_steps.saturating_add(outcome.n_steps);
            // The other cases of a kernel that never ends would each use up their steps as well.
            is_over = outcome.hung || (!found.is_empty() && n_steps > TOTAL_STEPS);
            reports[index] = outcome.report;
        }
        if is_over {
            shared.board.stop();
            shared.halt.store(true, Ordering::Relaxed);
        }
    }
    // The exercise's order is the one that people read.
    found.sort_by_key(|(index, _)| *index);
    evidence.wrong.sort_by_key(|(index, _)| *index);
    evidence.unwritten.sort_by_key(|(index, _)| *index);
    let refuted = shared.refuted(&evidence.wrong, &reports);
    patterns::explain(&mut found, &evidence.wrong, &refuted, Code::WrongResult);
    let refuted = shared.refuted_gaps(&evidence.unwritten, &reports);
    patterns::explain(&mut found, &evidence.unwritten, &refuted, Code::UnwrittenOutput);
    let sized: Vec<Sized<'_>> = cases
        .iter()
        .zip(&reports)
        .map(|(case, report)| Sized { dims: &case.dims, is_noop: case.noop, verdict: report.verdict })
        .collect();
    patterns::explain_sizes(&mut found, &sized);
    report.findings = story(warnings.into_iter().chain(found.into_iter().map(|(_, diagnostic)| diagnostic)));
    let has = |verdict| reports.iter().any(|case| case.verdict == verdict);
    report.verdict = if has(CaseVerdict::Failed) {
        Verdict::Failed
    } else if reports.iter().all(|case| case.verdict == CaseVerdict::Passed) {
        Verdict::Passed
    } else {
        problem.get_or_insert_with(|| msg!("judge-unsupported"));
        Verdict::Error
    };
    report.cases = reports;
    problem.map_or(Ok(()), Err)
}

/// The order in which cases run: those with fewer elements first, so that a wrong kernel is found out early.
fn run_order(cases: &[Case]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|&index| cases[index].buffers().map(|buffer| buffer.n_elems()).sum::<usize>());
    order
}

/// Runs `f`; a panic becomes an error that calls it a fault of camp's.
fn caught<T>(f: impl FnOnce() -> Result<T, Text>) -> Result<T, Text> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| Err(our_fault(panic.as_ref())))
}

/// The message for a panic.
pub(crate) fn our_fault(panic: &(dyn Any + Send)) -> Text {
    let detail = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    msg!("judge-internal", detail = detail.unwrap_or("panic"))
}

/// Lets all threads of a verdict go.
struct StopOnDrop<'a, P>(&'a Board<P>);

impl<P> Drop for StopOnDrop<'_, P> {
    fn drop(&mut self) {
        self.0.stop();
    }
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
