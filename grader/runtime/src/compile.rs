//! From a learner's text to a program for the virtual device.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cuda::{CompileError, Compiled, Compiler, NvrtcMessage, Request};
use diag::{Code, Diagnostic, FileId, Label, SourceMap, Text, msg};
use exercise::{Backend, Case, DeviceProps, Exercise, Launch, LaunchRules};
use tilelang::Worker;
use vgpu::Program;

use crate::contract::{self, Wanted};
use crate::functor;
use crate::{tile, unit};

/// Time for one compilation. Ordinary kernels take well below a second, those with the headers of CUB several.
pub const COMPILE_LIMIT: Duration = Duration::from_secs(30);

/// A module and the kernels that cases launch.
#[derive(Debug)]
pub struct Loaded {
    /// The module.
    pub program: Program,
    /// Mangled names by name expression.
    pub entries: HashMap<String, String>,
}

impl Loaded {
    /// The mangled name of the kernel with this name expression; empty, which no kernel is called, when there is none.
    pub fn entry(&self, expression: &str) -> &str {
        self.entries.get(expression).map_or("", String::as_str)
    }
}

/// Why there is no program.
#[derive(Debug)]
pub enum Refusal {
    /// The kernel is wrong.
    Kernel(Vec<Diagnostic>),
    /// camp's virtual device lacks something that the kernel needs.
    Unsupported(Vec<Diagnostic>),
    /// The learner's `launch.toml` does not fit the kernel.
    Rules(exercise::Error),
    /// Nothing can be said about the kernel.
    Problem(Text),
}

/// How long compiling took.
#[derive(Debug, Clone, Copy, Default)]
pub struct CompileTime {
    /// Until the compiler's answer.
    pub total_ms: f64,
    /// NVRTC's own part.
    pub nvrtc_ms: f64,
}

/// The learner's file.
#[derive(Debug, Clone, Copy)]
pub struct Kernel<'a> {
    /// The path as the user named it.
    pub path: &'a str,
    /// The text.
    pub text: &'a str,
    /// The file in the source map.
    pub file: FileId,
}

/// A kernel's translation unit, and what each case launches of it.
#[derive(Debug, Clone)]
pub struct Unit {
    /// What the compiler gets.
    pub request: Request,
    /// What it gets when it refuses that: the same with all of TileLang's headers.
    pub full: Option<Request>,
    /// The two as they are where nothing is checked, on a GPU and for counting, if that is something else.
    pub unchecked: Option<Box<(Request, Option<Request>)>>,
    /// The launch of each case, in the order of the cases.
    pub launches: Vec<Launch>,
    /// What the kernel's file printed when it was run as Python.
    pub printed: String,
}

impl Unit {
    /// The unit for where nothing is checked.
    #[must_use]
    pub fn unchecked(mut self) -> Self {
        if let Some(unchecked) = self.unchecked.take() {
            (self.request, self.full) = *unchecked;
        }
        self
    }
}

/// The launch of each of `cases`, which are of `exercise`, on a device.
///
/// # Errors
/// What is wrong with the learner's `launch.toml`.
fn launches<'a>(
    exercise: &Exercise,
    cases: impl IntoIterator<Item = &'a Case>,
    rules: Option<&LaunchRules>,
    device: &DeviceProps,
) -> Result<Vec<Launch>, exercise::Error> {
    rules.map_or(Ok(()), |rules| exercise.check_rules(rules))?;
    cases.into_iter().map(|case| exercise.launch(case, rules, device)).collect()
}

/// A kernel to make a translation unit of.
#[derive(Debug, Clone, Copy)]
pub struct Order<'a> {
    /// The exercise, with the backend that the kernel is for.
    pub exercise: &'a Exercise,
    /// The kernel.
    pub kernel: Kernel<'a>,
    /// The learner's launch rules.
    pub rules: Option<&'a LaunchRules>,
    /// The cases that launch it.
    pub cases: &'a [&'a Case],
    /// Where they will run.
    pub device: &'a DeviceProps,
    /// The texts that findings point into.
    pub sources: &'a SourceMap,
    /// The major version of the compiler that will translate it.
    pub nvrtc: u32,
    /// Set when everything is to end.
    pub cancel: &'a AtomicBool,
}

