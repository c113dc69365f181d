//! What `camp bench --format json` and `csv` write, schema 1: one object or line for each shape. Its own struct, so that no
//! change inside camp changes it.

use diag::{Catalogue, Diagnostic};
use serde::{Deserialize, Serialize};

use super::{BenchReport, Outcome, Row, Stat};

/// The version of [`JsonBench`].
pub const SCHEMA: u32 = 1;

/// One shape of one kernel; or, with an empty `case`, why there is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JsonBench {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The exercise's name.
    pub exercise: String,
    /// `nvidia`.
    pub backend: String,
    /// The path of the kernel's file.
    pub kernel: String,
    /// Identifies the kernel's text and its launch rules.
    pub kernel_hash: String,
    /// The GPU's name.
    pub gpu: String,
    /// The seed of the inputs.
    pub seed: u64,
    /// The case's name.
    pub case: String,
    /// `65536×4096`.
    pub shape: String,
    /// `f32`.
    pub dtype: String,
    /// `timed`, `wrong` (the kernel is, here or before), `refused` (the time cannot be), `skipped` or `error`.
    pub outcome: String,
    /// The median in microseconds; this and the other numbers are absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub latency_us: Option<f64>,
    /// (p75 − p25) / median.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub spread: Option<f64>,
    /// Samples.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub samples: Option<usize>,
    /// What has been taken off each sample, in microseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub overhead_us: Option<f64>,
    /// Sets of buffers that samples took in turn.
    pub sets: usize,
    /// Bytes that must cross the memory's bus.
    pub bytes: f64,
    /// Floating-point operations that must be done.
    pub flops: f64,
    /// `bytes` over the latency, in GB/s.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub gb_s: Option<f64>,
    /// What a large copy reached on this GPU, in GB/s.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub copy_gb_s: Option<f64>,
    /// `gb_s` over `copy_gb_s`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub share: Option<f64>,
    /// The shipped solution's median in microseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub solution_us: Option<f64>,
    /// PyTorch's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub torch_us: Option<f64>,
    /// The code of the finding.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub finding: Option<String>,
    /// What is to be said where there is no time.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub message: Option<String>,
}

/// The objects of a report. One with an empty `case` where nothing was timed.
pub fn json(report: &BenchReport, catalogue: &Catalogue) -> Vec<JsonBench> {
    let verdict = &report.verdict;
    let base = JsonBench {
        schema: SCHEMA,
        exercise: verdict.exercise.clone(),
        backend: verdict.backend.as_str().to_owned(),
        kernel: verdict.kernel.display().to_string(),
        kernel_hash: report.hash.clone(),
        gpu: report.gpu.as_ref().map_or_else(String::new, |gpu| gpu.name.clone()),
        seed: verdict.seed,
        case: String::new(),
        shape: String::new(),
        dtype: String::new(),
        outcome: "error".to_owned(),
        latency_us: None,
        spread: None,
        samples: None,
        overhead_us: None,
        sets: 0,
        bytes: 0.0,
        flops: 0.0,
        gb_s: None,
        copy_gb_s: report.gpu.as_ref().map(|gpu| gpu.roofline.copy_gb_s),
        share: None,
        solution_us: None,
        torch_us: None,
        finding: None,
        message: None,
    };
    let mut objects: Vec<JsonBench> = report.rows.iter().map(|row| of_row(&base, row, catalogue)).collect();
    if let Some(problem) = report.problem.as_ref().or(verdict.problem.as_ref()) {
        objects.push(JsonBench { message: Some(catalogue.get(problem)), ..base });
    } else if verdict.verdict != crate::Verdict::Passed {
        let first = verdict.findings.first().map(|finding| &finding.diagnostic);
        objects.push(JsonBench { outcome: "wrong".to_owned(), ..with_finding(base, first, catalogue) });
    }
    objects
}

fn with_finding(base: JsonBench, finding: Option<&Diagnostic>, catalogue: &Catalogue) -> JsonBench {
    JsonBench {
        finding: finding.map(|finding| finding.code.as_str().to_owned()),
        message: finding.map(|finding| catalogue.get(&finding.title)),
        ..base
    }
}

fn of_row(base: &JsonBench, row: &Row, catalogue: &Catalogue) -> JsonBench {
    let time = row.time();
    let median = |stat: &Option<Stat>| stat.map(|stat| stat.median_us);
    let object = JsonBench {
        case: row.case.clone(),
        shape: row.shape.clone(),
        dtype: row.dtype.clone(),
        latency_us: median(&time),
        spread: time.map(|stat| stat.spread),
        samples: time.map(|stat| stat.n_samples),
        overhead_us: time.map(|_| row.overhead_us),
        sets: row.n_sets,
        bytes: row.bytes,
        flops: row.flops,
        gb_s: row.gb_s(),
        share: row.gb_s().zip(base.copy_gb_s).map(|(reached, copy)| reached / copy),
        solution_us: median(&row.solution),
        torch_us: median(&row.torch),
        ..base.clone()
    };
    let (outcome, object) = match &row.outcome {
        Outcome::Timed(_) => ("timed", object),
        Outcome::Wrong(finding) => ("wrong", with_finding(object, Some(finding), catalogue)),
        Outcome::Refused { .. } => {
            ("refused", JsonBench { message: row.why_refused().map(|text| catalogue.get(&text)), ..object })
        }
        Outcome::Skipped(text) => ("skipped", JsonBench { message: Some(catalogue.get(text)), ..object }),
    };
    JsonBench { outcome: outcome.to_owned(), ..object }
}

/// The columns of the CSV: the fields of [`JsonBench`] in its order.
pub const COLUMNS: [&str; 25] = [
    "schema",
    "exercise",
    "backend",
    "kernel",
    "kernel_hash",
    "gpu",
    "seed",
    "case",
    "shape",
    "dtype",
    "outcome",
    "latency_us",
    "spread",
    "samples",
    "overhead_us",
    "sets",
    "bytes",
    "flops",
    "gb_s",
    "copy_gb_s",
    "share",
    "solution_us",
    "torch_us",
    "finding",
    "message",
];

/// The first line of the CSV.
pub fn csv_header() -> String {
    COLUMNS.join(",")
}

/// The objects as lines under [`csv_header`]. Empty where an object lacks the field.
pub fn csv(objects: &[JsonBench]) -> Vec<String> {
    let line = |object: &JsonBench| {
        let fields = serde_json::to_value(object).unwrap_or_default();
        let cell = |column: &&str| match fields.get(column) {
            None | Some(serde_json::Value::Null) => String::new(),
            Some(serde_json::Value::String(text)) => quoted(text),
            Some(other) => other.to_string(),
        };
        COLUMNS.iter().map(cell).collect::<Vec<_>>().join(",")
    };
    objects.iter().map(line).collect()
}

/// A text as a field, RFC 4180.
fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_where_they_must_be() {
        assert_eq!(quoted("a b"), "a b");
        assert_eq!(quoted("a,b \"c\"\nd"), "\"a,b \"\"c\"\"\nd\"");
    }
}
