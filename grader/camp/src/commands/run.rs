//! `camp run`.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use diag::{Text, msg};
use judge::profile;
use judge::render::Detail;
use judge::{FileArg, FileJob, FileReport};

use super::said;
use super::verify::{exit_of, fresh_seed, run_on};
use crate::cli::{Format, RunArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::Session;
use crate::toolchain;

/// Runs one kernel of any file.
pub fn run(session: &Session, args: &RunArgs) -> Result<Exit, Failure> {
    let job = job(session, args)?;
    let dumps = dumps(args, &job)?;
    session.catch_interrupts();
    let mut judge = if job.needs_compiler() { Some(toolchain::judge(session)?) } else { None };
    let whole = judge::run_file(judge.as_mut().map(judge::Judge::compiler), &job);
    write(session, args, &whole)?;
    for (name, path) in dumps {
        let Some(buffer) = whole.buffers.iter().find(|buffer| buffer.name == name) else { continue };
        std::fs::write(path, &buffer.bytes).map_err(|error| Failure::file(path, &error))?;
    }
    Ok(exit_of(whole.report.verdict))
}

/// What the command line asks for.
fn job(session: &Session, args: &RunArgs) -> Result<FileJob, Failure> {
    let all = args.args.iter().map(|text| FileArg::parse(text)).collect::<Result<Vec<_>, Text>>()?;
    let includes = args.include.iter().map(|dir| format!("--include-path={}", dir.display()));
    let defines = args.define.iter().map(|define| format!("--define-macro={define}"));
    let mut job = FileJob {
        file: args.file.clone(),
        entry: args.entry.clone(),
        grid: dims(&args.grid)?,
        block: dims(&args.block)?,
        shared_bytes: args.shared,
        args: all,
        seed: args.seed.unwrap_or(0),
        profile: args.profile,
        device: run_on(args.device),
        arch: arch(&args.arch)?,
        nvrtc_options: includes.chain(defines).collect(),
        patience: Duration::from_secs(args.timeout),
        worker: Some(toolchain::worker()),
        cancel: Arc::clone(&session.interrupted),
    };
    if args.seed.is_none() && job.is_random() {
        job.seed = fresh_seed();
    }
    Ok(job)
}

/// Up to three numbers.
fn dims(text: &str) -> Result<[u32; 3], Failure> {
    let bad = || said(msg!("run-dims", text = text));
    let numbers = text.split(',').map(|part| part.trim().parse().ok()).collect::<Option<Vec<u32>>>();
    let mut dims = [1; 3];
    let numbers = numbers.filter(|numbers| numbers.len() <= dims.len()).ok_or_else(bad)?;
    dims[..numbers.len()].copy_from_slice(&numbers);
    Ok(dims)
}

/// `compute_80`, also out of `sm_80` or `80`.
fn arch(text: &str) -> Result<String, Failure> {
    let number = text.strip_prefix("compute_").or_else(|| text.strip_prefix("sm_")).unwrap_or(text);
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(said(msg!("run-arch", text = text)));
    }
    Ok(format!("compute_{number}"))
}

/// Which buffers go to which files.
fn dumps<'a>(args: &'a RunArgs, job: &FileJob) -> Result<Vec<(&'a str, &'a Path)>, Failure> {
    let buffers = job.args.iter().filter(|arg| matches!(arg.kind, judge::ArgKind::Buffer { .. }));
    let names: Vec<&str> = buffers.map(|arg| arg.name.as_str()).collect();
    let dump = |text: &'a String| {
        let parts = text.split_once('=').filter(|(name, path)| !name.is_empty() && !path.is_empty());
        let (name, path) = parts.ok_or_else(|| said(msg!("run-dump-form", dump = text)))?;
        if names.contains(&name) {
            Ok((name, Path::new(path)))
        } else {
            Err(said(msg!("run-dump-unknown", name = name, names = names.join(", "))))
        }
    };
    args.dump.iter().map(dump).collect()
}

fn write(session: &Session, args: &RunArgs, whole: &FileReport) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let (catalogue, style) = (session.catalogue, &session.style);
    match args.format {
        Format::Json => {
            let object = serde_json::to_string(&judge::run_json(whole, catalogue)).map_err(io::Error::from)?;
            writeln!(out, "{object}")?;
        }
        Format::Concise => judge::render::concise(&whole.report, catalogue, &mut out)?,
        Format::Text => {
            let more = msg!("run-more");
            let detail = if args.more { Detail::Full } else { Detail::Brief { more: &more } };
            judge::render::file_report(whole, detail, catalogue, style, &mut out)?;
            if let Some(measured) = &whole.measured {
                let more = msg!("run-profile-more");
                let detail = if args.more { profile::Detail::Full } else { profile::Detail::Brief { more: &more } };
                writeln!(out)?;
                profile::table(measured, &whole.report.sources, detail, catalogue, style, &mut out)?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_architectures() {
        assert_eq!(dims("256").ok(), Some([256, 1, 1]));
        assert_eq!(dims("8, 4,2").ok(), Some([8, 4, 2]));
        assert!(dims("1,2,3,4").is_err() && dims("").is_err() && dims("16x16").is_err() && dims("-1").is_err());
        assert_eq!(arch("sm_90a").ok().as_deref(), Some("compute_90a"));
        assert_eq!(arch("75").ok().as_deref(), Some("compute_75"));
        assert!(arch("hopper").is_err());
    }
}
