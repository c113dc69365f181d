//! Runs a kernel of anyone's, out of any `.cu` or `.ptx` file, on the virtual GPU or on a real one, and says what came of
//! it: what the checks found, what it counted, what its buffers hold.
//!
//! There is no reference to compare with, so nothing is said about values.

mod args;
mod check;
mod json;
mod load;
mod names;
mod on_gpu;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use cuda::{Compiler, GpuError, NoDriver, WorkerCommand};
use diag::{Code, Diagnostic, Severity, Text, msg};
use exercise::{Backend, DeviceProps};
use runtime::compile::{CompileTime, Refusal};
use runtime::n_cores;
use vgpu::{Arg, Buffer, Counters, Gpu, Limits, Stopped};

pub use self::args::{ArgKind, FileArg, Fill};
pub use self::json::{JsonBuffer, JsonCounters, JsonRun, JsonValue, run_json};
use self::load::Loaded;
use crate::group::is_failure;
use crate::profile::Measured;
use crate::report::{Device, Report, RunOn, Timing, ToolchainUsed, Verdict};
use crate::story::story;
use crate::verify::our_fault;

/// How many elements of a buffer reports begin with.
const FIRST_ELEMENTS: usize = 8;

/// What to run.
#[derive(Debug, Clone)]
pub struct FileJob {
    /// The source or PTX file.
    pub file: PathBuf,
    /// The kernel, by any of its names; not needed where the file has one.
    pub entry: Option<String>,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub shared_bytes: u32,
    /// One for each parameter.
    pub args: Vec<FileArg>,
    /// The seed of random fills.
    pub seed: u64,
    /// Whether to count what each line does.
    pub profile: bool,
    /// Where it runs.
    pub device: RunOn,
    /// The virtual architecture that source is compiled for: `compute_80`.
    pub arch: String,
    /// Further options of NVRTC.
    pub nvrtc_options: Vec<String>,
    /// How long the kernel may run.
    pub patience: Duration,
    /// How to start the child that drives a GPU.
    pub worker: Option<WorkerCommand>,
    /// Set by whoever wants the run to end.
    pub cancel: Arc<AtomicBool>,
}

impl FileJob {
    /// The architecture where nobody asks for another one.
    pub const DEFAULT_ARCH: &str = runtime::unit::ARCH;

    /// Whether running it needs a compiler.
    pub fn needs_compiler(&self) -> bool {
        self.file.extension().is_none_or(|extension| extension != "ptx")
    }

    /// Whether anything of it depends on the seed.
    pub fn is_random(&self) -> bool {
        self.args.iter().any(|arg| matches!(arg.kind, ArgKind::Buffer { fill: Fill::Normal, .. }))
    }
}

/// What came of it.
#[derive(Debug, Clone)]
pub struct FileReport {
    /// Verdict, findings, times; the kernel's name stands where an exercise's would.
    pub report: Report,
    /// Whether anything depended on the seed.
    pub is_random: bool,
    /// How many threads the launch had.
    pub n_threads: u64,
    /// Exact counts of what ran; none from a real GPU.
    pub counters: Option<Counters>,
    /// What each line did, where the job asked for that.
    pub measured: Option<Measured>,
    /// The buffers after the launch, in the order of the arguments; none when nothing ran.
    pub buffers: Vec<BufferReport>,
    /// What the kernel printed.
    pub printed: String,
}

/// A buffer after the launch.
#[derive(Debug, Clone, PartialEq)]
pub struct BufferReport {
    /// Its name.
    pub name: String,
    /// Its type as it was written, `f32[64]`.
    pub ty: String,
    /// How many elements it has.
    pub n_elems: usize,
    /// How many of them the kernel wrote or changed.
    pub n_written: usize,
    /// Its first elements, as people read them.
    pub first: Vec<String>,
    /// Whether the elements are numbers with a fraction.
    pub is_float: bool,
    /// All of its bytes.
    pub bytes: Vec<u8>,
}

