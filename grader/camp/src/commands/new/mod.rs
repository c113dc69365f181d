//! `camp new`: the folder of a new operator, in the form of one that is there.
//!
//! `form` reads what the model asks for, `files` renders `templates/new/`, `place` puts everything in its place or nothing.

mod files;
mod form;
mod name;
mod place;

use std::io::{self, Write};

use diag::msg;

use super::{ladder, said, shorten, show_error};
use crate::cli::NewArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::Session;

/// Writes the files of a new operator; none where one of them is there already.
pub fn run(session: &Session, args: &NewArgs) -> Result<Exit, Failure> {
    let name = args.name.as_str();
    if let Some(refusal) = name::refusal(name) {
        return Err(said(refusal));
    }
    let (ladder, _) = ladder(session)?;
    let model = ladder.find(&args.like)?;
    // The last place of all.
    let (stage, order) = ladder.exercises.iter().map(|e| (e.stage, e.order)).max().unwrap_or((1, 0));
    let outline = match model.outline() {
        Ok(outline) => outline,
        Err(error) => {
            show_error(session, &error);
            return Ok(Exit::NotJudged);
        }
    };
    let broken = |detail: String| said(msg!("camp-new-failed", model = &model.name, detail = detail));
    let form = form::Form::new(name, model, &outline, (stage, order + 1)).map_err(broken)?;
    let files = files::files(&form, &ladder.root).map_err(broken)?;
    if let Some(there) = place::in_the_way(&ladder.root, name) {
        return Err(said(msg!("camp-new-exists", path = shorten(&there).display())));
    }
    let mut out = io::stdout().lock();
    if args.dry_run {
        for file in &files {
            writeln!(out, "{}", shorten(&ladder.root.join(&file.path)).display())?;
        }
        writeln!(out, "{}", session.say(&msg!("camp-new-dry", count = files.len())))?;
        return Ok(Exit::Passed);
    }
    place::place(&ladder.root, name, &files)?;
    let dir = shorten(&ladder.root.join("exercises").join(name));
    let done = msg!("camp-new-done", count = files.len(), name = name, model = &model.name, dir = dir.display());
    writeln!(out, "{}", session.say(&done))?;
    if form.lacks_tile() {
        writeln!(out, "{}", session.say(&msg!("camp-new-no-tile", model = &model.name)))?;
    }
    writeln!(out, "{}", session.say(&msg!("camp-new-next", name = name)))?;
    Ok(Exit::Passed)
}
