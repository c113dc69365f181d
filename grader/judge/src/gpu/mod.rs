//! A real GPU as a place where cases run.
//!
//! The GPU is driven by a child process ([`cuda::Gpu`]): a kernel that hangs or touches foreign memory ends the child, and
//! the next verdict opens another one. Buffers stand between guard zones and are poisoned as on the virtual GPU; what a
//! kernel wrote is seen by what changed. A GPU names no thread and no line: that is the virtual GPU's part.

mod case;
mod door;
mod fault;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cuda::{CompileError, Compiler, Gpu, GpuArg, GpuError, GpuLaunch, NoDriver, NvrtcMessage, Request};
use diag::{Diagnostic, Text, msg};
use exercise::{Backend, Case, DeviceProps, Exercise, Launch, LaunchRules};

pub use self::case::{beside, run};
pub use self::door::Door;
pub use self::fault::to_diagnostic;
use crate::compile::{self, COMPILE_LIMIT, Kernel, Order, Refusal, Unit, toolchain_problem};
use crate::unit;

/// The oldest compute capability for which NVRTC 13 makes machine code; NVRTC 12 goes back to [`OLDEST_12`].
const OLDEST_13: (u32, u32) = (7, 5);
/// The oldest compute capability of NVRTC 12.
const OLDEST_12: (u32, u32) = (5, 0);

/// Why a GPU is not used.
#[derive(Debug)]
pub enum Unusable {
    /// There is none: nothing that a learner has to know about.
    None(Text),
    /// There is one, but it cannot run the kernel; one sentence.
    Because(Text),
    /// The learner's `launch.toml` cannot be used on it.
    Rules(Box<exercise::Error>),
    /// The compiler refuses the kernel for this GPU.
    Kernel(Vec<Diagnostic>),
}

impl From<GpuError> for Unusable {
    fn from(error: GpuError) -> Self {
        match error {
            GpuError::NoDriver(NoDriver::NoLibrary) => Self::None(error.text()),
            error => Self::Because(error.text()),
        }
    }
}

impl From<Text> for Unusable {
    fn from(text: Text) -> Self {
        Self::Because(text)
    }
}

/// A kernel that the GPU has loaded, ready for its cases.
#[derive(Debug)]
pub struct OnGpu<'a> {
    /// The GPU.
    pub gpu: &'a mut Gpu,
    /// How each case is launched, in the exercise's order.
    pub launches: Vec<Launch>,
    /// Mangled names by name expression.
    pub entries: HashMap<String, String>,
    /// What the kernel was compiled for: `sm_90`.
    pub arch: String,
}

/// Compiles the learner's kernel for the GPU behind `door` and loads it.
///
/// # Errors
/// Why the GPU is not used.
pub fn load<'a>(
    door: &'a mut Door,
    compiler: &mut Compiler,
    exercise: &Exercise,
    kernel: Kernel<'_>,
    rules: Option<&LaunchRules>,
    unit: Unit,
    sources: &diag::SourceMap,
) -> Result<OnGpu<'a>, Unusable> {
    let gpu = door.open()?;
    let unit = match exercise.backend {
        // Rules may choose by what the GPU is.
        Backend::Nvidia => {
            let cases: Vec<&Case> = exercise.cases.iter().collect();
            let (device, never) = (props(gpu.device()), AtomicBool::new(false));
            let (cases, device, cancel) = (&cases[..], &device, &never);
            let nvrtc = compiler.toolchain().version.0;
            let order = Order { exercise, kernel, rules, cases, device, sources, nvrtc, cancel };
            compile::build(None, order).map_err(|refusal| match refusal {
                Refusal::Rules(error) => Unusable::Rules(Box::new(error)),
                Refusal::Kernel(found) | Refusal::Unsupported(found) => Unusable::Kernel(found),
                Refusal::Problem(text) => Unusable::Because(text),
            })?
        }
        Backend::Tilelang | Backend::Metax => unit.unchecked(),
    };
    let expressions = unit.request.expressions.clone();
    let code = match compile_unit(gpu, compiler, &unit) {
        Err(Refused::Source { messages, log }) => {
            return Err(Unusable::Kernel(fault::refused(&cuda::diagnostics(&messages, sources), &log)));
        }
        Err(Refused::Because(text)) => return Err(Unusable::Because(text)),
        Ok(code) => code,
    };
    load_code(gpu, &code, compiler.toolchain().version).map_err(Unusable::Because)?;
    Ok(OnGpu {
        gpu,
        launches: unit.launches,
        entries: expressions.into_iter().zip(code.lowered).collect(),
        arch: code.arch,
    })
}

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
pub fn compile_unit(gpu: &Gpu, compiler: &mut Compiler, unit: &Unit) -> Result<Code, Refused> {
    match (compile_for(gpu, compiler, unit.request.clone()), &unit.full) {
        (Err(Refused::Source { .. }), Some(full)) => compile_for(gpu, compiler, full.clone()),
        (other, _) => other,
    }
}

