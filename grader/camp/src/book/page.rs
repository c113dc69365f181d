//! A page of Markdown for the terminal.

use diag::render::wrap;
use diag::{Catalogue, msg};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::Page;
use super::inline::{Inline, Mark};
use super::table::table;

/// Before each line of code.
pub const CODE_INDENT: &str = "    ";
/// Longer lines of prose are hard to read, and output for a pager knows no screen.
const WIDEST: usize = 80;

/// The page as the terminal shows it.
pub fn show(page: &Page, catalogue: &Catalogue, columns: usize, color: bool) -> String {
    let mut writer = Writer {
        catalogue,
        columns: columns.min(WIDEST),
        color,
        shown: String::new(),
        inline: Inline::default(),
        strong: 0,
        prefixes: Vec::new(),
        item: None,
        numbers: Vec::new(),
        rows: Vec::new(),
        in_code: false,
        in_picture: None,
        links: Vec::new(),
        link_ends: Vec::new(),
    };
    for event in Parser::new_ext(page.text, Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES) {
        writer.event(event);
    }
    let links: Vec<&str> = writer.links.iter().map(String::as_str).filter(|name| *name != page.name).collect();
    if !links.is_empty() {
        let more = writer.catalogue.get(&msg!("camp-book-more", names = links.join(" · ")));
        writer.shown += &format!("\n{}\n", wrap(&more, writer.columns).join("\n"));
    }
    writer.shown
}

/// What is being written.
struct Writer<'a> {
    catalogue: &'a Catalogue,
    columns: usize,
    color: bool,
    shown: String,
    /// The paragraph, heading or cell that is being read.
    inline: Inline,
    /// How many emphases it is in.
    strong: usize,
    /// Before each line of lists and quotations, from the outside.
    prefixes: Vec<String>,
    /// Before the first line of a list's item, in place of the innermost prefix.
    item: Option<String>,
    /// The next number of each list, from the outside.
    numbers: Vec<Option<u64>>,
    rows: Vec<Vec<Inline>>,
    in_code: bool,
    /// The text that stands for a picture.
    in_picture: Option<String>,
    /// The pages that this one refers to, each once.
    links: Vec<String>,
    /// What to write behind each open link.
    link_ends: Vec<String>,
}

impl Writer<'_> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_code => {
                for line in text.lines() {
                    let prefix = self.prefixes.concat();
                    self.shown += format!("{prefix}{CODE_INDENT}{line}").trim_end();
                    self.shown.push('\n');
                }
            }
            Event::Text(text) => match &mut self.in_picture {
                Some(picture) => *picture += &text,
                None => self.inline.push(&text, (self.strong > 0).then_some(Mark::Strong)),
            },
            Event::Code(text) => match &mut self.in_picture {
                Some(picture) => *picture += &text,
                None => {
                    // Backticks say so where there are no colours.
                    let text = if self.color { text.into_string() } else { format!("`{text}`") };
                    self.inline.push(&text, Some(Mark::Code));
                }
            },
            Event::SoftBreak => self.soft_break(),
            Event::HardBreak => self.paragraph(),
            Event::Rule => self.shown.push('\n'),
            // Comments, the only HTML in the book.
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { .. } | Tag::Paragraph if self.item.is_none() => self.blank(),
            Tag::CodeBlock(_) => {
                self.paragraph();
                self.blank();
                self.in_code = true;
            }
            Tag::BlockQuote(_) => {
                self.blank();
                self.prefixes.push("  │ ".into());
            }
            Tag::List(first) => {
                self.paragraph();
                if self.numbers.is_empty() {
                    self.blank();
                }
                self.numbers.push(first);
            }
            Tag::Item => {
                let mark = match self.numbers.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".into(),
                };
                self.prefixes.push(" ".repeat(mark.len()));
                self.item = Some(mark);
            }
            Tag::Table(_) => self.blank(),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            Tag::Strong | Tag::Emphasis => self.strong += 1,
            Tag::Link { dest_url, .. } => self.link(&dest_url),
            Tag::Image { .. } => self.in_picture = Some(String::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.heading(level as usize),
            TagEnd::Paragraph => self.paragraph(),
            TagEnd::CodeBlock => self.in_code = false,
            TagEnd::BlockQuote(_) => {
                self.prefixes.pop();
            }
            TagEnd::List(_) => {
                self.numbers.pop();
            }
            TagEnd::Item => {
                self.paragraph();
                self.prefixes.pop();
                self.item = None;
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.inline);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                for line in table(&rows, self.columns, self.color) {
                    self.shown += &line;
                    self.shown.push('\n');
                }
            }
            TagEnd::Strong | TagEnd::Emphasis => self.strong = self.strong.saturating_sub(1),
            TagEnd::Link => {
                let end = self.link_ends.pop().unwrap_or_default();
                self.inline.push(&end, None);
            }
            TagEnd::Image => {
                if let Some(text) = self.in_picture.take() {
                    let text = self.catalogue.get(&msg!("camp-book-picture", text = text));
                    self.inline.push(&text, None);
                }
            }
            _ => {}
        }
    }

    /// A link to a page becomes a command at the page's end; one out of the book shows its address.
    fn link(&mut self, address: &str) {
        let path = address.split('#').next().unwrap_or_default();
        let mut end = String::new();
        if address.contains("://") {
            end = format!(" ({address})");
        } else if let Some(name) = path.rsplit('/').next().and_then(|file| file.strip_suffix(".md"))
            && !self.links.iter().any(|known| known == name)
        {
            self.links.push(name.to_owned());
        }
        self.link_ends.push(end);
    }

    /// A line of the source has ended.
    fn soft_break(&mut self) {
        match &mut self.in_picture {
            Some(picture) => picture.push(' '),
            None => self.inline.soft_break(),
        }
    }

    /// Writes an empty line, unless nothing or an empty line stands before it.
    fn blank(&mut self) {
        if !self.shown.is_empty() && !self.shown.ends_with("\n\n") {
            self.shown += self.prefixes.concat().trim_end();
            self.shown.push('\n');
        }
    }

    fn heading(&mut self, level: usize) {
        let heading = std::mem::take(&mut self.inline);
        let mark = if level < 3 { "1;4" } else { "1" };
        for (line, width) in heading.lines(self.columns, false) {
            if self.color {
                self.shown += &format!("\x1b[{mark}m{line}\x1b[0m\n");
            } else {
                let rule = ["═", "─"].get(level - 1).map(|rule| rule.repeat(width) + "\n").unwrap_or_default();
                self.shown += &format!("{line}\n{rule}");
            }
        }
    }

    /// Writes the running text that has been read.
    fn paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.inline);
        if paragraph.is_empty() {
            return;
        }
        let rest = self.prefixes.concat();
        let outer = self.prefixes.split_last().map_or(String::new(), |(_, outer)| outer.concat());
        let first = self.item.take().map_or_else(|| rest.clone(), |mark| outer + &mark);
        let columns = self.columns.saturating_sub(diag::render::width(&rest));
        for (number, (line, _)) in paragraph.lines(columns, self.color).into_iter().enumerate() {
            self.shown += if number == 0 { &first } else { &rest };
            self.shown += &line;
            self.shown.push('\n');
        }
    }
}
