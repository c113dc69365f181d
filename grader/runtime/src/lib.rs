//! Operators: from a kernel's file and the tensors of a call to a launch, on the virtual GPU or a real one.

pub mod compile;
pub mod contract;
mod error;
mod functor;
pub mod gpu_code;
pub mod kernel_file;
mod kernels;
mod mistakes;
mod open;
mod operator;
mod runtime;
mod tensor;
mod tile;
pub mod unit;
pub mod virtual_gpu;

use std::thread;

pub use self::error::{Error, ErrorKind};
pub use self::mistakes::kind_of;
pub use self::open::Commands;
pub use self::operator::{AttributeParam, Call, Kernels, Operator, TensorParam, operators};
pub use self::runtime::{Descriptor, HostTensor, Place, Ran, Runtime, Stopper};
pub use self::tensor::{Element, TensorSpec, contiguous_strides, dtype_name};

/// How many cores camp may use.
pub fn n_cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
