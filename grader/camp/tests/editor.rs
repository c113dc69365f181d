//! What editors get: clangd understands the kernels, and VS Code's patterns find camp's lines.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{Folder, set_up, stderr, stdout};
use regex::Regex;

/// The kernels of `exercises/` that clangd must read without complaint, besides stubs and solutions: all that use
/// cooperative groups, `half`, CUB, assertions, and everything else that NVRTC knows by itself.
const RIGHT: &str = "right";
/// Wrong kernels that compile: an editor marks nothing in them.
const COMPILES: [&str; 4] = [
    "copy/wrong/assert_before_the_test.cuh",
    "vector_add/wrong/sum_in_bfloat16.cuh",
    "vector_add/wrong/half2_without_tail.cuh",
    "reduce_sum/wrong/last_warp_without_syncwarp.cuh",
];
/// Wrong kernels that do not: an editor marks the line that the compiler refuses.
const DOES_NOT: [(&str, u32); 2] =
    [("copy/wrong/misspelt_builtin.cuh", 11), ("softmax/wrong/unknown_function.cuh", 51)];

/// The lines with an error in a file, as clangd sees it; `None` where there is no clangd.
fn clangd(folder: &Folder, file: &str) -> Option<Vec<(u32, String)>> {
    let output = Command::new("clangd")
        .current_dir(folder.path("."))
        .arg(format!("--check={file}"))
        .arg("--log=verbose")
        .output()
        .ok()?;
    let text = stderr(&output);
    assert!(text.contains("Building AST"), "{text}");
    assert!(text.contains("compile_flags.txt"), "the flags are not used: {text}");
    // An error of the source carries its name in brackets; other lines are about clangd's own refactorings.
    let error = Regex::new(r"^E\[[^\]]*\] \[\w+\] Line (\d+): (.*)$").unwrap();
    let errors = text.lines().filter_map(|line| error.captures(line));
    Some(errors.map(|found| (found[1].parse().unwrap(), found[2].to_owned())).collect())
}

#[test]
fn clangd_reads_every_kernel_as_camp_does() {
    set_up();
    let folder = Folder::new();
    let exercises = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../exercises");
    let mut files = Vec::new();
    for name in common::exercises().iter().map(|exercise| exercise.name.as_str()) {
        files.extend(["exercises", "solutions"].map(|root| format!("{root}/{name}/nvidia/kernel.cuh")));
        files.push(format!("exercises/{name}/reference.cuh"));
        fs::create_dir_all(folder.path("exercises").join(name).join("right")).unwrap();
        fs::create_dir_all(folder.path("exercises").join(name).join("wrong")).unwrap();
        for entry in fs::read_dir(exercises.join(name).join(RIGHT)).unwrap() {
            let kernel = entry.unwrap().path();
            files.push(format!("exercises/{name}/right/{}", kernel.file_name().unwrap().to_string_lossy()));
        }
    }
    files.extend(COMPILES.map(|file| format!("exercises/{file}")));
    files.retain(|file| !file.ends_with(".py"));
    for file in files.iter().filter(|file| file.contains("/right/") || file.contains("/wrong/")) {
        fs::copy(exercises.join("..").join(file), folder.path(file)).unwrap();
    }
    let mut complaints = Vec::new();
    for file in &files {
        let Some(errors) = clangd(&folder, file) else {
            // CI installs it, see .ci/run.
            assert!(std::env::var_os("CI").is_none(), "clangd is missing");
            eprintln!("left out: clangd is not installed (Debian, Ubuntu: apt install clangd)");
            return;
        };
        complaints.extend(errors.into_iter().map(|(line, what)| format!("{file}:{line}: {what}")));
    }
    assert!(complaints.is_empty(), "{} files:\n{}", files.len(), complaints.join("\n"));
    for (file, line) in DOES_NOT {
        fs::copy(exercises.join(file), folder.path("exercises").join(file)).unwrap();
        let errors = clangd(&folder, &format!("exercises/{file}")).unwrap();
        assert!(errors.iter().any(|(at, _)| *at == line), "{file}: {errors:?}");
    }
}

/// What `camp init` writes for VS Code.
fn tasks(folder: &Folder) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(folder.path(".vscode/tasks.json")).unwrap();
    let tasks: serde_json::Value = serde_json::from_str(&text).unwrap();
    tasks["tasks"].as_array().unwrap().clone()
}

