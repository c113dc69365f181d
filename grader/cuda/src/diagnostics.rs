//! NVRTC's messages as camp's diagnostics.
//!
//! The first error is explained: what is wrong, at the place where the learner must edit, and what to try. NVRTC's own
//! sentence is quoted beside it. What follows from it is counted, not shown: a compiler that lost its way complains about
//! lines that are right. A further error is shown only where both are about what the program means, not how it is written.
//!
//! NVRTC's front end gives hard errors no number, whatever its options, so they are known by their English sentences, which
//! are the same in NVRTC 12 and 13; warnings are known by number. What is not known is shown as NVRTC says it.
//!
//! Whose line: a file that is in the [`SourceMap`] is the learner's. A message in another file (a CUDA header) is shown at
//! the learner's line that led there, the innermost one among the instantiations, with a note that names the header.
//! Messages about the lines that camp puts around a kernel are left out where anything else is wrong.
//!
//! Warnings: those in the learner's file are kept where there is no error, also inside a template that is never
//! instantiated or instantiated more than once (shown once: NVRTC repeats some messages for each instance). Warnings inside
//! CUDA's headers are left out, even when the learner's code instantiated them: nothing there is theirs to mend.
//! Among warnings about unused variables (`#177-D`, `#550-D`) nothing is left out: a variable that is set and never read is
//! often the mistake.

mod brackets;
mod code;
mod device;
mod names;
mod said;
mod similar;
mod syntax;
mod text;
mod types;
mod warnings;

use std::path::Path;

use diag::{Code, Diagnostic, FileId, Label, Severity, SourceMap, Span, msg};

use crate::log::{Level, Location, NvrtcMessage};
use crate::shims::shims;
use said::{Learner, Said};

/// A message rarely needs more of the places that led to it.
const MAX_STEPS: usize = 2;
/// How many errors are explained at once.
const MAX_ERRORS: usize = 2;
/// How much of the compiler's own sentence is quoted, in characters.
const MAX_QUOTE: usize = 100;

/// Turns messages into diagnostics with code `compile-error`.
pub fn diagnostics(messages: &[NvrtcMessage], sources: &SourceMap) -> Vec<Diagnostic> {
    let (errors, others): (Vec<&NvrtcMessage>, Vec<&NvrtcMessage>) = messages.iter().partition(|m| m.is_error());
    let learner = learner(messages, sources).map(|file| Learner::new(file, sources));
    if errors.is_empty() {
        return found_warnings(&others, learner.as_ref(), sources);
    }
    let (around, errors): (Vec<&NvrtcMessage>, Vec<&NvrtcMessage>) =
        errors.into_iter().partition(|message| is_around(message, sources));
    let Some(first) = errors.first() else { return about_the_lookup(&around, sources) };
    let Some(learner) = learner else {
        return vec![verbatim(first, sources)];
    };
    let all = errors;
    let errors = once(&all);
    let Some(first) = errors.first() else { return Vec::new() };
    if let Some(said) = text::explain(&errors, &learner) {
        return vec![folded(placed(said, first, &learner), errors.len() - 1)];
    }
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut n_folded = 0;
    let mut is_lost = false;
    let mut shown: Vec<&str> = Vec::new();
    let root = root(&errors, &learner);
    for message in std::iter::once(root).chain(errors.iter().copied().filter(|m| !std::ptr::eq(*m, root))) {
        if is_lost || found.len() == MAX_ERRORS || shown.contains(&message.text.as_str()) {
            n_folded += 1;
            continue;
        }
        let mut said = explained(message, &learner);
        // Behind an error, what the compiler says about how the text is written mostly follows from it; so does what camp
        // has no words for.
        if !found.is_empty() && (said.is_syntax || said.is_verbatim) {
            n_folded += 1;
            continue;
        }
        is_lost = said.is_syntax;
        // The types matter only where other types are right.
        said.is_typed &= !all.iter().any(|other| is_other_instance(message, other));
        let diagnostic = placed(said, message, &learner);
        if found.iter().any(|known| is_repeated(known, &diagnostic)) {
            n_folded += 1;
        } else {
            shown.push(&message.text);
            found.push(diagnostic);
        }
    }
    // What a comment swallows is missing everywhere: how often the compiler says so differs between its versions.
    if root.text.starts_with("comment unclosed") {
        n_folded = 0;
    }
    if let Some(last) = found.pop() {
        found.push(folded(last, n_folded));
    }
    found
}

