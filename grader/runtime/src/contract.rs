//! Whether a learner's kernel is the one that the exercise asks for: its name, its namespace, its parameters.

use std::ops::Range;

use diag::{Code, Diagnostic, FileId, Label, Span, Text, msg};
use exercise::{Backend, Exercise, Launch, Named, Param};

use crate::functor;
use crate::kernels::{Declared, Parameter, declared};

/// The kernel's declaration in the learner's text, which findings without a line of their own point at.
pub fn declaration(exercise: &Exercise, text: &str, file: FileId) -> Option<Label> {
    if exercise.backend == Backend::Tilelang {
        let name = exercise.tile_kernel().ok()?;
        let is_definition = |line: &str| line.trim_start().starts_with(&format!("def {name}("));
        let line = u32::try_from(text.lines().position(is_definition)?).ok()? + 1;
        return Some(Label::primary(name_span(text, file, line, name)));
    }
    let wanted = &exercise.signature;
    if wanted.functor.is_some() {
        return functor::declaration(exercise, text, file);
    }
    let found = declared(text);
    let here = found.iter().find(|kernel| is_wanted(exercise, kernel));
    let line = here.or_else(|| found.iter().find(|kernel| kernel.name == wanted.kernel))?.line;
    Some(Label::primary(name_span(text, file, line, &wanted.kernel)))
}

/// The finding that the text lacks the kernel. `None` when it seems to be there, so that something else is wrong.
pub fn missing(exercise: &Exercise, text: &str, file: FileId) -> Option<Diagnostic> {
    // Where camp supplies the kernel, it is the functor that may be missing.
    if exercise.signature.functor.is_some() {
        return functor::unfit(exercise, text, file);
    }
    let found = declared(text);
    if found.iter().any(|kernel| is_wanted(exercise, kernel)) {
        return None;
    }
    let name = &exercise.signature.kernel;
    let wanted = exercise.signature.qualified(Backend::Nvidia);
    let same_name = found.iter().find(|kernel| kernel.name == *name);
    // Declared, and not as a kernel.
    if let Some(place) = function(text, file, name).filter(|_| same_name.is_none()) {
        let title = msg!("runtime-not-global", kernel = name);
        let diagnostic = Diagnostic::error(Code::CompileError, title).with_label(Label::primary(place));
        return Some(diagnostic.with_help(msg!("runtime-not-global-help")));
    }
    // The most likely candidate: the right name in another namespace, else the first kernel.
    let Some(other) = same_name.or(found.first()) else {
        let namespace = exercise.signature.backend_namespace(Backend::Nvidia);
        let diagnostic = Diagnostic::error(Code::CompileError, msg!("runtime-no-kernel", kernel = &wanted))
            .with_note(msg!("runtime-no-kernel-none", namespace = namespace));
        return Some(with_signatures(diagnostic, &exercise.signature.declaration(), None));
    };
    let title = msg!("runtime-no-kernel-other", kernel = &wanted, found = qualified(other));
    let label = Label::primary(name_span(text, file, other.line, &other.name)).with_text(match same_name {
        Some(_) => msg!("runtime-other-namespace", namespace = exercise.signature.backend_namespace(Backend::Nvidia)),
        None => msg!("runtime-other-name", name = name),
    });
    let diagnostic = Diagnostic::error(Code::CompileError, title).with_label(label);
    Some(with_signatures(diagnostic, &exercise.signature.declaration(), Some(other)))
}

/// A kernel that cases launch, as it must be declared.
#[derive(Debug)]
pub struct Wanted {
    /// Its name without namespace and template arguments.
    name: String,
    declaration: String,
}

impl Wanted {
    /// The kernel that the exercise asks for.
    pub fn contract(exercise: &Exercise) -> Self {
        Self { name: exercise.signature.kernel.clone(), declaration: exercise.signature.declaration() }
    }

    /// The kernel of a launch: the contract's, or the one that a rule names, with the contract's parameters.
    pub fn of(exercise: &Exercise, launch: &Launch, text: &str) -> Self {
        let contract = Self::contract(exercise);
        let Some(named) = launch.named.as_ref().filter(|named| named.name != contract.name) else { return contract };
        let found = find(exercise, &named.name, text);
        // A template of its own kind, or no template, then with the type of the case.
        let template =
            found.and_then(|kernel| kernel.signature.split_once("__global__").map(|(before, _)| before.to_owned()));
        let template = template.unwrap_or_default();
        let parameters = match template.is_empty() {
            true => exercise.signature.declaration_for(launch.dtype),
            false => contract.declaration,
        };
        let behind = parameters.split_once("__global__").map_or("", |(_, behind)| behind);
        let behind = behind.replacen(&contract.name, &named.name, 1);
        Self { name: named.name.clone(), declaration: format!("{template}__global__{behind}") }
    }

