//! NVRTC's messages as camp's diagnostics.
//!
//! The first error comes first, further errors follow in NVRTC's order, then
//! warnings. NVRTC's own English sentence is quoted; what camp says about it
//! comes from the catalogue.
//!
//! Whose line: a file that is in the [`SourceMap`] is the learner's. A message in
//! another file (a CUDA header) is shown at the learner's line that led there,
//! the innermost one among the instantiations, with a note that names the header.
//!
//! Warnings: those in the learner's file are kept, also inside a template that is
//! never instantiated or instantiated more than once (shown once: NVRTC repeats
//! some messages for each instance). Warnings inside CUDA's headers are left out,
//! even when the learner's code instantiated them: nothing there is theirs to mend.
//! Among warnings about unused variables (`#177-D`, `#550-D`) nothing is left out:
//! a variable that is set and never read is often the mistake.

use std::path::Path;

use diag::{Code, Diagnostic, Label, Severity, SourceMap, Span, Text, msg};

use crate::log::{Level, Location, NvrtcMessage};
use crate::shims::shims;

/// A message rarely needs more of the candidates that NVRTC lists.
const MAX_NOTES: usize = 4;

/// Turns messages into diagnostics with code `compile-error`.
pub fn diagnostics(messages: &[NvrtcMessage], sources: &SourceMap) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let (errors, others): (Vec<&NvrtcMessage>, Vec<&NvrtcMessage>) = messages.iter().partition(|m| m.is_error());
    let (unnamed, errors): (Vec<&NvrtcMessage>, Vec<&NvrtcMessage>) =
        errors.into_iter().partition(|m| names_a_kernel(m));
    if errors.is_empty() {
        found.extend(unnamed.first().map(|message| no_such_kernel(message)));
    }
    for message in errors.into_iter().chain(others) {
        if let Some(diagnostic) = diagnostic(message, sources)
            && !found.iter().any(|known| known.title == diagnostic.title && same_place(known, &diagnostic))
        {
            found.push(diagnostic);
        }
    }
    found
}

/// Whether a message is about a kernel that the caller asked for by name.
///
/// NVRTC looks names up in a file of its own and says several things about each
/// one that is not there; with other errors around they only follow from those.
fn names_a_kernel(message: &NvrtcMessage) -> bool {
    message.at.as_ref().is_some_and(|at| at.file == "__nv_name_map")
}

fn no_such_kernel(message: &NvrtcMessage) -> Diagnostic {
    let excerpt = message.excerpt.as_deref().unwrap_or_default();
    let name = excerpt.trim().strip_prefix("#pragma nv_mangled_name").unwrap_or(excerpt).trim();
    Diagnostic::error(Code::CompileError, msg!("cuda-no-kernel", name = name))
        .with_note(msg!("cuda-compile-note", message = message.text.as_str()))
        .with_help(msg!("cuda-help-no-kernel"))
}

fn same_place(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.main_label().map(|label| label.span) == b.main_label().map(|label| label.span)
}

fn diagnostic(message: &NvrtcMessage, sources: &SourceMap) -> Option<Diagnostic> {
    let own = message.at.as_ref().and_then(|at| span(at, sources));
    let (severity, title) = match message.level {
        Level::Catastrophe | Level::Error => {
            (Severity::Error, msg!("cuda-compile-error", message = message.text.as_str()))
        }
        Level::Warning if own.is_some() => {
            (Severity::Warning, msg!("cuda-compile-warning", message = message.text.as_str()))
        }
        Level::Warning | Level::Note | Level::Remark => return None,
    };
    let mut diagnostic = Diagnostic::new(Code::CompileError, severity, title);
    if let Some(span) = own {
        diagnostic = diagnostic.with_label(Label::primary(span));
        diagnostic.labels.extend(instantiation_labels(message, sources, span));
    } else {
        diagnostic = placed_elsewhere(diagnostic, message, sources);
    }
    for note in message.notes.iter().take(MAX_NOTES) {
        let text = msg!("cuda-compile-note", message = note.text.as_str());
        match note.at.as_ref().and_then(|at| span(at, sources)) {
            Some(span) => diagnostic.labels.push(Label::secondary(span).with_text(text)),
            None => diagnostic.notes.push(text),
        }
    }
    if message.notes.len() > MAX_NOTES {
        diagnostic.notes.push(msg!("cuda-compile-more-notes", count = message.notes.len() - MAX_NOTES));
    }
    diagnostic.help = help(message, sources, own);
    Some(diagnostic)
}

/// The learner's lines whose instantiations led to a message in the learner's own template.
fn instantiation_labels(message: &NvrtcMessage, sources: &SourceMap, own: Span) -> Vec<Label> {
    let mut labels: Vec<Label> = Vec::new();
    for step in &message.context {
        let Some(span) = step.at.as_ref().and_then(|at| span(at, sources)) else { continue };
        let is_known = (span.file, span.line) == (own.file, own.line)
            || labels.iter().any(|label| (label.span.file, label.span.line) == (span.file, span.line));
        if !is_known && labels.len() < MAX_NOTES {
            labels.push(Label::secondary(span).with_text(msg!("cuda-compile-during", step = step.text.as_str())));
        }
    }
    labels
}