/// Makes the translation unit of a kernel and says what each case launches of it.
///
/// `worker`: lowers TileLang kernels, where TileLang is installed.
///
/// # Errors
/// What is wrong with the kernel or its rules, or why nothing can be said.
pub fn build(worker: Option<&mut Worker>, order: Order<'_>) -> Result<Unit, Refusal> {
    let Order { exercise, kernel, rules, cases, device, .. } = order;
    match exercise.backend {
        Backend::Nvidia => {
            let launches = launches(exercise, cases.iter().copied(), rules, device).map_err(Refusal::Rules)?;
            unit(exercise, kernel, launches).map_err(Refusal::Problem)
        }
        Backend::Tilelang => {
            let worker = worker.ok_or_else(|| Refusal::Problem(msg!("tilelang-not-installed")))?;
            tile::unit(worker, order)
        }
        Backend::Metax => Err(Refusal::Problem(msg!("runtime-metax"))),
    }
}

/// The translation unit of a CUDA kernel that launches the given kernels.
///
/// # Errors
/// A fault of camp's own.
pub fn unit(exercise: &Exercise, kernel: Kernel<'_>, launches: Vec<Launch>) -> Result<Unit, Text> {
    let request = unit::learner(exercise, kernel.path, kernel.text, &launches)
        .map_err(|detail| msg!("runtime-internal", detail = detail))?;
    Ok(Unit { request, full: None, unchecked: None, launches, printed: String::new() })
}

/// Compiles and loads the learner's kernel. The diagnostics are findings that do not stop it: warnings.
pub fn learner(
    compiler: &mut Compiler,
    exercise: &Exercise,
    kernel: Kernel<'_>,
    unit: &Unit,
    sources: &SourceMap,
    time: &mut CompileTime,
) -> Result<(Loaded, Vec<Diagnostic>), Refusal> {
    let start = Instant::now();
    let compiled = compile(compiler, exercise, kernel, unit);
    time.total_ms += start.elapsed().as_secs_f64() * 1e3;
    let compiled = match compiled {
        Ok(compiled) => compiled,
        Err(error) if exercise.backend == Backend::Tilelang => return Err(tile::refused(error, sources, time)),
        Err(error) => return Err(refused(exercise, kernel, &unit.launches, error, sources, time)),
    };
    time.nvrtc_ms = compiled.nvrtc_ms;
    let warnings = match exercise.backend {
        // What the compiler thinks of code that TileLang wrote is no concern of the learner's.
        Backend::Tilelang => Vec::new(),
        _ => cuda::diagnostics(&compiled.messages, sources),
    };
    let include_dirs = &compiler.toolchain().include_dirs;
    let expressions = unit.request.expressions.clone();
    let loaded = load(compiled, expressions, sources, |module| rename(&mut module.files, kernel.path, include_dirs))?;
    if exercise.backend == Backend::Nvidia {
        check_parameters(exercise, kernel, &unit.launches, &loaded)?;
    }
    Ok((loaded, warnings))
}

/// Has the compiler translate a unit, in the way that it can.
fn compile(
    compiler: &mut Compiler,
    exercise: &Exercise,
    kernel: Kernel<'_>,
    unit: &Unit,
) -> Result<Compiled, CompileError> {
    match compiler.compile(&unit.request, COMPILE_LIMIT) {
        Err(CompileError::Rejected { .. }) if unit.full.is_some() => {
            compiler.compile(unit.full.as_ref().unwrap_or(&unit.request), COMPILE_LIMIT)
        }
        // Asked for an instance of a template, NVRTC dies of some mistakes that it explains when it is not asked.
        Err(crash @ CompileError::Crashed { .. }) if exercise.backend == Backend::Nvidia => {
            match unit::learner(exercise, kernel.path, kernel.text, &[]) {
                Ok(request) => match compiler.compile(&request, COMPILE_LIMIT) {
                    Err(rejected @ CompileError::Rejected { .. }) => Err(rejected),
                    _ => Err(crash),
                },
                Err(_) => Err(crash),
            }
        }
        other => other,
    }
}

