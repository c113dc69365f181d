//! Kernels on a real GPU, through the driver, in a child process: a hang or an illegal address ends the child, never camp.
//!
//! The child is the one that also compiles ([`crate::worker_main`]); a GPU gets a child of its own, because a driver
//! reserves far more address space than a compiler may have. Buffers travel over the pipes as they are.

mod context;
mod memory;
mod output;
mod own;
mod resident;
mod timing;

use std::process::Child;
use std::time::Duration;

use diag::{Text, msg};
use serde::{Deserialize, Serialize};

pub(crate) use self::context::Context;
pub(crate) use self::output::Output;
pub use self::own::{OwnArg, OwnGpu, OwnKernel};
pub use self::resident::{BufferId, MemoryFacts, ModuleId, ResidentArg, ResidentLaunch, Series, Work};
pub(crate) use self::resident::{ResidentOrder, ResidentReply};
pub use self::timing::LAUNCH_US;
use crate::compile::{Order, Reply, Session, Silence, WorkerCommand, describe};
use crate::driver::{Device, NoDriver};

/// Bytes on either side of each buffer of a launch in which nothing may be written.
pub const GUARD_BYTES: usize = 64 << 10;

/// The driver's words for a GPU that is gone, broken or not to be had.
const DEVICE_ERRORS: [&str; 12] = [
    "CUDA_ERROR_NO_DEVICE",
    "CUDA_ERROR_INVALID_DEVICE",
    "CUDA_ERROR_DEVICE_NOT_LICENSED",
    "CUDA_ERROR_DEVICE_UNAVAILABLE",
    "CUDA_ERROR_DEINITIALIZED",
    "CUDA_ERROR_CONTEXT_IS_DESTROYED",
    "CUDA_ERROR_ECC_UNCORRECTABLE",
    "CUDA_ERROR_NVLINK_UNCORRECTABLE",
    "CUDA_ERROR_CONTAINED",
    "CUDA_ERROR_SYSTEM_NOT_READY",
    "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
    "CUDA_ERROR_UNKNOWN",
];

/// A driver that takes longer to start hangs.
const OPEN_LIMIT: Duration = Duration::from_secs(60);

/// A GPU, open in a child process.
#[derive(Debug)]
pub struct Gpu {
    session: Session,
    child: Child,
    device: Device,
    cuda_version: (u32, u32),
    is_dead: bool,
}

/// One launch.
#[derive(Debug, Clone, PartialEq)]
pub struct GpuLaunch<'a> {
    /// The kernel's mangled name.
    pub entry: &'a str,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub shared_bytes: u32,
    /// One for each parameter, of the parameter's size: nobody checks them any more.
    pub args: Vec<GpuArg<'a>>,
}

/// An argument.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GpuArg<'a> {
    /// A buffer that holds this; the kernel gets its address.
    Buffer(&'a [u8]),
    /// A value, little-endian.
    Value(&'a [u8]),
}

/// What came of a launch.
#[derive(Debug, Clone, PartialEq)]
pub struct GpuRan {
    /// What the buffers hold after it, in the order of the arguments.
    pub buffers: Vec<Vec<u8>>,
    /// What was written beside the buffers, in their order.
    pub overruns: Vec<Overrun>,
    /// Milliseconds from the launch to its end.
    pub kernel_ms: f64,
    /// What the kernel printed.
    pub printed: String,
}

/// Bytes beside a buffer that a kernel changed, within [`GUARD_BYTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overrun {
    /// Which of the launch's buffers.
    pub buffer: usize,
    /// The changed byte nearest to the buffer, from the buffer's beginning: negative before it.
    pub offset: i64,
    /// How many bytes changed on this side.
    pub n_bytes: usize,
}

/// Why a GPU did not do what it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// There is no driver, or no GPU.
    #[error(transparent)]
    NoDriver(NoDriver),
    /// The driver refused; its own words.
    #[error("{stage:?}: {name} ({text})")]
    Driver {
        /// What it was asked for.
        stage: Stage,
        /// The error's name, `CUDA_ERROR_ILLEGAL_ADDRESS`.
        name: String,
        /// The error in a few words.
        text: String,
        /// What the driver says about a module that it does not load.
        log: String,
    },
    /// The launch took longer than it may and was stopped with its process.
    #[error("the GPU did not finish within {:.0} s", limit.as_secs_f64())]
    TimedOut {
        /// The time it had.
        limit: Duration,
    },
    /// The child ended.
    #[error("the GPU's process ended ({status}): {stderr}")]
    Crashed {
        /// Signal or exit status, in words.
        status: String,
        /// The last lines of its error stream.
        stderr: String,
    },
    /// camp's own fault.
    #[error("the GPU's process did not understand: {0}")]
    Internal(String),
}

