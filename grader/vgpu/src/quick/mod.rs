//! The quick run: a launch on all cores, as if its kernel were right.
//!
//! Most launches have nothing to report, and then nobody needs to know which line touched which byte. The quick run
//! keeps just enough to be sure of that ([`claims`], [`shared`]): as soon as anything is in doubt (an access out of
//! bounds, a byte never written, two threads that nothing orders, a barrier that some threads miss, too many steps) it
//! stops, memory is put back as it was, and the exact run, on one core and in one order, finds out what it was.
//! So reports come from the exact run alone: they depend neither on the number of cores nor on who came first.
//!
//! Kernels whose threads order each other by more than block barriers (atomics, fences, volatile accesses,
//! asynchronous copies) are not tried. A doubt is no fault: two threads that share a word by halves are right, and are
//! left to the exact run all the same.

mod claims;
mod region;
mod shared;
mod wave;

pub(crate) use claims::Claims;

use crate::block::Block;
use crate::exec::Stop;
use crate::machine::{Counters, Cx, Setup};
use crate::mem;
use crate::program::Habits;
use claims::{Claimed, MAX_EPOCH, MULTI, Who};
use region::{Learned, Region, Seen};
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64};
use wave::Waves;

/// What the workers of one launch share.
pub(crate) struct Shared<'a> {
    regions: Vec<Option<Region<'a>>>,
    /// Serial of the launch's first block.
    base: u32,
    /// The next block to run.
    next: AtomicU64,
    doubt: AtomicBool,
    /// Blocks of a wave came to different barriers.
    parted: AtomicBool,
    /// Steps left, for all workers.
    fuel: AtomicI64,
    n_workers: usize,
    checks: bool,
}

/// What one worker has of its own.
pub(crate) struct Worker<'a> {
    launch: &'a Shared<'a>,
    seen: Vec<Seen>,
    crew: Crew,
    shared: shared::Records,
    /// By instruction: the address that it accessed last.
    last: Vec<u64>,
}

/// One access by consecutive threads, one behind the other: bytes of each, how many, who, and the barriers that their block
/// has passed.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub(crate) size: usize,
    pub(crate) n: usize,
    pub(crate) threads: Threads,
    pub(crate) epoch: u32,
}

/// Who accesses: threads as the lanes of a block or of a wave.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Threads {
    /// Consecutive threads from this one.
    From(u32),
    /// Several at one address, from this one to before that one.
    Several(u32, u32),
}

/// Whose accesses a worker claims: the block or the wave of blocks that it runs.
#[derive(Clone, Copy)]
struct Crew {
    /// Of the first block.
    serial: u32,
    /// Of the launch's first block.
    base: u32,
    /// Lanes of a block are two to this power.
    shift: u32,
    /// Nobody else runs.
    alone: bool,
}

/// No block has so many threads.
const ONE_BLOCK: u32 = 12;

impl Crew {
    #[inline(always)]
    fn who(&self, block: u32, epoch: u32) -> Who {
        Who { serial: self.serial + block, base: self.base, epoch, alone: self.alone }
    }

    /// Claims a run that begins at byte `at`, block by block.
    #[inline(always)]
    fn claim(&self, claims: &Claims, at: usize, run: &Run, write: bool) -> Claimed {
        match run.threads {
            Threads::From(first) => {
                let (mut lane, mut at, mut left) = (first, at, run.n);
                let mut all = Claimed::Masked;
                loop {
                    let (block, tid) = (lane >> self.shift, lane & ((1 << self.shift) - 1));
                    let n = left.min((1 << self.shift) - tid as usize);
                    match claims.run(at, run.size, n, i64::from(tid), &self.who(block, run.epoch), write) {
                        Claimed::Refused => return Claimed::Refused,
                        Claimed::Granted => all = Claimed::Granted,
                        Claimed::Masked => {}
                    }
                    left -= n;
                    if left == 0 {
                        return all;
                    }
                    lane += n as u32;
                    at += n * run.size;
                }
            }
            Threads::Several(from, to) => {
                for block in from >> self.shift..=(to - 1) >> self.shift {
                    let who = self.who(block, run.epoch);
                    if claims.run(at, run.size, run.n, MULTI, &who, write) == Claimed::Refused {
                        return Claimed::Refused;
                    }
                }
                Claimed::Granted
            }
        }
    }
}