    /// The finding that the compiled kernel `function` takes other parameters than the exercise says.
    pub fn other_parameters(
        &self,
        exercise: &Exercise,
        function: &ptx::Function,
        text: &str,
        file: FileId,
    ) -> Option<Diagnostic> {
        let wanted: Vec<u64> = exercise.signature.params.iter().map(size_bytes).collect();
        let found: Vec<u64> = function.param_symbols().map(|symbol| symbol.size_bytes).collect();
        (wanted != found).then(|| self.other_types(exercise, text, file))
    }

    /// The finding that the kernel is there and takes other parameters than the exercise says.
    pub fn other_types(&self, exercise: &Exercise, text: &str, file: FileId) -> Diagnostic {
        let candidate = find(exercise, &self.name, text);
        let candidate = candidate.as_ref();
        let name = &self.name;
        let is_template = |signature: &str| signature.starts_with("template");
        let kinds = candidate.map(|kernel| (is_template(&self.declaration), is_template(&kernel.signature)));
        let diagnostic = |title| {
            let mut diagnostic = Diagnostic::error(Code::CompileError, title);
            let place = candidate.map(|kernel| Label::primary(name_span(text, file, kernel.line, name)));
            diagnostic.labels.extend(place.or_else(|| declaration(exercise, text, file)));
            diagnostic
        };
        let diagnostic = match (kinds, candidate) {
            (Some((true, false)), _) => diagnostic(msg!("runtime-template-missing", kernel = name)),
            (Some((false, true)), _) => diagnostic(msg!("runtime-template-extra", kernel = name)),
            (_, Some(kernel)) => {
                let labels = differences(&self.declaration, kernel, text, file);
                let title = msg!("runtime-signature-differs", kernel = name);
                if labels.is_empty() {
                    diagnostic(title)
                } else {
                    Diagnostic { labels, ..Diagnostic::error(Code::CompileError, title) }
                }
            }
            (_, None) => diagnostic(msg!("runtime-signature-differs", kernel = name)),
        };
        with_signatures(diagnostic, &self.declaration, candidate)
    }
}

/// What is wrong with a kernel's name in a launch rule, when something is.
pub fn unfit_name(exercise: &Exercise, named: &Named, text: &str) -> Option<exercise::Error> {
    let name = &named.name;
    let supplied = Some(&exercise.signature.kernel).filter(|_| exercise.signature.functor.is_some());
    if supplied == Some(name) && named.has_arguments {
        return None;
    }
    if supplied == Some(name) {
        let parameter = exercise.signature.type_parameter.as_ref().map_or("T", |p| p.name.as_str());
        let expected = msg!("runtime-rule-arguments", kernel = name, parameter = parameter);
        return Some(named.error(msg!("runtime-rule-template", kernel = name), expected));
    }
    let Some(found) = find(exercise, name, text) else {
        let namespace = exercise.signature.backend_namespace(Backend::Nvidia);
        let all = declared(text);
        let there = all.iter().filter(|k| k.namespace == namespace).map(|k| k.name.as_str());
        let there: Vec<&str> = supplied.map(String::as_str).into_iter().chain(there).collect();
        let title = msg!("runtime-rule-no-kernel", kernel = name, namespace = namespace);
        return Some(named.error(title, msg!("runtime-rule-kernels", kernels = there.join(", "))));
    };
    match (found.signature.starts_with("template"), named.has_arguments) {
        (true, false) => {
            let parameter = exercise.signature.type_parameter.as_ref().map_or("4", |p| p.name.as_str());
            let expected = msg!("runtime-rule-arguments", kernel = name, parameter = parameter);
            Some(named.error(msg!("runtime-rule-template", kernel = name), expected))
        }
        (false, true) => Some(
            named.error(msg!("runtime-rule-no-template", kernel = name), msg!("runtime-rule-plain", kernel = name)),
        ),
        _ => None,
    }
}

/// The kernel called `name` in the exercise's namespace, as the text declares it.
fn find(exercise: &Exercise, name: &str, text: &str) -> Option<Declared> {
    let full = format!("{}::{name}", exercise.signature.backend_namespace(Backend::Nvidia));
    declared(text).into_iter().find(|kernel| qualified(kernel) == full)
}

