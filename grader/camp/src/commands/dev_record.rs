//! `camp dev record`: what NumPy computes for small inputs, written down beside the exercise.

use std::io::{self, Write};
use std::process::{Command, Stdio};

use diag::msg;

use super::{ladder, said, shorten};
use crate::cli::RecordArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::Session;
use crate::toolchain;

/// Runs `tests/numpy.py` of exercises, and writes `tests/numpy.toml`.
const SCRIPT: &str = include_str!("../../../exercise/tests/record_numpy.py");

/// The exit status of the script when there is no NumPy.
const NO_NUMPY: i32 = 3;

/// Records the exercises that are named.
pub fn run(session: &Session, args: &RecordArgs) -> Result<Exit, Failure> {
    let (ladder, _) = ladder(session)?;
    let exercises = args.names.iter().map(|name| ladder.find(name)).collect::<Result<Vec<_>, _>>()?;
    for exercise in &exercises {
        let twin = exercise.dir.join("tests/numpy.py");
        if !twin.is_file() {
            return Err(said(msg!("camp-record-no-twin", path = shorten(&twin).display())));
        }
    }
    // TileLang came with a NumPy; other machines have one in their Python, or none.
    let mut command = match toolchain::environment() {
        Ok(tile) => {
            let mut command = Command::new(tile.python);
            command.env("PYTHONPATH", tile.site);
            command
        }
        Err(_) => Command::new("python3"),
    };
    let failed = |detail: String| said(msg!("camp-record-failed", detail = detail));
    let command = command.arg("-").arg("--root").arg(&ladder.root).args(exercises.iter().map(|e| &e.name));
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = streams.spawn().map_err(|error| failed(format!("python3: {error}")))?;
    if let Some(mut input) = child.stdin.take() {
        // A Python that does not read on says why itself.
        let _ = input.write_all(SCRIPT.as_bytes());
    }
    let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    match output.status.code() {
        Some(0) => {}
        Some(NO_NUMPY) => return Err(said(msg!("camp-record-no-numpy"))),
        _ => return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
    }
    let mut out = io::stdout().lock();
    for exercise in exercises {
        let path = shorten(&exercise.dir.join("tests/numpy.toml"));
        writeln!(out, "{}", session.say(&msg!("camp-record-done", path = path.display())))?;
    }
    Ok(Exit::Passed)
}