/// Compiles `request` for the GPU at hand.
///
/// # Errors
/// Why it cannot be done.
pub fn compile_for(gpu: &Gpu, compiler: &mut Compiler, mut request: Request) -> Result<Code, Refused> {
    let (major, minor) = gpu.device().compute_capability;
    let nvrtc = compiler.toolchain().version;
    if (major, minor) < oldest(nvrtc) {
        return Err(Refused::Because(too_old(gpu, nvrtc)));
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

/// Loads a module that NVRTC `nvrtc` made.
///
/// # Errors
/// Why the driver does not take it, in one sentence.
pub fn load_code(gpu: &mut Gpu, code: &Code, nvrtc: (u32, u32)) -> Result<(), Text> {
    gpu.load(&code.image, COMPILE_LIMIT).map_err(|error| {
        let is_old = gpu.cuda_version().0 < nvrtc.0;
        if is_old { old_driver(gpu, nvrtc) } else { error.text() }
    })
}

/// Runs a small kernel on the GPU and looks at what it computed; how long all of it took, in milliseconds.
///
/// # Errors
/// Why the GPU cannot be used, in one sentence.
pub fn try_out(gpu: &mut Gpu, compiler: &mut Compiler) -> Result<f64, Text> {
    let source = "extern \"C\" __global__ void probe(int *out) { out[threadIdx.x] = 3 * threadIdx.x; }\n";
    let request = Request { name: "probe.cu".to_owned(), source: source.to_owned(), ..Request::default() };
    let start = Instant::now();
    let code = compile_for(gpu, compiler, request).map_err(|refused| match refused {
        Refused::Because(text) => text,
        Refused::Source { log, .. } => msg!("judge-internal", detail = log),
    })?;
    load_code(gpu, &code, compiler.toolchain().version)?;
    let zeros = [0; 32 * 4];
    let args = vec![GpuArg::Buffer(&zeros)];
    let order = GpuLaunch { entry: "probe", grid: [1; 3], block: [32, 1, 1], shared_bytes: 0, args };
    let ran = gpu.launch(&order, PATIENCE).map_err(|error| error.text())?;
    let right: Vec<u8> = (0..32_i32).flat_map(|t| (3 * t).to_le_bytes()).collect();
    if ran.buffers != [right] {
        return Err(msg!("judge-gpu-wrong"));
    }
    Ok(start.elapsed().as_secs_f64() * 1e3)
}

/// The oldest compute capability for which an NVRTC makes machine code.
fn oldest(nvrtc: (u32, u32)) -> (u32, u32) {
    if nvrtc.0 >= 13 { OLDEST_13 } else { OLDEST_12 }
}

/// The sentence about a GPU that this NVRTC does not compile for any more.
fn too_old(gpu: &Gpu, nvrtc: (u32, u32)) -> Text {
    msg!(
        "judge-gpu-too-old",
        gpu = &gpu.device().name,
        capability = version(gpu.device().compute_capability),
        nvrtc = version(nvrtc),
        oldest = version(oldest(nvrtc))
    )
}

/// The sentence about a driver that is older than NVRTC.
fn old_driver(gpu: &Gpu, nvrtc: (u32, u32)) -> Text {
    msg!("judge-gpu-old-driver", driver = version(gpu.cuda_version()), nvrtc = version(nvrtc))
}

fn version((major, minor): (u32, u32)) -> String {
    format!("{major}.{minor}")
}

/// How long the small kernel may take.
const PATIENCE: Duration = Duration::from_secs(10);
