//! `camp watch` as a learner runs it: the real binary, with the compiler that this machine has.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The compiler may have to start on a slow and busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A learner's folder as `camp init` makes it.
fn learner() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let made = Command::new(env!("CARGO_BIN_EXE_camp")).arg("init").arg(dir.path()).output().unwrap();
    assert!(made.status.success(), "camp init: {}", String::from_utf8_lossy(&made.stderr));
    dir
}

/// How far the learner is, as the status says it.
fn done(n_done: usize) -> String {
    let root = exercise::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    format!("{n_done}/{} done", exercise::discover(&root).unwrap().len())
}

fn kernel(root: &Path, kind: &str, name: &str) -> PathBuf {
    root.join(kind).join(name).join("nvidia/kernel.cuh")
}

/// Saves the solution of `name` as the learner's kernel.
fn solve(root: &Path, name: &str) {
    fs::copy(kernel(root, "solutions", name), kernel(root, "exercises", name)).unwrap();
}

/// A running `camp watch` and what it has written.
struct Watch {
    child: Child,
    stdin: Option<ChildStdin>,
    chunks: Receiver<Vec<u8>>,
    output: String,
    read: usize,
}

impl Watch {
    /// Without a terminal.
    fn plain(root: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_camp"));
        command.arg("watch").args(args);
        Self::start(command, root)
    }

    /// In a terminal that `script` makes; afterwards `stty` says in which mode that terminal was left.
    fn in_terminal(root: &Path) -> Self {
        Self::start(Self::terminal(""), root)
    }

    /// The command for a terminal in which camp watches with these further arguments.
    fn terminal(args: &str) -> Command {
        let mut command = Command::new("script");
        let camp = env!("CARGO_BIN_EXE_camp");
        let line = format!("stty cols 80 rows 24; '{camp}' watch {args}; echo status=$?; stty -a");
        command.args(["-q", "-e", "-c", &line, "/dev/null"]);
        command
    }

    fn start(mut command: Command, root: &Path) -> Self {
        command
            .current_dir(root)
            .env("TERM", "xterm-256color")
            .env("NO_COLOR", "1")
            .env("LANG", "C")
            .env_remove("CAMP_LANG");
        if command.get_envs().all(|(name, _)| name != "TERM_PROGRAM") {
            command.env_remove("TERM_PROGRAM");
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("the program starts; `script` comes with util-linux");
        let mut stdout = child.stdout.take().unwrap();
        let (sender, chunks) = mpsc::channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = stdout.read(&mut buffer) {
                if sender.send(buffer[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        let stdin = child.stdin.take();
        Self { child, stdin, chunks, output: String::new(), read: 0 }
    }

    /// Waits until `text` is written after what was expected before.
    #[track_caller]
    fn expect(&mut self, text: &str) {
        let patience = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.output[self.read..].find(text) {
                self.read += at + text.len();
                return;
            }
            match self.chunks.recv_timeout(patience.saturating_duration_since(Instant::now())) {
                Ok(chunk) => self.output.push_str(&String::from_utf8_lossy(&chunk)),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    let _ = self.child.kill();
                    panic!("no {text:?} in {:?}", &self.output[self.read..]);
                }
            }
        }
    }

    fn keys(&mut self, keys: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(keys.as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &pid]).status().unwrap().success());
    }

    /// Waits for the end; returns all output and the status.
    fn end(mut self) -> (String, ExitStatus) {
        drop(self.stdin.take());
        let status = self.child.wait().unwrap();
        while let Ok(chunk) = self.chunks.recv_timeout(PATIENCE) {
            self.output.push_str(&String::from_utf8_lossy(&chunk));
        }
        (self.output, status)
    }
}

#[test]
fn without_a_terminal_it_writes_plain_lines_and_remembers_a_pass() {
    let root = learner();
    let mut watch = Watch::plain(root.path(), &[]);
    watch.expect("== copy - nvidia == ");
    watch.expect("copy does not pass yet");
    solve(root.path(), "copy");
    watch.expect("== copy - nvidia == ");
    watch.expect("copy passed");
    watch.expect("solutions/copy/nvidia/kernel.cuh");
    watch.expect("Next: camp watch vector_add\n");
    watch.signal("TERM");
    let (output, status) = watch.end();
    assert_eq!(status.signal(), Some(15), "{output}");
    assert!(!output.contains('\x1b') && !output.contains('\r'), "{output:?}");
    let history = fs::read_to_string(root.path().join(".camp/history.jsonl")).unwrap();
    let verdicts: Vec<bool> = history.lines().map(|line| line.contains("\"verdict\":\"passed\"")).collect();
    assert!(verdicts.len() >= 2 && !verdicts[0] && verdicts.last() == Some(&true), "{history}");

    let mut watch = Watch::plain(root.path(), &[]);
    watch.expect("== vector_add - nvidia == ");
    watch.signal("INT");
    assert_eq!(watch.end().1.signal(), Some(2));
}

