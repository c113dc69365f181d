//! Loads and stores of a quick run's workers.
//!
//! The same shapes as in [`super::mem`], with claims in place of records; whatever is in doubt ends the quick run.

use super::mem::{
    Ask, Shape, address, collect_run, element, load_lanes, marked, plain_shape, scattered_shape, set_uniform,
    spread_run, store_lanes, stream_run,
};
use super::{Family, Flow, family};
use crate::exec::lane_access::{Place, place};
use crate::gang::Gang;
use crate::gang::regs::{Affine, Mask};
use crate::gang::split::{lanes, span};
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

/// Whether several blocks may do an instruction of a quick run as one gang.
pub(crate) fn is_loose(inst: &Inst) -> bool {
    match family(inst) {
        Family::sync => matches!(inst, Inst::BarrierSync(_)),
        Family::tensor => false,
        _ => !matches!(inst, Inst::Call(_)),
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
    /// Of the first thread's block.
    Shared(usize),
    /// The lanes' own memory.
    Own,
    Nowhere,
}

#[inline(always)]
fn target<const W: usize>(
    g: &Gang<W>,
    cx: &Cx<'_>,
    space: Option<Space>,
    addr: u64,
    len: usize,
    align: usize,
    lane: usize,
) -> Target {
    match place(space, addr) {
        Place::Region(idx, offset) => Target::Region(idx, offset),
        Place::Shared(at) => {
            let inside = cx.shared_ranges.iter().any(|(from, to)| *from <= at && at.saturating_add(len as u64) <= *to);
            if inside && at & (align as u64 - 1) == 0 {
                Target::Shared(at as usize + cx.shared_step * g.regs.layout.block_of(lane))
            } else {
                Target::Nowhere
            }
        }
        Place::Local(_) | Place::Param(_) => Target::Own,
        Place::Nowhere(_) => Target::Nowhere,
    }
}

/// Bytes of a run that is worth being written past the caches.
const STREAMED: usize = 4096;

/// Whether a write of `len` bytes goes past the caches.
#[inline(always)]
fn is_streamed(cx: &Cx<'_>, at: &Target, len: usize) -> bool {
    len >= STREAMED
        && matches!(at, Target::Region(idx, _) if cx.quick.as_deref().is_some_and(|worker| worker.is_large(*idx)))
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
            if matches!(run.threads, Threads::Several(..)) || !worker.shared(offset, run, true) {
                return None;
            }
            cx.block.shared.init.set(range.clone(), true);
            cx.block.shared.bytes.get_mut(range)
        }
        Target::Own | Target::Nowhere => None,
    }
}

/// How far an instruction's addresses have moved since it ran last, if it seems to go on so: see [`look_ahead`].
#[inline(always)]
fn pace(cx: &mut Cx<'_>, site: u32, addr: u64) -> i64 {
    cx.quick.as_deref_mut().map_or(0, |worker| worker.pace(site, addr))
}

/// Fetches what an instruction is about to access that goes on as it did.
#[inline(always)]
fn look_ahead(cx: &Cx<'_>, at: &Target, len: usize, pace: i64) {
    if let (Some(worker), Target::Region(idx, offset)) = (cx.quick.as_deref(), at)
        && pace != 0
    {
        worker.fetch(*idx, offset.wrapping_add(pace), len);
    }
}

/// The threads of these lanes, consecutive ones.
#[inline(always)]
fn threads<const W: usize>(g: &Gang<W>, lo: usize) -> Threads {
    Threads::From(g.thread0 + lo as u32)
}

/// The threads of these lanes, which access one place.
#[inline(always)]
fn together<const W: usize>(g: &Gang<W>, lo: usize, hi: usize) -> Threads {
    if hi - lo == 1 { threads(g, lo) } else { Threads::Several(g.thread0 + lo as u32, g.thread0 + hi as u32) }
}

