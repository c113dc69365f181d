//! A block: its gangs, its barriers, and what it means when nobody can go on.

use crate::check::clock::{Knowledge, Phase};
use crate::exec::{self, Stop};
use crate::gang::Gang;
use crate::gang::split::{BarrierWait, Reduce, State, any, count, lanes};
use crate::machine::{BlockState, Cx, Halt};
use crate::program::Site;

/// Threads that wait at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) site: u32,
    /// The calls that led there, innermost first.
    pub(crate) calls: Vec<u32>,
    /// Thread numbers within the block, ascending.
    pub(crate) tids: Vec<u16>,
    /// For a warp instruction: the mask of the first of them.
    pub(crate) mask: Option<u32>,
    /// The branch that last parted them from others, if one did.
    pub(crate) parted: Option<u32>,
    /// They do not wait here, but go round a loop that waits for memory to change.
    pub(crate) spins: bool,
}

/// A fault at barriers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BarrierFact {
    pub(crate) block: u32,
    pub(crate) kind: BarrierKind,
    pub(crate) waiting: Vec<Waiting>,
    /// The branch that parted those who wait from each other, or from the others.
    pub(crate) parted: Option<u32>,
    /// Threads that exited before.
    pub(crate) exited: u32,
    pub(crate) n_threads: u32,
}

/// What is wrong at the barriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BarrierKind {
    /// Threads met at barriers of different places.
    DifferentPlaces,
    /// Everybody waits for somebody.
    Deadlock,
    /// The barrier asks for a number of threads that cannot be, or more came than it asks for.
    Count { count: u32, arrived: Option<u32> },
}

/// The gangs of one block, and its memory while it does not run.
pub(crate) struct Block<const W: usize> {
    pub(crate) gangs: Vec<Gang<W>>,
    pub(crate) state: BlockState,
}

/// Everybody has met the block's barrier: what was before is ordered.
pub(crate) fn pass_barrier(cx: &mut Cx<'_>) {
    cx.block.now += 1;
    cx.block.block_time = cx.block.now;
    if !cx.block.clocks.is_empty() {
        let mut phase = Phase::default();
        cx.block.clocks.iter_mut().for_each(|c| c.give(&mut phase));
        if !phase.is_empty() {
            cx.block.clocks.iter_mut().for_each(|c| c.take(&phase));
        }
    }
}

/// Threads arrive at a counted barrier and go on.
pub(crate) fn arrive_only(cx: &mut Cx<'_>, id: u32, n: u32, tids: &[u16]) {
    cx.clocks();
    let block = &mut cx.block;
    let slot = block.arrived.entry(id).or_default();
    slot.0 += n;
    let mut own = Knowledge::default();
    for tid in tids {
        block.clocks[usize::from(*tid)].give(&mut slot.1);
        own.add_thread(block.linear, *tid, block.now);
    }
    slot.1.add(own);
    block.now += 1;
}

/// Where the block of this number stands in the grid.
pub(crate) fn block_id(linear: u64, grid: [u32; 3]) -> [u32; 3] {
    let (x, y) = (u64::from(grid[0]), u64::from(grid[1]));
    [(linear % x) as u32, (linear / x % y) as u32, (linear / (x * y)) as u32]
}

impl<const W: usize> Block<W> {
    /// The block of this number, about to begin, in the memory of one that ended.
    pub(crate) fn fresh(cx: &Cx<'_>, entry: usize, linear: u64, spare: Option<Block<W>>) -> Block<W> {
        let id = block_id(linear, cx.dims.grid);
        let shared_len = cx.shared_ranges.iter().map(|r| r.1).max().unwrap_or(0) as usize;
        let n_warps = cx.n_threads.div_ceil(32) as usize;
        let mut block = match spare {
            Some(mut b) => {
                b.gangs.iter_mut().for_each(|g| g.restart(cx.program, entry, &cx.dims, id));
                b
            }
            None => {
                let lanes = Gang::<W>::LANES as u32;
                let starts = (0..cx.n_threads).step_by(lanes as usize);
                let gangs = starts.map(|t| Gang::new(cx.program, entry, &cx.dims, id, t)).collect();
                Block { gangs, state: BlockState::default() }
            }
        };
        block.state.begin(id, linear, n_warps, shared_len, cx.quick.is_none());
        block
    }

