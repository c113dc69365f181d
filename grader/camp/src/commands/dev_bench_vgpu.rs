//! `camp dev bench-vgpu`: how fast the virtual GPU is, beside other programs that do the same work in the same run.

use std::io::{self, Write};

use diag::msg;
use judge::bench_vgpu::{self, Baseline, BaselineTime, Bench, Measured};
use serde::Serialize;

use super::dev_controls::glob;
use super::{ladder, said};
use crate::cli::{BenchVgpuArgs, ChecksChoice, Format};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::{Session, pad};
use crate::toolchain;

/// One launch, as JSON.
#[derive(Debug, Serialize)]
struct Row<'a> {
    name: &'a str,
    elements: usize,
    lane_instructions: u64,
    wall_ms: f64,
    checks: bool,
    threads: usize,
    /// Billions of lane instructions a second.
    rate: f64,
    rounds: usize,
    buffers_mb: f64,
    /// Left out where the system does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_mb: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_ok: Option<bool>,
    /// The friendly launch that this one is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    friendly: Option<Friendly<'a>>,
    /// Other programs' times for the same work.
    baselines: Vec<Beside>,
    /// Whether camp was built without optimisation.
    debug_build: bool,
}

/// How much slower than the friendly launch.
#[derive(Debug, Serialize)]
struct Friendly<'a> {
    name: &'a str,
    /// Times per element.
    per_element: f64,
    /// Rates of lane instructions.
    per_instruction: f64,
}

/// Another program's time.
#[derive(Debug, Serialize)]
struct Beside {
    name: &'static str,
    wall_ms: f64,
    /// camp's time as a multiple of it.
    ratio: f64,
}

/// Measures and writes a table or JSON.
pub fn run(session: &Session, args: &BenchVgpuArgs) -> Result<Exit, Failure> {
    let wanted = |name: &str| args.only.as_deref().is_none_or(|only| glob(only, name));
    let names: Vec<&str> = bench_vgpu::names().filter(|name| wanted(name)).collect();
    if names.is_empty() {
        let all: Vec<&str> = bench_vgpu::names().collect();
        return Err(said(msg!("camp-bench-no-match", names = all.join(", "))));
    }
    let (ladder, _) = ladder(session)?;
    let mut judge = toolchain::judge(session)?;
    let n_threads = args.threads.unwrap_or_else(runtime::n_cores).max(1);
    let n_rounds = args.rounds.max(1);
    let bench = Bench::new(&mut judge, &ladder.exercises, wanted, n_rounds, n_threads)?;
    // Its compiler's child is not needed any more, and would only be in the way.
    drop(judge);
    let mut out = io::stdout().lock();
    let debug_build = cfg!(debug_assertions);
    if debug_build {
        session.note(&msg!("camp-bench-debug"));
    }
    let beside = baselines(session, &names, args, n_threads, n_rounds);
    if args.format == Format::Text {
        heading(session, &mut out)?;
    }
    let checks: &[bool] = match args.checks {
        ChecksChoice::On => &[true],
        ChecksChoice::Off => &[false],
        ChecksChoice::Both => &[true, false],
    };
    let mut done: Vec<Measured> = Vec::new();
    for name in names {
        for &checks in checks {
            let measured = bench.measure(name, checks)?;
            let row = row(&measured, &done, &beside, n_rounds, debug_build);
            match args.format {
                Format::Json => writeln!(out, "{}", serde_json::to_string(&row).map_err(io::Error::from)?)?,
                Format::Text | Format::Concise => write_row(session, &row, &mut out)?,
            }
            out.flush()?;
            done.push(measured);
        }
    }
    Ok(Exit::Passed)
}

/// The times of the other programs; why one is missing goes to standard error.
fn baselines(
    session: &Session,
    names: &[&str],
    args: &BenchVgpuArgs,
    n_threads: usize,
    n_rounds: usize,
) -> Vec<BaselineTime> {
    let mut times = Vec::new();
    if args.no_baselines || !bench_vgpu::operators().any(|operator| names.contains(&operator)) {
        return times;
    }
    for which in Baseline::ALL {
        match bench_vgpu::baseline(which, n_threads, n_rounds) {
            Ok(found) => times.extend(found),
            Err(why) => session.note(&why),
        }
    }
    times.retain(|time| names.contains(&time.operator.as_str()));
    times
}

fn row<'a>(
    measured: &Measured,
    done: &[Measured],
    beside: &[BaselineTime],
    rounds: usize,
    debug_build: bool,
) -> Row<'a> {
    let per_element = |m: &Measured| m.wall_ms / m.n_elements as f64;
    let friend = |m: &&Measured| Some(m.name) == measured.friend && m.checks == measured.checks;
    let friendly = done.iter().find(friend).map(|friend| Friendly {
        name: friend.name,
        per_element: per_element(measured) / per_element(friend),
        per_instruction: friend.rate() / measured.rate(),
    });
    let baselines = beside.iter().filter(|time| time.operator == measured.name).map(|time| Beside {
        name: time.baseline.as_str(),
        wall_ms: time.wall_ms,
        ratio: measured.wall_ms / time.wall_ms,
    });
    Row {
        name: measured.name,
        elements: measured.n_elements,
        lane_instructions: measured.lane_instructions,
        wall_ms: measured.wall_ms,
        checks: measured.checks,
        threads: measured.n_threads,
        rate: measured.rate(),
        rounds,
        buffers_mb: measured.buffers_mb,
        peak_mb: measured.peak_mb,
        memory_ok: measured.is_frugal(),
        friendly,
        baselines: baselines.collect(),
        debug_build,
    }
}

/// Columns of the table.
const WIDTHS: [usize; 7] = [24, 10, 8, 12, 12, 22, 0];

fn heading(session: &Session, out: &mut impl Write) -> io::Result<()> {
    let titles = [
        msg!("camp-bench-launch"),
        msg!("camp-bench-elements"),
        msg!("camp-bench-checks"),
        msg!("camp-bench-time"),
        msg!("camp-bench-rate"),
        msg!("camp-bench-memory"),
        msg!("camp-bench-beside"),
    ];
    line(&titles.map(|title| session.say(&title)), out)
}

fn line(cells: &[String; 7], out: &mut impl Write) -> io::Result<()> {
    let cells: Vec<String> = cells.iter().zip(WIDTHS).map(|(cell, width)| pad(cell, width)).collect();
    writeln!(out, "{}", cells.join(" ").trim_end())
}

fn write_row(session: &Session, row: &Row<'_>, out: &mut impl Write) -> io::Result<()> {
    let checks = session.say(&if row.checks { msg!("camp-bench-on") } else { msg!("camp-bench-off") });
    let memory = row.peak_mb.map_or_else(String::new, |peak| {
        let mark = if row.memory_ok == Some(false) { " !" } else { "" };
        format!("{peak:.0} / {:.0} MB{mark}", row.buffers_mb)
    });
    let mut beside: Vec<String> =
        row.baselines.iter().map(|b| format!("{} {:.1} ms ×{:.2}", b.name, b.wall_ms, b.ratio)).collect();
    beside.extend(row.friendly.as_ref().map(|f| format!("{} ×{:.2}", f.name, f.per_element)));
    line(
        &[
            row.name.to_owned(),
            row.elements.to_string(),
            checks,
            format!("{:.1} ms", row.wall_ms),
            format!("{:.2} G/s", row.rate),
            memory,
            beside.join(", "),
        ],
        out,
    )
}