/// The addresses of an access, where they are affine.
#[inline(always)]
fn affine_addresses<const W: usize>(g: &Gang<W>, addr: &Addr) -> Option<Affine> {
    let t = g.regs.tag(addr.base);
    if !t.affine || t.class == Class::Pred {
        return None;
    }
    let value = t.value.plus(&Affine::uniform(addr.offset as u64));
    if t.class != Class::Bits32 {
        return Some(value);
    }
    let cut = value.cut();
    let (min, max) = cut.ends(&g.regs.layout)?;
    (min >= 0 && max <= i64::from(u32::MAX)).then_some(cut)
}

/// Whether affine addresses are words of one array in shared memory.
#[inline(always)]
fn are_columns<const W: usize>(g: &Gang<W>, cx: &Cx<'_>, ask: Ask, addrs: &Affine) -> bool {
    let Some((min, max)) = addrs.ends(&g.regs.layout) else { return false };
    let steps = addrs.steps.iter().all(|step| step % 4 == 0);
    let inside = || target(g, cx, ask.space, min as u64, (max - min) as usize + 4, 4, 0);
    steps && min >= 0 && ask.ty.size_bytes() == 4 && matches!(inside(), Target::Shared(_))
}

/// The next running lanes of one row, from lane `from` on.
#[inline(always)]
fn next_in_row<const W: usize>(mask: &Mask<W>, row: usize, from: usize) -> Option<(usize, usize)> {
    let mut w = from / 32;
    let mut rest = mask.get(w)? >> (from % 32) << (from % 32);
    while rest == 0 {
        w += 1;
        rest = *mask.get(w)?;
    }
    let lo = 32 * w + rest.trailing_zeros() as usize;
    let end = (lo & !(row - 1)) + row;
    let mut hi = lo;
    while hi < end {
        let ones = (mask[hi / 32] >> (hi % 32)).trailing_ones() as usize;
        hi += ones;
        if ones == 0 || !hi.is_multiple_of(32) {
            break;
        }
    }
    Some((lo, hi.min(end)))
}

/// How the lanes' addresses lie.
enum Lie {
    Shape(Shape),
    /// Row by row, one element behind the other or all at one place.
    Rows(Affine),
    /// Words of shared memory at even distances, row by row, such as a column of a tile, and their one register.
    Columns(Affine, Val),
}

/// How the addresses of an access of these registers lie. In a wave, each block has shared memory of its own: no shape goes beyond a row.
#[inline(always)]
fn lie<const W: usize>(g: &mut Gang<W>, cx: &Cx<'_>, ask: Ask, addr: &Addr, total: usize, vals: &[Val]) -> Lie {
    let own_shared = |at: u64| cx.shared_step != 0 && matches!(place(ask.space, at), Place::Shared(_));
    match plain_shape(g, addr, total) {
        Some(Shape::Run { addr: at, .. } | Shape::Uniform { addr: at }) if own_shared(at) => {}
        Some(shape) => return Lie::Shape(shape),
        None => {}
    }
    if let Some(addrs) = affine_addresses(g, addr) {
        let is_row = addrs.steps[0] == total as i64 || addrs.steps[0] == 0;
        if is_row && !matches!(place(ask.space, addrs.base), Place::Local(_) | Place::Param(_)) {
            return Lie::Rows(addrs);
        }
        if let [val] = vals
            && g.regs.tag(*val).class == Class::Bits32
            && !is_row
            && are_columns(g, cx, ask, &addrs)
        {
            return Lie::Columns(addrs, *val);
        }
    }
    match scattered_shape(g, addr, total) {
        Shape::Run { addr, .. } if own_shared(addr) => Lie::Shape(Shape::Scatter),
        shape => Lie::Shape(shape),
    }
}