/// Compiles and loads the exercise's reference.
///
/// # Errors
/// What is wrong with it.
pub fn reference(compiler: &mut Compiler, exercise: &Exercise, text: &str) -> Result<Arc<Loaded>, Text> {
    let failed = |detail: String| msg!("runtime-reference-failed", detail = detail);
    let kernels: Vec<String> = exercise.cases.iter().map(|case| exercise.reference_kernel(case)).collect();
    let expressions = distinct(kernels.iter().map(String::as_str));
    let request = unit::reference(exercise, text, &expressions).map_err(failed)?;
    let compiled = match compiler.compile(&request, COMPILE_LIMIT) {
        Ok(compiled) => compiled,
        Err(CompileError::Rejected { log, .. }) => return Err(failed(log)),
        Err(error) => return Err(toolchain_problem(&error)),
    };
    match load(compiled, expressions, &SourceMap::new(), |_| {}) {
        Ok(loaded) => Ok(Arc::new(loaded)),
        Err(Refusal::Problem(text)) => Err(text),
        Err(Refusal::Rules(error)) => Err(error.text().clone()),
        Err(Refusal::Kernel(found) | Refusal::Unsupported(found)) => {
            let detail = found.first().map_or_else(String::new, |d| messages::catalogue(diag::Lang::En).get(&d.title));
            Err(failed(detail))
        }
    }
}

/// Each name once, in order.
pub fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        if !all.iter().any(|known| known == name) {
            all.push(name.to_owned());
        }
    }
    all
}

/// Gives the kernel's file the name that the user gave it. NVRTC makes paths absolute by the folder that its process runs
/// in, and PTX out of the cache may come from a run in another folder.
fn rename(files: &mut [String], path: &str, include_dirs: &[PathBuf]) {
    let name = Path::new(path).file_name();
    for file in files {
        let recorded = Path::new(file.as_str());
        if recorded.file_name() == name && !include_dirs.iter().any(|dir| recorded.starts_with(dir)) {
            path.clone_into(file);
        }
    }
}

/// Parses and loads PTX. `amend` may change the names of its source files and the places in them.
fn load(
    compiled: Compiled,
    expressions: Vec<String>,
    sources: &SourceMap,
    amend: impl FnOnce(&mut ptx::Module),
) -> Result<Loaded, Refusal> {
    let mut module = parse(&compiled.ptx, sources)?;
    amend(&mut module);
    let program = Program::load(module).map_err(unloadable)?;
    Ok(Loaded { program, entries: expressions.into_iter().zip(compiled.lowered).collect() })
}

/// Parses PTX that NVRTC made.
pub fn parse(text: &str, sources: &SourceMap) -> Result<ptx::Module, Refusal> {
    ptx::parse(text).map_err(|error| {
        let title = msg!("runtime-unsupported-title", detail = error.text());
        let mut diagnostic =
            Diagnostic::error(Code::UnsupportedInstruction, title).with_note(msg!("runtime-unsupported"));
        let place = error.place.as_ref();
        if let Some((file, place)) = place.and_then(|place| Some((sources.find(place.path.as_ref())?, place))) {
            diagnostic =
                diagnostic.with_label(Label::primary(sources.span_of_location(file, place.line, place.column)));
        }
        Refusal::Unsupported(vec![diagnostic])
    })
}

/// The refusal of a module that the virtual device cannot hold.
pub fn unloadable(error: vgpu::LoadError) -> Refusal {
    let title = msg!("runtime-unsupported-title", detail = error.text());
    let diagnostic = Diagnostic::error(Code::UnsupportedInstruction, title).with_note(msg!("runtime-unsupported"));
    Refusal::Unsupported(vec![diagnostic])
}

/// Checks every kernel that a case launches against the contract's parameters.
fn check_parameters(
    exercise: &Exercise,
    kernel: Kernel<'_>,
    launches: &[Launch],
    loaded: &Loaded,
) -> Result<(), Refusal> {
    for launch in launches {
        let function = loaded.program.module().function(loaded.entry(&launch.kernel));
        let wanted = Wanted::of(exercise, launch, kernel.text);
        if let Some(found) = function.and_then(|f| wanted.other_parameters(exercise, f, kernel.text, kernel.file)) {
            return Err(Refusal::Kernel(vec![found]));
        }
    }
    Ok(())
}

