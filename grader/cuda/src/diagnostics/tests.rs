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
fn warnings_beside_errors_and_repeats_are_dropped() {
    let log = "kernel.cuh(1): warning #177-D: variable \"q\" was declared but never referenced\n  int q;\n      ^\n\n\
               kernel.cuh(2): error: no\n  f(x);\n  ^\n          detected during instantiation of \"a [with T=int]\" at line 3\n\n\
               kernel.cuh(2): error: no\n  f(x);\n  ^\n          detected during instantiation of \"b [with T=half]\" at line 4\n\n";
    let said = said(log, &source("int q;\nf(x);\na\nb\n"));
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(said[0].starts_with("kernel.cuh:2:1: error[compile-error]: "), "{}", said[0]);
    assert!(!said[0].contains("more error"), "{}", said[0]);
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
    assert!(said[0].contains("warp.cuh, line 398") && !said[0].contains("/cuda/cub"), "{}", said[0]);
}

#[test]
fn a_missing_semicolon_is_shown_where_it_belongs() {
    let sources = source("__global__ void k(float *a) {\n    float x = 1.0f  // one\n\n    a[0] = x;\n}\n");
    let said = said("kernel.cuh(4): error: expected a \";\"\n      a[0] = x;\n      ^\n", &sources);
    assert!(said[0].starts_with("kernel.cuh:2:19: error"), "{}", said[0]);
}

#[test]
fn a_header_of_cuda_can_be_fetched() {
    let log = "kernel.cuh(1): catastrophic error: cannot open source file \"cuda_fp16.h\"\n  #include <cuda_fp16.h>\n  \
               ^\n";
    let said = said(log, &source("#include <cuda_fp16.h>\n"));
    assert!(said[0].starts_with("kernel.cuh:1:11") && said[0].contains("camp setup"), "{}", said[0]);
}

#[test]
fn what_led_to_an_error_may_stand_behind_its_notes() {
    let log = "kernel.cuh(1): error: more than one operator \"+\" matches these operands:\n            operand types are: __half \
               + float\n  a + 1.0f;\n    ^\nkernel.cuh(1): note #3328-D: built-in operator\n  a + 1.0f;\n    ^\n          \
               detected during instantiation of \"T f(T) [with T=__half]\" at line 2\n\n";
    let said = said(log, &source("a + 1.0f;\nf(x);\n"));
    assert!(said[0].contains("T = half"), "{}", said[0]);
}

#[test]
fn no_cut_of_a_log_panics() {
    let sources = source("__global__ void k(float *a) {\n  a[0] = f(1, 2.0f);\n  if (i < 10 {\n é；");
    let log = include_str!("../../tests/logs/nvrtc13.txt");
    for (end, _) in log.char_indices().step_by(101) {
        said(&log[..end], &sources);
        said(&log[end..], &sources);
    }
}

#[test]
fn a_bracket_never_closed_is_shown_where_it_opens() {
    let log = "At end of source: error: expected a \"}\"\nkernel.cuh(1): note #3196-D: to match this \"{\"\n  \
               __global__ void k(float*a){\n                            ^\n";
    let said = said(log, &source("__global__ void k(float*a){\n"));
    assert!(said[0].starts_with("kernel.cuh:1:28: error") && said[0].contains("line 1"), "{}", said[0]);
}

/// Each error of a log by itself, since in a log only the first ones are shown.
#[test]
fn recorded_logs_of_both_versions_say_the_same() {
    let sources = source("");
    let of = |log: &str| -> Vec<Vec<String>> {
        let errors = parse_log(log).into_iter().filter(NvrtcMessage::is_error);
        let one = |message| diagnostics(&[message], &sources);
        let shown = |d: &Diagnostic| catalogue(Lang::En).get(&d.title);
        errors.map(|message| one(message).iter().map(shown).collect()).collect()
    };
    let (v13, v12) =
        (of(include_str!("../../tests/logs/nvrtc13.txt")), of(include_str!("../../tests/logs/nvrtc12.txt")));
    assert!(v13.len() > 20 && v13.iter().all(|said| said.len() == 1), "{v13:#?}");
    assert_eq!(v13, v12);
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
