//! Writes the table for people, and what is to be said below it.

use std::io::{self, Write};

use diag::render::{Style, width, wrap};
use diag::{Catalogue, Text, msg};
use exercise::BenchRow;

use super::{BenchReport, NOISY, Outcome, Row, Stat};
use crate::Verdict;
use crate::render::paint;

/// A change of less than this is not worth a line.
const WORTH_SAYING: f64 = 0.02;

/// The columns of the screen that the table is made for; on wider screens the texts below it are wrapped later.
const SCREEN: u16 = 80;

/// How wide the columns are: shape, type, latency, spread, bytes, FLOPs, GB/s, share of the copy, solution, PyTorch.
const COLUMNS: [usize; 10] = [13, 5, 10, 8, 9, 8, 7, 6, 7, 7];

/// Writes the whole: what was measured, the table, findings, what is left out and why. `changes`: sentences about the
/// kernel measured before, see [`changes`].
///
/// # Errors
/// Whatever `out` reports.
pub fn bench(
    report: &BenchReport,
    changes: &[Text],
    catalogue: &Catalogue,
    style: &Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let screen = usize::from(style.width.max(60));
    let say = |out: &mut dyn Write, text: &Text| writeln!(out, "{}", wrap(&catalogue.get(text), screen).join("\n"));
    let verdict = &report.verdict;
    if verdict.verdict != Verdict::Passed {
        // All there is to say is why nothing was timed.
        if verdict.verdict == Verdict::Failed {
            say(out, &msg!("bench-not-right", exercise = &verdict.exercise))?;
            writeln!(out)?;
        }
        let more = msg!("bench-not-right-more", exercise = &verdict.exercise);
        return crate::render::report(verdict, crate::render::Detail::Brief { more: &more }, catalogue, style, out);
    }
    if let Some(gpu) = &report.gpu {
        let kernel = verdict.kernel.display().to_string();
        let header = msg!(
            "bench-header",
            exercise = &verdict.exercise,
            backend = verdict.backend.as_str(),
            gpu = &gpu.name,
            seed = verdict.seed,
            kernel = &kernel
        );
        let (word, mut what) = (catalogue.get(&msg!("bench-word")), catalogue.get(&header));
        if width(&word) + 2 + width(&what) > screen
            && let Some(at) = what.rfind(&kernel)
        {
            what = format!("{}\n{}", what[..at].trim_end(), &what[at..]);
        }
        writeln!(out, "{}  {what}", paint(style, "1", &word))?;
        let roofline = msg!(
            "bench-roofline",
            copy = thousands(gpu.roofline.copy_gb_s),
            peak = thousands(gpu.roofline.peak_gb_s),
            cache = format!("{:.0}", gpu.roofline.l2_bytes as f64 / f64::from(1 << 20))
        );
        say(out, &roofline)?;
        writeln!(out)?;
        table(report, catalogue, style, out)?;
    }
    for row in &report.rows {
        remarks(row, catalogue, style, out)?;
    }
    for note in &report.notes {
        writeln!(out)?;
        say(out, note)?;
    }
    if !changes.is_empty() {
        writeln!(out)?;
        for change in changes {
            say(out, change)?;
        }
    }
    if report.rows.iter().any(|row| row.time().is_some()) {
        let legend = msg!("bench-legend");
        writeln!(out, "\n{}", paint(style, "2", &wrap(&catalogue.get(&legend), screen).join("\n")))?;
        writeln!(out, "{}: camp book bench", catalogue.get(&msg!("diag-book")))?;
    }
    Ok(())
}

fn table(report: &BenchReport, catalogue: &Catalogue, style: &Style, out: &mut impl Write) -> io::Result<()> {
    let heads = [
        msg!("bench-shape"),
        msg!("bench-type"),
        msg!("bench-latency"),
        msg!("bench-spread"),
        msg!("bench-bytes"),
        msg!("bench-flops"),
        msg!("bench-bandwidth"),
        msg!("bench-share"),
        msg!("bench-solution"),
        msg!("bench-torch"),
    ];
    let heads: Vec<String> = heads.iter().map(|head| catalogue.get(head)).collect();
    writeln!(out, "{}", paint(style, "2", &line(&heads)))?;
    let copy = report.gpu.as_ref().map_or(f64::INFINITY, |gpu| gpu.roofline.copy_gb_s);
    for row in &report.rows {
        let word = match &row.outcome {
            Outcome::Timed(_) => None,
            Outcome::Wrong(_) => Some(msg!("bench-is-wrong")),
            Outcome::Refused { .. } => Some(msg!("bench-is-refused")),
            Outcome::Skipped(_) => Some(msg!("bench-is-skipped")),
        };
        let time = row.time();
        let of_time = |show: &dyn Fn(Stat) -> String| time.map_or_else(String::new, show);
        let latency = word.map_or_else(|| of_time(&|t| microseconds(t.median_us)), |word| catalogue.get(&word));
        let cells = [
            row.shape.clone(),
            row.dtype.clone(),
            latency,
            of_time(&|t| percent(t.spread, 1)),
            amount(row.bytes, "B"),
            amount(row.flops, ""),
            row.gb_s().map_or_else(String::new, thousands),
            row.gb_s().map_or_else(String::new, |reached| percent(reached / copy, 0)),
            ratio(row.solution, time),
            ratio(row.torch, time),
        ];
        writeln!(out, "{}", line(&cells))?;
    }
    Ok(())
}

