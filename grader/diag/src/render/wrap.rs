//! Breaking text into lines of a given display width.

use unicode_width::UnicodeWidthChar;

/// How many columns a text takes.
pub fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// How many columns a character takes. [`clean`] leaves none without a width except combining marks.
pub(super) fn char_width(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// The text with control characters made visible, so that no argument can move the cursor or change colours. Line
/// breaks stay; a tab becomes a space.
pub(super) fn clean(text: &str) -> String {
    let replace = |c: char| match c {
        '\n' => c,
        '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(replace).collect()
}

/// Breaks a text into lines of at most `limit` columns: at spaces, between wide characters, and inside a word only where
/// the word alone is too long. Line breaks in the text are kept, and so is each line's indentation.
pub fn wrap(text: &str, limit: usize) -> Vec<String> {
    let limit = limit.max(2);
    clean(text).split('\n').flat_map(|line| wrap_line(line.trim_end(), limit)).collect()
}

fn wrap_line(line: &str, limit: usize) -> Vec<String> {
    let body = line.trim_start();
    let indent = " ".repeat((line.len() - body.len()).min(limit / 2));
    let mut lines = Vec::new();
    let mut current = indent.clone();
    for (piece, space_before) in pieces(body) {
        let space = if space_before { " " } else { "" };
        if width(&current) + space.len() + width(piece) <= limit {
            current += space;
            current += piece;
            continue;
        }
        if current.len() > indent.len() {
            lines.push(std::mem::replace(&mut current, indent.clone()));
        }
        for c in piece.chars() {
            if width(&current) + char_width(c) > limit {
                lines.push(std::mem::replace(&mut current, indent.clone()));
            }
            current.push(c);
        }
    }
    lines.push(current);
    lines
}

/// The unbreakable pieces of a line, and whether a space stands before each.
fn pieces(line: &str) -> Vec<(&str, bool)> {
    /// Marks that must not begin a line.
    const CLOSING: &str = "，。、；：？！）】》”’,.;:?!)";
    /// Marks that must not end a line.
    const OPENING: &str = "（【《“‘(";
    let mut pieces = Vec::new();
    for word in line.split(' ').filter(|w| !w.is_empty()) {
        let mut start = 0;
        let mut first = true;
        let mut previous: Option<char> = None;
        for (at, c) in word.char_indices() {
            let breakable = previous.is_some_and(|p| {
                (char_width(p) > 1 || char_width(c) > 1) && !CLOSING.contains(c) && !OPENING.contains(p)
            });
            if breakable {
                pieces.push((&word[start..at], first));
                start = at;
                first = false;
            }
            previous = Some(c);
        }
        pieces.push((&word[start..], first));
    }
    if let Some(first) = pieces.first_mut() {
        first.1 = false;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, limit: usize, expected: &[&str]) {
        assert_eq!(wrap(text, limit), expected);
        assert!(wrap(text, limit).iter().all(|line| width(line) <= limit));
    }

    #[test]
    fn wrapping() {
        check("", 10, &[""]);
        check("one two  three", 7, &["one two", "three"]);
        check("one\ntwo", 80, &["one", "two"]);
        check("  indented text goes on", 12, &["  indented", "  text goes", "  on"]);
        check("abcdefghij", 4, &["abcd", "efgh", "ij"]);
        check(
            "在第17行，线程读取了还没有写入的共享内存。",
            16,
            &["在第17行，线程读", "取了还没有写入的", "共享内存。"],
        );
        check("读取（共享）", 6, &["读取", "（共", "享）"]);
        check("\u{1b}[31mred\r", 80, &["\u{fffd}[31mred\u{fffd}"]);
    }
}
