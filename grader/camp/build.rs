//! Embeds what `camp init` and `camp reset` write, the exercises as shipped and their solutions, and what `camp book` shows.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders that are embedded.
const FOLDERS: [&str; 2] = ["exercises", "solutions"];

fn main() -> io::Result<()> {
    let own = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let root = own.join("../..").canonicalize()?;
    let originals = own.join("originals");
    println!("cargo::rerun-if-changed={}", originals.display());
    let mut files = Vec::new();
    for folder in FOLDERS {
        let dir = root.join(folder);
        println!("cargo::rerun-if-changed={}", dir.display());
        walk(&dir, &mut files)?;
    }
    // The order of a directory's entries differs between machines.
    files.sort();
    let mut code = String::from("[\n");
    for file in &files {
        let name = file.strip_prefix(&root).map_err(io::Error::other)?;
        // Who builds camp may have solved exercises in this very folder: their files have a pristine twin.
        let original = originals.join(name);
        let source = if original.exists() { &original } else { file };
        let name = name.to_string_lossy().replace('\\', "/");
        writeln!(code, "    ({name:?}, include_bytes!({:?}).as_slice()),", source.display().to_string())
            .map_err(io::Error::other)?;
    }
    code.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("embedded.rs"), code)?;
    println!("cargo::rerun-if-changed={}", root.join("book").display());
    fs::write(out.join("book.rs"), book(&root.join("book"))?)
}

/// The languages of the book.
const BOOKS: [&str; 2] = ["en", "zh"];

/// The pages of all books, as an expression.
fn book(book: &Path) -> io::Result<String> {
    let mut code = String::from("[\n");
    for language in BOOKS {
        let src = book.join(language).join("src");
        let mut files = Vec::new();
        walk(&src, &mut files)?;
        files.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
        files.sort();
        writeln!(code, "({language:?}, &[").map_err(io::Error::other)?;
        for file in &files {
            let text = with_includes(file)?;
            let name = file.strip_prefix(&src).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
            writeln!(code, "    ({name:?}, {text:?}),").map_err(io::Error::other)?;
        }
        code.push_str("]),\n");
    }
    code.push(']');
    Ok(code)
}

/// A page with the files that it includes: mdBook's `#include` in double braces, of whole files, as the book uses it.
fn with_includes(page: &Path) -> io::Result<String> {
    let text = fs::read_to_string(page)?;
    let mut whole = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("{{#include ") {
        let (file, after) = after.split_once("}}").ok_or_else(|| io::Error::other("an include does not end"))?;
        let file = page.with_file_name(file);
        let included = fs::read_to_string(&file).map_err(|error| {
            io::Error::other(format!("{}, which {} includes: {error}", file.display(), page.display()))
        })?;
        whole.push_str(before);
        whole.push_str(included.trim_end());
        rest = after;
    }
    Ok(whole + rest)
}

/// Authors' test data: what NumPy computed, and the wrong and right kernels that camp itself is tested with.
const TEST_DATA: [&str; 3] = ["tests", "wrong", "right"];

/// Adds the files below `dir`. Left out: names that begin with a dot (editors' and camp's own state), backups, and the
/// authors' test data.
fn walk(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !dir.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with('.') || name.contains(".bak-") || TEST_DATA.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
