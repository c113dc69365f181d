//! Whether a learner's functor is the one that the exercise asks for: where camp supplies the kernel, a struct with the
//! attributes as members and an `operator()` that makes one element of the output.
//!
//! Like [`crate::kernels`] this reads the text, and is asked only to word a finding once the compiler has refused it.

use std::ops::Range;

use diag::{Code, Diagnostic, FileId, Label, Text, msg};
use exercise::{Backend, Exercise};

use crate::contract::span_of;
use crate::kernels::{Parameter, Token, closing, declared, join, namespace_name, parameter, parameters, tokens};
use crate::unit::members;

/// A struct or class as the text declares it.
#[derive(Debug)]
struct Struct {
    namespace: String,
    name: String,
    /// Where its name stands.
    range: Range<usize>,
    members: Vec<Parameter>,
    /// The members that nobody outside can reach: their places.
    hidden: Vec<Range<usize>>,
    call: Option<Call>,
    has_constructor: bool,
}

/// An `operator()`.
#[derive(Debug)]
struct Call {
    /// Its declaration on one line, from `template` to the word before the body.
    signature: String,
    /// Where `operator()` stands.
    range: Range<usize>,
    /// The name of the first template parameter.
    element: Option<String>,
    result: Vec<String>,
    parameters: Vec<Parameter>,
    is_device: bool,
    is_const: bool,
    is_hidden: bool,
}

/// The functor's declaration in the learner's text.
pub fn declaration(exercise: &Exercise, text: &str, file: FileId) -> Option<Label> {
    let name = exercise.signature.functor.as_deref()?;
    let all = structs(text);
    let here = all.iter().find(|s| is_wanted(exercise, name, s));
    let found = here.or_else(|| all.iter().find(|s| s.name == name))?;
    Some(Label::primary(span_of(text, file, &found.range)))
}

/// What is wrong with the functor, when its text shows something.
pub fn unfit(exercise: &Exercise, text: &str, file: FileId) -> Option<Diagnostic> {
    let name = exercise.signature.functor.as_deref()?;
    let label = |range: &Range<usize>| Label::primary(span_of(text, file, range));
    let kernel = &exercise.signature.kernel;
    let namespace = exercise.signature.backend_namespace(Backend::Nvidia);
    if let Some(own) = declared(text).into_iter().find(|k| k.name == *kernel && k.namespace == namespace) {
        let line = text.lines().nth(own.line.saturating_sub(1) as usize).unwrap_or_default();
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let at = start + line.find(kernel.as_str()).unwrap_or(0);
        let title = msg!("runtime-functor-kernel", kernel = kernel, functor = name);
        let found = error(title).with_label(label(&(at..at + kernel.len())));
        return Some(found.with_help(msg!("runtime-functor-kernel-help", functor = name)));
    }
    let all = structs(text);
    let Some(found) = all.iter().find(|s| is_wanted(exercise, name, s)) else {
        return Some(with_wanted(missing(exercise, name, &all, &label), exercise, name));
    };
    let wrong = |title: Text, range: &Range<usize>, said: Option<Text>| {
        let label = label(range);
        let label = said.into_iter().fold(label, Label::with_text);
        Some(with_wanted(error(title).with_label(label), exercise, name))
    };
    let Some(call) = &found.call else {
        return wrong(msg!("runtime-functor-no-call", functor = name), &found.range, None);
    };
    if call.is_hidden {
        return wrong(msg!("runtime-functor-hidden", functor = name), &call.range, None);
    }
    if !call.is_device {
        return wrong(msg!("runtime-functor-device", functor = name), &call.range, None);
    }
    if !call.is_const {
        return wrong(msg!("runtime-functor-const", functor = name), &call.range, None);
    }
    let n_inputs = exercise.signature.inputs().count();
    if call.parameters.len() != n_inputs {
        let title = msg!("runtime-functor-values", functor = name, found = call.parameters.len(), wanted = n_inputs);
        return wrong(title, &call.range, None);
    }
    let Some(element) = &call.element else {
        return wrong(msg!("runtime-functor-template", functor = name), &call.range, None);
    };
    let is_element = |kind: &[String]| {
        let words: Vec<&str> = kind.iter().map(String::as_str).filter(|w| !matches!(*w, "const" | "&")).collect();
        words == [element.as_str()] || words == ["auto"]
    };
    if !is_element(&call.result) || call.parameters.iter().any(|parameter| !is_element(&parameter.kind)) {
        let title = msg!("runtime-functor-types", functor = name, element = element);
        return wrong(title, &call.range, Some(msg!("runtime-functor-found", signature = &call.signature)));
    }
    let wanted = members(exercise);
    let kinds: Vec<String> = found.members.iter().map(|member| member.kind.join(" ")).collect();
    let wanted_kinds: Vec<&str> = exercise.signature.attributes().map(|a| a.dtype.cpp()).collect();
    if !found.has_constructor && kinds != wanted_kinds {
        let title = match wanted.is_empty() {
            true => msg!("runtime-functor-no-members", functor = name),
            false => msg!("runtime-functor-members", functor = name, members = wanted.join("; ")),
        };
        let differs = found.members.iter().zip(wanted_kinds.iter().map(Some).chain(std::iter::repeat(None)));
        let first = differs.into_iter().find(|(member, wanted)| wanted.is_none_or(|w| member.kind.join(" ") != **w));
        let range = first.map_or(&found.range, |(member, _)| &member.range);
        return wrong(title, range, None);
    }
    if let Some(hidden) = found.hidden.first().filter(|_| !found.has_constructor) {
        return wrong(msg!("runtime-functor-hidden", functor = name), hidden, None);
    }
    None
}

