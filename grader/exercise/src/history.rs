//! What happened to the learner's kernels: every verdict and every measurement, in the order in which they came.
//!
//! `.camp/history.jsonl` holds one JSON object a line and is only ever appended to. A line is written whole and at once, so
//! that several camps may write at the same time. What cannot be read (a line torn by a full disk, one that a newer camp
//! wrote) is passed over and stays where it is. When the file grows too large, its older half goes.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use diag::{Text, msg};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::replace::replace;

/// Beyond this the older half goes: some ten thousand verdicts.
const LIMIT_BYTES: u64 = 8 << 20;

/// One line of the history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Record {
    /// A kernel was judged.
    Verdict(VerdictRecord),
    /// A kernel was measured.
    Bench(BenchRecord),
}

/// A verdict on the learner's own kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictRecord {
    /// When, in seconds since 1970-01-01 UTC.
    pub time: u64,
    /// The exercise's name.
    pub exercise: String,
    /// Which of its kernels: `nvidia`.
    pub backend: String,
    /// Where it ran: `virtual` or `gpu`.
    pub device: String,
    /// [`kernel_hash`] of what was judged.
    pub kernel: String,
    /// `passed`, `failed` or `error`.
    pub verdict: String,
    /// Codes of the findings, worst first.
    pub findings: Vec<String>,
    /// Cases that passed.
    pub n_passed: usize,
    /// Cases in all.
    pub n_cases: usize,
}

/// A measurement of the learner's own kernel. All its numbers are finite: JSON has no others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchRecord {
    /// When, in seconds since 1970-01-01 UTC.
    pub time: u64,
    /// The exercise's name.
    pub exercise: String,
    /// Which of its kernels: `nvidia`.
    pub backend: String,
    /// [`kernel_hash`] of what was measured.
    pub kernel: String,
    /// The GPU's name.
    pub gpu: String,
    /// The roofline: what a large copy within the GPU's memory reached, bytes read and written, in 10⁹ bytes a second.
    pub copy_gb_s: f64,
    /// One for each case that was measured.
    pub rows: Vec<BenchRow>,
}

/// One case of a measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchRow {
    /// The case's name.
    pub case: String,
    /// Its size, as people write it: `65536×4096`.
    pub shape: String,
    /// The element type: `f32`.
    pub dtype: String,
    /// The median latency, in microseconds.
    pub latency_us: f64,
    /// How far the samples lie apart, relative to the median: 0.02 for 2 %.
    pub spread: f64,
    /// Bytes that must be read and written.
    pub bytes: f64,
    /// Floating-point operations that must be done.
    pub flops: f64,
    /// The solution's median latency in the same run, in microseconds.
    pub solution_us: Option<f64>,
    /// PyTorch's, where it was measured.
    pub torch_us: Option<f64>,
}

impl Record {
    /// The exercise that it is about.
    pub fn exercise(&self) -> &str {
        match self {
            Self::Verdict(record) => &record.exercise,
            Self::Bench(record) => &record.exercise,
        }
    }

    /// When, in seconds since 1970-01-01 UTC.
    pub fn time(&self) -> u64 {
        match self {
            Self::Verdict(record) => record.time,
            Self::Bench(record) => record.time,
        }
    }
}

/// Identifies a state of the learner's files: 16 hexadecimal digits of a SHA-256.
///
/// `texts`: of `kernel.cuh` and `launch.toml`, in this order. A file that is not there is an empty one, and empty ones at
/// the end do not count.
pub fn kernel_hash(texts: &[&str]) -> String {
    let n_texts = texts.iter().rposition(|text| !text.is_empty()).map_or(0, |last| last + 1);
    let mut hash = Sha256::new();
    for text in &texts[..n_texts] {
        // The length tells where a text ends, so that what moves from one to the other changes the hash.
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Seconds since 1970-01-01 UTC; 0 where the clock is set to a time before.
pub fn unix_seconds() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// What the file holds.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Loaded {
    /// The lines that could be read, oldest first.
    pub records: Vec<Record>,
    /// How many lines could not.
    pub n_unreadable: usize,
}

impl Loaded {
    /// Reads the file's bytes.
    fn parse(bytes: &[u8]) -> Self {
        let mut loaded = Self::default();
        for line in bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
            match serde_json::from_slice(line) {
                Ok(record) => loaded.records.push(record),
                Err(_) => loaded.n_unreadable += 1,
            }
        }
        loaded
    }
}

