//! How fast a kernel is on a real GPU, and how far from what the GPU's memory allows.
//!
//! - The kernel is **judged** first: nothing else is timed than what passes its cases.
//! - Each shape gets several **sets** of buffers, with fresh random inputs made on the GPU, which samples take in turn, so that
//!   no sample finds the last one's data in a cache. The cache is flushed as well (`cuda/src/gpu/timing.rs` says how a sample
//!   is taken and what is taken off it).
//! - After the timing the outputs of every set are **checked** against the exercise's reference in double precision, on the
//!   GPU, under the tolerance of the shape; inputs must be unchanged. Wrong outputs get a finding and no time.
//! - A time **shorter than the bytes allow** ([`stats::Roofline::least_us`]) is refused.
//! - The shipped solution runs in the same series, sample by sample in turn; PyTorch in a process of its own, by the same
//!   method (`torch.rs`).

mod counts;
pub mod helpers;
mod json;
mod layout;
mod on_gpu;
mod plan;
mod render;
mod run;
mod stats;
mod torch;

use std::path::PathBuf;

use cuda::WorkerCommand;
use diag::{Diagnostic, Text};

use crate::Options;
use crate::report::Report;
pub use counts::counts;
pub use json::{COLUMNS, JsonBench, SCHEMA, csv, csv_header, json};
pub use render::{bench as render, changes};
pub use stats::{NOISY, Roofline, Stat};

/// How to measure.
#[derive(Debug, Clone)]
pub struct BenchOptions {
    /// How to judge before, with the seed of all inputs.
    pub judge: Options,
    /// How to start the process that opens the GPU.
    pub worker: WorkerCommand,
    /// Only the case or shape of this name.
    pub case: Option<String>,
    /// The kernel to compare with, usually the solution's.
    pub solution: Option<PathBuf>,
    /// Whether PyTorch is measured as well.
    pub with_torch: bool,
    /// Samples of each kernel and shape.
    pub n_samples: u32,
}

/// Samples of each kernel and shape, unless said otherwise.
pub const SAMPLES: u32 = 60;

/// All that was measured of one kernel.
#[derive(Debug, Clone)]
pub struct BenchReport {
    /// The verdict before; where it is not a pass, nothing was timed.
    pub verdict: Report,
    /// The GPU; none where nothing was timed.
    pub gpu: Option<GpuUsed>,
    /// The shapes in the exercise's order.
    pub rows: Vec<Row>,
    /// What else is to be said, such as why there is nothing of PyTorch's.
    pub notes: Vec<Text>,
    /// Why nothing could be measured, through no fault of the kernel.
    pub problem: Option<Text>,
    /// The kernel's hash: `exercise::kernel_hash`.
    pub hash: String,
    /// Whether there is a second kernel to compare with.
    pub has_solution: bool,
}

/// The GPU that was measured on.
#[derive(Debug, Clone, PartialEq)]
pub struct GpuUsed {
    /// Its name.
    pub name: String,
    /// What its memory allows.
    pub roofline: Roofline,
}

/// One shape.
#[derive(Debug, Clone)]
pub struct Row {
    /// The case's name.
    pub case: String,
    /// `65536×4096`.
    pub shape: String,
    /// `f32`
    pub dtype: String,
    /// Bytes that must cross the memory's bus.
    pub bytes: f64,
    /// Floating-point operations that must be done.
    pub flops: f64,
    /// The kernel's time, or why there is none.
    pub outcome: Outcome,
    /// The time of the kernel that it is compared with.
    pub solution: Option<Stat>,
    /// PyTorch's time.
    pub torch: Option<Stat>,
    /// What the events cost in this shape, in microseconds; it has been taken off every time.
    pub overhead_us: f64,
    /// Sets of buffers that samples took in turn.
    pub n_sets: usize,
}

/// What came of a shape.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// Its time.
    Timed(Stat),
    /// The kernel is wrong here, or was stopped.
    Wrong(Box<Diagnostic>),
    /// A time that cannot be, in microseconds, and the shortest that can.
    Refused {
        /// What was measured.
        measured_us: f64,
        /// What the bytes need.
        least_us: f64,
    },
    /// It was left out, and why.
    Skipped(Text),
}

impl Row {
    /// The kernel's time.
    pub fn time(&self) -> Option<Stat> {
        if let Outcome::Timed(stat) = self.outcome { Some(stat) } else { None }
    }

    /// Bytes that must be moved, over the time, in GB/s.
    pub fn gb_s(&self) -> Option<f64> {
        self.time().map(|stat| self.bytes / stat.median_us / 1e3)
    }
}

impl BenchReport {
    /// A report of which nothing but the verdict is known.
    pub fn of_verdict(verdict: Report) -> Self {
        Self {
            verdict,
            gpu: None,
            rows: Vec::new(),
            notes: Vec::new(),
            problem: None,
            hash: String::new(),
            has_solution: false,
        }
    }

    /// Whether the kernel turned out wrong, here or before.
    pub fn is_wrong(&self) -> bool {
        let refused = |row: &Row| matches!(row.outcome, Outcome::Wrong(_) | Outcome::Refused { .. });
        self.verdict.verdict == crate::Verdict::Failed || self.rows.iter().any(refused)
    }
}