/// The errors without those that NVRTC repeats for each instance of a template.
fn once<'m>(errors: &[&'m NvrtcMessage]) -> Vec<&'m NvrtcMessage> {
    let mut kept: Vec<&NvrtcMessage> = Vec::new();
    for error in errors {
        if !kept.iter().any(|known| is_other_instance(known, error)) {
            kept.push(error);
        }
    }
    kept
}

/// Whether two errors are about one line of a template, for different types.
fn is_other_instance(a: &NvrtcMessage, b: &NvrtcMessage) -> bool {
    let line = |message: &NvrtcMessage| message.at.as_ref().map(|at| (at.file.clone(), at.line));
    line(a).is_some() && line(a) == line(b) && instance(a).is_some() && instance(a) != instance(b)
}

/// The file that the messages are about.
fn learner(messages: &[NvrtcMessage], sources: &SourceMap) -> Option<FileId> {
    let places = messages.iter().flat_map(|message| {
        let notes = message.notes.iter().filter_map(|note| note.at.as_ref());
        let steps = message.context.iter().filter_map(|step| step.at.as_ref());
        message.at.as_ref().into_iter().chain(steps).chain(notes)
    });
    places.into_iter().find_map(|at| sources.find(Path::new(&at.file)))
}

/// Whether a message is about the lines that camp puts around the kernel, or about a kernel that the caller asked for by
/// name, which NVRTC looks up in a file of its own; none of these names a mistake where it was made.
fn is_around(message: &NvrtcMessage, sources: &SourceMap) -> bool {
    message.at.as_ref().is_some_and(|at| {
        sources.find(Path::new(&at.file)).is_none() && !is_header(&at.file) && led_there(message, sources).is_none()
    })
}

/// What is left to say when every error is about the lines around the kernel.
fn about_the_lookup(around: &[&NvrtcMessage], sources: &SourceMap) -> Vec<Diagnostic> {
    let lookup = around.iter().find(|message| message.at.as_ref().is_some_and(|at| at.file == "__nv_name_map"));
    if let Some(message) = lookup {
        let excerpt = message.excerpt.as_deref().unwrap_or_default();
        let name = excerpt.trim().strip_prefix("#pragma nv_mangled_name").unwrap_or(excerpt).trim();
        return vec![
            Diagnostic::error(Code::CompileError, msg!("cuda-no-kernel", name = name))
                .with_note(msg!("cuda-compile-note", message = short(&message.text)))
                .with_help(msg!("cuda-help-no-kernel")),
        ];
    }
    around.first().map(|message| verbatim(message, sources)).into_iter().collect()
}

/// The error to explain first: the first, unless it only says that the compiler could not make sense of a line on which
/// it does not know a name.
fn root<'m>(errors: &[&'m NvrtcMessage], learner: &Learner<'_>) -> &'m NvrtcMessage {
    const VAGUE: [&str; 8] = [
        "attribute \"__global__\" does not apply here",
        "A namespace scope variable without memory space",
        "incomplete type \"void\"",
        "name followed by \"::\"",
        "attributes may not appear here",
        "invalid combination of type specifiers",
        "expected an identifier",
        "type name is not allowed",
    ];
    let first = errors[0];
    let line = |message: &NvrtcMessage| message.at.as_ref().filter(|at| learner.is_here(at)).map(|at| at.line);
    if !VAGUE.iter().any(|words| first.text.starts_with(words)) {
        return first;
    }
    let undefined = errors
        .iter()
        .find(|error| line(error).is_some() && line(error) == line(first) && error.text.starts_with("identifier \""));
    undefined.copied().unwrap_or(first)
}

