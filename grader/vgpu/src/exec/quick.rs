//! Loads and stores of a quick run's workers.
//!
//! The same shapes as in [`super::mem`], with claims in place of records; whatever is in doubt ends the quick run.

use super::mem::{
    Ask, Shape, address, collect_run, element, load_lanes, marked, set_uniform, shape, spread_run, store_lanes,
};
use super::{Family, Flow, family};
use crate::exec::lane_access::{Place, place};
use crate::gang::Gang;
use crate::gang::split::lanes;
use crate::isa::vector;
use crate::machine::Cx;
use crate::program::Class;
use crate::quick::{Run, Threads};
use ptx::{Addr, Inst, Sem, Space, Val};

/// Whether a quick run can do an instruction: nothing but block barriers orders threads by it.
pub(crate) fn is_simple(inst: &Inst) -> bool {
    let weak = |sem: Option<Sem>| matches!(sem, None | Some(Sem::Weak));
    match family(inst) {
        Family::arith | Family::logic | Family::float | Family::cmp | Family::mov | Family::warp | Family::control => {
            true
        }
        Family::mem | Family::sync | Family::tensor => match inst {
            Inst::Ld(i) => weak(i.sem),
            Inst::LdVec(i) => weak(i.sem),
            Inst::St(i) => weak(i.sem),
            Inst::StVec(i) => weak(i.sem),
            Inst::BarrierSync(i) => i.b.is_none(),
            Inst::BarrierRed(i) => i.b.is_none(),
            Inst::Ldu(_) | Inst::LduVec(_) | Inst::BarWarpSync(_) => true,
            Inst::Prefetch(_) | Inst::Prefetchu(_) | Inst::Applypriority(_) => true,
            _ => false,
        },
    }
}

/// Something is in doubt: the quick run ends.
#[cold]
#[inline(never)]
fn doubt() -> Flow {
    Flow::Halt
}

/// Where all lanes of an access point.
enum Target {
    Region(usize, i64),
    Shared(usize),
    /// The lanes' own memory.
    Own,
    Nowhere,
}

#[inline(always)]
fn target(cx: &Cx<'_>, space: Option<Space>, addr: u64, len: usize, align: usize) -> Target {
    match place(space, addr) {
        Place::Region(idx, offset) => Target::Region(idx, offset),
        Place::Shared(at) => {
            let inside = cx.shared_ranges.iter().any(|(from, to)| *from <= at && at.saturating_add(len as u64) <= *to);
            if inside && at & (align as u64 - 1) == 0 { Target::Shared(at as usize) } else { Target::Nowhere }
        }
        Place::Local(_) | Place::Param(_) => Target::Own,
        Place::Nowhere(_) => Target::Nowhere,
    }
}

/// The bytes that a run of threads reads; nothing where that is in doubt.
#[inline(always)]
fn read<'m>(cx: &'m mut Cx<'_>, at: Target, run: &Run) -> Option<&'m [u8]> {
    let worker = cx.quick.as_deref_mut()?;
    match at {
        Target::Region(idx, offset) => worker.read(idx, offset, run),
        Target::Shared(offset) => {
            let shared = &cx.block.shared;
            let range = offset..offset + run.size * run.n;
            if cx.checks && !shared.init.all(range.clone()) || !worker.shared(offset, run, false) {
                return None;
            }
            shared.bytes.get(range)
        }
        Target::Own | Target::Nowhere => None,
    }
}

/// The bytes that a run of threads writes; nothing where that is in doubt.
#[inline(always)]
fn write<'m>(cx: &'m mut Cx<'_>, at: Target, run: &Run) -> Option<&'m mut [u8]> {
    let worker = cx.quick.as_deref_mut()?;
    match at {
        Target::Region(idx, offset) => worker.write(idx, offset, run),
        Target::Shared(offset) => {
            let range = offset..offset + run.size * run.n;
            if run.first == Threads::Several || !worker.shared(offset, run, true) {
                return None;
            }
            cx.block.shared.init.set(range.clone(), true);
            cx.block.shared.bytes.get_mut(range)
        }
        Target::Own | Target::Nowhere => None,
    }
}

