//! What a toolchain is and how one is found.
//!
//! A toolchain is one NVRTC library, the builtins library beside it and the
//! CUDA headers that belong to it. Nothing here loads a library or starts a
//! process: versions come from file names, and the worker checks them later
//! against what NVRTC itself says.

mod elf;
mod find;
mod headers;
mod loader;
mod python;

use std::path::{Path, PathBuf};

pub use find::{find, prefer};
pub use headers::HeaderSet;

use wheels::CacheDir;

/// One usable NVRTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolchain {
    /// Full path of `libnvrtc.so.<major>`, symbolic links resolved.
    pub nvrtc: PathBuf,
    /// Full path of the builtins library that belongs to it, loaded first.
    pub builtins: Option<PathBuf>,
    /// Major and minor version, from file names; minor 0 where none tells.
    pub version: (u32, u32),
    /// Folders of CUDA headers, for `-I`.
    pub include_dirs: Vec<PathBuf>,
    /// Where the library was found.
    pub origin: Origin,
    /// Headers that no folder of this toolchain has; kernels that include none of them compile.
    pub missing: Vec<HeaderSet>,
    /// Headers that came from camp's cache, because the library's own folders lack them.
    pub complemented: Vec<HeaderSet>,
    /// Every place that [`find()`] looked at before and including the one it took, for `camp doctor`.
    pub tried: Vec<Tried>,
}

/// Where a library was found, in the order in which [`find()`] looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// `CAMP_CUDA_HOME`.
    CampCudaHome,
    /// `CUDA_HOME` or `CUDA_PATH`.
    CudaHome,
    /// `LD_LIBRARY_PATH` or the loader's cache.
    LoaderPath,
    /// `/usr/local/cuda` and its versioned siblings.
    Toolkit,
    /// A Python environment's `nvidia` packages.
    SitePackages,
    /// camp's own cache.
    Cache,
}

/// One place where [`find()`] looked, and what was there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried {
    /// Which rule named the place.
    pub origin: Origin,
    /// The folder, or the library where one was there.
    pub path: PathBuf,
    /// What came of it.
    pub outcome: Outcome,
}

/// What [`find()`] met at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// There is no such folder.
    NoFolder,
    /// The folder holds no `libnvrtc.so.*`.
    NoLibrary,
    /// The library is not for this machine, or not a library.
    WrongMachine,
    /// The version is not one that camp works with, or not the one asked for.
    WrongVersion(u32, u32),
    /// `libnvrtc-builtins` is not beside the library, so NVRTC could compile nothing.
    NoBuiltins,
    /// A usable library.
    Usable(u32, u32),
}

/// No usable NVRTC anywhere.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no usable NVRTC in {} places", tried.len())]
pub struct NotFound {
    /// Every place, in order.
    pub tried: Vec<Tried>,
}

/// The places where [`find()`] looks, in order of [`Origin`].
///
/// [`Search::from_env`] fills it for this user; tests fill it with folders of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    /// Roots and library folders with the rule that named them.
    pub places: Vec<Place>,
    /// Fetched toolchains, also searched for headers that others lack.
    pub cache: Option<PathBuf>,
    /// Accept only this major version (12 where the GPU's driver is older).
    pub major: Option<u32>,
}

/// One place of a [`Search`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Which rule named it.
    pub origin: Origin,
    /// The folder.
    pub dir: PathBuf,
    /// What kind of folder it is.
    pub kind: PlaceKind,
}

/// How the libraries lie in a [`Place`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    /// A toolkit: libraries in `lib64`, `lib` or `targets/<machine>/lib`; a folder of wheels is accepted too.
    Root,
    /// The libraries lie in the folder itself.
    Libraries,
    /// Python's site-packages: libraries in `nvidia/*/lib`.
    SitePackages,
}

impl Search {
    /// The search order of this user and machine.
    pub fn from_env() -> Self {
        Self::from_vars(&|name| std::env::var_os(name), Path::new("/"))
    }

    /// As [`Search::from_env`], with the environment as a function and the file system's root given.
    pub fn from_vars(var: &dyn Fn(&str) -> Option<std::ffi::OsString>, root: &Path) -> Self {
        let mut places = Vec::new();
        let mut add = |origin, kind, dir: PathBuf| {
            let place = Place { origin, dir, kind };
            if !places.contains(&place) {
                places.push(place);
            }
        };
        let set = |name: &str| var(name).filter(|v| !v.is_empty());
        if let Some(dir) = set("CAMP_CUDA_HOME") {
            add(Origin::CampCudaHome, PlaceKind::Root, dir.into());
        }
        for name in ["CUDA_HOME", "CUDA_PATH"] {
            if let Some(dir) = set(name) {
                add(Origin::CudaHome, PlaceKind::Root, dir.into());
            }
        }
        if let Some(path) = set("LD_LIBRARY_PATH") {
            for dir in std::env::split_paths(&path).filter(|dir| dir.is_absolute()) {
                add(Origin::LoaderPath, PlaceKind::Libraries, dir);
            }
        }
        for dir in loader::cached_dirs(&root.join("etc/ld.so.cache"), "libnvrtc.so") {
            add(Origin::LoaderPath, PlaceKind::Libraries, dir);
        }
        for dir in toolkits(&root.join("usr/local")) {
            add(Origin::Toolkit, PlaceKind::Root, dir);
        }
        for dir in python::conda_libraries(var) {
            add(Origin::SitePackages, PlaceKind::Libraries, dir);
        }
        for dir in python::site_packages(var, root) {
            add(Origin::SitePackages, PlaceKind::SitePackages, dir);
        }
        let cache = CacheDir::from_vars(var).ok().map(|cache| cache.toolchains());
        Self { places, cache, major: None }
    }
}

/// `/usr/local/cuda` first, then its versioned siblings, newest first.
fn toolkits(local: &Path) -> Vec<PathBuf> {
    let mut versioned: Vec<(Vec<u32>, PathBuf)> = subfolders(local)
        .into_iter()
        .filter_map(|dir| {
            let version = dir.file_name()?.to_str()?.strip_prefix("cuda-")?.to_owned();
            let numbers = version.split('.').map(|n| n.parse().ok()).collect::<Option<Vec<u32>>>()?;
            Some((numbers, dir))
        })
        .collect();
    versioned.sort_by(|a, b| b.0.cmp(&a.0));
    std::iter::once(local.join("cuda")).chain(versioned.into_iter().map(|(_, dir)| dir)).collect()
}

/// Folders inside `dir`, sorted by name; none where it cannot be read.
fn subfolders(dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(dir) else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    found.sort();
    found
}
