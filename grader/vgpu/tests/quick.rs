//! What a launch says and computes depends neither on the number of cores, nor on whether the quick run was enough, nor
//! on the vector instructions, nor on whether blocks run together.

mod support;

use std::path::Path;
use support::How;
use vgpu::{Isa, Waves};

/// Findings, output, counters and memory of a fixture, as one text.
fn outcome(fixture: &support::Fixture, ptx: &str, how: How) -> String {
    let (run, memory) = fixture.run_so(ptx, how);
    format!("{:#?}\n{}\n{:?} {:?}\n{memory:?}", run.findings, run.printed, run.counters, run.stopped)
}

#[test]
fn cores_vectors_and_waves_change_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let quick = How::default();
    let exact = How { last_writers: true, isa: Isa::BASE, ..quick };
    let mut others: Vec<How> = [1, 2, 5].map(|threads| How { threads, ..quick }).into();
    others.extend([1, 2].map(|threads| How { threads, waves: Waves::Always, ..quick }));
    others.extend(Isa::available().into_iter().map(|isa| How { isa, ..exact }));
    for file in support::fixtures(&root) {
        let source = std::fs::read_to_string(&file).expect("a fixture");
        let ptx = std::fs::read_to_string(file.with_extension("ptx")).expect("its PTX");
        let fixture = support::Fixture::parse(&source);
        let want = outcome(&fixture, &ptx, exact);
        for how in &others {
            let got = outcome(&fixture, &ptx, *how);
            assert!(got == want, "{} with {how:?}:\n{got}\ninstead of\n{want}", file.display());
        }
    }
}
