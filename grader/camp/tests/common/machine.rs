//! A machine with a GPU: a C library of the tests' own, `tests/gpu/driver.c`, in the driver's place.

use std::path::Path;
use std::process::{Command, Output};

use super::{Folder, set_up, stderr};

/// A folder with the solution of `copy` as the learner's kernel, and a fake driver.
pub struct Machine {
    /// The folder.
    pub folder: Folder,
    driver: tempfile::TempDir,
}

impl Machine {
    /// A machine whose driver has every function.
    pub fn new() -> Self {
        Self::with(&[])
    }

    /// A machine whose driver is compiled with `flags`.
    pub fn with(flags: &[&str]) -> Self {
        set_up();
        let driver = tempfile::tempdir().expect("a temporary folder can be made");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gpu/driver.c");
        let library = driver.path().join("libcuda.so.1");
        let mut cc = Command::new("cc");
        let built = cc.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).args(flags).arg(&source).output();
        let built = built.expect("a C compiler, which Rust needs as well");
        assert!(built.status.success(), "{}", stderr(&built));
        std::os::unix::fs::symlink(&library, driver.path().join("libcuda.so")).expect("links can be made");
        let folder = Folder::new();
        let solution = folder.path("solutions/copy/nvidia/kernel.cuh");
        std::fs::copy(solution, folder.path("exercises/copy/nvidia/kernel.cuh")).expect("the folder can be written");
        Self { folder, driver }
    }

    /// Runs camp with a GPU of the kind `gpu`.
    pub fn run(&self, gpu: &str, args: &[&str]) -> Output {
        self.command(gpu, args).output().expect("camp starts")
    }

    /// camp with such a GPU.
    pub fn command(&self, gpu: &str, args: &[&str]) -> Command {
        let mut command = self.folder.camp(args);
        // Before whatever else the tester's loader path names.
        let inherited = std::env::var("LD_LIBRARY_PATH").unwrap_or_default();
        command.env("LD_LIBRARY_PATH", format!("{}:{inherited}", self.driver.path().display()));
        command.env("CAMP_FAKE_GPU", gpu);
        command
    }
}
