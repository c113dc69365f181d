//! The parent's side.

use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::cache::PtxCache;
use super::protocol::{Order, Reply};
use super::session::{Session, Silence, WorkerCommand, describe};
use super::{CompileError, Compiled, Request, options};
use crate::log::parse_log;
use crate::toolchain::Toolchain;
use wheels::CacheDir;

/// A resident compiler: one child process at a time, started again when it had to be killed.
#[derive(Debug)]
pub struct Compiler {
    toolchain: Toolchain,
    worker: WorkerCommand,
    cache_dir: Option<CacheDir>,
    cache: Option<PtxCache>,
    session: Option<Session>,
    shared: Arc<Mutex<Shared>>,
}

/// What a [`CancelHandle`] reaches from another thread.
#[derive(Debug, Default)]
struct Shared {
    child: Option<Child>,
    is_compiling: bool,
    is_cancelled: bool,
}

/// Stops the compilation in progress, from any thread.
#[derive(Debug, Clone)]
pub struct CancelHandle(Arc<Mutex<Shared>>);

impl CancelHandle {
    /// Kills the child if it is compiling; that compilation ends with [`CompileError::Cancelled`].
    ///
    /// Does nothing between compilations: it never cancels one that starts later.
    pub fn cancel(&self) {
        let mut shared = lock(&self.0);
        if shared.is_compiling {
            shared.is_cancelled = true;
            if let Some(child) = &mut shared.child {
                let _ = child.kill();
            }
        }
    }
}

impl Compiler {
    /// Starts a child for this toolchain, without waiting until it has loaded NVRTC.
    ///
    /// # Errors
    /// [`CompileError::Spawn`] when the program cannot be started.
    pub fn spawn(toolchain: Toolchain, worker: WorkerCommand) -> Result<Self, CompileError> {
        let cache_dir = CacheDir::from_env().ok();
        let mut compiler = Self { toolchain, worker, cache_dir, cache: None, session: None, shared: Arc::default() };
        compiler.restart()?;
        Ok(compiler)
    }

    /// Keeps PTX on disk from one run to the next.
    #[must_use]
    pub fn with_cache(mut self, cache: PtxCache) -> Self {
        self.cache = Some(cache);
        self
    }

    /// The toolchain this compiler uses.
    pub fn toolchain(&self) -> &Toolchain {
        &self.toolchain
    }

    /// A handle that stops the compilation in progress.
    pub fn cancel_handle(&self) -> CancelHandle {
        CancelHandle(Arc::clone(&self.shared))
    }

    /// Process id of the child, while one runs.
    pub fn worker_id(&self) -> Option<u32> {
        lock(&self.shared).child.as_ref().map(Child::id)
    }

    /// NVRTC's version as it reports it itself; waits until the child has loaded it.
    ///
    /// # Errors
    /// [`CompileError::Load`] and the errors of a child that ends early.
    pub fn version(&mut self) -> Result<(u32, u32), CompileError> {
        let loaded = self.session()?.loaded();
        match loaded {
            Ok(Ok(version)) => Ok(version),
            Ok(Err(e)) => Err(e),
            Err(silence) => Err(self.lost(silence, Duration::ZERO)),
        }
    }

    /// Compiles one translation unit.
    ///
    /// `limit`: time for NVRTC; loading it, at the first request, does not count.
    ///
    /// # Errors
    /// See [`CompileError`]. After each the compiler can be used again.
    pub fn compile(&mut self, request: &Request, limit: Duration) -> Result<Compiled, CompileError> {
        let key = self.cache.as_ref().and_then(|cache| cache.key(request, &self.toolchain));
        if let (Some(cache), Some(key)) = (&self.cache, &key)
            && let Some(compiled) = cache.get(key)
        {
            return Ok(compiled);
        }
        {
            let mut shared = lock(&self.shared);
            shared.is_compiling = true;
            shared.is_cancelled = false;
        }
        let outcome = self.compile_in_child(request, limit);
        lock(&self.shared).is_compiling = false;
        if let (Some(cache), Some(key), Ok(compiled)) = (&self.cache, &key, &outcome) {
            cache.put(key, compiled);
        }
        outcome
    }

    fn compile_in_child(&mut self, request: &Request, limit: Duration) -> Result<Compiled, CompileError> {
        self.bury();
        self.version()?;
        let order = Order::Compile(options::job(request, &self.toolchain));
        match self.session()?.ask(&order, limit) {
            Ok(Reply::Compiled { ptx, cubin, lowered, log, nvrtc_ms }) => {
                let messages = parse_log(&log);
                Ok(Compiled { ptx, cubin, lowered, log, messages, nvrtc_ms, cached: false })
            }
            Ok(Reply::Rejected { log, nvrtc_ms }) => {
                Err(CompileError::Rejected { messages: parse_log(&log), log, nvrtc_ms })
            }
            Ok(Reply::Failed { reason, log }) => Err(CompileError::Internal { reason, log }),
            Ok(other) => {
                Err(CompileError::Internal { reason: format!("unexpected reply {other:?}"), log: String::new() })
            }
            Err(silence) => Err(self.lost(silence, limit)),
        }
    }

    /// Forgets a child that has ended while nothing was asked of it, as when the system ran out of memory overnight: that
    /// says nothing about the request that comes next, which gets a new child.
    fn bury(&mut self) {
        let has_ended = match &mut lock(&self.shared).child {
            Some(child) => child.try_wait().is_ok_and(|status| status.is_some()),
            None => false,
        };
        if has_ended {
            self.end();
        }
    }

    /// The running child, started again where there is none.
    fn session(&mut self) -> Result<&mut Session, CompileError> {
        if self.session.is_none() {
            self.restart()?;
        }
        self.session
            .as_mut()
            .ok_or_else(|| CompileError::Spawn { program: self.worker.program.clone(), reason: "no child".to_owned() })
    }

    fn restart(&mut self) -> Result<(), CompileError> {
        self.end();
        let (session, child) = Session::start(&self.toolchain, &self.worker, self.cache_dir.as_ref())?;
        let mut shared = lock(&self.shared);
        shared.child = Some(child);
        drop(shared);
        self.session = Some(session);
        Ok(())
    }

    /// Kills and reaps the child; its exit status if it had ended by itself.
    fn end(&mut self) -> Option<String> {
        self.session = None;
        let child = lock(&self.shared).child.take();
        child.and_then(|mut child| {
            let _ = child.kill();
            child.wait().ok().map(describe)
        })
    }

    /// Says why no reply came, and starts the next child while the caller reads it.
    fn lost(&mut self, silence: Silence, limit: Duration) -> CompileError {
        // The error stream ends with the child: reap it first so that the last lines are there.
        let session = self.session.take();
        let status = self.end().unwrap_or_else(|| "no status".to_owned());
        let stderr = session.map(|session| session.stderr()).unwrap_or_default();
        let is_cancelled = std::mem::take(&mut lock(&self.shared).is_cancelled);
        // A child that cannot be started is reported by the next request.
        let _ = self.restart();
        match silence {
            _ if is_cancelled => CompileError::Cancelled,
            Silence::TimedOut => CompileError::TimedOut { limit },
            Silence::Ended => CompileError::Crashed { status, stderr },
        }
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        self.end();
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    // A panic while the lock was held leaves nothing half done: the fields are independent.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
