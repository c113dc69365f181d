//! The two pictures with axes, drawn by plotters. Colours here are names only: the page's style sheet finds them by their
//! value and says what they look like, in light and in dark.

mod latency;
mod roofline;
mod ticks;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub(crate) use latency::latency;
pub(crate) use roofline::{N_MARKERS, Roofline, marker, roofline};

use crate::strip::escape;

/// Text and axes.
const INK: RGBColor = RGBColor(0x11, 0x11, 0x11);
/// Labels of ticks.
const MUTED: RGBColor = RGBColor(0x66, 0x66, 0x66);
/// Lines behind everything.
const RULE: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
/// What is the learner's.
const OWN: RGBColor = RGBColor(0x0b, 0x5f, 0xa5);
/// What is the solution's.
const SOLUTION: RGBColor = RGBColor(0x8a, 0x7a, 0x3c);
/// What is PyTorch's.
const TORCH: RGBColor = RGBColor(0xb3, 0x4a, 0x1f);

/// plotters knows whole pixels only: drawing four times as large makes them quarters.
const PX: u32 = 4;
/// The size of letters, in pixels.
const FONT: u32 = 12;

/// Pixels of the picture.
const fn px(n: u32) -> u32 {
    n * PX
}

/// The same, for positions.
fn at(n: i32) -> i32 {
    n * PX.cast_signed()
}

/// Text of the usual size.
fn text_style(color: &'static RGBColor, horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    // plotters divides by this where it writes the size.
    let size = f64::from(px(FONT)) * 1.24;
    TextStyle::from(("sans-serif", size).into_font()).color(color).pos(Pos::new(horizontal, vertical))
}

/// What plotters drew, as a part of a page: scaled by the page, with a title and a description for those who do not see it.
fn finish(svg: &str, class: &str, title: &str, description: &str) -> String {
    let body = svg.split_once('>').map_or("", |(_, body)| body);
    let view_box = svg.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(view, _)| view);
    format!(
        "<svg class=\"{class}\" role=\"img\" viewBox=\"{view_box}\" aria-label=\"{}\">\n<title>{}</title>\n\
         <desc>{}</desc>\n{}",
        escape(&format!("{title} {description}")),
        escape(title),
        escape(description),
        body.trim_end()
    )
}
