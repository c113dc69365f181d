//! Replays the kernels of `profile/` (whose README describes the files) and compares the counts with those of a real GPU.
//!
//! Sectors and requests must be equal, bank conflicts within 2 %, in whole and line by line. Where the hardware or its
//! compiler does something else, [`EXCEPTIONS`] says what, and the test makes sure that it still does.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use vgpu::Stopped;
use vgpu::profile::{Counts, Instruction, Operation, Profile};

/// Launch, column, and why the GPU counts something else.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("add_all_at_one", "atomic_sectors", AGGREGATED),
    ("shared_add_all_at_one", "atom_conflicts", AGGREGATED),
    ("shared_add_value_all_at_one", "atom_conflicts", AGGREGATED),
    ("shared_add_long_random", "atom_conflicts", LOOP),
    ("shared_add_long_random", "load_conflicts", LOOP),
    ("shared_add_float_one_per_warp", "atom_conflicts", LOOP),
    ("shared_add_float_random", "atom_conflicts", LOOP),
    ("shared_add_float_random", "load_conflicts", LOOP),
    ("add_random", "atomic_sectors", ORDER),
    ("add_doubles_random", "atomic_sectors", ORDER),
    ("fetch_random", "atomic_sectors", ORDER),
    ("softmax_1008x2304", "load_conflicts", BUSY),
    ("reduce_sum_4080x1536", "load_conflicts", BUSY),
    ("reduce_sum_4080x1536", "store_conflicts", BUSY),
    ("softmax_4080x1536", "load_conflicts", BUSY),
    ("softmax_4080x1536", "store_conflicts", BUSY),
];
/// ptxas makes one atomic of a warp's where it sees that the address is the same for all lanes.
const AGGREGATED: &str = "the compiler adds up within the warp";
/// Shared memory has no addition of `float` and of 64 bits: a loop of a load and a compare-and-swap stands for it.
const LOOP: &str = "the compiler makes a loop";
/// Up to 1 % more sectors.
const ORDER: &str = "floating-point atomics at random addresses are not always put together";
/// Up to 3 % of the passes. Nsight Compute's count of each instruction (the file of lines) has none of them, smaller launches
/// neither.
const BUSY: &str = "the counter also counts when unrelated requests collide in a busy multiprocessor";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/profile")
}

/// A launch of the folder: its name, and the directives that describe it.
fn launches(file: &str) -> Vec<(String, support::Fixture)> {
    let source = std::fs::read_to_string(folder().join(file).with_extension("cu")).unwrap();
    let mut found = Vec::new();
    let (mut name, mut directives) = (None, String::new());
    for line in source.lines().filter(|l| l.starts_with("//@")) {
        match line.strip_prefix("//@ name: ") {
            Some(n) => name = Some(n.to_owned()),
            None => {
                directives.push_str(line);
                directives.push('\n');
            }
        }
        if line.starts_with("//@ args:") {
            let mut fixture = support::Fixture::parse(&std::mem::take(&mut directives));
            fixture.steps = u64::MAX;
            fixture.profile = true;
            found.push((name.take().unwrap_or_else(|| fixture.kernel.clone()), fixture));
        }
    }
    found
}

/// A recorded table: rows of `keys` words, then numbers by column.
fn recorded(file: &str, keys: usize) -> BTreeMap<Vec<String>, BTreeMap<String, u64>> {
    let text = std::fs::read_to_string(folder().join(file)).unwrap();
    let mut rows = text.lines().filter(|l| !l.starts_with('#')).map(|l| l.split(' ').map(str::to_owned));
    let columns: Vec<String> = rows.next().unwrap().skip(keys).collect();
    rows.map(|mut row| {
        let key = row.by_ref().take(keys).collect();
        (key, columns.iter().cloned().zip(row.map(|n| n.parse().unwrap())).collect())
    })
    .collect()
}

type Count = fn(&Counts) -> u64;

/// The columns of the counts, with what they count here: atomics with and without a result are not told apart, since the
/// compiler finds out which results are used.
const COLUMNS: &[(&str, &[Operation], Count)] = {
    use Operation::{Atomic, Copy, Load, MatrixLoad, Reduction, Store};
    &[
        ("load_requests", &[Load, Copy], |c| c.global.requests),
        ("load_sectors", &[Load, Copy], |c| c.global.sectors),
        ("store_requests", &[Store], |c| c.global.requests),
        ("store_sectors", &[Store], |c| c.global.sectors),
        ("atomic_requests", &[Atomic, Reduction], |c| c.global.requests),
        ("atomic_sectors", &[Atomic, Reduction], |c| c.global.sectors),
        ("load_conflicts", &[Load, MatrixLoad], |c| c.shared.conflicts()),
        ("store_conflicts", &[Store], |c| c.shared.conflicts()),
        ("atom_conflicts", &[Atomic, Reduction], |c| c.shared.conflicts()),
    ]
};

/// The columns of a line's counts.
const LINE_COLUMNS: &[(&str, &[Operation], Count)] = {
    use Operation::{Copy, Load, MatrixLoad, Store};
    &[
        ("load_sectors", &[Load, Copy], |c| c.global.sectors),
        ("store_sectors", &[Store], |c| c.global.sectors),
        ("shared_load_passes", &[Load, MatrixLoad], |c| c.shared.passes),
        ("shared_store_passes", &[Store, Copy], |c| c.shared.passes),
    ]
};

