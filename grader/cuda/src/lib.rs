//! camp's only door to cudarc.
//!
//! The crate finds NVRTC on the machine ([`find()`]) or fetches it ([`fetch()`]),
//! compiles learners' kernels in a child process that can be killed
//! ([`Compiler`]), and turns NVRTC's log into typed messages ([`NvrtcMessage`])
//! and camp's diagnostics ([`diagnostics()`]).
//!
//! Kernels run on a real GPU in such a child as well ([`Gpu`]).
//!
//! `unsafe` lives in `nvrtc`, `driver` and `gpu`, which call C functions
//! through cudarc's bindings; everything else is safe Rust.

mod compile;
mod diagnostics;
mod driver;
mod gpu;
mod log;
mod nvrtc;
mod pins;
pub mod probe;
mod shims;
mod toolchain;

pub use compile::{
    CancelHandle, CompileError, Compiled, Compiler, DEFAULT_TIMEOUT, PtxCache, Request, WorkerCommand, worker_main,
};
pub use diagnostics::diagnostics;
pub use driver::{Device, Driver, NoDriver};
pub use gpu::{
    BufferId, GUARD_BYTES, Gpu, GpuArg, GpuError, GpuLaunch, GpuRan, LAUNCH_US, MemoryFacts, ModuleId, Overrun, OwnArg,
    OwnGpu, OwnKernel, ResidentArg, ResidentLaunch, Series, Stage, Work,
};
pub use log::{Instantiation, Level, Location, NvrtcMessage, parse_log};
pub use nvrtc::{Nvrtc, NvrtcLoadError, Program};
pub use pins::{Fetch, WheelSet};
pub use shims::{PRELUDE_NAME, light_shims, shims};
pub use toolchain::{HeaderSet, NotFound, Origin, Outcome, Place, PlaceKind, Search, Toolchain, Tried, find, prefer};
pub use wheels::{CacheDir, FetchError, FetchStep, NoCacheDir, Progress, fetch};
