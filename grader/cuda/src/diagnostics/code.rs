//! The learner's text as tokens with places, for wording a message that the compiler gave.
//!
//! Nothing here decides whether a kernel is right: the compiler has refused it already, and this says where to look.
//! Missed: what macros and conditional compilation do to the text.

use diag::{FileId, Span};

/// A word or a sign, outside comments, literals and preprocessor lines. A literal is one token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// As written.
    pub text: &'a str,
    /// Line, from 1.
    pub line: u32,
    /// Character on the line, from 1.
    pub column: u32,
    /// Spaces before the line's first token.
    pub indent: u32,
    /// Whether it is that first token.
    pub is_first: bool,
}

/// A character that C++ does not know outside comments and literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stray {
    /// The character.
    pub found: char,
    /// Line, from 1.
    pub line: u32,
    /// Character on the line, from 1.
    pub column: u32,
}

/// A `#define` of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Define<'a> {
    /// The name.
    pub name: &'a str,
    /// What it stands for.
    pub body: &'a str,
    /// Line, from 1.
    pub line: u32,
}

/// A text, read.
#[derive(Debug, Default)]
pub struct Code<'a> {
    /// In order.
    pub tokens: Vec<Token<'a>>,
    /// In order.
    pub strays: Vec<Stray>,
    /// In order.
    pub defines: Vec<Define<'a>>,
    /// Lines whose comment says that a namespace ends there.
    pub namespace_ends: Vec<u32>,
    /// Whether parts of the text count only under a condition.
    pub is_conditional: bool,
}

impl<'a> Token<'a> {
    /// How many characters it has.
    pub fn len(&self) -> u32 {
        count(self.text)
    }

    /// Whether it is a name or a keyword.
    pub fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    /// Its place.
    pub fn span(&self, file: FileId) -> Span {
        Span { file, line: self.line, column: self.column, len: self.len() }
    }

    /// The place right behind it.
    pub fn behind(&self, file: FileId) -> Span {
        Span { file, line: self.line, column: self.column + self.len(), len: 1 }
    }
}

impl<'a> Code<'a> {
    /// Reads a text; never fails.
    pub fn read(text: &'a str) -> Self {
        let mut reader = Reader { rest: text, line: 1, column: 1, indent: 0, is_first: true, code: Self::default() };
        while !reader.rest.is_empty() {
            reader.step();
        }
        reader.code
    }

    /// The index of the first token that begins at or behind a place.
    pub fn at(&self, line: u32, column: u32) -> usize {
        self.tokens.partition_point(|token| (token.line, token.column) < (line, column))
    }

    /// The token before index `at`.
    pub fn before(&self, at: usize) -> Option<&Token<'a>> {
        self.tokens.get(at.checked_sub(1)?)
    }

    /// The text at an index; empty where there is none.
    pub fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    /// The index of the bracket that belongs to the one at `at`, opening or closing.
    pub fn partner(&self, at: usize) -> Option<usize> {
        let token = self.text(at);
        let (other, forward) = match token {
            "(" => (")", true),
            "[" => ("]", true),
            "{" => ("}", true),
            ")" => ("(", false),
            "]" => ("[", false),
            "}" => ("{", false),
            _ => return None,
        };
        let mut depth = 0_usize;
        let mut indices: Box<dyn Iterator<Item = usize>> =
            if forward { Box::new(at..self.tokens.len()) } else { Box::new((0..=at).rev()) };
        indices.find(|&i| {
            if self.text(i) == token {
                depth += 1;
            } else if self.text(i) == other {
                depth -= 1;
            }
            depth == 0
        })
    }

    /// The first index of the statement or declaration that holds index `at`.
    pub fn statement(&self, at: usize) -> usize {
        (0..at).rev().find(|&i| matches!(self.text(i), ";" | "{" | "}")).map_or(0, |i| i + 1)
    }
}

struct Reader<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
    indent: u32,
    is_first: bool,
    code: Code<'a>,
}

impl<'a> Reader<'a> {
    fn step(&mut self) {
        let rest = self.rest;
        let Some(first) = rest.chars().next() else { return };
        if rest.starts_with("//") {
            let len = line_end(rest);
            let comment = rest[2..len].trim_start();
            if ["namespace", "end namespace", "end of namespace"].iter().any(|words| comment.starts_with(words)) {
                self.code.namespace_ends.push(self.line);
            }
            self.skip(len);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            self.skip(comment.find("*/").map_or(rest.len(), |at| at + 4));
        } else if first == '#' && self.is_first {
            self.directive();
        } else if first.is_ascii_whitespace() {
            self.skip(1);
        } else if !first.is_ascii() {
            self.code.strays.push(Stray { found: first, line: self.line, column: self.column });
            // Such a word still separates what stands around it.
            self.is_first = false;
            self.skip(first.len_utf8());
        } else {
            let len = token_len(rest, first);
            if self.is_first {
                self.indent = self.column - 1;
            }
            self.code.tokens.push(Token {
                text: &rest[..len],
                line: self.line,
                column: self.column,
                indent: self.indent,
                is_first: self.is_first,
            });
            self.is_first = false;
            self.skip(len);
        }
    }

