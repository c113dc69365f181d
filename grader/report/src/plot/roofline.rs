//! The roofline: how fast a kernel computes, against how much it computes for each byte.

use plotters::coord::combinators::{BindKeyPoints, IntoLogRange};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::ticks::ticks;
use super::{INK, MUTED, OWN, RULE, at, finish, px, text_style};
use crate::format::tick;

/// How many markers there are; further exercises begin again with the first.
pub(crate) const N_MARKERS: usize = 4;

/// What the picture shows.
pub(crate) struct Roofline {
    /// The slanted roof, in 10⁹ bytes a second.
    pub copy_gb_s: f64,
    /// Points of each exercise, with its marker: operations per byte, 10⁹ operations a second. At least one.
    pub points: Vec<(usize, Vec<(f64, f64)>)>,
    /// What the axis below says.
    pub intensity: String,
    /// What the axis on the left says.
    pub performance: String,
    /// What stands at the roof.
    pub roof: String,
}

/// Draws the roofline on an area of so many pixels. `None` when nothing could be drawn.
pub(crate) fn roofline(roofline: &Roofline, size: (u32, u32), title: &str, description: &str) -> Option<String> {
    let mut svg = String::new();
    draw(&mut svg, roofline, size).ok()?;
    let class = if size.0 < 500 { "plot narrow" } else { "plot wide" };
    Some(finish(&svg, class, title, description))
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

fn draw(svg: &mut String, roofline: &Roofline, size: (u32, u32)) -> Drawn {
    let root = SVGBackend::with_string(svg, (px(size.0), px(size.1))).into_drawing_area();
    let all = || roofline.points.iter().flat_map(|(_, points)| points);
    let fold = |f: fn(&(f64, f64)) -> f64, choose: fn(f64, f64) -> f64, start| all().map(f).fold(start, choose);
    // Room on both sides, so that the roof is seen to rise.
    let x = fold(|p| p.0, f64::min, f64::MAX) / 2.5..fold(|p| p.0, f64::max, 0.0) * 2.5;
    let roof = |intensity: f64| intensity * roofline.copy_gb_s;
    let lowest = fold(|p| p.1, f64::min, f64::MAX).min(roof(x.start));
    let highest = fold(|p| p.1, f64::max, 0.0).max(roof(x.end));
    let y = lowest / 1.5..highest * 1.5;
    let (x_ticks, y_ticks) = (ticks(x.start, x.end, 0.15), ticks(y.start, y.end, 0.09));
    let mut chart = ChartBuilder::on(&root)
        .margin_top(px(30))
        .margin_right(px(10))
        .x_label_area_size(px(40))
        .y_label_area_size(px(52))
        .build_cartesian_2d(x.clone().log_scale().with_key_points(x_ticks), y.log_scale().with_key_points(y_ticks))?;
    chart
        .configure_mesh()
        .bold_line_style(RULE.stroke_width(px(1)))
        .light_line_style(TRANSPARENT)
        .axis_style(RULE.stroke_width(px(1)))
        .x_label_style(text_style(&MUTED, HPos::Center, VPos::Top))
        .y_label_style(text_style(&MUTED, HPos::Right, VPos::Center))
        .x_label_formatter(&|value| tick(*value))
        .y_label_formatter(&|value| tick(*value))
        .set_all_tick_mark_size(px(3))
        .draw()?;
    let ends = [x.start, x.end].map(|intensity| (intensity, roof(intensity)));
    chart.draw_series(LineSeries::new(ends, INK.stroke_width(px(2))))?;
    for (marker, points) in &roofline.points {
        for point in points {
            let center = chart.backend_coord(point);
            match corners(*marker) {
                [] => root.draw(&Circle::new(center, px(RADIUS), OWN.filled()))?,
                corners => {
                    let moved = corners.iter().map(|(x, y)| (center.0 + at(*x), center.1 + at(*y)));
                    root.draw(&Polygon::new(moved.collect::<Vec<_>>(), OWN.filled()))?;
                }
            }
        }
    }
    let (width, height) = (i32::try_from(size.0)?, i32::try_from(size.1)?);
    // The roof's name ends where the roof does, below it, where no point can be.
    let end = chart.backend_coord(&ends[1]);
    let right = text_style(&INK, HPos::Right, VPos::Top);
    root.draw(&Text::new(roofline.roof.clone(), (end.0, end.1 - at(20)), right))?;
    let below = text_style(&INK, HPos::Right, VPos::Bottom);
    root.draw(&Text::new(roofline.intensity.clone(), (at(width - 10), at(height - 2)), below))?;
    let above = text_style(&INK, HPos::Left, VPos::Top);
    root.draw(&Text::new(roofline.performance.clone(), (at(4), at(4)), above))?;
    root.present()?;
    Ok(())
}

/// Of a marker without corners.
const RADIUS: u32 = 4;

/// The corners of a marker around its centre; a circle has none.
fn corners(marker: usize) -> &'static [(i32, i32)] {
    match marker % N_MARKERS {
        0 => &[],
        1 => &[(0, -5), (5, 4), (-5, 4)],
        2 => &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
        _ => &[(0, -6), (6, 0), (0, 6), (-6, 0)],
    }
}

/// A marker by itself, for the key below the picture.
pub(crate) fn marker(marker: usize) -> String {
    let shape = match corners(marker) {
        [] => format!("<circle cx=\"7\" cy=\"7\" r=\"{RADIUS}\"/>"),
        corners => {
            let points: Vec<String> = corners.iter().map(|(x, y)| format!("{},{}", x + 7, y + 7)).collect();
            format!("<polygon points=\"{}\"/>", points.join(" "))
        }
    };
    format!("<svg class=\"marker\" viewBox=\"0 0 14 14\" aria-hidden=\"true\">{shape}</svg>")
}
