//! `camp verify`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use diag::{Text, msg};
use exercise::{Backend, Exercise, History, Record, VerdictRecord, kernel_hash, unix_seconds};
use judge::render::Detail;
use judge::{Options, Report, RunOn, Verdict};

use super::{backend_of, find, ladder, next_open, progress_file, said};
use crate::cli::{BackendChoice, DeviceChoice, Format, KernelChoice, VerifyArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Ladder, Session};
use crate::{editor_files, toolchain};

/// Judges the exercises asked for, one after another.
pub fn run(session: &Session, args: &VerifyArgs) -> Result<Exit, Failure> {
    let (ladder, n_broken) = ladder(session)?;
    let asked = choose(&ladder, args)?;
    session.catch_interrupts();
    let mut judge = toolchain::judge_for(session, asked.iter().map(|(exercise, _)| exercise))?;
    // Only an editor misses them.
    let _ = editor_files::prepare(&ladder.root, Some(judge.compiler().toolchain()));
    let mut out = io::stdout().lock();
    // With --all, an exercise that could not be loaded was asked for as well.
    let mut exit = if args.all && n_broken > 0 { Exit::NotJudged } else { Exit::Passed };
    let mut reports = Vec::new();
    for (number, (exercise, kernel)) in asked.iter().enumerate() {
        let options = Options { device: run_on(args.device), ..options(session, args.seed) };
        let report = judge.verify(exercise, kernel, &options, &mut |_| {});
        let more = msg!("camp-more", exercise = named_on_line(exercise));
        exit = exit.max(exit_of(report.verdict));
        let is_own = *kernel == exercise.kernel_path();
        if is_own && args.format != Format::Json {
            remember(session, &ladder, exercise, &report);
        }
        match args.format {
            Format::Json => {
                let object =
                    serde_json::to_string(&judge::json(&report, session.catalogue)).map_err(io::Error::from)?;
                writeln!(out, "{object}")?;
            }
            Format::Concise => judge::render::concise(&report, session.catalogue, &mut out)?,
            Format::Text => {
                if number > 0 {
                    writeln!(out)?;
                }
                let detail = if args.more { Detail::Full } else { Detail::Brief { more: &more } };
                judge::render::report(&report, detail, session.catalogue, &session.style, &mut out)?;
                if is_own {
                    advise(session, &ladder, exercise, &report, asked.len() == 1, &mut out)?;
                }
                if args.problems {
                    judge::render::concise(&report, session.catalogue, &mut out)?;
                }
            }
        }
        out.flush()?;
        if session.interrupted.load(Ordering::Relaxed) {
            return Err(said(msg!("camp-interrupted")));
        }
        reports.push(report);
    }
    if reports.len() > 1 && args.format == Format::Text {
        let count = |verdict| reports.iter().filter(|report| report.verdict == verdict).count();
        let [passed, failed, errors] = [Verdict::Passed, Verdict::Failed, Verdict::Error].map(count);
        let text = msg!("camp-verify-summary", passed = passed, failed = failed, errors = errors);
        writeln!(out, "\n{}", session.say(&text))?;
    }
    Ok(exit)
}

/// The exercises that the command line names, each with the file to judge.
fn choose(ladder: &Ladder, args: &VerifyArgs) -> Result<Vec<(Exercise, PathBuf)>, Failure> {
    if args.which.kernel.is_some() && args.names.len() != 1 {
        return Err(said(msg!("camp-kernel-needs-name")));
    }
    if args.all {
        let backend = backend_of(args.backend, None)?;
        let exercises = ladder.exercises.iter().filter_map(|exercise| exercise.for_backend(backend));
        let with_kernel = |exercise: Exercise| {
            let kernel = kernel_of(&exercise, &args.which, None)?;
            Ok((exercise, kernel))
        };
        return exercises.map(with_kernel).collect();
    }
    if args.names.is_empty() {
        return Err(said(msg!("camp-which-exercise", names = ladder.names())));
    }
    args.names.iter().map(|name| named(ladder, name, args.backend, &args.which)).collect()
}

/// The exercise that `name` names, which may be a file's path, and the file to judge.
pub fn named(
    ladder: &Ladder,
    name: &str,
    backend: Option<BackendChoice>,
    which: &KernelChoice,
) -> Result<(Exercise, PathBuf), Failure> {
    let file = ladder.of_path(Path::new(name)).map(|(_, file)| file);
    let exercise = find(ladder, name, backend, which.kernel.as_deref())?;
    let kernel = kernel_of(&exercise, which, file)?;
    Ok((exercise, kernel))
}

/// The file that the options name, else `file` where that is a kernel, else the learner's.
fn kernel_of(exercise: &Exercise, which: &KernelChoice, file: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let is_kernel = |file: &PathBuf| file.extension() == Path::new(exercise.backend.kernel_file()).extension();
    match &which.kernel {
        Some(path) => Ok(path.clone()),
        None if which.solution => Ok(exercise.solution_path()),
        None if which.advanced => {
            let path = exercise.advanced_path();
            if path.exists() { Ok(path) } else { Err(said(msg!("camp-no-advanced", exercise = &exercise.name))) }
        }
        None => Ok(file.filter(is_kernel).unwrap_or_else(|| exercise.kernel_path())),
    }
}

