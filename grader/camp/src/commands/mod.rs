//! One file per command.

mod bench;
mod book;
mod dev_bench_vgpu;
mod dev_check;
mod dev_controls;
mod dev_diff;
mod dev_record;
mod doctor;
mod hint;
mod init;
mod list;
mod new;
mod profile;
mod report;
mod reset;
mod run;
mod setup;
mod verify;
mod watch;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use diag::{SourceMap, Text, msg};
use exercise::{Backend, Exercise, ProgressFile};

use crate::cli::{BackendChoice, Cmd, DevCmd, TracksChoice};
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
        Cmd::List(args) => list::run(session, &args).map(ExitCode::from),
        Cmd::Reset(args) => reset::run(session, &args).map(ExitCode::from),
        Cmd::Init(args) => init::run(session, &args).map(ExitCode::from),
        Cmd::Book(args) => book::run(session, &args).map(ExitCode::from),
        Cmd::Report(args) => report::run(session, &args).map(ExitCode::from),
        Cmd::Doctor => doctor::run(session).map(ExitCode::from),
        Cmd::Setup(args) => setup::run(session, &args).map(ExitCode::from),
        Cmd::New(args) => new::run(session, &args).map(ExitCode::from),
        Cmd::Dev(DevCmd::Record(args)) => dev_record::run(session, &args).map(ExitCode::from),
        Cmd::Dev(DevCmd::Check(args)) => dev_check::run(session, &args).map(ExitCode::from),
        Cmd::Dev(DevCmd::BenchVgpu(args)) => dev_bench_vgpu::run(session, &args).map(ExitCode::from),
        Cmd::Dev(DevCmd::DiffVgpu(args)) => dev_diff::run(session, &args).map(ExitCode::from),
        Cmd::NvrtcWorker { .. } => cuda::worker_main(),
        Cmd::TilelangWorker { python, scratch } => Err(Failure::Output(tilelang::sandbox::enter(&python, &scratch))),
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

/// Which of an exercise's kernels is meant: what was asked for, else what the name of a file says.
///
/// # Errors
/// For a backend that judges nothing.
fn backend_of(asked: Option<BackendChoice>, file: Option<&Path>) -> Result<Backend, Failure> {
    let is_tile = |file: &Path| {
        file.extension().is_some_and(|extension| extension == "py")
            || file.components().any(|part| part.as_os_str() == Backend::Tilelang.as_str())
    };
    match asked {
        Some(BackendChoice::Nvidia) => Ok(Backend::Nvidia),
        Some(BackendChoice::Tilelang) => Ok(Backend::Tilelang),
        Some(BackendChoice::Metax) => Err(said(msg!("runtime-metax"))),
        None if file.is_some_and(is_tile) => Ok(Backend::Tilelang),
        None => Ok(Backend::Nvidia),
    }
}

/// The exercise that `name` names, which may be a file's path, with its kernel for the backend that is meant.
///
/// # Errors
/// When there is none.
fn find(ladder: &Ladder, name: &str, asked: Option<BackendChoice>, kernel: Option<&Path>) -> Result<Exercise, Failure> {
    let by_path = ladder.of_path(Path::new(name));
    let backend = backend_of(asked, kernel.or(by_path.as_ref().map(|(_, file)| file.as_path())))?;
    let exercise = by_path.map_or_else(|| ladder.find(name), |(exercise, _)| Ok(exercise))?;
    of_backend(exercise, backend)
}

/// The exercise with its kernel for a backend.
///
/// # Errors
/// When it has none.
fn of_backend(exercise: &Exercise, backend: Backend) -> Result<Exercise, Failure> {
    let none = || said(msg!("camp-no-backend", exercise = &exercise.name, backend = backend.as_str()));
    exercise.for_backend(backend).ok_or_else(none)
}

/// The exercises that a learner chose to go through, those of both tracks side by side.
///
/// # Errors
/// For a backend that judges nothing.
fn tracks(ladder: Ladder, choice: TracksChoice) -> Result<Ladder, Failure> {
    let backends: &[Backend] = match choice {
        TracksChoice::Nvidia => &[Backend::Nvidia],
        TracksChoice::Tilelang => &[Backend::Tilelang],
        TracksChoice::Both => &[Backend::Nvidia, Backend::Tilelang],
        TracksChoice::Metax => return Err(said(msg!("runtime-metax"))),
    };
    let of_exercise =
        |exercise: &Exercise| backends.iter().filter_map(|backend| exercise.for_backend(*backend)).collect();
    let exercises = ladder.exercises.iter().flat_map::<Vec<Exercise>, _>(of_exercise).collect();
    Ok(Ladder { root: ladder.root, exercises })
}

/// The exercise after `exercise` that has not passed yet, else the first such.
fn next_open<'a>(ladder: &'a Ladder, exercise: &Exercise, is_done: impl Fn(&str) -> bool) -> Option<&'a Exercise> {
    let at = ladder.exercises.iter().position(|e| e.key() == exercise.key()).unwrap_or(0);
    let (before, after) = ladder.exercises.split_at(at);
    after.iter().skip(1).chain(before).find(|e| !is_done(&e.key()))
}

/// A failure made of one message.
fn said(text: Text) -> Failure {
    Failure::from(text)
}
