//! Random kernels on the virtual GPU: against itself, and against what an H200 answered.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::sync::atomic::AtomicBool;

use difftest::{Against, Kernel, Options, compare, module, parse_recorded, recorded, replay};

#[test]
fn the_same_seed_makes_the_same_kernel_and_another_seed_another_one() {
    let text = |seed: u64| Kernel::new(seed).ptx();
    assert_eq!(text(7), text(7));
    assert_ne!(text(7).replace("k7", ""), text(8).replace("k8", ""));
    let all: String = (0..400).map(text).collect();
    for word in [
        "shfl.sync",
        "vote.sync",
        "match.any",
        "redux.sync",
        "bar.sync",
        "bar.red",
        "brx.idx",
        "call",
        "ld.local",
        "red.global",
        "atom.global",
        "ld.shared.v4",
        "fma.rz",
        "cvt.rpi",
        "dp4a",
        "lop3",
        "prmt",
        "shf.l",
        "addc",
        "madc",
        "f16x2",
        "bf16",
        "div.rn.f64",
    ] {
        assert!(all.contains(word), "no kernel uses {word}");
    }
}

#[test]
fn kernels_have_no_finding_and_their_results_do_not_depend_on_the_checks() {
    let options = Options { seeds: 1_000_000..1_000_150, n_jobs: 2, n_batch: 4, against: Against::Itself };
    let summary = compare(&options, &AtomicBool::new(false), &|_| {}).unwrap();
    let what: Vec<&str> = summary.differences.iter().map(|d| d.what.as_str()).collect();
    assert!(what.is_empty(), "{}", what.join("\n"));
    assert_eq!(summary.n_kernels, 150);
    assert!(summary.n_lane_instructions > 1_000_000, "{} lane instructions", summary.n_lane_instructions);
    let text = recorded(&summary.answers);
    assert_eq!(parse_recorded(&text).unwrap(), summary.answers);
    summary.answers.iter().take(5).for_each(|answer| replay(answer).unwrap());
}

#[test]
fn a_module_holds_several_kernels() {
    let kernels: Vec<Kernel> = (1..4).map(Kernel::new).collect();
    let parsed = ptx::parse(&module(&kernels)).unwrap();
    let names: Vec<&str> = parsed.entries().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["k1", "k2", "k3"]);
}

#[test]
fn another_memory_is_noticed() {
    let options = Options { seeds: 5..6, n_jobs: 1, n_batch: 1, against: Against::Itself };
    let mut answer = compare(&options, &AtomicBool::new(false), &|_| {}).unwrap().answers[0];
    answer.memory ^= 1;
    assert!(replay(&answer).unwrap_err().contains("seed 5"));
    answer.ptx ^= 1;
    assert!(replay(&answer).unwrap_err().contains("record again"));
}

#[test]
fn the_virtual_gpu_answers_as_an_h200_did() {
    let answers = parse_recorded(include_str!("nvidia-h200.txt")).unwrap();
    assert!(answers.len() >= 300, "only {} kernels were recorded", answers.len());
    let wrong: Vec<String> = answers.iter().filter_map(|answer| replay(answer).err()).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), answers.len(), wrong.join("\n"));
}
