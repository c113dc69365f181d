//! `camp setup`: the fetches alone.

use std::io::{self, Write};

use cuda::WheelSet;
use diag::msg;
use tilelang::install;

use crate::cli::{CudaChoice, SetupArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::Session;
use crate::{fetching, toolchain};

/// Finds the compiler or fetches it, and says where it is; then the same with TileLang where it is asked for.
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
    // With `--tilelang`, it is TileLang that is fetched whatever is there.
    let found = found.filter(|_| !args.fetch || args.tilelang);
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
    if args.tilelang {
        tilelang(session, args.fetch)?;
    }
    Ok(Exit::Passed)
}

/// Finds TileLang or fetches it, and says where it is.
fn tilelang(session: &Session, is_wanted_again: bool) -> Result<(), Failure> {
    let cache = fetching::cache()?;
    let found = install::find(&cache).ok().filter(|_| !is_wanted_again);
    let is_fetched = found.is_none();
    let environment = match found {
        Some(environment) => environment,
        None => {
            let announcement = msg!("camp-fetching-tilelang", dir = cache.path().display());
            fetching::show(session, &announcement, |progress| {
                if is_wanted_again { install::fetch_again(&cache, progress) } else { install::fetch(&cache, progress) }
            })?
        }
    };
    let version = environment.version.as_str();
    let python = format!("{}.{}", environment.python_version.0, environment.python_version.1);
    let path = environment.site.display();
    let text = if is_fetched {
        msg!("camp-setup-tilelang-fetched", version = version, python = python, path = path)
    } else {
        msg!("camp-setup-tilelang-found", version = version, python = python, path = path)
    };
    writeln!(io::stdout().lock(), "{}", session.say(&text))?;
    Ok(())
}
