//! One line of styled text, and how wide text is on a terminal.

use std::ops::Range;

use diag::render::{breaks, char_width, width};

/// How a piece of a line looks. Without colour all look the same, so none carries meaning alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// As it is.
    Plain,
    /// In the background.
    Dim,
    /// Stands out.
    Bold,
    /// Right.
    Good,
    /// Wrong.
    Bad,
    /// Needs a decision.
    Ask,
}

impl Look {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Dim => "\x1b[2m",
            Self::Bold => "\x1b[1m",
            Self::Good => "\x1b[1;32m",
            Self::Bad => "\x1b[1;31m",
            Self::Ask => "\x1b[1;33m",
        }
    }
}

/// Styled pieces of one line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Line(Vec<(Look, String)>);

impl Line {
    /// A line without style.
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self::default().add(Look::Plain, text)
    }

    /// The line with one more piece.
    pub(crate) fn add(mut self, look: Look, text: impl Into<String>) -> Self {
        self.0.push((look, text.into()));
        self
    }

    /// The line followed by another.
    pub(crate) fn join(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Columns that the line takes.
    pub(crate) fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| width(text)).sum()
    }

    /// The line broken where its language allows it into lines of at most `columns`.
    pub(crate) fn wrap(&self, columns: usize) -> Vec<Self> {
        if self.width() <= columns {
            return vec![self.clone()];
        }
        let whole: String = self.0.iter().map(|(_, text)| text.as_str()).collect();
        breaks(&whole, columns).into_iter().map(|range| self.part(&range)).collect()
    }

    /// The pieces of a range of bytes of the line.
    fn part(&self, range: &Range<usize>) -> Self {
        let mut part = Self::default();
        let mut at = 0;
        for (look, text) in &self.0 {
            let inside = range.start.clamp(at, at + text.len()) - at..range.end.clamp(at, at + text.len()) - at;
            at += text.len();
            if !inside.is_empty() {
                part = part.add(*look, &text[inside]);
            }
        }
        part
    }

    /// The line as text, cut with an ellipsis where it is wider than `columns`.
    pub(crate) fn render(&self, columns: usize, color: bool) -> String {
        let cut = self.width() > columns;
        let mut room = if cut { columns.saturating_sub(1) } else { columns };
        let mut out = String::new();
        for (look, text) in &self.0 {
            let code = if color { look.code() } else { "" };
            out.push_str(code);
            for c in text.chars() {
                let wide = char_width(c);
                if wide > room {
                    room = 0;
                    break;
                }
                room -= wide;
                out.push(c);
            }
            if !code.is_empty() {
                out.push_str("\x1b[0m");
            }
        }
        if cut && columns > 0 {
            out.push('…');
        }
        out
    }
}

/// Rows that one line of output takes on a terminal of `columns`; escape codes take no room.
pub(crate) fn rows(line: &str, columns: usize) -> usize {
    let columns = columns.max(1);
    let mut rows = 1;
    let mut at = 0;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c == '\x1b' {
            skip_escape(&mut chars);
            continue;
        }
        let wide = char_width(c);
        if at + wide > columns {
            rows += 1;
            at = 0;
        }
        at += wide;
    }
    rows
}

/// Skips the rest of a control sequence (`ESC [ … letter`) or a system command (`ESC ] … BEL` or `… ESC \`).
fn skip_escape(chars: &mut std::str::Chars<'_>) {
    match chars.next() {
        Some('[') => {
            let _ = chars.find(|c| ('@'..='~').contains(c));
        }
        Some(']') => {
            while let Some(c) = chars.next() {
                match c {
                    '\x07' => return,
                    '\x1b' => {
                        chars.next();
                        return;
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// Makes text that a program printed safe to show: tabs become blanks, other control characters go, except the
/// escape codes of colours and links that camp's own renderers write.
pub(crate) fn clean(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\t' => out.push_str("    "),
            '\x1b' => {
                let before = chars.clone();
                skip_escape(&mut chars);
                let len = before.as_str().len() - chars.as_str().len();
                let sequence = &before.as_str()[..len];
                if (sequence.starts_with('[') && sequence.ends_with('m')) || sequence.starts_with("]8;") {
                    out.push('\x1b');
                    out.push_str(sequence);
                }
            }
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_to_columns() {
        let line = Line::plain("ab").add(Look::Good, "cd").add(Look::Plain, "好e");
        assert_eq!(line.width(), 7);
        assert_eq!(line.render(7, false), "abcd好e");
        assert_eq!(line.render(6, false), "abcd…", "half of a wide character does not fit");
        assert_eq!(line.render(3, false), "ab…");
        assert_eq!(line.render(1, false), "…");
        assert_eq!(line.render(0, false), "");
        assert_eq!(line.render(9, true), "ab\x1b[1;32mcd\x1b[0m好e");
    }

    #[test]
    fn wraps_between_words() {
        let line = Line::default().add(Look::Good, "one two ").add(Look::Plain, "three fourfivesix 7");
        let lines: Vec<String> = line.wrap(9).iter().map(|line| line.render(99, false)).collect();
        assert_eq!(lines, ["one two", "three", "fourfives", "ix 7"]);
        assert_eq!(line.wrap(99), vec![line]);
    }

    #[test]
    fn counts_rows_without_escape_codes() {
        assert_eq!(rows("", 10), 1);
        assert_eq!(rows("0123456789", 10), 1);
        assert_eq!(rows("0123456789a", 10), 2);
        assert_eq!(rows("\x1b[1;31m0123456789\x1b[0m", 10), 1);
        assert_eq!(rows(&diag::render::link("", std::path::Path::new("/a b"), None, "name"), 4), 1);
        assert_eq!(rows("好好好", 5), 2, "a wide character does not straddle the edge");
    }

    #[test]
    fn output_of_kernels_cannot_steer_the_terminal() {
        assert_eq!(clean("a\tb\x07\x1b[2J\x1b]0;title\x07\x1b[31mred\x1b[0m\r"), "a    b\x1b[31mred\x1b[0m");
    }
}
