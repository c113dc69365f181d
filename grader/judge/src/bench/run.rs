//! Measuring one kernel from its file to the report.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cuda::{Compiler, Gpu, GpuError, Request};
use diag::{Code, Diagnostic, Text, msg};
use exercise::{Case, DeviceProps, Dtype, Exercise, Launch};
use runtime::compile::{Kernel, Order, Refusal, Unit};
use runtime::gpu_code::{self, Refused};
use runtime::{kernel_file, unit};

use super::on_gpu::{Image, Images, OnGpu, Sampling, Timed, Wrong};
use super::plan::{self, Plan, plan};
use super::{BenchOptions, BenchReport, GpuUsed, Outcome, Roofline, Row, helpers, torch};

use crate::report::{Report, Verdict};
use crate::story::story;
use crate::verify::{CancelWatch, Judge, Options, our_fault};

/// Milliseconds after which a shape gets no more samples.
pub const LIMIT_MS: u32 = 4000;

impl Judge {
    /// Judges the kernel in the file `kernel`, and when it passes measures it on `gpu`.
    ///
    /// Never panics: a fault of camp's own becomes the report's problem.
    pub fn bench(&mut self, exercise: &Exercise, kernel: &Path, gpu: Gpu, options: &BenchOptions) -> BenchReport {
        let mut report = BenchReport::of_verdict(self.verify(exercise, kernel, &options.judge, &mut |_| {}));
        if report.verdict.verdict == Verdict::Passed {
            let measured =
                catch_unwind(AssertUnwindSafe(|| measure(self, exercise, kernel, gpu, options, &mut report)));
            report.problem = measured.unwrap_or_else(|panic| Err(our_fault(panic.as_ref()))).err();
        }
        report
    }
}

/// Fills in `report`.
///
/// # Errors
/// Why nothing can be measured.
fn measure(
    judge: &mut Judge,
    exercise: &Exercise,
    kernel: &Path,
    gpu: Gpu,
    options: &BenchOptions,
    report: &mut BenchReport,
) -> Result<(), Text> {
    let cases = choose(exercise, options.case.as_deref())?;
    // Judging has found out that the GPU cannot be used.
    if let Some(text) = &report.verdict.gpu_unused {
        return Err(text.clone());
    }
    let watch = CancelWatch::start(Arc::clone(&options.judge.cancel), judge.compiler().cancel_handle());
    let props = gpu_code::props(gpu.device());
    let text = kernel_file::read(kernel)?;
    report.hash = hash(kernel, &text);
    let judged = &options.judge;
    let mut contenders =
        vec![contender(judge, exercise, (kernel, &text), &cases, &props, judged, &mut report.verdict)?];
    let solution = options.solution.as_deref().filter(|solution| !is_same(solution, kernel));
    if let Some(path) = solution {
        let text = kernel_file::read(path)?;
        // What is wrong with the solution's rules is nothing that the learner's report should hold.
        let mut own = Report::new(exercise, path, &options.judge);
        contenders.push(contender(judge, exercise, (path, &text), &cases, &props, judged, &mut own)?);
        report.has_solution = true;
    }
    let mut build = |unit: &Unit| image(&gpu, judge.compiler(), unit);
    let images = build_all(exercise, &cases, &contenders, &mut build)?;
    let mut on_gpu = OnGpu::new(gpu, &images).map_err(|error| error.text())?;
    let roofline = on_gpu.roofline().map_err(|error| error.text())?;
    report.gpu = Some(GpuUsed { name: on_gpu.gpu().device().name.clone(), roofline });
    let mut torch = HashMap::new();
    if options.with_torch {
        // Nothing of ours runs meanwhile, and next to nothing of the memory is taken.
        let facts = on_gpu.facts();
        let room = torch::Room { l2_bytes: facts.l2_bytes, free_bytes: facts.free_bytes };
        match torch::times(exercise, &cases, &images.helpers, room, options) {
            Ok(times) => torch = times,
            Err(text) => report.notes.push(text),
        }
    }
    for (position, case) in cases.iter().enumerate() {
        if watch.halt.load(Ordering::Relaxed) {
            return Err(msg!("runtime-cancelled"));
        }
        // A fault takes the process with it, and all that was loaded.
        if on_gpu.gpu().is_dead() {
            let again = Gpu::open(&options.worker).and_then(|gpu| OnGpu::new(gpu, &images));
            on_gpu = again.map_err(|error| error.text())?;
        }
        let launches: Vec<Launch> = contenders.iter().map(|c| c.launches[position].clone()).collect();
        let mut row = time(&mut on_gpu, exercise, case, &launches, &roofline, options)?;
        row.torch = torch.get(&case.name).copied();
        report.rows.push(row);
    }
    on_gpu.close();
    Ok(())
}

