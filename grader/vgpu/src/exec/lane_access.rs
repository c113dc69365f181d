//! One lane's access to memory, with every check.

use super::mem::Ask;
use crate::addr::{self, Window};
use crate::check::clock::{Reach, ThreadClock};
use crate::check::race::{Does, STRONG, TENTATIVE, VOLATILE, WIDE};
use crate::check::shadow::Touch;
use crate::gang::Gang;
use crate::gang::regs::Mask;
use crate::gang::split::any;
use crate::gang::taint;
use crate::machine::Cx;
use crate::program::CALL_PARAMS;
use crate::report::{At, Event, Key, Memory, Seen};
use ptx::{Scope, Sem, Space, Val};
use std::collections::HashMap;

/// How strong an access is, and what it does to order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kind {
    /// Flags of its record; 0: weak.
    pub(super) flags: u8,
    pub(super) acquire: bool,
    pub(super) release: bool,
}

impl Kind {
    fn reach(self) -> Reach {
        if self.flags & WIDE != 0 { Reach::Device } else { Reach::Block }
    }
}

/// The strength of an access; atomics without a word on it are relaxed and reach the device.
pub(super) fn strength(sem: Option<Sem>, scope: Option<Scope>, does: Does) -> Kind {
    let wide = if scope == Some(Scope::Cta) { 0 } else { WIDE };
    let sem = match sem {
        None if does == Does::Update => Sem::Relaxed,
        None => Sem::Weak,
        Some(s) => s,
    };
    match sem {
        Sem::Weak => Kind::default(),
        Sem::Volatile | Sem::Mmio => Kind { flags: STRONG | VOLATILE | WIDE, acquire: false, release: false },
        Sem::Relaxed => Kind { flags: STRONG | wide, acquire: false, release: false },
        Sem::Acquire => Kind { flags: STRONG | wide, acquire: true, release: false },
        Sem::Release => Kind { flags: STRONG | wide, acquire: false, release: true },
        Sem::AcqRel | Sem::Sc => Kind { flags: STRONG | wide, acquire: true, release: true },
    }
}

/// Where an address points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Region(usize, i64),
    Shared(u64),
    Local(u64),
    /// Kernel parameters below [`CALL_PARAMS`], the frame's call parameters above.
    Param(u64),
    Nowhere(u64),
}

/// Resolves an address of `space`; without one it is generic.
#[inline(always)]
pub(super) fn place(space: Option<Space>, addr: u64) -> Place {
    match space {
        Some(Space::Shared | Space::SharedCluster) => Place::Shared(addr),
        Some(Space::Local) => Place::Local(addr),
        Some(Space::Param) => Place::Param(addr),
        Some(Space::Global | Space::Const) => match addr::region_of(addr) {
            Some((idx, offset)) => Place::Region(idx, offset),
            None => Place::Nowhere(addr),
        },
        None => match addr::window(addr) {
            Window::Shared => Place::Shared(addr - addr::SHARED_WINDOW),
            Window::Local => Place::Local(addr - addr::LOCAL_WINDOW),
            Window::Param => Place::Param(addr - addr::PARAM_WINDOW),
            Window::Global => match addr::region_of(addr) {
                Some((idx, offset)) => Place::Region(idx, offset),
                None => Place::Nowhere(addr),
            },
        },
    }
}

/// What a load instruction gathers over its lanes: marks that their values get.
pub(super) struct Loads<const W: usize> {
    tentative: bool,
    key: Key,
    undefined: Mask<W>,
    partial: Mask<W>,
    deferred: Mask<W>,
    copied: HashMap<usize, Key>,
}

impl<const W: usize> Loads<W> {
    pub(super) fn new(cx: &Cx<'_>, ask: Ask, g: &Gang<W>) -> Loads<W> {
        Loads {
            tentative: cx.checks && ask.kind.flags == 0 && cx.program.is_deferred(ask.site),
            key: Key { block: cx.block.linear, tid: g.thread0 as u16, site: ask.site, time: cx.block.now },
            undefined: [0; W],
            partial: [0; W],
            deferred: [0; W],
            copied: HashMap::new(),
        }
    }

    /// Marks the loaded registers.
    pub(super) fn finish(mut self, g: &mut Gang<W>, cx: &mut Cx<'_>, ask: Ask, dsts: &[Val]) {
        if ask.kind.flags != 0 {
            cx.block.now += 1;
        }
        if !cx.checks {
            return;
        }
        let marks = [
            (taint::Kind::Deferred, self.deferred),
            (taint::Kind::Undefined, self.undefined),
            (taint::Kind::Partial, self.partial),
        ];
        for (kind, lanes) in marks {
            if any(&lanes) {
                let copied =
                    if kind == taint::Kind::Undefined { std::mem::take(&mut self.copied) } else { HashMap::new() };
                g.taints.mark_all(g.frame, dsts, kind, self.key, lanes, copied);
            }
        }
    }
}

