//! From instructions to lines.

use diag::{FileId, SourceMap};
use vgpu::Profile;
use vgpu::profile::{Counts, Instruction, Operation, Traffic};

use super::advice::{self, Advice};

/// A memory that threads share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    /// Global memory.
    Global,
    /// Shared memory.
    Shared,
}

impl Space {
    /// The spelling in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Shared => "shared",
        }
    }
}

/// The accesses of a line to one variable, of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Access {
    /// What they do.
    pub operation: Operation,
    /// Which memory.
    pub space: Space,
    /// The variable's name; empty if it has none.
    pub name: String,
    /// What they moved.
    pub traffic: Traffic,
}

/// A line of the source and what it did.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Its file.
    pub file: FileId,
    /// Its number, from 1.
    pub number: u32,
    /// Times that a warp executed one of its instructions.
    pub warps: u64,
    /// Times that a lane executed one of its instructions.
    pub lanes: u64,
    /// Times that a branch in it parted lanes of a warp.
    pub divergent: u64,
    /// What it does to memory.
    pub accesses: Vec<Access>,
    /// What to change, the largest gain first.
    pub advice: Vec<Advice>,
}

impl Line {
    /// How many of 32 lanes executed its instructions, on average.
    pub fn active_lanes(&self) -> f64 {
        ratio(self.lanes, self.warps)
    }
}

/// `a / b`; 0 of nothing.
pub(super) fn ratio(a: u64, b: u64) -> f64 {
    if b == 0 { 0.0 } else { a as f64 / b as f64 }
}

/// The lines of the texts in `sources` that ran, those first where most is to be gained, then those with the most
/// instructions. Instructions that the compiler gives no line of these texts are left out.
pub fn lines(profile: &Profile, sources: &SourceMap) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for instruction in profile.instructions.iter().filter(|i| i.counts.warps > 0) {
        let place = instruction.source.iter().find_map(|f| Some((sources.find(&f.path)?, f.line)));
        let Some((file, number)) = place else { continue };
        let at = lines.iter().position(|l| (l.file, l.number) == (file, number)).unwrap_or_else(|| {
            let (accesses, advice) = (Vec::new(), Vec::new());
            lines.push(Line { file, number, warps: 0, lanes: 0, divergent: 0, accesses, advice });
            lines.len() - 1
        });
        add(&mut lines[at], instruction);
    }
    let total = profile.total();
    for line in &mut lines {
        line.advice = advice::of(line, &total);
    }
    let gain = |line: &Line| line.advice.iter().map(|a| a.gain).max().unwrap_or(0);
    lines.sort_by(|a, b| (gain(b), b.warps, a.number).cmp(&(gain(a), a.warps, b.number)));
    lines
}

fn add(line: &mut Line, instruction: &Instruction) {
    let Counts { warps, lanes, divergent, global, shared } = instruction.counts;
    line.warps += warps;
    line.lanes += lanes;
    line.divergent += divergent;
    let Some(operation) = instruction.operation else { return };
    // Whether the old value is used says nothing to a learner.
    let operation = if operation == Operation::Reduction { Operation::Atomic } else { operation };
    for (space, traffic, name) in
        [(Space::Global, global, &instruction.global_name), (Space::Shared, shared, &instruction.shared_name)]
    {
        if traffic.requests == 0 {
            continue;
        }
        let same = |a: &&mut Access| a.operation == operation && a.space == space && a.name == *name;
        match line.accesses.iter_mut().find(same) {
            Some(access) => access.traffic.merge(&traffic),
            None => line.accesses.push(Access { operation, space, name: name.clone(), traffic }),
        }
    }
}
