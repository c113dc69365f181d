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

use cuda::{Compiler, Gpu, GpuArg, GpuError, GpuLaunch, NoDriver, Request};
use diag::{Diagnostic, Text, msg};
use exercise::{Backend, Case, Exercise, Launch, LaunchRules};
use runtime::compile::{self, COMPILE_LIMIT, Kernel, Order, Refusal, Unit};
use runtime::gpu_code::{Code, Refused, compile_for, compile_unit, old_driver, props};

pub use self::case::{beside, run};
pub use self::door::Door;
pub use self::fault::to_diagnostic;

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
    let code = match compile_unit(gpu.device(), compiler, &unit) {
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

/// Loads a module that NVRTC `nvrtc` made.
///
/// # Errors
/// Why the driver does not take it, in one sentence.
pub fn load_code(gpu: &mut Gpu, code: &Code, nvrtc: (u32, u32)) -> Result<(), Text> {
    gpu.load(&code.image, COMPILE_LIMIT).map_err(|error| {
        let is_old = gpu.cuda_version().0 < nvrtc.0;
        if is_old { old_driver(gpu.cuda_version(), nvrtc) } else { error.text() }
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
    let code = compile_for(gpu.device(), compiler, request).map_err(|refused| match refused {
        Refused::Because(text) => text,
        Refused::Source { log, .. } => msg!("runtime-internal", detail = log),
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

/// How long the small kernel may take.
const PATIENCE: Duration = Duration::from_secs(10);
