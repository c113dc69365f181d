//! What `camp dev check` writes about several exercises: a table, what came of the control kernels, and what is wrong.

use std::io::{self, IsTerminal, Write};

use diag::msg;
use diag::render::wrap;

use super::Checked;
use super::points::Point;
use crate::session::{Session, pad};

/// Writes what every exercise must do as a table.
pub fn table(session: &Session, all: &[Checked], out: &mut impl Write) -> io::Result<()> {
    let titles = [
        session.say(&msg!("camp-check-exercise")),
        session.say(&msg!("camp-check-stub")),
        session.say(&msg!("camp-check-solution")),
        session.say(&msg!("camp-check-null")),
        session.say(&msg!("camp-check-reference")),
        session.say(&msg!("camp-check-hints")),
        session.say(&msg!("camp-check-cases")),
    ];
    let word = |ok: bool| session.say(&if ok { msg!("camp-check-ok") } else { msg!("camp-check-bad") });
    let rows: Vec<[String; 7]> = all
        .iter()
        .filter_map(|checked| {
            let basics = checked.basics.as_ref()?;
            Some([
                checked.exercise.clone(),
                word(basics.stub_fails),
                word(basics.solution_passes),
                word(basics.null_kernels_fail),
                word(basics.reference_right),
                basics.hints.to_string(),
                basics.cases.to_string(),
            ])
        })
        .collect();
    let widths: Vec<usize> = (0..titles.len())
        .map(|column| rows.iter().chain([&titles]).map(|row| diag::render::width(&row[column])).max().unwrap_or(0))
        .collect();
    for row in std::iter::once(&titles).chain(&rows) {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| pad(cell, width)).collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    writeln!(out)
}

/// Writes what came of the control kernels, the problems, and whether all is well.
pub fn summary(session: &Session, all: &[Checked], out: &mut impl Write) -> io::Result<()> {
    for checked in all.iter().filter(|checked| checked.wrong_kernels + checked.right_kernels > 0) {
        checked.counts.write(session, &checked.exercise, out)?;
    }
    let mut problems: Vec<String> = all.iter().flat_map(|checked| &checked.problems).cloned().collect();
    for checked in all.iter().filter(|checked| checked.points.iter().any(Point::is_open)) {
        let n_open = checked.points.iter().filter(|point| point.is_open()).count();
        let (exercise, name) = (&checked.exercise, &checked.name);
        problems.push(session.say(&msg!("camp-check-open", exercise = exercise, name = name, count = n_open)));
    }
    writeln!(out)?;
    for problem in &problems {
        // In a pipe each sentence stays on one line, for whoever searches in it.
        let width = if io::stdout().is_terminal() { session.style.width } else { u16::MAX };
        for line in wrap(problem, width.into()) {
            writeln!(out, "{line}")?;
        }
    }
    let last = match (problems.len(), all.iter().all(|checked| checked.basics.is_some())) {
        (0, true) => msg!("camp-check-all-ok", count = all.len()),
        (0, false) => msg!("camp-check-controls-ok"),
        (n, _) => msg!("camp-check-problems", count = n),
    };
    writeln!(out, "{}", session.say(&last))
}
