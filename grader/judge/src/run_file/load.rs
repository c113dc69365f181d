//! From a file of anyone's to a program: `.cu` through NVRTC, `.ptx` as it is.

use std::path::{Path, PathBuf};
use std::time::Instant;

use cuda::{CompileError, Compiled, Compiler, Request};
use diag::{Code, Diagnostic, FileId, SourceMap, msg};
use ptx::{Loc, LocId, Module};
use runtime::compile::{COMPILE_LIMIT, CompileTime, Refusal, parse, toolchain_problem, unloadable};
use runtime::kernel_file;
use vgpu::Program;

use super::FileJob;
use super::names::{self, demangled};

/// The largest PTX file that is read, in megabytes.
const MAX_PTX_MEGABYTES: u64 = 64;
/// The largest source file that is read besides the one that was asked for, in bytes: headers that findings point into.
const MAX_HEADER_BYTES: u64 = 4 << 20;

/// A program and the kernel to launch.
#[derive(Debug)]
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// The kernel's mangled name.
    pub entry: String,
    /// The kernel's name for people.
    pub shown: String,
    /// The compiler's warnings.
    pub warnings: Vec<Diagnostic>,
    /// The PTX.
    pub ptx: String,
    /// The file's text, where it is source.
    pub source: Option<String>,
    /// What the compiler was asked for by name.
    pub expressions: Vec<String>,
}

/// Reads, compiles and loads the job's file. `sources` gets its text, and those of the headers that it includes.
pub fn load(
    compiler: Option<&mut Compiler>,
    job: &FileJob,
    sources: &mut SourceMap,
    time: &mut CompileTime,
) -> Result<Loaded, Refusal> {
    let is_ptx = job.file.extension().is_some_and(|extension| extension == "ptx");
    let megabytes = if is_ptx { MAX_PTX_MEGABYTES } else { kernel_file::MAX_MEGABYTES };
    let text = kernel_file::read_up_to(&job.file, megabytes).map_err(Refusal::Problem)?;
    let file = sources.add(&job.file, text.as_str());
    if is_ptx {
        return load_ptx(job, text, file, sources);
    }
    let compiler = compiler.ok_or_else(|| Refusal::Problem(msg!("runtime-internal", detail = "no compiler")))?;
    load_source(compiler, job, &text, sources, time)
}

fn load_ptx(job: &FileJob, text: String, file: FileId, sources: &mut SourceMap) -> Result<Loaded, Refusal> {
    let mut module = ptx::parse(&text).map_err(|error| {
        let title = msg!("runtime-unsupported-title", detail = error.text());
        let label = diag::Label::primary(diag::Span::line(file, error.line));
        let diagnostic = Diagnostic::error(Code::UnsupportedInstruction, title).with_label(label);
        Refusal::Unsupported(vec![diagnostic.with_note(msg!("runtime-unsupported"))])
    })?;
    read_sources(&mut module, Path::new(""), &[], sources);
    if !module.files.iter().any(|name| sources.find(Path::new(name)).is_some()) {
        point_at_ptx(&mut module, &job.file.display().to_string());
    }
    let program = Program::load(module).map_err(unloadable)?;
    let (entry, shown) = choose(&program, job, &[])?;
    let warnings = Vec::new();
    Ok(Loaded { program, entry, shown, warnings, ptx: text, source: None, expressions: Vec::new() })
}

/// Gives each instruction its own line of the PTX as its source: better than lines of a file that is not there.
fn point_at_ptx(module: &mut Module, path: &str) {
    module.files = vec![path.to_owned()];
    module.locs.clear();
    for function in &mut module.functions {
        function.loc = None;
        for statement in &mut function.code {
            let id = u32::try_from(module.locs.len()).unwrap_or(u32::MAX);
            let line = statement.ptx_line;
            module.locs.push(Loc { file: 0, line, column: 0, inlined_at: None, function: None });
            statement.loc = Some(LocId(id));
        }
    }
}

