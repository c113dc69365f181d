//! Errors.

use thiserror::Error;

/// The text is not PTX that this crate can read.
///
/// Instructions that are well-formed but unknown are no errors of [`crate::parse()`]: they become
/// [`crate::Inst::Unsupported`].
#[derive(Clone, Debug, Error, PartialEq)]
#[error("PTX line {line}: {kind}, in `{text}`")]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Line of the PTX, from 1.
    pub line: u32,
    /// The statement's text, or as much of it as was read.
    pub text: String,
    /// Source file, line and column of the `.loc` in force, if any.
    pub place: Option<SourcePlace>,
}

/// A place in the source that the PTX was compiled from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    /// Path as the compiler recorded it.
    pub path: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
}

/// What is wrong with the text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ErrorKind {
    /// Something else was expected.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// What was expected.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// A directive that isn't known.
    #[error("unknown directive `{0}`")]
    UnknownDirective(String),
    /// A name that isn't declared.
    #[error("`{0}` is not declared")]
    Undeclared(String),
    /// A name that is declared twice.
    #[error("`{0}` is declared twice")]
    Redeclared(String),
    /// A number that is out of range.
    #[error("number out of range")]
    Range,
    /// Scopes or parentheses too deep, or too many registers.
    #[error("too large or nested too deeply")]
    TooBig,
}

/// Why an instruction is unsupported.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Why {
    /// The opcode's first word is unknown.
    #[error("unknown instruction `{0}`")]
    UnknownInstruction(String),
    /// The instruction is known, a modifier isn't.
    #[error("unknown modifier `.{modifier}` of `{inst}`")]
    UnknownModifier {
        /// The instruction.
        inst: String,
        /// The modifier, without its dot.
        modifier: String,
    },
    /// A required modifier is missing.
    #[error("`{inst}` has no {what}")]
    MissingModifier {
        /// The instruction.
        inst: &'static str,
        /// Which.
        what: &'static str,
    },
    /// An operand has another shape than the instruction wants.
    #[error("unexpected operand `{0}`")]
    BadOperand(String),
    /// Too few operands.
    #[error("too few operands")]
    MissingOperand,
    /// Too many operands.
    #[error("too many operands")]
    ExtraOperand,
    /// A name that isn't declared, or a special register that isn't known.
    #[error("unknown name `{0}`")]
    UnknownName(String),
    /// A call whose arguments are not parameter-space variables.
    #[error("call with registers as arguments")]
    RegisterArgument,
}