/// How to judge, with a fresh seed unless one is given.
pub fn options(session: &Session, seed: Option<u64>) -> Options {
    Options { cancel: Arc::clone(&session.interrupted), ..Options::new(seed.unwrap_or_else(fresh_seed)) }
}

/// A seed that differs from run to run, short enough to type.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000
}

/// The exit status that a verdict calls for.
pub fn exit_of(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Passed => Exit::Passed,
        Verdict::Failed => Exit::Wrong,
        Verdict::Error => Exit::NotJudged,
    }
}

/// Where to run.
pub fn run_on(device: DeviceChoice) -> RunOn {
    match device {
        DeviceChoice::Auto => RunOn::Auto,
        DeviceChoice::Gpu => RunOn::Gpu,
        DeviceChoice::Virtual => RunOn::Virtual,
    }
}

/// Writes the verdict to the progress file. A file that cannot be written is complained about; the verdict stands.
pub fn remember(session: &Session, ladder: &Ladder, exercise: &Exercise, report: &Report) {
    // What was stopped half way says nothing about the kernel.
    if report.verdict == Verdict::Error && session.interrupted.load(Ordering::Relaxed) {
        return;
    }
    if let Err(problem) = note(ladder, exercise, report) {
        session.complain(&problem);
    }
}

/// Notes the verdict in the progress file and in the history.
///
/// # Errors
/// Why one of the files could not be written.
pub fn note(ladder: &Ladder, exercise: &Exercise, report: &Report) -> Result<(), Text> {
    let progress = progress_file(ladder).update(|progress| match report.verdict {
        Verdict::Passed => progress.passed(&exercise.key()),
        Verdict::Failed => progress.failed(&exercise.key(), report.last_finding()),
        Verdict::Error => {}
    });
    let history = History::new(&ladder.root).append(&record(report));
    // One complaint is enough: what keeps one file from being written keeps the other.
    progress.map_err(|error| error.text())?;
    history.map_err(|error| error.text())
}

/// The verdict as a line of the history.
fn record(report: &Report) -> Record {
    // The text that was judged; the learner may have saved another one since.
    let judged = report.sources.find(&report.kernel).map(|file| report.sources.text(file).to_owned());
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let kernel = judged.unwrap_or_else(|| read(&report.kernel));
    let launch = read(&report.kernel.with_file_name("launch.toml"));
    Record::Verdict(VerdictRecord {
        time: unix_seconds(),
        exercise: report.exercise.clone(),
        backend: report.backend.as_str().to_owned(),
        device: report.device.as_str().to_owned(),
        kernel: kernel_hash(&[&kernel, &launch]),
        verdict: report.verdict.as_str().to_owned(),
        findings: report.findings.iter().map(|finding| finding.diagnostic.code.as_str().to_owned()).collect(),
        n_passed: report.n_passed(),
        n_cases: report.cases.len(),
    })
}

/// How the command line names an exercise with its kernel: `softmax --backend tilelang`.
pub fn named_on_line(exercise: &Exercise) -> String {
    match exercise.backend {
        Backend::Nvidia => exercise.name.clone(),
        other => format!("{} --backend {}", exercise.name, other.as_str()),
    }
}

/// Says what to do next: after a pass where the solution is and which exercise follows, else how to get a hint.
fn advise(
    session: &Session,
    ladder: &Ladder,
    exercise: &Exercise,
    report: &Report,
    is_only: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    match report.verdict {
        Verdict::Passed => {
            let solution = exercise.solution_path();
            if solution.exists() {
                writeln!(out, "{}", session.say(&msg!("camp-solution-at", path = solution.display())))?;
            }
            let advanced = exercise.advanced_path();
            if advanced.exists() {
                writeln!(out, "{}", session.say(&msg!("camp-advanced-at", path = advanced.display())))?;
            }
            if is_only {
                let progress = progress_file(ladder).load().unwrap_or_default();
                let exercises = ladder.exercises.iter().filter_map(|other| other.for_backend(exercise.backend));
                let own = Ladder { root: ladder.root.clone(), exercises: exercises.collect() };
                let next = next_open(&own, exercise, |key| progress.is_done(key));
                let text = match next {
                    Some(next) => {
                        let kernel = next.kernel_path().display().to_string();
                        msg!("camp-passed-next", title = &next.title, kernel = kernel)
                    }
                    None => msg!("camp-passed-all"),
                };
                writeln!(out, "{}", session.say(&text))?;
            }
            Ok(())
        }
        Verdict::Failed => {
            writeln!(out, "{}", session.say(&msg!("camp-hint-offer", exercise = named_on_line(exercise))))
        }
        Verdict::Error => Ok(()),
    }
}
