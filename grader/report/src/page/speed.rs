//! The measurements of all exercises.

use diag::{Catalogue, msg};
use exercise::{BenchRecord, BenchRow};
use serde::Serialize;

use super::{heading, moment};
use crate::Facts;
use crate::format::{count, measured as number};
use crate::plot::{self, Roofline};
use crate::speed::{Measured, gb_s, is_sound, point, series};
use crate::strip;
use crate::words::{gap, prose};

/// Versions in one plot of latencies.
const MOST_VERSIONS: usize = 60;
/// Sizes of the roofline, for a page and for a phone.
const WIDE: (u32, u32) = (680, 340);
const NARROW: (u32, u32) = (340, 300);

/// Everything about speed.
#[derive(Serialize)]
pub(crate) struct Speed {
    roofline: Option<RooflineView>,
    exercises: Vec<ExerciseView>,
}

/// The roofline and its key.
#[derive(Serialize)]
struct RooflineView {
    wide_html: String,
    narrow_html: String,
    key: Vec<KeyEntry>,
    notes_html: Vec<String>,
}

#[derive(Serialize)]
struct KeyEntry {
    marker_html: String,
    heading: String,
}

/// The measurements of one exercise.
#[derive(Serialize)]
struct ExerciseView {
    heading: String,
    measured_html: String,
    has_solution: bool,
    has_torch: bool,
    rows: Vec<ShapeRow>,
    plots: Vec<PlotView>,
    /// In place of plots where there is nothing to compare with yet, and what is left out.
    notes_html: Vec<String>,
}

/// One shape.
#[derive(Serialize)]
struct ShapeRow {
    /// With places to break at where it is long.
    shape_html: String,
    dtype: String,
    strip_html: String,
    share: String,
    gb_s: String,
    own: String,
    spread: String,
    solution: String,
    torch: String,
}

/// One plot of latencies.
#[derive(Serialize)]
struct PlotView {
    shape: String,
    dtype: String,
    change: String,
    svg_html: String,
}

impl Speed {
    /// `None` when nothing was measured.
    pub(crate) fn new(facts: &Facts<'_>, measured: &[Measured<'_>], catalogue: &Catalogue) -> Option<Self> {
        let newest = measured.iter().map(|m| m.newest).max_by_key(|record| record.time)?;
        Some(Self {
            roofline: roofline(facts, measured, newest, catalogue),
            exercises: measured.iter().map(|one| exercise(facts, one, catalogue)).collect(),
        })
    }
}

