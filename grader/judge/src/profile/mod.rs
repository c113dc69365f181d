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
use vgpu::profile::Counts;

use crate::report::Report;
pub use advice::{Advice, Kind};
pub use json::{JsonAccess, JsonAdvice, JsonLine, JsonProfile, JsonTotal, SCHEMA, json};
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
