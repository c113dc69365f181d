//! How fast the virtual GPU is: the solutions of the four exercises and a few unfriendly launches, beside other programs
//! that do the same work in the same run.

mod baseline;
mod jobs;
mod memory;

pub use baseline::{Baseline, BaselineTime};

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use cuda::{CompileError, Request};
use diag::{SourceMap, Text, msg};
use exercise::{Backend, Exercise, Launch};
use runtime::compile::{self, COMPILE_LIMIT, CompileTime, Kernel, Refusal};
use runtime::unit::ARCH;
use vgpu::{Checks, Gpu, Program};

use crate::Judge;
use jobs::{JOBS, Job};

/// Memory that a launch may take beside twice its buffers, in MB.
const FREE_MB: f64 = 200.0;

/// What was measured of one launch.
#[derive(Debug, Clone)]
pub struct Measured {
    /// The launch's name.
    pub name: &'static str,
    /// Elements of the input.
    pub n_elements: usize,
    /// PTX instructions × active lanes.
    pub lane_instructions: u64,
    /// The median of the rounds.
    pub wall_ms: f64,
    /// Whether every check ran, or bounds alone.
    pub checks: bool,
    /// Cores that the launch used.
    pub n_threads: usize,
    /// All buffers of the launch.
    pub buffers_mb: f64,
    /// The most that the process held during the launch, where the system tells.
    pub peak_mb: Option<f64>,
    /// The friendly launch that it is compared with.
    pub friend: Option<&'static str>,
}

impl Measured {
    /// Lane instructions a second, in billions.
    pub fn rate(&self) -> f64 {
        self.lane_instructions as f64 / self.wall_ms / 1e6
    }

    /// Whether it kept to twice its buffers and 200 MB.
    pub fn is_frugal(&self) -> Option<bool> {
        self.peak_mb.map(|peak| peak <= 2.0 * self.buffers_mb + FREE_MB)
    }
}

/// The names of all launches, in the order in which they are measured.
pub fn names() -> impl Iterator<Item = &'static str> {
    JOBS.iter().map(|job| job.name)
}

/// The names of those among them that other programs do as well.
pub fn operators() -> impl Iterator<Item = &'static str> {
    JOBS.iter().filter(|job| job.friend.is_none()).map(|job| job.name)
}

/// Measures launches.
#[derive(Debug)]
pub struct Bench {
    /// Programs and mangled names, by what [`name_of`] calls a kernel.
    programs: BTreeMap<String, (std::sync::Arc<Program>, String)>,
    /// The median of so many rounds.
    pub n_rounds: usize,
    /// Cores for each launch.
    pub n_threads: usize,
}

impl Bench {
    /// Compiles the kernels of the launches that `wanted` asks for.
    ///
    /// # Errors
    /// Why a kernel does not compile or load.
    pub fn new(
        judge: &mut Judge,
        exercises: &[Exercise],
        wanted: impl Fn(&str) -> bool,
        n_rounds: usize,
        n_threads: usize,
    ) -> Result<Self, Text> {
        let mut programs = BTreeMap::new();
        for job in JOBS.iter().filter(|job| wanted(job.name)) {
            if programs.contains_key(&name_of(job.kernel)) {
                continue;
            }
            let loaded = match job.kernel {
                jobs::Kernel::Solution(name, _) => {
                    let exercise = exercises.iter().find(|exercise| exercise.name == name);
                    solution(judge, exercise.ok_or_else(|| msg!("judge-bench-no-exercise", name = name))?)?
                }
                jobs::Kernel::Extra(_) => extra(judge)?,
            };
            programs.extend(loaded);
        }
        Ok(Self { programs, n_rounds: n_rounds.max(1), n_threads })
    }

    /// Measures the launch called `name`.
    ///
    /// # Errors
    /// Why it could not be measured; a wrong result and a finding are such reasons.
    pub fn measure(&self, name: &str, checks: bool) -> Result<Measured, Text> {
        let failed = |detail: String| msg!("judge-bench-failed", name = name, detail = detail);
        let job: &Job = JOBS.iter().find(|job| job.name == name).ok_or_else(|| failed("?".to_owned()))?;
        let (program, entry) = self.programs.get(&name_of(job.kernel)).ok_or_else(|| failed("?".to_owned()))?;
        let mut gpu = Gpu::new();
        let mut placed = job.place(&mut gpu).map_err(|error| failed(error.to_string()))?;
        placed.launch.checks = if checks { Checks::On } else { Checks::Off };
        placed.launch.threads = self.n_threads;
        memory::forget_peak();
        let mut times = Vec::with_capacity(self.n_rounds);
        let mut lane_instructions = 0;
        for _ in 0..self.n_rounds {
            gpu.poison(placed.out, &[0xff]);
            let start = Instant::now();
            let run = gpu.launch(program, entry, &placed.launch);
            times.push(start.elapsed().as_secs_f64() * 1e3);
            if let Some(stopped) = run.stopped {
                return Err(failed(format!("{stopped:?}")));
            }
            if let Some(finding) = run.findings.first() {
                return Err(failed(format!("{:?}", finding.fact)));
            }
            lane_instructions = run.counters.lane_instructions;
        }
        let peak_mb = memory::peak_mb();
        if !job.is_right(gpu.read(placed.out)) {
            return Err(msg!("judge-bench-wrong", name = name));
        }
        times.sort_by(f64::total_cmp);
        Ok(Measured {
            name: job.name,
            n_elements: job.n_elements(),
            lane_instructions,
            wall_ms: times[times.len() / 2],
            checks,
            n_threads: self.n_threads,
            buffers_mb: placed.n_buffer_bytes as f64 / 1e6,
            peak_mb,
            friend: job.friend,
        })
    }
}

