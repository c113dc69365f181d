//! Exchange between the lanes of a warp.
//!
//! Every lane that a mask names and that is alive must come to the same instruction; [`gather`] waits for exactly
//! those. A shuffle from a lane that exited, never existed or is not named gives an undefined value: that counts only
//! if the value is used (`memory_model.md`, sections 4 and 6).

use super::{Flow, control, holds};
use crate::check::clock::Phase;
use crate::gang::Gang;
use crate::gang::regs::Mask;
use crate::gang::split::{State, any, lanes};
use crate::gang::taint::Kind;
use crate::machine::Cx;
use crate::report::{At, Event, Key, Memory, Seen};
use ptx::*;
use std::collections::HashMap;

/// Whether all lanes that the running lanes' masks name are here. If not, those that lack partners wait and true is
/// returned only if some lanes can go on: then they are the running ones.
pub(super) fn gather<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, mask: Val, site: u32, any_place: bool) -> bool {
    if g.released {
        g.released = false;
        return true;
    }
    if let Some(m) = g.regs.src::<u32>(mask).uniform()
        && (0..W).all(|w| g.mask[w] == 0 || m & g.alive[w] == g.mask[w])
    {
        return true;
    }
    gather_some(g, cx, mask, site, any_place)
}

#[cold]
fn gather_some<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, mask: Val, site: u32, any_place: bool) -> bool {
    let mut members = Box::new([[0u32; 32]; W]);
    let (mut go, mut wait) = ([0; W], [0; W]);
    for lane in lanes(&g.mask) {
        members[lane / 32][lane % 32] = g.regs.lane_bits(mask, lane) as u32;
    }
    for w in 0..W {
        let mut left = g.mask[w];
        while left != 0 {
            let l = left.trailing_zeros() as usize;
            let member = members[w][l];
            let here =
                (0..32).filter(|k| g.mask[w] >> k & 1 == 1 && members[w][*k] == member).fold(0, |m, k| m | 1 << k);
            left &= !here;
            if here & !member != 0 {
                let lane = 32 * w + (here & !member).trailing_zeros() as usize;
                let at = At { memory: Memory::Nowhere, offset: 0 };
                cx.report(Event::NotInMask { mask: member }, site, (g.thread0 as usize + lane) as u16, at, 0);
                go[w] |= here;
            } else if member & g.alive[w] == here {
                go[w] |= here;
            } else {
                wait[w] |= here;
            }
        }
    }
    if any(&wait) {
        g.park(site, wait, State::Warp { site, members, any_place });
        g.release_warps();
        g.update_stop();
    }
    if any(&go) {
        g.set_mask(go);
        return true;
    }
    g.drop_running();
    false
}

/// A warp barrier was passed: what the lanes did before is ordered.
pub(super) fn sync_times<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, mask: Val) {
    if !cx.checks {
        return;
    }
    for w in 0..W {
        if g.mask[w] == 0 {
            continue;
        }
        let mut left = g.mask[w];
        while left != 0 {
            let member = g.regs.lane_bits(mask, 32 * w + left.trailing_zeros() as usize) as u32;
            let here = (0..32)
                .filter(|l| left >> l & 1 == 1 && g.regs.lane_bits(mask, 32 * w + l) as u32 == member)
                .fold(0, |m, l| m | 1 << l);
            left &= !here;
            met(g, cx, w, here, here == g.alive[w]);
        }
    }
}

/// Lanes that met at `__syncwarp()` in different places of the code: [`crate::gang::Gang::release_warps`] let them go.
pub(super) fn sync_released<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>) {
    for (w, here, full) in std::mem::take(&mut g.synced) {
        if cx.checks {
            met(g, cx, w, here, full);
        }
    }
}

