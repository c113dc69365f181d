//! `mbarrier`: barriers that are objects in shared memory, as `cuda::barrier` and pipelines use them.
//!
//! The object's state lives beside the memory, by its address; the memory itself counts as written. A phase hands on
//! what its arrivals knew: arriving releases, a wait that returns true acquires.

use super::lane_access::{self, Kind};
use super::mem::Ask;
use super::{Flow, control};
use crate::check::clock::Phase;
use crate::check::race::Does;
use crate::gang::Gang;
use crate::gang::split::lanes;
use crate::machine::Cx;
use crate::report::Memory;
use ptx::*;

/// One barrier object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mbarrier {
    expected: u32,
    pending: u32,
    phase: u32,
    /// What this phase's arrivals bring, and what the last complete one brought.
    gathering: Phase,
    complete: Phase,
}

impl Mbarrier {
    /// The state that an arrival returns: the phase, and how many were pending.
    fn token(&self) -> u64 {
        u64::from(self.phase) << 32 | u64::from(self.pending)
    }

    fn arrive(&mut self, n: u32) {
        self.pending = self.pending.saturating_sub(n);
        if self.pending == 0 && n > 0 {
            self.phase = self.phase.wrapping_add(1);
            self.pending = self.expected;
            self.complete = std::mem::take(&mut self.gathering);
        }
    }
}

/// Offset in shared memory of a lane's barrier; nothing if it lies elsewhere.
fn object<const W: usize>(
    g: &Gang<W>,
    cx: &mut Cx<'_>,
    site: u32,
    space: Option<Space>,
    addr: &Addr,
    lane: usize,
    does: Does,
) -> Option<lane_access::Hit> {
    let at = g.regs.lane_bits(addr.base, lane).wrapping_add(addr.offset as u64);
    let ask = Ask { site, space, kind: Kind::default(), ty: Ty::B64 };
    lane_access::resolve(g, cx, ask, does, lane, at, 8).filter(|h| h.memory == Memory::Shared)
}

#[inline(never)]
pub(super) fn mbarrier_init<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &MbarrierInit, site: u32) -> Flow {
    let ask = Ask { site, space: i.space, kind: Kind::default(), ty: Ty::B64 };
    for lane in lanes(&g.mask.clone()) {
        let Some(hit) = object(g, cx, site, i.space, &i.addr, lane, Does::Write) else {
            return control::not_modelled(g, cx, &Inst::MbarrierInit(*i), site);
        };
        lane_access::race(g, cx, ask, Does::Write, lane, &hit, &[1; 8], false);
        lane_access::poke(g, cx, &hit, &[1; 8], true);
        let count = g.regs.lane_bits(i.count.0, lane) as u32;
        let fresh = Mbarrier { expected: count, pending: count, ..Mbarrier::default() };
        cx.block.mbarriers.insert(hit.offset as u64, fresh);
    }
    Flow::Next
}

#[inline(never)]
pub(super) fn mbarrier_inval<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &MbarrierInval, site: u32) -> Flow {
    for lane in lanes(&g.mask.clone()) {
        if let Some(hit) = object(g, cx, site, i.space, &i.addr, lane, Does::Write) {
            cx.block.mbarriers.remove(&(hit.offset as u64));
        }
    }
    Flow::Next
}

/// The running lanes arrive, lane by lane; the states before. `None`: there is no such barrier.
pub(super) fn arrive_lanes<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    site: u32,
    space: Option<Space>,
    addr: &Addr,
    count: impl Fn(&Gang<W>, usize) -> u32,
    drop_one: bool,
) -> Option<Vec<(usize, u64)>> {
    let mut tokens = Vec::new();
    cx.clocks();
    for lane in lanes(&g.mask.clone()) {
        let hit = object(g, cx, site, space, addr, lane, Does::Read)?;
        let tid = (g.thread0 as usize + lane) as u16;
        let mut own = Cx::export(&cx.block, tid, None);
        let mut clock = std::mem::take(&mut cx.block.clocks[usize::from(tid)]);
        let bar = cx.block.mbarriers.get_mut(&(hit.offset as u64))?;
        clock.give(&mut bar.gathering);
        bar.gathering.add(std::mem::take(&mut own));
        tokens.push((lane, bar.token()));
        if drop_one {
            bar.expected = bar.expected.saturating_sub(1);
        }
        bar.arrive(count(g, lane));
        cx.block.clocks[usize::from(tid)] = clock;
    }
    cx.block.now += 1;
    Some(tokens)
}

