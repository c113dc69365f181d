//! camp: rustlings for GPU kernels.
//!
//! `cli` says what the command line looks like, `commands` holds one file per command, `watch` the loop that judges on
//! every save. What judging means lies in the crate `judge`.

mod book;
mod browser;
mod cli;
mod commands;
mod editor_files;
mod embedded;
mod exit;
mod failure;
mod fetching;
mod progress_bar;
mod session;
mod toolchain;
mod usage;
mod watch;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::FromArgMatches;
use clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
use diag::{Lang, msg};

use crate::cli::{Cli, ColorChoice};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::Session;

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    // The compiler's child process speaks to camp over its standard streams: nothing else may happen in it.
    if args.get(1).is_some_and(|arg| arg == cli::WORKER) {
        cuda::worker_main();
    }
    let variable = |name: &str| std::env::var(name).ok();
    let flag = lang_flag(&args);
    let lang = Lang::detect(flag.as_deref(), variable("CAMP_LANG").as_deref(), variable("LANG").as_deref());
    let mut command = cli::command(messages::catalogue(lang));
    let parsed = command.try_get_matches_from_mut(&args).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        // Help and version, asked for or not: clap knows where to write. A closed pipe is nobody's fault.
        Err(error) if !error.use_stderr() || error.kind() == DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            return if error.use_stderr() { Exit::NotJudged } else { Exit::Passed }.into();
        }
        Err(error) => {
            let session = Session::new(lang, ColorChoice::Auto);
            let mut texts = usage::complaint(&error, &command).into_iter();
            texts.next().iter().for_each(|text| session.complain(text));
            // What cannot be written to standard error is lost.
            texts.for_each(|text| drop(writeln!(io::stderr(), "{}", session.say(&text))));
            return Exit::NotJudged.into();
        }
    };
    let session = Session::new(lang, cli.color);
    if let Some(lang) = cli.lang.as_deref().filter(|lang| Lang::parse(lang).is_none()) {
        session.complain(&msg!("camp-unknown-lang", lang = lang));
        return Exit::NotJudged.into();
    }
    match commands::run(&session, cli.command) {
        Ok(exit) => exit,
        Err(Failure::Said(texts)) => {
            texts.iter().for_each(|text| session.complain(text));
            Exit::NotJudged.into()
        }
        // Whoever read the output has closed it, as `camp list | head -1` does. Nothing can be said, and no verdict is
        // claimed.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::NotJudged.into(),
        Err(Failure::Output(error)) => {
            session.complain(&msg!("camp-file-error", path = "stdout", error = error.to_string()));
            Exit::NotJudged.into()
        }
    }
}

/// What `--lang` says, read ahead of clap because clap's own help is in that language.
fn lang_flag(args: &[OsString]) -> Option<String> {
    let mut args = args.iter().skip(1).map(|arg| arg.to_string_lossy());
    while let Some(arg) = args.next() {
        if arg == "--" {
            return None;
        }
        if arg == "--lang" {
            return args.next().map(String::from);
        }
        if let Some(lang) = arg.strip_prefix("--lang=") {
            return Some(lang.to_owned());
        }
    }
    None
}
