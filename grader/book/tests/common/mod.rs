//! What several tests need.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};

/// The files below `dir`, as paths below it, sorted.
pub fn files(dir: &Path) -> Vec<PathBuf> {
    fn walk(dir: &Path, below: &Path, files: &mut Vec<PathBuf>) {
        let entries = fs::read_dir(dir.join(below)).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
        for entry in entries {
            let entry = entry.expect("a folder can be read");
            let path = below.join(entry.file_name());
            if entry.path().is_dir() {
                walk(dir, &path, files);
            } else {
                files.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(dir, Path::new(""), &mut found);
    found.sort();
    found
}

/// The values of all attributes called `name` in the tags of `html`, as mdBook writes it: in double quotes.
pub fn attributes(html: &str, name: &str) -> Vec<String> {
    let mut values = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        if rest.starts_with("!--") {
            rest = rest.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        // An attribute's value may hold a `>`.
        let mut quoted = false;
        let end = rest.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let (tag, after) = rest.split_at(end.unwrap_or(rest.len()));
        for (at, _) in tag.match_indices(&format!(" {name}=\"")) {
            let value = &tag[at + name.len() + 3..];
            values.push(value.split('"').next().unwrap_or_default().replace("&amp;", "&"));
        }
        rest = after;
        // A script's text is no HTML.
        if tag.starts_with("script") {
            rest = rest.split_once("</script").map_or("", |(_, after)| after);
        }
    }
    values
}
