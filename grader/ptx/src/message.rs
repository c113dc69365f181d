//! Errors and unsupported instructions as diagnostics.

use std::path::Path;

use diag::{Code, Diagnostic, Label, Place, SourceMap, Span, Text, msg};

use crate::{Error, ErrorKind, LocId, Module, Stmt, Unsupported, Why};

impl Why {
    /// What was not understood, as a sentence.
    pub fn text(&self) -> Text {
        match self {
            Self::UnknownInstruction(inst) => msg!("ptx-why-instruction", inst = inst),
            Self::UnknownModifier { inst, modifier } => {
                msg!("ptx-why-modifier", inst = inst, modifier = modifier)
            }
            Self::MissingModifier { inst, what } => msg!("ptx-why-missing-modifier", inst = *inst, what = *what),
            Self::BadOperand(operand) => msg!("ptx-why-operand", operand = operand),
            Self::MissingOperand | Self::ExtraOperand => msg!("ptx-why-operand-count"),
            Self::UnknownName(name) => msg!("ptx-why-name", name = name),
            Self::RegisterArgument => msg!("ptx-why-register-argument"),
        }
    }
}

impl Module {
    /// The innermost place in a file that `sources` holds: where the learner's code is, when the instruction comes
    /// from a header that was inlined into it.
    pub fn span(&self, loc: LocId, sources: &SourceMap) -> Option<Span> {
        self.loc_chain(loc).filter(|l| l.line > 0).find_map(|l| {
            let file = sources.find(Path::new(self.file(l.file)?))?;
            Some(sources.span_of_location(file, l.line, l.column))
        })
    }

    /// Says that an instruction of the module is unsupported.
    pub fn unsupported_diagnostic(&self, stmt: &Stmt, what: &Unsupported, sources: &SourceMap) -> Diagnostic {
        let diagnostic =
            Diagnostic::error(Code::UnsupportedInstruction, msg!("ptx-unsupported", text = what.text.as_str()))
                .with_note(what.why.text())
                .with_note(msg!("ptx-not-your-bug"))
                .with_help(msg!("ptx-help-other-way"));
        with_span(diagnostic, stmt.loc.and_then(|loc| self.span(loc, sources)))
    }
}

impl ErrorKind {
    /// What is wrong.
    pub fn text(&self) -> Text {
        match self {
            Self::Syntax { expected, found } => msg!("ptx-error-syntax", expected = *expected, found = found),
            Self::UnknownDirective(name) => msg!("ptx-error-directive", name = name),
            Self::Undeclared(name) => msg!("ptx-error-undeclared", name = name),
            Self::Redeclared(name) => msg!("ptx-error-redeclared", name = name),
            Self::Range => msg!("ptx-error-range"),
            Self::TooBig => msg!("ptx-error-size"),
        }
    }
}

impl Error {
    /// The error in one sentence.
    pub fn text(&self) -> Text {
        msg!("ptx-error", line = self.line, why = self.kind.text(), text = self.text.as_str())
    }

    /// Says that the text could not be read.
    pub fn to_diagnostic(&self, sources: &SourceMap) -> Diagnostic {
        let why = msg!("ptx-unreadable-why", why = self.kind.text(), text = self.text.as_str());
        let diagnostic = Diagnostic::error(Code::UnsupportedInstruction, msg!("ptx-unreadable", line = self.line))
            .with_note(why)
            .with_note(msg!("ptx-not-your-bug"))
            .with_help(msg!("ptx-help-report"));
        let span = self.place.as_ref().and_then(|place| {
            let file = sources.find(Path::new(&place.path))?;
            Some(sources.span_of_location(file, place.line, place.column))
        });
        with_span(diagnostic, span)
    }
}

fn with_span(diagnostic: Diagnostic, span: Option<Span>) -> Diagnostic {
    match span {
        Some(span) => diagnostic.with_label(Label { span, text: None, primary: true, place: Place::default() }),
        None => diagnostic,
    }
}
