//! Makes one finding of all that say the same.

use std::collections::BTreeMap;

use diag::{Code, Diagnostic, Severity, Text};

use crate::report::Finding;

/// What makes two findings one: their code and the places they point at. Findings without a place, such as wrong
/// results, are one when their titles are the same message.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    code: Code,
    lines: Vec<(diag::FileId, u32)>,
    title: Option<&'static str>,
}

/// Groups the findings of several cases, given in the order of the cases.
///
/// Within a group the first is kept; of wrong results, the first about which most can be said: the pattern of the values
/// says more where there are more of them; of races, the first that a barrier of the warp would not cure: with few
/// elements, only one warp works. Groups come errors first, then by how directly their code names the cause, then in
/// the order in which they were found.
pub fn group(diagnostics: impl IntoIterator<Item = Diagnostic>) -> Vec<Finding> {
    let mut seen: BTreeMap<Key, usize> = BTreeMap::new();
    let mut findings: Vec<Finding> = Vec::new();
    for diagnostic in diagnostics {
        let key = key(&diagnostic);
        if let Some(&at) = seen.get(&key) {
            if let Some(case) = diagnostic.case.as_ref().filter(|case| findings[at].cases.last() != Some(case)) {
                findings[at].cases.push(case.clone());
            }
            let kept = &findings[at].diagnostic;
            let is_better = match diagnostic.code {
                Code::WrongResult => kept.patterns.is_empty() && !diagnostic.patterns.is_empty(),
                Code::UnwrittenOutput => is_all_unwritten(kept) && !is_all_unwritten(&diagnostic),
                Code::Race => is_within_warp(kept) && !is_within_warp(&diagnostic),
                _ => false,
            };
            if is_better {
                findings[at].diagnostic = diagnostic;
            }
        } else {
            seen.insert(key, findings.len());
            findings.push(Finding::new(diagnostic));
        }
    }
    findings.sort_by_key(|f| (f.diagnostic.severity, rank(f.diagnostic.code)));
    findings
}

/// The group a diagnostic belongs to.
fn key(diagnostic: &Diagnostic) -> Key {
    let mut lines: Vec<_> = diagnostic.labels.iter().map(|label| (label.span.file, label.span.line)).collect();
    lines.sort_unstable();
    let title = |text: &Text| text.id;
    Key { code: diagnostic.code, title: lines.is_empty().then(|| title(&diagnostic.title)), lines }
}

/// Whether two findings say the same about the same case.
pub fn same(a: &Diagnostic, b: &Diagnostic) -> bool {
    key(a) == key(b) && a.case == b.case
}

/// Whether nothing at all was written: of a small output even a kernel that leaves out but the rest may write nothing.
fn is_all_unwritten(unwritten: &Diagnostic) -> bool {
    unwritten.title.id == "judge-unwritten-all"
}

/// Whether the advice is a barrier of one warp.
fn is_within_warp(race: &Diagnostic) -> bool {
    race.help.as_ref().is_some_and(|help| help.id.starts_with("vgpu-cure-syncwarp"))
}

/// Causes before consequences: a race explains a wrong result, a wrong result explains nothing.
pub(crate) fn rank(code: Code) -> u8 {
    match code {
        Code::BadExercise | Code::UnsupportedInstruction | Code::CompileError | Code::LaunchFailure => 0,
        Code::OutOfBounds | Code::MisalignedAccess | Code::Assert | Code::BarrierDivergence | Code::Hang => 1,
        Code::Race | Code::UninitializedRead | Code::InputModified => 2,
        Code::UnwrittenOutput => 3,
        Code::WrongResult => 4,
    }
}

/// Whether a finding makes its case fail.
pub fn is_failure(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error && diagnostic.code != Code::UnsupportedInstruction
}

#[cfg(test)]
mod tests {
    use diag::{Label, SourceMap, Span, msg};

    use super::*;

    #[test]
    fn one_fault_in_many_cases_is_one_finding() {
        let mut sources = SourceMap::new();
        let file = sources.add("k", "");
        let at = |code, line, case: &str| {
            Diagnostic::error(code, msg!("runtime-internal", detail = "x"))
                .with_label(Label::primary(Span::line(file, line)))
                .in_case(case)
        };
        let plain =
            |case: &str| Diagnostic::error(Code::WrongResult, msg!("runtime-internal", detail = "x")).in_case(case);
        let found = group([
            plain("a"),
            at(Code::Race, 3, "a"),
            at(Code::Race, 3, "a"),
            at(Code::Race, 4, "a"),
            plain("b"),
            at(Code::Race, 3, "b"),
        ]);
        let shown: Vec<_> = found
            .iter()
            .map(|f| {
                (
                    f.diagnostic.code,
                    f.diagnostic.main_label().map(|l| l.span.line),
                    f.diagnostic.case.as_deref(),
                    f.cases.len(),
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                (Code::Race, Some(3), Some("a"), 2),
                (Code::Race, Some(4), Some("a"), 1),
                (Code::WrongResult, None, Some("a"), 2)
            ]
        );
    }
}
