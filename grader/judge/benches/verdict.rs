//! How long a verdict takes: compiling, running the cases, and the whole, beside NVRTC's own time in the same run.
//!
//! `cargo bench -p judge`. Needs NVRTC (`camp setup` fetches it).

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::path::Path;
use std::time::Duration;

use cuda::{Compiler, Search, WorkerCommand};
use divan::Bencher;
use exercise::Exercise;
use judge::{Judge, Options, Verdict};

const WORKER: &str = "__nvrtc-worker";
const EXERCISES: [&str; 4] = ["copy", "vector_add", "reduce_sum", "softmax"];
/// Verdicts behind each line of the table.
const RUNS: usize = 11;

fn main() {
    // This program is its own compiler child.
    if std::env::args().any(|arg| arg == WORKER) {
        cuda::worker_main();
    }
    table();
    divan::main();
}

/// A judge without a cache of PTX: every verdict compiles.
fn judge() -> Judge {
    let toolchain = cuda::find(&Search::from_env()).expect("no NVRTC: run `camp setup`");
    let program = std::env::current_exe().expect("this program has a path");
    let worker = WorkerCommand { program, args: vec![WORKER.into()] };
    Judge::new(Compiler::spawn(toolchain, worker).expect("the compiler's child starts"))
}

fn exercise(name: &str) -> Exercise {
    let root = exercise::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the repository is a camp folder");
    Exercise::load(&root.join("exercises").join(name)).expect("the exercise loads")
}

/// Prints the medians of solution and stub, and their ratio to NVRTC's own time.
fn table() {
    println!("medians of {RUNS} verdicts, ms            nvrtc  compile    run  total  total/nvrtc");
    let mut judge = judge();
    for name in EXERCISES {
        let exercise = exercise(name);
        for (what, kernel) in [("solution", exercise.solution_path()), ("stub", exercise.kernel_path())] {
            let mut verify = || judge.verify(&exercise, &kernel, &Options::new(1), &mut |_| {}).timing;
            verify();
            let timings: Vec<_> = (0..RUNS).map(|_| verify()).collect();
            let median = |f: fn(&judge::Timing) -> f64| {
                let mut values: Vec<f64> = timings.iter().map(f).collect();
                values.sort_by(f64::total_cmp);
                values[RUNS / 2]
            };
            let (nvrtc, compile) = (median(|t| t.nvrtc_ms), median(|t| t.compile_ms));
            let (run, total) = (median(|t| t.run_ms), median(|t| t.total_ms));
            println!(
                "{name:<12} {what:<24} {nvrtc:>6.1} {compile:>8.1} {run:>6.1} {total:>6.1}  {:>10.2}",
                total / nvrtc
            );
        }
    }
}

/// The whole verdict about a solution.
#[divan::bench(args = EXERCISES, max_time = Duration::from_secs(3))]
fn verdict(bencher: Bencher<'_, '_>, name: &str) {
    let (mut judge, exercise) = (judge(), exercise(name));
    let kernel = exercise.solution_path();
    bencher.bench_local(|| {
        let report = judge.verify(&exercise, &kernel, &Options::new(1), &mut |_| {});
        assert_eq!(report.verdict, Verdict::Passed);
    });
}

/// A verdict that ends with the compiler's errors.
#[divan::bench(max_time = Duration::from_secs(3))]
fn compile_error(bencher: Bencher<'_, '_>) {
    let (mut judge, exercise) = (judge(), exercise("copy"));
    let text = "#pragma once\nint x = ;\n";
    bencher.bench_local(|| {
        let report = judge.verify_text(&exercise, Path::new("kernel.cuh"), text, &Options::new(1), &mut |_| {});
        assert_eq!(report.verdict, Verdict::Failed);
    });
}
