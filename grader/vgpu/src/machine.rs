//! What a running instruction sees besides its gang: memory, the block it belongs to, the checks and the budget.

use crate::check::clock::{Knowledge, Reach, Released, ThreadClock};
use crate::check::race::Conflict;
use crate::gang::LaunchDims;
use crate::gpu::{Checks, Launch};
use crate::isa::Isa;
use crate::mem::{Region, Shared};
use crate::program::Program;
use crate::quick;
use crate::report::{At, Event, Key, Memory, Reports, Seen};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a launch ended early.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Halt {
    /// The step budget is spent; the loop's jump and its target.
    Budget {
        jump: u32,
        target: u32,
        block: u32,
        tid: u16,
        /// Blocks that a GPU holds at a time, where further ones have not begun.
        held: Option<u32>,
    },
    Cancelled,
    /// `assert` failed in `count` threads.
    Assert {
        site: u32,
        block: u32,
        tid: u16,
        count: u32,
        text: String,
        file: String,
        line: u32,
        function: String,
    },
    Trap {
        site: u32,
        block: u32,
        tid: u16,
        count: u32,
    },
    Unsupported {
        site: u32,
        text: String,
    },
    /// Stack overflow: recursion without end.
    Stack {
        site: u32,
        block: u32,
        tid: u16,
    },
    /// Nothing can run any more; who waits where.
    Deadlock,
}

/// Exact counts of what ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Instructions × active lanes.
    pub lane_instructions: u64,
    /// Instructions × warps with an active lane.
    pub warp_instructions: u64,
}

impl Counters {
    /// Adds another machine's counts.
    pub(crate) fn add(&mut self, other: &Counters) {
        self.lane_instructions += other.lane_instructions;
        self.warp_instructions += other.warp_instructions;
    }
}

/// A launch as all of its machines see it.
pub(crate) struct Setup<'a> {
    pub(crate) program: &'a Program,
    /// The kernel's number among the functions.
    pub(crate) entry: usize,
    pub(crate) dims: LaunchDims,
    pub(crate) params: Vec<u8>,
    pub(crate) launch: &'a Launch,
    /// Live ranges of shared memory.
    pub(crate) shared_ranges: Vec<(u64, u64)>,
    /// A block is one gang.
    pub(crate) single_gang: bool,
}

impl Setup<'_> {
    pub(crate) fn checks(&self) -> bool {
        self.launch.checks == Checks::On
    }

    /// A machine that runs blocks of the launch; `quick`: it is a worker of a quick run.
    pub(crate) fn machine<'c>(
        &'c self,
        regions: &'c mut Vec<Option<Region>>,
        quick: Option<Box<quick::Worker<'c>>>,
    ) -> Cx<'c> {
        // The workers of a quick run have one budget, and ask for it when they look.
        let steps = if quick.is_some() { u64::MAX } else { self.launch.limits.max_steps };
        let fuel = i64::try_from(steps).unwrap_or(i64::MAX);
        Cx {
            program: self.program,
            dims: self.dims,
            params: self.params.clone(),
            regions,
            quick,
            block: BlockState::default(),
            n_threads: self.dims.n_threads(),
            released: HashMap::new(),
            reports: Reports::default(),
            checks: self.checks(),
            isa: self.launch.isa,
            fuel,
            next_look: fuel,
            cancel: self.launch.cancel.clone(),
            give_up: self.launch.give_up.clone(),
            out_of_steps: false,
            counters: Counters::default(),
            profile: self.launch.profile.then(|| vec![crate::profile::Counts::default(); self.program.code.len()]),
            printed: String::new(),
            halt: None,
            conflicts: Vec::new(),
            staged: Vec::new(),
            shared_ranges: self.shared_ranges.clone(),
            shared_step: 0,
            copied: HashMap::new(),
            heap: crate::heap::Heap::default(),
            single_gang: self.single_gang,
            barriers: Vec::new(),
        }
    }
}

/// The block whose turn it is.
#[derive(Default)]
pub(crate) struct BlockState {
    pub(crate) id: [u32; 3],
    pub(crate) linear: u32,
    pub(crate) now: u32,
    pub(crate) block_time: u32,
    pub(crate) warp_times: Vec<u32>,
    /// Per thread; empty until something other than full barriers orders threads.
    pub(crate) clocks: Vec<ThreadClock>,
    pub(crate) shared: Shared,
    /// Threads that arrived at a counted barrier without waiting, by barrier.
    /// Asynchronous copies that their threads have not waited for.
    pub(crate) copies: HashMap<u16, crate::exec::async_copy::Copies>,
    /// Barrier objects by their offset in shared memory.
    pub(crate) mbarriers: HashMap<u64, crate::exec::mbarrier::Mbarrier>,
    pub(crate) arrived: BTreeMap<u32, (u32, crate::check::clock::Phase)>,
}

