//! The wheel: it is built by maturin, installed into a fresh virtual environment without a compiler's help, and there the
//! Python tests and the examples of the documentation pass.
//!
//! It needs `python3` with `venv`, and takes maturin, NumPy and pytest through the user's own pip.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda::{CacheDir, Fetch, Search, WheelSet};

/// What builds the wheel.
const BUILDER: &[&str] = &["maturin>=1.9,<2"];
/// What the tests need besides the wheel.
const TESTS_NEED: &[&str] = &["pytest>=8", "mypy>=1.15"];

#[test]
fn the_wheel_is_what_its_tests_say() {
    // NVRTC compiles the kernels; the tests fetch nothing.
    if cuda::find(&Search::from_env()).is_err() {
        cuda::fetch(&Fetch::new(WheelSet::for_driver(None), CacheDir::from_env().unwrap()), &mut |_| {}).unwrap();
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let wheel = build(folder);
    let fresh = tempfile::tempdir().unwrap();
    let python = environment(fresh.path());
    // Only binary packages: no compiler is asked for anything.
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"];
    run(Command::new(&python).args(install).arg(&wheel).args(TESTS_NEED));
    let pytest = || {
        let mut command = Command::new(&python);
        command.current_dir(folder).args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "-rs"]);
        // What the caller's shell has chosen is not what is tested.
        for name in ["CAMP_ROOT", "CAMP_KERNELS", "CAMP_LANG", "PYTEST_ADDOPTS", "PYTHONPATH"] {
            command.env_remove(name);
        }
        command.env("LANG", "C.UTF-8").env("PYTHONDONTWRITEBYTECODE", "1");
        command
    };
    run(pytest().arg("tests"));
    run(pytest().args(["--doctest-glob=README.md", "README.md"]));
    run(pytest().args(["--doctest-modules", "--pyargs", "operator_runtime", "operator_runtime_testing"]));
    run(Command::new(&python)
        .current_dir(folder)
        .args(["-m", "mypy", "--cache-dir"])
        .arg(fresh.path().join("mypy"))
        .args(["--config-file", "pyproject.toml", "python/operator_runtime", "python/operator_runtime_testing"]));
}

/// Builds the wheel in the profile and the target folder of the tests, so that little is compiled twice.
fn build(folder: &Path) -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let target = scratch.parent().unwrap();
    // It is kept from one run to the next.
    let tools = scratch.join("operator_runtime-builder");
    let python = environment(&tools);
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"];
    run(Command::new(&python).args(install).args(BUILDER));
    let wheels = scratch.join("operator_runtime-wheels");
    let _ = fs::remove_dir_all(&wheels);
    let mut maturin = Command::new(&python);
    maturin.current_dir(folder).args(["-m", "maturin", "build", "--profile", "dev", "--strip", "--out"]).arg(&wheels);
    maturin.arg("--target-dir").arg(target).arg("--interpreter").arg(&python);
    // Set for tests by cargo; another cargo must not take them for its own.
    for (name, _) in env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_PKG_")) {
        maturin.env_remove(name);
    }
    run(&mut maturin);
    let wheel = fs::read_dir(&wheels).unwrap().map(|entry| entry.unwrap().path()).next().unwrap();
    let name = wheel.file_name().unwrap().to_string_lossy().into_owned();
    assert!(name.starts_with("operator_runtime-") && name.contains("-cp310-abi3-"), "{name}");
    wheel
}

/// A virtual environment in `folder`, made where there is none; its interpreter.
fn environment(folder: &Path) -> PathBuf {
    let python = folder.join("bin/python");
    if !python.is_file() {
        run(Command::new("python3").args(["-m", "venv"]).arg(folder));
    }
    python
}

/// Runs a command, which must end well.
fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{command:?}\n{}\n{}", text(&output.stdout), text(&output.stderr));
    // Shown by `cargo test -- --nocapture`: what was skipped, and why.
    eprintln!("{}", text(&output.stdout));
}
