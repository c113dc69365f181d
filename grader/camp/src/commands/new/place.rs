//! Putting the files of a new operator where they belong: all of them or none.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::files::File;
use crate::failure::Failure;

/// What is there already and would be in the way of an operator called `name`.
pub fn in_the_way(root: &Path, name: &str) -> Option<PathBuf> {
    let books = super::files::BOOKS.iter().map(|lang| super::files::page(lang, name));
    let folders = ["exercises", "solutions"].iter().map(|folder| format!("{folder}/{name}"));
    // A link that leads nowhere is in the way, too.
    folders.chain(books).map(|path| root.join(path)).find(|path| path.symlink_metadata().is_ok())
}

/// Writes everything aside, then moves it to its place. After a failure nothing of it is left.
pub fn place(root: &Path, name: &str, files: &[File]) -> Result<(), Failure> {
    let aside = root.join(format!(".camp-new-{name}-{}", std::process::id()));
    let mut undo = Undo { aside: aside.clone(), placed: Vec::new(), changed: Vec::new(), is_done: false };
    for file in files {
        write(&aside.join(&file.path), &file.text)?;
    }
    for top in tops(name, files) {
        let (from, to) = (aside.join(&top), root.join(&top));
        let failed = |error: io::Error| Failure::file(&to, &error);
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        if files.iter().any(|file| file.path == top && file.is_changed) {
            undo.changed.push((to.clone(), fs::read(&to).map_err(failed)?));
        } else {
            undo.placed.push(to.clone());
        }
        fs::rename(from, &to).map_err(failed)?;
    }
    undo.is_done = true;
    Ok(())
}

/// What is moved in one step: the folders that are new as a whole, and single files.
fn tops(name: &str, files: &[File]) -> Vec<String> {
    let folders = ["exercises", "solutions"].map(|folder| format!("{folder}/{name}"));
    let is_single = |file: &&File| !folders.iter().any(|folder| Path::new(&file.path).starts_with(folder));
    let single: Vec<String> = files.iter().filter(is_single).map(|file| file.path.clone()).collect();
    folders.into_iter().chain(single).collect()
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::file(path, &error);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}

/// Takes back what was done, unless it was done to the end.
struct Undo {
    aside: PathBuf,
    placed: Vec<PathBuf>,
    /// Files that were there before, with what was in them.
    changed: Vec<(PathBuf, Vec<u8>)>,
    is_done: bool,
}

impl Drop for Undo {
    fn drop(&mut self) {
        // The error to report is the first one; what cannot be taken back stays.
        let _ = fs::remove_dir_all(&self.aside);
        if self.is_done {
            return;
        }
        for path in &self.placed {
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
        for (path, text) in &self.changed {
            let _ = fs::write(path, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Vec<File> {
        let file = |path: &str, is_changed| File { path: path.to_owned(), text: path.to_owned(), is_changed };
        vec![
            file("exercises/x/exercise.toml", false),
            file("exercises/x/nvidia/kernel.cuh", false),
            file("solutions/x/nvidia/kernel.cuh", false),
            file("book/en/src/x.md", false),
            file("book/en/src/SUMMARY.md", true),
        ]
    }

    /// The names in a folder.
    fn names(dir: &Path) -> Vec<String> {
        let names = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn everything_lands_in_its_place() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("book/en/src")).unwrap();
        fs::write(root.path().join("book/en/src/SUMMARY.md"), "old").unwrap();
        place(root.path(), "x", &files()).unwrap();
        for file in files() {
            assert_eq!(fs::read_to_string(root.path().join(&file.path)).unwrap(), file.path);
        }
        assert_eq!(names(root.path()), ["book", "exercises", "solutions"]);
        assert!(in_the_way(root.path(), "x").unwrap().ends_with("exercises/x"));
        assert_eq!(in_the_way(root.path(), "y"), None);
    }

    #[test]
    fn a_failure_half_way_leaves_nothing() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("exercises")).unwrap();
        // Where the book's folder should be is a file: the last steps fail.
        fs::write(root.path().join("book"), "").unwrap();
        assert!(place(root.path(), "x", &files()).is_err());
        assert_eq!(names(root.path()), ["book", "exercises", "solutions"]);
        assert!(names(&root.path().join("exercises")).is_empty() && names(&root.path().join("solutions")).is_empty());
    }
}
