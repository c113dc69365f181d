//! Tokens of PTX text.

use crate::ops::Lit;

/// A token and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    pub(crate) line: u32,
    /// Offset of its first byte.
    pub(crate) start: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// An identifier, with the dotted words that follow it at once: `ld.global.f32`, `%tid.x`, `$L1`.
    Word,
    /// `.reg`
    Directive,
    /// An integer or floating-point number. `None`: it doesn't fit.
    Number(Option<Lit>),
    /// `"…"`, with its quotes.
    Str,
    /// One byte of punctuation, or any byte that begins nothing.
    Punct(u8),
    End,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

fn starts_word(b: u8) -> bool {
    b.is_ascii_alphabetic() || matches!(b, b'_' | b'$' | b'%')
}

fn in_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$')
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    fn byte(&self, ahead: usize) -> u8 {
        // A zero byte ends no token early: it begins none, and is in none.
        self.text.as_bytes().get(self.at.saturating_add(ahead)).copied().unwrap_or(0)
    }

    fn skip(&mut self, inside: impl Fn(u8) -> bool) {
        while self.at < self.text.len() && inside(self.byte(0)) {
            self.at += 1;
        }
    }

    fn skip_blank(&mut self) {
        loop {
            match (self.byte(0), self.byte(1)) {
                (b'\n', _) => {
                    self.line = self.line.saturating_add(1);
                    self.at += 1;
                }
                (b' ' | b'\t' | b'\r' | 0x0B | 0x0C, _) => self.at += 1,
                (b'/', b'/') => self.skip(|b| b != b'\n'),
                (b'/', b'*') => {
                    let rest = self.text.get(self.at..).unwrap_or_default();
                    let len = rest.get(2..).and_then(|r| r.find("*/")).map_or(rest.len(), |n| n + 4);
                    let newlines = rest.as_bytes().iter().take(len).filter(|b| **b == b'\n').count();
                    self.line = self.line.saturating_add(u32::try_from(newlines).unwrap_or(u32::MAX));
                    self.at += len;
                }
                _ => return,
            }
        }
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Token<'a> {
        self.skip_blank();
        let (start, line) = (self.at, self.line);
        let first = self.byte(0);
        let kind = match first {
            _ if start >= self.text.len() => Kind::End,
            b if starts_word(b) && (b != b'%' || starts_word(self.byte(1))) => {
                self.at += 1;
                self.word();
                Kind::Word
            }
            b'.' if starts_word(self.byte(1)) => {
                self.at += 1;
                self.skip(in_word);
                self.colons();
                Kind::Directive
            }
            b if b.is_ascii_digit() || (b == b'.' && self.byte(1).is_ascii_digit()) => self.number(),
            b'"' => {
                self.at += 1;
                self.string();
                Kind::Str
            }
            b => {
                self.at += 1;
                // Keeps the end of the token on a character's boundary.
                self.skip(|b| !b.is_ascii() && !first.is_ascii());
                Kind::Punct(b)
            }
        };
        Token { kind, text: self.text.get(start..self.at).unwrap_or_default(), line, start }
    }

    /// `::next` behind a word.
    fn colons(&mut self) {
        while self.byte(0) == b':' && self.byte(1) == b':' && in_word(self.byte(2)) {
            self.at += 2;
            self.skip(in_word);
        }
    }

    fn word(&mut self) {
        self.skip(in_word);
        self.colons();
        while self.byte(0) == b'.' && in_word(self.byte(1)) {
            self.at += 1;
            self.skip(in_word);
            self.colons();
        }
    }

    fn string(&mut self) {
        loop {
            self.skip(|b| !matches!(b, b'"' | b'\\' | b'\n'));
            match self.byte(0) {
                b'"' => {
                    self.at += 1;
                    return;
                }
                b'\\' if matches!(self.byte(1), b'"' | b'\\') => self.at += 2,
                b'\\' => self.at += 1,
                // Unterminated: ends with the line.
                _ => return,
            }
        }
    }

    fn number(&mut self) -> Kind {
        let start = self.at;
        let hex = |lexer: &mut Self, digits: usize| {
            let start = lexer.at + 2;
            lexer.at = start;
            lexer.skip(in_word);
            let text = lexer.text.get(start..lexer.at).filter(|t| t.len() == digits)?;
            u64::from_str_radix(text, 16).ok()
        };
        match (self.byte(0), self.byte(1)) {
            (b'0', b'f' | b'F') => {
                return Kind::Number(hex(self, 8).and_then(|b| u32::try_from(b).ok()).map(Lit::F32));
            }
            (b'0', b'd' | b'D') => return Kind::Number(hex(self, 16).map(Lit::F64)),
            _ => {}
        }
        self.skip(|b| b.is_ascii_digit());
        let is_fraction = self.byte(0) == b'.' && self.byte(1).is_ascii_digit();
        let exponent_digit = if matches!(self.byte(1), b'+' | b'-') { self.byte(2) } else { self.byte(1) };
        let is_power = matches!(self.byte(0), b'e' | b'E') && exponent_digit.is_ascii_digit();
        if is_fraction || is_power {
            if is_fraction {
                self.at += 1;
                self.skip(|b| b.is_ascii_digit());
            }
            let exponent_digit = if matches!(self.byte(1), b'+' | b'-') { self.byte(2) } else { self.byte(1) };
            if matches!(self.byte(0), b'e' | b'E') && exponent_digit.is_ascii_digit() {
                self.at += 2;
                self.skip(|b| b.is_ascii_digit());
            }
            let value = self.text.get(start..self.at).and_then(|t| t.parse::<f64>().ok());
            return Kind::Number(value.map(|v| Lit::F64(v.to_bits())));
        }
        self.skip(in_word);
        let text = self.text.get(start..self.at).unwrap_or_default();
        let text = text.strip_suffix(['u', 'U']).unwrap_or(text);
        let (radix, digits) = match text.as_bytes() {
            [b'0', b'x' | b'X', ..] => (16, &text[2..]),
            [b'0', b'b' | b'B', ..] => (2, &text[2..]),
            [b'0', _, ..] => (8, &text[1..]),
            _ => (10, text),
        };
        Kind::Number(u64::from_str_radix(digits, radix).ok().map(|v| Lit::Int(v.cast_signed())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(Kind, &str)]) {
        let mut lexer = Lexer::new(text);
        let mut tokens = vec![];
        loop {
            let token = lexer.next();
            if token.kind == Kind::End {
                break;
            }
            tokens.push((token.kind, token.text));
        }
        assert_eq!(tokens, expected);
    }

    fn number(text: &str) -> Option<Lit> {
        match Lexer::new(text).next() {
            Token { kind: Kind::Number(lit), text: all, .. } if all == text => lit,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn words_and_directives() {
        check("ld.shared::cta.v4.f32", &[(Kind::Word, "ld.shared::cta.v4.f32")]);
        check("x.L2::128B y", &[(Kind::Word, "x.L2::128B"), (Kind::Word, "y")]);
        check("$L1:", &[(Kind::Word, "$L1"), (Kind::Punct(b':'), ":")]);
        check(".reg.b32", &[(Kind::Directive, ".reg"), (Kind::Directive, ".b32")]);
        check("%p1|%p2", &[(Kind::Word, "%p1"), (Kind::Punct(b'|'), "|"), (Kind::Word, "%p2")]);
        check(
            "5 % 3",
            &[(Kind::Number(Some(Lit::Int(5))), "5"), (Kind::Punct(b'%'), "%"), (Kind::Number(Some(Lit::Int(3))), "3")],
        );
        check("a// b\nc/* d\n */e/*", &[(Kind::Word, "a"), (Kind::Word, "c"), (Kind::Word, "e")]);
        check("\"a\\\"b\" é", &[(Kind::Str, "\"a\\\"b\""), (Kind::Punct(0xC3), "é")]);
    }

    #[test]
    fn numbers() {
        assert_eq!(number("0"), Some(Lit::Int(0)));
        assert_eq!(number("0x8000U"), Some(Lit::Int(0x8000)));
        assert_eq!(number("0xFFFFFFFFFFFFFFFF"), Some(Lit::Int(-1)));
        assert_eq!(number("017"), Some(Lit::Int(15)));
        assert_eq!(number("0b101"), Some(Lit::Int(5)));
        assert_eq!(number("0f3F800000"), Some(Lit::F32(0x3F80_0000)));
        assert_eq!(number("0dBFE62E42FEFA39EF"), Some(Lit::F64(0xBFE6_2E42_FEFA_39EF)));
        assert_eq!(number("1.5e3"), Some(Lit::F64(1500f64.to_bits())));
        assert_eq!(number("1e-1"), Some(Lit::F64(0.1f64.to_bits())));
        assert_eq!(number("99999999999999999999"), None);
        assert_eq!(number("0f3F80"), None);
        assert_eq!(number("0x"), None);
    }

    #[test]
    fn lines() {
        let mut lexer = Lexer::new("a\n/*\n*/ b");
        lexer.next();
        assert_eq!(lexer.next().line, 3);
    }
}