/// The lanes of `here` met at a warp barrier; `full`: all of the warp that were alive.
fn met<const W: usize>(g: &Gang<W>, cx: &mut Cx<'_>, w: usize, here: u32, full: bool) {
    // Parts of a warp need clocks lane by lane.
    if !full {
        cx.clocks();
    }
    if !cx.block.clocks.is_empty() {
        hand_over(g, cx, w, here);
    }
    cx.block.now += 1;
    if full && let Some(t) = cx.block.warp_times.get_mut(g.thread0 as usize / 32 + w) {
        *t = cx.block.now;
    }
}

/// The lanes of `here` give each other all they know.
fn hand_over<const W: usize>(g: &Gang<W>, cx: &mut Cx<'_>, w: usize, here: u32) {
    let mut phase = Phase::default();
    let tids = || (0..32u32).filter(move |l| here >> l & 1 == 1).map(|l| (g.thread0 + 32 * w as u32 + l) as u16);
    for tid in tids() {
        let clock = &mut cx.block.clocks[usize::from(tid)];
        clock.give(&mut phase);
    }
    let mut own = crate::check::clock::Knowledge::default();
    for tid in tids() {
        own.add_thread(cx.block.linear, tid, cx.block.now);
    }
    phase.add(own);
    for tid in tids() {
        cx.block.clocks[usize::from(tid)].take(&phase);
    }
}

/// Source lane of a shuffle within its warp, and whether it is in range.
fn source(mode: ShflMode, lane: u32, b: u32, c: u32) -> (u32, bool) {
    let (b, segment, clamp) = (b & 31, c >> 8 & 31, c & 31);
    let max = (lane & segment) | (clamp & !segment);
    let min = lane & segment;
    let (from, in_range) = match mode {
        ShflMode::Up => {
            let from = lane as i32 - b as i32;
            (from, from >= max as i32)
        }
        ShflMode::Down => {
            let from = (lane + b) as i32;
            (from, from <= max as i32)
        }
        ShflMode::Bfly => {
            let from = (lane ^ b) as i32;
            (from, from <= max as i32)
        }
        ShflMode::Idx => {
            let from = (min | (b & !segment)) as i32;
            (from, from <= max as i32)
        }
    };
    if in_range { (from as u32, true) } else { (lane, false) }
}

#[inline(never)]
#[allow(clippy::needless_range_loop, reason = "a warp's number indexes several arrays")]
pub(super) fn shfl<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Shfl, site: u32) -> Flow {
    if !gather(g, cx, i.mask.0, site, false) {
        return Flow::Pick;
    }
    let (a, b, c) = (g.regs.src::<u32>(i.a.0), g.regs.src::<u32>(i.b.0), g.regs.src::<u32>(i.c.0));
    let member = g.regs.src::<u32>(i.mask.0);
    let mut out = [[0u32; 32]; W];
    let mut valid: Mask<W> = [0; W];
    let mut undefined: Mask<W> = [0; W];
    let mut marks: Vec<(usize, usize)> = Vec::new();
    let tainted = g.taints.active();
    for w in 0..W {
        let active = g.mask[w];
        if active == 0 {
            continue;
        }
        let values = g.regs.get::<u32>(a, w);
        let (bs, cs, ms) = (g.regs.get::<u32>(b, w), g.regs.get::<u32>(c, w), g.regs.get::<u32>(member, w));
        for l in 0..32u32 {
            let k = l as usize;
            let (from, ok) = source(i.mode, l, bs.0[k], cs.0[k]);
            out[w][k] = values.0[from as usize & 31];
            valid[w] |= u32::from(ok) << l;
            // The value of a lane that does not take part is undefined.
            let absent = (active & ms.0[k]) >> from & 1 == 0;
            undefined[w] |= u32::from(absent) << l;
            if tainted && active >> l & 1 == 1 && !absent {
                marks.push((32 * w + k, 32 * w + from as usize));
            }
        }
        undefined[w] &= active;
    }
    let slot = g.regs.dst::<u32>(i.d.d, !g.covers(i.d.d));
    for w in 0..W {
        if g.mask[w] != 0 {
            g.regs.blend::<u32>(slot, w, crate::gang::regs::Warp(out[w]), g.mask[w]);
        }
    }
    let mask = g.mask;
    if let Some(p) = i.d.p {
        g.regs.set_pred(p, &valid, &mask);
    }
    if tainted {
        let frame = g.frame;
        g.taints.exchange(frame, i.a.0, i.d.d, &mask, &marks, &mut cx.reports);
    }
    if any(&undefined) && cx.checks {
        absent(g, cx, i, site, undefined);
    }
    Flow::Next
}

