//! What a kernel does, line by line, and what to change: instructions, lanes at work, sectors of global memory, bank
//! conflicts, atomics.
//!
//! The counts are the virtual GPU's ([`vgpu::profile`]); nothing here says how long anything takes.

mod advice;
mod json;
mod lines;
mod render;
mod run;

use diag::SourceMap;
use vgpu::Profile;
use vgpu::profile::Counts;

use crate::report::Report;
pub use advice::{Advice, Kind};
pub use json::{JsonAccess, JsonAdvice, JsonCounts, JsonLine, JsonProfile, JsonTotal, SCHEMA, counts, json};
pub use lines::{Access, Line, Space, lines};
pub use render::{Detail, profile as render, table};

/// What one launch of a kernel did.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The case's name.
    pub case: String,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// What all instructions did.
    pub total: Counts,
    /// The lines of the kernel that ran, those first where most is to be gained.
    pub lines: Vec<Line>,
}

impl Measured {
    /// What a launch of so many blocks and threads of a block did.
    pub fn new(case: &str, (grid, block): ([u32; 3], [u32; 3]), profile: &Profile, sources: &SourceMap) -> Self {
        Self { case: case.to_owned(), grid, block, total: profile.total(), lines: lines(profile, sources) }
    }
}

/// A kernel looked at: what came of it, and what it did if it ran.
#[derive(Debug, Clone)]
pub struct ProfileReport {
    /// Whether it is right in the case that it ran on, and what else can be said.
    pub report: Report,
    /// What it did; `None` where it could not run.
    pub measured: Option<Measured>,
}

impl ProfileReport {
    /// The texts that lines point into.
    pub fn sources(&self) -> &SourceMap {
        &self.report.sources
    }
}
