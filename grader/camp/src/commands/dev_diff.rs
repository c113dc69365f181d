//! `camp dev diff-vgpu`.

use std::io::{self, Write};
use std::ops::Range;

use diag::msg;
use difftest::{Against, Options, Summary};
use serde::Serialize;

use super::said;
use crate::cli::{DeviceChoice, DiffArgs, Format};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::Session;
use crate::toolchain;

/// Kernels in a module for the GPU.
const BATCH: usize = 16;

/// The object of `--format json`.
#[derive(Serialize)]
struct Object<'a> {
    schema: u32,
    against: &'a str,
    seeds: [u64; 2],
    kernels: u64,
    threads: u64,
    lane_instructions: u64,
    bytes_compared: u64,
    wall_ms: f64,
    differences: Vec<JsonDifference<'a>>,
}

#[derive(Serialize)]
struct JsonDifference<'a> {
    seed: u64,
    what: &'a str,
    ptx: &'a str,
}

/// Compares both on random kernels; the exit status is 1 when they differ.
pub fn run(session: &Session, args: &DiffArgs) -> Result<Exit, Failure> {
    let seeds = seeds(&args.seeds).ok_or_else(|| said(msg!("camp-diff-seeds", text = &args.seeds)))?;
    session.catch_interrupts();
    let worker = toolchain::worker();
    let has_gpu = || cuda::probe::driver(&worker).is_ok_and(|driver| driver.is_ok_and(|d| !d.devices.is_empty()));
    let against = match args.device {
        DeviceChoice::Gpu => Against::Gpu(worker),
        DeviceChoice::Auto if has_gpu() => Against::Gpu(worker),
        DeviceChoice::Auto | DeviceChoice::Virtual => Against::Itself,
    };
    let options =
        Options { seeds: seeds.clone(), n_jobs: args.jobs.unwrap_or_else(runtime::n_cores), n_batch: BATCH, against };
    let summary = difftest::compare(&options, &session.interrupted, &|_| {}).map_err(|error| said(error.text()))?;
    if let Some(path) = &args.record {
        let text = difftest::recorded(&summary.answers);
        std::fs::write(path, text).map_err(|error| Failure::file(path, &error))?;
    }
    write(session, args, &seeds, &summary)?;
    if session.interrupted.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(said(msg!("camp-interrupted")));
    }
    Ok(if summary.differences.is_empty() { Exit::Passed } else { Exit::Wrong })
}

/// `0..1000`.
fn seeds(text: &str) -> Option<Range<u64>> {
    let (from, to) = text.split_once("..")?;
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    (from < to).then_some(from..to)
}

fn write(session: &Session, args: &DiffArgs, seeds: &Range<u64>, summary: &Summary) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if args.format == Format::Json {
        let object = Object {
            schema: judge::SCHEMA,
            against: summary.gpu.as_deref().unwrap_or("virtual"),
            seeds: [seeds.start, seeds.end],
            kernels: summary.n_kernels,
            threads: summary.n_threads,
            lane_instructions: summary.n_lane_instructions,
            bytes_compared: summary.n_bytes,
            wall_ms: summary.wall.as_secs_f64() * 1e3,
            differences: summary
                .differences
                .iter()
                .map(|d| JsonDifference { seed: d.seed, what: &d.what, ptx: &d.ptx })
                .collect(),
        };
        return writeln!(out, "{}", serde_json::to_string(&object)?);
    }
    for difference in &summary.differences {
        let text = msg!("camp-diff-differs", seed = difference.seed, what = &difference.what);
        writeln!(out, "{}\n{}", session.say(&text), difference.ptx)?;
    }
    let other = match &summary.gpu {
        Some(gpu) => msg!("camp-diff-against-gpu", gpu = gpu),
        None => msg!("camp-diff-against-itself"),
    };
    let text = msg!(
        "camp-diff-summary",
        kernels = summary.n_kernels,
        threads = summary.n_threads,
        bytes = summary.n_bytes,
        other = other,
        differences = summary.differences.len(),
        seconds = summary.wall.as_secs()
    );
    writeln!(out, "{}", session.say(&text))
}
