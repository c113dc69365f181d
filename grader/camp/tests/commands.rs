//! The commands around judging, and what bad input gets.

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use common::{Folder, camp, code, exercises, set_up, stderr, stdout};

/// A right kernel for `copy`.
fn solution(folder: &Folder) -> Vec<u8> {
    fs::read(folder.path("solutions/copy/nvidia/kernel.cuh")).expect("camp init wrote it")
}

/// Runs camp and checks the exit status and that all of `parts` are said.
#[track_caller]
fn check(folder: &Folder, args: &[&str], status: i32, parts: &[&str]) {
    let output = folder.run(args);
    let text = stdout(&output) + &stderr(&output);
    for part in parts {
        assert!(text.contains(part), "camp {args:?}: `{part}` is missing in:\n{text}");
    }
    assert_eq!(code(&output), status, "camp {args:?}:\n{text}");
    assert!(!text.contains("panicked"), "{text}");
}

#[test]
fn usage_and_what_is_not_built_are_exit_status_2() {
    let folder = Folder::new();
    check(&folder, &["verify"], 2, &["Name an exercise", "copy, vector_add, reduce_sum, softmax"]);
    check(&folder, &["verify", "sofmax"], 2, &["Did you mean `softmax`?"]);
    check(&folder, &["verify", "transposition"], 2, &["There is no exercise `transposition`"]);
    check(&folder, &["verify", "copy", "--backend", "metax"], 2, &["stub"]);
    check(&folder, &["verify", "copy", "softmax", "--kernel", "x"], 2, &["name the one exercise"]);
    check(&folder, &["verify", "--nonsense"], 2, &["--nonsense"]);
    check(&folder, &["--lang", "tlh", "list"], 2, &["tlh"]);
    check(&folder, &["hint", "nothing_like_it"], 2, &["There is no exercise"]);
    check(&folder, &["--help"], 0, &["verify", "Judge kernels once"]);
    check(&folder, &["--version"], 0, &["camp 0."]);
}

#[test]
fn the_virtual_gpu_is_measured_beside_its_like() {
    set_up();
    let folder = Folder::new();
    check(&folder, &["dev", "bench-vgpu", "--only", "nothing"], 2, &["softmax_1500_columns"]);
    let args = ["dev", "bench-vgpu", "--only", "copy*_h*lf", "--rounds", "1", "--checks", "on", "--format", "json"];
    let output = folder.run(&args);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let row: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("one object");
    assert_eq!(row["name"], "copy_half");
    assert_eq!(row["elements"], 16 << 20);
    assert_eq!(row["checks"], true);
    assert!(row["lane_instructions"].as_u64() > Some(16 << 20) && row["wall_ms"].as_f64() > Some(0.0), "{row}");
}

#[test]
fn outside_of_a_folder_the_folders_looked_at_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let output = camp().current_dir(dir.path()).arg("list").output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains(&*dir.path().file_name().unwrap().to_string_lossy()), "{}", stderr(&output));
}

#[test]
fn files_that_are_no_kernels_get_one_sentence() {
    set_up();
    let folder = Folder::new();
    folder.write("empty.cuh", "");
    folder.write("latin.cuh", b"// caf\xe9\n");
    folder.write("large.cuh", vec![b'/'; 2 << 20]);
    fs::File::create(folder.path("huge.cuh")).unwrap().set_len(100 << 20).unwrap();
    let judge =
        |file: &str, part: &str| check(&folder, &["verify", "copy", "--kernel", file], 2, &["NOT JUDGED", part]);
    judge("none.cuh", "There is no kernel file at none.cuh");
    judge("empty.cuh", "is empty");
    judge("latin.cuh", "not UTF-8 text (line 1)");
    judge("large.cuh", "2.0 MB");
    judge("huge.cuh", "100.0 MB");
    judge("exercises", "is a directory");
    judge("/dev/zero", "not a regular file");
    let output = folder.run(&["verify", "copy", "--kernel", "none.cuh", "--format", "json"]);
    let report: judge::JsonReport = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report.verdict, "error");
    assert!(report.error.is_some_and(|text| text.contains("none.cuh")));
}

