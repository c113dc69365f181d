//! Writes a report for people.

mod file;
mod findings;
mod neighbourhood;

use std::io::{self, Write};

use diag::render::{Style, width};
use diag::{Catalogue, Text, msg};

use self::findings::Findings;
use crate::report::{CaseVerdict, Device, Finding, Report, Verdict};
pub use file::file_report;
pub use neighbourhood::neighbourhood;

/// How many failed cases are named; the others are counted.
const NAMED_CASES: usize = 6;
/// How many lines of a kernel's own output are shown.
const PRINTED_LINES: usize = 20;

/// How much of a report is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Detail<'a> {
    /// What fits on a screen: [`BRIEF_LINES`] lines, and a line for each further finding.
    Brief {
        /// How to see the rest, said when there is one.
        more: &'a Text,
    },
    /// Everything.
    Full,
}

/// Lines of a brief report before the line that says how to see more, its header among them.
pub const BRIEF_LINES: usize = 25;

/// Writes the whole report: what was judged, the findings, the neighbourhood of the first wrong element, the cases, the
/// time it took.
///
/// # Errors
/// Whatever `out` reports.
pub fn report(
    report: &Report,
    detail: Detail<'_>,
    catalogue: &Catalogue,
    style: &Style,
    out: &mut impl Write,
) -> io::Result<()> {
    header(report, catalogue, style, out)?;
    rest(report, None, detail, catalogue, style, out)
}

/// Writes the beginning of a report whose verdict stands while cases still run: its header and its first finding.
///
/// # Errors
/// Whatever `out` reports.
pub fn first(
    report: &Report,
    detail: Detail<'_>,
    catalogue: &Catalogue,
    style: &Style,
    out: &mut impl Write,
) -> io::Result<()> {
    header(report, catalogue, style, out)?;
    let writer = Findings { report, catalogue, style, detail };
    writer.write(None, out).map(|_| ())
}

/// Writes what follows the header, without the finding `shown` that [`first`] has shown already.
///
/// # Errors
/// Whatever `out` reports.
pub fn rest(
    report: &Report,
    shown: Option<&Finding>,
    detail: Detail<'_>,
    catalogue: &Catalogue,
    style: &Style,
    out: &mut impl Write,
) -> io::Result<()> {
    if let Some(problem) = &report.problem {
        writeln!(out, "\n{}", catalogue.get(problem))?;
    }
    let is_whole = Findings { report, catalogue, style, detail }.write(shown, out)?;
    printed(report, catalogue, out)?;
    writeln!(out)?;
    if let Detail::Brief { more } = detail
        && !is_whole
    {
        writeln!(out, "{}", catalogue.get(more))?;
    }
    summary(report, catalogue, style, out)
}

/// Writes one line for each finding, for editors and scripts, and one for a kernel that could not be judged:
/// `path:line:col: error[race]: title`. Nothing for a kernel that passes without a remark.
///
/// # Errors
/// Whatever `out` reports.
pub fn concise(report: &Report, catalogue: &Catalogue, out: &mut impl Write) -> io::Result<()> {
    for finding in &report.findings {
        // An editor needs a place for each line; what is about no line is shown at the file's first.
        if finding.diagnostic.main_label().is_none() {
            write!(out, "{}:1:1: ", report.kernel.display())?;
        }
        writeln!(out, "{}", diag::render::concise(&finding.diagnostic, &report.sources, catalogue))?;
    }
    if let Some(problem) = &report.problem {
        let problem = catalogue.get(problem).split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(out, "{}:1:1: error[not-judged]: {problem}", report.kernel.display())?;
    }
    Ok(())
}

/// Writes the line that says what was judged and what came of it.
///
/// # Errors
/// Whatever `out` reports.
pub fn header(report: &Report, catalogue: &Catalogue, style: &Style, out: &mut impl Write) -> io::Result<()> {
    let (verdict, color) = verdict(report.verdict);
    let verdict = catalogue.get(&verdict);
    let what = msg!(
        "judge-header",
        exercise = &report.exercise,
        backend = report.backend.as_str(),
        device = device(report),
        kernel = report.kernel.display(),
        seed = report.seed
    );
    title(report, &verdict, color, catalogue.get(&what), style, out)
}

/// The device that the results come from.
fn device(report: &Report) -> Text {
    match (&report.gpu, report.device) {
        (Some(gpu), _) => msg!("judge-on-gpu", gpu = gpu),
        (None, Device::Gpu) => msg!("judge-on-some-gpu"),
        (None, Device::Virtual) => msg!("judge-on-virtual"),
    }
}

