//! Judges a kernel: compile, run every case, compare, and say what is wrong and why.

pub mod bench;
pub mod bench_vgpu;
mod board;
mod cases;
mod compare;
mod controls;
mod findings;
mod gpu;
mod group;
mod json;
mod known_bugs;
mod left;
mod null;
mod patterns;
mod poison;
mod prepare;
pub mod profile;
pub mod render;
mod report;
mod run;
mod run_file;
mod story;
mod unwritten;
mod verify;

pub use controls::{Control, ControlProblem, Expected, check_controls, controls};
pub use gpu::try_out;
pub use group::is_failure;
pub use json::{JsonCase, JsonReport, JsonTiming, JsonToolchain, SCHEMA, json};
pub use null::Null;
pub use report::{
    CaseReport, CaseVerdict, Device, Finding, InputWindow, Mismatch, Report, RunOn, Timing, ToolchainUsed, Verdict,
};
pub use run_file::{
    ArgKind, BufferReport, FileArg, FileJob, FileReport, Fill, JsonBuffer, JsonCounters, JsonRun, JsonValue, run_file,
    run_json,
};
pub use verify::{Event, Judge, Options};
