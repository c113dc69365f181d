//! The pages say the same in every language, name every code, and hold what they must.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use diag::Code;

/// A language's `src` folder.
fn src(language: &book::Language) -> PathBuf {
    book::root().join("book").join(language.code).join("src")
}

/// The Markdown files, as paths below `src`.
fn pages(src: &Path) -> Vec<PathBuf> {
    common::files(src).into_iter().filter(|file| file.extension().is_some_and(|e| e == "md")).collect()
}

/// What pages in two languages have in common.
#[derive(Debug, PartialEq)]
struct Skeleton {
    /// The levels of the headings.
    headings: Vec<usize>,
    /// Language and content of the code blocks; of camp's reports only that they are there.
    code: Vec<(String, String)>,
    /// Where links and images lead, without the headings' names, which are translated.
    links: BTreeSet<String>,
    /// Comments, which name the kernels.
    comments: Vec<String>,
    /// How many rows the tables have, all together.
    n_rows: usize,
}

/// The skeleton of a page.
fn skeleton(page: &str) -> Skeleton {
    let mut found = Skeleton { headings: vec![], code: vec![], links: BTreeSet::new(), comments: vec![], n_rows: 0 };
    let mut block: Option<(String, String)> = None;
    for line in page.lines() {
        if let Some(fence) = line.strip_prefix("```") {
            match block.take() {
                Some(block) => found.code.push(block),
                None => block = Some((fence.to_owned(), String::new())),
            }
        } else if let Some((info, code)) = &mut block {
            if info != "text" {
                *code += uncommented(line).trim_end();
                *code += "\n";
            }
        } else if let Some(level) = line.find(' ').filter(|&at| at > 0 && line[..at].chars().all(|c| c == '#')) {
            found.headings.push(level);
        } else if let Some(comment) = line.strip_prefix("<!-- ") {
            found.comments.push(comment.to_owned());
        } else {
            found.n_rows += usize::from(line.starts_with('|'));
            for link in line.split("](").skip(1) {
                let target = link.split([')', '#']).next().unwrap_or_default();
                found.links.insert(target.to_owned());
            }
        }
    }
    assert!(block.is_none(), "a code block does not end");
    found
}

/// A line of code without its comment, which may be translated. Good for C++, shell and TOML as the book uses them.
fn uncommented(line: &str) -> &str {
    let end = [line.find("// "), line.find("# ").filter(|_| !line.starts_with("#include"))];
    &line[..end.into_iter().flatten().min().unwrap_or(line.len())]
}

#[test]
fn languages_have_the_same_pages() {
    let [first, others @ ..] = &book::LANGUAGES;
    for other in others {
        assert_eq!(common::files(&src(first)), common::files(&src(other)), "{} and {}", first.code, other.code);
        for page in pages(&src(first)) {
            let [a, b] =
                [first, other].map(|language| skeleton(&fs::read_to_string(src(language).join(&page)).unwrap()));
            let name = page.display();
            assert_eq!(a.headings, b.headings, "{name}: levels of headings, {} and {}", first.code, other.code);
            assert_eq!(a.code, b.code, "{name}: code blocks, {} and {}", first.code, other.code);
            assert_eq!(a.links, b.links, "{name}: links, {} and {}", first.code, other.code);
            assert_eq!(a.comments, b.comments, "{name}: verdicts, {} and {}", first.code, other.code);
            assert_eq!(a.n_rows, b.n_rows, "{name}: rows of tables, {} and {}", first.code, other.code);
        }
    }
}

#[test]
fn a_difference_is_seen() {
    let page = "# A\n[b](c.md#d)\n```cpp\nx = 1;  // one\n```\n<!-- checked: copy a passed -->\n| a |\n";
    let same = "# 甲\n[乙](c.md#丁)\n```cpp\nx = 1;  // 一\n```\n<!-- checked: copy a passed -->\n| 甲 |\n";
    assert_eq!(skeleton(page), skeleton(same));
    for (from, to) in
        [("# A", "## A"), ("c.md", "d.md"), ("x = 1", "x = 2"), ("copy a", "copy b"), ("| a |", "a"), ("cpp", "sh")]
    {
        assert_ne!(skeleton(page), skeleton(&page.replacen(from, to, 1)), "{from}");
    }
}

