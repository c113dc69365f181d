//! What the NVIDIA driver says about itself and its GPUs.
//!
//! Runs only in the child: loading a driver starts threads, takes a tenth of a
//! second, and a broken one can crash its process.
#![allow(unsafe_code, reason = "calls C functions of a library loaded at run time")]

use std::ffi::{CStr, c_int};

use cudarc::driver::sys;
use serde::{Deserialize, Serialize};

/// The driver and its GPUs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Driver {
    /// The newest CUDA version that the driver supports.
    pub cuda_version: (u32, u32),
    /// Version of the kernel module (`580.82.07`), where the system says.
    pub module_version: Option<String>,
    /// The GPUs, in CUDA's order.
    pub devices: Vec<Device>,
}

/// One GPU.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// Its name, `NVIDIA H200`.
    pub name: String,
    /// Compute capability, (9, 0).
    pub compute_capability: (u32, u32),
    /// Bytes of its memory.
    pub memory_bytes: u64,
    /// Streaming multiprocessors.
    pub n_sms: u32,
    /// Threads of a warp.
    pub warp_size: u32,
    /// The most threads that a block may have.
    pub max_threads_per_block: u32,
    /// The most shared memory that a block may ask for, in bytes.
    pub max_shared_bytes: u32,
    /// Bytes of its level-two cache.
    pub l2_bytes: u64,
}

/// Why there is no usable driver.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum NoDriver {
    /// `libcuda` is not on the loader's path: no NVIDIA driver on this machine.
    #[error("no NVIDIA driver")]
    NoLibrary,
    /// The library lacks a function: far too old, or not a driver.
    #[error("the NVIDIA driver has no function {0}")]
    Symbol(String),
    /// The driver does not start; its own word, `CUDA_ERROR_NO_DEVICE`.
    #[error("the NVIDIA driver does not start: {0}")]
    Start(String),
}

/// Functions that [`probe`] calls; cudarc panics at the first call of a missing one.
const SYMBOLS: [&str; 7] = [
    "cuInit",
    "cuDriverGetVersion",
    "cuDeviceGetCount",
    "cuDeviceGet",
    "cuDeviceGetName",
    "cuDeviceGetAttribute",
    "cuDeviceTotalMem_v2",
];

/// Asks the driver, without making a context on any GPU.
pub(crate) fn probe() -> Result<Driver, NoDriver> {
    // SAFETY: only asks the loader for the driver by name; its initialisers run at load and touch nothing of ours.
    if !unsafe { sys::is_culib_present() } {
        return Err(NoDriver::NoLibrary);
    }
    // SAFETY: a library was found just above, so this does not panic; it only loads that library.
    let library = unsafe { sys::culib() };
    for symbol in SYMBOLS {
        // SAFETY: the symbol is looked up, never called through this type.
        if unsafe { library.get::<*const ()>(symbol.as_bytes()) }.is_err() {
            return Err(NoDriver::Symbol(symbol.to_owned()));
        }
    }
    // SAFETY: the flags must be 0.
    check(unsafe { sys::cuInit(0) })?;
    let mut version: c_int = 0;
    // SAFETY: the pointer is valid for the call.
    check(unsafe { sys::cuDriverGetVersion(&mut version) })?;
    let mut n_devices: c_int = 0;
    // SAFETY: the pointer is valid for the call.
    check(unsafe { sys::cuDeviceGetCount(&mut n_devices) })?;
    let devices = (0..n_devices).map(device).collect::<Result<_, _>>()?;
    // 13020 is CUDA 13.2.
    let version = version.unsigned_abs();
    Ok(Driver { cuda_version: (version / 1000, version % 1000 / 10), module_version: module_version(), devices })
}

fn device(ordinal: c_int) -> Result<Device, NoDriver> {
    let mut handle: sys::CUdevice = 0;
    // SAFETY: the pointer is valid for the call and the ordinal is below the count.
    check(unsafe { sys::cuDeviceGet(&mut handle, ordinal) })?;
    let mut name = [0u8; 256];
    // SAFETY: the buffer has the length given; the last byte stays 0.
    check(unsafe { sys::cuDeviceGetName(name.as_mut_ptr().cast(), 255, handle) })?;
    let attribute = |which| {
        let mut value: c_int = 0;
        // SAFETY: the pointer is valid for the call, the handle came from cuDeviceGet.
        check(unsafe { sys::cuDeviceGetAttribute(&mut value, which, handle) })?;
        Ok(value.unsigned_abs())
    };
    let major = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
    let minor = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
    let n_sms = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
    let warp_size = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE)?;
    let max_threads_per_block = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?;
    let max_shared_bytes = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
    let l2_bytes = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?;
    let mut memory: usize = 0;
    // SAFETY: the pointer is valid for the call, the handle came from cuDeviceGet.
    check(unsafe { sys::cuDeviceTotalMem_v2(&mut memory, handle) })?;
    let name = CStr::from_bytes_until_nul(&name).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Device {
        name,
        compute_capability: (major, minor),
        memory_bytes: memory as u64,
        n_sms,
        warp_size,
        max_threads_per_block,
        max_shared_bytes,
        l2_bytes: u64::from(l2_bytes),
    })
}

fn check(result: sys::CUresult) -> Result<(), NoDriver> {
    match result {
        sys::CUresult::CUDA_SUCCESS => Ok(()),
        other => Err(NoDriver::Start(format!("{other:?}"))),
    }
}

/// `580.82.07` out of "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.82.07  …".
fn module_version() -> Option<String> {
    let text = std::fs::read_to_string("/proc/driver/nvidia/version").ok()?;
    let is_version = |word: &&str| word.contains('.') && word.chars().all(|c| c.is_ascii_digit() || c == '.');
    text.lines().next()?.split_whitespace().find(is_version).map(str::to_owned)
}
