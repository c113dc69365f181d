//! The TileLang track as a learner meets it: `kernel.py` judged like `kernel.cuh`, with no GPU and no PyTorch.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::fs;
use std::time::{Duration, Instant};

use common::{Folder, code, exercises, report, set_up_tilelang, stderr, stdout};

/// Runs camp, and looks for phrases in what it says.
#[track_caller]
fn check(folder: &Folder, args: &[&str], expected: i32, phrases: &[&str]) -> String {
    let output = folder.run(args);
    let said = stdout(&output) + &stderr(&output);
    assert_eq!(code(&output), expected, "{args:?}\n{said}");
    let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for phrase in phrases {
        assert!(flat.contains(phrase), "{args:?} does not say {phrase:?}:\n{said}");
    }
    said
}

#[test]
fn solutions_pass_in_both_styles_and_stubs_fail() {
    set_up_tilelang();
    let folder = Folder::new();
    for operator in exercises().iter().map(|exercise| exercise.name.as_str()) {
        let output = folder.run(&["verify", operator, "--backend", "tilelang", "--solution", "--format", "json"]);
        let judged = report(&output);
        assert_eq!((judged.verdict.as_str(), judged.backend.as_str()), ("passed", "tilelang"), "{judged:?}");
        assert!(judged.cases.len() >= 5 && judged.device == "virtual");
        let lazy = format!("solutions/{operator}/tilelang/lazy/kernel.py");
        check(&folder, &["verify", operator, "--kernel", &lazy], 0, &["PASSED", "tilelang"]);
        // A path says which kernel is meant.
        let stub = format!("exercises/{operator}/tilelang/kernel.py");
        check(&folder, &["verify", &stub], 1, &["unwritten-output", "`out`", "--backend tilelang"]);
    }
}

#[test]
fn the_two_tracks_are_two_states() {
    set_up_tilelang();
    let folder = Folder::new();
    let own = folder.path("exercises/copy/tilelang/kernel.py");
    fs::copy(folder.path("solutions/copy/tilelang/kernel.py"), &own).unwrap();
    check(&folder, &["verify", "copy", "--backend", "tilelang"], 0, &["PASSED", "vector_add/tilelang/kernel.py"]);
    let n = exercises().len();
    check(&folder, &["list"], 0, &[&format!("0 of {n}")]);
    check(&folder, &["list", "--backend", "tilelang"], 0, &[&format!("1 of {n}")]);
    let both = check(&folder, &["list", "--backend", "both"], 0, &[&format!("1 of {}", 2 * n)]);
    assert_eq!(both.matches("kernel.py").count(), n, "{both}");
    check(&folder, &["hint", "copy", "--backend", "tilelang"], 0, &["copy/tilelang"]);
    check(&folder, &["reset", "copy", "--backend", "tilelang", "--yes"], 0, &["kernel.py"]);
    assert!(fs::read_to_string(&own).unwrap().contains("TODO"));
    assert!(!fs::read_to_string(folder.path("exercises/copy/nvidia/kernel.cuh")).unwrap().is_empty());
}

#[test]
fn block_sizes_come_from_launch_toml() {
    set_up_tilelang();
    let folder = Folder::new();
    fs::copy(folder.path("solutions/softmax/tilelang/kernel.py"), folder.path("exercises/softmax/tilelang/kernel.py"))
        .unwrap();
    let rules = folder.path("exercises/softmax/tilelang/launch.toml");
    let rule = |text: &str| fs::write(&rules, format!("format_version = 1\n[[rule]]\n{text}\n")).unwrap();
    let verify = ["verify", "softmax", "--backend", "tilelang"];
    rule("arguments = { BLOCK_N = \"8\", BLOCK_M = \"64\" }");
    check(&folder, &verify, 0, &["PASSED"]);
    rule("arguments = { BLOCK_K = \"8\" }");
    check(&folder, &verify, 2, &["BLOCK_K", "BLOCK_N", "launch.toml:3"]);
    rule("block = \"8\"");
    check(&folder, &verify, 2, &["`block`", "arguments"]);
    rule("arguments = { BLOCK_N = \"0\" }");
    check(&folder, &verify, 2, &["at least 1"]);
}

#[test]
fn python_that_misbehaves_gets_one_clear_message() {
    set_up_tilelang();
    let folder = Folder::new();
    let own = folder.path("exercises/copy/tilelang/kernel.py");
    let verify = ["verify", "copy", "--backend", "tilelang"];
    let right = fs::read_to_string(folder.path("solutions/copy/tilelang/kernel.py")).unwrap();
    for (text, phrases) in [
        ("import sys\nsys.exit(0)\n".to_owned(), &["kernel.py:2"][..]),
        ("import os\nos._exit(7)\n".to_owned(), &["compile-error"]),
        ("def f(:\n".to_owned(), &["kernel.py:1"]),
        (right.replace("def copy_kernel", "def copy_kernl"), &["copy_kernl", "copy_kernel"]),
        (right.replace("threads=128", "threads=2048"), &["2048", "1024"]),
        ("open('/tmp/x', 'w')\n".to_owned(), &["kernel.py:1"]),
    ] {
        fs::write(&own, &text).unwrap();
        let said = check(&folder, &verify, 1, phrases);
        assert!(said.lines().count() <= 25, "{said}");
        assert!(!said.contains("site-packages") && !said.contains("Traceback"), "{said}");
    }
    fs::write(&own, &right).unwrap();
    check(&folder, &verify, 0, &["PASSED"]);
}

#[test]
fn a_file_that_never_ends_is_ended() {
    set_up_tilelang();
    let folder = Folder::new();
    let own = folder.path("exercises/copy/tilelang/kernel.py");
    fs::write(&own, "n = 0\nwhile True:\n    n += 1\n").unwrap();
    let start = Instant::now();
    check(&folder, &["verify", "copy", "--backend", "tilelang"], 1, &["hang"]);
    assert!(start.elapsed() < Duration::from_secs(120), "it was ended by its processor time, not by patience");
}

#[test]
fn without_tilelang_one_command_is_named() {
    let folder = Folder::new();
    let cache = tempfile::tempdir().unwrap();
    let output =
        folder.camp(&["verify", "copy", "--backend", "tilelang"]).env("CAMP_CACHE_DIR", cache.path()).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("camp setup --tilelang"), "{}", stderr(&output));
}
