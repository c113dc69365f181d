//! What `camp doctor` asks about a machine besides [`crate::find`].

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::compile::{CompileError, WorkerCommand, ask_driver};
use crate::driver::{Driver, NoDriver};
use wheels::pythons_on_path;

/// A driver that takes longer hangs.
const DRIVER_LIMIT: Duration = Duration::from_secs(20);

/// One Python interpreter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Python {
    /// Its path.
    pub path: PathBuf,
    /// What it says its version is (`3.12.3`); `None` when it does not run.
    pub version: Option<String>,
    /// The version of its pip; `None` without pip.
    pub pip: Option<String>,
}

/// Every `python3` on `PATH`, in order; fetching uses the first that has pip.
pub fn pythons() -> Vec<Python> {
    let ask = |path: &PathBuf, args: &[&str]| {
        let output = Command::new(path).args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        // "Python 3.12.3" and "pip 24.0 from …" both have the version as their second word.
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        output.status.success().then(|| text.split_whitespace().nth(1).map(str::to_owned)).flatten()
    };
    pythons_on_path()
        .into_iter()
        .map(|path| Python { version: ask(&path, &["--version"]), pip: ask(&path, &["-m", "pip", "--version"]), path })
        .collect()
}

/// The NVIDIA driver and its GPUs, asked in a child, which a broken driver may crash.
///
/// # Errors
/// The outer error is the child's; the inner one says why there is no usable driver.
pub fn driver(worker: &WorkerCommand) -> Result<Result<Driver, NoDriver>, CompileError> {
    ask_driver(worker, DRIVER_LIMIT)
}
