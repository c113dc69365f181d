//! Writes the findings: whole, or as much of them as fits on a screen.

use std::io::{self, Write};

use diag::render::Style;
use diag::{Catalogue, Code, Diagnostic, Text, msg};

use super::neighbourhood::{Size, neighbourhood};
use super::{BRIEF_LINES, Detail};
use crate::group::{is_failure, same};
use crate::report::{Finding, Report};

/// A brief finding keeps at least this many notes: the first says why it matters.
const KEPT_NOTES: usize = 1;
/// A brief finding keeps at least this many labels: both sides of a race.
const KEPT_LABELS: usize = 2;
/// Lines that the header takes where it does not fit on one.
const HEADER_LINES: usize = 2;
/// How many consequences a brief finding names.
const NAMED_CONSEQUENCES: usize = 2;

/// The findings of one report, and how they are written.
pub(super) struct Findings<'a> {
    pub(super) report: &'a Report,
    pub(super) catalogue: &'a Catalogue,
    pub(super) style: &'a Style,
    pub(super) detail: Detail<'a>,
}

impl Findings<'_> {
    /// Writes the findings other than `shown`, the first wrong result with its neighbourhood. `false` when something was
    /// left out.
    ///
    /// # Errors
    /// Whatever `out` reports.
    pub(super) fn write(&self, shown: Option<&Finding>, out: &mut impl Write) -> io::Result<bool> {
        let mut is_whole = true;
        let shown_notes = shown.map_or(&[] as &[Text], |shown| &shown.diagnostic.notes);
        // The header stands above, a blank line before each finding.
        let mut room = BRIEF_LINES - HEADER_LINES;
        let first_wrong = self.report.findings.iter().position(|f| f.diagnostic.code == Code::WrongResult);
        for (at, finding) in self.report.findings.iter().enumerate() {
            if shown.is_some_and(|shown| same(&shown.diagnostic, &finding.diagnostic)) {
                // The same came before, when fewer cases had run; what goes with it was not known then.
                let (text, is_complete) = self.brief(finding, first_wrong == Some(at), room.saturating_sub(1))?;
                room = room.saturating_sub(text.lines().count() + 1);
                is_whole &= is_complete;
                // What the values look like is known better once all cases have run.
                let note = finding.diagnostic.notes.first().filter(|note| !shown_notes.contains(note));
                let notes = note.map(|note| (msg!("diag-note"), note.clone()));
                let also = self.consequences(finding).into_iter().map(|also| (msg!("diag-also"), also));
                for (word, text) in notes.into_iter().chain(also) {
                    let word = self.catalogue.get(&msg!("diag-remark", word = word));
                    let text = format!("{word} {}", self.catalogue.get(&text));
                    writeln!(out, "{}", diag::render::wrap(&text, usize::from(self.style.width)).join("\n"))?;
                }
                continue;
            }
            if self.detail == Detail::Full {
                writeln!(out, "\n{}", self.text(finding, first_wrong == Some(at), Size::Whole)?.trim_end())?;
                continue;
            }
            let (text, is_complete) = self.brief(finding, first_wrong == Some(at), room.saturating_sub(1))?;
            if at == 0 || text.lines().count() < room {
                writeln!(out, "\n{}", text.trim_end())?;
                room = room.saturating_sub(text.lines().count() + 1);
                is_whole &= is_complete;
            } else {
                writeln!(out, "\n{}", self.line(finding))?;
                room = room.saturating_sub(2);
                is_whole = false;
            }
        }
        Ok(is_whole)
    }

    /// A finding with everything that is known about it.
    fn text(&self, finding: &Finding, has_neighbourhood: bool, size: Size) -> io::Result<String> {
        let mut diagnostic = finding.diagnostic.clone();
        diagnostic.n_cases = finding.cases.len();
        diagnostic.also = self.consequences(finding);
        let n_more = diagnostic.also.len().saturating_sub(NAMED_CONSEQUENCES);
        if size == Size::Brief && n_more > 1 {
            diagnostic.also.truncate(NAMED_CONSEQUENCES);
            diagnostic.also.push(msg!("judge-also-more", count = n_more));
        }
        self.rendered(finding, &diagnostic, has_neighbourhood, size)
    }

    /// A finding in at most `room` lines as far as that is possible, and whether everything was said.
    fn brief(&self, finding: &Finding, has_neighbourhood: bool, room: usize) -> io::Result<(String, bool)> {
        let whole = self.text(finding, has_neighbourhood, Size::Whole)?;
        if whole.lines().count() <= room {
            return Ok((whole, true));
        }
        let mut text = self.text(finding, has_neighbourhood, Size::Brief)?;
        let mut shorter = finding.clone();
        while text.lines().count() > room {
            let diagnostic = &mut shorter.diagnostic;
            let n_shown = diagnostic.labels.iter().filter(|label| !label.primary).count() + 1;
            if diagnostic.notes.len() > KEPT_NOTES + 1 {
                diagnostic.notes.pop();
            } else if n_shown > KEPT_LABELS {
                let last = diagnostic.labels.iter().rposition(|label| !label.primary);
                last.map(|last| diagnostic.labels.remove(last));
            } else if diagnostic.notes.len() > KEPT_NOTES {
                diagnostic.notes.pop();
            } else {
                break;
            }
            text = self.text(&shorter, has_neighbourhood, Size::Brief)?;
        }
        Ok((text, false))
    }

    /// `diagnostic`, which says what `finding` is, and behind it the elements around the first wrong one.
    fn rendered(
        &self,
        finding: &Finding,
        diagnostic: &Diagnostic,
        has_neighbourhood: bool,
        size: Size,
    ) -> io::Result<String> {
        let mut text = Vec::new();
        diag::render::terminal(diagnostic, &self.report.sources, self.catalogue, self.style, &mut text)?;
        let case = self.report.cases.iter().find(|case| Some(&case.name) == finding.diagnostic.case.as_ref());
        if let Some(mismatch) = case.and_then(|case| case.mismatch.as_ref()).filter(|_| has_neighbourhood) {
            neighbourhood(mismatch, size, self.catalogue, self.style, &mut text)?;
        }
        // Renderers write UTF-8.
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// What goes with a finding, a line each.
    fn consequences(&self, finding: &Finding) -> Vec<Text> {
        let code = finding.diagnostic.code;
        let (kin, others): (Vec<_>, Vec<_>) = finding.consequences.iter().partition(|f| f.diagnostic.code == code);
        let mut lines: Vec<Text> = others.into_iter().map(in_short).collect();
        let mut at: Vec<u32> = kin.iter().filter_map(|f| f.diagnostic.main_label()).map(|l| l.span.line).collect();
        at.sort_unstable();
        at.dedup();
        if !at.is_empty() {
            let list: Vec<String> = at.iter().map(u32::to_string).collect();
            lines.insert(0, msg!("judge-also-kin", count = at.len(), lines = list.join(", ")));
        }
        let about_values = |code| matches!(code, Code::WrongResult | Code::UnwrittenOutput | Code::InputModified);
        if is_failure(&finding.diagnostic)
            && !about_values(code)
            && !finding.consequences.iter().any(|f| about_values(f.diagnostic.code))
        {
            let wrong = |name: &String| self.report.cases.iter().any(|c| c.name == *name && c.n_mismatched > 0);
            let count = finding.cases.iter().filter(|name| wrong(name)).count();
            if count > 0 {
                lines.push(msg!("judge-also-wrong", count = count));
            }
        }
        lines
    }

    /// A finding as one line, for which there is always room.
    fn line(&self, finding: &Finding) -> String {
        let severity = match finding.diagnostic.severity {
            diag::Severity::Error => msg!("diag-error"),
            diag::Severity::Warning => msg!("diag-warning"),
            diag::Severity::Note => msg!("diag-note"),
        };
        let tag = format!("{}[{}]", self.catalogue.get(&severity), finding.diagnostic.code);
        let line = format!("{tag}: {}", self.catalogue.get(&in_short(finding)));
        diag::render::wrap(&line, usize::from(self.style.width)).join("\n")
    }
}

