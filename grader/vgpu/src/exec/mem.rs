//! Loads and stores.
//!
//! An access of all running lanes is one of three shapes: a *run* (consecutive lanes, consecutive elements: one check
//! and one move for all), *uniform* (one address), or *scattered* (lane by lane). The fast paths take what is in
//! bounds, aligned, written and weak; everything else goes lane by lane through [`super::lane_access`].

use super::lane_access::{self, Kind, Place, place, strength};
use super::{Flow, control, quick};
use crate::check::race::Does;
use crate::check::shadow::Touch;
use crate::gang::Gang;
use crate::gang::regs::{Lane, Mask, Src, Warp};
use crate::gang::split::{any, lanes, span};
use crate::isa::vector;
use crate::machine::Cx;
use crate::mem::stream::Stream;
use crate::mem::{Region, Shared};
use crate::program::{CALL_PARAMS, Class};
use crate::report::Memory;
use ptx::*;

pub(super) use super::async_copy::{
    cp_async, cp_async_commit_group, cp_async_mbarrier_arrive, cp_async_wait_all, cp_async_wait_group,
};
pub(super) use super::atomics::{atom, atom_vec, red, red_vec};

/// How the running lanes' addresses lie.
pub(super) enum Shape {
    /// Lanes `lo .. hi`, each `total` bytes behind the one before; the first one's address.
    Run {
        addr: u64,
        lo: usize,
        hi: usize,
    },
    Uniform {
        addr: u64,
    },
    /// In the gang's `addrs`.
    Scatter,
}

/// The shape of an access of `total` bytes a lane. Scattered addresses are left in `g.addrs`.
#[inline(always)]
pub(super) fn shape<const W: usize>(g: &mut Gang<W>, addr: &Addr, total: usize) -> Shape {
    plain_shape(g, addr, total).unwrap_or_else(|| scattered_shape(g, addr, total))
}

/// The shape, where affine addresses show it.
#[inline(always)]
pub(super) fn plain_shape<const W: usize>(g: &Gang<W>, addr: &Addr, total: usize) -> Option<Shape> {
    let t = g.regs.tag(addr.base);
    let narrow = t.class == Class::Bits32;
    let wrap = |x: u64| if narrow { u64::from(x as u32) } else { x };
    if t.affine {
        let base = wrap(t.value.base.wrapping_add(addr.offset as u64));
        if t.value.is_uniform() {
            return Some(Shape::Uniform { addr: base });
        }
        if g.regs.layout.is_run(&t.value, total)
            && let Some((lo, hi)) = g.lane_run()
        {
            let first = wrap(base.wrapping_add((total * lo) as u64));
            if first.checked_add((total * (hi - lo)) as u64).is_some_and(|end| !narrow || end <= 1 << 32) {
                return Some(Shape::Run { addr: first, lo, hi });
            }
        }
    }
    None
}

/// The shape of computed addresses, which are left in `g.addrs`.
#[inline(always)]
pub(super) fn scattered_shape<const W: usize>(g: &mut Gang<W>, addr: &Addr, total: usize) -> Shape {
    if g.regs.tag(addr.base).class == Class::Bits32 {
        gather_addrs::<W, u32>(g, addr);
    } else {
        gather_addrs::<W, u64>(g, addr);
    }
    // Computed addresses are often consecutive all the same.
    if let Some((lo, hi)) = g.lane_run() {
        let first = g.addrs[lo / 32][lo % 32];
        let mut run = true;
        for w in lo / 32..hi.div_ceil(32) {
            for l in 0..32 {
                let lane = 32 * w + l;
                let want = first.wrapping_add((total as u64).wrapping_mul(lane.wrapping_sub(lo) as u64));
                run &= lane < lo || lane >= hi || g.addrs[w][l] == want;
            }
        }
        if run {
            return Shape::Run { addr: first, lo, hi };
        }
    }
    Shape::Scatter
}

#[inline(always)]
fn gather_addrs<const W: usize, T: Lane>(g: &mut Gang<W>, addr: &Addr) {
    let src: Src<T> = g.regs.src::<T>(addr.base);
    for w in 0..W {
        if g.mask[w] == 0 {
            continue;
        }
        let values = g.regs.get::<T>(src, w);
        for l in 0..32 {
            g.addrs[w][l] = T::from_bits(values.0[l].to_bits().wrapping_add(addr.offset as u64)).to_bits();
        }
    }
}

