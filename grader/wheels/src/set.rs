//! What a set of wheels is.

use std::io;
use std::path::{Path, PathBuf};

use diag::{Arg, Text};

use crate::paths::CacheDir;

/// Wheels that make one whole thing in a folder of the cache.
pub trait Set {
    /// What the whole set is to those who use it.
    type Whole;

    /// How messages speak of it.
    fn product(&self) -> Product;

    /// Its folder in the cache, which exists only when it is whole.
    fn folder(&self, cache: &CacheDir) -> PathBuf;

    /// The wheels for this machine.
    fn wheels(&self) -> Vec<Wheel>;

    /// Which files of a wheel are unpacked: a regular expression of Python that is searched for in their paths below the
    /// set's folder.
    fn keeps(&self) -> &'static str;

    /// Adds to the unpacked files in `dir` what no wheel holds. The folder gets its own name afterwards.
    ///
    /// # Errors
    /// When `dir` cannot be written.
    fn finish(&self, dir: &Path) -> io::Result<()>;

    /// What is in `dir`; `None` when something is missing.
    fn whole(&self, dir: &Path) -> Option<Self::Whole>;

    /// Bytes to download on this machine.
    fn download_bytes(&self) -> u64 {
        self.wheels().iter().map(|wheel| wheel.bytes).sum()
    }

    /// Bytes on disk once unpacked.
    fn unpacked_bytes(&self) -> u64 {
        self.wheels().iter().map(|wheel| wheel.unpacked_bytes).sum()
    }
}

/// How messages speak of what a set makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Product {
    /// Its name within a sentence: a proper name, or a message where it is translated.
    pub name: Arg,
    /// The command of camp that fetches it.
    pub command: &'static str,
    /// A sentence that names another way to get it, where there is one.
    pub otherwise: Option<Text>,
}

/// One package for one machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wheel {
    /// Its name in the package index.
    pub package: &'static str,
    /// The pinned version.
    pub version: &'static str,
    /// SHA-256 of the file, in lower-case digits.
    pub sha256: &'static str,
    /// Size of the file.
    pub bytes: u64,
    /// Bytes of what is unpacked of it, about.
    pub unpacked_bytes: u64,
}

impl Wheel {
    /// The line of a requirements file.
    pub(crate) fn requirement(&self) -> String {
        format!("{}=={} --hash=sha256:{}\n", self.package, self.version, self.sha256)
    }
}
