//! What a thread knows: which accesses of others happened before its own.
//!
//! Most kernels synchronise by barriers alone, and then two numbers decide (see [`super::race::Who::ordered`]): the
//! block's logical time at its last barrier and at each warp's last full `__syncwarp`. Fences with strong operations,
//! partial warp barriers and counted barriers need more: a [`Knowledge`], built on first need and shared by `Rc`.
//!
//! Time is one counter per block. It moves on at every synchronising event, so “all accesses of this thread up to
//! time t” says exactly what was published. Source: `memory_model.md`, sections 1 and 2.

use std::collections::BTreeMap;
use std::rc::Rc;

/// Times up to which accesses are known, by block, warp and thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Knowledge {
    blocks: BTreeMap<u32, u32>,
    warps: BTreeMap<(u32, u16), u32>,
    threads: BTreeMap<(u32, u16), u32>,
}

/// Nothing, or something shared.
pub(crate) type Known = Option<Rc<Knowledge>>;

fn raise<K: Ord + Copy>(into: &mut BTreeMap<K, u32>, from: &BTreeMap<K, u32>) {
    for (key, time) in from {
        let slot = into.entry(*key).or_insert(*time);
        *slot = (*slot).max(*time);
    }
}

impl Knowledge {
    /// All accesses of `block` up to `time`.
    pub(crate) fn add_block(&mut self, block: u32, time: u32) {
        let slot = self.blocks.entry(block).or_insert(time);
        *slot = (*slot).max(time);
    }

    /// All accesses of a warp up to `time`.
    pub(crate) fn add_warp(&mut self, block: u32, warp: u16, time: u32) {
        let slot = self.warps.entry((block, warp)).or_insert(time);
        *slot = (*slot).max(time);
    }

    /// All accesses of a thread up to `time`.
    pub(crate) fn add_thread(&mut self, block: u32, tid: u16, time: u32) {
        let slot = self.threads.entry((block, tid)).or_insert(time);
        *slot = (*slot).max(time);
    }

    /// Whether an access of thread `tid` of `block` at `time` is known.
    pub(crate) fn covers(&self, block: u32, tid: u16, time: u32) -> bool {
        self.blocks.get(&block).is_some_and(|t| time <= *t)
            || self.threads.get(&(block, tid)).is_some_and(|t| time <= *t)
            || self.warps.get(&(block, tid / 32)).is_some_and(|t| time <= *t)
    }

    /// Whether everything that `other` says stands here too.
    fn holds(&self, other: &Knowledge) -> bool {
        fn within<K: Ord>(of: &BTreeMap<K, u32>, all: &BTreeMap<K, u32>) -> bool {
            of.len() <= all.len() && of.iter().all(|(k, t)| all.get(k).is_some_and(|a| t <= a))
        }
        within(&other.blocks, &self.blocks)
            && within(&other.warps, &self.warps)
            && within(&other.threads, &self.threads)
    }

    fn join(&mut self, other: &Knowledge) {
        raise(&mut self.blocks, &other.blocks);
        raise(&mut self.warps, &other.warps);
        raise(&mut self.threads, &other.threads);
    }
}

/// Joins `from` into `into`, sharing where one side is all there is.
pub(crate) fn join(into: &mut Known, from: &Known) {
    match (&mut *into, from) {
        (_, None) => {}
        (None, Some(f)) => *into = Some(Rc::clone(f)),
        (Some(i), Some(f)) if Rc::ptr_eq(i, f) || i.holds(f) => {}
        // Spinning threads meet again and again what they know already.
        (Some(i), Some(f)) if f.holds(i) => *i = Rc::clone(f),
        (Some(i), Some(f)) => Rc::make_mut(i).join(f),
    }
}

/// How far an operation or a fence reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// The block (`.cta`).
    Block,
    /// The device or more (`.gpu`, `.sys`).
    Device,
}

/// The clocks of one thread beyond its block's and warp's times.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThreadClock {
    /// C: what happened before it.
    pub(crate) known: Known,
    /// F: what its fences published, for the block and for the device.
    fenced: [Known; 2],
    /// P: seen through strong reads, not yet acquired.
    pending: [Known; 2],
}

/// What a strong write left on a location.
#[derive(Clone, Debug, Default)]
pub(crate) struct Released {
    /// For readers of the same block, and which block that is.
    block: (u32, Known),
    /// For every reader.
    device: Known,
}

