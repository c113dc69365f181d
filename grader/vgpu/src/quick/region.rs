//! What the workers of a launch see of a global buffer.
//!
//! The only place where they share memory that is not atomic. A host data race would need two blocks to touch one
//! byte, one of them writing; every access to a buffer that is written is claimed first, and the second such claim is
//! refused before its access (see [`super::claims`]).
#![allow(unsafe_code, reason = "workers write to different bytes of one buffer at once")]

use super::claims::{CHUNK, Claimed, Claims, Masks};
use super::{Crew, Run};
use crate::mem;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, OnceLock, PoisonError};

/// How far a worker knows a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// Not at all.
    No,
    /// It read, and left no claims: nobody may write.
    Read,
    /// Its accesses are claimed.
    Claimed,
    /// And the buffer may be written.
    Writes,
}

/// What a run that was in doubt says about a buffer, which the next one may do better with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Learned {
    /// Somebody read it before somebody else wrote it: it takes claims from the start.
    pub(super) read_before_written: bool,
    /// Something came to a place that a mask says is written: it takes cells.
    pub(super) met_mask: bool,
}

impl Learned {
    /// Adds what another run says; true if that is more.
    pub(super) fn add(&mut self, other: Learned) -> bool {
        let more = other.read_before_written && !self.read_before_written || other.met_mask && !self.met_mask;
        self.read_before_written |= other.read_before_written;
        self.met_mask |= other.met_mask;
        more
    }
}

/// A buffer as it was before the launch.
pub(super) struct Snapshot {
    /// Nothing where no byte was written: then the pattern says it all.
    pub(super) bytes: Option<Box<[u8]>>,
    pub(super) init: Option<Box<[u64]>>,
}

/// A buffer that several workers use.
pub(super) struct Region<'a> {
    bytes: *mut u8,
    len: usize,
    init: &'a [AtomicU64],
    /// Every byte was written before the launch.
    all_init: bool,
    /// No byte was.
    none_init: bool,
    read_only: bool,
    /// Accesses are claimed from now on.
    claimed: AtomicBool,
    /// Somebody read without a claim.
    read: AtomicBool,
    claims: &'a OnceLock<Claims>,
    masks: Masks,
    /// The launch's first serial.
    base: u32,
    first: Mutex<First>,
}

/// What the first write found.
#[derive(Default)]
struct First {
    /// Somebody reads without claims: nobody may write.
    refused: bool,
    before: Option<Snapshot>,
}

// SAFETY: `bytes` is touched through `get` and `get_mut` alone, whose callers hold a claim on those bytes.
unsafe impl Sync for Region<'_> {}
// SAFETY: as above; the pointer is borrowed from a `Vec` for `'a`.
unsafe impl Send for Region<'_> {}

impl<'a> Region<'a> {
    /// The workers' view of a buffer, which nobody else touches meanwhile.
    pub(super) fn new(of: &'a mut mem::Region, learned: Learned, base: u32) -> Region<'a> {
        if of.claims.get().is_some_and(|claims| !claims.tells_apart(base)) {
            of.claims = OnceLock::new();
        }
        let (all_init, none_init) = (of.init.is_full(), of.init.is_empty());
        let words = of.init.words_mut();
        // SAFETY: an `AtomicU64` has the layout of a `u64`, and the exclusive borrow lasts as long as this one.
        let init = unsafe { std::slice::from_raw_parts(words.as_mut_ptr().cast::<AtomicU64>(), words.len()) };
        Region {
            bytes: of.bytes.as_mut_ptr(),
            len: of.bytes.len(),
            init,
            all_init,
            none_init,
            read_only: of.read_only,
            claimed: AtomicBool::new(learned.read_before_written),
            read: AtomicBool::new(false),
            claims: &of.claims,
            masks: if learned.met_mask { Masks::No } else { Masks::Yes },
            base,
            first: Mutex::default(),
        }
    }

    pub(super) fn into_snapshot(self) -> Option<Snapshot> {
        self.first.into_inner().unwrap_or_else(PoisonError::into_inner).before
    }

    /// The launch is over, and right: what its masks say was written is so.
    pub(super) fn finish(&self) {
        let Some(claims) = self.claims.get().filter(|_| !self.all_init) else { return };
        for (chunk, words) in claims.masks(self.base) {
            for (half, init) in self.init[2 * chunk..].iter().take(2).enumerate() {
                init.store(init.load(Relaxed) | bits_of_bytes(words >> (16 * half)), Relaxed);
            }
        }
    }

    /// What the next run has to know of this one.
    pub(super) fn learned(&self) -> Learned {
        Learned {
            read_before_written: self.read.load(SeqCst) && self.claimed.load(SeqCst),
            met_mask: self.claims.get().is_some_and(Claims::met_mask),
        }
    }

    /// Its bytes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn claims(&self) -> &Claims {
        self.claims.get_or_init(|| Claims::new(self.len, self.masks, self.base))
    }

