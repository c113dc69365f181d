//! `camp book`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use diag::msg;
use diag::render::width;

use super::{current_dir, said};
use crate::book::{self, Entry, Page};
use crate::browser;
use crate::cli::BookArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Session, pad, similar_name};

/// Where `cargo run -p book` writes, below the folder with camp's sources.
const BUILT: &str = "target/book";

/// Shows a page or the list of pages.
pub fn run(session: &Session, args: &BookArgs) -> Result<Exit, Failure> {
    let page = args.page.as_deref().map(|name| find(session, name)).transpose()?;
    if args.open {
        return open(session, page.as_ref());
    }
    let shown = match page {
        Some(page) => book::show(&page, session.catalogue, usize::from(session.style.width), session.style.color),
        None => list(session),
    };
    io::stdout().lock().write_all(shown.as_bytes())?;
    Ok(Exit::Passed)
}

/// The page called `name`, or whose path that is.
fn find(session: &Session, name: &str) -> Result<Page, Failure> {
    let pages = book::pages(session.catalogue.lang());
    let wanted = name.trim_end_matches(".md");
    if let Some(page) = pages.iter().find(|page| page.name == wanted || page.path == wanted) {
        return Ok(*page);
    }
    Err(said(match similar_name(wanted, pages.iter().map(|page| page.name)) {
        Some(similar) => msg!("camp-book-unknown-similar", page = name, similar = similar),
        None => msg!("camp-book-unknown", page = name),
    }))
}

/// The pages by parts, with the names that `camp book` knows them by.
fn list(session: &Session) -> String {
    let entries = book::entries(session.catalogue.lang());
    let names = entries.iter().map(|entry| match entry {
        Entry::Page(page) => 2 * page.depth + width(page.name),
        Entry::Part(_) => 0,
    });
    let names = names.max().unwrap_or(0);
    let mut shown = format!("{}\n\n", session.say(&msg!("camp-book-how")));
    for entry in entries {
        match entry {
            Entry::Part(title) => shown += &format!("\n{}\n", session.paint("1", title)),
            Entry::Page(Page { name, title, depth, .. }) => {
                let indent = " ".repeat(2 * depth);
                let name = format!("{indent}{name}");
                // A finding's page has its code as title.
                let title = if title == name.trim_start() { "" } else { title };
                shown += format!("  {}  {title}", pad(&name, names)).trim_end();
                shown.push('\n');
            }
        }
    }
    shown
}

/// Opens the page in the browser, where the book has been built.
fn open(session: &Session, page: Option<&Page>) -> Result<Exit, Failure> {
    let current = current_dir()?;
    let Some(built) = current.ancestors().map(|dir| dir.join(BUILT)).find(|dir| dir.join("index.html").is_file())
    else {
        return Err(said(msg!("camp-book-not-built")));
    };
    browser::open(&html(&built, session.catalogue.lang().as_str(), page))?;
    Ok(Exit::Passed)
}

/// Where a page of the built book lies.
fn html(built: &Path, lang: &str, page: Option<&Page>) -> PathBuf {
    built.join(lang).join(format!("{}.html", page.map_or("index", |page| page.path)))
}