#[test]
fn a_broken_exercise_is_named_with_its_line_and_hinders_no_other() {
    set_up();
    let folder = Folder::new();
    let path = "exercises/softmax/exercise.toml";
    let text = fs::read_to_string(folder.path(path)).unwrap();
    folder.write(path, text.replace("difficulty = ", "difficult = "));
    check(&folder, &["verify", "copy", "--solution"], 0, &[path, "PASSED"]);
    check(&folder, &["verify", "softmax"], 2, &["exercise.toml:", "difficult"]);
    let passed = format!("{} passed", exercises().len() - 1);
    check(&folder, &["verify", "--all", "--solution"], 2, &[&passed]);
}

#[test]
fn a_pass_is_remembered_and_followed_by_what_is_next() {
    set_up();
    let folder = Folder::new();
    let n = exercises().len();
    check(&folder, &["list"], 0, &[&format!("0 of {n} passed"), "Copy an array", "Stage 1", "Stage 2"]);
    folder.write("exercises/copy/nvidia/kernel.cuh", solution(&folder));
    check(&folder, &["verify", "copy"], 0, &["PASSED", "solutions/copy/nvidia/kernel.cuh", "Next:", "vector_add"]);
    check(&folder, &["list"], 0, &[&format!("1 of {n} passed")]);
    // A verdict about another file or about the solution is no progress.
    check(&folder, &["verify", "vector_add", "--solution"], 0, &["PASSED"]);
    check(&folder, &["list"], 0, &[&format!("1 of {n} passed")]);
}

#[test]
fn a_path_names_its_exercise_and_what_to_judge() {
    set_up();
    let folder = Folder::new();
    let stub = "exercises/copy/nvidia/kernel.cuh";
    check(&folder, &["verify", stub], 1, &["FAILED", stub, "camp hint copy"]);
    check(&folder, &["verify", "exercises/copy"], 1, &["FAILED", stub]);
    check(&folder, &["verify", "exercises/copy/exercise.toml"], 1, &["FAILED", stub]);
    let solved = "solutions/copy/nvidia/kernel.cuh";
    check(&folder, &["verify", solved], 0, &["PASSED", solved]);
    // Another file than the learner's own is no progress.
    check(&folder, &["list"], 0, &["0 of "]);
    fs::create_dir(folder.path("exercises/copy/wrong")).unwrap();
    folder.write("exercises/copy/wrong/a.cuh", "#pragma once\n");
    check(&folder, &["verify", "exercises/copy/wrong/a.cuh"], 1, &["exercises/copy/wrong/a.cuh", "is not there"]);
    check(&folder, &["hint", "./exercises/copy/nvidia/kernel.cuh"], 0, &["copy"]);
    check(&folder, &["verify", "exercises/none/nvidia/kernel.cuh"], 2, &["There is no exercise"]);
    check(&folder, &["verify", "."], 2, &["There is no exercise"]);
}

#[test]
fn init_writes_what_editors_need() {
    set_up();
    let folder = Folder::new();
    for file in [
        ".clangd",
        "compile_flags.txt",
        ".vscode/tasks.json",
        ".camp/editor/std/camp_editor.h",
        ".camp/editor/std/stdint.h",
        ".camp/editor/cuda/0",
    ] {
        assert!(folder.path(file).exists(), "{file} is missing");
    }
    check(&folder, &["doctor"], 0, &["clangd reads the kernels as CUDA"]);
    fs::remove_file(folder.path(".vscode/tasks.json")).unwrap();
    fs::remove_dir_all(folder.path(".camp/editor")).unwrap();
    check(&folder, &["doctor"], 0, &[".vscode/tasks.json is missing", "camp init"]);
    check(&folder, &["init", "."], 0, &["1 file written"]);
    fs::remove_dir_all(folder.path(".camp")).unwrap();
    check(&folder, &["verify", "copy", "--solution"], 0, &["PASSED"]);
    assert!(folder.path(".camp/editor/std/camp_editor.h").exists(), "verify makes them again");
}

#[test]
fn hints_go_up_a_level_each_time_and_answer_the_last_finding_first() {
    set_up();
    let folder = Folder::new();
    check(&folder, &["hint", "copy"], 0, &["Hint 1 of 3"]);
    check(&folder, &["hint", "copy"], 0, &["Hint 2 of 3"]);
    check(&folder, &["verify", "copy"], 1, &["unwritten-output", "camp hint copy"]);
    check(&folder, &["hint", "copy"], 0, &["about the finding `unwritten-output`"]);
    check(&folder, &["hint", "copy"], 0, &["Hint 3 of 3", "solutions/copy/nvidia/kernel.cuh"]);
    check(&folder, &["hint", "copy"], 0, &["Hint 3 of 3"]);
}

