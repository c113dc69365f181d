//! One life of the child process.

use std::ffi::{OsStr, OsString};
use std::io::{BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::CompileError;
use super::protocol::{Order, Reply, receive_with, send};
use crate::driver::{Driver, NoDriver};
use crate::toolchain::Toolchain;
use wheels::CacheDir;

/// Loading NVRTC takes a fraction of a second; a slow disk gets this long.
const LOAD_LIMIT: Duration = Duration::from_secs(60);

/// How long the end of a dead child's error stream is waited for.
const STDERR_PATIENCE: Duration = Duration::from_secs(1);

/// How much of the child's error stream is kept.
const STDERR_BYTES: usize = 4096;

/// How to start a process that calls [`super::worker_main`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerCommand {
    /// The program, usually camp's own binary.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
}

/// A running child.
#[derive(Debug)]
pub(crate) struct Session {
    stdin: ChildStdin,
    replies: Receiver<(Reply, Vec<u8>)>,
    stderr: Arc<Mutex<Vec<u8>>>,
    /// Ends when the error stream has been read to its end.
    stderr_end: Receiver<()>,
    loaded: Option<(u32, u32)>,
}

/// Why no reply came.
#[derive(Debug)]
pub(crate) enum Silence {
    /// The time is over.
    TimedOut,
    /// The child is gone.
    Ended,
}

impl Session {
    /// Starts the child and has it load NVRTC, without waiting for either.
    pub(super) fn start(
        toolchain: &Toolchain,
        worker: &WorkerCommand,
        cache: Option<&CacheDir>,
    ) -> Result<(Self, Child), CompileError> {
        let (mut session, child) = Self::start_bare(worker, &library_path(&toolchain.nvrtc, cache))?;
        let order = Order::Load { nvrtc: toolchain.nvrtc.clone(), builtins: toolchain.builtins.clone() };
        // A child that dies at once breaks the pipe; the first reply that never comes reports it.
        let _ = send(&mut session.stdin, &order);
        Ok((session, child))
    }

