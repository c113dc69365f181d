//! Tables: columns as wide as their content where the screen allows it, else with cells of several lines.

use super::inline::Inline;

/// Between two columns.
const GAP: usize = 2;

/// Writes rows of cells, the first being the head, in at most `columns`.
pub fn table(rows: &[Vec<Inline>], columns: usize, color: bool) -> Vec<String> {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |f: fn(&Inline) -> usize| -> Vec<usize> {
        (0..n_columns).map(|at| rows.iter().filter_map(|row| row.get(at)).map(f).max().unwrap_or(0).max(1)).collect()
    };
    let available = columns.saturating_sub(GAP * n_columns.saturating_sub(1));
    let widths = fit(widest(Inline::width), &widest(Inline::longest_word), available);
    let lines_of = |row: &Vec<Inline>| -> Vec<_> {
        row.iter().zip(&widths).map(|(cell, &width)| cell.lines(width, color)).collect()
    };
    let rows: Vec<_> = rows.iter().map(lines_of).collect();
    let height = |cells: &[Vec<(String, usize)>]| cells.iter().map(Vec::len).max().unwrap_or(0);
    // Where cells have several lines, only an empty line says where the next row begins.
    let is_tall = rows.iter().any(|cells| height(cells) > 1);
    let mut lines = Vec::new();
    for (number, cells) in rows.iter().enumerate() {
        for at in 0..height(cells) {
            let mut line = String::new();
            let mut blanks = 0;
            for (cell, width) in cells.iter().zip(&widths) {
                let (text, taken) = cell.get(at).map_or(("", 0), |(text, taken)| (text.as_str(), *taken));
                if taken > 0 {
                    line += &" ".repeat(blanks);
                    line += text;
                    blanks = 0;
                }
                blanks += width - taken.min(*width) + GAP;
            }
            lines.push(line);
        }
        if number == 0 {
            let rules: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
            lines.push(rules.join(&" ".repeat(GAP)));
        } else if is_tall && number + 1 < rows.len() {
            lines.push(String::new());
        }
    }
    lines
}

/// Takes columns away from the widest until all fit into `available`, at first from those that keep their words whole.
fn fit(mut widths: Vec<usize>, words: &[usize], available: usize) -> Vec<usize> {
    while widths.iter().sum::<usize>() > available {
        let roomy = (0..widths.len()).filter(|&at| widths[at] > words[at]).max_by_key(|&at| widths[at]);
        let widest = roomy.or_else(|| (0..widths.len()).max_by_key(|&at| widths[at]));
        match widest {
            // Wide characters need two.
            Some(at) if widths[at] > 2 => widths[at] -= 1,
            _ => break,
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(cells: &[&[&str]]) -> Vec<Vec<Inline>> {
        let cell = |text: &&str| {
            let mut inline = Inline::default();
            inline.push(text, None);
            inline
        };
        cells.iter().map(|row| row.iter().map(cell).collect()).collect()
    }

    #[test]
    fn columns_are_as_wide_as_needed() {
        let lines = table(&rows(&[&["a", "bb"], &["ccc", "d"]]), 80, false);
        assert_eq!(lines, ["a    bb", "───  ──", "ccc  d"]);
    }

    #[test]
    fn the_widest_column_is_broken() {
        let lines = table(&rows(&[&["a", "b"], &["ccc", "one two three"], &["d", "e"]]), 13, false);
        assert_eq!(lines, ["a    b", "───  ────────", "ccc  one two", "     three", "", "d    e"]);
    }
}