/// A memory that a fast path works on.
struct View<'m> {
    bytes: &'m mut [u8],
    init: &'m mut crate::mem::bits::Bits,
    shadow: &'m mut crate::check::shadow::Shadow,
    memory: Memory,
    offset: usize,
    read_only: bool,
}

/// The lowest and the highest running lane.
fn ends<const W: usize>(mask: &Mask<W>) -> impl Iterator<Item = usize> {
    let (first, last) = span(mask).map(|(lo, hi)| (lo, hi - 1)).unzip();
    [first, last.filter(|l| Some(*l) != first)].into_iter().flatten()
}

/// The memory at `place`, if `len` bytes from there are inside of it and aligned.
#[inline(always)]
fn view<'m>(
    regions: &'m mut [Option<Region>],
    shared: &'m mut Shared,
    ranges: &[(u64, u64)],
    place: Place,
    len: usize,
    align: usize,
    writes: bool,
) -> Option<View<'m>> {
    match place {
        Place::Region(idx, offset) => {
            let r = regions.get_mut(idx)?.as_mut()?;
            let offset = usize::try_from(offset).ok()?;
            if offset.checked_add(len)? > r.bytes.len() || offset % align != 0 || (writes && r.read_only) {
                return None;
            }
            Some(View {
                bytes: &mut r.bytes,
                init: &mut r.init,
                shadow: &mut r.shadow,
                memory: Memory::Region(idx),
                offset,
                read_only: r.read_only,
            })
        }
        Place::Shared(offset) => {
            let end = offset.checked_add(len as u64)?;
            if offset % align as u64 != 0 || !ranges.iter().any(|(from, to)| *from <= offset && end <= *to) {
                return None;
            }
            let offset = offset as usize;
            let Shared { bytes, init, shadow } = shared;
            Some(View { bytes, init, shadow, memory: Memory::Shared, offset, read_only: false })
        }
        _ => None,
    }
}

/// Writes loaded elements into registers: `n` lanes from `lo`, `total` bytes each, element `k` of size `size`.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "an access is all of these")]
pub(super) fn spread_run<const W: usize>(
    g: &mut Gang<W>,
    d: Val,
    data: &[u8],
    lo: usize,
    hi: usize,
    total: usize,
    at: usize,
    ty: Ty,
) {
    let wide = g.regs.tag(d).class == Class::Bits64;
    if wide {
        let slot = g.regs.dst::<u64>(d, !g.covers(d));
        for lane in lo..hi {
            let v = element(data, (lane - lo) * total + at, ty);
            g.regs.warp_mut::<u64>(slot, lane / 32).0[lane % 32] = v;
        }
        return;
    }
    let slot = g.regs.dst::<u32>(d, !g.covers(d));
    if total == ty.size_bytes() as usize && (total == 4 || total == 2) {
        let (mut lane, mut rest) = (lo, data);
        while lane < hi {
            let n = (32 - lane % 32).min(hi - lane);
            let (now, later) = rest.split_at(total * n);
            match (now.as_array::<128>(), now.as_array::<64>()) {
                (Some(words), _) if total == 4 => g.regs.put(slot, lane / 32, Warp::from_words(words)),
                (_, Some(halves)) if total == 2 => {
                    g.regs.put(slot, lane / 32, Warp::from_halves(halves, ty == Ty::S16));
                }
                _ if total == 4 => {
                    let to = &mut g.regs.warp_mut::<u32>(slot, lane / 32).0[lane % 32..lane % 32 + n];
                    for (x, b) in to.iter_mut().zip(now.as_chunks::<4>().0) {
                        *x = u32::from_le_bytes(*b);
                    }
                }
                _ => {
                    let to = &mut g.regs.warp_mut::<u32>(slot, lane / 32).0[lane % 32..lane % 32 + n];
                    for (k, x) in to.iter_mut().enumerate() {
                        *x = element(now, k * total, ty) as u32;
                    }
                }
            }
            rest = later;
            lane += n;
        }
        return;
    }
    for lane in lo..hi {
        let v = element(data, (lane - lo) * total + at, ty);
        g.regs.warp_mut::<u32>(slot, lane / 32).0[lane % 32] = v as u32;
    }
}

