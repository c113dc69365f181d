//! Finding the workspace and its exercises.

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
    let is_root = |dir: &Path| dir.join("camp.toml").is_file() || !exercise_dirs(dir).is_empty();
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
    let mut errors = Vec::new();
    for dir in exercise_dirs(root) {
        match Exercise::load(&dir) {
            Ok(exercise) => exercises.push(exercise),
            Err(error) => errors.push(error),
        }
    }
    exercises.sort_by(|a, b| (a.order, &a.name).cmp(&(b.order, &b.name)));
    (exercises, errors)
}

/// The folders of `exercises/` with an `exercise.toml`, sorted.
fn exercise_dirs(root: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(root.join("exercises")) else { return Vec::new() };
    let mut dirs: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|dir| dir.join("exercise.toml").exists())
        .collect();
    dirs.sort();
    dirs
}