fn sum<'a>(
    instructions: impl Iterator<Item = &'a Instruction>,
    (_, operations, count): &(&str, &[Operation], Count),
) -> u64 {
    instructions.filter(|i| i.operation.is_some_and(|o| operations.contains(&o))).map(|i| count(&i.counts)).sum()
}

/// Whether `count` is what the GPU counted, `gpu`, as near as the column must be.
fn agrees(column: &str, count: u64, gpu: u64) -> bool {
    if column.ends_with("conflicts") { count.abs_diff(gpu) * 50 <= gpu } else { count == gpu }
}

/// What differs between a launch's counts and the recorded ones.
fn differences(name: &str, profile: &Profile, gpu: &BTreeMap<String, u64>, out: &mut String) {
    for column in COLUMNS {
        let key = column.0;
        let gpu = match key.strip_prefix("atomic_") {
            Some(what) => gpu[&format!("atom_{what}")] + gpu[&format!("red_{what}")],
            None => gpu[key],
        };
        let count = sum(profile.instructions.iter(), column);
        let agrees = agrees(key, count, gpu);
        match EXCEPTIONS.iter().find(|(launch, of, _)| (*launch, *of) == (name, key)) {
            None if !agrees => _ = writeln!(out, "{name}: {key} is {count}, on the GPU {gpu}"),
            Some((.., why)) if agrees => _ = writeln!(out, "{name}: {key} agrees after all ({why})"),
            Some((.., why)) if *why == ORDER && count.abs_diff(gpu) * 100 > gpu => {
                _ = writeln!(out, "{name}: {key} is {count}, on the GPU {gpu}: more than 1 %");
            }
            Some((.., why)) if *why == BUSY => {
                let passes: u64 = profile.instructions.iter().map(|i| i.counts.shared.passes).sum();
                if count.abs_diff(gpu) * 100 > 3 * passes {
                    _ = writeln!(out, "{name}: {key} is {count}, on the GPU {gpu}: more than 3 % of {passes}");
                }
            }
            _ => {}
        }
    }
}

/// Launches whose lines Nsight Compute estimates otherwise than the hardware counts: it looks at each instruction's
/// addresses and does not know how loads of partners are put together. Their counts in whole agree with the hardware.
const ESTIMATED: &[&str] = &[
    "read_doubles_two_words_of_a_bank",
    "read_doubles_random_some",
    "read_float4_random_some",
    "read_float4_two_words_of_a_bank",
];

/// What differs in the lines.
fn line_differences(name: &str, profile: &Profile, gpu: &HashMap<u32, &BTreeMap<String, u64>>, out: &mut String) {
    let mut lines: BTreeMap<u32, Vec<&Instruction>> = BTreeMap::new();
    for i in &profile.instructions {
        // The GPU's driver drops some of the lines of inlined functions and leaves the call's.
        let known = i.source.iter().find(|f| gpu.contains_key(&f.line));
        let line = known.or(i.source.first()).map_or(0, |f| f.line);
        lines.entry(line).or_default().push(i);
    }
    for column in LINE_COLUMNS {
        let is_loop = name.starts_with("shared_add_long") || name.starts_with("shared_add_float");
        let is_shared = column.0.starts_with("shared");
        if is_shared && (ESTIMATED.contains(&name) || is_loop) {
            continue;
        }
        for (line, instructions) in &lines {
            let count = sum(instructions.iter().copied(), column);
            let gpu = gpu.get(line).map_or(0, |row| row[column.0]);
            if count != gpu {
                _ = writeln!(out, "{name}, line {line}: {} is {count}, on the GPU {gpu}", column.0);
            }
        }
    }
}

fn compare(file: &str) {
    let ptx = std::fs::read_to_string(folder().join(file).with_extension("ptx")).unwrap();
    let counts = recorded("nvidia-h200.txt", 1);
    let lines = recorded("nvidia-h200-lines.txt", 2);
    let (mut differ, mut n) = (String::new(), 0);
    for (name, fixture) in launches(file) {
        let (run, _) = fixture.run(&ptx);
        if run.stopped == Some(Stopped::Unsupported) && name.starts_with("ldmatrix") {
            continue;
        }
        assert_eq!(run.stopped, None, "{name}");
        let profile = run.profile.unwrap();
        let gpu = counts.get([name.clone()].as_slice()).unwrap_or_else(|| panic!("{name} was not recorded"));
        differences(&name, &profile, gpu, &mut differ);
        let of_launch = lines.iter().filter(|(key, _)| key[0] == name);
        let by_line = of_launch.map(|(key, row)| (key[1].parse().unwrap(), row)).collect();
        line_differences(&name, &profile, &by_line, &mut differ);
        n += 1;
    }
    assert!(n > 16, "only {n} launches in {file}.cu");
    assert!(differ.is_empty(), "{differ}");
}

#[test]
fn global_memory_counts_are_those_of_the_gpu() {
    compare("global");
}

#[test]
fn shared_memory_counts_are_those_of_the_gpu() {
    compare("shared");
}

#[test]
fn atomic_counts_are_those_of_the_gpu() {
    compare("atomics");
}

#[test]
fn the_solutions_counts_are_those_of_the_gpu() {
    compare("solutions");
}