fn name_of(kernel: jobs::Kernel) -> String {
    match kernel {
        jobs::Kernel::Solution(name, dtype) => format!("{name} {}", dtype.map_or("", exercise::Dtype::as_str)),
        jobs::Kernel::Extra(name) => format!("extra {name}"),
    }
}

type Loaded = Vec<(String, (std::sync::Arc<Program>, String))>;

/// The solution of an exercise, as the judge compiles it.
fn solution(judge: &mut Judge, exercise: &Exercise) -> Result<Loaded, Text> {
    let path = exercise.solution_path();
    let text = runtime::kernel_file::read(&path)?;
    let mut sources = SourceMap::new();
    let shown = path.display().to_string();
    let file = sources.add(&path, text.clone());
    let kernel = Kernel { path: &shown, text: &text, file };
    let instances = exercise.signature.instantiations();
    let launch = |dtype: &Option<exercise::Dtype>| {
        let kernel = exercise.signature.name_expression(Backend::Nvidia, *dtype);
        Launch { dtype: *dtype, ..Launch::new(kernel, [1; 3], [1; 3], 0) }
    };
    let launches: Vec<Launch> = instances.iter().map(launch).collect();
    let unit = compile::unit(exercise, kernel, launches.clone())?;
    let compiled = compile::learner(judge.compiler(), exercise, kernel, &unit, &sources, &mut CompileTime::default());
    let (loaded, _) = compiled.map_err(|refusal| match refusal {
        Refusal::Problem(text) => text,
        Refusal::Rules(error) => error.text().clone(),
        Refusal::Kernel(found) | Refusal::Unsupported(found) => {
            found.into_iter().next().map_or_else(|| msg!("judge-bench-wrong", name = &exercise.name), |d| d.title)
        }
    })?;
    let names: Vec<String> = launches.iter().map(|launch| loaded.entry(&launch.kernel).to_owned()).collect();
    let program = std::sync::Arc::new(loaded.program);
    let name_of = |dtype| {
        let name = JOBS.iter().find_map(|job| match job.kernel {
            jobs::Kernel::Solution(name, _) if name == exercise.name => Some(name),
            _ => None,
        });
        name.map(|name| name_of(jobs::Kernel::Solution(name, dtype)))
    };
    Ok(instances
        .into_iter()
        .zip(names)
        .filter_map(|(dtype, entry)| Some((name_of(dtype)?, (std::sync::Arc::clone(&program), entry))))
        .collect())
}

/// The kernels of `extra.cuh`.
fn extra(judge: &mut Judge) -> Result<Loaded, Text> {
    let request = Request {
        name: "bench_extra.cu".to_owned(),
        source: include_str!("extra.cuh").to_owned(),
        headers: Vec::new(),
        arch: ARCH.to_owned(),
        expressions: Vec::new(),
        options: Vec::new(),
    };
    let failed = |detail: String| msg!("judge-bench-failed", name = "extra.cuh", detail = detail);
    let compiled = judge.compiler().compile(&request, COMPILE_LIMIT).map_err(|error| match error {
        CompileError::Rejected { log, .. } => failed(log),
        other => other.text(),
    })?;
    let module = ptx::parse(&compiled.ptx).map_err(|error| error.text())?;
    let program = std::sync::Arc::new(Program::load(module).map_err(|error| error.text())?);
    let names: Vec<String> = program.entries().map(str::to_owned).collect();
    Ok(names.into_iter().map(|name| (format!("extra {name}"), (std::sync::Arc::clone(&program), name))).collect())
}

/// Runs a baseline in a folder of its own, which is gone afterwards.
///
/// # Errors
/// See [`Baseline::run`].
pub fn baseline(which: Baseline, n_threads: usize, n_rounds: usize) -> Result<Vec<BaselineTime>, Text> {
    let dir: PathBuf = std::env::temp_dir().join(format!("camp-bench-{}-{}", std::process::id(), which.as_str()));
    std::fs::create_dir_all(&dir).map_err(|error| {
        msg!("judge-bench-baseline-failed", what = which.as_str(), detail = format!("{}: {error}", dir.display()))
    })?;
    let times = which.run(&dir, n_threads.max(1), n_rounds.max(1));
    // A folder left behind in /tmp does no harm.
    let _ = std::fs::remove_dir_all(&dir);
    times
}
