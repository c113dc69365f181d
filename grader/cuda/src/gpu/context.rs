//! The child's side: a context on one GPU, a module, launches.
#![allow(unsafe_code, reason = "calls C functions of a library loaded at run time")]

use std::ffi::{CStr, c_char, c_void};
use std::time::Instant;

use cudarc::driver::sys;

use super::memory::{Memory, Ready, Resident, find};
use super::output::Output;
use super::{ArgPlace, Failure, GUARD_BYTES, LaunchOrder, Overrun, Stage};
use crate::driver::{self, Device, NoDriver};

/// Functions that this module calls; cudarc panics at the first call of a missing one.
const SYMBOLS: [&str; 16] = [
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
    "cuMemsetD8_v2",
    "cuFuncSetAttribute",
    "cuLaunchKernel",
    "cuGetErrorName",
    "cuGetErrorString",
    "cuDeviceGet",
];

/// What the bytes beside the buffer `number` hold: something else for each, since a kernel that copies too much copies what
/// stands beside its input.
fn guard(number: usize) -> u8 {
    0xC5_u8.wrapping_sub(u8::try_from(number % 64).unwrap_or(0).wrapping_mul(3))
}

/// Bytes for the driver's log about a module.
const LOG_BYTES: usize = 16 << 10;

/// A context on the first GPU.
pub(crate) struct Context {
    device: Device,
    cuda_version: (u32, u32),
    module: Option<sys::CUmodule>,
    /// What stays from one order to the next.
    pub(crate) resident: Resident,
    output: Output,
}

/// A buffer on the GPU between two guard zones.
struct GuardedBuffer {
    /// Begins with the zone before the buffer.
    memory: Memory,
    n_bytes: usize,
    guard: u8,
}

impl GuardedBuffer {
    /// A copy of `bytes` on the GPU, as the buffer `number` of a launch.
    fn upload(bytes: &[u8], number: usize) -> Result<Self, Failure> {
        let size = bytes.len() + 2 * GUARD_BYTES;
        let buffer = Self { memory: Memory::new(size)?, n_bytes: bytes.len(), guard: guard(number) };
        // SAFETY: the allocation has this size, and the buffer lies within it.
        unsafe {
            check(Stage::Memory, sys::cuMemsetD8_v2(buffer.memory.0, buffer.guard, size))?;
            if !bytes.is_empty() {
                check(Stage::Memory, sys::cuMemcpyHtoD_v2(buffer.address(), bytes.as_ptr().cast(), bytes.len()))?;
            }
        }
        Ok(buffer)
    }

    fn address(&self) -> sys::CUdeviceptr {
        self.memory.0 + GUARD_BYTES as u64
    }

    /// Copies what the buffer holds into `bytes`, which has its length.
    fn download(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        if bytes.is_empty() {
            return Ok(());
        }
        // SAFETY: both have this length.
        check(Stage::Run, unsafe { sys::cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), self.address(), bytes.len()) })
    }

    /// What was written beside the buffer; `number` says which buffer it is.
    fn overruns(&self, number: usize) -> Result<Vec<Overrun>, Failure> {
        let mut zone = vec![0_u8; GUARD_BYTES];
        let mut overruns = Vec::new();
        for is_before in [true, false] {
            let from = if is_before { self.memory.0 } else { self.address() + self.n_bytes as u64 };
            // SAFETY: the zone lies within the allocation and has this length.
            check(Stage::Run, unsafe { sys::cuMemcpyDtoH_v2(zone.as_mut_ptr().cast(), from, zone.len()) })?;
            let mut changed = zone.iter().enumerate().filter(|(_, byte)| **byte != self.guard).map(|(at, _)| at);
            let nearest = if is_before { changed.clone().next_back() } else { changed.clone().next() };
            let Some(nearest) = nearest else { continue };
            let zone_start = if is_before { -(GUARD_BYTES as i64) } else { self.n_bytes as i64 };
            overruns.push(Overrun {
                buffer: number,
                offset: zone_start + nearest as i64,
                n_bytes: changed.by_ref().count(),
            });
        }
        Ok(overruns)
    }
}