/// The finding that the functor does not fit and its text does not show why.
pub fn other(exercise: &Exercise, text: &str, file: FileId, message: &str) -> Option<Diagnostic> {
    let name = exercise.signature.functor.as_deref()?;
    let mut found = error(msg!("runtime-functor-other", functor = name));
    found.labels.extend(declaration(exercise, text, file));
    Some(with_wanted(found.with_note(msg!("runtime-functor-message", message = message)), exercise, name))
}

/// The finding that the text lacks the functor.
fn missing(exercise: &Exercise, name: &str, all: &[Struct], label: &dyn Fn(&Range<usize>) -> Label) -> Diagnostic {
    let namespace = exercise.signature.backend_namespace(Backend::Nvidia);
    let finding = error(msg!("runtime-functor-missing", functor = name));
    let same_name = all.iter().find(|s| s.name == name);
    let here = all.iter().find(|s| s.namespace == namespace);
    match (same_name, here) {
        (Some(found), _) => {
            finding.with_label(label(&found.range).with_text(msg!("runtime-other-namespace", namespace = namespace)))
        }
        (None, Some(found)) => {
            finding.with_label(label(&found.range).with_text(msg!("runtime-functor-name", functor = name)))
        }
        (None, None) => finding.with_note(msg!("runtime-functor-none", namespace = namespace)),
    }
}

fn error(title: Text) -> Diagnostic {
    Diagnostic::error(Code::CompileError, title)
}

/// Adds what the functor must look like.
fn with_wanted(diagnostic: Diagnostic, exercise: &Exercise, name: &str) -> Diagnostic {
    let element = exercise.signature.type_parameter.as_ref().map_or("T", |p| p.name.as_str());
    let values: Vec<String> = match exercise.signature.inputs().count() {
        1 => vec![format!("{element} x")],
        _ => exercise.signature.inputs().map(|input| format!("{element} {}", input.name)).collect(),
    };
    let members: String = members(exercise).iter().map(|member| format!("{member}; ")).collect();
    let values = values.join(", ");
    let wanted = format!(
        "struct {name} {{ {members}template <typename {element}> __device__ {element} operator()({values}) const; }};"
    );
    diagnostic.with_note(msg!("runtime-signature-wanted", signature = wanted)).with_help(msg!(
        "runtime-functor-help",
        kernel = &exercise.signature.kernel,
        functor = name
    ))
}

