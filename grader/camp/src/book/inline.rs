//! Running text with marks: code, emphasis, links.

use std::ops::Range;

use diag::render::{breaks, char_width, width};

/// How a piece of running text is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Code,
    Strong,
}

impl Mark {
    /// Its ANSI colour.
    fn color(self) -> &'static str {
        match self {
            Self::Code => "36",
            Self::Strong => "1",
        }
    }
}

/// Running text and which of its bytes are marked. Marks do not overlap: the inner one is kept.
#[derive(Debug, Clone, Default)]
pub struct Inline {
    text: String,
    marks: Vec<(Range<usize>, Mark)>,
    /// Whether a line of the source has ended behind the text.
    is_broken: bool,
}

impl Inline {
    pub fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// A line of the source ends here: that is a space, except between two Chinese characters.
    pub fn soft_break(&mut self) {
        self.is_broken = true;
    }

    /// Adds text that is marked or not.
    pub fn push(&mut self, text: &str, mark: Option<Mark>) {
        if std::mem::take(&mut self.is_broken) {
            let is_wide = |c: Option<char>| c.is_some_and(|c| char_width(c) > 1);
            if !(is_wide(self.text.chars().next_back()) && is_wide(text.chars().next())) {
                self.text.push(' ');
            }
        }
        let start = self.text.len();
        self.text += text;
        if let Some(mark) = mark {
            self.marks.push((start..self.text.len(), mark));
        }
    }

    /// How many columns it takes on one line.
    pub fn width(&self) -> usize {
        width(&self.text)
    }

    /// How many columns its longest word takes: a column of a table should not be narrower.
    pub fn longest_word(&self) -> usize {
        self.text.split(' ').map(width).max().unwrap_or(0)
    }

    /// The text in lines of at most `columns`, with each line's width.
    pub fn lines(&self, columns: usize, color: bool) -> Vec<(String, usize)> {
        let text = self.text.trim_end();
        breaks(text, columns).into_iter().map(|line| (self.painted(line.clone(), color), width(&text[line]))).collect()
    }

    /// A piece of the text, with its marks where colours are wanted.
    fn painted(&self, piece: Range<usize>, color: bool) -> String {
        if !color {
            return self.text[piece].to_owned();
        }
        let mut painted = String::new();
        let mut at = piece.start;
        for (marked, mark) in &self.marks {
            let (start, end) = (marked.start.max(at), marked.end.min(piece.end));
            if start < end {
                painted += &self.text[at..start];
                painted += &format!("\x1b[{}m{}\x1b[0m", mark.color(), &self.text[start..end]);
                at = end;
            }
        }
        painted + &self.text[at..piece.end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_lines_of_the_source_are_joined() {
        let joined = |first: &str, second: &str| {
            let mut inline = Inline::default();
            inline.push(first, None);
            inline.soft_break();
            inline.push(second, None);
            inline.lines(80, false)[0].0.clone()
        };
        assert_eq!(joined("one", "two"), "one two");
        assert_eq!(joined("线程", "块"), "线程块");
        assert_eq!(joined("线程", "warp"), "线程 warp");
    }

    #[test]
    fn marks_survive_breaks() {
        let mut inline = Inline::default();
        inline.push("one ", None);
        inline.push("two three", Some(Mark::Strong));
        inline.push(" four", None);
        let lines = |color| inline.lines(8, color).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
        assert_eq!(lines(false), ["one two", "three", "four"]);
        assert_eq!(lines(true), ["one \x1b[1mtwo\x1b[0m", "\x1b[1mthree\x1b[0m", "four"]);
    }
}
