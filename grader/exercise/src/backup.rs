//! Keeping what a learner wrote before a file is overwritten.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use diag::{Text, msg};

/// A backup could not be made, so the original must not be touched.
#[derive(Debug)]
pub struct BackupError {
    /// The file that cannot be read or written.
    pub path: PathBuf,
    /// Why.
    pub reason: io::Error,
}

impl BackupError {
    /// What to tell the user.
    pub fn text(&self) -> Text {
        msg!("exercise-backup-failed", path = self.path.display(), reason = self.reason.to_string())
    }
}

impl std::fmt::Display for BackupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for BackupError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}

/// Copies `kernel.cuh` to `kernel.cuh.bak-1`, or the first free number, and returns that path. An existing file is never
/// overwritten, and a copy that fails half way is removed.
///
/// # Errors
/// When the file cannot be read or the copy cannot be written.
pub fn back_up(path: &Path) -> Result<PathBuf, BackupError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |reason| BackupError { path, reason }
    };
    let bytes = std::fs::read(path).map_err(failed(path))?;
    for number in 1_u32.. {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".bak-{number}"));
        let target = path.with_file_name(name);
        match File::create_new(&target) {
            Ok(mut file) => {
                if let Err(reason) = file.write_all(&bytes).and_then(|()| file.sync_all()) {
                    // Best effort: the error to report is the first one.
                    let _ = std::fs::remove_file(&target);
                    return Err(BackupError { path: target, reason });
                }
                return Ok(target);
            }
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(reason) => return Err(BackupError { path: target, reason }),
        }
    }
    Err(BackupError { path: path.to_owned(), reason: io::ErrorKind::AlreadyExists.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_backup_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("kernel.cuh");
        for (i, text) in ["one", "two", "three"].into_iter().enumerate() {
            std::fs::write(&path, text).unwrap();
            let copy = back_up(&path).unwrap();
            assert_eq!(copy.file_name().unwrap().to_str().unwrap(), format!("kernel.cuh.bak-{}", i + 1));
        }
        assert_eq!(std::fs::read_to_string(dir.path().join("kernel.cuh.bak-1")).unwrap(), "one");
        assert_eq!(std::fs::read_to_string(dir.path().join("kernel.cuh.bak-3")).unwrap(), "three");
    }

    #[test]
    fn failures_are_said() {
        let dir = tempfile::tempdir().unwrap();
        assert!(back_up(&dir.path().join("none")).is_err());
        assert!(back_up(dir.path()).is_err());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