fn load_source(
    compiler: &mut Compiler,
    job: &FileJob,
    text: &str,
    sources: &mut SourceMap,
    time: &mut CompileTime,
) -> Result<Loaded, Refusal> {
    let wanted = job.entry.as_deref();
    // An instance of a template has to be asked for by its name.
    let mut expressions: Vec<String> =
        wanted.filter(|name| name.contains('<')).map(str::to_owned).into_iter().collect();
    loop {
        let compiled = compile(compiler, job, text, &expressions, time);
        let compiled = match compiled {
            Ok(compiled) => compiled,
            Err(CompileError::Rejected { messages, log, .. }) => {
                let found = cuda::diagnostics(&messages, sources);
                let in_file = found.iter().any(|d| d.main_label().is_some());
                // What fails is the name that was asked for, which stands in no file: what is there is said below.
                if !in_file && !expressions.is_empty() {
                    let plain = compile(compiler, job, text, &[], time).map_err(|error| refused(error, sources))?;
                    let program = program(plain, job, compiler, sources)?;
                    return Err(choose(&program, job, &[]).err().unwrap_or_else(|| {
                        let name = expressions.join(", ");
                        Refusal::Problem(msg!("run-no-instance", name = name, log = log.trim()))
                    }));
                }
                return Err(refused(CompileError::Rejected { messages, log, nvrtc_ms: 0.0 }, sources));
            }
            Err(error) => return Err(refused(error, sources)),
        };
        let warnings = cuda::diagnostics(&compiled.messages, sources);
        let lowered = compiled.lowered.clone();
        let ptx = compiled.ptx.clone();
        let program = program(compiled, job, compiler, sources)?;
        match choose(&program, job, &lowered) {
            Ok((entry, shown)) => {
                let source = Some(text.to_owned());
                return Ok(Loaded { program, entry, shown, warnings, ptx, source, expressions });
            }
            // Perhaps a template whose arguments have defaults, or a name that only the compiler understands.
            Err(refusal) => match wanted.filter(|_| expressions.is_empty() && names::may_be_template(text, wanted)) {
                Some(name) => expressions = vec![name.to_owned()],
                None => return Err(refusal),
            },
        }
    }
}

/// Compiles the file for the virtual architecture that the job asks for.
fn compile(
    compiler: &mut Compiler,
    job: &FileJob,
    text: &str,
    expressions: &[String],
    time: &mut CompileTime,
) -> Result<Compiled, CompileError> {
    let start = Instant::now();
    let request = request(job, text, expressions, job.arch.clone());
    let compiled = compiler.compile(&request, COMPILE_LIMIT);
    time.total_ms += start.elapsed().as_secs_f64() * 1e3;
    time.nvrtc_ms += compiled.as_ref().map_or(0.0, |compiled| compiled.nvrtc_ms);
    compiled
}

/// What is compiled: the file itself, under its own name.
pub fn request(job: &FileJob, text: &str, expressions: &[String], arch: String) -> Request {
    let mut options = job.nvrtc_options.clone();
    // NVRTC gets a text and knows no folder that `#include "…"` could be relative to.
    if text.contains("include") {
        let folder = job.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        options.insert(0, format!("--include-path={}", folder.display()));
    }
    Request {
        name: job.file.display().to_string(),
        source: text.to_owned(),
        headers: Vec::new(),
        arch,
        expressions: expressions.to_vec(),
        options,
    }
}

/// Parses and loads what was compiled.
fn program(
    compiled: Compiled,
    job: &FileJob,
    compiler: &Compiler,
    sources: &mut SourceMap,
) -> Result<Program, Refusal> {
    let mut module = parse(&compiled.ptx, sources)?;
    read_sources(&mut module, &job.file, &compiler.toolchain().include_dirs, sources);
    Program::load(module).map_err(unloadable)
}

/// Gives the module's files the names that the user knows them by, and reads those that are not CUDA's own.
fn read_sources(module: &mut Module, own: &Path, cuda_dirs: &[PathBuf], sources: &mut SourceMap) {
    let current = std::env::current_dir().unwrap_or_default();
    for name in &mut module.files {
        let recorded = Path::new(name.as_str());
        if name.is_empty() || cuda_dirs.iter().any(|dir| recorded.starts_with(dir)) {
            continue;
        }
        let shown = plain(recorded);
        let shown = shown.strip_prefix(&current).map_or(shown.clone(), Path::to_owned);
        // PTX out of the cache may come from a run in another folder.
        let is_own = !own.as_os_str().is_empty() && (shown == own || plain(&current.join(own)) == plain(recorded));
        let is_own = is_own || (recorded.file_name() == own.file_name() && !recorded.exists());
        if is_own {
            *name = own.display().to_string();
            continue;
        }
        if sources.find(&shown).is_none() {
            let is_small = std::fs::metadata(recorded).is_ok_and(|m| m.is_file() && m.len() <= MAX_HEADER_BYTES);
            let Some(text) = is_small.then(|| std::fs::read_to_string(recorded).ok()).flatten() else { continue };
            sources.add(&shown, text);
        }
        *name = shown.display().to_string();
    }
}

