//! The kernel of a launch rule: a name, and template arguments that may be computed.

use std::ops::Range;

use diag::msg;
use toml::Spanned;

use super::{Located, eval};
use crate::error::Source;
use crate::{Error, Expr, Vars};

/// `softmax_kernel<T, {cdiv(cols, 1024)}>`: C++, with CEL between braces.
#[derive(Debug, Clone)]
pub(crate) struct RuleKernel {
    pieces: Vec<Piece>,
    /// Where it is written.
    pub range: Range<usize>,
}

#[derive(Debug, Clone)]
enum Piece {
    Cpp(String),
    Number(Located),
}

impl RuleKernel {
    /// Reads a rule's `kernel`.
    ///
    /// # Errors
    /// When it does not begin with a name, a brace has no partner, or what is between braces is no expression.
    pub fn parse(source: &Source, text: &Spanned<String>) -> Result<Self, Error> {
        let range = text.span();
        let wrong = |at: Range<usize>| {
            let text = msg!("exercise-error-kernel", kernel = text.get_ref());
            source.error_expected(at, text, msg!("exercise-expected-kernel"))
        };
        let mut pieces = Vec::new();
        let mut rest = text.get_ref().trim();
        while let Some((before, behind)) = rest.split_once('{') {
            let (expression, after) = behind.split_once('}').ok_or_else(|| wrong(range.clone()))?;
            pieces.push(Piece::Cpp(before.to_owned()));
            let expr = Expr::parse(expression).map_err(|e| {
                let text = msg!("exercise-error-expression", message = e.text);
                source.error_expected(range.clone(), text, msg!("exercise-expected-cel"))
            })?;
            pieces.push(Piece::Number(Located { expr, range: range.clone() }));
            rest = after;
        }
        if rest.contains('}') {
            return Err(wrong(range));
        }
        pieces.push(Piece::Cpp(rest.to_owned()));
        let kernel = Self { pieces, range: range.clone() };
        let is_name = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        // The rest is C++ that the compiler reads; what would end the expression there never belongs to it.
        let is_one = !text.get_ref().contains(['"', '\\', ';', '\n']);
        if is_one && kernel.name().split("::").all(is_name) { Ok(kernel) } else { Err(wrong(range)) }
    }

    /// The name without template arguments.
    pub fn name(&self) -> &str {
        match self.pieces.first() {
            Some(Piece::Cpp(text)) => text.split('<').next().unwrap_or_default().trim(),
            _ => "",
        }
    }

    /// Whether template arguments are given.
    pub fn has_arguments(&self) -> bool {
        matches!(self.pieces.first(), Some(Piece::Cpp(text)) if text.contains('<'))
    }

    /// The expressions between braces.
    pub fn expressions(&self) -> impl Iterator<Item = &Located> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Number(located) => Some(located),
            Piece::Cpp(_) => None,
        })
    }

    /// The kernel in a case, with every expression replaced by its value.
    pub fn cpp(&self, source: &Source, vars: &Vars) -> Result<String, Error> {
        let mut cpp = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Cpp(text) => cpp.push_str(text),
                Piece::Number(located) => cpp.push_str(&eval(source, located, |e| e.int(vars))?.to_string()),
            }
        }
        Ok(cpp)
    }
}
