use diag::{Lang, render::concise};
use messages::catalogue;

use super::*;
use crate::log::parse_log;

/// The diagnostics of a log, each as one line, then its notes and help.
fn said(log: &str, sources: &SourceMap) -> Vec<String> {
    let en = catalogue(Lang::En);
    diagnostics(&parse_log(log), sources)
        .iter()
        .map(|d| {
            let mut lines = vec![concise(d, sources, en)];
            lines.extend(d.notes.iter().map(|note| format!("note: {}", en.get(note))));
            lines.extend(d.help.iter().map(|help| format!("help: {}", en.get(help))));
            lines.join("\n")
        })
        .collect()
}

fn source(text: &str) -> SourceMap {
    let mut sources = SourceMap::new();
    sources.add("kernel.cuh", text);
    sources
}

#[test]
fn errors_come_before_warnings_and_repeats_are_dropped() {
    let log = "kernel.cuh(1): warning #177-D: variable \"q\" was declared but never referenced\n  int q;\n      ^\n\n\
               kernel.cuh(2): error: no\n  f(x);\n  ^\n          detected during instantiation of \"a\" at line 3\n\n\
               kernel.cuh(2): error: no\n  f(x);\n  ^\n          detected during instantiation of \"b\" at line 4\n\n";
    let said = said(log, &source("int q;\nf(x);\na\nb\n"));
    assert_eq!(said.len(), 2, "{said:#?}");
    assert!(said[0].starts_with("kernel.cuh:2:1: error[compile-error]: "), "{}", said[0]);
    assert!(said[1].starts_with("kernel.cuh:1:5: warning[compile-error]: "), "{}", said[1]);
}

#[test]
fn a_message_in_a_cuda_header_is_shown_at_the_learners_line() {
    let log = "/cuda/cub/warp.cuh(398): error: not a function\n  op(a, b);\n  ^\n          detected during:\n            \
               instantiation of \"Reduce\" at line 245 of /cuda/cub/block.cuh\n            \
               instantiation of \"BlockReduce\" at line 4 of kernel.cuh\n\n\
               /cuda/cub/warp.cuh(13): warning #1444-D: \"CATEGORY\" was declared deprecated\n  x;\n  ^\n          \
               detected during instantiation of \"BlockReduce\" at line 4 of kernel.cuh\n\n";
    let said = said(log, &source("\n\n\nReduce(a, 3);\n"));
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(said[0].starts_with("kernel.cuh:4"), "{}", said[0]);
    assert!(said[0].contains("/cuda/cub/warp.cuh"), "{}", said[0]);
}

#[test]
fn advice_for_common_mistakes() {
    let sources = source("__global__ void k(float *a) {\n    float x = 1.0f\n    a[treadIdx.x] = total;\n}\n");
    let help =
        |log: &str| said(log, &sources).remove(0).lines().find_map(|l| l.strip_prefix("help: ").map(str::to_owned));
    let at = |text: &str| format!("kernel.cuh(3): error: {text}\n      a[treadIdx.x] = total;\n      ^\n");
    assert!(help(&at("expected a \";\"")).unwrap().contains("above"));
    assert!(help(&at("identifier \"treadIdx\" is undefined")).unwrap().contains("threadIdx"));
    assert_eq!(help(&at("identifier \"zork\" is undefined")), None);
    assert!(help(&at("cannot open source file \"vector\"")).unwrap().contains("<vector>"));
    assert!(help(&at("cannot open source file \"cuda_fp16.h\"")).unwrap().contains("camp setup"));
    let host =
        "A function without execution space annotations (__host__/__device__/__global__) is considered a host function";
    assert!(help(&at(host)).unwrap().contains("__device__"));
}

#[test]
fn a_bracket_never_closed_is_shown_where_it_opens() {
    let log = "At end of source: error: expected a \"}\"\nkernel.cuh(1): note #3196-D: to match this \"{\"\n  \
               __global__ void k(float*a){\n                            ^\n";
    let said = said(log, &source("__global__ void k(float*a){\n"));
    assert!(said[0].starts_with("kernel.cuh:1:27: error"), "{}", said[0]);
}

#[test]
fn recorded_logs_of_both_versions_say_the_same() {
    let sources = source("");
    let of = |log: &str| -> Vec<String> {
        diagnostics(&parse_log(log), &sources).iter().map(|d| concise(d, &sources, catalogue(Lang::En))).collect()
    };
    let (v13, v12) =
        (of(include_str!("../../tests/logs/nvrtc13.txt")), of(include_str!("../../tests/logs/nvrtc12.txt")));
    let n_errors =
        |log: &str| log.lines().filter(|l| l.contains(": error") || l.contains("catastrophic error:")).count();
    assert!(v13.len() >= n_errors(include_str!("../../tests/logs/nvrtc13.txt")) - 2, "{v13:#?}");
    assert_eq!(v13.len(), v12.len(), "{v13:#?}\n{v12:#?}");
}

#[test]
fn distances() {
    assert_eq!(distance("treadIdx", "threadIdx"), 1);
    assert_eq!(distance("threadIxd", "threadIdx"), 1);
    assert_eq!(distance("a", "abcdef"), usize::MAX);
}

#[test]
fn a_kernel_that_is_not_there_is_one_finding_and_none_beside_others() {
    let log = "__nv_name_map(2): error: namespace \"oprt\" has no member \"nope\"\n  \
               #pragma nv_mangled_name oprt::nope<float>\n                                ^\n\n\
               __nv_name_map(2): error: expected an expression\n  #pragma nv_mangled_name oprt::nope<float>\n  \
                                                       ^\n\n";
    let said_alone = said(log, &source(""));
    assert_eq!(said_alone.len(), 1, "{said_alone:#?}");
    assert!(said_alone[0].contains("`oprt::nope<float>`"), "{}", said_alone[0]);
    let with_cause = format!("kernel.cuh(1): error: expected a \";\"\n  x\n  ^\n\n{log}");
    let said_both = said(&with_cause, &source("x\n"));
    assert_eq!(said_both.len(), 1, "{said_both:#?}");
    assert!(said_both[0].starts_with("kernel.cuh:1:1"), "{}", said_both[0]);
}
