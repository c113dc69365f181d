//! What an H200 said about every exercise, solution and control kernel, beside the virtual GPU; and what its atomics give.
//!
//! `tests/gpu/nvidia-h200.txt` and `atomics.txt` are recorded by `record.py` beside them, TileLang's kernels in
//! `nvidia-h200-tilelang.txt`. The first test holds the two devices to agreeing: what
//! passes on the virtual GPU passes on the real one. The other way round they need not: a race or a read out of bounds may
//! well go unnoticed on a GPU, which is why the virtual one is there. The book shows the summary, which
//! `BLESS=1 cargo test -p camp --test hardware` rewrites.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use common::{camp, code, set_up, stderr};

struct Row {
    name: String,
    expected: String,
    on_virtual: String,
    on_gpu: String,
}

fn own() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn summary_file() -> PathBuf {
    own().join("../../book/hardware/h200/verdicts.txt")
}

/// What is recorded in a file of `tests/gpu`.
fn rows(file: &str) -> Vec<Row> {
    let text = std::fs::read_to_string(own().join("tests/gpu").join(file)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(" | ").collect();
            let [name, expected, on_virtual, on_gpu] = cells[..] else { panic!("not a row: {line}") };
            Row {
                name: name.to_owned(),
                expected: expected.to_owned(),
                on_virtual: on_virtual.to_owned(),
                on_gpu: on_gpu.to_owned(),
            }
        })
        .collect()
}

/// Kernels of recorded exercises that came after the recording.
const NOT_YET: [&str; 2] =
    ["reduce_sum/tilelang/right/last_of_the_running_sum", "reduce_sum/tilelang/wrong/barrier_for_every_other_thread"];

/// Of an exercise that is recorded every kernel is. Those that are not say so, until somebody with a GPU records them.
#[test]
fn recorded_exercises_are_recorded_whole() {
    for (file, folder, extension) in [("nvidia-h200.txt", "", "cuh"), ("nvidia-h200-tilelang.txt", "tilelang/", "py")] {
        let recorded: BTreeSet<String> = rows(file).into_iter().map(|row| row.name).collect();
        for exercise in common::exercises() {
            let name = format!("{}/{folder}", exercise.name);
            if !recorded.contains(&format!("{name}stub")) {
                println!("{file}: {} is not recorded yet", exercise.name);
                continue;
            }
            for kind in ["wrong", "right"] {
                for entry in std::fs::read_dir(exercise.dir.join(kind)).unwrap() {
                    let path = entry.unwrap().path();
                    let kernel = format!("{name}{kind}/{}", path.file_stem().unwrap().display());
                    let is_of_it =
                        path.extension().is_some_and(|e| e == extension) && !NOT_YET.contains(&kernel.as_str());
                    assert!(!is_of_it || recorded.contains(&kernel), "{file} lacks {kernel}");
                }
            }
            assert!(recorded.contains(&format!("{name}solution")), "{file} lacks the solution of {name}");
        }
    }
}

/// The first code of `failed: race wrong-result`.
fn first_code(verdict: &str) -> Option<&str> {
    verdict.strip_prefix("failed: ")?.split(' ').next()
}

#[test]
fn what_the_virtual_gpu_passes_a_real_one_passes() {
    let (cuda, tile) = (rows("nvidia-h200.txt"), rows("nvidia-h200-tilelang.txt"));
    assert!(cuda.len() > 250 && tile.len() > 250, "{} and {} rows", cuda.len(), tile.len());
    for row in cuda.iter().chain(&tile) {
        let Row { name, expected, on_virtual, on_gpu } = row;
        match expected.as_str() {
            "passed" => assert_eq!((on_virtual.as_str(), on_gpu.as_str()), ("passed", "passed"), "{name}"),
            "-" => {
                assert!(on_virtual.starts_with("failed") && on_gpu.starts_with("failed"), "{name}: a stub that passes");
            }
            // A kernel that the virtual GPU does not know is judged by the real one alone.
            "unsupported-instruction" => assert!(on_virtual.starts_with("error"), "{name}: {on_virtual}"),
            code => assert_eq!(first_code(on_virtual), Some(code), "{name}: {on_virtual}"),
        }
        assert!(!on_gpu.starts_with("error"), "{name}: {on_gpu}");
    }
}

#[test]
fn the_books_summary_is_that_of_the_record() {
    let mut by_code: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    let rows = rows("nvidia-h200.txt");
    for row in rows.iter().filter(|row| !matches!(row.expected.as_str(), "passed" | "-" | "unsupported-instruction")) {
        let counts = by_code.entry(&row.expected).or_default();
        counts.0 += 1;
        counts.1 += usize::from(row.on_gpu.starts_with("failed"));
        counts.2 += usize::from(first_code(&row.on_gpu) == Some(&row.expected));
    }
    let mut text = format!(
        "{:<20} {:>13} {:>14} {:>11} {:>11}\n",
        "", "wrong kernels", "camp, virtual", "H200 fails", "same code"
    );
    let mut total = (0, 0, 0);
    for (code, (n, n_failed, n_same)) in &by_code {
        writeln!(text, "{code:<20} {n:>13} {n:>14} {n_failed:>11} {n_same:>11}").unwrap();
        total = (total.0 + n, total.1 + n_failed, total.2 + n_same);
    }
    writeln!(text, "{:<20} {:>13} {:>14} {:>11} {:>11}", "all", total.0, total.0, total.1, total.2).unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(summary_file(), &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(summary_file()).unwrap(), text);
}

#[test]
fn atomic_additions_give_what_the_gpu_gives() {
    set_up();
    let recorded = std::fs::read_to_string(own().join("tests/gpu/atomics.txt")).unwrap();
    let rows: Vec<[u32; 4]> = recorded
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let bits: Vec<u32> = line.split(' ').map(|word| u32::from_str_radix(word, 16).unwrap()).collect();
            bits.try_into().unwrap()
        })
        .collect();
    let n = rows.len().isqrt();
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let edges: Vec<u8> = rows[..n].iter().flat_map(|[_, b, ..]| b.to_le_bytes()).collect();
    std::fs::write(path("edges"), edges).unwrap();
    let file = own().join("tests/gpu/atomics.cu").display().to_string();
    let mut command = camp();
    command.args(["run", &file, "--device", "virtual", "--block", &rows.len().to_string()]);
    for buffer in ["global", "shared"] {
        command.args(["--arg", &format!("{buffer}=u32[{}]:zero", rows.len())]);
        command.args(["--dump", &format!("{buffer}={}", path(buffer))]);
    }
    command.args(["--arg", &format!("edges=f32[{n}]:@{}", path("edges")), "--arg", &format!("n=i32:{n}")]);
    let output = command.output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    for (buffer, column) in [("global", 2), ("shared", 3)] {
        let bytes = std::fs::read(path(buffer)).unwrap();
        for (row, sum) in rows.iter().zip(bytes.chunks(4)) {
            let sum = u32::from_le_bytes(sum.try_into().unwrap());
            assert_eq!(sum, row[column], "{:08x} + {:08x} in {buffer} memory: {sum:08x}", row[0], row[1]);
        }
    }
}