/// The shapes to measure.
fn choose<'a>(exercise: &'a Exercise, name: Option<&str>) -> Result<Vec<&'a Case>, Text> {
    let cases = exercise.bench.iter();
    let is_named =
        |case: &&Case| name.is_none_or(|name| case.name == name || plan::shape(case) == name.replace('x', "×"));
    let chosen: Vec<&Case> = cases.clone().filter(is_named).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = cases.map(|case| case.name.as_str()).collect();
        return Err(msg!("bench-no-case", name = name.unwrap_or_default(), names = names.join(", ")));
    }
    Ok(chosen)
}

/// Identifies the kernel and its launch rules.
fn hash(kernel: &Path, text: &str) -> String {
    let rules = std::fs::read_to_string(kernel.with_file_name("launch.toml")).unwrap_or_default();
    exercise::kernel_hash(&[text, &rules])
}

fn is_same(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().ok().zip(b.canonicalize().ok()).is_some_and(|(a, b)| a == b)
}

/// The kernel's translation unit and its launch for each case.
fn contender(
    judge: &mut Judge,
    exercise: &Exercise,
    (path, text): (&Path, &str),
    cases: &[&Case],
    device: &DeviceProps,
    options: &Options,
    report: &mut Report,
) -> Result<Unit, Text> {
    let name = path.display().to_string();
    let file = report.sources.add(path, text);
    let kernel = Kernel { path: &name, text, file };
    let sources = report.sources.clone();
    let rules = Exercise::launch_rules_beside(path).map_err(Refusal::Rules);
    let nvrtc = judge.compiler().toolchain().version.0;
    let built = rules.and_then(|rules| {
        let (rules, sources, cancel) = (rules.as_ref(), &sources, &*options.cancel);
        judge.build(Order { exercise, kernel, rules, cases, device, sources, nvrtc, cancel })
    });
    built.map(Unit::unchecked).map_err(|refusal| match refusal {
        Refusal::Rules(error) => {
            report.findings = story([error.to_diagnostic(&mut report.sources)]);
            msg!("judge-launch-rules")
        }
        Refusal::Kernel(found) | Refusal::Unsupported(found) => {
            let first = found.first().map(|finding| finding.title.clone());
            report.findings = story(found);
            first.unwrap_or_else(|| msg!("runtime-unsupported"))
        }
        Refusal::Problem(text) => text,
    })
}

/// Machine code for the GPU.
fn image(gpu: &Gpu, compiler: &mut Compiler, unit: &Unit) -> Result<Image, Text> {
    match gpu_code::compile_unit(gpu.device(), compiler, unit) {
        Ok(code) => {
            let entries = unit.request.expressions.iter().cloned().zip(code.lowered).collect();
            Ok(Image { code: code.image, entries })
        }
        Err(Refused::Because(text)) => Err(text),
        // It compiled for the virtual GPU; a rule chooses another kernel here.
        Err(Refused::Source { messages, log }) => {
            let first = messages.first().map_or(log.trim(), |message| message.text.as_str());
            Err(msg!("bench-refused-source", gpu = &gpu.device().name, message = first))
        }
    }
}

/// Compiles everything that the GPU needs.
fn build_all(
    exercise: &Exercise,
    cases: &[&Case],
    contenders: &[Unit],
    build: &mut dyn FnMut(&Unit) -> Result<Image, Text>,
) -> Result<Images, Text> {
    let mut dtypes: Vec<Dtype> = cases.iter().flat_map(|case| case.buffers().map(|buffer| buffer.dtype)).collect();
    dtypes.sort_unstable();
    dtypes.dedup();
    let failed = |detail: String| msg!("runtime-reference-failed", detail = detail);
    let text = kernel_file::read(&exercise.reference_path())?;
    let mut references: Vec<String> = cases.iter().map(|case| exercise.reference_kernel(case)).collect();
    references.sort_unstable();
    references.dedup();
    let reference = unit::reference(exercise, &text, &references).map_err(failed)?;
    let mut own = |request: Request| {
        build(&Unit { request, full: None, unchecked: None, launches: Vec::new(), printed: String::new() })
    };
    let (helpers, reference) = (own(helpers::request(unit::ARCH, &dtypes))?, own(reference)?);
    Ok(Images { helpers, reference, contenders: contenders.iter().map(build).collect::<Result<_, _>>()? })
}

