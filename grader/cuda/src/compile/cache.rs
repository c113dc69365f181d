//! PTX kept on disk, so that what was compiled once is not compiled again.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Compiled, Request, options};
use crate::log::parse_log;
use crate::shims::shims;
use crate::toolchain::Toolchain;

/// A folder of compiled PTX with a bounded size.
///
/// An entry is named by the hash of everything that decides its content. A
/// folder that is read-only, full or damaged costs only the time of compiling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PtxCache {
    dir: PathBuf,
    max_bytes: u64,
}

/// The file of one entry.
#[derive(Serialize, Deserialize)]
struct Entry {
    ptx: String,
    lowered: Vec<String>,
    log: String,
}

impl PtxCache {
    /// Size that a cache keeps to where the caller has no opinion.
    pub const DEFAULT_MAX_BYTES: u64 = 64 << 20;

    /// A cache in this folder, which need not exist yet.
    pub fn new(dir: impl Into<PathBuf>, max_bytes: u64) -> Self {
        Self { dir: dir.into(), max_bytes }
    }

    /// Name of the entry for a request; `None` when files outside the request
    /// may decide its content, so that it must not be kept.
    ///
    /// CUDA's own headers count by their folder and by NVRTC's file (size and time).
    pub(super) fn key(&self, request: &Request, toolchain: &Toolchain) -> Option<String> {
        // Machine code is made for the launch at hand, and not kept.
        if !is_self_contained(request) || request.arch.starts_with("sm_") {
            return None;
        }
        let library = fs::metadata(&toolchain.nvrtc).ok()?;
        let modified = library.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let mut hash = Sha256::new();
        let job = serde_json::to_vec(&options::job(request, toolchain)).ok()?;
        for part in [
            env!("CARGO_PKG_VERSION").as_bytes(),
            toolchain.nvrtc.as_os_str().as_encoded_bytes(),
            &library.len().to_le_bytes(),
            &modified.as_nanos().to_le_bytes(),
            &job,
        ] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        for (name, text) in shims() {
            hash.update(name);
            hash.update([0]);
            hash.update(text);
            hash.update([0]);
        }
        Some(wheels::hex(&hash.finalize()))
    }

    pub(super) fn get(&self, key: &str) -> Option<Compiled> {
        let path = self.dir.join(key);
        let entry: Entry = serde_json::from_slice(&fs::read(&path).ok()?).ok()?;
        // The time of the last use decides what goes first when the cache is full.
        let _ = fs::File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        let messages = parse_log(&entry.log);
        let Entry { ptx, lowered, log } = entry;
        Some(Compiled { ptx, cubin: None, lowered, log, messages, nvrtc_ms: 0.0, cached: true })
    }

    pub(super) fn put(&self, key: &str, compiled: &Compiled) {
        let entry = Entry { ptx: compiled.ptx.clone(), lowered: compiled.lowered.clone(), log: compiled.log.clone() };
        let Ok(bytes) = serde_json::to_vec(&entry) else { return };
        if bytes.len() as u64 > self.max_bytes || fs::create_dir_all(&self.dir).is_err() {
            return;
        }
        // Written aside and renamed: a reader sees a whole entry or none.
        let partial = self.dir.join(format!("{key}.{}.partial", std::process::id()));
        let written = fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, self.dir.join(key)));
        if written.is_err() {
            let _ = fs::remove_file(&partial);
        }
        self.prune();
    }

    /// Removes the entries used longest ago until the rest is within the bound.
    fn prune(&self) {
        let mut entries = files(&self.dir);
        let mut total: u64 = entries.iter().map(|(_, size, _)| size).sum();
        if total <= self.max_bytes {
            return;
        }
        entries.sort();
        for (_, size, path) in entries {
            // To three quarters, so that the next entries need no pruning.
            if total <= self.max_bytes / 4 * 3 {
                break;
            }
            if fs::remove_file(path).is_ok() {
                total = total.saturating_sub(size);
            }
        }
    }
}

/// Last use, size and path of each file.
fn files(dir: &Path) -> Vec<(SystemTime, u64, PathBuf)> {
    let Ok(entries) = fs::read_dir(dir) else { return Vec::new() };
    entries
        .flatten()
        .filter_map(|entry| {
            let metadata = entry.metadata().ok()?;
            Some((metadata.modified().ok()?, metadata.len(), entry.path()))
        })
        .collect()
}

/// Whether every `#include` names a header of the request, a shim, or one in `<…>`.
///
/// A header in quotes may be a file beside the learner's, which can change
/// without the request changing; so may whatever a macro names.
/// So may whatever lies in a folder of the caller's.
fn is_self_contained(request: &Request) -> bool {
    if request.options.iter().any(|option| option.starts_with("--include-path")) {
        return false;
    }
    let known: HashSet<&str> =
        request.headers.iter().map(|(name, _)| name.as_str()).chain(shims().iter().map(|(name, _)| *name)).collect();
    let texts = std::iter::once(&request.source).chain(request.headers.iter().map(|(_, text)| text));
    texts.flat_map(|text| text.lines()).all(|line| {
        if line.contains("__has_include") {
            return false;
        }
        let Some(rest) = line.trim_start().strip_prefix('#').map(str::trim_start) else { return true };
        let Some(rest) = rest.strip_prefix("include") else { return true };
        let rest = rest.trim_start();
        if rest.starts_with('<') {
            return true;
        }
        let name = rest.strip_prefix('"').and_then(|rest| rest.split('"').next());
        name.is_some_and(|name| known.contains(name))
    })
}
