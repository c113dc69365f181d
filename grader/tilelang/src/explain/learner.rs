//! The learner's file, and what the failure says about it.

use diag::{FileId, SourceMap, Span};
use regex::Regex;
use serde::Deserialize;

use crate::Failure;

/// A statement that TileLang cannot lower together with others, as the worker describes it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Use {
    /// Its line.
    pub line: Option<u32>,
    /// `parallel`, `store`, or an operation: `copy`, `reduce`, `fill`, `gemm`.
    pub kind: String,
    /// The names of a parallel loop's variables.
    pub loops: Vec<String>,
    /// How often a parallel loop runs, `None` where that is known only at run time.
    pub extents: Vec<Option<i64>>,
    /// What it accesses.
    pub buffers: Vec<Access>,
}

/// A tensor or tile that a statement accesses.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Access {
    /// Its name.
    pub name: String,
    /// `global`, `shared.dyn`, `local.fragment` …
    pub scope: String,
    /// Its extents.
    pub shape: Vec<Option<i64>>,
    /// The indices of each access: `i, j`.
    pub indices: Vec<String>,
}

impl Use {
    /// The statements that the worker found to be refused together.
    pub fn all(failure: &Failure) -> Vec<Self> {
        let uses = failure.details.get("uses").cloned().unwrap_or_default();
        serde_json::from_value(uses).unwrap_or_default()
    }
}

impl Access {
    /// Whether its elements are spread over the threads.
    pub fn is_fragment(&self) -> bool {
        self.scope == "local.fragment"
    }
}

/// The learner's file and its failure.
pub struct Learner<'a> {
    pub failure: &'a Failure,
    pub sources: &'a SourceMap,
    pub file: FileId,
    /// The file's text.
    pub text: &'a str,
    /// Statements that TileLang refuses together.
    pub uses: Vec<Use>,
}

impl<'a> Learner<'a> {
    pub fn new(failure: &'a Failure, sources: &'a SourceMap, file: FileId) -> Self {
        Self { failure, sources, file, text: sources.text(file), uses: Use::all(failure) }
    }

