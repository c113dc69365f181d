//! Breaking text into lines of a given display width.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

/// How many columns a text takes.
pub fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// How many columns a character takes: 0 for combining marks and control characters.
pub fn char_width(c: char) -> usize {
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
    clean(text).split('\n').flat_map(|line| wrap_line(line.trim_end_matches(' '), limit)).collect()
}

fn wrap_line(line: &str, limit: usize) -> Vec<String> {
    let body = line.trim_start_matches(' ');
    let indent = " ".repeat((line.len() - body.len()).min(limit / 2));
    breaks(body, limit - indent.len()).into_iter().map(|range| format!("{indent}{}", &body[range])).collect()
}

/// Where a text without line breaks is broken into lines of at most `limit` columns, at least 2: the bytes of each line,
/// without the spaces that a break replaces.
pub fn breaks(text: &str, limit: usize) -> Vec<Range<usize>> {
    let limit = limit.max(2);
    let mut lines = Vec::new();
    let mut start = 0;
    let mut columns = 0;
    // The last place where this line may end, and where the next one then begins.
    let mut place: Option<(usize, usize)> = None;
    let mut previous: Option<char> = None;
    // The end of the last word.
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if c != ' ' {
            match previous {
                Some(' ') if end > start => place = Some((end, at)),
                Some(p) if is_breakable(p, c) => place = Some((at, at)),
                _ => {}
            }
            if columns + char_width(c) > limit && at > start {
                let (line_end, next) = place.take().unwrap_or_else(|| within(text, start, at));
                lines.push(start..line_end);
                start = next;
                columns = width(&text[start..at]);
            }
            end = at + c.len_utf8();
        }
        columns += char_width(c);
        previous = Some(c);
    }
    lines.push(start..end.max(start));
    lines
}

/// Where to break the word that begins at `start` and is too long at `at`: at `at`, or before the marks around it that
/// may not be parted.
fn within(text: &str, start: usize, at: usize) -> (usize, usize) {
    let mut cut = at;
    while let (Some(before), Some(after)) = (text[start..cut].chars().next_back(), text[cut..].chars().next()) {
        if is_partable(before, after) {
            return (cut, cut);
        }
        cut -= before.len_utf8();
    }
    (at, at)
}

/// Whether a line may end between two characters that no space parts.
fn is_breakable(before: char, after: char) -> bool {
    (char_width(before) > 1 || char_width(after) > 1) && is_partable(before, after)
}

/// Whether nothing forbids a break between two characters: some marks must not begin a line, others must not end one.
fn is_partable(before: char, after: char) -> bool {
    const CLOSING: &str = "，。、；：？！）】》〉」』〕”’…—～·,.;:?!)]}%";
    const OPENING: &str = "（【《〈「『〔“‘([{";
    /// Joins the parts of one emoji.
    const JOINER: char = '\u{200d}';
    !CLOSING.contains(after) && !OPENING.contains(before) && char_width(after) > 0 && before != JOINER
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
        check("wanted: x\nfound:  y", 80, &["wanted: x", "found:  y"]);
        check("one\ntwo", 80, &["one", "two"]);
        check("one\n\ntwo", 80, &["one", "", "two"]);
        check("  indented text goes on", 12, &["  indented", "  text goes", "  on"]);
        check("abcdefghij", 4, &["abcd", "efgh", "ij"]);
        check("a verylongword b", 5, &["a", "veryl", "ongwo", "rd b"]);
        check("\u{1b}[31mred\r", 80, &["\u{fffd}[31mred\u{fffd}"]);
    }

    #[test]
    fn chinese() {
        check(
            "在第17行，线程读取了还没有写入的共享内存。",
            16,
            &["在第17行，线程读", "取了还没有写入的", "共享内存。"],
        );
        check("读取（共享）", 6, &["读取", "（共", "享）"]);
        check("写入 `partial[128]`，然后读取「它」。", 12, &["写入", "`partial[12", "8]`，然后读", "取「它」。"]);
        check("等待……再读", 5, &["等", "待……", "再读"]);
        check("下标 i < n 时写入", 9, &["下标 i <", "n 时写入"]);
        check("好e\u{301}的", 3, &["好e\u{301}", "的"]);
    }

    /// Whatever the text and the width: nothing is lost, no line is too wide, and no mark stands where it must not.
    #[test]
    fn marks_stand_where_they_may() {
        let text =
            "线程块 (0, 0, 0) 的线程（从 0 数起）读取 `s[1]`，而「写入」还没完成：请加 `__syncthreads()`……好吗？";
        for limit in 12..100 {
            let lines = wrap(text, limit);
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
            for line in &lines {
                assert!(width(line) <= limit, "{limit}: {line}");
                assert!(!line.starts_with(|c| "，。：；？！）」…".contains(c)), "{limit}: {line}");
                assert!(!line.ends_with(|c| "（「".contains(c)), "{limit}: {line}");
            }
        }
    }
}