#[inline(always)]
fn look_ahead(cx: &mut Cx<'_>, site: u32, at: &Target, len: usize) {
    if let (Some(worker), Target::Region(idx, offset)) = (cx.quick.as_deref_mut(), at) {
        worker.look_ahead(site, *idx, *offset, len);
    }
}

/// A weak load.
#[inline(always)]
pub(super) fn load<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, addr: &Addr, dsts: &[Val]) -> Flow {
    let size = ask.ty.size_bytes() as usize;
    let total = size * dsts.len();
    let epoch = cx.block.block_time;
    match shape(g, addr, total) {
        Shape::Run { addr, lo, hi } => {
            let run = Run { size: total, n: hi - lo, first: Threads::From(g.thread0 + lo as u32), epoch };
            let at = target(cx, ask.space, addr, total * run.n, total);
            if let Target::Own = at {
                return load_lanes(g, cx, ask, Shape::Run { addr, lo, hi }, dsts);
            }
            look_ahead(cx, ask.site, &at, total * run.n);
            let Some(data) = read(cx, at, &run) else { return doubt() };
            for (k, d) in dsts.iter().enumerate() {
                spread_run(g, *d, data, lo, hi, total, k * size, ask.ty);
            }
            Flow::Next
        }
        Shape::Uniform { addr } => {
            let first = lanes(&g.mask).next().unwrap_or(0);
            let first = if g.n_active == 1 { Threads::From(g.thread0 + first as u32) } else { Threads::Several };
            let at = target(cx, ask.space, addr, total, total);
            if let Target::Own = at {
                return load_lanes(g, cx, ask, Shape::Uniform { addr }, dsts);
            }
            let Some(data) = read(cx, at, &Run { size: total, n: 1, first, epoch }) else { return doubt() };
            for (k, d) in dsts.iter().enumerate() {
                set_uniform(g, *d, element(data, k * size, ask.ty));
            }
            Flow::Next
        }
        Shape::Scatter => {
            if own_memory(g, cx, ask, total) {
                return load_lanes(g, cx, ask, Shape::Scatter, dsts);
            }
            gather(g, cx, ask, dsts)
        }
    }
}

/// Whether a scattered access goes to the lanes' own memory; what is not the same for all lanes is looked at one by one.
fn own_memory<const W: usize>(g: &Gang<W>, cx: &Cx<'_>, ask: Ask, total: usize) -> bool {
    lanes(&g.mask).next().is_some_and(|lane| {
        let addr = address(g, &Shape::Scatter, lane, total);
        matches!(target(cx, ask.space, addr, total, total), Target::Own)
    })
}

/// How many running lanes from this one access elements that lie one behind the other, as those of a row of a 2-D block do.
#[inline(always)]
fn neighbours<const W: usize>(g: &Gang<W>, lane: usize, total: usize) -> usize {
    let address = |l: usize| g.addrs[l / 32][l % 32];
    let runs = |l: usize| l < Gang::<W>::LANES && g.mask[l / 32] >> (l % 32) & 1 != 0;
    let mut n = 1;
    while runs(lane + n) && address(lane + n) == address(lane).wrapping_add((n * total) as u64) {
        n += 1;
    }
    n
}

/// The part of a scattered access that begins at a lane: where it goes, and who accesses there.
#[inline(always)]
fn stretch<const W: usize>(g: &Gang<W>, cx: &Cx<'_>, space: Option<Space>, lane: usize, size: usize) -> (Target, Run) {
    let n = neighbours(g, lane, size);
    let at = target(cx, space, g.addrs[lane / 32][lane % 32], size * n, size);
    (at, Run { size, n, first: Threads::From(g.thread0 + lane as u32), epoch: cx.block.block_time })
}

/// Fetches the lines of all lanes, so that they wait for memory together.
#[inline(always)]
fn prefetch<const W: usize>(g: &Gang<W>, cx: &Cx<'_>, space: Option<Space>, write: bool) {
    if matches!(space, Some(Space::Shared | Space::SharedCluster)) {
        return;
    }
    let Some(worker) = cx.quick.as_deref() else { return };
    for lane in lanes(&g.mask) {
        if let Some((idx, offset)) = crate::addr::region_of(g.addrs[lane / 32][lane % 32]) {
            worker.prefetch(idx, offset, write);
        }
    }
}

