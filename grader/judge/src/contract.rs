//! Whether a learner's kernel is the one that the exercise asks for: its name, its namespace, its parameters.

use diag::{Code, Diagnostic, FileId, Label, Span, msg};
use exercise::{Backend, Exercise, Param};

use crate::kernels::{Declared, declared};

/// The kernel's declaration in the learner's text, which findings without a line of their own point at.
pub fn declaration(exercise: &Exercise, text: &str, file: FileId) -> Option<Label> {
    let wanted = &exercise.signature;
    let found = declared(text);
    let here = found.iter().find(|kernel| is_wanted(exercise, kernel));
    let line = here.or_else(|| found.iter().find(|kernel| kernel.name == wanted.kernel))?.line;
    Some(Label::primary(name_span(text, file, line, &wanted.kernel)))
}

/// The finding that the text lacks the kernel. `None` when it seems to be there, so that something else is wrong.
pub fn missing(exercise: &Exercise, text: &str, file: FileId) -> Option<Diagnostic> {
    let found = declared(text);
    if found.iter().any(|kernel| is_wanted(exercise, kernel)) {
        return None;
    }
    let wanted = exercise.signature.qualified(Backend::Nvidia);
    // The most likely candidate: the right name in another namespace, else the first kernel.
    let candidate = found.iter().find(|kernel| kernel.name == exercise.signature.kernel).or(found.first());
    let title = match candidate {
        Some(other) => msg!("judge-no-kernel-other", kernel = &wanted, found = qualified(other)),
        None => msg!("judge-no-kernel", kernel = &wanted),
    };
    let mut diagnostic = Diagnostic::error(Code::CompileError, title);
    if let Some(other) = candidate {
        diagnostic = diagnostic.with_label(Label::primary(name_span(text, file, other.line, &other.name)));
    } else {
        let namespace = exercise.signature.backend_namespace(Backend::Nvidia);
        diagnostic = diagnostic.with_note(msg!("judge-no-kernel-none", namespace = namespace));
    }
    Some(with_signatures(diagnostic, exercise, candidate))
}

/// The finding that the compiled kernel `function` takes other parameters than the exercise says.
pub fn other_parameters(exercise: &Exercise, function: &ptx::Function, text: &str, file: FileId) -> Option<Diagnostic> {
    let wanted: Vec<u64> = exercise.signature.params.iter().map(size_bytes).collect();
    let found: Vec<u64> = function.param_symbols().map(|symbol| symbol.size_bytes).collect();
    (wanted != found).then(|| other_types(exercise, text, file))
}

/// The finding that the kernel is there and takes other parameters than the exercise says.
pub fn other_types(exercise: &Exercise, text: &str, file: FileId) -> Diagnostic {
    let title = msg!("judge-signature-differs", kernel = exercise.signature.qualified(Backend::Nvidia));
    let mut diagnostic = Diagnostic::error(Code::CompileError, title);
    diagnostic.labels.extend(declaration(exercise, text, file));
    let all = declared(text);
    let candidate = all.iter().find(|kernel| is_wanted(exercise, kernel));
    with_signatures(diagnostic, exercise, candidate)
}

/// Adds the wanted signature and, beside it, the one that is there.
fn with_signatures(diagnostic: Diagnostic, exercise: &Exercise, found: Option<&Declared>) -> Diagnostic {
    let wanted = msg!("judge-signature-wanted", signature = exercise.signature.declaration());
    let mut diagnostic = diagnostic.with_note(wanted);
    if let Some(found) = found {
        diagnostic = diagnostic.with_note(msg!("judge-signature-found", signature = &found.signature));
    }
    diagnostic.with_help(msg!("judge-signature-help"))
}

/// The bytes that a parameter takes.
fn size_bytes(param: &Param) -> u64 {
    match param {
        Param::Buffer(_) => 8,
        Param::Scalar(scalar) => scalar.dtype.size_bytes() as u64,
    }
}

/// Whether `kernel` has the name and the namespace that the exercise asks for.
fn is_wanted(exercise: &Exercise, kernel: &Declared) -> bool {
    let signature = &exercise.signature;
    kernel.name == signature.kernel && kernel.namespace == signature.backend_namespace(Backend::Nvidia)
}

/// The full name of a declared kernel.
fn qualified(kernel: &Declared) -> String {
    if kernel.namespace.is_empty() { kernel.name.clone() } else { format!("{}::{}", kernel.namespace, kernel.name) }
}

/// The span of `name` on `line`.
fn name_span(text: &str, file: FileId, line: u32, name: &str) -> Span {
    let content = text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default();
    let Some(at) = content.find(name) else { return Span::line(file, line) };
    let count = |s: &str| u32::try_from(s.chars().count()).unwrap_or(0);
    Span { file, line, column: count(&content[..at]) + 1, len: count(name) }
}