    /// Runs until the block ends, its turn is over, or the launch halts.
    pub(crate) fn run(&mut self, cx: &mut Cx<'_>, turn: u32) -> Stop {
        loop {
            let (mut done, mut turned) = (true, false);
            let inner = if self.gangs.len() > 1 { turn.min(1 << 14) } else { turn };
            for g in &mut self.gangs {
                if !any(&g.alive) {
                    continue;
                }
                match exec::run(g, cx, inner) {
                    Stop::Done => {}
                    Stop::Blocked => done = false,
                    Stop::Turn => {
                        done = false;
                        turned = true;
                    }
                    Stop::Halted => {
                        self.stalled(cx);
                        return Stop::Halted;
                    }
                }
            }
            if done {
                return Stop::Done;
            }
            let released = self.release(cx);
            if turned && turn != u32::MAX {
                return Stop::Turn;
            }
            if !released && !turned {
                self.deadlock(cx);
                return Stop::Halted;
            }
        }
    }

    fn waits(&self) -> impl Iterator<Item = (usize, usize, &BarrierWait<W>)> {
        self.gangs.iter().enumerate().flat_map(|(k, g)| {
            g.splits.iter().enumerate().filter_map(move |(s, split)| match &split.state {
                State::Barrier(b) => Some((k, s, b)),
                _ => None,
            })
        })
    }

    /// Opens every barrier that is complete; true if one was.
    fn release(&mut self, cx: &mut Cx<'_>) -> bool {
        let mut ids: Vec<(u32, Option<u32>)> = self.waits().map(|(_, _, b)| (b.id, b.count)).collect();
        ids.sort();
        ids.dedup();
        let mut opened = false;
        let alive: u32 = self.gangs.iter().map(|g| count(&g.alive)).sum();
        for (id, wanted) in ids {
            let here: Vec<(usize, usize)> =
                self.waits().filter(|(_, _, b)| b.id == id && b.count == wanted).map(|(g, s, _)| (g, s)).collect();
            let n: u32 = here.iter().map(|(g, s)| count(&self.gangs[*g].splits[*s].mask)).sum();
            let whole = n == alive;
            let complete = match wanted {
                None => whole && cx.block.arrived.get(&id).is_none_or(|a| a.0 == 0),
                Some(c) => {
                    // Whole warps count, once their live lanes are here.
                    let warps = self.full_warps(&here);
                    let arrived = cx.block.arrived.get(&id).map_or(0, |a| a.0);
                    32 * warps + arrived >= c || (whole && arrived == 0 && c == cx.n_threads)
                }
            };
            if complete {
                if let Some(count) = wanted {
                    self.check_count(cx, id, count, &here);
                }
                self.open(cx, id, &here, whole);
                opened = true;
            }
        }
        opened
    }

    /// Warps whose live lanes all wait among `here`.
    fn full_warps(&self, here: &[(usize, usize)]) -> u32 {
        let mut n = 0;
        for (k, g) in self.gangs.iter().enumerate() {
            for w in 0..W {
                let waiting = here.iter().filter(|(q, _)| *q == k).fold(0, |m, (_, s)| m | g.splits[*s].mask[w]);
                n += u32::from(waiting != 0 && waiting == g.alive[w]);
            }
        }
        n
    }

    fn open(&mut self, cx: &mut Cx<'_>, id: u32, here: &[(usize, usize)], whole: bool) {
        cx.fuel -= exec::BARRIER;
        self.check_places(cx, here);
        let arrived = cx.block.arrived.remove(&id);
        if whole && arrived.is_none() {
            pass_barrier(cx);
        } else if cx.checks {
            self.hand_over(cx, here, arrived);
        }
        // Reductions see all participants' predicates.
        let (mut n, mut every) = (0, true);
        for (g, s) in here {
            if let State::Barrier(BarrierWait { reduce: Some((_, p, _)), .. }) = &self.gangs[*g].splits[*s].state {
                let mask = self.gangs[*g].splits[*s].mask;
                for w in 0..W {
                    n += (p[w] & mask[w]).count_ones();
                    every &= p[w] & mask[w] == mask[w];
                }
            }
        }
        for (g, s) in here {
            let gang = &mut self.gangs[*g];
            let split = &mut gang.splits[*s];
            let State::Barrier(wait) = std::mem::replace(&mut split.state, State::Ready) else { continue };
            split.pc = wait.site + 1;
            let (mask, frame) = (split.mask, split.frame);
            if let Some((op, _, d)) = wait.reduce {
                gang.enter_frame(frame);
                let value = match op {
                    Reduce::Popc => n,
                    Reduce::And => u32::from(every),
                    Reduce::Or => u32::from(n > 0),
                };
                for lane in lanes(&mask) {
                    gang.regs.set_lane_bits(d, lane, u64::from(value));
                }
            }
        }
    }