/// An element's bits, extended by its type.
#[inline(always)]
pub(super) fn element(data: &[u8], at: usize, ty: Ty) -> u64 {
    match ty.size_bytes() {
        1 => match ty {
            Ty::S8 => data[at] as i8 as i64 as u64,
            _ => u64::from(data[at]),
        },
        2 => {
            let v = u16::from_le_bytes([data[at], data[at + 1]]);
            if ty == Ty::S16 { v as i16 as i64 as u64 } else { u64::from(v) }
        }
        4 => {
            let v = u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
            if ty == Ty::S32 { v as i32 as i64 as u64 } else { u64::from(v) }
        }
        _ => {
            let mut b = [0; 8];
            b.copy_from_slice(&data[at..at + 8]);
            u64::from_le_bytes(b)
        }
    }
}

/// What a load or store instruction asks for, its operands aside.
#[derive(Clone, Copy)]
pub(super) struct Ask {
    pub(super) site: u32,
    pub(super) space: Option<Space>,
    pub(super) kind: Kind,
    pub(super) ty: Ty,
}

vector! {
    fn load<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, addr: &Addr, dsts: &[Val]) -> Flow {
        let size = ask.ty.size_bytes() as usize;
        let total = size * dsts.len();
        if ask.space == Some(Space::Param) {
            return load_param(g, cx, ask, addr, dsts);
        }
        if cx.quick.is_some() {
            return quick::load(g, cx, ask, addr, dsts);
        }
        let shape = shape(g, addr, total);
        let weak = ask.kind.flags == 0;
        if weak && !cx.program.is_deferred(ask.site) {
            match shape {
                Shape::Run { addr, lo, hi } => {
                    let n = hi - lo;
                    if let Some(v) = view(
                        cx.regions,
                        &mut cx.block.shared,
                        &cx.shared_ranges,
                        place(ask.space, addr),
                        total * n,
                        total,
                        false,
                    ) {
                        let range = v.offset..v.offset + total * n;
                        if !cx.checks || v.init.all(range.clone()) {
                            for (k, d) in dsts.iter().enumerate() {
                                spread_run(g, *d, &v.bytes[range.clone()], lo, hi, total, k * size, ask.ty);
                            }
                            if cx.checks && !v.read_only {
                                let touch = Touch::read(ask.site, v.memory);
                                let tid = (g.thread0 as usize + lo) as u16;
                                let who = who!(cx, &[]);
                                v.shadow.run(v.offset, total, n, tid, &touch, &who, &|_, _| true, &mut cx.conflicts);
                                let memory = v.memory;
                                if !cx.conflicts.is_empty() {
                                    cx.flush_conflicts(memory);
                                }
                            }
                            return Flow::Next;
                        }
                    }
                }
                Shape::Uniform { addr } => {
                    if let Some(v) = view(
                        cx.regions,
                        &mut cx.block.shared,
                        &cx.shared_ranges,
                        place(ask.space, addr),
                        total,
                        total,
                        false,
                    ) {
                        let range = v.offset..v.offset + total;
                        if !cx.checks || v.init.all(range.clone()) {
                            for (k, d) in dsts.iter().enumerate() {
                                let value = element(v.bytes, v.offset + k * size, ask.ty);
                                set_uniform(g, *d, value);
                            }
                            if cx.checks && !v.read_only {
                                // The first and the last reader stand for all of them.
                                let touch = Touch::read(ask.site, v.memory);
                                let who = who!(cx, &[]);
                                for lane in ends(&g.mask) {
                                    let tid = (g.thread0 as usize + lane) as u16;
                                    let all = &|_: usize, _: usize| true;
                                    v.shadow.run(v.offset, total, 1, tid, &touch, &who, all, &mut cx.conflicts);
                                }
                                let memory = v.memory;
                                if !cx.conflicts.is_empty() {
                                    cx.flush_conflicts(memory);
                                }
                            }
                            return Flow::Next;
                        }
                    }
                }
                Shape::Scatter => {}
            }
        }
        load_lanes(g, cx, ask, shape, dsts)
    }
}

#[inline(always)]
pub(super) fn set_uniform<const W: usize>(g: &mut Gang<W>, d: Val, value: u64) {
    if g.covers(d) {
        let value = if g.regs.tag(d).class == Class::Bits32 { u64::from(value as u32) } else { value };
        g.regs.set_uniform(d, value);
        return;
    }
    if g.regs.tag(d).class == Class::Bits64 {
        let slot = g.regs.dst::<u64>(d, true);
        for w in 0..W {
            g.regs.blend::<u64>(slot, w, crate::gang::regs::Warp([value; 32]), g.mask[w]);
        }
    } else {
        let slot = g.regs.dst::<u32>(d, true);
        for w in 0..W {
            g.regs.blend::<u32>(slot, w, crate::gang::regs::Warp([value as u32; 32]), g.mask[w]);
        }
    }
}

