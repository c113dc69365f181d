//! Who touched which bytes of a global buffer, while several workers run blocks at once.
//!
//! Every access to a buffer that some thread writes is *claimed* first. A claim that meets one which it is not ordered
//! behind (another block's, or another thread's since the block's last barrier, one of the two a write) is refused;
//! the launch is then run again by the exact machine. Two workers never touch a byte that one of them writes: of two
//! such claims the second is refused, before its access.
//!
//! A claim is one word: `serial of the block (32) | barriers passed (14) | log2 of a thread's bytes (3) | thread (12) |
//! flags (3)`. Serials number blocks over all launches, so that nothing is cleared between launches: what lies below a
//! launch's first serial is old.
//!
//! | table     | bytes per data byte | content                                                             |
//! |-----------|---------------------|---------------------------------------------------------------------|
//! | summaries | 1/8                 | per chunk of 128 bytes: its writer and its reader, whose thread is the |
//! |           |                     | one at the chunk's first byte; the others follow it                 |
//! | cells     | 4, where touched    | per word: the same two; only for chunks that were touched in part   |
//!
//! Source: the measurements in `ARCHITECTURE.md`; the locked exchange on a summary costs a tenth of a store.

use super::region::{prefetch, zeroed};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};

/// Bytes of a chunk, and its words.
const CHUNK: usize = 128;
const WORDS: usize = CHUNK / 4;

/// Most barriers that a claim can count.
pub(super) const MAX_EPOCH: u32 = (1 << 14) - 1;

const FLAGS: u64 = 7;
/// In a summary: the chunk's cells say more.
const EXPANDED: u64 = 1;
/// In a writer's summary: somebody is at the chunk's cells.
const LOCKED: u64 = 2;
/// Of a reader: several blocks.
const MANY: u64 = 4;
const TID: u64 = 0xfff << 3;
const TID_BIAS: i64 = 1024;
const SHIFT: u64 = 7 << 15;
/// The shift of a claim on a part of a word.
const PARTIAL: u64 = SHIFT;

/// The thread of a claim by several threads of a block.
pub(super) const MULTI: i64 = 0xfff - TID_BIAS;

/// Who claims: a block at some time.
#[derive(Clone, Copy)]
pub(super) struct Who {
    pub(super) serial: u32,
    /// The launch's first serial.
    pub(super) base: u32,
    pub(super) epoch: u32,
    /// Nobody else runs: no exchange needs a lock.
    pub(super) alone: bool,
}

impl Who {
    #[inline(always)]
    fn claim(&self, tid: i64, shift: u64) -> u64 {
        u64::from(self.serial) << 32
            | u64::from(self.epoch) << 18
            | shift << 15
            | (((tid + TID_BIAS) as u64) & 0xfff) << 3
    }

    /// From an earlier launch.
    #[inline(always)]
    fn old(&self, claim: u64) -> bool {
        ((claim >> 32) as u32) < self.base
    }

    #[inline(always)]
    fn same_block(&self, claim: u64) -> bool {
        (claim >> 32) as u32 == self.serial
    }

    #[inline(always)]
    fn same_epoch(&self, claim: u64) -> bool {
        (claim >> 18) as u32 & MAX_EPOCH == self.epoch
    }

    /// The claim of a whole chunk ends no claim that counts, and conflicts with none.
    #[inline(always)]
    fn quiet(&self, claim: u64, me: u64) -> bool {
        self.old(claim) || claim == me || (self.same_block(claim) && !self.same_epoch(claim) && claim & FLAGS == 0)
    }

    #[inline(always)]
    fn clash(&self, claim: u64, me: u64) -> bool {
        !self.old(claim) && claim != me && (!self.same_block(claim) || claim & MANY != 0 || self.same_epoch(claim))
    }

    /// What a cell's reader becomes.
    #[inline(always)]
    fn reader(&self, before: u64, me: u64) -> u64 {
        if self.old(before) || before == me {
            me
        } else if !self.same_block(before) || before & MANY != 0 {
            me & !TID | MANY
        } else if self.same_epoch(before) {
            me | TID
        } else {
            me
        }
    }
}

