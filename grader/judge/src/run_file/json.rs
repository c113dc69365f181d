//! The object of `camp run --format json`, schema 1: the fields of `camp verify`'s that make sense without an exercise,
//! with the same meaning, and what the launch counted and wrote.

use diag::Catalogue;
use diag::render::JsonFinding;
use serde::{Deserialize, Serialize};

use super::{BufferReport, FileReport};
use crate::json::{JsonTiming, JsonToolchain, SCHEMA, findings, timing, toolchain};
use crate::profile::{JsonCounts, counts};

/// One launch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonRun {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The kernel's name; what was asked for where there is no such kernel.
    pub entry: String,
    /// `virtual` or `gpu`: whose results the buffers hold.
    pub device: String,
    /// The real GPU's name, where one ran the kernel.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub gpu: Option<String>,
    /// The path of the file.
    pub kernel: String,
    /// The seed of random fills.
    pub seed: u64,
    /// `passed`, `failed` or `error`.
    pub verdict: String,
    /// Why there is no verdict about the kernel.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub error: Option<String>,
    /// What was found.
    pub findings: Vec<JsonFinding>,
    /// What the virtual GPU counted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub counters: Option<JsonCounters>,
    /// What each line did, with `--profile`: `total` and `lines` as in `camp profile`'s object.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub profile: Option<JsonCounts>,
    /// The buffers after the launch.
    pub buffers: Vec<JsonBuffer>,
    /// What the kernel printed.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub printed: String,
    /// How long it took.
    pub timing_ms: JsonTiming,
    /// What compiled it; both fields are empty when nothing was compiled.
    pub toolchain: JsonToolchain,
}

/// Exact counts of what ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonCounters {
    /// Threads of the launch.
    pub threads: u64,
    /// Instructions × active lanes.
    pub lane_instructions: u64,
    /// Instructions × warps with an active lane.
    pub warp_instructions: u64,
}

/// A buffer after the launch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonBuffer {
    /// Its name.
    pub name: String,
    /// Its type, `f32[64]`.
    #[serde(rename = "type")]
    pub ty: String,
    /// How many elements it has.
    pub elements: usize,
    /// How many of them the kernel wrote or changed.
    pub written: usize,
    /// Its first elements.
    pub first: Vec<JsonValue>,
}

/// A number; NaN and infinities, for which JSON has no number, are text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum JsonValue {
    /// A whole number below zero, or any of a type with a sign.
    Int(i64),
    /// A whole number.
    Uint(u64),
    /// A number with a fraction.
    Float(f64),
    /// `NaN`, `inf`, `-inf`.
    Text(String),
}

/// `whole` as its JSON object.
pub fn run_json(whole: &FileReport, catalogue: &Catalogue) -> JsonRun {
    let report = &whole.report;
    JsonRun {
        schema: SCHEMA,
        entry: report.exercise.clone(),
        device: report.device.as_str().to_owned(),
        gpu: whole.report.gpu.clone(),
        kernel: report.kernel.display().to_string(),
        seed: report.seed,
        verdict: report.verdict.as_str().to_owned(),
        error: report.problem.as_ref().map(|text| catalogue.get(text)),
        findings: findings(report, catalogue),
        counters: whole.counters.map(|counters| JsonCounters {
            threads: whole.n_threads,
            lane_instructions: counters.lane_instructions,
            warp_instructions: counters.warp_instructions,
        }),
        profile: whole.measured.as_ref().map(|m| counts(m, &report.sources, catalogue)),
        buffers: whole.buffers.iter().map(buffer).collect(),
        printed: whole.printed.clone(),
        timing_ms: timing(report),
        toolchain: toolchain(report),
    }
}

fn buffer(buffer: &BufferReport) -> JsonBuffer {
    let value = |text: &String| {
        let float = || text.parse().ok().filter(|x: &f64| x.is_finite()).map(JsonValue::Float);
        let whole = || text.parse().map(JsonValue::Int).or_else(|_| text.parse().map(JsonValue::Uint)).ok();
        let number = if buffer.is_float { float() } else { whole() };
        number.unwrap_or_else(|| JsonValue::Text(text.clone()))
    };
    JsonBuffer {
        name: buffer.name.clone(),
        ty: buffer.ty.clone(),
        elements: buffer.n_elems,
        written: buffer.n_written,
        first: buffer.first.iter().map(value).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_numbers() {
        let report = |first: &[&str], is_float| BufferReport {
            name: "x".into(),
            ty: "f32[2]".into(),
            n_elems: 2,
            n_written: 1,
            first: first.iter().map(|&text| text.to_owned()).collect(),
            is_float,
            bytes: Vec::new(),
        };
        let text = |first: &[&str], is_float| serde_json::to_string(&buffer(&report(first, is_float)).first).unwrap();
        assert_eq!(text(&["0.5", "NaN", "-inf"], true), "[0.5,\"NaN\",\"-inf\"]");
        assert_eq!(text(&["-3", "18446744073709551615"], false), "[-3,18446744073709551615]");
    }
}