/// Marks the parameters of `kernel` that are not those of the declaration `wanted`; the first mark is the main one.
fn differences(wanted: &str, kernel: &Declared, text: &str, file: FileId) -> Vec<Label> {
    let wanted = declared(wanted).into_iter().next().map(|kernel| kernel.parameters).unwrap_or_default();
    let found = &kernel.parameters;
    let agrees = |(a, b): &(&Parameter, &Parameter)| a.kind == b.kind;
    let is_same = |(a, b): &(&Parameter, &Parameter)| a.kind == b.kind && a.name == b.name;
    // Where one is missing or too much, names tell which; they need not be the exercise's, though.
    let (left, right) = common(&wanted, found, is_same);
    let is_told = wanted.len() != found.len() && left + right == wanted.len().min(found.len());
    let (left, right) = if is_told { (left, right) } else { common(&wanted, found, agrees) };
    let wanted = &wanted[left..wanted.len() - right];
    let found = &found[left..found.len() - right];
    let mut labels: Vec<Label> = Vec::new();
    let mut mark = |range: Range<usize>, said: Text| {
        let span = span_of(text, file, &range);
        let label = if labels.is_empty() { Label::primary(span) } else { Label::secondary(span) };
        labels.push(label.with_text(said));
    };
    for pair in wanted.iter().zip(found).filter(|pair| !agrees(pair)) {
        mark(pair.1.range.clone(), msg!("runtime-parameter-other", wanted = &pair.0.text));
    }
    if wanted.len() > found.len() {
        let missing: Vec<&str> = wanted.iter().skip(found.len()).map(|parameter| parameter.text.as_str()).collect();
        let behind = kernel.parameters.get(left + found.len()).map_or(kernel.end, |next| next.range.start);
        mark(behind..behind + 1, msg!("runtime-parameter-missing", wanted = missing.join(", ")));
    }
    for extra in found.iter().skip(wanted.len()) {
        mark(extra.range.clone(), msg!("runtime-parameter-extra"));
    }
    labels
}

/// How many parameters two lists have in common at their beginnings, and then at their ends.
fn common(a: &[Parameter], b: &[Parameter], is_same: impl Fn(&(&Parameter, &Parameter)) -> bool) -> (usize, usize) {
    let left = a.iter().zip(b).take_while(&is_same).count();
    let right = a[left..].iter().rev().zip(b[left..].iter().rev()).take_while(&is_same).count();
    (left, right)
}

/// Adds the wanted signature and, beside it, the one that is there.
fn with_signatures(diagnostic: Diagnostic, wanted: &str, found: Option<&Declared>) -> Diagnostic {
    let wanted = msg!("runtime-signature-wanted", signature = wanted);
    let mut diagnostic = diagnostic.with_note(wanted);
    if let Some(found) = found {
        diagnostic = diagnostic.with_note(msg!("runtime-signature-found", signature = &found.signature));
    }
    diagnostic.with_help(msg!("runtime-signature-help"))
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

/// Where a function called `name` is declared or defined, of whatever kind.
fn function(text: &str, file: FileId, name: &str) -> Option<Span> {
    (1..).zip(text.lines()).find_map(|(line, content)| {
        let code = content.split("//").next()?;
        let at = code.find(name)?;
        let is_whole = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
            && code[at + name.len()..].trim_start().starts_with('(');
        let is_declared = code[..at].contains("void");
        (is_whole && is_declared).then(|| name_span(text, file, line, name))
    })
}

/// The span of `name` on `line`.
fn name_span(text: &str, file: FileId, line: u32, name: &str) -> Span {
    let content = text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default();
    let Some(at) = content.find(name) else { return Span::line(file, line) };
    Span { file, line, column: count(&content[..at]) + 1, len: count(name) }
}

/// The span of a range of bytes, cut at the end of its first line.
pub(crate) fn span_of(text: &str, file: FileId, range: &Range<usize>) -> Span {
    let start = text.floor_char_boundary(range.start);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line = count(&text[..start].matches('\n').collect::<String>()) + 1;
    let content = text[start..text.floor_char_boundary(range.end).max(start)].lines().next().unwrap_or_default();
    Span { file, line, column: count(&text[line_start..start]) + 1, len: count(content).max(1) }
}

/// How many characters a text has.
fn count(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}
