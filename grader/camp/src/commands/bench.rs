//! `camp bench`.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

use cuda::{Gpu, GpuError, NoDriver};
use diag::render::wrap;
use diag::{Text, msg};
use exercise::{BenchRecord, BenchRow, Exercise, History, Record};
use judge::bench::{self, BenchOptions, BenchReport};
use judge::{Options, RunOn, Verdict};

use super::verify::{exit_of, named, options};
use super::{ladder, said};
use crate::cli::{BenchArgs, BenchFormat, DeviceChoice};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Ladder, Session};
use crate::toolchain;

/// Measures the exercise's kernel on a GPU; without one, shows what the virtual device counts.
pub fn run(session: &Session, args: &BenchArgs) -> Result<Exit, Failure> {
    let (ladder, _) = ladder(session)?;
    let (exercise, kernel) = named(&ladder, &args.name, args.backend, &args.which)?;
    session.catch_interrupts();
    let task = Task { session, ladder: &ladder, exercise: &exercise, kernel: &kernel, args };
    if args.device == DeviceChoice::Virtual {
        return task.on_virtual(&Why::Asked);
    }
    match Gpu::open(&toolchain::worker()) {
        Ok(gpu) => task.on_gpu(gpu),
        Err(error) if args.device == DeviceChoice::Gpu => Err(said(error.text())),
        // That there is no driver on a machine without GPU says nothing new.
        Err(GpuError::NoDriver(NoDriver::NoLibrary)) => task.on_virtual(&Why::NoGpu),
        Err(error) => task.on_virtual(&Why::Unusable(error.text())),
    }
}

/// Why there are counts and no times.
enum Why {
    /// The user wants them.
    Asked,
    /// There is no GPU.
    NoGpu,
    /// There is one that cannot be used.
    Unusable(Text),
}

/// What is to be measured.
struct Task<'a> {
    session: &'a Session,
    ladder: &'a Ladder,
    exercise: &'a Exercise,
    kernel: &'a Path,
    args: &'a BenchArgs,
}

