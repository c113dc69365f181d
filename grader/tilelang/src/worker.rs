//! The resident child that lowers kernels.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use diag::{Text, msg};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::protocol::{Failure, Lowered, Request};

/// What the interpreter gets in place of PyTorch.
const TORCH: &str = include_str!("torch_stub.py");
/// Importing TileLang takes a second; a cold disk gets this long.
const START_LIMIT: Duration = Duration::from_secs(60);
/// How often a request to stop is looked at.
const POLL: Duration = Duration::from_millis(5);
/// How long jobs may take to end when told to.
const CANCEL_LIMIT: Duration = Duration::from_secs(2);
/// Beyond the time that jobs are given: what the worker itself may need.
const GRACE: Duration = Duration::from_secs(10);
/// How much of the child's error stream is kept.
const STDERR_BYTES: usize = 2048;

/// A TileLang that is installed: see [`crate::install`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// The interpreter.
    pub python: PathBuf,
    /// Its major and minor version.
    pub python_version: (u32, u32),
    /// The folder that holds TileLang and what it needs.
    pub site: PathBuf,
    /// TileLang's version.
    pub version: String,
}

impl Environment {
    /// What NVRTC needs beyond camp's own options to compile lowered kernels with TileLang's headers.
    ///
    /// `nvrtc`: the major version of NVRTC, whose version 12 the headers know by its number alone.
    pub fn compiler_options(&self, nvrtc: u32) -> Vec<String> {
        let root = self.site.join("tilelang");
        let include = |dir: &str| format!("--include-path={}", root.join(dir).display());
        let headers = [include("src"), include("3rdparty/cutlass/include")];
        let others = ["-default-device", "-w"].map(str::to_owned);
        let version = (nvrtc < 13).then(|| format!("-D__CUDACC_VER_MAJOR__={nvrtc}"));
        headers.into_iter().chain(others).chain(version).collect()
    }
}

/// How to start a process that calls [`crate::sandbox::enter`]: the interpreter and the scratch folder are added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SandboxCommand {
    /// The program, usually camp's own binary.
    pub program: PathBuf,
    /// Its first arguments.
    pub args: Vec<OsString>,
}

/// Why nothing can be said about a kernel file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkerError {
    /// The request was cancelled.
    Cancelled,
    /// The child could not be started.
    Spawn {
        /// The program.
        program: PathBuf,
        /// The system's message.
        reason: String,
    },
    /// TileLang could not be imported.
    Broken {
        /// Where it is.
        site: PathBuf,
        /// Python's message.
        reason: String,
    },
    /// The child ended or fell silent.
    Ended {
        /// What is known about it.
        detail: String,
    },
}

impl WorkerError {
    /// What to tell the user.
    pub fn text(&self) -> Text {
        match self {
            Self::Cancelled => msg!("tilelang-cancelled"),
            Self::Spawn { program, reason } => {
                msg!("tilelang-worker-spawn", program = program.display(), reason = reason)
            }
            Self::Broken { site, reason } => msg!("tilelang-broken", site = site.display(), reason = reason),
            Self::Ended { detail } => msg!("tilelang-worker-ended", detail = detail),
        }
    }
}

/// A worker. The child starts on the first use, or with [`Worker::start`], and is started again when it was lost.
#[derive(Debug)]
pub struct Worker {
    environment: Environment,
    command: SandboxCommand,
    process: Option<Process>,
}

/// The answer to one job.
pub type Answer = Result<Lowered, Failure>;

impl Worker {
    /// A worker with this TileLang. Nothing runs yet.
    pub fn new(environment: Environment, command: SandboxCommand) -> Self {
        Self { environment, command, process: None }
    }

    /// What it lowers with.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Starts the child without waiting for it; what goes wrong shows when it is used.
    pub fn start(&mut self) {
        if self.process.is_none() {
            self.process = Process::start(&self.environment, &self.command).ok();
        }
    }

    /// Lowers a kernel file for each set of arguments; the answers come in any order, with the job's position. No more come
    /// once `on_answer` says so by returning false.
    ///
    /// # Errors
    /// Why there are no answers, or not all: never the kernel file's fault.
    pub fn lower(
        &mut self,
        request: &Request,
        cancel: &AtomicBool,
        on_answer: &mut dyn FnMut(usize, Answer) -> bool,
    ) -> Result<(), WorkerError> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => Process::start(&self.environment, &self.command)?,
        };
        // A child that is still starting goes on starting when the request is cancelled.
        let outcome =
            process.wait_ready(&self.environment, cancel).and_then(|()| process.lower(request, cancel, on_answer));
        if matches!(outcome, Ok(()) | Err(WorkerError::Cancelled)) {
            self.process = Some(process);
        }
        outcome
    }
}

/// A line from the child.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reply {
    #[serde(untagged)]
    Lowered { job: usize, lowered: Box<Lowered>, printed: String },
    #[serde(untagged)]
    Failed {
        job: usize,
        failed: Box<Failure>,
        #[serde(default)]
        printed: String,
    },
    #[serde(untagged)]
    Cancelled {
        #[serde(rename = "cancelled")]
        _cancelled: IgnoredAny,
    },
    #[serde(untagged)]
    Ready {
        #[serde(rename = "ready")]
        _ready: IgnoredAny,
    },
    #[serde(untagged)]
    Broken { broken: String },
}

/// The running child.
#[derive(Debug)]
struct Process {
    child: Child,
    stdin: ChildStdin,
    replies: Receiver<Reply>,
    stderr: Arc<Mutex<Vec<u8>>>,
    is_ready: bool,
    /// The only folder that the child can write to; it goes with the child.
    _scratch: Scratch,
}