/// Times one shape.
///
/// # Errors
/// Why the GPU is of no use any more.
fn time(
    on_gpu: &mut OnGpu,
    exercise: &Exercise,
    case: &Case,
    launches: &[Launch],
    roofline: &Roofline,
    options: &BenchOptions,
) -> Result<Row, Text> {
    let number = |expr: &exercise::Expr| expr.number(&case.vars()).unwrap_or(0.0);
    let mut row = Row {
        case: case.name.clone(),
        shape: plan::shape(case),
        dtype: plan::dtype(case).to_owned(),
        bytes: number(&exercise.cost.bytes),
        flops: number(&exercise.cost.flops),
        outcome: Outcome::Skipped(msg!("bench-not-run")),
        solution: None,
        torch: None,
        overhead_us: 0.0,
        n_sets: 0,
    };
    let facts = on_gpu.facts();
    let planned = match plan(case, on_gpu.n_contenders(), facts.l2_bytes, facts.free_bytes) {
        // A set that no sample takes is of no use.
        Ok(planned) => Plan { n_sets: planned.n_sets.min(options.n_samples as usize), ..planned },
        Err(bytes) => {
            let gigabytes = |bytes: u64| format!("{:.1}", bytes as f64 / 1e9);
            let text = msg!("bench-too-large", needed = gigabytes(bytes), free = gigabytes(facts.free_bytes));
            row.outcome = Outcome::Skipped(text);
            return Ok(row);
        }
    };
    let reference = exercise.reference_kernel(case);
    let sampling = Sampling { n_samples: options.n_samples, limit_ms: LIMIT_MS };
    match on_gpu.time(case, launches, &reference, planned, options.judge.seed, sampling) {
        Ok(timed) => fill_in(&mut row, case, timed, roofline),
        Err(error) => {
            let code = match &error {
                GpuError::TimedOut { .. } => Code::Hang,
                GpuError::Driver { stage: cuda::Stage::Launch | cuda::Stage::Run, .. } => Code::LaunchFailure,
                // Nothing that the kernel did.
                _ => return Err(error.text()),
            };
            row.outcome = Outcome::Wrong(Box::new(Diagnostic::error(code, error.text()).in_case(&case.name)));
        }
    }
    Ok(row)
}

/// Puts what came of a shape into its row.
fn fill_in(row: &mut Row, case: &Case, timed: Timed, roofline: &Roofline) {
    let Timed { contenders, overhead_us, n_sets } = timed;
    let mut contenders = contenders.into_iter();
    row.overhead_us = overhead_us;
    row.n_sets = n_sets;
    let least_us = roofline.least_us(row.bytes, plan::output_bytes(case));
    row.outcome = match contenders.next() {
        Some(Ok(stat)) if stat.median_us < least_us || stat.median_us <= 0.0 => {
            Outcome::Refused { measured_us: stat.median_us, least_us }
        }
        Some(Ok(stat)) => Outcome::Timed(stat),
        Some(Err(wrong)) => finding(&wrong, case),
        None => Outcome::Skipped(msg!("bench-not-run")),
    };
    row.solution = contenders.next().and_then(Result::ok);
}

/// What is said of wrong outputs.
fn finding(wrong: &Wrong, case: &Case) -> Outcome {
    let (code, title) = match wrong {
        Wrong::Values { buffer, index, count, n, got, want } => (
            Code::WrongResult,
            msg!("bench-wrong", buffer = buffer, index = *index, count = *count, n = *n, got = *got, want = *want),
        ),
        Wrong::RowSum { buffer, row, allowed } => {
            (Code::WrongResult, msg!("bench-wrong-sum", buffer = buffer, row = *row, allowed = *allowed))
        }
        Wrong::Input(buffer) => (Code::InputModified, msg!("bench-input-modified", buffer = buffer)),
        Wrong::NoSamples => return Outcome::Skipped(msg!("bench-not-run")),
    };
    let finding = Diagnostic::error(code, title).in_case(&case.name).with_note(msg!("bench-wrong-note"));
    Outcome::Wrong(Box::new(finding))
}
