//! The headers that kernels may include, compiled by this machine's NVRTC.

mod common;

use std::time::Duration;

use cuda::{CompileError, Compiled, NvrtcMessage};

const LIMIT: Duration = Duration::from_secs(60);

fn compile(kernel: &str) -> Compiled {
    match common::compiler().compile(&common::request(kernel), LIMIT) {
        Ok(compiled) => compiled,
        Err(CompileError::Rejected { log, .. }) => panic!("{log}"),
        Err(e) => panic!("{e:?}"),
    }
}

/// Compiles without a warning in the kernel or the shims, and has the entries.
fn check(kernel: &str, entries: &[&str]) {
    let compiled = compile(kernel);
    let own = |m: &&NvrtcMessage| m.at.as_ref().is_none_or(|at| !at.file.contains("/include/"));
    assert_eq!(compiled.messages.iter().filter(own).count(), 0, "{}", compiled.log);
    for entry in entries {
        let is_there = compiled.ptx.lines().any(|line| line.contains(".entry ") && line.contains(entry));
        assert!(is_there, "no entry {entry}");
    }
    eprintln!("{} {:.0} ms", entries[0], compiled.nvrtc_ms);
}

#[test]
fn no_include() {
    check(include_str!("kernels/no_include.cuh"), &["no_include"]);
}

#[test]
fn c_headers() {
    check(include_str!("kernels/c_headers.cuh"), &["c_headers"]);
}

#[test]
fn cpp_headers() {
    check(include_str!("kernels/cpp_headers.cuh"), &["cpp_headersIf", "cpp_headersId"]);
}

#[test]
fn half_and_bfloat16() {
    check(include_str!("kernels/half.cuh"), &["half_sumI6__half", "half_sumI13__nv_bfloat16", "half2_add"]);
}

#[test]
fn cooperative_groups() {
    check(include_str!("kernels/groups.cuh"), &["groups"]);
}

#[test]
fn cooperative_groups_mean_the_same_with_the_light_headers() {
    let kernel = include_str!("kernels/groups.cuh");
    // Naming `cuda::` anywhere selects libcu++'s own headers.
    let (light, full) = (compile(kernel), compile(&format!("{kernel}// cuda::\n")));
    let instructions = |ptx: &str| -> Vec<String> {
        let is_code = |line: &&str| line.ends_with(';') && !line.starts_with(['.', '/']);
        ptx.lines().map(str::trim).filter(is_code).map(|line| line.split_whitespace().next().unwrap().into()).collect()
    };
    assert_eq!(instructions(&light.ptx), instructions(&full.ptx));
    assert!(light.nvrtc_ms < full.nvrtc_ms, "{} ms, {} ms", light.nvrtc_ms, full.nvrtc_ms);
}

#[test]
fn cub_through_its_one_header() {
    check(include_str!("kernels/cub.cuh"), &["cub_block", "cub_warp"]);
}

#[test]
fn shims_and_cudas_own_library_agree_in_both_orders() {
    check(include_str!("kernels/everything.cuh"), &["everything"]);
    check(include_str!("kernels/everything_reversed.cuh"), &["everything_reversed"]);
}

#[test]
fn each_shim_stands_alone_and_may_come_twice() {
    let mut compiler = common::compiler();
    for (name, _) in cuda::shims() {
        let source = format!("#include <{name}>\n#include <{name}>\n__global__ void k(int *a) {{ *a = 1; }}\n");
        let compiled = compiler.compile(&common::request(&source), LIMIT);
        assert!(compiled.is_ok(), "{name}: {compiled:?}");
    }
}

#[test]
fn what_nvcc_would_refuse_stays_refused() {
    let refused = |kernel: &str, words: &str| {
        let outcome = common::compiler().compile(&common::request(kernel), LIMIT);
        let Err(CompileError::Rejected { log, .. }) = outcome else { panic!("{kernel} compiled") };
        assert!(log.contains(words), "{log}");
    };
    refused("float twice(float x) { return 2 * x; }\n__global__ void k(float *a) { *a = twice(*a); }\n", "__device__");
    refused("#include <vector>\n__global__ void k(float *a) {}\n", "vector");
    refused("__global__ void k(half *a) {}\n", "half");
    refused("__global__ void k(float *a) { *a = min(1, 2.0f, 3); }\n", "min");
    refused("__global__ void k(char *a) { *a = sqrt(\"x\"); }\n", "sqrt");
}

#[test]
fn the_prelude_moves_no_line() {
    let outcome = common::compiler().compile(&common::request("\n\n__global__ void k(int *a) { zork; }\n"), LIMIT);
    let Err(CompileError::Rejected { messages, .. }) = outcome else { panic!("compiled") };
    assert_eq!(messages[0].at.as_ref().map(|at| at.line), Some(3));
}
