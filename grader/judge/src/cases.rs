//! The cases of one verdict: prepared and run by several threads, taken in order, and made a verdict of.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use cuda::GpuError;
use diag::{Code, Diagnostic, Label, SourceMap, Text, msg};
use exercise::{Case, Exercise, Launch};
use runtime::compile::Loaded;

use crate::board::{Board, Job};
use crate::findings::{self, Setting};
use crate::gpu::{self, OnGpu};
use crate::group::{group, is_failure};
use crate::left::Outcome;
use crate::patterns::{self, Evidence, Sized};
use crate::poison::Poison;
use crate::prepare::{Prepared, prepare};
use crate::report::{CaseReport, CaseVerdict, Report, Verdict};
use crate::run::{Task, run};
use crate::story::story;
use crate::verify::{CASE_STEPS, Event, our_fault};

/// Steps that all cases of a kernel may take together once one has failed; the others are then left out.
const TOTAL_STEPS: u64 = 100_000_000;

/// A case's position in the order of running, and what came of it; an error is a fault of camp's or of the exercise's.
pub type Delivery = (usize, Result<Outcome, Text>);

/// What the threads of one verdict share.
pub struct Shared<'a> {
    /// The exercise.
    pub exercise: &'a Exercise,
    /// The cases in the order in which they run.
    pub order: Vec<usize>,
    /// The compiled reference.
    pub reference: &'a Loaded,
    /// Who does what.
    pub board: Board<Result<Prepared, Text>>,
    /// The learner's program, once it is compiled, and how the virtual GPU launches each case.
    pub program: OnceLock<(Loaded, Vec<Launch>)>,
    /// The texts that findings point into.
    pub sources: &'a SourceMap,
    /// The kernel's declaration.
    pub declaration: Option<Label>,
    /// The seed of the inputs.
    pub seed: u64,
    /// How long a case may run.
    pub patience: Duration,
    /// Set when everything is to end.
    pub halt: Arc<AtomicBool>,
}

