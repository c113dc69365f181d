//! TileLang kernels without a GPU, nvcc or PyTorch.
//!
//! A learner's `kernel.py` is Python that builds a kernel. A resident child process ([`Worker`]) has imported TileLang; for
//! each request it forks, runs the file in a sandbox ([`sandbox`]) and lowers the kernel for every set of arguments to CUDA
//! C++ ([`Lowered`]), which camp compiles and runs like a kernel of the learner's own. What goes wrong on the way is a
//! [`Failure`], which [`explain()`] turns into a finding.

mod assemble;
mod explain;
pub mod install;
pub mod known;
mod protocol;
pub mod sandbox;
mod worker;

pub use assemble::{Assembled, Fragments, assemble, qualified};
pub use explain::explain;
pub use protocol::{Argument, Buffer, DeviceKernel, Failure, Frame, Job, Lowered, Places, Request, Stage};
pub use worker::{Answer, Environment, SandboxCommand, Worker, WorkerError};
