//! Finding the workspace and its exercises.

use std::io;
use std::path::{Path, PathBuf};

use diag::{Text, msg};

use crate::{Error, Exercise};

/// No folder on the way up is a workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoRoot {
    /// The folders that were looked at, from the innermost.
    pub searched: Vec<PathBuf>,
}

impl NoRoot {
    /// What to tell the user.
    pub fn text(&self) -> Text {
        let list: Vec<String> = self.searched.iter().map(|p| p.display().to_string()).collect();
        msg!("exercise-no-root", searched = list.join(", "))
    }
}

/// The workspace that `start` is in: the nearest folder, upwards, with a `camp.toml` or with exercises.
///
/// # Errors
/// When there is none up to the file system's root.
pub fn find_root(start: &Path) -> Result<PathBuf, NoRoot> {
    let is_root = |dir: &Path| dir.join("camp.toml").is_file() || !exercise_dirs(dir).0.is_empty();
    match start.ancestors().find(|dir| is_root(dir)) {
        Some(root) => Ok(root.to_owned()),
        None => Err(NoRoot { searched: start.ancestors().map(Path::to_owned).collect() }),
    }
}

/// The exercises of a workspace, by their order, then by name.
///
/// # Errors
/// Every exercise that cannot be loaded, or one error when there is no exercise at all.
pub fn discover(root: &Path) -> Result<Vec<Exercise>, Vec<Error>> {
    let (exercises, errors) = load_all(root);
    if !errors.is_empty() {
        return Err(errors);
    }
    if exercises.is_empty() {
        return Err(vec![Error::without_place(&root.join("exercises"), msg!("exercise-error-none"))]);
    }
    Ok(exercises)
}

/// The exercises that load, and what is wrong with the others: one author's mistake need not stop a learner elsewhere.
pub fn load_all(root: &Path) -> (Vec<Exercise>, Vec<Error>) {
    let mut exercises = Vec::new();
    let (dirs, mut errors) = exercise_dirs(root);
    for dir in dirs {
        match Exercise::load(&dir) {
            Ok(exercise) => exercises.push(exercise),
            Err(error) => errors.push(error),
        }
    }
    exercises.sort_by(|a, b| (a.order, &a.name).cmp(&(b.order, &b.name)));
    (exercises, errors)
}

/// The folders of `exercises/` with an `exercise.toml`, sorted, and those that do not let one see what is in them: left
/// out without a word, an exercise would seem never to have been there.
fn exercise_dirs(root: &Path) -> (Vec<PathBuf>, Vec<Error>) {
    let all = root.join("exercises");
    let unreadable = |path: &Path, e: &io::Error| {
        Error::without_place(path, msg!("exercise-error-unreadable", reason = e.to_string()))
    };
    let entries = match std::fs::read_dir(&all) {
        Ok(entries) => entries,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return (Vec::new(), Vec::new());
        }
        Err(e) => return (Vec::new(), vec![unreadable(&all, &e)]),
    };
    let (mut dirs, mut errors) = (Vec::new(), Vec::new());
    for entry in entries {
        let dir = match entry {
            Ok(entry) => entry.path(),
            Err(e) => {
                errors.push(unreadable(&all, &e));
                continue;
            }
        };
        match dir.join("exercise.toml").try_exists() {
            Ok(true) => dirs.push(dir),
            Ok(false) => {}
            // A loose file has nothing in it.
            Err(e) if e.kind() == io::ErrorKind::NotADirectory => {}
            Err(e) => errors.push(unreadable(&dir, &e)),
        }
    }
    dirs.sort();
    (dirs, errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_folder_that_cannot_be_looked_into_is_an_error_and_nothing_else_is() {
        let root = tempfile::tempdir().unwrap();
        let exercises = root.path().join("exercises");
        std::fs::create_dir_all(exercises.join("no_exercise")).unwrap();
        std::fs::write(exercises.join("loose.txt"), "").unwrap();
        assert!(load_all(root.path()).1.is_empty());
        // A link to itself: unreadable even for root, whom no permission stops.
        std::os::unix::fs::symlink("closed", exercises.join("closed")).unwrap();
        let (found, errors) = load_all(root.path());
        assert!(found.is_empty());
        assert_eq!(errors.len(), 1);
        assert!(errors[0].path().ends_with("closed"), "{}", errors[0]);
    }
}
