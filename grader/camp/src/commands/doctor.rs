//! `camp doctor`: what is there, and what to do about what is not.

use std::io::{self, Write};
use std::process::Command;
use std::time::{Duration, Instant};

use cuda::{Compiler, Gpu, HeaderSet, NoDriver, NotFound, Outcome, Toolchain, Tried};
use diag::render::width;
use diag::{Text, msg};
use tilelang::Environment;
use tilelang::install::{self, NotInstalled};
use wheels::CacheDir;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Session, pad};
use crate::{editor_files, toolchain};

/// The smallest kernel, to see that the compiler works.
const TEST_KERNEL: &str = "extern \"C\" __global__ void probe(float *out) { out[threadIdx.x] = threadIdx.x; }\n";

/// How a line of the report is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// In order.
    Ok,
    /// Needed and not there.
    Missing,
    /// Worth knowing.
    Note,
}

/// Writes what was found.
pub fn run(session: &Session) -> Result<Exit, Failure> {
    let mut lines = vec![(Mark::Ok, msg!("camp-doctor-version", version = env!("CARGO_PKG_VERSION"))), exercises()];
    let can_fetch = python(&mut lines);
    let (is_ready, compiler) = match toolchain::find() {
        Ok(toolchain) => compiler(&toolchain, &mut lines),
        Err(NotFound { tried }) => {
            // With pip, camp fetches the compiler by itself when it is first needed.
            let mark = if can_fetch { Mark::Note } else { Mark::Missing };
            lines.push((mark, msg!("camp-doctor-no-nvrtc", count = tried.len())));
            lines.extend(tried.iter().map(|tried| (Mark::Note, tried_text(tried))));
            (can_fetch, None)
        }
    };
    lines.push(tilelang());
    gpu(compiler, &mut lines);
    lines.extend(editor());
    let words = [msg!("camp-doctor-ok"), msg!("camp-doctor-missing"), msg!("camp-doctor-note")];
    let words = words.iter().map(|word| width(&session.say(word))).max().unwrap_or(0);
    let mut out = io::stdout().lock();
    for (mark, text) in &lines {
        let (word, color) = match mark {
            Mark::Ok => (msg!("camp-doctor-ok"), "32"),
            Mark::Missing => (msg!("camp-doctor-missing"), "31"),
            Mark::Note => (msg!("camp-doctor-note"), "33"),
        };
        let word = pad(&session.say(&word), words);
        writeln!(out, "{}  {}", session.paint(color, &word), session.say(text))?;
    }
    let last = if is_ready { msg!("camp-doctor-ready") } else { msg!("camp-doctor-not-ready") };
    writeln!(out, "{}", session.say(&last))?;
    Ok(if is_ready { Exit::Passed } else { Exit::NotJudged })
}

/// The exercises of the current folder.
fn exercises() -> (Mark, Text) {
    let root = std::env::current_dir().ok().and_then(|dir| exercise::find_root(&dir).ok());
    match root {
        Some(root) => {
            let (found, _) = exercise::load_all(&root);
            (Mark::Ok, msg!("camp-doctor-root", count = found.len(), root = root.display()))
        }
        None => (Mark::Note, msg!("camp-doctor-no-root")),
    }
}

/// Whether clangd has what it needs in the current folder; nothing outside of one.
fn editor() -> Option<(Mark, Text)> {
    let root = exercise::find_root(&std::env::current_dir().ok()?).ok()?;
    let is_made = editor_files::prepare(&root, toolchain::find().ok().as_ref()).is_ok();
    let missing = editor_files::SETTINGS.iter().map(|(name, _)| *name).find(|name| !root.join(name).exists());
    Some(match missing {
        Some(name) => (Mark::Note, msg!("camp-doctor-editor-settings", name = name, root = root.display())),
        None if is_made => (Mark::Ok, msg!("camp-doctor-editor")),
        None => (Mark::Note, msg!("camp-doctor-editor-headers", dir = editor_files::folder(&root).display())),
    })
}

/// python3 and its pip; whether both are there.
fn python(lines: &mut Vec<(Mark, Text)>) -> bool {
    let version = |args: &[&str]| {
        let output = Command::new("python3").args(args).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then_some(text)
    };
    let Some(python) = version(&["--version"]) else {
        lines.push((Mark::Note, msg!("camp-doctor-no-python")));
        return false;
    };
    let Some(pip) = version(&["-m", "pip", "--version"]) else {
        lines.push((Mark::Note, msg!("camp-doctor-no-pip")));
        return false;
    };
    let pip = pip.split(" from ").next().unwrap_or_default().to_owned();
    lines.push((Mark::Ok, msg!("camp-doctor-python", version = format!("{python}, {pip}"))));
    true
}

