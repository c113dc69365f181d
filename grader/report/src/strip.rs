//! Pictures as high as a line of text, as wide as the column they stand in. Only positions across are relative, so that
//! nothing is distorted.

use std::fmt::Write;

/// Text within HTML and SVG.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Fewer edits than this leave room to the right: three marks across the page would look like everything there is.
pub(crate) const LEAST_SLOTS: usize = 48;
/// With more edits than this, neighbours touch.
const SPACED: usize = 160;

/// One lane of a timeline: a mark for each of the `numbers` out of `n` edits.
///
/// `days`: the edits with which a day begins. `class`: of the marks. `name`: what is said in place of the picture. `hint`: what
/// is said of the edits from one to another, those that touch being one mark.
pub(crate) fn lane(
    numbers: &[usize],
    n: usize,
    days: &[usize],
    class: &str,
    name: &str,
    hint: impl Fn(usize, usize) -> String,
) -> String {
    let slots = n.max(LEAST_SLOTS);
    #[expect(clippy::cast_precision_loss, reason = "edits are counted in hundreds")]
    let across = |slot: usize| 100.0 * slot as f64 / slots as f64;
    let mut svg = format!("<svg class=\"lane\" role=\"img\" aria-label=\"{}\">", escape(name));
    for day in days {
        let x = across(*day);
        // Writing to a string cannot fail.
        let _ = write!(svg, "<line class=\"day\" x1=\"{x:.3}%\" x2=\"{x:.3}%\" y1=\"0\" y2=\"100%\"/>");
    }
    for (from, to) in runs(numbers, if n > SPACED { usize::MAX } else { 1 }) {
        let (x, width) = (across(from), across(to + 1) - across(from));
        let width = if n > SPACED { width } else { width * 0.7 };
        let hint = escape(&hint(from, to));
        let _ = write!(
            svg,
            "<rect class=\"{class}\" x=\"{x:.3}%\" width=\"{width:.3}%\" y=\"2\" height=\"14\"><title>{hint}</title></rect>"
        );
    }
    svg += "</svg>";
    svg
}

/// Numbers that follow each other, first and last, at most `most` of them together.
fn runs(numbers: &[usize], most: usize) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match runs.last_mut().filter(|(from, to)| to + 1 == number && number - *from < most) {
            Some((_, to)) => *to = number,
            None => runs.push((number, number)),
        }
    }
    runs
}

/// How much of the roofline a kernel reaches: a bar, the solution as a line across it, PyTorch as a ring.
///
/// Shares of 1 are the roofline. `most`: what the whole width stands for. `name`: what is said in place of the picture.
pub(crate) fn share(own: f64, solution: Option<f64>, torch: Option<f64>, most: f64, name: &str) -> String {
    let across = |share: f64| 100.0 * (share / most).clamp(0.0, 1.0);
    let (own, roof) = (across(own), across(1.0));
    let mut svg = format!(
        "<svg class=\"share\" role=\"img\" aria-label=\"{}\"><line class=\"track\" x1=\"0\" x2=\"100%\" y1=\"9\" y2=\"9\"/>\
         <line class=\"roof\" x1=\"{roof:.2}%\" x2=\"{roof:.2}%\" y1=\"1\" y2=\"17\"/>\
         <rect class=\"own\" x=\"0\" width=\"{own:.2}%\" y=\"6\" height=\"6\"/>",
        escape(name)
    );
    if let Some(x) = solution.map(across) {
        let _ = write!(svg, "<line class=\"solution\" x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=\"3\" y2=\"15\"/>");
    }
    if let Some(x) = torch.map(across) {
        let _ = write!(svg, "<circle class=\"torch\" cx=\"{x:.2}%\" cy=\"9\" r=\"3.5\"/>");
    }
    svg += "</svg>";
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks() {
        assert_eq!(runs(&[0, 1, 2, 5, 7, 8], usize::MAX), [(0, 2), (5, 5), (7, 8)]);
        assert_eq!(runs(&[0, 1, 5], 1), [(0, 0), (1, 1), (5, 5)]);
        let few = lane(&[0, 2], 3, &[1], "passed", "two <of> three", |from, to| format!("{from}–{to}"));
        assert_eq!(few.matches("<rect").count(), 2);
        assert_eq!(few.matches("class=\"day\"").count(), 1);
        assert!(few.contains("aria-label=\"two &lt;of&gt; three\"") && few.contains("<title>2–2</title>"), "{few}");
        let numbers: Vec<usize> = (0..600).filter(|n| n % 100 != 0).collect();
        let many = lane(&numbers, 600, &[], "wrong", "", |_, _| String::new());
        assert_eq!(many.matches("<rect").count(), 6, "neighbours touch");
    }

    #[test]
    fn shares() {
        let svg = share(0.5, Some(0.8), None, 1.25, "half");
        assert!(
            svg.contains("width=\"40.00%\"") && svg.contains("x1=\"64.00%\"") && svg.contains("x1=\"80.00%\""),
            "{svg}"
        );
        assert!(!svg.contains("circle"), "{svg}");
        let svg = share(9.0, None, Some(f64::MAX), 1.0, "");
        assert!(
            svg.contains("width=\"100.00%\"") && svg.contains("cx=\"100.00%\""),
            "nothing leaves the column: {svg}"
        );
    }

    #[test]
    fn text_stays_text() {
        assert_eq!(escape("<b a='1' c=\"&\">"), "&lt;b a=&#39;1&#39; c=&quot;&amp;&quot;&gt;");
    }
}