/// The title, the line, and in how many cases.
fn in_short(finding: &Finding) -> Text {
    let title = &finding.diagnostic.title;
    match (finding.diagnostic.main_label(), finding.cases.len()) {
        (Some(label), n) if n > 1 => {
            msg!("judge-short-line-cases", title = title.clone(), line = label.span.line, count = n)
        }
        (Some(label), _) => msg!("judge-short-line", title = title.clone(), line = label.span.line),
        (None, n) if n > 1 => msg!("judge-short-cases", title = title.clone(), count = n),
        (None, _) => title.clone(),
    }
}

#[cfg(test)]
mod tests {
    use diag::{Label, Lang, SourceMap, Span};

    use super::*;

    /// A report with this many findings, each with far more to say than fits.
    fn wordy(n_findings: u32) -> Report {
        let mut sources = SourceMap::new();
        let file = sources.add("kernel.cuh", (1..=200).map(|n| format!("    line {n};\n")).collect::<String>());
        let text = || msg!("judge-wrong-allowed", abs = "x".repeat(9), rel = "y", allowed = "z");
        let finding = |at: u32| {
            let mut diagnostic =
                Diagnostic::error(Code::Race, msg!("runtime-internal", detail = format!("first {at}")))
                    .with_label(Label::primary(Span::line(file, at)).with_text(text()))
                    .with_help(text());
            for n in 1..6 {
                diagnostic = diagnostic.with_label(Label::secondary(Span::line(file, at + 10 * n)).with_text(text()));
                diagnostic = diagnostic.with_note(text());
            }
            let kin = |n: u32| {
                let label = Label::primary(Span::line(file, n));
                Finding::new(Diagnostic::error(Code::Hang, msg!("judge-stopped")).with_label(label))
            };
            Finding { consequences: (1..9).map(kin).collect(), ..Finding::new(diagnostic) }
        };
        let exercise =
            exercise::Exercise::load(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../exercises/copy"))
                .expect("the exercise is sound");
        let options = crate::Options::new(1);
        let report = Report::new(&exercise, std::path::Path::new("kernel.cuh"), &options);
        Report { findings: (0..n_findings).map(|n| finding(1 + 60 * n)).collect(), sources, ..report }
    }

    fn written(report: &Report, detail: Detail<'_>) -> (String, bool) {
        let (catalogue, style) = (messages::catalogue(Lang::En), Style::plain(80));
        let mut out = Vec::new();
        let is_whole = Findings { report, catalogue, style: &style, detail }.write(None, &mut out).unwrap();
        (String::from_utf8(out).unwrap(), is_whole)
    }

    #[test]
    fn a_brief_report_fits_on_a_screen_and_says_that_there_is_more() {
        let more = msg!("judge-stopped");
        for n_findings in 1..4 {
            let (text, is_whole) = written(&wordy(n_findings), Detail::Brief { more: &more });
            // A line stands for each further finding, with a blank line before it.
            let allowed = BRIEF_LINES - HEADER_LINES + 3 * (n_findings as usize - 1);
            assert!(text.lines().count() <= allowed, "{} lines:\n{text}", text.lines().count());
            assert!(!is_whole);
            for part in ["first 1", "1 |     line 1;", "11 |     line 11;", "= note:", "= also:", "= help:", "= book:"]
            {
                assert!(text.contains(part), "`{part}` is missing in:\n{text}");
            }
            assert!(n_findings == 1 || text.contains("first 61"), "{text}");
        }
    }

    #[test]
    fn what_is_known_better_now_is_said_of_a_finding_that_was_shown() {
        let more = msg!("judge-stopped");
        let mut report = wordy(1);
        let shown = report.findings[0].clone();
        let (catalogue, style) = (messages::catalogue(Lang::En), Style::plain(80));
        let rest = |report: &Report| {
            let mut out = Vec::new();
            let detail = Detail::Brief { more: &more };
            Findings { report, catalogue, style: &style, detail }.write(Some(&shown), &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert!(rest(&report).starts_with("also: "), "{}", rest(&report));
        report.findings[0].diagnostic.notes.insert(0, msg!("judge-wrong-exact"));
        assert!(rest(&report).starts_with("note: The value has to be exact"), "{}", rest(&report));
    }

    #[test]
    fn everything_is_said_when_asked() {
        let (text, is_whole) = written(&wordy(2), Detail::Full);
        assert!(is_whole);
        assert_eq!(text.matches("= note:").count(), 10);
        assert!(text.contains("51 |     line 51;") && text.contains("111 |     line 111;"), "{text}");
    }
}
