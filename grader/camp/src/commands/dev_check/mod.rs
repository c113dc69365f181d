//! `camp dev check`: proves that every exercise does what it should, that camp says about its control kernels what they ask
//! for, and that nothing is left to do. Of one exercise it says what is to be done next.

mod basics;
mod checklist;
mod points;
mod table;
mod todo;

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use diag::msg;
use exercise::{Backend, Exercise};
use judge::Report;
use serde::Serialize;

use self::basics::{Basics, Faults};
use self::points::Point;
use super::dev_controls::{Controls, Counts};
use super::{backend_of, ladder, said, shorten, verify};
use crate::cli::{CheckArgs, Format};
use crate::embedded;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Ladder, Session};
use crate::toolchain;

/// Control kernels that are judged at the same time, at most: each has a compiler of its own, some 200 MB.
const MAX_JUDGES: usize = 4;

/// What was checked about one exercise.
#[derive(Debug, Serialize)]
struct Checked {
    exercise: String,
    /// Left out when only some control kernels were asked for.
    #[serde(flatten)]
    basics: Option<Basics>,
    wrong_kernels: usize,
    wrong_kernels_caught: usize,
    right_kernels: usize,
    right_kernels_accepted: usize,
    /// In the chosen language.
    problems: Vec<String>,
    /// What a complete exercise has, in the order in which an author does it; none when only control kernels were asked for.
    points: Vec<Point>,
    #[serde(skip)]
    name: String,
    #[serde(skip)]
    counts: Counts,
}

/// Checks the exercises, and writes a table, or of one exercise what is to be done next.
pub fn run(session: &Session, args: &CheckArgs) -> Result<Exit, Failure> {
    let (ladder, n_broken) = ladder(session)?;
    if let [name] = args.names.as_slice()
        && let Some(checked) = unloadable(session, &ladder, name)
    {
        write(session, args, &[checked], &[])?;
        return Ok(Exit::NotJudged);
    }
    let tracks = tracks(session, args, &ladder)?;
    let exercises: Vec<&Exercise> = tracks.iter().collect();
    let only = args.only.as_deref();
    let controls = Controls::read(&exercises, only);
    if let Some(only) = only.filter(|_| controls.is_empty()) {
        return Err(said(msg!("camp-check-no-match", pattern = only)));
    }
    session.catch_interrupts();
    let options = verify::options(session, args.seed);
    let n_judges = runtime::n_cores().min(MAX_JUDGES).min(controls.jobs.len()).max(1);
    let mut judges = toolchain::judges_for(session, n_judges, exercises.iter().copied())?;
    let mut checked: Vec<Option<(Basics, Faults)>> = Vec::new();
    for exercise in &exercises {
        let needs_record = !keeps_its_tests(&ladder.root, exercise);
        checked.push(match only {
            None => Some(basics::check(session, &mut judges[0], exercise, &options, needs_record)),
            Some(_) => None,
        });
    }
    // One kernel on each core, rather than each kernel on all of them.
    judges = judges.into_iter().map(|one| one.with_threads(runtime::n_cores() / n_judges)).collect();
    let reports = Mutex::new(Vec::new());
    let results = controls.check(session, &mut judges, &options, args.seed, &|at, report| {
        // A few kernels that were picked out are looked at one by one.
        if only.is_some() && args.format == Format::Text {
            reports.lock().unwrap_or_else(PoisonError::into_inner).push((at, report.clone()));
        }
    });
    if session.interrupted.load(Ordering::Relaxed) {
        return Err(said(msg!("camp-interrupted")));
    }
    let mut reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
    reports.sort_by_key(|(at, _)| *at);
    let reports: Vec<Report> = reports.into_iter().map(|(_, report)| report).collect();
    let all: Vec<Checked> = exercises
        .iter()
        .zip(checked)
        .map(|(exercise, checked)| {
            let mut counts = controls.counts(session, &exercise.key(), &results);
            let points = match &checked {
                Some((_, faults)) => points::of(session, &ladder.root, exercise, faults, &counts),
                None => Vec::new(),
            };
            let (basics, mut problems) =
                checked.map_or((None, Vec::new()), |(basics, faults)| (Some(basics), faults.all()));
            problems.append(&mut counts.problems);
            Checked {
                exercise: exercise.key(),
                name: exercise.name.clone(),
                basics,
                wrong_kernels: counts.wrong.1,
                wrong_kernels_caught: counts.wrong.0,
                right_kernels: counts.right.1,
                right_kernels_accepted: counts.right.0,
                problems,
                points,
                counts,
            }
        })
        .collect();
    write(session, args, &all, &reports)?;
    Ok(match (all.iter().all(Checked::is_complete), n_broken) {
        (true, 0) => Exit::Passed,
        (true, _) => Exit::NotJudged,
        (false, _) => Exit::Wrong,
    })
}

