//! `camp watch`: judges the current exercise on every save.
//!
//! ```text
//! files (notify, polling) ┐
//! keys, signals           ├─ Event ─▶ app (one loop) ─▶ state (decides) ─▶ effects: screen, runner, files
//! runner (judge)          ┘
//! ```
//!
//! - [`event`]: the one enum that threads send; [`app`]: the one loop that takes it.
//! - [`state`]: where the learner is and what happens next; [`view`]: what that looks like. Both are pure.
//! - [`screen`]: reports that scroll, live lines that stay; [`terminal`]: raw mode and its end.
//! - [`files`]: when a save is a save. [`runner`]: the thread that judges.
//! - [`course`]: what this module needs from the rest of camp.
//!
//! **Invariant**: nothing of a run that a newer one replaced is shown. Runs are numbered, and the loop drops events
//! that carry another number than the present run's.

mod app;
mod course;
mod editor;
mod event;
mod files;
mod input;
mod line;
mod runner;
mod screen;
mod state;
mod terminal;
mod view;

pub(crate) use course::{Course, Entry, Outcome, Shown, Verdict};
pub(crate) use editor::Editor;

use app::App;
use diag::Catalogue;
use event::Event;
use screen::{Kind, Screen};
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

/// How `camp watch` was called.
pub(crate) struct Options {
    /// The exercise to start at; the first open one otherwise.
    pub(crate) start: Option<String>,
    /// Whether a pass opens the next exercise without a key.
    pub(crate) auto_advance: bool,
    /// Opens the kernel when an exercise opens, and at the first finding on a key.
    pub(crate) editor: Option<Editor>,
    /// Whether to use colours.
    pub(crate) color: bool,
    /// Whether paths are links, and to which machine.
    pub(crate) links: Option<&'static str>,
    /// The learner's language.
    pub(crate) catalogue: &'static Catalogue,
}

/// Watches until the learner quits. Without a single exercise there is nothing to watch: exit status 2, and whoever
/// loaded them has said why. A signal that asks camp to end does end it, after
/// the terminal is restored.
///
/// # Errors
/// The terminal or the system refuses what watching needs.
pub(crate) fn run(course: Arc<dyn Course>, options: Options) -> io::Result<ExitCode> {
    if course.entries().is_empty() {
        return Ok(ExitCode::from(2));
    }
    let (sender, events) = mpsc::channel();
    let interactive = terminal::is_interactive();
    input::wait_for_signals(sender.clone())?;
    let mut guard = None;
    let mut kind = Kind::Plain;
    if interactive {
        set_panic_hook(sender.clone());
        guard = Some(terminal::Guard::enter()?);
        input::read_keys(sender.clone())?;
        let (columns, rows) = terminal::size();
        kind = Kind::Terminal { columns, rows };
    }
    let screen = Screen::new(io::stdout(), kind, options.color);
    let app = App::new(course, options, screen, guard, &sender)?;
    match app.run(&events) {
        Ok(Some(signal)) => input::die_of(signal),
        Ok(None) => {}
        // Whoever read our lines has gone: not a failure, as with any program in a pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => return Err(error),
    }
    Ok(ExitCode::SUCCESS)
}

/// A panic of the loop restores the terminal before its message is printed; one of another thread becomes an event,
/// because its message would land in the middle of the screen.
fn set_panic_hook(sender: Sender<Event>) {
    let main = std::thread::current().id();
    let previous = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() == main || sender.send(Event::Panicked(info.to_string())).is_err() {
            terminal::restore();
            previous(info);
        }
    }));
}
