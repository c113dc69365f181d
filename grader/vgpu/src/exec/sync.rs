//! Barriers and fences.

pub(super) use super::mbarrier::{
    mbarrier_arrive, mbarrier_arrive_drop, mbarrier_init, mbarrier_inval, mbarrier_pending_count, mbarrier_test_wait,
    mbarrier_try_wait,
};
use super::{Flow, holds, warp};
use crate::block::{BarrierFact, BarrierKind, Waiting};
use crate::check::clock::Reach;
use crate::gang::Gang;
use crate::gang::split::{BarrierWait, Reduce, State, lanes};
use crate::machine::Cx;
use ptx::*;

/// The running lanes arrive at a barrier and wait.
fn arrive<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    site: u32,
    id: Val,
    n_threads: Option<Val>,
    reduce: Option<(Reduce, [u32; W], Val)>,
) -> Flow {
    let first = lanes(&g.mask).next().unwrap_or(0);
    let id = g.regs.lane_bits(id, first) as u32;
    let count = n_threads.map(|v| g.regs.lane_bits(v, first) as u32);
    if let Some(count) = count {
        whole_warps(g, cx, site, count);
    }
    let whole = count.is_none_or(|c| c == cx.n_threads);
    if cx.single_gang && whole && reduce.is_none() && g.mask == g.alive && id == 0 {
        crate::block::pass_barrier(cx);
        return Flow::Next;
    }
    let (mask, pc) = (g.mask, site);
    g.park(pc, mask, State::Barrier(BarrierWait { site, id, count, reduce }));
    g.drop_running();
    Flow::Pick
}

/// A barrier counts whole warps.
fn whole_warps<const W: usize>(g: &Gang<W>, cx: &mut Cx<'_>, site: u32, count: u32) {
    if !cx.checks || (count > 0 && count.is_multiple_of(32)) {
        return;
    }
    let tids = lanes(&g.mask).map(|l| (g.thread0 as usize + l) as u16).collect();
    let waiting = vec![Waiting { site, calls: g.calls(g.frame), tids, mask: None, parted: None, spins: false }];
    let kind = BarrierKind::Count { count, arrived: None };
    let fact = BarrierFact { block: cx.block.linear, kind, waiting, parted: None, exited: 0, n_threads: cx.n_threads };
    crate::block::add_barrier(cx, fact);
}

#[inline(never)]
pub(super) fn barrier<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &BarrierSync, site: u32) -> Flow {
    arrive(g, cx, site, i.a.0, i.b.map(|b| b.0), None)
}

#[inline(never)]
pub(super) fn barrier_red<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &BarrierRed, site: u32) -> Flow {
    let op = match i.op {
        BarOp::Popc => Reduce::Popc,
        BarOp::And => Reduce::And,
        BarOp::Or => Reduce::Or,
    };
    let p = holds(g, i.c);
    arrive(g, cx, site, i.a.0, i.b.map(|b| b.0), Some((op, p, i.d.0)))
}

#[inline(never)]
pub(super) fn barrier_arrive<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &BarrierArrive, site: u32) -> Flow {
    let first = lanes(&g.mask).next().unwrap_or(0);
    let count = g.regs.lane_bits(i.b.0, first) as u32;
    whole_warps(g, cx, site, count);
    let id = g.regs.lane_bits(i.a.0, first) as u32;
    let tids: Vec<u16> = lanes(&g.mask).map(|l| (g.thread0 as usize + l) as u16).collect();
    // Whole warps count.
    let n = 32 * g.cost;
    crate::block::arrive_only(cx, id, n, &tids);
    Flow::Next
}

#[inline(never)]
pub(super) fn bar_warp<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &BarWarpSync, site: u32) -> Flow {
    // Lanes that waited here have met the others when they were let go.
    let waited = g.released;
    let through = warp::gather(g, cx, i.mask.0, site, true);
    if !g.synced.is_empty() {
        warp::sync_released(g, cx);
    }
    if !through {
        return Flow::Pick;
    }
    if !waited {
        warp::sync_times(g, cx, i.mask.0);
    }
    Flow::Next
}

fn fence_all<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, reach: Reach) -> Flow {
    if cx.checks {
        for lane in lanes(&g.mask) {
            cx.fence((g.thread0 as usize + lane) as u16, reach);
        }
        cx.block.now += 1;
    }
    Flow::Next
}

#[inline(never)]
pub(super) fn membar<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Membar, _site: u32) -> Flow {
    let reach = if i.level == MembarLevel::Cta { Reach::Block } else { Reach::Device };
    fence_all(g, cx, reach)
}

#[inline(never)]
pub(super) fn fence<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Fence, _site: u32) -> Flow {
    let reach = if i.scope == Scope::Cta { Reach::Block } else { Reach::Device };
    fence_all(g, cx, reach)
}

/// Orders proxies, of which the virtual device has one.
#[inline(never)]
pub(super) fn fence_proxy<const W: usize>(_g: &mut Gang<W>, _cx: &mut Cx<'_>, _i: &FenceProxy, _site: u32) -> Flow {
    Flow::Next
}

#[inline(never)]
pub(super) fn griddepcontrol<const W: usize>(
    _g: &mut Gang<W>,
    _cx: &mut Cx<'_>,
    _i: &Griddepcontrol,
    _site: u32,
) -> Flow {
    Flow::Next
}
