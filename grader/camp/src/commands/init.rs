//! `camp init`: a learner's folder from what is embedded in the binary.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use diag::msg;

use crate::cli::InitArgs;
use crate::embedded;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::Session;
use crate::{editor_files, toolchain};

/// Writes every file that is not there yet; a file that is there stays as it is.
pub fn run(session: &Session, args: &InitArgs) -> Result<Exit, Failure> {
    let dir = &args.dir;
    if dir.exists() && !dir.is_dir() {
        return Err(msg!("camp-init-not-a-directory", dir = dir.display()).into());
    }
    let extra = editor_files::SETTINGS.iter().map(|(name, text)| (*name, text.as_bytes()));
    let (mut n_written, mut n_kept) = (0_usize, 0_usize);
    for (name, content) in embedded::files(session.catalogue.lang()).chain(extra) {
        if write_new(&dir.join(name), content)? {
            n_written += 1;
        } else {
            n_kept += 1;
        }
    }
    // Without them an editor marks what is right; the next `camp watch` or `camp verify` tries again.
    let _ = editor_files::prepare(dir, toolchain::find().ok().as_ref());
    let mut out = io::stdout().lock();
    writeln!(out, "{}", session.say(&msg!("camp-init-done", written = n_written, dir = dir.display())))?;
    if n_kept > 0 {
        writeln!(out, "{}", session.say(&msg!("camp-init-kept", kept = n_kept)))?;
    }
    writeln!(out, "{}", session.say(&msg!("camp-init-next", dir = dir.display())))?;
    Ok(Exit::Passed)
}

/// Writes a file unless it is there already; says whether it did. A file that cannot be written whole is removed.
fn write_new(path: &Path, content: &[u8]) -> Result<bool, Failure> {
    let failed = |error: io::Error| Failure::file(path, &error);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(|error| Failure::file(parent, &error))?;
    }
    let mut file = match File::create_new(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
        Err(error) => return Err(failed(error)),
    };
    file.write_all(content).map_err(|error| {
        // The error to report is the first one.
        let _ = fs::remove_file(path);
        failed(error)
    })?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a/b.txt");
        assert!(write_new(&path, b"one").unwrap());
        assert!(!write_new(&path, b"two").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"one");
    }

    #[test]
    fn every_exercise_is_embedded_with_its_solution() {
        let names: Vec<&str> = embedded::files(diag::Lang::En).map(|(name, _)| name).collect();
        for name in ["copy", "vector_add", "reduce_sum", "softmax"] {
            for file in [
                "exercises/NAME/exercise.toml",
                "exercises/NAME/reference.cuh",
                "exercises/NAME/nvidia/kernel.cuh",
                "solutions/NAME/nvidia/kernel.cuh",
            ] {
                let file = file.replace("NAME", name);
                assert!(names.contains(&file.as_str()), "{file} is not embedded");
            }
        }
    }
}
