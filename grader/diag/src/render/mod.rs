//! Writing diagnostics out. Pure functions: the same diagnostic always gives the same text.

mod concise;
mod json;
mod layout;
mod link;
mod terminal;
mod wrap;

pub use concise::concise;
pub use json::{JsonFinding, JsonRelated, json};
pub use link::link;
pub use terminal::{Style, terminal};
pub use wrap::{breaks, char_width, width, wrap};
