//! Latency by version of the kernel.

use plotters::coord::combinators::{BindKeyPoints, IntoLogRange};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::ticks::ticks;
use super::{MUTED, OWN, RULE, SOLUTION, TORCH, finish, px, text_style};
use crate::format::tick;
use crate::speed::Series;

/// Width and height in pixels; the page shows two of them side by side, or one on a phone.
const SIZE: (u32, u32) = (340, 150);

/// Latencies of two versions or more, in microseconds on a logarithmic axis. `None` when nothing could be drawn.
///
/// `first`: the number of the first version.
pub(crate) fn latency(series: &Series, first: usize, title: &str, description: &str) -> Option<String> {
    let all = [&series.own, &series.solution, &series.torch];
    let values = || all.into_iter().flatten().flatten().copied();
    let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(0.0, f64::max));
    if low > high {
        return None;
    }
    let (low, high) = (low / 1.12, high * 1.12);
    let n = series.own.len();
    let mut svg = String::new();
    draw(&mut svg, series, first, n, low..high).ok()?;
    Some(finish(&svg, "plot small", title, description))
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// plotters lays whole numbers out best, and half a version is needed on both sides.
const TENTHS: i32 = 10;

fn draw(svg: &mut String, series: &Series, first: usize, n: usize, range: std::ops::Range<f64>) -> Drawn {
    let root = SVGBackend::with_string(svg, (px(SIZE.0), px(SIZE.1))).into_drawing_area();
    let (first, n) = (i32::try_from(first)?, i32::try_from(n)?);
    let last = first + n - 1;
    let (left, right) = (TENTHS * first - 4, TENTHS * last + 4);
    let middle = if n > 4 { Some(first + n / 2) } else { None };
    let marked = std::iter::once(first).chain(middle).chain([last]).map(|version| TENTHS * version);
    let latencies = ticks(range.start, range.end, 0.16);
    let mut chart = ChartBuilder::on(&root)
        .margin_top(px(11))
        .margin_right(px(8))
        .x_label_area_size(px(22))
        .y_label_area_size(px(44))
        .build_cartesian_2d(
            (left..right).with_key_points(marked.collect()),
            range.log_scale().with_key_points(latencies),
        )?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(RULE.stroke_width(px(1)))
        .light_line_style(TRANSPARENT)
        .axis_style(RULE.stroke_width(px(1)))
        .x_label_style(text_style(&MUTED, HPos::Center, VPos::Top))
        .y_label_style(text_style(&MUTED, HPos::Right, VPos::Center))
        .x_label_formatter(&|tenths| (tenths / TENTHS).to_string())
        .y_label_formatter(&|us| tick(*us))
        .set_all_tick_mark_size(px(3))
        .draw()?;
    let points = |values: &[Option<f64>]| -> Vec<(i32, f64)> {
        (first..).zip(values).filter_map(|(version, us)| us.map(|us| (TENTHS * version, us))).collect()
    };
    for (values, color) in [(&series.torch, TORCH), (&series.solution, SOLUTION)] {
        let mut line = points(values);
        // A line from edge to edge even where one measurement is all there is.
        if let (Some(begin), Some(end)) = (line.first().copied(), line.last().copied()) {
            line.insert(0, (left, begin.1));
            line.push((right, end.1));
        }
        chart.draw_series(LineSeries::new(line, color.stroke_width(px(2))))?;
    }
    let own = points(&series.own);
    chart.draw_series(LineSeries::new(own.clone(), OWN.stroke_width(px(2))))?;
    // Where points would touch, the line says it all.
    let radius = if n > 40 { 2 } else { 3 };
    chart.draw_series(own.into_iter().map(|point| Circle::new(point, px(radius), OWN.filled())))?;
    root.present()?;
    Ok(())
}
