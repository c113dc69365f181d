//! Every fixture below `tests/compile`: a kernel that NVRTC refuses or warns about, what is said about it, and how that
//! looks on a screen of 80 columns.
//!
//! ```text
//! //@ exercise: copy          whose kernel it is
//! //@ says: a phrase          of the report; as many of these as wanted
//! //@ no-line                 a finding that lies on no line of the file
//! //@ chinese                 the report in Chinese is kept as well
//! …
//!     dst[i] = src[i]         //~ compile-error
//! ```
//!
//! `//~ compile-error` or `//~ warning` stands on the line of a finding's main place, `//~^` one line below it. Findings
//! that nothing announces and announcements that nothing meets both fail, and so does a report that differs from the
//! `.stderr` beside the kernel (`.zh.stderr` in Chinese). `BLESS=1 cargo test -p judge --test compile` rewrites those;
//! `ONLY=semicolon` judges the fixtures whose name contains that and shows their reports.
//!
//! Besides, each token of the four solutions is left out or misspelt in turn: the finding must lie on that line or beside
//! it. `MISSES=1` shows the reports that do not.

#![allow(clippy::print_stdout, reason = "a test without a harness says what it did")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod any_pointer;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use cuda::{CacheDir, Compiler, Fetch, HeaderSet, Search, Toolchain, WheelSet, WorkerCommand};
use diag::render::Style;
use diag::{Lang, Severity};
use exercise::Exercise;
use judge::render::Detail;
use judge::{Judge, Options, Report, Verdict};

const WORKER: &str = "__nvrtc-worker";
/// Those in whose solutions slips are made.
const EXERCISES: [&str; 4] = ["copy", "vector_add", "reduce_sum", "softmax"];
/// Those of the fixtures: one asks for a functor.
const OF_FIXTURES: [&str; 5] = ["copy", "vector_add", "reduce_sum", "softmax", "relu"];
/// What a learner must never read: names of camp's own lines, of NVRTC's files, of this machine's folders.
const INTERNAL: [&str; 8] =
    ["camp_contract", "_nvidia.cu", "__nv_", "camp_prelude", "/include/", "static_assert", ".cache", "tera"];
/// Lines that a report of a refused kernel may have.
const MAX_LINES: usize = 25;
/// Columns of the screen.
const WIDTH: u16 = 80;

fn main() {
    // This program is its own compiler child.
    if std::env::args().any(|arg| arg == WORKER) {
        cuda::worker_main();
    }
    if std::env::args().any(|arg| arg == "--list") {
        return;
    }
    let mut judge = judge();
    let mut problems = fixtures(&mut judge);
    problems += &any_pointer::problems(judge.compiler(), &exercise::discover(&root()).expect("the exercises load"));
    if std::env::var_os("ONLY").is_none() {
        let is_sign = |token: &str| matches!(token, ";" | "{" | "}" | "(" | ")");
        let is_word = |token: &str| token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        problems += &slips(&mut judge, "signs left out", 100, Slip::LeftOut, is_sign);
        problems += &slips(&mut judge, "other tokens left out", 94, Slip::LeftOut, |token| {
            !matches!(token, ";" | "{" | "}" | "(" | ")")
        });
        problems += &slips(&mut judge, "words misspelt", 94, Slip::Misspelt, is_word);
    }
    if !problems.is_empty() {
        println!("{problems}");
        std::process::exit(101);
    }
}

/// This machine's NVRTC with CUDA's headers, fetched where there is none.
fn toolchain() -> Toolchain {
    match cuda::find(&Search::from_env()) {
        Ok(found) if !found.missing.contains(&HeaderSet::Runtime) => found,
        _ => {
            let cache = CacheDir::from_env().expect("a cache folder");
            cuda::fetch(&Fetch::new(WheelSet::Cuda13, cache), &mut |_| ()).expect("NVRTC can be fetched")
        }
    }
}

fn judge() -> Judge {
    let program = std::env::current_exe().expect("this program has a path");
    let worker = WorkerCommand { program, args: vec![WORKER.into()] };
    Judge::new(Compiler::spawn(toolchain(), worker).expect("the compiler's child starts"))
}

fn root() -> PathBuf {
    exercise::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the repository is a camp folder")
}

fn exercise(name: &str) -> Exercise {
    Exercise::load(&root().join("exercises").join(name)).expect("the exercise loads")
}

