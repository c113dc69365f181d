//! Every fixture below `tests/explain`: a kernel file that does not lower, what is said about it, and how that looks on a
//! screen of 80 columns.
//!
//! ```text
//! #@ exercise: copy          whose kernel it is
//! #@ args: N=100 BLOCK_N=64  arguments other than the exercise's usual ones
//! #@ says: a phrase          of the report; as many of these as wanted
//! #@ finds: 12 compile-error what is found and on which line, `none` where it is on none
//! #@ chinese                 the report in Chinese is kept as well
//! …
//! ```
//!
//! A report that differs from the `.txt` beside the kernel (`.zh.txt` in Chinese) fails. `BLESS=1 cargo test -p tilelang --test explain` rewrites those;
//! `ONLY=layout` takes the fixtures whose name contains that and shows their reports.
//!
//! `tests/known_bugs` holds kernels that meet known bugs of TileLang, in the same way: `#@ bug: tile-ai/tilelang#2399`.
//! `#@ fixed` says that TileLang lowers it or refuses it with a message of its own by now.
//!
//! This program is its own sandboxed child, so it has a `main`.

#![allow(clippy::print_stdout, reason = "a test without a harness says what it did")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]
#![allow(clippy::result_large_err, reason = "an answer is the crate's own type, and a test holds few of them")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use diag::render::{Style, terminal};
use diag::{Lang, SourceMap};
use tilelang::{Answer, Argument, Environment, Failure, Job, Request, SandboxCommand, Worker, install, known};
use wheels::CacheDir;

const CHILD: &str = "__sandbox";
/// What a learner must never read: TileLang's files and names, camp's own, this machine's folders.
const INTERNAL: [&str; 22] = [
    "site-packages",
    "/site/",
    ".cc",
    "tvm",
    "tirx",
    "Check failed",
    "<class",
    "ICHECK",
    "PrimFunc",
    "ir_builder",
    "::",
    "ffi",
    "worker.py",
    "<string>",
    "torch_stub",
    "tl.Fragment",
    "_rep",
    "has_best",
    "Traceback",
    "builder.py",
    "lambda",
    "/tmp",
];
/// Lines that a report may have.
const MAX_LINES: usize = 25;
/// Columns of the screen.
const WIDTH: u16 = 80;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let [_, child, python, scratch] = args.as_slice()
        && child == CHILD
    {
        panic!("{}", tilelang::sandbox::enter(Path::new(python), Path::new(scratch)));
    }
    if args.iter().any(|arg| arg == "--list") {
        return;
    }
    let command = SandboxCommand { program: std::env::current_exe().unwrap(), args: vec![CHILD.into()] };
    let mut worker = Worker::new(environment(), command);
    let problems = folder(&mut worker, "explain", 60) + &folder(&mut worker, "known_bugs", 10);
    if !problems.is_empty() {
        println!("{problems}");
        std::process::exit(101);
    }
}

fn environment() -> Environment {
    let cache = CacheDir::from_env().expect("a cache folder");
    install::fetch(&cache, &mut |_| ()).expect("TileLang can be fetched")
}

/// A kernel file and what its comments announce.
#[derive(Debug, Default)]
struct Fixture {
    exercise: String,
    arguments: Vec<(String, String)>,
    says: Vec<String>,
    is_chinese: bool,
    /// Line, 0 for none, and what is found there.
    expected: Option<(u32, String)>,
    bug: Option<String>,
    is_fixed: bool,
}

impl Fixture {
    fn parse(text: &str) -> Self {
        let mut fixture = Self::default();
        for line in text.lines() {
            if let Some(directive) = line.strip_prefix("#@ ") {
                match directive.split_once(": ").unwrap_or((directive, "")) {
                    ("exercise", name) => fixture.exercise = name.to_owned(),
                    ("args", args) => {
                        let pairs = args.split_whitespace().map(|pair| pair.split_once('=').unwrap());
                        fixture.arguments = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
                    }
                    ("says", phrase) => fixture.says.push(phrase.to_owned()),
                    ("chinese", _) => fixture.is_chinese = true,
                    ("finds", found) => {
                        let (line, code) = found.split_once(' ').unwrap();
                        fixture.expected = Some((line.parse().unwrap_or(0), code.to_owned()));
                    }
                    ("bug", issue) => fixture.bug = Some(issue.to_owned()),
                    ("fixed", _) => fixture.is_fixed = true,
                    (other, _) => panic!("unknown directive {other}"),
                }
            }
        }
        fixture
    }

    fn job(&self) -> Job {
        let usual: &[(&str, &str)] = match self.exercise.as_str() {
            "copy" | "vector_add" => &[("N", "1000"), ("BLOCK_N", "256"), ("dtype", "float32")],
            _ => &[("N", "17"), ("M", "300"), ("BLOCK_N", "16"), ("BLOCK_M", "128")],
        };
        let own = self.arguments.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let argument = |value: &str| value.parse().map_or_else(|_| Argument::Dtype(value.to_owned()), Argument::Int);
        usual.iter().copied().chain(own).map(|(name, value)| (name.to_owned(), argument(value))).collect()
    }
}