/// A weak load.
#[inline(always)]
pub(super) fn load<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, addr: &Addr, dsts: &[Val]) -> Flow {
    let size = ask.ty.size_bytes() as usize;
    let total = size * dsts.len();
    let epoch = cx.block.block_time;
    let shape = match lie(g, cx, ask, addr, total, dsts) {
        Lie::Shape(shape) => shape,
        Lie::Rows(addrs) => return load_rows(g, cx, ask, addrs, dsts),
        Lie::Columns(addrs, d) => return load_columns(g, cx, ask, addrs, d),
    };
    match shape {
        Shape::Run { addr, lo, hi } => {
            let run = Run { size: total, n: hi - lo, threads: threads(g, lo), epoch };
            let at = target(g, cx, ask.space, addr, total * run.n, total, lo);
            if let Target::Own = at {
                return load_lanes(g, cx, ask, Shape::Run { addr, lo, hi }, dsts);
            }
            let pace = pace(cx, ask.site, addr);
            look_ahead(cx, &at, total * run.n, pace);
            let Some(data) = read(cx, at, &run) else { return doubt() };
            for (k, d) in dsts.iter().enumerate() {
                spread_run(g, *d, data, lo, hi, total, k * size, ask.ty);
            }
            Flow::Next
        }
        Shape::Uniform { addr } => {
            let (lo, hi) = span(&g.mask).unwrap_or_default();
            let at = target(g, cx, ask.space, addr, total, total, lo);
            if let Target::Own = at {
                return load_lanes(g, cx, ask, Shape::Uniform { addr }, dsts);
            }
            let run = Run { size: total, n: 1, threads: together(g, lo, hi), epoch };
            let Some(data) = read(cx, at, &run) else { return doubt() };
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

vector! {
    fn load_rows<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, addrs: Affine, dsts: &[Val]) -> Flow {
        let size = ask.ty.size_bytes() as usize;
        let total = size * dsts.len();
        let (mask, layout, epoch) = (g.mask, g.regs.layout, cx.block.block_time);
        let pace = pace(cx, ask.site, addrs.base);
        let mut from = 0;
        while let Some((lo, hi)) = next_in_row(&mask, layout.row, from) {
            from = hi;
            let addr = addrs.at(&layout, lo);
            let is_run = addrs.steps[0] != 0;
            let (n, threads) = if is_run { (hi - lo, threads(g, lo)) } else { (1, together(g, lo, hi)) };
            let at = target(g, cx, ask.space, addr, total * n, total, lo);
            look_ahead(cx, &at, total * n, pace);
            let Some(data) = read(cx, at, &Run { size: total, n, threads, epoch }) else { return doubt() };
            for (k, d) in dsts.iter().enumerate() {
                if is_run {
                    spread_run(g, *d, data, lo, hi, total, k * size, ask.ty);
                } else {
                    spread_one(g, *d, element(data, k * size, ask.ty), lo, hi);
                }
            }
        }
        Flow::Next
    }
}

/// Where a lane's shared memory lies that is known to be inside.
#[inline(always)]
fn shared_place<const W: usize>(g: &Gang<W>, cx: &Cx<'_>, ask: Ask, addr: u64, lane: usize) -> usize {
    let at = if let Place::Shared(at) = place(ask.space, addr) { at } else { 0 };
    at as usize + cx.shared_step * g.regs.layout.block_of(lane)
}

vector! {
    fn load_columns<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, addrs: Affine, d: Val) -> Flow {
        let (mask, layout, epoch) = (g.mask, g.regs.layout, cx.block.block_time);
        let slot = g.regs.dst::<u32>(d, !g.covers(d));
        let step = addrs.steps[0];
        let mut good = true;
        let mut from = 0;
        while let Some((lo, hi)) = next_in_row(&mask, layout.row, from) {
            from = hi;
            let first = shared_place(g, cx, ask, addrs.at(&layout, lo), lo);
            let Some(worker) = cx.quick.as_deref_mut() else { return doubt() };
            good &= worker.column(first, step, hi - lo, g.thread0 + lo as u32, epoch, false);
            let shared = &cx.block.shared;
            for lane in lo..hi {
                let at = (first as i64 + step * (lane - lo) as i64) as usize;
                good &= !cx.checks || shared.init.four(at);
                let word = shared.bytes.get(at..at + 4).and_then(|b| b.as_array::<4>()).map_or(0, |b| u32::from_le_bytes(*b));
                g.regs.warp_mut::<u32>(slot, lane / 32).0[lane % 32] = word;
            }
        }
        if good { Flow::Next } else { doubt() }
    }
}

vector! {
    fn store_columns<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, addrs: Affine, s: Val) -> Flow {
        let (mask, layout, epoch) = (g.mask, g.regs.layout, cx.block.block_time);
        let src = g.regs.src::<u32>(s);
        let step = addrs.steps[0];
        let mut good = true;
        let mut from = 0;
        while let Some((lo, hi)) = next_in_row(&mask, layout.row, from) {
            from = hi;
            let first = shared_place(g, cx, ask, addrs.at(&layout, lo), lo);
            let Some(worker) = cx.quick.as_deref_mut() else { return doubt() };
            good &= worker.column(first, step, hi - lo, g.thread0 + lo as u32, epoch, true);
            let shared = &mut cx.block.shared;
            for lane in lo..hi {
                let at = (first as i64 + step * (lane - lo) as i64) as usize;
                shared.init.set(at..at + 4, true);
                if let Some(to) = shared.bytes.get_mut(at..at + 4) {
                    to.copy_from_slice(&g.regs.lane::<u32>(src, lane).to_le_bytes());
                }
            }
        }
        if good { Flow::Next } else { doubt() }
    }
}

