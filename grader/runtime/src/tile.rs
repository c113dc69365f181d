//! From a learner's TileLang file to a translation unit: CUDA C++ that TileLang made, one kernel for each set of arguments.

use std::time::Duration;

use cuda::{CompileError, Request};
use diag::{Code, Diagnostic, Label, SourceMap, Span, Text, msg};
use exercise::{ArgSpec, BufferSpec, Case, Direction, Dtype, Exercise, Launch, LaunchRules, Value};
use tilelang::{Answer, Argument, Failure, Fragments, Job, Lowered, Worker, WorkerError};

use crate::compile::{CompileTime, Order, Refusal, Unit, toolchain_problem};
use crate::n_cores;
use crate::tensor::dtype_name;
use crate::unit;

/// What kernels are lowered for: the oldest GPU that TileLang's own code needs no newer instructions on. From sm_80 on it
/// copies asynchronously, from sm_90 on with descriptors that only a driver makes.
pub const ARCH: &str = "sm_75";
/// Processor time for one lowering. The exercises' kernels take a fraction of a second.
const PATIENCE: Duration = Duration::from_secs(10);
/// Memory for one lowering, TileLang itself included.
const MEMORY_BYTES: u64 = 3 << 30;
/// The most threads that a block may have, on every GPU.
const MOST_THREADS: u32 = 1024;

/// Lowers the kernel for each of `cases` and puts the results into one translation unit.
///
/// # Errors
/// What is wrong with the kernel or its rules, or why nothing can be said.
pub fn unit(worker: &mut Worker, order: Order<'_>) -> Result<Unit, Refusal> {
    let Order { exercise, kernel, rules, cases, .. } = order;
    let (jobs, job_of_case) = jobs(exercise, rules, cases)?;
    let lowered = lower(worker, order, jobs)?;
    let place = |line: Option<u32>| line.map(|line| Label::primary(Span::line(kernel.file, line)));
    let mut launches = Vec::new();
    for (case, job) in cases.iter().zip(&job_of_case) {
        let launch = match job {
            None => Launch::nothing(String::new(), case.dtype),
            Some(job) => {
                let launch = launch(case, &lowered[*job], *job);
                launch.map_err(|wrong| {
                    let line = wrong.line.or(lowered[*job].places.function);
                    let found = Diagnostic::error(wrong.code, wrong.title).in_case(&case.name);
                    let found = wrong.help.into_iter().fold(found, Diagnostic::with_help);
                    Refusal::Kernel(vec![match place(line) {
                        Some(label) => found.with_label(label),
                        None => found,
                    }])
                })?
            }
        };
        launches.push(launch);
    }
    let mut expressions: Vec<String> = Vec::new();
    for launch in launches.iter().filter(|launch| !launch.kernel.is_empty()) {
        if !expressions.contains(&launch.kernel) {
            expressions.push(launch.kernel.clone());
        }
    }
    let request = |source: String, options: Vec<String>| Request {
        name: format!("{}_tilelang.cu", exercise.name),
        source,
        headers: Vec::new(),
        arch: unit::ARCH.to_owned(),
        expressions: expressions.clone(),
        options,
    };
    let options = worker.environment().compiler_options(order.nvrtc);
    let forms = |fragments: Fragments| {
        let source = tilelang::assemble(&lowered, fragments);
        (request(source.light, Vec::new()), Some(request(source.full, options.clone())))
    };
    let (light, full) = forms(Fragments::Memory);
    let unchecked = Some(Box::new(forms(Fragments::Registers)));
    let printed = lowered.first().map(|lowered| lowered.printed.clone()).unwrap_or_default();
    Ok(Unit { request: light, full, unchecked, launches, printed })
}

/// The distinct sets of arguments, and which of them each case has; none where there is nothing to do.
fn jobs(
    exercise: &Exercise,
    rules: Option<&LaunchRules>,
    cases: &[&Case],
) -> Result<(Vec<Job>, Vec<Option<usize>>), Refusal> {
    if let Some(rules) = rules {
        exercise.check_rules(rules).map_err(Refusal::Rules)?;
    }
    let mut jobs: Vec<Job> = Vec::new();
    let mut job_of_case = Vec::new();
    for case in cases {
        let arguments = exercise.tile_arguments(case, rules).map_err(Refusal::Rules)?;
        let argument = |(name, value): (String, Value)| {
            let value = match value {
                Value::Int(n) => Argument::Int(n),
                Value::Double(x) => Argument::Float(x),
                Value::Str(word) => {
                    Argument::Dtype(Dtype::parse(&word).map_or(word, |dtype| dtype_name(dtype).to_owned()))
                }
            };
            (name, value)
        };
        let job: Job = arguments.into_iter().map(argument).collect();
        job_of_case.push((!case.noop).then(|| {
            jobs.iter().position(|known| *known == job).unwrap_or_else(|| {
                jobs.push(job);
                jobs.len() - 1
            })
        }));
    }
    Ok((jobs, job_of_case))
}