fn answer(worker: &mut Worker, fixture: &Fixture, text: &str) -> Answer {
    let request = Request {
        path: "/nowhere/kernel.py".to_owned(),
        folder: None,
        text: text.to_owned(),
        function: format!("{}_kernel", fixture.exercise),
        arch: "sm_75".to_owned(),
        guarded: true,
        jobs: vec![fixture.job()],
        n_parallel: 1,
        // Other work on the machine must not look like a kernel file that does not end.
        cpu_seconds: if text.contains("while ") { 2 } else { 20 },
        memory_bytes: 2 << 30,
    };
    let mut answer = Err(Failure::default());
    worker
        .lower(&request, &AtomicBool::new(false), &mut |_, given| {
            answer = given;
            true
        })
        .unwrap();
    answer
}

/// Takes every fixture of a folder; what is wrong with them.
fn folder(worker: &mut Worker, name: &str, at_least: usize) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "py") && file.to_string_lossy().contains(&only));
    files.sort();
    assert!(files.len() >= at_least || !only.is_empty(), "{} fixtures", files.len());
    let mut all = String::new();
    let mut n_failed = 0;
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        let fixture = Fixture::parse(&text);
        let answer = answer(worker, &fixture, &text);
        let problems = match (&fixture.bug, answer) {
            (Some(bug), answer) => known_bug(file, &fixture, bug, &text, answer),
            (None, Ok(_)) => "  it lowers\n".to_owned(),
            (None, Err(failure)) => explained(file, &fixture, &text, &failure),
        };
        if !problems.is_empty() {
            n_failed += 1;
            _ = writeln!(all, "{}:\n{problems}", file.file_name().unwrap().display());
        }
    }
    println!("{name}: {} kernels, {n_failed} of them explained otherwise than announced", files.len());
    all
}

/// What is wrong with what is said about a kernel that meets a known bug.
fn known_bug(file: &Path, fixture: &Fixture, bug: &str, text: &str, answer: Answer) -> String {
    let found = match &answer {
        Ok(_) => known::known_wrong(text),
        Err(failure) => known::known_bug(failure, text),
    };
    let found = found.map(|bug| bug.issue.as_str());
    let entry = known::table().iter().find(|entry| entry.issue == bug);
    let Some(entry) = entry else { return format!("  {bug} is not in the table\n") };
    if entry.fixed.is_some() != fixture.is_fixed {
        return format!("  the table says {:?} of {bug}\n", entry.fixed);
    }
    match (fixture.is_fixed, found, answer) {
        (true, Some(found), _) => format!("  taken for {found}\n"),
        (true, None, _) => String::new(),
        (false, found, Ok(_)) if found == Some(bug) => String::new(),
        (false, found, Err(failure)) if found == Some(bug) => explained(file, fixture, text, &failure),
        (false, found, answer) => format!("  taken for {found:?}: {:?}\n", answer.map(|lowered| lowered.kernels)),
    }
}

/// What is wrong with what is said about a failure.
fn explained(file: &Path, fixture: &Fixture, text: &str, failure: &Failure) -> String {
    let mut problems = String::new();
    let mut sources = SourceMap::new();
    let id = sources.add("kernel.py", text);
    let diagnostic = tilelang::explain(failure, &sources, id);
    let line = diagnostic.main_label().map_or(0, |label| label.span.line);
    let found = (line, diagnostic.code.as_str().to_owned());
    if fixture.expected.as_ref() != Some(&found) {
        _ = writeln!(problems, "  found {found:?}, announced {:?}", fixture.expected);
    }
    let shown = |lang| {
        let mut out = Vec::new();
        terminal(&diagnostic, &sources, messages::catalogue(lang), &Style::plain(WIDTH), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let (english, chinese) = (shown(Lang::En), shown(Lang::Zh));
    // A phrase may be broken over two lines.
    let joined = english.split_whitespace().collect::<Vec<_>>().join(" ");
    for phrase in fixture.says.iter().filter(|phrase| !joined.contains(phrase.as_str())) {
        _ = writeln!(problems, "  does not say: {phrase}");
    }
    for (name, report) in [("English", &english), ("Chinese", &chinese)] {
        if report.lines().count() > MAX_LINES {
            _ = writeln!(problems, "  {name}: {} lines", report.lines().count());
        }
        // What stands in the learner's own file is shown as it is.
        for word in INTERNAL.iter().filter(|word| report.contains(**word) && !text.contains(**word)) {
            _ = writeln!(problems, "  {name}: shows `{word}`");
        }
    }
    snapshot(&file.with_extension("txt"), &english, &mut problems);
    if fixture.is_chinese {
        snapshot(&file.with_extension("zh.txt"), &chinese, &mut problems);
    }
    if std::env::var_os("ONLY").is_some() {
        println!("{}\n{english}\n{chinese}\n{failure:?}", file.display());
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