    /// The bytes `offset ..` of `len`, if they are inside and aligned.
    #[inline(always)]
    fn inside(&self, offset: i64, len: usize, align: usize) -> Option<usize> {
        let at = offset as usize;
        (offset >= 0 && at <= self.len && len <= self.len - at && at & (align - 1) == 0).then_some(at)
    }

    /// SAFETY: `at .. at + len` lies inside, and no block writes there but one that is ordered with the caller's.
    #[inline(always)]
    unsafe fn get(&self, at: usize, len: usize) -> &[u8] {
        debug_assert!(at + len <= self.len);
        // SAFETY: by the contract.
        unsafe { std::slice::from_raw_parts(self.bytes.add(at), len) }
    }

    /// SAFETY: `at .. at + len` lies inside, and no other block touches it.
    #[inline(always)]
    #[allow(clippy::mut_from_ref, reason = "the claim makes it exclusive")]
    unsafe fn get_mut(&self, at: usize, len: usize) -> &mut [u8] {
        debug_assert!(at + len <= self.len);
        // SAFETY: by the contract.
        unsafe { std::slice::from_raw_parts_mut(self.bytes.add(at), len) }
    }

    #[cold]
    fn first_read(&self) -> Seen {
        self.read.store(true, SeqCst);
        if self.claimed.load(SeqCst) { Seen::Claimed } else { Seen::Read }
    }

    /// The first write of a worker: from now on everybody claims. False if somebody has read already.
    #[cold]
    fn first_write(&self) -> bool {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever found `claimed` unset has set `read` before: one of the two sees the other.
        let was = self.claimed.swap(true, SeqCst);
        first.refused |= !was && self.read.load(SeqCst);
        if first.refused {
            return false;
        }
        if first.before.is_none() && self.none_init {
            first.before = Some(Snapshot { bytes: None, init: None });
        } else if first.before.is_none() {
            let init: Vec<u64> = self.init.iter().map(|w| w.load(Relaxed)).collect();
            let any = init.iter().any(|w| *w != 0);
            // SAFETY: nobody writes before this lock is released for the first time.
            let bytes = any.then(|| Box::from(unsafe { self.get(0, self.len) }));
            first.before = Some(Snapshot { bytes, init: any.then(|| init.into_boxed_slice()) });
        }
        true
    }

    /// A run reads.
    #[inline(always)]
    pub(super) fn read(&self, offset: i64, run: &Run, crew: &Crew, seen: &mut Seen, checks: bool) -> Option<&[u8]> {
        let len = run.size * run.n;
        let at = self.inside(offset, len, run.size)?;
        if *seen == Seen::No {
            *seen = self.first_read();
        }
        if *seen == Seen::Read {
            // Whoever wants to write finds `read` set and is refused.
        } else if crew.claim(self.claims(), at, run, false) == Claimed::Refused {
            return None;
        }
        if checks && !self.all_init && !self.written(at, len) {
            return None;
        }
        // SAFETY: inside; either nobody writes, or the bytes are claimed.
        Some(unsafe { self.get(at, len) })
    }

    /// Threads of their own each write.
    #[allow(clippy::mut_from_ref, reason = "the claim makes it exclusive")]
    #[inline(always)]
    pub(super) fn write(&self, offset: i64, run: &Run, crew: &Crew, seen: &mut Seen) -> Option<&mut [u8]> {
        let len = run.size * run.n;
        let at = self.inside(offset, len, run.size)?;
        if *seen != Seen::Writes {
            if self.read_only || !self.first_write() {
                return None;
            }
            *seen = Seen::Writes;
        }
        match crew.claim(self.claims(), at, run, true) {
            Claimed::Refused => return None,
            Claimed::Granted if !self.all_init => self.set_written(at, len),
            Claimed::Granted | Claimed::Masked => {}
        }
        // SAFETY: inside, and claimed for writing.
        Some(unsafe { self.get_mut(at, len) })
    }

