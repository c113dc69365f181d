//! Launches in this very process, on memory and streams that the program has from elsewhere, as from PyTorch.
//!
//! camp itself runs kernels in a child that may die ([`super::Gpu`]). A program that calls operators wants its own tensors
//! worked on where they lie, so here the context is the primary one that the CUDA runtime uses as well, and a kernel that
//! faults spoils it, as any kernel of the program's own would.
#![allow(unsafe_code, reason = "calls C functions of a library loaded at run time")]

use std::sync::Arc;

use cudarc::driver::sys;

use super::context::{check, load_module, need};
use super::memory::{Ready, find};
use super::{Failure, GpuError, Stage};
use crate::driver::{self, Device, NoDriver};

/// Functions that this module calls; cudarc panics at the first call of a missing one.
const SYMBOLS: [&str; 11] = [
    "cuDeviceGet",
    "cuDevicePrimaryCtxRetain",
    "cuCtxPushCurrent_v2",
    "cuCtxPopCurrent_v2",
    "cuModuleLoadDataEx",
    "cuModuleUnload",
    "cuModuleGetFunction",
    "cuFuncSetAttribute",
    "cuLaunchKernel",
    "cuGetErrorName",
    "cuGetErrorString",
];

/// A GPU, used in this process.
#[derive(Debug, Clone)]
pub struct OwnGpu(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    device: Device,
    cuda_version: (u32, u32),
    context: sys::CUcontext,
}

// SAFETY: a context is no thread's own: every call below makes it the current one of its thread first, and the driver
// allows calls from several threads.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

/// A kernel that the GPU has loaded.
#[derive(Debug)]
pub struct OwnKernel {
    gpu: OwnGpu,
    module: sys::CUmodule,
    function: sys::CUfunction,
    shared_bytes: u32,
}

// SAFETY: as for [`Shared`]; neither handle is changed after loading.
unsafe impl Send for OwnKernel {}
// SAFETY: as above.
unsafe impl Sync for OwnKernel {}

/// An argument of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnArg<'a> {
    /// An address in the GPU's memory.
    Address(u64),
    /// A value, little-endian.
    Value(&'a [u8]),
}

impl OwnGpu {
    /// The GPU with this number, in CUDA's order.
    ///
    /// # Errors
    /// Why there is none, or none that works.
    pub fn open(ordinal: usize) -> Result<Self, GpuError> {
        let open = || -> Result<Self, Failure> {
            let known = driver::probe().map_err(Failure::NoDriver)?;
            let no_device = || Failure::NoDriver(NoDriver::Start("CUDA_ERROR_INVALID_DEVICE".to_owned()));
            let device = known.devices.get(ordinal).cloned().ok_or_else(no_device)?;
            need(&SYMBOLS)?;
            let mut handle: sys::CUdevice = 0;
            let mut context = std::ptr::null_mut();
            let number = i32::try_from(ordinal).map_err(|_| no_device())?;
            // SAFETY: the pointers are valid for the calls, and there is such a device. The context is kept for as long as
            // the process lives, as the CUDA runtime keeps it.
            unsafe {
                check(Stage::Open, sys::cuDeviceGet(&mut handle, number))?;
                check(Stage::Open, sys::cuDevicePrimaryCtxRetain(&mut context, handle))?;
            }
            Ok(Self(Arc::new(Shared { device, cuda_version: known.cuda_version, context })))
        };
        open().map_err(GpuError::from)
    }

    /// The GPU.
    pub fn device(&self) -> &Device {
        &self.0.device
    }

    /// The newest CUDA version that its driver supports.
    pub fn cuda_version(&self) -> (u32, u32) {
        self.0.cuda_version
    }

    /// Loads PTX or a CUBIN, and finds the kernel `entry` in it, which is to have so much dynamic shared memory.
    ///
    /// # Errors
    /// What the driver says about it.
    pub fn load(&self, image: Vec<u8>, entry: &str, shared_bytes: u32) -> Result<OwnKernel, GpuError> {
        let (module, function) = self.with_context(|| {
            let module = load_module(image)?;
            Ok((module, find(module, entry, shared_bytes)?))
        })?;
        Ok(OwnKernel { gpu: self.clone(), module, function, shared_bytes })
    }

    /// Does `work` while this GPU's context is the thread's current one; the one before is back afterwards.
    fn with_context<T>(&self, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, GpuError> {
        // SAFETY: the context is alive: it was retained and is never released.
        check(Stage::Open, unsafe { sys::cuCtxPushCurrent_v2(self.0.context) })?;
        let result = work();
        let mut popped = std::ptr::null_mut();
        // SAFETY: the pointer is valid for the call; what is popped was pushed above.
        let _ = unsafe { sys::cuCtxPopCurrent_v2(&mut popped) };
        result.map_err(GpuError::from)
    }
}

impl OwnKernel {
    /// Puts a launch into a stream of the program's, and returns at once. `stream`: the driver's handle as a number, 0 for
    /// the default stream. `args`: one for each parameter of the kernel, of its size; nobody checks them any more.
    ///
    /// # Errors
    /// What the driver says, which may be about an earlier launch.
    pub fn launch(&self, grid: [u32; 3], block: [u32; 3], args: &[OwnArg<'_>], stream: u64) -> Result<(), GpuError> {
        let bytes = |arg: &OwnArg<'_>| match arg {
            OwnArg::Address(address) => address.to_le_bytes().to_vec(),
            OwnArg::Value(bytes) => bytes.to_vec(),
        };
        let values = args.iter().map(bytes).collect();
        let mut ready = Ready { function: self.function, grid, block, shared_bytes: self.shared_bytes, values };
        self.gpu.with_context(|| ready.start(stream as usize as sys::CUstream))
    }
}

impl Drop for OwnKernel {
    fn drop(&mut self) {
        // A launch may be under way: the driver waits for it before it unloads. At the end of a process the driver may be
        // gone already, and then so is the module.
        let _ = self.gpu.with_context(|| {
            // SAFETY: the module was loaded in this context and is unloaded once.
            check(Stage::Load, unsafe { sys::cuModuleUnload(self.module) })
        });
    }
}
