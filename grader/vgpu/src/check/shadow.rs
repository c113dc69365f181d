//! The shadow of one memory: who accessed which bytes last.
//!
//! A record per word would cost many times the memory itself. Most accesses are contiguous runs by consecutive
//! threads, so each chunk of 128 bytes keeps *runs* (“thread t…, so many bytes each, at this time”) and only a
//! chunk with a mixed past keeps a [`Cell`] per word; a word that threads share by halves or bytes keeps a cell per
//! byte. A later whole-chunk write that everything is ordered before folds the chunk back into one run.

use super::race::{ASYNC, Conflict, Does, Later, Rec, STRONG, TENTATIVE, UPDATE, VALID, Who, Why, judge};
use crate::report::Memory;
use std::collections::HashMap;

/// Bytes of a chunk, and its words.
pub(crate) const CHUNK: usize = 128;
const WORDS: usize = CHUNK / 4;

/// The runs of one chunk; `cells` is one more than the place in the pool, 0 for none.
#[derive(Clone, Copy, Default)]
struct Chunk {
    writer: Rec,
    readers: [Rec; 2],
    cells: u32,
}

/// Writers and readers of one word or byte.
#[derive(Clone, Copy, Default)]
struct Cell {
    writer: Rec,
    /// A second writer of the same value, where nothing orders it after the first.
    also: Rec,
    readers: [Rec; 2],
}

/// One access by one thread, or a run of them.
#[derive(Clone, Copy)]
pub(crate) struct Touch {
    pub(crate) does: Does,
    /// Flags of the record: `STRONG`, `VOLATILE`, `WIDE`, `TENTATIVE`.
    pub(crate) flags: u8,
    pub(crate) site: u32,
    pub(crate) shared: bool,
}

impl Touch {
    /// A plain read.
    pub(crate) fn read(site: u32, memory: Memory) -> Touch {
        Touch { does: Does::Read, flags: 0, site, shared: memory == Memory::Shared }
    }

    fn rec(&self, who: &Who, tid: u16, shift: u8) -> Rec {
        let update = if self.does == Does::Update { UPDATE } else { 0 };
        Rec { block: who.block, time: who.now, site: self.site, tid, flags: self.flags | VALID | update, shift }
    }
}

/// A plain read beside another thread's atomic, waiting for the reader's next access.
type Waiting = HashMap<(u64, u32, u16), Conflict>;

/// The access records of one memory: a buffer, or a block's shared memory.
#[derive(Default)]
pub(crate) struct Shadow {
    chunks: Vec<Chunk>,
    pool: Vec<[Cell; WORDS]>,
    free: Vec<u32>,
    split: HashMap<u32, Box<[Cell; 4]>>,
    /// Loads that may be speculated, by word, with their offsets: beside the readers of a cell, so that one that turns
    /// out not to count has displaced none that does.
    tentative: HashMap<u32, Vec<(u32, Rec)>>,
    waiting: Waiting,
}

/// Most loads that may be speculated that one word remembers.
const MAX_TENTATIVE: usize = 2048;

fn log2(bytes: usize) -> u8 {
    bytes.trailing_zeros() as u8
}

/// The record of word or byte at `offset` within the chunk that a run describes.
#[inline(always)]
fn at(run: &Rec, offset: usize) -> Rec {
    if run.is_none() { *run } else { Rec { tid: run.tid.wrapping_add((offset >> run.shift) as u16), ..*run } }
}

impl Shadow {
    /// Forgets everything; for `len` bytes from now on.
    pub(crate) fn reset(&mut self, len: usize) {
        self.chunks.clear();
        self.chunks.resize(len.div_ceil(CHUNK), Chunk::default());
        self.pool.clear();
        self.free.clear();
        self.split.clear();
        self.waiting.clear();
        self.tentative.clear();
    }