/// An access that passed the bounds check.
pub(super) struct Hit {
    pub(super) memory: Memory,
    /// Byte in its memory; for local memory, in the gang's store.
    pub(super) offset: usize,
}

/// Bounds and alignment of one lane's access; reports and returns nothing where it must not happen.
pub(super) fn resolve<const W: usize>(
    g: &Gang<W>,
    cx: &mut Cx<'_>,
    ask: Ask,
    does: Does,
    lane: usize,
    addr: u64,
    total: usize,
) -> Option<Hit> {
    let tid = (g.thread0 as usize + lane) as u16;
    let p = place(ask.space, addr);
    let size = total as u32;
    let out = Event::OutOfBounds { does };
    let (memory, offset, inside) = match p {
        Place::Region(idx, offset) => {
            let len = cx.regions.get(idx).and_then(Option::as_ref).map(|r| r.bytes.len());
            let inside =
                len.is_some_and(|len| offset >= 0 && (offset as u64).saturating_add(total as u64) <= len as u64);
            (Memory::Region(idx), offset, inside)
        }
        Place::Shared(at) => {
            let end = at.saturating_add(total as u64);
            let inside = cx.shared_ranges.iter().any(|(from, to)| *from <= at && end <= *to);
            // Shared addresses are 32 bits wide: a negative index shows as one.
            (Memory::Shared, i64::from(at as u32 as i32), inside)
        }
        Place::Local(at) => {
            let range = g.local.range(lane, at, total);
            let offset = range.as_ref().map_or(at as i64, |r| r.start as i64);
            (Memory::Local, offset, range.is_some())
        }
        Place::Param(at) if at >= CALL_PARAMS => {
            let base = g.frame_info().map_or(0, |f| f.local_base);
            let range = g.local.range(lane, base + (at - CALL_PARAMS), total);
            let offset = range.as_ref().map_or(at as i64, |r| r.start as i64);
            (Memory::Local, offset, range.is_some())
        }
        Place::Param(at) => (Memory::Param, at as i64, at + total as u64 <= cx.params.len() as u64),
        Place::Nowhere(at) => (Memory::Nowhere, at as i64, false),
    };
    let at = At { memory, offset };
    if !inside {
        cx.report(out, ask.site, tid, at, size);
        return None;
    }
    if total > 1 && !addr.is_multiple_of(total as u64) {
        cx.report(Event::Misaligned { does, align: size }, ask.site, tid, at, size);
        return None;
    }
    let read_only = match memory {
        Memory::Region(idx) => cx.regions.get(idx).and_then(Option::as_ref).is_some_and(|r| r.read_only),
        Memory::Param => true,
        _ => false,
    };
    if does != Does::Read && read_only {
        cx.report(Event::ReadOnly, ask.site, tid, at, size);
        return None;
    }
    Some(Hit { memory, offset: offset as usize })
}

/// Active lanes by warp of the block.
fn active<const W: usize>(g: &Gang<W>, cx: &Cx<'_>) -> Vec<u32> {
    let mut all = vec![0; cx.n_threads.div_ceil(32) as usize];
    for w in 0..W {
        if let Some(slot) = all.get_mut(g.thread0 as usize / 32 + w) {
            *slot = g.mask[w];
        }
    }
    all
}

