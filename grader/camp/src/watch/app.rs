//! The loop: takes events one at a time, lets [`State`] decide, and does what it says.

use super::course::{Course, Outcome, Verdict};
use super::event::{Event, Request, RunEvent};
use super::files::{FileEvent, Files, Targets};
use super::line::{Line, Look};
use super::runner::Runner;
use super::screen::{Kind, Screen};
use super::state::{Effect, Job, Say, State};
use super::terminal::{self, Guard};
use super::view::View;
use super::{Options, editor, input};
use diag::render::{Style, link};
use diag::{Text, msg};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// A terminal that is being dragged changes its size many times: it is drawn once it rests.
const RESIZE_REST: Duration = Duration::from_millis(50);

/// Everything that the loop owns.
pub(crate) struct App<W: Write> {
    course: Arc<dyn Course>,
    options: Options,
    state: State,
    screen: Screen<W>,
    view: View,
    files: Files,
    runner: Runner,
    /// Present while the terminal is ours.
    guard: Option<Guard>,
    /// The run whose header stands on the screen.
    shown: Option<u64>,
    doing: Option<Text>,
    outcome: Option<Outcome>,
    /// The line that the first finding of the last run is about.
    line: Option<u32>,
    /// Whether the editor is known not to be there.
    lacks_editor: bool,
    /// For threads that have something to say.
    sender: Sender<Event>,
    /// Lines that wait for the next header.
    notices: Vec<Line>,
    resize: Option<(Instant, u16, u16)>,
    /// Set when it is time to end; by which signal, if any.
    exit: Option<Option<i32>>,
}

impl<W: Write> App<W> {
    /// Starts the threads that watch files and judge. `sender` is theirs; `guard` is kept until the end.
    pub(crate) fn new(
        course: Arc<dyn Course>,
        options: Options,
        screen: Screen<W>,
        guard: Option<Guard>,
        sender: &Sender<Event>,
    ) -> io::Result<Self> {
        let entries = course.entries();
        let start = options.start.as_deref().and_then(|name| entries.iter().position(|entry| entry.key == name));
        let start = start.unwrap_or_else(|| State::first_open(&entries));
        let file_sender = sender.clone();
        let files = Files::start(course.root().to_path_buf(), move |event| {
            // Fails when camp is ending.
            let _ = file_sender.send(Event::File(event));
        })?;
        Ok(Self {
            state: State::new(entries, start, options.auto_advance),
            view: View {
                catalogue: options.catalogue,
                interactive: screen.kind() != Kind::Plain,
                has_editor: options.editor.is_some(),
            },
            files,
            runner: Runner::start(Arc::clone(&course), sender.clone())?,
            course,
            options,
            screen,
            guard,
            shown: None,
            doing: None,
            outcome: None,
            line: None,
            lacks_editor: false,
            sender: sender.clone(),
            notices: Vec::new(),
            resize: None,
            exit: None,
        })
    }

    /// Runs until the learner or a signal ends it; returns that signal. The terminal is restored in any case.
    pub(crate) fn run(mut self, events: &Receiver<Event>) -> io::Result<Option<i32>> {
        let effects = self.state.start();
        self.perform(effects)?;
        loop {
            if let Some(cause) = self.exit {
                self.screen.leave()?;
                return Ok(cause);
            }
            self.draw()?;
            let Some(event) = self.wait(events)? else { continue };
            self.take(event)?;
            // What came in the meantime is drawn together.
            while self.exit.is_none()
                && let Ok(event) = events.try_recv()
            {
                self.take(event)?;
            }
        }
    }

    fn wait(&mut self, events: &Receiver<Event>) -> io::Result<Option<Event>> {
        let Some((due, columns, rows)) = self.resize else {
            return events.recv().map(Some).map_err(io::Error::other);
        };
        match events.recv_timeout(due.saturating_duration_since(Instant::now())) {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => {
                self.resize = None;
                self.redraw(columns, rows);
                Ok(None)
            }
            Err(error @ RecvTimeoutError::Disconnected) => Err(io::Error::other(error)),
        }
    }

    fn take(&mut self, event: Event) -> io::Result<()> {
        let effects = match event {
            Event::Key(key) => self.state.key(key),
            Event::Resized(columns, rows) => {
                self.resize = Some((Instant::now() + RESIZE_REST, columns, rows));
                Vec::new()
            }
            Event::File(FileEvent::Saved { generation, .. }) => self.state.saved(generation),
            Event::File(FileEvent::Polling(reason)) => {
                let line = self.view.polling(&reason);
                self.notice(line);
                Vec::new()
            }
            Event::Run(id, event) if self.state.is_current_run(id) => self.run_event(id, event),
            Event::Run(..) => Vec::new(),
            Event::Signal(Request::Quit(signal)) => {
                self.runner.cancel();
                self.exit = Some(Some(signal));
                Vec::new()
            }
            Event::Signal(Request::Suspend) => vec![Effect::Suspend],
            Event::Signal(Request::Continued) => {
                self.resume()?;
                Vec::new()
            }
            Event::Editor(failure) => {
                self.editor_failed(&failure);
                Vec::new()
            }
            Event::Panicked(what) => {
                let line = Line::default().add(Look::Bad, self.view.say(&msg!("watch-panic-report", what = what)));
                self.notice(line);
                Vec::new()
            }
        };
        self.perform(effects)
    }