/// Runs `job`. Without a compiler only PTX can be run.
///
/// Never panics: a fault of camp's own becomes a report with the verdict [`Verdict::Error`].
pub fn run_file(mut compiler: Option<&mut Compiler>, job: &FileJob) -> FileReport {
    let start = Instant::now();
    let report = Report {
        exercise: job.entry.clone().unwrap_or_default(),
        backend: Backend::Nvidia,
        device: if job.device == RunOn::Gpu { Device::Gpu } else { Device::Virtual },
        gpu: None,
        gpu_unused: None,
        kernel: job.file.clone(),
        seed: job.seed,
        verdict: Verdict::Error,
        problem: None,
        findings: Vec::new(),
        cases: Vec::new(),
        timing: Timing::default(),
        toolchain: None,
        sources: diag::SourceMap::new(),
    };
    let n_threads = job.grid.iter().chain(&job.block).map(|&d| u64::from(d)).product();
    let is_random = job.is_random();
    let mut whole = FileReport {
        report,
        is_random,
        n_threads,
        counters: None,
        measured: None,
        buffers: Vec::new(),
        printed: String::new(),
    };
    if let Some(compiler) = compiler.as_ref().filter(|_| job.needs_compiler()) {
        let nvrtc = compiler.toolchain().version;
        whole.report.toolchain = Some(ToolchainUsed { nvrtc, arch: job.arch.clone() });
    }
    let ran = catch_unwind(AssertUnwindSafe(|| run(compiler.as_deref_mut(), job, &mut whole)));
    if let Err(problem) = ran.unwrap_or_else(|panic| Err(our_fault(panic.as_ref()))) {
        whole.report.verdict = Verdict::Error;
        whole.report.problem = Some(problem);
    }
    whole.report.timing.total_ms = start.elapsed().as_secs_f64() * 1e3;
    whole
}

/// Fills in `whole`.
fn run(mut compiler: Option<&mut Compiler>, job: &FileJob, whole: &mut FileReport) -> Result<(), Text> {
    check::sizes(job)?;
    let initial = job.args.iter().map(|arg| args::bytes(arg, job.seed)).collect::<Result<Vec<_>, _>>()?;
    let mut time = CompileTime::default();
    let loaded = load::load(compiler.as_deref_mut(), job, &mut whole.report.sources, &mut time);
    whole.report.timing.compile_ms = time.total_ms;
    whole.report.timing.nvrtc_ms = time.nvrtc_ms;
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(Refusal::Kernel(found)) => {
            whole.report.findings = story(found);
            whole.report.verdict = Verdict::Failed;
            return Ok(());
        }
        Err(Refusal::Unsupported(found)) => {
            whole.report.findings = story(found);
            return Err(msg!("runtime-unsupported"));
        }
        Err(Refusal::Rules(error)) => return Err(error.text().clone()),
        Err(Refusal::Problem(problem)) => return Err(problem),
    };
    whole.report.exercise.clone_from(&loaded.shown);
    check::arguments(&loaded.program, &loaded.entry, job)?;
    if job.device != RunOn::Gpu {
        let start = Instant::now();
        let result = run_virtual(&loaded, job, &initial, whole);
        whole.report.timing.run_ms = start.elapsed().as_secs_f64() * 1e3;
        // What is wrong here may do any harm there.
        if job.device == RunOn::Virtual || result.is_err() || whole.report.verdict != Verdict::Passed {
            return result;
        }
    }
    match on_gpu::open(job.worker.as_ref()) {
        Ok(gpu) => on_gpu::run(gpu, compiler, &loaded, job, &initial, whole),
        Err(GpuError::NoDriver(NoDriver::NoLibrary)) if job.device == RunOn::Auto => Ok(()),
        Err(error) if job.device == RunOn::Auto => {
            whole.report.gpu_unused = Some(error.text());
            Ok(())
        }
        Err(error) => Err(error.text()),
    }
}

/// Runs the kernel on the virtual GPU.
fn run_virtual(
    loaded: &Loaded,
    job: &FileJob,
    initial: &[Option<Vec<u8>>],
    whole: &mut FileReport,
) -> Result<(), Text> {
    let mut gpu = Gpu::new();
    let mut buffers: Vec<(usize, Buffer)> = Vec::new();
    let mut values = Vec::new();
    for (at, arg) in job.args.iter().enumerate() {
        match &arg.kind {
            ArgKind::Scalar(bytes) => values.push(Arg::Bytes(bytes.clone())),
            ArgKind::Buffer { n_elems, .. } => {
                let buffer = gpu
                    .alloc(&arg.name, arg.elem, *n_elems)
                    .map_err(|error| msg!("judge-launch-refused", detail = error.to_string()))?;
                match &initial[at] {
                    Some(bytes) => gpu.write(buffer, bytes),
                    None => gpu.poison(buffer, &args::poison(arg.elem)),
                }
                values.push(Arg::Buffer(buffer));
                buffers.push((at, buffer));
            }
        }
    }
    let launch = vgpu::Launch {
        dynamic_shared_bytes: job.shared_bytes,
        profile: job.profile,
        limits: Limits { max_steps: u64::MAX, shared_bytes: DeviceProps::VIRTUAL.max_shared_bytes },
        cancel: Some(Arc::clone(&job.cancel)),
        give_up: Some(Arc::default()),
        threads: n_cores(),
        ..vgpu::Launch::new(job.grid, job.block, values)
    };
    let ran = within(job.patience, &launch, || gpu.launch(&loaded.program, &loaded.entry, &launch));
    let mut found = loaded.warnings.clone();
    found.extend(ran.findings.iter().map(|finding| finding.to_diagnostic(&whole.report.sources)));
    if ran.out_of_steps {
        // What has no end and what takes long look the same from here.
        let note = msg!("run-timeout-note", seconds = job.patience.as_secs());
        found.iter_mut().filter(|d| d.code == Code::Hang).for_each(|d| d.notes.push(note.clone()));
    }
    if ran.stopped == Some(Stopped::NotLaunched) {
        return Err(refused_launch(&found));
    }
    for (at, buffer) in buffers {
        let arg = &job.args[at];
        let written = match &initial[at] {
            Some(before) => changed(before, gpu.read(buffer), arg.elem.size_bytes()),
            None => elements(&gpu.written(buffer), arg.elem.size_bytes()),
        };
        whole.buffers.push(buffer_report(arg, gpu.read(buffer).to_vec(), written));
    }
    whole.counters = Some(ran.counters);
    whole.measured =
        ran.profile.map(|profile| Measured::new("", (job.grid, job.block), &profile, &whole.report.sources));
    whole.printed = ran.printed;
    conclude(found, ran.stopped, job, whole)
}