    /// Consecutive threads from `tid`, `size` bytes each (a power of two), from byte `offset`, `n` threads.
    /// `changed` says whether a write changes the given bytes; it is asked only about conflicts.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "an access is all of these")]
    pub(crate) fn run(
        &mut self,
        offset: usize,
        size: usize,
        n: usize,
        tid: u16,
        touch: &Touch,
        who: &Who,
        changed: &dyn Fn(usize, usize) -> bool,
        out: &mut Vec<Conflict>,
    ) {
        let (end, shift) = (offset + size * n, log2(size));
        let mut from = offset;
        while from < end {
            let start = from / CHUNK * CHUNK;
            let to = (start + CHUNK).min(end);
            let first = tid.wrapping_add(((from - offset) >> shift) as u16);
            let whole =
                to - from == CHUNK && touch.flags & (STRONG | TENTATIVE | ASYNC) == 0 && touch.does != Does::Update;
            if !(whole && self.whole(from / CHUNK, touch.rec(who, first, shift), touch.does, who)) {
                self.part(from, to, offset, size, tid, touch, who, changed, out, whole);
            }
            from = to;
        }
    }

    /// A whole chunk whose past is whole runs: true if that settled it without a conflict.
    #[inline(always)]
    fn whole(&mut self, chunk: usize, me: Rec, does: Does, who: &Who) -> bool {
        let Some(c) = self.chunks.get_mut(chunk) else { return true };
        if c.cells != 0 {
            return false;
        }
        // No conflict, and nothing is lost by overwriting: the very same threads, or before the last barrier.
        let quiet =
            |r: &Rec| r.is_none() || who.long_ago(r) || (r.tid == me.tid && r.shift == me.shift && r.block == me.block);
        if !quiet(&c.writer) {
            return false;
        }
        if does == Does::Write {
            if !(quiet(&c.readers[0]) && quiet(&c.readers[1])) {
                return false;
            }
            c.writer = me;
            c.readers = [Rec::default(); 2];
        } else if quiet(&c.readers[0]) {
            c.readers[0] = me;
        } else {
            c.readers[1] = me;
        }
        true
    }

    /// Word by word, or element by element below a word.
    #[allow(clippy::too_many_arguments, reason = "an access is all of these")]
    fn part(
        &mut self,
        from: usize,
        to: usize,
        origin: usize,
        size: usize,
        tid: u16,
        touch: &Touch,
        who: &Who,
        changed: &dyn Fn(usize, usize) -> bool,
        out: &mut Vec<Conflict>,
        whole: bool,
    ) {
        let before = out.len();
        let step = size.min(4);
        let mut o = from;
        while o < to {
            let t = tid.wrapping_add(((o - origin) >> log2(size)) as u16);
            self.touch(o, step, log2(size), t, touch, who, changed, out);
            o += step;
        }
        if whole && touch.does == Does::Write && out.len() == before {
            let first = tid.wrapping_add(((from - origin) >> log2(size)) as u16);
            self.fold(from / CHUNK, touch.rec(who, first, log2(size)));
        }
    }

    /// Everything in the chunk is ordered before this write by all of its threads: one run says it all.
    fn fold(&mut self, chunk: usize, me: Rec) {
        let Some(c) = self.chunks.get_mut(chunk) else { return };
        if c.cells != 0 {
            self.free.push(c.cells - 1);
            if !self.split.is_empty() {
                let first = (chunk * WORDS) as u32;
                self.split.retain(|w, _| !(first..first + WORDS as u32).contains(w));
            }
        }
        *c = Chunk { writer: me, ..Chunk::default() };
    }

    fn expand(&mut self, chunk: usize) -> usize {
        let Some(c) = self.chunks.get_mut(chunk) else { return 0 };
        if c.cells != 0 {
            return c.cells as usize - 1;
        }
        let cells = std::array::from_fn(|k| Cell {
            writer: at(&c.writer, 4 * k),
            also: Rec::default(),
            readers: c.readers.map(|r| at(&r, 4 * k)),
        });
        let place = match self.free.pop() {
            Some(p) => {
                self.pool[p as usize] = cells;
                p as usize
            }
            None => {
                self.pool.push(cells);
                self.pool.len() - 1
            }
        };
        c.cells = place as u32 + 1;
        let narrow = |r: &Rec| !r.is_none() && r.shift < 2;
        if narrow(&c.writer) || c.readers.iter().any(narrow) {
            for k in 0..WORDS {
                let bytes = std::array::from_fn(|b| Cell {
                    writer: at(&c.writer, 4 * k + b),
                    also: Rec::default(),
                    readers: c.readers.map(|r| at(&r, 4 * k + b)),
                });
                self.split.insert((chunk * WORDS + k) as u32, Box::new(bytes));
            }
        }
        c.writer = Rec::default();
        c.readers = [Rec::default(); 2];
        place
    }