    fn run_event(&mut self, id: u64, event: RunEvent) -> Vec<Effect> {
        match event {
            RunEvent::Doing(what) => {
                self.doing = Some(what);
                Vec::new()
            }
            RunEvent::Block(text) => {
                self.head(id);
                self.screen.text(&text);
                Vec::new()
            }
            RunEvent::Row(item, outcome) => {
                self.head(id);
                self.state.row(id, item, &outcome);
                let line = self.view.row(&self.state, item, outcome.verdict, outcome.summary.as_ref());
                self.screen.line(&line);
                Vec::new()
            }
            RunEvent::Finished(outcome) => {
                self.head(id);
                let effects = self.state.finished(id, outcome.as_ref());
                self.line = outcome.as_ref().and_then(|outcome| outcome.line);
                self.outcome = outcome;
                effects
            }
        }
    }

    /// Begins the report of a run, unless it has begun. Until then the old report stays: a blank screen while
    /// a run takes its first tenth of a second would only flicker.
    fn head(&mut self, id: u64) {
        if self.shown == Some(id) {
            return;
        }
        self.shown = Some(id);
        let time = chrono::Local::now().format("%Y-%m-%d %H:%M:%S").to_string();
        let all = self.state.running() == Some(Job::All);
        let entry = self.state.entry();
        let what = if all { self.view.say(&msg!("watch-all-title")) } else { self.view.title(entry) };
        let header = self.view.header(&what, &time, self.screen.columns());
        self.screen.begin(&header);
        for line in std::mem::take(&mut self.notices) {
            self.wrapped(&line);
        }
    }

    /// Shows a line in the present report, or in the next one if that is about to replace it.
    fn notice(&mut self, line: Line) {
        let replaced = self.shown.is_none() || self.shown.is_some_and(|id| !self.state.is_current_run(id));
        if replaced && self.state.running().is_some() && self.screen.kind() != Kind::Plain {
            self.notices.push(line);
        } else {
            self.wrapped(&line);
        }
    }

    /// Shows a sentence, broken between words.
    fn wrapped(&mut self, line: &Line) {
        for line in line.wrap(self.screen.columns()) {
            self.screen.line(&line);
        }
    }

    /// Shows a line of prose, broken between words unless it holds escape codes, whose width is unknown here.
    fn paragraph(&mut self, line: &str) {
        if line.contains('\x1b') {
            self.screen.text(line);
        } else if line.is_empty() {
            self.screen.line(&Line::default());
        } else {
            self.wrapped(&Line::plain(line));
        }
    }

    fn sentence(&mut self, text: &Text) {
        self.wrapped(&Line::plain(self.view.say(text)));
    }

