//! How far the learner has come: a plain text file, one fact a line.
//!
//! ```text
//! # camp's progress. Safe to edit, to merge and to keep in git.
//! current vector_add
//! done copy
//! hint copy 2
//! answered copy out-of-bounds
//! finding vector_add wrong-result pattern=shifted line=9 what=out[1]
//! ```
//!
//! - `current NAME`: where `camp watch` starts.
//! - `done NAME`: it passed once.
//! - `hint NAME N`: how many rungs of its hints were shown.
//! - `answered NAME WORD…`: the findings' codes and the patterns of wrong values whose own hint was shown.
//! - `finding NAME CODE [KEY=VALUE…]`: the last finding. `pattern`: what its wrong values look like; `line`, once for each
//!   place in the kernel file, the main one first; `what`: the element it is about. Other keys are left out.
//!
//! The order of lines does not matter and repeating one is harmless, so git's union merge is right for this file: an
//! exercise done on either machine is done. Of two `hint` lines the higher number holds, of two `current` or `finding`
//! lines the last. Lines that are not understood, comments and conflict markers among them, stay where they are.
//! Facts are written sorted, so that two machines in the same state have the same file.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use diag::{Code, Pattern, Text, msg};

use crate::replace::replace;
use crate::{LastFinding, NextHint, Topic};

/// What is known about one exercise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// It passed once.
    pub done: bool,
    /// Rungs of the hint ladder shown.
    pub hint_level: u32,
    /// Findings and patterns whose own hint was shown.
    pub answered: Vec<Topic>,
    /// The first finding of the last run, until it passes.
    pub last_finding: Option<LastFinding>,
}

/// The state in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    /// The exercise that `camp watch` starts with.
    pub current: Option<String>,
    entries: BTreeMap<String, Entry>,
    /// Lines that are kept as they are, in order.
    others: Vec<String>,
}

const HEADER: &str = "# camp's progress. Safe to edit, to merge and to keep in git.";

impl Progress {
    /// Reads the text of a file. There is no wrong text: what is not understood is kept.
    pub fn parse(text: &str) -> Self {
        let mut progress = Self::default();
        for line in text.lines() {
            if progress.read_line(line).is_none() && line != HEADER && !line.trim().is_empty() {
                progress.others.push(line.trim_end().to_owned());
            }
        }
        progress
    }

    /// `None` when the line says nothing that is understood.
    fn read_line(&mut self, line: &str) -> Option<()> {
        let mut words = line.split_whitespace();
        let (fact, name) = (words.next()?, words.next()?);
        let rest: Vec<&str> = words.collect();
        match (fact, rest.as_slice()) {
            ("current", []) => self.current = Some(name.to_owned()),
            ("done", []) => self.entry_mut(name).done = true,
            ("hint", [level]) => {
                let level: u32 = level.parse().ok()?;
                let entry = self.entry_mut(name);
                entry.hint_level = entry.hint_level.max(level);
            }
            ("answered", [_, ..]) => {
                let topics = rest.iter().map(|word| Topic::parse(word)).collect::<Option<Vec<_>>>()?;
                self.entry_mut(name).answered.extend(topics);
                self.entry_mut(name).answered.sort_unstable();
                self.entry_mut(name).answered.dedup();
            }
            ("finding", [code, details @ ..]) => self.entry_mut(name).last_finding = Some(finding(code, details)?),
            _ => return None,
        }
        Some(())
    }

