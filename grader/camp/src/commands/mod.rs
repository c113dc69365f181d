//! One file per command.

mod bench;
mod book;
mod dev_bench_vgpu;
mod dev_check;
mod dev_controls;
mod dev_diff;
mod doctor;
mod hint;
mod init;
mod list;
mod profile;
mod report;
mod reset;
mod run;
mod setup;
mod verify;
mod watch;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use diag::{SourceMap, Text};
use exercise::{Exercise, ProgressFile};

use crate::cli::{Cmd, DevCmd};
use crate::failure::Failure;
use crate::session::{Ladder, Session};

/// Runs a command.
pub fn run(session: &Session, command: Cmd) -> Result<ExitCode, Failure> {
    match command {
        Cmd::Watch(args) => watch::run(session, args),
        Cmd::Verify(args) => verify::run(session, &args).map(ExitCode::from),
        Cmd::Run(args) => run::run(session, &args).map(ExitCode::from),
        Cmd::Profile(args) => profile::run(session, &args).map(ExitCode::from),
        Cmd::Bench(args) => bench::run(session, &args).map(ExitCode::from),
        Cmd::Hint(args) => hint::run(session, &args).map(ExitCode::from),
        Cmd::List => list::run(session).map(ExitCode::from),
        Cmd::Reset(args) => reset::run(session, &args).map(ExitCode::from),
        Cmd::Init(args) => init::run(session, &args).map(ExitCode::from),
        Cmd::Book(args) => book::run(session, &args).map(ExitCode::from),
        Cmd::Report(args) => report::run(session, &args).map(ExitCode::from),
        Cmd::Doctor => doctor::run(session).map(ExitCode::from),
        Cmd::Setup(args) => setup::run(session, &args).map(ExitCode::from),
        Cmd::Dev(DevCmd::Check(args)) => dev_check::run(session, &args).map(ExitCode::from),
        Cmd::Dev(DevCmd::BenchVgpu(args)) => dev_bench_vgpu::run(session, &args).map(ExitCode::from),
        Cmd::Dev(DevCmd::DiffVgpu(args)) => dev_diff::run(session, &args).map(ExitCode::from),
        Cmd::NvrtcWorker { .. } => cuda::worker_main(),
    }
}

/// The current folder.
fn current_dir() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|error| Failure::file(Path::new("."), &error))
}

/// The exercises of the folder that camp was started in.
///
/// Exercises that cannot be loaded are complained about, and their number is returned: one broken exercise does not keep
/// a learner from the others.
fn ladder(session: &Session) -> Result<(Ladder, usize), Failure> {
    let root = exercise::find_root(&current_dir()?).map_err(|none| Failure::from(none.text()))?;
    let (mut exercises, errors) = exercise::load_all(&root);
    for error in &errors {
        show_error(session, error);
    }
    if exercises.is_empty() && errors.is_empty() {
        // There is a camp.toml and nothing else: `discover` has the words for that.
        let text = exercise::discover(&root)
            .err()
            .and_then(|errors| errors.into_iter().next())
            .map(|error| error.text().clone());
        return Err(Failure::Said(text.into_iter().collect()));
    }
    for exercise in &mut exercises {
        exercise.dir = shorten(&exercise.dir);
        exercise.speak(session.catalogue.lang());
    }
    Ok((Ladder { root, exercises }, errors.len()))
}

/// Writes what is wrong with an exercise's file to standard error.
fn show_error(session: &Session, error: &exercise::Error) {
    let mut sources = SourceMap::new();
    let diagnostic = error.to_diagnostic(&mut sources);
    // What cannot be written to standard error is lost.
    let _ = diag::render::terminal(
        &diagnostic,
        &sources,
        session.catalogue,
        &session.error_style,
        &mut std::io::stderr().lock(),
    );
}

/// `path` as seen from the current folder, where it lies below.
fn shorten(path: &Path) -> PathBuf {
    let current = std::env::current_dir().unwrap_or_default();
    match path.strip_prefix(&current) {
        Ok(short) if !short.as_os_str().is_empty() => short.to_owned(),
        _ => path.to_owned(),
    }
}

/// Where the learner's progress is kept.
fn progress_file(ladder: &Ladder) -> ProgressFile {
    ProgressFile::new(&ladder.root)
}

/// The exercise after `exercise` that has not passed yet, else the first such.
fn next_open<'a>(ladder: &'a Ladder, exercise: &Exercise, is_done: impl Fn(&str) -> bool) -> Option<&'a Exercise> {
    let at = ladder.exercises.iter().position(|e| e.name == exercise.name).unwrap_or(0);
    let (before, after) = ladder.exercises.split_at(at);
    after.iter().skip(1).chain(before).find(|e| !is_done(&e.name))
}

/// A failure made of one message.
fn said(text: Text) -> Failure {
    Failure::from(text)
}
