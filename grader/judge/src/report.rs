//! The result of judging one kernel.

use std::ops::Range;
use std::path::PathBuf;

use diag::{Arg, Code, Diagnostic, Severity, SourceMap, Text};
use exercise::Backend;

/// All that is known about one kernel after judging it.
#[derive(Debug, Clone)]
pub struct Report {
    /// The exercise's name.
    pub exercise: String,
    /// Which of its kernels.
    pub backend: Backend,
    /// Where it ran: the device that the results come from.
    pub device: Device,
    /// The GPU's name, where it ran on one.
    pub gpu: Option<String>,
    /// Why the GPU of this machine was not used, in one sentence.
    pub gpu_unused: Option<Text>,
    /// The file that was judged, as the user named it.
    pub kernel: PathBuf,
    /// The seed of the inputs.
    pub seed: u64,
    /// The verdict.
    pub verdict: Verdict,
    /// Why there is no verdict about the kernel, in one or more sentences; only with [`Verdict::Error`].
    pub problem: Option<Text>,
    /// What was found, worst first, each kind once; what follows from another one stands with it.
    pub findings: Vec<Finding>,
    /// The cases in the order of the exercise.
    pub cases: Vec<CaseReport>,
    /// How long it took.
    pub timing: Timing,
    /// What compiled it.
    pub toolchain: Option<ToolchainUsed>,
    /// The texts that findings point into.
    pub sources: SourceMap,
}

/// Where a kernel runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// The virtual GPU.
    Virtual,
    /// A real GPU.
    Gpu,
}

impl Device {
    /// The spelling in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Virtual => "virtual",
            Self::Gpu => "gpu",
        }
    }
}

/// Where a kernel is to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOn {
    /// The virtual GPU with its checks, and a real one besides where there is one, whose results are then shown.
    Auto,
    /// A real GPU, without checks.
    Gpu,
    /// The virtual GPU.
    Virtual,
}

/// What became of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Right, as far as the cases tell.
    Passed,
    /// Wrong.
    Failed,
    /// Not judged, through no fault of the kernel.
    Error,
}

impl Verdict {
    /// The spelling in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Error => "error",
        }
    }
}

/// One kind of finding.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The finding as the first case showed it.
    pub diagnostic: Diagnostic,
    /// The cases that showed it, in the order in which they ran; none when it is about no case, as compile errors are.
    pub cases: Vec<String>,
    /// What was found with it and goes with it: mend this one first.
    pub consequences: Vec<Finding>,
}

impl Finding {
    /// The finding that one case showed.
    pub fn new(diagnostic: Diagnostic) -> Self {
        Self { cases: diagnostic.case.iter().cloned().collect(), consequences: Vec::new(), diagnostic }
    }
}

/// What became of one case.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseReport {
    /// The case's name.
    pub name: String,
    /// Its verdict.
    pub verdict: CaseVerdict,
    /// How many output elements it has.
    pub n_elements: usize,
    /// How many of them are wrong or were never written.
    pub n_mismatched: usize,
    /// The largest |got − want|; infinite when that has no number.
    pub max_abs_error: f64,
    /// The largest |got − want| / |want|.
    pub max_rel_error: f64,
    /// Around the first wrong element.
    pub mismatch: Option<Mismatch>,
    /// What the kernel printed.
    pub printed: String,
}

impl CaseReport {
    /// A case without numbers.
    pub fn new(name: &str, verdict: CaseVerdict) -> Self {
        Self {
            name: name.to_owned(),
            verdict,
            n_elements: 0,
            n_mismatched: 0,
            max_abs_error: 0.0,
            max_rel_error: 0.0,
            mismatch: None,
            printed: String::new(),
        }
    }
}

/// What became of one case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseVerdict {
    /// Right.
    Passed,
    /// Wrong.
    Failed,
    /// Not judged, through no fault of the kernel.
    Error,
    /// Left out, because an earlier case never ended or the run was stopped.
    NotRun,
}

impl CaseVerdict {
    /// The spelling in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Error => "error",
            Self::NotRun => "not-run",
        }
    }
}

/// The neighbourhood of a wrong element.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// The output's name.
    pub buffer: String,
    /// The first wrong element.
    pub index: usize,
    /// How many columns a row has, for outputs with rows.
    pub n_columns: Option<usize>,
    /// The elements shown, all of one row, [`Self::index`] among them.
    pub window: Range<usize>,
    /// What they hold.
    pub got: Vec<f64>,
    /// What they should hold.
    pub want: Vec<f64>,
    /// Which of them are wrong.
    pub wrong: Vec<bool>,
    /// The largest |got − want| allowed at the index.
    pub allowed: f64,
    /// The inputs around the element, in the signature's order.
    pub inputs: Vec<InputWindow>,
}

