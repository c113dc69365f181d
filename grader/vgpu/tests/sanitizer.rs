//! What compute-sanitizer found on a GPU in the fixtures and the exercises' control kernels, beside what camp finds.
//!
//! `tests/sanitizer/h200.txt` is recorded by `record.py` beside it; this test recomputes camp's column and the summary.
//! `BLESS=1 cargo test -p vgpu --test sanitizer` rewrites them. What camp finds in control kernels, which need NVRTC, is
//! what they ask for: `camp/tests/controls.rs` proves that they get it.

mod support;

use diag::Severity;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Findings that one of the sanitizer's tools is for, the tool's column, and what the tool then says.
const KINDS: [(&str, usize, &[&str]); 5] = [
    ("out-of-bounds", 0, &["invalid"]),
    ("misaligned-access", 0, &["misaligned"]),
    ("race", 1, &["race", "race-warning"]),
    ("uninitialized-read", 2, &["uninit"]),
    ("barrier-divergence", 3, &["barrier"]),
];

struct Row {
    name: String,
    /// What is wrong with the kernel, and what camp finds.
    expected: BTreeSet<String>,
    camp: BTreeSet<String>,
    tools: Vec<String>,
}

impl Row {
    /// Whether a tool says so.
    fn says(&self, column: usize, words: &[&str]) -> bool {
        self.tools[column].split('+').any(|word| words.contains(&word))
    }

    fn ran(&self, column: usize) -> bool {
        !matches!(self.tools[column].as_str(), "not-run" | "not-compiled")
    }
}

/// What camp finds in a fixture, notes aside; what it announces.
fn fixture(file: &Path) -> (BTreeSet<String>, BTreeSet<String>) {
    let source = std::fs::read_to_string(file).expect("a fixture");
    let fixture = support::Fixture::parse(&source);
    let ptx = std::fs::read_to_string(file.with_extension("ptx")).expect("its PTX");
    let (run, _) = fixture.run(&ptx);
    let graver = run.findings.iter().filter(|f| f.severity() != Severity::Note);
    let announced = fixture.expected.into_iter().map(|(_, code)| code).filter(|code| code != "note");
    (graver.map(|f| f.code().as_str().to_owned()).collect(), announced.collect())
}

/// What a control kernel asks for.
fn control(file: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(file).expect("a control kernel");
    text.lines().filter_map(|line| line.strip_prefix("//@ expect:")).map(|code| code.trim().to_owned()).collect()
}

fn read(text: &str) -> Vec<Row> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [name, _, tools @ ..] = &cells[..] else { panic!("not a row: {line}") };
        assert_eq!(tools.len(), 4, "{line}");
        let kernel: PathBuf = own.join("tests/ui").join(format!("{name}.cu"));
        let (camp, expected) = if kernel.exists() {
            fixture(&kernel)
        } else {
            let asked = control(&own.join("../../exercises").join(format!("{name}.cuh")));
            (asked.clone(), asked)
        };
        let tools = tools.iter().map(|cell| (*cell).to_owned()).collect();
        rows.push(Row { name: (*name).to_owned(), expected, camp, tools });
    }
    rows
}

/// Both sides in numbers, of the kernels that the tools ran.
fn summary(rows: &[Row]) -> String {
    let mut text = String::from("# wrong kernels | how many | compute-sanitizer finds | camp finds\n");
    for (code, column, words) in KINDS {
        let wrong: Vec<&Row> = rows.iter().filter(|r| r.expected.contains(code) && r.ran(column)).collect();
        let theirs = wrong.iter().filter(|r| r.says(column, words)).count();
        let ours = wrong.iter().filter(|r| r.camp.contains(code)).count();
        writeln!(text, "# {code} | {} | {theirs} | {ours}", wrong.len()).expect("a string");
    }
    let right: Vec<&Row> = rows.iter().filter(|r| r.expected.is_empty() && (0..4).all(|c| r.ran(c))).collect();
    let alarms = |r: &&&Row| r.tools.iter().any(|word| word != "-");
    let theirs = right.iter().filter(alarms).count();
    let ours = right.iter().filter(|r| !r.camp.is_empty()).count();
    writeln!(text, "# false alarms on right ones | {} | {theirs} | {ours}", right.len()).expect("a string");
    text
}

#[test]
fn camps_side_of_the_comparison_is_what_camp_finds() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sanitizer/h200.txt");
    let kept = std::fs::read_to_string(&path).expect("the record");
    let rows = read(&kept);
    assert!(rows.len() > 300, "{} rows", rows.len());
    let head = kept.lines().next().expect("where it was recorded");
    let mut text =
        format!("{head}\n{}# kernel | camp | memcheck | racecheck | initcheck | synccheck\n", summary(&rows));
    for row in &rows {
        let camp: Vec<&str> = row.camp.iter().map(String::as_str).collect();
        let camp = if camp.is_empty() { "-".to_owned() } else { camp.join("+") };
        writeln!(text, "{} | {camp} | {}", row.name, row.tools.join(" | ")).expect("a string");
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).expect("a place for the record");
    } else {
        assert!(text == kept, "{} differs; it should be:\n{text}", path.display());
    }
}
