//! The compiler: found, or fetched when it is first needed.

use cuda::{CacheDir, Compiler, Fetch, NotFound, Origin, PtxCache, Search, Toolchain, WheelSet, WorkerCommand};
use diag::{Text, msg};
use exercise::{Backend, Exercise};
use judge::Judge;

use crate::failure::Failure;
use crate::fetching;
use crate::session::Session;

/// Looks for the compiler on this machine.
pub fn find() -> Result<Toolchain, NotFound> {
    cuda::find(&Search::from_env())
}

/// Looks for the compiler of a CUDA version, and makes it the one that is used where several were fetched.
pub fn choose(set: WheelSet) -> Result<Option<Toolchain>, Failure> {
    let cache = fetching::cache()?;
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
    let cache = fetching::cache()?;
    let announcement = msg!("camp-fetching", dir = cache.path().display());
    fetching::show(session, &announcement, |progress| cuda::fetch(&Fetch::new(set, cache), progress))
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
    tilelang::install::find(&fetching::cache()?).map_err(|reason| Failure::from(reason.text()))
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
        .map_err(|error| Failure::from(msg!("runtime-compile-toolchain", detail = error.text())))?;
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
