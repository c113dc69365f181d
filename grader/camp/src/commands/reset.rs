//! `camp reset`: the original kernel again, the learner's kept as a backup.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use diag::{Text, msg};
use exercise::{Backend, Exercise};

use super::{ladder, progress_file};
use crate::cli::ResetArgs;
use crate::embedded;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Ladder, Session};

/// Resets one exercise or all of them.
pub fn run(session: &Session, args: &ResetArgs) -> Result<Exit, Failure> {
    let (ladder, _) = ladder(session)?;
    let exercises: Vec<&Exercise> = match &args.name {
        Some(name) => vec![ladder.find(name)?],
        None => ladder.exercises.iter().collect(),
    };
    let mut out = io::stdout().lock();
    let mut exit = Exit::Passed;
    for exercise in exercises {
        let path = exercise.kernel_path(Backend::Nvidia);
        let text = match is_original(exercise, &path) {
            Some(true) => msg!("camp-reset-same", path = path.display()),
            Some(false) if !args.yes && !confirm(session, &path, &mut out)? => {
                msg!("camp-reset-kept", path = path.display())
            }
            _ => match reset(&ladder, exercise) {
                Ok(done) => done,
                Err(problem) => {
                    session.complain(&problem);
                    exit = Exit::NotJudged;
                    continue;
                }
            },
        };
        writeln!(out, "{}", session.say(&text))?;
    }
    Ok(exit)
}

/// Asks on the terminal; without one, the answer is no.
fn confirm(session: &Session, path: &Path, out: &mut impl Write) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() {
        return Ok(false);
    }
    write!(out, "{} ", session.say(&msg!("camp-reset-ask", path = path.display())))?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// The original text of the exercise's kernel.
fn original(exercise: &Exercise) -> Option<&'static [u8]> {
    let backend = Backend::Nvidia;
    embedded::file(&format!("exercises/{}/{}/{}", exercise.name, backend.as_str(), backend.kernel_file()))
}

/// Whether the learner's file is the original; `None` when one of them is not there.
fn is_original(exercise: &Exercise, path: &Path) -> Option<bool> {
    Some(fs::read(path).ok()? == original(exercise)?)
}

/// Puts the original back. The text says where the learner's went.
///
/// # Errors
/// Why it could not be done; the learner's file is then as it was.
pub fn reset(ladder: &Ladder, exercise: &Exercise) -> Result<Text, Text> {
    let path = exercise.kernel_path(Backend::Nvidia);
    let Some(original) = original(exercise) else {
        return Err(msg!("camp-reset-no-original", path = path.display()));
    };
    let backup = if path.exists() { Some(exercise::back_up(&path).map_err(|error| error.text())?) } else { None };
    // Written aside and renamed: a full disk leaves the learner's file as it was.
    let aside = path.with_extension("reset-partial");
    let written = fs::write(&aside, original).and_then(|()| fs::rename(&aside, &path));
    if let Err(error) = written {
        let _ = fs::remove_file(&aside);
        let Failure::Said(texts) = Failure::file(&path, &error) else {
            return Err(msg!("camp-file-error", path = path.display(), error = error.to_string()));
        };
        return Err(texts.into_iter().next().unwrap_or_else(|| msg!("camp-file-missing", path = path.display())));
    }
    // Hints start again with the exercise; a progress file that cannot be written does not undo the reset.
    let _ = progress_file(ladder).update(|progress| progress.forget(&exercise.name));
    Ok(match backup {
        Some(backup) => msg!("camp-reset-done", path = path.display(), backup = backup.display()),
        None => msg!("camp-reset-written", path = path.display()),
    })
}