/// Writes one value to lanes `lo .. hi`.
#[inline(always)]
fn spread_one<const W: usize>(g: &mut Gang<W>, d: Val, value: u64, lo: usize, hi: usize) {
    let keep = !g.covers(d);
    let wide = g.regs.tag(d).class == Class::Bits64;
    let slot = if wide { g.regs.dst::<u64>(d, keep) } else { g.regs.dst::<u32>(d, keep) };
    let mut lane = lo;
    while lane < hi {
        let n = (32 - lane % 32).min(hi - lane);
        let part = lane % 32..lane % 32 + n;
        if wide {
            g.regs.warp_mut::<u64>(slot, lane / 32).0[part].fill(value);
        } else {
            g.regs.warp_mut::<u32>(slot, lane / 32).0[part].fill(value as u32);
        }
        lane += n;
    }
}

/// Whether a scattered access goes to the lanes' own memory; what is not the same for all lanes is looked at one by one.
fn own_memory<const W: usize>(g: &Gang<W>, cx: &Cx<'_>, ask: Ask, total: usize) -> bool {
    lanes(&g.mask).next().is_some_and(|lane| {
        let addr = address(g, &Shape::Scatter, lane, total);
        matches!(target(g, cx, ask.space, addr, total, total, lane), Target::Own)
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
    let block = g.regs.layout.block;
    let n = neighbours(g, lane, size).min(block - (lane & (block - 1)));
    let at = target(g, cx, space, g.addrs[lane / 32][lane % 32], size * n, size, lane);
    (at, Run { size, n, threads: threads(g, lane), epoch: cx.block.block_time })
}

/// Lanes whose memory is fetched at a time: more of them push each other out of the cache.
const FETCHED: usize = 256;

/// Fetches the lines of the lanes that come next, so that they wait for memory together. To be called with each lane in
/// turn; `fetched` is the first lane that was not.
#[inline(always)]
fn prefetch<const W: usize>(
    g: &Gang<W>,
    cx: &Cx<'_>,
    space: Option<Space>,
    write: bool,
    lane: usize,
    fetched: &mut usize,
) {
    if lane < fetched.saturating_sub(FETCHED / 2) || matches!(space, Some(Space::Shared | Space::SharedCluster)) {
        return;
    }
    let Some(worker) = cx.quick.as_deref() else { return };
    let end = (lane / 32 * 32 + FETCHED).min(Gang::<W>::LANES);
    for w in *fetched / 32..end / 32 {
        let mut rest = g.mask[w];
        while rest != 0 {
            let at = g.addrs[w][rest.trailing_zeros() as usize];
            rest &= rest - 1;
            if let Some((idx, offset)) = crate::addr::region_of(at) {
                worker.prefetch(idx, offset, write);
            }
        }
    }
    *fetched = end;
}

vector! {
    fn gather<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, dsts: &[Val]) -> Flow {
        let size = ask.ty.size_bytes() as usize;
        let total = size * dsts.len();
        let (mask, mut fetched) = (g.mask, 0);
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
            prefetch(g, cx, ask.space, false, lane, &mut fetched);
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
    let shape = match lie(g, cx, ask, addr, total, srcs) {
        Lie::Shape(shape) => shape,
        Lie::Rows(_) | Lie::Columns(..) if marked(g, srcs) => return doubt(),
        Lie::Rows(addrs) => return store_rows(g, cx, ask, addrs, srcs),
        Lie::Columns(addrs, s) => return store_columns(g, cx, ask, addrs, s),
    };
    let (addr, lo, hi) = match shape {
        Shape::Run { addr, lo, hi } => (addr, lo, hi),
        Shape::Uniform { addr } if g.n_active == 1 => {
            let lane = lanes(&g.mask).next().unwrap_or(0);
            (addr, lane, lane + 1)
        }
        Shape::Uniform { addr } => {
            // Several threads write one place: right only in memory of their own.
            return match target(g, cx, ask.space, addr, total, total, 0) {
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
    let run = Run { size: total, n: hi - lo, threads: threads(g, lo), epoch };
    let at = target(g, cx, ask.space, addr, total * run.n, total, lo);
    if let Target::Own = at {
        return store_lanes(g, cx, ask, shape, srcs);
    }
    if marked(g, srcs) {
        return doubt();
    }
    let is_streamed = total == size && is_streamed(cx, &at, total * run.n);
    let pace = pace(cx, ask.site, addr);
    if !is_streamed {
        look_ahead(cx, &at, total * run.n, pace);
    }
    let Some(data) = write(cx, at, &run) else { return doubt() };
    if is_streamed
        && let [s] = srcs
        && stream_run(g, *s, data, lo, hi, size)
    {
        return Flow::Next;
    }
    for (k, s) in srcs.iter().enumerate() {
        collect_run(g, *s, data, lo, hi, total, k * size, size);
    }
    Flow::Next
}

vector! {
    fn store_rows<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, addrs: Affine, srcs: &[Val]) -> Flow {
        let size = ask.ty.size_bytes() as usize;
        let total = size * srcs.len();
        let (mask, layout, epoch) = (g.mask, g.regs.layout, cx.block.block_time);
        let pace = pace(cx, ask.site, addrs.base);
        let mut from = 0;
        while let Some((lo, hi)) = next_in_row(&mask, layout.row, from) {
            from = hi;
            if addrs.steps[0] == 0 && hi - lo > 1 {
                // Several threads write one place.
                return doubt();
            }
            let run = Run { size: total, n: hi - lo, threads: threads(g, lo), epoch };
            let at = target(g, cx, ask.space, addrs.at(&layout, lo), total * run.n, total, lo);
            look_ahead(cx, &at, total * run.n, pace);
            let Some(data) = write(cx, at, &run) else { return doubt() };
            for (k, s) in srcs.iter().enumerate() {
                collect_run(g, *s, data, lo, hi, total, k * size, size);
            }
        }
        Flow::Next
    }
}

vector! {
    fn scatter<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, srcs: &[Val]) -> Flow {
        let size = ask.ty.size_bytes() as usize;
        let total = size * srcs.len();
        let (mask, mut fetched) = (g.mask, 0);
        let mut next = 0;
        for lane in lanes(&mask) {
            if lane < next {
                continue;
            }
            prefetch(g, cx, ask.space, true, lane, &mut fetched);
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
