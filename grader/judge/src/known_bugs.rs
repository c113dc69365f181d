//! Known bugs of TileLang beside findings that they may be behind.

use diag::{Code, msg};

use crate::report::Report;

/// Adds to a finding about values that a known bug of TileLang may be behind it, where the kernel does what that bug needs.
pub fn blame(report: &mut Report, text: &str) {
    let Some(first) = report.findings.first_mut() else { return };
    if !matches!(first.diagnostic.code, Code::WrongResult | Code::UnwrittenOutput) {
        return;
    }
    if let Some(bug) = tilelang::known::known_wrong(text) {
        let (title, issue, workaround) = (&bug.title, &bug.issue, &bug.workaround);
        let note = msg!("runtime-tile-known-wrong", title = title, issue = issue, workaround = workaround);
        first.diagnostic.notes.push(note);
    }
}