/// Has the worker lower all jobs.
fn lower(worker: &mut Worker, order: Order<'_>, jobs: Vec<Job>) -> Result<Vec<Lowered>, Refusal> {
    let Order { exercise, kernel, sources, cancel, .. } = order;
    let n_jobs = jobs.len();
    let request = tilelang::Request {
        path: kernel.path.to_owned(),
        folder: std::path::absolute(kernel.path).ok().and_then(|path| path.parent().map(ToOwned::to_owned)),
        text: kernel.text.to_owned(),
        function: exercise.tile_kernel().map_err(Refusal::Rules)?.to_owned(),
        arch: ARCH.to_owned(),
        guarded: true,
        jobs,
        n_parallel: n_cores().clamp(1, 8),
        cpu_seconds: PATIENCE.as_secs(),
        memory_bytes: MEMORY_BYTES,
    };
    let mut lowered: Vec<Option<Lowered>> = vec![None; n_jobs];
    let mut first: Option<(usize, Failure)> = None;
    let ended = worker.lower(&request, cancel, &mut |job, answer: Answer| match answer {
        Ok(answer) => {
            lowered[job] = Some(answer);
            true
        }
        Err(failure) => {
            if first.as_ref().is_none_or(|(known, _)| job < *known) {
                first = Some((job, failure));
            }
            // What fails for one size most often fails for all, and may take long each time.
            false
        }
    });
    if let Some((_, failure)) = first {
        let mut found = tilelang::explain(&failure, sources, kernel.file);
        if !failure.printed.trim().is_empty() {
            found.notes.push(msg!("runtime-tile-printed", text = failure.printed.trim()));
        }
        let is_theirs = found.code == Code::UnsupportedInstruction;
        return Err(if is_theirs { Refusal::Unsupported(vec![found]) } else { Refusal::Kernel(vec![found]) });
    }
    match ended {
        Ok(()) => Ok(lowered.into_iter().flatten().collect()),
        Err(WorkerError::Cancelled) => Err(Refusal::Problem(msg!("runtime-cancelled"))),
        Err(error) => Err(Refusal::Problem(error.text())),
    }
}

/// What is wrong with a lowered kernel.
struct Wrong {
    code: Code,
    title: Text,
    help: Option<Text>,
    line: Option<u32>,
}

impl Wrong {
    fn new(title: Text) -> Self {
        Self { code: Code::CompileError, title, help: None, line: None }
    }
}

/// How a case launches its kernel, the lowering `job`; checks that it is the kernel that the exercise asks for.
fn launch(case: &Case, lowered: &Lowered, job: usize) -> Result<Launch, Wrong> {
    let [kernel] = lowered.kernels.as_slice() else {
        let title = msg!("runtime-tile-kernels", count = lowered.kernels.len());
        return Err(Wrong { line: lowered.places.kernel, ..Wrong::new(title) });
    };
    let place_of = places(case, lowered)?;
    let takes = |name: &String| {
        let at = lowered.buffers.iter().position(|buffer| buffer.name == *name)?;
        place_of.get(at).copied()
    };
    let args = kernel.parameters.iter().map(takes).collect::<Option<Vec<usize>>>();
    let args = args.ok_or_else(|| Wrong::new(msg!("runtime-tile-parameters", names = kernel.parameters.join(", "))))?;
    let fixed = |extents: [Option<u32>; 3]| match extents {
        [Some(x), Some(y), Some(z)] => Some([x, y, z]),
        _ => None,
    };
    let (Some(grid), Some(block)) = (fixed(kernel.grid), fixed(kernel.block)) else {
        return Err(Wrong { line: lowered.places.kernel, ..Wrong::new(msg!("runtime-tile-dynamic")) });
    };
    let threads: u32 = block.iter().product();
    if threads > MOST_THREADS {
        return Err(Wrong {
            code: Code::LaunchFailure,
            title: msg!("runtime-tile-threads", threads = threads, most = MOST_THREADS),
            help: Some(msg!("runtime-tile-threads-help")),
            line: lowered.places.kernel,
        });
    }
    let name = tilelang::qualified(job, &kernel.name);
    Ok(Launch { dtype: case.dtype, args: Some(args), ..Launch::new(name, grid, block, kernel.shared_bytes) })
}