impl<'a> Worker<'a> {
    fn new(launch: &'a Shared<'a>, n_sites: usize) -> Worker<'a> {
        Worker {
            launch,
            seen: vec![Seen::No; launch.regions.len()],
            crew: Crew { serial: 0, base: launch.base, shift: ONE_BLOCK, alone: launch.n_workers == 1 },
            shared: shared::Records::default(),
            last: vec![0; n_sites],
        }
    }

    /// A block begins.
    pub(crate) fn new_block(&mut self, linear: u32, shared_bytes: usize) {
        self.crew.serial = self.launch.base + linear;
        self.shared.new_block(shared_bytes);
    }

    /// A wave begins, of blocks of two to the power `shift` lanes.
    fn new_wave(&mut self, linear: u32, shift: u32, shared_bytes: usize) {
        self.new_block(linear, shared_bytes);
        self.crew.shift = shift;
    }

    /// The bytes of a read of region `idx`; nothing where it is in doubt.
    #[inline(always)]
    pub(crate) fn read(&mut self, idx: usize, offset: i64, run: &Run) -> Option<&[u8]> {
        let (region, seen) = (self.launch.regions.get(idx)?.as_ref()?, self.seen.get_mut(idx)?);
        if run.epoch > MAX_EPOCH {
            return None;
        }
        region.read(offset, run, &self.crew, seen, self.launch.checks)
    }

    /// The bytes for a write of region `idx`; nothing where it is in doubt.
    #[inline(always)]
    pub(crate) fn write(&mut self, idx: usize, offset: i64, run: &Run) -> Option<&mut [u8]> {
        let (region, seen) = (self.launch.regions.get(idx)?.as_ref()?, self.seen.get_mut(idx)?);
        if run.epoch > MAX_EPOCH || matches!(run.threads, Threads::Several(..)) {
            return None;
        }
        region.write(offset, run, &self.crew, seen)
    }

    /// Fetches what a lane is about to access.
    #[inline(always)]
    pub(crate) fn prefetch(&self, idx: usize, offset: i64, write: bool) {
        if let Some(Some(region)) = self.launch.regions.get(idx) {
            region.prefetch(offset);
            if write {
                region.prefetch_claims(offset);
            }
        }
    }

    /// How far an instruction's addresses have moved since it ran last; 0 where that is no pattern.
    #[inline(always)]
    pub(crate) fn pace(&mut self, site: u32, addr: u64) -> i64 {
        let Some(last) = self.last.get_mut(site as usize) else { return 0 };
        let pace = addr.wrapping_sub(std::mem::replace(last, addr)) as i64;
        if pace.unsigned_abs() <= FAR { pace } else { 0 }
    }

    /// Fetches `len` bytes of region `idx`; of long runs the head of each page, behind which the processor goes on by itself.
    #[inline(always)]
    pub(crate) fn fetch(&self, idx: usize, offset: i64, len: usize) {
        let Some(Some(region)) = self.launch.regions.get(idx) else { return };
        let is_long = len > PAGE / 2;
        for at in (offset..offset.saturating_add(len as i64)).step_by(LINE) {
            if !is_long || at as usize % PAGE < HEAD {
                region.prefetch(at);
            }
        }
    }

    /// An access to shared memory; false where it is in doubt.
    #[inline(always)]
    pub(crate) fn shared(&mut self, offset: usize, run: &Run, write: bool) -> bool {
        if !self.launch.checks {
            return true;
        }
        let tid = if let Threads::From(t) = run.threads { t & ((1 << self.crew.shift) - 1) } else { shared::MULTI };
        self.shared.run(offset, run.size, run.n, tid, run.epoch, write)
    }

    /// The same for words of consecutive threads from `thread`, `step` bytes apart.
    #[inline(always)]
    pub(crate) fn column(&mut self, offset: usize, step: i64, n: usize, thread: u32, epoch: u32, write: bool) -> bool {
        let tid = thread & ((1 << self.crew.shift) - 1);
        !self.launch.checks || self.shared.column(offset, step, n, tid, epoch, write)
    }

    /// Whether a region is larger than the caches are likely to be.
    #[inline(always)]
    pub(crate) fn is_large(&self, idx: usize) -> bool {
        self.launch.regions.get(idx).is_some_and(|r| r.as_ref().is_some_and(|r| r.len() >= LARGE))
    }

    /// Takes `steps` from all workers' budget; false if it is spent, or another worker is in doubt.
    pub(crate) fn spend(&self, steps: i64) -> bool {
        !self.launch.doubt.load(Relaxed) && self.launch.fuel.fetch_sub(steps, Relaxed) > steps
    }
}

/// Bytes of a cache line.
const LINE: usize = 64;
const PAGE: usize = 4096;
/// Bytes of a region that no cache is expected to hold.
const LARGE: usize = 32 << 20;
/// What the processor is shown of a page.
const HEAD: usize = 512;
/// A step beyond this is no pattern.
const FAR: u64 = 1 << 20;

/// Blocks that a worker is worth starting for.
const BLOCKS_PER_WORKER: u64 = 4;

