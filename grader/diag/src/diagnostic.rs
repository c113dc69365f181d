//! What went wrong, where, and what to try.

use crate::{Pattern, Span, Text};

/// The fault's name, stable across versions: scripts and hints refer to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// NVRTC refused the source, or warned about it.
    CompileError,
    /// An output differs from the reference by more than the tolerance.
    WrongResult,
    /// An output element was never written.
    UnwrittenOutput,
    /// An access outside every live buffer.
    OutOfBounds,
    /// An address that is not a multiple of the access's size.
    MisalignedAccess,
    /// A read of memory that nothing wrote.
    UninitializedRead,
    /// Two unordered accesses to one location, at least one a write.
    Race,
    /// A barrier or a warp operation that some participants never reach.
    BarrierDivergence,
    /// No end within the step budget.
    Hang,
    /// The kernel wrote to an input.
    InputModified,
    /// A device-side `assert` failed.
    Assert,
    /// The kernel never started, or it stopped by a trap.
    LaunchFailure,
    /// camp's own limit: the virtual device lacks an instruction.
    UnsupportedInstruction,
    /// A broken `exercise.toml` or `launch.toml`: about the exercise, never about a kernel.
    BadExercise,
}

impl Code {
    /// Every code, in the order of the documentation.
    pub const ALL: [Self; 14] = [
        Self::CompileError,
        Self::WrongResult,
        Self::UnwrittenOutput,
        Self::OutOfBounds,
        Self::MisalignedAccess,
        Self::UninitializedRead,
        Self::Race,
        Self::BarrierDivergence,
        Self::Hang,
        Self::InputModified,
        Self::Assert,
        Self::LaunchFailure,
        Self::UnsupportedInstruction,
        Self::BadExercise,
    ];

    /// The spelling in reports, JSON and hints.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CompileError => "compile-error",
            Self::WrongResult => "wrong-result",
            Self::UnwrittenOutput => "unwritten-output",
            Self::OutOfBounds => "out-of-bounds",
            Self::MisalignedAccess => "misaligned-access",
            Self::UninitializedRead => "uninitialized-read",
            Self::Race => "race",
            Self::BarrierDivergence => "barrier-divergence",
            Self::Hang => "hang",
            Self::InputModified => "input-modified",
            Self::Assert => "assert",
            Self::LaunchFailure => "launch-failure",
            Self::UnsupportedInstruction => "unsupported-instruction",
            Self::BadExercise => "bad-exercise",
        }
    }

    /// The code with this spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == text)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How much a diagnostic weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The kernel is wrong.
    Error,
    /// Suspicious, yet not a failure.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// The spelling in JSON and concise lines, the same in every language.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// Which block and thread; either may be unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// `blockIdx`.
    pub block: Option<[u32; 3]>,
    /// `threadIdx`.
    pub thread: Option<[u32; 3]>,
}

/// A marked span with a text beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// What is marked.
    pub span: Span,
    /// What is said about it.
    pub text: Option<Text>,
    /// The one place that the report's head names. Others are marked more faintly.
    pub primary: bool,
    /// Who was here.
    pub place: Place,
}

impl Label {
    /// The main label, without text.
    pub fn primary(span: Span) -> Self {
        Self { span, text: None, primary: true, place: Place::default() }
    }

    /// A further label, without text.
    pub fn secondary(span: Span) -> Self {
        Self { primary: false, ..Self::primary(span) }
    }

    /// The label with a text.
    #[must_use]
    pub fn with_text(mut self, text: Text) -> Self {
        self.text = Some(text);
        self
    }

    /// The label with a block and thread.
    #[must_use]
    pub fn with_place(mut self, place: Place) -> Self {
        self.place = place;
        self
    }
}

/// One finding, ready to be written out in any language and format.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// The fault's name.
    pub code: Code,
    /// How much it weighs.
    pub severity: Severity,
    /// One line that says what is wrong.
    pub title: Text,
    /// Where: at most one primary label, any number of others.
    pub labels: Vec<Label>,
    /// Facts that help to understand it.
    pub notes: Vec<Text>,
    /// What to try.
    pub help: Option<Text>,
    /// Which block and thread, when the finding is about one.
    pub place: Place,
    /// The test case that showed it.
    pub case: Option<String>,
    /// How many more times the same happened in that case.
    pub n_more: u64,
    /// How many cases showed it, when more than this one did.
    pub n_cases: usize,
    /// The variable that it is about, as the learner's source names it.
    pub subject: Option<String>,
    /// What was found beside it and goes with it, a line each.
    pub also: Vec<Text>,
    /// What the values look like, the likeliest first; empty for findings about anything else.
    pub patterns: Vec<Pattern>,
}

impl Diagnostic {
    /// A diagnostic with nothing but its title.
    pub fn new(code: Code, severity: Severity, title: Text) -> Self {
        Self {
            code,
            severity,
            title,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            place: Place::default(),
            case: None,
            n_more: 0,
            n_cases: 0,
            subject: None,
            also: Vec::new(),
            patterns: Vec::new(),
        }
    }

    /// An error with nothing but its title.
    pub fn error(code: Code, title: Text) -> Self {
        Self::new(code, Severity::Error, title)
    }

    /// Adds a label.
    #[must_use]
    pub fn with_label(mut self, label: Label) -> Self {
        self.labels.push(label);
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn with_note(mut self, note: Text) -> Self {
        self.notes.push(note);
        self
    }

    /// Sets the advice.
    #[must_use]
    pub fn with_help(mut self, help: Text) -> Self {
        self.help = Some(help);
        self
    }

    /// Sets block and thread.
    #[must_use]
    pub fn with_place(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    /// Names the test case.
    #[must_use]
    pub fn in_case(mut self, case: impl Into<String>) -> Self {
        self.case = Some(case.into());
        self
    }

    /// Names the variable that it is about.
    #[must_use]
    pub fn about(mut self, variable: impl Into<String>) -> Self {
        self.subject = Some(variable.into());
        self
    }

    /// The label that the report's head names: the primary one, else the first.
    pub fn main_label(&self) -> Option<&Label> {
        self.labels.iter().find(|l| l.primary).or_else(|| self.labels.first())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back() {
        for code in Code::ALL {
            assert_eq!(Code::parse(code.as_str()), Some(code));
        }
        assert_eq!(Code::parse("Race"), None);
    }
}
