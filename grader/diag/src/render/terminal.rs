//! The full report for people, in the manner of rustc and miri.

use std::io::{self, Write};

use crate::{Catalogue, Diagnostic, SourceMap};

/// How to write on this terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Columns available.
    pub width: u16,
}

/// Writes the report of one diagnostic, ending with a newline.
///
/// # Errors
/// Whatever `out` reports.
pub fn terminal(
    diagnostic: &Diagnostic,
    sources: &SourceMap,
    catalogue: &Catalogue,
    _style: &Style,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}", super::concise(diagnostic, sources, catalogue))?;
    for note in &diagnostic.notes {
        writeln!(out, "  = note: {}", catalogue.get(note))?;
    }
    if let Some(help) = &diagnostic.help {
        writeln!(out, "  = help: {}", catalogue.get(help))?;
    }
    Ok(())
}