/// The history could not be read or written. What it held before is still there.
#[derive(Debug)]
pub enum HistoryError {
    /// It exists and cannot be read.
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// It cannot be written: a read-only folder, a full disk.
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
}

impl HistoryError {
    /// What to tell the user.
    pub fn text(&self) -> Text {
        match self {
            Self::Read { path, reason } => {
                msg!("exercise-history-unreadable", path = path.display(), reason = reason.to_string())
            }
            Self::Write { path, reason } => {
                msg!("exercise-history-unwritable", path = path.display(), reason = reason.to_string())
            }
        }
    }
}

impl std::fmt::Display for HistoryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Read { path, reason } | Self::Write { path, reason }) = self;
        write!(f, "{}: {reason}", path.display())
    }
}

impl std::error::Error for HistoryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let (Self::Read { reason, .. } | Self::Write { reason, .. }) = self;
        Some(reason)
    }
}

/// Where the history is kept: `.camp/history.jsonl` in the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    path: PathBuf,
}

impl History {
    /// The history of a workspace. Nothing is read or written yet.
    pub fn new(root: &Path) -> Self {
        Self { path: root.join(".camp").join("history.jsonl") }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What happened so far; a file that does not exist is a fresh start.
    ///
    /// # Errors
    /// When it exists and cannot be read.
    pub fn load(&self) -> Result<Loaded, HistoryError> {
        // A file far over the limit is none of camp's making; its end is as good as any part.
        let bytes = File::open(&self.path).and_then(|mut file| newest(&mut file, 4 * LIMIT_BYTES));
        match bytes {
            Ok(bytes) => Ok(Loaded::parse(&bytes)),
            Err(reason) if reason.kind() == io::ErrorKind::NotFound => Ok(Loaded::default()),
            Err(reason) => Err(HistoryError::Read { path: self.path.clone(), reason }),
        }
    }

    /// Appends a line.
    ///
    /// # Errors
    /// When the folder or the file cannot be written.
    pub fn append(&self, record: &Record) -> Result<(), HistoryError> {
        self.try_append(record).map_err(|reason| HistoryError::Write { path: self.path.clone(), reason })
    }

    fn try_append(&self, record: &Record) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        if let Some(dir) = self.path.parent() {
            std::fs::create_dir_all(dir)?;
        }
        let mut file = self.open()?;
        if !ends_line(&mut file)? {
            // Somebody's line was torn. It must not take this one with it.
            line.insert(0, b'\n');
        }
        file.write_all(&line)?;
        if file.metadata()?.len() > LIMIT_BYTES {
            self.halve(file)?;
        }
        Ok(())
    }

    /// Opens the file for appending, locked against a camp that is about to replace it. Where locks are unknown, as on
    /// some network file systems, a line may be lost in the moment of halving, which comes once in thousands.
    fn open(&self) -> io::Result<File> {
        loop {
            let file = OpenOptions::new().read(true).append(true).create(true).open(&self.path)?;
            if file.lock_shared().is_err() || is_still(&file, &self.path)? {
                return Ok(file);
            }
        }
    }

    /// Keeps the newest half of the file, written aside and renamed.
    fn halve(&self, mut file: File) -> io::Result<()> {
        // Whoever else writes just now will find the file too large in turn.
        if file.unlock().is_ok() && (file.try_lock().is_err() || !is_still(&file, &self.path)?) {
            return Ok(());
        }
        let kept = newest(&mut file, LIMIT_BYTES / 2)?;
        replace(&self.path, ".history-", &kept)
    }
}

/// The last lines of a file, `most_bytes` of it or less.
fn newest(file: &mut File, most_bytes: u64) -> io::Result<Vec<u8>> {
    let skipped = file.metadata()?.len().saturating_sub(most_bytes);
    // From one byte earlier: when that one ends a line, the next line is whole.
    file.seek(SeekFrom::Start(skipped.saturating_sub(1)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    if skipped > 0 {
        let end = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
        bytes.drain(..end);
    }
    Ok(bytes)
}

/// Whether nothing stands behind the last line's end.
fn ends_line(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// Whether `path` still names the file: another camp may have replaced it while this one waited for the lock.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let here = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(there) => Ok((here.dev(), here.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere an open file cannot be replaced.
#[cfg(not(unix))]
fn is_still(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}
