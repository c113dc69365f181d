//! Opens the learner's editor on a kernel.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs `command` with `path` as its last argument and does not wait for it. For editors with a window of their
/// own, or a running instance: the terminal belongs to camp.
pub(crate) fn open(command: &str, path: &Path) -> io::Result<()> {
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!("{command} \"$1\""))
        .arg("sh")
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    // Somebody has to take the exit status, or a dead process stays listed until camp ends.
    std::thread::Builder::new().name("camp-editor".into()).spawn(move || child.wait())?;
    Ok(())
}
