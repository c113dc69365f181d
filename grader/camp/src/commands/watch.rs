//! `camp watch`: hands the exercises and the judge to the loop in [`crate::watch`].

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use diag::render::Style;
use diag::{Text, msg};
use exercise::{Exercise, Progress};
use judge::render::Detail;
use judge::{CaseVerdict, Event, Judge, RunOn};

use super::{hint, ladder, progress_file, reset, tracks, verify};
use crate::cli::WatchArgs;
use crate::failure::Failure;
use crate::session::{Ladder, Session};
use crate::watch::{Course, Editor, Entry, Options, Outcome, Shown, Verdict};
use crate::{editor_files, toolchain};

/// Watches until the learner quits.
pub fn run(session: &Session, args: WatchArgs) -> Result<ExitCode, Failure> {
    let (ladder, _) = ladder(session)?;
    let ladder = tracks(ladder, args.backend)?;
    let start = args.name.as_deref().map(|name| ladder.find(name).map(Exercise::key)).transpose()?;
    let mut judge = toolchain::judge_for(session, &ladder.exercises)?;
    // Only an editor misses them.
    let _ = editor_files::prepare(&ladder.root, Some(judge.compiler().toolchain()));
    let course = Watched {
        session: session.clone(),
        ladder,
        judge: Mutex::new(judge),
        seed: args.seed,
        device: verify::run_on(args.device),
        problems: args.problems,
        last: Mutex::default(),
    };
    let start = start.or_else(|| course.current());
    let options = Options {
        start,
        auto_advance: args.auto_advance,
        editor: Editor::choose(args.edit_cmd.as_deref(), std::env::var("TERM_PROGRAM").ok().as_deref()),
        color: session.style.color,
        links: session.style.links,
        catalogue: session.catalogue,
    };
    crate::watch::run(Arc::new(course), options)
        .map_err(|error| Failure::from(msg!("camp-watch-failed", detail = error.to_string())))
}

/// The exercises of a folder and who judges them, as the loop sees them.
struct Watched {
    session: Session,
    ladder: Ladder,
    judge: Mutex<Judge>,
    /// The seed that was asked for; without one, each run has a fresh one.
    seed: Option<u64>,
    /// Where kernels run.
    device: RunOn,
    /// Whether each finding is written on a line of its own besides, for an editor.
    problems: bool,
    /// What was said last, of which exercise.
    last: Mutex<Option<(usize, judge::Report)>>,
}

impl Watched {
    /// The exercise that the learner had open last, while it has not passed.
    fn current(&self) -> Option<String> {
        let progress = self.progress();
        let is_here = |key: &String| self.ladder.exercises.iter().any(|exercise| exercise.key() == *key);
        progress.current.clone().filter(|key| !progress.is_done(key) && is_here(key))
    }

    fn exercise(&self, item: usize) -> &Exercise {
        &self.ladder.exercises[item]
    }

    /// What is known of the learner. A file that cannot be read is said with each verdict that it does not take.
    fn progress(&self) -> Progress {
        progress_file(&self.ladder).load().unwrap_or_default()
    }
}

/// What `write` writes, as text.
fn text(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    let _ = write(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Course for Watched {
    fn root(&self) -> &Path {
        &self.ladder.root
    }

    fn entries(&self) -> Vec<Entry> {
        let progress = self.progress();
        let entry = |exercise: &Exercise| Entry {
            key: exercise.key(),
            name: exercise.name.clone(),
            stage: exercise.stage,
            title: exercise.title.clone(),
            backend: exercise.backend.as_str().to_owned(),
            kernel: exercise.kernel_path(),
            others: vec![exercise.launch_path()],
            solution: Some(exercise.solution_path()).filter(|path| path.exists()),
            done: progress.is_done(&exercise.key()),
        };
        self.ladder.exercises.iter().map(entry).collect()
    }

    fn opened(&self, item: usize) {
        let key = self.exercise(item).key();
        // Only where to start next time is lost; a pass that cannot be remembered is said.
        let _ = progress_file(&self.ladder).update(|progress| progress.current = Some(key));
    }

    fn judge(
        &self,
        item: usize,
        style: &Style,
        cancel: &Arc<AtomicBool>,
        show: &mut dyn FnMut(Shown),
    ) -> Option<Outcome> {
        let exercise = self.exercise(item);
        let seed = self.seed.unwrap_or_else(verify::fresh_seed);
        let options = judge::Options { cancel: Arc::clone(cancel), device: self.device, ..judge::Options::new(seed) };
        let catalogue = self.session.catalogue;
        let total = exercise.cases.len();
        let mut done = 0;
        let mut first = None;
        let more = msg!("watch-more");
        let detail = Detail::Brief { more: &more };
        let mut on_event = |event: Event<'_>| match event {
            Event::Compiled { .. } => {}
            Event::FirstFinding(report) => {
                show(Shown::Block(text(|out| judge::render::first(report, detail, catalogue, style, out))));
                first = report.findings.first().cloned();
            }
            Event::CaseDone(case) => {
                done += usize::from(case.verdict != CaseVerdict::NotRun);
                show(Shown::Doing(msg!("camp-doing-cases", done = done, total = total)));
            }
        };
        // A judge that panicked has said so and can be used again: it keeps nothing half done.
        let mut judge = self.judge.lock().unwrap_or_else(PoisonError::into_inner);
        let report = judge.verify(exercise, &exercise.kernel_path(), &options, &mut on_event);
        drop(judge);
        if cancel.load(Ordering::SeqCst) {
            return None;
        }
        let verdict = match report.verdict {
            judge::Verdict::Passed => Verdict::Passed,
            judge::Verdict::Failed => Verdict::Failed,
            judge::Verdict::Error => Verdict::Error,
        };
        let problem = verify::note(&self.ladder, exercise, &report).err();
        show(Shown::Block(text(|out| match &first {
            Some(first) => judge::render::rest(&report, Some(first), detail, catalogue, style, out),
            None => judge::render::report(&report, detail, catalogue, style, out),
        })));
        if self.problems {
            let lines = text(|out| judge::render::concise(&report, catalogue, out));
            let dim = |line| if style.color { format!("\x1b[2m{line}\x1b[0m\n") } else { format!("{line}\n") };
            show(Shown::Block(lines.lines().map(dim).collect()));
        }
        let first = report.findings.first().map(|finding| &finding.diagnostic);
        let label = first.and_then(|diagnostic| diagnostic.main_label());
        let label = label.filter(|label| report.sources.path(label.span.file) == report.kernel);
        let line = label.map(|label| label.span.line);
        let summary = first.map(|diagnostic| diagnostic.title.clone());
        let outcome = Outcome { verdict, summary: problem.or_else(|| report.problem.clone()).or(summary), line };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((item, report));
        Some(outcome)
    }

    fn more(&self, item: usize, style: &Style) -> Option<String> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, report) = last.as_ref().filter(|(of, _)| *of == item)?;
        Some(text(|out| judge::render::report(report, Detail::Full, self.session.catalogue, style, out)))
    }

    fn hint(&self, item: usize) -> String {
        match hint::next(&self.session, &self.ladder, self.exercise(item)) {
            Ok((text, None)) => text,
            Ok((text, Some(problem))) => format!("{text}{}\n", self.session.say(&problem)),
            Err(Failure::Said(texts)) => texts.iter().map(|text| self.session.say(text) + "\n").collect(),
            Err(Failure::Output(error)) => format!("{error}\n"),
        }
    }

    fn reset(&self, item: usize) -> Text {
        reset::reset(&self.ladder, self.exercise(item), self.session.catalogue.lang()).unwrap_or_else(|problem| problem)
    }
}
