//! Source texts and positions in them.

use std::path::{Path, PathBuf};

/// A file of a [`SourceMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A place in a source file, on one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The line, from 1.
    pub line: u32,
    /// The first character on the line, from 1; a tab counts as one character. 0: unknown.
    pub column: u32,
    /// How many characters. 0: unknown, in which case renderers mark up to the end of the statement.
    pub len: u32,
}

impl Span {
    /// A whole line, when nothing finer is known.
    pub fn line(file: FileId, line: u32) -> Self {
        Self { file, line, column: 0, len: 0 }
    }

    /// A position whose length is unknown, as compilers report them.
    pub fn at(file: FileId, line: u32, column: u32) -> Self {
        Self { file, line, column, len: 0 }
    }
}

#[derive(Debug, Clone)]
struct SourceFile {
    path: PathBuf,
    text: String,
    /// Byte offset of the start of each line.
    starts: Vec<usize>,
}

/// The texts that diagnostics point into, held in memory.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. The same path again replaces its text and keeps its id.
    pub fn add(&mut self, path: impl Into<PathBuf>, text: impl Into<String>) -> FileId {
        let (path, text) = (path.into(), text.into());
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let id = self.find(&path);
        let file = SourceFile { path, text, starts };
        match id {
            Some(id) => {
                self.files[id.0 as usize] = file;
                id
            }
            None => {
                self.files.push(file);
                FileId(u32::try_from(self.files.len() - 1).expect("a run reads far fewer than 2^32 files"))
            }
        }
    }

    /// The path a file was added under.
    pub fn path(&self, file: FileId) -> &Path {
        &self.files[file.0 as usize].path
    }

    /// The text of a file.
    pub fn text(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].text
    }

    /// Line `n` (from 1) without its line ending.
    pub fn line(&self, file: FileId, n: u32) -> Option<&str> {
        let file = &self.files[file.0 as usize];
        let i = (n as usize).checked_sub(1)?;
        let start = *file.starts.get(i)?;
        let end = file.starts.get(i + 1).map_or(file.text.len(), |next| next - 1);
        let line = &file.text[start..end];
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// How many lines a file has; the empty rest after a final newline is not one.
    pub fn n_lines(&self, file: FileId) -> u32 {
        let file = &self.files[file.0 as usize];
        let n = file.starts.len() - usize::from(file.starts.last() == Some(&file.text.len()));
        u32::try_from(n).unwrap_or(u32::MAX)
    }

    /// The file that was added under `path`.
    pub fn find(&self, path: &Path) -> Option<FileId> {
        let i = self.files.iter().position(|f| f.path == path)?;
        u32::try_from(i).ok().map(FileId)
    }

    /// A place that the compiler's line information names: its column counts bytes from 1. 0: unknown.
    pub fn span_of_location(&self, file: FileId, line: u32, column: u32) -> Span {
        let text = self.line(file, line).unwrap_or_default();
        let before = text.get(..text.floor_char_boundary(column.saturating_sub(1) as usize)).unwrap_or_default();
        let excess = before.len() - before.chars().count();
        Span::at(file, line, column.saturating_sub(u32::try_from(excess).unwrap_or(0)))
    }

    /// A span for a range of byte offsets, as parsers report them; cut at the end of its first line.
    pub fn span_of_bytes(&self, file: FileId, range: std::ops::Range<usize>) -> Span {
        let source = &self.files[file.0 as usize];
        let start = source.text.floor_char_boundary(range.start);
        let i = source.starts.partition_point(|&s| s <= start) - 1;
        let line = u32::try_from(i + 1).unwrap_or(u32::MAX);
        let line_text = self.line(file, line).unwrap_or_default();
        let begin = line_text.floor_char_boundary(start - source.starts[i]);
        let end = line_text.floor_char_boundary(range.end.max(start) - source.starts[i]).max(begin);
        let chars = |s: &str| u32::try_from(s.chars().count()).unwrap_or(u32::MAX);
        Span { file, line, column: chars(&line_text[..begin]) + 1, len: chars(&line_text[begin..end]).max(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_replacement() {
        let mut map = SourceMap::new();
        let a = map.add("a.cuh", "one\r\ntwo\n");
        assert_eq!(map.line(a, 1), Some("one"));
        assert_eq!(map.line(a, 2), Some("two"));
        assert_eq!(map.line(a, 3), Some(""));
        assert_eq!(map.line(a, 4), None);
        assert_eq!(map.line(a, 0), None);
        assert_eq!(map.n_lines(a), 2);
        assert_eq!(map.add("a.cuh", "three"), a);
        assert_eq!(map.line(a, 1), Some("three"));
        assert_eq!(map.n_lines(a), 1);
    }

    #[test]
    fn byte_ranges_become_spans() {
        let mut map = SourceMap::new();
        let a = map.add("a.toml", "x = 1\né = 线y\n");
        let at = map.text(a).find('线').unwrap();
        assert_eq!(map.span_of_bytes(a, at..at + 4), Span { file: a, line: 2, column: 5, len: 2 });
        assert_eq!(map.span_of_bytes(a, 0..500), Span { file: a, line: 1, column: 1, len: 5 });
        assert_eq!(map.span_of_bytes(a, 500..501).line, 3);
    }

    #[test]
    fn line_information_counts_bytes() {
        let mut map = SourceMap::new();
        let a = map.add("k.cuh", "\t/* 线程😀 */ x = 1;\nabc\n");
        let check = |line, byte, column| assert_eq!(map.span_of_location(a, line, byte), Span::at(a, line, column));
        let x = map.text(a).find('x').unwrap();
        check(1, u32::try_from(x).unwrap() + 1, 12);
        check(1, 0, 0);
        check(1, 1, 1);
        check(2, 3, 3);
        // Behind the end, or of a line that is not known: nothing to correct.
        check(2, 99, 99);
        check(9, 4, 4);
    }
}
