//! The one runtime of this process, and the processes that it starts.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use pyo3::prelude::*;
use runtime::{Commands, Error, ErrorKind, Runtime, Stopper};

static COMMANDS: OnceLock<Commands> = OnceLock::new();
static FIRST: Slot = Slot::new();

/// The runtime of a process.
///
/// A process that `fork` made has the memory of its parent, but neither its threads nor the right to its children, and locks
/// of its parent may be held for ever. So it takes a slot of its own, and leaves those before it alone.
pub struct Slot {
    process: OnceLock<u32>,
    runtime: Mutex<Option<Runtime>>,
    stopper: Mutex<Option<Stopper>>,
    next: OnceLock<Box<Slot>>,
}

impl Slot {
    const fn new() -> Self {
        Self { process: OnceLock::new(), runtime: Mutex::new(None), stopper: Mutex::new(None), next: OnceLock::new() }
    }

    /// This process's.
    pub fn own() -> &'static Self {
        let process = std::process::id();
        let mut slot = &FIRST;
        while *slot.process.get_or_init(|| process) != process {
            slot = slot.next.get_or_init(|| Box::new(Self::new()));
        }
        slot
    }

    /// Does `work` with the runtime, which is opened where it is not yet; others wait.
    pub fn with<T>(&self, work: impl FnOnce(&mut Runtime) -> Result<T, Error>) -> Result<T, Error> {
        let mut runtime = lock(&self.runtime);
        let runtime = match &mut *runtime {
            Some(runtime) => runtime,
            none => {
                let commands = COMMANDS.get().ok_or_else(|| {
                    Error::new(
                        ErrorKind::Runtime,
                        diag::msg!("runtime-internal", detail = "configure() was not called"),
                    )
                })?;
                let opened = none.insert(Runtime::open(commands)?);
                *lock(&self.stopper) = Some(opened.stopper());
                opened
            }
        };
        work(runtime)
    }

    /// Stops what the runtime is compiling.
    pub fn stop(&self) {
        if let Some(stopper) = &*lock(&self.stopper) {
            stopper.stop();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic of camp's while it compiled leaves nothing half done that the next call would trust.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says how child processes are started: `program` with `compiler` calls [`super::compiler_child`], with `sandbox` and two
/// paths [`super::sandbox_child`]. Only the first call counts.
#[pyfunction]
pub fn configure(program: PathBuf, compiler: Vec<OsString>, sandbox: Vec<OsString>) {
    let compiler = cuda::WorkerCommand { program: program.clone(), args: compiler };
    let sandbox = tilelang::SandboxCommand { program, args: sandbox };
    let _ = COMMANDS.set(Commands { compiler, sandbox });
}

/// Ends the child processes of this process and removes their folders; the next call starts them again.
#[pyfunction]
pub fn shutdown(py: Python<'_>) {
    py.detach(|| {
        let slot = Slot::own();
        // Whoever still compiles at the end of the process is not waited for.
        if let Ok(mut runtime) = slot.runtime.try_lock() {
            *runtime = None;
            *lock(&slot.stopper) = None;
        }
    });
}
