//! What an author has still to write: the lines that `camp new` marked.

use std::fs;
use std::path::{Path, PathBuf};

/// What marks such a line. A `TODO` alone is the learner's.
pub const MARK: &str = "TODO(author)";

/// A marked line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Todo {
    pub file: PathBuf,
    /// From 1.
    pub line: usize,
    /// What belongs there.
    pub what: String,
}

/// The first marked line of the first of these files that has one. Files that are not there have none.
pub fn first(files: impl IntoIterator<Item = PathBuf>) -> Option<Todo> {
    files.into_iter().find_map(|file| {
        let text = fs::read_to_string(&file).ok()?;
        lines(&file, &text).into_iter().next()
    })
}

/// All marked lines of a text.
pub fn lines(file: &Path, text: &str) -> Vec<Todo> {
    let mut todos = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if let Some((_, what)) = line.split_once(MARK) {
            let what = what.trim_start_matches([':', '：']).trim();
            let what = what.trim_end_matches(['"', ']', ',']).trim_end();
            todos.push(Todo { file: file.to_owned(), line: at + 1, what: what.to_owned() });
        }
    }
    todos
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_lines() {
        let text = "// TODO 1: for the learner\ntitle = \"TODO(author): Say it\"\nx;  // TODO(author)：写出来\n";
        let todos = lines(Path::new("a"), text);
        let seen: Vec<(usize, &str)> = todos.iter().map(|todo| (todo.line, todo.what.as_str())).collect();
        assert_eq!(seen, [(2, "Say it"), (3, "写出来")]);
    }
}
