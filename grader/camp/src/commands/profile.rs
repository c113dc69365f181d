//! `camp profile`.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

use diag::msg;
use exercise::Backend;
use judge::profile::Detail;

use super::verify::{advanced, check_backend, exit_of, options};
use super::{ladder, said};
use crate::cli::{ProfileArgs, ProfileFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::Session;
use crate::toolchain;

/// Runs the exercise's kernel on one case and says what each line of it did.
pub fn run(session: &Session, args: &ProfileArgs) -> Result<Exit, Failure> {
    let (ladder, _) = ladder(session)?;
    let exercise = ladder.find(&args.name)?;
    check_backend(exercise, args.backend)?;
    let named = ladder.of_path(Path::new(&args.name)).map(|(_, file)| file);
    let is_file = |file: &std::path::PathBuf| file.extension().is_some_and(|e| e == "cuh");
    let kernel = match &args.kernel {
        Some(path) => path.clone(),
        None if args.solution => exercise.solution_path(Backend::Nvidia),
        None if args.advanced => advanced(exercise)?,
        None => named.filter(is_file).unwrap_or_else(|| exercise.kernel_path(Backend::Nvidia)),
    };
    session.catch_interrupts();
    let mut judge = toolchain::judge(session)?;
    let profile = judge.profile(exercise, &kernel, args.case.as_deref(), &options(session, args.seed));
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
            let more = msg!("camp-profile-more", exercise = &exercise.name);
            let detail = if args.more { Detail::Full } else { Detail::Brief { more: &more } };
            judge::profile::render(&profile, detail, session.catalogue, &session.style, &mut out)?;
        }
    }
    out.flush()?;
    Ok(exit_of(profile.report.verdict))
}