/// For each buffer of the function, its position among the case's arguments: inputs and outputs each in their order.
fn places(case: &Case, lowered: &Lowered) -> Result<Vec<usize>, Wrong> {
    let of = |direction: Direction| {
        let all = case.args.iter().enumerate();
        all.filter_map(move |(at, arg)| match arg {
            ArgSpec::Buffer(spec) if spec.direction == direction => Some((at, spec)),
            _ => None,
        })
        .collect::<Vec<_>>()
    };
    let (inputs, outputs) = (of(Direction::In), of(Direction::Out));
    let names =
        |specs: &[(usize, &BufferSpec)]| specs.iter().map(|(_, s)| s.name.as_str()).collect::<Vec<_>>().join(", ");
    if lowered.outputs.len() != outputs.len() {
        let (count, wanted) = (lowered.outputs.len(), outputs.len());
        return Err(Wrong::new(msg!("runtime-tile-outputs", count = count, wanted = wanted)));
    }
    let n_inputs = lowered.buffers.len() - outputs.len();
    if n_inputs != inputs.len() {
        let (wanted, names) = (inputs.len(), names(&inputs));
        return Err(Wrong::new(msg!("runtime-tile-inputs", count = n_inputs, wanted = wanted, names = names)));
    }
    let mut left = inputs.into_iter();
    let mut place_of = Vec::new();
    for (at, buffer) in lowered.buffers.iter().enumerate() {
        let spec = match lowered.outputs.iter().position(|&output| output == at) {
            Some(k) => Some(outputs[k]),
            None => left.next(),
        };
        let Some((place, spec)) = spec else { return Err(Wrong::new(msg!("runtime-tile-inputs-twice"))) };
        let line = lowered.places.buffers.get(&buffer.name).copied();
        let shape = buffer.shape.as_deref().unwrap_or_default();
        let is_same = shape.len() == spec.shape.len()
            && shape.iter().zip(&spec.shape).all(|(a, b)| a.is_none_or(|a| usize::try_from(a) == Ok(*b)));
        if !is_same {
            let got: Vec<String> = shape.iter().map(|n| n.map_or_else(|| "?".to_owned(), |n| n.to_string())).collect();
            let want: Vec<String> = spec.shape.iter().map(usize::to_string).collect();
            let (got, want) = (got.join(", "), want.join(", "));
            return Err(Wrong {
                line,
                ..Wrong::new(msg!("runtime-tile-shape", name = &buffer.name, got = got, want = want))
            });
        }
        let want = dtype_name(spec.dtype);
        if buffer.dtype != want {
            let title = msg!("runtime-tile-dtype", name = &buffer.name, got = &buffer.dtype, want = want);
            return Err(Wrong { line, ..Wrong::new(title) });
        }
        place_of.push(place);
    }
    Ok(place_of)
}

/// What the compiler's refusal of code that TileLang made means.
pub fn refused(error: CompileError, sources: &SourceMap, time: &mut CompileTime) -> Refusal {
    match error {
        CompileError::Rejected { messages, nvrtc_ms, .. } => {
            time.nvrtc_ms = nvrtc_ms;
            let said = messages.iter().find(|message| message.is_error());
            let detail = said.map_or_else(String::new, |message| message.text.clone());
            let found = cuda::diagnostics(&messages, sources);
            let label = found.iter().find_map(|d| d.main_label().cloned());
            let finding = Diagnostic::error(Code::CompileError, msg!("runtime-tile-refused", detail = detail));
            let finding = label.into_iter().fold(finding, Diagnostic::with_label);
            Refusal::Kernel(vec![finding.with_help(msg!("runtime-tile-refused-help"))])
        }
        CompileError::TimedOut { limit } => {
            let title = msg!("runtime-compile-timeout", seconds = limit.as_secs());
            Refusal::Kernel(vec![Diagnostic::error(Code::CompileError, title)])
        }
        error => Refusal::Problem(toolchain_problem(&error)),
    }
}