    /// Starts the child; it loads nothing yet.
    pub(crate) fn start_bare(worker: &WorkerCommand, library_path: &OsStr) -> Result<(Self, Child), CompileError> {
        let spawn_error =
            |e: std::io::Error| CompileError::Spawn { program: worker.program.clone(), reason: e.to_string() };
        let mut child = Command::new(&worker.program)
            .args(&worker.args)
            .env("LD_LIBRARY_PATH", library_path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C at the terminal is for the parent to handle; the child ends when its input does.
            .process_group(0)
            .spawn()
            .map_err(spawn_error)?;
        let (Some(stdin), Some(stdout), Some(mut errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(spawn_error(std::io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, replies) = mpsc::channel();
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(Some(reply)) = receive_with::<Reply>(&mut stdout) {
                if sender.send(reply).is_err() {
                    break;
                }
            }
        });
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let tail = Arc::clone(&stderr);
        let (open, stderr_end) = mpsc::channel();
        std::thread::spawn(move || {
            let _open: mpsc::Sender<()> = open;
            let mut chunk = [0u8; 1024];
            while let Ok(n_read @ 1..) = errors.read(&mut chunk) {
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend_from_slice(&chunk[..n_read]);
                let excess = tail.len().saturating_sub(STDERR_BYTES);
                tail.drain(..excess);
            }
        });
        Ok((Self { stdin, replies, stderr, stderr_end, loaded: None }, child))
    }

    /// NVRTC's version, once the child has loaded it.
    pub(super) fn loaded(&mut self) -> Result<Result<(u32, u32), CompileError>, Silence> {
        if let Some(version) = self.loaded {
            return Ok(Ok(version));
        }
        Ok(match self.reply(LOAD_LIMIT)? {
            Reply::Loaded { version } => {
                self.loaded = Some(version);
                Ok(version)
            }
            Reply::LoadFailed(e) => Err(CompileError::Load(e)),
            other => Err(CompileError::Internal { reason: format!("unexpected reply {other:?}"), log: String::new() }),
        })
    }

    /// Sends an order and waits for its reply.
    pub(super) fn ask(&mut self, order: &Order, limit: Duration) -> Result<Reply, Silence> {
        self.ask_with(order, &[], limit).map(|(reply, _)| reply)
    }

    /// Sends an order and the bytes that follow it, and waits for its reply and the bytes that follow that.
    pub(crate) fn ask_with(
        &mut self,
        order: &Order,
        payload: &[&[u8]],
        limit: Duration,
    ) -> Result<(Reply, Vec<u8>), Silence> {
        let start = Instant::now();
        let mut write = || {
            send(&mut self.stdin, order)?;
            payload.iter().try_for_each(|bytes| self.stdin.write_all(bytes))?;
            self.stdin.flush()
        };
        write().map_err(|_: std::io::Error| Silence::Ended)?;
        self.reply_with(limit.saturating_sub(start.elapsed()))
    }

    fn reply(&self, limit: Duration) -> Result<Reply, Silence> {
        self.reply_with(limit).map(|(reply, _)| reply)
    }

    fn reply_with(&self, limit: Duration) -> Result<(Reply, Vec<u8>), Silence> {
        self.replies.recv_timeout(limit).map_err(|e| match e {
            RecvTimeoutError::Timeout => Silence::TimedOut,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }

    /// The last lines of the error stream of a child that has ended.
    pub(crate) fn stderr(&self) -> String {
        // A process that the child left behind could hold the stream open.
        let _ = self.stderr_end.recv_timeout(STDERR_PATIENCE);
        String::from_utf8_lossy(&self.stderr.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

/// Asks the NVIDIA driver in a child of its own.
pub(crate) fn ask_driver(worker: &WorkerCommand, limit: Duration) -> Result<Result<Driver, NoDriver>, CompileError> {
    let inherited = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let (mut session, mut child) = Session::start_bare(worker, &inherited)?;
    let reply = session.ask(&Order::Driver, limit);
    let _ = child.kill();
    let status = child.wait().map(describe).unwrap_or_default();
    match reply {
        Ok(Reply::Driver(driver)) => Ok(driver),
        Ok(other) => Err(CompileError::Internal { reason: format!("unexpected reply {other:?}"), log: String::new() }),
        Err(Silence::TimedOut) => Err(CompileError::TimedOut { limit }),
        Err(Silence::Ended) => Err(CompileError::Crashed { status, stderr: session.stderr() }),
    }
}

/// Signal or exit status in words.
pub(crate) fn describe(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("signal {signal}"),
        (None, Some(code)) => format!("exit status {code}"),
        (None, None) => "no status".to_owned(),
    }
}

/// `LD_LIBRARY_PATH` of the child: first what makes the plain name `libnvrtc.so` mean the chosen library.
///
/// cudarc asks for `libnvrtc.so` first. The loader would answer with another
/// toolkit's library if that one is on its path, although the chosen one is
/// loaded already under its versioned name. Wheels have no plain name, so a link
/// in the cache gives them one; without a writable cache the worker still
/// notices a library that is not the chosen one, and says so.
fn library_path(nvrtc: &Path, cache: Option<&CacheDir>) -> OsString {
    let own_dir = nvrtc.parent().unwrap_or(Path::new("/"));
    let means_chosen = |link: &Path| std::fs::canonicalize(link).is_ok_and(|target| target == nvrtc);
    let mut dirs: Vec<PathBuf> = Vec::new();
    if !means_chosen(&own_dir.join("libnvrtc.so"))
        && let Some(cache) = cache
    {
        let dir = cache.links().join(wheels::short_hash(nvrtc.as_os_str().as_encoded_bytes()));
        let link = dir.join("libnvrtc.so");
        if !means_chosen(&link) && std::fs::create_dir_all(&dir).is_ok() {
            let _ = std::fs::remove_file(&link);
            let _ = std::os::unix::fs::symlink(nvrtc, &link);
        }
        dirs.push(dir);
    }
    dirs.push(own_dir.to_owned());
    if let Some(inherited) = std::env::var_os("LD_LIBRARY_PATH") {
        dirs.extend(std::env::split_paths(&inherited).filter(|dir| !dir.as_os_str().is_empty()));
    }
    std::env::join_paths(dirs).unwrap_or_default()
}
