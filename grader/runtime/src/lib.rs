//! Operators: from a kernel's file and the tensors of a call to a launch, on the virtual GPU or a real one.

pub mod compile;
pub mod contract;
mod functor;
pub mod gpu_code;
pub mod kernel_file;
mod kernels;
mod tile;
pub mod unit;

use std::thread;

/// How many cores camp may use.
pub fn n_cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
