//! One case on a real GPU.

use std::ops::Range;
use std::time::Duration;

use cuda::{GpuArg, GpuError, GpuLaunch, GpuRan, Overrun};
use diag::{Code, Diagnostic, Label, msg};
use exercise::{ArgSpec, BufferSpec, Case, Direction};
use runtime::virtual_gpu::bytes_of;

use super::{OnGpu, to_diagnostic};
use crate::findings::Setting;
use crate::left::{Left, Outcome, check};
use crate::poison::Poison;
use crate::prepare::Prepared;
use crate::report::CaseVerdict;

/// Runs the case at `index` of the exercise, for `patience` at most.
///
/// # Errors
/// Why the GPU said nothing about the kernel.
pub fn run(
    on_gpu: &mut OnGpu<'_>,
    index: usize,
    case: &Case,
    prepared: &Prepared,
    declaration: Option<&Label>,
    patience: Duration,
) -> Result<Outcome, GpuError> {
    if case.noop {
        return Ok(Outcome::new(case, CaseVerdict::Passed, Vec::new()));
    }
    let launch = &on_gpu.launches[index];
    // The driver takes as many parameters as the kernel has; buffers that it does not take come behind them.
    let arguments: Vec<&ArgSpec> = launch.order(case).into_iter().map(|at| &case.args[at]).collect();
    let poison = Poison::of_case(index);
    let values = contents(&arguments, prepared, poison).map_err(GpuError::Internal)?;
    let args = arguments.iter().zip(&values).map(|(arg, bytes)| match arg {
        ArgSpec::Buffer(_) => GpuArg::Buffer(bytes),
        ArgSpec::Scalar(_) => GpuArg::Value(bytes),
    });
    let order = GpuLaunch {
        entry: on_gpu.entries.get(&launch.kernel).map_or("", String::as_str),
        grid: launch.grid,
        block: launch.block,
        shared_bytes: launch.shared_bytes,
        args: args.collect(),
    };
    let ran = match on_gpu.gpu.launch(&order, patience) {
        Ok(ran) => ran,
        Err(error) => {
            let finding = to_diagnostic(&error, launch).ok_or(error)?;
            let mut finding = finding.in_case(&case.name);
            finding.labels.extend(declaration.cloned());
            let mut outcome = Outcome::new(case, CaseVerdict::Failed, vec![finding]);
            outcome.report.n_elements = case.n_outputs();
            // The GPU has to be opened again, and the same fault would end it again.
            outcome.hung = true;
            return Ok(outcome);
        }
    };
    let setting =
        Setting { case: &case.name, launch, inputs: &prepared.inputs, declaration: declaration.cloned(), poison };
    let buffers: Vec<&BufferSpec> = arguments.iter().filter_map(|arg| buffer(arg)).collect();
    let overruns = ran.overruns.iter().filter_map(|overrun| Some((*overrun, *buffers.get(overrun.buffer)?)));
    let found = overruns.map(|(overrun, buffer)| {
        let mut finding = beside(overrun, &buffer.name, buffer.n_bytes()).in_case(&case.name);
        finding.labels.extend(declaration.cloned());
        finding
    });
    let found = found.collect();
    let mut outcome = Outcome::new(case, CaseVerdict::Passed, found);
    outcome.report.printed.clone_from(&ran.printed);
    let before = arguments.iter().zip(&values).filter(|(arg, _)| buffer(arg).is_some());
    let before = before.map(|(_, bytes)| bytes.as_slice()).collect();
    check(&setting, case, prepared, &After { buffers, before, ran }, false, &mut outcome);
    Ok(outcome)
}

/// What each parameter holds before the launch: a value, or a buffer's bytes.
fn contents(arguments: &[&ArgSpec], prepared: &Prepared, poison: Poison) -> Result<Vec<Vec<u8>>, String> {
    let content = |arg: &&ArgSpec| match arg {
        ArgSpec::Scalar(spec) => bytes_of(spec),
        ArgSpec::Buffer(spec) => Ok(match spec.direction {
            Direction::In => {
                let input = prepared.inputs.iter().find(|input| input.spec.name == spec.name);
                input.ok_or_else(|| format!("no input {}", spec.name))?.bytes.clone()
            }
            Direction::Out | Direction::Workspace => poison.bytes(spec.dtype, spec.n_elems()),
        }),
    };
    arguments.iter().map(content).collect()
}

fn buffer(arg: &ArgSpec) -> Option<&BufferSpec> {
    match arg {
        ArgSpec::Buffer(spec) => Some(spec),
        ArgSpec::Scalar(_) => None,
    }
}

/// The finding that a kernel wrote beside the buffer called `name`, which has `n_bytes`.
pub fn beside(overrun: Overrun, name: &str, n_bytes: usize) -> Diagnostic {
    let end = i64::try_from(n_bytes).unwrap_or(i64::MAX);
    let title = if overrun.offset < 0 {
        msg!("judge-gpu-before", buffer = name, distance = overrun.offset.unsigned_abs())
    } else {
        msg!("judge-gpu-behind", buffer = name, distance = overrun.offset.saturating_sub(end))
    };
    Diagnostic::error(Code::OutOfBounds, title)
        .about(name)
        .with_note(msg!("judge-gpu-beside-count", count = overrun.n_bytes))
        .with_help(msg!("judge-gpu-help"))
}

/// The buffers after a launch.
struct After<'a> {
    buffers: Vec<&'a BufferSpec>,
    before: Vec<&'a [u8]>,
    ran: GpuRan,
}

impl After<'_> {
    fn place(&self, name: &str) -> Option<usize> {
        self.buffers.iter().position(|buffer| buffer.name == name)
    }
}

impl Left for After<'_> {
    fn bytes(&self, buffer: &str) -> Option<&[u8]> {
        self.ran.buffers.get(self.place(buffer)?).map(Vec::as_slice)
    }

    /// The elements that hold something else than before. One that the kernel set to the very pattern counts as not
    /// written, which no right value does.
    fn written(&self, buffer: &str) -> Vec<Range<usize>> {
        let Some((at, after)) = self.place(buffer).zip(self.bytes(buffer)) else { return Vec::new() };
        let size = self.buffers[at].dtype.size_bytes();
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (index, (old, new)) in self.before[at].chunks(size).zip(after.chunks(size)).enumerate() {
            if old != new {
                let range = index * size..(index + 1) * size;
                match ranges.last_mut() {
                    Some(last) if last.end == range.start => last.end = range.end,
                    _ => ranges.push(range),
                }
            }
        }
        ranges
    }

    fn writer(&self, _: &str, _: usize) -> Option<Label> {
        None
    }
}
