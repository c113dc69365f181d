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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A program in `dir` that says of itself what Python would, and has pip or not.
    fn fake(dir: &Path, name: &str, said: &str, has_pip: bool) -> PathBuf {
        let python = dir.join(name);
        let status = i32::from(!has_pip);
        let script = format!("#!/bin/sh\n[ \"$1\" = -c ] && {{ echo '{said}'; exit; }}\nexit {status}\n");
        fs::write(&python, script).unwrap();
        fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
        python
    }

    fn said(name: &str, is_plain: bool, minor: u32, program: &Path) -> String {
        serde_json::json!({
            "name": name, "is_plain": is_plain, "major": 3, "minor": minor, "program": program, "stdlib": "/lib/python3"
        })
        .to_string()
    }

    #[test]
    fn the_first_that_fits_and_has_pip_is_taken() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let python = |name: &str, minor: u32, has_pip: bool| {
            fake(dir.path(), name, &said("CPython", true, minor, &path(name)), has_pip)
        };
        let (old, bare, good) = (python("old", 9, true), python("bare", 12, false), python("good", 11, true));
        let broken = path("broken");
        let all = [broken.clone(), old.clone(), bare.clone(), good.clone()];
        let found = fitting(&all, 10..=14).unwrap();
        assert_eq!((found.on_path, found.program, found.version), (good.clone(), good, (3, 11)));
        assert_eq!(fitting(&all[..3], 10..=14), Err(Failure::NoPip { pythons: vec![bare] }));
        let found = vec![format!("{} (?)", broken.display()), format!("{} (CPython 3.9)", old.display())];
        assert_eq!(fitting(&all[..2], 10..=14), Err(Failure::NoFittingPython { found, oldest: 10, newest: 14 }));
        assert_eq!(fitting(&[], 10..=14), Err(Failure::NoPython));
    }

    #[test]
    fn others_than_plain_cpython_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let said = said("PyPy 3.11.13", false, 11, &dir.path().join("pypy"));
        let pypy = fake(dir.path(), "pypy", &said, true);
        let found = vec![format!("{} (PyPy 3.11.13)", pypy.display())];
        assert_eq!(fitting(&[pypy], 10..=14), Err(Failure::NoFittingPython { found, oldest: 10, newest: 14 }));
    }

    #[test]
    fn a_link_is_followed_to_a_program_that_is_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let program = dir.path().join("python3.12");
        let said = said("CPython 3.12.1", true, 12, &program);
        fake(dir.path(), "python3.12", &said, true);
        let link = fake(dir.path(), "shim", &said, true);
        let found = fitting(std::slice::from_ref(&link), 10..=14).unwrap();
        assert_eq!((found.on_path, found.program), (link.clone(), program.clone()));
        // A program that only works through a script which prepares something.
        fs::write(&program, "#!/bin/sh\nexit 1\n").unwrap();
        assert_eq!(fitting(std::slice::from_ref(&link), 10..=14).unwrap().program, link);
    }

    #[test]
    fn this_machines_python_describes_itself() {
        for python in pythons_on_path() {
            if let Ok(found) = describe(&python) {
                assert!(found.program.is_absolute() && found.version.0 == 3, "{found:?}");
                assert!(found.stdlib.join("os.py").is_file(), "{found:?}");
            }
        }
    }
}
