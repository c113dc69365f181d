//! The renderers against recorded texts in `tests/render/`. `BLESS=1 cargo test -p diag` rewrites them; review the diff.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::path::Path;

use diag::render::{Style, concise, json, terminal};
use diag::{Arg, Code, Diagnostic, FileId, Label, Lang, Place, Severity, SourceMap, Span, Text};
use messages::catalogue;
use proptest::prelude::*;

/// A text that no catalogue has: it is shown as it is.
fn raw(text: &'static str) -> Text {
    Text { id: text, args: vec![] }
}

fn span(file: FileId, line: u32, column: u32, len: u32) -> Span {
    Span { file, line, column, len }
}

fn thread(x: u32) -> Place {
    Place { block: None, thread: Some([x, 0, 0]) }
}

fn check(name: &str, diagnostic: &Diagnostic, sources: &SourceMap, widths: &[u16]) {
    check_in(Lang::En, name, diagnostic, sources, widths);
}

fn check_in(lang: Lang, name: &str, diagnostic: &Diagnostic, sources: &SourceMap, widths: &[u16]) {
    let catalogue = catalogue(lang);
    let mut got = String::new();
    for &width in widths {
        let mut report = Vec::new();
        terminal(diagnostic, sources, catalogue, &Style::plain(width), &mut report).unwrap();
        let report = String::from_utf8(report).unwrap();
        for line in report.lines().filter(|l| !l.contains("-->") && !l.contains(":::")) {
            let columns = unicode_width::UnicodeWidthStr::width(line);
            assert!(columns <= usize::from(width), "{name}: {columns} columns: {line}");
            assert_eq!(line.trim_end(), line, "{name}: white space at the end of a line");
        }
        got += &format!("{width} columns\n{report}\n");
        let mut coloured = Vec::new();
        terminal(diagnostic, sources, catalogue, &Style { color: true, ..Style::plain(width) }, &mut coloured).unwrap();
        assert_eq!(without_colour(&String::from_utf8(coloured).unwrap()), report, "{name}: colour changes the text");
    }
    let mut linked = Vec::new();
    terminal(diagnostic, sources, catalogue, &Style { links: Some("desk"), ..Style::plain(100) }, &mut linked).unwrap();
    let linked = String::from_utf8(linked).unwrap();
    assert_eq!(linked.contains("\u{1b}]8;;file://desk/"), !diagnostic.labels.is_empty(), "{name}: {linked}");
    got += &format!("concise\n{}\n\n", concise(diagnostic, sources, catalogue));
    got += &format!("json\n{}\n", serde_json::to_string_pretty(&json(diagnostic, sources, catalogue)).unwrap());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/render").join(format!("{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &got).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(got == expected, "{name}: differs from {}:\n{got}", path.display());
}

fn without_colour(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain += before;
        rest = after.split_once('m').map_or("", |(_, after)| after);
    }
    plain + rest
}

const TREE: &str = "\
#pragma once
__global__ void sum(float *out, const float *in) {
    extern __shared__ float partial[];
    partial[threadIdx.x] = in[threadIdx.x];
    for (unsigned active = blockDim.x / 2; active > 0; active /= 2) {
        if (threadIdx.x < active) {
            partial[threadIdx.x] += partial[threadIdx.x + active];
        }
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = partial[0];
    }
}
";

#[test]
fn race() {
    let mut sources = SourceMap::new();
    let file = sources.add("exercises/reduce_sum/nvidia/kernel.cuh", TREE);
    let diagnostic = Diagnostic::error(
        Code::Race,
        raw("two threads use `partial[128]` without a barrier between them"),
    )
    .with_label(
        Label::primary(Span::at(file, 7, 13)).with_text(raw("(2) thread (0, 0, 0) reads it")).with_place(thread(0)),
    )
    .with_label(
        Label::secondary(Span::at(file, 4, 5))
            .with_text(raw("(1) thread (128, 0, 0) writes it"))
            .with_place(thread(128)),
    )
    .with_note(raw(
        "128 threads of this block do the same; the first is shown. Threads of different warps run in any order.",
    ))
    .with_help(raw("put __syncthreads() behind line 4, so that all sums are stored before one is read"))
    .with_place(Place { block: Some([0, 0, 0]), thread: Some([0, 0, 0]) })
    .in_case("rowwise_16x128");
    check("race", &diagnostic, &sources, &[80, 40]);
}

#[test]
fn far_apart_lines_and_several_labels_on_one() {
    let mut sources = SourceMap::new();
    let file = sources.add("kernel.cuh", TREE);
    let diagnostic = Diagnostic::error(Code::OutOfBounds, raw("read behind the end of `partial`"))
        .with_label(Label::primary(span(file, 7, 37, 29)).with_text(raw("reads element 256 of 256")))
        .with_label(Label::secondary(span(file, 7, 13, 20)).with_text(raw("to add it here")))
        .with_label(Label::secondary(span(file, 1, 0, 0)))
        .with_label(Label::secondary(span(file, 11, 27, 10)).with_place(thread(3)));
    check("stacked", &diagnostic, &sources, &[80, 40]);
}

#[test]
fn wide_characters_and_tabs() {
    let mut sources = SourceMap::new();
    let file = sources.add("核函数.cuh", "\tpartial[t] = 0;\t// 每个线程\n/* 求和 */ total += partial[t];\n");
    let diagnostic = Diagnostic::new(Code::UninitializedRead, Severity::Warning, raw("读取了没有写入过的共享内存"))
        .with_label(
            Label::primary(span(file, 2, 19, 10))
                .with_text(raw("线程 (5, 0, 0) 在这里读取 `partial[5]`，但是没有线程写过它")),
        )
        .with_label(Label::secondary(span(file, 1, 2, 10)).with_text(raw("只有线程 0 到 4 写入")))
        .with_help(raw("在读取之前，让线程块中的每个线程都写入自己的元素，没有数据的线程写入中性元素。"));
    check("wide", &diagnostic, &sources, &[80, 40]);
}