/// Marks the lanes whose shuffled value is undefined.
#[cold]
fn absent<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Shfl, site: u32, undefined: Mask<W>) {
    let time = cx.block.now;
    for lane in lanes(&undefined) {
        let (b, c) = (g.regs.lane_bits(i.b.0, lane) as u32, g.regs.lane_bits(i.c.0, lane) as u32);
        let (from, _) = source(i.mode, lane as u32 % 32, b, c);
        let tid = (g.thread0 as usize + lane) as u16;
        let exited = g.all[lane / 32] >> from & 1 == 1 && g.alive[lane / 32] >> from & 1 == 0;
        let seen = Seen {
            event: Event::AbsentLane { lane: from as u8, exited },
            site,
            block: cx.block.linear,
            tid,
            at: At { memory: Memory::Nowhere, offset: 0 },
            size: 4,
            other: None,
        };
        cx.reports.tentative(Key { block: cx.block.linear, tid, site, time }, seen);
    }
    let key = Key { block: cx.block.linear, tid: g.thread0 as u16, site, time };
    cx.block.now += 1;
    g.taints.mark_all(g.frame, &[i.d.d], Kind::Undefined, key, undefined, HashMap::new());
}

/// Calls `f` for each group of running lanes of one warp with one mask: warp, lanes.
fn each_group<const W: usize>(g: &Gang<W>, mask: Val, mut f: impl FnMut(usize, u32)) {
    for w in 0..W {
        let mut left = g.mask[w];
        while left != 0 {
            let member = g.regs.lane_bits(mask, 32 * w + left.trailing_zeros() as usize) as u32;
            let here = (0..32)
                .filter(|l| left >> l & 1 == 1 && g.regs.lane_bits(mask, 32 * w + l) as u32 == member)
                .fold(0, |m, l| m | 1 << l);
            left &= !here;
            f(w, here);
        }
    }
}

/// Writes per-lane results of the running lanes.
fn write_lanes<const W: usize>(g: &mut Gang<W>, d: Val, out: &[[u64; 32]; W]) {
    for lane in lanes(&g.mask.clone()) {
        g.regs.set_lane_bits(d, lane, out[lane / 32][lane % 32]);
    }
}

#[inline(never)]
pub(super) fn vote<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Vote, site: u32) -> Flow {
    if !gather(g, cx, i.mask.0, site, false) {
        return Flow::Pick;
    }
    let p = holds(g, i.a);
    let mut preds: Mask<W> = [0; W];
    let mut ballots = [[0u64; 32]; W];
    each_group(g, i.mask.0, |w, here| {
        let yes = p[w] & here;
        let answer = match i.mode {
            VoteMode::All => yes == here,
            VoteMode::Any => yes != 0,
            VoteMode::Uni => yes == 0 || yes == here,
            VoteMode::Ballot => {
                (0..32).filter(|l| here >> l & 1 == 1).for_each(|l| ballots[w][l] = u64::from(yes));
                false
            }
        };
        if answer {
            preds[w] |= here;
        }
    });
    if i.mode == VoteMode::Ballot {
        let full = g.full;
        let uniform = full && (0..W).filter(|w| g.mask[*w] != 0).count() == 1 && W == 1;
        if uniform {
            let v = ballots[0][g.mask[0].trailing_zeros() as usize & 31];
            if (0..32).all(|l| g.mask[0] >> l & 1 == 0 || ballots[0][l] == v) {
                g.regs.set_uniform(i.d.0, v);
                return Flow::Next;
            }
        }
        write_lanes(g, i.d.0, &ballots);
    } else {
        let mask = g.mask;
        g.regs.set_pred(i.d.0, &preds, &mask);
    }
    Flow::Next
}

