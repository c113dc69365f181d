//! The user's Python interpreters.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::Failure;

/// What an interpreter says of itself, as one line of JSON.
const SCRIPT: &str = include_str!("describe.py");

/// An interpreter that can use what was fetched for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interpreter {
    /// How it is called on `PATH`, there with pip: perhaps a virtual environment's link, or a script of pyenv's.
    pub on_path: PathBuf,
    /// The program itself, links resolved, which stays when a virtual environment goes.
    pub program: PathBuf,
    /// Major and minor version of the language.
    pub version: (u32, u32),
    /// The folder of its standard library, named by the version: an upgrade to another version takes it away.
    pub stdlib: PathBuf,
}

/// Every `python3` on `PATH`, in order.
pub fn pythons_on_path() -> Vec<PathBuf> {
    on_path("python3")
}

fn on_path(name: &str) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|dir| dir.join(name)).filter(|python| python.is_file()).collect()
}

/// The first interpreter on `PATH` that is CPython 3 with one of the minor versions and has pip: each `python3`, then those
/// that carry a version in their name.
///
/// # Errors
/// [`Failure::NoPython`], [`Failure::NoFittingPython`], or [`Failure::NoPip`] with those that only lack pip.
pub fn fitting_python(minors: RangeInclusive<u32>) -> Result<Interpreter, Failure> {
    let versioned = minors.clone().rev().flat_map(|minor| on_path(&format!("python3.{minor}")));
    fitting(&pythons_on_path().into_iter().chain(versioned).collect::<Vec<_>>(), minors)
}

fn fitting(pythons: &[PathBuf], minors: RangeInclusive<u32>) -> Result<Interpreter, Failure> {
    let mut found: Vec<String> = Vec::new();
    let mut without_pip = Vec::new();
    for python in pythons {
        let described = describe(python);
        match described {
            Ok(interpreter) if minors.contains(&interpreter.version.1) && interpreter.version.0 == 3 => {
                if has_pip(python) {
                    return Ok(interpreter);
                }
                without_pip.push(python.clone());
            }
            Ok(Interpreter { version: (major, minor), .. }) => {
                found.push(format!("{} (CPython {major}.{minor})", python.display()));
            }
            Err(name) => found.push(format!("{} ({name})", python.display())),
        }
    }
    if !without_pip.is_empty() {
        Err(Failure::NoPip { pythons: without_pip })
    } else if found.is_empty() {
        Err(Failure::NoPython)
    } else {
        Err(Failure::NoFittingPython { found, oldest: *minors.start(), newest: *minors.end() })
    }
}

/// What an interpreter is; for one that is no CPython, or has no lock of threads, its name instead.
fn describe(python: &Path) -> Result<Interpreter, String> {
    let describe = |program: &OsStr| {
        let output =
            Command::new(program).args(["-c", SCRIPT]).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).ok()?;
        output.status.success().then_some(value)
    };
    // A link of pyenv's to a version that is not installed, a program of another machine.
    let Some(said) = describe(python.as_os_str()) else { return Err("?".to_owned()) };
    let text = |key: &str| said[key].as_str().unwrap_or_default().to_owned();
    let number = |key: &str| said[key].as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or_default();
    if said["is_plain"] != true {
        return Err(text("name"));
    }
    // Some distributions start Python by a script that sets up more than a link does.
    let resolved = PathBuf::from(text("program"));
    let is_same = describe(resolved.as_os_str()).is_some_and(|again| again == said);
    Ok(Interpreter {
        program: if is_same { resolved } else { python.to_owned() },
        on_path: python.to_owned(),
        version: (number("major"), number("minor")),
        stdlib: text("stdlib").into(),
    })
}

/// The first interpreter that has pip. An environment made without pip does not hide the system's.
pub(crate) fn with_pip(pythons: &[PathBuf]) -> Result<PathBuf, Failure> {
    match pythons.iter().find(|python| has_pip(python)) {
        Some(python) => Ok(python.clone()),
        None if pythons.is_empty() => Err(Failure::NoPython),
        None => Err(Failure::NoPip { pythons: pythons.to_vec() }),
    }
}

fn has_pip(python: &Path) -> bool {
    Command::new(python)
        .args(["-m", "pip", "--version"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