    fn perform(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        for effect in effects {
            match effect {
                Effect::Open(generation) => self.open(generation),
                Effect::Cancel => self.runner.cancel(),
                Effect::Start(id, job) => {
                    self.doing = None;
                    let style = self.style();
                    self.runner.begin(id, job, style);
                }
                Effect::Hint => {
                    let text = self.course.hint(self.state.current());
                    for line in text.lines() {
                        self.paragraph(line);
                    }
                }
                Effect::More => {
                    let text = self.course.more(self.state.current(), &self.style()).unwrap_or_default();
                    for line in text.lines() {
                        self.screen.text(line);
                    }
                }
                Effect::Reset => {
                    let text = self.course.reset(self.state.current());
                    self.sentence(&text);
                    self.state.refresh(self.course.entries());
                }
                Effect::Edit if self.options.editor.is_some() => self.edit(),
                Effect::Edit => self.sentence(&msg!("watch-edit-none")),
                Effect::Say(say) => self.say(&say),
                Effect::Redraw => {
                    let (columns, rows) = terminal::size();
                    self.redraw(columns, rows);
                }
                Effect::Suspend => self.suspend()?,
                Effect::Quit => {
                    self.exit = Some(None);
                    let (done, n) = (self.state.n_done(), self.state.entries().len());
                    self.sentence(&msg!("watch-bye", done = done, n = n));
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, generation: u64) {
        self.course.opened(self.state.current());
        let entry = self.state.entry();
        let targets = Targets { kernel: entry.kernel.clone(), others: entry.others.clone() };
        // Taken before the run that follows reads the files: a save in between is then seen as news.
        let known = targets.snapshot();
        self.files.watch(generation, targets, known);
        self.line = None;
        // An editor that is not there is named once, and then only when it is asked for.
        if !self.lacks_editor {
            self.edit();
        }
    }

    /// Opens the kernel in the learner's editor, at the first finding where there is one.
    fn edit(&mut self) {
        let Some(editor) = &self.options.editor else { return };
        let sender = self.sender.clone();
        let failed = move |failure| {
            // Fails when camp is ending.
            let _ = sender.send(Event::Editor(failure));
        };
        if let Err(failure) = editor.open(&self.state.entry().kernel, self.line.unwrap_or(1), failed) {
            self.editor_failed(&failure);
        }
    }

    /// Says why the editor did not open, and how to name another.
    fn editor_failed(&mut self, failure: &editor::Failure) {
        self.lacks_editor = matches!(failure, editor::Failure::Missing(_));
        let text = match failure {
            editor::Failure::Missing(program) => msg!("watch-edit-missing", program = program),
            editor::Failure::Start(program, why) => msg!("watch-edit-failed", program = program, why = why),
            editor::Failure::Ended(program, why) => msg!("watch-edit-ended", program = program, why = why),
        };
        let line = Line::default().add(Look::Ask, self.view.say(&text));
        self.notice(line);
    }

    fn say(&mut self, say: &Say) {
        let summary = self.outcome.take().and_then(|outcome| outcome.summary);
        let n = self.state.entries().len();
        let name = self.state.entry().name.as_str();
        match say {
            Say::Passed { next } => {
                self.result(Verdict::Passed, summary.as_ref());
                if let Some(solution) = self.state.entry().solution.clone() {
                    let label = self.view.say(&msg!("watch-solution"));
                    let text = format!("{label} {}", self.path(&solution));
                    self.screen.text(&text);
                }
                if let Some(next) = next {
                    let line = self.view.next(&self.state.entries()[*next]);
                    self.screen.line(&line);
                }
            }
            Say::Failed => self.result(Verdict::Failed, summary.as_ref()),
            Say::NotJudged => self.result(Verdict::Error, summary.as_ref()),
            Say::AllDone => {
                let line = self.view.all_done(n);
                self.wrapped(&line);
            }
            Say::OnlyThisLeft => {
                let text = msg!("watch-only-this-left", name = name);
                self.sentence(&text);
            }
            Say::Checked { passed } => {
                let line = self.view.checked(*passed, n);
                self.wrapped(&line);
            }
        }
    }

    fn result(&mut self, verdict: Verdict, summary: Option<&Text>) {
        let line = self.view.result(self.state.entry(), verdict, summary);
        self.wrapped(&line);
    }

    /// A path as it is shown: relative to the working directory where it lies below, and a link on a terminal.
    fn path(&self, path: &Path) -> String {
        let here = std::env::current_dir().ok();
        let short = here.as_deref().and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path);
        let short = short.display().to_string();
        match self.options.links.filter(|_| self.screen.kind() != Kind::Plain) {
            Some(host) => link(host, path, None, &short),
            None => short,
        }
    }

    fn style(&self) -> Style {
        let width = u16::try_from(self.screen.columns()).unwrap_or(u16::MAX);
        let links = self.options.links.filter(|_| self.screen.kind() != Kind::Plain);
        Style { color: self.screen.color(), width, links }
    }

    fn redraw(&mut self, columns: u16, rows: u16) {
        let live =
            self.view.live(&self.state, self.doing.as_ref(), usize::from(columns.max(1)), usize::from(rows.max(1)));
        self.screen.set_live(live);
        self.screen.redraw(columns, rows);
    }

    fn draw(&mut self) -> io::Result<()> {
        if self.screen.kind() != Kind::Plain {
            let (columns, rows) = (self.screen.columns(), self.screen.rows());
            self.screen.set_live(self.view.live(&self.state, self.doing.as_ref(), columns, rows));
        }
        self.screen.flush()
    }

    fn suspend(&mut self) -> io::Result<()> {
        self.screen.leave()?;
        self.guard = None;
        input::stop_until_continued();
        self.resume()
    }

    /// Takes the terminal back: the shell may have changed its mode and written on it.
    fn resume(&mut self) -> io::Result<()> {
        if self.screen.kind() == Kind::Plain {
            return Ok(());
        }
        self.guard = None;
        self.guard = Some(Guard::enter()?);
        let (columns, rows) = terminal::size();
        self.redraw(columns, rows);
        Ok(())
    }
}

#[cfg(test)]
#[path = "app_tests.rs"]
mod tests;
