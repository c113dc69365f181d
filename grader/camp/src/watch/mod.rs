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

use app::App;
use diag::{Catalogue, msg};
use event::Event;
use files::Files;
use screen::{Kind, Screen};
use state::State;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use view::View;

/// How `camp watch` was called.
pub(crate) struct Options {
    /// The exercise to start at; the first open one otherwise.
    pub(crate) start: Option<String>,
    /// Whether a pass opens the next exercise without a key.
    pub(crate) auto_advance: bool,
    /// Runs with the kernel's path when an exercise opens.
    pub(crate) edit_cmd: Option<String>,
    /// Whether to use colours.
    pub(crate) color: bool,
    /// The learner's language.
    pub(crate) catalogue: &'static Catalogue,
}

/// Watches until the learner quits. Exit status 0 after `q` and Ctrl-C, 2 where there is nothing to watch, 128 + n
/// after signal n.
///
/// # Errors
/// The terminal or the system refuses what watching needs.
pub(crate) fn run(course: Arc<dyn Course>, options: Options) -> anyhow::Result<ExitCode> {
    let entries = course.entries();
    let start = match find_start(&entries, options.start.as_deref()) {
        Ok(start) => start,
        Err(text) => {
            writeln!(io::stderr(), "{}", options.catalogue.get(&text))?;
            return Ok(ExitCode::from(2));
        }
    };
    let (sender, events) = mpsc::channel();
    let interactive = terminal::is_interactive();
    input::wait_for_signals(sender.clone())?;
    let guard = if interactive {
        set_panic_hook(sender.clone());
        let guard = terminal::Guard::enter()?;
        input::read_keys(sender.clone())?;
        Some(guard)
    } else {
        None
    };
    let kind = if interactive {
        let (columns, rows) = terminal::size();
        Kind::Terminal { columns, rows }
    } else {
        Kind::Plain
    };
    let file_sender = sender.clone();
    let files = Files::start(course.root().to_path_buf(), move |event| {
        // Fails when camp is ending.
        let _ = file_sender.send(Event::File(event));
    })?;
    let app = App {
        state: State::new(entries, start, options.auto_advance),
        screen: Screen::new(io::stdout(), kind, options.color),
        view: View { catalogue: options.catalogue, interactive },
        files,
        runner: runner::Runner::start(Arc::clone(&course), sender)?,
        guard,
        course,
        options,
        shown: None,
        doing: None,
        outcome: None,
        notices: Vec::new(),
        resize: None,
        exit: None,
    };
    match app.run(&events) {
        Ok(code) => Ok(ExitCode::from(code)),
        // Whoever read our lines has gone: not a failure, as with any program in a pipe.
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error),
    }
}

fn find_start(entries: &[Entry], name: Option<&str>) -> Result<usize, diag::Text> {
    if entries.is_empty() {
        return Err(msg!("watch-no-exercises"));
    }
    let Some(name) = name else { return Ok(State::first_open(entries)) };
    entries.iter().position(|entry| entry.name == name).ok_or_else(|| {
        let known: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        msg!("watch-unknown-exercise", name = name, known = known.join(", "))
    })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
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
