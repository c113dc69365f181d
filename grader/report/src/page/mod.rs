//! The page in words: what the template sets.

mod history;
mod speed;

use std::collections::BTreeMap;

use diag::{Catalogue, msg};
use serde::Serialize;
use tera::{Context, Tera};

use crate::edits::{Outcome, Timeline, timelines};
use crate::format::count;
use crate::speed::measured;
use crate::words::{gap, prose, words};
use crate::{BEGINNING, Facts};

use history::History;
use speed::Speed;

const TEMPLATE: &str = include_str!("../../../../templates/report.html.tera");
const STYLE: &str = include_str!("../../../../templates/report.css");

/// What the template gets. Strings are text, which the template escapes, unless their name ends in `html`.
#[derive(Serialize)]
pub(crate) struct Page {
    lang: &'static str,
    /// Sentences as HTML.
    words: BTreeMap<&'static str, String>,
    made_html: String,
    summary_html: String,
    progress: Vec<Row>,
    histories: Vec<History>,
    speed: Option<Speed>,
    notes_html: Vec<String>,
}

/// An exercise in the table at the top.
#[derive(Serialize)]
struct Row {
    number: usize,
    title: String,
    name: String,
    is_done: bool,
    state: String,
    versions: String,
    last_finding: Option<String>,
    last_judged: String,
}

/// What an exercise is called: its title, and which kernel where it is not the usual one.
fn heading(facts: &Facts<'_>, exercise: &str, backend: &str) -> String {
    let title = facts.exercises.iter().find(|e| e.name == exercise).map_or(exercise, |e| e.title.as_str());
    if backend == "nvidia" { title.to_owned() } else { format!("{title} · {backend}") }
}

/// A date and a time of day with a space that does not break.
fn moment(facts: &Facts<'_>, time: u64) -> String {
    let moment = (facts.local)(time);
    format!("{} {}", moment.date, moment.time)
}

impl Page {
    /// The page about `facts`.
    pub(crate) fn new(facts: &Facts<'_>, catalogue: &Catalogue) -> Self {
        let names: Vec<&str> = facts.exercises.iter().map(|exercise| exercise.name.as_str()).collect();
        let timelines = timelines(&facts.history.records, &names);
        let measured = measured(&facts.history.records, &names);
        let made = (facts.local)(facts.now);
        let version = env!("CARGO_PKG_VERSION");
        let text = msg!("report-made", date = made.date, time = made.time, version = version);
        let mut notes = Vec::new();
        if facts.history.n_unreadable > 0 {
            notes.push(msg!("report-unreadable", count = facts.history.n_unreadable));
        }
        Self {
            lang: match catalogue.lang() {
                diag::Lang::En => "en",
                diag::Lang::Zh => "zh-Hans",
            },
            words: words(catalogue),
            made_html: prose(&catalogue.get(&text)),
            summary_html: summary(facts, &timelines, catalogue),
            progress: progress(facts, &timelines, catalogue),
            histories: timelines.iter().map(|timeline| History::new(facts, timeline, catalogue)).collect(),
            speed: Speed::new(facts, &measured, catalogue),
            notes_html: notes.iter().map(|text| prose(&catalogue.get(text))).collect(),
        }
    }
}

/// The sentences that begin the page.
fn summary(facts: &Facts<'_>, timelines: &[Timeline], catalogue: &Catalogue) -> String {
    let n_done = facts.exercises.iter().filter(|exercise| exercise.done).count();
    let n_edits: usize = timelines.iter().map(|timeline| timeline.edits.len()).sum();
    let mut texts = vec![msg!("report-summary-passed", passed = n_done, total = facts.exercises.len())];
    let first = facts.history.records.first().map(|record| (facts.local)(record.time()).date);
    if let Some(since) = first.filter(|_| n_edits > 0) {
        texts.push(msg!("report-summary-versions", count = n_edits, shown = count(n_edits), since = since));
    }
    let sentences: Vec<String> = texts.iter().map(|text| prose(&catalogue.get(text))).collect();
    sentences.join(gap(catalogue))
}

/// The rows of the table at the top.
fn progress(facts: &Facts<'_>, timelines: &[Timeline], catalogue: &Catalogue) -> Vec<Row> {
    let rows = facts.exercises.iter().enumerate().map(|(at, exercise)| {
        let own = || timelines.iter().filter(|timeline| timeline.exercise == exercise.name);
        let n_versions: usize = own().map(|timeline| timeline.edits.len()).sum();
        let newest = own().filter_map(|timeline| timeline.edits.last()).max_by_key(|edit| edit.time);
        // The progress knows the last run; a verdict of another machine's history may be newer.
        let found = newest.filter(|edit| edit.outcome == Outcome::Failed).and_then(|edit| edit.findings.first());
        Row {
            number: at + 1,
            title: exercise.title.clone(),
            name: exercise.name.clone(),
            is_done: exercise.done,
            state: catalogue.get(&if exercise.done { msg!("report-state-passed") } else { msg!("report-state-open") }),
            versions: if n_versions == 0 { "–".to_owned() } else { count(n_versions) },
            last_finding: exercise.last_finding.clone().or_else(|| found.cloned()),
            last_judged: newest.map_or_else(|| "–".to_owned(), |edit| moment(facts, edit.time)),
        }
    });
    rows.collect()
}

/// The HTML of a page.
///
/// # Errors
/// When the template is broken.
pub(crate) fn render(page: &Page) -> Result<String, String> {
    let failed = |error: tera::Error| format!("templates/report.html.tera: {error:?}");
    let mut context = Context::from_serialize(page).map_err(failed)?;
    context.insert("beginning", BEGINNING);
    context.insert("style", STYLE);
    Tera::one_off(TEMPLATE, &context, true).map_err(failed)
}
