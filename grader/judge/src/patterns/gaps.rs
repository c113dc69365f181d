//! Hypotheses about outputs with elements that were never written: which elements some mistake leaves out.

use std::ops::Range;

use diag::{Pattern, Text, msg};

use super::{Evidence, Fit, Id};

/// An output and the launch that should have written it.
#[derive(Debug, Clone, Copy)]
pub struct Layout<'a> {
    /// The output's name.
    pub buffer: &'a str,
    /// Its shape.
    pub shape: &'a [usize],
    /// Bytes of an element.
    pub elem_bytes: usize,
    /// Blocks in the grid.
    pub n_blocks: usize,
    /// Threads in a block.
    pub n_threads: usize,
    /// Whether the kernel is written in tiles, not in threads.
    pub is_tiled: bool,
}

/// Sizes of groups that kernels work in, besides a block.
const GROUPS: [usize; 5] = [32, 16, 8, 4, 2];

/// Columns of tiles.
const TILES: [usize; 5] = [16, 32, 64, 128, 256];

/// Takes a hypothesis: its id, its sentence, and which elements it says are written.
type Found<'a> = dyn FnMut(Id, Text, &dyn Fn(usize) -> bool) + 'a;

/// Calls `found` with each hypothesis: its id, its sentence, and which elements it says are written.
fn each_hypothesis(layout: &Layout<'_>, found: &mut Found<'_>) {
    let Layout { buffer, shape, elem_bytes, n_blocks, n_threads: block, is_tiled } = *layout;
    let n: usize = shape.iter().product();
    let (block, covered) = (block.max(1), n_blocks * block);
    let number = |size: usize| i64::try_from(size).unwrap_or(i64::MAX);
    found((Pattern::NothingWritten, 0), msg!("judge-unwritten-nothing"), &|_| false);
    if let &[_, cols] = shape
        && cols > 0
        && is_tiled
    {
        found((Pattern::TailUnwritten, 1), msg!("judge-unwritten-last-column"), &|i| i % cols + 1 < cols);
        for kept in TILES {
            let columns = msg!("judge-unwritten-tile-columns", kept = kept);
            found((Pattern::OnlyFirstColumns, number(kept)), columns, &|i| i % cols < kept);
        }
    } else if let &[_, cols] = shape
        && cols > 0
    {
        let columns = msg!("judge-unwritten-columns", kept = block);
        found((Pattern::OnlyFirstColumns, 0), columns, &|i| i % cols < block);
        found((Pattern::OnlyFirstRow, 0), msg!("judge-unwritten-first-row"), &|i| i < cols);
        let thread = msg!("judge-unwritten-thread-0", step = block);
        found((Pattern::OneThreadOnly, 1), thread, &|i| (i % cols).is_multiple_of(block));
        found((Pattern::TailUnwritten, 1), msg!("judge-unwritten-last-column"), &|i| i % cols + 1 < cols);
    } else {
        let grid = msg!("judge-unwritten-grid", threads = block);
        found((Pattern::OneElementEach, 0), grid, &|i| i < covered);
        let first = msg!("judge-unwritten-first-block", block = block);
        found((Pattern::OnlyFirstBlock, 0), first, &|i| i < block);
        found((Pattern::EvenGaps, 10), msg!("judge-unwritten-passes"), &|i| (i / covered.max(1)).is_multiple_of(2));
        let thread = msg!("judge-unwritten-thread-0", step = block);
        found((Pattern::OneThreadOnly, 0), thread, &|i| i.is_multiple_of(block));
    }
    found((Pattern::TailUnwritten, 0), msg!("judge-unwritten-last", buffer = buffer), &|i| i + 1 < n);
    found((Pattern::FirstUnwritten, 0), msg!("judge-unwritten-first", buffer = buffer), &|i| i > 0);
    let bytes = msg!("judge-unwritten-bytes", size = elem_bytes);
    found((Pattern::ElementsForBytes, 0), bytes, &|i| i < n / elem_bytes.max(1));
    let whole = |size: usize| move |i: usize| i < n - n % size;
    let rest = |size: usize| msg!("judge-unwritten-rest", size = size);
    found((Pattern::TailUnwritten, 1000), rest(block), &whole(block));
    let bytes = (16 / elem_bytes.max(1)).max(1);
    found((Pattern::TailUnwritten, 16), msg!("judge-unwritten-rest-bytes"), &whole(bytes));
    for size in GROUPS.into_iter().filter(|&size| size != block) {
        found((Pattern::TailUnwritten, 100 + number(size)), rest(size), &whole(size));
    }
    for (first, step) in [(1, 2), (0, 2)] {
        let text = msg!("judge-unwritten-stride", first = first, step = step);
        found((Pattern::EvenGaps, number(first)), text, &|i| i % step != first);
    }
}