vector! {
    fn gather<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, dsts: &[Val]) -> Flow {
        let size = ask.ty.size_bytes() as usize;
        let total = size * dsts.len();
        prefetch(g, cx, ask.space, false);
        let mask = g.mask;
        // One word a lane is what matters; other shapes take the general way into the register.
        let plain = match dsts {
            [d] if g.regs.tag(*d).class == Class::Bits32 => Some(g.regs.dst::<u32>(*d, !g.covers(*d))),
            _ => None,
        };
        let mut next = 0;
        for lane in lanes(&mask) {
            if lane < next {
                continue;
            }
            let (at, run) = stretch(g, cx, ask.space, lane, total);
            let Some(data) = read(cx, at, &run) else { return doubt() };
            let n = run.n;
            if n > 1 {
                for (k, d) in dsts.iter().enumerate() {
                    spread_run(g, *d, data, lane, lane + n, total, k * size, ask.ty);
                }
                next = lane + n;
                continue;
            }
            match plain {
                Some(slot) => g.regs.warp_mut::<u32>(slot, lane / 32).0[lane % 32] = element(data, 0, ask.ty) as u32,
                None => {
                    for (k, d) in dsts.iter().enumerate() {
                        g.regs.set_lane_bits(*d, lane, element(data, k * size, ask.ty));
                    }
                }
            }
        }
        Flow::Next
    }
}

/// A weak store.
#[inline(always)]
pub(super) fn store<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, addr: &Addr, srcs: &[Val]) -> Flow {
    let size = ask.ty.size_bytes() as usize;
    let total = size * srcs.len();
    let epoch = cx.block.block_time;
    let shape = shape(g, addr, total);
    let (addr, lo, hi) = match shape {
        Shape::Run { addr, lo, hi } => (addr, lo, hi),
        Shape::Uniform { addr } if g.n_active == 1 => {
            let lane = lanes(&g.mask).next().unwrap_or(0);
            (addr, lane, lane + 1)
        }
        Shape::Uniform { addr } => {
            // Several threads write one place: right only in memory of their own.
            return match target(cx, ask.space, addr, total, total) {
                Target::Own => store_lanes(g, cx, ask, shape, srcs),
                _ => doubt(),
            };
        }
        Shape::Scatter => {
            if own_memory(g, cx, ask, total) {
                return store_lanes(g, cx, ask, shape, srcs);
            }
            return if marked(g, srcs) { doubt() } else { scatter(g, cx, ask, srcs) };
        }
    };
    let run = Run { size: total, n: hi - lo, first: Threads::From(g.thread0 + lo as u32), epoch };
    let at = target(cx, ask.space, addr, total * run.n, total);
    if let Target::Own = at {
        return store_lanes(g, cx, ask, shape, srcs);
    }
    if marked(g, srcs) {
        return doubt();
    }
    look_ahead(cx, ask.site, &at, total * run.n);
    let Some(data) = write(cx, at, &run) else { return doubt() };
    for (k, s) in srcs.iter().enumerate() {
        collect_run(g, *s, data, lo, hi, total, k * size, size);
    }
    Flow::Next
}

vector! {
    fn scatter<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, srcs: &[Val]) -> Flow {
        let size = ask.ty.size_bytes() as usize;
        let total = size * srcs.len();
        prefetch(g, cx, ask.space, true);
        let mask = g.mask;
        let mut next = 0;
        for lane in lanes(&mask) {
            if lane < next {
                continue;
            }
            let (at, run) = stretch(g, cx, ask.space, lane, total);
            let Some(data) = write(cx, at, &run) else { return doubt() };
            let n = run.n;
            if n > 1 {
                for (k, s) in srcs.iter().enumerate() {
                    collect_run(g, *s, data, lane, lane + n, total, k * size, size);
                }
                next = lane + n;
                continue;
            }
            for (k, s) in srcs.iter().enumerate() {
                let bits = g.regs.lane_bits(*s, lane).to_le_bytes();
                match <&mut [u8; 4]>::try_from(&mut data[k * size..k * size + size]) {
                    Ok(word) => word.copy_from_slice(&bits[..4]),
                    Err(_) => data[k * size..k * size + size].copy_from_slice(&bits[..size]),
                }
            }
        }
        Flow::Next
    }
}
