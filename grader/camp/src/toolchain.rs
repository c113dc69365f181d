//! The compiler: found, or fetched when it is first needed.

use std::io::{IsTerminal, Write};
use std::sync::atomic::Ordering;

use cuda::{
    CacheDir, Compiler, Fetch, FetchStep, NotFound, Origin, PtxCache, Search, Toolchain, WheelSet, WorkerCommand,
};
use diag::{Text, msg};
use exercise::{Backend, Exercise};
use judge::Judge;

use crate::failure::Failure;
use crate::progress_bar::ProgressBar;
use crate::session::Session;

/// Looks for the compiler on this machine.
pub fn find() -> Result<Toolchain, NotFound> {
    cuda::find(&Search::from_env())
}

/// Looks for the compiler of a CUDA version, and makes it the one that is used where several were fetched.
pub fn choose(set: WheelSet) -> Result<Option<Toolchain>, Failure> {
    let cache = CacheDir::from_env().map_err(|_| Failure::from(msg!("camp-no-cache")))?;
    cuda::prefer(&cache, set.major()).map_err(|error| Failure::file(cache.path(), &error))?;
    Ok(cuda::find(&Search { major: Some(set.major()), ..Search::from_env() }).ok())
}

/// The compiler, fetched when there is none.
pub fn find_or_fetch(session: &Session) -> Result<Toolchain, Failure> {
    match find() {
        Ok(toolchain) => Ok(toolchain),
        Err(_) => fetch(session, None),
    }
}

/// Fetches the compiler into the user's cache, with a progress bar on standard error: of the set asked for, else the newest
/// whose code the driver of this machine can run.
pub fn fetch(session: &Session, asked: Option<WheelSet>) -> Result<Toolchain, Failure> {
    let driver = || cuda::probe::driver(&worker()).ok().and_then(Result::ok).map(|driver| driver.cuda_version);
    let set = asked.unwrap_or_else(|| WheelSet::for_driver(driver()));
    let cache = CacheDir::from_env().map_err(|_| Failure::from(msg!("camp-no-cache")))?;
    let stderr = std::io::stderr();
    // What cannot be written to standard error is lost.
    let _ = writeln!(&stderr, "{}", session.say(&msg!("camp-fetching", dir = cache.path().display())));
    let mut bar = ProgressBar::new(&stderr, stderr.is_terminal(), session.error_style.width);
    let fetched = cuda::fetch(&Fetch::new(set, cache), &mut |progress| {
        let what = match progress.step {
            FetchStep::Waiting => msg!("camp-fetch-waiting"),
            FetchStep::Downloading => msg!("camp-fetch-downloading", what = progress.what),
            // The last moment, when nothing is left to unpack, belongs to no wheel.
            FetchStep::Unpacking if progress.what.is_empty() => return,
            FetchStep::Unpacking => msg!("camp-fetch-unpacking", what = progress.what),
        };
        bar.show(&session.say(&what), progress.done_bytes, progress.total_bytes);
    });
    bar.finish();
    fetched.map_err(|error| {
        // Ctrl-C reaches pip as well, whose end is then no failure of its own.
        let is_interrupted = session.interrupted.load(Ordering::Relaxed);
        Failure::from(if is_interrupted { msg!("camp-interrupted") } else { error.text() })
    })
}

/// A judge with a running compiler.
pub fn judge(session: &Session) -> Result<Judge, Failure> {
    start(find_or_fetch(session)?)
}

/// A judge for these exercises, with TileLang where one of them needs it.
///
/// # Errors
/// When something is not there; the message names the command that fetches it.
pub fn judge_for<'a>(session: &Session, exercises: impl IntoIterator<Item = &'a Exercise>) -> Result<Judge, Failure> {
    let mut exercises = exercises.into_iter();
    let tile =
        if exercises.any(|exercise| exercise.backend == Backend::Tilelang) { Some(environment()?) } else { None };
    let judge = judge(session)?;
    Ok(match tile {
        Some(environment) => judge.with_tilelang(tilelang::Worker::new(environment, sandbox())),
        None => judge,
    })
}

/// The TileLang that is installed.
///
/// # Errors
/// When there is none; the message names the command that installs it.
pub fn environment() -> Result<tilelang::Environment, Failure> {
    let place = std::env::var("CAMP_DEV_TILELANG").map_err(|_| Failure::from(msg!("tilelang-not-installed")))?;
    let (python, site) = place.split_once(':').unwrap_or_default();
    Ok(tilelang::Environment { python: python.into(), site: site.into(), version: "0.1.15".to_owned() })
}

/// How to start TileLang's child: this program again.
pub fn sandbox() -> tilelang::SandboxCommand {
    let WorkerCommand { program, .. } = worker();
    tilelang::SandboxCommand { program, args: vec![crate::cli::SANDBOX.into()] }
}

/// So many judges for these exercises, each with a compiler of its own.
///
/// # Errors
/// As [`judge_for`].
pub fn judges_for<'a>(
    session: &Session,
    count: usize,
    exercises: impl IntoIterator<Item = &'a Exercise> + Clone,
) -> Result<Vec<Judge>, Failure> {
    (0..count).map(|_| judge_for(session, exercises.clone())).collect()
}

fn start(toolchain: Toolchain) -> Result<Judge, Failure> {
    let compiler = Compiler::spawn(toolchain, worker())
        .map_err(|error| Failure::from(msg!("judge-compile-toolchain", detail = error.text())))?;
    let compiler = match CacheDir::from_env() {
        Ok(cache) => compiler.with_cache(PtxCache::new(cache.ptx(), PtxCache::DEFAULT_MAX_BYTES)),
        Err(_) => compiler,
    };
    Ok(Judge::new(compiler).with_gpu(worker()))
}

/// How to start the compiler's child: this program again.
pub fn worker() -> WorkerCommand {
    // The link keeps working when a build replaces the file that is running.
    let link = std::path::PathBuf::from("/proc/self/exe");
    let program = if link.exists() { link } else { std::env::current_exe().unwrap_or(link) };
    WorkerCommand { program, args: vec![crate::cli::WORKER.into()] }
}

/// Where a compiler was found, in words.
pub fn origin(origin: Origin) -> Text {
    match origin {
        Origin::CampCudaHome => msg!("camp-origin-camp-cuda-home"),
        Origin::CudaHome => msg!("camp-origin-cuda-home"),
        Origin::LoaderPath => msg!("camp-origin-loader"),
        Origin::Toolkit => msg!("camp-origin-toolkit"),
        Origin::SitePackages => msg!("camp-origin-python"),
        Origin::Cache => msg!("camp-origin-cache"),
    }
}