#[test]
fn a_report_in_chinese() {
    let mut sources = SourceMap::new();
    let text = "/* 写入 */\tpartial[t] = sum; // 😀\n\n\t/* 求和😀（ＡＢＣ） */ total += partial[t + 1];\n";
    let file = sources.add("核函数.cuh", text);
    let at = |text: &str, line| {
        let shown = sources.line(file, line).unwrap();
        let column = shown.find(text).map(|at| u32::try_from(shown[..at].len()).unwrap() + 1).unwrap();
        sources.span_of_location(file, line, column)
    };
    let element = || Text { id: "vgpu-element", args: vec![("name", "partial".into()), ("index", "1".into())] };
    let label = |x, does: &'static str| {
        let args = vec![
            ("thread", Arg::from(format!("({x}, 0, 0)"))),
            ("block", "(0, 0, 0)".into()),
            ("does", Text { id: does, args: vec![] }.into()),
            ("what", element().into()),
        ];
        Text { id: "vgpu-label", args }
    };
    let title = vec![("who", Text { id: "vgpu-who-threads", args: vec![] }.into()), ("what", element().into())];
    let line = |line: u32| Arg::from(Text { id: "vgpu-line", args: vec![("line", line.into())] });
    let diagnostic = Diagnostic::error(Code::Race, Text { id: "vgpu-race-title", args: title })
        .with_label(Label::primary(at("partial", 1)).with_text(label(1, "vgpu-writes")))
        .with_label(Label::secondary(at("total", 3)).with_text(label(0, "vgpu-reads")))
        .with_note(Text { id: "vgpu-race-note", args: vec![] })
        .with_help(Text { id: "vgpu-cure-syncthreads", args: vec![("first", line(1)), ("second", line(3))] })
        .with_place(Place { block: Some([0, 0, 0]), thread: Some([1, 0, 0]) })
        .in_case("rowwise_16x128");
    check_in(Lang::Zh, "chinese", &diagnostic, &sources, &[80, 40]);
}

#[test]
fn long_lines_and_two_files() {
    let mut sources = SourceMap::new();
    let long = format!("    value = {}x[i]{};  // the end\n", "f(".repeat(50), ")".repeat(50));
    let a = sources.add("a.cuh", long);
    let b = sources.add("include/b.cuh", "int f(int);\n");
    let diagnostic = Diagnostic::new(Code::CompileError, Severity::Note, raw("no function `f` takes a `float`"))
        .with_label(Label::secondary(span(b, 1, 5, 1)).with_text(raw("declared here")))
        .with_label(Label::primary(span(a, 1, 113, 4)).with_text(raw("this is a `float`")));
    check("long", &diagnostic, &sources, &[80, 40]);
}

#[test]
fn without_a_place() {
    let diagnostic =
        Diagnostic::error(Code::LaunchFailure, raw("the kernel did not start:\na block may have 1024 threads"))
            .with_note(raw("printed by the kernel:\n    \u{1b}[31mred\n    indented"))
            .with_place(Place { block: Some([1, 2, 3]), thread: None });
    check("no_place", &diagnostic, &SourceMap::new(), &[80]);
}

#[test]
fn places_beyond_the_text() {
    let mut sources = SourceMap::new();
    let file = sources.add("short.cuh", "one\n");
    let diagnostic = Diagnostic::error(Code::Hang, raw("this loop does not end"))
        .with_label(Label::primary(span(file, 99, 7, 3)).with_text(raw("here")))
        .with_label(Label::secondary(span(file, 1, 80, 80)));
    check("beyond", &diagnostic, &sources, &[80]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    /// Whatever the source, the spans and the texts: no panic, no line wider than the screen, no control characters.
    #[test]
    fn anything(
        source in "([ \\t{};()/\"'a-z线程屏障é\u{301}\u{1b}]{0,150}\n){0,6}",
        spans in prop::collection::vec((0_u32..9, 0_u32..200, 0_u32..200, any::<bool>(), "[a-z 线程，。\u{7}]{0,90}"), 0..5),
        title in "[a-z 线程\u{1b}\n]{0,200}",
        width in 0_u16..130,
    ) {
        let text = |s: String| diag::msg!("diag-case", case = s);
        let mut sources = SourceMap::new();
        let file = sources.add("kernel.cuh", source);
        let mut diagnostic = Diagnostic::error(Code::Race, text(title.clone()))
            .with_note(Text { id: "diag-place-thread", args: vec![("thread", Arg::from(title))] });
        for (line, column, len, primary, label) in spans {
            let label_at = if primary { Label::primary } else { Label::secondary };
            diagnostic = diagnostic.with_label(label_at(span(file, line, column, len)).with_text(text(label)));
        }
        let mut out = Vec::new();
        let style = Style::plain(width);
        terminal(&diagnostic, &sources, catalogue(Lang::En), &style, &mut out).unwrap();
        for line in String::from_utf8(out).unwrap().lines() {
            let columns: usize = line.chars().filter_map(unicode_width::UnicodeWidthChar::width).sum();
            prop_assert!(columns <= usize::from(width.max(40)), "{columns} > {width}: {line}");
            prop_assert!(!line.chars().any(char::is_control), "{line:?}");
        }
        prop_assert!(!concise(&diagnostic, &sources, catalogue(Lang::En)).contains('\n'));
        let _ = json(&diagnostic, &sources, catalogue(Lang::En));
    }
}
