//! Counters: what a launch's threads did, instruction by instruction, and so line by line.
//!
//! Everything here is a sum over warps (or a smallest and a largest address), so that it is the same whatever the order
//! in which they ran and however many cores ran them. Counting happens in `exec/count.rs`.
//!
//! What memory traffic means on NVIDIA GPUs was found by experiment: `tests/profile` holds the kernels, what Nsight
//! Compute counted in them on a GPU, and the comparison.

use crate::addr;
use crate::finding::Source;
use crate::mem::Region;
use crate::names;
use crate::program::Program;
use ptx::Inst;

/// What an instruction does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operation {
    /// A read.
    Load,
    /// A write.
    Store,
    /// A read-modify-write that gives the old value.
    Atomic,
    /// A read-modify-write without a result.
    Reduction,
    /// An asynchronous copy from global to shared memory.
    Copy,
    /// A read of 8×8 matrices that spreads them over the warp.
    MatrixLoad,
}

/// Accesses of one instruction to one memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traffic {
    /// Times that a warp accessed it, with at least one lane.
    pub requests: u64,
    /// Lanes that accessed it.
    pub lanes: u64,
    /// Bytes that they asked for.
    pub bytes: u64,
    /// Global memory: 32-byte sectors that the requests touched.
    pub sectors: u64,
    /// Global memory: sectors that as many lanes would touch at best, side by side.
    pub least_sectors: u64,
    /// Shared memory: passes over the banks that the requests took.
    pub passes: u64,
    /// Shared memory: passes that would do without bank conflicts.
    pub least_passes: u64,
    /// Lanes at the address that most lanes of the warp share, added up over requests.
    pub same_address: u64,
    lowest: u64,
    highest: u64,
}

impl Default for Traffic {
    fn default() -> Traffic {
        Traffic {
            requests: 0,
            lanes: 0,
            bytes: 0,
            sectors: 0,
            least_sectors: 0,
            passes: 0,
            least_passes: 0,
            same_address: 0,
            lowest: u64::MAX,
            highest: 0,
        }
    }
}

impl Traffic {
    /// Whether all accesses went to one address.
    pub fn is_one_address(&self) -> bool {
        self.lowest == self.highest
    }

    /// Shared memory: passes that bank conflicts cost.
    pub fn conflicts(&self) -> u64 {
        self.passes - self.least_passes
    }

    /// Adds other accesses.
    pub fn merge(&mut self, other: &Traffic) {
        self.requests += other.requests;
        self.lanes += other.lanes;
        self.bytes += other.bytes;
        self.sectors += other.sectors;
        self.least_sectors += other.least_sectors;
        self.passes += other.passes;
        self.least_passes += other.least_passes;
        self.same_address += other.same_address;
        self.lowest = self.lowest.min(other.lowest);
        self.highest = self.highest.max(other.highest);
    }

    /// One warp's access to global memory: the lanes of `mask` access `bytes` bytes each.
    pub(crate) fn global(&mut self, addrs: &[u64; 32], mask: u32, bytes: u64, operation: Operation) {
        self.seen(addrs, mask, bytes);
        self.sectors += match operation {
            Operation::Atomic | Operation::Reduction => atomic_sectors(addrs, mask, bytes),
            _ => sectors(addrs, mask, bytes),
        };
        self.least_sectors += (u64::from(mask.count_ones()) * bytes).div_ceil(SECTOR);
    }

    /// One warp's access to shared memory.
    pub(crate) fn shared(&mut self, addrs: &[u64; 32], mask: u32, bytes: u64, operation: Operation) {
        self.seen(addrs, mask, bytes);
        let (passes, least) = passes(addrs, mask, bytes, operation);
        self.passes += passes;
        self.least_passes += least;
    }

    fn seen(&mut self, addrs: &[u64; 32], mask: u32, bytes: u64) {
        self.requests += 1;
        self.lanes += u64::from(mask.count_ones());
        self.bytes += u64::from(mask.count_ones()) * bytes;
        let mut most = 0;
        for l in active(mask) {
            self.lowest = self.lowest.min(addrs[l]);
            self.highest = self.highest.max(addrs[l]);
        }
        let mut left = mask;
        while left != 0 {
            let first = addrs[left.trailing_zeros() as usize];
            let same = active(left).filter(|l| addrs[*l] == first).fold(0u32, |m, l| m | 1 << l);
            most = most.max(same.count_ones());
            left &= !same;
            // No other address can be shared by more lanes.
            if left.count_ones() <= most {
                break;
            }
        }
        self.same_address += u64::from(most);
    }
}

