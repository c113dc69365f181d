//! Replacing a file in one step.

use std::io::{self, Write};
use std::path::Path;

/// Puts `bytes` in the place of the file at `path`, whose folder is made where it is not there. A file of its own, synced and
/// renamed: a crash or a full disk leaves either the old text or the new one.
///
/// `prefix`: how the name of the file begins in which the text is written first.
pub(crate) fn replace(path: &Path, prefix: &str, bytes: &[u8]) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(dir)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    // Temporary files are private; this one becomes an ordinary file, so the umask decides.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(dir)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}
