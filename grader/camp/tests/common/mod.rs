//! Drives the built binary as a learner does.

#![allow(dead_code, reason = "each test file uses its own part")]

pub mod machine;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Once;

use judge::JsonReport;

/// The binary, with nothing of the tester's own settings.
pub fn camp() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_camp"));
    command.env_remove("CAMP_LANG").env_remove("NO_COLOR").env("LANG", "C.UTF-8");
    command
}

/// Makes sure that there is a compiler, fetching it when the machine has none.
pub fn set_up() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let output = camp().arg("setup").output().expect("camp starts");
        assert!(output.status.success(), "camp setup: {}", stderr(&output));
    });
}

/// Makes sure that there are a compiler and TileLang, fetching them when the machine has none.
pub fn set_up_tilelang() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let output = camp().args(["setup", "--tilelang"]).output().expect("camp starts");
        assert!(output.status.success(), "camp setup --tilelang: {}", stderr(&output));
    });
}

/// The exercises that are shipped, in their order.
pub fn exercises() -> Vec<exercise::Exercise> {
    let root = exercise::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the repository is a camp folder");
    exercise::discover(&root).expect("they load")
}

/// A learner's folder.
pub struct Folder {
    dir: tempfile::TempDir,
}

impl Folder {
    /// The folder that `camp init` makes.
    pub fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        let output = camp().arg("init").arg(dir.path()).output().expect("camp starts");
        assert!(output.status.success(), "camp init: {}", stderr(&output));
        Self { dir }
    }

    /// A path in it.
    pub fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    /// camp in it.
    pub fn camp(&self, args: &[&str]) -> Command {
        let mut command = camp();
        command.current_dir(self.dir.path()).args(args);
        command
    }

    /// What camp says in it.
    pub fn run(&self, args: &[&str]) -> Output {
        self.camp(args).output().expect("camp starts")
    }

    /// Writes a file in it.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(path), text).expect("the folder can be written");
    }
}

/// Judges one of `tests/kernels/` as `exercise`; the report and the exit status.
pub fn judge_file(folder: &Folder, exercise: &str, kernel: &Path) -> (JsonReport, i32) {
    let kernel = kernel.display().to_string();
    let output = folder.run(&["verify", exercise, "--kernel", &kernel, "--format", "json", "--seed", "7"]);
    (report(&output), code(&output))
}

/// The report that camp wrote for programs.
pub fn report(output: &Output) -> JsonReport {
    let text = stdout(output);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}{}", stderr(output)))
}

/// Standard output.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Standard error.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The exit status.
#[track_caller]
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("camp was not ended by a signal")
}
