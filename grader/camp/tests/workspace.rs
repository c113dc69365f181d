//! A kernel with scratch memory: the caller's buffer that is neither an input nor an output.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::fs;
use std::path::Path;

use common::{camp, code, report, set_up, stdout};
use judge::JsonReport;

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

#[test]
fn a_sum_in_two_phases() {
    set_up();
    let dir = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/workspace"), dir.path());
    let judge = |kernel: &str| -> (JsonReport, i32) {
        let args = ["verify", "sum_all", "--kernel", kernel, "--format", "json", "--seed", "7", "--device", "virtual"];
        let output = camp().current_dir(dir.path()).args(args).output().unwrap();
        (report(&output), code(&output))
    };
    let (right, status) = judge("exercises/sum_all/nvidia/kernel.cuh");
    assert_eq!((right.verdict.as_str(), status), ("passed", 0), "{:?}", right.findings);
    assert!(right.findings.is_empty(), "{:?}", right.findings);
    for (kernel, wanted, word) in [
        ("never_written", "uninitialized-read", "partial"),
        ("too_long", "out-of-bounds", "partial"),
        ("no_fence", "race", "partial"),
    ] {
        let (wrong, status) = judge(&format!("kernels/{kernel}.cuh"));
        let found = &wrong.findings[0];
        assert_eq!((found.code.as_str(), status), (wanted, 1), "{kernel}: {:?}", wrong.findings);
        assert!(found.message.contains(word), "{kernel}: {}", found.message);
        assert!(!wrong.findings.iter().any(|f| f.code == "unwritten-output" || f.code == "input-modified"));
    }
    let profile = camp().current_dir(dir.path()).args(["profile", "sum_all", "--seed", "7"]).output().unwrap();
    assert_eq!(code(&profile), 0, "{}", stdout(&profile));
}
