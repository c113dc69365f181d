//! The CUDA headers that belong to a library.

use std::path::{Path, PathBuf};

use super::find::TARGET;
use super::subfolders;

/// Headers that come in a package of their own, so that one can be there without the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeaderSet {
    /// `cuda_fp16.h`, `cuda_bf16.h`, `cooperative_groups.h` …
    Runtime,
    /// `crt/`: what some headers of [`HeaderSet::Runtime`] include (`mma.h`).
    Crt,
    /// CUB, Thrust and libcu++ (`cub/`, `cuda/std/`), which `cooperative_groups.h` includes too.
    Cccl,
}

impl HeaderSet {
    /// Every set.
    pub const ALL: [Self; 3] = [Self::Runtime, Self::Crt, Self::Cccl];

    /// A header that only this set has.
    fn probe(self) -> &'static str {
        match self {
            Self::Runtime => "cuda_fp16.h",
            Self::Crt => "crt/mma.h",
            Self::Cccl => "cub/version.cuh",
        }
    }
}

/// For each set the folder that has it, if any does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Headers {
    dirs: Vec<(HeaderSet, PathBuf)>,
}

impl Headers {
    /// Searches the folders that belong to the library folder `lib`.
    pub(super) fn beside(lib: &Path) -> Self {
        let mut headers = Self::default();
        for dir in candidates(lib) {
            headers.take_from(&dir);
        }
        headers
    }

    /// Takes from `dir` each set that is still missing.
    fn take_from(&mut self, dir: &Path) {
        for set in HeaderSet::ALL {
            if self.dir(set).is_none() && dir.join(set.probe()).is_file() {
                self.dirs.push((set, dir.to_owned()));
            }
        }
    }

    /// Takes from `other` each set that is still missing; says which.
    pub(super) fn complement(&mut self, other: &Self) -> Vec<HeaderSet> {
        let taken: Vec<_> = other.dirs.iter().filter(|(set, _)| self.dir(*set).is_none()).cloned().collect();
        self.dirs.extend(taken.iter().cloned());
        taken.into_iter().map(|(set, _)| set).collect()
    }

    pub(super) fn dir(&self, set: HeaderSet) -> Option<&Path> {
        self.dirs.iter().find(|(known, _)| *known == set).map(|(_, dir)| dir.as_path())
    }

    pub(super) fn missing(&self) -> Vec<HeaderSet> {
        HeaderSet::ALL.into_iter().filter(|set| self.dir(*set).is_none()).collect()
    }

    /// Each folder once, the library's own first.
    pub(super) fn include_dirs(&self) -> Vec<PathBuf> {
        let mut dirs: Vec<PathBuf> = Vec::new();
        for (_, dir) in &self.dirs {
            if !dirs.contains(dir) {
                dirs.push(dir.clone());
            }
        }
        dirs
    }
}

/// Folders that may hold the headers of the library folder `lib`, most specific first.
///
/// Layouts: a toolkit or a CUDA 13 wheel (`lib` and `include` are siblings; CCCL
/// in `include/cccl`), a toolkit's `targets/<machine>`, CUDA 12 wheels (each
/// package has its own `include`), a distribution's packages (`/usr/include`).
fn candidates(lib: &Path) -> Vec<PathBuf> {
    let mut roots: Vec<PathBuf> = Vec::new();
    let lexical = lib.parent();
    let resolved = std::fs::canonicalize(lib).ok();
    for parent in [lexical, resolved.as_deref().and_then(Path::parent)].into_iter().flatten() {
        roots.push(parent.to_owned());
        roots.push(parent.join("targets").join(TARGET));
        if let Some(packages) = parent.parent().filter(|dir| dir.file_name().is_some_and(|name| name == "nvidia")) {
            roots.extend(subfolders(packages));
        }
        // Debian keeps libraries one level deeper (/usr/lib/<machine>) than their headers (/usr/include).
        if parent.file_name().is_some_and(|name| name == "lib") {
            roots.extend(parent.parent().map(Path::to_owned));
        }
    }
    roots.iter().flat_map(|root| [root.join("include"), root.join("include/cccl")]).collect()
}