/// A folder of its own for the child.
#[derive(Debug)]
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> std::io::Result<Self> {
        use std::sync::atomic::AtomicU32;
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("camp-tilelang-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that stays behind costs nothing but its name.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Process {
    fn start(environment: &Environment, command: &SandboxCommand) -> Result<Self, WorkerError> {
        let failed = |program: &Path, error: &std::io::Error| WorkerError::Spawn {
            program: program.to_owned(),
            reason: error.to_string(),
        };
        let scratch = Scratch::new().map_err(|error| failed(&std::env::temp_dir(), &error))?;
        let spawned = Command::new(&command.program)
            .args(&command.args)
            .arg(&environment.python)
            .arg(&scratch.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C at the terminal is for the parent to handle; the child ends when its input does.
            .process_group(0)
            .spawn();
        let mut child = spawned.map_err(|error| failed(&command.program, &error))?;
        let (Some(mut stdin), Some(stdout), Some(mut errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed(&command.program, &std::io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, replies) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let reply = line.ok().and_then(|line| serde_json::from_str(&line).ok());
                let Some(reply) = reply else { return };
                if sender.send(reply).is_err() {
                    return;
                }
            }
        });
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let tail = Arc::clone(&stderr);
        thread::spawn(move || {
            let mut chunk = [0_u8; 1024];
            while let Ok(n_read @ 1..) = errors.read(&mut chunk) {
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend_from_slice(&chunk[..n_read]);
                let excess = tail.len().saturating_sub(STDERR_BYTES);
                tail.drain(..excess);
            }
        });
        let setup = serde_json::json!({ "site": environment.site, "torch": TORCH, "scratch": scratch.0 });
        // A child that dies at once breaks the pipe; the reply that never comes reports it.
        let _ = writeln!(stdin, "{setup}");
        Ok(Self { child, stdin, replies, stderr, is_ready: false, _scratch: scratch })
    }

    /// Waits until TileLang is imported.
    fn wait_ready(&mut self, environment: &Environment, cancel: &AtomicBool) -> Result<(), WorkerError> {
        if self.is_ready {
            return Ok(());
        }
        match self.reply(START_LIMIT, cancel)? {
            Reply::Ready { .. } => {
                self.is_ready = true;
                Ok(())
            }
            Reply::Broken { broken } => Err(WorkerError::Broken { site: environment.site.clone(), reason: broken }),
            other => Err(WorkerError::Ended { detail: format!("unexpected {other:?}") }),
        }
    }

    fn lower(
        &mut self,
        request: &Request,
        cancel: &AtomicBool,
        on_answer: &mut dyn FnMut(usize, Answer) -> bool,
    ) -> Result<(), WorkerError> {
        let line = serde_json::to_string(request).map_err(|e| WorkerError::Ended { detail: e.to_string() })?;
        if writeln!(self.stdin, "{line}").is_err() {
            return Err(self.ended());
        }
        // The worker ends each job within six times its processor time.
        let limit = Duration::from_secs(6 * request.cpu_seconds) + GRACE;
        for n_done in 1..=request.jobs.len() {
            let goes_on = match self.reply(limit, cancel) {
                Ok(Reply::Lowered { job, mut lowered, printed }) => {
                    lowered.printed = printed;
                    on_answer(job, Ok(*lowered))
                }
                Ok(Reply::Failed { job, mut failed, printed }) => {
                    failed.printed = printed;
                    on_answer(job, Err(*failed))
                }
                Ok(other) => return Err(WorkerError::Ended { detail: format!("unexpected {other:?}") }),
                Err(WorkerError::Cancelled) => {
                    self.cancel()?;
                    return Err(WorkerError::Cancelled);
                }
                Err(error) => return Err(error),
            };
            if !goes_on && n_done < request.jobs.len() {
                return self.cancel();
            }
        }
        Ok(())
    }

    /// Has the child end its jobs, so that it is ready for the next request.
    fn cancel(&mut self) -> Result<(), WorkerError> {
        if writeln!(self.stdin, "{{\"cancel\": true}}").is_err() {
            return Err(self.ended());
        }
        let never = AtomicBool::new(false);
        loop {
            match self.reply(CANCEL_LIMIT, &never)? {
                Reply::Cancelled { .. } => return Ok(()),
                _ => continue,
            }
        }
    }

    /// The next reply.
    fn reply(&mut self, limit: Duration, cancel: &AtomicBool) -> Result<Reply, WorkerError> {
        let start = Instant::now();
        loop {
            match self.replies.recv_timeout(POLL) {
                Ok(reply) => return Ok(reply),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if cancel.load(Ordering::Relaxed) => return Err(WorkerError::Cancelled),
                Err(RecvTimeoutError::Timeout) if start.elapsed() > limit => {
                    let detail = format!("no answer within {} s", limit.as_secs());
                    return Err(WorkerError::Ended { detail });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The error that the child is gone, with its last words.
    fn ended(&mut self) -> WorkerError {
        let _ = self.child.kill();
        let status = self.child.wait().map(|status| match (status.signal(), status.code()) {
            (Some(signal), _) => format!("signal {signal}"),
            (None, code) => format!("exit status {}", code.unwrap_or_default()),
        });
        let words = String::from_utf8_lossy(&self.stderr.lock().unwrap_or_else(PoisonError::into_inner)).into_owned();
        let detail = format!("{}: {}", status.unwrap_or_default(), words.trim());
        WorkerError::Ended { detail: detail.trim_end_matches([':', ' ']).to_owned() }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