/// The race check of one lane. `new`: for a write, the bytes it writes.
#[allow(clippy::too_many_arguments, reason = "an access is all of these")]
pub(super) fn race<const W: usize>(
    g: &Gang<W>,
    cx: &mut Cx<'_>,
    ask: Ask,
    does: Does,
    lane: usize,
    hit: &Hit,
    new: &[u8],
    tentative: bool,
) {
    if !cx.checks || !matches!(hit.memory, Memory::Shared | Memory::Region(_)) {
        return;
    }
    let lockstep = ask.kind.flags & VOLATILE != 0 && hit.memory == Memory::Shared;
    let lanes = if lockstep { active(g, cx) } else { Vec::new() };
    let tid = (g.thread0 as usize + lane) as u16;
    let flags = ask.kind.flags | if tentative { TENTATIVE } else { 0 };
    let touch = Touch { does, flags, site: ask.site, shared: hit.memory == Memory::Shared };
    let (shadow, bytes) = match hit.memory {
        Memory::Shared => (&mut cx.block.shared.shadow, &cx.block.shared.bytes),
        Memory::Region(idx) => match cx.regions.get_mut(idx).and_then(Option::as_mut) {
            Some(r) if !r.read_only => (&mut r.shadow, &r.bytes),
            _ => return,
        },
        _ => return,
    };
    let from = hit.offset;
    let changed = |at: usize, len: usize| {
        let k = at - from;
        bytes.get(at..at + len) != new.get(k..k + len)
    };
    let who = who!(cx, &lanes);
    let shift = new.len().trailing_zeros() as u8;
    let mut o = from;
    while o < from + new.len() {
        let step = (from + new.len() - o).min(4);
        shadow.touch(o, step, shift, tid, &touch, &who, &changed, &mut cx.conflicts);
        o += step;
    }
    if !cx.conflicts.is_empty() {
        cx.flush_conflicts(hit.memory);
    }
}

/// Bytes of a memory, and whether they were written: all, none, or some.
pub(super) fn peek<const W: usize>(g: &Gang<W>, cx: &Cx<'_>, hit: &Hit, out: &mut [u8]) -> Written {
    let range = hit.offset..hit.offset + out.len();
    let (bytes, init) = match hit.memory {
        Memory::Shared => (&cx.block.shared.bytes, &cx.block.shared.init),
        Memory::Region(idx) => match cx.regions.get(idx).and_then(Option::as_ref) {
            Some(r) => (&r.bytes, &r.init),
            None => return Written::All,
        },
        Memory::Local => {
            out.copy_from_slice(g.local.bytes(range.clone()));
            return if g.local.written(range.clone()) {
                Written::All
            } else if g.local.unwritten(range) {
                Written::None
            } else {
                Written::Some
            };
        }
        Memory::Param => {
            if let Some(from) = cx.params.get(range) {
                out.copy_from_slice(from);
            }
            return Written::All;
        }
        Memory::Nowhere => return Written::All,
    };
    if let Some(from) = bytes.get(range.clone()) {
        out.copy_from_slice(from);
    }
    if init.all(range.clone()) {
        Written::All
    } else if init.none(range) {
        Written::None
    } else {
        Written::Some
    }
}

/// Which bytes of an element were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    All,
    Some,
    None,
}

/// Writes bytes; `written`: they count as written.
pub(super) fn poke<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, hit: &Hit, data: &[u8], written: bool) {
    let range = hit.offset..hit.offset + data.len();
    let (bytes, init) = match hit.memory {
        Memory::Shared => (&mut cx.block.shared.bytes, &mut cx.block.shared.init),
        Memory::Region(idx) => match cx.regions.get_mut(idx).and_then(Option::as_mut) {
            Some(r) => (&mut r.bytes, &mut r.init),
            None => return,
        },
        Memory::Local => {
            g.local.write(range.clone(), data);
            g.local.set_written(range, written);
            return;
        }
        Memory::Param | Memory::Nowhere => return,
    };
    if let Some(to) = bytes.get_mut(range.clone()) {
        to.copy_from_slice(data);
    }
    init.set(range, written);
}

/// One lane's load.
pub(super) fn load<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    ask: Ask,
    loads: &mut Loads<W>,
    lane: usize,
    addr: u64,
    out: &mut [u8],
) {
    let Some(hit) = resolve(g, cx, ask, Does::Read, lane, addr, out.len()) else {
        out.fill(0);
        return;
    };
    let written = peek(g, cx, &hit, out);
    if !cx.checks {
        return;
    }
    let tid = (g.thread0 as usize + lane) as u16;
    let shared_or_global = matches!(hit.memory, Memory::Shared | Memory::Region(_));
    if loads.tentative && shared_or_global {
        loads.deferred[lane / 32] |= 1 << (lane % 32);
    }
    if written != Written::All {
        let at = At { memory: hit.memory, offset: hit.offset as i64 };
        match cx.copied.get(&(hit.memory, hit.offset as u64)) {
            Some(key) => {
                loads.copied.insert(lane, *key);
            }
            None => {
                let key = Key { tid, ..loads.key };
                let event = Event::Uninitialized { does: Does::Read };
                let size = out.len() as u32;
                let seen = Seen { event, site: ask.site, block: cx.block.linear, tid, at, size, other: None };
                cx.reports.tentative(key, seen);
            }
        }
        if loads.deferred[lane / 32] >> (lane % 32) & 1 == 0 {
            let marks = if written == Written::None { &mut loads.undefined } else { &mut loads.partial };
            marks[lane / 32] |= 1 << (lane % 32);
        }
    }
    let data = out.to_vec();
    race(g, cx, ask, Does::Read, lane, &hit, &data, loads.tentative);
    if ask.kind.flags != 0 {
        observe(cx, ask, tid, &hit);
        if cx.program.waits(ask.site) {
            // Whoever waits soon makes room for whom it waits for.
            g.turn = g.turn.saturating_sub(WAITING_TURN).max(1);
            wait_for_block(cx, ask, tid, &hit, out.len() as u32);
        }
    }
}