    /// One thread's access to `step` bytes (1, 2 or 4) inside one word; `shift` is log2 of its whole size.
    #[allow(clippy::too_many_arguments, reason = "an access is all of these")]
    pub(crate) fn touch(
        &mut self,
        offset: usize,
        step: usize,
        shift: u8,
        tid: u16,
        touch: &Touch,
        who: &Who,
        changed: &dyn Fn(usize, usize) -> bool,
        out: &mut Vec<Conflict>,
    ) {
        if offset / CHUNK >= self.chunks.len() {
            return;
        }
        let place = self.expand(offset / CHUNK);
        let me = touch.rec(who, tid, shift);
        if !self.waiting.is_empty() {
            settle(&mut self.waiting, offset as u64, &me, touch.does, out);
        }
        let word = (offset / 4) as u32;
        if me.is(TENTATIVE) {
            let list = self.tentative.entry(word).or_default();
            if list.first().is_some_and(|(_, r)| who.long_ago(r)) {
                list.clear();
            }
            if list.len() < MAX_TENTATIVE {
                list.push((offset as u32, me));
            }
        }
        let cell = &mut self.pool[place][offset / 4 % WORDS];
        let mut found = Vec::new();
        if step == 4 && !self.split.contains_key(&word) {
            check(cell, offset, &me, touch, who, changed, &mut found);
        } else {
            let whole = *cell;
            let bytes = self.split.entry(word).or_insert_with(|| Box::new([whole; 4]));
            for b in offset % 4..(offset % 4 + step).min(4) {
                check(&mut bytes[b], offset - offset % 4 + b, &me, touch, who, changed, &mut found);
            }
        }
        if touch.does != Does::Read
            && !self.tentative.is_empty()
            && let Some(list) = self.tentative.get_mut(&word)
        {
            list.retain(|(_, r)| !who.long_ago(r));
            let writer = self.pool[place][offset / 4 % WORDS].writer;
            for (at, r) in list.iter() {
                let overlap = (*at as usize) < offset + step && offset < *at as usize + 4.min(1 << r.shift);
                if overlap {
                    clash(r, Does::Read, &writer, offset, &me, touch, who, changed, &mut found);
                }
            }
        }
        for c in found {
            if c.why == Why::Optimistic {
                let reader = if c.first_does == Does::Read { &c.first } else { &c.second };
                self.waiting.entry((c.offset / 4 * 4, reader.block, reader.tid)).or_insert(c);
            } else {
                out.push(c);
            }
        }
    }

    /// The last write of the byte at `offset`.
    pub(crate) fn last_writer(&self, offset: usize) -> Option<Rec> {
        let chunk = self.chunks.get(offset / CHUNK)?;
        let writer = match (chunk.cells as usize).checked_sub(1) {
            None => at(&chunk.writer, offset % CHUNK),
            Some(place) => match self.split.get(&((offset / 4) as u32)) {
                Some(bytes) => bytes[offset % 4].writer,
                None => self.pool.get(place)?[offset / 4 % WORDS].writer,
            },
        };
        (!writer.is_none()).then_some(writer)
    }

