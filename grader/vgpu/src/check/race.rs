//! When do two accesses race? Records of accesses, their order, and the verdict on a pair.
//!
//! The rules are those of `memory_model.md`, sections 1 to 3: a pair of accesses to a common byte by different
//! threads, one of them a write, that nothing orders. The order of execution plays no part.
//!
//! Not found, by design: a third reader's line may go unnamed (two readers are kept); knowledge gained through a
//! relaxed flag without fences.

use super::clock::ThreadClock;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Does {
    Read,
    Write,
    /// An atomic read-modify-write.
    Update,
}

/// One recorded access, or one run of accesses by consecutive threads (see [`super::shadow`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rec {
    pub(crate) block: u32,
    /// The block's logical time.
    pub(crate) time: u32,
    pub(crate) site: u32,
    pub(crate) tid: u16,
    pub(crate) flags: u8,
    /// log2 of the bytes that each thread of a run (or this strong access) covers.
    pub(crate) shift: u8,
}

pub(crate) const VALID: u8 = 1;
pub(crate) const STRONG: u8 = 2;
pub(crate) const VOLATILE: u8 = 4;
pub(crate) const UPDATE: u8 = 8;
/// A strong access that reaches beyond the block.
pub(crate) const WIDE: u8 = 16;
/// A load that the compiler may have speculated: it counts only if its value is used.
pub(crate) const TENTATIVE: u8 = 32;

/// An asynchronous copy that its thread has not waited for: ordered with nobody.
pub(crate) const ASYNC: u8 = 64;

impl Rec {
    #[inline(always)]
    pub(crate) fn is_none(&self) -> bool {
        self.flags == 0
    }
    #[inline(always)]
    pub(crate) fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
    #[inline(always)]
    fn same_thread(&self, other: &Rec) -> bool {
        self.tid == other.tid && self.block == other.block
    }
}

/// Who accesses: what orders earlier accesses before its own.
pub(crate) struct Who<'a> {
    pub(crate) block: u32,
    /// Logical time of this access, and of the block's last barrier.
    pub(crate) now: u32,
    pub(crate) block_time: u32,
    /// Per warp of the block: the time of its last full warp barrier.
    pub(crate) warp_times: &'a [u32],
    /// Per thread of the block; empty where barriers alone order.
    pub(crate) clocks: &'a [ThreadClock],
    /// Active lanes of each warp in this instruction.
    pub(crate) active: &'a [u32],
}

impl Who<'_> {
    /// Whether `rec` happened before what thread `tid` does now.
    #[inline(always)]
    pub(crate) fn ordered(&self, rec: &Rec, tid: u16) -> bool {
        if rec.is(ASYNC) {
            return false;
        }
        if rec.block == self.block {
            if rec.tid == tid || rec.time < self.block_time {
                return true;
            }
            let warp = usize::from(tid / 32);
            if rec.tid / 32 == tid / 32 && self.warp_times.get(warp).is_some_and(|t| rec.time < *t) {
                return true;
            }
        }
        !self.clocks.is_empty() && self.knows(rec, tid)
    }

    #[cold]
    fn knows(&self, rec: &Rec, tid: u16) -> bool {
        let known = self.clocks.get(usize::from(tid)).and_then(|c| c.known.as_deref());
        known.is_some_and(|k| k.covers(rec.block, rec.tid, rec.time))
    }

    /// Ordered behind every lane of a run, for every thread of the block: cheap, and enough for whole chunks.
    #[inline(always)]
    pub(crate) fn long_ago(&self, rec: &Rec) -> bool {
        rec.block == self.block && rec.time < self.block_time
    }
}

/// Why a pair is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Why {
    /// Nothing orders the two.
    Plain,
    /// Both are strong, but one's scope leaves the other thread out.
    Scope,
    /// Both are strong, but of different size or address.
    Mixed,
    /// Volatile shared accesses that only lockstep would order.
    Lockstep,
    /// A write that changed nothing: a note against a write.
    SameValue,
    /// A plain read before its thread's atomic on the same cell: a note.
    Optimistic,
}

impl Why {
    pub(crate) fn is_note(self) -> bool {
        matches!(self, Why::SameValue | Why::Optimistic)
    }
}

/// Two accesses of a common byte that nothing orders.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict {
    /// Byte offset in the memory they share, and the bytes of the later access.
    pub(crate) offset: u64,
    pub(crate) first: Rec,
    pub(crate) first_does: Does,
    pub(crate) second: Rec,
    pub(crate) second_does: Does,
    pub(crate) why: Why,
}

/// Facts about the later access that the verdict needs.
#[derive(Clone, Copy)]
pub(crate) struct Later {
    pub(crate) does: Does,
    /// For a write: whether it changes a byte of the common ones.
    pub(crate) changes: bool,
    /// In shared memory.
    pub(crate) shared: bool,
}

/// Judges `first` (recorded) against `second` (now), given that nothing orders them.
pub(crate) fn judge(
    first: &Rec,
    first_does: Does,
    second: &Rec,
    later: Later,
    last_writer: &Rec,
    who: &Who,
) -> Option<Why> {
    if first_does == Does::Read && later.does == Does::Read {
        return None;
    }
    let (sa, sb) = (first.is(STRONG), second.is(STRONG));
    if sa && sb {
        let same_warp = first.block == second.block && first.tid / 32 == second.tid / 32;
        if later.shared && same_warp && first.is(VOLATILE) && second.is(VOLATILE) {
            let active = who.active.get(usize::from(first.tid / 32)).copied().unwrap_or(0);
            return (active >> (first.tid % 32) & 1 == 1).then_some(Why::Lockstep);
        }
        if first.shift != second.shift {
            return Some(Why::Mixed);
        }
        let reaches = first.block == second.block || (first.is(WIDE) && second.is(WIDE));
        return if reaches { None } else { Some(Why::Scope) };
    }
    if later.does == Does::Write && !later.changes {
        if first_does != Does::Read {
            return Some(Why::SameValue);
        }
        // The reader put that very value there itself.
        if !last_writer.is_none() && last_writer.same_thread(first) {
            return None;
        }
    }
    // A plain read beside atomics of the same size: harmless if the reader's next access there is an atomic.
    let optimistic = (first_does == Does::Read && !sa && later.does == Does::Update)
        || (later.does == Does::Read && !sb && first_does == Does::Update);
    if optimistic && first.shift == second.shift {
        return Some(Why::Optimistic);
    }
    Some(Why::Plain)
}
