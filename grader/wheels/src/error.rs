//! Why a fetch failed.

use std::path::PathBuf;

use diag::{Text, msg};

use crate::set::Product;

/// Why a set was not fetched. [`FetchError::text`] says it to the user, with what to do.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{failure}")]
pub struct FetchError {
    /// What was to be fetched.
    pub product: Product,
    /// What went wrong.
    pub failure: Failure,
}

/// What went wrong while fetching.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
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
    /// No interpreter that was found is one that the set has wheels for.
    #[error("no Python fits: {}", found.join(", "))]
    NoFittingPython {
        /// The interpreters tried, with what they are: `/usr/bin/python3 (CPython 3.9.2)`.
        found: Vec<String>,
        /// The oldest minor version of CPython 3 that fits.
        oldest: u32,
        /// The newest one.
        newest: u32,
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
        let product = || self.product.name.clone();
        let command = self.product.command;
        match &self.failure {
            Failure::NoPython => self.or_otherwise(msg!("wheels-no-python", product = product())),
            Failure::NoPip { pythons } => {
                let python = pythons.first().map(|p| p.display().to_string()).unwrap_or_default();
                self.or_otherwise(msg!("wheels-no-pip", python = python, product = product()))
            }
            Failure::NoFittingPython { found, oldest, newest } => self.or_otherwise(msg!(
                "wheels-no-fitting-python",
                product = product(),
                oldest = format!("3.{oldest}"),
                newest = format!("3.{newest}"),
                found = found.join(", "),
                command = command
            )),
            Failure::Offline { detail } => {
                msg!("wheels-offline", product = product(), command = command, detail = detail.as_str())
            }
            Failure::HashMismatch { package, detail } => {
                msg!("wheels-hash", package = *package, command = command, detail = detail.as_str())
            }
            Failure::NoWheel { package, version, detail } => {
                msg!("wheels-no-wheel", package = *package, version = *version, detail = detail.as_str())
            }
            Failure::DiskFull { dir, needed_bytes, available_bytes } => {
                let needed = needed_bytes.div_ceil(1_000_000);
                let dir = dir.display();
                match available_bytes {
                    Some(bytes) => msg!(
                        "wheels-disk-full",
                        dir = dir,
                        product = product(),
                        needed = needed,
                        available = bytes / 1_000_000,
                        command = command
                    ),
                    None => msg!(
                        "wheels-disk-full-unknown",
                        dir = dir,
                        product = product(),
                        needed = needed,
                        command = command
                    ),
                }
            }
            Failure::NotWritable { path, reason } => {
                msg!("wheels-not-writable", path = path.display(), reason = reason.as_str(), command = command)
            }
            Failure::Pip { status, detail } => msg!(
                "wheels-pip",
                product = product(),
                status = status.as_str(),
                command = command,
                detail = detail.as_str()
            ),
            Failure::Unpack { dir, reason } => msg!(
                "wheels-unpack",
                product = product(),
                dir = dir.display(),
                reason = reason.as_str(),
                command = command
            ),
        }
    }

    /// `text`, and behind it the other way to get the product, where there is one.
    fn or_otherwise(&self, text: Text) -> Text {
        match &self.product.otherwise {
            Some(otherwise) => msg!("wheels-or-otherwise", text = text, otherwise = otherwise.clone()),
            None => text,
        }
    }
}

/// Whether a tool's error output says that a disk is full.
pub(crate) fn says_disk_full(output: &str) -> bool {
    ["No space left on device", "Disk quota exceeded", "Errno 28", "Errno 122"]
        .iter()
        .any(|words| output.contains(words))
}
