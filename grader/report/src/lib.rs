//! What became of the learner's kernels, as one page of HTML that needs nothing else: no script, no network, no font.
//!
//! [`html()`] is a pure function of [`Facts`]. Records become what the page says in `edits` (verdicts) and `speed`
//! (measurements), `page` puts it into words, `templates/report.html.tera` sets it, and plotters draws the two plots that
//! have axes (`plot`). Whatever a record holds may come from anybody's file: it is shown as text and never as markup.

mod edits;
mod format;
mod page;
mod plot;
mod speed;
mod strip;
mod words;

use diag::Catalogue;
use exercise::Loaded;

/// Everything that the page is made of.
pub struct Facts<'a> {
    /// The exercises in their order.
    pub exercises: Vec<Exercise>,
    /// What happened to their kernels.
    pub history: &'a Loaded,
    /// When the page is made, in seconds since 1970-01-01 UTC.
    pub now: u64,
    /// The learner's own time.
    pub local: &'a dyn Fn(u64) -> Moment,
}

/// An exercise and how far the learner is with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    /// Its name.
    pub name: String,
    /// Its title, in the page's language.
    pub title: String,
    /// Whether it passed once.
    pub done: bool,
    /// The code of the last finding, until it passes.
    pub last_finding: Option<String>,
}

/// A date and a time of day, as people write them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moment {
    /// `2026-11-30`.
    pub date: String,
    /// `14:05`.
    pub time: String,
}

/// How the page begins; no other file of anybody's begins so.
pub const BEGINNING: &str = "<!doctype html>\n<!-- camp report -->\n";

/// The page in the catalogue's language.
///
/// # Errors
/// When the template cannot be rendered, which tests rule out.
pub fn html(facts: &Facts<'_>, catalogue: &Catalogue) -> Result<String, String> {
    page::render(&page::Page::new(facts, catalogue))
}
