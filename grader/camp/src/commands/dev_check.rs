//! `camp dev check`: proves that every exercise does what it should, and that camp says about its control kernels what
//! they ask for.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use diag::render::wrap;
use diag::{Code, Lang, Text, msg};
use exercise::{Backend, Exercise, in_language};
use judge::{CaseVerdict, Judge, Null, Options, Report, Verdict};
use serde::Serialize;

use super::dev_controls::{Controls, Counts};
use super::{backend_of, ladder, said, verify};
use crate::cli::{CheckArgs, Format};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Session, pad};
use crate::toolchain;

/// Hints that every exercise has at least.
const MIN_HINTS: usize = 3;

/// Control kernels that are judged at the same time, at most: each has a compiler of its own, some 200 MB.
const MAX_JUDGES: usize = 4;

/// What was checked about one exercise.
#[derive(Debug, Serialize)]
struct Checked {
    exercise: String,
    /// Left out when only some control kernels were asked for.
    #[serde(flatten)]
    basics: Option<Basics>,
    wrong_kernels: usize,
    wrong_kernels_caught: usize,
    right_kernels: usize,
    right_kernels_accepted: usize,
    /// In the chosen language.
    problems: Vec<String>,
    #[serde(skip)]
    counts: Counts,
}

/// What every exercise must do; each part is `true` where all is well.
#[derive(Debug, Serialize)]
struct Basics {
    stub_fails: bool,
    solution_passes: bool,
    null_kernels_fail: bool,
    reference_right: bool,
    hints: usize,
    cases: usize,
}

/// Checks the exercises and writes a table.
pub fn run(session: &Session, args: &CheckArgs) -> Result<Exit, Failure> {
    let (ladder, n_broken) = ladder(session)?;
    let exercises: Vec<&Exercise> = if args.names.is_empty() {
        ladder.exercises.iter().collect()
    } else {
        args.names.iter().map(|name| ladder.find(name)).collect::<Result<_, _>>()?
    };
    let tracks: Vec<Exercise> = match args.backend {
        Some(asked) => {
            let backend = backend_of(Some(asked), None)?;
            exercises.iter().filter_map(|exercise| exercise.for_backend(backend)).collect()
        }
        None => {
            // CUDA kernels can be checked where TileLang is not installed.
            let tile = toolchain::environment().map_err(|_| session.note(&msg!("camp-check-no-tilelang"))).is_ok();
            let backends = [Some(Backend::Nvidia), Some(Backend::Tilelang).filter(|_| tile)];
            let of =
                |exercise: &&Exercise| backends.iter().flatten().filter_map(|&b| exercise.for_backend(b)).collect();
            exercises.iter().flat_map::<Vec<Exercise>, _>(of).collect()
        }
    };
    let exercises: Vec<&Exercise> = tracks.iter().collect();
    let only = args.only.as_deref();
    let controls = Controls::read(&exercises, only);
    if let Some(only) = only.filter(|_| controls.is_empty()) {
        return Err(said(msg!("camp-check-no-match", pattern = only)));
    }
    session.catch_interrupts();
    let options = verify::options(session, args.seed);
    let n_judges = runtime::n_cores().min(MAX_JUDGES).min(controls.jobs.len()).max(1);
    let mut judges = toolchain::judges_for(session, n_judges, exercises.iter().copied())?;
    let mut basics = Vec::new();
    for exercise in &exercises {
        basics.push(match only {
            None => Some(check(session, &mut judges[0], exercise, &options)),
            Some(_) => None,
        });
    }
    // One kernel on each core, rather than each kernel on all of them.
    judges = judges.into_iter().map(|one| one.with_threads(runtime::n_cores() / n_judges)).collect();
    let reports = Mutex::new(Vec::new());
    let results = controls.check(session, &mut judges, &options, args.seed, &|at, report| {
        // A few kernels that were picked out are looked at one by one.
        if only.is_some() && args.format == Format::Text {
            reports.lock().unwrap_or_else(PoisonError::into_inner).push((at, report.clone()));
        }
    });
    if session.interrupted.load(Ordering::Relaxed) {
        return Err(said(msg!("camp-interrupted")));
    }
    let mut reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
    reports.sort_by_key(|(at, _)| *at);
    let all: Vec<Checked> = exercises
        .iter()
        .zip(basics)
        .map(|(exercise, basics)| {
            let (basics, mut problems) = basics.map_or((None, Vec::new()), |(basics, told)| (Some(basics), told));
            let mut counts = controls.counts(session, &exercise.key(), &results);
            problems.append(&mut counts.problems);
            Checked {
                exercise: exercise.key(),
                basics,
                wrong_kernels: counts.wrong.1,
                wrong_kernels_caught: counts.wrong.0,
                right_kernels: counts.right.1,
                right_kernels_accepted: counts.right.0,
                problems,
                counts,
            }
        })
        .collect();
    let mut out = io::stdout().lock();
    match args.format {
        Format::Json => {
            for checked in &all {
                writeln!(out, "{}", serde_json::to_string(checked).map_err(io::Error::from)?)?;
            }
        }
        Format::Concise => {
            for problem in all.iter().flat_map(|checked| &checked.problems) {
                writeln!(out, "{problem}")?;
            }
        }
        Format::Text => {
            for (_, report) in &reports {
                judge::render::report(
                    report,
                    judge::render::Detail::Full,
                    session.catalogue,
                    &session.style,
                    &mut out,
                )?;
                writeln!(out)?;
            }
            if only.is_none() {
                table(session, &all, &mut out)?;
            }
            summary(session, &all, &mut out)?;
        }
    }
    let n_problems: usize = all.iter().map(|checked| checked.problems.len()).sum();
    Ok(match (n_problems, n_broken) {
        (0, 0) => Exit::Passed,
        (0, _) => Exit::NotJudged,
        _ => Exit::Wrong,
    })
}

