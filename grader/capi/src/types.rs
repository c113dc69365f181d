//! What C programs hand over and get back.
#![allow(non_camel_case_types, reason = "these are the names that C programs see")]

use std::ffi::{c_char, c_void};

/// Refers to an open runtime. 0 refers to none.
pub type oprt_context = u64;

/// Refers to a descriptor: a checked call with its compiled kernel. 0 refers to none.
pub type oprt_descriptor = u64;

/// What came of a call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum oprt_status {
    /// All is done.
    Success = 0,
    /// An argument does not fit: null or stale, a shape, a rank, strides, the dimension.
    InvalidArg = 1,
    /// A tensor has elements of a type that the operator does not take.
    UnsupportedDtype = 2,
    /// The kernel is wrong, could not be compiled or run, or the GPU refused.
    Runtime = 3,
    /// The workspace is too small.
    InsufficientWorkspace = 4,
    /// There is no such operator, backend or device.
    NotSupported = 5,
}

/// A type of elements.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum oprt_dtype {
    /// IEEE half precision.
    F16 = 0,
    /// bfloat16.
    Bf16 = 1,
    /// float.
    F32 = 2,
    /// double.
    F64 = 3,
    /// int8_t.
    I8 = 4,
    /// int16_t.
    I16 = 5,
    /// int32_t.
    I32 = 6,
    /// int64_t.
    I64 = 7,
    /// uint8_t.
    U8 = 8,
    /// uint32_t.
    U32 = 9,
    /// uint64_t.
    U64 = 10,
    /// bool.
    Bool = 11,
}

/// Whose language the kernels are written in.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum oprt_backend {
    /// CUDA C++: kernel.cuh.
    Nvidia = 0,
    /// TileLang: kernel.py.
    Tilelang = 1,
    /// A stub: every call answers OPRT_STATUS_NOT_SUPPORTED.
    Metax = 2,
}

/// Where kernels run.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum oprt_device {
    /// camp's virtual GPU, with every check on; tensors lie in the program's memory.
    Virtual = 0,
    /// A real GPU; tensors lie in its memory, and its primary context is used, as the CUDA runtime does.
    Gpu = 1,
}

/// Whose kernels run.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum oprt_kernels {
    /// The learner's, in exercises/.
    Exercises = 0,
    /// Those of solutions/.
    Solutions = 1,
    /// Those of solutions/ that are written for speed, where there is one.
    Advanced = 2,
}

/// How to open a runtime.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct oprt_options {
    /// The course's folder; null for the nearest one, from the current folder upwards.
    pub root: *const c_char,
    /// An `oprt_backend`.
    pub backend: i32,
    /// An `oprt_device`.
    pub device: i32,
    /// Which GPU, in CUDA's order.
    pub device_index: i32,
    /// An `oprt_kernels`.
    pub kernels: i32,
}

/// A view of a tensor that belongs to the program.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct oprt_tensor {
    /// Its first element. A descriptor does not keep it: executing takes addresses of its own.
    pub data: *mut c_void,
    /// An `oprt_dtype`.
    pub dtype: i32,
    /// How many dimensions.
    pub ndim: i32,
    /// The size of each, outermost first.
    pub shape: *const i64,
    /// Elements from one to the next in each dimension; null for a contiguous tensor.
    pub strides: *const i64,
}

/// A number that an operator takes besides its tensors.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct oprt_attribute {
    /// Its name.
    pub name: *const c_char,
    /// Its value.
    pub value: f64,
}
