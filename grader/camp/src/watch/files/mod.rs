//! Tells when a watched file has new content.
//!
//! One thread owns everything here: the operating system's watch on the *folders* (a watch on a file dies with the
//! file when an editor saves by renaming), the quiet time, and a slow look at the files themselves that needs no
//! events at all. That look makes a lost event cost a second instead of a confused learner; where events are known
//! to be unreliable it is faster and the learner is told.
//!
//! **Invariant**: a state is reported only if it differs from the one reported or given before, so reading the files,
//! touching them, or camp's own files next to them never cause a run.

mod fingerprint;
mod mount;
mod probe;
mod settle;

pub(crate) use fingerprint::{Snapshot, Targets};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use settle::{Settle, Signal};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often the files are looked at where events are unreliable.
const POLL: Duration = Duration::from_millis(500);
/// How often they are looked at where events work, in case one is lost.
const SAFETY: Duration = Duration::from_millis(1000);

/// What the thread tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FileEvent {
    /// The files of `generation` have new content, or the kernel is gone, empty or unreadable.
    Saved {
        /// The number given to [`Files::watch`].
        generation: u64,
        /// What was seen.
        snapshot: Snapshot,
    },
    /// Why changes are looked for every half second instead of being announced.
    Polling(Reason),
}

/// Why events cannot be trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The folder lies on this type of file system.
    Mount(String),
    /// A file written on start was not announced.
    Silent,
    /// The system's limit on watches is reached.
    Limit,
    /// The watch failed otherwise.
    Failed(String),
}

enum Message {
    Watch { generation: u64, targets: Targets, known: Snapshot },
    Notify(notify::Result<notify::Event>),
    Stop,
}

/// Handle of the watching thread; dropping it ends the thread.
pub(crate) struct Files {
    sender: mpsc::Sender<Message>,
    thread: Option<JoinHandle<()>>,
}

impl Files {
    /// Starts the thread. `root` is the folder in which a short-lived file may test whether events arrive;
    /// `emit` is called on the thread.
    pub(crate) fn start(root: PathBuf, emit: impl FnMut(FileEvent) + Send + 'static) -> std::io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        let loopback = sender.clone();
        let thread = std::thread::Builder::new()
            .name("camp-files".into())
            .spawn(move || Worker::new(root, loopback, Box::new(emit)).run(&receiver))?;
        Ok(Self { sender, thread: Some(thread) })
    }

