//! What a complete exercise has, point by point, in the order in which an author does it.

use std::fs;
use std::path::{Path, PathBuf};

use diag::{Lang, SourceMap, Text, msg};
use exercise::{Backend, Error, Exercise, in_language};
use runtime::Operator;
use serde::Serialize;

use super::super::dev_controls::Counts;
use super::super::shorten;
use super::basics::Faults;
use super::keeps_its_tests;
use super::todo::{self, Todo};
use crate::session::Session;

/// Control kernels in CUDA that an exercise has at least: wrong ones and right ones.
const CONTROLS_AT_LEAST: (usize, usize) = (5, 3);

/// A comment that justifies a tolerance takes more than a few words.
const SHORTEST_REASON: usize = 40;

/// What has to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Id {
    Exercise,
    Tolerance,
    Reference,
    Numpy,
    Stub,
    Solution,
    NullKernels,
    Hints,
    ControlKernels,
    ApiErrors,
    Bench,
    Chinese,
    Book,
}

/// Whether it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Done,
    Open,
    /// There is no book here, or camp keeps the material for itself.
    NotNeeded,
}

/// A point of the list.
#[derive(Debug, Clone, Serialize)]
pub struct Point {
    pub id: Id,
    pub backend: &'static str,
    pub state: State,
    /// Where there is something to write.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What is missing or wrong, in the chosen language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What shows the point again.
    pub command: String,
}

/// What is missing, and where.
enum Missing {
    Todo(Todo),
    Fault(Option<(PathBuf, Option<usize>)>, String),
}

impl Point {
    /// Whether something is left to do.
    pub fn is_open(&self) -> bool {
        self.state == State::Open
    }

    /// The title in the list.
    pub fn title(&self, session: &Session) -> String {
        let title = session.say(&match self.id {
            Id::Exercise => msg!("camp-point-exercise"),
            Id::Tolerance => msg!("camp-point-tolerance"),
            Id::Reference => msg!("camp-point-reference"),
            Id::Numpy => msg!("camp-point-numpy"),
            Id::Stub => msg!("camp-point-stub"),
            Id::Solution => msg!("camp-point-solution"),
            Id::NullKernels => msg!("camp-point-null-kernels"),
            Id::Hints => msg!("camp-point-hints"),
            Id::ControlKernels => msg!("camp-point-control-kernels"),
            Id::ApiErrors => msg!("camp-point-api-errors"),
            Id::Bench => msg!("camp-point-bench"),
            Id::Chinese => msg!("camp-point-chinese"),
            Id::Book => msg!("camp-point-book"),
        });
        if self.backend == Backend::Tilelang.as_str() {
            return session.say(&msg!("camp-point-of-backend", point = title, backend = self.backend));
        }
        title
    }

    /// How to do it.
    pub fn how(&self) -> Text {
        match self.id {
            Id::Exercise => msg!("camp-point-exercise-how"),
            Id::Tolerance => msg!("camp-point-tolerance-how"),
            Id::Reference => msg!("camp-point-reference-how"),
            Id::Numpy => msg!("camp-point-numpy-how"),
            Id::Stub => msg!("camp-point-stub-how"),
            Id::Solution => msg!("camp-point-solution-how"),
            Id::NullKernels => msg!("camp-point-null-kernels-how"),
            Id::Hints => msg!("camp-point-hints-how"),
            Id::ControlKernels => {
                msg!("camp-point-control-kernels-how", wrong = CONTROLS_AT_LEAST.0, right = CONTROLS_AT_LEAST.1)
            }
            Id::ApiErrors => msg!("camp-point-api-errors-how"),
            Id::Bench => msg!("camp-point-bench-how"),
            Id::Chinese => msg!("camp-point-chinese-how"),
            Id::Book => msg!("camp-point-book-how"),
        }
    }

    /// Where something is to be written, as editors read it.
    pub fn place(&self) -> Option<String> {
        let file = self.file.as_ref()?;
        Some(self.line.map_or_else(|| file.clone(), |line| format!("{file}:{line}")))
    }

    /// One line for an editor's list, where the point is about a line.
    pub fn concise(&self, session: &Session) -> Option<String> {
        let message = self.message.clone().unwrap_or_else(|| self.title(session));
        Some(format!("{}: {message}", self.place()?))
    }
}

