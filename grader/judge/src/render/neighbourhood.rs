//! The elements around a wrong one: what they hold, what they should hold, and the input they come from.

use std::io::{self, Write};
use std::ops::Range;

use diag::render::Style;
use diag::{Catalogue, format_number, msg};
use similar::{ChangeTag, TextDiff};

use super::paint;
use crate::report::Mismatch;

/// How many of the elements are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// All of the window.
    Whole,
    /// The first wrong element and one on either side.
    Brief,
}

/// Writes the neighbourhood as a diff from the wanted to the computed elements.
///
/// # Errors
/// Whatever `out` reports.
pub fn neighbourhood(
    mismatch: &Mismatch,
    size: Size,
    catalogue: &Catalogue,
    style: &Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let closer = (size == Size::Brief).then(|| close_up(mismatch));
    let mismatch = closer.as_ref().unwrap_or(mismatch);
    let first_column =
        |window: &Range<usize>| window.start - mismatch.n_columns.map_or(0, |n| window.start / n.max(1) * n);
    let place = match mismatch.n_columns {
        Some(n) if n > 0 => msg!(
            "judge-around-row",
            buffer = &mismatch.buffer,
            row = mismatch.index / n,
            start = first_column(&mismatch.window),
            end = first_column(&mismatch.window) + mismatch.window.len().saturating_sub(1)
        ),
        _ => msg!(
            "judge-around",
            buffer = &mismatch.buffer,
            start = mismatch.window.start,
            end = mismatch.window.end.saturating_sub(1)
        ),
    };
    writeln!(out, "  {}", catalogue.get(&place))?;
    for input in &mismatch.inputs {
        // An input whose elements stand beside the output's own gets a column in the table below.
        if !input.is_beside {
            let values: Vec<String> = input.values.iter().map(|&value| format_number(value)).collect();
            let text = msg!(
                "judge-input-window",
                buffer = &input.buffer,
                start = input.window.start,
                end = input.window.end.saturating_sub(1),
                values = values.join(", ")
            );
            for line in diag::render::wrap(&catalogue.get(&text), usize::from(style.width).saturating_sub(2)) {
                writeln!(out, "  {line}")?;
            }
        }
    }
    table(mismatch, catalogue, style, out)
}

/// The neighbourhood's innermost part.
fn close_up(mismatch: &Mismatch) -> Mismatch {
    let window = mismatch.window.clone();
    let start = mismatch.index.saturating_sub(1).clamp(window.start, window.end);
    let end = (mismatch.index + 2).clamp(start, window.end);
    let part = start - window.start..end - window.start;
    let mut closer = mismatch.clone();
    closer.window = start..end;
    closer.got = mismatch.got[part.clone()].to_vec();
    closer.want = mismatch.want[part.clone()].to_vec();
    closer.wrong = mismatch.wrong[part.clone()].to_vec();
    for input in &mut closer.inputs {
        if input.is_beside {
            input.window = input.window.start + part.start..input.window.start + part.end;
            input.values = input.values.get(part.clone()).unwrap_or_default().to_vec();
        }
    }
    closer
}

/// Writes one line per element, two for each that is wrong.
fn table(mismatch: &Mismatch, catalogue: &Catalogue, style: &Style, out: &mut impl Write) -> io::Result<()> {
    let beside: Vec<_> = mismatch.inputs.iter().filter(|input| input.is_beside).collect();
    let value_width = |values: &[f64]| values.iter().map(|&v| format_number(v).len()).max().unwrap_or(0);
    let index_width = format!("{}[{}]", mismatch.buffer, mismatch.window.end).len();
    // Within the tolerance the two are the same as far as the learner is concerned.
    let triples = mismatch.got.iter().zip(&mismatch.want).zip(&mismatch.wrong);
    let want: Vec<f64> = triples.map(|((&got, &want), &wrong)| if wrong { want } else { got }).collect();
    let out_width = value_width(&mismatch.got).max(value_width(&want));
    let line = |at: usize, value: f64| {
        let mut line = format!(
            "{:<index_width$} = {:>out_width$}",
            format!("{}[{}]", mismatch.buffer, mismatch.window.start + at),
            format_number(value)
        );
        for input in &beside {
            let width = value_width(&input.values);
            let value = input.values.get(at).map_or_else(String::new, |&v| format_number(v));
            line.push_str(&format!("   {} = {value:>width$}", input.buffer));
        }
        line.push('\n');
        line
    };
    let (wanted, computed) = (catalogue.get(&msg!("judge-wanted")), catalogue.get(&msg!("judge-got")));
    for (at, (&want, &got)) in want.iter().zip(&mismatch.got).enumerate() {
        let (want, got) = (line(at, want), line(at, got));
        // One diff for each element, so that what is wanted and what was computed stand together.
        for change in TextDiff::from_lines(&want, &got).iter_all_changes() {
            let text = change.value().trim_end();
            let shown = match change.tag() {
                ChangeTag::Equal => format!("      {text}"),
                ChangeTag::Delete => paint(style, "32", &format!("    - {text}   ({wanted})")),
                ChangeTag::Insert => paint(style, "31", &format!("    + {text}   ({computed})")),
            };
            writeln!(out, "{shown}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use diag::Lang;

    use super::*;
    use crate::report::InputWindow;

    /// The text of a neighbourhood without colours.
    fn text(mismatch: &Mismatch) -> String {
        let mut out = Vec::new();
        neighbourhood(mismatch, Size::Whole, messages::catalogue(Lang::En), &Style::plain(80), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn wrong_elements_stand_between_right_ones_with_their_inputs() {
        let mismatch = Mismatch {
            buffer: "out".into(),
            index: 258,
            n_columns: None,
            window: 257..260,
            got: vec![1.0, 0.0, 3.25],
            want: vec![1.000_000_1, 2.0, 3.25],
            wrong: vec![false, true, false],
            allowed: 1e-6,
            inputs: vec![
                InputWindow { buffer: "a".into(), window: 257..260, values: vec![0.5, 1.0, 3.0], is_beside: true },
                InputWindow { buffer: "scale".into(), window: 0..1, values: vec![2.0], is_beside: false },
            ],
        };
        let expected = "  out[257] to out[259]:\n  \
             scale[0] to scale[0]: 2\n      \
               out[257] =    1   a = 0.5\n    \
             - out[258] =    2   a =   1   (wanted)\n    \
             + out[258] =    0   a =   1   (got)\n      \
               out[259] = 3.25   a =   3\n";
        assert_eq!(text(&mismatch), expected);
    }

    #[test]
    fn rows_count_from_their_own_start() {
        let mismatch = Mismatch {
            buffer: "out".into(),
            index: 21,
            n_columns: Some(10),
            window: 20..22,
            got: vec![1.0, f64::NAN],
            want: vec![1.0, 2.0],
            wrong: vec![false, true],
            allowed: 0.0,
            inputs: vec![],
        };
        assert!(text(&mismatch).starts_with("  row 2 of out, columns 0 to 1:\n"), "{}", text(&mismatch));
    }
}