/// What is said about an error in the learner's file.
fn explained(message: &NvrtcMessage, learner: &Learner<'_>) -> Said {
    syntax::explain(message, learner)
        .or_else(|| names::explain(message, learner))
        .or_else(|| device::explain(message, learner))
        .or_else(|| types::explain(message, learner).map(|said| Said { is_typed: true, ..said }))
        .unwrap_or_else(|| {
            let is_syntax = message.text.starts_with("expected ") || message.at.is_none();
            let title = msg!("cuda-compile-error", message = clean(&message.text));
            Said { is_syntax, is_verbatim: true, is_typed: true, ..Said::new(title) }
        })
}

/// The diagnostic for an explanation.
fn placed(said: Said, message: &NvrtcMessage, learner: &Learner<'_>) -> Diagnostic {
    let own = message.at.as_ref().and_then(|at| span(at, learner.sources));
    let mut diagnostic = Diagnostic::error(Code::CompileError, said.title);
    match said.at.or(own) {
        Some(span) => {
            let label = Label::primary(span);
            diagnostic = diagnostic.with_label(match said.mark {
                Some(mark) => label.with_text(mark),
                None => label,
            });
        }
        None => diagnostic = placed_elsewhere(diagnostic, message, learner.sources),
    }
    let main = diagnostic.main_label().map(|label| label.span);
    diagnostic.labels.extend(said.others.into_iter().filter(|label| Some(label.span) != main));
    if let Some(span) = own {
        diagnostic.labels.extend(instantiation_labels(message, learner.sources, span));
    }
    diagnostic.notes.extend(said.notes);
    if let Some(types) = instance(message).filter(|_| said.is_typed && own.is_some()) {
        diagnostic.notes.push(msg!("cuda-instance", types = types));
    }
    if !said.is_verbatim {
        diagnostic.notes.push(msg!("cuda-compile-note", message = short(&message.text)));
    }
    diagnostic.help = said.help;
    diagnostic
}

/// A message as the compiler says it.
fn verbatim(message: &NvrtcMessage, sources: &SourceMap) -> Diagnostic {
    let title = msg!("cuda-compile-error", message = clean(&message.text));
    let diagnostic = Diagnostic::error(Code::CompileError, title);
    match message.at.as_ref().and_then(|at| span(at, sources)) {
        Some(span) => diagnostic.with_label(Label::primary(span)),
        None => placed_elsewhere(diagnostic, message, sources),
    }
}

/// Adds how many further errors there were.
fn folded(diagnostic: Diagnostic, n_more: usize) -> Diagnostic {
    if n_more == 0 { diagnostic } else { diagnostic.with_note(msg!("cuda-folded", count = n_more)) }
}

/// Whether the second diagnostic only says the first again, or lies on a line that is in question already.
fn is_repeated(known: &Diagnostic, again: &Diagnostic) -> bool {
    let line = |d: &Diagnostic| d.main_label().map(|label| (label.span.file, label.span.line));
    known.title == again.title || (line(known).is_some() && line(known) == line(again))
}

/// The warnings about the learner's own lines.
fn found_warnings(messages: &[&NvrtcMessage], learner: Option<&Learner<'_>>, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for message in messages.iter().filter(|message| message.level == Level::Warning) {
        let Some(place) = message.at.as_ref().and_then(|at| span(at, sources)) else { continue };
        let explained = learner.and_then(|learner| warnings::explain(message, learner));
        let (title, help) =
            explained.unwrap_or_else(|| (msg!("cuda-compile-warning", message = clean(&message.text)), None));
        let mut diagnostic = Diagnostic::new(Code::CompileError, Severity::Warning, title);
        diagnostic.labels.push(Label::primary(place));
        diagnostic.labels.extend(instantiation_labels(message, sources, place));
        diagnostic.help = help;
        if !found.iter().any(|known| known.title == diagnostic.title && same_place(known, &diagnostic)) {
            found.push(diagnostic);
        }
    }
    found
}

fn same_place(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.main_label().map(|label| label.span) == b.main_label().map(|label| label.span)
}

