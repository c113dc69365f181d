//! The sentences of the page that are always the same.

use std::collections::BTreeMap;

use diag::{Catalogue, Text, msg};

use crate::strip::escape;

/// The words that the template asks for by name.
pub(crate) fn words(catalogue: &Catalogue) -> BTreeMap<&'static str, String> {
    let words: [(&str, Text); 32] = [
        ("title", msg!("report-title")),
        ("progress", msg!("report-progress")),
        ("exercise", msg!("report-exercise")),
        ("state", msg!("report-state")),
        ("versions", msg!("report-versions")),
        ("last_finding", msg!("report-last-finding")),
        ("last_judged", msg!("report-last-judged")),
        ("history", msg!("report-history")),
        ("history_how", msg!("report-history-how")),
        ("no_history", msg!("report-no-history")),
        ("finding", msg!("report-finding")),
        ("when", msg!("report-when")),
        ("verdict", msg!("report-verdict")),
        ("findings", msg!("report-findings")),
        ("cases", msg!("report-cases")),
        ("marks", msg!("report-marks")),
        ("speed", msg!("report-speed")),
        ("no_bench", msg!("report-no-bench")),
        ("no_bench_where", msg!("report-no-bench-where")),
        ("no_bench_meanwhile", msg!("report-no-bench-meanwhile")),
        ("roofline", msg!("report-roofline")),
        ("roofline_how", msg!("report-roofline-how")),
        ("share", msg!("report-share")),
        ("share_how", msg!("report-share-how")),
        ("shape", msg!("report-shape")),
        ("own", msg!("report-own")),
        ("solution", msg!("report-solution")),
        ("roof", msg!("report-roof-key")),
        ("latency", msg!("report-latency")),
        ("latency_how", msg!("report-latency-how")),
        ("own_us", msg!("report-own-us")),
        ("self_contained", msg!("report-self-contained")),
    ];
    let words = words.into_iter().map(|(name, text)| (name, prose(&catalogue.get(&text))));
    words.chain([("gap", gap(catalogue).to_owned())]).collect()
}

/// What stands between two sentences.
pub(crate) fn gap(catalogue: &Catalogue) -> &'static str {
    match catalogue.lang() {
        diag::Lang::En => " ",
        diag::Lang::Zh => "",
    }
}

/// A sentence as HTML: what stands between backticks is code.
pub(crate) fn prose(text: &str) -> String {
    let mut html = String::new();
    let mut parts = text.split('`').peekable();
    let mut is_code = false;
    while let Some(part) = parts.next() {
        // A backtick without another one is a backtick.
        let is_closed = parts.peek().is_some();
        match (is_code, is_closed) {
            (true, true) => html += &format!("<code>{}</code>", escape(part)),
            (true, false) => html += &format!("`{}", escape(part)),
            (false, _) => html += &escape(part),
        }
        is_code = !is_code;
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_in_prose() {
        assert_eq!(prose("run `camp bench`, then `<x>`"), "run <code>camp bench</code>, then <code>&lt;x&gt;</code>");
        assert_eq!(prose("a ` b & c"), "a ` b &amp; c");
        assert_eq!(prose("`a` `b"), "<code>a</code> `b");
    }
}
