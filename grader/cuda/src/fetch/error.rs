//! Why a fetch failed.

use std::io;
use std::path::{Path, PathBuf};

use diag::{Text, msg};

use super::free_bytes;
use super::pins::WheelSet;

/// Why a fetch failed. [`FetchError::text`] says it to the user, with what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// There is no `python3` on `PATH`.
    #[error("no python3 on PATH")]
    NoPython,
    /// No `python3` has `pip`.
    #[error("no pip in {}", pythons.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", "))]
    NoPip {
        /// The interpreters tried.
        pythons: Vec<PathBuf>,
    },
    /// pip could not reach its package index.
    #[error("pip cannot reach its package index: {detail}")]
    Offline {
        /// pip's own words.
        detail: String,
    },
    /// A wheel is not the one that is pinned.
    #[error("{package} does not have the pinned hash: {detail}")]
    HashMismatch {
        /// The package.
        package: &'static str,
        /// pip's own words, or the hash found.
        detail: String,
    },
    /// The package index has no such wheel for this machine.
    #[error("the package index has no {package} {version} for this machine: {detail}")]
    NoWheel {
        /// The package.
        package: &'static str,
        /// The pinned version.
        version: &'static str,
        /// pip's own words.
        detail: String,
    },
    /// The disk is full, or would be.
    #[error("not enough space in {}", dir.display())]
    DiskFull {
        /// The folder.
        dir: PathBuf,
        /// Bytes that a fetch takes in all.
        needed_bytes: u64,
        /// Bytes that are free, where the system says.
        available_bytes: Option<u64>,
    },
    /// The cache cannot be written.
    #[error("cannot write {}: {reason}", path.display())]
    NotWritable {
        /// The file or folder.
        path: PathBuf,
        /// The system's message.
        reason: String,
    },
    /// pip failed in another way.
    #[error("pip failed ({status}): {detail}")]
    Pip {
        /// Signal or exit status, in words.
        status: String,
        /// The end of what pip wrote.
        detail: String,
    },
    /// The wheels could not be unpacked.
    #[error("cannot unpack into {}: {reason}", dir.display())]
    Unpack {
        /// The folder.
        dir: PathBuf,
        /// What went wrong.
        reason: String,
    },
}

impl FetchError {
    /// The error in the user's language: what happened, where, what to do.
    pub fn text(&self) -> Text {
        match self {
            Self::NoPython => msg!("cuda-fetch-no-python"),
            Self::NoPip { pythons } => {
                let python = pythons.first().map(|p| p.display().to_string()).unwrap_or_default();
                msg!("cuda-fetch-no-pip", python = python)
            }
            Self::Offline { detail } => msg!("cuda-fetch-offline", detail = detail.as_str()),
            Self::HashMismatch { package, detail } => {
                msg!("cuda-fetch-hash", package = *package, detail = detail.as_str())
            }
            Self::NoWheel { package, version, detail } => {
                msg!("cuda-fetch-no-wheel", package = *package, version = *version, detail = detail.as_str())
            }
            Self::DiskFull { dir, needed_bytes, available_bytes } => {
                let needed = needed_bytes.div_ceil(1_000_000);
                match available_bytes {
                    Some(bytes) => {
                        msg!(
                            "cuda-fetch-disk-full",
                            dir = dir.display(),
                            needed = needed,
                            available = bytes / 1_000_000
                        )
                    }
                    None => msg!("cuda-fetch-disk-full-unknown", dir = dir.display(), needed = needed),
                }
            }
            Self::NotWritable { path, reason } => {
                msg!("cuda-fetch-not-writable", path = path.display(), reason = reason.as_str())
            }
            Self::Pip { status, detail } => {
                msg!("cuda-fetch-pip", status = status.as_str(), detail = detail.as_str())
            }
            Self::Unpack { dir, reason } => msg!("cuda-fetch-unpack", dir = dir.display(), reason = reason.as_str()),
        }
    }

    /// What an error of the file system means here.
    pub(super) fn from_io(error: &io::Error, path: &Path, set: WheelSet) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::disk_full(path, set),
            _ => Self::NotWritable { path: path.to_owned(), reason: error.to_string() },
        }
    }

    pub(super) fn disk_full(path: &Path, set: WheelSet) -> Self {
        let needed_bytes = set.download_bytes() + set.unpacked_bytes();
        let dir = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
        Self::DiskFull { dir: dir.to_owned(), needed_bytes, available_bytes: free_bytes(dir) }
    }
}

/// Whether a tool's error output says that a disk is full.
pub(super) fn says_disk_full(output: &str) -> bool {
    ["No space left on device", "Disk quota exceeded", "Errno 28", "Errno 122"]
        .iter()
        .any(|words| output.contains(words))
}
