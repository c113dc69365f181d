//! The parser: recursive descent over the tokens, one pass.

mod body;
mod decl;
mod expr;
mod function;
mod top;

use std::collections::HashMap;

use crate::lex::{Kind, Lexer, Token};
use crate::ops::Written;
use crate::scope::Context;
use crate::{Error, ErrorKind, LocId, Module, SourcePlace, Tokens};

/// Reads PTX text.
///
/// # Errors
/// If the text is not PTX. Unknown instructions are no error: see [`crate::Inst::Unsupported`].
pub fn parse(text: &str) -> Result<Module, Error> {
    let mut parser = Parser::new(text);
    match parser.module() {
        Ok(()) => Ok(parser.module),
        Err(kind) => Err(parser.error(kind)),
    }
}

type Result_<T> = Result<T, ErrorKind>;

/// File, line and column; where it was inlined; label and offset of the inlined function's name.
type LocKey<'a> = ((u32, u32, u32), Option<LocId>, Option<(&'a str, u64)>);

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The next token.
    token: Token<'a>,
    /// Start of the statement being read, and its line.
    start: usize,
    line: u32,
    module: Module,
    scope: Context<'a>,
    /// The `.loc` in force.
    loc: Option<LocId>,
    locs: HashMap<LocKey<'a>, LocId>,
    /// The last location of each place, which is what `inlined_at` means.
    latest_locs: HashMap<(u32, u32, u32), LocId>,
    /// `.section .debug_str` by label.
    strings: HashMap<&'a str, Vec<u8>>,
    /// Initial contents whose symbols may be declared later.
    fixups: Vec<decl::Fixup<'a>>,
    /// Statements of the function that name labels: index, and where their text begins and ends.
    label_users: Vec<(usize, usize, usize)>,
    written: Written<'a>,
    tokens: Tokens<'a>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        let mut lexer = Lexer::new(text);
        let token = lexer.next();
        Self {
            text,
            lexer,
            token,
            start: 0,
            line: 1,
            module: Module { address_size: 64, ..Module::default() },
            scope: Context::default(),
            loc: None,
            locs: HashMap::new(),
            latest_locs: HashMap::new(),
            label_users: vec![],
            strings: HashMap::new(),
            fixups: vec![],
            written: Written::default(),
            tokens: Tokens::default(),
        }
    }

    fn error(&self, kind: ErrorKind) -> Error {
        let end = self.token.start.saturating_add(self.token.text.len());
        let place = self.loc.and_then(|loc| {
            let loc = self.module.locs.get(loc.0 as usize)?;
            Some(SourcePlace { path: self.module.file(loc.file)?.to_owned(), line: loc.line, column: loc.column })
        });
        Error { kind, line: self.token.line, text: self.excerpt(self.start, end), place }
    }

    /// Text on one line, cut when long.
    fn excerpt(&self, start: usize, end: usize) -> String {
        let text = self.text.get(start..end).unwrap_or_default();
        let mut short = String::new();
        for word in text.split_whitespace() {
            if !short.is_empty() {
                short.push(' ');
            }
            short.push_str(word);
            if short.len() > 400 {
                let cut = (0..=400).rev().find(|at| short.is_char_boundary(*at)).unwrap_or(0);
                short.truncate(cut);
                short.push('…');
                break;
            }
        }
        short
    }

    fn begin_statement(&mut self) {
        self.start = self.token.start;
        self.line = self.token.line;
    }

    fn advance(&mut self) -> Token<'a> {
        let next = self.lexer.next();
        std::mem::replace(&mut self.token, next)
    }

    fn is(&self, punct: u8) -> bool {
        self.token.kind == Kind::Punct(punct)
    }

    /// Skips the punctuation if it is there.
    fn eat(&mut self, punct: u8) -> bool {
        let is = self.is(punct);
        if is {
            self.advance();
        }
        is
    }

    fn eat_directive(&mut self, directive: &str) -> bool {
        let is = self.token.kind == Kind::Directive && self.token.text == directive;
        if is {
            self.advance();
        }
        is
    }

    fn expected<T>(&self, expected: &'static str) -> Result_<T> {
        Err(self.unexpected(expected))
    }

    fn unexpected(&self, expected: &'static str) -> ErrorKind {
        let found = match self.token.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", self.token.text.chars().take(40).collect::<String>()),
        };
        ErrorKind::Syntax { expected, found }
    }

    fn expect(&mut self, punct: u8, what: &'static str) -> Result_<()> {
        if self.eat(punct) { Ok(()) } else { self.expected(what) }
    }

    fn word(&mut self, what: &'static str) -> Result_<&'a str> {
        if self.token.kind == Kind::Word { Ok(self.advance().text) } else { self.expected(what) }
    }

    /// A word of one part: a name.
    fn name(&mut self) -> Result_<&'a str> {
        if self.token.text.contains('.') { self.expected("a name") } else { self.word("a name") }
    }
}
