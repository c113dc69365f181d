//! Marks on values: undefined ones, and loads that the compiler may have speculated.
//!
//! Loading bytes that nothing wrote is no fault by itself: padding is copied, compilers load ahead. A load of such
//! bytes marks the lane's register with its *origin*; arithmetic spreads marks, `selp` takes the chosen side's. Only
//! when a mark reaches a branch, an address, a mask, an atomic or a global store does its origin count
//! (`memory_model.md`, section 6). A plain load from a constant address of a static variable is treated alike: the
//! compiler hoists such loads, so that it counts as a read only for lanes whose value is used (section 7).
//!
//! A gang without marks pays one test per instruction. Up to 64 origins are alive at once, a bit each; an origin whose
//! lanes have all been decided is dropped.

use super::regs::Mask;
use super::split::{and, and_not, any, or};
use crate::report::{Key, Reports};
use ptx::Val;
use std::collections::{BTreeMap, HashMap};

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Bytes that nothing wrote, or a shuffle from a lane that does not take part.
    Undefined,
    /// Some of the element's bytes are unwritten: copying it is no use of it.
    Partial,
    /// A load that may be speculated; any store of its value counts.
    Deferred,
}

/// One execution of a marking instruction by some lanes.
#[derive(Clone, Debug)]
struct Origin<const W: usize> {
    kind: Kind,
    key: Key,
    /// Lanes not yet decided.
    lanes: Mask<W>,
    /// Values that were stored and loaded again: whose load it was first.
    copied: HashMap<usize, Key>,
}

/// One lane of a register whose value goes, perhaps as part of a sum, into a lane of another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) dst: Val,
    pub(crate) to: usize,
    pub(crate) src: Val,
    pub(crate) from: usize,
}

/// Marks of one register: bits of origins per lane.
type Lanes<const W: usize> = Box<[[u64; 32]; W]>;

/// All marks of a gang.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taints<const W: usize> {
    origins: Vec<Option<Origin<W>>>,
    live: u64,
    regs: HashMap<(u32, Val), Lanes<W>>,
}

impl<const W: usize> Taints<W> {
    /// Whether anything is marked at all.
    #[inline(always)]
    pub(crate) fn active(&self) -> bool {
        self.live != 0
    }

    /// Marks lanes of `regs`, which one instruction wrote: what stands in `key` is an access of lane 0's thread.
    #[allow(clippy::too_many_arguments, reason = "a mark is all of these")]
    pub(crate) fn mark_all(
        &mut self,
        frame: u32,
        regs: &[Val],
        kind: Kind,
        key: Key,
        lanes: Mask<W>,
        copied: HashMap<usize, Key>,
    ) {
        let bit = match self.origins.iter().position(Option::is_none) {
            Some(k) => k,
            None if self.origins.len() < 64 => {
                self.origins.push(None);
                self.origins.len() - 1
            }
            None => self.make_room(),
        };
        self.origins[bit] = Some(Origin { kind, key, lanes, copied });
        self.live |= 1 << bit;
        for reg in regs {
            let marks = self.regs.entry((frame, *reg)).or_insert_with(|| Box::new([[0; 32]; W]));
            for w in 0..W {
                for l in 0..32 {
                    if lanes[w] >> l & 1 == 1 {
                        marks[w][l] |= 1 << bit;
                    }
                }
            }
        }
    }

    /// Forgets origins that no register carries any more; if all are carried, the first: better to miss a fault than
    /// to report what may be none.
    #[cold]
    fn make_room(&mut self) -> usize {
        let carried = self.regs.values().flat_map(|m| m.iter().flatten()).fold(0, |a, bits| a | bits);
        let dead: Vec<usize> = (0..self.origins.len()).filter(|bit| carried >> bit & 1 == 0).collect();
        if dead.is_empty() {
            self.drop_bit(0);
        } else if carried == 0 {
            self.regs.clear();
            self.live = 0;
            self.origins.iter_mut().for_each(|o| *o = None);
        } else {
            dead.iter().for_each(|bit| self.drop_bit(*bit));
        }
        if self.origins.is_empty() {
            self.origins.push(None);
        }
        self.origins.iter().position(Option::is_none).unwrap_or(0)
    }

    fn drop_bit(&mut self, bit: usize) {
        self.origins[bit] = None;
        self.live &= !(1 << bit);
        if self.live == 0 {
            self.regs.clear();
            self.origins.clear();
        } else {
            for marks in self.regs.values_mut() {
                marks.iter_mut().flatten().for_each(|m| *m &= !(1 << bit));
            }
        }
    }

