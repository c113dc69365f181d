//! What is wrong with an exercise's files.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use diag::{Code, Diagnostic, Label, Lang, SourceMap, Text, msg};

/// A file that cannot be used, with the place in it.
#[derive(Debug, Clone)]
pub struct Error(Box<Facts>);

#[derive(Debug, Clone)]
struct Facts {
    path: PathBuf,
    text: Text,
    expected: Option<Text>,
    note: Option<Text>,
    /// The file's text and the offending bytes, when it could be read.
    excerpt: Option<(Arc<str>, Range<usize>)>,
}

impl Error {
    /// The file, or the folder that should hold it.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// What is wrong.
    pub fn text(&self) -> &Text {
        &self.0.text
    }

    /// The diagnostic, with the file added to `sources` where there is one to show.
    pub fn to_diagnostic(&self, sources: &mut SourceMap) -> Diagnostic {
        let facts = &self.0;
        let mut diagnostic = Diagnostic::error(Code::BadExercise, facts.text.clone());
        diagnostic.help.clone_from(&facts.expected);
        diagnostic.notes.extend(facts.note.clone());
        match &facts.excerpt {
            Some((source, range)) => {
                let file = sources.add(&facts.path, source.as_ref());
                let span = sources.span_of_bytes(file, range.clone());
                diagnostic.with_label(Label::primary(span))
            }
            None => diagnostic.with_note(msg!("exercise-error-path", path = facts.path.display())),
        }
    }

    pub(crate) fn with_note(mut self, note: Text) -> Self {
        self.0.note = Some(note);
        self
    }

    pub(crate) fn without_place(path: &Path, text: Text) -> Self {
        Self(Box::new(Facts { path: path.to_owned(), text, expected: None, note: None, excerpt: None }))
    }
}

impl std::fmt::Display for Error {
    /// One English line, for logs and tests; people see the diagnostic.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut sources = SourceMap::new();
        let diagnostic = self.to_diagnostic(&mut sources);
        f.write_str(&diag::render::concise(&diagnostic, &sources, messages::catalogue(Lang::En)))
    }
}

impl std::error::Error for Error {}

/// A file's text, for making errors that point into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    pub path: PathBuf,
    pub text: Arc<str>,
}

impl Source {
    /// Reads a TOML file, refusing what cannot be one.
    pub fn read(path: &Path) -> Result<Self, Error> {
        /// No exercise comes near; a file of this size is a mistake and would only take memory.
        const LARGEST_BYTES: u64 = 1 << 20;
        let unreadable =
            |e: std::io::Error| Error::without_place(path, msg!("exercise-error-unreadable", reason = e.to_string()));
        if std::fs::metadata(path).map_err(unreadable)?.len() > LARGEST_BYTES {
            return Err(Error::without_place(path, msg!("exercise-error-too-large", limit = "1 MiB")));
        }
        let bytes = std::fs::read(path).map_err(unreadable)?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { path: path.to_owned(), text: text.into() }),
            Err(_) => Err(Error::without_place(path, msg!("exercise-error-not-utf8"))),
        }
    }

    /// An error at a range of bytes.
    pub fn error(&self, range: Range<usize>, text: Text) -> Error {
        let excerpt = Some((self.text.clone(), range));
        Error(Box::new(Facts { path: self.path.clone(), text, expected: None, note: None, excerpt }))
    }

    /// The same, saying what was expected.
    pub fn error_expected(&self, range: Range<usize>, text: Text, expected: Text) -> Error {
        let mut error = self.error(range, text);
        error.0.expected = Some(expected);
        error
    }

    /// Parses the text, turning TOML's complaint into ours.
    pub fn parse<T: serde::de::DeserializeOwned>(&self) -> Result<T, Error> {
        toml::from_str(&self.text).map_err(|e| {
            let range = e.span().unwrap_or(0..0);
            // TOML's messages read `invalid type: string "x", expected u32`; the part behind the comma is the advice.
            let (what, expected) = match e.message().split_once(", expected ") {
                Some((what, expected)) => (what, Some(expected)),
                None => (e.message(), None),
            };
            let text = msg!("exercise-error-toml", message = what);
            match expected {
                Some("a string") => self.error_expected(range, text, msg!("exercise-expected-text")),
                // The one word of Rust among TOML's expectations.
                Some("u32") => self.error_expected(range, text, msg!("exercise-expected-whole")),
                Some(expected) => self.error_expected(range, text, msg!("exercise-expected", what = expected)),
                None => self.error(range, text),
            }
        })
    }

    /// Checks the version before anything else is looked at: a newer format would otherwise fail with a riddle.
    pub fn check_version(&self, version: &toml::Spanned<i64>) -> Result<(), Error> {
        if *version.get_ref() == 1 {
            return Ok(());
        }
        let text = msg!("exercise-error-version", version = *version.get_ref());
        Err(self.error_expected(version.span(), text, msg!("exercise-expected-version", version = 1)))
    }
}