/// The roofline of the GPU that was measured last.
fn roofline(
    facts: &Facts<'_>,
    measured: &[Measured<'_>],
    newest: &BenchRecord,
    catalogue: &Catalogue,
) -> Option<RooflineView> {
    let say = |text| catalogue.get(&text);
    let (mut points, mut key, mut pointless, mut elsewhere) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for one in measured {
        let heading = heading(facts, &one.newest.exercise, &one.newest.backend);
        if one.newest.gpu != newest.gpu {
            elsewhere.push(heading);
            continue;
        }
        let own: Vec<(f64, f64)> = one.newest.rows.iter().filter_map(point).collect();
        if own.is_empty() {
            pointless.push(heading);
        } else {
            let marker = points.len() % plot::N_MARKERS;
            points.push((marker, own));
            key.push(KeyEntry { marker_html: plot::marker(marker), heading });
        }
    }
    if points.is_empty() {
        return None;
    }
    let described: Vec<String> = points
        .iter()
        .zip(&key)
        .flat_map(|((_, points), key)| points.iter().map(move |point| (point, key)))
        .map(|((intensity, performance), key)| {
            say(msg!(
                "report-roofline-point",
                name = &key.heading,
                intensity = number(*intensity),
                performance = number(*performance)
            ))
        })
        .collect();
    let title = say(msg!("report-roofline-title", gpu = &newest.gpu, gb_s = number(newest.copy_gb_s)));
    let picture = Roofline {
        copy_gb_s: newest.copy_gb_s,
        points,
        intensity: say(msg!("report-axis-intensity")),
        performance: say(msg!("report-axis-performance")),
        roof: say(msg!("report-roof", gb_s = number(newest.copy_gb_s))),
    };
    let draw = |size| plot::roofline(&picture, size, &title, &described.join(gap(catalogue)));
    let mut notes = Vec::new();
    if !pointless.is_empty() {
        notes.push(msg!("report-roofline-without", names = list(&pointless, catalogue)));
    }
    if !elsewhere.is_empty() {
        notes.push(msg!("report-roofline-elsewhere", names = list(&elsewhere, catalogue)));
    }
    let notes_html = notes.into_iter().map(|text| prose(&say(text))).collect();
    Some(RooflineView { wide_html: draw(WIDE)?, narrow_html: draw(NARROW)?, key, notes_html })
}

/// Names in a row, as the language parts them.
fn list(names: &[String], catalogue: &Catalogue) -> String {
    let separator = match catalogue.lang() {
        diag::Lang::En => ", ",
        diag::Lang::Zh => "、",
    };
    names.join(separator)
}

fn exercise(facts: &Facts<'_>, measured: &Measured<'_>, catalogue: &Catalogue) -> ExerciseView {
    let newest = measured.newest;
    let say = |text| catalogue.get(&text);
    let rows: Vec<&BenchRow> = newest.rows.iter().filter(|row| is_sound(row)).collect();
    let shares = rows.iter().map(|row| gb_s(row.bytes, row.latency_us) / newest.copy_gb_s);
    // The roofline ends the scale, unless something reaches beyond it.
    let others = rows.iter().flat_map(|row| {
        [row.solution_us, row.torch_us].into_iter().flatten().map(|us| gb_s(row.bytes, us) / newest.copy_gb_s)
    });
    let most = shares.chain(others).filter(|share| share.is_finite()).fold(1.0, f64::max).min(1.5);
    let about =
        msg!("report-measured", gpu = &newest.gpu, when = moment(facts, newest.time), gb_s = number(newest.copy_gb_s));
    let shown = &measured.versions[measured.versions.len().saturating_sub(MOST_VERSIONS)..];
    let first = measured.versions.len() - shown.len() + 1;
    let mut notes = Vec::new();
    let mut plots = Vec::new();
    if shown.len() > 1 {
        plots.extend(rows.iter().filter_map(|row| latency(shown, row, first, catalogue)));
    } else {
        notes.push(msg!("report-measured-once"));
    }
    if measured.n_elsewhere > 0 {
        notes.push(msg!("report-elsewhere", count = measured.n_elsewhere, shown = count(measured.n_elsewhere)));
    }
    ExerciseView {
        heading: heading(facts, &newest.exercise, &newest.backend),
        measured_html: prose(&say(about)),
        has_solution: rows.iter().any(|row| row.solution_us.is_some()),
        has_torch: rows.iter().any(|row| row.torch_us.is_some()),
        rows: rows.iter().map(|row| shape(newest, row, most, catalogue)).collect(),
        plots,
        notes_html: notes.into_iter().map(|text| prose(&say(text))).collect(),
    }
}

/// A shape that may be broken between its sizes where it is too long for a phone.
fn breakable(shape: &str) -> String {
    const FITS: usize = 12;
    let escaped = strip::escape(shape);
    if shape.chars().count() <= FITS { escaped } else { escaped.replace('×', "×<wbr>") }
}

/// A share of the roofline, in per cent.
fn percent(share: f64, catalogue: &Catalogue) -> String {
    catalogue.get(&msg!("report-percent", value = format!("{:.0}", 100.0 * share)))
}

fn shape(record: &BenchRecord, row: &BenchRow, most: f64, catalogue: &Catalogue) -> ShapeRow {
    let share = |us: f64| gb_s(row.bytes, us) / record.copy_gb_s;
    let other = |us: Option<f64>| us.filter(|us| us.is_finite() && *us > 0.0);
    let (solution, torch) = (other(row.solution_us), other(row.torch_us));
    let own = percent(share(row.latency_us), catalogue);
    let latency = |us: Option<f64>| us.map_or_else(|| "–".to_owned(), number);
    ShapeRow {
        shape_html: breakable(&row.shape),
        dtype: row.dtype.clone(),
        strip_html: strip::share(share(row.latency_us), solution.map(share), torch.map(share), most, &own),
        share: own,
        gb_s: number(gb_s(row.bytes, row.latency_us)),
        own: number(row.latency_us),
        spread: percent(row.spread, catalogue),
        solution: latency(solution),
        torch: latency(torch),
    }
}

/// The plot of one shape.
fn latency(versions: &[&BenchRecord], row: &BenchRow, first: usize, catalogue: &Catalogue) -> Option<PlotView> {
    let series = series(versions, row);
    let own: Vec<f64> = series.own.iter().flatten().copied().collect();
    let (before, now) = (*own.first()?, *own.last()?);
    if own.len() < 2 {
        return None;
    }
    let (before, now) = (number(before), number(now));
    let change = catalogue.get(&msg!("report-change", before = &before, now = &now));
    let title = format!("{} {}", row.shape, row.dtype);
    let said = catalogue.get(&msg!("report-latency-said", before = before, now = now, count = own.len()));
    let svg_html = plot::latency(&series, first, &title, &said)?;
    Some(PlotView { shape: row.shape.clone(), dtype: row.dtype.clone(), change, svg_html })
}