#[test]
fn vs_codes_pattern_finds_every_finding_in_both_languages() {
    set_up();
    let folder = Folder::new();
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let patterns: Vec<serde_json::Value> = tasks(&folder)
        .iter()
        .map(|task| task["problemMatcher"]["pattern"].clone())
        .filter(|pattern| !pattern.is_null())
        .collect();
    assert!(patterns.len() == 2 && patterns[0] == patterns[1], "{patterns:?}");
    let pattern = Regex::new(patterns[0]["regexp"].as_str().unwrap()).unwrap();
    let group = |name: &str| usize::try_from(patterns[0][name].as_u64().unwrap()).unwrap();
    for (exercise, kernel, code, line) in [
        ("reduce_sum", "reduce_no_barrier.cuh", "race", Some("12")),
        ("copy", "copy_syntax.cuh", "compile-error", None),
        ("copy", "copy_other_name.cuh", "compile-error", None),
        ("copy", "copy_one_each.cuh", "unwritten-output", None),
        ("softmax", "softmax_naive.cuh", "wrong-result", None),
    ] {
        let kernel = kernels.join(kernel).display().to_string();
        for lang in ["en", "zh"] {
            let verify = |more: &[&str]| {
                let args = ["verify", exercise, "--kernel", &kernel, "--seed", "7", "--lang", lang];
                stdout(&folder.run(&[&args[..], more].concat()))
            };
            let concise = verify(&["--format", "concise"]);
            assert!(!concise.is_empty(), "{kernel}");
            for text in concise.lines() {
                let found = pattern.captures(text).unwrap_or_else(|| panic!("no match: {text}"));
                assert_eq!(&found[group("file")], kernel, "{text}");
                assert!(!found[group("message")].is_empty(), "{text}");
            }
            let first = pattern.captures(concise.lines().next().unwrap()).unwrap();
            assert_eq!(&first[group("code")], code);
            assert!(line.is_none_or(|line| &first[group("line")] == line), "{concise}");
            // Beside the report for people stand the same lines and nothing else that looks like them.
            let report = verify(&["--problems"]);
            let found: Vec<&str> = report.lines().filter(|line| pattern.is_match(line)).collect();
            assert_eq!(found, concise.lines().collect::<Vec<_>>(), "{report}");
        }
    }
    // What could not be judged is found as well, at the file's first line.
    let output = folder.run(&["verify", "copy", "--kernel", "none.cuh", "--format", "concise"]);
    let text = stdout(&output);
    let found = pattern.captures(text.trim_end()).unwrap_or_else(|| panic!("no match: {text}"));
    assert_eq!((&found[group("file")], &found[group("line")]), ("none.cuh", "1"));
}

#[test]
fn paths_are_links_where_the_terminal_knows_them_and_nowhere_else() {
    set_up();
    let folder = Folder::new();
    let verify = |args: &str, variables: &[(&str, &str)]| {
        let mut command = Command::new("script");
        let line = format!("stty cols 100 rows 30; '{}' verify copy {args}", env!("CARGO_BIN_EXE_camp"));
        command.args(["-q", "-c", &line, "/dev/null"]).current_dir(folder.path(".")).env("LANG", "C");
        for name in ["NO_COLOR", "CAMP_LANG", "TERM_PROGRAM", "VTE_VERSION", "KONSOLE_VERSION", "WT_SESSION", "DOMTERM"]
        {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color").envs(variables.iter().copied());
        stdout(&command.output().expect("`script` comes with util-linux"))
    };
    let stub = fs::canonicalize(folder.path("exercises/copy/nvidia/kernel.cuh")).unwrap();
    let text = fs::read_to_string(&stub).unwrap();
    let line = text.lines().position(|line| line.contains("__global__")).unwrap() + 1;
    let place = Regex::new(
        r"\x1b\]8;;file://([^/]*)(/[^#\x1b]*)#(\d+)\x1b\\exercises/copy/nvidia/kernel.cuh:\d+:\d+\x1b\]8;;\x1b\\",
    )
    .unwrap();
    let target = |output: &str| {
        let found = place.captures(output).unwrap_or_else(|| panic!("no link in {output:?}"));
        assert_eq!((&found[2], &found[3]), (&*stub.display().to_string(), &*line.to_string()));
        found[1].to_owned()
    };
    assert_eq!(target(&verify("", &[("TERM_PROGRAM", "vscode")])), "");
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
    assert_eq!(target(&verify("", &[("TERM", "xterm-kitty")])), host.trim());
    target(&verify("--color always", &[]));
    let none = |output: String| assert!(!output.contains("\x1b]8"), "{output:?}");
    none(verify("", &[]));
    none(verify("--color never", &[("TERM_PROGRAM", "vscode")]));
    none(verify("", &[("TERM_PROGRAM", "vscode"), ("NO_COLOR", "1")]));
    none(verify("", &[("TERM_PROGRAM", "vscode"), ("TERM", "dumb")]));
    // Not in a pipe, whatever is asked for.
    let mut piped = folder.camp(&["verify", "copy", "--color", "always"]);
    none(stdout(&piped.env("TERM_PROGRAM", "vscode").output().unwrap()));
}

#[test]
fn tasks_run_what_they_say() {
    set_up();
    let folder = Folder::new();
    for task in tasks(&folder) {
        let args = task["args"].as_array().unwrap().iter();
        let args: Vec<String> = args
            .map(|arg| arg.as_str().unwrap().replace("${relativeFile}", "exercises/reduce_sum/nvidia/kernel.cuh"))
            .collect();
        if args[0] == "watch" {
            continue;
        }
        let output = folder.run(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(stdout(&output).contains("reduce_sum"), "{args:?}: {}{}", stdout(&output), stderr(&output));
    }
}

#[test]
fn a_clone_of_the_repository_and_a_learners_folder_have_the_same_settings() {
    let folder = Folder::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for name in
        [".clangd", "compile_flags.txt", ".vscode/tasks.json", ".vscode/settings.json", ".vscode/extensions.json"]
    {
        let (own, written) = (fs::read_to_string(root.join(name)), fs::read_to_string(folder.path(name)));
        assert_eq!(own.unwrap(), written.unwrap(), "{name}");
    }
}