/// What the compiler's refusal of the learner's kernel means.
fn refused(
    exercise: &Exercise,
    kernel: Kernel<'_>,
    launches: &[Launch],
    error: CompileError,
    sources: &SourceMap,
    time: &mut CompileTime,
) -> Refusal {
    let missing = || contract::missing(exercise, kernel.text, kernel.file);
    match error {
        CompileError::Rejected { messages, log, nvrtc_ms } => {
            time.nvrtc_ms = nvrtc_ms;
            let found = cuda::diagnostics(&messages, sources);
            let in_kernel = found.iter().any(|d| d.main_label().is_some());
            if let Some(refusal) = of_rules(exercise, kernel, launches, &messages).filter(|_| !in_kernel) {
                return refusal;
            }
            if let Some(found) = of_functor(exercise, kernel, &messages, sources) {
                return Refusal::Kernel(vec![found]);
            }
            // Errors about nothing in the file come from asking for a kernel that is not there.
            if let Some(missing) = missing().filter(|_| !in_kernel) {
                return Refusal::Kernel(vec![missing]);
            }
            // The kernel is there, and what fails is only the lines around it that use it as the exercise says.
            if !in_kernel && messages.iter().any(|message| message.is_error() && is_about_use(message)) {
                return Refusal::Kernel(vec![Wanted::contract(exercise).other_types(
                    exercise,
                    kernel.text,
                    kernel.file,
                )]);
            }
            if found.is_empty() {
                let title = msg!("runtime-compile-other");
                let log = msg!("runtime-compile-log", log = log.trim());
                return Refusal::Kernel(vec![Diagnostic::error(Code::CompileError, title).with_note(log)]);
            }
            Refusal::Kernel(found)
        }
        CompileError::Internal { .. } if of_rules(exercise, kernel, launches, &[]).is_some() => {
            of_rules(exercise, kernel, launches, &[]).unwrap_or_else(|| Refusal::Problem(toolchain_problem(&error)))
        }
        CompileError::Internal { .. } if missing().is_some() => Refusal::Kernel(missing().into_iter().collect()),
        CompileError::TimedOut { limit } => {
            let title = msg!("runtime-compile-timeout", seconds = limit.as_secs());
            Refusal::Kernel(vec![Diagnostic::error(Code::CompileError, title)])
        }
        error => Refusal::Problem(toolchain_problem(&error)),
    }
}

/// What is wrong with the kernels that launch rules name, when something is: the compiler's refusal is about none of the
/// kernel's lines.
fn of_rules(
    exercise: &Exercise,
    kernel: Kernel<'_>,
    launches: &[Launch],
    messages: &[NvrtcMessage],
) -> Option<Refusal> {
    let named = || launches.iter().filter_map(|launch| Some((launch, launch.named.as_ref()?)));
    if let Some(error) = named().find_map(|(_, named)| contract::unfit_name(exercise, named, kernel.text)) {
        return Some(Refusal::Rules(error));
    }
    let errors: Vec<&str> = messages.iter().filter(|m| m.is_error()).map(|m| m.text.as_str()).collect();
    let is_named = |launch: &Launch| errors.iter().any(|text| text.contains(&unit::check_name(launch)));
    let (launch, _) = named().find(|(launch, _)| is_named(launch))?;
    let wanted = Wanted::of(exercise, launch, kernel.text);
    Some(Refusal::Kernel(vec![wanted.other_types(exercise, kernel.text, kernel.file)]))
}

/// What is wrong with the learner's functor, where the compiler complains of nothing but the kernel around it.
fn of_functor(
    exercise: &Exercise,
    kernel: Kernel<'_>,
    messages: &[NvrtcMessage],
    sources: &SourceMap,
) -> Option<Diagnostic> {
    exercise.signature.functor.as_ref()?;
    let mut errors = messages.iter().filter(|message| message.is_error());
    let is_own = |message: &NvrtcMessage| {
        message.at.as_ref().is_some_and(|at| sources.find(Path::new(&at.file)) == Some(kernel.file))
    };
    if errors.clone().any(is_own) {
        return None;
    }
    let first = errors.next()?;
    let found = contract::missing(exercise, kernel.text, kernel.file);
    found.or_else(|| functor::other(exercise, kernel.text, kernel.file, first.text.trim()))
}

/// Whether a message is about the contract's check of the parameters, or about a kernel that the lines around the
/// learner's file cannot name as the exercise does, being a template where none is wanted or the reverse.
fn is_about_use(message: &NvrtcMessage) -> bool {
    message.text.contains(unit::CONTRACT_CHECK)
        || message
            .at
            .as_ref()
            .is_some_and(|at| at.file.ends_with(unit::NAME_ENDING) || at.file.starts_with("__nv_name"))
}

/// Why the compiler could not be used.
pub fn toolchain_problem(error: &CompileError) -> Text {
    match error {
        CompileError::Cancelled => msg!("runtime-cancelled"),
        CompileError::Crashed { .. } => msg!("runtime-compile-crashed", detail = error.text()),
        _ => msg!("runtime-compile-toolchain", detail = error.text()),
    }
}
