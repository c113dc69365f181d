//! What the checks saw, gathered while a launch runs.
//!
//! Events are grouped as they come: one group for a kind of fault, its instructions and its variable, with a count and
//! the example of the lowest block and thread. So a fault of a million threads costs one entry, and what is reported
//! does not depend on which thread came first.

use crate::check::race::{Conflict, Does, Rec, TENTATIVE, Why};
use std::collections::{BTreeMap, HashMap, HashSet};

/// One access of one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) block: u32,
    pub(crate) tid: u16,
    pub(crate) site: u32,
    pub(crate) time: u32,
}

/// A memory, without an address in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Memory {
    Shared,
    Local,
    Param,
    /// A global or constant region.
    Region(usize),
    /// No region has a slot there.
    Nowhere,
}

/// A byte of a memory; the offset may lie outside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct At {
    pub(crate) memory: Memory,
    /// Bytes from the memory's first, or the address itself where there is no region.
    pub(crate) offset: i64,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    OutOfBounds {
        does: Does,
    },
    Misaligned {
        does: Does,
        align: u32,
    },
    /// A store to constant memory or parameters.
    ReadOnly,
    Uninitialized {
        does: Does,
    },
    Race {
        first: Does,
        second: Does,
        why: Why,
    },
    /// A shuffle's value from a lane that does not take part was used; which lane.
    AbsentLane {
        lane: u8,
        exited: bool,
    },
    /// A lane that its own mask does not name.
    NotInMask {
        mask: u32,
    },
    /// A loop waits for what another block wrote.
    WaitsForBlock,
}

/// One event of one thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) event: Event,
    pub(crate) site: u32,
    pub(crate) block: u32,
    pub(crate) tid: u16,
    pub(crate) at: At,
    /// Bytes of the access.
    pub(crate) size: u32,
    /// The other access of a race: the earlier one.
    pub(crate) other: Option<Rec>,
}

/// Kind, instructions, variable: what makes events the same fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct GroupKey {
    kind: u8,
    site: u32,
    other: u32,
    memory: Memory,
}

/// Events of one fault.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) first: Seen,
    pub(crate) count: u64,
}

const MAX_GROUPS: usize = 256;
const MAX_PENDING: usize = 1 << 16;

/// All that the checks saw.
#[derive(Default)]
pub(crate) struct Reports {
    groups: BTreeMap<GroupKey, Group>,
    pending: HashMap<Key, Vec<Seen>>,
    confirmed: HashSet<Key>,
    /// Reads that turned out to race: that they read unwritten bytes is a consequence.
    raced_reads: HashSet<u32>,
}

impl Event {
    fn kind(&self) -> u8 {
        match self {
            Event::OutOfBounds { .. } => 0,
            Event::Misaligned { .. } => 1,
            Event::ReadOnly => 2,
            Event::Uninitialized { .. } => 3,
            Event::Race { why, .. } if why.is_note() => 4,
            Event::Race { .. } => 5,
            Event::AbsentLane { .. } => 6,
            Event::NotInMask { .. } => 7,
            Event::WaitsForBlock => 8,
        }
    }
}

impl Reports {
    pub(crate) fn add(&mut self, seen: Seen) {
        let other = seen.other.map_or(u32::MAX, |o| o.site);
        let (site, other) =
            if seen.other.is_some() { (seen.site.min(other), seen.site.max(other)) } else { (seen.site, other) };
        let key = GroupKey { kind: seen.event.kind(), site, other, memory: seen.at.memory };
        if let Event::Race { first, second, .. } = seen.event {
            if first == Does::Read {
                self.raced_reads.extend(seen.other.map(|o| o.site));
            }
            if second == Does::Read {
                self.raced_reads.insert(seen.site);
            }
        }
        if self.groups.len() >= MAX_GROUPS && !self.groups.contains_key(&key) {
            return;
        }
        // The example says what the cure must reach: blocks before warps before lanes of one warp.
        let rank = |s: &Seen| {
            let o = s.other.map_or((s.block, s.tid), |o| (o.block, o.tid));
            let near = if o.0 != s.block { 0 } else { 1 + u8::from(o.1 / 32 == s.tid / 32) };
            (
                near,
                s.block.min(if s.other.is_some() { o.0 } else { s.block }),
                s.tid.min(if s.other.is_some() { o.1 } else { s.tid }),
                s.at,
                s.block,
                s.tid,
                o,
            )
        };
        let group = self.groups.entry(key).or_insert(Group { first: seen, count: 0 });
        group.count += 1;
        if rank(&seen) < rank(&group.first) {
            group.first = seen;
        }
    }

    /// A race; of a load that may be speculated only if that load turns out to be used.
    pub(crate) fn conflict(&mut self, c: &Conflict, memory: Memory) {
        let seen = Seen {
            event: Event::Race { first: c.first_does, second: c.second_does, why: c.why },
            site: c.second.site,
            block: c.second.block,
            tid: c.second.tid,
            at: At { memory, offset: c.offset as i64 },
            size: 1 << c.second.shift,
            other: Some(c.first),
        };
        let key = |r: &Rec| Key { block: r.block, tid: r.tid, site: r.site, time: r.time };
        if c.first.is(TENTATIVE) {
            self.tentative(key(&c.first), seen);
        } else if c.second.is(TENTATIVE) {
            self.tentative(key(&c.second), seen);
        } else {
            self.add(seen);
        }
    }

    /// Counts only if `key` is confirmed, now or later.
    pub(crate) fn tentative(&mut self, key: Key, seen: Seen) {
        if self.confirmed.contains(&key) {
            self.add(seen);
        } else if self.pending.len() < MAX_PENDING {
            let list = self.pending.entry(key).or_default();
            if list.len() < 16 {
                list.push(seen);
            }
        }
    }

    /// The value that `key` loaded was used.
    pub(crate) fn confirm(&mut self, key: Key) {
        for seen in self.pending.remove(&key).unwrap_or_default() {
            self.add(seen);
        }
        if self.confirmed.len() < MAX_PENDING {
            self.confirmed.insert(key);
        }
    }

    /// The block ended: nothing of it will be confirmed any more.
    pub(crate) fn end_block(&mut self, block: u32) {
        if !self.pending.is_empty() {
            self.pending.retain(|k, _| k.block != block);
        }
    }

    /// Whether a load between two instructions waited for another block.
    pub(crate) fn waits_for_block(&self, from: u32, to: u32) -> bool {
        let waits = |g: &Group| g.first.event == Event::WaitsForBlock && (from..=to).contains(&g.first.site);
        self.groups.values().any(waits)
    }

    /// Whether nothing was seen.
    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The groups, in order; consequences of races left out.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &Group> {
        self.groups.values().filter(|g| {
            !(matches!(g.first.event, Event::Uninitialized { .. }) && self.raced_reads.contains(&g.first.site))
        })
    }
}
