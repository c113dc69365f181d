//! What the book and README.md show as camp's output is camp's output: kernels named in their pages are judged here.
//!
//! A page names a kernel of `book/kernels/`, judged as an exercise, and what must come of it: a code that must be found
//! first, or `passed`. What lies between marker and end is the report:
//!
//! ````text
//! <!-- verdict: reduce_sum race-wrong.cuh race -->
//! ```text
//! ```
//! <!-- end -->
//! ````
//!
//! With `checked` in place of `verdict` nothing is shown, so there is no end. A `.toml` is judged as the `launch.toml` beside
//! the exercise's solution.
//!
//! `BLESS=1 cargo test -p book --test verdicts` writes the reports anew. Names of kernels or pages on the command line
//! choose some of them.

mod common;

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use cuda::{CacheDir, Compiler, Fetch, PtxCache, Search, WheelSet, WorkerCommand};
use diag::Lang;
use diag::render::Style;
use exercise::Exercise;
use judge::{Judge, Options, Report, Verdict};

/// The argument that makes this program the compiler's child.
const WORKER: &str = "__nvrtc-worker";
/// The seed of every verdict that is shown.
const SEED: u64 = 7;
/// The columns that reports are laid out for: `camp book` indents them by four, which makes 80.
const WIDTH: u16 = 76;
const BEGIN: &str = "```text\n";
const END: &str = "```\n<!-- end -->";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    if args.iter().any(|arg| arg == WORKER) {
        cuda::worker_main();
    }
    if args.iter().any(|arg| arg == "--list") {
        return ExitCode::SUCCESS;
    }
    let filters: Vec<&str> = args.iter().filter(|arg| !arg.starts_with('-')).map(String::as_str).collect();
    normalized_differs_where_it_should();
    match run(&filters) {
        Ok(n_verdicts) => {
            eprintln!("{n_verdicts} verdicts are as the pages say");
            ExitCode::SUCCESS
        }
        Err(problems) => {
            eprintln!("{problems}");
            ExitCode::FAILURE
        }
    }
}

/// Judges what all pages name; how many kernels that were, or everything that is not as it should be.
fn run(filters: &[&str]) -> Result<usize, String> {
    let root = book::root();
    let mut workshop = Workshop::new(&root);
    let (mut problems, mut n_verdicts) = (String::new(), 0);
    let mut named = BTreeSet::new();
    let bless = env::var_os("BLESS").is_some();
    for (lang, page) in pages(&root) {
        let before = fs::read_to_string(&page).expect("a page can be read");
        let name = page.strip_prefix(&root).expect("pages lie in the repository").display().to_string();
        let markers = match markers(&before) {
            Ok(markers) => markers,
            Err(problem) => {
                problems += &format!("{name}: {problem}\n");
                continue;
            }
        };
        let mut after = before.clone();
        // From the end, so that places further up stay valid.
        for marker in markers.iter().rev() {
            named.insert(marker.file.clone());
            let is_asked_for = |filter: &&str| name.contains(*filter) || marker.file.contains(*filter);
            if !filters.is_empty() && !filters.iter().any(is_asked_for) {
                continue;
            }
            n_verdicts += 1;
            let report = workshop.judge(marker);
            let came = outcome(&report);
            let shown = render(&report, lang);
            if came != marker.expected {
                problems += &format!("{name}: {} gives {came}, not {}\n{shown}\n", marker.file, marker.expected);
            }
            let Some(body) = &marker.body else { continue };
            // Times alone are no reason to write a page anew.
            if normalized(&before[body.clone()]) == normalized(&shown) {
                continue;
            }
            if bless {
                after.replace_range(body.clone(), &shown);
            } else {
                problems += &format!("{name}: the report about {} has changed\n{shown}\n", marker.file);
            }
        }
        if after != before {
            fs::write(&page, after).expect("a page can be written");
        }
    }
    for file in common::files(&root.join("book/kernels")) {
        let file = file.display().to_string();
        if !named.contains(&file) {
            problems += &format!("book/kernels/{file}: no page shows it\n");
        }
    }
    if problems.is_empty() {
        Ok(n_verdicts)
    } else {
        Err(problems + "`BLESS=1 cargo test -p book --test verdicts` writes the reports anew")
    }
}

/// The pages that may show verdicts, each with its language.
fn pages(root: &Path) -> Vec<(Lang, PathBuf)> {
    let mut pages = vec![(Lang::En, root.join("README.md"))];
    for language in book::LANGUAGES {
        let lang = Lang::parse(language.code).expect("camp speaks the book's languages");
        let src = root.join("book").join(language.code).join("src");
        let files = common::files(&src).into_iter().filter(|file| file.extension().is_some_and(|e| e == "md"));
        pages.extend(files.map(|file| (lang, src.join(file))));
    }
    pages
}

/// A place where a page names a kernel.
#[derive(Debug)]
struct Marker {
    exercise: String,
    /// In `book/kernels/`.
    file: String,
    expected: String,
    /// Where the report stands in the page, if it is shown.
    body: Option<Range<usize>>,
}