#[test]
fn reset_keeps_a_backup() {
    let folder = Folder::new();
    let kernel = folder.path("exercises/copy/nvidia/kernel.cuh");
    let original = fs::read(&kernel).unwrap();
    check(&folder, &["reset", "copy"], 0, &["is the original already"]);
    fs::write(&kernel, "mine").unwrap();
    // Nobody is there to ask.
    check(&folder, &["reset", "copy"], 0, &["was left as it is"]);
    assert_eq!(fs::read(&kernel).unwrap(), b"mine");
    check(&folder, &["reset", "copy", "--yes"], 0, &["is the original again", "kernel.cuh.bak-1"]);
    assert_eq!(fs::read(&kernel).unwrap(), original);
    assert_eq!(fs::read(folder.path("exercises/copy/nvidia/kernel.cuh.bak-1")).unwrap(), b"mine");
    fs::remove_file(&kernel).unwrap();
    check(&folder, &["reset", "--all", "--yes"], 0, &["is there again"]);
    assert_eq!(fs::read(&kernel).unwrap(), original);
}

#[test]
fn reset_changes_the_language_of_an_untouched_stub() {
    let folder = Folder::new();
    let kernel = folder.path("exercises/softmax/nvidia/kernel.cuh");
    let read = || fs::read_to_string(&kernel).unwrap();
    let english = read();
    // Nobody is asked and no backup is made: there is no work to lose.
    check(&folder, &["--lang", "zh", "reset", "softmax"], 0, &["注释已换成中文"]);
    let chinese = read();
    assert!(chinese.contains("TODO 1：") && english.contains("TODO 1:"), "{chinese}");
    check(&folder, &["--lang", "zh", "reset", "softmax"], 0, &["已经是原始文件"]);
    check(&folder, &["reset", "softmax"], 0, &["in English now"]);
    assert_eq!(read(), english);
    assert!(!folder.path("exercises/softmax/nvidia/kernel.cuh.bak-1").exists());
    // Work is kept, in whatever language the stub was.
    fs::write(&kernel, chinese.replace("TODO 1", "完成 1")).unwrap();
    check(&folder, &["--lang", "zh", "reset", "softmax"], 0, &["没有改动"]);
    check(&folder, &["--lang", "zh", "reset", "softmax", "--yes"], 0, &["已恢复为原始文件", "kernel.cuh.bak-1"]);
    assert_eq!(read(), chinese);
    assert!(fs::read_to_string(folder.path("exercises/softmax/nvidia/kernel.cuh.bak-1")).unwrap().contains("完成 1"));
}

#[test]
fn init_writes_one_language() {
    let folder = Folder::new();
    check(&folder, &["--lang", "zh", "init", "中文"], 0, &["写入 中文", "cd 中文 && camp watch"]);
    let read = |file: &str| fs::read_to_string(folder.path("中文/exercises/copy").join(file)).unwrap();
    assert!(read("nvidia/kernel.cuh").contains("// 任务："));
    assert!(read("nvidia/launch.toml").contains("核函数的启动方式"));
    assert!(read("../../solutions/copy/nvidia/kernel.cuh").contains("网格跨步循环"));
    assert!(!folder.path("中文/exercises/copy/nvidia/kernel.zh.cuh").exists());
    check(&folder, &["init", "english"], 0, &["files written"]);
    let english = folder.path("english/exercises/copy/nvidia/kernel.cuh");
    assert!(fs::read_to_string(english).unwrap().contains("// Task:"));
}

