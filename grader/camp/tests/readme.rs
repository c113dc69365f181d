//! The verdict in README.md is one that camp gives. `BLESS=1 cargo test -p camp --test readme` writes it anew.

mod common;

use std::fs;
use std::path::Path;

use common::{Folder, code, set_up, stdout};

const START: &str = "--test readme` -->\n```text\n";
const END: &str = "```\n<!-- end -->";

/// The text with every time in milliseconds as `1 ms` and without the compiler's version: they differ between machines.
fn normalized(text: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    for i in 1..words.len() {
        if words[i].trim_end() == "ms" {
            words[i - 1] = "1";
        }
        if words[i - 1] == "NVRTC" {
            words[i] = words[i].trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        }
    }
    words.join(" ")
}

#[test]
fn the_verdict_in_the_readme_is_camps() {
    set_up();
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Folder::new();
    let kernel = fs::read_to_string(own.join("tests/kernels/reduce_no_barrier.cuh")).unwrap();
    let (_, kernel) = kernel.split_once('\n').unwrap();
    folder.write("exercises/reduce_sum/nvidia/kernel.cuh", kernel);
    let output = folder.run(&["verify", "reduce_sum", "--seed", "7"]);
    assert_eq!(code(&output), 1);
    let verdict = stdout(&output);
    let path = own.join("../../README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let (before, rest) = readme.split_once(START).unwrap();
    let (shown, after) = rest.split_once(END).unwrap();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, format!("{before}{START}{verdict}{END}{after}")).unwrap();
    } else {
        assert_eq!(normalized(shown), normalized(&verdict));
    }
}
