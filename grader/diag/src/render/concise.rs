//! One line per finding, for editors' problem matchers and scripts.

use crate::{Catalogue, Diagnostic, SourceMap};

/// The finding as `path:line:col: error[race]: title`. Severity and code are the same in every language.
pub fn concise(diagnostic: &Diagnostic, sources: &SourceMap, catalogue: &Catalogue) -> String {
    let mut line = String::new();
    if let Some(label) = diagnostic.main_label() {
        let span = label.span;
        line = format!("{}:{}:{}: ", sources.path(span.file).display(), span.line, span.column.max(1));
    }
    let title = catalogue.get(&diagnostic.title).split_whitespace().collect::<Vec<_>>().join(" ");
    line + &format!("{}[{}]: {title}", diagnostic.severity.as_str(), diagnostic.code)
}