fn is_wanted(exercise: &Exercise, name: &str, found: &Struct) -> bool {
    found.name == name && found.namespace == exercise.signature.backend_namespace(Backend::Nvidia)
}

/// The structs and classes of `source` with a body, in order. Missed: those that a macro declares.
fn structs(source: &str) -> Vec<Struct> {
    let tokens = tokens(source);
    let mut found = Vec::new();
    let mut scopes: Vec<Option<String>> = Vec::new();
    let mut pending: Option<String> = None;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token.text {
            "namespace" => {
                let (name, next) = namespace_name(&tokens, at + 1);
                pending = Some(name);
                at = next;
                continue;
            }
            "{" => scopes.push(pending.take()),
            "}" => {
                scopes.pop();
            }
            ";" => pending = None,
            "struct" | "class" => {
                if let Some((mut one, end)) = body_of(&tokens, at) {
                    let around: Vec<&str> = scopes.iter().flatten().map(String::as_str).collect();
                    one.namespace = around.iter().filter(|n| !n.is_empty()).copied().collect::<Vec<_>>().join("::");
                    found.push(one);
                    at = end;
                    continue;
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The struct whose keyword stands at `at`, and where its body ends; `None` where it has none.
fn body_of(tokens: &[Token<'_>], at: usize) -> Option<(Struct, usize)> {
    let is_class = tokens.get(at)?.text == "class";
    let head = tokens.iter().skip(at + 1).position(|t| matches!(t.text, "{" | ";" | "}" | "(" | ">"))? + at + 1;
    if tokens.get(head)?.text != "{" {
        return None;
    }
    // The name stands before a base, `final` and the brace, and behind attributes such as `alignas(16)`.
    let words = tokens.get(at + 1..head)?;
    let end = words.iter().position(|t| matches!(t.text, ":" | "final")).unwrap_or(words.len());
    let name = words.get(..end)?.last()?;
    let close = matching(tokens, head)?;
    let mut one = Struct {
        namespace: String::new(),
        name: name.text.to_owned(),
        range: name.start..name.start + name.text.len(),
        members: Vec::new(),
        hidden: Vec::new(),
        call: None,
        has_constructor: false,
    };
    let mut is_hidden = is_class;
    for statement in statements(tokens.get(head + 1..close)?) {
        let mut words = statement;
        while let [access, colon, rest @ ..] = words {
            if !matches!(access.text, "public" | "private" | "protected") || colon.text != ":" {
                break;
            }
            is_hidden = access.text != "public";
            words = rest;
        }
        one.take(words, is_hidden);
    }
    Some((one, close + 1))
}

impl Struct {
    /// Notes what a statement of the body declares.
    fn take(&mut self, words: &[Token<'_>], is_hidden: bool) {
        let Some(first) = words.first() else { return };
        if let Some(at) = words.iter().position(|t| t.text == "operator") {
            if words.get(at + 1).is_some_and(|t| t.text == "(") && self.call.is_none() {
                self.call = call(words, at, is_hidden);
            }
            return;
        }
        if matches!(first.text, "static" | "using" | "typedef" | "template" | "struct" | "class" | "enum" | "friend") {
            return;
        }
        let end = words.iter().position(|t| matches!(t.text, "=" | "{" | "(" | ";")).unwrap_or(words.len());
        if words.get(end).is_some_and(|t| t.text == "(") {
            self.has_constructor |= end > 0 && words[end - 1].text == self.name;
            return;
        }
        // `float a, b;` declares two.
        let mut base: &[Token<'_>] = &[];
        for part in words[..end].split(|t| t.text == ",") {
            let joined: Vec<Token<'_>> = base.iter().chain(part).copied().collect();
            if let Some(mut member) = parameter(&joined) {
                if let Some(last) = part.last() {
                    member.range = last.start..last.start + last.text.len();
                }
                if is_hidden {
                    self.hidden.push(member.range.clone());
                }
                self.members.push(member);
            }
            if base.is_empty() {
                base = part.get(..part.len().saturating_sub(1)).unwrap_or_default();
            }
        }
    }
}

/// The `operator()` whose keyword stands at `at` of a statement.
fn call(words: &[Token<'_>], at: usize, is_hidden: bool) -> Option<Call> {
    let open = at + 3;
    let close = closing(words, open)?;
    let body = words.iter().skip(close).position(|t| matches!(t.text, "{" | ";")).map_or(words.len(), |n| n + close);
    let (before, behind) = (words.get(..at)?, words.get(close + 1..body)?);
    let angle = before.iter().position(|t| t.text == ">").filter(|_| before[0].text == "template");
    let element = angle.and_then(|end| before.get(..end)?.iter().rev().map(|t| t.text).find(|w| *w != ","));
    let qualifiers = ["__device__", "__host__", "__forceinline__", "__inline__", "inline", "constexpr", "static"];
    let result = before.get(angle.map_or(0, |end| end + 1)..)?;
    let result = result.iter().map(|t| t.text).filter(|w| !qualifiers.contains(w) && *w != "__noinline__");
    let range = words[at].start..words.get(open - 1)?.start + 1;
    Some(Call {
        signature: join(words.get(..body)?),
        range,
        element: element.map(str::to_owned),
        result: result.map(str::to_owned).collect(),
        parameters: parameters(words.get(open + 1..close)?),
        is_device: before.iter().any(|t| t.text == "__device__"),
        is_const: behind.iter().any(|t| t.text == "const"),
        is_hidden,
    })
}

/// The declarations in the body of a struct; those with a body of their own end with it.
fn statements<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut all = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(token) = tokens.get(at) {
        match token.text {
            ";" => {
                all.extend(tokens.get(start..at));
                start = at + 1;
            }
            "{" => {
                let Some(end) = matching(tokens, at) else { break };
                let is_function = tokens[start..at].iter().any(|t| t.text == "(");
                at = end;
                if is_function {
                    all.extend(tokens.get(start..=end));
                    start = end + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    all.into_iter().filter(|statement| !statement.is_empty()).collect()
}

/// Where the brace that opens at `open` closes.
fn matching(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "{" => depth += 1,
            "}" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_functor_with_everything() {
        let source = "namespace oprt::relu::nvidia {\nclass Relu final {\npublic:\n    float slope, other = 1.0f;\n\
             double third{0};\n    static constexpr int WIDTH = 4;\n    int helper() const { return 1; }\n\
             template <typename T>\n    __device__ __forceinline__ T operator()(const T &x) const { if (x) { } return x; }\n\
             private: int last[2];\n};\n}\n";
        let found = structs(source);
        assert_eq!(found.len(), 1);
        let relu = &found[0];
        assert_eq!((relu.namespace.as_str(), relu.name.as_str()), ("oprt::relu::nvidia", "Relu"));
        let members: Vec<String> = relu.members.iter().map(|m| format!("{} {}", m.kind.join(" "), m.name)).collect();
        assert_eq!(members[..3], ["float slope", "float other", "double third"]);
        let call = relu.call.as_ref().unwrap();
        assert_eq!(call.element.as_deref(), Some("T"));
        assert_eq!((call.result.clone(), call.parameters.len()), (vec!["T".to_owned()], 1));
        assert!(call.is_device && call.is_const && !call.is_hidden);
        assert_eq!(&source[call.range.clone()], "operator()");
        assert_eq!(relu.hidden.len(), 1);
    }

    #[test]
    fn a_plain_operator() {
        let found = structs("struct S { S(float a) : a(a) {} float a; float operator()(float x) { return x; } };");
        let call = found[0].call.as_ref().unwrap();
        assert!(found[0].has_constructor && !call.is_const && !call.is_device && call.element.is_none());
        assert!(structs("struct S;").is_empty());
    }

    #[test]
    fn broken_text_ends() {
        for source in [
            "struct",
            "struct S {",
            "struct S { operator",
            "struct S { operator()",
            "struct {",
            "class S { ; }",
            "struct S { float operator()(float x) const { }",
            "struct S { } } }",
            "template <struct T> int f() { }",
        ] {
            structs(source);
        }
    }
}
