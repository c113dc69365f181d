//! What is shown where there is no GPU: counts of the virtual device, no times.

use std::io::{self, Write};

use diag::render::{Style, width, wrap};
use diag::{Catalogue, Text, msg};

use super::render::thousands;
use crate::profile::Measured;
use crate::render::paint;

/// Columns of the name and of each number.
const COLUMNS: [usize; 3] = [40, 14, 14];

/// Writes what a kernel did on one case: what costs time on every GPU. `exercise`: its name.
///
/// # Errors
/// Whatever `out` reports.
pub fn counts(
    measured: &Measured,
    exercise: &str,
    catalogue: &Catalogue,
    style: &Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let total = &measured.total;
    let lanes = if total.warps == 0 { 0.0 } else { total.lanes as f64 / total.warps as f64 };
    let number = |n: u64| thousands(n as f64);
    let rows: [(Text, String, String); 5] = [
        (msg!("bench-count-instructions"), number(total.warps), String::new()),
        (msg!("bench-count-lanes"), format!("{lanes:.1}"), String::new()),
        (msg!("bench-count-sectors"), number(total.global.sectors), number(total.global.least_sectors)),
        (msg!("bench-count-steps"), number(total.shared.passes), number(total.shared.least_passes)),
        (msg!("bench-count-divergent"), number(total.divergent), String::new()),
    ];
    let line = |what: &str, count: &str, least: &str| {
        let left = format!("{what}{}", " ".repeat(COLUMNS[0].saturating_sub(width(what))));
        let right = |text: &str, columns: usize| format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))));
        format!("{left}{}{}", right(count, COLUMNS[1]), right(least, COLUMNS[2])).trim_end().to_owned()
    };
    let heads = [msg!("bench-counts-head-what"), msg!("bench-counts-head-count"), msg!("bench-counts-head-least")];
    let [what, count, least] = heads.map(|head| catalogue.get(&head));
    writeln!(out, "{}", paint(style, "2", &line(&what, &count, &least)))?;
    for (what, count, least) in rows {
        writeln!(out, "{}", line(&catalogue.get(&what), &count, &least))?;
    }
    let legend = catalogue.get(&msg!("bench-counts-legend", exercise = exercise));
    let legend = wrap(&legend, usize::from(style.width.max(60))).join("\n");
    writeln!(out, "{}", paint(style, "2", &legend))
}