#[inline(never)]
pub(super) fn match_sync<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Match, site: u32) -> Flow {
    if !gather(g, cx, i.mask.0, site, false) {
        return Flow::Pick;
    }
    let mut out = [[0u64; 32]; W];
    let mut all: Mask<W> = [0; W];
    each_group(g, i.mask.0, |w, here| {
        let value = |l: usize| g.regs.lane_bits(i.a.0, 32 * w + l);
        let members = || (0..32usize).filter(|l| here >> l & 1 == 1);
        let same = |l: usize| members().filter(|k| value(*k) == value(l)).fold(0u32, |m, k| m | 1 << k);
        for l in members() {
            let s = same(l);
            match i.mode {
                MatchMode::Any => out[w][l] = u64::from(s),
                MatchMode::All if s == here => {
                    out[w][l] = u64::from(here);
                    all[w] |= 1 << l;
                }
                MatchMode::All => {}
            }
        }
    });
    write_lanes(g, i.d.d, &out);
    let mask = g.mask;
    if let Some(p) = i.d.p {
        g.regs.set_pred(p, &all, &mask);
    }
    Flow::Next
}

#[inline(never)]
pub(super) fn redux<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Redux, site: u32) -> Flow {
    if i.ty.is_float() {
        return control::not_modelled(g, cx, &Inst::Redux(*i), site);
    }
    if !gather(g, cx, i.mask.0, site, false) {
        return Flow::Pick;
    }
    let mut out = [[0u64; 32]; W];
    let signed = i.ty.is_signed();
    each_group(g, i.mask.0, |w, here| {
        let members = || (0..32usize).filter(|l| here >> l & 1 == 1);
        let values = members().map(|l| g.regs.lane_bits(i.a.0, 32 * w + l) as u32);
        let fold = |a: u32, b: u32| match i.op {
            ReduxOp::Add => a.wrapping_add(b),
            ReduxOp::Min if signed => (a as i32).min(b as i32) as u32,
            ReduxOp::Max if signed => (a as i32).max(b as i32) as u32,
            ReduxOp::Min => a.min(b),
            ReduxOp::Max => a.max(b),
            ReduxOp::And => a & b,
            ReduxOp::Or => a | b,
            ReduxOp::Xor => a ^ b,
        };
        let result = values.reduce(fold).unwrap_or(0);
        members().for_each(|l| out[w][l] = u64::from(result));
    });
    write_lanes(g, i.d.0, &out);
    Flow::Next
}

#[inline(never)]
pub(super) fn activemask<const W: usize>(g: &mut Gang<W>, _cx: &mut Cx<'_>, i: &Activemask, _site: u32) -> Flow {
    let out = std::array::from_fn(|w| [u64::from(g.mask[w]); 32]);
    write_lanes(g, i.d.0, &out);
    Flow::Next
}

#[inline(never)]
pub(super) fn elect<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Elect, site: u32) -> Flow {
    if !gather(g, cx, i.mask.0, site, false) {
        return Flow::Pick;
    }
    let mut out = [[0u64; 32]; W];
    let mut elected: Mask<W> = [0; W];
    each_group(g, i.mask.0, |w, here| {
        elected[w] |= here & here.wrapping_neg();
        (0..32).for_each(|l| out[w][l] = u64::from(here.trailing_zeros()));
    });
    write_lanes(g, i.d.d, &out);
    let mask = g.mask;
    if let Some(p) = i.d.p {
        g.regs.set_pred(p, &elected, &mask);
    }
    Flow::Next
}
