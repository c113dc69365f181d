//! `camp setup --tilelang` and what `camp doctor` says of TileLang, with scripts in place of Python.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tilelang::install::VERSION;

use common::{camp, code, set_up, stderr, stdout};

/// A machine with NVRTC, a cache of its own, and a `python3` that is CPython 3.12 where `pip download` runs a shell text, with
/// `$DIR` as its target.
struct Machine {
    dir: tempfile::TempDir,
    nvrtc: PathBuf,
}

impl Machine {
    fn new() -> Self {
        set_up();
        let output = camp().arg("setup").output().unwrap();
        let path = stdout(&output).trim().rsplit(": ").next().unwrap().to_owned();
        let nvrtc = Path::new(&path).parent().unwrap().to_owned();
        Self { dir: tempfile::tempdir().unwrap(), nvrtc }
    }

    fn python(&self, minor: u32, download: &str) {
        let stdlib = self.dir.path().join("lib");
        fs::create_dir_all(&stdlib).unwrap();
        fs::write(stdlib.join("os.py"), "").unwrap();
        let program = self.dir.path().join("bin/python3");
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        let said = serde_json::json!({
            "name": "CPython", "is_plain": true, "major": 3, "minor": minor, "program": program, "stdlib": stdlib
        });
        let script = format!(
            "#!/bin/sh\n[ \"$1\" = -c ] && {{ echo '{said}'; exit; }}\n[ \"$1\" = --version ] || [ \"$3\" = --version ] && exit 0\n\
             while [ $# -gt 0 ]; do [ \"$1\" = -d ] && DIR=$2; shift; done\n{download}\n"
        );
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// What a fetch for that Python leaves, as far as camp looks at it.
    fn install(&self) -> PathBuf {
        let site = self.dir.path().join(format!("cache/tilelang/{VERSION}-cp312"));
        let files = "tilelang/lib/libtilelang.so z3/lib/libz3.so numpy/__init__.py tvm_ffi/__init__.py \
                     ml_dtypes/__init__.py psutil/__init__.py tqdm/__init__.py typing_extensions.py cloudpickle/__init__.py";
        for file in files.split_whitespace() {
            let file = site.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let record = serde_json::json!({
            "tilelang": VERSION, "python": self.dir.path().join("bin/python3"), "python_version": [3, 12],
            "stdlib": self.dir.path().join("lib"), "machine": std::env::consts::ARCH
        });
        fs::write(site.join("environment.json"), record.to_string()).unwrap();
        site
    }

    fn camp(&self, args: &[&str]) -> Command {
        let mut command = camp();
        command.args(args).current_dir(self.dir.path());
        command.env("CAMP_CACHE_DIR", self.dir.path().join("cache")).env("CAMP_CUDA_HOME", &self.nvrtc);
        // The shell and its tools, and whatever else but another Python.
        let tools = self.dir.path().join("tools");
        if !tools.exists() {
            fs::create_dir(&tools).unwrap();
            for tool in ["sh", "sleep", "head"] {
                std::os::unix::fs::symlink(Path::new("/bin").join(tool), tools.join(tool)).unwrap();
            }
        }
        command.env("PATH", std::env::join_paths([self.dir.path().join("bin"), tools]).unwrap());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.camp(args).output().unwrap()
    }

    /// What is in the cache of TileLang, but for the lock.
    fn remains(&self) -> Vec<PathBuf> {
        fn files(dir: &Path) -> Vec<PathBuf> {
            let entries = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
            entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
        }
        let all = files(&self.dir.path().join("cache/tilelang"));
        all.into_iter().filter(|path| path.extension().is_none_or(|ext| ext != "lock")).collect()
    }
}

#[test]
fn doctor_says_whether_tilelang_is_there_and_what_to_do() {
    let machine = Machine::new();
    machine.python(12, "exit 1");
    let line = || {
        let text = stdout(&machine.run(&["doctor"]));
        text.lines().find(|line| line.contains("TileLang")).unwrap().to_owned()
    };
    let none = line();
    assert!(none.starts_with("note") && none.contains("`camp setup --tilelang`"), "{none}");
    let site = machine.install();
    let there = line();
    assert!(there.starts_with("ok") && there.contains(&format!("TileLang {VERSION}, Python 3.12 (")), "{there}");
    fs::remove_file(machine.dir.path().join("lib/os.py")).unwrap();
    let gone = line();
    assert!(gone.starts_with("note") && gone.contains("is no longer that: run `camp setup --tilelang`"), "{gone}");
    machine.python(12, "exit 1");
    fs::remove_dir_all(site.join("numpy")).unwrap();
    let damaged = line();
    assert!(damaged.starts_with("note") && damaged.contains("lacks some of its files"), "{damaged}");
}

#[test]
fn set_up_a_second_time_says_where_it_is() {
    let machine = Machine::new();
    let site = machine.install();
    machine.python(12, "exit 1");
    let output = machine.run(&["setup", "--tilelang"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let expected = format!("TileLang {VERSION} is ready, for Python 3.12: {}", site.display());
    assert!(stdout(&output).contains("NVRTC 1") && stdout(&output).contains(&expected), "{}", stdout(&output));
    // Asked to fetch it again, camp does; when that fails, the old one stays.
    let output = machine.run(&["setup", "--tilelang", "--fetch"]);
    assert_eq!(code(&output), 2);
    assert!(site.join("environment.json").exists());
}

#[test]
fn what_prevents_the_fetch_is_said_with_the_command_to_repeat() {
    let machine = Machine::new();
    let check = |minor: u32, download: &str, expected: &[&str]| {
        machine.python(minor, download);
        let output = machine.run(&["setup", "--tilelang"]);
        assert_eq!(code(&output), 2, "{download}: {}", stdout(&output));
        let text = stderr(&output);
        assert!(expected.iter().all(|words| text.contains(words)), "{download}: {text}");
        assert_eq!(machine.remains(), Vec::<PathBuf>::new(), "{download}");
    };
    let again = "`camp setup --tilelang` again";
    check(9, "", &["from 3.10 to 3.14 with pip", "python3 (CPython 3.9)", again]);
    check(12, "echo NewConnectionError >&2; exit 1", &["TileLang was not fetched", again]);
    check(12, "echo 'No space left on device' >&2; exit 1", &["There is not enough space", again]);
    check(12, "echo forged > $DIR/tilelang.whl", &["The package tilelang that arrived", again]);
    check(12, "echo 'ERROR: No matching distribution found for x' >&2; exit 1", &["has no tilelang", "glibc"]);
}

#[test]
fn an_interrupted_or_killed_fetch_does_not_prevent_the_next() {
    for signal in ["INT", "KILL"] {
        let machine = Machine::new();
        machine.python(12, "head -c 300000 /dev/zero > $DIR/tmp/half.whl; exec sleep 30");
        let mut command = machine.camp(&["setup", "--tilelang"]);
        let child = std::os::unix::process::CommandExt::process_group(&mut command, 0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let start = Instant::now();
        while machine.remains().len() < 2 && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(machine.remains().len() >= 2, "pip was never asked");
        // Ctrl-C reaches the whole group: camp and pip.
        let kill = format!("kill -{signal} -{}", child.id());
        assert!(Command::new("/bin/sh").args(["-c", &kill]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        if signal == "INT" {
            assert_eq!(code(&output), 2, "{}", stderr(&output));
            assert!(stderr(&output).contains("Interrupted"), "{}", stderr(&output));
            assert_eq!(machine.remains(), Vec::<PathBuf>::new());
        }
        machine.python(12, "exit 1");
        let output = machine.run(&["setup", "--tilelang"]);
        assert!(stderr(&output).contains("pip could not download TileLang"), "{}", stderr(&output));
        assert_eq!(machine.remains(), Vec::<PathBuf>::new());
    }
}
