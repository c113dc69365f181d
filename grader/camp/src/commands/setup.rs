//! `camp setup`: the fetch alone.

use std::io::{self, Write};

use diag::msg;

use crate::cli::SetupArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::Session;
use crate::toolchain;

/// Finds the compiler or fetches it, and says where it is.
pub fn run(session: &Session, args: &SetupArgs) -> Result<Exit, Failure> {
    session.catch_interrupts();
    let found = if args.fetch { None } else { toolchain::find().ok() };
    let (toolchain, is_fetched) = match found {
        Some(toolchain) => (toolchain, false),
        None => (toolchain::fetch(session)?, true),
    };
    let version = format!("{}.{}", toolchain.version.0, toolchain.version.1);
    let path = toolchain.nvrtc.display().to_string();
    let text = if is_fetched {
        msg!("camp-setup-fetched", version = version, path = path)
    } else {
        msg!("camp-setup-found", version = version, path = path)
    };
    writeln!(io::stdout().lock(), "{}", session.say(&text))?;
    Ok(Exit::Passed)
}