#[test]
fn bad_files_are_one_sentence_and_watching_goes_on() {
    let root = learner();
    let path = kernel(root.path(), "exercises", "softmax");
    let mut watch = Watch::plain(root.path(), &["softmax"]);
    watch.expect("softmax does not pass yet");
    for bad in [&b""[..], b"\xff\xfe\n"] {
        fs::write(&path, bad).unwrap();
        watch.expect("camp could not judge softmax");
    }
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
    watch.expect("camp could not judge softmax");
    fs::create_dir(path.parent().unwrap()).unwrap();
    solve(root.path(), "softmax");
    watch.expect("softmax passed");
    watch.signal("TERM");
    watch.end();
}

#[test]
fn an_unknown_name_is_refused() {
    let root = learner();
    let output = Command::new(env!("CARGO_BIN_EXE_camp"))
        .args(["watch", "sofmax"])
        .current_dir(root.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("sofmax"));
}

/// The end of a terminal's output says that it is as it was before.
#[track_caller]
fn check_restored(output: &str) {
    let (_, stty) = output.split_once("status=").unwrap_or_else(|| panic!("{output:?}"));
    let modes: Vec<&str> = stty.split([' ', ';', '\r', '\n']).collect();
    for mode in ["icanon", "echo", "isig", "opost"] {
        assert!(modes.contains(&mode), "{mode} is off: {stty}");
    }
    assert!(output.rfind("\x1b[?25h") > output.rfind("\x1b[?25l"), "the cursor is hidden");
    assert!(output.rfind("\x1b[?2004l") > output.rfind("\x1b[?2004h"), "bracketed paste is on");
}

#[test]
fn in_a_terminal_keys_work_and_the_terminal_is_restored() {
    let root = learner();
    let mut watch = Watch::in_terminal(root.path());
    watch.expect(&format!("{} · copy · nvidia · failed", done(0)));
    watch.keys("h");
    watch.expect(&format!("{} · copy · nvidia · failed", done(0)));
    watch.keys("x");
    watch.expect("(y/N)");
    watch.keys("n");
    solve(root.path(), "copy");
    watch.expect(&format!("{} · copy · nvidia · passed", done(1)));
    watch.keys("x");
    watch.expect("(y/N)");
    watch.keys("y");
    watch.expect("copy · nvidia · failed");
    watch.keys("l");
    watch.expect("> 1 copy");
    watch.keys("4");
    watch.expect("softmax · nvidia · failed");
    watch.keys("q");
    watch.expect("camp watch` goes on from here");
    let (output, _) = watch.end();
    assert!(output.contains("status=0"), "{output:?}");
    check_restored(&output);
    let backup = fs::read_dir(kernel(root.path(), "exercises", "copy").parent().unwrap())
        .unwrap()
        .any(|entry| entry.unwrap().file_name().to_string_lossy().contains("bak"));
    assert!(backup, "a reset keeps the learner's text");
}

/// A program in `dir` that writes each call's arguments to a file, one a line; the folder is put in front of the path.
fn fake_program(dir: &Path, name: &str, end: &str) -> (PathBuf, String) {
    use std::os::unix::fs::PermissionsExt as _;
    let calls = dir.join("calls");
    let script = format!("#!/bin/sh\necho \"$*\" >> '{}'\n{end}\n", calls.display());
    let program = dir.join(name);
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", dir.display(), std::env::var("PATH").unwrap());
    (calls, path)
}

