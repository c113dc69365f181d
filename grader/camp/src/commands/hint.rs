//! `camp hint`.

use std::io::{self, Write};

use diag::render::wrap;
use diag::{Text, msg};
use exercise::{Backend, Exercise, NextHint, Progress};

use super::{ladder, progress_file};
use crate::cli::HintArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Ladder, Session};

/// Writes the next hint and remembers that it was shown.
pub fn run(session: &Session, args: &HintArgs) -> Result<Exit, Failure> {
    let (ladder, _) = ladder(session)?;
    let exercise = ladder.find(&args.name)?;
    super::verify::check_backend(exercise, args.backend)?;
    let (text, problem) = next(session, &ladder, exercise)?;
    write!(io::stdout().lock(), "{text}")?;
    // The hint is worth more than the memory of it.
    if let Some(problem) = problem {
        session.complain(&problem);
    }
    Ok(Exit::Passed)
}

/// The next hint as it is shown, and why it could not be remembered, if so.
pub fn next(session: &Session, ladder: &Ladder, exercise: &Exercise) -> Result<(String, Option<Text>), Failure> {
    let file = progress_file(ladder);
    let progress = file.load().map_err(|error| error.text())?;
    let Some(hint) = exercise.next_hint(&progress.entry(&exercise.name)) else {
        return Err(msg!("camp-hint-none", exercise = &exercise.name).into());
    };
    let (title, text, is_last) = match &hint {
        NextHint::ForFinding(code, hint) => {
            (msg!("camp-hint-about", exercise = &exercise.name, code = code.as_str()), &hint.text, false)
        }
        NextHint::Level { level, of, hint } => {
            (msg!("camp-hint-title", level = *level, total = *of, exercise = &exercise.name), &hint.text, level == of)
        }
    };
    let text = wrap(text, session.style.width.min(100).into()).join("\n");
    let mut shown = format!("{}\n\n{text}\n", session.paint("1", &session.say(&title)));
    if is_last {
        let solution = exercise.solution_path(Backend::Nvidia).display().to_string();
        shown += &format!("{}\n", session.say(&msg!("camp-hint-last")));
        shown += &format!("{}\n", session.say(&msg!("camp-hint-solution", path = solution)));
    } else {
        shown += &format!("{}\n", session.say(&msg!("camp-hint-more", exercise = &exercise.name)));
    }
    let remember = |progress: &mut Progress| progress.hinted(&exercise.name, &hint);
    Ok((shown, file.update(remember).err().map(|error| error.text())))
}
