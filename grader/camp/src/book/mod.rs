//! The book's pages as they were when camp was built, so that an installed camp has them at hand.

mod inline;
mod page;
mod table;

pub use page::show;

use diag::Lang;

/// Language, and its files: path below `src` with `/`, and text with its includes.
type Book = (&'static str, &'static [(&'static str, &'static str)]);

/// Every book.
const BOOKS: &[Book] = &include!(concat!(env!("OUT_DIR"), "/book.rs"));

/// A line of the book's summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// The title of a part.
    Part(&'static str),
    /// A page.
    Page(Page),
}

/// A page of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// What `camp book` calls it: its file's name.
    pub name: &'static str,
    /// Below the book's folder, without ending.
    pub path: &'static str,
    /// Its title.
    pub title: &'static str,
    /// How deep it lies in the summary.
    pub depth: usize,
    /// Its Markdown.
    pub text: &'static str,
}

/// The summary in a language, in its order.
pub fn entries(lang: Lang) -> Vec<Entry> {
    let files = BOOKS.iter().find(|(code, _)| *code == lang.as_str()).map_or(&[][..], |(_, files)| files);
    let text = |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| *text);
    let lines = text("SUMMARY.md").unwrap_or_default().lines().skip(1);
    lines
        .filter_map(|line| {
            if let Some(title) = line.strip_prefix("# ") {
                return Some(Entry::Part(title));
            }
            let item = line.trim_start();
            let depth = (line.len() - item.len()) / 2;
            let (title, rest) = item.trim_start_matches("- ").strip_prefix('[')?.split_once("](")?;
            let path = rest.strip_suffix(".md)")?;
            let name = path.rsplit('/').next().unwrap_or(path);
            let text = text(&format!("{path}.md"))?;
            Some(Entry::Page(Page { name, path, title, depth, text }))
        })
        .collect()
}

/// The pages in a language.
pub fn pages(lang: Lang) -> Vec<Page> {
    let page = |entry| match entry {
        Entry::Page(page) => Some(page),
        Entry::Part(_) => None,
    };
    entries(lang).into_iter().filter_map(page).collect()
}

#[cfg(test)]
mod tests {
    use diag::Code;
    use diag::render::width;

    use super::*;

    const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

    #[test]
    fn every_code_has_a_page_of_its_name() {
        for lang in LANGS {
            let pages = pages(lang);
            for code in Code::ALL {
                assert!(pages.iter().any(|page| page.name == code.as_str()), "{} in {}", code, lang.as_str());
            }
        }
    }

    #[test]
    fn the_languages_have_the_same_pages() {
        let [en, zh] = LANGS.map(|lang| pages(lang).iter().map(|page| page.path).collect::<Vec<_>>());
        assert_eq!(en, zh);
        assert!(en.contains(&"grid-stride") && en.contains(&"findings/race"), "{en:?}");
    }

    #[test]
    fn pages_fit_the_terminal_and_hold_no_markup() {
        for lang in LANGS {
            for page in pages(lang) {
                for columns in [40, 80, 200] {
                    let shown = show(&page, messages::catalogue(lang), columns, false);
                    let mut wrapped = shown.lines().filter(|line| !line.starts_with(page::CODE_INDENT));
                    if let Some(line) = wrapped.find(|line| width(line) > columns && !line.contains("https://")) {
                        panic!("{} in {}, {columns} columns: {line}", page.name, lang.as_str());
                    }
                    for markup in ["{#", "<!--", "](", "**", "```"] {
                        assert!(!shown.contains(markup), "{} in {}: {markup}", page.name, lang.as_str());
                    }
                }
            }
        }
    }

    /// The arguments of the camp commands in a page's code.
    fn commands(page: &str) -> Vec<Vec<&str>> {
        // Every backtick begins or ends code, three of them as well as one.
        let code = page.split('`').skip(1).step_by(2);
        let code = code.filter(|code| !code.contains('\n') || code.starts_with("sh\n")).flat_map(str::lines);
        let code = code.map(|line| line.split(" #").next().unwrap_or(line));
        code.filter_map(|line| line.trim().strip_prefix("camp "))
            .map(|args| args.split([' ', '\'']).filter(|arg| !arg.is_empty()).collect())
            .collect()
    }

    #[test]
    fn commands_in_the_book_exist() {
        use clap::CommandFactory;
        use clap::error::ErrorKind;
        let mut n_commands = 0;
        for lang in LANGS {
            let names: Vec<_> = pages(lang).iter().map(|page| page.name).collect();
            for page in pages(lang) {
                for args in commands(page.text) {
                    n_commands += 1;
                    let command = std::iter::once("camp").chain(args.iter().copied());
                    if let Err(error) = crate::cli::Cli::command().try_get_matches_from(command) {
                        let is_known = match error.kind() {
                            // `camp --lang zh` leaves out what to do.
                            ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => true,
                            // `camp dev record` names the command, it is no call of it.
                            ErrorKind::MissingRequiredArgument => !args.iter().any(|arg| arg.starts_with('-')),
                            _ => false,
                        };
                        assert!(is_known, "{} in {}: {error}", page.name, lang.as_str());
                    }
                    if let ["book", name, ..] = args[..]
                        && !name.starts_with('#')
                    {
                        assert!(names.contains(&name), "{}: camp {}", page.name, args.join(" "));
                    }
                }
            }
        }
        assert!(n_commands > 20, "only {n_commands} commands were found");
    }
}