/// `path` without `.` and `name/..`, which are left in the names of headers.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if out.file_name().is_some() => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// The kernel to launch: its mangled name and its name for people.
///
/// `lowered`: what the compiler calls the kernel that was asked for by its name.
fn choose(program: &Program, job: &FileJob, lowered: &[String]) -> Result<(String, String), Refusal> {
    let mut entries: Vec<&str> = program.entries().collect();
    entries.sort_unstable();
    let mut shown: Vec<String> = entries.iter().map(|name| demangled(name)).collect();
    shown.sort_unstable();
    let path = || job.file.display().to_string();
    let listed = || shown.join(", ");
    let found = match (&job.entry, lowered.first()) {
        (_, Some(lowered)) => names::Match::One(lowered),
        (Some(wanted), None) => names::find(wanted, &entries),
        (None, None) => match entries.as_slice() {
            [one] => names::Match::One(one),
            [] => return Err(Refusal::Problem(msg!("run-no-kernel", path = path()))),
            _ => return Err(Refusal::Problem(msg!("run-which-kernel", path = path(), names = listed()))),
        },
    };
    match (found, &job.entry) {
        (names::Match::One(entry), _) => Ok((entry.to_owned(), names::short(entry))),
        (names::Match::None, Some(wanted)) if entries.is_empty() => {
            Err(Refusal::Problem(msg!("run-no-kernel-named", path = path(), name = wanted)))
        }
        (names::Match::None, wanted) => {
            let name = wanted.clone().unwrap_or_default();
            Err(Refusal::Problem(msg!("run-unknown-kernel", path = path(), name = name, names = listed())))
        }
        (names::Match::Several(all), wanted) => {
            let name = wanted.clone().unwrap_or_default();
            let names: Vec<String> = all.iter().map(|name| demangled(name)).collect();
            Err(Refusal::Problem(msg!("run-ambiguous-kernel", name = name, names = names.join(", "))))
        }
    }
}

/// What the compiler's refusal means.
fn refused(error: CompileError, sources: &SourceMap) -> Refusal {
    match error {
        CompileError::Rejected { messages, log, .. } => {
            let found = cuda::diagnostics(&messages, sources);
            if found.is_empty() {
                let log = msg!("runtime-compile-log", log = log.trim());
                let title = msg!("runtime-compile-other");
                return Refusal::Kernel(vec![Diagnostic::error(Code::CompileError, title).with_note(log)]);
            }
            Refusal::Kernel(found)
        }
        // An option that NVRTC does not know, an architecture that it has not.
        CompileError::Internal { reason, log } => {
            Refusal::Problem(msg!("run-nvrtc", reason = reason, log = log.trim()))
        }
        CompileError::TimedOut { limit } => {
            let title = msg!("runtime-compile-timeout", seconds = limit.as_secs());
            Refusal::Kernel(vec![Diagnostic::error(Code::CompileError, title)])
        }
        error => Refusal::Problem(toolchain_problem(&error)),
    }
}

/// The problem that a file has no text for the job, as a message.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lose_their_detours() {
        assert_eq!(plain(Path::new("/a/./b/../c.cuh")), Path::new("/a/c.cuh"));
        assert_eq!(plain(Path::new("./a/b")), Path::new("a/b"));
        assert_eq!(plain(Path::new("../a")), Path::new("../a"));
    }

    #[test]
    fn instructions_without_a_source_get_their_own_line() {
        let text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n";
        let mut module = ptx::parse(text).unwrap();
        point_at_ptx(&mut module, "k.ptx");
        let loc = module.functions[0].code[0].loc.unwrap();
        assert_eq!(module.locs[loc.0 as usize].line, 6);
        assert_eq!(module.file(0), Some("k.ptx"));
    }
}
