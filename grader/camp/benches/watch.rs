//! From save to verdict, as a learner sees it: the real binary in a terminal, its output read as it comes.
//!
//! `cargo bench -p camp --bench watch` prints, for each exercise, the median and the largest of some saves: until the
//! first finding stands, and until the whole report does. Needs `script` (util-linux) and NVRTC.

#![allow(clippy::print_stdout, reason = "printing is what a benchmark is for")]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const SAVES: usize = 11;
const PATIENCE: Duration = Duration::from_secs(60);

fn main() {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let made = Command::new(env!("CARGO_BIN_EXE_camp")).arg("init").arg(dir.path()).output().expect("camp starts");
    assert!(made.status.success(), "camp init: {}", String::from_utf8_lossy(&made.stderr));
    println!(
        "{:<12} {:<8} {:>16} {:>16}   median (largest) of {SAVES} saves, ms",
        "exercise", "kernel", "first finding", "report"
    );
    for name in ["copy", "vector_add", "reduce_sum", "softmax"] {
        for kind in ["exercises", "solutions"] {
            measure(dir.path(), name, kind);
        }
    }
}

/// Saves the text of `kind` again and again, each time with another comment at its end.
fn measure(root: &Path, name: &str, kind: &str) {
    let text = fs::read_to_string(root.join(kind).join(name).join("nvidia/kernel.cuh")).expect("the kernel is there");
    let kernel = root.join("exercises").join(name).join("nvidia/kernel.cuh");
    let original = fs::read(&kernel).expect("the kernel is there");
    let line = format!("stty cols 100 rows 40; '{}' watch {name}", env!("CARGO_BIN_EXE_camp"));
    let mut child = Command::new("script")
        .args(["-q", "-c", &line, "/dev/null"])
        .current_dir(root)
        .env("TERM", "xterm-256color")
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("script starts");
    let mut stdout = child.stdout.take().expect("it is piped");
    let (sender, chunks) = mpsc::channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 65536];
        while let Ok(n @ 1..) = stdout.read(&mut buffer) {
            if sender.send((Instant::now(), buffer[..n].to_vec())).is_err() {
                return;
            }
        }
    });
    let ends = [" · passed", " · failed"];
    until(&chunks, &ends);
    // Texts that no earlier run can have left in the cache of compiled kernels.
    let nonce = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let (mut first, mut whole) = (Vec::new(), Vec::new());
    for save in 0..SAVES {
        // Longer than the time in which camp takes saves for a burst.
        std::thread::sleep(Duration::from_millis(600));
        while chunks.try_recv().is_ok() {}
        let start = Instant::now();
        fs::write(&kernel, format!("{text}\n// save {save} of {nonce}\n")).expect("the kernel can be written");
        let (finding, report) = until(&chunks, &ends);
        first.extend(finding.map(|at| at.duration_since(start)));
        whole.push(report.duration_since(start));
    }
    let _ = child.stdin.take().expect("it is piped").write_all(b"q");
    let _ = child.wait();
    fs::write(&kernel, original).expect("the kernel can be written");
    let kernel = if kind == "exercises" { "stub" } else { "solution" };
    println!("{name:<12} {kernel:<8} {:>16} {:>16}", summary(first), summary(whole));
}

/// Reads until one of `ends` comes; when a finding came, if any, and when the end did.
fn until(chunks: &Receiver<(Instant, Vec<u8>)>, ends: &[&str]) -> (Option<Instant>, Instant) {
    let mut all = String::new();
    let mut finding = None;
    loop {
        let (at, chunk) = chunks.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {ends:?} in {all:?}"));
        all.push_str(&String::from_utf8_lossy(&chunk));
        if all.contains("error[") {
            finding.get_or_insert(at);
        }
        if ends.iter().any(|end| all.contains(end)) {
            return (finding, at);
        }
    }
}

fn summary(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let ms = |time: &Duration| time.as_secs_f64() * 1e3;
    match (times.get(times.len() / 2), times.last()) {
        (Some(median), Some(largest)) => format!("{:.0} ({:.0})", ms(median), ms(largest)),
        _ => "-".to_string(),
    }
}