impl ThreadClock {
    /// A fence: what was seen is acquired, then everything known is published. `all` is C with the block's and the
    /// thread's own times made explicit.
    pub(crate) fn fence(&mut self, reach: Reach, export: impl FnOnce(&Known) -> Knowledge) {
        let [near, far] = &mut self.pending;
        join(&mut self.known, &near.take());
        if reach == Reach::Device {
            join(&mut self.known, &far.take());
        }
        let all = Some(Rc::new(export(&self.known)));
        if reach == Reach::Device {
            self.fenced[1] = all.clone();
        }
        self.fenced[0] = all;
    }

    /// Whether its fences published nothing yet: then a relaxed write of its leaves nothing.
    pub(crate) fn has_not_fenced(&self) -> bool {
        self.fenced.iter().all(Option::is_none)
    }

    /// A strong write by a thread of `block`: what it leaves on the location. A read-modify-write joins `old`.
    pub(crate) fn release(&self, block: u32, reach: Reach, all: Option<Knowledge>, old: Option<&Released>) -> Released {
        let (near, far) = match all {
            Some(k) => {
                let k = Some(Rc::new(k));
                (k.clone(), k)
            }
            None => (self.fenced[0].clone(), self.fenced[1].clone()),
        };
        let mut out = Released { block: (block, near), device: if reach == Reach::Device { far } else { None } };
        if let Some(old) = old {
            if old.block.0 == block {
                join(&mut out.block.1, &old.block.1);
            }
            join(&mut out.device, &old.device);
        }
        out
    }

    /// A strong read by a thread of `block` of what `left` holds.
    pub(crate) fn observe(&mut self, block: u32, reach: Reach, acquire: bool, left: &Released) {
        // A writer of the same block left all that it fenced, at whatever scope, in the block's part.
        let near = if left.block.0 == block { left.block.1.clone() } else { None };
        let far = if reach == Reach::Device { left.device.clone() } else { None };
        if acquire {
            join(&mut self.known, &near);
            join(&mut self.known, &far);
        } else {
            join(&mut self.pending[0], &near);
            join(&mut self.pending[1], &far);
        }
    }

    /// At a barrier: gives C, F and (leniency A1) P to the phase.
    pub(crate) fn give(&mut self, phase: &mut Phase) {
        let [near, far] = &mut self.pending;
        join(&mut self.known, &near.take());
        join(&mut self.known, &far.take());
        join(&mut phase.known, &self.known);
        join(&mut phase.fenced[0], &self.fenced[0]);
        join(&mut phase.fenced[1], &self.fenced[1]);
    }

    /// Behind a barrier: takes what the phase gathered.
    pub(crate) fn take(&mut self, phase: &Phase) {
        join(&mut self.known, &phase.known);
        join(&mut self.fenced[0], &phase.fenced[0]);
        join(&mut self.fenced[1], &phase.fenced[1]);
    }
}

/// What the participants of one barrier phase bring together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phase {
    pub(crate) known: Known,
    fenced: [Known; 2],
}

impl Phase {
    /// Adds explicit times to what the phase hands on.
    pub(crate) fn add(&mut self, extra: Knowledge) {
        join(&mut self.known, &Some(Rc::new(extra)));
    }

    /// True where no participant brought anything: then times alone decide.
    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_none() && self.fenced.iter().all(Option::is_none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(block: u32, tid: u16, time: u32) -> Knowledge {
        let mut k = Knowledge::default();
        k.add_thread(block, tid, time);
        k
    }

    #[test]
    fn fence_and_relaxed_store_hand_over_what_was_fenced() {
        let (mut writer, mut reader) = (ThreadClock::default(), ThreadClock::default());
        writer.fence(Reach::Device, |_| only(0, 3, 7));
        let left = writer.release(0, Reach::Device, None, None);
        reader.observe(1, Reach::Device, false, &left);
        assert!(reader.known.is_none(), "seen, but not acquired");
        reader.fence(Reach::Device, |known| known.as_deref().cloned().unwrap_or_default());
        let known = reader.known.clone().unwrap();
        assert!(known.covers(0, 3, 7) && !known.covers(0, 3, 8) && !known.covers(0, 4, 7));
    }

    #[test]
    fn block_scope_does_not_reach_another_block() {
        let (mut writer, mut reader) = (ThreadClock::default(), ThreadClock::default());
        writer.fence(Reach::Block, |_| only(0, 3, 7));
        let left = writer.release(0, Reach::Device, None, None);
        reader.observe(1, Reach::Device, true, &left);
        assert!(reader.known.is_none());
        reader.observe(0, Reach::Device, true, &left);
        assert!(reader.known.is_some());
    }
}