    /// An asynchronous copy has been waited for: from now on it is a write of its thread.
    pub(crate) fn adopt(&mut self, offset: usize, len: usize, block: u32, tid: u16, now: u32) {
        for word in offset / 4..(offset + len).div_ceil(4) {
            let place = self.chunks.get(word * 4 / CHUNK).map_or(0, |c| c.cells);
            let Some(cell) = (place as usize).checked_sub(1).and_then(|p| self.pool.get_mut(p)) else { continue };
            let bytes = self.split.get_mut(&(word as u32)).map_or(&mut [][..], |bytes| &mut bytes[..]);
            for w in std::iter::once(&mut cell[word % WORDS]).chain(bytes).map(|cell| &mut cell.writer) {
                if w.is(ASYNC) && w.tid == tid && w.block == block {
                    w.flags &= !ASYNC;
                    w.time = now;
                }
            }
        }
    }

    /// At the end of the launch: plain reads beside atomics that no atomic of their thread followed are races.
    pub(crate) fn finish(&mut self, out: &mut Vec<Conflict>) {
        let mut rest: Vec<_> = self.waiting.drain().collect();
        rest.sort_by_key(|(key, _)| *key);
        out.extend(rest.into_iter().map(|(_, c)| Conflict { why: Why::Plain, ..c }));
    }
}

/// The reader's next access to that cell decides: an atomic makes the earlier conflict a note.
#[cold]
fn settle(waiting: &mut Waiting, offset: u64, me: &Rec, does: Does, out: &mut Vec<Conflict>) {
    if let Some(c) = waiting.remove(&(offset / 4 * 4, me.block, me.tid)) {
        let why = if does == Does::Update { Why::Optimistic } else { Why::Plain };
        out.push(Conflict { why, ..c });
    }
}

/// A recorded access and this one; true if this write changes nothing against another.
#[allow(clippy::too_many_arguments, reason = "an access is all of these")]
#[inline(always)]
fn clash(
    rec: &Rec,
    first_does: Does,
    last_writer: &Rec,
    offset: usize,
    me: &Rec,
    touch: &Touch,
    who: &Who,
    changed: &dyn Fn(usize, usize) -> bool,
    out: &mut Vec<Conflict>,
) -> bool {
    if rec.is_none() || who.ordered(rec, me.tid) {
        return false;
    }
    // What both accesses cover decides whether the write changes anything: all of the smaller one.
    let common = 1usize << rec.shift.min(me.shift);
    let changes = touch.does == Does::Write && changed(offset & !(common - 1), common);
    let later = Later { does: touch.does, changes, shared: touch.shared };
    let Some(why) = judge(rec, first_does, me, later, last_writer, who) else { return false };
    let second_does = touch.does;
    out.push(Conflict { offset: offset as u64, first: *rec, first_does, second: *me, second_does, why });
    why == Why::SameValue
}

