//! Verdicts by edits: what became of each state of the learner's files, in the order in which they were judged.

use std::collections::BTreeMap;

use diag::Code;
use exercise::{Record, VerdictRecord};

/// What became of one state of the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Not judged, through no fault of the kernel.
    Error,
    /// Right, as far as the cases tell.
    Passed,
    /// Wrong, on any device and with any seed: a kernel that fails once is wrong.
    Failed,
}

impl Outcome {
    /// A verdict that this camp does not know says nothing about the kernel.
    fn of(record: &VerdictRecord) -> Self {
        match record.verdict.as_str() {
            "passed" => Self::Passed,
            "failed" => Self::Failed,
            _ => Self::Error,
        }
    }
}

/// Verdicts on one state of the files, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    /// When it was judged last.
    pub time: u64,
    /// Which state: its hash.
    pub kernel: String,
    /// What became of it.
    pub outcome: Outcome,
    /// Codes of what was found, worst first.
    pub findings: Vec<String>,
    /// Cases that passed.
    pub n_passed: usize,
    /// Cases in all.
    pub n_cases: usize,
    /// How many times it was judged.
    pub n_verdicts: usize,
}

/// The edits of one kernel of one exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Timeline {
    /// The exercise's name.
    pub exercise: String,
    /// Which of its kernels.
    pub backend: String,
    /// Oldest first, at least one.
    pub edits: Vec<Edit>,
}

/// The timelines of all exercises that were judged, in the order of `names`, then in that of their first verdicts.
pub(crate) fn timelines(records: &[Record], names: &[&str]) -> Vec<Timeline> {
    let mut timelines: Vec<Timeline> = Vec::new();
    let mut positions: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for record in records {
        let Record::Verdict(record) = record else { continue };
        let at = *positions.entry((&record.exercise, &record.backend)).or_insert_with(|| {
            let (exercise, backend) = (record.exercise.clone(), record.backend.clone());
            timelines.push(Timeline { exercise, backend, edits: Vec::new() });
            timelines.len() - 1
        });
        add(&mut timelines[at].edits, record);
    }
    let place = |timeline: &Timeline| names.iter().position(|name| *name == timeline.exercise).unwrap_or(names.len());
    timelines.sort_by_key(place);
    timelines
}

/// Adds a verdict: to the last edit when it is about the same state.
fn add(edits: &mut Vec<Edit>, record: &VerdictRecord) {
    let outcome = Outcome::of(record);
    let edit = Edit {
        time: record.time,
        kernel: record.kernel.clone(),
        outcome,
        findings: record.findings.clone(),
        n_passed: record.n_passed,
        n_cases: record.n_cases,
        n_verdicts: 1,
    };
    match edits.last_mut().filter(|last| last.kernel == record.kernel) {
        Some(last) => {
            let (time, n_verdicts) = (record.time, last.n_verdicts + 1);
            if outcome >= last.outcome {
                *last = edit;
            }
            (last.time, last.n_verdicts) = (time, n_verdicts);
        }
        None => edits.push(edit),
    }
}

/// What a lane of the picture stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lane {
    /// Edits that passed.
    Passed,
    /// Edits whose worst finding has this code; the position puts lanes in the order of the documentation.
    Finding(usize, String),
    /// Edits that failed without a finding.
    Failed,
    /// Edits that were not judged.
    Error,
}

impl Lane {
    /// The lane of an edit.
    pub(crate) fn of(edit: &Edit) -> Self {
        match (edit.outcome, edit.findings.first()) {
            (Outcome::Passed, _) => Self::Passed,
            (Outcome::Error, _) => Self::Error,
            (Outcome::Failed, None) => Self::Failed,
            (Outcome::Failed, Some(code)) => {
                let position = Code::ALL.iter().position(|known| known.as_str() == code).unwrap_or(Code::ALL.len());
                Self::Finding(position, code.clone())
            }
        }
    }
}

/// The lanes of some edits, each with the numbers of its edits, from 0.
pub(crate) fn lanes(edits: &[Edit]) -> Vec<(Lane, Vec<usize>)> {
    let mut lanes: BTreeMap<Lane, Vec<usize>> = BTreeMap::new();
    for (number, edit) in edits.iter().enumerate() {
        lanes.entry(Lane::of(edit)).or_default().push(number);
    }
    lanes.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(exercise: &str, kernel: &str, verdict: &str, code: &str) -> Record {
        Record::Verdict(VerdictRecord {
            time: 5,
            exercise: exercise.to_owned(),
            backend: "nvidia".to_owned(),
            device: "virtual".to_owned(),
            kernel: kernel.to_owned(),
            verdict: verdict.to_owned(),
            findings: if code.is_empty() { vec![] } else { vec![code.to_owned()] },
            n_passed: 1,
            n_cases: 2,
        })
    }

    /// The lanes of the only timeline, as text.
    fn check(records: &[Record], expected: &[&str]) {
        let timelines = timelines(records, &["copy"]);
        assert_eq!(timelines.len(), 1);
        let lanes = lanes(&timelines[0].edits);
        let seen: Vec<String> = lanes.iter().map(|(lane, at)| format!("{lane:?} {at:?}")).collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn one_state_is_one_edit() {
        // The same state again is no new edit, and one that failed once stays wrong, whatever other seeds say.
        let records = [
            verdict("copy", "a", "failed", "race"),
            verdict("copy", "a", "passed", ""),
            verdict("copy", "b", "error", "unsupported-instruction"),
            verdict("copy", "b", "passed", ""),
            verdict("copy", "a", "failed", "race"),
        ];
        check(&records, &["Passed [1]", "Finding(6, \"race\") [0, 2]"]);
    }

    #[test]
    fn lanes_have_one_order() {
        let records = [
            verdict("copy", "a", "failed", "newer-camps"),
            verdict("copy", "b", "failed", "race"),
            verdict("copy", "c", "failed", "compile-error"),
            verdict("copy", "d", "failed", ""),
            verdict("copy", "e", "praised", ""),
            verdict("copy", "f", "passed", "race"),
        ];
        let expected = [
            "Passed [5]",
            "Finding(0, \"compile-error\") [2]",
            "Finding(6, \"race\") [1]",
            "Finding(14, \"newer-camps\") [0]",
            "Failed [3]",
            "Error [4]",
        ];
        check(&records, &expected);
    }

    #[test]
    fn exercises_come_in_their_order() {
        let records =
            [verdict("other", "a", "failed", ""), verdict("softmax", "a", "failed", ""), verdict("copy", "a", "", "")];
        let timelines = timelines(&records, &["copy", "softmax"]);
        let names: Vec<&str> = timelines.iter().map(|timeline| timeline.exercise.as_str()).collect();
        assert_eq!(names, ["copy", "softmax", "other"]);
        assert!(timelines.iter().all(|timeline| timeline.edits.len() == 1));
    }
}