/// What one instruction did, added up over all warps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Times that a warp executed it.
    pub warps: u64,
    /// Times that a lane executed it; a lane for which its guard did not hold did not.
    pub lanes: u64,
    /// Times that it was a branch which parted lanes of a warp.
    pub divergent: u64,
    /// Its accesses to global memory.
    pub global: Traffic,
    /// Its accesses to shared memory.
    pub shared: Traffic,
}

impl Counts {
    /// Adds what other warps did.
    pub fn merge(&mut self, other: &Counts) {
        self.warps += other.warps;
        self.lanes += other.lanes;
        self.divergent += other.divergent;
        self.global.merge(&other.global);
        self.shared.merge(&other.shared);
    }
}

/// One instruction of a [`Profile`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Where it comes from, innermost first; empty if the compiler named no line.
    pub source: Source,
    /// PTX's name of it, with modifiers.
    pub opcode: String,
    /// What it does to memory, if it accesses any.
    pub operation: Option<Operation>,
    /// The variable in global memory that it accesses; empty if there are several, or it has no name.
    pub global_name: String,
    /// The variable in shared memory that it accesses.
    pub shared_name: String,
    /// What it did.
    pub counts: Counts,
}

/// What a launch's threads did, instruction by instruction in the order of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Every instruction of the program, also those that no thread came to.
    pub instructions: Vec<Instruction>,
}

impl Profile {
    pub(crate) fn new(program: &Program, regions: &[Option<Region>], counts: &[Counts]) -> Profile {
        let of = |(site, counts): (usize, &Counts)| {
            let stmt = &program.code[site];
            let mut opcode = String::new();
            // Writing to a string does not fail.
            let _ = stmt.inst.print_opcode(&mut opcode);
            Instruction {
                source: crate::collect::source(program, site as u32),
                opcode,
                operation: operation(&stmt.inst),
                global_name: global_name(regions, &counts.global),
                shared_name: shared_name(program, &counts.shared),
                counts: *counts,
            }
        };
        Profile { instructions: counts.iter().enumerate().map(of).collect() }
    }

    /// Adds what another launch of the same program did.
    ///
    /// # Panics
    /// If it is another program's.
    pub fn merge(&mut self, other: &Profile) {
        if self.instructions.is_empty() {
            *self = other.clone();
            return;
        }
        assert_eq!(self.instructions.len(), other.instructions.len(), "profiles of one program");
        for (a, b) in self.instructions.iter_mut().zip(&other.instructions) {
            let pairs = [
                (&mut a.global_name, &b.global_name, a.counts.global.requests, b.counts.global.requests),
                (&mut a.shared_name, &b.shared_name, a.counts.shared.requests, b.counts.shared.requests),
            ];
            for (name, other, n, m) in pairs {
                if n == 0 {
                    name.clone_from(other);
                } else if m > 0 && name != other {
                    name.clear();
                }
            }
            a.counts.merge(&b.counts);
        }
    }

    /// What all instructions did.
    pub fn total(&self) -> Counts {
        let mut total = Counts::default();
        self.instructions.iter().for_each(|i| total.merge(&i.counts));
        total
    }
}

/// What an instruction does to memory other than its parameters and its thread's own.
pub(crate) fn operation(inst: &Inst) -> Option<Operation> {
    match inst {
        Inst::Ld(_) | Inst::LdVec(_) | Inst::Ldu(_) | Inst::LduVec(_) => Some(Operation::Load),
        Inst::St(_) | Inst::StVec(_) => Some(Operation::Store),
        Inst::Atom(_) | Inst::AtomVec(_) => Some(Operation::Atomic),
        Inst::Red(_) | Inst::RedVec(_) => Some(Operation::Reduction),
        Inst::CpAsync(_) => Some(Operation::Copy),
        Inst::Ldmatrix(_) => Some(Operation::MatrixLoad),
        _ => None,
    }
}

fn global_name(regions: &[Option<Region>], t: &Traffic) -> String {
    let idx = |addr: u64| addr::region_of(addr).map(|(idx, _)| idx);
    match (idx(t.lowest), idx(t.highest)) {
        (Some(a), Some(b)) if a == b && t.requests > 0 => {
            regions.get(a).and_then(Option::as_ref).map_or_else(String::new, |r| r.name.clone())
        }
        _ => String::new(),
    }
}