/// What a look at memory in a loop that only waits takes of a gang's turn.
const WAITING_TURN: u32 = 100;

/// A load in a loop that only waits: says so where it waits for another block.
fn wait_for_block(cx: &mut Cx<'_>, ask: Ask, tid: u16, hit: &Hit, size: u32) {
    let Memory::Region(region) = hit.memory else { return };
    let writer = cx.regions.get(region).and_then(Option::as_ref).and_then(|r| r.shadow.last_writer(hit.offset));
    if let Some(writer) = writer.filter(|writer| writer.block != cx.block.linear) {
        let at = At { memory: hit.memory, offset: hit.offset as i64 };
        let (event, block) = (Event::WaitsForBlock, cx.block.linear);
        cx.reports.add(Seen { event, site: ask.site, block, tid, at, size, other: Some(writer) });
    }
}

/// A strong read takes notice of what was left on the location.
pub(super) fn observe(cx: &mut Cx<'_>, ask: Ask, tid: u16, hit: &Hit) {
    if !cx.program.has_fences() {
        return;
    }
    let at = location(cx, hit);
    let Some(left) = cx.released.get(&at).cloned() else { return };
    let block = cx.block.linear;
    cx.clocks()[usize::from(tid)].observe(block, ask.kind.reach(), ask.kind.acquire, &left);
}

/// A strong write leaves on its location what its thread published; `update`: it joins what was there.
pub(super) fn leave(cx: &mut Cx<'_>, ask: Ask, tid: u16, hit: &Hit, update: bool) {
    if !cx.program.has_fences() {
        return;
    }
    let at = location(cx, hit);
    let quiet = !ask.kind.release && cx.block.clocks.get(usize::from(tid)).is_none_or(ThreadClock::has_not_fenced);
    if quiet {
        // It leaves nothing of its own: a read-modify-write keeps what was there, a store ends it.
        if !update {
            cx.released.remove(&at);
        }
        return;
    }
    let old = if update { cx.released.get(&at).cloned() } else { None };
    cx.clocks();
    let clock = cx.block.clocks[usize::from(tid)].clone();
    let all = ask.kind.release.then(|| Cx::export(&cx.block, tid, clock.known.as_deref()));
    let left = clock.release(cx.block.linear, ask.kind.reach(), all, old.as_ref());
    cx.released.insert(at, left);
}

fn location(cx: &Cx<'_>, hit: &Hit) -> (Memory, u32, u64) {
    let block = if hit.memory == Memory::Shared { cx.block.linear } else { 0 };
    (hit.memory, block, hit.offset as u64 / 4 * 4)
}

/// One lane's store.
pub(super) fn store<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    ask: Ask,
    lane: usize,
    addr: u64,
    data: &[u8],
    srcs: &[Val],
) {
    let Some(hit) = resolve(g, cx, ask, Does::Write, lane, addr, data.len()) else { return };
    race(g, cx, ask, Does::Write, lane, &hit, data, false);
    let mut origin = None;
    if g.taints.active() {
        let mut one = [0; W];
        one[lane / 32] = 1 << (lane % 32);
        for s in srcs {
            if matches!(hit.memory, Memory::Region(_)) {
                g.taints.sink(g.frame, *s, &one, true, &mut cx.reports);
            } else {
                origin = origin.or(g.taints.store(g.frame, *s, lane, &mut cx.reports));
            }
        }
    }
    if let Some(key) = origin.filter(|_| hit.memory == Memory::Shared) {
        cx.copied.insert((hit.memory, hit.offset as u64), key);
    }
    poke(g, cx, &hit, data, origin.is_none());
    let tid = (g.thread0 as usize + lane) as u16;
    if ask.kind.flags != 0 {
        leave(cx, ask, tid, &hit, false);
    } else if !cx.released.is_empty() {
        let at = location(cx, &hit);
        cx.released.remove(&at);
    }
}
