//! Fetching pinned wheels into the user's cache.
//!
//! The wheels come through the user's own `pip`, so that mirrors, proxies and
//! certificates configured there hold; nothing here names a server. What is
//! fetched is a [`Set`]: `cuda` and `tilelang` each have theirs.
//!
//! Invariants:
//! - A set's folder exists only when it is whole: it is filled under another
//!   name and renamed.
//! - One process at a time works on it (a lock file); others wait and then use
//!   the result.
//! - Whatever ends a fetch (Ctrl-C, a kill, a full disk), the next one starts
//!   from the wheels that arrived whole, and leaves nothing of the rest behind.

mod error;
mod paths;
mod pip;
mod python;
mod set;
mod unpack;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use error::{Failure, FetchError};
pub use paths::{CacheDir, NoCacheDir, hex, short_hash};
pub use python::{Interpreter, fitting_python, pythons_on_path};
pub use set::{Product, Set, Wheel};

/// What to fetch and where to put it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetch<S> {
    /// Which wheels.
    pub set: S,
    /// Where they go.
    pub cache: CacheDir,
    /// Interpreters to try, in order; the first one that has `pip` is used.
    pub pythons: Vec<PathBuf>,
    /// What to do about a set that is there.
    pub present: Present,
}

/// What a fetch does when the set is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Present {
    /// It is used as it is.
    Use,
    /// It is fetched again, and replaced when the new one is whole.
    Replace,
}

impl<S: Set> Fetch<S> {
    /// A fetch into this user's cache with the `python3` of `PATH`.
    pub fn new(set: S, cache: CacheDir) -> Self {
        Self { set, cache, pythons: pythons_on_path(), present: Present::Use }
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
/// See [`Failure`]; each says what to do. Nothing half-done remains that the next fetch would trip over.
pub fn fetch<S: Set>(fetch: &Fetch<S>, progress: &mut dyn FnMut(Progress)) -> Result<S::Whole, FetchError> {
    fetch_set(fetch, progress).map_err(|failure| FetchError { product: fetch.set.product(), failure })
}

fn fetch_set<S: Set>(fetch: &Fetch<S>, progress: &mut dyn FnMut(Progress)) -> Result<S::Whole, Failure> {
    let set = &fetch.set;
    let folder = Folder::new(set.folder(&fetch.cache), set);
    let present = || if fetch.present == Present::Use { folder.content(set) } else { None };
    if let Some(whole) = present() {
        return Ok(whole);
    }
    fs::create_dir_all(&folder.parent).map_err(|e| folder.failure(&e, &folder.parent))?;
    let _lock = folder.lock(progress)?;
    // Another process may have finished while this one waited.
    if let Some(whole) = present() {
        return Ok(whole);
    }
    folder.remove_leftovers(set);
    folder.check_space()?;
    let python = python::with_pip(&fetch.pythons)?;
    let wheels = pip::download(&python, &folder, progress)?;
    unpack::unpack(&python, set, &wheels, &folder, progress)?;
    let whole = folder.content(set).ok_or_else(|| Failure::Unpack {
        dir: folder.whole.clone(),
        reason: "the wheels do not hold what is needed".to_owned(),
    })?;
    // The wheels have served; failing to remove them costs space only.
    let _ = fs::remove_dir_all(&folder.downloads);
    Ok(whole)
}

/// One set, and its paths in the cache.
#[derive(Debug)]
struct Folder {
    wheels: Vec<Wheel>,
    /// Bytes that a fetch takes: the wheels, and what is unpacked of them.
    download_bytes: u64,
    unpacked_bytes: u64,
    parent: PathBuf,
    /// The finished set.
    whole: PathBuf,
    /// The set while it is unpacked.
    partial: PathBuf,
    /// Wheels that arrived whole, and `attempt-*` folders of running or dead attempts.
    downloads: PathBuf,
    lock: PathBuf,
}

impl Folder {
    fn new(whole: PathBuf, set: &impl Set) -> Self {
        let named = |ending: &str| {
            let mut name = whole.file_name().unwrap_or_default().to_owned();
            name.push(ending);
            whole.with_file_name(name)
        };
        Self {
            wheels: set.wheels(),
            download_bytes: set.download_bytes(),
            unpacked_bytes: set.unpacked_bytes(),
            parent: whole.parent().unwrap_or(&whole).to_owned(),
            partial: named(".partial"),
            downloads: named(".download"),
            lock: named(".lock"),
            whole,
        }
    }

    /// What is in the finished folder, if it is whole.
    fn content<S: Set>(&self, set: &S) -> Option<S::Whole> {
        if self.whole.is_dir() { set.whole(&self.whole) } else { None }
    }

    /// Waits until no other process fetches this set.
    fn lock(&self, progress: &mut dyn FnMut(Progress)) -> Result<Option<File>, Failure> {
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&self.lock)
            .map_err(|e| self.failure(&e, &self.lock))?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::WouldBlock) => {
                    let what = self.wheels.first().map_or("", |wheel| wheel.package);
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
    fn remove_leftovers(&self, set: &impl Set) {
        let _ = fs::remove_dir_all(&self.partial);
        // A folder that is there but not whole was damaged by hand; it serves nobody.
        if self.content(set).is_none() {
            let _ = fs::remove_dir_all(&self.whole);
        }
        for entry in fs::read_dir(&self.downloads).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with("attempt-") {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }

    /// Refuses early when the disk cannot hold the set: the wheels, pip's copy of one, and what is unpacked.
    fn check_space(&self) -> Result<(), Failure> {
        let largest = self.wheels.iter().map(|wheel| wheel.bytes).max().unwrap_or(0);
        let needed_bytes = self.download_bytes + largest + self.unpacked_bytes;
        let present = size_of(&self.downloads);
        match free_bytes(&self.parent) {
            Some(available_bytes) if available_bytes + present < needed_bytes => Err(Failure::DiskFull {
                dir: self.parent.clone(),
                needed_bytes,
                available_bytes: Some(available_bytes),
            }),
            _ => Ok(()),
        }
    }

    /// What an error of the file system means here.
    fn failure(&self, error: &io::Error, path: &Path) -> Failure {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => self.disk_full(path),
            _ => Failure::NotWritable { path: path.to_owned(), reason: error.to_string() },
        }
    }

    fn disk_full(&self, path: &Path) -> Failure {
        let dir = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
        Failure::DiskFull {
            dir: dir.to_owned(),
            needed_bytes: self.download_bytes + self.unpacked_bytes,
            available_bytes: free_bytes(dir),
        }
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