impl Shared<'_> {
    /// Works until nothing is left to do.
    pub fn work(&self, results: Sender<Delivery>) {
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

    pub fn case(&self, position: usize) -> &Case {
        &self.exercise.cases[self.order[position]]
    }

    fn prepare(&self, position: usize) -> Result<Prepared, Text> {
        let case = self.case(position);
        let entry = self.reference.entry(&self.exercise.reference_kernel(case));
        prepare(case, self.seed, &self.reference.program, entry)
            .map_err(|detail| msg!("runtime-reference-failed", detail = detail))
    }

    /// Which explanations for the wrong values in some cases cannot be, because other cases passed.
    fn refuted(
        &self,
        launches: &[Launch],
        evidence: &[(usize, Evidence)],
        reports: &[CaseReport],
    ) -> Vec<patterns::Id> {
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
                    launch: &launches[index],
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
    fn refuted_gaps(
        &self,
        launches: &[Launch],
        evidence: &[(usize, Evidence)],
        reports: &[CaseReport],
    ) -> Vec<patterns::Id> {
        let cases = self.exercise.cases.iter().zip(launches).zip(reports);
        let dtypes: BTreeSet<_> = evidence.iter().map(|&(index, _)| self.exercise.cases[index].dtype).collect();
        let passed = cases.filter(|((case, _), report)| {
            report.verdict == CaseVerdict::Passed && !case.noop && dtypes.contains(&case.dtype)
        });
        let outputs = passed.flat_map(|((case, launch), _)| case.outputs().map(move |spec| (launch, spec)));
        outputs
            .flat_map(|(launch, spec)| {
                patterns::gaps::refuted(&findings::layout(launch, spec), &patterns::holding(evidence, &spec.name))
            })
            .collect()
    }

    fn run(&self, position: usize, prepared: &Prepared) -> Outcome {
        let index = self.order[position];
        // There is none where the virtual GPU cannot hold the module, or is not asked.
        let Some((loaded, launches)) = self.program.get() else {
            return Outcome::new(self.case(position), CaseVerdict::NotRun, Vec::new());
        };
        let launch = &launches[index];
        let task = Task {
            case: self.case(position),
            launch,
            loaded,
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

impl Shared<'_> {
    /// How the virtual GPU launches each case; nothing where it has no program.
    pub fn launches(&self) -> &[Launch] {
        self.program.get().map_or(&[], |(_, launches)| launches)
    }

    /// Runs all cases on a GPU, in the order of running, until one ends it.
    ///
    /// # Errors
    /// Why the GPU is of no use any more; the kernel is not at fault.
    pub fn gather_on_gpu(
        &self,
        on_gpu: &mut OnGpu<'_>,
        report: &Report,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Gathered, GpuError> {
        let mut gathered = Gathered::new(&self.exercise.cases);
        for (position, &index) in self.order.iter().enumerate() {
            if self.halt.load(Ordering::Relaxed) {
                break;
            }
            let outcome = match self.board.get(position).as_deref() {
                Some(Ok(prepared)) => {
                    let case = self.case(position);
                    Ok(gpu::run(on_gpu, index, case, prepared, self.declaration.as_ref(), self.patience)?)
                }
                Some(Err(problem)) => Err(problem.clone()),
                None => Err(msg!("runtime-internal", detail = "a case was not prepared")),
            };
            if !gathered.add(index, outcome, report, on_event) {
                break;
            }
        }
        Ok(gathered)
    }
}

/// What came of all cases on one device.
#[derive(Debug)]
pub struct Gathered {
    /// The cases in the exercise's order.
    pub reports: Vec<CaseReport>,
    /// What was found, with the case's index.
    pub found: Vec<(usize, Diagnostic)>,
    evidence: ValueEvidence,
    /// Why there is no verdict about some case: a fault of camp's or of the exercise's.
    pub problem: Option<Text>,
    n_steps: u64,
    is_over: bool,
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

impl Gathered {
    /// Nothing yet.
    pub fn new(cases: &[Case]) -> Self {
        let not_run = |case: &Case| CaseReport::new(&case.name, CaseVerdict::NotRun);
        Self {
            reports: cases.iter().map(not_run).collect(),
            found: Vec::new(),
            evidence: ValueEvidence::default(),
            problem: None,
            n_steps: 0,
            is_over: false,
        }
    }

    /// Adds what came of the case at `index`, and says what happened. Whether further cases should run.
    pub fn add(
        &mut self,
        index: usize,
        outcome: Result<Outcome, Text>,
        report: &Report,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> bool {
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(text) => {
                self.problem = Some(text);
                self.is_over = true;
                return false;
            }
        };
        let was_failing = !self.found.is_empty();
        self.found.extend(outcome.diagnostics.into_iter().map(|diagnostic| (index, diagnostic)));
        for (code, of_output) in outcome.evidence {
            self.evidence.of_code(code).push((index, of_output));
        }
        if !was_failing {
            let mut found = self.found.clone();
            patterns::explain(&mut found, &self.evidence.wrong, &[], Code::WrongResult);
            patterns::explain(&mut found, &self.evidence.unwritten, &[], Code::UnwrittenOutput);
            let first = group(found.into_iter().map(|(_, d)| d).filter(is_failure)).into_iter().next();
            if let Some(first) = first {
                on_event(Event::FirstFinding(&report.with_first(first, &outcome.report)));
            }
        }
        on_event(Event::CaseDone(&outcome.report));
        self.n_steps = self.n_steps.saturating_add(outcome.n_steps);
        // The other cases of a kernel that never ends would each use up their steps as well.
        self.is_over = outcome.hung || (!self.found.is_empty() && self.n_steps > TOTAL_STEPS);
        self.reports[index] = outcome.report;
        !self.is_over
    }

    /// Whether anything makes the kernel fail.
    pub fn is_failed(&self) -> bool {
        self.reports.iter().any(|case| case.verdict == CaseVerdict::Failed)
    }
}

/// Takes the outcomes in the order of running.
pub fn gather(
    shared: &Shared<'_>,
    results: &Receiver<Delivery>,
    report: &Report,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Gathered {
    let mut gathered = Gathered::new(&shared.exercise.cases);
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (position, outcome) in results {
        waiting.insert(position, outcome);
        while let Some(outcome) = waiting.remove(&next) {
            let index = shared.order[next];
            next += 1;
            if !gathered.is_over {
                gathered.add(index, outcome, report, on_event);
            }
        }
        if gathered.is_over {
            shared.board.stop();
            shared.halt.store(true, Ordering::Relaxed);
        }
    }
    gathered
}

/// Makes the report of what was gathered, with `launches` those of the device.
///
/// # Errors
/// Why nothing can be said about the kernel.
pub fn conclude(
    shared: &Shared<'_>,
    launches: &[Launch],
    gathered: Gathered,
    warnings: Vec<Diagnostic>,
    report: &mut Report,
) -> Result<(), Text> {
    let Gathered { reports, mut found, mut evidence, mut problem, .. } = gathered;
    // The exercise's order is the one that people read.
    found.sort_by_key(|(index, _)| *index);
    evidence.wrong.sort_by_key(|(index, _)| *index);
    evidence.unwritten.sort_by_key(|(index, _)| *index);
    let refuted = shared.refuted(launches, &evidence.wrong, &reports);
    patterns::explain(&mut found, &evidence.wrong, &refuted, Code::WrongResult);
    let refuted = shared.refuted_gaps(launches, &evidence.unwritten, &reports);
    patterns::explain(&mut found, &evidence.unwritten, &refuted, Code::UnwrittenOutput);
    let sized: Vec<Sized<'_>> = shared
        .exercise
        .cases
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
        problem.get_or_insert_with(|| msg!("runtime-unsupported"));
        Verdict::Error
    };
    report.cases = reports;
    problem.map_or(Ok(()), Err)
}

/// The order in which cases run: those with fewer elements first, so that a wrong kernel is found out early.
pub fn run_order(cases: &[Case]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|&index| cases[index].buffers().map(|buffer| buffer.n_elems()).sum::<usize>());
    order
}

/// Runs `f`; a panic becomes an error that calls it a fault of camp's.
pub fn caught<T>(f: impl FnOnce() -> Result<T, Text>) -> Result<T, Text> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| Err(our_fault(panic.as_ref())))
}

/// Lets all threads of a verdict go.
pub struct StopOnDrop<'a, P>(pub &'a Board<P>);

impl<P> Drop for StopOnDrop<'_, P> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