/// Lane by lane, with everything that can be said about each.
#[inline(never)]
pub(super) fn load_lanes<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    ask: Ask,
    shape: Shape,
    dsts: &[Val],
) -> Flow {
    let size = ask.ty.size_bytes() as usize;
    let total = size * dsts.len();
    super::by_lane(g, cx, ask.kind.flags != 0);
    let mut loads = lane_access::Loads::new(cx, ask, g);
    let mask = g.mask;
    let mut data = [0u8; 64];
    for lane in lanes(&mask) {
        let addr = address(g, &shape, lane, total);
        lane_access::load(g, cx, ask, &mut loads, lane, addr, &mut data[..total.min(64)]);
        for (k, d) in dsts.iter().enumerate() {
            g.regs.set_lane_bits(*d, lane, element(&data, k * size, ask.ty));
        }
    }
    loads.finish(g, cx, ask, dsts);
    Flow::Next
}

/// A lane's address.
#[inline(always)]
pub(super) fn address<const W: usize>(g: &Gang<W>, shape: &Shape, lane: usize, total: usize) -> u64 {
    match shape {
        Shape::Run { addr, lo, .. } => addr.wrapping_add((total * (lane - lo)) as u64),
        Shape::Uniform { addr } => *addr,
        Shape::Scatter => g.addrs[lane / 32][lane % 32],
    }
}

/// Kernel parameters are the same for all lanes; parameters of calls stand in each lane's frame.
#[inline(always)]
fn load_param<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, addr: &Addr, dsts: &[Val]) -> Flow {
    let t = g.regs.tag(addr.base);
    let size = ask.ty.size_bytes() as usize;
    if t.uniform() {
        let at = t.value.base.wrapping_add(addr.offset as u64);
        if at < CALL_PARAMS {
            let end = at as usize + size * dsts.len();
            if end <= cx.params.len() {
                for (k, d) in dsts.iter().enumerate() {
                    let value = element(&cx.params, at as usize + k * size, ask.ty);
                    set_uniform(g, *d, value);
                }
                return Flow::Next;
            }
        }
    }
    let shape = shape(g, addr, size * dsts.len());
    load_lanes(g, cx, ask, shape, dsts)
}

vector! {
    fn store<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, addr: &Addr, srcs: &[Val]) -> Flow {
        let size = ask.ty.size_bytes() as usize;
        let total = size * srcs.len();
        if cx.quick.is_some() {
            return quick::store(g, cx, ask, addr, srcs);
        }
        let shape = shape(g, addr, total);
        let plain = ask.kind.flags == 0 && cx.released.is_empty() && !marked(g, srcs);
        if plain && let Shape::Run { addr, lo, hi } = shape {
            let n = hi - lo;
            let mut staged = std::mem::take(&mut cx.staged);
            staged.clear();
            staged.resize(total * n, 0);
            for (k, s) in srcs.iter().enumerate() {
                collect_run(g, *s, &mut staged, lo, hi, total, k * size, size);
            }
            let done = store_run(g, cx, ask, place(ask.space, addr), &staged, total, n, (g.thread0 as usize + lo) as u16);
            cx.staged = staged;
            if done {
                return Flow::Next;
            }
        }
        store_lanes(g, cx, ask, shape, srcs)
    }
}

#[inline(always)]
pub(super) fn marked<const W: usize>(g: &Gang<W>, srcs: &[Val]) -> bool {
    g.taints.active() && any(&g.taints.marked_any(g.frame, srcs, &g.mask))
}

