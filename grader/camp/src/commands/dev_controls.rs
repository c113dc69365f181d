//! The part of `camp dev check` about control kernels: wrong ones must be caught, right ones accepted.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use diag::msg;
use exercise::Exercise;
use judge::{Control, ControlProblem, Judge, Options, Report};

use super::shorten;
use crate::progress_bar::ProgressBar;
use crate::session::Session;

/// The seed of the inputs unless another is asked for. Annotations may quote values, so it is always the same.
const SEED: u64 = 7;

/// How long a case may run: on a busy machine, what is slow must not be taken for what never ends.
const PATIENCE: Duration = Duration::from_secs(20);

/// The control kernels that were asked for.
pub struct Controls<'a> {
    /// Each with its exercise.
    pub jobs: Vec<(&'a Exercise, Control)>,
    /// Kernels that cannot be judged, because of what their annotations say.
    broken: Vec<(String, bool, ControlProblem)>,
}

/// What came of the control kernels of one exercise.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Wrong kernels that got the finding that they must get, of how many.
    pub wrong: (usize, usize),
    /// Right kernels that passed, of how many.
    pub right: (usize, usize),
    /// What is amiss, in the chosen language.
    pub problems: Vec<String>,
    /// The same without the place, and the place.
    pub faults: Vec<((PathBuf, Option<usize>), String)>,
}

impl<'a> Controls<'a> {
    /// The control kernels of `exercises` whose name matches `only`; see [`matches()`].
    pub fn read(exercises: &[&'a Exercise], only: Option<&str>) -> Self {
        let mut all = Self { jobs: Vec::new(), broken: Vec::new() };
        for exercise in exercises {
            let is_meant = |path: &Path| only.is_none_or(|only| matches(only, &exercise.name, path));
            let (controls, broken) = judge::controls(exercise);
            let meant = controls.into_iter().filter(|control| is_meant(&control.path));
            all.jobs.extend(meant.map(|control| (*exercise, control)));
            for problem in broken.into_iter().filter(|problem| is_meant(&problem.path)) {
                let is_wrong = problem.path.parent().is_some_and(|dir| dir.ends_with("wrong"));
                all.broken.push((exercise.key(), is_wrong, problem));
            }
        }
        all
    }

    /// Whether there are none at all.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty() && self.broken.is_empty()
    }

    /// Judges them, with a bar on standard error where that is a terminal. `shown` gets each kernel's report.
    pub fn check(
        &self,
        session: &Session,
        judges: &mut [Judge],
        options: &Options,
        seed: Option<u64>,
        shown: &(dyn Fn(usize, &Report) + Sync),
    ) -> Vec<Vec<ControlProblem>> {
        let stderr = io::stderr();
        let bar = ProgressBar::new(&stderr, stderr.is_terminal(), session.error_style.width);
        let progress = Mutex::new((bar, 0_u64));
        let jobs: Vec<(&Exercise, &Control)> =
            self.jobs.iter().map(|(exercise, control)| (*exercise, control)).collect();
        let n_jobs = jobs.len() as u64;
        let what = session.say(&msg!("camp-check-controls"));
        let done = |at: usize, report: &Report| {
            shown(at, report);
            let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.1 += 1;
            let n_done = progress.1;
            if stderr.is_terminal() {
                progress.0.count(&what, n_done, n_jobs);
            }
        };
        let options = Options { seed: seed.unwrap_or(SEED), patience: PATIENCE, ..options.clone() };
        judge::check_controls(judges, &jobs, &options, &done)
    }

    /// What came of those of one exercise.
    pub fn counts(&self, session: &Session, exercise: &str, results: &[Vec<ControlProblem>]) -> Counts {
        let mut counts = Counts::default();
        let broken = self.broken.iter().filter(|(key, ..)| *key == exercise);
        let broken = broken.map(|(_, is_wrong, problem)| (*is_wrong, std::slice::from_ref(problem)));
        let judged = self.jobs.iter().zip(results).filter(|((of, _), _)| of.key() == exercise);
        let judged = judged.map(|((_, control), problems)| (control.is_wrong(), problems.as_slice()));
        for (is_wrong, problems) in broken.chain(judged) {
            let count = if is_wrong { &mut counts.wrong } else { &mut counts.right };
            count.0 += usize::from(problems.is_empty());
            count.1 += 1;
            counts.problems.extend(problems.iter().map(|problem| text(session, problem)));
            let place = |problem: &ControlProblem| (problem.path.clone(), problem.line.map(|line| line as usize));
            counts.faults.extend(problems.iter().map(|problem| (place(problem), details(session, problem))));
        }
        counts
    }
}

impl Counts {
    /// Writes how many were as they should be.
    pub fn write(&self, session: &Session, exercise: &str, out: &mut impl Write) -> io::Result<()> {
        let ((caught, wrong), (accepted, right)) = (self.wrong, self.right);
        let text = msg!(
            "camp-check-controls-of",
            exercise = exercise,
            caught = caught,
            wrong = wrong,
            accepted = accepted,
            right = right
        );
        let color = if caught + accepted == wrong + right { "32" } else { "31" };
        writeln!(out, "{}", session.paint(color, &session.say(&text)))
    }
}

/// A problem in words: where, what, and below it what was expected and what came.
fn text(session: &Session, problem: &ControlProblem) -> String {
    let path = shorten(&problem.path).display().to_string();
    let place = problem.line.map_or_else(|| path.clone(), |line| format!("{path}:{line}"));
    session.say(&msg!("camp-check-control", place = place, what = details(session, problem)))
}

/// What is amiss, and below it what was expected and what came.
fn details(session: &Session, problem: &ControlProblem) -> String {
    let mut text = session.say(&problem.what);
    for detail in &problem.details {
        text.push_str("\n    ");
        text.push_str(&session.say(detail));
    }
    text
}

/// Whether `pattern` names the control kernel at `path`. A pattern with a slash is compared with
/// `exercise/wrong/file.cuh`, one without with the file's name, with or without its ending. `*` stands for any
/// characters, `?` for one.
fn matches(pattern: &str, exercise: &str, path: &Path) -> bool {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    if pattern.contains('/') {
        let pattern = pattern.trim_start_matches("./");
        let pattern = pattern.strip_prefix("exercises/").unwrap_or(pattern);
        return glob(pattern, &format!("{exercise}/{folder}/{file}"));
    }
    glob(pattern, &file) || glob(pattern, file.trim_end_matches(".cuh"))
}

/// Whether the whole of `text` is as `pattern` says.
pub fn glob(pattern: &str, text: &str) -> bool {
    let Some(first) = pattern.chars().next() else { return text.is_empty() };
    let rest = &pattern[first.len_utf8()..];
    if first == '*' {
        let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        return ends.into_iter().any(|at| glob(rest, &text[at..]));
    }
    let mut chars = text.chars();
    chars.next().is_some_and(|c| first == '?' || first == c) && glob(rest, chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let check = |pattern: &str, expected: bool| {
            let path = Path::new("/x/exercises/copy/wrong/no_bounds_test.cuh");
            assert_eq!(matches(pattern, "copy", path), expected, "{pattern}");
        };
        check("no_bounds_test", true);
        check("no_bounds_test.cuh", true);
        check("no_*", true);
        check("no_bounds_tes?", true);
        check("*", true);
        check("bounds", false);
        check("*bounds*", true);
        check("copy/wrong/*", true);
        check("exercises/copy/wrong/no_bounds_test.cuh", true);
        check("*/wrong/*", true);
        check("*/right/*", false);
        check("copy/*", true);
        check("softmax/*", false);
    }
}
