//! Control kernels: kernels with a known mistake, and kernels without one, which prove that an exercise's verdicts can be
//! relied upon.
//!
//! Each exercise has the folders `wrong/` and `right/`. A wrong kernel says at its top what camp must find first, with a
//! phrase of the report about that finding, and marks the line that the report must point at:
//!
//! ```text
//! //@ expect: race                     the finding's code
//! //@ says: __syncthreads()            a phrase of the report, in English; several such lines where more has to be said
//! …
//!     partial[t] += sum;  //~ race     the line of the finding's main place (`//~^ race`: the line above)
//! ```
//!
//! A race's main place is the access after which the barrier is missing. Findings about values (`wrong-result`,
//! `input-modified`) point at the line that wrote the value, `unwritten-output` at the kernel's declaration. `//@ line: none` stands where the report can
//! point at no line. A right kernel must pass; `//@ note: race` says that camp may add a note of this code, and nothing
//! else.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use diag::render::Style;
use diag::{Code, Lang, Severity, Text, msg};
use exercise::{Backend, Exercise};

use crate::render::Detail;
use crate::report::{Finding, Report, Verdict};
use crate::verify::{Judge, Options};

/// The folder of kernels with a mistake.
const WRONG: &str = "wrong";
/// The folder of kernels without one.
const RIGHT: &str = "right";

/// One kernel and what camp must say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Control {
    /// The kernel's file.
    pub path: PathBuf,
    /// What its annotations say.
    pub expected: Expected,
}

/// What camp must say about a control kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// The first finding of a wrong kernel.
    Wrong {
        /// Its code.
        code: Code,
        /// The line of its main place; `None` where it has none.
        line: Option<u32>,
        /// Phrases of its report.
        says: Vec<String>,
    },
    /// A right kernel passes.
    Right {
        /// The code of a note that may be added.
        note: Option<Code>,
    },
}

/// What is amiss with a control kernel, or with what camp says about it.
#[derive(Debug, Clone, PartialEq)]
pub struct ControlProblem {
    /// The kernel's file, or the folder that could not be read.
    pub path: PathBuf,
    /// The line that is about, where it is about one.
    pub line: Option<u32>,
    /// What is amiss.
    pub what: Text,
    /// What was expected and what came, a line each.
    pub details: Vec<Text>,
}

/// Reads all control kernels of an exercise: those whose annotations are complete, and what is amiss with the others.
pub fn controls(exercise: &Exercise) -> (Vec<Control>, Vec<ControlProblem>) {
    let (mut controls, mut problems) = (Vec::new(), Vec::new());
    for folder in [WRONG, RIGHT] {
        let dir = exercise.dir.join(folder);
        let paths = match kernels(&dir, exercise.backend) {
            Ok(paths) => paths,
            Err(error) => {
                problems.push(ControlProblem::new(&dir, None, msg!("judge-control-folder", error = error.to_string())));
                continue;
            }
        };
        for path in paths {
            let read = match fs::read_to_string(&path) {
                Ok(text) => parse(&text, folder == WRONG),
                Err(error) => Err((None, msg!("judge-control-unreadable", error = error.to_string()))),
            };
            match read {
                Ok(expected) => controls.push(Control { path, expected }),
                Err((line, what)) => problems.push(ControlProblem::new(&path, line, what)),
            }
        }
    }
    (controls, problems)
}

/// Judges control kernels, as many at a time as there are judges, and returns what is amiss with each, in their order.
///
/// `done` is called after each kernel, from any thread, with its position and its report. A run that
/// [`Options::cancel`] stops leaves the rest out.
pub fn check_controls(
    judges: &mut [Judge],
    jobs: &[(&Exercise, &Control)],
    options: &Options,
    done: &(dyn Fn(usize, &Report) + Sync),
) -> Vec<Vec<ControlProblem>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![Vec::new(); jobs.len()]);
    std::thread::scope(|scope| {
        for judge in judges {
            scope.spawn(|| {
                let judge = judge;
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((exercise, control)) = jobs.get(at) else { return };
                    if options.cancel.load(Ordering::Relaxed) {
                        return;
                    }
                    let report = judge.verify(exercise, &control.path, options, &mut |_| {});
                    let problems = control.problems(&report);
                    done(at, &report);
                    // Nobody panics while holding the lock.
                    if let Ok(mut results) = results.lock() {
                        results[at] = problems;
                    }
                }
            });
        }
    });
    results.into_inner().unwrap_or_default()
}

impl Control {
    /// Whether the kernel has a mistake.
    pub fn is_wrong(&self) -> bool {
        matches!(self.expected, Expected::Wrong { .. })
    }

