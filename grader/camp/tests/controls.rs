//! Positive controls: `camp dev check` on the exercises that camp ships with, their kernels with a known mistake and those
//! without one among them; and that it fails when something is amiss. The annotations are explained in `judge`'s
//! `controls.rs`.
//!
//! `CAMP_CONTROLS='softmax/wrong/*'` judges only the kernels with such a name, and shows camp's reports:
//! `camp dev check --only 'softmax/wrong/*'` does the same.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::fs;
use std::path::Path;

use common::{Folder, camp, code, set_up, set_up_tilelang, stderr, stdout};

/// How many control kernels of either kind an operator has at least: wrong and right ones, in CUDA and in TileLang. A
/// functor leaves few ways to go wrong.
const CUDA_AT_LEAST: (u64, u64) = (25, 10);
const TILE_AT_LEAST: (u64, u64) = (15, 9);

#[test]
fn exercises_are_sound_and_control_kernels_get_what_they_ask_for() {
    set_up_tilelang();
    let mut command = camp();
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["dev", "check"]);
    if let Ok(only) = std::env::var("CAMP_CONTROLS") {
        let output = command.args(["--only", &only]).output().unwrap();
        println!("{}{}", stdout(&output), stderr(&output));
        assert_eq!(code(&output), 0);
        return;
    }
    let output = command.args(["--format", "json"]).output().unwrap();
    let text = stdout(&output);
    let mut problems = Vec::new();
    let mut n_exercises = 0;
    for line in text.lines() {
        let checked: serde_json::Value = serde_json::from_str(line).unwrap();
        let count = |name: &str| checked[name].as_u64().unwrap();
        let (wrong, caught) = (count("wrong_kernels"), count("wrong_kernels_caught"));
        let (right, accepted) = (count("right_kernels"), count("right_kernels_accepted"));
        // Shown with `--nocapture`, and when it fails.
        println!("{}: {caught} of {wrong} caught, {accepted} of {right} accepted", checked["exercise"]);
        let is_tile = checked["exercise"].as_str().unwrap().ends_with("/tilelang");
        let least = if is_tile { TILE_AT_LEAST } else { CUDA_AT_LEAST };
        assert!(wrong >= least.0 && right >= least.1, "{} has too few controls", checked["exercise"]);
        let said = checked["problems"].as_array().unwrap().iter();
        problems.extend(said.map(|problem| problem.as_str().unwrap().to_owned()));
        let is_said = (wrong, right) == (caught, accepted) || !problems.is_empty();
        assert!(is_said, "{}: not all are caught or accepted, and nothing says so", checked["exercise"]);
        n_exercises += 1;
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    // Each in CUDA and in TileLang.
    assert_eq!((n_exercises, code(&output)), (2 * common::exercises().len(), 0), "{text}{}", stderr(&output));
}

/// A learner's folder with one control kernel for `copy`.
fn with_control(name: &str, text: &str) -> Folder {
    let folder = Folder::new();
    let path = folder.path("exercises/copy").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    folder
}

/// `camp dev check --only '*'` in it must fail with these words.
#[track_caller]
fn check_fails(folder: &Folder, parts: &[&str]) {
    let output = folder.run(&["dev", "check", "--only", "*"]);
    let text = stdout(&output);
    for part in parts {
        assert!(text.contains(part), "`{part}` is missing in:\n{text}{}", stderr(&output));
    }
    assert_eq!(code(&output), 1, "{text}{}", stderr(&output));
}

#[test]
fn a_control_kernel_that_gets_something_else_fails_the_check() {
    set_up();
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let no_guard = fs::read_to_string(kernels.join("copy_no_guard.cuh")).unwrap();
    let no_guard: String = no_guard.lines().skip(1).map(|line| format!("{line}\n")).collect();
    let access = no_guard.lines().find(|line| line.contains("dst[i]")).unwrap().to_owned();
    let line = no_guard.lines().position(|text| text == access).unwrap() + 2 + 1;
    let annotated = |code: &str, says: &str, marked: &str| {
        let body = no_guard.replace(marked, &format!("{marked}  //~ {code}"));
        format!("//@ expect: {code}\n//@ says: {says}\n{body}")
    };
    let sound = annotated("out-of-bounds", "Test the index before the access", &access);
    let folder = with_control("wrong/a.cuh", &sound);
    let output = folder.run(&["dev", "check", "--only", "a"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 0, "{text}");
    assert!(text.contains("copy: wrong kernels: 1 of 1 caught; right twins: 0 of 0 accepted"), "{text}");
    assert!(text.contains("error[out-of-bounds]"), "its report is shown: {text}");

    let file = "exercises/copy/wrong/a.cuh";
    let at = format!("out-of-bounds at line {line}");
    let another = annotated("race", "a", &access);
    check_fails(
        &with_control("wrong/a.cuh", &another),
        &[file, &format!("expected: race at line {line}"), &format!("got:      {at}"), "0 of 1 caught", "1 problem."],
    );
    let elsewhere = annotated("out-of-bounds", "a", "#pragma once");
    check_fails(&with_control("wrong/a.cuh", &elsewhere), &["expected: out-of-bounds at line 3", &at]);
    let silent = annotated("out-of-bounds", "the moon is full", &access);
    check_fails(&with_control("wrong/a.cuh", &silent), &["lacks the phrase “the moon is full”", "Test the index"]);
    check_fails(&with_control("wrong/a.cuh", &sound.replace("says:", "sais:")), &[&format!("{file}:2:"), "//@ says"]);
    check_fails(&with_control("right/a.cuh", &no_guard), &["exercises/copy/right/a.cuh", &at[..13], "0 of 1 accepted"]);

    // A wrong kernel that passes is what the whole check is for.
    let folder = with_control("wrong/a.cuh", "");
    let right = fs::read_to_string(folder.path("solutions/copy/nvidia/kernel.cuh")).unwrap();
    let passes = format!("//@ expect: hang\n//@ says: a\n//@ line: none\n{right}");
    fs::write(folder.path(file), passes).unwrap();
    check_fails(&folder, &["This wrong kernel passes", "expected: hang without a line"]);

    let output = folder.run(&["dev", "check", "--only", "nothing_like_it"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("nothing_like_it"), "{}", stderr(&output));
}