fn arrive<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    i: &MbarrierArrive,
    site: u32,
    drop_one: bool,
) -> Option<Flow> {
    let count = |g: &Gang<W>, lane: usize| i.count.map_or(1, |c| g.regs.lane_bits(c.0, lane) as u32);
    let tokens = arrive_lanes(g, cx, site, i.space, &i.addr, count, drop_one)?;
    for (lane, token) in tokens {
        g.regs.set_lane_bits(i.d.0, lane, token);
    }
    Some(Flow::Next)
}

#[inline(never)]
pub(super) fn mbarrier_arrive<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &MbarrierArrive, site: u32) -> Flow {
    match arrive(g, cx, i, site, false) {
        Some(flow) => flow,
        None => control::not_modelled(g, cx, &Inst::MbarrierArrive(*i), site),
    }
}

#[inline(never)]
pub(super) fn mbarrier_arrive_drop<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    i: &MbarrierArriveDrop,
    site: u32,
) -> Flow {
    let MbarrierArriveDrop { nocomplete, sem, scope, space, ty, d, addr, count } = *i;
    let plain = MbarrierArrive { nocomplete, sem, scope, space, ty, d, addr, count };
    match arrive(g, cx, &plain, site, true) {
        Some(flow) => flow,
        None => control::not_modelled(g, cx, &Inst::MbarrierArriveDrop(*i), site),
    }
}

/// Whether the phase that `state` names (a state, or with `parity` its parity) is over; a lane that sees it acquires.
fn wait<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &MbarrierTestWait, site: u32) -> Option<Flow> {
    let mut over = [0; W];
    cx.clocks();
    for lane in lanes(&g.mask.clone()) {
        let hit = object(g, cx, site, i.space, &i.addr, lane, Does::Read)?;
        let state = g.regs.lane_bits(i.state.0, lane);
        let bar = cx.block.mbarriers.get(&(hit.offset as u64))?;
        let done = if i.parity.0 { u64::from(bar.phase & 1) != state & 1 } else { u64::from(bar.phase) != state >> 32 };
        if done {
            over[lane / 32] |= 1 << (lane % 32);
            let tid = g.thread0 as usize + lane;
            let complete = bar.complete.clone();
            cx.block.clocks[tid].take(&complete);
        }
    }
    let mask = g.mask;
    g.regs.set_pred(i.p.0, &over, &mask);
    Some(Flow::Next)
}

#[inline(never)]
pub(super) fn mbarrier_test_wait<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    i: &MbarrierTestWait,
    site: u32,
) -> Flow {
    match wait(g, cx, i, site) {
        Some(flow) => flow,
        None => control::not_modelled(g, cx, &Inst::MbarrierTestWait(*i), site),
    }
}

#[inline(never)]
pub(super) fn mbarrier_try_wait<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    i: &MbarrierTryWait,
    site: u32,
) -> Flow {
    let MbarrierTryWait { parity, sem, scope, space, ty, p, addr, state, hint: _ } = *i;
    match wait(g, cx, &MbarrierTestWait { parity, sem, scope, space, ty, p, addr, state }, site) {
        Some(flow) => flow,
        None => control::not_modelled(g, cx, &Inst::MbarrierTryWait(*i), site),
    }
}

#[inline(never)]
pub(super) fn mbarrier_pending_count<const W: usize>(
    g: &mut Gang<W>,
    _cx: &mut Cx<'_>,
    i: &MbarrierPendingCount,
    _site: u32,
) -> Flow {
    map!(g, i.d.0, u32; state: u64 = i.state.0 => state as u32)
}
