//! One story: what follows from another finding stands with it, so that a learner mends one thing at a time.
//!
//! A finding is put under another one only on evidence that does not depend on what the kernel is for:
//! - both have one code and meet in a line, in a variable that is raced for, or in the thread that first showed them in
//!   the same case: one missing test of an index, one missing barrier;
//! - it is about what the kernel computed (a value, an element never written) or how it ended, and every case that shows
//!   it also shows the other one, which comes before it: from a wrong access or a race anything may follow.

use diag::{Code, Diagnostic, FileId, Severity};

use crate::group::{group, rank};
use crate::report::Finding;

/// Groups the findings of several cases, given in the order of the cases, and puts what follows from another one under it.
pub fn story(diagnostics: impl IntoIterator<Item = Diagnostic>) -> Vec<Finding> {
    fold(group(diagnostics))
}

/// Puts each finding under the first one before it that it follows from.
fn fold(findings: Vec<Finding>) -> Vec<Finding> {
    let mut roots: Vec<Finding> = Vec::new();
    for finding in findings {
        let root = roots.iter_mut().find(|root| {
            follows(&finding, root)
                || root.consequences.iter().any(|other| is_kin(&finding.diagnostic, &other.diagnostic))
        });
        match root {
            Some(root) => root.consequences.push(finding),
            None => roots.push(finding),
        }
    }
    roots
}

/// Whether `finding` goes with `root`.
fn follows(finding: &Finding, root: &Finding) -> bool {
    is_kin(&finding.diagnostic, &root.diagnostic) || is_consequence(finding, root)
}

/// Whether two findings of one code have one cause.
fn is_kin(a: &Diagnostic, b: &Diagnostic) -> bool {
    if a.code != b.code || a.severity != b.severity {
        return false;
    }
    let lines = |d: &Diagnostic| d.labels.iter().map(|label| (label.span.file, label.span.line)).collect::<Vec<_>>();
    let share_line = || lines(a).iter().any(|line: &(FileId, u32)| lines(b).contains(line));
    let share_thread = || a.case.is_some() && a.case == b.case && a.place.thread.is_some() && a.place == b.place;
    match a.code {
        Code::Race => share_line() || (a.subject.is_some() && a.subject == b.subject),
        Code::BarrierDivergence => share_line(),
        Code::WrongResult => a.subject == b.subject,
        Code::OutOfBounds | Code::MisalignedAccess | Code::UninitializedRead => share_line() || share_thread(),
        _ => false,
    }
}

/// Whether `finding` is something that may follow from `root`, and was never seen without it.
fn is_consequence(finding: &Finding, root: &Finding) -> bool {
    let (code, of) = (finding.diagnostic.code, root.diagnostic.code);
    let may_follow = match code {
        Code::WrongResult | Code::UnwrittenOutput => rank(of) < rank(Code::UnwrittenOutput),
        // A barrier that parts of a block miss orders nothing; a wrong index reads or overwrites what a loop waits for.
        Code::Race => of == Code::BarrierDivergence,
        Code::Hang | Code::BarrierDivergence => of == Code::OutOfBounds,
        _ => false,
    };
    may_follow
        && root.diagnostic.severity == Severity::Error
        && !finding.cases.is_empty()
        && finding.cases.iter().all(|case| root.cases.contains(case))
}

#[cfg(test)]
mod tests {
    use diag::{Label, Place, SourceMap, Span, msg};

    use super::*;

    fn finding(code: Code, line: u32, cases: &[&str]) -> Finding {
        let mut sources = SourceMap::new();
        let file = sources.add("kernel.cuh", "");
        let place = Place { block: Some([0; 3]), thread: Some([line, 0, 0]) };
        let diagnostic = Diagnostic::error(code, msg!("runtime-internal", detail = "x"))
            .with_label(Label::primary(Span::line(file, line)))
            .with_place(place)
            .in_case(cases[0]);
        Finding { cases: cases.iter().map(|&case| case.to_owned()).collect(), ..Finding::new(diagnostic) }
    }

    /// The story in short: `race@3(race@4 wrong-result@9)`.
    fn told(findings: &[Finding]) -> String {
        let name = |f: &Finding| format!("{}@{}", f.diagnostic.code, f.diagnostic.labels[0].span.line);
        let roots = fold(findings.to_vec());
        let tell = |root: &Finding| match root.consequences.is_empty() {
            true => name(root),
            false => format!("{}({})", name(root), root.consequences.iter().map(name).collect::<Vec<_>>().join(" ")),
        };
        roots.iter().map(tell).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn values_follow_from_what_was_seen_in_the_same_cases() {
        let race = finding(Code::Race, 3, &["a", "b"]);
        assert_eq!(told(&[race.clone(), finding(Code::WrongResult, 9, &["b"])]), "race@3(wrong-result@9)");
        assert_eq!(told(&[race.clone(), finding(Code::WrongResult, 9, &["b", "c"])]), "race@3 wrong-result@9");
        let note = Finding { diagnostic: Diagnostic { severity: Severity::Note, ..race.diagnostic }, ..race };
        assert_eq!(told(&[finding(Code::WrongResult, 9, &["b"]), note]), "wrong-result@9 race@3");
        assert_eq!(
            told(&[finding(Code::UnwrittenOutput, 2, &["a"]), finding(Code::WrongResult, 9, &["a"])]),
            "unwritten-output@2 wrong-result@9"
        );
    }

    #[test]
    fn one_missing_barrier_is_one_finding() {
        let about = |line, name: &str| {
            let race = finding(Code::Race, line, &["a"]);
            Finding { diagnostic: race.diagnostic.about(name), ..race }
        };
        assert_eq!(told(&[about(3, "s"), about(4, "s"), about(5, "t")]), "race@3(race@4) race@5");
        assert_eq!(told(&[about(3, "s"), about(3, "t"), about(7, "t")]), "race@3(race@3 race@7)");
        let uneven = [finding(Code::BarrierDivergence, 3, &["a"]), finding(Code::BarrierDivergence, 5, &["a"])];
        assert_eq!(told(&uneven), "barrier-divergence@3 barrier-divergence@5");
    }

    #[test]
    fn one_thread_that_runs_out_of_several_buffers_is_one_finding() {
        let mut read = finding(Code::OutOfBounds, 3, &["a"]);
        let write = finding(Code::OutOfBounds, 4, &["a"]);
        assert_eq!(told(&[read.clone(), write.clone()]), "out-of-bounds@3 out-of-bounds@4");
        read.diagnostic.place = write.diagnostic.place;
        assert_eq!(told(&[read, write]), "out-of-bounds@3(out-of-bounds@4)");
    }
}