/// Writes the verdict's word and what was judged, which ends with the file's path.
fn title(
    report: &Report,
    verdict: &str,
    color: &str,
    mut what: String,
    style: &Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let path = report.kernel.display().to_string();
    // Where the line is too long, the path gets one of its own.
    if width(verdict) + 2 + width(&what) > usize::from(style.width)
        && let Some(at) = what.rfind(&path)
    {
        what = format!("{}\n{}", what[..at].trim_end(), &what[at..]);
    }
    if let Some((host, at)) = style.links.zip(what.rfind(&path)) {
        what.replace_range(at..at + path.len(), &diag::render::link(host, &report.kernel, None, &path));
    }
    writeln!(out, "{}  {what}", paint(style, color, verdict))
}

/// The verdict's word and its ANSI colour.
fn verdict(verdict: Verdict) -> (Text, &'static str) {
    match verdict {
        Verdict::Passed => (msg!("judge-verdict-passed"), "1;32"),
        Verdict::Failed => (msg!("judge-verdict-failed"), "1;31"),
        Verdict::Error => (msg!("judge-verdict-error"), "1;33"),
    }
}

/// What the kernel printed in the first case that printed anything.
fn printed(report: &Report, catalogue: &Catalogue, out: &mut impl Write) -> io::Result<()> {
    let Some(case) = report.cases.iter().find(|case| !case.printed.is_empty()) else { return Ok(()) };
    writeln!(out, "\n{}", catalogue.get(&msg!("judge-printed", case = &case.name)))?;
    lines(&case.printed, catalogue, out)
}

/// The first lines of a kernel's output.
fn lines(printed: &str, catalogue: &Catalogue, out: &mut impl Write) -> io::Result<()> {
    for line in printed.lines().take(PRINTED_LINES) {
        writeln!(out, "  | {}", visible(line))?;
    }
    let n_more = printed.lines().count().saturating_sub(PRINTED_LINES);
    if n_more > 0 {
        writeln!(out, "  {}", catalogue.get(&msg!("judge-printed-more", count = n_more)))?;
    }
    Ok(())
}

/// Writes the cases and the time.
fn summary(report: &Report, catalogue: &Catalogue, style: &Style, out: &mut impl Write) -> io::Result<()> {
    let n_passed = report.n_passed();
    if report.verdict == Verdict::Passed {
        let n_elements: usize = report.cases.iter().map(|case| case.n_elements).sum();
        let text = msg!("judge-all-passed", cases = n_passed, elements = n_elements);
        writeln!(out, "{}", paint(style, "32", &catalogue.get(&text)))?;
    } else if !report.cases.is_empty() {
        let failed: Vec<_> = report.cases.iter().filter(|case| case.verdict == CaseVerdict::Failed).collect();
        let n_not_run = report.cases.iter().filter(|case| case.verdict == CaseVerdict::NotRun).count();
        let text = msg!(
            "judge-cases",
            passed = n_passed,
            failed = failed.len(),
            notrun = n_not_run,
            total = report.cases.len()
        );
        writeln!(out, "{}", catalogue.get(&text))?;
        if !failed.is_empty() {
            let mut names: Vec<&str> = failed.iter().take(NAMED_CASES).map(|case| case.name.as_str()).collect();
            if failed.len() > NAMED_CASES {
                names.push("…");
            }
            let text = catalogue.get(&msg!("judge-failed-cases", names = names.join(", ")));
            writeln!(out, "{}", diag::render::wrap(&text, usize::from(style.width)).join("\n"))?;
        }
    }
    gpu_unused(report, catalogue, style, out)?;
    let timing = &report.timing;
    let [compile, run, total] = [timing.compile_ms, timing.run_ms, timing.total_ms].map(milliseconds);
    let text = match &report.toolchain {
        Some(used) => {
            let nvrtc = format!("{}.{}", used.nvrtc.0, used.nvrtc.1);
            msg!("judge-timing-nvrtc", compile = compile, run = run, total = total, nvrtc = nvrtc)
        }
        None => msg!("judge-timing", compile = compile, run = run, total = total),
    };
    writeln!(out, "{}", paint(style, "2", &catalogue.get(&text)))
}

/// Writes why the GPU of this machine was not used, where there is one.
fn gpu_unused(report: &Report, catalogue: &Catalogue, style: &Style, out: &mut impl Write) -> io::Result<()> {
    let Some(why) = &report.gpu_unused else { return Ok(()) };
    let text = catalogue.get(&msg!("judge-gpu-unused", why = why.clone()));
    writeln!(out, "{}", diag::render::wrap(&text, usize::from(style.width)).join("\n"))
}

/// Milliseconds as people read them.
fn milliseconds(ms: f64) -> String {
    if ms < 9.95 { format!("{ms:.1}") } else { format!("{ms:.0}") }
}

/// `text` in an ANSI colour, where the style has colours.
pub(crate) fn paint(style: &Style, color: &str, text: &str) -> String {
    if style.color { format!("\x1b[{color}m{text}\x1b[0m") } else { text.to_owned() }
}

/// A line of a kernel's output without the control characters that could rearrange the learner's terminal.
fn visible(line: &str) -> String {
    line.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect()
}
