//! Runs the kernel on a real GPU.

use std::time::Instant;

use cuda::{Compiler, Gpu, GpuArg, GpuError, GpuLaunch, WorkerCommand};
use diag::Text;
use exercise::Launch;
use runtime::compile::COMPILE_LIMIT;
use runtime::gpu_code::compile_for;

use super::load::{self, Loaded};
use super::{ArgKind, FileJob, FileReport, args, buffer_report, changed};
use crate::gpu;
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

/// Runs the loaded kernel on `device` and puts what came of it into `whole`: its buffers in place of the virtual GPU's, and a
/// finding where the GPU stopped the kernel.
///
/// # Errors
/// Why nothing can be said about the kernel.
pub fn run(
    mut device: Gpu,
    compiler: Option<&mut Compiler>,
    loaded: &Loaded,
    job: &FileJob,
    initial: &[Option<Vec<u8>>],
    whole: &mut FileReport,
) -> Result<(), Text> {
    let image = match (compiler, &loaded.source) {
        (Some(compiler), Some(source)) => machine_code(compiler, job, source, loaded, &device, whole),
        _ => None,
    };
    let image = image.as_deref().unwrap_or(loaded.ptx.as_bytes());
    device.load(image, COMPILE_LIMIT).map_err(|error| error.text())?;
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
    let ran = device.launch(&launch, job.patience);
    whole.report.gpu = Some(device.device().name.clone());
    let ran = match ran {
        Ok(ran) => ran,
        Err(error) => {
            let shape = Launch::new(loaded.entry.clone(), job.grid, job.block, job.shared_bytes);
            let finding = gpu::to_diagnostic(&error, &shape).ok_or_else(|| error.text())?;
            whole.report.findings = story([finding]);
            whole.report.verdict = Verdict::Failed;
            whole.report.timing.run_ms += start.elapsed().as_secs_f64() * 1e3;
            return Ok(());
        }
    };
    whole.report.device = Device::Gpu;
    whole.report.timing.run_ms = ran.kernel_ms;
    whole.printed = ran.printed;
    let names = job.args.iter().zip(&before).filter_map(|(arg, before)| Some((&arg.name, before.as_ref()?.len())));
    let names: Vec<_> = names.collect();
    let beside = ran.overruns.iter().filter_map(|overrun| names.get(overrun.buffer).map(|name| (overrun, name)));
    let found: Vec<_> = beside.map(|(overrun, (name, n_bytes))| gpu::beside(*overrun, name, *n_bytes)).collect();
    whole.report.verdict = if found.is_empty() { Verdict::Passed } else { Verdict::Failed };
    whole.report.findings = story(found);
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

/// The kernel as this GPU's machine code, by NVRTC: the driver may be older than NVRTC and refuse its PTX. None where
/// that cannot be made; the driver then takes the PTX.
fn machine_code(
    compiler: &mut Compiler,
    job: &FileJob,
    source: &str,
    loaded: &Loaded,
    device: &Gpu,
    whole: &mut FileReport,
) -> Option<Vec<u8>> {
    let start = Instant::now();
    let request = load::request(job, source, &loaded.expressions, job.arch.clone());
    let code = compile_for(device.device(), compiler, request).ok();
    whole.report.timing.compile_ms += start.elapsed().as_secs_f64() * 1e3;
    code.map(|code| code.image)
}
