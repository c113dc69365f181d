//! The child's side of what stays on the GPU: modules, buffers, launches on them.
#![allow(unsafe_code, reason = "calls C functions of a library loaded at run time")]

use std::collections::BTreeMap;
use std::ffi::{CString, c_int, c_void};
use std::ops::Range;
use std::rc::Rc;

use cudarc::driver::sys;

use super::context::{check, load_module, need};
use super::resident::{BufferId, MemoryFacts, ModuleId, ResidentArg, ResidentLaunch, ResidentOrder, ResidentReply};
use super::{Failure, Stage, timing};

/// Functions that this module and [`timing`] call beside the context's.
const SYMBOLS: [&str; 13] = [
    "cuCtxGetDevice",
    "cuDeviceGetAttribute",
    "cuMemGetInfo_v2",
    "cuMemsetD8_v2",
    "cuMemcpyDtoDAsync_v2",
    "cuStreamCreate",
    "cuStreamDestroy_v2",
    "cuStreamSynchronize",
    "cuEventCreate",
    "cuEventDestroy_v2",
    "cuEventRecord",
    "cuEventSynchronize",
    "cuCtxSetLimit",
];

/// Where buffers begin: at multiples of this, as those of the driver do.
const ALIGN_BYTES: u64 = 512;

/// What stays on the GPU. The context that made it must be current.
#[derive(Default)]
pub(crate) struct Resident {
    modules: Vec<sys::CUmodule>,
    buffers: BTreeMap<u32, Buffer>,
    n_buffers: u32,
    is_checked: bool,
}

/// A buffer: a part of a piece of memory.
struct Buffer {
    _memory: Rc<Memory>,
    address: sys::CUdeviceptr,
    n_bytes: u64,
}

/// Memory of the GPU, freed when it goes.
pub(super) struct Memory(pub(super) sys::CUdeviceptr);

impl Memory {
    pub(super) fn new(n_bytes: usize) -> Result<Self, Failure> {
        let mut address: sys::CUdeviceptr = 0;
        // SAFETY: the pointer is valid for the call. A buffer of no bytes gets one, because the driver has no empty ones.
        check(Stage::Memory, unsafe { sys::cuMemAlloc_v2(&mut address, n_bytes.max(1)) })?;
        Ok(Self(address))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the address came from cuMemAlloc and is freed once. After a fault the call fails, which frees as well.
        let _ = unsafe { sys::cuMemFree_v2(self.0) };
    }
}

/// A launch whose names have become what the driver takes.
pub(super) struct Ready {
    pub(super) function: sys::CUfunction,
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    pub(super) shared_bytes: u32,
    /// The arguments' bytes.
    pub(super) values: Vec<Vec<u8>>,
}

impl Resident {
    /// Does what is asked; `payload` is what followed the order, and then what follows the reply.
    pub(crate) fn serve(&mut self, order: ResidentOrder, payload: &mut Vec<u8>) -> Result<ResidentReply, Failure> {
        if !self.is_checked {
            need(&SYMBOLS)?;
            self.is_checked = true;
        }
        let sent = std::mem::take(payload);
        match order {
            ResidentOrder::Load(_) => {
                let id = ModuleId(u32::try_from(self.modules.len()).unwrap_or(u32::MAX));
                self.modules.push(load_module(sent)?);
                Ok(ResidentReply::Module(id))
            }
            ResidentOrder::Alloc(sizes) => self.alloc(&sizes).map(ResidentReply::Buffers),
            ResidentOrder::Free(ids) => {
                for id in ids {
                    self.buffers.remove(&id.0).ok_or_else(|| no_buffer(id))?;
                }
                Ok(ResidentReply::Done)
            }
            ResidentOrder::Facts => facts().map(ResidentReply::Facts),
            ResidentOrder::Write(id, _) => {
                let address = self.range(id, &(0..sent.len() as u64))?;
                // SAFETY: the buffer is at least as long as what was sent.
                check(Stage::Run, unsafe { sys::cuMemcpyHtoD_v2(address, sent.as_ptr().cast(), sent.len()) })?;
                Ok(ResidentReply::Done)
            }
            ResidentOrder::Fill(id, byte) => {
                let buffer = self.buffer(id)?;
                // SAFETY: the buffer has this length.
                check(Stage::Run, unsafe { sys::cuMemsetD8_v2(buffer.address, byte, to_size(buffer.n_bytes)) })?;
                Ok(ResidentReply::Done)
            }
            ResidentOrder::Read(id, range) => {
                let address = self.range(id, &range)?;
                *payload = vec![0; to_size(range.end - range.start)];
                // SAFETY: the range lies in the buffer, and the vector is as long.
                let read = unsafe { sys::cuMemcpyDtoH_v2(payload.as_mut_ptr().cast(), address, payload.len()) };
                check(Stage::Run, read)?;
                Ok(ResidentReply::Read(payload.len() as u64))
            }
            ResidentOrder::Launch(launch) => {
                self.ready(&launch)?.start(std::ptr::null_mut())?;
                // SAFETY: waits for the launch.
                check(Stage::Run, unsafe { sys::cuCtxSynchronize() })?;
                Ok(ResidentReply::Done)
            }
            ResidentOrder::Time(series) => timing::time(self, &series).map(ResidentReply::Timed),
            ResidentOrder::Close => Ok(ResidentReply::Done),
        }
    }