    /// No more threads may come to a counted barrier than it asks for: which of them meet would be chance.
    fn check_count(&self, cx: &mut Cx<'_>, id: u32, count: u32, here: &[(usize, usize)]) {
        let arrived = 32 * self.full_warps(here) + cx.block.arrived.get(&id).map_or(0, |a| a.0);
        if cx.checks && arrived > count.next_multiple_of(32) {
            let waiting = self.gather_waiting(here.iter().copied());
            let fact = self.fact(cx, BarrierKind::Count { count, arrived: Some(arrived) }, waiting);
            add_barrier(cx, fact);
        }
    }

    /// Threads that meet without a count must stand at one barrier of the source.
    fn check_places(&self, cx: &mut Cx<'_>, here: &[(usize, usize)]) {
        let site = |(g, s): &(usize, usize)| match &self.gangs[*g].splits[*s].state {
            State::Barrier(wait) => Some((wait.site, self.gangs[*g].calls(self.gangs[*g].splits[*s].frame))),
            _ => None,
        };
        let one_place = here.windows(2).all(|pair| site(&pair[0]) == site(&pair[1]));
        if !cx.checks || one_place {
            return;
        }
        let waits = self.gather_waiting(here.iter().copied());
        let counted = here
            .iter()
            .any(|(g, s)| matches!(&self.gangs[*g].splits[*s].state, State::Barrier(b) if b.count.is_some()));
        let Some(first) = waits.first() else { return };
        if counted || waits.iter().all(|w| is_one_place(cx, first, w)) {
            return;
        }
        let fact = self.fact(cx, BarrierKind::DifferentPlaces, waits);
        add_barrier(cx, fact);
    }

    fn fact(&self, cx: &Cx<'_>, kind: BarrierKind, waiting: Vec<Waiting>) -> BarrierFact {
        let alive: u32 = self.gangs.iter().map(|g| count(&g.alive)).sum();
        let parted = self.parting_branch(cx, &waiting);
        let exited = cx.n_threads - alive;
        BarrierFact { block: cx.block.linear, kind, waiting, parted, exited, n_threads: cx.n_threads }
    }

    /// The branch that parted threads which wait from the others: of those that decide whether threads come to where
    /// some wait, the last one that lanes took in different directions. Where warps parted, and no lanes of one gang,
    /// the branch that decides last.
    fn parting_branch(&self, cx: &Cx<'_>, waiting: &[Waiting]) -> Option<u32> {
        let has_parted = |site: &u32| self.gangs.iter().any(|g| g.diverged.contains(site));
        let deciding = |w: &Waiting| {
            let sites = std::iter::once(w.site).chain(w.calls.iter().copied());
            sites.flat_map(|site| cx.program.deciding_branches(Site(site))).collect::<Vec<_>>()
        };
        let all: Vec<Vec<u32>> = waiting.iter().filter(|w| !w.spins).map(deciding).collect();
        let parted = all.iter().flatten().find(|site| has_parted(site)).copied();
        let last = || waiting.iter().find_map(|w| w.parted);
        parted.or_else(|| all.iter().find_map(|sites| sites.first().copied())).or_else(last)
    }

    /// Splits as groups of threads, one for each place.
    fn gather_waiting(&self, splits: impl Iterator<Item = (usize, usize)>) -> Vec<Waiting> {
        let mut waits: Vec<Waiting> = Vec::new();
        for (k, s) in splits {
            let gang = &self.gangs[k];
            let split = &gang.splits[s];
            let (site, mask) = match &split.state {
                State::Barrier(b) => (b.site, None),
                State::Warp { site, members, .. } => {
                    let first = lanes(&split.mask).next().unwrap_or(0);
                    (*site, Some(members[first / 32][first % 32]))
                }
                State::Ready => (split.pc, None),
            };
            let tids = lanes(&split.mask).map(|l| (gang.thread0 as usize + l) as u16);
            let calls = gang.calls(split.frame);
            let parted = (split.parted != crate::gang::NEVER).then_some(split.parted);
            let same = |w: &&mut Waiting| w.site == site && w.calls == calls && w.mask.is_some() == mask.is_some();
            match waits.iter_mut().find(same) {
                Some(w) => {
                    w.tids.extend(tids);
                    w.tids.sort_unstable();
                    w.parted = w.parted.or(parted);
                }
                None => waits.push(Waiting { site, calls, tids: tids.collect(), mask, parted, spins: false }),
            }
        }
        waits.sort_by_key(|w| w.tids.first().copied());
        waits
    }