impl BlockState {
    /// The block of this number begins, or the wave that it is the first of; `shadow`: accesses to its `shared_len` bytes of
    /// shared memory are recorded.
    pub(crate) fn begin(&mut self, id: [u32; 3], linear: u64, n_warps: usize, shared_len: usize, shadow: bool) {
        (self.id, self.linear, self.now, self.block_time) = (id, linear as u32, 0, 0);
        self.warp_times.clear();
        self.warp_times.resize(n_warps, 0);
        self.clocks.clear();
        self.arrived.clear();
        self.copies.clear();
        self.mbarriers.clear();
        self.shared.reset(shared_len, shadow);
    }
}

/// Everything but the gang.
pub(crate) struct Cx<'a> {
    pub(crate) program: &'a Program,
    pub(crate) dims: LaunchDims,
    pub(crate) params: Vec<u8>,
    pub(crate) regions: &'a mut Vec<Option<Region>>,
    /// This is a worker of a quick run, which has regions of its own.
    pub(crate) quick: Option<Box<quick::Worker<'a>>>,
    pub(crate) block: BlockState,
    pub(crate) n_threads: u32,
    /// What strong writes left on their locations.
    pub(crate) released: HashMap<(Memory, u32, u64), Released>,
    pub(crate) reports: Reports,
    pub(crate) checks: bool,
    pub(crate) isa: Isa,
    /// Warp instructions left.
    pub(crate) fuel: i64,
    /// When to look at `cancel` again, in terms of `fuel`.
    pub(crate) next_look: i64,
    pub(crate) cancel: Option<Arc<AtomicBool>>,
    pub(crate) give_up: Option<Arc<AtomicBool>>,
    /// The steps are spent, or the host gave up.
    pub(crate) out_of_steps: bool,
    pub(crate) counters: Counters,
    /// Counts by site, where the launch asked for them.
    pub(crate) profile: Option<Vec<crate::profile::Counts>>,
    pub(crate) printed: String,
    pub(crate) halt: Option<Halt>,
    pub(crate) conflicts: Vec<Conflict>,
    /// Bytes on their way to memory.
    pub(crate) staged: Vec<u8>,
    /// Live ranges of shared memory.
    pub(crate) shared_ranges: Vec<(u64, u64)>,
    /// In a wave: bytes between one block's shared memory and the next one's.
    pub(crate) shared_step: usize,
    /// Undefined bytes that were stored: whose load they came from.
    pub(crate) copied: HashMap<(Memory, u64), Key>,
    pub(crate) heap: crate::heap::Heap,
    /// The block is one gang: a barrier that all lanes meet together needs no waiting.
    pub(crate) single_gang: bool,
    /// Findings about barriers, complete as they are.
    pub(crate) barriers: Vec<crate::block::BarrierFact>,
}

/// Instructions between two looks at the cancel flag.
const LOOK_EVERY: i64 = 200_000;

impl Cx<'_> {
    /// Every so often: is the launch to go on?
    #[cold]
    pub(crate) fn look(&mut self) -> bool {
        self.next_look = self.fuel - LOOK_EVERY;
        if self.cancel.as_ref().is_some_and(|c| c.load(Ordering::Relaxed)) {
            self.halt = Some(Halt::Cancelled);
            return false;
        }
        if self.quick.as_ref().is_some_and(|q| !q.spend(LOOK_EVERY)) {
            return false;
        }
        self.out_of_steps = self.fuel <= 0 || self.give_up.as_ref().is_some_and(|g| g.load(Ordering::Relaxed));
        !self.out_of_steps
    }

    /// Reports an event of one thread.
    #[cold]
    pub(crate) fn report(&mut self, event: Event, site: u32, tid: u16, at: At, size: u32) {
        if self.checks {
            self.reports.add(Seen { event, site, block: self.block.linear, tid, at, size, other: None });
        }
    }

    /// The clocks of the block's threads, made on first need.
    pub(crate) fn clocks(&mut self) -> &mut Vec<ThreadClock> {
        if self.block.clocks.is_empty() {
            self.block.clocks.resize(self.n_threads as usize, ThreadClock::default());
        }
        &mut self.block.clocks
    }

    /// All that thread `tid` knows, with the block's and its own times made explicit.
    pub(crate) fn export(block: &BlockState, tid: u16, known: Option<&Knowledge>) -> Knowledge {
        let mut k = known.cloned().unwrap_or_default();
        if block.block_time > 0 {
            k.add_block(block.linear, block.block_time - 1);
        }
        let warp = tid / 32;
        if let Some(t) = block.warp_times.get(usize::from(warp)).filter(|t| **t > 0) {
            k.add_warp(block.linear, warp, t - 1);
        }
        k.add_thread(block.linear, tid, block.now);
        k
    }

    /// A fence by thread `tid`.
    pub(crate) fn fence(&mut self, tid: u16, reach: Reach) {
        self.clocks();
        let block = &mut self.block;
        let mut clock = std::mem::take(&mut block.clocks[usize::from(tid)]);
        clock.fence(reach, |known| Self::export(block, tid, known.as_deref()));
        block.clocks[usize::from(tid)] = clock;
    }

    /// Hands found conflicts to the reports.
    pub(crate) fn flush_conflicts(&mut self, memory: Memory) {
        for c in self.conflicts.drain(..) {
            self.reports.conflict(&c, memory);
        }
    }
}
