//! Opening and closing a runtime.

use std::ffi::{CStr, OsStr, OsString, c_char, c_void};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda::WorkerCommand;
use diag::msg;
use exercise::{Backend, find_root};
use runtime::{Commands, Error, ErrorKind, Kernels, Place, Runtime};
use tilelang::SandboxCommand;

use crate::calls::forget_descriptors;
use crate::guard::{hand_out, invalid};
use crate::handles::Handles;
use crate::types::{oprt_context, oprt_options};

/// The environment variable that names the helper program.
const WORKER: &str = "OPRT_WORKER";
/// The helper program's name.
const WORKER_NAME: &str = "oprt-worker";

/// The open runtimes.
static CONTEXTS: Handles<Context> = Handles::new(1);

/// An open runtime.
#[derive(Debug)]
pub struct Context {
    runtime: Mutex<Runtime>,
    pub root: PathBuf,
    pub backend: Backend,
    pub kernels: Kernels,
    pub place: Place,
}

impl Context {
    /// The compilers.
    pub fn runtime(&self) -> MutexGuard<'_, Runtime> {
        // A compilation that panicked has left nothing half done: what was compiled is added at the end.
        self.runtime.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The runtime with this handle.
///
/// # Errors
/// When it is null or stale.
pub fn context(handle: oprt_context) -> Result<std::sync::Arc<Context>, Error> {
    CONTEXTS.get(handle).ok_or_else(|| invalid(msg!("runtime-stale", what = "context", handle = handle.to_string())))
}

/// Opens a runtime.
///
/// # Errors
/// An option that has no meaning, no course, no NVRTC.
pub fn open(options: Option<&oprt_options>) -> Result<oprt_context, Error> {
    let not_supported = |name: &str, value: i32| {
        let text = msg!("runtime-option", name = name, value = value);
        Error::new(ErrorKind::NotSupported, text)
    };
    let (mut root, mut backend, mut kernels, mut place) = (None, Backend::Nvidia, Kernels::Learner, Place::Virtual);
    if let Some(options) = options {
        if !options.root.is_null() {
            // SAFETY: the caller of `oprt_open` promises that the text is valid.
            let bytes = unsafe { CStr::from_ptr(options.root) }.to_bytes().to_vec();
            root = Some(PathBuf::from(OsString::from_vec(bytes)));
        }
        let number = |value: i32| usize::try_from(value).ok();
        let chosen = number(options.backend).and_then(|at| Backend::ALL.get(at));
        backend = *chosen.ok_or_else(|| not_supported("backend", options.backend))?;
        let chosen = number(options.kernels).and_then(|at| Kernels::ALL.get(at));
        kernels = chosen.ok_or_else(|| not_supported("kernels", options.kernels))?.1;
        let index = number(options.device_index).ok_or_else(|| not_supported("device_index", options.device_index));
        place = match options.device {
            0 => Place::Virtual,
            1 => Place::Gpu(index?),
            other => return Err(not_supported("device", other)),
        };
    }
    if backend == Backend::Metax {
        return Err(Error::new(ErrorKind::NotSupported, msg!("runtime-metax")));
    }
    let root = match root {
        Some(root) => root,
        None => {
            let here = std::env::current_dir().unwrap_or_default();
            find_root(&here).map_err(|error| invalid(error.text()))?
        }
    };
    let runtime = Runtime::open(&commands())?;
    Ok(CONTEXTS.add(Context { runtime: Mutex::new(runtime), root, backend, kernels, place }))
}

/// Closes a runtime.
///
/// # Errors
/// When it is null or stale.
pub fn close(handle: oprt_context) -> Result<(), Error> {
    context(handle)?;
    forget_descriptors(handle);
    CONTEXTS.remove(handle);
    Ok(())
}

/// The name of an operator of the course.
pub fn operator_name(handle: oprt_context, index: usize) -> *const c_char {
    let name = context(handle).ok().and_then(|context| runtime::operators(&context.root).into_iter().nth(index));
    name.map_or(std::ptr::null(), hand_out)
}

/// How to start the helper program.
fn commands() -> Commands {
    let program = worker();
    Commands {
        compiler: WorkerCommand { program: program.clone(), args: vec!["compiler".into()] },
        sandbox: SandboxCommand { program, args: vec!["sandbox".into()] },
    }
}

/// The helper program: the one that the environment names, else the one beside this library, else the one on `PATH`.
fn worker() -> PathBuf {
    if let Some(named) = std::env::var_os(WORKER).filter(|named| !named.is_empty()) {
        return named.into();
    }
    let beside = own_path().map(|library| library.with_file_name(WORKER_NAME)).filter(|path| path.is_file());
    beside.unwrap_or_else(|| PathBuf::from(WORKER_NAME))
}

/// Where this library lies.
fn own_path() -> Option<PathBuf> {
    let mut info = libc::Dl_info {
        dli_fname: std::ptr::null(),
        dli_fbase: std::ptr::null_mut(),
        dli_sname: std::ptr::null(),
        dli_saddr: std::ptr::null_mut(),
    };
    let here: fn(Option<&oprt_options>) -> Result<oprt_context, Error> = open;
    // SAFETY: the address lies in this library, and the loader's text lives as long as the library is loaded.
    let name = unsafe {
        if libc::dladdr(here as *const c_void, &mut info) == 0 || info.dli_fname.is_null() {
            return None;
        }
        CStr::from_ptr(info.dli_fname)
    };
    Path::new(OsStr::from_bytes(name.to_bytes())).canonicalize().ok()
}
