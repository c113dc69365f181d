//! What a failure to lower means, in words for learners.
//!
//! Python and TileLang say what went wrong in their own terms, often without the learner's line. Each file here knows one
//! theme; the first that knows a failure explains it ([`Said`]). What none of them knows is shown in its own words, but
//! for what only developers of TileLang can read.

mod calls;
mod endings;
mod found;
mod layout;
mod learner;
mod names;
mod python;
mod said;
mod signature;
mod syntax;
mod tiles;
mod words;

use diag::{Code, Diagnostic, FileId, Label, SourceMap, msg};

use crate::{Failure, Stage, known};
use learner::Learner;
pub(crate) use learner::{Use, n_threads, regex};
use said::Said;

/// The finding for a failure of the learner's file, whose text `sources` holds as `file`.
///
/// Its code is [`Code::CompileError`], [`Code::Hang`] for what does not end, and [`Code::UnsupportedInstruction`] for a
/// known bug of TileLang, which is no fault of the learner's.
pub fn explain(failure: &Failure, sources: &SourceMap, file: FileId) -> Diagnostic {
    let learner = Learner::new(failure, sources, file);
    let said = match known::known_bug(failure, sources.text(file)) {
        Some(bug) => layout::with_operation(known_bug(bug), "reduce", &learner),
        None => said(&learner),
    };
    let at = said.at.or_else(|| learner.place());
    let mut diagnostic = Diagnostic::error(said.code, said.title);
    if let Some(at) = at {
        let label = Label::primary(at);
        diagnostic.labels.push(match said.mark {
            Some(mark) => label.with_text(mark),
            None => label,
        });
    }
    diagnostic.labels.extend(said.others);
    diagnostic.notes = said.notes;
    if said.is_quoted {
        diagnostic.notes.extend(words::quote(failure));
    }
    diagnostic.help = said.help;
    diagnostic
}

/// What the first theme that knows the failure says about it.
fn said(learner: &Learner<'_>) -> Said {
    let themes: &[fn(&Learner<'_>) -> Option<Said>] = &[
        found::explain,
        endings::explain,
        syntax::explain,
        names::explain,
        signature::explain,
        layout::explain,
        tiles::explain,
        calls::explain,
        python::explain,
    ];
    themes.iter().find_map(|explain| explain(learner)).unwrap_or_else(|| unknown(learner))
}

/// What is said where nothing is known: the failure's own words, as far as a learner can read them.
fn unknown(learner: &Learner<'_>) -> Said {
    let failure = learner.failure;
    let words = words::sentence(&failure.message);
    let is_internal = failure.kind == "InternalError" || failure.message.starts_with("Check failed");
    if !is_internal && failure.stage != Stage::Lower {
        let title = match words {
            Some(words) => msg!("tilelang-python-error", kind = &failure.kind, message = words),
            None => msg!("tilelang-python-error-bare", kind = &failure.kind),
        };
        return Said::verbatim(title);
    }
    let title = match words {
        Some(words) => msg!("tilelang-refused-title", message = words),
        None => msg!("tilelang-refused-silent-title"),
    };
    let mut said = Said::verbatim(title);
    if is_internal {
        said = said.note(msg!("tilelang-maybe-bug-note"));
    }
    layout::with_uses(said, learner).help(msg!("tilelang-refused-help"))
}

/// What is said of a bug that is not the learner's.
fn known_bug(bug: &known::KnownBug) -> Said {
    let title = msg!("tilelang-known-bug-title", version = known::VERSION);
    let mut said = Said::new(title).note(msg!("tilelang-known-bug-note", title = &bug.title, issue = &bug.issue));
    said.code = Code::UnsupportedInstruction;
    said.is_quoted = false;
    said.help(msg!("tilelang-known-bug-help", workaround = &bug.workaround))
}
