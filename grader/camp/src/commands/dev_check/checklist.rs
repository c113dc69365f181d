//! What `camp dev check NAME` writes about an exercise that is not complete: the list of its points, and what to do next.

use std::io::{self, Write};

use diag::msg;
use diag::render::wrap;

use super::Checked;
use super::points::{Point, State};
use crate::session::{Session, pad};

/// Writes the points of one exercise, those of all its kernels in one list.
pub fn write(session: &Session, all: &[Checked], out: &mut impl Write) -> io::Result<()> {
    let Some(first) = all.first() else { return Ok(()) };
    let mut points: Vec<&Point> = all.iter().flat_map(|checked| &checked.points).collect();
    // The CUDA kernel's come first; what follows sorts no two of a kind.
    points.sort_by_key(|point| point.id);
    let n_done = points.iter().filter(|point| point.state == State::Done).count();
    let n_needed = points.iter().filter(|point| point.state != State::NotNeeded).count();
    let title = msg!("camp-points-title", exercise = &first.name, done = n_done, total = n_needed);
    writeln!(out, "{}\n", session.say(&title))?;
    let word = |state: State| {
        session.say(&match state {
            State::Done => msg!("camp-points-done"),
            State::Open => msg!("camp-points-open"),
            State::NotNeeded => msg!("camp-points-not-needed"),
        })
    };
    let states = [State::Done, State::Open, State::NotNeeded].map(word);
    let column = states.iter().map(|word| diag::render::width(word)).max().unwrap_or(0) + 2;
    let next = points.iter().position(|point| point.is_open());
    for (at, point) in points.iter().enumerate() {
        let color = match point.state {
            State::Done => "32",
            State::Open => "31",
            State::NotNeeded => "2",
        };
        let state = session.paint(color, &pad(&word(point.state), column));
        let place = point.place().filter(|_| next != Some(at)).map(|place| format!("  {place}")).unwrap_or_default();
        writeln!(out, "{state}{}{place}", point.title(session))?;
        if next == Some(at) {
            next_step(session, point, column, out)?;
        }
    }
    Ok(())
}

/// Writes where something is to be written, what, how, and what shows it again.
fn next_step(session: &Session, point: &Point, indent: usize, out: &mut impl Write) -> io::Result<()> {
    let mut paragraphs = Vec::new();
    if let Some(place) = point.place() {
        paragraphs.push(format!("--> {place}"));
    }
    paragraphs.extend(point.message.clone());
    paragraphs.push(session.say(&point.how()));
    paragraphs.push(session.say(&msg!("camp-points-again", command = &point.command)));
    let width = usize::from(session.style.width).saturating_sub(indent).max(20);
    for paragraph in paragraphs {
        for line in paragraph.lines().flat_map(|line| wrap(line, width)) {
            writeln!(out, "{}{line}", " ".repeat(indent))?;
        }
    }
    Ok(())
}