/// The report as a learner sees it, without the line that says how long it took.
fn shown(report: &Report, lang: Lang) -> String {
    let mut out = Vec::new();
    let style = Style::plain(WIDTH);
    judge::render::report(report, Detail::Full, messages::catalogue(lang), &style, &mut out).expect("a vector");
    let text = String::from_utf8(out).expect("reports are text");
    let lines: Vec<&str> = text.trim_end().lines().collect();
    lines[..lines.len() - 1].join("\n").trim_end().to_owned() + "\n"
}

/// A kernel and what its comments announce.
#[derive(Debug, Default)]
struct Fixture {
    exercise: String,
    says: Vec<String>,
    is_chinese: bool,
    /// Line, 0 for none, and what is found there.
    expected: Vec<(u32, String)>,
}

impl Fixture {
    fn parse(text: &str) -> Self {
        let mut fixture = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(directive) = line.strip_prefix("//@ ") {
                match directive.split_once(": ").unwrap_or((directive, "")) {
                    ("exercise", name) => fixture.exercise = name.to_owned(),
                    ("says", phrase) => fixture.says.push(phrase.to_owned()),
                    ("chinese", _) => fixture.is_chinese = true,
                    ("no-line", _) => fixture.expected.push((0, "compile-error".to_owned())),
                    (other, _) => panic!("unknown directive {other}"),
                }
            }
            if let Some((_, mark)) = line.split_once("//~") {
                let n_up = mark.chars().take_while(|c| *c == '^').count();
                let up = u32::try_from(n_up).unwrap();
                fixture.expected.push((number - up, mark[n_up..].trim().to_owned()));
            }
        }
        fixture
    }
}

/// Judges every fixture; what is wrong with them.
fn fixtures(judge: &mut Judge) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compile");
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "cuh") && file.to_string_lossy().contains(&only));
    files.sort();
    assert!(files.len() >= 40 || !only.is_empty(), "{} fixtures", files.len());
    let exercises: BTreeMap<&str, Exercise> = OF_FIXTURES.map(|name| (name, exercise(name))).into_iter().collect();
    let mut all = String::new();
    let mut n_failed = 0;
    for file in &files {
        let problems = fixture(judge, &exercises, file);
        if !problems.is_empty() {
            n_failed += 1;
            _ = writeln!(all, "{}:\n{problems}", file.file_name().unwrap().display());
        }
    }
    println!("{} kernels, {n_failed} of them explained otherwise than announced", files.len());
    all
}

fn fixture(judge: &mut Judge, exercises: &BTreeMap<&str, Exercise>, file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let fixture = Fixture::parse(&text);
    let exercise = exercises.get(fixture.exercise.as_str()).expect("`//@ exercise:` names one");
    let report = judge.verify_text(exercise, Path::new("kernel.cuh"), &text, &Options::new(1), &mut |_| {});
    let mut problems = String::new();
    let mut expected = fixture.expected.clone();
    for finding in &report.findings {
        let diagnostic = &finding.diagnostic;
        let line = diagnostic.main_label().map_or(0, |label| label.span.line);
        let code = if diagnostic.severity == Severity::Warning { "warning" } else { diagnostic.code.as_str() };
        match expected.iter().position(|(l, c)| *l == line && c == code) {
            Some(at) => _ = expected.remove(at),
            None => _ = writeln!(problems, "  found, not announced: {code} on line {line}"),
        }
    }
    for (line, code) in expected {
        _ = writeln!(problems, "  announced, not found: {code} on line {line}");
    }
    let english = shown(&report, Lang::En);
    for phrase in &fixture.says {
        // A phrase may be broken over two lines.
        let joined = english.split_whitespace().collect::<Vec<_>>().join(" ");
        if !joined.contains(phrase.as_str()) {
            _ = writeln!(problems, "  does not say: {phrase}");
        }
    }
    if report.verdict == Verdict::Failed && english.lines().count() > MAX_LINES {
        _ = writeln!(problems, "  {} lines", english.lines().count());
    }
    let chinese = shown(&report, Lang::Zh);
    for (name, text) in [("English", &english), ("Chinese", &chinese)] {
        for word in INTERNAL.iter().filter(|word| text.contains(**word)) {
            _ = writeln!(problems, "  {name}: shows `{word}`");
        }
    }
    snapshot(&file.with_extension("stderr"), &english, &mut problems);
    if fixture.is_chinese {
        snapshot(&file.with_extension("zh.stderr"), &chinese, &mut problems);
    }
    if std::env::var_os("ONLY").is_some() {
        println!("{english}\n{chinese}");
    }
    problems
}