fn shared_name(program: &Program, t: &Traffic) -> String {
    let var = |addr: u64| program.shared.iter().filter(|v| v.offset <= addr).max_by_key(|v| v.offset);
    match (var(t.lowest), var(t.highest)) {
        (Some(a), Some(b)) if a.offset == b.offset && t.requests > 0 => names::variable(&a.name),
        _ => String::new(),
    }
}

fn active(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |l| mask >> l & 1 == 1)
}

/// Bytes of a sector, the unit in which caches and memory move data.
const SECTOR: u64 = 32;

/// Sectors that a warp touches in global memory.
fn sectors(addrs: &[u64; 32], mask: u32, bytes: u64) -> u64 {
    let mut n = 0;
    let mut seen = [u64::MAX; 64];
    let mut last = u64::MAX;
    for l in active(mask) {
        let (from, to) = (addrs[l] / SECTOR, (addrs[l] + bytes.max(1) - 1) / SECTOR);
        for s in from..=to {
            if s != last && !seen[..n].contains(&s) && n < seen.len() {
                seen[n] = s;
                n += 1;
            }
            last = s;
        }
    }
    n as u64
}

/// Sectors that a warp's atomics go to: lanes at one address go one after the other, each with its sector; lanes at different
/// addresses of a sector go together.
fn atomic_sectors(addrs: &[u64; 32], mask: u32, bytes: u64) -> u64 {
    let mut rounds: Vec<(u64, u64)> = Vec::with_capacity(32);
    for l in active(mask) {
        // How many lanes up to this one are at its address.
        let round = active(mask).take_while(|k| *k <= l).filter(|k| addrs[*k] == addrs[l]).count() as u64;
        for sector in addrs[l] / SECTOR..=(addrs[l] + bytes.max(1) - 1) / SECTOR {
            if !rounds.contains(&(sector, round)) {
                rounds.push((sector, round));
            }
        }
    }
    rounds.len() as u64
}

/// Banks of shared memory, each four bytes wide.
const BANKS: usize = 32;

/// Passes over the banks that one warp's access takes, and how many would do without conflicts.
///
/// In a pass each bank gives one word of four bytes to all lanes that want it; of lanes with atomics on one word it serves
/// one. Which lanes are served together depends on the size of their elements, see [`groups`].
fn passes(addrs: &[u64; 32], mask: u32, bytes: u64, operation: Operation) -> (u64, u64) {
    let is_atomic = matches!(operation, Operation::Atomic | Operation::Reduction);
    let groups = groups(addrs, mask, bytes, operation);
    let passes = groups.iter().map(|group| busiest_bank(addrs, *group, bytes, is_atomic)).sum();
    (passes, groups.len() as u64)
}

/// The lanes that are served together: all of the warp for elements of up to four bytes, half of it for those of eight, a
/// quarter for those of sixteen.
///
/// Two such groups of a load become one where the partner of each lane of the warp, the lane next to it or the one after
/// that, does not take part or wants the same element: found on an H200 (`tests/profile`), and true of no store.
fn groups(addrs: &[u64; 32], mask: u32, bytes: u64, operation: Operation) -> Vec<u32> {
    let size = match bytes {
        0..=4 => return vec![mask],
        5..=8 => 16,
        _ => 8,
    };
    let part = |first: usize, size: usize| mask & (u32::MAX >> (32 - size)) << first;
    let is_merged = operation == Operation::Load && (has_partners(addrs, mask, 1) || has_partners(addrs, mask, 2));
    let mut groups = Vec::new();
    for first in (0..32).step_by(2 * size) {
        if is_merged {
            groups.push(part(first, 2 * size));
        } else {
            groups.extend([part(first, size), part(first + size, size)]);
        }
    }
    groups.retain(|group| *group != 0);
    groups
}

/// Whether each lane's partner is inactive or wants the same.
fn has_partners(addrs: &[u64; 32], mask: u32, distance: usize) -> bool {
    active(mask).all(|l| mask >> (l ^ distance) & 1 == 0 || addrs[l ^ distance] == addrs[l])
}