/// The points of one of an exercise's kernels. What does not depend on the backend is a point of the CUDA kernel.
pub fn of(session: &Session, root: &Path, exercise: &Exercise, faults: &Faults, counts: &Counts) -> Vec<Point> {
    let about = About { session, root, exercise, is_kept: keeps_its_tests(root, exercise) };
    let is_first = exercise.backend == Backend::Nvidia;
    let mut points = Vec::new();
    let mut add = |id, missing: Option<Missing>| points.push(about.point(id, missing));
    if is_first {
        add(Id::Exercise, about.form());
        add(Id::Tolerance, about.tolerance());
        let reference = exercise.reference_path();
        add(Id::Reference, about.files([reference.clone()]).or_else(|| about.fault(&reference, &faults.reference)));
        add(Id::Numpy, about.numpy(faults));
    }
    add(Id::Stub, about.stub(faults));
    let solution = exercise.solution_path();
    add(Id::Solution, about.files([solution.clone()]).or_else(|| about.fault(&solution, &faults.solution)));
    if is_first {
        add(Id::NullKernels, about.fault(&exercise.dir.join("exercise.toml"), &faults.nulls));
    }
    add(Id::Hints, about.hints(faults));
    add(Id::ControlKernels, about.controls(counts));
    if is_first {
        add(Id::ApiErrors, about.api_errors());
        add(Id::Bench, about.bench());
    }
    add(Id::Chinese, about.chinese());
    if is_first {
        add(Id::Book, about.book());
        if !about.has_book() {
            points.iter_mut().filter(|point| point.id == Id::Book).for_each(|point| point.state = State::NotNeeded);
        }
    }
    if !is_first && counts.wrong.1 + counts.right.1 == 0 {
        // Those in CUDA prove what the cases are good for; these are asked for of nobody.
        let is_none = |point: &&mut Point| point.id == Id::ControlKernels && !point.is_open();
        points.iter_mut().filter(is_none).for_each(|point| point.state = State::NotNeeded);
    }
    if about.is_kept {
        // What camp's own exercises lack in a learner's folder lies in camp's.
        let is_kept = |point: &&mut Point| matches!(point.id, Id::Numpy | Id::ControlKernels | Id::Chinese);
        for point in points.iter_mut().filter(is_kept).filter(|point| point.is_open()) {
            *point = Point { state: State::NotNeeded, file: None, line: None, message: None, ..point.clone() };
        }
    }
    points
}

/// The points of an exercise whose file cannot be understood: the first is open, and nothing is known of the others.
pub fn of_unloadable(session: &Session, name: &str, error: &Error) -> Vec<Point> {
    let mut sources = SourceMap::new();
    let diagnostic = error.to_diagnostic(&mut sources);
    let line = diagnostic.main_label().map(|label| label.span.line as usize);
    let all = [
        Id::Exercise,
        Id::Tolerance,
        Id::Reference,
        Id::Numpy,
        Id::Stub,
        Id::Solution,
        Id::NullKernels,
        Id::Hints,
        Id::ControlKernels,
        Id::ApiErrors,
        Id::Bench,
        Id::Chinese,
        Id::Book,
    ];
    let point = |id| Point {
        id,
        backend: Backend::Nvidia.as_str(),
        state: State::Open,
        file: None,
        line: None,
        message: None,
        command: format!("camp dev check {name}"),
    };
    let mut points: Vec<Point> = all.into_iter().map(point).collect();
    if let Some(first) = points.first_mut() {
        first.file = Some(shorten(error.path()).display().to_string());
        first.line = line;
        first.message = Some(session.say(error.text()));
    }
    points
}

/// The exercise that the points are about.
struct About<'a> {
    session: &'a Session,
    root: &'a Path,
    exercise: &'a Exercise,
    /// Whether it is camp's own, in a folder without what camp is tested with.
    is_kept: bool,
}

