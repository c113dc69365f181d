//! The child's side: a context on one GPU, a module, launches.
#![allow(unsafe_code, reason = "calls C functions of a library loaded at run time")]

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::time::Instant;

use cudarc::driver::sys;

use super::output::Output;
use super::{ArgPlace, Failure, LaunchOrder, Stage};
use crate::driver::{self, Device, NoDriver};

/// Functions that this module calls; cudarc panics at the first call of a missing one.
const SYMBOLS: [&str; 15] = [
    "cuDevicePrimaryCtxRetain",
    "cuCtxSetCurrent",
    "cuCtxSynchronize",
    "cuModuleLoadDataEx",
    "cuModuleUnload",
    "cuModuleGetFunction",
    "cuMemAlloc_v2",
    "cuMemFree_v2",
    "cuMemcpyHtoD_v2",
    "cuMemcpyDtoH_v2",
    "cuFuncSetAttribute",
    "cuLaunchKernel",
    "cuGetErrorName",
    "cuGetErrorString",
    "cuDeviceGet",
];

/// Bytes for the driver's log about a module.
const LOG_BYTES: usize = 16 << 10;

/// A context on the first GPU.
pub(crate) struct Context {
    device: Device,
    module: Option<sys::CUmodule>,
    output: Output,
}

/// A buffer on the GPU, freed when it goes.
struct DeviceBuffer(sys::CUdeviceptr);

impl Drop for DeviceBuffer {
    fn drop(&mut self) {
        // SAFETY: the address came from cuMemAlloc and is freed once. After a fault the call fails, which frees as well.
        let _ = unsafe { sys::cuMemFree_v2(self.0) };
    }
}

impl Context {
    /// Opens the first GPU. `output`: where the process's standard output goes from now on.
    pub(crate) fn open(output: Output) -> Result<Self, Failure> {
        let known = driver::probe().map_err(Failure::NoDriver)?;
        let Some(device) = known.devices.first().cloned() else {
            return Err(Failure::NoDriver(NoDriver::Start("CUDA_ERROR_NO_DEVICE".to_owned())));
        };
        // SAFETY: the probe found the library, so this does not panic.
        let library = unsafe { sys::culib() };
        for symbol in SYMBOLS {
            // SAFETY: the symbol is looked up, never called through this type.
            if unsafe { library.get::<*const ()>(symbol.as_bytes()) }.is_err() {
                return Err(Failure::NoDriver(NoDriver::Symbol(symbol.to_owned())));
            }
        }
        let mut handle: sys::CUdevice = 0;
        let mut context = std::ptr::null_mut();
        // SAFETY: the pointers are valid for the calls; there is at least one device; the context stays current in this
        // thread, which makes every other call.
        unsafe {
            check(Stage::Open, sys::cuDeviceGet(&mut handle, 0))?;
            check(Stage::Open, sys::cuDevicePrimaryCtxRetain(&mut context, handle))?;
            check(Stage::Open, sys::cuCtxSetCurrent(context))?;
        }
        Ok(Self { device, module: None, output })
    }

    /// The GPU.
    pub(crate) fn device(&self) -> &Device {
        &self.device
    }

