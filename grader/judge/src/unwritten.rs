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
    fn membership_and_stride() {
        let ranges = [1..2, 3..4, 5..6];
        assert!(contains(&ranges, 3) && !contains(&ranges, 4) && !contains(&ranges, 9));
        assert_eq!(stride(&ranges), Some((1, 2)));
        assert_eq!(stride(&[0..1, 2..4, 5..6]), None);
    }
}