/// The claims on one buffer.
pub(crate) struct Claims {
    summaries: Box<[AtomicU64]>,
    cells: OnceLock<Box<[AtomicU64]>>,
    n_bytes: usize,
}

/// The thread of word `k` of a chunk.
#[inline(always)]
fn word_shift(shift: u64) -> u64 {
    shift.min(2)
}

impl Claims {
    /// No claims on `n_bytes` bytes.
    pub(crate) fn new(n_bytes: usize) -> Claims {
        Claims { summaries: zeroed(2 * n_bytes.div_ceil(CHUNK)), cells: OnceLock::new(), n_bytes }
    }

    fn cells(&self) -> &[AtomicU64] {
        self.cells.get_or_init(|| zeroed(2 * WORDS * self.n_bytes.div_ceil(CHUNK)))
    }

    /// Fetches what a claim on the byte at `offset` looks at.
    #[inline(always)]
    pub(super) fn prefetch(&self, offset: usize) {
        let (chunk, word) = (offset / CHUNK, offset / 4);
        if let Some(summary) = self.summaries.get(2 * chunk) {
            prefetch(summary);
        }
        if let Some(cell) = self.cells.get().and_then(|cells| cells.get(2 * word)) {
            prefetch(cell);
        }
    }

    /// Consecutive threads from `tid` claim `size` bytes each (a power of two) from byte `offset`, `n` of them. False:
    /// refused.
    #[inline(always)]
    pub(super) fn run(&self, offset: usize, size: usize, n: usize, tid: i64, who: &Who, write: bool) -> bool {
        let (end, shift) = (offset + size * n, size.trailing_zeros());
        let mut from = offset;
        while from < end {
            let chunk = from / CHUNK;
            let to = (CHUNK * (chunk + 1)).min(end);
            // The thread at the chunk's first byte: the run is extended downwards.
            let first = if tid == MULTI { tid } else { tid + (((CHUNK * chunk) as i64 - offset as i64) >> shift) };
            let done = if to - from == CHUNK {
                self.chunk(chunk, first, u64::from(shift), who, write)
            } else {
                self.part(chunk, from % CHUNK, to - from, first, u64::from(shift), who, write)
            };
            if !done {
                return false;
            }
            from = to;
        }
        true
    }

    /// A whole chunk: two loads, a few comparisons, at most one exchange.
    #[inline(always)]
    fn chunk(&self, chunk: usize, first: i64, shift: u64, who: &Who, write: bool) -> bool {
        let me = who.claim(first, shift);
        let [pw, pr] = &self.summaries[2 * chunk..2 * chunk + 2] else { return false };
        let (w, r) = (pw.load(Relaxed), pr.load(Relaxed));
        if who.quiet(w, me) && (who.quiet(r, me) || (!write && r & EXPANDED == 0)) {
            let (to, seen, other, was) = if write { (pw, w, pr, r) } else { (pr, r, pw, w) };
            let claim = if write { me } else { who.reader(r, me) };
            if seen == claim {
                return true;
            }
            if who.alone {
                to.store(claim, Relaxed);
                return true;
            }
            // A locked exchange is a full fence: of two workers that claim at once, one at least sees the other.
            if to.compare_exchange(seen, claim, SeqCst, Relaxed).is_ok() && other.load(SeqCst) == was {
                return true;
            }
        }
        self.part(chunk, 0, CHUNK, first, shift, who, write)
    }

