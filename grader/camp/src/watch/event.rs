//! Everything that can happen. Threads only send these; the loop in [`super::app`] is the only place that acts.

use super::course::Outcome;
use super::editor;
use super::files::FileEvent;
use diag::Text;

/// Something happened.
#[derive(Debug)]
pub(crate) enum Event {
    /// A key was pressed.
    Key(Key),
    /// The terminal has this many columns and rows now.
    Resized(u16, u16),
    /// The files under watch.
    File(FileEvent),
    /// The run with this number.
    Run(u64, RunEvent),
    /// The system or another process asks for something.
    Signal(Request),
    /// The editor did not open.
    Editor(editor::Failure),
    /// A thread of camp failed; its message. A fault of camp's.
    Panicked(String),
}

/// What a run tells while it goes on.
#[derive(Debug)]
pub(crate) enum RunEvent {
    /// A piece of the report, ready to be shown.
    Block(String),
    /// What the run is doing, for the status line.
    Doing(Text),
    /// One exercise of a check of all has this outcome.
    Row(usize, Outcome),
    /// The run is over. `None` where it was stopped.
    Finished(Option<Outcome>),
}

/// The keys that camp knows. Letters come in lower case, so that a caps lock changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    /// A letter or digit.
    Char(char),
    /// Confirms.
    Enter,
    /// Leaves the list or a question.
    Esc,
    /// One up in the list.
    Up,
    /// One down in the list.
    Down,
    /// Ctrl-C or Ctrl-D.
    Interrupt,
    /// Ctrl-Z.
    Suspend,
    /// Ctrl-L.
    Redraw,
}

/// What a signal asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Request {
    /// End, by this signal.
    Quit(i32),
    /// Stop until continued.
    Suspend,
    /// Continued: the terminal's mode is no longer known.
    Continued,
}