/// A piece of an input.
#[derive(Debug, Clone, PartialEq)]
pub struct InputWindow {
    /// The input's name.
    pub buffer: String,
    /// Which elements.
    pub window: Range<usize>,
    /// Their values.
    pub values: Vec<f64>,
    /// Whether its elements belong to the output's, one to one: as many, in the same order.
    pub is_beside: bool,
}

/// How long judging took, in milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Timing {
    /// The compiler child's answer to the learner's translation unit; 0 when it came from the cache.
    pub compile_ms: f64,
    /// NVRTC's own part of that.
    pub nvrtc_ms: f64,
    /// All cases: filling, running, comparing.
    pub run_ms: f64,
    /// From reading the file to the report.
    pub total_ms: f64,
}

/// What compiled the kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolchainUsed {
    /// NVRTC's version.
    pub nvrtc: (u32, u32),
    /// The virtual architecture.
    pub arch: String,
}

impl Report {
    /// A report in which nothing has been judged yet.
    pub fn new(exercise: &exercise::Exercise, kernel: &std::path::Path, options: &crate::Options) -> Self {
        Self {
            exercise: exercise.name.clone(),
            backend: exercise.backend,
            device: if options.device == RunOn::Gpu { Device::Gpu } else { Device::Virtual },
            gpu: None,
            gpu_unused: None,
            kernel: kernel.to_owned(),
            seed: options.seed,
            verdict: Verdict::Error,
            problem: None,
            findings: Vec::new(),
            cases: Vec::new(),
            timing: Timing::default(),
            toolchain: None,
            sources: SourceMap::new(),
        }
    }

    /// This report with a verdict that stands already: `finding`, which `case` showed.
    pub(crate) fn with_first(&self, finding: Finding, case: &CaseReport) -> Self {
        Self { verdict: Verdict::Failed, findings: vec![finding], cases: vec![case.clone()], ..self.clone() }
    }

    /// The code of the first error.
    pub fn first_code(&self) -> Option<Code> {
        self.first_error().map(|d| d.code)
    }

    /// The finding that a hint should be about: the first error.
    fn first_error(&self) -> Option<&Diagnostic> {
        self.findings.iter().map(|f| &f.diagnostic).find(|d| d.severity == Severity::Error)
    }

    /// What a hint needs to know of the first error.
    pub fn last_finding(&self) -> Option<exercise::LastFinding> {
        let error = self.first_error()?;
        let about_values = matches!(error.code, Code::WrongResult | Code::UnwrittenOutput | Code::InputModified);
        let main = error.main_label();
        let others = error.labels.iter().filter(|label| main.is_none_or(|main| !std::ptr::eq(*label, main)));
        let in_kernel = |label: &&diag::Label| self.sources.path(label.span.file) == self.kernel.as_path();
        let mut lines: Vec<u32> = Vec::new();
        // Findings about values may point at the kernel's declaration, which says nothing.
        for label in
            main.into_iter().chain(others).filter(in_kernel).filter(|label| !about_values || label.text.is_some())
        {
            if !lines.contains(&label.span.line) {
                lines.push(label.span.line);
            }
        }
        Some(exercise::LastFinding {
            code: error.code,
            pattern: error.patterns.first().copied(),
            lines,
            what: subject(&error.title).or_else(|| error.subject.clone()),
        })
    }

    /// Every finding, each followed by its consequences, and for a consequence the position of what it follows from.
    pub fn all_findings(&self) -> Vec<(&Finding, Option<usize>)> {
        let mut all = Vec::new();
        for root in &self.findings {
            let at = all.len();
            all.push((root, None));
            all.extend(root.consequences.iter().map(|consequence| (consequence, Some(at))));
        }
        all
    }

    /// How many cases passed.
    pub fn n_passed(&self) -> usize {
        self.cases.iter().filter(|case| case.verdict == CaseVerdict::Passed).count()
    }
}

/// The variable or element that a title names.
fn subject(title: &Text) -> Option<String> {
    let (_, what) = title.args.iter().find(|(name, _)| matches!(*name, "what" | "buffer"))?;
    let text = match what {
        Arg::Str(text) => text.clone(),
        Arg::Text(text) => messages::catalogue(diag::Lang::En).get(text),
        Arg::Int(_) | Arg::Num(_) => return None,
    };
    let text = text.trim_matches('`').to_owned();
    let is_name = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == '`');
    is_name.then_some(text)
}