#[test]
fn every_code_has_its_page_with_a_wrong_and_a_right_kernel() {
    for language in &book::LANGUAGES {
        for code in Code::ALL {
            let path = src(language).join(format!("findings/{code}.md"));
            let page = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(page.starts_with(&format!("# {code}\n")), "{}: the title is the code", path.display());
            let names = |kind: &str, outcome: &str| {
                page.lines().any(|line| {
                    line.starts_with(&format!("<!-- {kind}: ")) && line.ends_with(&format!(" {outcome} -->"))
                })
            };
            assert!(names("verdict", code.as_str()), "{}: no verdict shows the code", path.display());
            assert!(names("checked", "passed"), "{}: no kernel passes", path.display());
        }
        let n_pages = fs::read_dir(src(language).join("findings")).unwrap().count();
        assert_eq!(n_pages, Code::ALL.len(), "{}: pages about codes that are gone", language.code);
    }
}

#[test]
fn the_summary_names_every_page_once() {
    for language in &book::LANGUAGES {
        let src = src(language);
        let summary = skeleton(&fs::read_to_string(src.join("SUMMARY.md")).unwrap());
        let named: BTreeSet<PathBuf> = summary.links.iter().map(PathBuf::from).collect();
        let mut there: BTreeSet<PathBuf> = pages(&src).into_iter().collect();
        there.remove(Path::new("SUMMARY.md"));
        assert_eq!(named, there, "{}", language.code);
        // `camp book` names a page by its file's name.
        let stems: BTreeSet<_> = there.iter().map(|page| page.file_stem()).collect();
        assert_eq!(stems.len(), there.len(), "{}: two pages have the same name", language.code);
    }
}

#[test]
fn every_kernel_that_a_page_shows_is_judged() {
    for language in &book::LANGUAGES {
        for page in pages(&src(language)) {
            let text = fs::read_to_string(src(language).join(&page)).unwrap();
            for include in text.split("{{#include ").skip(1) {
                let path = include.split("}}").next().unwrap();
                let file = Path::new(path).file_name().unwrap().to_str().unwrap();
                if path.contains("hardware/") {
                    continue;
                }
                let judged = format!(" {file} ");
                let is_judged = text.lines().any(|line| line.starts_with("<!-- ") && line.contains(&judged));
                assert!(is_judged, "{}: no marker names {file}", page.display());
                let kernels = book::root().join("book/kernels");
                let shown = src(language).join(&page).with_file_name(path).canonicalize().unwrap();
                assert_eq!(shown, kernels.canonicalize().unwrap().join(file), "{}", page.display());
            }
        }
    }
}

#[test]
fn diagrams_can_be_read_by_everyone() {
    for language in &book::LANGUAGES {
        for file in common::files(&src(language).join("images")) {
            let svg = fs::read_to_string(src(language).join("images").join(&file)).unwrap();
            let name = format!("{}/{}", language.code, file.display());
            assert!(
                svg.contains("role=\"img\"")
                    && svg.contains("<title id=\"title\">")
                    && svg.contains("<desc id=\"desc\">"),
                "{name}: title and desc"
            );
            // A phone shows a page about 340 pixels wide: no diagram may be drawn for more.
            assert!(svg.contains("viewBox=\"0 0 340 "), "{name}: 340 units wide");
            assert!(svg.contains("prefers-color-scheme: dark"), "{name}: dark theme");
            for size in svg.split("px").map(|before| before.rsplit([' ', ':']).next().unwrap()) {
                if let Ok(size) = size.parse::<f64>() {
                    assert!(size >= 11.0, "{name}: letters of {size} are too small");
                }
            }
            for reference in svg.split("href=\"").skip(1) {
                assert!(reference.starts_with('#'), "{name}: a diagram stands alone");
            }
            let alone = src(&book::LANGUAGES[0]).join("images").join(&file);
            let twin = fs::read_to_string(alone).unwrap();
            let n_texts = |svg: &str| svg.matches("<text").count();
            assert_eq!(n_texts(&svg), n_texts(&twin), "{name}: texts");
        }
    }
}