    /// True where every byte was written.
    #[inline(always)]
    fn written(&self, first: usize, n: usize) -> bool {
        let Window { from, to, low, high } = window(first, n);
        let Some(words) = self.init.get(from..=to) else { return false };
        if let [word] = words {
            return word.load(Relaxed) & low & high == low & high;
        }
        let mut all = (words[0].load(Relaxed) | !low) & (words[to - from].load(Relaxed) | !high);
        for word in &words[1..to - from] {
            all &= word.load(Relaxed);
        }
        all == u64::MAX
    }

    /// Neighbouring blocks share the words at the ends.
    #[inline(always)]
    fn set_written(&self, first: usize, n: usize) {
        if self.written(first, n) {
            return;
        }
        let Window { from, to, low, high } = window(first, n);
        let Some(words) = self.init.get(from..=to) else { return };
        if let [word] = words {
            word.fetch_or(low & high, Relaxed);
            return;
        }
        let set = |word: &AtomicU64, bits: u64| {
            if bits == u64::MAX {
                word.store(bits, Relaxed);
            } else {
                word.fetch_or(bits, Relaxed);
            }
        };
        set(&words[0], low);
        set(&words[to - from], high);
        for word in &words[1..to - from] {
            word.store(u64::MAX, Relaxed);
        }
    }

    /// The same for what says who wrote the byte, and whether anybody did.
    #[inline(always)]
    pub(super) fn prefetch_claims(&self, offset: i64) {
        if (offset as u64) < self.len as u64 {
            let claims = self.claims();
            claims.prefetch(offset as usize);
            // Masks do for what is initialised, but not where a whole chunk is written: that begins at its first byte.
            if (!claims.has_masks() || (offset as usize).is_multiple_of(CHUNK))
                && let Some(word) = self.init.get(offset as usize / 64)
            {
                prefetch(word);
            }
        }
    }

    /// Asks for the cache line of a byte, so that the lanes of a scattered access wait together.
    #[inline(always)]
    pub(super) fn prefetch(&self, offset: i64) {
        if (offset as u64) < self.len as u64 {
            // SAFETY: inside; a prefetch changes nothing.
            prefetch(unsafe { self.bytes.add(offset as usize) });
        }
    }
}

/// The words of a run of bits, and the bits of the first and the last word that belong to it.
struct Window {
    from: usize,
    to: usize,
    low: u64,
    high: u64,
}

/// The low sixteen bits, four times each: a bit per byte of a word.
fn bits_of_bytes(words: u32) -> u64 {
    let mut bits = u64::from(words & 0xffff);
    bits = (bits | bits << 24) & 0x0000_00ff_0000_00ff;
    bits = (bits | bits << 12) & 0x000f_000f_000f_000f;
    bits = (bits | bits << 6) & 0x0303_0303_0303_0303;
    bits = (bits | bits << 3) & 0x1111_1111_1111_1111;
    bits * 0xf
}

#[inline(always)]
fn window(first: usize, n: usize) -> Window {
    let last = first + n - 1;
    let (low, high) = (u64::MAX << (first % 64), u64::MAX >> (63 - last % 64));
    Window { from: first / 64, to: last / 64, low, high }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn prefetch<T>(at: *const T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: SSE is part of x86-64; a prefetch of any address is allowed.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn prefetch<T>(_at: *const T) {}

/// Atomics that are all zero, in memory that costs nothing until it is touched.
pub(super) fn zeroed(n: usize) -> Box<[AtomicU64]> {
    let mut plain = vec![0u64; n].into_boxed_slice();
    crate::mem::pages::prefer_large(&mut plain);
    let plain = Box::into_raw(plain);
    // SAFETY: an `AtomicU64` has the layout of a `u64`; the box was just taken apart.
    unsafe { Box::from_raw(plain as *mut [AtomicU64]) }
}

#[cfg(test)]
mod tests {
    use super::bits_of_bytes;

    #[test]
    fn a_word_has_four_bytes() {
        for words in 0..0x2_0000u32 {
            let bits = bits_of_bytes(words);
            assert!((0..64).all(|byte| bits >> byte & 1 == u64::from(words >> (byte / 4) & 1)), "{words:x}");
        }
    }
}