/// A run of staged bytes to memory, with the race check; false if it needs looking at lane by lane.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "an access is all of these")]
fn store_run<const W: usize>(
    _g: &Gang<W>,
    cx: &mut Cx<'_>,
    ask: Ask,
    place: Place,
    staged: &[u8],
    total: usize,
    n: usize,
    tid: u16,
) -> bool {
    let Some(v) = view(cx.regions, &mut cx.block.shared, &cx.shared_ranges, place, total * n, total, true) else {
        return false;
    };
    let range = v.offset..v.offset + total * n;
    let (memory, offset) = (v.memory, v.offset);
    if cx.checks {
        let touch = Touch { does: Does::Write, flags: 0, site: ask.site, shared: memory == Memory::Shared };
        let old = &v.bytes[range.clone()];
        let changed = |at: usize, len: usize| {
            let k = at - offset;
            old[k..k + len] != staged[k..k + len]
        };
        let who = who!(cx, &[]);
        v.shadow.run(offset, total, n, tid, &touch, &who, &changed, &mut cx.conflicts);
    }
    v.init.set(range.clone(), true);
    v.bytes[range].copy_from_slice(staged);
    if !cx.conflicts.is_empty() {
        cx.flush_conflicts(memory);
    }
    true
}

/// Stages one element of each lane of a run.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "an access is all of these")]
pub(super) fn collect_run<const W: usize>(
    g: &mut Gang<W>,
    s: Val,
    staged: &mut [u8],
    lo: usize,
    hi: usize,
    total: usize,
    at: usize,
    size: usize,
) {
    if size == 8 {
        let src = g.regs.src::<u64>(s);
        for (k, chunk) in staged.chunks_exact_mut(total).enumerate().take(hi - lo) {
            chunk[at..at + 8].copy_from_slice(&g.regs.lane::<u64>(src, lo + k).to_le_bytes());
        }
        return;
    }
    let src = g.regs.src::<u32>(s);
    if total == size && (total == 4 || total == 2) {
        let (mut lane, mut rest) = (lo, staged);
        while lane < hi {
            let n = (32 - lane % 32).min(hi - lane);
            let values = g.regs.get::<u32>(src, lane / 32);
            let (now, later) = rest.split_at_mut(total * n);
            if total == 4
                && let Some(words) = now.as_mut_array::<128>()
            {
                *words = values.to_words();
            } else if total == 2
                && let Some(halves) = now.as_mut_array::<64>()
            {
                *halves = values.to_halves();
            } else if total == 4 {
                let values = &values.0[lane % 32..lane % 32 + n];
                for (b, x) in now.as_chunks_mut::<4>().0.iter_mut().zip(values) {
                    *b = x.to_le_bytes();
                }
            } else {
                for (b, x) in now.chunks_exact_mut(total).zip(&values.0[lane % 32..lane % 32 + n]) {
                    b.copy_from_slice(&x.to_le_bytes()[..total]);
                }
            }
            rest = later;
            lane += n;
        }
        return;
    }
    for (k, chunk) in staged.chunks_exact_mut(total).enumerate().take(hi - lo) {
        chunk[at..at + size].copy_from_slice(&g.regs.lane::<u32>(src, lo + k).to_le_bytes()[..size]);
    }
}

/// As [`collect_run`] for whole warps from lane `lo` on, past the caches; false where that is not possible.
#[inline(always)]
pub(super) fn stream_run<const W: usize>(
    g: &mut Gang<W>,
    s: Val,
    to: &mut [u8],
    lo: usize,
    hi: usize,
    size: usize,
) -> bool {
    if !matches!(size, 2 | 4) || !lo.is_multiple_of(32) || !hi.is_multiple_of(32) {
        return false;
    }
    let src = g.regs.src::<u32>(s);
    let Some(mut stream) = Stream::new(to) else { return false };
    for (k, warp) in (lo / 32..hi / 32).enumerate() {
        let values = g.regs.get::<u32>(src, warp);
        if size == 4 {
            stream.put(128 * k, &values.to_words());
        } else {
            stream.put(64 * k, &values.to_halves());
        }
    }
    true
}

#[inline(never)]
pub(super) fn store_lanes<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    ask: Ask,
    shape: Shape,
    srcs: &[Val],
) -> Flow {
    let size = ask.ty.size_bytes() as usize;
    let total = size * srcs.len();
    super::by_lane(g, cx, false);
    let mask = g.mask;
    let mut data = [0u8; 64];
    for lane in lanes(&mask) {
        for (k, s) in srcs.iter().enumerate() {
            let bits = g.regs.lane_bits(*s, lane).to_le_bytes();
            data[k * size..k * size + size].copy_from_slice(&bits[..size]);
        }
        let addr = address(g, &shape, lane, total);
        lane_access::store(g, cx, ask, lane, addr, &data[..total.min(64)], srcs);
    }
    if ask.kind.flags != 0 {
        cx.block.now += 1;
    }
    Flow::Next
}

