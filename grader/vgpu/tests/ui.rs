//! Every fixture below `tests/ui`: a kernel, what must be found in it, and how that reads.
//!
//! Directives are those of [`support`]. `//~ code` names the finding whose primary label lies on that line; a finding
//! that is only a note is `//~ note`, whatever its code. Findings without a line are `//@ no-line: code`. Findings that
//! nothing announces and annotations that nothing meets both fail, and so does a report that differs from the `.stderr`
//! beside the kernel (what it prints: `.stdout`). `BLESS=1 cargo test -p vgpu --test ui` rewrites those.
//!
//! The PTX beside each kernel is NVRTC's, with `--gpu-architecture=compute_80 --generate-line-info --std=c++17
//! -default-device`, directories stripped from `.file`: the tests need neither a toolkit nor a GPU.

mod support;

use diag::Severity;
use std::fmt::Write;
use std::path::Path;

/// What is wrong with one fixture; empty if nothing.
fn check(file: &Path, bless: bool) -> String {
    let source = std::fs::read_to_string(file).expect("a fixture");
    let ptx = std::fs::read_to_string(file.with_extension("ptx")).expect("its PTX");
    let fixture = support::Fixture::parse(&source);
    let (run, _) = fixture.run(&ptx);

    let mut sources = diag::SourceMap::new();
    sources.add(file.file_name().expect("a name"), source.as_str());
    let style = diag::render::Style::plain(100);
    let mut problems = String::new();
    let mut report = Vec::new();
    let mut expected = fixture.expected.clone();
    for finding in &run.findings {
        let d = finding.to_diagnostic(&sources);
        diag::render::terminal(&d, &sources, messages::catalogue(diag::Lang::En), &style, &mut report)
            .expect("a vector");
        let line = d.labels.iter().find(|l| l.primary).map_or(0, |l| l.span.line);
        let code = if d.severity == Severity::Note { "note" } else { d.code.as_str() };
        match expected.iter().position(|(l, c)| *l == line && c == code) {
            Some(k) => _ = expected.remove(k),
            None => _ = writeln!(problems, "  found, not announced: {code} on line {line}"),
        }
    }
    for (line, code) in expected {
        _ = writeln!(problems, "  announced, not found: {code} on line {line}");
    }
    if fixture.pass != fixture.expected.is_empty() {
        _ = writeln!(problems, "  needs either `check-pass` or annotations");
    }
    snapshot(&file.with_extension("stderr"), &String::from_utf8_lossy(&report), bless, &mut problems);
    snapshot(&file.with_extension("stdout"), &run.printed, bless, &mut problems);
    problems
}

/// Compares with the text beside the fixture, which is absent where there is none; `bless`: rewrites it.
fn snapshot(file: &Path, text: &str, bless: bool, problems: &mut String) {
    let kept = std::fs::read_to_string(file).unwrap_or_default();
    if kept == text {
        return;
    }
    if !bless {
        _ = writeln!(problems, "  {} differs:\n{text}", file.display());
    } else if text.is_empty() {
        std::fs::remove_file(file).expect("an old snapshot");
    } else {
        std::fs::write(file, text).expect("a place for snapshots");
    }
}

#[test]
fn fixtures_find_what_they_announce() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let bless = std::env::var_os("BLESS").is_some();
    // `ONLY=race/tree` runs the fixtures whose path holds that.
    let only = std::env::var("ONLY").unwrap_or_default();
    let files: Vec<_> = support::fixtures(&root).into_iter().filter(|f| f.to_string_lossy().contains(&only)).collect();
    assert!(!files.is_empty(), "no fixtures below {}", root.display());
    let mut failed = 0;
    let mut all = String::new();
    for file in &files {
        let name = file.strip_prefix(&root).expect("below the root").display().to_string();
        let problems = match std::panic::catch_unwind(|| check(file, bless)) {
            Ok(problems) => problems,
            Err(_) => "  panicked\n".to_owned(),
        };
        if !problems.is_empty() {
            failed += 1;
            _ = writeln!(all, "{name}:\n{problems}");
        }
    }
    assert!(failed == 0, "{failed} of {} fixtures failed\n{all}", files.len());
}

#[test]
fn every_race_has_a_twin_without_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    for file in support::fixtures(&root.join("race")) {
        let fixture = support::Fixture::parse(&std::fs::read_to_string(&file).expect("a fixture"));
        let own = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let twin = fixture.twin.unwrap_or(own);
        assert!(root.join(format!("pass/{twin}.cu")).exists(), "{}: no pass/{twin}.cu", file.display());
    }
}
