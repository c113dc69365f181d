//! What every fetch shows.

use std::io::{IsTerminal, Write};
use std::sync::atomic::Ordering;

use diag::{Text, msg};
use wheels::{CacheDir, FetchError, FetchStep, Progress};

use crate::failure::Failure;
use crate::progress_bar::ProgressBar;
use crate::session::Session;

/// This user's cache.
///
/// # Errors
/// When the environment names no folder for it.
pub fn cache() -> Result<CacheDir, Failure> {
    CacheDir::from_env().map_err(|_| Failure::from(msg!("camp-no-cache")))
}

/// Runs a fetch with a progress bar on standard error, below `announcement`.
///
/// # Errors
/// What the fetch fails with; an interruption when Ctrl-C ended it.
pub fn show<T>(
    session: &Session,
    announcement: &Text,
    fetch: impl FnOnce(&mut dyn FnMut(Progress)) -> Result<T, FetchError>,
) -> Result<T, Failure> {
    let stderr = std::io::stderr();
    // What cannot be written to standard error is lost.
    let _ = writeln!(&stderr, "{}", session.say(announcement));
    let mut bar = ProgressBar::new(&stderr, stderr.is_terminal(), session.error_style.width);
    let fetched = fetch(&mut |progress| {
        let what = match progress.step {
            FetchStep::Waiting => msg!("camp-fetch-waiting"),
            FetchStep::Downloading => msg!("camp-fetch-downloading", what = progress.what),
            // The last moment, when nothing is left to unpack, belongs to no wheel.
            FetchStep::Unpacking if progress.what.is_empty() => return,
            FetchStep::Unpacking => msg!("camp-fetch-unpacking", what = progress.what),
        };
        bar.show(&session.say(&what), progress.done_bytes, progress.total_bytes);
    });
    bar.finish();
    fetched.map_err(|error| {
        // Ctrl-C reaches pip as well, whose end is then no failure of its own.
        let is_interrupted = session.interrupted.load(Ordering::Relaxed);
        Failure::from(if is_interrupted { msg!("camp-interrupted") } else { error.text() })
    })
}
