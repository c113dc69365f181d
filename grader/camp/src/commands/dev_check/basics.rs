//! What every exercise must do: its stub fails, its solution passes, kernels that do nothing useful fail, its reference is
//! right, and its hints answer what learners meet.

use std::path::PathBuf;

use diag::{Code, Lang, Text, msg};
use exercise::{Backend, Exercise, in_language};
use judge::{CaseVerdict, Judge, Null, Options, Report, Verdict};
use serde::Serialize;

use crate::session::Session;

/// Hints that every exercise has at least.
const MIN_HINTS: usize = 3;

/// What every exercise must do; each part is `true` where all is well.
#[derive(Debug, Serialize)]
pub struct Basics {
    pub stub_fails: bool,
    pub solution_passes: bool,
    pub null_kernels_fail: bool,
    pub reference_right: bool,
    pub hints: usize,
    pub cases: usize,
}

/// What is wrong, by what it is wrong with, in the chosen language.
#[derive(Debug, Default)]
pub struct Faults {
    pub stub: Vec<String>,
    pub solution: Vec<String>,
    pub nulls: Vec<String>,
    /// The reference does not compile or run.
    pub reference: Vec<String>,
    /// It does, and there is no record of NumPy's, or another one.
    pub record: Vec<String>,
    pub hints: Vec<String>,
}

impl Faults {
    /// All of them.
    pub fn all(&self) -> Vec<String> {
        [&self.stub, &self.solution, &self.nulls, &self.reference, &self.record, &self.hints]
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    }
}

/// Checks one exercise without its control kernels.
///
/// `needs_record`: whether NumPy's record has to be there; camp keeps those of its own exercises for itself.
pub fn check(
    session: &Session,
    judge: &mut Judge,
    exercise: &Exercise,
    options: &Options,
    needs_record: bool,
) -> (Basics, Faults) {
    let key = exercise.key();
    let name = key.as_str();
    let say = |texts: Vec<Text>| texts.iter().map(|text| session.say(text)).collect::<Vec<_>>();
    let stub = say(stubs(session, judge, exercise, options));
    let mut solution = Vec::new();
    let report = judge.verify(exercise, &exercise.solution_path(), options, &mut |_| {});
    if report.verdict != Verdict::Passed {
        solution.push(msg!("camp-check-solution-fails", exercise = name, detail = why(session, &report)));
    }
    solution.extend(advanced(session, judge, exercise, options));
    let solution = say(solution);
    // Cases and reference are the same for every backend.
    let is_first = exercise.backend == Backend::Nvidia;
    let nulls = if is_first { say(nulls(session, judge, exercise, options)) } else { Vec::new() };
    let off = |detail: Text| say(vec![msg!("camp-check-reference-off", exercise = name, detail = detail)]);
    let (mut reference, mut record) = (Vec::new(), Vec::new());
    if is_first {
        match judge.run_reference(exercise) {
            Err(detail) => reference = off(detail),
            Ok(()) if !needs_record => {}
            Ok(()) => record = judge.check_reference(exercise).err().map(off).unwrap_or_default(),
        }
    }
    let n_hints = exercise.own_hints().into_iter().filter(|hint| hint.is_rung()).count();
    let mut hints = Vec::new();
    if n_hints < MIN_HINTS {
        hints.push(msg!("camp-check-hints-few", exercise = name, count = n_hints));
    }
    let unanswered: Vec<&str> = exercise.codes_without_hint().into_iter().map(Code::as_str).collect();
    if !unanswered.is_empty() {
        hints.push(msg!("camp-check-hints-missing", exercise = name, codes = unanswered.join(", ")));
    }
    let faults = Faults { stub, solution, nulls, reference, record, hints: say(hints) };
    let basics = Basics {
        stub_fails: faults.stub.is_empty(),
        solution_passes: faults.solution.is_empty(),
        null_kernels_fail: faults.nulls.is_empty(),
        reference_right: faults.reference.is_empty() && faults.record.is_empty(),
        hints: n_hints,
        cases: exercise.cases.len(),
    };
    (basics, faults)
}

