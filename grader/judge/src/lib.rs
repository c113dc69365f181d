//! Judges a kernel: compile, run every case, compare, and say what is wrong and why.

mod compare;
mod elem;
mod group;
mod json;
mod kernel_file;
mod kernels;
mod patterns;
pub mod render;
mod report;
mod unwritten;

pub use json::{JsonCase, JsonReport, JsonTiming, JsonToolchain, SCHEMA, json};
pub use report::{
    Backend, CaseReport, CaseVerdict, Device, Finding, InputWindow, Mismatch, Report, Timing, ToolchainUsed, Verdict,
};
