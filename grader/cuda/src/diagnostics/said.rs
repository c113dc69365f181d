//! What is said about one message, and what it is read off.

use diag::{FileId, Label, SourceMap, Span, Text};

use super::code::{Code, Token};
use crate::log::{Location, NvrtcMessage};

/// An explanation of one error.
#[derive(Debug, Clone)]
pub struct Said {
    /// What is wrong.
    pub title: Text,
    /// Where to edit, if not where the compiler saw it.
    pub at: Option<Span>,
    /// What is said beside that place.
    pub mark: Option<Text>,
    /// Further places.
    pub others: Vec<Label>,
    /// What else is known.
    pub notes: Vec<Text>,
    /// What to try.
    pub help: Option<Text>,
    /// Whether the compiler lost its way here: what it says afterwards follows from this.
    pub is_syntax: bool,
    /// Whether it is about types, so that those of a template's instance matter.
    pub is_typed: bool,
    /// Whether the title is the compiler's own sentence, which then needs no quoting.
    pub is_verbatim: bool,
}

impl Said {
    /// An explanation of what the program means.
    pub fn new(title: Text) -> Self {
        Self {
            title,
            at: None,
            mark: None,
            others: Vec::new(),
            notes: Vec::new(),
            help: None,
            is_syntax: false,
            is_typed: false,
            is_verbatim: false,
        }
    }

    /// An explanation of how the program is written.
    pub fn syntax(title: Text) -> Self {
        Self { is_syntax: true, ..Self::new(title) }
    }

    pub fn at(mut self, span: Span) -> Self {
        self.at = Some(span);
        self
    }

    pub fn mark(mut self, text: Text) -> Self {
        self.mark = Some(text);
        self
    }

    pub fn other(mut self, span: Span, text: Text) -> Self {
        self.others.push(Label::secondary(span).with_text(text));
        self
    }

    pub fn note(mut self, text: Text) -> Self {
        self.notes.push(text);
        self
    }

    pub fn help(mut self, text: Text) -> Self {
        self.help = Some(text);
        self
    }
}

/// The learner's file.
pub struct Learner<'a> {
    pub file: FileId,
    pub sources: &'a SourceMap,
    pub code: Code<'a>,
}

impl<'a> Learner<'a> {
    /// Reads a file of the map.
    pub fn new(file: FileId, sources: &'a SourceMap) -> Self {
        Self { file, sources, code: Code::read(sources.text(file)) }
    }

    /// The index of the token that a message is about. `None` when it lies elsewhere or nowhere.
    pub fn at(&self, message: &NvrtcMessage) -> Option<usize> {
        let at = message.at.as_ref().filter(|at| self.is_here(at) && at.column > 0)?;
        Some(self.code.at(at.line, at.column))
    }

    /// Whether a place lies in this file.
    pub fn is_here(&self, at: &Location) -> bool {
        self.sources.find(std::path::Path::new(&at.file)) == Some(self.file)
    }

    /// The place of a token.
    pub fn span(&self, token: &Token<'_>) -> Span {
        token.span(self.file)
    }

    /// The nearest declaration of a name before index `at`: a word after a type, before what can follow a declared name.
    pub fn declared_before(&self, name: &str, at: usize) -> Option<usize> {
        (1..at.min(self.code.tokens.len())).rev().find(|&i| self.code.text(i) == name && self.is_declaration(i))
    }

    /// The first declaration of a name as a function or variable behind index `at`.
    pub fn declared_behind(&self, name: &str, at: usize) -> Option<usize> {
        (at + 1..self.code.tokens.len()).find(|&i| self.code.text(i) == name && self.is_declaration(i))
    }

    /// Whether the word at an index is declared there.
    fn is_declaration(&self, at: usize) -> bool {
        const NOT_TYPES: [&str; 8] = ["return", "else", "case", "goto", "new", "delete", "do", "namespace"];
        let Some(before) = self.code.before(at) else { return false };
        let after = self.code.text(at + 1);
        let follows = matches!(after, "=" | ";" | "," | ")" | "[" | "(" | ":" | "{");
        let is_type = match before.text {
            // `float *a`, but not `b * a`: a type stands before the sign.
            "*" | "&" => at >= 2 && is_type_word(self.code.text(at - 2)),
            "__restrict__" | "__restrict" => true,
            word => before.is_word() && !NOT_TYPES.contains(&word) || word == ">" && after != "(",
        };
        follows && is_type
    }
}

/// Whether a word can end a type's name, as far as the word alone tells.
fn is_type_word(word: &str) -> bool {
    const TYPES: [&str; 22] = [
        "float",
        "double",
        "int",
        "unsigned",
        "char",
        "bool",
        "long",
        "short",
        "void",
        "half",
        "__half",
        "half2",
        "const",
        "T",
        "auto",
        "size_t",
        "float2",
        "float4",
        "int4",
        "uint",
        "__nv_bfloat16",
        ">",
    ];
    TYPES.contains(&word) || word.ends_with("_t")
}

/// The parts of a text in double quotes, in order.
pub fn quoted(text: &str) -> Vec<&str> {
    text.split('"').skip(1).step_by(2).collect()
}