    /// The first group of a pattern in the failure's message.
    pub fn captured(&self, pattern: &str) -> Option<Vec<&'a str>> {
        captures(pattern, &self.failure.message)
    }

    /// A detail that is a list of words.
    pub fn list(&self, name: &str) -> Vec<&'a str> {
        let values = self.failure.details.get(name).and_then(|value| value.as_array());
        values.into_iter().flatten().filter_map(|value| value.as_str()).collect()
    }

    /// A detail that is a word.
    pub fn detail(&self, name: &str) -> Option<&'a str> {
        self.failure.details.get(name).and_then(|value| value.as_str())
    }

    /// A name that is spelt like the one which Python does not know.
    pub fn similar(&self) -> Option<&'a str> {
        self.list("similar").first().copied()
    }

    /// Where the failure happened.
    pub fn place(&self) -> Option<Span> {
        let line = self.failure.line.or_else(|| self.uses.last().and_then(|last| last.line))?;
        let (Some(column), Some(end)) = (self.failure.column, self.failure.end_column) else {
            return match self.failure.column {
                Some(column) => Some(self.sources.span_of_location(self.file, line, column + 1)),
                None => self.line(line),
            };
        };
        let mut span = self.sources.span_of_location(self.file, line, column + 1);
        let text = self.sources.line(self.file, line).unwrap_or_default();
        let marked = text.get(column as usize..end as usize).unwrap_or_default();
        span.len = count(marked);
        // A place that ends on another line is marked up to the end of its own.
        if span.len == 0 {
            span.len = count(code(text).trim_end()).saturating_sub(span.column - 1);
        }
        Some(span)
    }

    /// The number of the line where the failure happened, and what stands there.
    pub fn here(&self) -> Option<(u32, &'a str)> {
        let number = self.failure.line?;
        Some((number, self.sources.line(self.file, number)?))
    }

    /// The code on the line where the failure happened.
    pub fn statement(&self) -> &'a str {
        self.here().map_or("", |(_, line)| code(line).trim())
    }

    /// The statement of a line.
    pub fn line(&self, number: u32) -> Option<Span> {
        let text = self.sources.line(self.file, number)?;
        let statement = code(text);
        let indent = count(&statement[..statement.len() - statement.trim_start().len()]);
        let len = count(statement.trim()).max(1);
        Some(Span { file: self.file, line: number, column: indent + 1, len })
    }

    /// The lines of the file, numbered, without comments.
    pub fn lines(&self) -> impl Iterator<Item = (u32, &'a str)> {
        (1..).zip(self.text.lines().map(code))
    }

    /// The place of the first group of a pattern, or of the whole, on the first line that has it.
    pub fn find(&self, pattern: &str) -> Option<Span> {
        let pattern = regex(pattern);
        self.lines().find_map(|(number, line)| self.found(&pattern, number, line))
    }

    /// The same on one line.
    pub fn find_on(&self, number: u32, pattern: &str) -> Option<Span> {
        self.found(&regex(pattern), number, code(self.sources.line(self.file, number)?))
    }

    /// The same on the first line that has it behind another one.
    pub fn find_after(&self, number: u32, pattern: &str) -> Option<Span> {
        let pattern = regex(pattern);
        self.lines().skip_while(|(n, _)| *n <= number).find_map(|(n, line)| self.found(&pattern, n, line))
    }

    fn found(&self, pattern: &Regex, number: u32, line: &str) -> Option<Span> {
        let groups = pattern.captures(line)?;
        let found = groups.get(1).or_else(|| groups.get(0))?;
        let (column, len) = (count(&line[..found.start()]) + 1, count(found.as_str()).max(1));
        Some(Span { file: self.file, line: number, column, len })
    }

    /// The place of a name's first occurrence on the line of the failure.
    pub fn word_here(&self, word: &str) -> Option<Span> {
        self.find_on(self.failure.line?, &format!(r"\b{}\b", regex::escape(word)))
    }

    /// The words of the first group of a pattern in the file's code.
    pub fn read(&self, pattern: &str) -> Option<&'a str> {
        let pattern = regex(pattern);
        self.lines().find_map(|(_, line)| pattern.captures(line)?.get(1).map(|group| group.as_str()))
    }

    /// Where a name is given its value: `name = …` or, for a parameter, the function's definition.
    pub fn definition(&self, name: &str) -> Option<Span> {
        let name = regex::escape(name);
        self.find(&format!(r"^\s*({name})\s*=[^=]"))
            .or_else(|| self.find(&format!(r"^\s*({name})\s*:\s*T\.")))
            .or_else(|| self.find(&format!(r"^\s*def \w+\(.*\b({name})\b")))
    }

    /// How many threads a block has.
    pub fn n_threads(&self) -> i64 {
        n_threads(self.text)
    }

    /// The line of the kernel's definition.
    pub fn function(&self) -> Option<Span> {
        self.failure.places.function.and_then(|line| self.find_on(line, r"def (\w+)"))
    }
}

/// How many threads a block has, as a kernel's text says; TileLang's own default where it does not.
pub fn n_threads(text: &str) -> i64 {
    let groups = text.lines().find_map(|line| captures(r"\bthreads\s*=\s*(\d+)", code(line)));
    groups.and_then(|groups| groups[0].parse().ok()).unwrap_or(128)
}

/// The groups of a pattern in a text; groups that are not there are empty.
pub fn captures<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let groups = regex(pattern).captures(text)?;
    Some(groups.iter().skip(1).map(|group| group.map_or("", |group| group.as_str())).collect())
}

/// A pattern of this crate's own.
pub fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is written in this crate, and its parts are escaped")
}

/// A line without its comment.
pub fn code(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '#') => return &line[..at],
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    line
}

fn count(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}
