//! Fetching NVRTC and its headers into the user's cache.
//!
//! The wheels come through the user's own `pip`, so that mirrors, proxies and
//! certificates configured there hold; nothing here names a server.
//!
//! Invariants:
//! - A toolchain's folder exists only when it is whole: it is filled under
//!   another name and renamed.
//! - One process at a time works on it (a lock file); others wait and then use
//!   the result.
//! - Whatever ends a fetch (Ctrl-C, a kill, a full disk), the next one starts
//!   from the wheels that arrived whole, and leaves nothing of the rest behind.

mod error;
mod pins;
mod pip;
mod unpack;

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use error::FetchError;
pub use pins::WheelSet;

pub(crate) use pip::pythons_on_path;

use crate::paths::CacheDir;
use crate::toolchain::{Origin, Place, PlaceKind, Search, Toolchain, find};

/// What to fetch and where to put it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetch {
    /// Which wheels.
    pub set: WheelSet,
    /// Where they go.
    pub cache: CacheDir,
    /// Interpreters to try, in order; the first one that has `pip` is used.
    pub pythons: Vec<PathBuf>,
}

impl Fetch {
    /// A fetch into this user's cache with the `python3` of `PATH`.
    pub fn new(set: WheelSet, cache: CacheDir) -> Self {
        Self { set, cache, pythons: pip::pythons_on_path() }
    }
}

/// How far a fetch is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub step: FetchStep,
    /// Bytes done in this step.
    pub done_bytes: u64,
    /// Bytes of this step; 0 while waiting.
    pub total_bytes: u64,
    /// The package in question.
    pub what: &'static str,
}

/// The steps of a fetch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchStep {
    /// Another process fetches the same set.
    Waiting,
    /// pip downloads.
    Downloading,
    /// The wheels are unpacked.
    Unpacking,
}

/// How often progress is measured and the lock tried.
const TICK: Duration = Duration::from_millis(100);

/// Fetches a set of wheels, or finds that it is there already.
///
/// # Errors
/// See [`FetchError`]; each says what to do. Nothing half-done remains that the next fetch would trip over.
pub fn fetch(fetch: &Fetch, progress: &mut dyn FnMut(Progress)) -> Result<Toolchain, FetchError> {
    let folder = Folder::new(&fetch.cache, fetch.set);
    if let Some(toolchain) = folder.toolchain() {
        return Ok(toolchain);
    }
    fs::create_dir_all(&folder.parent).map_err(|e| FetchError::from_io(&e, &folder.parent, fetch.set))?;
    let _lock = folder.lock(fetch.set, progress)?;
    // Another process may have finished while this one waited.
    if let Some(toolchain) = folder.toolchain() {
        return Ok(toolchain);
    }
    folder.remove_leftovers();
    check_space(&folder, fetch.set)?;
    let python = pip::find_python(&fetch.pythons)?;
    let wheels = pip::download(&python, fetch.set, &folder, progress)?;
    unpack::unpack(&python, fetch.set, &wheels, &folder, progress)?;
    let toolchain = folder.toolchain().ok_or_else(|| FetchError::Unpack {
        dir: folder.whole.clone(),
        reason: "the wheels hold no usable NVRTC".to_owned(),
    })?;
    // The wheels have served; failing to remove them costs space only.
    let _ = fs::remove_dir_all(&folder.downloads);
    Ok(toolchain)
}

/// The paths of one set in the cache.
#[derive(Debug)]
struct Folder {
    parent: PathBuf,
    /// The finished toolchain.
    whole: PathBuf,
    /// The toolchain while it is unpacked.
    partial: PathBuf,
    /// Wheels that arrived whole, and `attempt-*` folders of running or dead attempts.
    downloads: PathBuf,
    lock: PathBuf,
}

impl Folder {
    fn new(cache: &CacheDir, set: WheelSet) -> Self {
        let parent = cache.toolchains();
        let named = |ending: &str| parent.join(format!("{}{ending}", set.folder()));
        Self {
            whole: named(""),
            partial: named(".partial"),
            downloads: named(".download"),
            lock: named(".lock"),
            parent,
        }
    }

    /// The toolchain in this folder, if it is whole.
    fn toolchain(&self) -> Option<Toolchain> {
        if !self.whole.is_dir() {
            return None;
        }
        let place = Place { origin: Origin::Cache, dir: self.whole.clone(), kind: PlaceKind::SitePackages };
        find(&Search { places: vec![place], cache: None, major: None }).ok()
    }

    /// Waits until no other process fetches this set.
    fn lock(&self, set: WheelSet, progress: &mut dyn FnMut(Progress)) -> Result<Option<File>, FetchError> {
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&self.lock)
            .map_err(|e| FetchError::from_io(&e, &self.lock, set))?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::WouldBlock) => {
                    let what = set.wheels().first().map_or("", |wheel| wheel.package);
                    progress(Progress { step: FetchStep::Waiting, done_bytes: 0, total_bytes: 0, what });
                    std::thread::sleep(TICK);
                }
                // Some network file systems have no locks: two fetches then work side by side, and
                // since each unpacks wheels whose hashes it checked, the result is the same.
                Err(TryLockError::Error(_)) => return Ok(None),
            }
        }
    }

    /// Removes what a dead attempt left, but for wheels that arrived whole.
    fn remove_leftovers(&self) {
        let _ = fs::remove_dir_all(&self.partial);
        // A folder that is there but not whole was damaged by hand; it would block the rename.
        let _ = fs::remove_dir_all(&self.whole);
        for entry in fs::read_dir(&self.downloads).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with("attempt-") {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

/// Refuses early when the disk cannot hold the set: the wheels, pip's copy of one, and what is unpacked.
fn check_space(folder: &Folder, set: WheelSet) -> Result<(), FetchError> {
    let largest = set.wheels().iter().map(|wheel| wheel.here().bytes).max().unwrap_or(0);
    let needed_bytes = set.download_bytes() + largest + set.unpacked_bytes();
    let present = size_of(&folder.downloads);
    match free_bytes(&folder.parent) {
        Some(available_bytes) if available_bytes + present < needed_bytes => Err(FetchError::DiskFull {
            dir: folder.parent.clone(),
            needed_bytes,
            available_bytes: Some(available_bytes),
        }),
        _ => Ok(()),
    }
}

/// Bytes that this user may still write on the file system of `path`.
fn free_bytes(path: &Path) -> Option<u64> {
    let stat = rustix::fs::statvfs(path).ok()?;
    stat.f_bavail.checked_mul(stat.f_frsize)
}

/// Bytes of all files below a folder; 0 where there is none.
fn size_of(dir: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(dir) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => size_of(&entry.path()),
            Ok(metadata) => metadata.len(),
            Err(_) => 0,
        })
        .sum()
}
