//! The full report for people, in the manner of rustc and miri.
//!
//! ```text
//! error[race]: two threads use `partial[1]` without a barrier between them
//!   --> kernel.cuh:17:9
//!    |
//! 15 |     partial[t] = sum;
//!    |     ---------------- thread (1, 0, 0) writes
//! 16 |     if (t == 0) {
//! 17 |         total = partial[t + 1];
//!    |         ^^^^^^^^^^^^^^^^^^^^^^ thread (0, 0, 0) reads
//!    |
//!    = where: block (0, 0, 0), thread (0, 0, 0), case `rowwise_16x128` (30 more times, in 7 cases)
//!    = help: put __syncthreads() between them
//!    = book: camp book race
//! ```

use std::io::{self, Write};
use std::ops::Range;

use super::layout::{Row, extent};
use super::link::link;
use super::wrap::{clean, width, wrap};
use crate::{Catalogue, Diagnostic, FileId, Label, Place, Severity, SourceMap, Text, msg};

/// How to write on this terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Columns available. Narrower than 40 is treated as 40.
    pub width: u16,
    /// Whether paths are links, and to which machine; see [`link`].
    pub links: Option<&'static str>,
}

impl Style {
    /// Neither colours nor links.
    pub fn plain(width: u16) -> Self {
        Self { color: false, width, links: None }
    }
}

/// Narrower screens get lines that the terminal itself breaks.
const NARROWEST: usize = 40;
/// At most this many lines between two marked ones are shown; more become `...`.
const LARGEST_GAP: u32 = 2;
/// A label's text needs this many columns to stand beside its marks.
const NARROWEST_TEXT: usize = 16;

/// Writes the report of one diagnostic, ending with a newline.
///
/// # Errors
/// Whatever `out` reports.
pub fn terminal(
    diagnostic: &Diagnostic,
    sources: &SourceMap,
    catalogue: &Catalogue,
    style: &Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let last_line = diagnostic.labels.iter().map(|l| l.span.line).max().unwrap_or(0);
    let report = Report {
        sources,
        catalogue,
        color: style.color,
        links: style.links,
        width: usize::from(style.width).max(NARROWEST),
        gutter: last_line.to_string().len(),
        severity: diagnostic.severity,
    };
    report.head(diagnostic, out)?;
    for (i, file) in files(diagnostic).into_iter().enumerate() {
        report.excerpt(diagnostic, file, i == 0, out)?;
    }
    report.foot(diagnostic, out)
}

/// The files of the labels, that of the main label first, then in order.
fn files(diagnostic: &Diagnostic) -> Vec<FileId> {
    let mut files = Vec::new();
    for label in diagnostic.main_label().into_iter().chain(&diagnostic.labels) {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files
}

#[derive(Clone, Copy)]
enum Paint {
    Severity,
    Strong,
    Gutter,
    Secondary,
}

struct Report<'a> {
    sources: &'a SourceMap,
    catalogue: &'a Catalogue,
    color: bool,
    links: Option<&'static str>,
    width: usize,
    /// Digits of the largest line number.
    gutter: usize,
    severity: Severity,
}

