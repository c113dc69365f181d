//! Running a kernel on one case and counting what it does.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use diag::{Text, msg};
use exercise::{Case, DeviceProps, Exercise};
use runtime::compile::{self, CompileTime, Kernel, Order, Refusal, Unit};
use runtime::contract;
use runtime::kernel_file;
use runtime::unit::ARCH;

use super::{Measured, ProfileReport};
use crate::poison::Poison;
use crate::prepare::prepare;
use crate::report::{CaseVerdict, Report, ToolchainUsed, Verdict};
use crate::run::{Task, run};
use crate::story::story;
use crate::verify::{CASE_STEPS, CancelWatch, Judge, Options, our_fault};

impl Judge {
    /// Runs the kernel in the file `kernel` on one case of `exercise`, the largest where none is named, and counts what
    /// it does. The report says whether it was right there.
    ///
    /// Never panics: a fault of camp's own becomes a report with the verdict [`Verdict::Error`].
    pub fn profile(
        &mut self,
        exercise: &Exercise,
        kernel: &Path,
        case: Option<&str>,
        options: &Options,
    ) -> ProfileReport {
        let start = Instant::now();
        let mut report = Report::new(exercise, kernel, options);
        report.toolchain = Some(ToolchainUsed { nvrtc: self.compiler().toolchain().version, arch: ARCH.to_owned() });
        let profiled = catch_unwind(AssertUnwindSafe(|| measure(self, exercise, kernel, case, options, &mut report)));
        let measured = profiled.unwrap_or_else(|panic| Err(our_fault(panic.as_ref()))).unwrap_or_else(|problem| {
            report.verdict = Verdict::Error;
            report.problem = Some(problem);
            None
        });
        report.timing.total_ms = start.elapsed().as_secs_f64() * 1e3;
        ProfileReport { report, measured }
    }
}

/// Fills in `report`; what the kernel did if it ran.
fn measure(
    judge: &mut Judge,
    exercise: &Exercise,
    path: &Path,
    case: Option<&str>,
    options: &Options,
    report: &mut Report,
) -> Result<Option<Measured>, Text> {
    let text = kernel_file::read(path)?;
    let index = choose(exercise, case)?;
    let case = &exercise.cases[index];
    let name = path.display().to_string();
    let file = report.sources.add(path, text.as_str());
    let kernel = Kernel { path: &name, text: &text, file };
    let rules = Exercise::launch_rules_beside(path);
    let rules = match rules {
        Ok(rules) => rules,
        Err(error) => {
            report.findings = story([error.to_diagnostic(&mut report.sources)]);
            return Err(msg!("judge-launch-rules"));
        }
    };
    let watch = CancelWatch::start(Arc::clone(&options.cancel), judge.compiler().cancel_handle());
    let reference = judge.reference(exercise)?;
    let sources = report.sources.clone();
    let begin = Instant::now();
    let nvrtc = judge.compiler().toolchain().version.0;
    let (rules, cases, device, cancel) = (rules.as_ref(), &[case][..], &DeviceProps::VIRTUAL, &*options.cancel);
    let unit = judge.build(Order { exercise, kernel, rules, cases, device, sources: &sources, nvrtc, cancel });
    let mut time = CompileTime { total_ms: begin.elapsed().as_secs_f64() * 1e3, ..CompileTime::default() };
    let compiled = unit.map(Unit::unchecked).and_then(|unit| {
        let (loaded, warnings) = compile::learner(judge.compiler(), exercise, kernel, &unit, &sources, &mut time)?;
        Ok((loaded, unit.launches, warnings))
    });
    report.timing.compile_ms = time.total_ms;
    report.timing.nvrtc_ms = time.nvrtc_ms;
    let (loaded, launches, warnings) = match compiled {
        Ok(compiled) => compiled,
        Err(Refusal::Kernel(found)) => {
            report.findings = story(found);
            report.verdict = Verdict::Failed;
            return Ok(None);
        }
        Err(Refusal::Rules(error)) => {
            report.findings = story([error.to_diagnostic(&mut report.sources)]);
            return Err(msg!("judge-launch-rules"));
        }
        Err(Refusal::Unsupported(found)) => {
            report.findings = story(found);
            return Err(msg!("runtime-unsupported"));
        }
        Err(Refusal::Problem(problem)) => return Err(problem),
    };
    let start = Instant::now();
    let entry = reference.entry(&exercise.reference_kernel(case));
    let prepared = prepare(case, options.seed, &reference.program, entry)
        .map_err(|detail| msg!("runtime-reference-failed", detail = detail))?;
    let declaration = contract::declaration(exercise, &text, file);
    let launch = &launches[0];
    let task = Task {
        case,
        launch,
        loaded: &loaded,
        sources: &sources,
        declaration: declaration.as_ref(),
        poison: Poison::of_case(index),
        max_steps: CASE_STEPS,
        patience: options.patience,
        profile: true,
    };
    let outcome = run(&task, &prepared, &watch.halt);
    report.timing.run_ms = start.elapsed().as_secs_f64() * 1e3;
    report.findings = story(warnings.into_iter().chain(outcome.diagnostics));
    report.verdict = match outcome.report.verdict {
        CaseVerdict::Passed => Verdict::Passed,
        CaseVerdict::Failed => Verdict::Failed,
        CaseVerdict::NotRun => return Err(msg!("runtime-cancelled")),
        CaseVerdict::Error => return Err(msg!("runtime-unsupported")),
    };
    report.cases = vec![outcome.report];
    let measured =
        outcome.profile.map(|profile| Measured::new(&case.name, (launch.grid, launch.block), &profile, &sources));
    // A launch that the device refused did nothing.
    Ok(measured.filter(|m| m.total.warps > 0))
}

/// The case called `name`; without a name, the one with the most elements, as many blocks as it likes, listed first.
fn choose(exercise: &Exercise, name: Option<&str>) -> Result<usize, Text> {
    let mut cases = exercise.cases.iter().enumerate().filter(|(_, case)| !case.noop);
    let n_elements = |case: &Case| case.buffers().map(|buffer| buffer.n_elems()).sum::<usize>();
    let found = match name {
        Some(name) => cases.find(|(_, case)| case.name == name),
        None => cases.max_by_key(|(index, case)| (n_elements(case), case.grid_cap.is_none(), usize::MAX - index)),
    };
    found.map(|(index, _)| index).ok_or_else(|| {
        let names: Vec<&str> = exercise.cases.iter().filter(|c| !c.noop).map(|c| c.name.as_str()).collect();
        msg!("profile-no-case", name = name.unwrap_or_default(), names = names.join(", "))
    })
}
