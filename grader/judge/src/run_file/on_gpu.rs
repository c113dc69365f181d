//! Runs the kernel on a real GPU.

use std::time::Instant;

use cuda::{Compiler, Gpu, GpuArg, GpuError, GpuLaunch, WorkerCommand};
use diag::{Code, Diagnostic, Text, msg};

use super::load::{self, Loaded};
use super::{ArgKind, FileJob, FileReport, args, buffer_report, changed};
use crate::compile::COMPILE_LIMIT;
use crate::report::{Device, Verdict};
use crate::story::story;

/// The first GPU of this machine.
///
/// # Errors
/// Why there is none that can be used.
pub fn open(worker: Option<&WorkerCommand>) -> Result<Gpu, GpuError> {
    let worker = worker.ok_or_else(|| GpuError::Internal("no worker".to_owned()))?;
    Gpu::open(worker)
}

/// Runs the loaded kernel on `gpu` and puts what came of it into `whole`: its buffers in place of the virtual GPU's, and a
/// finding where the GPU stopped the kernel.
///
/// # Errors
/// Why nothing can be said about the kernel.
pub fn run(
    mut gpu: Gpu,
    compiler: Option<&mut Compiler>,
    loaded: &Loaded,
    job: &FileJob,
    initial: &[Option<Vec<u8>>],
    whole: &mut FileReport,
) -> Result<(), Text> {
    let image = match (compiler, &loaded.source) {
        (Some(compiler), Some(source)) => machine_code(compiler, job, source, loaded, &gpu, whole),
        _ => None,
    };
    let image = image.as_deref().unwrap_or(loaded.ptx.as_bytes());
    gpu.load(image, COMPILE_LIMIT).map_err(|error| error.text())?;
    let before: Vec<Option<Vec<u8>>> = job.args.iter().zip(initial).map(|(arg, bytes)| contents(arg, bytes)).collect();
    let values = job.args.iter().zip(&before).map(|(arg, bytes)| match (&arg.kind, bytes) {
        (ArgKind::Scalar(bytes), _) => GpuArg::Value(bytes),
        (ArgKind::Buffer { .. }, bytes) => GpuArg::Buffer(bytes.as_deref().unwrap_or_default()),
    });
    let launch = GpuLaunch {
        entry: &loaded.entry,
        grid: job.grid,
        block: job.block,
        shared_bytes: job.shared_bytes,
        args: values.collect(),
    };
    let start = Instant::now();
    let ran = gpu.launch(&launch, job.patience);
    whole.gpu = Some(gpu.device().name.clone());
    let ran = match ran {
        Ok(ran) => ran,
        Err(error) if error.is_about_kernel() => {
            let code = if matches!(error, GpuError::TimedOut { .. }) { Code::Hang } else { Code::LaunchFailure };
            let finding = Diagnostic::error(code, error.text()).with_help(msg!("run-gpu-help"));
            whole.report.findings = story([finding]);
            whole.report.verdict = Verdict::Failed;
            whole.report.timing.run_ms += start.elapsed().as_secs_f64() * 1e3;
            return Ok(());
        }
        Err(error) => return Err(error.text()),
    };
    whole.report.device = Device::Gpu;
    whole.report.timing.run_ms = ran.kernel_ms;
    whole.report.verdict = Verdict::Passed;
    whole.printed = ran.printed;
    let buffers = job.args.iter().zip(before).filter_map(|(arg, before)| Some((arg, before?)));
    whole.buffers = buffers
        .zip(ran.buffers)
        .map(|((arg, before), after)| {
            let n_written = changed(&before, &after, arg.elem.size_bytes());
            buffer_report(arg, after, n_written)
        })
        .collect();
    Ok(())
}

/// What a buffer holds before the launch; none for a value.
fn contents(arg: &super::FileArg, bytes: &Option<Vec<u8>>) -> Option<Vec<u8>> {
    match (&arg.kind, bytes) {
        (ArgKind::Scalar(_), _) => None,
        (ArgKind::Buffer { .. }, Some(bytes)) => Some(bytes.clone()),
        (ArgKind::Buffer { n_elems, .. }, None) => Some(args::poison(arg.elem).repeat(*n_elems)),
    }
}

/// The kernel as this GPU's machine code, by NVRTC: the driver may be older than NVRTC and refuse its PTX. None when NVRTC
/// does not know the GPU, whose driver then takes the PTX.
fn machine_code(
    compiler: &mut Compiler,
    job: &FileJob,
    source: &str,
    loaded: &Loaded,
    gpu: &Gpu,
    whole: &mut FileReport,
) -> Option<Vec<u8>> {
    let (major, minor) = gpu.device().compute_capability;
    let start = Instant::now();
    let request = load::request(job, source, &loaded.expressions, format!("sm_{major}{minor}"));
    let compiled = compiler.compile(&request, COMPILE_LIMIT).ok();
    whole.report.timing.compile_ms += start.elapsed().as_secs_f64() * 1e3;
    compiled.and_then(|compiled| compiled.cubin)
}
