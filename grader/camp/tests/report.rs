//! `camp report` as a learner runs it: what `camp verify` found is on the page.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use common::{Folder, code, exercises, set_up, stderr, stdout};
use exercise::{BenchRecord, BenchRow, History, Record};

/// The words that a history's verdicts hold.
fn verdicts(folder: &Folder) -> Vec<String> {
    let loaded = History::new(&folder.path("")).load().unwrap();
    assert_eq!(loaded.n_unreadable, 0);
    let words = loaded.records.iter().map(|record| match record {
        Record::Verdict(v) => {
            format!("{} {} {} {} {}", v.exercise, v.backend, v.device, v.verdict, v.findings.join(","))
        }
        Record::Bench(_) => "bench".to_owned(),
    });
    words.collect()
}

#[test]
fn verdicts_come_to_the_page() {
    set_up();
    let folder = Folder::new();
    let output = folder.run(&["report"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, ".camp/report.html\n"), "{}", stderr(&output));
    let html = fs::read_to_string(folder.path(".camp/report.html")).unwrap();
    let n = exercises().len();
    assert!(html.contains(&format!("0 of {n} exercises passed.")) && html.contains("camp watch"));

    let kernel = "exercises/copy/nvidia/kernel.cuh";
    let stub = fs::read_to_string(folder.path(kernel)).unwrap();
    assert_eq!(code(&folder.run(&["verify", "copy"])), 1);
    folder.write(kernel, format!("{stub}\nint x = ;\n"));
    assert_eq!(code(&folder.run(&["verify", "copy"])), 1);
    let solution = fs::read(folder.path("solutions/copy/nvidia/kernel.cuh")).unwrap();
    folder.write(kernel, &solution);
    assert_eq!(code(&folder.run(&["verify", "copy", "--seed", "1"])), 0);
    assert_eq!(code(&folder.run(&["verify", "copy", "--seed", "2"])), 0);
    let seen = verdicts(&folder);
    assert_eq!(seen.len(), 4, "{seen:?}");
    assert!(seen[0].starts_with("copy nvidia") && seen[0].contains(" failed "), "{seen:?}");
    assert!(seen[1].ends_with(" failed compile-error"), "{seen:?}");
    assert!(seen[2].contains(" passed") && seen[3].contains(" passed"), "{seen:?}");
    // Another's kernel is none of the learner's.
    folder.run(&["verify", "copy", "--solution"]);
    assert_eq!(verdicts(&folder).len(), 4);

    // From a folder below, in Chinese, to a file of one's own.
    fs::create_dir(folder.path("below")).unwrap();
    let mut command = folder.camp(&["report", "--out", "mine.html", "--lang", "zh"]);
    let output = command.current_dir(folder.path("below")).output().unwrap();
    assert_eq!((code(&output), stdout(&output).as_str()), (0, "mine.html\n"), "{}", stderr(&output));
    let html = fs::read_to_string(folder.path("below/mine.html")).unwrap();
    let total = format!("已通过 1 个练习，共 {n} 个");
    for said in [total.as_str(), "核函数的 3 个版本", "<code>compile-error</code>", "camp bench copy"] {
        assert!(html.contains(said), "{said}");
    }
    assert_eq!(code(&folder.run(&["report"])), 0, "an older report is replaced");
    assert!(
        fs::read_to_string(folder.path(".camp/report.html")).unwrap().contains(&format!("1 of {n} exercises passed."))
    );
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = Folder::new();
    let check = |args: &[&str], said: &[&str]| {
        let output = folder.run(args);
        assert_eq!(code(&output), 2, "{args:?}");
        for word in said {
            assert!(stderr(&output).contains(word), "{args:?}: `{word}` is not in {}", stderr(&output));
        }
    };
    let kernel = "exercises/copy/nvidia/kernel.cuh";
    let before = fs::read(folder.path(kernel)).unwrap();
    check(&["report", "--out", kernel], &[kernel, "no report of camp's"]);
    assert_eq!(fs::read(folder.path(kernel)).unwrap(), before, "nobody's work is lost");
    check(&["report", "--out", "none/report.html"], &["none/report.html is not there"]);
    check(&["report", "--out", "exercises"], &["exercises"]);
    if Path::new("/dev/full").exists() {
        check(&["report", "--out", "/dev/full"], &["/dev/full", "full"]);
    }
    fs::remove_dir_all(folder.path(".camp")).ok();
    folder.write(".camp", "in the way");
    check(&["report"], &[".camp"]);
}

#[test]
fn a_foreign_history_is_shown_as_far_as_it_can_be() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path(".camp")).unwrap();
    let line = "{\"kind\":\"verdict\",\"time\":99999999999999,\"exercise\":\"<script>\",\"backend\":\"nvidia\",\
                \"device\":\"gpu\",\"kernel\":\"k\",\"verdict\":\"failed\",\"findings\":[\"<b>\"],\"n_passed\":0,\"n_cases\":1}";
    folder.write(".camp/history.jsonl", format!("{line}\n<<<<<<< HEAD\n{{\"kind\":\"grade\"}}\n"));
    let output = folder.run(&["report"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let html = fs::read_to_string(folder.path(".camp/report.html")).unwrap();
    assert!(html.contains("&lt;script&gt;") && html.contains("2 lines of") && !html.contains("<script"));
}

#[test]
fn measurements_come_to_the_page() {
    let folder = Folder::new();
    let history = History::new(&folder.path(""));
    for (kernel, latency_us) in [("a", 900.0), ("b", 600.0)] {
        let row = BenchRow {
            case: "bench_65536x4096".to_owned(),
            shape: "65536×4096".to_owned(),
            dtype: "f32".to_owned(),
            latency_us,
            spread: 0.01,
            bytes: 2_147_483_648.0,
            flops: 1_342_177_280.0,
            solution_us: Some(535.0),
            torch_us: None,
        };
        let record = BenchRecord {
            time: 1_793_610_000,
            exercise: "softmax".to_owned(),
            backend: "nvidia".to_owned(),
            kernel: kernel.to_owned(),
            gpu: "NVIDIA H200".to_owned(),
            copy_gb_s: 4272.0,
            rows: vec![row],
        };
        history.append(&Record::Bench(record)).unwrap();
    }
    let output = folder.run(&["report"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let html = fs::read_to_string(folder.path(".camp/report.html")).unwrap();
    // 2 GiB in 600 µs, of 4,272 GB/s.
    for said in [
        "NVIDIA H200",
        "84 %",
        "900 → 600 µs",
        "class=\"plot small\"",
        "class=\"plot wide\"",
        "<td class=\"number\">535",
    ] {
        assert!(html.contains(said), "{said}");
    }
    assert!(!html.contains("PyTorch"), "nobody asked for it");
}

#[test]
fn it_opens_in_the_browser() {
    let folder = Folder::new();
    let programs = folder.path("programs");
    fs::create_dir(&programs).unwrap();
    let opened = folder.path("opened");
    folder.write(
        "programs/xdg-open",
        format!("#!/bin/sh\nprintf %s \"$1\" > '{0}.new'\nmv '{0}.new' '{0}'\n", opened.display()),
    );
    fs::set_permissions(folder.path("programs/xdg-open"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", programs.display());
    let output = folder.camp(&["report", "--open"]).env("PATH", path).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let begin = Instant::now();
    while !opened.exists() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let page = folder.path(".camp/report.html").canonicalize().unwrap();
    assert_eq!(fs::read_to_string(&opened).unwrap(), page.display().to_string());

    let output = folder.camp(&["report", "--open"]).env("PATH", folder.path("exercises")).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("No browser could be started") && stderr(&output).contains("report.html"));
}