impl Context {
    /// Opens the first GPU. `output`: where the process's standard output goes from now on.
    pub(crate) fn open(output: Output) -> Result<Self, Failure> {
        let known = driver::probe().map_err(Failure::NoDriver)?;
        let Some(device) = known.devices.first().cloned() else {
            return Err(Failure::NoDriver(NoDriver::Start("CUDA_ERROR_NO_DEVICE".to_owned())));
        };
        need(&SYMBOLS)?;
        let mut handle: sys::CUdevice = 0;
        let mut context = std::ptr::null_mut();
        // SAFETY: the pointers are valid for the calls; there is at least one device; the context stays current in this
        // thread, which makes every other call.
        unsafe {
            check(Stage::Open, sys::cuDeviceGet(&mut handle, 0))?;
            check(Stage::Open, sys::cuDevicePrimaryCtxRetain(&mut context, handle))?;
            check(Stage::Open, sys::cuCtxSetCurrent(context))?;
        }
        let resident = Resident::default();
        Ok(Self { device, cuda_version: known.cuda_version, module: None, resident, output })
    }

    /// The newest CUDA version that the driver supports.
    pub(crate) fn cuda_version(&self) -> (u32, u32) {
        self.cuda_version
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
        self.module = Some(load_module(image)?);
        Ok(())
    }

    /// Launches a kernel of the loaded module. `payload`: the contents of its buffers, one after the other; afterwards
    /// what they hold then. The kernel's time in milliseconds, what it printed, and what it wrote beside its buffers.
    pub(crate) fn launch(
        &mut self,
        order: &LaunchOrder,
        payload: &mut [u8],
    ) -> Result<(f64, String, Vec<Overrun>), Failure> {
        let Some(module) = self.module else {
            return Err(Failure::Order("no module".to_owned()));
        };
        let function = find(module, &order.entry, order.shared_bytes)?;
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
                    let buffer = GuardedBuffer::upload(part, buffers.len())?;
                    values.push(buffer.address().to_le_bytes().to_vec());
                    buffers.push((buffer, from..from + n_bytes));
                    from += n_bytes;
                }
            }
        }
        let LaunchOrder { grid, block, shared_bytes, .. } = *order;
        let mut ready = Ready { function, grid, block, shared_bytes, values };
        let start = Instant::now();
        ready.start(std::ptr::null_mut())?;
        // SAFETY: waits for the launch.
        check(Stage::Run, unsafe { sys::cuCtxSynchronize() })?;
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let mut overruns = Vec::new();
        for (number, (buffer, range)) in buffers.iter().enumerate() {
            buffer.download(&mut payload[range.clone()])?;
            overruns.extend(buffer.overruns(number)?);
        }
        Ok((ms, self.output.take(), overruns))
    }
}

/// Loads PTX or a CUBIN.
pub(super) fn load_module(image: Vec<u8>) -> Result<sys::CUmodule, Failure> {
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
    Ok(module)
}

/// Fails when the driver lacks one of these functions: cudarc panics at the first call of a missing one.
pub(super) fn need(symbols: &[&str]) -> Result<(), Failure> {
    match symbols.iter().find(|symbol| !has(symbol)) {
        Some(missing) => Err(Failure::NoDriver(NoDriver::Symbol((*missing).to_owned()))),
        None => Ok(()),
    }
}

/// Whether the driver, which is loaded, has a function.
pub(super) fn has(symbol: &str) -> bool {
    // SAFETY: the driver was found when the context was opened, so this does not panic; the symbol is looked up, never
    // called through this type.
    unsafe { sys::culib().get::<*const ()>(symbol.as_bytes()) }.is_ok()
}

pub(super) fn check(stage: Stage, result: sys::CUresult) -> Result<(), Failure> {
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
