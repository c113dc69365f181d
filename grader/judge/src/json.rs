//! The object of `camp verify --format json`, schema 1: its own struct, so that no change inside camp changes it.
//!
//! Four additions to the fields that every object has: `error`, a sentence, where the verdict is `error`; `follows`, where
//! a finding goes with another one; `patterns` of a finding about values, the names of what they look like
//! ([`diag::Pattern`]); and `not-run` as a case's verdict. An error that is not finite (a NaN or an infinity where a number
//! belongs) is `null`.

use diag::Catalogue;
use diag::render::JsonFinding;
use serde::{Deserialize, Serialize};

use crate::report::Report;

/// The version of [`JsonReport`].
pub const SCHEMA: u32 = 1;

/// One exercise and backend, judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonReport {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The exercise's name.
    pub exercise: String,
    /// `nvidia`.
    pub backend: String,
    /// `virtual`.
    pub device: String,
    /// The path of the file that was judged.
    pub kernel: String,
    /// The seed of the inputs.
    pub seed: u64,
    /// `passed`, `failed` or `error`.
    pub verdict: String,
    /// Why there is no verdict about the kernel.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub error: Option<String>,
    /// What was found.
    pub findings: Vec<JsonFinding>,
    /// The cases.
    pub cases: Vec<JsonCase>,
    /// How long it took.
    pub timing_ms: JsonTiming,
    /// What compiled it; both fields are empty when nothing was compiled.
    pub toolchain: JsonToolchain,
}

/// One case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonCase {
    /// The case's name.
    pub name: String,
    /// `passed`, `failed`, `error` or `not-run`.
    pub verdict: String,
    /// How many output elements it has.
    pub elements: usize,
    /// How many of them are wrong.
    pub mismatched: usize,
    /// The largest |got − want|.
    pub max_abs_error: Option<f64>,
    /// The largest |got − want| / |want|.
    pub max_rel_error: Option<f64>,
}

/// Milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonTiming {
    /// The learner's translation unit.
    pub compile: f64,
    /// All cases.
    pub run: f64,
    /// Everything.
    pub total: f64,
}

/// What compiled the kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonToolchain {
    /// NVRTC's version, `13.5`.
    pub nvrtc: String,
    /// The virtual architecture, `compute_80`.
    pub arch: String,
}

/// `report` as its JSON object.
pub fn json(report: &Report, catalogue: &Catalogue) -> JsonReport {
    JsonReport {
        schema: SCHEMA,
        exercise: report.exercise.clone(),
        backend: report.backend.as_str().to_owned(),
        device: report.device.as_str().to_owned(),
        kernel: report.kernel.display().to_string(),
        seed: report.seed,
        verdict: report.verdict.as_str().to_owned(),
        error: report.problem.as_ref().map(|text| catalogue.get(text)),
        findings: findings(report, catalogue),
        cases: report.cases.iter().map(case).collect(),
        timing_ms: timing(report),
        toolchain: toolchain(report),
    }
}

/// The report's findings as their objects.
pub fn findings(report: &Report, catalogue: &Catalogue) -> Vec<JsonFinding> {
    let finding = |(finding, follows): (&crate::report::Finding, _)| JsonFinding {
        follows,
        ..diag::render::json(&finding.diagnostic, &report.sources, catalogue)
    };
    report.all_findings().into_iter().map(finding).collect()
}

/// The report's times.
pub fn timing(report: &Report) -> JsonTiming {
    JsonTiming {
        compile: round(report.timing.compile_ms),
        run: round(report.timing.run_ms),
        total: round(report.timing.total_ms),
    }
}

/// What compiled the report's kernel.
pub fn toolchain(report: &Report) -> JsonToolchain {
    report.toolchain.as_ref().map_or_else(
        || JsonToolchain { nvrtc: String::new(), arch: String::new() },
        |used| JsonToolchain { nvrtc: format!("{}.{}", used.nvrtc.0, used.nvrtc.1), arch: used.arch.clone() },
    )
}

/// One case as its object.
fn case(case: &crate::report::CaseReport) -> JsonCase {
    let finite = |x: f64| x.is_finite().then_some(x);
    JsonCase {
        name: case.name.clone(),
        verdict: case.verdict.as_str().to_owned(),
        elements: case.n_elements,
        mismatched: case.n_mismatched,
        max_abs_error: finite(case.max_abs_error),
        max_rel_error: finite(case.max_rel_error),
    }
}

/// Milliseconds to the microsecond.
fn round(ms: f64) -> f64 {
    (ms * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use diag::{Code, Diagnostic, Label, Lang, Place, SourceMap, Span, msg};

    use super::*;
    use exercise::Backend;

    use crate::report::{CaseReport, CaseVerdict, Device, Finding, Timing, ToolchainUsed, Verdict};

    #[test]
    fn the_object_of_the_design() {
        let mut sources = SourceMap::new();
        let file = sources.add("path/kernel.cuh", "a\nb\n");
        let place = Place { block: Some([0, 0, 0]), thread: Some([1, 0, 0]) };
        let diagnostic = Diagnostic::error(Code::Race, msg!("runtime-internal", detail = "x"))
            .with_label(Label::primary(Span::at(file, 1, 9)).with_place(place))
            .with_label(Label::secondary(Span::at(file, 2, 1)))
            .in_case("rowwise_16x128");
        let report = Report {
            exercise: "softmax".into(),
            backend: Backend::Nvidia,
            device: Device::Virtual,
            gpu: None,
            gpu_unused: None,
            kernel: "path/kernel.cuh".into(),
            seed: 1,
            verdict: Verdict::Failed,
            problem: None,
            findings: vec![Finding::new(diagnostic)],
            cases: vec![CaseReport {
                name: "rowwise_16x128".into(),
                verdict: CaseVerdict::Failed,
                n_elements: 2048,
                n_mismatched: 1,
                max_abs_error: f64::INFINITY,
                max_rel_error: 0.5,
                mismatch: None,
                printed: String::new(),
            }],
            timing: Timing { compile_ms: 1.23456, ..Timing::default() },
            toolchain: Some(ToolchainUsed { nvrtc: (13, 5), arch: "compute_80".into() }),
            sources,
        };
        let text = serde_json::to_string(&json(&report, messages::catalogue(Lang::En))).unwrap();
        let start = "{\"schema\":1,\"exercise\":\"softmax\",\"backend\":\"nvidia\",\"device\":\"virtual\",\
             \"kernel\":\"path/kernel.cuh\",\"seed\":1,\"verdict\":\"failed\",\"findings\":[{\"code\":\"race\",\
             \"severity\":\"error\",\"message\":";
        assert!(text.starts_with(start), "{text}");
        let end = "\"file\":\"path/kernel.cuh\",\"line\":1,\"column\":9,\"block\":[0,0,0],\"thread\":[1,0,0],\
             \"case\":\"rowwise_16x128\",\"related\":[{\"line\":2,\"message\":\"\"}]}],\"cases\":[{\"name\":\
             \"rowwise_16x128\",\"verdict\":\"failed\",\"elements\":2048,\"mismatched\":1,\"max_abs_error\":null,\
             \"max_rel_error\":0.5}],\"timing_ms\":{\"compile\":1.235,\"run\":0.0,\"total\":0.0},\
             \"toolchain\":{\"nvrtc\":\"13.5\",\"arch\":\"compute_80\"}}";
        assert!(text.ends_with(end), "{text}");
        let back: JsonReport = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
    }
}
