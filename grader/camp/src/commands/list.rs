//! `camp list`.

use std::io::{self, Write};

use diag::msg;
use diag::render::width;
use exercise::Exercise;

use super::{ladder, progress_file, tracks};
use crate::cli::ListArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Session, pad};

/// Writes the exercises with one word each for how far the learner is.
pub fn run(session: &Session, args: &ListArgs) -> Result<Exit, Failure> {
    let (ladder, n_broken) = ladder(session)?;
    let ladder = tracks(ladder, args.backend)?;
    let progress = progress_file(&ladder).load().map_err(|error| error.text())?;
    let widest = |f: fn(&Exercise) -> &str| ladder.exercises.iter().map(|e| width(f(e))).max().unwrap_or(0);
    let (names, titles) = (widest(|e| &e.name), widest(|e| &e.title));
    let (passed, open) = (session.say(&msg!("camp-list-passed")), session.say(&msg!("camp-list-open")));
    let words = width(&passed).max(width(&open));
    let mut out = io::stdout().lock();
    let has_stages = ladder.exercises.iter().any(|e| e.stage != ladder.exercises[0].stage);
    let mut stage = None;
    for (number, exercise) in ladder.exercises.iter().enumerate() {
        if has_stages && stage.replace(exercise.stage) != Some(exercise.stage) {
            let heading = session.say(&msg!("camp-list-stage", number = exercise.stage));
            writeln!(out, "{}", session.paint("1", &heading))?;
        }
        let (word, color) = if progress.is_done(&exercise.key()) { (&passed, "32") } else { (&open, "33") };
        writeln!(
            out,
            "{:>2}  {}  {}  {}  {}",
            number + 1,
            session.paint(color, &pad(word, words)),
            pad(&exercise.name, names),
            pad(&exercise.title, titles),
            exercise.kernel_path().display()
        )?;
    }
    let n_passed = ladder.exercises.iter().filter(|e| progress.is_done(&e.key())).count();
    writeln!(out, "{}", session.say(&msg!("camp-list-summary", passed = n_passed, total = ladder.exercises.len())))?;
    Ok(if n_broken == 0 { Exit::Passed } else { Exit::NotJudged })
}