/// The compiler that was found: whether it compiles, and itself where it runs.
fn compiler(toolchain: &Toolchain, lines: &mut Vec<(Mark, Text)>) -> (bool, Option<Compiler>) {
    let version = format!("{}.{}", toolchain.version.0, toolchain.version.1);
    let origin = toolchain::origin(toolchain.origin);
    let path = toolchain.nvrtc.display().to_string();
    lines.push((Mark::Ok, msg!("camp-doctor-nvrtc", version = version, origin = origin, path = path)));
    if !toolchain.missing.is_empty() {
        let names: Vec<&str> = toolchain.missing.iter().map(|set| header_set(*set)).collect();
        lines.push((Mark::Note, msg!("camp-doctor-headers", names = names.join(", "))));
    }
    let request = cuda::Request {
        name: "probe.cu".into(),
        source: TEST_KERNEL.into(),
        arch: "compute_80".into(),
        ..cuda::Request::default()
    };
    let start = Instant::now();
    let mut compiler = Compiler::spawn(toolchain.clone(), toolchain::worker());
    let compiled = match &mut compiler {
        Ok(compiler) => compiler.compile(&request, Duration::from_secs(30)).map_err(|error| error.text()),
        Err(error) => Err(error.text()),
    };
    let is_ready = compiled.is_ok();
    lines.push(match compiled {
        Ok(_) => (Mark::Ok, msg!("camp-doctor-compile", ms = start.elapsed().as_millis())),
        Err(detail) => (Mark::Missing, msg!("camp-doctor-compile-failed", detail = detail)),
    });
    (is_ready, compiler.ok())
}

/// TileLang, by a look at its files.
fn tilelang() -> (Mark, Text) {
    let found = CacheDir::from_env().map_or(Err(NotInstalled::Never), |cache| install::find(&cache));
    match found {
        Ok(Environment { python, python_version: (major, minor), site, version }) => {
            let python = format!("Python {major}.{minor} ({})", python.display());
            (Mark::Ok, msg!("camp-doctor-tilelang", version = version, python = python, path = site.display()))
        }
        Err(NotInstalled::Never) => (Mark::Note, msg!("camp-doctor-no-tilelang")),
        Err(reason) => (Mark::Note, reason.text()),
    }
}

/// The GPU and its driver, and whether a kernel runs on it. None is needed, so nothing here is missing.
fn gpu(compiler: Option<Compiler>, lines: &mut Vec<(Mark, Text)>) {
    let driver = match cuda::probe::driver(&toolchain::worker()) {
        Ok(Ok(driver)) => driver,
        Ok(Err(NoDriver::NoLibrary)) => return lines.push((Mark::Ok, msg!("camp-doctor-no-driver"))),
        Ok(Err(error)) => {
            return lines.push((Mark::Note, msg!("camp-doctor-driver-fails", why = error.to_string())));
        }
        Err(error) => return lines.push((Mark::Note, msg!("camp-doctor-driver-fails", why = error.to_string()))),
    };
    let module = driver.module_version.clone().unwrap_or_else(|| "?".to_owned());
    let Some(device) = driver.devices.first() else {
        return lines.push((Mark::Note, msg!("camp-doctor-no-gpu", driver = module)));
    };
    let version = |(major, minor): (u32, u32)| format!("{major}.{minor}");
    lines.push((
        Mark::Ok,
        msg!(
            "camp-doctor-gpu",
            gpu = &device.name,
            capability = version(device.compute_capability),
            memory = device.memory_bytes / 1_000_000_000,
            driver = module,
            cuda = version(driver.cuda_version)
        ),
    ));
    let Some(mut compiler) = compiler else { return };
    let tried = Gpu::open(&toolchain::worker()).map_err(|error| error.text());
    lines.push(match tried.and_then(|mut gpu| judge::try_out(&mut gpu, &mut compiler)) {
        Ok(ms) => (Mark::Ok, msg!("camp-doctor-gpu-works", ms = ms.round())),
        Err(why) => (Mark::Note, msg!("camp-doctor-gpu-unused", why = why)),
    });
}

/// The words for a set of headers: NVIDIA's package names.
fn header_set(set: HeaderSet) -> &'static str {
    match set {
        HeaderSet::Runtime => "cuda-runtime",
        HeaderSet::Crt => "cuda-crt",
        HeaderSet::Cccl => "cuda-cccl",
    }
}

/// One place where the compiler was looked for.
fn tried_text(tried: &Tried) -> Text {
    let outcome = match tried.outcome {
        Outcome::NoFolder => msg!("camp-tried-no-folder"),
        Outcome::NoLibrary => msg!("camp-tried-no-library"),
        Outcome::WrongMachine => msg!("camp-tried-wrong-machine"),
        Outcome::WrongVersion(major, minor) => msg!("camp-tried-wrong-version", version = format!("{major}.{minor}")),
        Outcome::NoBuiltins => msg!("camp-tried-no-builtins"),
        Outcome::Usable(major, minor) => msg!("camp-tried-usable", version = format!("{major}.{minor}")),
    };
    msg!("camp-doctor-tried", path = tried.path.display(), outcome = outcome)
}
