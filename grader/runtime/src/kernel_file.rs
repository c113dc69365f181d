//! Reads a learner's kernel file without trusting it: whatever lies at the path, the answer is text or one sentence.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use diag::{Text, msg};

/// The largest kernel file that is read, in megabytes. Hand-written kernels are a hundred times smaller.
pub const MAX_MEGABYTES: u64 = 1;

/// Reads the kernel file at `path`.
///
/// # Errors
/// One sentence for the learner when there is no such file, or it is empty, too large, not text, or no file at all.
pub fn read(path: &Path) -> Result<String, Text> {
    read_up_to(path, MAX_MEGABYTES)
}

/// Reads a text file of at most so many megabytes.
///
/// # Errors
/// As [`read`].
pub fn read_up_to(path: &Path, megabytes: u64) -> Result<String, Text> {
    let max_bytes = megabytes << 20;
    let shown = path.display().to_string();
    let meta = std::fs::metadata(path).map_err(|error| cannot_read(&shown, &error))?;
    if meta.is_dir() {
        return Err(msg!("runtime-file-directory", path = shown));
    }
    // Opening a FIFO blocks until somebody writes to it, and /dev/zero never ends.
    if !meta.is_file() {
        return Err(msg!("runtime-file-special", path = shown));
    }
    let too_large =
        |bytes: u64| msg!("runtime-file-large", path = shown.clone(), size = in_megabytes(bytes), limit = megabytes);
    if meta.len() > max_bytes {
        return Err(too_large(meta.len()));
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(max_bytes + 1).read_to_end(&mut bytes));
    read.map_err(|error| cannot_read(&shown, &error))?;
    if bytes.len() as u64 > max_bytes {
        return Err(too_large(bytes.len() as u64));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(msg!("runtime-file-empty", path = shown));
    }
    if let Some(nul) = bytes.iter().position(|&byte| byte == 0) {
        return Err(msg!("runtime-file-not-text", path = shown, line = line_of(&bytes, nul)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = line_of(error.as_bytes(), error.utf8_error().valid_up_to());
        msg!("runtime-file-not-text", path = shown, line = line)
    })
}

/// The sentence for an error of the operating system.
fn cannot_read(path: &str, error: &io::Error) -> Text {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => msg!("runtime-file-missing", path = path),
        io::ErrorKind::PermissionDenied => msg!("runtime-file-permission", path = path),
        _ => msg!("runtime-file-unreadable", path = path, error = error.to_string()),
    }
}

/// The 1-based line that byte `at` lies on.
fn line_of(bytes: &[u8], at: usize) -> i64 {
    let newlines = bytes.iter().take(at).filter(|&&byte| byte == b'\n').count();
    i64::try_from(newlines).unwrap_or(i64::MAX).saturating_add(1)
}

/// `bytes` in megabytes with one digit after the point, as people read it.
fn in_megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / f64::from(1 << 20))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The message id that reading `content` (or, without one, nothing) ends in.
    fn id_of(content: &[u8]) -> &'static str {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("kernel.cuh");
        fs::write(&path, content).unwrap();
        read(&path).map_or_else(|text| text.id, |_| "read")
    }

    #[test]
    fn text_is_read_and_everything_else_is_a_sentence() {
        assert_eq!(id_of(b"#pragma once\n"), "read");
        assert_eq!(id_of("// größer ≥ ok\n".as_bytes()), "read");
        assert_eq!(id_of(b""), "runtime-file-empty");
        assert_eq!(id_of(b" \n\t\n"), "runtime-file-empty");
        assert_eq!(id_of(b"a\nb\xff\n"), "runtime-file-not-text");
        assert_eq!(id_of(b"a\0b"), "runtime-file-not-text");
        assert_eq!(id_of(&vec![b' '; (MAX_MEGABYTES << 20) as usize + 1]), "runtime-file-large");
    }

    #[test]
    fn no_file_is_a_sentence() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(read(dir.path()).unwrap_err().id, "runtime-file-directory");
        assert_eq!(read(&dir.path().join("none.cuh")).unwrap_err().id, "runtime-file-missing");
        assert_eq!(read(Path::new("/dev/zero")).unwrap_err().id, "runtime-file-special");
    }

    #[test]
    fn a_sparse_file_of_a_hundred_megabytes_is_refused_unread() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("kernel.cuh");
        File::create(&path).unwrap().set_len(100 << 20).unwrap();
        assert_eq!(read(&path).unwrap_err().id, "runtime-file-large");
    }

    #[test]
    fn the_line_of_the_first_bad_byte_is_named() {
        assert_eq!(line_of(b"a\nb\nc", 4), 3);
        assert_eq!(line_of(b"a", 0), 1);
    }
}
