//! Opens the learner's editor on a kernel.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What VS Code's own terminal has on its path: opens a file in the window that the terminal belongs to.
const VS_CODE: &str = "code -r -g {file}:{line}";
/// An editor that fails says so at once; one that is closed much later has not failed.
const FAILS_WITHIN: Duration = Duration::from_secs(10);

/// A command that opens a file at a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Editor {
    /// The program and its arguments, with the placeholders `{file}` and `{line}`.
    words: Vec<String>,
}

/// Why the editor did not open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// There is no such program.
    Missing(String),
    /// It could not be started.
    Start(String, String),
    /// It ended at once, with this status and these words.
    Ended(String, String),
}

impl Editor {
    /// The editor to use: what `--edit-cmd` asks for, else VS Code where `terminal` (`TERM_PROGRAM`) is its terminal.
    /// `None` where there is none, or where an empty command asks for none.
    pub(crate) fn choose(command: Option<&str>, terminal: Option<&str>) -> Option<Self> {
        match command {
            Some(command) => Self::parse(command),
            None if terminal == Some("vscode") => Self::parse(VS_CODE),
            None => None,
        }
    }

    /// A command line, split into words as a shell does it, without anything else that a shell does. Where `{file}` is
    /// not in it, the file becomes the last argument.
    fn parse(command: &str) -> Option<Self> {
        let mut words = split(command);
        if words.is_empty() {
            return None;
        }
        if !words.iter().any(|word| word.contains("{file}")) {
            words.push("{file}".to_owned());
        }
        Some(Self { words })
    }

    /// Starts the editor and does not wait for it: the terminal belongs to camp. `failed` is called, from another
    /// thread, when the editor ends at once with an error.
    ///
    /// # Errors
    /// Why it could not be started.
    pub(crate) fn open(
        &self,
        file: &Path,
        line: u32,
        failed: impl FnOnce(Failure) + Send + 'static,
    ) -> Result<(), Failure> {
        let mut args = self.words.iter().map(|word| fill(word, file, line));
        let program = args.next().unwrap_or_default();
        let name = self.words.first().cloned().unwrap_or_default();
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let started = Instant::now();
        let child = command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Failure::Missing(name.clone()),
            _ => Failure::Start(name.clone(), error.to_string()),
        })?;
        // Somebody has to take the exit status, or a dead process stays listed until camp ends.
        let wait = move || {
            let Ok(output) = child.wait_with_output() else { return };
            if !output.status.success() && started.elapsed() < FAILS_WITHIN {
                let said = String::from_utf8_lossy(&output.stderr);
                let said = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned();
                let why = if said.is_empty() { output.status.to_string() } else { said };
                failed(Failure::Ended(name, why));
            }
        };
        let thread = std::thread::Builder::new().name("camp-editor".into()).spawn(wait);
        thread.map(|_| ()).map_err(|error| Failure::Start(self.words[0].clone(), error.to_string()))
    }
}

/// A word with its placeholders filled in.
fn fill(word: &str, file: &Path, line: u32) -> OsString {
    let file = std::path::absolute(file).unwrap_or_else(|_| PathBuf::from(file));
    let mut filled = OsString::new();
    for (at, part) in word.split("{file}").enumerate() {
        if at > 0 {
            filled.push(&file);
        }
        filled.push(part.replace("{line}", &line.to_string()));
    }
    filled
}

/// Splits at blanks outside of quotes; a backslash keeps the next character as it is.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(command: &str, file: &str, expected: &[&str]) {
        let editor = Editor::parse(command).unwrap();
        let words: Vec<OsString> = editor.words.iter().map(|word| fill(word, Path::new(file), 7)).collect();
        assert_eq!(words, expected, "{command}");
    }

    #[test]
    fn placeholders_are_filled_in() {
        check("code -r -g {file}:{line}", "/a b/k.cuh", &["code", "-r", "-g", "/a b/k.cuh:7"]);
        check("subl", "/k.cuh", &["subl", "/k.cuh"]);
        check("tmux split-window 'vim +{line} {file}'", "/k.cuh", &["tmux", "split-window", "vim +7 /k.cuh"]);
        check("a\\ b \"c 'd\" ''  e", "/{line}", &["a b", "c 'd", "", "e", "/{line}"]);
        assert_eq!(Editor::parse("  "), None);
    }

    #[test]
    fn vs_code_is_known_by_its_terminal() {
        assert_eq!(Editor::choose(None, Some("vscode")), Editor::parse("code -r -g {file}:{line}"));
        assert_eq!(Editor::choose(Some("subl"), Some("vscode")), Editor::parse("subl"));
        assert_eq!(Editor::choose(Some(""), Some("vscode")), None);
        assert_eq!(Editor::choose(None, Some("tmux")), None);
    }

    #[test]
    fn a_missing_program_is_named() {
        let editor = Editor::parse("no-such-editor {file}").unwrap();
        let error = editor.open(Path::new("/k.cuh"), 1, |_| {}).unwrap_err();
        assert_eq!(error, Failure::Missing("no-such-editor".into()));
    }

    #[test]
    fn an_editor_that_fails_at_once_is_quoted() {
        let (sender, failures) = std::sync::mpsc::channel();
        let editor = Editor::parse("sh -c 'echo no display >&2; exit 3'").unwrap();
        editor.open(Path::new("/k.cuh"), 1, move |failure| sender.send(failure).unwrap()).unwrap();
        assert_eq!(failures.recv().unwrap(), Failure::Ended("sh".into(), "no display".into()));
    }
}
