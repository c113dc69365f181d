//! A bit per byte: which bytes of a memory have been written.

use std::ops::Range;

/// One initialisation bit per byte of a memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    words: Vec<u64>,
    n_bits: usize,
    /// Every bit is known to be set.
    full: bool,
    /// No bit is known to be set.
    empty: bool,
}

/// The bits of word `w` that belong to `range`.
fn window(w: usize, range: &Range<usize>) -> u64 {
    let lo = range.start.max(w.wrapping_mul(64)).wrapping_sub(w.wrapping_mul(64));
    let hi = range.end.min(w.wrapping_mul(64).wrapping_add(64)).wrapping_sub(w.wrapping_mul(64));
    (u64::MAX >> (64usize.wrapping_sub(hi.wrapping_sub(lo)) as u32 & 63)) << (lo as u32 & 63)
}

impl Bits {
    /// `n_bits` bits, all clear or all set.
    pub(crate) fn new(n_bits: usize, set: bool) -> Bits {
        Bits { words: vec![if set { u64::MAX } else { 0 }; n_bits.div_ceil(64)], n_bits, full: set, empty: !set }
    }

    /// Sets every bit to `set`.
    pub(crate) fn fill(&mut self, set: bool) {
        self.words.fill(if set { u64::MAX } else { 0 });
        (self.full, self.empty) = (set, !set);
    }

    /// Whether every bit is known to be set; false says nothing.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// Whether no bit is known to be set; false says nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.empty
    }

    /// The bits, 64 to a word. Whoever clears some of them puts all back or calls [`Bits::fill`].
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        self.empty = false;
        &mut self.words
    }

    /// Sets the bits to what they were.
    pub(crate) fn put_back(&mut self, words: &[u64]) {
        self.words.copy_from_slice(words);
    }

    /// Grows or shrinks to `n_bits`; new bits are clear.
    pub(crate) fn resize(&mut self, n_bits: usize) {
        self.words.resize(n_bits.div_ceil(64), 0);
        self.n_bits = n_bits;
        (self.full, self.empty) = (false, false);
    }

    /// True where every bit of `range` is set. The range lies inside.
    #[inline(always)]
    pub(crate) fn all(&self, range: Range<usize>) -> bool {
        if range.is_empty() {
            return true;
        }
        let (first, last) = (range.start / 64, (range.end.wrapping_sub(1)) / 64);
        let Some(words) = self.words.get(first..=last) else { return false };
        if let [word] = words {
            let m = window(first, &range);
            return word & m == m;
        }
        let mut acc = u64::MAX;
        for (k, word) in words.iter().enumerate() {
            let w = first.wrapping_add(k);
            acc &= if w == first || w == last { word | !window(w, &range) } else { *word };
        }
        acc == u64::MAX
    }

    /// Whether the four bits from `first`, a multiple of four, are set.
    #[inline(always)]
    pub(crate) fn four(&self, first: usize) -> bool {
        self.words.get(first / 64).is_some_and(|w| w >> (first % 64) & 15 == 15)
    }

    /// True where no bit of `range` is set.
    pub(crate) fn none(&self, range: Range<usize>) -> bool {
        range.into_iter().all(|b| self.words.get(b / 64).is_none_or(|w| w >> (b % 64) & 1 == 0))
    }

    /// Sets or clears the bits of `range`.
    #[inline(always)]
    pub(crate) fn set(&mut self, range: Range<usize>, value: bool) {
        if range.is_empty() {
            return;
        }
        (self.full, self.empty) =
            if value { (self.full || range == (0..self.n_bits), false) } else { (false, self.empty) };
        let (first, last) = (range.start / 64, (range.end.wrapping_sub(1)) / 64);
        let Some(words) = self.words.get_mut(first..=last) else { return };
        for (k, word) in words.iter_mut().enumerate() {
            let w = first.wrapping_add(k);
            let m = if w == first || w == last { window(w, &range) } else { u64::MAX };
            if value { *word |= m } else { *word &= !m }
        }
    }

    /// The maximal runs of set bits, in order.
    pub(crate) fn runs(&self) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for (k, &word) in self.words.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let start = rest.trailing_zeros() as usize;
                let len = (rest >> start).trailing_ones() as usize;
                let from = k.wrapping_mul(64).wrapping_add(start);
                let to = from.wrapping_add(len).min(self.n_bits);
                match runs.last_mut() {
                    Some(last) if last.end == from => last.end = to,
                    _ if from < to => runs.push(from..to),
                    _ => {}
                }
                let end = start.wrapping_add(len);
                rest = if end >= 64 { 0 } else { rest >> end << end };
            }
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    #[allow(clippy::single_range_in_vec_init, reason = "one run is a list of one range")]
    fn ranges_agree_with_single_bits() {
        for (lo, hi) in [(0, 1), (0, 64), (3, 61), (63, 65), (5, 200), (128, 192), (100, 100)] {
            let mut bits = Bits::new(256, false);
            bits.set(lo..hi, true);
            for b in 0..256 {
                assert_eq!(bits.all(b..b + 1), (lo..hi).contains(&b), "bit {b} of {lo}..{hi}");
            }
            assert!(bits.all(lo..hi));
            assert!(!bits.all(lo..hi + 1));
            assert_eq!(bits.runs(), if lo < hi { vec![lo..hi] } else { vec![] });
            bits.set(lo..hi, false);
            assert!(bits.none(0..256));
        }
    }
}
