//! A runtime out of what this machine has.

use cuda::{CacheDir, Compiler, PtxCache, Search, WorkerCommand};
use diag::msg;
use tilelang::{SandboxCommand, Worker};

use crate::error::{Error, ErrorKind};
use crate::runtime::Runtime;

/// How a program starts the processes that a runtime needs: one in which compilers may crash, one that confines TileLang.
#[derive(Debug, Clone)]
pub struct Commands {
    /// Runs [`cuda::worker_main`].
    pub compiler: WorkerCommand,
    /// Runs [`tilelang::sandbox::enter`]; the interpreter and the scratch folder are added.
    pub sandbox: SandboxCommand,
}

impl Runtime {
    /// Finds NVRTC, and has a child process load it. TileLang is looked for when it is first needed.
    ///
    /// # Errors
    /// When there is no NVRTC; the message names the command that fetches it.
    pub fn open(commands: &Commands) -> Result<Self, Error> {
        let runtime = Error::because(ErrorKind::Runtime);
        let toolchain = cuda::find(&Search::from_env()).map_err(|_| runtime(msg!("runtime-no-toolchain")))?;
        let compiler = Compiler::spawn(toolchain, commands.compiler.clone())
            .map_err(|error| runtime(msg!("runtime-compile-toolchain", detail = error.text())))?;
        let compiler = match CacheDir::from_env() {
            Ok(cache) => compiler.with_cache(PtxCache::new(cache.ptx(), PtxCache::DEFAULT_MAX_BYTES)),
            Err(_) => compiler,
        };
        Ok(Self::new(compiler).with_sandbox(commands.sandbox.clone()))
    }
}

/// The worker of the TileLang that is installed.
///
/// # Errors
/// When there is none; the message names the command that installs it.
pub(crate) fn tilelang(sandbox: &SandboxCommand) -> Result<Worker, Error> {
    let runtime = Error::because(ErrorKind::Runtime);
    let cache = CacheDir::from_env().map_err(|error| runtime(msg!("runtime-internal", detail = error.to_string())))?;
    let environment = tilelang::install::find(&cache).map_err(|reason| runtime(reason.text()))?;
    Ok(Worker::new(environment, sandbox.clone()))
}
