//! What is said about a failure.

use diag::{Code, Label, Span, Text};

/// An explanation.
#[derive(Debug, Clone)]
pub struct Said {
    /// The fault's name.
    pub code: Code,
    /// What is wrong.
    pub title: Text,
    /// Where to edit, if not where Python saw it.
    pub at: Option<Span>,
    /// What is said beside that place.
    pub mark: Option<Text>,
    /// Further places.
    pub others: Vec<Label>,
    /// What else is known.
    pub notes: Vec<Text>,
    /// What to try.
    pub help: Option<Text>,
    /// Whether the failure's own sentence is worth showing beside it: people look for it elsewhere.
    pub is_quoted: bool,
}

impl Said {
    /// An explanation in camp's words.
    pub fn new(title: Text) -> Self {
        Self {
            code: Code::CompileError,
            title,
            at: None,
            mark: None,
            others: Vec::new(),
            notes: Vec::new(),
            help: None,
            is_quoted: true,
        }
    }

    /// An explanation whose title says all that the failure says.
    pub fn verbatim(title: Text) -> Self {
        Self { is_quoted: false, ..Self::new(title) }
    }

    pub fn code(mut self, code: Code) -> Self {
        self.code = code;
        self
    }

    pub fn at(mut self, span: Option<Span>) -> Self {
        self.at = span.or(self.at);
        self
    }

    pub fn mark(mut self, text: Text) -> Self {
        self.mark = Some(text);
        self
    }

    pub fn other(mut self, span: Option<Span>, text: Text) -> Self {
        self.others.extend(span.map(|span| Label::secondary(span).with_text(text)));
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
