//! Writes a profile for people: the lines that ran, those first where most is to be gained, with what to change.

use std::io::{self, Write};

use diag::render::{Style, width, wrap};
use diag::{Catalogue, SourceMap, Text, msg};

use super::advice::number;
use super::lines::{Access, Line, Space, ratio};
use super::{Measured, ProfileReport};
use crate::render::paint;
use crate::report::Verdict;

/// How much is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Detail<'a> {
    /// Lines with something to say, and some of those with the most instructions.
    Brief {
        /// How to see the rest, said when there is one.
        more: &'a Text,
    },
    /// Every line that ran.
    Full,
}

/// Lines of the kernel that a brief profile shows at most.
const BRIEF_LINES: usize = 10;
/// A brief profile shows lines without advice that have at least this part of the instructions.
const WORTH_SHOWING: f64 = 0.02;
/// Columns in front of what is said of a line.
const INDENT: usize = 7;

/// Writes the whole: what was run, the table, what is to be said of the kernel's results.
///
/// # Errors
/// Whatever `out` reports.
pub fn profile(
    profile: &ProfileReport,
    detail: Detail<'_>,
    catalogue: &Catalogue,
    style: &Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let report = &profile.report;
    let Some(measured) = &profile.measured else {
        // It did not run: all there is to say is why.
        return crate::render::report(report, crate::render::Detail::Full, catalogue, style, out);
    };
    let kernel = report.kernel.display().to_string();
    let what = msg!(
        "profile-header",
        exercise = &report.exercise,
        backend = report.backend.as_str(),
        device = report.device.as_str(),
        case = &measured.case,
        seed = report.seed,
        kernel = &kernel
    );
    let (word, mut what) = (catalogue.get(&msg!("profile-word")), catalogue.get(&what));
    if width(&word) + 2 + width(&what) > usize::from(style.width)
        && let Some(at) = what.rfind(&kernel)
    {
        what = format!("{}\n{}", what[..at].trim_end(), &what[at..]);
    }
    writeln!(out, "{}  {what}", paint(style, "1", &word))?;
    table(measured, &report.sources, detail, catalogue, style, out)?;
    if report.verdict != Verdict::Passed {
        let title = report.findings.first().map(|f| f.diagnostic.title.clone());
        let text = match title {
            Some(title) => msg!("profile-not-right", exercise = &report.exercise, finding = title),
            None => msg!("profile-not-right-values", exercise = &report.exercise),
        };
        writeln!(out, "\n{}", wrap(&catalogue.get(&text), usize::from(style.width)).join("\n"))?;
    }
    Ok(())
}