/// Compares with the text beside the fixture, or rewrites it.
fn snapshot(file: &Path, text: &str, problems: &mut String) {
    let kept = fs::read_to_string(file).unwrap_or_default();
    if kept == text {
        return;
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(file, text).unwrap();
    } else {
        _ = writeln!(problems, "  differs from {}:\n{text}", file.file_name().unwrap().display());
    }
}

/// What is done to one token of a solution.
#[derive(Debug, Clone, Copy)]
enum Slip {
    /// It is left out.
    LeftOut,
    /// Two of its letters change places.
    Misspelt,
}

/// Makes one slip at a time in each of those solutions; what is wrong with the findings.
///
/// Slips that the compiler accepts do not count, nor do those after which it is right to complain about another line: a
/// declared name that is misspelt is unknown where it is used.
fn slips(judge: &mut Judge, what: &str, at_least: usize, slip: Slip, takes: fn(&str) -> bool) -> String {
    let mut problems = String::new();
    let mut misses = String::new();
    let (mut n_refused, mut n_near) = (0, 0);
    for name in EXERCISES {
        let exercise = exercise(name);
        let text = fs::read_to_string(exercise.solution_path()).unwrap();
        for (at, token) in tokens(&text).into_iter().filter(|(_, token)| takes(token)) {
            let replacement = match slip {
                Slip::LeftOut => String::new(),
                Slip::Misspelt => misspelt(token),
            };
            let broken = format!("{}{replacement}{}", &text[..at], &text[at + token.len()..]);
            let line = text[..at].matches('\n').count() + 1;
            let report = judge.verify_text(&exercise, Path::new("kernel.cuh"), &broken, &Options::new(1), &mut |_| {});
            let is_refused = report.cases.is_empty();
            let Some(finding) = report.findings.first().filter(|_| is_refused) else {
                if report.verdict == Verdict::Error {
                    _ = writeln!(problems, "{name} with a slip at `{token}` of line {line} is not judged");
                }
                continue;
            };
            n_refused += 1;
            let said = shown(&report, Lang::En);
            let what = format!("{name}, `{token}` of line {line}");
            if let Some(word) = INTERNAL.iter().find(|word| said.contains(**word)) {
                _ = writeln!(problems, "{what}: shows `{word}`:\n{said}");
            }
            if said.lines().count() > MAX_LINES || report.findings.len() > 2 {
                _ = writeln!(problems, "{what}: says too much:\n{said}");
            }
            let lines = finding.diagnostic.labels.iter().map(|label| label.span.line as usize);
            let main = finding.diagnostic.main_label().map(|label| label.span.line as usize);
            let is_use = matches!(slip, Slip::Misspelt) && lines.into_iter().any(|l| l.abs_diff(line) <= 1);
            if is_use || main.is_some_and(|main| main.abs_diff(line) <= 1) {
                n_near += 1;
            } else {
                _ = writeln!(misses, "{what}:\n{said}");
            }
        }
    }
    println!("{what}: {n_near} of {n_refused} are reported on their line or beside it");
    if std::env::var_os("MISSES").is_some() {
        println!("{misses}");
    }
    if n_refused < 50 || n_near * 100 < n_refused * at_least {
        _ = writeln!(problems, "{what}: too few are reported where they are:\n{misses}");
    }
    problems
}

/// The word with the first two neighbours that differ changed; words too short for that with a letter more.
fn misspelt(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    match (1..letters.len()).find(|&i| letters[i - 1] != letters[i] && letters[i - 1] != '_' && letters[i] != '_') {
        Some(i) if letters.len() > 2 => letters.swap(i - 1, i),
        _ => letters.push('q'),
    }
    letters.into_iter().collect()
}

/// The tokens of a solution outside comments and preprocessor lines: offset and text.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        let mut at = if code.trim_start().starts_with('#') { code.len() } else { 0 };
        while let Some(first) = code[at..].chars().next() {
            let len = if is_word(first) && first != '.' {
                let word = code[at..].find(|c| !is_word(c)).unwrap_or(code.len() - at);
                // `threadIdx.x` is three tokens, `0.0f` one.
                if first.is_ascii_digit() { word } else { code[at..at + word].find('.').unwrap_or(word) }
            } else {
                ["::", "+=", "/=", "<=", ">=", "=="]
                    .iter()
                    .find(|sign| code[at..].starts_with(**sign))
                    .map_or(1, |s| s.len())
            };
            if !first.is_whitespace() {
                found.push((start + at, &code[at..at + len]));
            }
            at += len;
        }
        start += line.len();
    }
    found
}