impl About<'_> {
    fn point(&self, id: Id, missing: Option<Missing>) -> Point {
        let state = if missing.is_some() { State::Open } else { State::Done };
        let (place, message) = match missing {
            None => (None, None),
            Some(Missing::Todo(todo)) => (Some((todo.file, Some(todo.line))), Some(todo.what)),
            Some(Missing::Fault(place, message)) => (place, Some(message)),
        };
        let command = self.command(id, place.as_ref().map(|(file, _)| file.as_path()));
        let (file, line) = place.map_or((None, None), |(file, line)| (Some(file), line));
        let file = file.map(|file| shorten(&file).display().to_string());
        Point { id, backend: self.exercise.backend.as_str(), state, file, line, message, command }
    }

    /// What shows a point again.
    fn command(&self, id: Id, file: Option<&Path>) -> String {
        let name = &self.exercise.name;
        let backend = match self.exercise.backend {
            Backend::Nvidia => String::new(),
            other => format!(" --backend {}", other.as_str()),
        };
        let control = || {
            let file = file?;
            let folder = file.parent()?.file_name()?.to_string_lossy().into_owned();
            let stem = file.file_name()?.to_string_lossy().into_owned();
            matches!(folder.as_str(), "wrong" | "right").then(|| format!("{name}/{folder}/{stem}"))
        };
        match id {
            Id::Solution => format!("camp verify {name} --solution{backend}"),
            Id::ControlKernels => match control() {
                Some(control) => format!("camp dev check {name} --only '{control}'"),
                None => format!("camp dev check {name}"),
            },
            _ => format!("camp dev check {name}"),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.exercise.dir.join(name)
    }

    fn say(&self, text: &Text) -> String {
        self.session.say(text)
    }

    /// A file, where it is not there.
    fn absent(&self, path: &Path) -> Option<Missing> {
        let text = || self.say(&msg!("camp-file-missing", path = shorten(path).display()));
        (!path.is_file()).then(|| Missing::Fault(Some((path.to_owned(), None)), text()))
    }

    /// The first of these files that is not there or has something to write.
    fn files(&self, paths: impl IntoIterator<Item = PathBuf>) -> Option<Missing> {
        paths.into_iter().find_map(|path| self.absent(&path).or_else(|| todo::first([path]).map(Missing::Todo)))
    }

    /// The first fault of a list, which is about a file.
    fn fault(&self, path: &Path, faults: &[String]) -> Option<Missing> {
        faults.first().map(|fault| Missing::Fault(Some((path.to_owned(), None)), fault.clone()))
    }

    /// What is marked in `exercise.toml`, apart from what other points are about.
    fn form(&self) -> Option<Missing> {
        let (path, text) = self.toml();
        let above = tolerance(&text).map(|(_, comment)| comment);
        let n_before_hints = text.lines().take_while(|line| line.trim() != "[[hints]]").count();
        let is_own = |todo: &Todo| {
            todo.line <= n_before_hints && above.as_ref().is_none_or(|comment| !comment.contains(&todo.line))
        };
        todo::lines(&path, &text).into_iter().find(is_own).map(Missing::Todo)
    }

    /// The text of `exercise.toml`, which loading has read.
    fn toml(&self) -> (PathBuf, String) {
        let path = self.file("exercise.toml");
        let text = fs::read_to_string(&path).unwrap_or_default();
        (path, text)
    }

    fn tolerance(&self) -> Option<Missing> {
        let (path, text) = self.toml();
        let (line, comment) = tolerance(&text)?;
        if let Some(todo) = todo::lines(&path, &text).into_iter().find(|todo| comment.contains(&todo.line)) {
            return Some(Missing::Todo(todo));
        }
        let reason: usize =
            text.lines().skip(comment.start - 1).take(comment.len()).map(|line| line.chars().count()).sum();
        let unjustified = || self.say(&msg!("camp-point-tolerance-why"));
        (reason < SHORTEST_REASON).then(|| Missing::Fault(Some((path, Some(line))), unjustified()))
    }

    fn numpy(&self, faults: &Faults) -> Option<Missing> {
        if let Some(todo) = todo::first([self.file("tests/numpy.py")]) {
            return Some(Missing::Todo(todo));
        }
        let record = self.file("tests/numpy.toml");
        if !record.is_file() {
            let text = self.say(&msg!("camp-point-numpy-unrecorded", name = &self.exercise.name));
            return Some(Missing::Fault(Some((record, None)), text));
        }
        self.fault(&record, &faults.record)
    }

    fn stub(&self, faults: &Faults) -> Option<Missing> {
        let kernel = self.exercise.kernel_path();
        let missing = self.files([kernel.clone()]).or_else(|| self.fault(&kernel, &faults.stub));
        missing.or_else(|| self.absent(&self.exercise.launch_path()))
    }

    fn hints(&self, faults: &Faults) -> Option<Missing> {
        let (path, text) = self.toml();
        let blocks: Vec<usize> =
            (1..).zip(text.lines()).filter(|(_, line)| line.trim() == "[[hints]]").map(|(n, _)| n).collect();
        // A hint says whose it is between its header and its text.
        let backend_of = |line: usize| {
            let start = blocks.iter().rev().find(|start| **start < line)?;
            let own = text.lines().skip(*start).take(line - start).find_map(|line| line.strip_prefix("backend = "));
            Some(own.map_or("nvidia", |word| word.trim().trim_matches('"')))
        };
        let is_own = |todo: &Todo| backend_of(todo.line) == Some(self.exercise.backend.as_str());
        let todo = todo::lines(&path, &text).into_iter().find(is_own).map(Missing::Todo);
        todo.or_else(|| self.fault(&path, &faults.hints))
    }

    fn controls(&self, counts: &Counts) -> Option<Missing> {
        let extension = Path::new(self.exercise.backend.kernel_file()).extension();
        let mut files = Vec::new();
        for folder in ["wrong", "right"] {
            let entries = fs::read_dir(self.file(folder)).into_iter().flatten().flatten().map(|entry| entry.path());
            let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension() == extension).collect();
            paths.sort();
            files.append(&mut paths);
        }
        if let Some(todo) = todo::first(files) {
            return Some(Missing::Todo(todo));
        }
        if let Some((place, fault)) = counts.faults.first() {
            return Some(Missing::Fault(Some(place.clone()), fault.clone()));
        }
        let (wrong, right) = (counts.wrong.1, counts.right.1);
        let is_enough = wrong >= CONTROLS_AT_LEAST.0 && right >= CONTROLS_AT_LEAST.1;
        let is_asked = self.exercise.backend == Backend::Nvidia && !is_enough;
        let few = || {
            let folder = if wrong < CONTROLS_AT_LEAST.0 { "wrong" } else { "right" };
            let text = msg!(
                "camp-point-control-kernels-few",
                wrong = wrong,
                right = right,
                wrong_least = CONTROLS_AT_LEAST.0,
                right_least = CONTROLS_AT_LEAST.1
            );
            Missing::Fault(Some((self.file(folder), None)), self.say(&text))
        };
        is_asked.then(few)
    }

    fn api_errors(&self) -> Option<Missing> {
        let none = || self.say(&msg!("camp-point-api-errors-none"));
        let fault = |text| Some(Missing::Fault(Some((self.file("exercise.toml"), None)), text));
        if self.exercise.api_errors.is_empty() {
            return fault(none());
        }
        let operator = Operator::new(self.exercise.clone(), self.exercise.kernel_path());
        let accepted = self.exercise.api_errors.iter().find(|wrong| operator.refusal(wrong).is_none())?;
        fault(self.say(&msg!("camp-point-api-errors-accepted", name = &accepted.name)))
    }

    fn bench(&self) -> Option<Missing> {
        if self.exercise.bench.is_empty() {
            let text = self.say(&msg!("camp-point-bench-none"));
            return Some(Missing::Fault(Some((self.file("exercise.toml"), None)), text));
        }
        self.files([self.file("baseline.py")])
    }

    /// The texts in Chinese: those of the exercise, and the comments of both kernel files.
    fn chinese(&self) -> Option<Missing> {
        let zh = |path: PathBuf| in_language(&path, Lang::Zh);
        let kernels = [zh(self.exercise.kernel_path()), zh(self.exercise.solution_path())];
        let rules = zh(self.exercise.launch_path());
        let is_first = self.exercise.backend == Backend::Nvidia;
        let texts = is_first.then(|| self.file("exercise.zh.toml"));
        self.files(texts.into_iter().chain(kernels).chain([rules]))
    }

    /// The books of this folder, by language; none in a learner's folder.
    fn books(&self) -> Vec<PathBuf> {
        let books = Lang::ALL.map(|lang| self.root.join("book").join(lang.as_str()).join("src"));
        books.into_iter().filter(|src| src.join("SUMMARY.md").is_file()).collect()
    }

    fn has_book(&self) -> bool {
        !self.books().is_empty()
    }

    /// A page of its own, or one that it shares with others and is named on.
    fn book(&self) -> Option<Missing> {
        let name = &self.exercise.name;
        self.books().into_iter().find_map(|src| {
            let page = src.join(format!("{name}.md"));
            if page.is_file() {
                let todo = todo::first([page]).map(Missing::Todo);
                let summary = src.join("SUMMARY.md");
                let is_linked = fs::read_to_string(&summary).is_ok_and(|text| text.contains(&format!("]({name}.md)")));
                let unlinked = || self.say(&msg!("camp-point-book-unlinked", page = format!("{name}.md")));
                return todo.or_else(|| (!is_linked).then(|| Missing::Fault(Some((summary, None)), unlinked())));
            }
            let pages = fs::read_dir(&src).into_iter().flatten().flatten().map(|entry| entry.path());
            let names_it = |path: &PathBuf| {
                let is_page = path.extension().is_some_and(|extension| extension == "md");
                is_page && fs::read_to_string(path).is_ok_and(|text| text.contains(&format!("`{name}`")))
            };
            let none = || self.say(&msg!("camp-point-book-none"));
            (!pages.into_iter().any(|path| names_it(&path))).then(|| Missing::Fault(Some((page, None)), none()))
        })
    }
}

/// The line of `[tolerance]`, and the lines of the comment above it.
fn tolerance(text: &str) -> Option<(usize, std::ops::Range<usize>)> {
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.trim() == "[tolerance]")?;
    let n_comment = lines[..at].iter().rev().take_while(|line| line.starts_with('#')).count();
    Some((at + 1, at + 1 - n_comment..at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comment_above_a_tolerance() {
        assert_eq!(tolerance("a = 1\n\n# one\n# two\n[tolerance]\n"), Some((5, 3..5)));
        assert_eq!(tolerance("# far\n\n[tolerance]\n"), Some((3, 3..3)));
        assert_eq!(tolerance("a = 1\n"), None);
    }
}