    fn hand_over(&mut self, cx: &mut Cx<'_>, here: &[(usize, usize)], arrived: Option<(u32, Phase)>) {
        cx.clocks();
        let block = &mut cx.block;
        let mut phase = arrived.map(|a| a.1).unwrap_or_default();
        let mut own = Knowledge::default();
        let mut tids = Vec::new();
        for (g, s) in here {
            let gang = &self.gangs[*g];
            tids.extend(lanes(&gang.splits[*s].mask).map(|l| (gang.thread0 as usize + l) as u16));
        }
        for tid in &tids {
            block.clocks[usize::from(*tid)].give(&mut phase);
            own.add_thread(block.linear, *tid, block.now);
        }
        phase.add(own);
        for tid in &tids {
            block.clocks[usize::from(*tid)].take(&phase);
        }
        block.now += 1;
    }

    /// The budget is spent. Where threads poll memory while others wait at a barrier for them, the barrier is the fault.
    fn stalled(&self, cx: &mut Cx<'_>) {
        let Some(Halt::Budget { jump, target, .. }) = cx.halt else { return };
        if jump == crate::gang::NEVER || !cx.program.polls(Site(target), Site(jump)) {
            return;
        }
        // Another block keeps them waiting: that is no matter of this block's barriers.
        if cx.reports.waits_for_block(target, jump) {
            return;
        }
        let at_barriers: Vec<(usize, usize)> = self.waits().map(|(g, s, _)| (g, s)).collect();
        if at_barriers.is_empty() {
            return;
        }
        let mut waits = self.gather_waiting(at_barriers.into_iter());
        let tids = |g: &Gang<W>| {
            let first = g.thread0 as usize;
            lanes(&g.mask).map(move |l| (first + l) as u16).collect::<Vec<_>>()
        };
        let tids: Vec<u16> = self.gangs.iter().filter(|g| g.last_loop == (jump, target)).flat_map(tids).collect();
        waits.push(Waiting { site: jump, calls: Vec::new(), tids, mask: None, parted: None, spins: true });
        cx.barriers.push(self.fact(cx, BarrierKind::Deadlock, waits));
        cx.halt = Some(Halt::Deadlock);
    }

    /// Nobody can go on.
    fn deadlock(&self, cx: &mut Cx<'_>) {
        let all = self.gangs.iter().enumerate().flat_map(|(k, g)| (0..g.splits.len()).map(move |s| (k, s)));
        let waits = self.gather_waiting(all);
        let fact = self.fact(cx, BarrierKind::Deadlock, waits);
        cx.barriers.retain(|f| !same_fault(f, &fact));
        cx.barriers.push(fact);
        cx.halt = Some(Halt::Deadlock);
    }
}

/// Keeps a fault that is not known yet.
pub(crate) fn add_barrier(cx: &mut Cx<'_>, fact: BarrierFact) {
    if cx.barriers.len() < 64 && !cx.barriers.iter().any(|f| same_fault(f, &fact)) {
        cx.barriers.push(fact);
    }
}

fn same_fault(a: &BarrierFact, b: &BarrierFact) -> bool {
    a.kind == b.kind
        && a.waiting.len() == b.waiting.len()
        && a.waiting.iter().zip(&b.waiting).all(|(x, y)| x.site == y.site && x.calls == y.calls)
}

/// Whether two groups of threads stand at one barrier of the source, which the same calls led to.
fn is_one_place(cx: &Cx<'_>, a: &Waiting, b: &Waiting) -> bool {
    let same = |(a, b): (&u32, &u32)| cx.program.same_place(Site(*a), Site(*b));
    same((&a.site, &b.site)) && a.calls.len() == b.calls.len() && a.calls.iter().zip(&b.calls).all(same)
}