impl Task<'_> {
    /// Measures, writes what was measured, and keeps it in the history.
    fn on_gpu(&self, gpu: Gpu) -> Result<Exit, Failure> {
        let Self { session, exercise, kernel, args, .. } = *self;
        let mut judge = toolchain::judge_for(session, [exercise])?;
        let solution = exercise.solution_path();
        let options = BenchOptions {
            // Alone means that nothing else runs on the GPU, no test case either.
            judge: Options {
                device: if args.alone { RunOn::Virtual } else { RunOn::Auto },
                ..options(session, args.seed)
            },
            worker: toolchain::worker(),
            case: args.case.clone(),
            solution: Some(solution).filter(|path| path.exists() && !args.alone),
            with_torch: args.baseline.is_some(),
            n_samples: args.samples.max(1),
        };
        let report = judge.bench(exercise, kernel, gpu, &options);
        if session.interrupted.load(Ordering::Relaxed) {
            return Err(said(msg!("camp-interrupted")));
        }
        if let Some(text) = report.verdict.gpu_unused.clone()
            && args.device == DeviceChoice::Auto
        {
            return self.on_virtual(&Why::Unusable(text));
        }
        let is_own = kernel == exercise.kernel_path();
        let history = History::new(&self.ladder.root);
        let before = if is_own { before(&history, &report) } else { Vec::new() };
        let mut out = io::stdout().lock();
        match args.format {
            BenchFormat::Text => {
                let changes = bench::changes(&report, &before);
                bench::render(&report, &changes, session.catalogue, &session.style, &mut out)?;
            }
            BenchFormat::Json => {
                for object in bench::json(&report, session.catalogue) {
                    writeln!(out, "{}", serde_json::to_string(&object).map_err(io::Error::from)?)?;
                }
            }
            BenchFormat::Csv => {
                writeln!(out, "{}", bench::csv_header())?;
                for line in bench::csv(&bench::json(&report, session.catalogue)) {
                    writeln!(out, "{line}")?;
                }
            }
        }
        out.flush()?;
        if is_own && let Some(record) = record(&report) {
            // The numbers stand whether or not they can be kept.
            let _ = history.append(&Record::Bench(record)).map_err(|error| session.complain(&error.text()));
        }
        if let Some(problem) = &report.problem {
            return Err(said(problem.clone()));
        }
        Ok(if report.is_wrong() { Exit::Wrong } else { exit_of(report.verdict.verdict) })
    }

    /// Judges the kernel and shows counts.
    fn on_virtual(&self, why: &Why) -> Result<Exit, Failure> {
        let Self { session, exercise, kernel, args, .. } = *self;
        let mut judge = toolchain::judge_for(session, [exercise])?;
        let options = options(session, args.seed);
        let report = judge.verify(exercise, kernel, &options, &mut |_| {});
        let passed = report.verdict == Verdict::Passed;
        let profile = passed.then(|| judge.profile(exercise, kernel, None, &options));
        if session.interrupted.load(Ordering::Relaxed) {
            return Err(said(msg!("camp-interrupted")));
        }
        let exit = exit_of(report.verdict);
        let measured = profile.as_ref().and_then(|profile| profile.measured.as_ref());
        let mut out = io::stdout().lock();
        match (args.format, measured) {
            (BenchFormat::Json, _) => {
                let object = match &profile {
                    Some(profile) => serde_json::to_string(&judge::profile::json(profile, session.catalogue)),
                    None => serde_json::to_string(&judge::json(&report, session.catalogue)),
                };
                writeln!(out, "{}", object.map_err(io::Error::from)?)?;
            }
            // Counts are no times: a table of times stays empty.
            (BenchFormat::Csv, _) => writeln!(out, "{}", bench::csv_header())?,
            (BenchFormat::Text, None) => {
                let nothing = BenchReport::of_verdict(report);
                bench::render(&nothing, &[], session.catalogue, &session.style, &mut out)?;
            }
            (BenchFormat::Text, Some(measured)) => {
                let say = |text: &Text| wrap(&session.say(text), usize::from(session.style.width)).join("\n");
                let text = match why {
                    Why::Asked => msg!("bench-virtual-asked", case = &measured.case),
                    Why::NoGpu | Why::Unusable(_) => msg!("bench-virtual", case = &measured.case),
                };
                writeln!(out, "{}", say(&text))?;
                if let Why::Unusable(text) = why {
                    writeln!(out, "{}", say(&msg!("bench-why-no-gpu", reason = text.clone())))?;
                }
                writeln!(out)?;
                bench::counts(measured, &exercise.name, session.catalogue, &session.style, &mut out)?;
            }
        }
        out.flush()?;
        Ok(exit)
    }
}

/// The rows of the last measurement of another kernel on this GPU.
fn before(history: &History, report: &BenchReport) -> Vec<BenchRow> {
    let gpu = report.gpu.as_ref().map(|gpu| gpu.name.as_str());
    let records = history.load().map(|loaded| loaded.records).unwrap_or_default();
    let last = records.into_iter().rev().find_map(|record| match record {
        Record::Bench(record) => Some(record).filter(|record| {
            record.exercise == report.verdict.exercise
                && record.backend == report.verdict.backend.as_str()
                && Some(record.gpu.as_str()) == gpu
                && record.kernel != report.hash
        }),
        Record::Verdict(_) => None,
    });
    last.map(|record| record.rows).unwrap_or_default()
}

/// What the history keeps; none where nothing was timed.
fn record(report: &BenchReport) -> Option<BenchRecord> {
    let gpu = report.gpu.as_ref()?;
    let row = |row: &bench::Row| {
        let stat = row.time()?;
        Some(BenchRow {
            case: row.case.clone(),
            shape: row.shape.clone(),
            dtype: row.dtype.clone(),
            latency_us: stat.median_us,
            spread: stat.spread,
            bytes: row.bytes,
            flops: row.flops,
            solution_us: row.solution.map(|stat| stat.median_us),
            torch_us: row.torch.map(|stat| stat.median_us),
        })
    };
    let rows: Vec<BenchRow> = report.rows.iter().filter_map(row).collect();
    let time = exercise::unix_seconds();
    (!rows.is_empty()).then(|| BenchRecord {
        time,
        exercise: report.verdict.exercise.clone(),
        backend: report.verdict.backend.as_str().to_owned(),
        kernel: report.hash.clone(),
        gpu: gpu.name.clone(),
        copy_gb_s: gpu.roofline.copy_gb_s,
        rows,
    })
}