/// The most words that the lanes want of one bank; with atomics, the most lanes that want one of its words.
fn busiest_bank(addrs: &[u64; 32], mask: u32, bytes: u64, is_atomic: bool) -> u64 {
    let mut words: [[u64; 32]; BANKS] = [[0; 32]; BANKS];
    let mut n = [0usize; BANKS];
    for l in active(mask) {
        for word in addrs[l] / 4..=(addrs[l] + bytes.max(1) - 1) / 4 {
            let bank = word as usize % BANKS;
            if n[bank] < 32 && (is_atomic || !words[bank][..n[bank]].contains(&word)) {
                words[bank][n[bank]] = word;
                n[bank] += 1;
            }
        }
    }
    n.into_iter().max().unwrap_or(0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addrs(of: impl Fn(u64) -> u64) -> [u64; 32] {
        std::array::from_fn(|l| of(l as u64))
    }

    #[test]
    fn sectors_are_those_that_the_lanes_touch() {
        for (what, a, mask, bytes, n) in [
            ("neighbours", addrs(|l| 4 * l), u32::MAX, 4, 4),
            ("one element off", addrs(|l| 4 * l + 4), u32::MAX, 4, 5),
            ("every second", addrs(|l| 8 * l), u32::MAX, 4, 8),
            ("every eighth", addrs(|l| 32 * l), u32::MAX, 4, 32),
            ("one for all", addrs(|_| 4096), u32::MAX, 4, 1),
            ("every other lane", addrs(|l| 4 * l), 0x5555_5555, 4, 4),
            ("float4", addrs(|l| 16 * l), u32::MAX, 16, 16),
            ("backwards", addrs(|l| 4 * (31 - l)), u32::MAX, 4, 4),
        ] {
            assert_eq!(sectors(&a, mask, bytes), n, "{what}");
        }
    }

    #[test]
    fn passes_are_the_words_of_the_busiest_bank() {
        for (what, a, mask, bytes, expected) in [
            ("neighbours", addrs(|l| 4 * l), u32::MAX, 4, (1, 1)),
            ("two to a bank", addrs(|l| 8 * l), u32::MAX, 4, (2, 1)),
            ("one bank", addrs(|l| 128 * l), u32::MAX, 4, (32, 1)),
            ("padded by one", addrs(|l| 132 * l), u32::MAX, 4, (1, 1)),
            ("one word", addrs(|_| 64), u32::MAX, 4, (1, 1)),
            ("one bank, few lanes", addrs(|l| 128 * l), 0b1011, 4, (3, 1)),
            ("double", addrs(|l| 8 * l), u32::MAX, 8, (2, 2)),
            ("float4", addrs(|l| 16 * l), u32::MAX, 16, (4, 4)),
            ("every second float4", addrs(|l| 32 * l), u32::MAX, 16, (8, 4)),
        ] {
            assert_eq!(passes(&a, mask, bytes, Operation::Load), expected, "{what}");
        }
    }

    #[test]
    fn wide_loads_of_partners_share_passes() {
        let load = |a: &[u64; 32], mask, bytes| passes(a, mask, bytes, Operation::Load);
        assert_eq!(load(&addrs(|_| 64), u32::MAX, 8), (1, 1), "one double for all");
        assert_eq!(load(&addrs(|l| l % 2 * 128), u32::MAX, 8), (2, 1), "two doubles of one bank, in turn");
        assert_eq!(load(&addrs(|l| l % 16 * 8), u32::MAX, 8), (2, 2), "halves that read the same");
        assert_eq!(load(&addrs(|l| l * 8), 0x5555_5555, 8), (2, 1), "every other lane");
        assert_eq!(passes(&addrs(|l| l * 8), 0x5555_5555, 8, Operation::Store), (2, 2), "no store does");
        assert_eq!(load(&addrs(|_| 64), u32::MAX, 16), (2, 2), "one float4 for all: half a warp at a time");
    }

    #[test]
    fn atomics_on_one_word_take_turns() {
        let atomic = |a: &[u64; 32]| passes(a, u32::MAX, 4, Operation::Atomic);
        assert_eq!(atomic(&addrs(|l| 4 * l)), (1, 1));
        assert_eq!(atomic(&addrs(|l| l / 4 * 4)), (4, 1));
        assert_eq!(atomic(&addrs(|_| 0)), (32, 1));
        let global = |a: &[u64; 32]| atomic_sectors(a, u32::MAX, 4);
        assert_eq!(global(&addrs(|l| 4 * l)), 4);
        assert_eq!(global(&addrs(|_| 0)), 32);
        assert_eq!(global(&addrs(|l| l / 16 * 4)), 16, "two cells of one sector, in step");
    }

    #[test]
    fn lanes_at_one_address_are_counted() {
        let mut t = Traffic::default();
        t.global(&addrs(|l| 4096 + l / 8 * 4), u32::MAX, 4, Operation::Load);
        assert_eq!((t.requests, t.lanes, t.same_address), (1, 32, 8));
        t.global(&addrs(|_| 64), 7, 4, Operation::Load);
        assert_eq!((t.requests, t.lanes, t.same_address, t.lowest, t.highest), (2, 35, 11, 64, 4108));
    }
}