/// The ranges that are not written, of `n` elements.
fn gaps_of(n: usize, is_written: &dyn Fn(usize) -> bool) -> Vec<Range<usize>> {
    let mut gaps: Vec<Range<usize>> = Vec::new();
    for i in (0..n).filter(|&i| !is_written(i)) {
        match gaps.last_mut() {
            Some(last) if last.end == i => last.end += 1,
            _ => gaps.push(i..i + 1),
        }
    }
    gaps
}

/// What fits an output with `gaps`.
pub fn examine(layout: &Layout<'_>, gaps: &[Range<usize>]) -> Evidence {
    let n: usize = layout.shape.iter().product();
    let mut evidence = Evidence { buffer: layout.buffer.to_owned(), ..Evidence::default() };
    if n > super::MAX_ELEMENTS {
        return evidence;
    }
    evidence.is_examined = true;
    each_hypothesis(layout, &mut |id, text, is_written| {
        let is_refuted_at_once = gaps.first().is_some_and(|gap| is_written(gap.start) || is_written(gap.end - 1));
        if is_refuted_at_once || gaps_of(n, is_written) != gaps {
            return;
        }
        // Where there is but one block, its elements are also what one element for each thread makes.
        if id.0 == Pattern::OnlyFirstBlock && layout.n_blocks == 1 {
            evidence.silent.push((id.0, None));
        } else {
            let rank = evidence.fits.len();
            evidence.fits.push(Fit { id, rank, is_general: false, text });
        }
    });
    evidence
}

/// Which of `ids` cannot be, because this output was wholly written.
pub fn refuted(layout: &Layout<'_>, ids: &[Id]) -> Vec<Id> {
    let n: usize = layout.shape.iter().product();
    let mut refuted = Vec::new();
    each_hypothesis(layout, &mut |id, _, is_written| {
        if ids.contains(&id) && !(0..n).all(is_written) {
            refuted.push(id);
        }
    });
    refuted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::conclusion;

    /// The pattern of outputs of these lengths, each with the elements that `is_written` says, in blocks of 256.
    #[track_caller]
    fn check(sizes: &[usize], is_written: impl Fn(usize, usize) -> bool, expected: &[&str]) {
        let evidence: Vec<Evidence> = sizes
            .iter()
            .map(|&n| {
                let shape = [n];
                let layout = Layout {
                    buffer: "out",
                    shape: &shape,
                    elem_bytes: 4,
                    n_blocks: n.div_ceil(256),
                    n_threads: 256,
                    is_tiled: false,
                };
                examine(&layout, &gaps_of(n, &|i| is_written(i, n)))
            })
            .collect();
        let found = conclusion(&evidence.iter().collect::<Vec<_>>(), &[]);
        assert_eq!(found.0.iter().map(|pattern| pattern.as_str()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_is_left_out() {
        let sizes = [1, 31, 257, 1000];
        check(&sizes, |_, _| false, &["nothing-written"]);
        check(&sizes, |i, n| i + 1 < n, &["tail-unwritten"]);
        check(&sizes, |i, n| i < n - n % 256, &["tail-unwritten"]);
        check(&[257, 1000], |i, _| i < 256, &["only-first-block"]);
        check(&sizes, |i, n| i < n / 4, &["elements-for-bytes"]);
        check(&[700, 1025], |i, n| i / (n.div_ceil(256) * 256) == 0 && i < 256, &["only-first-block"]);
        check(&[31, 1000], |i, _| i % 2 == 0, &["even-gaps"]);
        check(&sizes, |i, _| i > 0, &["first-unwritten"]);
        check(&[257, 1000], |i, _| i % 256 == 0, &["one-thread-only"]);
        check(&[257, 1000], |i, n| (i * i + n) % 7 > 2, &[]);
    }

    #[test]
    fn rows() {
        let layout =
            Layout { buffer: "out", shape: &[3, 300], elem_bytes: 4, n_blocks: 3, n_threads: 256, is_tiled: false };
        let ids = |is_written: &dyn Fn(usize) -> bool| -> Vec<&'static str> {
            examine(&layout, &gaps_of(900, is_written)).fits.iter().map(|fit| fit.id.0.as_str()).collect()
        };
        assert_eq!(ids(&|i| i % 300 < 256), ["only-first-columns"]);
        assert_eq!(ids(&|i| i < 300), ["only-first-row"]);
        assert_eq!(ids(&|i| i % 300 % 256 == 0), ["one-thread-only"]);
        assert!(refuted(&layout, &[(Pattern::OnlyFirstRow, 0), (Pattern::TailUnwritten, 104)]).len() == 1);
    }
}
