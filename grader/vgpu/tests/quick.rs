//! What a launch says and computes depends neither on the number of cores, nor on whether the quick run was enough, nor
//! on the vector instructions, nor on whether blocks run together.

mod support;

use std::path::Path;
use support::How;
use vgpu::{Arg, Elem, Gpu, Isa, Launch, Program, Waves};

/// Findings, output, counters and memory of a fixture, as one text.
fn outcome(fixture: &support::Fixture, ptx: &str, how: How) -> String {
    let (run, memory) = fixture.run_so(ptx, how);
    format!("{:#?}\n{}\n{:?} {:?}\n{memory:?}", run.findings, run.printed, run.counters, run.stopped)
}

#[test]
fn cores_vectors_and_waves_change_nothing() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = ["ui", "quick"].map(|folder| support::fixtures(&tests.join(folder)));
    let quick = How::default();
    let exact = How { last_writers: true, isa: Isa::BASE, ..quick };
    let mut others: Vec<How> = [1, 2, 5].map(|threads| How { threads, ..quick }).into();
    others.extend([1, 2].map(|threads| How { threads, waves: Waves::Always, ..quick }));
    others.extend(Isa::available().into_iter().map(|isa| How { isa, ..exact }));
    for file in files.iter().flatten() {
        let source = std::fs::read_to_string(file).expect("a fixture");
        let ptx = std::fs::read_to_string(file.with_extension("ptx")).expect("its PTX");
        let fixture = support::Fixture::parse(&source);
        let want = outcome(&fixture, &ptx, exact);
        for how in &others {
            let got = outcome(&fixture, &ptx, *how);
            assert!(got == want, "{} with {how:?}:\n{got}\ninstead of\n{want}", file.display());
        }
    }
}

/// Kernels that write or read a place again: right ones, and wrong ones.
#[test]
fn claims_find_no_fault_with_right_kernels() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/quick");
    for file in support::fixtures(&root) {
        let source = std::fs::read_to_string(&file).expect("a fixture");
        let ptx = std::fs::read_to_string(file.with_extension("ptx")).expect("its PTX");
        let fixture = support::Fixture::parse(&source);
        for threads in [1, 2] {
            let (run, _) = fixture.run_so(&ptx, How { threads, ..How::default() });
            let codes: Vec<_> = run.findings.iter().map(|f| f.code()).collect();
            assert!(codes.is_empty() == fixture.pass, "{} on {threads} threads: {codes:?}", file.display());
        }
    }
}

/// What masks say was written counts as initialised afterwards.
#[test]
fn words_written_once_are_initialised() {
    let ptx = include_str!("quick/odd_halves.ptx");
    let program = Program::load(ptx::parse(ptx).expect("parses")).expect("loads");
    let entry = program.entries().next().expect("a kernel").to_owned();
    for (threads, n_blocks, n_halves) in [(1, 41, 2049), (2, 41, 2049), (2, 11, 550)] {
        let mut gpu = Gpu::new();
        let out = gpu.alloc("out", Elem::U16, 2049).expect("room");
        let mut launch = Launch::new([n_blocks, 1, 1], [50, 1, 1], vec![Arg::Buffer(out)]);
        launch.threads = threads;
        assert!(gpu.launch(&program, &entry, &launch).findings.is_empty());
        assert_eq!(gpu.written(out), vec![0..2 * n_halves], "{n_blocks} blocks on {threads} threads");
    }
}
