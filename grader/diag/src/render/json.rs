//! The finding object of `camp verify --format json`.

use serde::{Deserialize, Serialize};

use crate::{Catalogue, Diagnostic, SourceMap};

/// A finding, in schema 1. Fields that are not known are left out, except `related`, which may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonFinding {
    /// The code's spelling.
    pub code: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// The title.
    pub message: String,
    /// The path of the primary label's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The primary label's line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Its column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// `blockIdx`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<[u32; 3]>,
    /// `threadIdx`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<[u32; 3]>,
    /// The test case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// What the wrong or missing values look like: the spellings of [`crate::Pattern`].
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub patterns: Vec<String>,
    /// The other labels.
    pub related: Vec<JsonRelated>,
    /// The position, in the list that this finding stands in, of the finding that it goes with: mend that one first.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub follows: Option<usize>,
}

/// A secondary label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonRelated {
    /// The line, from 1.
    pub line: u32,
    /// `threadIdx`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<[u32; 3]>,
    /// What the label says; empty when it says nothing.
    pub message: String,
}

/// The finding object.
pub fn json(diagnostic: &Diagnostic, sources: &SourceMap, catalogue: &Catalogue) -> JsonFinding {
    let main = diagnostic.main_label();
    let place = main.map(|l| l.place).unwrap_or_default();
    let related = diagnostic.labels.iter().filter(|label| main.is_none_or(|main| !std::ptr::eq(*label, main)));
    JsonFinding {
        code: diagnostic.code.as_str().to_owned(),
        severity: diagnostic.severity.as_str().to_owned(),
        message: catalogue.get(&diagnostic.title),
        file: main.map(|l| sources.path(l.span.file).display().to_string()),
        line: main.map(|l| l.span.line),
        column: main.map(|l| l.span.column).filter(|&c| c > 0),
        block: diagnostic.place.block.or(place.block),
        thread: diagnostic.place.thread.or(place.thread),
        case: diagnostic.case.clone(),
        patterns: diagnostic.patterns.iter().map(|pattern| pattern.as_str().to_owned()).collect(),
        related: related
            .map(|label| JsonRelated {
                line: label.span.line,
                thread: label.place.thread,
                message: label.text.as_ref().map(|t| catalogue.get(t)).unwrap_or_default(),
            })
            .collect(),
        follows: None,
    }
}