/// Waits until `calls` holds so many lines.
#[track_caller]
fn wait_for_calls(calls: &Path, n: usize) -> Vec<String> {
    let patience = Instant::now() + PATIENCE;
    loop {
        let lines: Vec<String> = fs::read_to_string(calls).unwrap_or_default().lines().map(str::to_owned).collect();
        if lines.len() >= n {
            return lines;
        }
        assert!(Instant::now() < patience, "{lines:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn vs_code_opens_each_exercise_and_the_first_finding_on_a_key() {
    let root = learner();
    let tools = tempfile::tempdir().unwrap();
    let (calls, path) = fake_program(tools.path(), "code", "");
    let mut command = Watch::terminal("");
    command.env("TERM_PROGRAM", "vscode").env("PATH", path);
    let mut watch = Watch::start(command, root.path());
    watch.expect(&format!("{} · copy · nvidia · failed", done(0)));
    let file = |name: &str| fs::canonicalize(kernel(root.path(), "exercises", name)).unwrap().display().to_string();
    let copy = file("copy");
    assert_eq!(wait_for_calls(&calls, 1), [format!("-r -g {copy}:1")]);
    watch.keys("e");
    let called = wait_for_calls(&calls, 2);
    // The finding is about the kernel's declaration.
    let text = fs::read_to_string(&copy).unwrap();
    let line = text.lines().position(|line| line.contains("__global__")).unwrap() + 1;
    assert_eq!(called[1], format!("-r -g {copy}:{line}"));
    solve(root.path(), "copy");
    watch.expect(&format!("{} · copy · nvidia · passed", done(1)));
    watch.keys("n");
    watch.expect("vector_add · nvidia · failed");
    assert_eq!(wait_for_calls(&calls, 3)[2], format!("-r -g {}:1", file("vector_add")));
    watch.keys("q");
    let (output, _) = watch.end();
    assert!(output.contains("e edit"), "{output}");
}

#[test]
fn an_editor_of_ones_own_is_called_and_a_missing_one_named() {
    let root = learner();
    let tools = tempfile::tempdir().unwrap();
    let (calls, path) = fake_program(tools.path(), "my-editor", "echo no display >&2; exit 3");
    let mut command = Command::new(env!("CARGO_BIN_EXE_camp"));
    command.args(["watch", "--edit-cmd", "my-editor '+{line} now' {file}"]).env("PATH", path);
    let mut watch = Watch::start(command, root.path());
    watch.expect("The editor `my-editor` failed: no display");
    let copy = fs::canonicalize(kernel(root.path(), "exercises", "copy")).unwrap();
    assert_eq!(wait_for_calls(&calls, 1), [format!("+1 now {}", copy.display())]);
    watch.signal("TERM");
    watch.end();

    let mut watch = Watch::plain(root.path(), &["--edit-cmd", "no-such-editor"]);
    watch.expect("The editor `no-such-editor` is not installed");
    watch.expect("copy does not pass yet");
    watch.signal("TERM");
    watch.end();
}

/// The lines that a terminal showed, without escape codes.
fn shown(output: &str) -> Vec<String> {
    let codes = regex::Regex::new("\x1b(\\[[0-9;?]*[a-zA-Z]|\\][^\x07\x1b]*(\x07|\x1b\\\\))").unwrap();
    codes.replace_all(output, "").split(['\n', '\r']).map(str::to_owned).collect()
}

#[test]
fn vs_codes_background_task_sees_begin_findings_and_end() {
    let root = learner();
    let tasks = fs::read_to_string(root.path().join(".vscode/tasks.json")).unwrap();
    let tasks: serde_json::Value = serde_json::from_str(&tasks).unwrap();
    let matcher = &tasks["tasks"][1]["problemMatcher"];
    let pattern = |value: &serde_json::Value| regex::Regex::new(value.as_str().unwrap()).unwrap();
    let begins = pattern(&matcher["background"]["beginsPattern"]);
    let finding = pattern(&matcher["pattern"]["regexp"]);
    let ends = pattern(&matcher["background"]["endsPattern"]);
    for (lang, failed, checked) in [("en", "does not pass yet", "exercises pass"), ("zh", "", "")] {
        let mut watch = Watch::start(Watch::terminal(&format!("--problems --lang {lang}")), root.path());
        watch.expect("✗ ");
        watch.expect(failed);
        watch.keys("c");
        watch.expect("✗ ");
        watch.expect(checked);
        watch.keys("q");
        let (output, _) = watch.end();
        let lines = shown(&output);
        let kind = |line: &String| {
            let kinds = [(&begins, 'b'), (&finding, 'f'), (&ends, 'e')];
            kinds.iter().find(|(pattern, _)| pattern.is_match(line)).map(|(_, kind)| *kind)
        };
        let kinds: String = lines.iter().filter_map(kind).collect();
        assert_eq!(kinds, "bfebe", "{lines:#?}");
    }
}

#[test]
fn ctrl_c_and_signals_restore_the_terminal() {
    let root = learner();
    let mut watch = Watch::in_terminal(root.path());
    watch.expect("done · copy · nvidia");
    watch.keys("\x03");
    let (output, _) = watch.end();
    check_restored(&output);

    for signal in ["TERM", "HUP", "INT"] {
        let mut watch = Watch::in_terminal(root.path());
        watch.expect("done · copy · nvidia");
        // `script` → `sh` → `camp`: the signal goes to the grandchild.
        let children = |pid: &str| {
            let list = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap();
            list.split_whitespace().map(str::to_string).collect::<Vec<_>>()
        };
        let shell = children(&watch.child.id().to_string());
        let camp = children(&shell[0]);
        assert!(Command::new("kill").args([&format!("-{signal}"), &camp[0]]).status().unwrap().success());
        watch.expect("status=");
        let (output, _) = watch.end();
        check_restored(&output);
    }
}
