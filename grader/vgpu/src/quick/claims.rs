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
//! |           |                     | or, as its writer, a mask: the words written once, nothing read     |
//! | cells     | 4, where touched    | per word: the same two; only for chunks that were touched in part   |
//!
//! A mask is `a bit per word (32) | low bits of the launch's first serial (29) | flags (3)`. It does not say who wrote.
//! So whatever else comes to its chunk (a second write of a word, a read, half a word) is refused, be it right or not,
//! and the launch is run again with cells in place of masks for that buffer. What a mask says is also what tells that
//! these words are initialised, once the launch is over: a scattered store touches its word and its summary, no more.
//! Serials that agree in their low bits lie half a billion blocks apart, and claims do not live as long as that.
//!
//! Source: the measurements in `ARCHITECTURE.md`; the locked exchange on a summary costs a tenth of a store.

use super::region::{prefetch, zeroed};
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};

/// Bytes of a chunk, and its words.
pub(super) const CHUNK: usize = 128;
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
/// Of a writer: a mask.
const MASK: u64 = 4;
/// Of a launch's first serial in a mask.
const MASK_SERIAL_BITS: u32 = 29;
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

    /// A mask of this launch, without a word.
    #[inline(always)]
    fn mask(&self) -> u64 {
        u64::from((self.base << 3) | MASK as u32)
    }

    /// A writer's summary that is a mask of this launch.
    #[inline(always)]
    fn masked(&self, writer: u64) -> bool {
        writer as u32 == self.mask() as u32
    }

    /// A writer's summary from an earlier launch.
    #[inline(always)]
    fn old_writer(&self, writer: u64) -> bool {
        if writer & MASK != 0 { !self.masked(writer) } else { self.old(writer) }
    }

    /// [`Self::quiet`], of a writer's summary.
    #[inline(always)]
    fn quiet_writer(&self, writer: u64, me: u64) -> bool {
        if writer & MASK != 0 { !self.masked(writer) } else { self.quiet(writer, me) }
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

/// Chunks to a group.
const GROUP: usize = 4096;

/// The claims on one buffer.
pub(crate) struct Claims {
    summaries: Box<[AtomicU64]>,
    cells: OnceLock<Box<[AtomicU64]>>,
    n_bytes: usize,
    masks: Masks,
    /// By group of chunks: the first serial of the latest launch that left a mask there.
    masked: Box<[AtomicU32]>,
    /// What the serials of all masks have in common.
    era: u32,
    /// A claim was refused that cells might have granted.
    met_mask: AtomicBool,
}

/// Whether words that are written get a bit in a mask, as long as that is all that happens to their chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Masks {
    Yes,
    No,
}

/// What came of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claimed {
    Refused,
    Granted,
    /// And masks say so: their words will count as initialised.
    Masked,
}

/// The thread of word `k` of a chunk.
#[inline(always)]
fn word_shift(shift: u64) -> u64 {
    shift.min(2)
}

impl Claims {
    /// No claims on `n_bytes` bytes; `base`: the launch's first serial.
    pub(super) fn new(n_bytes: usize, masks: Masks, base: u32) -> Claims {
        let n_chunks = n_bytes.div_ceil(CHUNK);
        Claims {
            summaries: zeroed(2 * n_chunks),
            cells: OnceLock::new(),
            n_bytes,
            masks,
            masked: std::iter::repeat_with(AtomicU32::default).take(n_chunks.div_ceil(GROUP)).collect(),
            era: base >> MASK_SERIAL_BITS,
            met_mask: AtomicBool::new(false),
        }
    }

    /// Whether the masks of a launch differ from all older ones.
    pub(super) fn tells_apart(&self, base: u32) -> bool {
        self.era == base >> MASK_SERIAL_BITS
    }