#[allow(clippy::too_many_arguments, reason = "an access is all of these")]
#[inline(always)]
fn check(
    cell: &mut Cell,
    offset: usize,
    me: &Rec,
    touch: &Touch,
    who: &Who,
    changed: &dyn Fn(usize, usize) -> bool,
    out: &mut Vec<Conflict>,
) {
    let writes = touch.does != Does::Read;
    let wrote = |r: &Rec| if r.is(UPDATE) { Does::Update } else { Does::Write };
    let writer = cell.writer;
    let mut against = |rec: &Rec, does: Does| clash(rec, does, &writer, offset, me, touch, who, changed, out);
    let mut same_value = against(&cell.writer, wrote(&cell.writer));
    same_value |= against(&cell.also, wrote(&cell.also));
    if writes {
        same_value |= against(&cell.readers[0], Does::Read);
        same_value |= against(&cell.readers[1], Does::Read);
        if same_value {
            cell.also = *me;
        } else {
            // Strong writes do not race with each other, so that a later access may be ordered behind the last of them
            // and not behind one before: that one stays known, a weak one first.
            let stays = |r: &Rec| !r.is_none() && !who.long_ago(r) && me.is(STRONG);
            let (also, writer) = (cell.also, cell.writer);
            let weak = [also, writer].into_iter().find(|r| stays(r) && !r.is(STRONG));
            let strong = || [also, writer].into_iter().find(|r| stays(r) && r.tid != me.tid);
            cell.also = weak.or_else(strong).unwrap_or_default();
            cell.writer = *me;
        }
    } else if !me.is(TENTATIVE) {
        // Two readers, of different warps where possible: any later writer differs from one of them.
        let [a, b] = &mut cell.readers;
        let replace = |r: &Rec| r.is_none() || (r.tid == me.tid && r.block == me.block) || who.ordered(r, me.tid);
        let together = |x: &Rec, y: &Rec| x.block == y.block && x.tid / 32 == y.tid / 32;
        if replace(a) {
            *a = *me;
        } else if replace(b) || !together(a, me) || together(a, b) {
            *b = *me;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(block: u32, now: u32, block_time: u32) -> Who<'static> {
        Who { block, now, block_time, warp_times: &[], clocks: &[], active: &[] }
    }
    fn touch(does: Does, site: u32) -> Touch {
        Touch { does, flags: 0, site, shared: false }
    }

    /// Runs of accesses (offset, size, threads, first thread, does, block, now, last barrier) → conflicts of the last.
    #[allow(clippy::type_complexity, reason = "one row of a table")]
    fn conflicts(script: &[(usize, usize, usize, u16, Does, u32, u32, u32)]) -> usize {
        let mut shadow = Shadow::default();
        shadow.reset(4096);
        let mut out = Vec::new();
        for (k, &(offset, size, n, tid, does, block, now, barrier)) in script.iter().enumerate() {
            out.clear();
            shadow.run(offset, size, n, tid, &touch(does, k as u32), &who(block, now, barrier), &|_, _| true, &mut out);
        }
        out.len()
    }

    #[test]
    fn runs_and_cells_agree() {
        use Does::{Read, Write};
        // The same threads again: program order.
        assert_eq!(conflicts(&[(0, 4, 64, 0, Write, 0, 0, 0), (0, 4, 64, 0, Read, 0, 0, 0)]), 0);
        // Shifted by one thread: every word but one meets another thread.
        assert_eq!(conflicts(&[(0, 4, 64, 0, Write, 0, 0, 0), (4, 4, 63, 0, Read, 0, 0, 0)]), 63);
        // With a barrier between.
        assert_eq!(conflicts(&[(0, 4, 64, 0, Write, 0, 0, 0), (4, 4, 63, 0, Read, 0, 1, 1)]), 0);
        // Another block: barriers order nothing.
        assert_eq!(conflicts(&[(0, 4, 32, 0, Write, 0, 0, 0), (0, 4, 32, 0, Read, 1, 1, 1)]), 32);
        // Readers of several blocks, then a writer.
        assert_eq!(
            conflicts(&[(0, 4, 32, 0, Read, 0, 0, 0), (0, 4, 32, 0, Read, 1, 0, 0), (0, 4, 1, 0, Write, 2, 0, 0)]),
            2
        );
        // Halves of one word by two threads never meet.
        assert_eq!(conflicts(&[(0, 2, 64, 0, Write, 0, 0, 0), (0, 2, 64, 0, Read, 0, 0, 0)]), 0);
        assert_eq!(conflicts(&[(0, 2, 3, 0, Write, 0, 0, 0), (2, 2, 1, 1, Read, 0, 0, 0)]), 0);
        assert_eq!(conflicts(&[(0, 2, 3, 0, Write, 0, 0, 0), (2, 2, 1, 2, Read, 0, 0, 0)]), 2);
        // Vectors against words.
        assert_eq!(conflicts(&[(0, 16, 8, 0, Write, 0, 0, 0), (0, 4, 4, 0, Read, 0, 0, 0)]), 3);
    }

    #[test]
    fn a_whole_write_behind_a_barrier_folds_the_chunk() {
        let mut shadow = Shadow::default();
        shadow.reset(256);
        let mut out = Vec::new();
        shadow.touch(8, 4, 2, 5, &touch(Does::Write, 0), &who(0, 0, 0), &|_, _| true, &mut out);
        assert_ne!(shadow.chunks[0].cells, 0);
        shadow.run(0, 4, 32, 0, &touch(Does::Write, 1), &who(0, 1, 1), &|_, _| true, &mut out);
        assert!(out.is_empty());
        assert_eq!(shadow.chunks[0].cells, 0);
    }
}
