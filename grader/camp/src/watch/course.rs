//! What watch needs from the rest of camp: the exercises, and how to judge, hint and reset one.

use diag::Text;
use diag::render::Style;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// One exercise on the ladder.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// Tells it from all others: `softmax/tilelang`.
    pub(crate) key: String,
    /// Its name: the folder's.
    pub(crate) name: String,
    /// Which part of the ladder it belongs to.
    pub(crate) stage: u32,
    /// Its title.
    pub(crate) title: String,
    /// The language of the kernel: `nvidia`, `tilelang`.
    pub(crate) backend: String,
    /// The learner's file.
    pub(crate) kernel: PathBuf,
    /// Other files whose change calls for a new run; they may be absent.
    pub(crate) others: Vec<PathBuf>,
    /// The authors' file, shown after a pass.
    pub(crate) solution: Option<PathBuf>,
    /// Whether it has passed.
    pub(crate) done: bool,
}

/// A run's verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Right.
    Passed,
    /// Wrong.
    Failed,
    /// camp could not judge.
    Error,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outcome {
    /// The verdict.
    pub(crate) verdict: Verdict,
    /// One line that says why, shown last so that it stays in sight on a short terminal.
    pub(crate) summary: Option<Text>,
    /// The line of the kernel that the first finding is about.
    pub(crate) line: Option<u32>,
}

/// What a run hands out while it goes on.
#[derive(Debug)]
pub(crate) enum Shown {
    /// A piece of the report: whole lines, coloured as the [`Style`] asked.
    Block(String),
    /// What is being done.
    Doing(Text),
}

/// The exercises and what can be done with them. Shared between the loop and the thread that judges.
pub(crate) trait Course: Send + Sync {
    /// The learner's folder.
    fn root(&self) -> &Path;

    /// The exercises in their order, with their present state.
    fn entries(&self) -> Vec<Entry>;

    /// The learner turned to the exercise `item`; camp starts with it next time.
    fn opened(&self, item: usize);

    /// Judges the exercise `item` as its file is now, and remembers a pass. Returns soon after `cancel` becomes
    /// true, with `None` where no verdict was reached.
    fn judge(
        &self,
        item: usize,
        style: &Style,
        cancel: &Arc<AtomicBool>,
        show: &mut dyn FnMut(Shown),
    ) -> Option<Outcome>;

    /// The last report about the exercise `item` with nothing left out; `None` while there is none.
    fn more(&self, item: usize, style: &Style) -> Option<String>;

    /// The next level of hint, ready to be shown.
    fn hint(&self, item: usize) -> String;

    /// Puts the exercise's original text back; says where the learner's went, or why it could not be done.
    fn reset(&self, item: usize) -> Text;
}