    /// The chunks that have a mask of the launch that began with serial `base`, and their words that are written.
    pub(super) fn masks(&self, base: u32) -> impl Iterator<Item = (usize, u32)> {
        let who = Who { serial: base, base, epoch: 0, alone: true };
        let groups = self.summaries.chunks(2 * GROUP).zip(&self.masked).enumerate();
        let of_launch = groups.filter(move |(_, (_, last))| last.load(Relaxed) == base);
        of_launch.flat_map(move |(group, (summaries, _))| {
            let writers = summaries.iter().step_by(2).map(|w| w.load(Relaxed)).enumerate();
            let masks = writers.filter(move |(_, w)| who.masked(*w));
            masks.map(move |(k, w)| (GROUP * group + k, (w >> 32) as u32))
        })
    }

    /// Whether writes get bits in masks.
    pub(super) fn has_masks(&self) -> bool {
        self.masks == Masks::Yes
    }

    /// A claim was refused that would perhaps have been granted without masks.
    pub(super) fn met_mask(&self) -> bool {
        self.met_mask.load(Relaxed)
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
        if self.has_masks() {
            return;
        }
        if let Some(cell) = self.cells.get().and_then(|cells| cells.get(2 * word)) {
            prefetch(cell);
        }
    }

    /// Consecutive threads from `tid` claim `size` bytes each (a power of two) from byte `offset`, `n` of them.
    #[inline(always)]
    pub(super) fn run(&self, offset: usize, size: usize, n: usize, tid: i64, who: &Who, write: bool) -> Claimed {
        let (end, shift) = (offset + size * n, size.trailing_zeros());
        let mut claimed = Claimed::Masked;
        let mut from = offset;
        while from < end {
            let chunk = from / CHUNK;
            let to = (CHUNK * (chunk + 1)).min(end);
            // The thread at the chunk's first byte: the run is extended downwards.
            let first = if tid == MULTI { tid } else { tid + (((CHUNK * chunk) as i64 - offset as i64) >> shift) };
            if to - from == CHUNK {
                claimed = Claimed::Granted;
                if !self.chunk(chunk, first, u64::from(shift), who, write) {
                    return Claimed::Refused;
                }
            } else if !(write && self.whole_words(from, to) && self.words(chunk, from, to, who)) {
                claimed = Claimed::Granted;
                if !self.part(chunk, from % CHUNK, to - from, first, u64::from(shift), who, write) {
                    return Claimed::Refused;
                }
            }
            from = to;
        }
        claimed
    }

