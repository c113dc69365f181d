//! What a failure to lower means, in words for learners.

use diag::{Code, Diagnostic, FileId, Label, SourceMap, msg};

use crate::Failure;

/// The finding for a failure of the learner's file, whose text `sources` holds as `file`.
pub fn explain(failure: &Failure, sources: &SourceMap, file: FileId) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        Code::CompileError,
        msg!("tilelang-python-error", kind = &failure.kind, message = &failure.message),
    );
    match failure.line {
        Some(line) => diagnostic.with_label(Label::primary(sources.span_of_location(
            file,
            line,
            failure.column.map_or(0, |c| c + 1),
        ))),
        None => diagnostic,
    }
}