    /// Words of a chunk, or all of a chunk with a mixed past, under the chunk's lock.
    #[inline(never)]
    #[allow(clippy::too_many_arguments, reason = "a claim is all of these")]
    fn part(&self, chunk: usize, from: usize, len: usize, first: i64, shift: u64, who: &Who, write: bool) -> bool {
        let mark = self.lock(chunk, who);
        let cells = &self.cells()[2 * WORDS * chunk..];
        let mut bad = false;
        let mut at = from;
        while at < from + len {
            let word = at / 4;
            let to = (4 * (word + 1)).min(from + len);
            let whole = to - at == 4;
            let tid = if first == MULTI { first } else { first + (at as i64 >> shift) };
            // Several threads' bytes in a part of a word: no claim says that.
            bad |= !whole && to - at > 1 << shift;
            let me = if whole { who.claim(tid, word_shift(shift)) } else { who.claim(tid, 0) | PARTIAL };
            let (pw, pr) = (&cells[2 * word], &cells[2 * word + 1]);
            let (w, r) = (pw.load(Relaxed), pr.load(Relaxed));
            bad |= who.clash(w, me);
            if write {
                bad |= who.clash(r, me);
                pw.store(me, Relaxed);
            } else {
                pr.store(who.reader(r, me), Relaxed);
            }
            at = to;
        }
        self.summaries[2 * chunk].store(mark, Release);
        !bad
    }

    /// Takes the chunk's lock; its summaries become cells first, if they have not. Returns what unlocks it.
    #[inline(always)]
    fn lock(&self, chunk: usize, who: &Who) -> u64 {
        let (pw, pr) = (&self.summaries[2 * chunk], &self.summaries[2 * chunk + 1]);
        let mark = u64::from(who.serial) << 32 | EXPANDED;
        loop {
            let w = pw.load(Acquire);
            if w & LOCKED != 0 {
                std::hint::spin_loop();
                continue;
            }
            if pw.compare_exchange_weak(w, mark | LOCKED, SeqCst, Relaxed).is_err() {
                continue;
            }
            if who.old(w) || w & EXPANDED == 0 {
                let r = pr.swap(mark, SeqCst);
                // Cells are of this launch only in chunks that it expanded: where all is old, they are too.
                if !(who.old(w) && who.old(r)) {
                    self.expand(chunk, w, r, who);
                }
            }
            return mark;
        }
    }