    /// A whole chunk: two loads, a few comparisons, at most one exchange.
    #[inline(always)]
    fn chunk(&self, chunk: usize, first: i64, shift: u64, who: &Who, write: bool) -> bool {
        let me = who.claim(first, shift);
        let [pw, pr] = &self.summaries[2 * chunk..2 * chunk + 2] else { return false };
        let (w, r) = (pw.load(Relaxed), pr.load(Relaxed));
        if who.quiet_writer(w, me) && (who.quiet(r, me) || (!write && r & EXPANDED == 0)) {
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

    /// The bytes `from .. to` are all that there is of their words, which may get bits in a mask.
    #[inline(always)]
    fn whole_words(&self, from: usize, to: usize) -> bool {
        self.has_masks() && from.is_multiple_of(4) && (to.is_multiple_of(4) || to == self.n_bytes)
    }

    /// Writes of whole words in a chunk that has seen nothing but such writes in this launch, and each word at most one.
    /// False: it has, or may have; then it is up to [`Self::part`].
    #[inline(always)]
    fn words(&self, chunk: usize, from: usize, to: usize, who: &Who) -> bool {
        let [pw, pr] = &self.summaries[2 * chunk..2 * chunk + 2] else { return false };
        let bits = ((1 << (to - from).div_ceil(4)) - 1) << (from % CHUNK / 4 + 32);
        loop {
            let (w, r) = (pw.load(Relaxed), pr.load(Relaxed));
            let before = if who.masked(w) { w } else { who.mask() };
            if !(who.masked(w) || who.old_writer(w)) || before & bits != 0 || !who.old(r) {
                return false;
            }
            if before != w {
                self.note_mask(chunk, who);
            }
            if who.alone {
                pw.store(before | bits, Relaxed);
                return true;
            }
            // As in `chunk`: either this sees a reader, or the reader sees the mask. Writers have one word to exchange.
            if pw.compare_exchange_weak(w, before | bits, SeqCst, Relaxed).is_ok() {
                return pr.load(SeqCst) == r;
            }
        }
    }

    /// The chunk is about to get a mask.
    #[inline(always)]
    fn note_mask(&self, chunk: usize, who: &Who) {
        if let Some(last) = self.masked.get(chunk / GROUP).filter(|last| last.load(Relaxed) != who.base) {
            last.store(who.base, Relaxed);
        }
    }

    /// Words of a chunk, or all of a chunk with a mixed past, under the chunk's lock.
    #[inline(never)]
    #[allow(clippy::too_many_arguments, reason = "a claim is all of these")]
    fn part(&self, chunk: usize, from: usize, len: usize, first: i64, shift: u64, who: &Who, write: bool) -> bool {
        let Some(mark) = self.lock(chunk, who) else { return false };
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

    /// Takes the chunk's lock; its summaries become cells first, if they have not. Returns what unlocks it; nothing where
    /// a mask does not say who wrote, which cells would need.
    #[inline(always)]
    fn lock(&self, chunk: usize, who: &Who) -> Option<u64> {
        let (pw, pr) = (&self.summaries[2 * chunk], &self.summaries[2 * chunk + 1]);
        let mark = u64::from(who.serial) << 32 | EXPANDED;
        loop {
            let w = pw.load(Acquire);
            if who.masked(w) {
                self.met_mask.store(true, Relaxed);
                return None;
            }
            if w & LOCKED != 0 {
                std::hint::spin_loop();
                continue;
            }
            if pw.compare_exchange_weak(w, mark | LOCKED, SeqCst, Relaxed).is_err() {
                continue;
            }
            let old = who.old_writer(w);
            if old || w & EXPANDED == 0 {
                let r = pr.swap(mark, SeqCst);
                // Cells are of this launch only in chunks that it expanded: where all is old, they are too.
                if !(old && who.old(r)) {
                    self.expand(chunk, if old { 0 } else { w }, r, who);
                }
            }
            return Some(mark);
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
    use std::sync::atomic::AtomicU8;

    impl Claims {
        fn grants(&self, offset: usize, size: usize, n: usize, tid: i64, who: &Who, write: bool) -> bool {
            self.run(offset, size, n, tid, who, write) != Claimed::Refused
        }
    }

    fn who(serial: u32, epoch: u32) -> Who {
        Who { serial, base: 10, epoch, alone: false }
    }

    /// Offset, size, threads, first thread, write, block, barriers.
    type Claim = (usize, usize, usize, i64, bool, u32, u32);

    /// How many claims of a script are granted before one is refused.
    fn granted(claims: &Claims, script: &[Claim]) -> usize {
        let grant = |&&(offset, size, n, tid, write, block, epoch): &&Claim| {
            claims.grants(offset, size, n, tid, &who(10 + block, epoch), write)
        };
        script.iter().take_while(grant).count()
    }

    /// No claims but those of an earlier launch, which are nobody's.
    fn fresh(masks: Masks) -> Claims {
        let claims = Claims::new(4096, masks, 1);
        let before = Who { base: 1, ..who(3, 0) };
        assert!(claims.grants(0, 4, 512, 0, &before, true) && claims.grants(2056, 4, 500, 0, &before, true));
        claims
    }

    /// Is the last claim of a script refused?
    fn refused(script: &[Claim]) -> bool {
        let n = granted(&fresh(Masks::No), script);
        assert!(n + 1 >= script.len(), "claim {n} is refused");
        // Masks refuse no less, and say where they may have refused too much.
        let claims = fresh(Masks::Yes);
        let masked = granted(&claims, script);
        assert!(masked <= n && (masked == n || claims.met_mask()), "{masked} claims instead of {n}");
        n < script.len()
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

    #[test]
    fn masks_take_what_is_written_once() {
        let (r, w) = (false, true);
        // Words, rows and vectors in any order, by anybody: no cells are needed.
        let script = [
            (0, 4, 1, 7, w, 0, 0),
            (120, 4, 2, 3, w, 1, 0),
            (4, 4, 1, 9, w, 2, 3),
            (64, 4, 14, 0, w, 0, 1),
            (16, 16, 3, 0, w, 3, 0),
            (8, 2, 4, 1, w, 3, 0),
            (128, 4, 40, 0, w, 3, 0),
        ];
        let claims = fresh(Masks::Yes);
        assert_eq!(granted(&claims, &script), script.len());
        assert!(claims.cells.get().is_none());
        assert_eq!(claims.masks(10).collect::<Vec<_>>(), [(0, u32::MAX), (2, 0xff)]);
        // Whatever comes then is refused, and may be right.
        let what_comes = [
            (120, 4, 1, 3, w, 1, 0),
            (0, 4, 1, 7, r, 0, 0),
            (96, 4, 9, 0, w, 0, 0),
            (0, 4, 32, 0, r, 0, 1),
            (0, 4, 32, 0, w, 0, 1),
            (12, 2, 1, 0, w, 0, 0),
        ];
        for one in what_comes {
            let claims = fresh(Masks::Yes);
            assert_eq!(granted(&claims, &script), script.len());
            assert!(granted(&claims, &[one]) == 0 && claims.met_mask(), "{one:?}");
        }
        // A chunk that was read, or claimed as a whole, has cells; half a word as well.
        for first in [(0, 4, 1, 7, r, 0, 0), (0, 4, 32, 0, r, 0, 0), (0, 4, 32, 0, w, 0, 0), (0, 2, 1, 0, w, 0, 0)] {
            let claims = fresh(Masks::Yes);
            let n = granted(&claims, &[first, (0, 4, 1, 0, w, 0, 1), (0, 4, 1, 0, w, 0, 1)]);
            assert!(n == 3 && !claims.met_mask(), "{first:?}");
        }
        // But not at the end of a buffer.
        let claims = Claims::new(127, Masks::Yes, 10);
        assert_eq!(granted(&claims, &[(0, 1, 100, 0, w, 0, 0), (100, 1, 27, 0, w, 1, 0)]), 2);
        assert!(claims.cells.get().is_none());
        assert_eq!(granted(&Claims::new(127, Masks::Yes, 10), &[(0, 1, 127, 0, w, 0, 0), (124, 1, 3, 0, w, 1, 0)]), 1);
    }

    #[test]
    fn masks_of_earlier_launches_grant_nothing() {
        let claims = Claims::new(256, Masks::Yes, 10);
        let at = |base: u32| Who { serial: base, base, epoch: 0, alone: false };
        assert!(claims.grants(0, 4, 40, 0, &at(10), true));
        // Old masks give way to all sorts of claims.
        assert!(claims.grants(0, 4, 32, 0, &at(11), false) && claims.grants(128, 4, 1, 0, &at(11), false));
        assert!(claims.grants(0, 4, 5, 0, &at(12), true) && claims.grants(0, 4, 32, 0, &at(13), true));
        assert!(claims.grants(0, 4, 5, 0, &at(14), true) && claims.grants(0, 4, 5, 0, &at(15), true));
        assert_eq!(claims.masks(15).collect::<Vec<_>>(), [(0, 0x1f)]);
        assert_eq!(claims.masks(14).chain(claims.masks(16)).count(), 0);
        // A launch whose serial has the same low bits.
        assert!(claims.tells_apart((1 << 29) - 1) && !claims.tells_apart(15 + (1 << 29)));
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
        let mut passed = [0; 2];
        for masks in [Masks::No, Masks::Yes] {
            let mut base = 1;
            let mut claims = Claims::new(510, masks, base);
            for _ in 0..30_000 {
                // Another launch.
                base += 2 + next(3) as u32;
                if next(100) == 0 {
                    base = (1 + next(7) as u32) << 29;
                    claims = Claims::new(510, masks, base);
                }
                let (alone, readers) = (next(4) == 0, next(3));
                // Per byte: accesses so far.
                let mut bytes: Vec<Vec<(u32, u32, i64, bool)>> = vec![Vec::new(); 510];
                let mut epochs = [0; 2];
                for _ in 0..8 {
                    let size = 1usize << next(5);
                    let offset = size * next(128 / size as u64) as usize;
                    let n = if next(2) == 0 { 1 } else { 1 + next(70) as usize }.min((510 - offset) / size);
                    let (block, write, tid) = (next(2) as u32, next(3) >= readers, next(3) as i64);
                    epochs[block as usize] += next(2) as u32;
                    let epoch = epochs[block as usize];
                    let ok =
                        claims.grants(offset, size, n, tid, &Who { serial: base + block, base, epoch, alone }, write);
                    let mut conflict = false;
                    for k in 0..n * size {
                        let me = (block, epoch, tid + (k / size) as i64, write);
                        conflict |= bytes[offset + k]
                            .iter()
                            .any(|o| (o.3 || write) && (o.0 != block || (o.1 == epoch && o.2 != me.2)));
                        bytes[offset + k].push(me);
                    }
                    assert!(!(ok && conflict), "{masks:?}: a claim of {n} × {size} at {offset} passed");
                    if !ok {
                        break;
                    }
                    passed[usize::from(masks == Masks::Yes)] += 1;
                }
            }
        }
        assert!(passed.iter().all(|n| *n > 30_000), "claims are hardly ever granted: {passed:?}");
    }

    /// Both workers stop at their first refusal, as those of a launch do, at what they hold until then.
    #[test]
    fn workers_at_once_never_hold_a_byte_that_one_writes() {
        const BYTES: usize = 256;
        const ROUNDS: u32 = 6_000;
        let claims = Claims::new(BYTES, Masks::Yes, 1);
        // Per byte: what each of the two was granted.
        let held: Vec<AtomicU8> = std::iter::repeat_with(AtomicU8::default).take(BYTES).collect();
        let (arrived, n_granted) = (AtomicU32::new(0), [AtomicU32::new(0), AtomicU32::new(0)]);
        let n_shared = AtomicU32::new(0);
        let meet = |nth: u32| {
            arrived.fetch_add(1, SeqCst);
            let mut spins = 0u32;
            while arrived.load(SeqCst) < 2 * nth {
                spins += 1;
                if spins.is_multiple_of(256) { std::thread::yield_now() } else { std::hint::spin_loop() }
            }
        };
        let work = |me: u32| {
            let mut state = 0x9e37_79b9_7f4a_7c15u64 << me;
            let mut next = |n: u64| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 8) % n
            };
            for round in 0..ROUNDS {
                let base = 1 + 2 * round;
                let who = Who { serial: base + me, base, epoch: 0, alone: false };
                // Pieces of either kind, or whole chunks; hardly any reads, as these end masks.
                let todo: [_; 4] = std::array::from_fn(|_| {
                    let write = next(8) != 0;
                    match next(8) {
                        0 => (128 * next(2) as usize, 4, 32, write),
                        1 => (2 * next(128) as usize, 2, 1, write),
                        2 => (16 * next(16) as usize, 16, 1, write),
                        3 => (4 * next(32) as usize, 4, 1 + next(32) as usize, write),
                        _ => (4 * next(64) as usize, 4, 1, write),
                    }
                });
                meet(3 * round + 1);
                for (offset, size, n, write) in todo {
                    if !claims.grants(offset, size, n, 0, &who, write) {
                        break;
                    }
                    n_granted[me as usize].fetch_add(1, Relaxed);
                    let mark = (if write { 2 } else { 1 }) << (4 * me);
                    held[offset..offset + size * n].iter().for_each(|byte| _ = byte.fetch_or(mark, Relaxed));
                }
                meet(3 * round + 2);
                if me == 0 {
                    for byte in &held {
                        let by = byte.swap(0, Relaxed);
                        let (a, b) = (by & 3, by >> 4);
                        n_shared.fetch_add(u32::from(a > 1 && b > 0 || b > 1 && a > 0), Relaxed);
                    }
                }
                meet(3 * round + 3);
            }
        };
        std::thread::scope(|s| {
            let other = s.spawn(|| work(1));
            work(0);
            other.join().expect("no finding of its own");
        });
        assert_eq!(n_shared.into_inner(), 0, "bytes that both held and one wrote");
        assert!(n_granted.iter().all(|n| n.load(Relaxed) > 0), "claims are never granted");
    }
}