    /// A preprocessor line, with those that a backslash joins to it.
    fn directive(&mut self) {
        let len = line_end(self.rest);
        let line = &self.rest[..len];
        let words = line[1..].trim_start();
        self.code.is_conditional |= ["if", "el"].iter().any(|word| words.starts_with(word));
        if let Some(definition) = words.strip_prefix("define").map(str::trim_start) {
            let end = definition.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(definition.len());
            let (name, body) = definition.split_at(end);
            let body = body.split("//").next().unwrap_or_default().trim();
            self.code.defines.push(Define { name, body, line: self.line });
        }
        self.skip(len);
    }

    fn skip(&mut self, len: usize) {
        let (passed, rest) = self.rest.split_at(len);
        for c in passed.chars() {
            if c == '\n' {
                self.line += 1;
                self.column = 1;
                self.is_first = true;
            } else {
                self.column += 1;
            }
        }
        self.rest = rest;
    }
}

/// Where the line ends, counting lines that a backslash joins as one.
fn line_end(text: &str) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].find('\n') {
        let end = from + at;
        if !text[..end].trim_end_matches('\r').ends_with('\\') {
            return end;
        }
        from = end + 1;
    }
    text.len()
}

/// Length in bytes of the token that begins with the ASCII character `first`.
fn token_len(text: &str, first: char) -> usize {
    let end_of = |is_part: fn(char) -> bool| text.find(|c| !is_part(c)).unwrap_or(text.len());
    if first.is_ascii_digit() {
        return end_of(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_');
    }
    if first.is_ascii_alphabetic() || first == '_' {
        return end_of(|c| c.is_ascii_alphanumeric() || c == '_');
    }
    if first == '"' || first == '\'' {
        let mut escaped = false;
        for (at, c) in text.char_indices().skip(1) {
            match c {
                // An unfinished literal ends with its line.
                '\n' => return at,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                _ if c == first => return at + 1,
                _ => {}
            }
        }
        return text.len();
    }
    const SIGNS: [&str; 22] = [
        "<<<", ">>>", "<<=", ">>=", "...", "->", "::", "++", "--", "<<", "<=", ">=", "==", "!=", "&&", "||", "+=",
        "-=", "*=", "/=", "%=", "^=",
    ];
    SIGNS.iter().find(|sign| text.starts_with(**sign)).map_or(1, |sign| sign.len())
}

fn count(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_places_and_comments_are_gone() {
        let code = Code::read("#define N 4;\n/* é\n*/ int a = f(\"x;)\"); // no\n\tb->c;\n");
        let shown: Vec<_> = code.tokens.iter().map(|t| (t.text, t.line, t.column)).collect();
        assert_eq!(shown[0], ("int", 3, 4));
        assert_eq!(shown[5], ("\"x;)\"", 3, 14));
        assert_eq!(shown[8], ("b", 4, 2));
        assert_eq!(shown[9], ("->", 4, 3));
        assert_eq!(code.defines, [Define { name: "N", body: "4;", line: 1 }]);
        assert!(code.strays.is_empty() && !code.is_conditional);
    }

    #[test]
    fn strays_are_found_in_code_only() {
        let code = Code::read("// ；\nf(\"；\");\nx；\u{a0}y\n");
        let shown: Vec<_> = code.strays.iter().map(|s| (s.found, s.line, s.column)).collect();
        assert_eq!(shown, [('；', 3, 2), ('\u{a0}', 3, 3)]);
    }

    #[test]
    fn partners_and_statements() {
        let code = Code::read("f(a[1], (b)); int c = d;");
        assert_eq!(code.partner(1), Some(10));
        assert_eq!(code.partner(10), Some(1));
        assert_eq!(code.text(code.statement(14)), "int");
        assert_eq!(code.partner(0), None);
    }

    #[test]
    fn no_cut_of_a_text_panics() {
        let text = "#define A \\\n 1\n/* x */ \"a\\\"é\" 'c' __global__ void k(T *é) { <<< 1.0f; }\n#if 1\n";
        for (end, _) in text.char_indices() {
            Code::read(&text[..end]);
            Code::read(&text[end..]);
        }
    }
}