/// The markers of a page, in their order.
fn markers(page: &str) -> Result<Vec<Marker>, String> {
    let mut markers = Vec::new();
    let mut at = 0;
    for line in page.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some(text) = line.trim_end().strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")) else {
            continue;
        };
        let Some((kind, words)) = text.split_once(": ") else { continue };
        if !matches!(kind, "verdict" | "checked") {
            continue;
        }
        let &[exercise, file, expected] = &words.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!("`{text}` is not an exercise, a file and an outcome"));
        };
        let body = if kind == "verdict" {
            let rest = &page[at..];
            let end = rest.find(END).filter(|_| rest.starts_with(BEGIN));
            let end = end.ok_or_else(|| format!("no block with an end follows `{text}` at byte {start}"))?;
            Some(at + BEGIN.len()..at + end)
        } else {
            None
        };
        markers.push(Marker { exercise: exercise.into(), file: file.into(), expected: expected.into(), body });
    }
    Ok(markers)
}

/// A learner's folder with the exercises, and a judge.
struct Workshop {
    kernels: PathBuf,
    solutions: PathBuf,
    judge: Judge,
    /// Removed in the end.
    _dir: tempfile::TempDir,
}

impl Workshop {
    fn new(root: &Path) -> Self {
        let toolchain = cuda::find(&Search::from_env()).unwrap_or_else(|_| {
            let cache = CacheDir::from_env().expect("there is a cache folder");
            cuda::fetch(&Fetch::new(WheelSet::for_driver(None), cache), &mut |_| {}).expect("NVRTC can be fetched")
        });
        let worker =
            WorkerCommand { program: env::current_exe().expect("this program has a path"), args: vec![WORKER.into()] };
        let compiler = Compiler::spawn(toolchain, worker).expect("the compiler's child starts");
        // What is shown is the time of compiling, not of looking up.
        let cache = CacheDir::from_env().ok().filter(|_| env::var_os("BLESS").is_none());
        let compiler = match cache {
            Some(cache) => compiler.with_cache(PtxCache::new(cache.ptx(), PtxCache::DEFAULT_MAX_BYTES)),
            None => compiler,
        };
        // Reports name files as a learner sees them: from the folder with the exercises.
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        for file in common::files(&root.join("exercises")) {
            let to = dir.path().join("exercises").join(&file);
            fs::create_dir_all(to.parent().expect("files lie in folders")).expect("the folder can be written");
            fs::copy(root.join("exercises").join(&file), to).expect("the folder can be written");
        }
        env::set_current_dir(dir.path()).expect("the folder is there");
        Self {
            kernels: root.join("book/kernels"),
            solutions: root.join("solutions"),
            judge: Judge::new(compiler),
            _dir: dir,
        }
    }

    /// What camp says when a learner has written this file into the exercise.
    fn judge(&mut self, marker: &Marker) -> Report {
        let exercise = Exercise::load(&Path::new("exercises").join(&marker.exercise))
            .unwrap_or_else(|error| panic!("{}: {error:?}", marker.exercise));
        let kernel = exercise.kernel_path();
        let rules = exercise.launch_path();
        let shipped = fs::read(&rules).expect("an exercise has launch rules");
        let file = self.kernels.join(&marker.file);
        if marker.file.ends_with(".toml") {
            let solution = self.solutions.join(&marker.exercise).join("nvidia/kernel.cuh");
            fs::copy(solution, &kernel).expect("the folder can be written");
            fs::copy(&file, &rules).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        } else {
            fs::copy(&file, &kernel).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        }
        let report = self.judge.verify(&exercise, &kernel, &Options::new(SEED), &mut |_| {});
        fs::write(&rules, shipped).expect("the folder can be written");
        report
    }
}

/// `passed`, or the code that was found first.
fn outcome(report: &Report) -> String {
    match (report.verdict, report.findings.first()) {
        (Verdict::Passed, _) => "passed".into(),
        (_, Some(first)) => first.diagnostic.code.to_string(),
        (verdict, None) => verdict.as_str().into(),
    }
}

/// The report as the terminal shows it.
fn render(report: &Report, lang: Lang) -> String {
    let mut shown = Vec::new();
    let style = Style::plain(WIDTH);
    let more = diag::msg!("camp-more", exercise = &report.exercise);
    let detail = judge::render::Detail::Brief { more: &more };
    judge::render::report(report, detail, messages::catalogue(lang), &style, &mut shown)
        .expect("memory can be written");
    String::from_utf8(shown).expect("reports are UTF-8")
}

/// The text with every time in milliseconds as `1 ms` and without the compiler's version: they differ between machines.
fn normalized(text: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    for i in 1..words.len() {
        if words[i].trim_end() == "ms" {
            words[i - 1] = "1";
        }
        if words[i - 1] == "NVRTC" {
            words[i] = words[i].trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        }
    }
    words.join(" ")
}

/// The comparison sees what differs, and only what it should see.
fn normalized_differs_where_it_should() {
    let text = "run 34 ms · total 254 ms · NVRTC 13.5\n";
    assert_eq!(normalized(text), normalized("run 3.1 ms · total 9 ms · NVRTC 12.9\n"));
    assert_ne!(normalized(text), normalized("run 34 s · total 254 ms · NVRTC 13.5\n"));
}