/// What the driver was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// To open the GPU.
    Open,
    /// To load a module.
    Load,
    /// To find a kernel in it.
    Find,
    /// For memory.
    Memory,
    /// To start a kernel.
    Launch,
    /// To run it to its end.
    Run,
}

impl GpuError {
    /// What happened, in the user's language. The driver's words stay as they are.
    pub fn text(&self) -> Text {
        match self {
            Self::NoDriver(NoDriver::NoLibrary) => msg!("cuda-gpu-none"),
            Self::NoDriver(error) => msg!("cuda-gpu-no-driver", detail = error.to_string()),
            Self::Driver { stage, name, text, .. } if *stage != Stage::Open && self.is_about_device() => {
                msg!("cuda-gpu-gone", name = name, text = text)
            }
            Self::Driver { stage, name, text, log } => match stage {
                Stage::Open => msg!("cuda-gpu-open", name = name, text = text),
                Stage::Load => msg!("cuda-gpu-load", name = name, log = if log.is_empty() { text } else { log }),
                Stage::Find => msg!("cuda-gpu-find", name = name),
                Stage::Memory => msg!("cuda-gpu-memory", name = name),
                Stage::Launch => msg!("cuda-gpu-launch", name = name, text = text),
                Stage::Run => msg!("cuda-gpu-run", name = name, text = text),
            },
            Self::TimedOut { limit } => msg!("cuda-gpu-timeout", seconds = limit.as_secs()),
            Self::Crashed { status, .. } => msg!("cuda-gpu-crashed", status = status),
            Self::Internal(detail) => msg!("cuda-gpu-crashed", status = detail),
        }
    }

    /// Whether the kernel is at fault: it ran and was stopped.
    pub fn is_about_kernel(&self) -> bool {
        matches!(self, Self::Driver { stage: Stage::Run, .. } | Self::TimedOut { .. }) && !self.is_about_device()
    }

    /// Whether the GPU itself is gone or broken, whatever ran on it.
    pub fn is_about_device(&self) -> bool {
        match self {
            Self::NoDriver(_) | Self::Crashed { .. } => true,
            Self::Driver { name, .. } => DEVICE_ERRORS.contains(&name.as_str()),
            Self::TimedOut { .. } | Self::Internal(_) => false,
        }
    }
}

/// To the child.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum GpuOrder {
    /// Open the first GPU.
    Open,
    /// Load the module that follows: so many bytes.
    Load(u64),
    /// Launch a kernel.
    Launch(LaunchOrder),
    /// Something about what stays on the GPU.
    Resident(ResidentOrder),
}

/// A launch whose buffers follow.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LaunchOrder {
    pub(crate) entry: String,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) shared_bytes: u32,
    pub(crate) args: Vec<ArgPlace>,
}

/// An argument of a launch.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum ArgPlace {
    /// So many bytes of what follows.
    Buffer(u64),
    Value(Vec<u8>),
}

impl GpuOrder {
    /// Whether the child ends after it.
    pub(crate) fn is_last(&self) -> bool {
        matches!(self, Self::Resident(ResidentOrder::Close))
    }

    /// How many bytes follow.
    pub(crate) fn payload_bytes(&self) -> u64 {
        match self {
            Self::Open => 0,
            Self::Load(n_bytes) => *n_bytes,
            Self::Resident(order) => order.payload_bytes(),
            Self::Launch(launch) => {
                launch.args.iter().map(|arg| if let ArgPlace::Buffer(n) = arg { *n } else { 0 }).sum()
            }
        }
    }
}

/// From the child.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum GpuReply {
    Opened {
        device: Device,
        cuda_version: (u32, u32),
    },
    Loaded,
    /// Ran to its end; so many bytes of buffers follow.
    Ran {
        payload_bytes: u64,
        overruns: Vec<Overrun>,
        kernel_ms: f64,
        printed: String,
    },
    Resident(ResidentReply),
    Failed(Failure),
}

impl GpuReply {
    /// How many bytes follow.
    pub(crate) fn payload_bytes(&self) -> u64 {
        match self {
            Self::Ran { payload_bytes, .. } | Self::Resident(ResidentReply::Read(payload_bytes)) => *payload_bytes,
            _ => 0,
        }
    }
}

/// Why the child could not do it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Failure {
    NoDriver(NoDriver),
    Driver { stage: Stage, name: String, text: String, log: String },
    Order(String),
}

impl From<Failure> for GpuError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::NoDriver(error) => Self::NoDriver(error),
            Failure::Driver { stage, name, text, log } => Self::Driver { stage, name, text, log },
            Failure::Order(detail) => Self::Internal(detail),
        }
    }
}