/// Whether a type is none that a lane loads or stores: 128 bits, or a predicate, which takes no memory.
#[inline(always)]
fn is_odd(ty: Ty) -> bool {
    !(1..=8).contains(&ty.size_bytes())
}

#[inline(never)]
pub(super) fn ld<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Ld, site: u32) -> Flow {
    if is_odd(i.ty) {
        return control::not_modelled(g, cx, &Inst::Ld(*i), site);
    }
    let kind = strength(i.sem, i.scope, Does::Read);
    load(g, cx, Ask { site, space: i.space, kind, ty: i.ty }, &i.addr, &[i.d.0])
}

#[inline(never)]
pub(super) fn ld_vec<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &LdVec, site: u32) -> Flow {
    if is_odd(i.ty) {
        return control::not_modelled(g, cx, &Inst::LdVec(*i), site);
    }
    let kind = strength(i.sem, i.scope, Does::Read);
    load(g, cx, Ask { site, space: i.space, kind, ty: i.ty }, &i.addr, &i.d.0)
}

#[inline(never)]
pub(super) fn ldu<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Ldu, site: u32) -> Flow {
    if is_odd(i.ty) {
        return control::not_modelled(g, cx, &Inst::Ldu(*i), site);
    }
    load(g, cx, Ask { site, space: i.space, kind: Kind::default(), ty: i.ty }, &i.addr, &[i.d.0])
}

#[inline(never)]
pub(super) fn ldu_vec<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &LduVec, site: u32) -> Flow {
    if is_odd(i.ty) {
        return control::not_modelled(g, cx, &Inst::LduVec(*i), site);
    }
    load(g, cx, Ask { site, space: i.space, kind: Kind::default(), ty: i.ty }, &i.addr, &i.d.0)
}

#[inline(never)]
pub(super) fn st<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &St, site: u32) -> Flow {
    if is_odd(i.ty) {
        return control::not_modelled(g, cx, &Inst::St(*i), site);
    }
    let kind = strength(i.sem, i.scope, Does::Write);
    store(g, cx, Ask { site, space: i.space, kind, ty: i.ty }, &i.addr, &[i.a.0])
}

#[inline(never)]
pub(super) fn st_vec<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &StVec, site: u32) -> Flow {
    if is_odd(i.ty) {
        return control::not_modelled(g, cx, &Inst::StVec(*i), site);
    }
    let kind = strength(i.sem, i.scope, Does::Write);
    store(g, cx, Ask { site, space: i.space, kind, ty: i.ty }, &i.addr, &i.a.0)
}

/// A policy is a number that nobody looks into.
#[cold]
pub(super) fn createpolicy<const W: usize>(g: &mut Gang<W>, _cx: &mut Cx<'_>, i: &Createpolicy, _site: u32) -> Flow {
    for lane in lanes(&g.mask.clone()) {
        g.regs.set_lane_bits(i.d.0, lane, 0);
    }
    Flow::Next
}

/// Hints change no value.
macro_rules! hints {
    ($($name:ident: $inst:ident),* $(,)?) => {$(
        pub(super) fn $name<const W: usize>(_g: &mut Gang<W>, _cx: &mut Cx<'_>, _i: &$inst, _site: u32) -> Flow {
            Flow::Next
        }
    )*};
}
hints! { prefetch: Prefetch, prefetchu: Prefetchu, applypriority: Applypriority }

/// What stood there is gone: like a store of bytes that nothing wrote.
#[cold]
pub(super) fn discard<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Discard, site: u32) -> Flow {
    let first = lanes(&g.mask).next().unwrap_or(0);
    if g.regs.lane_bits(i.size.0, first) != 128 || !matches!(i.space, None | Some(Space::Global)) {
        return control::not_modelled(g, cx, &Inst::Discard(*i), site);
    }
    let ask = Ask { site, space: i.space, kind: Kind::default(), ty: Ty::B64 };
    for lane in lanes(&g.mask.clone()) {
        let addr = g.regs.lane_bits(i.addr.base, lane).wrapping_add(i.addr.offset as u64);
        let gone = [0xa5; 128];
        if let Some(hit) = lane_access::resolve(g, cx, ask, Does::Write, lane, addr, gone.len()) {
            lane_access::race(g, cx, ask, Does::Write, lane, &hit, &gone, false);
            lane_access::poke(g, cx, &hit, &gone, false);
        }
    }
    Flow::Next
}