    #[cold]
    #[inline(never)]
    fn expand(&self, chunk: usize, w: u64, r: u64, who: &Who) {
        let cells = &self.cells()[2 * WORDS * chunk..2 * WORDS * (chunk + 1)];
        let per_word = |claim: u64, word: usize| {
            if who.old(claim) || claim & EXPANDED != 0 {
                return 0;
            }
            let shift = (claim & SHIFT) >> 15;
            let tid =
                if claim & TID == TID { claim & TID } else { (claim & TID) + (((4 * word as u64) >> shift) << 3) };
            claim & !(TID | SHIFT) | tid | word_shift(shift) << 15
        };
        for (word, pair) in cells.chunks_exact(2).enumerate() {
            pair[0].store(per_word(w, word), Relaxed);
            pair[1].store(per_word(r, word), Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(serial: u32, epoch: u32) -> Who {
        Who { serial, base: 10, epoch, alone: false }
    }

    /// Runs of claims (offset, size, threads, first thread, write, block, barriers) → is the last one refused?
    #[allow(clippy::type_complexity, reason = "one row of a table")]
    fn refused(script: &[(usize, usize, usize, i64, bool, u32, u32)]) -> bool {
        let claims = Claims::new(4096);
        // An earlier launch's claims are nobody's.
        claims.run(0, 4, 1024, 0, &Who { base: 1, ..who(3, 0) }, true);
        let mut last = true;
        for (k, &(offset, size, n, tid, write, block, epoch)) in script.iter().enumerate() {
            last = claims.run(offset, size, n, tid, &who(10 + block, epoch), write);
            assert!(last || k + 1 == script.len(), "claim {k} is refused");
        }
        !last
    }

    #[test]
    fn claims_are_refused_where_nothing_orders() {
        let (r, w) = (false, true);
        // The same threads again: program order.
        assert!(!refused(&[(0, 4, 64, 0, w, 0, 0), (0, 4, 64, 0, r, 0, 0), (0, 4, 64, 0, w, 0, 0)]));
        // Shifted by one thread, without and with a barrier between.
        assert!(refused(&[(0, 4, 64, 0, w, 0, 0), (4, 4, 63, 0, r, 0, 0)]));
        assert!(!refused(&[(0, 4, 64, 0, w, 0, 0), (4, 4, 63, 0, r, 0, 1)]));
        assert!(refused(&[(0, 4, 64, 0, r, 0, 0), (4, 4, 63, 0, w, 0, 0)]));
        // Another block: barriers order nothing; readers do not mind each other.
        assert!(refused(&[(0, 4, 32, 0, w, 0, 0), (0, 4, 32, 0, r, 1, 1)]));
        assert!(!refused(&[(0, 4, 32, 0, r, 0, 0), (0, 4, 32, 0, r, 1, 1), (0, 4, 32, 0, r, 0, 1)]));
        assert!(refused(&[(0, 4, 32, 0, r, 0, 0), (0, 4, 32, 0, r, 1, 1), (0, 4, 32, 0, w, 0, 1)]));
        assert!(refused(&[(0, 4, 32, 0, r, 0, 0), (0, 4, 1, 0, r, 1, 1), (0, 4, 1, 0, w, 1, 1)]));
        // Blocks beside each other within a chunk and within a word.
        assert!(!refused(&[(0, 4, 40, 0, w, 0, 0), (160, 4, 40, 0, w, 1, 0)]));
        assert!(!refused(&[(0, 4, 1, 0, w, 0, 0), (4, 4, 1, 0, w, 1, 0), (8, 4, 1, 0, w, 2, 0)]));
        assert!(refused(&[(0, 4, 40, 0, w, 0, 0), (156, 4, 40, 0, w, 1, 0)]));
        // Halves: a word's two threads are one claim; the same mapping again is program order.
        assert!(!refused(&[(0, 2, 64, 0, w, 0, 0), (0, 2, 64, 0, r, 0, 0)]));
        assert!(refused(&[(0, 2, 64, 0, w, 0, 0), (2, 2, 9, 1, r, 0, 0)]), "half a word is left to the exact run");
        assert!(!refused(&[(0, 2, 6, 0, w, 0, 0), (0, 2, 6, 0, r, 0, 0)]));
        assert!(refused(&[(0, 2, 64, 0, w, 0, 0), (0, 4, 1, 0, r, 0, 0)]));
        // Vectors against words: thread t's sixteen bytes are four words.
        assert!(!refused(&[(0, 16, 8, 0, w, 0, 0), (0, 4, 1, 0, r, 0, 0)]));
        assert!(refused(&[(0, 16, 8, 0, w, 0, 0), (0, 4, 2, 0, r, 0, 0)]));
        // Several threads at once.
        assert!(refused(&[(0, 4, 1, MULTI, r, 0, 0), (0, 4, 1, 5, w, 0, 0)]));
        assert!(!refused(&[(0, 4, 1, MULTI, r, 0, 0), (0, 4, 1, 5, w, 0, 1)]));
    }

    /// Claims agree with what a table of bytes says, whatever the pieces.
    #[test]
    fn claims_never_pass_what_bytes_forbid() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = |n: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % n
        };
        let mut passed = 0;
        for _ in 0..20_000 {
            let claims = Claims::new(512);
            // Per byte: accesses so far.
            let mut bytes: Vec<Vec<(u32, u32, i64, bool)>> = vec![Vec::new(); 512];
            let mut epochs = [0; 2];
            for _ in 0..6 {
                let size = 1usize << next(5);
                let (offset, n) = (size * next(128 / size as u64) as usize, 1 + next(70) as usize);
                let n = n.min((512 - offset) / size);
                let (block, write, tid) = (next(2) as u32, next(3) == 0, next(3) as i64);
                epochs[block as usize] += next(2) as u32;
                let epoch = epochs[block as usize];
                let ok = claims.run(offset, size, n, tid, &who(10 + block, epoch), write);
                let mut conflict = false;
                for k in 0..n * size {
                    let me = (block, epoch, tid + (k / size) as i64, write);
                    conflict |= bytes[offset + k]
                        .iter()
                        .any(|o| (o.3 || write) && (o.0 != block || (o.1 == epoch && o.2 != me.2)));
                    bytes[offset + k].push(me);
                }
                assert!(!(ok && conflict), "a claim of {n} × {size} at {offset} passed");
                if !ok {
                    break;
                }
                passed += 1;
            }
        }
        assert!(passed > 20_000, "claims are hardly ever granted");
    }
}
