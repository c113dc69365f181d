//! `camp reset`: the original kernel again, the learner's kept as a backup.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use diag::{Lang, Text, msg};
use exercise::Exercise;

use super::{backend_of, find, ladder, progress_file};
use crate::cli::ResetArgs;
use crate::embedded;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Ladder, Session};

/// Resets one exercise or all of them.
pub fn run(session: &Session, args: &ResetArgs) -> Result<Exit, Failure> {
    let (ladder, _) = ladder(session)?;
    let exercises: Vec<Exercise> = match &args.name {
        Some(name) => vec![find(&ladder, name, args.backend, None)?],
        None => {
            let backend = backend_of(args.backend, None)?;
            ladder.exercises.iter().filter_map(|exercise| exercise.for_backend(backend)).collect()
        }
    };
    let mut out = io::stdout().lock();
    let mut exit = Exit::Passed;
    for exercise in &exercises {
        let path = exercise.kernel_path();
        let is_own = fs::read(&path).is_ok_and(|text| language_of_original(exercise, &text).is_none());
        let text = if is_own && !args.yes && !confirm(session, &path, &mut out)? {
            msg!("camp-reset-kept", path = path.display())
        } else {
            match reset(&ladder, exercise, session.catalogue.lang()) {
                Ok(done) => done,
                Err(problem) => {
                    session.complain(&problem);
                    exit = Exit::NotJudged;
                    continue;
                }
            }
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

/// The original text of the exercise's kernel, its comments in a language where they are written in it.
fn original(exercise: &Exercise, lang: Lang) -> Option<&'static [u8]> {
    let backend = exercise.backend;
    embedded::file(&format!("exercises/{}/{}/{}", exercise.name, backend.as_str(), backend.kernel_file()), lang)
}

/// The language in which `text` is the exercise's original kernel, without any work of the learner's.
fn language_of_original(exercise: &Exercise, text: &[u8]) -> Option<Lang> {
    Lang::ALL.into_iter().find(|lang| original(exercise, *lang) == Some(text))
}

/// Puts the original back, its comments in `lang`. The text says where the learner's went.
///
/// # Errors
/// Why it could not be done; the learner's file is then as it was.
pub fn reset(ladder: &Ladder, exercise: &Exercise, lang: Lang) -> Result<Text, Text> {
    let path = exercise.kernel_path();
    let Some(original) = original(exercise, lang) else {
        return Err(msg!("camp-reset-no-original", path = path.display()));
    };
    let current = fs::read(&path).ok();
    if current.as_deref() == Some(original) {
        return Ok(msg!("camp-reset-same", path = path.display()));
    }
    let is_untouched = current.is_some_and(|text| language_of_original(exercise, &text).is_some());
    let is_kept = path.exists() && !is_untouched;
    let backup = if is_kept { Some(exercise::back_up(&path).map_err(|error| error.text())?) } else { None };
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
    if is_untouched {
        return Ok(msg!("camp-reset-language", path = path.display()));
    }
    // Hints start again with the exercise; a progress file that cannot be written does not undo the reset.
    let _ = progress_file(ladder).update(|progress| progress.forget(&exercise.key()));
    Ok(match backup {
        Some(backup) => msg!("camp-reset-done", path = path.display(), backup = backup.display()),
        None => msg!("camp-reset-written", path = path.display()),
    })
}
