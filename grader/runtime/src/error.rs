//! Why a call of an operator was not done.

use diag::render::{Style, terminal};
use diag::{Catalogue, Diagnostic, SourceMap, Text};

use crate::compile::Refusal;

/// How many columns a finding takes in an error's text.
const WIDTH: u16 = 120;

/// What an error is about; programs decide by this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A tensor or another argument does not fit the operator.
    InvalidArgument,
    /// A tensor has elements of a type that the operator does not take.
    UnsupportedDtype,
    /// camp has no such operator, backend or device.
    NotSupported,
    /// The caller's workspace is too small.
    InsufficientWorkspace,
    /// The kernel is wrong, or could not be compiled or run.
    Runtime,
}

/// Why a call was not done: one sentence, and what was found in the kernel.
#[derive(Debug, Clone)]
pub struct Error {
    /// What it is about.
    pub kind: ErrorKind,
    /// The sentence.
    pub text: Text,
    /// What was found in the kernel.
    pub findings: Vec<Diagnostic>,
    /// The texts that findings point into.
    pub sources: SourceMap,
}

impl Error {
    /// An error without findings.
    pub fn new(kind: ErrorKind, text: Text) -> Self {
        Self { kind, text, findings: Vec::new(), sources: SourceMap::new() }
    }

    /// The error that `kind` makes of a sentence.
    pub(crate) fn because(kind: ErrorKind) -> impl Fn(Text) -> Self {
        move |text| Self::new(kind, text)
    }

    /// The sentence, and the findings as `camp verify` shows them, without colour.
    pub fn render(&self, catalogue: &Catalogue) -> String {
        let mut text = catalogue.get(&self.text);
        for finding in &self.findings {
            text.push_str("\n\n");
            let mut report = Vec::new();
            // Nothing is in the way of writing to memory.
            let _ = terminal(finding, &self.sources, catalogue, &Style::plain(WIDTH), &mut report);
            text.push_str(String::from_utf8_lossy(&report).trim_end());
        }
        text
    }
}

impl std::fmt::Display for Error {
    /// In English.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.render(messages::catalogue(diag::Lang::En)))
    }
}

impl std::error::Error for Error {}

/// The error that a kernel's refusal is to whoever calls it.
pub(crate) fn refused(refusal: Refusal, kernel: &str, mut sources: SourceMap) -> Error {
    let (text, findings) = match refusal {
        Refusal::Kernel(found) => (diag::msg!("runtime-kernel-refused", kernel = kernel), found),
        Refusal::Unsupported(found) => (diag::msg!("runtime-unsupported"), found),
        Refusal::Rules(error) => {
            let found = vec![error.to_diagnostic(&mut sources)];
            (diag::msg!("runtime-rules-refused", kernel = kernel), found)
        }
        Refusal::Problem(text) => (text, Vec::new()),
    };
    Error { kind: ErrorKind::Runtime, text, findings, sources }
}