#[test]
fn the_chapter_on_memory_says_what_a_gpu_counts() {
    let counters = fs::read_to_string(book::root().join("book/hardware/h200/counters.txt")).unwrap();
    assert_eq!(counters.lines().count(), 10);
    for language in &book::LANGUAGES {
        let page = fs::read_to_string(src(language).join("memory.md")).unwrap();
        let rows: Vec<Vec<&str>> = page.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
        for counter in counters.lines() {
            let (kernel, count) = counter.split_once(": ").unwrap();
            // Which row of the page this is, and which of its columns has the number.
            let (access, column) = match kernel {
                "global_k" => ("src[k]".to_owned(), 2),
                "global_k_plus_1" => ("src[k + 1]".into(), 2),
                "global_2k" => ("src[2 * k]".into(), 2),
                "global_8k" => ("src[8 * k]".into(), 2),
                "global_0" => ("src[0]".into(), 2),
                "shared_step<0>" => ("tile[0]".into(), 3),
                "shared_step<1>" => ("tile[k]".into(), 3),
                _ => (format!("tile[{} * k]", kernel.trim_start_matches("shared_step<").trim_end_matches('>')), 3),
            };
            let row = rows.iter().find(|row| row.get(1).is_some_and(|cell| *cell == format!("`{access}`")));
            let row = row.unwrap_or_else(|| panic!("{}: no row about {access}", language.code));
            assert_eq!(row[column], count, "{}: {access}", language.code);
        }
    }
}

#[test]
fn every_record_of_a_gpu_is_shown() {
    let recorded = common::files(&book::root().join("book/hardware/h200"));
    let pages: String = pages(&src(&book::LANGUAGES[0]))
        .iter()
        .map(|page| fs::read_to_string(src(&book::LANGUAGES[0]).join(page)).unwrap())
        .collect();
    for file in recorded {
        let file = file.display().to_string();
        // The machine's name, and numbers that a test of this file compares.
        if file != "machine.txt" && file != "counters.txt" {
            assert!(pages.contains(&format!("hardware/h200/{file}}}}}")), "no page shows {file}");
        }
    }
}

/// Whether a text holds English words and nothing Chinese.
fn is_english(text: &str) -> bool {
    let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 2);
    words.count() > 2 && !text.chars().any(is_chinese)
}

/// The prose of a page, line by line: without code, formulas, comments and where links lead.
fn prose(page: &str) -> Vec<String> {
    let mut in_block = false;
    page.lines()
        .filter(|line| {
            let is_fence = line.starts_with("```");
            in_block ^= is_fence;
            let is_formula = line.starts_with("> ") && line.contains('=');
            !is_fence && !in_block && !line.starts_with("<!--") && !is_formula
        })
        .map(|line| {
            let text: String = line.split('`').step_by(2).collect();
            text.split("](")
                .enumerate()
                .map(|(n, part)| if n == 0 { part } else { part.split_once(')').map_or("", |(_, rest)| rest) })
                .collect()
        })
        .collect()
}

#[test]
fn the_chinese_book_is_chinese() {
    assert!(
        is_english("Two threads access one cell.")
            && !is_english("两个线程 access one cell")
            && !is_english("3 + 4 = 7")
    );
    assert_eq!(prose("a `b c` d [e](f.md)g\n```cpp\nx\n```\n"), ["a  d [eg"]);
    let zh = book::LANGUAGES.iter().find(|language| language.code == "zh").unwrap();
    let mut english = Vec::new();
    for page in pages(&src(zh)) {
        let text = fs::read_to_string(src(zh).join(&page)).unwrap();
        english.extend(
            prose(&text).into_iter().filter(|line| is_english(line)).map(|line| format!("{}: {line}", page.display())),
        );
    }
    for file in common::files(&src(zh).join("images")) {
        let svg = fs::read_to_string(src(zh).join("images").join(&file)).unwrap();
        for tag in ["<title", "<desc", "<text"] {
            let texts = svg.split(tag).skip(1).filter_map(|rest| rest.split_once('>')?.1.split_once('<'));
            english.extend(
                texts.filter(|(text, _)| is_english(text)).map(|(text, _)| format!("{}: {text}", file.display())),
            );
        }
    }
    assert!(english.is_empty(), "{}", english.join("\n"));
}
