//! `camp hint`.

use std::io::{self, Write};

use diag::render::wrap;
use diag::{Code, Text, msg};
use exercise::{Exercise, LastFinding, NextHint, Progress, Topic};

use super::verify::named_on_line;
use super::{find, ladder, progress_file};
use crate::cli::HintArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Ladder, Session};

/// Writes the next hint and remembers that it was shown.
pub fn run(session: &Session, args: &HintArgs) -> Result<Exit, Failure> {
    let (ladder, _) = ladder(session)?;
    let exercise = find(&ladder, &args.name, args.backend, None)?;
    let (text, problem) = next(session, &ladder, &exercise)?;
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
    let entry = progress.entry(&exercise.key());
    let Some(hint) = exercise.next_hint(&entry) else {
        return Err(msg!("camp-hint-none", exercise = &exercise.name).into());
    };
    let name = &exercise.key();
    let generic;
    let (title, text, is_last) = match &hint {
        NextHint::ForFinding(Topic::Code(code), hint) => {
            (msg!("camp-hint-about", exercise = name, code = code.as_str()), &hint.text, false)
        }
        NextHint::ForFinding(Topic::Pattern(pattern), hint) => {
            (msg!("camp-hint-about-values", exercise = name, pattern = pattern.as_str()), &hint.text, false)
        }
        NextHint::Generic(code) => {
            generic = session.say(&any_kernel(*code));
            (msg!("camp-hint-about", exercise = name, code = code.as_str()), &generic, false)
        }
        NextHint::Level { level, of, hint } => {
            (msg!("camp-hint-title", level = *level, total = *of, exercise = name), &hint.text, level == of)
        }
    };
    let is_about_finding = !matches!(hint, NextHint::Level { .. });
    let place = entry.last_finding.as_ref().filter(|_| is_about_finding).and_then(|last| place(exercise, last));
    let place = place.map(|place| format!("{}\n", session.say(&place))).unwrap_or_default();
    let text = wrap(text, session.style.width.min(100).into()).join("\n");
    let mut shown = format!("{}\n{place}\n{text}\n", session.paint("1", &session.say(&title)));
    if is_last {
        let solution = exercise.solution_path().display().to_string();
        shown += &format!("{}\n", session.say(&msg!("camp-hint-last")));
        shown += &format!("{}\n", session.say(&msg!("camp-hint-solution", path = solution)));
    } else {
        shown += &format!("{}\n", session.say(&msg!("camp-hint-more", exercise = named_on_line(exercise))));
    }
    let remember = |progress: &mut Progress| progress.hinted(&exercise.key(), &hint);
    Ok((shown, file.update(remember).err().map(|error| error.text())))
}

/// Where the last finding was, in the kernel file.
fn place(exercise: &Exercise, last: &LastFinding) -> Option<Text> {
    let file = exercise.kernel_path().file_name()?.to_string_lossy().into_owned();
    Some(match (last.lines.as_slice(), &last.what) {
        ([], None) => return None,
        ([], Some(what)) => msg!("camp-hint-at-what", what = what),
        ([line], None) => msg!("camp-hint-at-line", file = file, line = *line),
        ([line], Some(what)) => msg!("camp-hint-at-line-what", file = file, line = *line, what = what),
        ([line, other, ..], None) => msg!("camp-hint-at-lines", file = file, line = *line, other = *other),
        ([line, other, ..], Some(what)) => {
            msg!("camp-hint-at-lines-what", file = file, line = *line, other = *other, what = what)
        }
    })
}

/// What can be said of any kernel with this finding.
pub fn any_kernel(code: Code) -> Text {
    match code {
        Code::CompileError => msg!("camp-hint-any-compile-error"),
        Code::WrongResult => msg!("camp-hint-any-wrong-result"),
        Code::UnwrittenOutput => msg!("camp-hint-any-unwritten-output"),
        Code::OutOfBounds => msg!("camp-hint-any-out-of-bounds"),
        Code::MisalignedAccess => msg!("camp-hint-any-misaligned-access"),
        Code::UninitializedRead => msg!("camp-hint-any-uninitialized-read"),
        Code::Race => msg!("camp-hint-any-race"),
        Code::BarrierDivergence => msg!("camp-hint-any-barrier-divergence"),
        Code::Hang => msg!("camp-hint-any-hang"),
        Code::InputModified => msg!("camp-hint-any-input-modified"),
        Code::Assert => msg!("camp-hint-any-assert"),
        Code::LaunchFailure => msg!("camp-hint-any-launch-failure"),
        Code::UnsupportedInstruction | Code::BadExercise => msg!("camp-hint-any-unsupported-instruction"),
    }
}
