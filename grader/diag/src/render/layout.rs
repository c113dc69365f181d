//! One source line on the screen: which characters are shown, and in which columns.

use super::wrap::char_width;

/// Columns between tab stops.
const TAB: usize = 4;

/// A source line, laid out.
pub(super) struct Row {
    /// What is printed.
    pub text: String,
    /// First screen column of each character of the source line, and of its end, before cropping.
    starts: Vec<usize>,
    /// Columns cut off on the left.
    cut: usize,
    /// Columns of the window, and whether one is taken by the mark of a cut on the left.
    limit: usize,
}

impl Row {
    /// Lays out a line in `limit` columns. A line that is longer is cropped around `focus`, a range of characters.
    pub fn new(line: &str, limit: usize, focus: &std::ops::Range<usize>) -> Self {
        let mut starts = Vec::new();
        let mut cells: Vec<(String, usize)> = Vec::new();
        let mut column = 0;
        for c in line.chars() {
            starts.push(column);
            let cell = match c {
                '\t' => (" ".repeat(TAB - column % TAB), TAB - column % TAB),
                c if c.is_control() => (char::REPLACEMENT_CHARACTER.to_string(), 1),
                c => (c.to_string(), char_width(c)),
            };
            column += cell.1;
            cells.push(cell);
        }
        starts.push(column);
        let at = |i: usize| starts[i.min(starts.len() - 1)];
        // Shifted only when the focus lies outside, and then so that a quarter of the window is left for what precedes it.
        let cut = if column <= limit || at(focus.end) < limit {
            0
        } else {
            at(focus.start).saturating_sub(limit / 4).min(column.saturating_sub(limit))
        };
        let mut row = Self { text: String::new(), starts, cut, limit };
        row.crop(&cells, column);
        row
    }

    fn crop(&mut self, cells: &[(String, usize)], total: usize) {
        let end = if total - self.cut > self.limit { self.cut + self.limit - 1 } else { total };
        let mut width = 0;
        for ((cell, cell_width), start) in cells.iter().zip(&self.starts) {
            // The column of the cut holds its mark, so what begins there is hidden as well.
            if *start < self.cut + usize::from(self.cut > 0) || start + cell_width > end {
                continue;
            }
            if width == 0 && self.cut > 0 {
                let gap = start - self.cut - 1;
                self.text = format!("…{}", " ".repeat(gap));
                width = gap + 1;
            }
            self.text += cell;
            width += cell_width;
        }
        if end < total {
            self.text.push('…');
        }
        self.text.truncate(self.text.trim_end().len());
    }

    /// The screen columns of a range of characters, at least one column, inside the window.
    pub fn columns(&self, chars: &std::ops::Range<usize>) -> std::ops::Range<usize> {
        let last = self.starts.len() - 1;
        let start = self.starts[chars.start.min(last)].saturating_sub(self.cut).min(self.limit - 1);
        let end = self.starts[chars.end.min(last)].saturating_sub(self.cut).min(self.limit);
        start..end.max(start + 1)
    }
}

/// The characters that a span marks on its line, counted from 0. Where the compiler gave no length, the statement: up to
/// its `;`, an opening `{`, a closing bracket that it did not open, or a comment.
pub(super) fn extent(line: &str, column: u32, len: u32) -> std::ops::Range<usize> {
    let chars: Vec<char> = line.chars().collect();
    let first = chars.iter().position(|c| !c.is_whitespace()).unwrap_or(0);
    let start = if column == 0 { first } else { (column as usize - 1).min(chars.len()) };
    if len > 0 {
        return start..(start + len as usize).min(chars.len().max(start + 1));
    }
    let mut depth = 0_usize;
    let mut quote = None;
    let mut end = start;
    let mut at = start;
    while let Some(&c) = chars.get(at) {
        at += 1;
        match quote {
            Some(q) => {
                if c == '\\' {
                    at += 1;
                } else if c == q {
                    quote = None;
                }
            }
            None => match c {
                '"' | '\'' => quote = Some(c),
                '(' | '[' => depth += 1,
                ')' | ']' if depth == 0 => break,
                ')' | ']' => depth -= 1,
                ';' if depth == 0 => break,
                '{' if depth == 0 => break,
                '/' if chars.get(at) == Some(&'/') => break,
                // A comment in Python; directives of C begin their line.
                '#' if at - 1 > start => break,
                _ => {}
            },
        }
        if !c.is_whitespace() {
            end = at.min(chars.len());
        }
    }
    start..end.max((start + 1).min(chars.len())).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements() {
        let check = |line: &str, column: u32, len: u32, expected: &str| {
            let range = extent(line, column, len);
            let marked: String = line.chars().skip(range.start).take(range.len()).collect();
            assert_eq!(marked, expected, "{line}");
        };
        check("    out[i] = in[i];  // copy", 5, 0, "out[i] = in[i]");
        check("    out[i] = in[i];  // copy", 0, 0, "out[i] = in[i]");
        check("    out[i] = in[i];", 14, 2, "in");
        check("    if (i < n) {", 5, 0, "if (i < n)");
        check("    for (int i = t; i < n; ++i) {", 10, 0, "int i = t");
        check("    f(a, g(b)) // c", 5, 0, "f(a, g(b))");
        check("    x = s[i]);", 5, 0, "x = s[i]");
        check("    printf(\"a;)\\\"b\", x);", 5, 0, "printf(\"a;)\\\"b\", x)");
        check("    T.copy(tile, out[bx])  # the tile", 0, 0, "T.copy(tile, out[bx])");
        check("#include <a.h>", 1, 0, "#include <a.h>");
        check("", 0, 0, "");
        check("abc", 9, 4, "");
        check("abc", 2, 99, "bc");
        check("\"open\\", 1, 0, "\"open\\");
    }

    #[test]
    fn cropping() {
        let line = "0123456789abcdefghij";
        let text = |limit, focus| Row::new(line, limit, &focus).text;
        assert_eq!(text(20, 0..1), line);
        assert_eq!(text(10, 0..1), "012345678…");
        assert_eq!(text(10, 15..16), "…bcdefghij");
        assert_eq!(text(10, 10..12), "…9abcdefg…");
        assert_eq!(Row::new(line, 10, &(10..12)).columns(&(10..12)), 2..4);
        assert_eq!(Row::new("\ta\tb", 20, &(0..0)).text, "    a   b");
        assert_eq!(Row::new("\ta\tb", 20, &(0..0)).columns(&(3..4)), 8..9);
        assert_eq!(Row::new("线程x", 20, &(0..0)).columns(&(2..3)), 4..5);
        // Marks stand under what they mark, whatever stands before it.
        for before in ["\t", "/* 求和 */ ", "ＡＢ，", "😀\t", "a\tb é\u{301} ", "\u{1b}[0m"] {
            let line = format!("{before}x[t] = 0; // 末尾");
            let at = before.chars().count();
            let row = Row::new(&line, 60, &(at..at + 4));
            let shown = row.text.find("x[t]").expect("nothing is cut");
            let start = super::super::wrap::width(&row.text[..shown]);
            assert_eq!(row.columns(&(at..at + 4)), start..start + 4, "{line}");
        }
        for limit in 4..30 {
            for start in 0..=20 {
                let wide = "线程0123块4567屏障89ab";
                let row = Row::new(wide, limit, &(start..start + 2));
                assert!(super::super::wrap::width(&row.text) <= limit, "{limit} {start} {}", row.text);
                let columns = row.columns(&(start..start + 2));
                assert!(columns.end <= limit.max(columns.start + 1), "{limit} {start} {columns:?}");
            }
        }
    }
}
