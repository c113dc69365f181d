//! Runs kernels on two devices and compares their memory.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use cuda::{Gpu, GpuArg, GpuError, GpuLaunch, WorkerCommand};
use vgpu::{Arg, Checks, Elem, Launch, Limits, Program, Waves};

use crate::generate::{HEAD, Kernel, module};
use crate::record::Recorded;

/// How long a module of kernels may take to compile, and a kernel to run.
const LIMIT: Duration = Duration::from_secs(120);
/// Steps of a kernel on the virtual GPU: ten times what any takes.
const MAX_STEPS: u64 = 50_000_000;
/// How many kernels a differing one is tried to be cut down in.
const MAX_TRIES: usize = 400;
/// How many differing kernels are cut down; of more, the reason is the same.
const MAX_SHORTENED: u64 = 40;

/// With what the virtual GPU is compared.
#[derive(Debug, Clone)]
pub enum Against {
    /// A real GPU, driven by this child process.
    Gpu(WorkerCommand),
    /// Itself without its checks, blocks together where they can.
    Itself,
}

/// What to compare.
#[derive(Debug, Clone)]
pub struct Options {
    /// The seeds of the kernels.
    pub seeds: Range<u64>,
    /// How many are worked on at a time.
    pub n_jobs: usize,
    /// How many kernels a module for the GPU holds, so that its compiler need not start for each.
    pub n_batch: usize,
    /// With what.
    pub against: Against,
}

/// A kernel on which the devices differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its seed.
    pub seed: u64,
    /// What differs, in one line.
    pub what: String,
    /// The kernel, cut down to what still differs.
    pub ptx: String,
}

/// What came of a comparison.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// Kernels that were run on both.
    pub n_kernels: u64,
    /// Their threads.
    pub n_threads: u64,
    /// Instructions × active lanes of the virtual GPU.
    pub n_lane_instructions: u64,
    /// Bytes that were compared.
    pub n_bytes: u64,
    /// The kernels that differ, by seed.
    pub differences: Vec<Difference>,
    /// What the other device answered, by seed, where both agree.
    pub answers: Vec<Recorded>,
    /// The real GPU's name.
    pub gpu: Option<String>,
    /// How long it took.
    pub wall: Duration,
}

/// A kernel's memory after a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) memory: Vec<Vec<u8>>,
    pub(crate) n_lane_instructions: u64,
}

/// Compares all kernels of `options`. `progress` hears how many are done; setting `cancel` ends it early.
///
/// # Errors
/// Why the GPU cannot be used.
pub fn compare(options: &Options, cancel: &AtomicBool, progress: &(dyn Fn(u64) + Sync)) -> Result<Summary, GpuError> {
    let start = Instant::now();
    let next = AtomicU64::new(options.seeds.start);
    let n_batch = options.n_batch.max(1) as u64;
    let total = Mutex::new(Summary::default());
    let failed: Mutex<Option<GpuError>> = Mutex::new(None);
    let n_shortened = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..options.n_jobs.max(1) {
            scope.spawn(|| {
                let mut other = match Other::open(&options.against) {
                    Ok(other) => other,
                    Err(error) => {
                        *lock(&failed) = Some(error);
                        return;
                    }
                };
                loop {
                    let first = next.fetch_add(n_batch, Ordering::Relaxed);
                    if first >= options.seeds.end || cancel.load(Ordering::Relaxed) || lock(&failed).is_some() {
                        return;
                    }
                    let last = (first + n_batch).min(options.seeds.end);
                    let kernels: Vec<Kernel> = (first..last).map(Kernel::new).collect();
                    let mut part = Summary::default();
                    match other.batch(&kernels, &mut part, &n_shortened) {
                        Ok(()) => {
                            let mut total = lock(&total);
                            total.add(part);
                            total.gpu = other.name();
                            progress(total.n_kernels);
                        }
                        Err(error) => *lock(&failed) = Some(error),
                    }
                }
            });
        }
    });
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let mut summary = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    summary.differences.sort_by_key(|difference| difference.seed);
    summary.answers.sort_by_key(|answer| answer.seed);
    summary.wall = start.elapsed();
    Ok(summary)
}

