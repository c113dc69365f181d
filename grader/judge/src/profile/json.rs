//! The object of `camp profile --format json`, schema 1: its own struct, so that no change inside camp changes it.

use diag::render::JsonFinding;
use diag::{Catalogue, SourceMap};
use serde::{Deserialize, Serialize};
use vgpu::profile::Operation;

use super::lines::{Access, Line};
use super::{Measured, ProfileReport};

/// The version of [`JsonProfile`].
pub const SCHEMA: u32 = 1;

/// One kernel on one case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JsonProfile {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The exercise's name.
    pub exercise: String,
    /// `nvidia`.
    pub backend: String,
    /// `virtual`.
    pub device: String,
    /// The path of the kernel's file.
    pub kernel: String,
    /// The seed of the inputs.
    pub seed: u64,
    /// Of the case: `passed`, `failed` or `error`.
    pub verdict: String,
    /// Why nothing can be said about the kernel.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub error: Option<String>,
    /// What was found, as in `verify`.
    pub findings: Vec<JsonFinding>,
    /// The case; empty where the kernel did not run.
    pub case: String,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// What it did.
    #[serde(flatten)]
    pub counts: JsonCounts,
}

/// What a launch did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct JsonCounts {
    /// What the whole kernel did.
    pub total: JsonTotal,
    /// The lines that ran, those first where most is to be gained.
    pub lines: Vec<JsonLine>,
}

/// Sums over the kernel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonTotal {
    /// Instructions × warps.
    pub warp_instructions: u64,
    /// Instructions × lanes at work.
    pub lane_instructions: u64,
    /// Branches that parted lanes of a warp.
    pub divergent_branches: u64,
    /// Sectors of global memory.
    pub sectors: u64,
    /// Steps over the banks of shared memory that conflicts cost.
    pub bank_conflicts: u64,
}

/// A line of the source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonLine {
    /// Its file.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// Instructions × warps.
    pub warp_instructions: u64,
    /// Instructions × lanes at work.
    pub lane_instructions: u64,
    /// Branches that parted lanes of a warp.
    pub divergent_branches: u64,
    /// What it does to memory.
    pub accesses: Vec<JsonAccess>,
    /// What to change.
    pub advice: Vec<JsonAdvice>,
}

/// A line's accesses to one variable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonAccess {
    /// `global` or `shared`.
    pub space: String,
    /// `load`, `store`, `atomic`, `copy` or `matrix-load`.
    pub operation: String,
    /// The variable; empty if unknown.
    pub name: String,
    /// Times that a warp accessed it.
    pub requests: u64,
    /// Times that a lane accessed it.
    pub lanes: u64,
    /// Global memory: sectors touched, and how few would do.
    pub sectors: u64,
    /// Global memory: how few sectors would do.
    pub least_sectors: u64,
    /// Shared memory: steps over the banks.
    pub steps: u64,
    /// Shared memory: how few steps would do.
    pub least_steps: u64,
    /// Lanes at the address that most lanes of a warp share, over all requests.
    pub same_address_lanes: u64,
}

/// What to change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonAdvice {
    /// `uncoalesced`, `misaligned`, `bank-conflict`, `atomic-contention` or `idle-lanes`.
    pub kind: String,
    /// The variable; empty if none.
    pub name: String,
    /// What happens.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// The object of a profile.
pub fn json(profile: &ProfileReport, catalogue: &Catalogue) -> JsonProfile {
    let verify = crate::json::json(&profile.report, catalogue);
    let measured = profile.measured.as_ref();
    JsonProfile {
        schema: SCHEMA,
        exercise: verify.exercise,
        backend: verify.backend,
        device: verify.device,
        kernel: verify.kernel,
        seed: verify.seed,
        verdict: verify.verdict,
        error: verify.error,
        findings: verify.findings,
        case: measured.map_or_else(String::new, |m| m.case.clone()),
        grid: measured.map_or([0; 3], |m| m.grid),
        block: measured.map_or([0; 3], |m| m.block),
        counts: measured.map_or_else(JsonCounts::default, |m| counts(m, profile.sources(), catalogue)),
    }
}

/// What a launch did, as in the object of a profile.
pub fn counts(measured: &Measured, sources: &SourceMap, catalogue: &Catalogue) -> JsonCounts {
    let total = &measured.total;
    JsonCounts {
        total: JsonTotal {
            warp_instructions: total.warps,
            lane_instructions: total.lanes,
            divergent_branches: total.divergent,
            sectors: total.global.sectors,
            bank_conflicts: total.shared.conflicts(),
        },
        lines: measured
            .lines
            .iter()
            .map(|line| JsonLine { file: sources.path(line.file).display().to_string(), ..of_line(line, catalogue) })
            .collect(),
    }
}

fn of_line(line: &Line, catalogue: &Catalogue) -> JsonLine {
    let advice = line.advice.iter().map(|a| JsonAdvice {
        kind: a.kind.as_str().to_owned(),
        name: a.name.clone(),
        message: catalogue.get(&a.what),
        help: catalogue.get(&a.cure),
    });
    JsonLine {
        file: String::new(),
        line: line.number,
        warp_instructions: line.warps,
        lane_instructions: line.lanes,
        divergent_branches: line.divergent,
        accesses: line.accesses.iter().map(of_access).collect(),
        advice: advice.collect(),
    }
}

fn of_access(access: &Access) -> JsonAccess {
    let t = &access.traffic;
    let operation = match access.operation {
        Operation::Load => "load",
        Operation::Store => "store",
        Operation::Atomic | Operation::Reduction => "atomic",
        Operation::Copy => "copy",
        Operation::MatrixLoad => "matrix-load",
    };
    JsonAccess {
        space: access.space.as_str().to_owned(),
        operation: operation.to_owned(),
        name: access.name.clone(),
        requests: t.requests,
        lanes: t.lanes,
        sectors: t.sectors,
        least_sectors: t.least_sectors,
        steps: t.passes,
        least_steps: t.least_passes,
        same_address_lanes: t.same_address,
    }
}
