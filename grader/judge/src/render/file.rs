//! Writes what came of running a file: as a report about an exercise, and what each buffer holds.

use std::io::{self, Write};

use diag::render::Style;
use diag::{Catalogue, msg};

use super::findings::Findings;
use super::{Detail, device, gpu_unused, lines, milliseconds, paint, title, verdict};
use crate::report::Verdict;
use crate::run_file::{BufferReport, FileReport};

/// Writes the whole report.
///
/// # Errors
/// Whatever `out` reports.
pub fn file_report(
    whole: &FileReport,
    detail: Detail<'_>,
    catalogue: &Catalogue,
    style: &Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let report = &whole.report;
    let (word, color) = verdict(report.verdict);
    let device = device(report);
    let kernel = report.kernel.display();
    let entry = if report.exercise.is_empty() { "?" } else { &report.exercise };
    let what = match whole.is_random {
        true => msg!("run-header-seed", entry = entry, device = device, kernel = kernel, seed = report.seed),
        false => msg!("run-header", entry = entry, device = device, kernel = kernel),
    };
    title(report, &catalogue.get(&word), color, catalogue.get(&what), style, out)?;
    if let Some(problem) = &report.problem {
        let text = catalogue.get(problem);
        let text: Vec<_> = text.lines().flat_map(|line| diag::render::wrap(line, usize::from(style.width))).collect();
        writeln!(out, "\n{}", text.join("\n"))?;
    }
    let is_whole = Findings { report, catalogue, style, detail }.write(None, out)?;
    if !whole.printed.is_empty() {
        writeln!(out, "\n{}", catalogue.get(&msg!("run-printed")))?;
        lines(&whole.printed, catalogue, out)?;
    }
    writeln!(out)?;
    if let Detail::Brief { more } = detail
        && !is_whole
    {
        writeln!(out, "{}", catalogue.get(more))?;
    }
    let written: Vec<&BufferReport> = whole.buffers.iter().filter(|buffer| buffer.n_written > 0).collect();
    for buffer in &written {
        writeln!(out, "{}", buffer_line(buffer, catalogue, usize::from(style.width)))?;
    }
    if written.is_empty() && !whole.buffers.is_empty() {
        writeln!(out, "{}", catalogue.get(&msg!("run-nothing-written")))?;
    }
    if report.verdict == Verdict::Passed && report.findings.is_empty() {
        let text = match whole.counters {
            Some(_) => msg!("run-clean", threads = whole.n_threads),
            None => msg!("run-unchecked"),
        };
        writeln!(out, "{}", paint(style, "32", &catalogue.get(&text)))?;
    }
    summary(whole, catalogue, style, out)
}

/// What a buffer begins with, on one line.
fn buffer_line(buffer: &BufferReport, catalogue: &Catalogue, width: usize) -> String {
    let mut n_shown = buffer.first.len();
    loop {
        let mut values = buffer.first[..n_shown].join(", ");
        if n_shown < buffer.n_elems {
            values.push_str(", …");
        }
        let text = msg!(
            "run-buffer",
            name = &buffer.name,
            ty = &buffer.ty,
            values = values,
            written = buffer.n_written,
            count = buffer.n_elems
        );
        let line = catalogue.get(&text);
        if n_shown <= 1 || diag::render::width(&line) <= width {
            return line;
        }
        n_shown -= 1;
    }
}

/// Lanes and times.
fn summary(whole: &FileReport, catalogue: &Catalogue, style: &Style, out: &mut impl Write) -> io::Result<()> {
    let timing = &whole.report.timing;
    let [compile, run, total] = [timing.compile_ms, timing.run_ms, timing.total_ms].map(milliseconds);
    let mut parts = Vec::new();
    if let Some(counters) = whole.counters {
        parts.push(msg!("run-lanes", threads = whole.n_threads, instructions = counters.lane_instructions));
    }
    parts.push(match &whole.report.toolchain {
        Some(used) => {
            let nvrtc = format!("{}.{}", used.nvrtc.0, used.nvrtc.1);
            msg!("judge-timing-nvrtc", compile = compile, run = run, total = total, nvrtc = nvrtc)
        }
        None => msg!("run-timing", run = run, total = total),
    });
    gpu_unused(&whole.report, catalogue, style, out)?;
    let line = parts.iter().map(|part| catalogue.get(part)).collect::<Vec<_>>().join(" · ");
    writeln!(out, "{}", paint(style, "2", &line))
}