    /// The marks of one lane of a register.
    pub(crate) fn of(&self, frame: u32, reg: Val, lane: usize) -> u64 {
        self.regs.get(&(frame, reg)).map_or(0, |m| m[lane / 32][lane % 32] & self.live)
    }

    /// Sets the marks of one lane of a register.
    pub(crate) fn set(&mut self, frame: u32, reg: Val, lane: usize, bits: u64) {
        if bits != 0 {
            self.regs.entry((frame, reg)).or_insert_with(|| Box::new([[0; 32]; W]))[lane / 32][lane % 32] = bits;
        } else if let Some(m) = self.regs.get_mut(&(frame, reg)) {
            m[lane / 32][lane % 32] = 0;
        }
    }

    /// Lanes of `mask` in which `reg` is marked.
    pub(crate) fn marked(&self, frame: u32, reg: Val, mask: &Mask<W>) -> Mask<W> {
        let Some(m) = self.regs.get(&(frame, reg)) else { return [0; W] };
        let hit = |w: usize| (0..32).filter(|l| m[w][*l] & self.live != 0).fold(0, |a, l| a | 1 << l);
        std::array::from_fn(|w| if mask[w] == 0 { 0 } else { hit(w) & mask[w] })
    }

    /// `dst` takes the marks of all of `srcs` in the lanes of `mask`.
    pub(crate) fn spread(&mut self, frame: u32, dst: Val, srcs: &[Val], mask: &Mask<W>) {
        let marked = srcs.iter().any(|s| self.regs.contains_key(&(frame, *s)));
        if !marked && !self.regs.contains_key(&(frame, dst)) {
            return;
        }
        for lane in super::split::lanes(mask) {
            let bits = srcs.iter().fold(0, |a, s| a | self.of(frame, *s, lane));
            self.set(frame, dst, lane, bits);
        }
    }

    /// The value of `reg` is used in the lanes of `mask`: its origins count. `as_store`: by a store to global memory,
    /// which copies partly undefined elements silently.
    pub(crate) fn sink(&mut self, frame: u32, reg: Val, mask: &Mask<W>, as_store: bool, reports: &mut Reports) {
        let Some(m) = self.regs.get(&(frame, reg)) else { return };
        let mut decided: Vec<(usize, Mask<W>)> = Vec::new();
        for bit in 0..self.origins.len() {
            let Some(o) = &self.origins[bit] else { continue };
            if as_store && o.kind == Kind::Partial {
                continue;
            }
            let hit: Mask<W> = std::array::from_fn(|w| {
                let lanes = mask[w] & o.lanes[w];
                (0..32).filter(|l| lanes >> l & 1 == 1 && m[w][*l] >> bit & 1 == 1).fold(0, |a, l| a | 1 << l)
            });
            if any(&hit) {
                decided.push((bit, hit));
            }
        }
        for (bit, hit) in decided {
            if let Some(o) = &mut self.origins[bit] {
                confirm(o, &hit, reports);
                o.lanes = and_not(&o.lanes, &hit);
                if !any(&o.lanes) {
                    self.drop_bit(bit);
                }
            }
        }
    }

    /// A store to shared or local memory: what counts of it at once (speculated loads), and whose undefined bytes it
    /// copies.
    pub(crate) fn store(&mut self, frame: u32, reg: Val, lane: usize, reports: &mut Reports) -> Option<Key> {
        let bits = self.of(frame, reg, lane);
        let mut copied = None;
        for bit in 0..64 {
            if bits >> bit & 1 == 0 {
                continue;
            }
            match self.origins.get(bit).and_then(Option::as_ref) {
                Some(o) if o.kind == Kind::Deferred => {
                    let mut one = [0; W];
                    one[lane / 32] = 1 << (lane % 32);
                    self.sink(frame, reg, &one, false, reports);
                }
                Some(o) if o.kind == Kind::Undefined => copied = Some(key_of(o, lane)),
                _ => {}
            }
        }
        copied
    }