    /// What `report` gets wrong about this kernel; nothing when it is as it should be.
    pub fn problems(&self, report: &Report) -> Vec<ControlProblem> {
        let problem =
            |what: Text, details: Vec<Text>| ControlProblem { details, ..ControlProblem::new(&self.path, None, what) };
        if report.verdict == Verdict::Error {
            let detail = report.problem.clone().unwrap_or_else(|| msg!("judge-verdict-error"));
            return vec![problem(msg!("judge-control-not-judged", detail = detail), Vec::new())];
        }
        match &self.expected {
            Expected::Right { note } => {
                let is_allowed = |d: &diag::Diagnostic| d.severity == Severity::Note && Some(d.code) == *note;
                let alarms = report.findings.iter().filter(|finding| !is_allowed(&finding.diagnostic));
                alarms.map(|alarm| problem(msg!("judge-control-false-alarm"), vec![got(alarm)])).collect()
            }
            Expected::Wrong { code, line, says } => {
                let wanted = vec![wanted(*code, *line)];
                let Some(first) = report.findings.first().filter(|_| report.verdict == Verdict::Failed) else {
                    return vec![problem(msg!("judge-control-passed"), wanted)];
                };
                if (first.diagnostic.code, line_of(first)) != (*code, *line) {
                    return vec![problem(msg!("judge-control-other"), [wanted, vec![got(first)]].concat())];
                }
                let said = said(report, first);
                let missing = says.iter().filter(|phrase| !said.contains(*phrase));
                missing
                    .map(|phrase| {
                        let text = msg!("judge-control-said", text = &said);
                        problem(msg!("judge-control-phrase", phrase = phrase), vec![text])
                    })
                    .collect()
            }
        }
    }
}

impl ControlProblem {
    fn new(path: &Path, line: Option<u32>, what: Text) -> Self {
        Self { path: path.to_owned(), line, what, details: Vec::new() }
    }
}

/// The line of a finding's main place.
fn line_of(finding: &Finding) -> Option<u32> {
    finding.diagnostic.main_label().map(|label| label.span.line)
}

/// A finding that should have come, in words.
fn wanted(code: Code, line: Option<u32>) -> Text {
    msg!("judge-control-wanted", finding = place(code, line))
}

/// A finding that came, in words.
fn got(finding: &Finding) -> Text {
    let place = place(finding.diagnostic.code, line_of(finding));
    msg!("judge-control-got", finding = place, title = finding.diagnostic.title.clone())
}

/// A code and its line.
fn place(code: Code, line: Option<u32>) -> Text {
    match line {
        Some(line) => msg!("judge-control-at", code = code.as_str(), line = line),
        None => msg!("judge-control-nowhere", code = code.as_str()),
    }
}

/// The report about one finding as one line of English.
fn said(report: &Report, finding: &Finding) -> String {
    // Wide enough that nothing is wrapped: a phrase must not be torn apart.
    let style = Style::plain(u16::MAX);
    let only = Report { findings: vec![finding.clone()], ..report.clone() };
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    let _ = crate::render::first(&only, Detail::Full, messages::catalogue(Lang::En), &style, &mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    // The first line says which file was judged, and when a phrase is in its name that is not the report's doing.
    let lines = text.lines().skip(1).flat_map(str::split_whitespace);
    lines.collect::<Vec<_>>().join(" ")
}

/// The kernels in a folder, sorted; none when there is no folder. Hidden files and editors' backups are left out.
fn kernels(dir: &Path, backend: Backend) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    let entries = match fs::read_dir(dir) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(paths),
        entries => entries?,
    };
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !name.starts_with('.') && path.extension() == Path::new(backend.kernel_file()).extension() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Splits a line at a comment that begins with `sign`: `//@` in CUDA, `#@` in Python.
fn mark(line: &str, sign: char) -> Option<(&str, &str)> {
    ["//", "#"].iter().find_map(|comment| line.split_once(&format!("{comment}{sign}")))
}

/// A line, where the mistake is on one, and what is amiss with the annotations.
type Mistake = (Option<u32>, Text);

