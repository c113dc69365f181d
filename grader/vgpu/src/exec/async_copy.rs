//! `cp.async`: copies from global to shared memory that are not there until they have been waited for.
//!
//! From its issue until the issuer's wait covers it, a copy is a write that nothing orders, not even for its issuer; at
//! the wait it becomes the issuer's own write, and other threads need a barrier as well (`memory_model.md`, section 1).
//! The bytes are moved at once: whoever looks too early is told so, and what it would have seen is not modelled.

use super::lane_access::{self, Kind, Written};
use super::mem::Ask;
use super::{Flow, control};
use crate::check::race::{ASYNC, Does};
use crate::gang::Gang;
use crate::gang::split::lanes;
use crate::machine::Cx;
use crate::report::Memory;
use ptx::*;
use std::collections::VecDeque;

/// The copies of one thread that it has not waited for: offset in shared memory and bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    open: Vec<(usize, usize)>,
    groups: VecDeque<Vec<(usize, usize)>>,
}

/// Address of one lane.
fn lane_addr<const W: usize>(g: &Gang<W>, addr: &Addr, lane: usize) -> u64 {
    g.regs.lane_bits(addr.base, lane).wrapping_add(addr.offset as u64)
}

#[inline(never)]
pub(super) fn cp_async<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &CpAsync, site: u32) -> Flow {
    let first = lanes(&g.mask).next().unwrap_or(0);
    let size = g.regs.lane_bits(i.size.0, first) as usize;
    if !matches!(size, 4 | 8 | 16) {
        return control::not_modelled(g, cx, &Inst::CpAsync(*i), site);
    }
    let from = Ask { site, space: Some(i.from), kind: Kind::default(), ty: Ty::B32 };
    let to = Ask { site, space: Some(i.to), kind: Kind { flags: ASYNC, ..Kind::default() }, ty: Ty::B32 };
    let is_pred = i.src_size.is_some_and(|s| g.regs.tag(s.0).class == crate::program::Class::Pred);
    for lane in lanes(&g.mask.clone()) {
        let valid = match i.src_size {
            None => size,
            // A predicate says “ignore the source”.
            Some(s) if is_pred => size * usize::from(g.regs.lane_bits(s.0, lane) & 1 == 0),
            Some(s) => (g.regs.lane_bits(s.0, lane) as u32 as usize).min(size),
        };
        let mut data = [0u8; 16];
        let mut written = true;
        if valid > 0 {
            let src = lane_addr(g, &i.src, lane);
            if let Some(hit) = lane_access::resolve(g, cx, from, Does::Read, lane, src, size) {
                written = lane_access::peek(g, cx, &hit, &mut data[..valid]) == Written::All;
                let seen = data[..size].to_vec();
                lane_access::race(g, cx, from, Does::Read, lane, &hit, &seen, false);
            }
        }
        let dst = lane_addr(g, &i.dst, lane);
        let Some(hit) = lane_access::resolve(g, cx, to, Does::Write, lane, dst, size) else { continue };
        lane_access::race(g, cx, to, Does::Write, lane, &hit, &data[..size], false);
        lane_access::poke(g, cx, &hit, &data[..size], written);
        if hit.memory == Memory::Shared {
            let tid = (g.thread0 as usize + lane) as u16;
            cx.block.copies.entry(tid).or_default().open.push((hit.offset, size));
        }
    }
    Flow::Next
}

#[inline(never)]
pub(super) fn cp_async_commit_group<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    _i: &CpAsyncCommitGroup,
    _site: u32,
) -> Flow {
    for lane in lanes(&g.mask) {
        let copies = cx.block.copies.entry((g.thread0 as usize + lane) as u16).or_default();
        let group = std::mem::take(&mut copies.open);
        copies.groups.push_back(group);
    }
    Flow::Next
}

/// All but the last `keep` groups of the running lanes are there now; with `open`, copies of no group too.
fn settle<const W: usize>(g: &Gang<W>, cx: &mut Cx<'_>, keep: usize, open: bool) {
    let block = &mut cx.block;
    for lane in lanes(&g.mask) {
        let tid = (g.thread0 as usize + lane) as u16;
        let Some(copies) = block.copies.get_mut(&tid) else { continue };
        let mut done = Vec::new();
        while copies.groups.len() > keep {
            done.extend(copies.groups.pop_front().into_iter().flatten());
        }
        if open {
            done.append(&mut copies.open);
        }
        for (offset, size) in done {
            block.shared.shadow.adopt(offset, size, block.linear, tid, block.now);
        }
    }
}

#[inline(never)]
pub(super) fn cp_async_wait_group<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    i: &CpAsyncWaitGroup,
    _site: u32,
) -> Flow {
    let first = lanes(&g.mask).next().unwrap_or(0);
    let keep = g.regs.lane_bits(i.n.0, first) as usize;
    settle(g, cx, keep, false);
    Flow::Next
}

#[inline(never)]
pub(super) fn cp_async_wait_all<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    _i: &CpAsyncWaitAll,
    _site: u32,
) -> Flow {
    settle(g, cx, 0, true);
    Flow::Next
}

/// The thread's copies arrive at the mbarrier once they are there, which here is now.
#[inline(never)]
pub(super) fn cp_async_mbarrier_arrive<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    i: &CpAsyncMbarrierArrive,
    site: u32,
) -> Flow {
    settle(g, cx, 0, true);
    let arrivals = u32::from(i.noinc.0);
    if super::mbarrier::arrive_lanes(g, cx, site, i.space, &i.addr, |_, _| arrivals, false).is_none() {
        return control::not_modelled(g, cx, &Inst::CpAsyncMbarrierArrive(*i), site);
    }
    Flow::Next
}