/// Writes what a launch did, for whatever kernel: totals, lines, what to change.
///
/// # Errors
/// Whatever `out` reports.
pub fn table(
    measured: &Measured,
    sources: &SourceMap,
    detail: Detail<'_>,
    catalogue: &Catalogue,
    style: &Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let Measured { total, .. } = measured;
    let screen = usize::from(style.width).max(60);
    let say = |text: Text| catalogue.get(&text);
    let totals = msg!(
        "profile-total",
        blocks = count(dims(measured.grid)),
        threads = count(dims(measured.block)),
        instructions = count(total.warps),
        lanes = number(ratio(total.lanes, total.warps)),
        sectors = count(total.global.sectors),
        conflicts = count(total.shared.conflicts())
    );
    writeln!(out, "{}", wrap(&say(totals), screen).join("\n"))?;
    let head = [
        msg!("profile-line"),
        msg!("profile-share"),
        msg!("profile-lanes"),
        msg!("profile-sectors"),
        msg!("profile-steps"),
    ];
    let head = head.map(say);
    let mut columns = [5, 6, 6, 9, 9];
    for (column, head) in columns.iter_mut().zip(&head) {
        *column = (*column).max(width(head) + 1);
    }
    let rest = screen - columns.iter().sum::<usize>() - 2;
    let head: String = head.iter().zip(columns).map(|(text, column)| right(text, column)).collect();
    writeln!(out, "\n{}", paint(style, "2", &head))?;
    let shown = shown(measured, detail);
    for line in &shown {
        let source = sources.line(line.file, line.number).unwrap_or_default();
        let cells = [
            line.number.to_string(),
            format!("{:.0} %", 100.0 * ratio(line.warps, total.warps)),
            number(line.active_lanes()),
            worst(line, Space::Global),
            worst(line, Space::Shared),
        ];
        let cells: String = cells.iter().zip(columns).map(|(text, column)| right(text, column)).collect();
        writeln!(out, "{cells}  {}", cut(source.trim(), rest))?;
        for (k, advice) in line.advice.iter().enumerate() {
            remark(&say(advice.what.clone()), "= ", "33", style, screen, out)?;
            if line.advice.get(k + 1).is_some_and(|next| next.cure == advice.cure) {
                continue;
            }
            let help = format!("= {}: ", say(msg!("diag-help")));
            remark(&say(advice.cure.clone()), &help, "36", style, screen, out)?;
        }
    }
    let n_left = measured.lines.len() - shown.len();
    if let Detail::Brief { more } = detail
        && n_left > 0
    {
        writeln!(out, "{}", wrap(&say(msg!("profile-more", count = n_left, more = more.clone())), screen).join("\n"))?;
    }
    let mut pages: Vec<&str> = shown.iter().flat_map(|l| &l.advice).map(|a| a.kind.page()).collect();
    pages.sort_unstable();
    pages.dedup();
    writeln!(out)?;
    if pages.is_empty() {
        writeln!(out, "{}", wrap(&say(msg!("profile-nothing")), screen).join("\n"))?;
    }
    for page in pages {
        writeln!(out, "{}: camp book {page}", say(msg!("diag-book")))?;
    }
    let legend = wrap(&say(msg!("profile-legend")), screen).join("\n");
    writeln!(out, "{}", paint(style, "2", &legend))
}

/// The lines to show, in order.
fn shown<'a>(measured: &'a Measured, detail: Detail<'_>) -> Vec<&'a Line> {
    let lines = measured.lines.iter();
    match detail {
        Detail::Full => lines.collect(),
        Detail::Brief { .. } => lines
            .filter(|l| !l.advice.is_empty() || ratio(l.warps, measured.total.warps) >= WORTH_SHOWING)
            .take(BRIEF_LINES)
            .collect(),
    }
}

/// The worst access of a line to one memory: sectors or steps of a request, and how few would do.
fn worst(line: &Line, space: Space) -> String {
    let cost = |a: &Access| match space {
        Space::Global => {
            (ratio(a.traffic.sectors, a.traffic.requests), ratio(a.traffic.least_sectors, a.traffic.requests))
        }
        Space::Shared => {
            (ratio(a.traffic.passes, a.traffic.requests), ratio(a.traffic.least_passes, a.traffic.requests))
        }
    };
    let all = line.accesses.iter().filter(|a| a.space == space).map(cost);
    let excess = |(used, least): &(f64, f64)| used / least.max(1.0);
    let worst = all.max_by(|a, b| excess(a).total_cmp(&excess(b)).then(a.0.total_cmp(&b.0)));
    worst.map_or_else(String::new, |(used, least)| format!("{}/{}", number(used), number(least)))
}

/// A remark below a line, wrapped behind its beginning.
fn remark(text: &str, start: &str, color: &str, style: &Style, screen: usize, out: &mut impl Write) -> io::Result<()> {
    let indent = INDENT + width(start);
    for (k, part) in wrap(text, screen.saturating_sub(indent)).iter().enumerate() {
        if k == 0 {
            writeln!(out, "{}{}{part}", " ".repeat(INDENT), paint(style, color, start))?;
        } else {
            writeln!(out, "{}{part}", " ".repeat(indent))?;
        }
    }
    Ok(())
}

/// `text` at the right of `columns`.
fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// A source line in at most `columns`.
fn cut(line: &str, columns: usize) -> String {
    let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if width(&line) <= columns {
        return line;
    }
    let mut kept = String::new();
    for c in line.chars() {
        if width(&kept) + diag::render::char_width(c) + 1 > columns {
            break;
        }
        kept.push(c);
    }
    format!("{kept}…")
}

fn dims(d: [u32; 3]) -> u64 {
    d.iter().map(|n| u64::from(*n)).product()
}

/// A count with its thousands apart.
fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (k, c) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}
