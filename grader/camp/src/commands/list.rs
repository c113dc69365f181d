//! `camp list`.

use std::io::{self, Write};

use diag::msg;
use exercise::Backend;

use super::{ladder, progress_file};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::Session;

/// Writes the exercises with one word each for how far the learner is.
pub fn run(session: &Session) -> Result<Exit, Failure> {
    let (ladder, n_broken) = ladder(session)?;
    let progress = progress_file(&ladder).load().map_err(|error| error.text())?;
    let width = |f: fn(&exercise::Exercise) -> &str| ladder.exercises.iter().map(|e| f(e).len()).max().unwrap_or(0);
    let (names, titles) = (width(|e| &e.name), width(|e| &e.title));
    let mut out = io::stdout().lock();
    for (number, exercise) in ladder.exercises.iter().enumerate() {
        let (word, color) = if progress.is_done(&exercise.name) {
            (msg!("camp-list-passed"), "32")
        } else {
            (msg!("camp-list-open"), "33")
        };
        let word = session.say(&word);
        let pad = " ".repeat(8_usize.saturating_sub(word.chars().count()));
        writeln!(
            out,
            "{:>2}  {}{pad}{:<names$}  {:<titles$}  {}",
            number + 1,
            session.paint(color, &word),
            exercise.name,
            exercise.title,
            exercise.kernel_path(Backend::Nvidia).display()
        )?;
    }
    let n_passed = ladder.exercises.iter().filter(|e| progress.is_done(&e.name)).count();
    writeln!(out, "{}", session.say(&msg!("camp-list-summary", passed = n_passed, total = ladder.exercises.len())))?;
    Ok(if n_broken == 0 { Exit::Passed } else { Exit::NotJudged })
}
