//! Modules for one real GPU: which code NVRTC makes for it, and why it makes none.

use cuda::{CompileError, Compiler, Device, NvrtcMessage, Request};
use diag::{Text, msg};
use exercise::DeviceProps;

use crate::compile::{COMPILE_LIMIT, Unit, toolchain_problem};
use crate::unit;

/// The oldest compute capability for which NVRTC 13 makes machine code; NVRTC 12 goes back to [`OLDEST_12`].
const OLDEST_13: (u32, u32) = (7, 5);
/// The oldest compute capability of NVRTC 12.
const OLDEST_12: (u32, u32) = (5, 0);

/// What launch rules may ask of a GPU.
pub fn props(device: &cuda::Device) -> DeviceProps {
    DeviceProps {
        sm_count: device.n_sms,
        warp_size: device.warp_size,
        max_threads_per_block: device.max_threads_per_block,
        max_shared_bytes: device.max_shared_bytes,
        l2_bytes: device.l2_bytes,
        compute_capability: 10 * device.compute_capability.0 + device.compute_capability.1,
    }
}

/// A module for one GPU.
#[derive(Debug)]
pub struct Code {
    /// A CUBIN, or PTX for a GPU that NVRTC does not know yet.
    pub image: Vec<u8>,
    /// The mangled name of each expression of the request.
    pub lowered: Vec<String>,
    /// What it was compiled for: `sm_90`.
    pub arch: String,
}

/// Why there is no module for the GPU.
#[derive(Debug)]
pub enum Refused {
    /// The source has errors, or makes no code for this GPU.
    Source {
        /// The compiler's messages.
        messages: Vec<NvrtcMessage>,
        /// Its log, whole.
        log: String,
    },
    /// The GPU or the compiler cannot; one sentence.
    Because(Text),
}

/// Compiles a kernel's translation unit for the GPU at hand, in the form that the compiler takes.
///
/// # Errors
/// Why it cannot be done.
pub fn compile_unit(device: &Device, compiler: &mut Compiler, unit: &Unit) -> Result<Code, Refused> {
    match (compile_for(device, compiler, unit.request.clone()), &unit.full) {
        (Err(Refused::Source { .. }), Some(full)) => compile_for(device, compiler, full.clone()),
        (other, _) => other,
    }
}

/// Compiles `request` for the GPU at hand.
///
/// # Errors
/// Why it cannot be done.
pub fn compile_for(device: &Device, compiler: &mut Compiler, mut request: Request) -> Result<Code, Refused> {
    let (major, minor) = device.compute_capability;
    let nvrtc = compiler.toolchain().version;
    if (major, minor) < oldest(nvrtc) {
        return Err(Refused::Because(too_old(device, nvrtc)));
    }
    request.arch = format!("sm_{major}{minor}");
    let mut compiled = compiler.compile(&request, COMPILE_LIMIT);
    // Newer than this NVRTC: its driver compiles the PTX of an older one.
    if let Err(CompileError::Internal { .. }) = compiled {
        unit::ARCH.clone_into(&mut request.arch);
        compiled = compiler.compile(&request, COMPILE_LIMIT);
    }
    match compiled {
        Ok(compiled) => Ok(Code {
            image: compiled.cubin.unwrap_or_else(|| compiled.ptx.into_bytes()),
            lowered: compiled.lowered,
            arch: request.arch,
        }),
        Err(CompileError::Rejected { messages, log, .. }) => Err(Refused::Source { messages, log }),
        Err(error) => Err(Refused::Because(toolchain_problem(&error))),
    }
}

/// The oldest compute capability for which an NVRTC makes machine code.
fn oldest(nvrtc: (u32, u32)) -> (u32, u32) {
    if nvrtc.0 >= 13 { OLDEST_13 } else { OLDEST_12 }
}

/// The sentence about a GPU that this NVRTC does not compile for any more.
fn too_old(device: &Device, nvrtc: (u32, u32)) -> Text {
    msg!(
        "runtime-gpu-too-old",
        gpu = &device.name,
        capability = version(device.compute_capability),
        nvrtc = version(nvrtc),
        oldest = version(oldest(nvrtc))
    )
}

/// The sentence about a driver that is older than NVRTC.
pub fn old_driver(driver: (u32, u32), nvrtc: (u32, u32)) -> Text {
    msg!("runtime-gpu-old-driver", driver = version(driver), nvrtc = version(nvrtc))
}

fn version((major, minor): (u32, u32)) -> String {
    format!("{major}.{minor}")
}
