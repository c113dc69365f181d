//! Positive controls: kernels with a known mistake and kernels without one, judged by the real binary.
//!
//! Each exercise has the folders `wrong/` and `right/`. A wrong kernel says at its top what camp must find first, and
//! marks the line:
//!
//! ```text
//! //@ expect: race                     the finding's code
//! //@ says: __syncthreads()            a phrase of the report about that finding; as many of these as wanted
//! …
//!     partial[t] += sum;  //~ race     the line of the finding's main place (`//~^ race`: the line above)
//! ```
//!
//! A race's main place is the access after which the barrier is missing. Findings about values (`wrong-result`,
//! `unwritten-output`, `input-modified`) point at the kernel's declaration, so they need no mark. A right kernel must pass;
//! `//@ note: race` says that camp may add a note of this code, and nothing else.
//!
//! `CAMP_CONTROLS=softmax/wrong` judges only the kernels whose path contains that, and shows camp's reports.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::{Folder, code, set_up, stderr, stdout};

/// How many of each an operator has at least.
const WRONG_AT_LEAST: usize = 25;
const RIGHT_AT_LEAST: usize = 12;

/// One kernel and what camp should say about it.
#[derive(Debug, Default)]
struct Control {
    exercise: String,
    path: PathBuf,
    is_wrong: bool,
    expect: Option<String>,
    says: Vec<String>,
    note: Option<String>,
    line: Option<u32>,
}

impl Control {
    fn read(exercise: &str, path: PathBuf, is_wrong: bool) -> Self {
        let text = fs::read_to_string(&path).expect("kernels are text");
        let mut control = Self { exercise: exercise.into(), path, is_wrong, ..Self::default() };
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(directive) = line.strip_prefix("//@ ") {
                let (key, value) = directive.split_once(": ").expect("`//@ key: value`");
                match key {
                    "expect" if is_wrong && control.expect.is_none() => control.expect = Some(value.into()),
                    "says" if is_wrong => control.says.push(value.into()),
                    "note" if !is_wrong => control.note = Some(value.into()),
                    _ => panic!("{}:{number}: `{key}` has no place here", control.path.display()),
                }
            }
            if let Some((_, mark)) = line.split_once("//~") {
                let (at, code) = mark.strip_prefix('^').map_or((number, mark), |code| (number - 1, code));
                let is_expected = Some(code.trim()) == control.expect.as_deref();
                assert!(is_expected && control.line.is_none(), "{}:{number}: a mark too much", control.path.display());
                control.line = Some(at);
            }
        }
        assert_eq!(control.expect.is_some(), is_wrong, "{}: `//@ expect`", control.path.display());
        control
    }

    /// All kernels of all exercises.
    fn all() -> Vec<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../exercises").canonicalize().expect("it is there");
        let mut controls = Vec::new();
        for exercise in entries(&root) {
            let name = exercise.file_name().unwrap_or_default().to_string_lossy().into_owned();
            for (folder, is_wrong) in [("wrong", true), ("right", false)] {
                let dir = exercise.join(folder);
                if dir.is_dir() {
                    controls.extend(entries(&dir).into_iter().map(|path| Self::read(&name, path, is_wrong)));
                }
            }
        }
        controls
    }

    /// What camp got wrong about this kernel; nothing when it is as it should be.
    fn problems(&self, folder: &Folder, show: bool) -> Vec<String> {
        let kernel = self.path.display().to_string();
        let verify = |format: &str| {
            folder.run(&["verify", &self.exercise, "--kernel", &kernel, "--seed", "7", "--format", format])
        };
        let output = verify("json");
        let Ok(report) = serde_json::from_str::<judge::JsonReport>(&stdout(&output)) else {
            return vec![format!("no report: {}{}", stdout(&output), stderr(&output))];
        };
        let mut problems = Vec::new();
        let mut want = |is_so: bool, text: String| {
            if !is_so {
                problems.push(text);
            }
        };
        let (verdict, status) = if self.is_wrong { ("failed", 1) } else { ("passed", 0) };
        let got = (report.verdict.as_str(), code(&output));
        want(got == (verdict, status), format!("{got:?}, wanted {verdict}; {:?}", report.error));
        if !self.is_wrong {
            for finding in &report.findings {
                let is_allowed = finding.severity == "note" && self.note.as_ref() == Some(&finding.code);
                want(is_allowed, format!("false alarm: {finding:?}"));
            }
            return problems;
        }
        let first = report.findings.first();
        let found = first.map(|f| f.code.clone());
        want(found == self.expect, format!("found {first:?}, wanted {:?}", self.expect));
        if self.line.is_some() && found == self.expect {
            let line = first.and_then(|f| f.line);
            want(line == self.line, format!("line {line:?}, wanted {:?}", self.line));
        }
        if !self.says.is_empty() || show {
            let text = stdout(&verify("text"));
            let said = first_finding(&text);
            for phrase in &self.says {
                want(said.contains(phrase), format!("“{phrase}” is missing in: {said}"));
            }
            if show {
                eprintln!("{text}");
            }
        }
        problems
    }
}

/// The first finding of a report as one line: reports are wrapped.
fn first_finding(report: &str) -> String {
    let starts = |line: &str| ["error[", "warning[", "note["].iter().any(|start| line.starts_with(start));
    let mut lines = report.lines().skip_while(|line| !starts(line));
    let first = lines.next().unwrap_or_default();
    let words = lines.take_while(|line| !starts(line)).flat_map(str::split_whitespace);
    words.fold(first.to_owned(), |mut text, word| {
        text.push(' ');
        text.push_str(word);
        text
    })
}

/// A folder's entries, sorted, hidden ones left out.
fn entries(dir: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(dir).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = read.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.retain(|path| !path.file_name().unwrap_or_default().to_string_lossy().starts_with('.'));
    paths.sort();
    paths
}

#[test]
fn wrong_kernels_are_found_out_and_right_ones_accepted() {
    set_up();
    let folder = Folder::new();
    let only = std::env::var("CAMP_CONTROLS").ok();
    let mut controls = Control::all();
    if let Some(part) = &only {
        controls.retain(|control| control.path.display().to_string().contains(part));
    }

    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(control) = controls.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let started = Instant::now();
                    let problems = control.problems(&folder, only.is_some());
                    results.lock().expect("no thread panicked").push((control, problems, started.elapsed()));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread panicked");
    results.sort_by_key(|(control, ..)| &control.path);

    // Per exercise and kind: how many were right, of how many.
    let mut counts: BTreeMap<(&str, bool), (usize, usize)> = BTreeMap::new();
    let mut report = String::new();
    for (control, problems, took) in &results {
        let count = counts.entry((&control.exercise, control.is_wrong)).or_default();
        count.0 += usize::from(problems.is_empty());
        count.1 += 1;
        let path = control.path.display();
        for problem in problems {
            writeln!(report, "{path}: {problem}").expect("text can be written");
        }
        if *took > Duration::from_secs(5) {
            println!("{path}: slow, {:.1} s", took.as_secs_f64());
        }
    }
    for (&(exercise, is_wrong), (right, all)) in &counts {
        let what = if is_wrong { "wrong kernels caught with code, line and words" } else { "right kernels accepted" };
        println!("{exercise}: {right} of {all} {what}");
        if only.is_none() {
            assert!(*all >= if is_wrong { WRONG_AT_LEAST } else { RIGHT_AT_LEAST }, "{exercise} has too few controls");
        }
    }
    println!("{:.1} s", start.elapsed().as_secs_f64());
    assert!(!results.is_empty() && report.is_empty(), "{report}");
}
