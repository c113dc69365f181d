//! `camp report`.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use diag::msg;
use exercise::{History, Loaded, Progress};
use report::{Exercise, Facts, Moment};

use super::{ladder, progress_file, said, shorten};
use crate::browser;
use crate::cli::ReportArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Ladder, Session};

/// Writes the page and says where it is.
pub fn run(session: &Session, args: &ReportArgs) -> Result<Exit, Failure> {
    let (ladder, n_broken) = ladder(session)?;
    let progress = progress_file(&ladder).load().map_err(|error| error.text())?;
    let history = History::new(&ladder.root).load().map_err(|error| error.text())?;
    let html = page(session, &ladder, &progress, &history)?;
    let path = match &args.out {
        Some(path) => path.clone(),
        None => {
            let folder = ladder.root.join(".camp");
            fs::create_dir_all(&folder).map_err(|error| Failure::file(&folder, &error))?;
            shorten(&folder.join("report.html"))
        }
    };
    if is_somebodys(&path) {
        return Err(said(msg!("camp-report-not-ours", path = path.display())));
    }
    fs::write(&path, html).map_err(|error| Failure::file(&path, &error))?;
    writeln!(io::stdout().lock(), "{}", path.display())?;
    if args.open {
        browser::open(&path.canonicalize().unwrap_or(path))?;
    }
    Ok(if n_broken == 0 { Exit::Passed } else { Exit::NotJudged })
}

/// The page's HTML.
fn page(session: &Session, ladder: &Ladder, progress: &Progress, history: &Loaded) -> Result<String, Failure> {
    let exercise = |exercise: &exercise::Exercise| {
        let entry = progress.entry(&exercise.name);
        Exercise {
            name: exercise.name.clone(),
            title: exercise.title.clone(),
            done: entry.done,
            last_finding: entry.last_finding.map(|finding| finding.code.as_str().to_owned()),
        }
    };
    let exercises = ladder.exercises.iter().map(exercise).collect();
    let facts = Facts { exercises, history, now: exercise::unix_seconds(), local: &local };
    report::html(&facts, session.catalogue).map_err(|detail| said(msg!("camp-report-failed", detail = detail)))
}

/// The time on this machine's clock; the Unix time itself where no calendar goes that far.
fn local(time: u64) -> Moment {
    let moment = i64::try_from(time).ok().and_then(|time| chrono::DateTime::from_timestamp(time, 0));
    match moment.map(|moment| moment.with_timezone(&chrono::Local)) {
        Some(moment) => {
            Moment { date: moment.format("%Y-%m-%d").to_string(), time: moment.format("%H:%M").to_string() }
        }
        None => Moment { date: time.to_string(), time: String::new() },
    }
}

/// Whether there is a file that is no report: a kernel, say, whose name was typed by mistake.
fn is_somebodys(path: &Path) -> bool {
    // What cannot be opened cannot be overwritten either, and a device or a pipe holds nothing that could be lost.
    let Ok(file) = File::open(path).and_then(|file| file.metadata().map(|facts| (file, facts))) else { return false };
    let (file, facts) = file;
    let mut beginning = Vec::new();
    let is_read = facts.is_file() && file.take(report::BEGINNING.len() as u64).read_to_end(&mut beginning).is_ok();
    is_read && !beginning.is_empty() && beginning != report::BEGINNING.as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_reports_are_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("kernel.cuh");
        let check = |text: &str, expected: bool| {
            fs::write(&path, text).unwrap();
            assert_eq!(is_somebodys(&path), expected, "{text}");
        };
        check("#pragma once\n", true);
        check("<!doctype html>\n", true);
        check("", false);
        check(report::BEGINNING, false);
        check(&format!("{}<html>", report::BEGINNING), false);
        assert!(!is_somebodys(&dir.path().join("none.html")) && !is_somebodys(dir.path()));
        assert!(!is_somebodys(Path::new("/dev/null")));
    }

    #[test]
    fn every_time_has_a_name() {
        // Noon in London is the same day almost everywhere.
        let moment = local(1_793_620_800);
        assert!(moment.date.starts_with("2026-11-0") && moment.time.len() == 5, "{moment:?}");
        assert_eq!(local(u64::MAX).date, u64::MAX.to_string());
        assert_eq!(local(i64::MAX as u64).date, i64::MAX.to_string());
    }
}