    /// `dst` takes the marks that `src` has in other lanes: `(to, from)` for each lane.
    ///
    /// An undefined value keeps its origin in a mark of the lane that got it. Nobody speculates an exchange, so that a
    /// load whose value goes to another lane counts.
    pub(crate) fn exchange(
        &mut self,
        frame: u32,
        src: Val,
        dst: Val,
        mask: &Mask<W>,
        pairs: &[(usize, usize)],
        reports: &mut Reports,
    ) {
        let mut moved: Vec<(usize, Kind, Key)> = Vec::new();
        let mut kept: Vec<(usize, u64)> = Vec::new();
        for (to, from) in pairs {
            let bits = self.of(frame, src, *from);
            if to == from {
                kept.push((*to, bits));
                continue;
            }
            for bit in (0..64).filter(|b| bits >> b & 1 == 1) {
                match self.origins.get(bit).and_then(Option::as_ref) {
                    Some(o) if o.kind == Kind::Deferred => reports.confirm(key_of(o, *from)),
                    Some(o) if moved.last().is_none_or(|m| m.0 != *to) => moved.push((*to, o.kind, key_of(o, *from))),
                    _ => {}
                }
            }
        }
        self.spread(frame, dst, &[], mask);
        for (lane, bits) in kept {
            self.set(frame, dst, lane, bits);
        }
        for kind in [Kind::Undefined, Kind::Partial] {
            let copied: HashMap<usize, Key> = moved.iter().filter(|m| m.1 == kind).map(|m| (m.0, m.2)).collect();
            let mut lanes = [0; W];
            copied.keys().for_each(|l| lanes[l / 32] |= 1 << (l % 32));
            if let Some(key) = copied.values().next().copied() {
                self.mark_all(frame, &[dst], kind, key, lanes, copied);
            }
        }
    }

    /// `dsts` take marks from other registers and lanes: what a matrix instruction moves or adds up. `computes`: a
    /// partly undefined element makes an undefined one. As with [`Taints::exchange`], loads that may be speculated
    /// count.
    pub(crate) fn mix(
        &mut self,
        frame: u32,
        dsts: &[Val],
        moves: impl Iterator<Item = Move>,
        mask: &Mask<W>,
        computes: bool,
        reports: &mut Reports,
    ) {
        let mut moved: BTreeMap<(Val, usize), (Kind, Key)> = BTreeMap::new();
        for m in moves {
            let bits = self.of(frame, m.src, m.from);
            for bit in (0..64).filter(|b| bits >> b & 1 == 1) {
                match self.origins.get(bit).and_then(Option::as_ref) {
                    Some(o) if o.kind == Kind::Deferred => reports.confirm(key_of(o, m.from)),
                    Some(o) => {
                        let kind = if computes { Kind::Undefined } else { o.kind };
                        moved.entry((m.dst, m.to)).or_insert((kind, key_of(o, m.from)));
                    }
                    None => {}
                }
            }
        }
        for dst in dsts {
            self.spread(frame, *dst, &[], mask);
            for kind in [Kind::Undefined, Kind::Partial] {
                let here = moved.iter().filter(|((d, _), (k, _))| d == dst && *k == kind);
                let copied: HashMap<usize, Key> = here.map(|((_, lane), (_, key))| (*lane, *key)).collect();
                let mut lanes = [0; W];
                copied.keys().for_each(|l| lanes[l / 32] |= 1 << (l % 32));
                if let Some(key) = copied.values().next().copied() {
                    self.mark_all(frame, &[*dst], kind, key, lanes, copied);
                }
            }
        }
    }

    /// Lanes that exited decide nothing any more.
    pub(crate) fn exit(&mut self, mask: &Mask<W>) {
        for bit in 0..self.origins.len() {
            let Some(o) = &mut self.origins[bit] else { continue };
            o.lanes = and_not(&o.lanes, mask);
            if !any(&o.lanes) {
                self.drop_bit(bit);
                if self.origins.is_empty() {
                    return;
                }
            }
        }
    }

    pub(crate) fn forget_frame(&mut self, frame: u32) {
        self.regs.retain(|(f, _), _| *f != frame);
    }

    /// Lanes of `mask` in which any register of `regs` is marked.
    pub(crate) fn marked_any(&self, frame: u32, regs: &[Val], mask: &Mask<W>) -> Mask<W> {
        regs.iter().fold([0; W], |m, r| or(&m, &and(&self.marked(frame, *r, mask), mask)))
    }
}

/// The access of one lane of an origin.
fn key_of<const W: usize>(o: &Origin<W>, lane: usize) -> Key {
    o.copied.get(&lane).copied().unwrap_or(Key { tid: o.key.tid.wrapping_add(lane as u16), ..o.key })
}

fn confirm<const W: usize>(o: &Origin<W>, lanes: &Mask<W>, reports: &mut Reports) {
    for lane in super::split::lanes(lanes) {
        reports.confirm(key_of(o, lane));
    }
}