/// The learner's lines whose instantiations led to a message in the learner's own template.
fn instantiation_labels(message: &NvrtcMessage, sources: &SourceMap, own: Span) -> Vec<Label> {
    let mut labels: Vec<Label> = Vec::new();
    for step in &message.context {
        let Some(span) = step.at.as_ref().and_then(|at| span(at, sources)) else { continue };
        let is_known = (span.file, span.line) == (own.file, own.line)
            || labels.iter().any(|label| (label.span.file, label.span.line) == (span.file, span.line));
        if !is_known && labels.len() < MAX_STEPS {
            labels.push(Label::secondary(span).with_text(msg!("cuda-compile-during")));
        }
    }
    labels
}

/// The types that a template was instantiated with where the error arose: `T = half`.
fn instance(message: &NvrtcMessage) -> Option<String> {
    let step = message.context.first()?;
    let (_, types) = step.text.rsplit_once("[with ")?;
    Some(types.trim_end_matches(['"', ']']).replace('=', " = ").replace("__half", "half"))
}

/// The learner's place whose instantiation led to a message elsewhere.
fn led_there(message: &NvrtcMessage, sources: &SourceMap) -> Option<Span> {
    message.context.iter().find_map(|step| span(step.at.as_ref()?, sources))
}

/// A message outside the learner's files: labelled at the learner's line that led there.
fn placed_elsewhere(mut diagnostic: Diagnostic, message: &NvrtcMessage, sources: &SourceMap) -> Diagnostic {
    if let Some(span) = led_there(message, sources) {
        diagnostic = diagnostic.with_label(Label::primary(span).with_text(msg!("cuda-compile-during")));
    } else if message.at.is_none() {
        // "At end of source": the note names the bracket that was never closed.
        let opened = message.notes.iter().find_map(|note| span(note.at.as_ref()?, sources));
        if let Some(span) = opened {
            diagnostic = diagnostic.with_label(Label::primary(span));
        }
        return diagnostic.with_note(msg!("cuda-compile-end-of-source"));
    }
    if let Some(at) = message.at.as_ref().filter(|at| is_header(&at.file)) {
        let file = Path::new(&at.file).file_name().map_or(at.file.clone(), |name| name.to_string_lossy().into_owned());
        diagnostic = diagnostic.with_note(msg!("cuda-compile-elsewhere", file = file, line = at.line));
    }
    diagnostic
}

/// Whether a file is one of CUDA's headers or of the stand-ins for them.
fn is_header(file: &str) -> bool {
    file.starts_with('/') || file.starts_with("__nv_nvrtc") || shims().iter().any(|(name, _)| *name == file)
}

fn span(at: &Location, sources: &SourceMap) -> Option<Span> {
    let file = sources.find(Path::new(&at.file))?;
    Some(Span { file, line: at.line, column: at.column, len: at.len })
}

/// NVRTC's sentence without the folders of this machine and the places of declarations in headers.
fn clean(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(" (declared ") {
        kept.push_str(&rest[..at]);
        let end = rest[at..].find(')').map_or(rest.len(), |end| at + end + 1);
        let place = &rest[at..end];
        // A line of the learner's own file is worth knowing.
        if !place.contains(" of ") && !place.contains("implicitly") {
            kept.push_str(place);
        }
        rest = &rest[end..];
    }
    kept.push_str(rest);
    kept
}

/// NVRTC's sentence, short: without the list of what it tried, cut where it grows long.
fn short(text: &str) -> String {
    let text = clean(text);
    // `more than one operator "+" matches these operands: … operand types are: half + float`
    let list = ["matches these operands", "matches the argument list"]
        .iter()
        .find_map(|words| Some(text.find(words)? + words.len()));
    let sentence = list.map_or(text.as_str(), |end| &text[..end]);
    let sentence = sentence.split_once(". ").map_or(sentence, |(first, _)| first);
    if sentence.chars().count() <= MAX_QUOTE {
        return sentence.trim().to_owned();
    }
    let cut: String = sentence.chars().take(MAX_QUOTE).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{} …", &cut[..end])
}

#[cfg(test)]
mod tests;
