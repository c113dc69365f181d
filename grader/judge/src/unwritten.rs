//! Which elements of an output no thread wrote.

use std::ops::Range;

/// Turns the written byte ranges of a buffer of `n` elements of `elem_bytes` into the element ranges that are not
/// (wholly) written, in order.
pub fn unwritten(written: &[Range<usize>], elem_bytes: usize, n: usize) -> Vec<Range<usize>> {
    let mut gaps: Vec<Range<usize>> = Vec::new();
    let mut next = 0;
    for range in written.iter().cloned().chain(std::iter::once(n * elem_bytes..n * elem_bytes)) {
        if range.start > next {
            // An element that was written in part is not written.
            let gap = next / elem_bytes..range.start.div_ceil(elem_bytes);
            match gaps.last_mut() {
                Some(last) if last.end >= gap.start => last.end = gap.end,
                _ => gaps.push(gap),
            }
        }
        next = next.max(range.end);
    }
    gaps
}

/// Whether `ranges` (sorted, disjoint) contain `at`.
pub fn contains(ranges: &[Range<usize>], at: usize) -> bool {
    let after = ranges.partition_point(|range| range.end <= at);
    ranges.get(after).is_some_and(|range| range.contains(&at))
}

/// The step of ranges that repeat evenly, such as every second element: `(first, step)`.
pub fn stride(ranges: &[Range<usize>]) -> Option<(usize, usize)> {
    let [first, second, ..] = ranges else { return None };
    let step = second.start - first.start;
    let even = ranges.windows(2).all(|pair| pair[1].start - pair[0].start == step);
    (even && ranges.len() > 2 && ranges.iter().all(|range| range.len() == 1)).then_some((first.start, step))
}

/// Some of a matrix's rows, or of its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// Each of them.
    All,
    /// Those from the first to the last.
    Range {
        /// The first.
        first: usize,
        /// The last.
        last: usize,
    },
    /// Of each `period`, those from the first to the last.
    Each {
        /// How many lines come between one piece and the next.
        period: usize,
        /// The first, less than `period`.
        first: usize,
        /// The last, less than `period`.
        last: usize,
    },
}

impl Lines {
    /// How these of `n` lines can be told; `None` where no rule fits.
    fn of(is_in: &[bool]) -> Option<Self> {
        let first = is_in.iter().position(|&is| is)?;
        let last = is_in.iter().rposition(|&is| is)?;
        if is_in.iter().all(|&is| is) {
            return Some(Self::All);
        }
        if is_in[first..=last].iter().all(|&is| is) {
            return Some(Self::Range { first, last });
        }
        [64, 32, 16, 8, 4, 2].into_iter().find_map(|period| {
            let piece = is_in.get(..period)?;
            let (first, last) = (piece.iter().position(|&is| is)?, piece.iter().rposition(|&is| is)?);
            let is_even = is_in.iter().enumerate().all(|(at, &is)| is == (first..=last).contains(&(at % period)));
            is_even.then_some(Self::Each { period, first, last })
        })
    }
}

/// The rows and the columns of a matrix of `n` elements whose crossings are just the elements in `gaps`.
pub fn lines(gaps: &[Range<usize>], n: usize, cols: usize) -> Option<(Lines, Lines)> {
    let mut is_gap = vec![false; n];
    gaps.iter().for_each(|gap| is_gap[gap.clone()].fill(true));
    let rows: Vec<bool> = is_gap.chunks(cols).map(|row| row.contains(&true)).collect();
    let columns: Vec<bool> = (0..cols).map(|col| is_gap.iter().skip(col).step_by(cols).any(|&is| is)).collect();
    let is_crossing = |(i, &is): (usize, &bool)| is == (rows[i / cols] && columns[i % cols]);
    let are_crossings = rows.len() > 1 && cols > 1 && is_gap.iter().enumerate().all(is_crossing);
    if are_crossings { Lines::of(&rows).zip(Lines::of(&columns)) } else { None }
}

#[cfg(test)]
#[expect(clippy::single_range_in_vec_init, reason = "lists of ranges, some with one")]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &[Range<usize>], n: usize, expected: &[Range<usize>]) {
        assert_eq!(unwritten(written, 4, n), expected);
    }

    #[test]
    fn gaps() {
        check(&[], 3, &[0..3]);
        check(&[0..12], 3, &[]);
        check(&[0..4], 3, &[1..3]);
        check(&[4..8], 3, &[0..1, 2..3]);
        check(&[], 0, &[]);
        // Half an element.
        check(&[0..6], 3, &[1..3]);
        check(&[0..2, 4..12], 3, &[0..1]);
        check(&[0..5, 7..12], 3, &[1..2]);
    }

    #[test]
    fn rows_and_columns() {
        // Four rows of five.
        let range = |first, last| Lines::Range { first, last };
        assert_eq!(lines(&[5..15], 20, 5), Some((range(1, 2), Lines::All)));
        assert_eq!(lines(&[3..5, 8..10, 13..15, 18..20], 20, 5), Some((Lines::All, range(3, 4))));
        assert_eq!(lines(&[8..10, 13..15], 20, 5), Some((range(1, 2), range(3, 4))));
        let odd = Lines::Each { period: 2, first: 1, last: 1 };
        assert_eq!(lines(&[5..10, 15..20], 20, 5), Some((odd, Lines::All)));
        assert_eq!(lines(&[5..10, 16..20], 20, 5), None);
    }

    #[test]
    fn membership_and_stride() {
        let ranges = [1..2, 3..4, 5..6];
        assert!(contains(&ranges, 3) && !contains(&ranges, 4) && !contains(&ranges, 9));
        assert_eq!(stride(&ranges), Some((1, 2)));
        assert_eq!(stride(&[0..1, 2..4, 5..6]), None);
    }
}
