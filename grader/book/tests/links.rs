//! Every link of the built book leads somewhere, and every page can be reached.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use common::attributes;

/// Where links out of the book may lead.
const OUTSIDE: [&str; 7] = [
    "https://rustup.rs",
    "https://cel.dev",
    "https://github.com/tile-ai/tilelang",
    "https://arxiv.org/abs/1805.02867",
    "https://docs.nvidia.com/compute-sanitizer/",
    "https://github.com/gpuocelot/gpuocelot",
    "https://github.com/jrprice/Oclgrind",
];

/// A page's links and the places in it that links may name.
struct Page {
    links: Vec<String>,
    ids: BTreeSet<String>,
}

/// All pages below `out`.
fn pages(out: &Path) -> BTreeMap<PathBuf, Page> {
    let files = common::files(out).into_iter().filter(|file| file.extension().is_some_and(|e| e == "html"));
    files
        .map(|file| {
            let html = fs::read_to_string(out.join(&file)).expect("a page can be read");
            let named = |name: &'static str| attributes(&html, name);
            let links = named("href").into_iter().chain(named("src")).collect();
            let page = Page { links, ids: named("id").into_iter().collect() };
            (file, page)
        })
        .collect()
}

/// What is wrong with the links below `out`.
fn problems(out: &Path) -> Vec<String> {
    let pages = pages(out);
    let mut problems = Vec::new();
    let mut next: BTreeMap<&Path, BTreeSet<PathBuf>> = BTreeMap::new();
    for (file, page) in &pages {
        for link in &page.links {
            let mut problem = |what: &str| problems.push(format!("{}: {link}: {what}", file.display()));
            if link.contains(':') {
                if !OUTSIDE.contains(&link.as_str()) {
                    problem("leads out of the book; links out are few, and listed in this test");
                }
                continue;
            }
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { file.clone() } else { resolve(file, path) };
            if !out.join(&target).is_file() {
                problem("there is no such file");
                continue;
            }
            if !place.is_empty() && !pages.get(&target).is_some_and(|page| page.ids.contains(place)) {
                problem("there is no such place in the page");
            }
            next.entry(file).or_default().insert(target);
        }
    }
    // From the front page, by links alone. The table of contents that a script writes is not among them.
    let mut reached = BTreeSet::new();
    let mut open = vec![PathBuf::from("index.html")];
    while let Some(file) = open.pop() {
        let Some((file, _)) = pages.get_key_value(&file) else { continue };
        if reached.insert(file) {
            open.extend(next.get(file.as_path()).into_iter().flatten().cloned());
        }
    }
    problems.extend(
        pages
            .keys()
            .filter(|file| !reached.contains(file))
            .map(|file| format!("{}: nothing leads here", file.display())),
    );
    problems
}

/// Where a link in `file` leads, below the same folder.
fn resolve(file: &Path, link: &str) -> PathBuf {
    let mut target = file.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => {
                target.pop();
            }
            Component::Normal(name) => target.push(name),
            _ => {}
        }
    }
    target
}

#[test]
fn every_link_leads_somewhere_and_every_page_is_reached() {
    let dir = tempfile::tempdir().unwrap();
    book::build(&book::root(), dir.path()).unwrap();
    let n_pages = pages(dir.path()).len();
    let n_sources: usize = book::LANGUAGES
        .iter()
        .map(|language| {
            let src = book::root().join("book").join(language.code).join("src");
            common::files(&src).iter().filter(|file| file.extension().is_some_and(|e| e == "md")).count()
        })
        .sum();
    // The front page; for each language, a table of contents in place of the summary.
    assert_eq!(n_pages, n_sources + 1);
    let problems = problems(dir.path());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn broken_links_are_seen() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, html: &str| fs::write(dir.path().join(name), html).unwrap();
    write(
        "index.html",
        "<a href=\"a.html#here\">1</a> <a href=\"a.html#there\">2</a> <img src=\"none.svg\"> \
         <a href=\"http://example.com/\">3</a> <pre>if (i &lt; n) href=\"no-tag\"</pre><script>'<a href=\"no-html\">'</script>",
    );
    write("a.html", "<h2 id=\"here\">A</h2>");
    write("lost.html", "<a href=\"index.html\">back</a>");
    let problems = problems(dir.path());
    let of: Vec<&str> = problems.iter().map(|problem| problem.split(": ").nth(1).unwrap()).collect();
    assert_eq!(of, ["a.html#there", "http://example.com/", "none.svg", "nothing leads here"], "{problems:?}");
}
