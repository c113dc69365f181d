//! What is on the terminal: reports, which scroll away like any program's output, and a few live lines below them,
//! which are redrawn in place.
//!
//! Everything is collected and written at once by [`Screen::flush`], between the escape codes that make terminals
//! show the result in one step: no flicker. There is no alternate screen: a new report first scrolls the old one
//! into the terminal's history, where it stays. Without a terminal the same calls write plain lines.

use super::line::{Line, clean, rows};
use std::io::{self, Write};

/// Where a [`Screen`] writes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A terminal with so many columns and rows.
    Terminal {
        /// Columns.
        columns: u16,
        /// Rows.
        rows: u16,
    },
    /// A file, a pipe: no escape codes but, if asked for, colours.
    Plain,
}

/// The screen.
pub(crate) struct Screen<W: Write> {
    out: W,
    kind: Kind,
    color: bool,
    /// The lines of the present report.
    report: Vec<String>,
    /// Rows that these lines take, as far as they were drawn in the present geometry.
    report_rows: usize,
    /// Rows that hold something else: what the terminal showed before the first report.
    foreign_rows: usize,
    live: Vec<Line>,
    /// The live lines as they stand on the terminal.
    drawn: Option<Vec<String>>,
    pending: String,
}

impl<W: Write> Screen<W> {
    /// A screen on which nothing is drawn yet.
    pub(crate) fn new(out: W, kind: Kind, color: bool) -> Self {
        let foreign_rows = match kind {
            Kind::Terminal { rows, .. } => usize::from(rows),
            Kind::Plain => 0,
        };
        Self {
            out,
            kind,
            color,
            report: Vec::new(),
            report_rows: 0,
            foreign_rows,
            live: Vec::new(),
            drawn: None,
            pending: String::new(),
        }
    }

    /// What it writes to.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether it uses colours.
    pub(crate) fn color(&self) -> bool {
        self.color
    }

    /// Columns to lay text out for.
    pub(crate) fn columns(&self) -> usize {
        match self.kind {
            Kind::Terminal { columns, .. } => usize::from(columns.max(1)),
            Kind::Plain => 100,
        }
    }

    /// Rows, where there is such a limit.
    pub(crate) fn rows(&self) -> usize {
        match self.kind {
            Kind::Terminal { rows, .. } => usize::from(rows.max(1)),
            Kind::Plain => usize::MAX,
        }
    }

    /// Begins a new report with this first line; the old one goes into the terminal's history.
    pub(crate) fn begin(&mut self, header: &Line) {
        if let Kind::Terminal { rows, .. } = self.kind {
            let rows = usize::from(rows);
            let below = self.rows_below();
            self.erase_live();
            let visible = (self.report_rows + self.foreign_rows).min(rows.saturating_sub(below));
            if visible > 0 {
                self.pending.push_str(&format!("\x1b[{rows};1H"));
                self.pending.push_str(&"\n".repeat(visible));
            }
            self.pending.push_str("\x1b[H\x1b[J");
        } else if !self.report.is_empty() {
            self.pending.push('\n');
        }
        self.report.clear();
        self.report_rows = 0;
        self.foreign_rows = 0;
        self.line(header);
    }

    /// Adds a line to the report.
    pub(crate) fn line(&mut self, line: &Line) {
        let columns = if self.kind == Kind::Plain { usize::MAX } else { self.columns() };
        let text = line.render(columns, self.color);
        self.text(&text);
    }

    /// Adds text of one or more lines to the report.
    pub(crate) fn text(&mut self, text: &str) {
        self.erase_live();
        // An empty text is an empty line, as from `writeln!`.
        let lines = if text.is_empty() { "\n" } else { text };
        for line in lines.lines() {
            let line = clean(line);
            self.pending.push_str(&line);
            self.pending.push_str(self.line_end());
            self.report_rows += rows(&line, self.columns());
            self.report.push(line);
        }
    }

    /// Sets the lines below the report. Without a terminal there are none.
    pub(crate) fn set_live(&mut self, live: Vec<Line>) {
        self.live = live;
    }

    /// Draws the end of the report and the live lines anew after the terminal changed its size or lost its content.
    pub(crate) fn redraw(&mut self, columns: u16, rows_now: u16) {
        if self.kind == Kind::Plain {
            return;
        }
        self.kind = Kind::Terminal { columns, rows: rows_now };
        self.drawn = None;
        self.pending.push_str("\x1b[H\x1b[J");
        let room = self.rows().saturating_sub(self.live.len());
        let mut used = 0;
        let mut from = self.report.len();
        while from > 0 {
            let taken = rows(&self.report[from - 1], self.columns());
            if used + taken > room {
                break;
            }
            used += taken;
            from -= 1;
        }
        for line in &self.report[from..] {
            self.pending.push_str(line);
            self.pending.push_str(self.line_end());
        }
        self.report_rows = used;
        self.foreign_rows = 0;
    }

    /// Writes what changed since the last call.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if self.kind == Kind::Plain {
            if !self.pending.is_empty() {
                self.out.write_all(self.pending.as_bytes())?;
                self.pending.clear();
            }
            return self.out.flush();
        }
        // The last column stays free: terminals differ in where the cursor is after a character there.
        let columns = self.columns().saturating_sub(1);
        let wanted: Vec<String> =
            self.live.iter().take(self.rows()).map(|line| line.render(columns, self.color)).collect();
        if self.drawn.as_ref() != Some(&wanted) {
            self.erase_live();
            self.pending.push_str(&wanted.join("\r\n"));
            self.drawn = Some(wanted);
        }
        if self.pending.is_empty() {
            return Ok(());
        }
        let frame = format!("\x1b[?2026h{}\x1b[?2026l", self.pending);
        self.pending.clear();
        self.out.write_all(frame.as_bytes())?;
        self.out.flush()
    }

    /// Takes the live lines away, so that the shell's prompt follows the report.
    pub(crate) fn leave(&mut self) -> io::Result<()> {
        self.live.clear();
        self.flush()
    }

    fn erase_live(&mut self) {
        let Some(drawn) = self.drawn.take() else { return };
        self.pending.push('\r');
        if drawn.len() > 1 {
            self.pending.push_str(&format!("\x1b[{}A", drawn.len() - 1));
        }
        self.pending.push_str("\x1b[J");
    }

    /// Rows below the report: the live lines, or the empty row that the cursor is in.
    fn rows_below(&self) -> usize {
        self.drawn.as_ref().map_or(1, |drawn| drawn.len().max(1))
    }

    fn line_end(&self) -> &'static str {
        // Raw mode switches off the terminal's own carriage return.
        if self.kind == Kind::Plain { "\n" } else { "\r\n" }
    }
}

#[cfg(test)]
#[path = "screen_tests.rs"]
mod tests;
