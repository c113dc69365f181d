//! A C program that calls every operator: compiled against the header, and run as it is, with AddressSanitizer, and with
//! valgrind where that is installed. It is no test of Rust's harness, so that there can be an NVRTC before it begins.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use cuda::{CacheDir, Fetch, Search, WheelSet};

/// The header as it is handed to people, and as this build made it.
const HEADER: &str = "include/operator_runtime.h";

fn main() {
    if env::args().any(|arg| arg == "--list") {
        return;
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    header_is_what_cbindgen_makes(own);
    if cuda::find(&Search::from_env()).is_err() {
        let cache = CacheDir::from_env().unwrap();
        cuda::fetch(&Fetch::new(WheelSet::for_driver(None), cache), &mut |_| {}).unwrap();
    }
    let root = own.join("../..").canonicalize().unwrap();
    let libraries = libraries();
    let scratch = tempfile::tempdir().unwrap();
    let plain = compile(own, &libraries, scratch.path(), "plain", &[]);
    run(Command::new(&plain).arg(&root), "the program");
    let guarded = compile(own, &libraries, scratch.path(), "asan", &["-fsanitize=address,undefined"]);
    run(Command::new(&guarded).arg(&root), "with AddressSanitizer");
    if Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success()) {
        let options = ["--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite", "-q"];
        run(Command::new("valgrind").args(options).arg(&plain).arg(&root), "with valgrind");
    } else {
        assert!(env::var_os("CAPI_NEEDS_VALGRIND").is_none(), "valgrind is not installed");
    }
}

/// Compares the committed header with the one of this build; writes it where `BLESS` is set.
fn header_is_what_cbindgen_makes(own: &Path) {
    let made = fs::read_to_string(env!("OPRT_HEADER")).unwrap();
    let committed = own.join(HEADER);
    if env::var_os("BLESS").is_some() {
        fs::write(&committed, &made).unwrap();
    }
    let known = fs::read_to_string(&committed).unwrap_or_default();
    assert!(known == made, "{HEADER} is not what cbindgen makes: BLESS=1 cargo test -p capi");
}

/// The folder with the library. cargo puts it beside the tests; the helper, which lies above, is named to it.
fn libraries() -> PathBuf {
    let own = env::current_exe().unwrap();
    let folder = own.parent().unwrap();
    assert!(folder.join("liboperator_runtime.so").is_file(), "{} has no library", folder.display());
    folder.to_owned()
}

fn compile(own: &Path, libraries: &Path, scratch: &Path, name: &str, options: &[&str]) -> PathBuf {
    let program = scratch.join(name);
    let mut command = Command::new("cc");
    command.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-g", "-O1"]).args(options);
    command.arg("-I").arg(own.join("include")).arg(own.join("tests/operators.c"));
    command.arg("-L").arg(libraries).args(["-loperator_runtime", "-lm"]);
    command.arg(format!("-Wl,-rpath,{}", libraries.display())).arg("-o").arg(&program);
    run(&mut command, "the C compiler");
    program
}

fn run(command: &mut Command, what: &str) {
    let output = command.env("OPRT_WORKER", env!("CARGO_BIN_EXE_oprt-worker")).output().unwrap();
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (said(&output.stdout), said(&output.stderr));
    assert!(output.status.success(), "{what}: {}\n{out}\n{err}", output.status);
}