impl Report<'_> {
    fn paint(&self, paint: Paint, text: &str) -> String {
        if !self.color || text.is_empty() {
            return text.to_owned();
        }
        let code = match (paint, self.severity) {
            (Paint::Severity, Severity::Error) => "1;31",
            (Paint::Severity, Severity::Warning) => "1;33",
            (Paint::Severity, Severity::Note) => "1;32",
            (Paint::Strong, _) => "1",
            (Paint::Gutter, _) => "1;34",
            (Paint::Secondary, _) => "36",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }

    fn head(&self, diagnostic: &Diagnostic, out: &mut impl Write) -> io::Result<()> {
        let severity = match diagnostic.severity {
            Severity::Error => msg!("diag-error"),
            Severity::Warning => msg!("diag-warning"),
            Severity::Note => msg!("diag-note"),
        };
        let tag = format!("{}[{}]", self.catalogue.get(&severity), diagnostic.code);
        let lines = wrap(&format!("{tag}: {}", self.catalogue.get(&diagnostic.title)), self.width);
        for (i, line) in lines.iter().enumerate() {
            match line.strip_prefix(&tag).filter(|_| i == 0) {
                Some(rest) => {
                    writeln!(out, "{}{}", self.paint(Paint::Severity, &tag), self.paint(Paint::Strong, rest))?
                }
                None => writeln!(out, "{}", self.paint(Paint::Strong, line))?,
            }
        }
        Ok(())
    }

    /// Columns for source text, behind the gutter.
    fn text_width(&self) -> usize {
        self.width.saturating_sub(self.gutter + 3).max(NARROWEST_TEXT)
    }

    fn gutter_line(&self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let bar = format!("{} |", " ".repeat(self.gutter));
        if text.is_empty() {
            return writeln!(out, "{}", self.paint(Paint::Gutter, &bar));
        }
        writeln!(out, "{} {text}", self.paint(Paint::Gutter, &bar))
    }

    fn excerpt(&self, diagnostic: &Diagnostic, file: FileId, first: bool, out: &mut impl Write) -> io::Result<()> {
        let mut labels: Vec<&Label> = diagnostic.labels.iter().filter(|l| l.span.file == file).collect();
        let main = diagnostic.main_label().filter(|l| l.span.file == file).or(labels.first().copied());
        let Some(main) = main else { return Ok(()) };
        let place = format!("{}:{}:{}", self.sources.path(file).display(), main.span.line, main.span.column.max(1));
        let arrow = format!("{}{}", " ".repeat(self.gutter), if first { "-->" } else { ":::" });
        let place = clean(&place);
        let place = match self.links {
            Some(host) => link(host, self.sources.path(file), Some(main.span.line), &place),
            None => place,
        };
        writeln!(out, "{} {place}", self.paint(Paint::Gutter, &arrow))?;
        self.gutter_line("", out)?;

        labels.sort_by_key(|l| (l.span.line, !l.primary, l.span.column));
        let mut previous: Option<u32> = None;
        for group in labels.chunk_by(|a, b| a.span.line == b.span.line) {
            let line = group[0].span.line;
            match previous {
                Some(p) if line - p > LARGEST_GAP + 1 => writeln!(out, "{}", self.paint(Paint::Gutter, "..."))?,
                Some(p) => {
                    for between in p + 1..line {
                        self.source_line(file, between, &(0..0), out)?;
                    }
                }
                None => {}
            }
            self.marked_line(file, line, group, out)?;
            previous = Some(line);
        }
        self.gutter_line("", out)
    }

    fn source_line(&self, file: FileId, n: u32, focus: &Range<usize>, out: &mut impl Write) -> io::Result<Row> {
        let line = self.sources.line(file, n).unwrap_or_default();
        let row = Row::new(line, self.text_width(), focus);
        let number = format!("{n:>width$} |", width = self.gutter);
        let space = if row.text.is_empty() { "" } else { " " };
        writeln!(out, "{}{space}{}", self.paint(Paint::Gutter, &number), row.text)?;
        Ok(row)
    }

    /// A source line and below it, for each of its labels, a row of marks with the label's text.
    fn marked_line(&self, file: FileId, n: u32, labels: &[&Label], out: &mut impl Write) -> io::Result<()> {
        let Some(line) = self.sources.line(file, n) else { return self.missing_line(n, labels, out) };
        let ranges: Vec<_> = labels.iter().map(|l| extent(line, l.span.column, l.span.len)).collect();
        let focus = ranges.first().cloned().unwrap_or(0..0);
        let row = self.source_line(file, n, &focus, out)?;
        for (label, range) in labels.iter().zip(&ranges) {
            let (mark, paint) = if label.primary { ("^", Paint::Severity) } else { ("-", Paint::Secondary) };
            let columns = row.columns(range);
            let marks = format!("{}{}", " ".repeat(columns.start), self.paint(paint, &mark.repeat(columns.len())));
            let text = self.label_text(label);
            let beside = self.text_width().saturating_sub(columns.end + 1);
            if text.is_empty() {
                self.gutter_line(&marks, out)?;
            } else if beside >= width(&text).min(NARROWEST_TEXT.max(self.text_width() / 2)) {
                for (i, piece) in wrap(&text, beside).iter().enumerate() {
                    let lead = if i == 0 { marks.clone() } else { " ".repeat(columns.end) };
                    self.gutter_line(&format!("{lead} {}", self.paint(paint, piece)), out)?;
                }
            } else {
                // Below the marks, as far left as the text needs to be readable.
                self.gutter_line(&marks, out)?;
                let wanted = width(&text).min(self.text_width() * 3 / 4);
                let start = columns.start.min(self.text_width() - wanted);
                for piece in wrap(&text, self.text_width() - start) {
                    self.gutter_line(&format!("{}{}", " ".repeat(start), self.paint(paint, &piece)), out)?;
                }
            }
        }
        Ok(())
    }

    /// What the labels say about a line whose text is not known: a header that was not read, a file that has changed.
    fn missing_line(&self, n: u32, labels: &[&Label], out: &mut impl Write) -> io::Result<()> {
        let number = format!("{n:>width$} |", width = self.gutter);
        writeln!(out, "{} {}", self.paint(Paint::Gutter, &number), self.catalogue.get(&msg!("diag-no-source")))?;
        for text in labels.iter().map(|label| self.label_text(label)).filter(|text| !text.is_empty()) {
            for piece in wrap(&text, self.text_width()) {
                self.gutter_line(&piece, out)?;
            }
        }
        Ok(())
    }

    /// The label's text, else who was there.
    fn label_text(&self, label: &Label) -> String {
        let text = label.text.clone().or_else(|| self.place(label.place));
        text.map(|t| self.catalogue.get(&t)).unwrap_or_default()
    }

    fn foot(&self, diagnostic: &Diagnostic, out: &mut impl Write) -> io::Result<()> {
        if let Some(place) = self.whereabouts(diagnostic) {
            self.remark(&msg!("diag-where"), &self.catalogue.get(&place), out)?;
        }
        for note in &diagnostic.notes {
            self.remark(&msg!("diag-note"), &self.catalogue.get(note), out)?;
        }
        for also in &diagnostic.also {
            self.remark(&msg!("diag-also"), &self.catalogue.get(also), out)?;
        }
        if let Some(help) = &diagnostic.help {
            self.remark(&msg!("diag-help"), &self.catalogue.get(help), out)?;
        }
        self.remark(&msg!("diag-book"), &format!("camp book {}", diagnostic.code), out)
    }

    /// Who, in which case, and how often.
    fn whereabouts(&self, diagnostic: &Diagnostic) -> Option<Text> {
        let case = diagnostic.case.as_ref().map(|case| msg!("diag-case", case = case));
        let once = match (self.place(diagnostic.place), case) {
            (Some(place), Some(case)) => msg!("diag-both", first = place, second = case),
            (place, case) => place.or(case)?,
        };
        let often = match (diagnostic.n_more, diagnostic.n_cases) {
            (0, 0 | 1) => return Some(once),
            (n, 0 | 1) => msg!("diag-more-times", count = n),
            (0, n) => msg!("diag-in-cases", count = n),
            (times, cases) => msg!(
                "diag-both",
                first = msg!("diag-more-times", count = times),
                second = msg!("diag-in-cases", count = cases)
            ),
        };
        Some(msg!("diag-often", once = once, often = often))
    }

    /// `= note: …`, its further lines aligned under the first.
    fn remark(&self, word: &Text, text: &str, out: &mut impl Write) -> io::Result<()> {
        let word = self.catalogue.get(&msg!("diag-remark", word = word.clone()));
        // The full-width colon of Chinese holds its own space.
        let space = if word.ends_with(|c: char| c.is_ascii()) { " " } else { "" };
        let lead = self.gutter + 3 + width(&word) + space.len();
        for (i, line) in wrap(text, self.width.saturating_sub(lead)).iter().enumerate() {
            if i == 0 {
                let sign = self.paint(Paint::Gutter, &format!("{} =", " ".repeat(self.gutter)));
                writeln!(out, "{sign} {}{space}{line}", self.paint(Paint::Strong, &word))?;
            } else if line.is_empty() {
                writeln!(out)?;
            } else {
                writeln!(out, "{}{line}", " ".repeat(lead))?;
            }
        }
        Ok(())
    }

    fn place(&self, place: Place) -> Option<Text> {
        let dim3 = |[x, y, z]: [u32; 3]| format!("({x}, {y}, {z})");
        match (place.block, place.thread) {
            (Some(b), Some(t)) => Some(msg!("diag-place-block-thread", block = dim3(b), thread = dim3(t))),
            (Some(b), None) => Some(msg!("diag-place-block", block = dim3(b))),
            (None, Some(t)) => Some(msg!("diag-place-thread", thread = dim3(t))),
            (None, None) => None,
        }
    }
}
