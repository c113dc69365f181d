//! The verdicts of one exercise.

use diag::{Catalogue, msg};
use serde::Serialize;

use super::{heading, moment};
use crate::edits::{Edit, Lane, Timeline, lanes};
use crate::format::count;
use crate::strip;
use crate::{Facts, Moment};

/// A picture takes no more: marks would be narrower than a hair.
const MOST_MARKS: usize = 600;
/// Versions in the table below the picture.
const MOST_ROWS: usize = 50;
/// With more days than this in one picture, lines between them would hide the marks.
const MOST_DAYS: usize = 40;

/// The timeline of an exercise.
#[derive(Serialize)]
pub(crate) struct History {
    heading: String,
    /// How many versions, and how many of them are shown where not all are.
    about: String,
    lanes: Vec<LaneRow>,
    /// The dates at the picture's ends. With marks at the left only, one text holds both.
    first: String,
    last: Option<String>,
    /// What opens the table.
    open: String,
    rows: Vec<EditRow>,
}

/// A row of the picture.
#[derive(Serialize)]
struct LaneRow {
    name: String,
    /// Whether the name is a finding's code.
    is_code: bool,
    count: String,
    strip_html: String,
}

/// A row of the table.
#[derive(Serialize)]
struct EditRow {
    date: String,
    time: String,
    verdict: String,
    class: &'static str,
    findings: Vec<String>,
    cases: String,
}

impl History {
    pub(crate) fn new(facts: &Facts<'_>, timeline: &Timeline, catalogue: &Catalogue) -> Self {
        let n = timeline.edits.len();
        let shown = &timeline.edits[n.saturating_sub(MOST_MARKS)..];
        let about = if shown.len() < n {
            msg!("report-about-newest", shown = count(shown.len()), total = count(n))
        } else {
            msg!("report-about", count = n, shown = count(n))
        };
        let newest = &shown[shown.len().saturating_sub(MOST_ROWS)..];
        let [first, last] = [shown.first(), shown.last()].map(|edit| (facts.local)(edit.map_or(0, |e| e.time)).date);
        let (first, last) = match (first == last, shown.len() < strip::LEAST_SLOTS) {
            (true, _) => (first, None),
            (false, true) => (format!("{first} – {last}"), None),
            (false, false) => (first, Some(last)),
        };
        Self {
            heading: heading(facts, &timeline.exercise, &timeline.backend),
            about: catalogue.get(&about),
            lanes: lane_rows(facts, shown, catalogue),
            first,
            last,
            open: catalogue.get(&if newest.len() == n {
                msg!("report-all-versions", count = n)
            } else {
                msg!("report-newest-versions", count = newest.len())
            }),
            rows: newest.iter().rev().map(|edit| edit_row(facts, edit, catalogue)).collect(),
        }
    }
}

/// The edits with which a day begins, but for the first.
fn day_starts(facts: &Facts<'_>, edits: &[Edit]) -> Vec<usize> {
    let dates: Vec<String> = edits.iter().map(|edit| (facts.local)(edit.time).date).collect();
    let starts: Vec<usize> = (1..dates.len()).filter(|at| dates[*at] != dates[at - 1]).collect();
    if starts.len() > MOST_DAYS { Vec::new() } else { starts }
}

fn lane_rows(facts: &Facts<'_>, edits: &[Edit], catalogue: &Catalogue) -> Vec<LaneRow> {
    let days = day_starts(facts, edits);
    let row = |(lane, numbers): (Lane, Vec<usize>)| {
        let (name, class) = named(&lane, catalogue);
        let said = msg!("report-lane-said", name = &name, count = count(numbers.len()), total = count(edits.len()));
        let hint = |from: usize, to: usize| {
            let (begin, end) = (moment(facts, edits[from].time), moment(facts, edits[to].time));
            let span = if from == to { end } else { format!("{begin} – {end}") };
            format!("{name} · {span}")
        };
        let strip_html = strip::lane(&numbers, edits.len(), &days, class, &catalogue.get(&said), hint);
        LaneRow {
            is_code: matches!(lane, Lane::Finding(..)),
            count: count(numbers.len()),
            strip_html,
            name: name.clone(),
        }
    };
    lanes(edits).into_iter().map(row).collect()
}

/// What a lane is called, and the class of its marks.
fn named(lane: &Lane, catalogue: &Catalogue) -> (String, &'static str) {
    match lane {
        Lane::Passed => (catalogue.get(&msg!("report-verdict-passed")), "passed"),
        Lane::Finding(_, code) => (code.clone(), "failed"),
        Lane::Failed => (catalogue.get(&msg!("report-verdict-failed")), "failed"),
        Lane::Error => (catalogue.get(&msg!("report-verdict-error")), "error"),
    }
}

fn edit_row(facts: &Facts<'_>, edit: &Edit, catalogue: &Catalogue) -> EditRow {
    let lane = Lane::of(edit);
    let (verdict, class) = named(if matches!(lane, Lane::Finding(..)) { &Lane::Failed } else { &lane }, catalogue);
    // The same code may be found at several places.
    let mut findings: Vec<String> = Vec::new();
    for code in &edit.findings {
        if !findings.contains(code) {
            findings.push(code.clone());
        }
    }
    // A kernel that was not compiled ran in no case.
    let cases = if edit.n_cases == 0 { "–".to_owned() } else { format!("{} / {}", edit.n_passed, edit.n_cases) };
    let Moment { date, time } = (facts.local)(edit.time);
    EditRow { date, time, verdict, class, findings, cases }
}
