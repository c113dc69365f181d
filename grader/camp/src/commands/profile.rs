//! `camp profile`.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use diag::msg;
use judge::profile::Detail;

use super::verify::{exit_of, named, named_on_line, options};
use super::{ladder, said};
use crate::cli::{ProfileArgs, ProfileFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::Session;
use crate::toolchain;

/// Runs the exercise's kernel on one case and says what each line of it did.
pub fn run(session: &Session, args: &ProfileArgs) -> Result<Exit, Failure> {
    let (ladder, _) = ladder(session)?;
    let (exercise, kernel) = named(&ladder, &args.name, args.backend, &args.which)?;
    session.catch_interrupts();
    let mut judge = toolchain::judge_for(session, [&exercise])?;
    let profile = judge.profile(&exercise, &kernel, args.case.as_deref(), &options(session, args.seed));
    if session.interrupted.load(Ordering::Relaxed) {
        return Err(said(msg!("camp-interrupted")));
    }
    let mut out = io::stdout().lock();
    match args.format {
        ProfileFormat::Json => {
            let object = serde_json::to_string(&judge::profile::json(&profile, session.catalogue));
            writeln!(out, "{}", object.map_err(io::Error::from)?)?;
        }
        ProfileFormat::Text => {
            let more = msg!("camp-profile-more", exercise = named_on_line(&exercise));
            let detail = if args.more { Detail::Full } else { Detail::Brief { more: &more } };
            judge::profile::render(&profile, detail, session.catalogue, &session.style, &mut out)?;
        }
    }
    out.flush()?;
    Ok(exit_of(profile.report.verdict))
}