    /// The text for the file.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for line in &self.others {
            text += &format!("{line}\n");
        }
        if let Some(current) = &self.current {
            text += &format!("current {current}\n");
        }
        for (name, entry) in &self.entries {
            if entry.done {
                text += &format!("done {name}\n");
            }
            if entry.hint_level > 0 {
                text += &format!("hint {name} {}\n", entry.hint_level);
            }
            if !entry.answered.is_empty() {
                let codes: Vec<&str> = entry.answered.iter().map(|topic| topic.as_str()).collect();
                text += &format!("answered {name} {}\n", codes.join(" "));
            }
            if let Some(last) = &entry.last_finding {
                text += &format!("finding {name} {}{}\n", last.code, details(last));
            }
        }
        text
    }

    /// What is known about an exercise.
    pub fn entry(&self, name: &str) -> Entry {
        self.entries.get(name).cloned().unwrap_or_default()
    }

    /// The same, for changing. Exercise names contain no white space: they are folder names found by [`discover`] and
    /// identify lines of the file.
    ///
    /// [`discover`]: crate::discover()
    pub fn entry_mut(&mut self, name: &str) -> &mut Entry {
        self.entries.entry(name.to_owned()).or_default()
    }

    /// Whether an exercise passed once.
    pub fn is_done(&self, name: &str) -> bool {
        self.entries.get(name).is_some_and(|e| e.done)
    }

    /// Notes that an exercise passed: its last finding is settled.
    pub fn passed(&mut self, name: &str) {
        let entry = self.entry_mut(name);
        entry.done = true;
        entry.last_finding = None;
    }

    /// Notes the first finding of a run that failed. It does not undo an earlier pass.
    pub fn failed(&mut self, name: &str, finding: Option<LastFinding>) {
        self.entry_mut(name).last_finding = finding;
    }

    /// Notes that a hint was shown.
    pub fn hinted(&mut self, name: &str, hint: &NextHint<'_>) {
        let entry = self.entry_mut(name);
        let topic = match hint {
            NextHint::ForFinding(topic, _) => *topic,
            NextHint::Generic(code) => Topic::Code(*code),
            NextHint::Level { level, .. } => {
                entry.hint_level = *level;
                return;
            }
        };
        entry.answered.push(topic);
        entry.answered.sort_unstable();
        entry.answered.dedup();
    }

    /// Forgets everything about an exercise.
    pub fn forget(&mut self, name: &str) {
        self.entries.remove(name);
    }
}

/// The finding with this code and these `key=value` details; `None` when the code is not known.
fn finding(code: &str, details: &[&str]) -> Option<LastFinding> {
    let mut last = LastFinding::from(Code::parse(code)?);
    for (key, value) in details.iter().filter_map(|detail| detail.split_once('=')) {
        match key {
            "pattern" => last.pattern = Pattern::parse(value),
            "line" => last.lines.extend(value.parse::<u32>()),
            "what" => last.what = Some(value.to_owned()),
            // A newer camp's.
            _ => {}
        }
    }
    Some(last)
}

/// What [`finding`] reads, each detail with a space before it.
fn details(last: &LastFinding) -> String {
    let pattern = last.pattern.map(|pattern| format!(" pattern={pattern}"));
    let lines = last.lines.iter().map(|line| format!(" line={line}"));
    // White space would part it.
    let what = last.what.as_ref().filter(|what| !what.contains(char::is_whitespace) && !what.is_empty());
    pattern.into_iter().chain(lines).chain(what.map(|what| format!(" what={what}"))).collect()
}

/// The file could not be read or written. Whatever it held before is still there.
#[derive(Debug)]
pub enum ProgressError {
    /// It exists and cannot be read as text.
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

impl ProgressError {
    /// What to tell the user.
    pub fn text(&self) -> Text {
        match self {
            Self::Read { path, reason } => {
                msg!("exercise-progress-unreadable", path = path.display(), reason = reason.to_string())
            }
            Self::Write { path, reason } => {
                msg!("exercise-progress-unwritable", path = path.display(), reason = reason.to_string())
            }
        }
    }
}

impl std::fmt::Display for ProgressError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Read { path, reason } | Self::Write { path, reason }) = self;
        write!(f, "{}: {reason}", path.display())
    }
}

impl std::error::Error for ProgressError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let (Self::Read { reason, .. } | Self::Write { reason, .. }) = self;
        Some(reason)
    }
}

/// Where the progress is kept: `.camp/progress.txt` in the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgressFile {
    path: PathBuf,
}

impl ProgressFile {
    /// The file of a workspace. Nothing is read or written yet.
    pub fn new(root: &Path) -> Self {
        Self { path: root.join(".camp").join("progress.txt") }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The state; a file that does not exist is a fresh start.
    ///
    /// # Errors
    /// When it exists and cannot be read as UTF-8.
    pub fn load(&self) -> Result<Progress, ProgressError> {
        match std::fs::read_to_string(&self.path) {
            Ok(text) => Ok(Progress::parse(&text)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Progress::default()),
            Err(reason) => Err(ProgressError::Read { path: self.path.clone(), reason }),
        }
    }

    /// Changes the state: reads the file anew, so that what another camp wrote meanwhile is kept, and replaces it in one
    /// step. Nothing is written when nothing changed. Returns the new state.
    ///
    /// # Errors
    /// When the file cannot be read or replaced; it is then as it was.
    pub fn update(&self, change: impl FnOnce(&mut Progress)) -> Result<Progress, ProgressError> {
        let before = self.load()?;
        let mut after = before.clone();
        change(&mut after);
        if after != before {
            replace(&self.path, ".progress-", after.to_text().as_bytes())
                .map_err(|reason| ProgressError::Write { path: self.path.clone(), reason })?;
        }
        Ok(after)
    }
}
