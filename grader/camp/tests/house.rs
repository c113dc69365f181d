//! What holds for all of camp's source: formatting, lints, documentation. So that one command runs everything.

use std::path::Path;
use std::process::Command;

/// Runs cargo on the whole workspace and fails with what it wrote.
fn cargo(args: &[&str], variables: &[(&str, &str)]) {
    let output = Command::new(env!("CARGO"))
        .args(args)
        .envs(variables.iter().copied())
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .expect("cargo runs this test, so it is there");
    let text = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "cargo {}:\n{text}\n(`rustup component add rustfmt clippy` adds the tools where they are missing)",
        args.join(" ")
    );
}

#[test]
fn source_is_formatted() {
    cargo(&["fmt", "--all", "--check"], &[]);
}

#[test]
fn clippy_has_no_complaint() {
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[]);
}

#[test]
fn documentation_has_no_dead_links() {
    cargo(
        &["doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"],
        &[("RUSTDOCFLAGS", "-D warnings")],
    );
}
