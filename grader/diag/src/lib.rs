//! What camp tells its users: diagnostics, where they point, and how they are written out.
//!
//! Other crates build a [`Diagnostic`] from typed facts. Its texts are [`Text`] values: the id of a message plus
//! arguments, never prose. The [`Catalogue`] of a language turns them into sentences, and the [`render`] functions turn
//! the whole into a terminal report, one concise line, or the JSON object of `camp verify --format json`.
//!
//! This crate reads no files, knows no terminal and depends on no other crate of camp.

mod catalogue;
mod diagnostic;
mod lang;
mod number;
mod pattern;
pub mod render;
mod source;
mod text;

pub use catalogue::Catalogue;
pub use diagnostic::{Code, Diagnostic, Label, Place, Severity};
pub use lang::Lang;
pub use number::format_number;
pub use pattern::Pattern;
pub use source::{FileId, SourceMap, Span};
pub use text::{Arg, Text};