/// What is wrong with the solution that is written for speed, where there is one. It must pass as its `launch.toml` launches
/// it, and as the contract does: the contract's kernel is in it, too.
fn advanced(session: &Session, judge: &mut Judge, exercise: &Exercise, options: &Options) -> Vec<Text> {
    let path = exercise.advanced_path();
    let Ok(text) = std::fs::read_to_string(&path) else { return Vec::new() };
    // No launch.toml lies beside a file that is not there.
    let by_contract = path.join(exercise.backend.kernel_file());
    let reports = [
        judge.verify(exercise, &path, options, &mut |_| {}),
        judge.verify_text(exercise, &by_contract, &text, options, &mut |_| {}),
    ];
    let failed = reports.iter().filter(|report| report.verdict != Verdict::Passed);
    let say = |report| msg!("camp-check-advanced-fails", exercise = &exercise.name, detail = why(session, report));
    failed.map(say).collect()
}

/// What is wrong with the stubs, one for each language.
fn stubs(session: &Session, judge: &mut Judge, exercise: &Exercise, options: &Options) -> Vec<Text> {
    let own = exercise.kernel_path();
    let translated = Lang::ALL.map(|lang| in_language(&own, lang)).into_iter().filter(|path| path.exists());
    let mut problems = Vec::new();
    for path in std::iter::once(own.clone()).chain(translated) {
        let stub = judge.verify(exercise, &path, options, &mut |_| {});
        let file = path.strip_prefix(&exercise.dir).unwrap_or(&path);
        let name = format!("{} ({})", exercise.name, file.display());
        problems.extend(match stub.verdict {
            Verdict::Failed if stub.first_code() == Some(Code::CompileError) => {
                Some(msg!("camp-check-stub-compile", exercise = name))
            }
            Verdict::Failed => None,
            Verdict::Passed => Some(msg!("camp-check-stub-passes", exercise = name)),
            Verdict::Error => Some(msg!("camp-check-stub-error", exercise = name, detail = why(session, &stub))),
        });
    }
    problems
}

/// The cases that let a kernel through which does nothing useful.
fn nulls(session: &Session, judge: &mut Judge, exercise: &Exercise, options: &Options) -> Vec<Text> {
    let mut problems = Vec::new();
    for null in Null::ALL {
        let path = PathBuf::from(format!("{}.null.cuh", exercise.name));
        let report = judge.verify_text(exercise, &path, &null.source(exercise), options, &mut |_| {});
        let is_compiled = report.verdict != Verdict::Error && report.first_code() != Some(Code::CompileError);
        if !is_compiled {
            let detail = why(session, &report);
            problems.push(msg!(
                "camp-check-null-error",
                exercise = &exercise.name,
                kernel = null.as_str(),
                detail = detail
            ));
            continue;
        }
        // A case without any output element cannot fail.
        let cases = exercise.cases.iter().zip(&report.cases).filter(|(case, _)| case.n_outputs() > 0);
        for (case, _) in cases.filter(|(_, judged)| judged.verdict != CaseVerdict::Failed) {
            // Where the input is the right answer, copying it is no fault of the case.
            let is_answer = null == Null::CopyInput && judge.input_is_output(exercise, case, options.seed) == Ok(true);
            // Where the inputs are empty, as in a product over no terms, zeros may be all that there is to write.
            let is_sum_of_nothing = null == Null::Zero && case.inputs().all(|input| input.n_elems() == 0);
            if !is_answer && !is_sum_of_nothing {
                let (name, kernel) = (&exercise.name, null.as_str());
                problems.push(msg!("camp-check-null-passes", exercise = name, case = &case.name, kernel = kernel));
            }
        }
    }
    problems
}

/// The first thing that a report says.
fn why(session: &Session, report: &Report) -> String {
    let finding = report.findings.first().map(|finding| &finding.diagnostic);
    match (finding, &report.problem) {
        (Some(finding), _) => diag::render::concise(finding, &report.sources, session.catalogue),
        (None, Some(problem)) => session.say(problem),
        (None, None) => report.verdict.as_str().to_owned(),
    }
}