impl Gpu {
    /// Opens the first GPU in a new child.
    ///
    /// # Errors
    /// Why there is none, or none that works.
    pub fn open(worker: &WorkerCommand) -> Result<Self, GpuError> {
        let inherited = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let (session, child) =
            Session::start_bare(worker, &inherited).map_err(|error| GpuError::Internal(error.to_string()))?;
        let mut gpu = Self { session, child, device: Device::default(), cuda_version: (0, 0), is_dead: false };
        match gpu.ask(&Order::Gpu(GpuOrder::Open), &[], OPEN_LIMIT)? {
            (GpuReply::Opened { device, cuda_version }, _) => {
                (gpu.device, gpu.cuda_version) = (device, cuda_version);
                Ok(gpu)
            }
            (other, _) => Err(unexpected(&other)),
        }
    }

    /// The GPU.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The newest CUDA version that its driver supports.
    pub fn cuda_version(&self) -> (u32, u32) {
        self.cuda_version
    }

    /// Loads a module in place of the one before: PTX, which the driver compiles, or a CUBIN.
    ///
    /// # Errors
    /// What the driver says about it.
    pub fn load(&mut self, image: &[u8], limit: Duration) -> Result<(), GpuError> {
        match self.ask(&Order::Gpu(GpuOrder::Load(image.len() as u64)), &[image], limit)? {
            (GpuReply::Loaded, _) => Ok(()),
            (other, _) => Err(unexpected(&other)),
        }
    }

    /// Launches a kernel of the loaded module and waits for its end.
    ///
    /// # Errors
    /// When it cannot be started, is stopped by a fault, or takes longer than `limit`. After a fault, and after the time
    /// is over, the GPU has to be opened again.
    pub fn launch(&mut self, launch: &GpuLaunch<'_>, limit: Duration) -> Result<GpuRan, GpuError> {
        let place = |arg: &GpuArg<'_>| match arg {
            GpuArg::Buffer(bytes) => ArgPlace::Buffer(bytes.len() as u64),
            GpuArg::Value(bytes) => ArgPlace::Value(bytes.to_vec()),
        };
        let order = LaunchOrder {
            entry: launch.entry.to_owned(),
            grid: launch.grid,
            block: launch.block,
            shared_bytes: launch.shared_bytes,
            args: launch.args.iter().map(place).collect(),
        };
        let before: Vec<&[u8]> = launch
            .args
            .iter()
            .filter_map(|arg| if let GpuArg::Buffer(bytes) = arg { Some(*bytes) } else { None })
            .collect();
        match self.ask(&Order::Gpu(GpuOrder::Launch(order)), &before, limit)? {
            (GpuReply::Ran { overruns, kernel_ms, printed, .. }, payload) => {
                let mut rest = payload.as_slice();
                let mut buffers = Vec::with_capacity(before.len());
                for bytes in before {
                    let part =
                        rest.split_off(..bytes.len()).ok_or_else(|| GpuError::Internal("a short reply".to_owned()))?;
                    buffers.push(part.to_vec());
                }
                Ok(GpuRan { buffers, overruns, kernel_ms, printed })
            }
            (other, _) => Err(unexpected(&other)),
        }
    }

    /// Sends an order with what follows it, and waits for the reply and what follows that.
    fn ask(&mut self, order: &Order, payload: &[&[u8]], limit: Duration) -> Result<(GpuReply, Vec<u8>), GpuError> {
        if self.is_dead {
            return Err(GpuError::Crashed { status: "it was used after its end".to_owned(), stderr: String::new() });
        }
        match self.session.ask_with(order, payload, limit) {
            Ok((Reply::Gpu(GpuReply::Failed(failure)), _)) => {
                // A fault spoils the context: the child is of no use any more.
                self.is_dead = matches!(failure, Failure::Driver { stage: Stage::Run | Stage::Open, .. });
                Err(failure.into())
            }
            Ok((Reply::Gpu(reply), payload)) => Ok((reply, payload)),
            Ok((other, _)) => Err(GpuError::Internal(format!("unexpected reply {other:?}"))),
            Err(silence) => {
                self.is_dead = true;
                let _ = self.child.kill();
                let status = self.child.wait().map(describe).unwrap_or_default();
                Err(match silence {
                    Silence::TimedOut => GpuError::TimedOut { limit },
                    Silence::Ended => GpuError::Crashed { status, stderr: self.session.stderr() },
                })
            }
        }
    }

    /// Whether it has to be opened again.
    pub fn is_dead(&self) -> bool {
        self.is_dead
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn unexpected(reply: &GpuReply) -> GpuError {
    GpuError::Internal(format!("unexpected reply {reply:?}"))
}
