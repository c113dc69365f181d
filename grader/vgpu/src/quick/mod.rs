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

pub(crate) use claims::Claims;

use crate::block::Block;
use crate::exec::Stop;
use crate::machine::{Counters, Cx, Setup};
use crate::mem;
use claims::{MAX_EPOCH, MULTI, Who};
use region::{Learned, Region, Seen};
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64};

/// What the workers of one launch share.
pub(crate) struct Shared<'a> {
    regions: Vec<Option<Region<'a>>>,
    /// Serial of the launch's first block.
    base: u32,
    /// The next block to run.
    next: AtomicU64,
    doubt: AtomicBool,
    /// Steps left, for all workers.
    fuel: AtomicI64,
    n_workers: usize,
    checks: bool,
}

/// What one worker has of its own.
pub(crate) struct Worker<'a> {
    launch: &'a Shared<'a>,
    seen: Vec<Seen>,
    serial: u32,
    shared: shared::Records,
    /// By instruction: where it accessed a region last.
    last: Vec<i64>,
}

/// One access by consecutive threads, one behind the other: bytes of each, how many, the first one's number (see
/// [`Threads`]), and the barriers that the block has passed.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub(crate) size: usize,
    pub(crate) n: usize,
    pub(crate) first: Threads,
    pub(crate) epoch: u32,
}

/// Who accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Threads {
    /// Consecutive threads from this one.
    From(u32),
    /// Several at one address.
    Several,
}

impl<'a> Worker<'a> {
    fn new(launch: &'a Shared<'a>, n_sites: usize) -> Worker<'a> {
        Worker {
            launch,
            seen: vec![Seen::No; launch.regions.len()],
            serial: 0,
            shared: shared::Records::default(),
            last: vec![0; n_sites],
        }
    }

    /// A block begins.
    pub(crate) fn new_block(&mut self, linear: u32, shared_bytes: usize) {
        self.serial = self.launch.base + linear;
        self.shared.new_block(shared_bytes);
    }

    #[inline(always)]
    fn who(&self, epoch: u32) -> Who {
        Who { serial: self.serial, base: self.launch.base, epoch, alone: self.launch.n_workers == 1 }
    }

    /// The bytes of a read of region `idx`; nothing where it is in doubt.
    #[inline(always)]
    pub(crate) fn read(&mut self, idx: usize, offset: i64, run: &Run) -> Option<&[u8]> {
        let who = self.who(run.epoch);
        let (region, seen) = (self.launch.regions.get(idx)?.as_ref()?, self.seen.get_mut(idx)?);
        let tid = if let Threads::From(t) = run.first { i64::from(t) } else { MULTI };
        if run.epoch > MAX_EPOCH {
            return None;
        }
        region.read(offset, run.size, run.n, tid, &who, seen, self.launch.checks)
    }

    /// The bytes for a write of region `idx`; nothing where it is in doubt.
    #[inline(always)]
    pub(crate) fn write(&mut self, idx: usize, offset: i64, run: &Run) -> Option<&mut [u8]> {
        let who = self.who(run.epoch);
        let (region, seen) = (self.launch.regions.get(idx)?.as_ref()?, self.seen.get_mut(idx)?);
        let Threads::From(tid) = run.first else { return None };
        if run.epoch > MAX_EPOCH {
            return None;
        }
        region.write(offset, run.size, run.n, i64::from(tid), &who, seen)
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

    /// Fetches what an instruction that goes on as it did is about to access: `len` bytes, as far from here as these are
    /// from the last.
    #[inline(always)]
    pub(crate) fn look_ahead(&mut self, site: u32, idx: usize, offset: i64, len: usize) {
        let (Some(last), Some(Some(region))) = (self.last.get_mut(site as usize), self.launch.regions.get(idx)) else {
            return;
        };
        let step = offset.wrapping_sub(std::mem::replace(last, offset));
        if step.unsigned_abs() <= FAR {
            for line in (0..len as i64).step_by(LINE) {
                region.prefetch(offset + step + line);
            }
        }
    }

    /// An access to shared memory; false where it is in doubt.
    #[inline(always)]
    pub(crate) fn shared(&mut self, offset: usize, run: &Run, write: bool) -> bool {
        if !self.launch.checks {
            return true;
        }
        let tid = if let Threads::From(t) = run.first { t } else { shared::MULTI };
        self.shared.run(offset, run.size, run.n, tid, run.epoch, write)
    }

    /// Takes `steps` from all workers' budget; false if it is spent, or another worker is in doubt.
    pub(crate) fn spend(&self, steps: i64) -> bool {
        !self.launch.doubt.load(Relaxed) && self.launch.fuel.fetch_sub(steps, Relaxed) > steps
    }
}

/// Bytes of a cache line.
const LINE: usize = 64;
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
    let n_blocks = setup.dims.n_blocks();
    let useful = usize::try_from(n_blocks / BLOCKS_PER_WORKER).unwrap_or(usize::MAX);
    let n_workers = setup.launch.threads.min(useful).max(1);
    let mut learned = vec![Learned::default(); regions.len()];
    // Every further run has learned more about some buffer.
    loop {
        let views = regions.iter_mut().zip(&learned);
        let shared = Shared {
            regions: views.map(|(r, learned)| r.as_mut().map(|r| Region::new(r, *learned, base))).collect(),
            base,
            next: AtomicU64::new(0),
            doubt: AtomicBool::new(false),
            fuel: AtomicI64::new(fuel),
            n_workers,
            checks: setup.checks(),
        };
        let counters = work_together::<W>(setup, &shared);
        if counters.is_some() {
            shared.regions.iter().flatten().for_each(Region::finish);
            return counters;
        }
        let mut again = false;
        let mut before = Vec::new();
        for (region, learned) in shared.regions.into_iter().zip(&mut learned) {
            let Some(region) = region else {
                before.push(None);
                continue;
            };
            again |= learned.add(region.learned());
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

/// All workers' share; nothing if one of them is in doubt.
fn work_together<const W: usize>(setup: &Setup<'_>, shared: &Shared<'_>) -> Option<Counters> {
    let work = || {
        // The workers' regions are `shared`'s: what looks for others finds none, and is in doubt.
        let mut none = Vec::new();
        let mut cx = setup.machine(&mut none, Some(Box::new(Worker::new(shared, setup.program.code.len()))));
        if !blocks::<W>(setup, &mut cx, shared) {
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
    let n_blocks = setup.dims.n_blocks();
    let step = (n_blocks / (16 * shared.n_workers as u64)).clamp(1, 64);
    let mut spare = None;
    loop {
        let first = shared.next.fetch_add(step, Relaxed);
        if first >= n_blocks {
            return true;
        }
        for linear in first..(first + step).min(n_blocks) {
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
}