impl Summary {
    fn add(&mut self, part: Summary) {
        self.n_kernels += part.n_kernels;
        self.n_threads += part.n_threads;
        self.n_lane_instructions += part.n_lane_instructions;
        self.n_bytes += part.n_bytes;
        self.differences.extend(part.differences);
        self.answers.extend(part.answers);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The device that the virtual GPU is compared with.
enum Other<'a> {
    Gpu(Box<Gpu>, &'a WorkerCommand),
    Itself,
}

/// What a device says about a kernel: its memory, or why there is none.
type Answer = Result<Vec<Vec<u8>>, String>;

impl<'a> Other<'a> {
    fn open(against: &'a Against) -> Result<Self, GpuError> {
        Ok(match against {
            Against::Gpu(worker) => Self::Gpu(Box::new(Gpu::open(worker)?), worker),
            Against::Itself => Self::Itself,
        })
    }

    fn name(&self) -> Option<String> {
        match self {
            Self::Gpu(gpu, _) => Some(gpu.device().name.clone()),
            Self::Itself => None,
        }
    }

    /// Compares a few kernels.
    fn batch(&mut self, kernels: &[Kernel], part: &mut Summary, n_shortened: &AtomicU64) -> Result<(), GpuError> {
        let answers = self.run(kernels)?;
        for (kernel, answer) in kernels.iter().zip(answers) {
            let ran = run_virtual(kernel, Checks::On);
            part.n_kernels += 1;
            part.n_threads += kernel.n_threads() as u64;
            part.n_lane_instructions += ran.as_ref().map_or(0, |ran| ran.n_lane_instructions);
            match difference(kernel, &ran, &answer) {
                None => {
                    let memory = answer.unwrap_or_default();
                    part.n_bytes += memory.iter().map(|bytes| bytes.len() as u64).sum::<u64>();
                    let text = format!("{HEAD}{}", kernel.ptx());
                    let (ptx, memory) = (hash([text.as_bytes()]), hash(memory.iter().map(Vec::as_slice)));
                    part.answers.push(Recorded { seed: kernel.seed, ptx, memory });
                }
                Some(what) => {
                    let is_shortened = n_shortened.fetch_add(1, Ordering::Relaxed) < MAX_SHORTENED;
                    let (kernel, what) =
                        if is_shortened { self.shorten(kernel, what)? } else { (kernel.clone(), what) };
                    let launch =
                        format!("// {what}\n// grid {:?}, block {:?}, n {}\n", kernel.grid, kernel.block, kernel.n);
                    let ptx = format!("{launch}{HEAD}{}", kernel.ptx());
                    part.differences.push(Difference { seed: kernel.seed, what, ptx });
                }
            }
        }
        Ok(())
    }

    /// A smaller kernel that still differs, and how.
    fn shorten(&mut self, kernel: &Kernel, what: String) -> Result<(Kernel, String), GpuError> {
        let (mut best, mut best_what) = (kernel.clone(), what);
        let mut n_tries = 0;
        let mut piece = best.n_pieces();
        while piece > 0 && n_tries < MAX_TRIES {
            piece -= 1;
            n_tries += 1;
            let smaller = best.without(piece);
            let answer = self.run(std::slice::from_ref(&smaller))?.pop().unwrap_or_else(|| Err(String::new()));
            let what = difference(&smaller, &run_virtual(&smaller, Checks::On), &answer);
            // A kernel that ends in a fault has to go on doing so: the fault is what is looked for.
            if let Some(what) = what.filter(|what| kind(what) == kind(&best_what)) {
                best = smaller;
                best_what = what;
                piece = piece.min(best.n_pieces());
            }
        }
        Ok((best, best_what))
    }

    /// What the device says about each kernel.
    fn run(&mut self, kernels: &[Kernel]) -> Result<Vec<Answer>, GpuError> {
        match self {
            Self::Itself => {
                Ok(kernels.iter().map(|kernel| run_virtual(kernel, Checks::Off).map(|ran| ran.memory)).collect())
            }
            Self::Gpu(gpu, worker) => run_gpu(gpu, worker, kernels),
        }
    }
}

/// Runs kernels on a real GPU, as one module where the driver takes it.
fn run_gpu(gpu: &mut Box<Gpu>, worker: &WorkerCommand, kernels: &[Kernel]) -> Result<Vec<Answer>, GpuError> {
    match gpu.load(module(kernels).as_bytes(), LIMIT) {
        Ok(()) => {}
        // One of them is to blame.
        Err(error) if kernels.len() > 1 => {
            reopen(gpu, worker, &error)?;
            let mut answers = Vec::new();
            for kernel in kernels {
                answers.extend(run_gpu(gpu, worker, std::slice::from_ref(kernel))?);
            }
            return Ok(answers);
        }
        Err(error) => {
            reopen(gpu, worker, &error)?;
            return Ok(vec![Err(error_text(&error))]);
        }
    }
    let mut answers = Vec::new();
    for (at, kernel) in kernels.iter().enumerate() {
        let [input, output, acc] = kernel.buffers();
        let n = kernel.n.to_le_bytes();
        let name = kernel.name();
        let launch = GpuLaunch {
            entry: &name,
            grid: kernel.grid,
            block: kernel.block,
            shared_bytes: 0,
            args: vec![GpuArg::Buffer(&input), GpuArg::Buffer(&output), GpuArg::Buffer(&acc), GpuArg::Value(&n)],
        };
        match gpu.launch(&launch, LIMIT) {
            Ok(ran) => answers.push(Ok(ran.buffers)),
            Err(error) => {
                answers.push(Err(error_text(&error)));
                if gpu.is_dead() {
                    reopen(gpu, worker, &error)?;
                    let rest = &kernels[at + 1..];
                    if !rest.is_empty() {
                        answers.extend(run_gpu(gpu, worker, rest)?);
                    }
                    return Ok(answers);
                }
            }
        }
    }
    Ok(answers)
}

/// Opens the GPU again after a fault of a kernel's; any other fault ends the comparison.
fn reopen(gpu: &mut Box<Gpu>, worker: &WorkerCommand, error: &GpuError) -> Result<(), GpuError> {
    match error {
        GpuError::NoDriver(_) | GpuError::Internal(_) => Err(error.clone()),
        _ if gpu.is_dead() => {
            **gpu = Gpu::open(worker)?;
            Ok(())
        }
        _ => Ok(()),
    }
}

fn error_text(error: &GpuError) -> String {
    match error {
        GpuError::Driver { name, log, .. } if !log.is_empty() => {
            format!("{name}: {}", log.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        other => other.to_string(),
    }
}

/// Runs a kernel on the virtual GPU.
///
/// # Errors
/// Why it did not run to its end without a finding, in one line.
pub(crate) fn run_virtual(kernel: &Kernel, checks: Checks) -> Result<Ran, String> {
    let text = format!("{HEAD}{}", kernel.ptx());
    let parsed = ptx::parse(&text).map_err(|error| format!("not parsed: {error}"))?;
    let program = Program::load(parsed).map_err(|error| format!("not loaded: {error}"))?;
    let mut gpu = vgpu::Gpu::new();
    let mut buffers = Vec::new();
    for (name, bytes) in ["in", "out", "acc"].into_iter().zip(kernel.buffers()) {
        let buffer = gpu.alloc(name, Elem::U8, bytes.len()).map_err(|error| error.to_string())?;
        gpu.write(buffer, &bytes);
        buffers.push(buffer);
    }
    let mut args: Vec<Arg> = buffers.iter().map(|&buffer| Arg::Buffer(buffer)).collect();
    args.push(Arg::U32(kernel.n));
    let limits = Limits { max_steps: MAX_STEPS, ..Limits::default() };
    // Waves are the way of many blocks; here they are for the runs that are compared with others.
    let waves = if checks == Checks::On { Waves::WhereWorth } else { Waves::Always };
    let launch = Launch { checks, limits, waves, ..Launch::new(kernel.grid, kernel.block, args) };
    let run = gpu.launch(&program, &kernel.name(), &launch);
    if let Some(finding) = run.findings.first() {
        return Err(format!("finding {}: {:?}", finding.code(), finding.fact));
    }
    if let Some(stopped) = run.stopped {
        return Err(format!("stopped: {stopped:?}"));
    }
    let memory = buffers.iter().map(|&buffer| gpu.read(buffer).to_vec()).collect();
    Ok(Ran { memory, n_lane_instructions: run.counters.lane_instructions })
}

/// How the devices differ, if they do.
fn difference(kernel: &Kernel, ran: &Result<Ran, String>, answer: &Answer) -> Option<String> {
    match (ran, answer) {
        (Err(what), _) => Some(format!("virtual GPU: {what}")),
        (_, Err(what)) => Some(format!("other device: {what}")),
        (Ok(ran), Ok(answer)) => {
            ["in", "out", "acc"].into_iter().zip(ran.memory.iter().zip(answer)).find_map(|(name, (a, b))| {
                let at = a.iter().zip(b).position(|(a, b)| a != b)?;
                let n = a.iter().zip(b).filter(|(a, b)| a != b).count();
                let word = |bytes: &[u8]| {
                    bytes.iter().skip(at & !7).take(8).rev().map(|b| format!("{b:02x}")).collect::<String>()
                };
                let place = if name == "out" {
                    format!("thread {}, byte {}", at / crate::generate::OUT_BYTES, at % crate::generate::OUT_BYTES)
                } else {
                    format!("byte {at}")
                };
                Some(format!(
                    "{name}, {place}: {} here, {} there; {n} bytes differ (seed {})",
                    word(a),
                    word(b),
                    kernel.seed
                ))
            })
        }
    }
}

/// Which of the devices is at a loss, if one is.
fn kind(what: &str) -> Option<&str> {
    what.split_once(": ").map(|(kind, _)| kind).filter(|kind| kind.ends_with("GPU") || kind.ends_with("device"))
}

/// FNV-1a of all bytes.
pub(crate) fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let bytes = parts.into_iter().flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