/// Checks one exercise without its control kernels. The problems are in the chosen language.
fn check(session: &Session, judge: &mut Judge, exercise: &Exercise, options: &Options) -> (Basics, Vec<String>) {
    let key = exercise.key();
    let name = key.as_str();
    let mut problems = stubs(session, judge, exercise, options);
    let stub_fails = problems.is_empty();
    let solution = judge.verify(exercise, &exercise.solution_path(), options, &mut |_| {});
    let mut solution_passes = solution.verdict == Verdict::Passed;
    if !solution_passes {
        problems.push(msg!("camp-check-solution-fails", exercise = name, detail = why(session, &solution)));
    }
    let advanced_problems = advanced(session, judge, exercise, options);
    solution_passes &= advanced_problems.is_empty();
    problems.extend(advanced_problems);
    // Cases and reference are the same for every backend.
    let is_first = exercise.backend == Backend::Nvidia;
    let null_problems = if is_first { nulls(session, judge, exercise, options) } else { Vec::new() };
    let reference = if is_first { judge.check_reference(exercise) } else { Ok(()) };
    let reference_right = reference.is_ok();
    let null_kernels_fail = null_problems.is_empty();
    problems.extend(null_problems);
    if let Err(detail) = reference {
        problems.push(msg!("camp-check-reference-off", exercise = name, detail = detail));
    }
    let hints = exercise.own_hints().into_iter().filter(|hint| hint.is_rung()).count();
    if hints < MIN_HINTS {
        problems.push(msg!("camp-check-hints-few", exercise = name, count = hints));
    }
    let unanswered: Vec<&str> = exercise.codes_without_hint().into_iter().map(Code::as_str).collect();
    if !unanswered.is_empty() {
        problems.push(msg!("camp-check-hints-missing", exercise = name, codes = unanswered.join(", ")));
    }
    let cases = exercise.cases.len();
    let basics = Basics { stub_fails, solution_passes, null_kernels_fail, reference_right, hints, cases };
    (basics, problems.iter().map(|text| session.say(text)).collect())
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
            if !is_answer {
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

/// Writes what every exercise must do as a table.
fn table(session: &Session, all: &[Checked], out: &mut impl Write) -> io::Result<()> {
    let titles = [
        session.say(&msg!("camp-check-exercise")),
        session.say(&msg!("camp-check-stub")),
        session.say(&msg!("camp-check-solution")),
        session.say(&msg!("camp-check-null")),
        session.say(&msg!("camp-check-reference")),
        session.say(&msg!("camp-check-hints")),
        session.say(&msg!("camp-check-cases")),
    ];
    let word = |ok: bool| session.say(&if ok { msg!("camp-check-ok") } else { msg!("camp-check-bad") });
    let rows: Vec<[String; 7]> = all
        .iter()
        .filter_map(|checked| {
            let basics = checked.basics.as_ref()?;
            Some([
                checked.exercise.clone(),
                word(basics.stub_fails),
                word(basics.solution_passes),
                word(basics.null_kernels_fail),
                word(basics.reference_right),
                basics.hints.to_string(),
                basics.cases.to_string(),
            ])
        })
        .collect();
    let widths: Vec<usize> = (0..titles.len())
        .map(|column| rows.iter().chain([&titles]).map(|row| diag::render::width(&row[column])).max().unwrap_or(0))
        .collect();
    for row in std::iter::once(&titles).chain(&rows) {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| pad(cell, width)).collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    writeln!(out)
}

/// Writes what came of the control kernels, the problems, and whether all is well.
fn summary(session: &Session, all: &[Checked], out: &mut impl Write) -> io::Result<()> {
    for checked in all.iter().filter(|checked| checked.wrong_kernels + checked.right_kernels > 0) {
        checked.counts.write(session, &checked.exercise, out)?;
    }
    let problems: Vec<&String> = all.iter().flat_map(|checked| &checked.problems).collect();
    writeln!(out)?;
    for problem in &problems {
        // In a pipe each sentence stays on one line, for whoever searches in it.
        let width = if io::stdout().is_terminal() { session.style.width } else { u16::MAX };
        for line in wrap(problem, width.into()) {
            writeln!(out, "{line}")?;
        }
    }
    let last = match (problems.len(), all.iter().all(|checked| checked.basics.is_some())) {
        (0, true) => msg!("camp-check-all-ok", count = all.len()),
        (0, false) => msg!("camp-check-controls-ok"),
        (n, _) => msg!("camp-check-problems", count = n),
    };
    writeln!(out, "{}", session.say(&last))
}