/// What is to be said of a row besides its numbers.
fn remarks(row: &Row, catalogue: &Catalogue, style: &Style, out: &mut impl Write) -> io::Result<()> {
    let screen = usize::from(style.width.max(60));
    let mut remark = |color: &str, text: &Text| {
        let said = msg!("bench-remark", shape = &row.shape, dtype = &row.dtype, text = text.clone());
        let said = wrap(&catalogue.get(&said), screen).join("\n");
        writeln!(out, "\n{}", paint(style, color, &said))
    };
    match &row.outcome {
        Outcome::Timed(stat) if stat.is_noisy() => {
            remark("33", &msg!("bench-noisy", spread = percent(stat.spread, 0), limit = percent(NOISY, 0)))
        }
        Outcome::Timed(_) => Ok(()),
        Outcome::Wrong(finding) => {
            remark("31", &finding.title)?;
            for note in &finding.notes {
                writeln!(out, "{}", wrap(&catalogue.get(note), screen).join("\n"))?;
            }
            Ok(())
        }
        Outcome::Refused { .. } => row.why_refused().map_or(Ok(()), |text| remark("31", &text)),
        Outcome::Skipped(text) => remark("33", text),
    }
}

impl Row {
    /// Why the time was refused.
    pub(super) fn why_refused(&self) -> Option<Text> {
        let Outcome::Refused { measured_us, least_us } = self.outcome else { return None };
        let bytes = amount(self.bytes, "B");
        let (measured, least) = (microseconds(measured_us), microseconds(least_us));
        Some(msg!("bench-refused", measured = measured, least = least, bytes = bytes))
    }
}

/// Sentences about what changed against `before`, the rows of the kernel measured last.
pub fn changes(report: &BenchReport, before: &[BenchRow]) -> Vec<Text> {
    let mut changes = Vec::new();
    for row in &report.rows {
        let old = before.iter().find(|old| old.case == row.case);
        let (Some(stat), Some(old)) = (row.time(), old) else { continue };
        let change = stat.median_us / old.latency_us - 1.0;
        if change.abs() < WORTH_SAYING.max(stat.spread).max(old.spread) {
            continue;
        }
        changes.push(msg!(
            "bench-change",
            exercise = &report.verdict.exercise,
            shape = &row.shape,
            dtype = &row.dtype,
            before = microseconds(old.latency_us),
            after = microseconds(stat.median_us),
            change = format!("{}{:.0} %", if change < 0.0 { "−" } else { "+" }, 100.0 * change.abs())
        ));
    }
    if changes.is_empty() && !before.is_empty() && report.rows.iter().any(|row| row.time().is_some()) {
        changes.push(msg!("bench-no-change"));
    }
    changes
}

/// The first two columns from the left, the others from the right.
fn line(cells: &[String]) -> String {
    let mut text = String::new();
    for (position, (cell, columns)) in cells.iter().zip(COLUMNS).enumerate() {
        let blanks = " ".repeat(columns.saturating_sub(width(cell)));
        if position < 2 {
            text += &format!("{cell}{blanks}");
        } else {
            text += &format!("{blanks}{cell}");
        }
    }
    debug_assert!(COLUMNS.iter().sum::<usize>() <= usize::from(SCREEN));
    text.trim_end().to_owned()
}

/// A time with as many digits as it deserves.
fn microseconds(us: f64) -> String {
    let decimals = if us < 9.995 { 2 } else { 1 };
    if us < 999.95 { format!("{us:.decimals$}") } else { thousands(us) }
}

fn percent(part: f64, decimals: usize) -> String {
    format!("{:.decimals$} %", 100.0 * part)
}

/// How many times as fast the kernel is as another: 1.5 where the other takes half as long again.
fn ratio(other: Option<Stat>, own: Option<Stat>) -> String {
    other.zip(own).map_or_else(String::new, |(other, own)| format!("{:.2}×", other.median_us / own.median_us))
}

/// Three digits and a power of a thousand: `1.07 GB`, `268 M`.
fn amount(x: f64, unit: &str) -> String {
    let (mut scaled, mut prefix) = (x, "");
    for next in ["k", "M", "G", "T"] {
        if scaled < 999.5 {
            break;
        }
        (scaled, prefix) = (scaled / 1e3, next);
    }
    let decimals = if prefix.is_empty() || scaled >= 99.95 {
        0
    } else if scaled >= 9.995 {
        1
    } else {
        2
    };
    format!("{scaled:.decimals$} {prefix}{unit}").trim_end().to_owned()
}

/// A whole number with its thousands apart.
pub(super) fn thousands(x: f64) -> String {
    let digits = format!("{x:.0}");
    let mut text = String::new();
    for (k, c) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_read_them() {
        let shown = [0.0, 999.0, 999.6, 1025024.0, 8_200_192.0, 16_777_216.0, 268_435_456.0, 1_073_741_824.0];
        let shown: Vec<String> = shown.iter().map(|&x| amount(x, "B")).collect();
        assert_eq!(shown, ["0 B", "999 B", "1.00 kB", "1.03 MB", "8.20 MB", "16.8 MB", "268 MB", "1.07 GB"]);
        assert_eq!(amount(67_108_864.0, ""), "67.1 M");
        assert_eq!([4.567, 9.9999, 45.67, 999.97].map(microseconds), ["4.57", "10.0", "45.7", "1,000"]);
        assert_eq!([7.0, 4295.4, 1_234_567.0].map(thousands), ["7", "4,295", "1,234,567"]);
        assert_eq!(percent(0.0123, 1), "1.2 %");
    }

    #[test]
    fn the_table_fits_its_screen() {
        assert!(COLUMNS.iter().sum::<usize>() <= usize::from(SCREEN));
    }
}