#[test]
fn init_overwrites_nothing() {
    let folder = Folder::new();
    folder.write("exercises/copy/nvidia/kernel.cuh", "mine");
    check(&folder, &["init", "."], 0, &["0 files written", "stayed as they are"]);
    assert_eq!(fs::read(folder.path("exercises/copy/nvidia/kernel.cuh")).unwrap(), b"mine");
    folder.write("file", "");
    check(&folder, &["init", "file"], 2, &["not a directory"]);
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let folder = Folder::new();
    for args in [&["list"][..], &["doctor"], &["--help"]] {
        let mut child = folder.camp(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut reader = BufReader::with_capacity(1, child.stdout.take().unwrap());
        let _ = reader.read_line(&mut line);
        drop(reader);
        let output = child.wait_with_output().unwrap();
        assert!(!stderr(&output).contains("panicked"), "{args:?}: {}", stderr(&output));
        assert!(output.status.code().is_some());
    }
}

#[test]
fn without_a_compiler_and_without_python_one_is_told_what_to_install() {
    let folder = Folder::new();
    let empty = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let mut command = folder.camp(args);
        command.env_clear().env("PATH", empty.path()).env("HOME", empty.path()).env("LANG", "C");
        command.output().unwrap()
    };
    // A toolkit or a library that the system itself installed is found without any variable.
    if run(&["setup"]).status.success() {
        return;
    }
    for args in [&["setup"][..], &["verify", "copy"], &["watch"]] {
        let output = run(args);
        assert_eq!(code(&output), 2, "{args:?}: {}{}", stdout(&output), stderr(&output));
        assert!(stderr(&output).contains("python3"), "{args:?}: {}", stderr(&output));
    }
    let output = run(&["doctor"]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("missing") && stdout(&output).contains("python3"), "{}", stdout(&output));
}

#[test]
fn doctor_names_the_compiler() {
    set_up();
    let found = format!("exercises: {}", exercises().len());
    check(&Folder::new(), &["doctor"], 0, &["NVRTC 1", &found, "a test kernel compiled", "Ready."]);
}

#[test]
fn a_folder_that_cannot_be_written_loses_no_verdict() {
    use std::os::unix::fs::PermissionsExt;
    set_up();
    let folder = Folder::new();
    folder.write("exercises/copy/nvidia/kernel.cuh", solution(&folder));
    // A file where the folder for the progress should be cannot be written into even by root.
    fs::remove_dir_all(folder.path(".camp")).unwrap();
    folder.write(".camp", "");
    check(&folder, &["verify", "copy"], 0, &["PASSED", ".camp"]);
    fs::remove_file(folder.path(".camp")).unwrap();
    fs::set_permissions(folder.path("."), fs::Permissions::from_mode(0o555)).unwrap();
    let output = folder.run(&["verify", "copy"]);
    fs::set_permissions(folder.path("."), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(code(&output), 0);
}

#[test]
fn a_profile_says_what_each_line_does_and_what_to_change() {
    set_up();
    let folder = Folder::new();
    let right = String::from_utf8(solution(&folder)).unwrap();
    let far = right.replace("src[i]", "src[i * 32 % n]");
    assert_ne!(far, right, "the solution reads src[i]");
    folder.write("far.cuh", &far);
    folder.write("broken.cuh", right.replace("dst[i]", "dst[j]"));
    let wasteful: &[&str] = &["PROFILE", "32/4", "Reading `src`", "camp book memory", "not right in this case"];
    check(&folder, &["profile", "copy", "--kernel", "far.cuh"], 1, wasteful);
    for exercise in ["copy", "vector_add", "reduce_sum", "softmax"] {
        check(&folder, &["profile", exercise, "--solution"], 0, &["4/4", "Nothing is wasted here"]);
    }
    check(&folder, &["profile", "copy", "--solution", "--lang", "zh"], 0, &["剖析", "没有浪费"]);
    check(&folder, &["profile", "copy", "--kernel", "broken.cuh"], 1, &["error[compile-error]", "`j`"]);
    check(&folder, &["profile", "copy", "--kernel", "none.cuh"], 2, &["There is no kernel file at none.cuh"]);
    check(&folder, &["profile", "copy", "--case", "nothing"], 2, &["There is no case `nothing`", "capped_"]);
    let named = ["profile", "copy", "--solution", "--case", "contiguous_257_f16", "--more"];
    check(&folder, &named, 0, &["contiguous_257_f16", "2 blocks of 256 threads"]);
    let output = folder.run(&["profile", "copy", "--kernel", "far.cuh", "--format", "json", "--seed", "3"]);
    let profile: judge::profile::JsonProfile = serde_json::from_str(&stdout(&output)).unwrap();
    let advice: Vec<&str> = profile.counts.lines.iter().flat_map(|l| &l.advice).map(|a| a.kind.as_str()).collect();
    assert_eq!((profile.verdict.as_str(), advice), ("failed", vec!["uncoalesced"]));
    let again = folder.run(&["profile", "copy", "--kernel", "far.cuh", "--format", "json", "--seed", "3"]);
    assert_eq!(stdout(&again), stdout(&output), "the same counts on every run");
}
