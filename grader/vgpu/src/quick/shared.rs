//! Who touched which words of a block's shared memory since the last barrier.
//!
//! A record is `barriers passed (19) | how the word is covered (2) | thread (11)`. The count runs on over all blocks of
//! a worker, so that nothing is cleared between blocks.

/// The thread of a record of several threads.
pub(super) const MULTI: u32 = 0x7ff;
const HOW: u32 = 3 << 11;
const EPOCH: u32 = 13;
const MAX_EPOCH: u32 = (1 << (32 - EPOCH)) - 1;

/// Writers and readers, a record per word.
#[derive(Default)]
pub(super) struct Records {
    writers: Vec<u32>,
    readers: Vec<u32>,
    /// The epoch at the block's start.
    base: u32,
    /// The last barrier count that was seen of the block.
    seen: u32,
}

impl Records {
    /// For a block with `n_bytes` of shared memory.
    pub(super) fn new_block(&mut self, n_bytes: usize) {
        let n = n_bytes.div_ceil(4);
        if self.writers.len() < n {
            self.writers.resize(n, 0);
            self.readers.resize(n, 0);
        }
        self.base += self.seen + 1;
        self.seen = 0;
        if self.base > MAX_EPOCH / 2 {
            self.writers.fill(0);
            self.readers.fill(0);
            self.base = 1;
        }
    }

    /// The least record after `now` barriers; `None`: they are more than records count.
    #[inline(always)]
    fn limit(&mut self, now: u32) -> Option<u32> {
        self.seen = now;
        let epoch = self.base + now;
        (epoch <= MAX_EPOCH).then_some(epoch << EPOCH)
    }

    /// Consecutive threads from `tid` access `size` bytes each from byte `offset`, `n` of them, after `now` barriers.
    /// False where another thread's access since the last barrier stands against it.
    #[inline(always)]
    pub(super) fn run(&mut self, offset: usize, size: usize, n: usize, tid: u32, now: u32, write: bool) -> bool {
        let Some(limit) = self.limit(now) else { return false };
        let (end, multi) = (offset + size * n, tid == MULTI);
        if size == 4 && offset.is_multiple_of(4) {
            let (first, step) = (limit | tid, u32::from(!multi));
            return self.words(offset / 4, n, first, step, limit, write);
        }
        let mut good = true;
        let mut at = offset;
        while at < end {
            let to = (at / 4 * 4 + 4).min(end);
            let t = if multi { MULTI } else { tid + ((at - offset) / size) as u32 };
            // Several threads' bytes in a part of a word: no record says that.
            good &= to - at == 4 || to - at <= size;
            let how = if to - at < 4 { 3 } else { [2, 1, 0][size.trailing_zeros().min(2) as usize] };
            good &= self.words(at / 4, 1, limit | how << 11 | t, 0, limit, write);
            at = to;
        }
        good
    }

    /// Consecutive threads from `tid` access a word each, `step` bytes apart. False as above.
    #[inline(always)]
    pub(super) fn column(&mut self, offset: usize, step: i64, n: usize, tid: u32, now: u32, write: bool) -> bool {
        let Some(limit) = self.limit(now) else { return false };
        let mut bad = false;
        for k in 0..n {
            let word = (offset as i64 + step * k as i64) as usize / 4;
            let (Some(w), Some(r)) = (self.writers.get_mut(word), self.readers.get_mut(word)) else { return false };
            bad |= one(w, r, limit | (tid + k as u32), limit, write);
        }
        !bad
    }

    #[inline(always)]
    fn words(&mut self, word: usize, n: usize, first: u32, step: u32, limit: u32, write: bool) -> bool {
        let (Some(writers), Some(readers)) =
            (self.writers.get_mut(word..word + n), self.readers.get_mut(word..word + n))
        else {
            return false;
        };
        let mut bad = false;
        let mut me = first;
        for (w, r) in writers.iter_mut().zip(readers) {
            bad |= one(w, r, me, limit, write);
            me += step;
        }
        !bad
    }
}

/// One access to a word with these records; true where another thread's stands against it.
#[inline(always)]
fn one(writer: &mut u32, reader: &mut u32, me: u32, limit: u32, write: bool) -> bool {
    let (w, r) = (*writer, *reader);
    let written = (w >= limit) & (w != me);
    if write {
        *writer = me;
        written | (r >= limit) & (r != me)
    } else {
        *reader = if (r >= limit) & (r != me) { me | HOW | MULTI } else { me };
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs (offset, size, threads, first thread, write, barriers) → is the last one good?
    fn good(script: &[(usize, usize, usize, u32, bool, u32)]) -> bool {
        let mut records = Records::default();
        records.new_block(4096);
        script.iter().fold(true, |_, &(offset, size, n, tid, write, now)| records.run(offset, size, n, tid, now, write))
    }

    #[test]
    fn threads_meet_only_across_barriers() {
        let (r, w) = (false, true);
        assert!(good(&[(0, 4, 64, 0, w, 0), (0, 4, 64, 0, r, 0)]));
        assert!(!good(&[(0, 4, 64, 0, w, 0), (4, 4, 63, 0, r, 0)]));
        assert!(good(&[(0, 4, 64, 0, w, 0), (4, 4, 63, 0, r, 1)]));
        assert!(!good(&[(0, 4, 64, 0, r, 0), (4, 4, 63, 0, w, 0)]));
        assert!(good(&[(0, 4, 64, 0, r, 0), (4, 4, 63, 0, r, 0)]));
        assert!(!good(&[(0, 4, 64, 0, r, 0), (4, 4, 63, 0, r, 0), (0, 4, 64, 0, w, 0)]));
        assert!(good(&[(0, 2, 64, 0, w, 0), (0, 2, 64, 0, r, 0)]));
        assert!(!good(&[(0, 2, 64, 0, w, 0), (0, 4, 1, 0, r, 0)]));
        assert!(!good(&[(0, 2, 1, 0, w, 0), (2, 2, 1, 1, w, 0)]), "parts of a word are left to the exact machine");
        assert!(good(&[(0, 16, 8, 0, w, 0), (0, 4, 4, 0, r, 1)]));
        assert!(good(&[(0, 16, 8, 0, w, 0), (4, 4, 1, 0, r, 0)]));
        assert!(!good(&[(0, 4, 1, MULTI, r, 0), (0, 4, 1, 5, w, 0)]));
    }

    #[test]
    fn columns_are_their_words() {
        // A row of 8 threads writes words 0 … 7; columns of words 0, 9, 18 … and back are read.
        for (offset, step, n, first, now, want) in [
            (0, 36, 8, 0, 1, true),
            (0, 36, 8, 0, 0, true),
            (0, 36, 8, 1, 0, false),
            (252, -36, 8, 0, 0, false),
            (288, -36, 8, 1, 0, true),
            (288, -36, 9, 1, 0, false),
            (4000, 36, 8, 0, 0, false),
        ] {
            let mut records = Records::default();
            records.new_block(4096);
            assert!(records.run(0, 4, 8, 0, 0, true));
            let got = records.column(offset, step, n, first, now, false);
            assert_eq!(got, want, "{n} threads from {first} at {offset}, {step} bytes apart, after {now} barriers");
        }
    }
}