    /// Allocates buffers of these sizes in one piece of memory, which is freed with the last of them.
    fn alloc(&mut self, sizes: &[u64]) -> Result<Vec<BufferId>, Failure> {
        let padded = |n_bytes: u64| n_bytes.max(1).next_multiple_of(ALIGN_BYTES);
        let memory = Rc::new(Memory::new(to_size(sizes.iter().copied().map(padded).sum()))?);
        let mut address = memory.0;
        let mut ids = Vec::with_capacity(sizes.len());
        for &n_bytes in sizes {
            self.buffers.insert(self.n_buffers, Buffer { _memory: Rc::clone(&memory), address, n_bytes });
            ids.push(BufferId(self.n_buffers));
            self.n_buffers += 1;
            address += padded(n_bytes);
        }
        Ok(ids)
    }

    /// Looks up a launch's kernel and addresses.
    pub(super) fn ready(&self, launch: &ResidentLaunch) -> Result<Ready, Failure> {
        let module = self.modules.get(launch.module.0 as usize);
        let module = *module.ok_or_else(|| Failure::Order(format!("no module {}", launch.module.0)))?;
        let function = find(module, &launch.entry, launch.shared_bytes)?;
        let value = |arg: &ResidentArg| match arg {
            ResidentArg::Value(bytes) => Ok(bytes.clone()),
            ResidentArg::Buffer(id) => Ok(self.buffer(*id)?.address.to_le_bytes().to_vec()),
        };
        let values = launch.args.iter().map(value).collect::<Result<_, Failure>>()?;
        let ResidentLaunch { grid, block, shared_bytes, .. } = *launch;
        Ok(Ready { function, grid, block, shared_bytes, values })
    }

    /// The address of a range of a buffer.
    pub(super) fn range(&self, id: BufferId, range: &Range<u64>) -> Result<sys::CUdeviceptr, Failure> {
        let buffer = self.buffer(id)?;
        if range.start > range.end || range.end > buffer.n_bytes {
            return Err(Failure::Order(format!("{range:?} of a buffer of {} bytes", buffer.n_bytes)));
        }
        Ok(buffer.address + range.start)
    }

    fn buffer(&self, id: BufferId) -> Result<&Buffer, Failure> {
        self.buffers.get(&id.0).ok_or_else(|| no_buffer(id))
    }
}

/// Looks up a kernel of a loaded module and allows it so much dynamic shared memory.
pub(super) fn find(module: sys::CUmodule, entry: &str, shared_bytes: u32) -> Result<sys::CUfunction, Failure> {
    let name = CString::new(entry).map_err(|_| Failure::Order("a NUL in the name".to_owned()))?;
    let mut function = std::ptr::null_mut();
    // SAFETY: the pointer is valid for the call, the module is loaded, the name ends with a NUL.
    check(Stage::Find, unsafe { sys::cuModuleGetFunction(&mut function, module, name.as_ptr()) })?;
    if shared_bytes > 0 {
        let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        let bytes = c_int::try_from(shared_bytes).unwrap_or(c_int::MAX);
        // SAFETY: the function belongs to a loaded module.
        check(Stage::Launch, unsafe { sys::cuFuncSetAttribute(function, attribute, bytes) })?;
    }
    Ok(function)
}

impl Ready {
    /// Puts the launch into a stream.
    pub(super) fn start(&mut self, stream: sys::CUstream) -> Result<(), Failure> {
        let mut pointers: Vec<*mut c_void> = self.values.iter_mut().map(|bytes| bytes.as_mut_ptr().cast()).collect();
        let ([gx, gy, gz], [bx, by, bz]) = (self.grid, self.block);
        let args = pointers.as_mut_ptr();
        // SAFETY: each pointer is to the bytes of an argument, which outlive the call; the caller has compared their number
        // and sizes with the kernel's parameters. What the kernel does with addresses is the GPU's memory, not this
        // process's.
        let launched = unsafe {
            let null = std::ptr::null_mut();
            sys::cuLaunchKernel(self.function, gx, gy, gz, bx, by, bz, self.shared_bytes, stream, args, null)
        };
        check(Stage::Launch, launched)
    }
}

/// Asks the driver about the memory of the context's GPU.
fn facts() -> Result<MemoryFacts, Failure> {
    let (mut free, mut total) = (0_usize, 0_usize);
    let mut device: sys::CUdevice = 0;
    // SAFETY: the pointers are valid for the calls, and a context is current.
    unsafe {
        check(Stage::Memory, sys::cuMemGetInfo_v2(&mut free, &mut total))?;
        check(Stage::Memory, sys::cuCtxGetDevice(&mut device))?;
    }
    let attribute = |which| {
        let mut value: c_int = 0;
        // SAFETY: the pointer is valid for the call, the device is the context's.
        let result = unsafe { sys::cuDeviceGetAttribute(&mut value, which, device) };
        check(Stage::Memory, result).ok().and_then(|()| u32::try_from(value).ok()).filter(|&value| value > 0)
    };
    let l2_bytes = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE).unwrap_or(0);
    let khz = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
    let bits = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
    // Two transfers for each tick of the clock.
    let peak_gb_s = khz.zip(bits).map(|(khz, bits)| 2.0 * f64::from(khz) * 1e3 * f64::from(bits) / 8.0 / 1e9);
    Ok(MemoryFacts { l2_bytes: u64::from(l2_bytes), free_bytes: free as u64, peak_gb_s })
}

fn no_buffer(id: BufferId) -> Failure {
    Failure::Order(format!("no buffer {}", id.0))
}

pub(super) fn to_size(n_bytes: u64) -> usize {
    usize::try_from(n_bytes).unwrap_or(usize::MAX)
}
