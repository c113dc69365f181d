//! Verdicts about right and wrong kernels, by the real binary: the code, the line, the exit status.
//!
//! Each file of `tests/kernels/` begins with `//~ exercise code` or `//~ exercise code:line`: what the first finding must
//! be when it is judged as a solution of the exercise.

mod common;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use common::{Folder, code, exercises, judge_file, set_up, stdout};

#[test]
fn wrong_kernels_fail_for_the_reason_that_a_teacher_would_give() {
    set_up();
    let folder = Folder::new();
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut problems = Vec::new();
    let mut n_kernels = 0;
    for entry in fs::read_dir(dir).expect("the kernels are there") {
        let path = entry.expect("the folder can be read").path();
        let text = fs::read_to_string(&path).expect("kernels are text");
        let expected = text.lines().next().and_then(|line| line.strip_prefix("//~ ")).expect("the first line says");
        let (exercise, finding) = expected.split_once(' ').expect("exercise and code");
        let (wanted, line) = match finding.split_once(':') {
            Some((code, line)) => (code, Some(line.parse::<u32>().expect("a line is a number"))),
            None => (finding, None),
        };
        let (report, status) = judge_file(&folder, exercise, &path);
        let first = report.findings.first().map(|f| (f.code.as_str(), f.line));
        let is_right = first.is_some_and(|(code, at)| code == wanted && (line.is_none() || at == line));
        if !is_right || status != 1 || report.verdict != "failed" {
            problems.push(format!("{}: {first:?}, status {status}, wanted {expected}", path.display()));
        }
        n_kernels += 1;
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(n_kernels >= 14, "only {n_kernels} kernels were judged");
}

#[test]
fn every_solution_passes_and_every_stub_fails() {
    set_up();
    let folder = Folder::new();
    let output = folder.run(&["verify", "--all", "--solution", "--format", "json"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let text = stdout(&output);
    let reports: Vec<judge::JsonReport> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&str> = reports.iter().map(|report| report.exercise.as_str()).collect();
    let wanted = exercises();
    assert_eq!(names, wanted.iter().map(|exercise| exercise.name.as_str()).collect::<Vec<_>>());
    for report in &reports {
        assert_eq!((report.schema, report.verdict.as_str(), report.device.as_str()), (1, "passed", "virtual"));
        assert!(report.findings.is_empty(), "{}: {:?}", report.exercise, report.findings);
        assert!(report.cases.iter().all(|case| case.verdict == "passed" && case.mismatched == 0));
        assert!(report.cases.iter().any(|case| case.elements >= 100));
        assert!(report.timing_ms.total > 0.0 && report.toolchain.arch == "compute_80");
    }
    let output = folder.run(&["verify", "--all", "--format", "json"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).lines().all(|line| line.contains("\"verdict\":\"failed\"")));
}

#[test]
fn an_endless_kernel_is_stopped_in_time() {
    set_up();
    let folder = Folder::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels/copy_endless.cuh");
    let start = Instant::now();
    let (report, _) = judge_file(&folder, "copy", &path);
    // The limit is for a machine that does nothing else and for an optimised build.
    let limit = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 5 });
    assert!(start.elapsed() < limit, "{:?}", start.elapsed());
    assert!(report.cases.iter().any(|case| case.verdict == "not-run"));
}

#[test]
fn the_same_seed_gives_the_same_report() {
    set_up();
    let folder = Folder::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels/reduce_no_barrier.cuh");
    let run = || {
        let (mut report, _) = judge_file(&folder, "reduce_sum", &path);
        report.timing_ms = judge::JsonTiming { compile: 0.0, run: 0.0, total: 0.0 };
        report
    };
    let first = run();
    for _ in 0..3 {
        assert_eq!(run(), first);
    }
}

#[test]
fn a_text_report_says_what_a_learner_needs() {
    set_up();
    let folder = Folder::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels/copy_one_each.cuh");
    let output = folder.run(&["verify", "copy", "--kernel", &path.display().to_string(), "--seed", "3"]);
    let text = stdout(&output);
    for part in [
        "FAILED",
        "copy",
        "nvidia",
        "virtual",
        "seed 3",
        "error[unwritten-output]",
        "case `capped_257_f32`",
        "cases passed",
    ] {
        assert!(text.contains(part), "`{part}` is missing in:\n{text}");
    }
    assert!(!text.contains('\x1b'), "colours in a pipe:\n{text}");
}