/// Runs every block of a launch, the first of which has the serial `base`. `None`: something is in doubt, and memory is
/// as it was.
pub(crate) fn run<const W: usize>(
    setup: &Setup<'_>,
    regions: &mut [Option<mem::Region>],
    base: u32,
    fuel: i64,
) -> Option<Counters> {
    let habits = setup.program.habits(setup.entry);
    let has = |habit: fn(&Habits) -> &AtomicBool| habits.is_some_and(|h| habit(h).load(Relaxed));
    let mut waves = Waves::of(setup).filter(|_| !has(|h| &h.parts));
    let mut learned = vec![Learned { met_mask: has(|h| &h.comes_back), ..Learned::default() }; regions.len()];
    // Every further run has learned more: about some buffer, or that blocks go their own ways.
    loop {
        let (n_units, least) = match &waves {
            Some(waves) => (waves.n_waves(), 1),
            None => (setup.dims.n_blocks(), BLOCKS_PER_WORKER),
        };
        let useful = usize::try_from(n_units / least).unwrap_or(usize::MAX);
        let n_workers = setup.launch.threads.min(useful).max(1);
        let views = regions.iter_mut().zip(&learned);
        let shared = Shared {
            regions: views.map(|(r, learned)| r.as_mut().map(|r| Region::new(r, *learned, base))).collect(),
            base,
            next: AtomicU64::new(0),
            doubt: AtomicBool::new(false),
            parted: AtomicBool::new(false),
            fuel: AtomicI64::new(fuel),
            n_workers,
            checks: setup.checks(),
        };
        let counters = work_together::<W>(setup, &shared, waves.as_ref());
        if counters.is_some() {
            shared.regions.iter().flatten().for_each(Region::finish);
            return counters;
        }
        let mut again = shared.parted.load(Relaxed);
        if again {
            waves = None;
            if let Some(habits) = habits {
                habits.parts.store(true, Relaxed);
            }
        }
        let mut before = Vec::new();
        for (region, learned) in shared.regions.into_iter().zip(&mut learned) {
            let Some(region) = region else {
                before.push(None);
                continue;
            };
            let new = region.learned();
            again |= learned.add(new);
            if let Some(habits) = habits.filter(|_| new.met_mask) {
                habits.comes_back.store(true, Relaxed);
            }
            before.push(region.into_snapshot());
        }
        for (region, snapshot) in regions.iter_mut().zip(before) {
            let Some(region) = region else { continue };
            if let Some(snapshot) = snapshot {
                region.put_back(snapshot.bytes, snapshot.init);
            }
            // The same serials will run again: what they claimed must not count.
            region.claims = OnceLock::new();
        }
        if !again {
            return None;
        }
    }
}

impl Shared<'_> {
    /// A worker's next share of `n_units` blocks or waves, until there are no more.
    fn share(&self, n_units: u64) -> Option<std::ops::Range<u64>> {
        let step = (n_units / (16 * self.n_workers as u64)).clamp(1, 64);
        let first = self.next.fetch_add(step, Relaxed);
        (first < n_units).then(|| first..(first + step).min(n_units))
    }
}

/// All workers' share; nothing if one of them is in doubt.
fn work_together<const W: usize>(setup: &Setup<'_>, shared: &Shared<'_>, waves: Option<&Waves>) -> Option<Counters> {
    let work = || {
        // The workers' regions are `shared`'s: what looks for others finds none, and is in doubt.
        let mut none = Vec::new();
        let mut cx = setup.machine(&mut none, Some(Box::new(Worker::new(shared, setup.program.code.len()))));
        let done = match waves {
            Some(waves) => waves.run(setup, &mut cx, shared),
            None => blocks::<W>(setup, &mut cx, shared),
        };
        if !done {
            shared.doubt.store(true, Relaxed);
        }
        cx.counters
    };
    let mut total = Counters::default();
    std::thread::scope(|s| {
        let others: Vec<_> = (1..shared.n_workers).map(|_| s.spawn(work)).collect();
        total.add(&work());
        for other in others {
            match other.join() {
                Ok(counters) => total.add(&counters),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    (!shared.doubt.load(Relaxed)).then_some(total)
}

/// A worker's share of the blocks; false if something is in doubt.
fn blocks<const W: usize>(setup: &Setup<'_>, cx: &mut Cx<'_>, shared: &Shared<'_>) -> bool {
    let mut spare = None;
    while let Some(share) = shared.share(setup.dims.n_blocks()) {
        for linear in share {
            if shared.doubt.load(Relaxed) {
                return false;
            }
            let mut block = Block::<W>::fresh(cx, setup.entry, linear, spare.take());
            if let Some(worker) = &mut cx.quick {
                worker.new_block(linear as u32, block.state.shared.bytes.len());
            }
            std::mem::swap(&mut cx.block, &mut block.state);
            let stop = block.run(cx, u32::MAX);
            cx.reports.end_block(cx.block.linear);
            cx.copied.clear();
            std::mem::swap(&mut cx.block, &mut block.state);
            if stop != Stop::Done || cx.halt.is_some() || !cx.reports.is_empty() || !cx.barriers.is_empty() {
                return false;
            }
            spare = Some(block);
        }
    }
    true
}
