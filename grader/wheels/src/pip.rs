//! Downloading through the user's pip.

use std::fs;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use sha2::{Digest, Sha256};

use crate::error::{Failure, says_disk_full};
use crate::paths::hex;
use crate::set::Wheel;
use crate::{FetchStep, Folder, Progress, TICK, size_of};

/// How much of pip's output an error carries.
const DETAIL_CHARS: usize = 600;

/// Downloads each wheel of a set that is not there yet; their paths, hashes checked.
///
/// pip works in a folder of this attempt, also for its temporary files, so that
/// the size of that folder tells how far it is. A wheel whose hash is right moves
/// out of it and survives whatever happens later.
pub(crate) fn download(
    python: &Path,
    folder: &Folder,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<PathBuf>, Failure> {
    let attempt = folder.downloads.join(format!("attempt-{}", std::process::id()));
    let outcome = download_into(&attempt, python, folder, progress);
    // Frees the space of a wheel that is not whole, above all when the disk is full.
    let _ = fs::remove_dir_all(&attempt);
    outcome
}

fn download_into(
    attempt: &Path,
    python: &Path,
    folder: &Folder,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<PathBuf>, Failure> {
    let total_bytes = folder.download_bytes;
    let mut done_bytes = 0;
    let mut wheels = Vec::new();
    for wheel in &folder.wheels {
        let bytes = wheel.bytes;
        let kept = folder.downloads.join(format!("{}.whl", wheel.sha256));
        let mut report = |done: u64| {
            progress(Progress {
                step: FetchStep::Downloading,
                done_bytes: done_bytes + done.min(bytes),
                total_bytes,
                what: wheel.package,
            });
        };
        report(0);
        if sha256_of(&kept).is_none_or(|hash| hash != wheel.sha256) {
            let dir = attempt.join(wheel.package);
            fs::create_dir_all(&dir).map_err(|e| folder.failure(&e, &dir))?;
            let arrived = run_pip(python, wheel, folder, &dir, &mut report)?;
            match sha256_of(&arrived) {
                Some(hash) if hash == wheel.sha256 => {}
                hash => {
                    let detail = hash.unwrap_or_else(|| "unreadable".to_owned());
                    return Err(Failure::HashMismatch { package: wheel.package, detail });
                }
            }
            fs::rename(&arrived, &kept).map_err(|e| folder.failure(&e, &kept))?;
            let _ = fs::remove_dir_all(&dir);
        }
        report(bytes);
        done_bytes += bytes;
        wheels.push(kept);
    }
    Ok(wheels)
}

/// Has pip download one wheel into `dir`; the wheel's path.
fn run_pip(
    python: &Path,
    wheel: &Wheel,
    folder: &Folder,
    dir: &Path,
    report: &mut dyn FnMut(u64),
) -> Result<PathBuf, Failure> {
    let io_error = |e: std::io::Error| folder.failure(&e, dir);
    let requirements = dir.join("requirements.txt");
    let temporary = dir.join("tmp");
    fs::write(&requirements, wheel.requirement()).map_err(io_error)?;
    fs::create_dir(&temporary).map_err(io_error)?;
    let child = Command::new(python)
        .args(["-m", "pip", "download", "--no-deps", "--require-hashes", "--only-binary=:all:"])
        // The user's cache of pip would hold everything a second time.
        .args(["--no-cache-dir", "--no-input", "--disable-pip-version-check", "--progress-bar", "off", "-r"])
        .arg(&requirements)
        .arg("-d")
        .arg(dir)
        .env("TMPDIR", &temporary)
        // Nothing is installed, so a rule against installing outside an environment does not apply.
        .env("PIP_REQUIRE_VIRTUALENV", "false")
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| Failure::Pip { status: "not started".to_owned(), detail: e.to_string() })?;
    let (status, output) = watch(child, &mut || report(size_of(dir)));
    let status = status.map_err(|e| Failure::Pip { status: "lost".to_owned(), detail: e.to_string() })?;
    if !status.success() {
        return Err(diagnose(status, &output, wheel, folder, dir));
    }
    let wheels = fs::read_dir(dir).map_err(io_error)?.flatten().map(|entry| entry.path());
    wheels.into_iter().find(|path| path.extension().is_some_and(|ext| ext == "whl")).ok_or_else(|| Failure::Pip {
        status: describe(status),
        detail: "pip reported success but left no wheel".to_owned(),
    })
}

/// Waits for a child, calling `tick` meanwhile; its status and what it wrote to its error stream.
///
/// A child that is still running when this unwinds is killed.
pub(crate) fn watch(child: Child, tick: &mut dyn FnMut()) -> (std::io::Result<ExitStatus>, String) {
    struct Guard(Child);
    impl Drop for Guard {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }
    let mut child = Guard(child);
    let reader = child.0.stderr.take().map(|mut stream| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stream.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        })
    });
    let status = loop {
        match child.0.try_wait() {
            Ok(None) => {
                tick();
                std::thread::sleep(TICK);
            }
            Ok(Some(status)) => break Ok(status),
            Err(e) => break Err(e),
        }
    };
    let output = reader.and_then(|reader| reader.join().ok()).unwrap_or_default();
    (status, output)
}

/// Which of the known failures pip's words mean.
fn diagnose(status: ExitStatus, output: &str, wheel: &Wheel, folder: &Folder, dir: &Path) -> Failure {
    const OFFLINE: [&str; 12] = [
        "NewConnectionError",
        "ConnectTimeoutError",
        "ReadTimeoutError",
        "NameResolutionError",
        "Temporary failure in name resolution",
        "Name or service not known",
        "Network is unreachable",
        "Connection refused",
        "Connection broken",
        "ProxyError",
        "SSLError",
        "CERTIFICATE_VERIFY_FAILED",
    ];
    let detail = last_words(output);
    let package = wheel.package;
    if says_disk_full(output) {
        // The folder goes with this attempt, so the error names the one that stays.
        folder.disk_full(&folder.parent)
    } else if output.contains("DO NOT MATCH THE HASHES") {
        Failure::HashMismatch { package, detail }
    } else if OFFLINE.iter().any(|words| output.contains(words)) {
        Failure::Offline { detail }
    } else if output.contains("No matching distribution found") {
        Failure::NoWheel { package, version: wheel.version, detail }
    } else if output.contains("Permission denied") || output.contains("Read-only file system") {
        Failure::NotWritable { path: dir.to_owned(), reason: detail }
    } else {
        Failure::Pip { status: describe(status), detail }
    }
}

/// The lines that begin with ERROR, else the last ones.
fn last_words(output: &str) -> String {
    let errors: Vec<&str> = output.lines().filter(|line| line.starts_with("ERROR")).collect();
    let text = if errors.is_empty() { output.trim().to_owned() } else { errors.join("\n") };
    let excess = text.chars().count().saturating_sub(DETAIL_CHARS);
    text.chars().skip(excess).collect()
}

/// SHA-256 of a file in lower-case digits; `None` where it cannot be read.
fn sha256_of(path: &Path) -> Option<String> {
    let mut file = fs::File::open(path).ok()?;
    let mut hash = Sha256::new();
    let mut chunk = vec![0u8; 1 << 20];
    loop {
        match file.read(&mut chunk).ok()? {
            0 => return Some(hex(&hash.finalize())),
            n_read => hash.update(&chunk[..n_read]),
        }
    }
}

/// Signal or exit status in words.
fn describe(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("signal {signal}"),
        (None, Some(code)) => format!("exit status {code}"),
        (None, None) => "no status".to_owned(),
    }
}