/// Reads the annotations of a kernel.
fn parse(text: &str, is_wrong: bool) -> Result<Expected, Mistake> {
    let mut expect: Option<Code> = None;
    let mut says = Vec::new();
    let mut note = None;
    let mut has_no_line = false;
    let mut marks: Vec<(u32, u32, &str)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(directive) =
            mark(line.trim_start(), '@').filter(|(before, _)| before.is_empty()).map(|(_, rest)| rest)
        {
            let (key, value) = directive.split_once(':').unwrap_or((directive, ""));
            let (key, value) = (key.trim(), value.trim());
            let code = || {
                let unknown = || (Some(number), msg!("judge-control-unknown-code", code = value, codes = codes()));
                Code::parse(value).ok_or_else(unknown)
            };
            match key {
                "expect" if is_wrong && expect.is_none() => expect = Some(code()?),
                "says" if is_wrong && !value.is_empty() => says.push(value.to_owned()),
                "line" if is_wrong && value == "none" => has_no_line = true,
                "note" if !is_wrong && note.is_none() => note = Some(code()?),
                _ if is_wrong => return Err((Some(number), msg!("judge-control-directive-wrong", line = line.trim()))),
                _ => return Err((Some(number), msg!("judge-control-directive-right", line = line.trim()))),
            }
        }
        if let Some((_, mark)) = mark(line, '~') {
            let (at, code) = mark.strip_prefix('^').map_or((number, mark), |code| (number - 1, code));
            marks.push((number, at, code.trim()));
        }
    }
    if !is_wrong {
        return match marks.first() {
            Some(&(number, ..)) => Err((Some(number), msg!("judge-control-mark-right"))),
            None => Ok(Expected::Right { note }),
        };
    }
    let Some(code) = expect else { return Err((None, msg!("judge-control-no-code"))) };
    let line = match (&marks[..], has_no_line) {
        ([], true) => None,
        ([], false) => return Err((None, msg!("judge-control-no-line", code = code.as_str()))),
        ([(_, at, marked)], false) if *marked == code.as_str() => Some(*at),
        ([(number, _, _)], false) => {
            return Err((Some(*number), msg!("judge-control-mark-code", code = code.as_str())));
        }
        ([(number, ..)], true) | ([_, (number, ..), ..], _) => {
            return Err((Some(*number), msg!("judge-control-marks")));
        }
    };
    if says.is_empty() {
        return Err((None, msg!("judge-control-no-phrase")));
    }
    Ok(Expected::Wrong { code, line, says })
}

/// All codes that a kernel can get.
fn codes() -> String {
    let codes = Code::ALL.into_iter().filter(|code| *code != Code::BadExercise).map(Code::as_str);
    codes.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn mistake(text: &str, is_wrong: bool, id: &str, line: Option<u32>) {
        let (at, what) = parse(text, is_wrong).expect_err("a mistake");
        assert_eq!((what.id, at), (id, line), "{text}");
    }

    #[test]
    fn complete_annotations() {
        let text = "//@ expect: race\n//@ says: one\n//@ says: two: three\nx;\n//~^ race\n";
        let says = vec!["one".to_owned(), "two: three".to_owned()];
        assert_eq!(parse(text, true).unwrap(), Expected::Wrong { code: Code::Race, line: Some(4), says });
        let text = "//@ expect: compile-error\n//@ says: a\n//@ line: none\n";
        let says = vec!["a".to_owned()];
        assert_eq!(parse(text, true).unwrap(), Expected::Wrong { code: Code::CompileError, line: None, says });
        assert_eq!(parse("//@ note: race\nx;\n", false).unwrap(), Expected::Right { note: Some(Code::Race) });
        assert_eq!(parse("x;  // ~\n", false).unwrap(), Expected::Right { note: None });
    }

    #[test]
    fn whatever_is_missing_or_misspelt_is_named() {
        mistake("x;\n", true, "judge-control-no-code", None);
        mistake("\n//@ expect: rase\n", true, "judge-control-unknown-code", Some(2));
        mistake("//@ expcet: race\n", true, "judge-control-directive-wrong", Some(1));
        mistake("//@ expect: race\n//@ expect: hang\n", true, "judge-control-directive-wrong", Some(2));
        mistake("//@ expect race\n", true, "judge-control-directive-wrong", Some(1));
        mistake("//@ expect: race\n//@ says: a\n", true, "judge-control-no-line", None);
        mistake("//@ expect: race\n//@ says: a\nx; //~ hang\n", true, "judge-control-mark-code", Some(3));
        mistake("//@ expect: race\n//@ says: a\nx; //~ race\ny; //~ race\n", true, "judge-control-marks", Some(4));
        mistake("//@ expect: race\n//@ line: none\nx; //~ race\n", true, "judge-control-marks", Some(3));
        mistake("//@ expect: race\nx; //~ race\n", true, "judge-control-no-phrase", None);
        mistake("//@ says:\n", true, "judge-control-directive-wrong", Some(1));
        mistake("//@ expect: race\n", false, "judge-control-directive-right", Some(1));
        mistake("x; //~ race\n", false, "judge-control-mark-right", Some(1));
    }
}