/// A message outside the learner's files: labelled at the learner's line that led there.
fn placed_elsewhere(mut diagnostic: Diagnostic, message: &NvrtcMessage, sources: &SourceMap) -> Diagnostic {
    let led_there = message.context.iter().find_map(|step| Some((span(step.at.as_ref()?, sources)?, step)));
    if let Some((span, step)) = led_there {
        let text = msg!("cuda-compile-during", step = step.text.as_str());
        diagnostic = diagnostic.with_label(Label::primary(span).with_text(text));
    } else if message.at.is_none() {
        // "At end of source": the note names the bracket that was never closed.
        let opened = message.notes.iter().find_map(|note| span(note.at.as_ref()?, sources));
        if let Some(span) = opened {
            diagnostic = diagnostic.with_label(Label::primary(span));
        }
        return diagnostic.with_note(msg!("cuda-compile-end-of-source"));
    }
    if let Some(at) = &message.at {
        let is_header = at.file.starts_with('/') || shims().iter().any(|(name, _)| *name == at.file);
        diagnostic = diagnostic.with_note(if is_header {
            msg!("cuda-compile-elsewhere", file = at.file.as_str(), line = at.line)
        } else {
            msg!("cuda-compile-unit", file = at.file.as_str(), line = at.line)
        });
    }
    diagnostic
}

fn span(at: &Location, sources: &SourceMap) -> Option<Span> {
    let file = sources.find(Path::new(&at.file))?;
    Some(Span { file, line: at.line, column: at.column, len: at.len })
}

/// Advice for what learners meet most, by NVRTC's words.
fn help(message: &NvrtcMessage, sources: &SourceMap, own: Option<Span>) -> Option<Text> {
    let text = message.text.as_str();
    let quoted = text.split('"').nth(1).unwrap_or_default();
    if text.starts_with("A function without execution space annotations") {
        return Some(msg!("cuda-help-device-function"));
    }
    if text.starts_with("A namespace scope variable without memory space annotations") {
        return Some(msg!("cuda-help-device-variable"));
    }
    if text.starts_with("cannot open source file") {
        return Some(missing_header(quoted));
    }
    if text.starts_with("device-side kernel launch") {
        return Some(msg!("cuda-help-launch"));
    }
    if text.starts_with("more than one operator") && (text.contains("half") || text.contains("bfloat16")) {
        return Some(msg!("cuda-help-half-operands"));
    }
    if text.starts_with("identifier \"") && text.ends_with("\" is undefined") {
        let similar = similar_name(quoted, own.map(|span| sources.text(span.file)).unwrap_or_default())?;
        return Some(msg!("cuda-help-similar", name = similar));
    }
    if text == "expected a \";\"" && own.is_some_and(|span| begins_its_line(span, sources)) {
        return Some(msg!("cuda-help-semicolon"));
    }
    None
}

/// Which advice a header that is not there needs: CUDA's own can be fetched, others do not exist on a device.
fn missing_header(name: &str) -> Text {
    const FETCHED: [&str; 7] = ["cuda_", "cooperative_groups", "cub/", "cuda/", "nv/", "crt/", "mma"];
    if FETCHED.iter().any(|prefix| name.starts_with(prefix)) {
        msg!("cuda-help-cuda-header", header = name)
    } else if name.starts_with("thrust/") || !name.contains(['/', '.']) || name.starts_with("sys/") {
        msg!("cuda-help-host-header", header = name)
    } else {
        msg!("cuda-help-own-header", header = name)
    }
}

/// Whether only blanks precede the span: then the `;` is missing on a line above.
fn begins_its_line(span: Span, sources: &SourceMap) -> bool {
    let before = span.column.saturating_sub(1) as usize;
    sources.line(span.file, span.line).is_some_and(|line| line.chars().take(before).all(char::is_whitespace))
}

/// The known name closest to a misspelt one, if one is close.
fn similar_name(wrong: &str, source: &str) -> Option<String> {
    const BUILT_IN: [&str; 30] = [
        "threadIdx",
        "blockIdx",
        "blockDim",
        "gridDim",
        "warpSize",
        "__syncthreads",
        "__syncwarp",
        "__shfl_sync",
        "__shfl_down_sync",
        "__shfl_up_sync",
        "__shfl_xor_sync",
        "__ballot_sync",
        "__any_sync",
        "__all_sync",
        "__activemask",
        "__threadfence",
        "__threadfence_block",
        "atomicAdd",
        "atomicMax",
        "atomicMin",
        "atomicCAS",
        "atomicExch",
        "__half2float",
        "__float2half",
        "__fdividef",
        "fmaxf",
        "fminf",
        "expf",
        "__expf",
        "rsqrtf",
    ];
    let own = source.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| *word != wrong);
    let limit = if wrong.chars().count() < 5 { 1 } else { 2 };
    BUILT_IN
        .into_iter()
        .chain(own)
        .filter(|name| name.len() > 2)
        .map(|name| (distance(wrong, name), name))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name.to_owned())
}

/// Number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 2 {
        return usize::MAX;
    }
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests;