    /// Watches `targets` from now on, and no others. `known` is their state *before* the run that judges them began:
    /// whatever has changed since is reported.
    pub(crate) fn watch(&self, generation: u64, targets: Targets, known: Snapshot) {
        // The thread only ends with the handle; a failure here means it panicked, and its panic was shown.
        let _ = self.sender.send(Message::Watch { generation, targets, known });
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = self.sender.send(Message::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Watched {
    generation: u64,
    targets: Targets,
    settle: Settle,
    folders: Vec<Folder>,
}

struct Folder {
    path: PathBuf,
    /// Device and inode under watch; `None` while the folder is not being watched.
    id: Option<(u64, u64)>,
}

struct Worker {
    root: PathBuf,
    loopback: mpsc::Sender<Message>,
    emit: Box<dyn FnMut(FileEvent) + Send>,
    watcher: Option<RecommendedWatcher>,
    watched: Option<Watched>,
    polling: Option<Reason>,
}

impl Worker {
    fn new(root: PathBuf, loopback: mpsc::Sender<Message>, emit: Box<dyn FnMut(FileEvent) + Send>) -> Self {
        Self { root, loopback, emit, watcher: None, watched: None, polling: None }
    }

    fn run(mut self, receiver: &mpsc::Receiver<Message>) {
        self.open();
        let mut next_look = Instant::now() + SAFETY;
        loop {
            let due = self.watched.as_ref().and_then(|watched| watched.settle.due());
            let wake = due.map_or(next_look, |due| due.min(next_look));
            match receiver.recv_timeout(wake.saturating_duration_since(Instant::now())) {
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(Message::Watch { generation, targets, known }) => self.target(generation, targets, known),
                Ok(Message::Notify(event)) => self.notified(event),
                Err(RecvTimeoutError::Timeout) => {}
            }
            // Not only on a time-out: a flood of events must not put off the look that it asks for.
            let now = Instant::now();
            if self.watched.as_ref().and_then(|watched| watched.settle.due()).is_some_and(|due| due <= now) {
                self.look();
            }
            if next_look <= now {
                self.patrol();
                next_look = now + if self.polling.is_some() { POLL } else { SAFETY };
            }
        }
    }

    /// Opens the system's watch and finds out whether it works here.
    fn open(&mut self) {
        if let Some(kind) = mount::unreliable(&self.root) {
            self.poll(Reason::Mount(kind));
        } else if probe::events_arrive(&self.root) == Some(false) {
            self.poll(Reason::Silent);
        }
        let loopback = self.loopback.clone();
        let handler = move |event| {
            let _ = loopback.send(Message::Notify(event));
        };
        match notify::recommended_watcher(handler) {
            Ok(watcher) => self.watcher = Some(watcher),
            Err(error) => self.poll(reason(&error)),
        }
    }

    fn poll(&mut self, reason: Reason) {
        // One notice is enough: the learner can do nothing more about a second reason.
        if self.polling.is_none() {
            self.polling = Some(reason.clone());
            (self.emit)(FileEvent::Polling(reason));
        }
    }

    fn target(&mut self, generation: u64, targets: Targets, known: Snapshot) {
        if let (Some(old), Some(watcher)) = (self.watched.take(), &mut self.watcher) {
            for folder in old.folders.iter().filter(|folder| folder.id.is_some()) {
                // Fails where the folder is gone, which unwatched it already.
                let _ = watcher.unwatch(&folder.path);
            }
        }
        let folders = targets.folders().into_iter().map(|path| Folder { path, id: None }).collect();
        self.watched = Some(Watched { generation, targets, settle: Settle::new(known), folders });
        self.patrol();
    }

    /// Renews watches on folders that appeared or were replaced, then compares the files.
    fn patrol(&mut self) {
        let mut failed = None;
        if let (Some(watched), Some(watcher)) = (&mut self.watched, &mut self.watcher) {
            for folder in &mut watched.folders {
                let id = folder_id(&folder.path);
                if id == folder.id {
                    continue;
                }
                if folder.id.take().is_some() {
                    let _ = watcher.unwatch(&folder.path);
                }
                if id.is_some() {
                    match watcher.watch(&folder.path, RecursiveMode::NonRecursive) {
                        Ok(()) => folder.id = id,
                        Err(error) if folder_id(&folder.path).is_some() => failed = Some(reason(&error)),
                        Err(_) => {} // It went away again; the next patrol looks once more.
                    }
                }
            }
        }
        if let Some(reason) = failed {
            self.poll(reason);
        }
        self.look();
    }

    fn look(&mut self) {
        let Some(watched) = &mut self.watched else { return };
        if let Some(snapshot) = watched.settle.look(watched.targets.snapshot(), Instant::now()) {
            (self.emit)(FileEvent::Saved { generation: watched.generation, snapshot });
        }
    }

    fn notified(&mut self, event: notify::Result<notify::Event>) {
        let now = Instant::now();
        match event {
            Ok(event) => {
                let Some(watched) = &mut self.watched else { return };
                if let Some(signal) = signal_of(&event, &watched.targets) {
                    watched.settle.event(signal, now);
                }
            }
            Err(error) => {
                if let Some(watched) = &mut self.watched {
                    watched.settle.event(Signal::Touched, now);
                }
                if !matches!(error.kind, notify::ErrorKind::PathNotFound | notify::ErrorKind::WatchNotFound) {
                    self.poll(reason(&error));
                }
            }
        }
    }
}

/// What an event says about the targets; `None` for reads, which camp's own runs cause.
fn signal_of(event: &notify::Event, targets: &Targets) -> Option<Signal> {
    // Paths are compared by name: one folder may be spelled in two ways, and a false match only costs a look.
    let on_target = event.paths.iter().any(|path| targets.paths().any(|target| path.file_name() == target.file_name()));
    match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) if on_target => Some(Signal::Complete),
        EventKind::Access(_) => None,
        EventKind::Modify(ModifyKind::Name(RenameMode::To | RenameMode::Both)) if on_target => Some(Signal::Complete),
        // Only Linux announces that a file was closed; elsewhere a written file would stay "open" for ever.
        EventKind::Modify(ModifyKind::Data(_)) if on_target && cfg!(target_os = "linux") => Some(Signal::Written),
        _ => Some(Signal::Touched),
    }
}

fn reason(error: &notify::Error) -> Reason {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => Reason::Limit,
        // The kernel reports an exhausted inotify limit as a full disk or as too many open files.
        notify::ErrorKind::Io(io) if matches!(io.raw_os_error(), Some(24 | 28)) => Reason::Limit,
        notify::ErrorKind::Io(io) => Reason::Failed(io.to_string()),
        _ => Reason::Failed(error.to_string()),
    }
}

#[cfg(unix)]
fn folder_id(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let meta = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_dir)?;
    Some((meta.dev(), meta.ino()))
}

#[cfg(not(unix))]
fn folder_id(path: &Path) -> Option<(u64, u64)> {
    std::fs::metadata(path).ok().filter(std::fs::Metadata::is_dir).map(|_| (0, 0))
}

#[cfg(test)]
mod tests;