/// Makes a verdict of what was found.
fn conclude(
    mut found: Vec<Diagnostic>,
    stopped: Option<Stopped>,
    job: &FileJob,
    whole: &mut FileReport,
) -> Result<(), Text> {
    let is_unsupported = found.iter().any(|d| d.code == Code::UnsupportedInstruction);
    let is_failed = found.iter().any(is_failure);
    if stopped.is_some() && !is_failed && !is_unsupported && stopped != Some(Stopped::Cancelled) {
        // A stop without a finding would be a fault of ours: it must not pass.
        found.push(Diagnostic::error(Code::LaunchFailure, msg!("judge-stopped")));
    }
    whole.report.verdict = if found.iter().any(is_failure) { Verdict::Failed } else { Verdict::Passed };
    whole.report.findings = story(found);
    if job.cancel.load(Ordering::Relaxed) {
        return Err(msg!("runtime-cancelled"));
    }
    if is_unsupported { Err(msg!("runtime-unsupported")) } else { Ok(()) }
}

/// Why the launch was refused, and what to do about it.
fn refused_launch(found: &[Diagnostic]) -> Text {
    let error = found.iter().find(|d| d.severity == Severity::Error);
    error.map_or_else(|| msg!("judge-stopped"), |d| msg!("run-refused", what = d.title.clone()))
}

/// A buffer after the launch.
fn buffer_report(arg: &FileArg, bytes: Vec<u8>, n_written: usize) -> BufferReport {
    let shown = &bytes[..bytes.len().min(FIRST_ELEMENTS * arg.elem.size_bytes())];
    BufferReport {
        name: arg.name.clone(),
        ty: arg.type_text(),
        n_elems: bytes.len() / arg.elem.size_bytes(),
        n_written,
        first: args::shown(arg.elem, shown),
        is_float: args::float(arg.elem).is_some(),
        bytes,
    }
}

/// How many elements lie in these ranges of bytes, at least in part.
fn elements(written: &[Range<usize>], elem_bytes: usize) -> usize {
    let mut n = 0;
    let mut next = 0;
    for range in written {
        let from = (range.start / elem_bytes).max(next);
        let to = range.end.div_ceil(elem_bytes);
        n += to.saturating_sub(from);
        next = next.max(to);
    }
    n
}

/// How many elements differ.
fn changed(before: &[u8], after: &[u8], elem_bytes: usize) -> usize {
    if before == after {
        return 0;
    }
    before.chunks(elem_bytes).zip(after.chunks(elem_bytes)).filter(|(a, b)| a != b).count()
}

/// Runs `work` and has `launch` give up when it takes longer than `limit`.
fn within<T>(limit: Duration, launch: &vgpu::Launch, work: impl FnOnce() -> T) -> T {
    let (done, waiting) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if waiting.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout)
                && let Some(give_up) = &launch.give_up
            {
                give_up.store(true, Ordering::Relaxed);
            }
        });
        let result = work();
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_counted_once() {
        assert_eq!(elements(&[0..4, 8..16], 4), 3);
        assert_eq!(elements(&[0..1, 2..3, 7..9], 4), 3);
        assert_eq!(elements(&[], 4), 0);
        assert_eq!(changed(&[0, 0, 1, 1], &[0, 1, 1, 1], 2), 1);
    }
}