impl Checked {
    /// Whether nothing is wrong and nothing left to do.
    fn is_complete(&self) -> bool {
        self.problems.is_empty() && !self.points.iter().any(Point::is_open)
    }
}

/// The kernels that are to be checked: of each exercise those of all backends, unless one is asked for.
fn tracks(session: &Session, args: &CheckArgs, ladder: &Ladder) -> Result<Vec<Exercise>, Failure> {
    let exercises: Vec<&Exercise> = if args.names.is_empty() {
        ladder.exercises.iter().collect()
    } else {
        args.names.iter().map(|name| ladder.find(name)).collect::<Result<_, _>>()?
    };
    if let Some(asked) = args.backend {
        let backend = backend_of(Some(asked), None)?;
        return Ok(exercises.iter().filter_map(|exercise| exercise.for_backend(backend)).collect());
    }
    // CUDA kernels can be checked where TileLang is not installed.
    let tile = toolchain::environment().map_err(|_| session.note(&msg!("camp-check-no-tilelang"))).is_ok();
    let backends = [Some(Backend::Nvidia), Some(Backend::Tilelang).filter(|_| tile)];
    let of = |exercise: &&Exercise| backends.iter().flatten().filter_map(|&b| exercise.for_backend(b)).collect();
    Ok(exercises.iter().flat_map::<Vec<Exercise>, _>(of).collect())
}

/// What there is to say of an exercise whose files cannot be understood; `None` for any other.
fn unloadable(session: &Session, ladder: &Ladder, name: &str) -> Option<Checked> {
    let is_known = ladder.exercises.iter().any(|exercise| exercise.name == name);
    let dir = shorten(&ladder.root.join("exercises").join(name));
    // A name, not a path: it is a folder of `exercises/`.
    let is_name = Path::new(name).components().count() == 1;
    let error = if !is_known && is_name && dir.join("exercise.toml").is_file() {
        Exercise::load(&dir).err()?
    } else {
        return None;
    };
    let points = points::of_unloadable(session, name, &error);
    Some(Checked {
        exercise: name.to_owned(),
        name: name.to_owned(),
        basics: None,
        wrong_kernels: 0,
        wrong_kernels_caught: 0,
        right_kernels: 0,
        right_kernels_accepted: 0,
        problems: vec![session.say(error.text())],
        points,
        counts: Counts::default(),
    })
}

/// Whether this is an exercise of camp's in a learner's folder: camp keeps what it is tested with for itself.
fn keeps_its_tests(root: &Path, exercise: &Exercise) -> bool {
    let own = format!("exercises/{}/exercise.toml", exercise.name);
    embedded::file(&own, diag::Lang::En).is_some() && !root.join("grader").is_dir()
}

/// Writes what was found.
fn write(session: &Session, args: &CheckArgs, all: &[Checked], reports: &[Report]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match args.format {
        Format::Json => {
            for checked in all {
                writeln!(out, "{}", serde_json::to_string(checked).map_err(io::Error::from)?)?;
            }
        }
        Format::Concise => {
            for checked in all {
                let points = checked.points.iter().filter(|point| point.is_open());
                for line in checked.problems.iter().cloned().chain(points.filter_map(|point| point.concise(session))) {
                    writeln!(out, "{line}")?;
                }
            }
        }
        Format::Text => {
            for report in reports {
                let detail = judge::render::Detail::Full;
                judge::render::report(report, detail, session.catalogue, &session.style, &mut out)?;
                writeln!(out)?;
            }
            let is_one = args.names.len() == 1 && args.only.is_none();
            if is_one && !all.iter().all(Checked::is_complete) {
                checklist::write(session, all, &mut out)?;
            } else {
                if args.only.is_none() {
                    table::table(session, all, &mut out)?;
                }
                table::summary(session, all, &mut out)?;
            }
        }
    }
    Ok(())
}
