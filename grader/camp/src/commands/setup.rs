//! `camp setup`: the fetch alone.

use std::io::{self, Write};

use cuda::WheelSet;
use diag::msg;

use crate::cli::{CudaChoice, SetupArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::Session;
use crate::toolchain;

/// Finds the compiler or fetches it, and says where it is.
pub fn run(session: &Session, args: &SetupArgs) -> Result<Exit, Failure> {
    session.catch_interrupts();
    let asked = args.cuda.map(|cuda| match cuda {
        CudaChoice::Twelve => WheelSet::Cuda12,
        CudaChoice::Thirteen => WheelSet::Cuda13,
    });
    let found = match asked {
        Some(set) => toolchain::choose(set)?,
        None => toolchain::find().ok(),
    };
    let found = found.filter(|_| !args.fetch);
    let (toolchain, is_fetched) = match found {
        Some(toolchain) => (toolchain, false),
        None => (toolchain::fetch(session, asked)?, true),
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
