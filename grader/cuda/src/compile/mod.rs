//! Compiling in a child process.
//!
//! A few kernels make NVRTC run for many seconds or for ever, and a compiler can
//! crash: the caller must survive both. So NVRTC lives in a resident child
//! ([`worker_main`]) that is killed when its time is over and started again at
//! once, loading NVRTC while the learner is still reading.

mod cache;
mod compiler;
mod options;
mod protocol;
mod session;
mod worker;

use std::path::PathBuf;
use std::time::Duration;

pub use cache::PtxCache;
pub use compiler::{CancelHandle, Compiler};
pub(crate) use protocol::{Order, Reply};
pub use session::WorkerCommand;
pub(crate) use session::{Session, Silence, ask_driver, describe};
pub use worker::worker_main;

use diag::{Text, msg};

use crate::log::NvrtcMessage;
use crate::nvrtc::NvrtcLoadError;

/// Time that one compilation may take where the caller has no opinion.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(15);

/// One translation unit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Request {
    /// Name of the translation unit, as it appears in messages and in `.file`.
    pub name: String,
    /// Its text; usually a few lines that include the learner's file.
    pub source: String,
    /// What it may include besides CUDA's headers and the shims: include name and text.
    ///
    /// The learner's file goes here under its own path, so that messages and
    /// `.loc` carry that path. These win over files of the same name on disk.
    pub headers: Vec<(String, String)>,
    /// Virtual architecture, `compute_80`; a real one, `sm_90`, for machine code as well.
    pub arch: String,
    /// Name expressions (`ns::kernel<float>`), whose lowered names the reply carries.
    pub expressions: Vec<String>,
    /// Further options of NVRTC, after camp's own.
    pub options: Vec<String>,
}

/// What a translation unit became.
#[derive(Debug, Clone, PartialEq)]
pub struct Compiled {
    /// The PTX.
    pub ptx: String,
    /// Machine code, where the request is for a real architecture.
    pub cubin: Option<Vec<u8>>,
    /// The lowered name of each expression of the request, in its order.
    pub lowered: Vec<String>,
    /// NVRTC's log, whole: warnings, if any.
    pub log: String,
    /// The log's messages.
    pub messages: Vec<NvrtcMessage>,
    /// Time NVRTC spent compiling, in milliseconds; 0 when the PTX came from the cache.
    pub nvrtc_ms: f64,
    /// Whether the PTX came from the cache.
    pub cached: bool,
}

/// Why there is no PTX.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompileError {
    /// The source has errors.
    #[error("NVRTC found errors:\n{log}")]
    Rejected {
        /// The log's messages, errors and warnings.
        messages: Vec<NvrtcMessage>,
        /// The log, whole.
        log: String,
        /// Time NVRTC spent, in milliseconds.
        nvrtc_ms: f64,
    },
    /// NVRTC gave up for a reason that is not an error in the source.
    #[error("NVRTC failed: {reason}\n{log}")]
    Internal {
        /// NVRTC's own word.
        reason: String,
        /// The log, whole.
        log: String,
    },
    /// The compilation took longer than it may and was stopped.
    #[error("NVRTC did not finish within {:.0} s", limit.as_secs_f64())]
    TimedOut {
        /// The time it had.
        limit: Duration,
    },
    /// [`CancelHandle::cancel`] stopped it.
    #[error("the compilation was cancelled")]
    Cancelled,
    /// The child ended in the middle of a compilation.
    #[error("the compiler's process ended ({status})")]
    Crashed {
        /// Signal or exit status, in words.
        status: String,
        /// The last lines that it wrote to its error stream.
        stderr: String,
    },
    /// The child could not load NVRTC.
    #[error(transparent)]
    Load(NvrtcLoadError),
    /// The child could not be started.
    #[error("cannot start {program}: {reason}", program = program.display())]
    Spawn {
        /// The program that should run the worker.
        program: PathBuf,
        /// The system's message.
        reason: String,
    },
}

impl CompileError {
    /// What happened, in the user's language. What NVRTC and the system say stays as they say it.
    pub fn text(&self) -> Text {
        match self {
            Self::Rejected { log, .. } => msg!("cuda-compiler-rejected", log = log),
            Self::Internal { reason, log } => msg!("cuda-compiler-failed", reason = reason, log = log),
            Self::TimedOut { limit } => msg!("cuda-compiler-timeout", seconds = limit.as_secs()),
            Self::Cancelled => msg!("cuda-compiler-cancelled"),
            Self::Crashed { status, .. } => msg!("cuda-compiler-crashed", status = status),
            Self::Load(error) => error.text(),
            Self::Spawn { program, reason } => {
                msg!("cuda-compiler-spawn", program = program.display(), reason = reason)
            }
        }
    }
}
