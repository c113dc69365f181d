//! The learner's browser.

use std::path::Path;
use std::process::{Command, Stdio};

use diag::msg;

use crate::failure::Failure;

/// Opens a page. The browser outlives camp; what it writes is none of camp's business.
///
/// # Errors
/// When none can be started; the message names the page.
pub fn open(path: &Path) -> Result<(), Failure> {
    let started =
        Command::new("xdg-open").arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    match started {
        Ok(_) => Ok(()),
        Err(error) => Err(msg!("camp-book-not-opened", error = error.to_string(), path = path.display()).into()),
    }
}
