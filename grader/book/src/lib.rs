//! Builds the book that learners read: `book/en` and `book/zh`, as HTML that works without a network.
//!
//! mdBook does the work. What it lacks is added here: a link on each page to the same page in the other language, and a
//! page in front of both books.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;

/// A language that the book is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// The folder below `book/`, and the language's tag in HTML.
    pub code: &'static str,
    /// Its name in itself, as the link to it says.
    pub name: &'static str,
}

/// The languages, the first being the one that texts are written in first.
pub const LANGUAGES: [Language; 2] =
    [Language { code: "en", name: "English" }, Language { code: "zh", name: "简体中文" }];

/// What stands in front of both books.
const CHOICE: &str = include_str!("choice.html");

/// The repository, which holds `book/` and `target/`.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own).to_owned()
}

/// Builds the books of all languages below `root/book` into `out/<code>`, and `out/index.html`.
///
/// # Errors
/// When a file is missing or cannot be written.
pub fn build(root: &Path, out: &Path) -> Result<()> {
    fs::create_dir_all(out).with_context(|| format!("{} cannot be made", out.display()))?;
    let out = out.canonicalize()?;
    for language in LANGUAGES {
        build_language(&root.join("book"), language, &out.join(language.code))
            .with_context(|| format!("the book in `{}` was not built", language.code))?;
    }
    fs::write(out.join("index.html"), CHOICE)?;
    Ok(())
}

/// Builds one language. mdBook sees `book/` as the book's folder, because style and kernels are common to all languages.
fn build_language(book: &Path, language: Language, out: &Path) -> Result<()> {
    let mut config = Config::from_disk(book.join(language.code).join("book.toml"))?;
    config.book.src = Path::new(language.code).join("src");
    config.build.build_dir = out.to_owned();
    // A page that the summary names and nobody has written is a mistake.
    config.build.create_missing = false;
    config.set("output.html.additional-css", ["book.css"])?;
    // No page but those of the summary: each is checked, and each has a twin in the other language.
    config.set("output.html.print.enable", false)?;
    config.set("output.html.input-404", "")?;
    let mut book = MDBook::load_with_config(book, config)?;
    book.book.for_each_chapter_mut(|chapter| {
        if let Some(path) = &chapter.path {
            chapter.content.insert_str(0, &switch(language, path));
        }
    });
    book.build()
}

/// The links from the page at `path` to the same page in the other languages.
fn switch(from: Language, path: &Path) -> String {
    let up = "../".repeat(path.components().count());
    let page = path.with_extension("html");
    let others = LANGUAGES.iter().filter(|language| **language != from);
    let links: Vec<String> = others
        .map(|Language { code, name }| {
            format!("<a href=\"{up}{code}/{}\" hreflang=\"{code}\" lang=\"{code}\">{name}</a>", page.display())
        })
        .collect();
    format!("<div class=\"language\">{}</div>\n\n", links.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_switch_leads_to_the_same_page() {
        let [en, zh] = LANGUAGES;
        assert!(switch(en, Path::new("index.md")).contains("href=\"../zh/index.html\""));
        assert!(switch(zh, Path::new("findings/race.md")).contains("href=\"../../en/findings/race.html\""));
    }
}