    /// Loads PTX or a CUBIN in place of the module before.
    pub(crate) fn load(&mut self, image: Vec<u8>) -> Result<(), Failure> {
        if let Some(module) = self.module.take() {
            // SAFETY: the module was loaded by this context, and no launch is under way.
            check(Stage::Load, unsafe { sys::cuModuleUnload(module) })?;
        }
        // PTX is text that must end with a NUL; behind a CUBIN the byte means nothing.
        let mut image = image;
        image.push(0);
        let mut log = vec![0_u8; LOG_BYTES];
        let mut options =
            [sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER, sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
        // The driver takes sizes in place of pointers.
        let mut values: [*mut c_void; 2] = [log.as_mut_ptr().cast(), LOG_BYTES as *mut c_void];
        let mut module = std::ptr::null_mut();
        // SAFETY: image, log and both arrays outlive the call and have the lengths given.
        let result = unsafe {
            sys::cuModuleLoadDataEx(&mut module, image.as_ptr().cast(), 2, options.as_mut_ptr(), values.as_mut_ptr())
        };
        check(Stage::Load, result).map_err(|failure| match failure {
            Failure::Driver { stage, name, text, .. } => {
                let end = log.iter().position(|&byte| byte == 0).unwrap_or(log.len());
                let log = String::from_utf8_lossy(&log[..end]).trim().to_owned();
                Failure::Driver { stage, name, text, log }
            }
            other => other,
        })?;
        self.module = Some(module);
        Ok(())
    }

    /// Launches a kernel of the loaded module. `payload`: the contents of its buffers, one after the other; afterwards
    /// what they hold then. The kernel's time in milliseconds, and what it printed.
    pub(crate) fn launch(&mut self, order: &LaunchOrder, payload: &mut [u8]) -> Result<(f64, String), Failure> {
        let Some(module) = self.module else {
            return Err(Failure::Order("no module".to_owned()));
        };
        let name = CString::new(order.entry.as_str()).map_err(|_| Failure::Order("a NUL in the name".to_owned()))?;
        let mut function = std::ptr::null_mut();
        // SAFETY: the pointer is valid for the call, the module is loaded, the name ends with a NUL.
        check(Stage::Find, unsafe { sys::cuModuleGetFunction(&mut function, module, name.as_ptr()) })?;
        if order.shared_bytes > 0 {
            let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            let bytes = c_int::try_from(order.shared_bytes).unwrap_or(c_int::MAX);
            // SAFETY: the function belongs to the loaded module.
            check(Stage::Launch, unsafe { sys::cuFuncSetAttribute(function, attribute, bytes) })?;
        }
        let mut buffers = Vec::new();
        let mut values: Vec<Vec<u8>> = Vec::new();
        let mut from = 0_usize;
        for arg in &order.args {
            match arg {
                ArgPlace::Value(bytes) => values.push(bytes.clone()),
                ArgPlace::Buffer(n_bytes) => {
                    let n_bytes = usize::try_from(*n_bytes).unwrap_or(usize::MAX);
                    let part = payload.get(from..from.saturating_add(n_bytes));
                    let part = part.ok_or_else(|| Failure::Order("a short payload".to_owned()))?;
                    let buffer = upload(part)?;
                    values.push(buffer.0.to_le_bytes().to_vec());
                    buffers.push((buffer, from..from + n_bytes));
                    from += n_bytes;
                }
            }
        }
        let mut pointers: Vec<*mut c_void> = values.iter_mut().map(|bytes| bytes.as_mut_ptr().cast()).collect();
        let [gx, gy, gz] = order.grid;
        let [bx, by, bz] = order.block;
        let null = std::ptr::null_mut();
        let start = Instant::now();
        // SAFETY: each pointer is to the bytes of an argument, which outlive the call; the caller has compared their number
        // and sizes with the kernel's parameters. What the kernel does with addresses is the GPU's memory, not this
        // process's.
        unsafe {
            let (shared, args): (c_uint, _) = (order.shared_bytes, pointers.as_mut_ptr());
            let stream = std::ptr::null_mut();
            let launched = sys::cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, args, null);
            check(Stage::Launch, launched)?;
            check(Stage::Run, sys::cuCtxSynchronize())?;
        }
        let ms = start.elapsed().as_secs_f64() * 1e3;
        for (buffer, range) in &buffers {
            let part = &mut payload[range.clone()];
            // SAFETY: the buffer on the GPU has this part's length.
            check(Stage::Run, unsafe { sys::cuMemcpyDtoH_v2(part.as_mut_ptr().cast(), buffer.0, part.len()) })?;
        }
        Ok((ms, self.output.take()))
    }
}

/// A copy of `bytes` on the GPU.
fn upload(bytes: &[u8]) -> Result<DeviceBuffer, Failure> {
    let mut address: sys::CUdeviceptr = 0;
    // SAFETY: the pointer is valid for the call. A buffer of no bytes gets one, because the driver has no empty ones.
    check(Stage::Memory, unsafe { sys::cuMemAlloc_v2(&mut address, bytes.len().max(1)) })?;
    let buffer = DeviceBuffer(address);
    // SAFETY: the buffer has this length.
    check(Stage::Memory, unsafe { sys::cuMemcpyHtoD_v2(address, bytes.as_ptr().cast(), bytes.len()) })?;
    Ok(buffer)
}

fn check(stage: Stage, result: sys::CUresult) -> Result<(), Failure> {
    if result == sys::CUresult::CUDA_SUCCESS {
        return Ok(());
    }
    let word = |ask: unsafe fn(sys::CUresult, *mut *const c_char) -> sys::CUresult| {
        let mut text = std::ptr::null();
        // SAFETY: the pointer is valid for the call; the driver answers with a text of its own that ends with a NUL and
        // is never freed, or leaves the pointer null.
        unsafe {
            let _ = ask(result, &mut text);
            if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
        }
    };
    let name = word(sys::cuGetErrorName);
    let name = if name.is_empty() { format!("{result:?}") } else { name };
    Err(Failure::Driver { stage, name, text: word(sys::cuGetErrorString), log: String::new() })
}
