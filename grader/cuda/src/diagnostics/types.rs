//! Values, types and calls that do not go together.

use diag::msg;

use super::said::{Learner, Said, quoted};
use crate::log::NvrtcMessage;

/// The variables that have the parts x, y and z.
const BUILT_IN: [&str; 4] = ["threadIdx", "blockIdx", "blockDim", "gridDim"];
/// How many signatures of a function are shown.
const MAX_CANDIDATES: usize = 3;

/// Explains a message about types.
pub fn explain(message: &NvrtcMessage, learner: &Learner<'_>) -> Option<Said> {
    let text = message.text.as_str();
    let names = quoted(text);
    let first = names.first().copied().unwrap_or_default();
    let second = names.get(1).copied().unwrap_or_default();
    if let Some(said) = dim3(message, learner) {
        return Some(said);
    }
    if text.starts_with("expression must be a modifiable lvalue") {
        return Some(not_writable(message, learner));
    }
    if text.starts_with("a value of type ")
        || text.starts_with("no suitable c")
        || text.starts_with("argument of type ")
    {
        return Some(other_type(first, second, message, learner));
    }
    if text.starts_with("more than one operator") || text.starts_with("no operator ") {
        return Some(operator(first, message));
    }
    if text.starts_with("more than one instance of overloaded function") {
        let types = arguments(message).unwrap_or_default();
        return Some(
            Said::new(msg!("cuda-ambiguous-title", name = first, types = types)).help(msg!("cuda-ambiguous-help")),
        );
    }
    if text.starts_with("no instance of ") && text.contains("matches the argument list") {
        return Some(no_instance(first, message, learner));
    }
    if text.ends_with("has already been declared in the current scope") {
        return Some(twice(first, message, learner));
    }
    if text.starts_with("too few arguments in function call") || text.starts_with("too many arguments in function call")
    {
        return number_of_arguments(message, learner);
    }
    if text.starts_with("expression must have integral") {
        return Some(not_integral(message, learner));
    }
    if text.starts_with("expression must have pointer-to-object type") {
        let name = learner.at(message).map_or("", |at| learner.code.text(at));
        let said = Said::new(msg!("cuda-no-array-title", name = name, kind = first));
        return Some(with_star(said, name, message, learner).help(msg!("cuda-no-array-help", name = name)));
    }
    if text.starts_with("expression preceding parentheses of apparent call") {
        let at = learner.at(message)?;
        let open = (at..learner.code.tokens.len()).find(|&i| learner.code.text(i) == "(")?;
        let called: String = (at..open).map(|i| learner.code.text(i)).collect();
        return Some(Said::new(msg!("cuda-no-function-title", name = called)).help(msg!("cuda-no-function-help")));
    }
    if text.starts_with("a break statement") || text.starts_with("a continue statement") {
        let word = if text.starts_with("a break") { "break" } else { "continue" };
        return Some(Said::new(msg!("cuda-break-title", word = word)).help(msg!("cuda-break-help")));
    }
    None
}

/// `threadIdx` and its like used as one number, a function or an array.
fn dim3(message: &NvrtcMessage, learner: &Learner<'_>) -> Option<Said> {
    let text = message.text.as_str();
    let is_about = text.contains("uint3")
        || text.contains("dim3")
        || text.starts_with("call of an object of a class type without appropriate operator()");
    if !is_about {
        return None;
    }
    let at = learner.at(message)?;
    let line = learner.code.tokens.get(at)?.line;
    // The one nearest to the place that is used whole.
    let place = (0..learner.code.tokens.len())
        .filter(|&i| learner.code.tokens[i].line == line)
        .filter(|&i| BUILT_IN.contains(&learner.code.text(i)) && learner.code.text(i + 1) != ".")
        .min_by_key(|i| i.abs_diff(at))?;
    let token = &learner.code.tokens[place];
    let title = msg!("cuda-dim3-title", name = token.text);
    Some(Said::new(title).at(learner.span(token)).help(msg!("cuda-dim3-help", name = token.text)))
}

/// Something that cannot stand on the left of `=`.
fn not_writable(message: &NvrtcMessage, learner: &Learner<'_>) -> Said {
    let at = learner.at(message).unwrap_or(0);
    let code = &learner.code;
    let name = code.text(at);
    if let Some(declared) = learner.declared_before(name, at) {
        let start =
            (0..declared).rev().find(|&i| matches!(code.text(i), ";" | "{" | "}" | "(" | ",")).map_or(0, |i| i + 1);
        let constant = (start..declared).find(|&i| matches!(code.text(i), "const" | "constexpr"));
        if let Some(constant) = constant.and_then(|i| code.tokens.get(i)) {
            let place = &code.tokens[declared];
            let end = place.column + place.len();
            let is_same_line = constant.line == place.line;
            let span = diag::Span {
                len: if is_same_line { end - constant.column } else { constant.len() },
                ..learner.span(constant)
            };
            return Said::new(msg!("cuda-const-title", name = name))
                .other(span, msg!("cuda-const-mark", name = name))
                .help(msg!("cuda-const-help", name = name));
        }
    }
    if BUILT_IN.contains(&name) {
        return Said::new(msg!("cuda-const-title", name = name)).help(msg!("cuda-built-in-const-help"));
    }
    Said::new(msg!("cuda-not-writable-title")).help(msg!("cuda-not-writable-help"))
}

/// A value of one type where another is needed.
fn other_type(from: &str, to: &str, message: &NvrtcMessage, learner: &Learner<'_>) -> Said {
    if from == "void" {
        return Said::new(msg!("cuda-void-title")).help(msg!("cuda-void-help"));
    }
    let said = Said::new(msg!("cuda-type-title", from = from, to = to));
    let without_const = from.strip_prefix("const ").unwrap_or(from);
    if from.starts_with("const ") && from.ends_with('*') && without_const == to {
        return said.note(msg!("cuda-drops-const-note")).help(msg!("cuda-drops-const-help", from = from));
    }
    if from.ends_with('*') && !to.ends_with('*') {
        // `float *a, b;`: the `*` belongs to `a` alone.
        let at = learner.at(message).unwrap_or(0);
        // The caret stands on the `=` of an assignment.
        let name = learner.code.before(at).map_or("", |token| token.text);
        return with_star(said, name, message, learner).help(msg!("cuda-pointer-help"));
    }
    if to.ends_with('*') && !from.ends_with('*') {
        return said.help(msg!("cuda-address-help"));
    }
    if from.ends_with('*') && to.ends_with('*') {
        return said.help(msg!("cuda-cast-help", to = to));
    }
    said
}

/// Marks a declaration such as `float *a, b` in which `b` is no pointer.
fn with_star(said: Said, name: &str, message: &NvrtcMessage, learner: &Learner<'_>) -> Said {
    let code = &learner.code;
    let at = learner.at(message).unwrap_or(0);
    let listed = (1..at.min(code.tokens.len())).rev().find(|&i| {
        let statement = code.statement(i);
        code.text(i) == name
            && code.text(i - 1) == ","
            && matches!(code.text(i + 1), ";" | "," | "=")
            && (statement..i).any(|k| code.text(k) == "*")
            && (statement..i).all(|k| code.text(k) != "(")
    });
    match listed.and_then(|i| code.tokens.get(i)) {
        Some(token) => said.other(learner.span(token), msg!("cuda-star-mark", name = name)),
        None => said,
    }
}

/// An operator without, or with too many, meanings for its operands.
fn operator(sign: &str, message: &NvrtcMessage) -> Said {
    let operands = message.text.rsplit_once("operand types are: ").map_or("", |(_, types)| types.trim());
    let operands = operands.replace("__half", "half");
    let said = Said::new(msg!("cuda-operator-title", sign = sign, operands = operands.as_str()));
    if ["half", "bfloat16"].iter().any(|name| operands.contains(name)) {
        return if message.text.starts_with("more than one") {
            said.note(msg!("cuda-half-note")).help(msg!("cuda-help-half-operands"))
        } else {
            said.help(msg!("cuda-half-operator-help"))
        };
    }
    if ["float2", "float4", "int2", "int4"].iter().any(|name| operands.contains(name)) {
        return said.help(msg!("cuda-vector-help"));
    }
    said
}

/// The types of a call's arguments.
fn arguments(message: &NvrtcMessage) -> Option<String> {
    let (_, types) = message.text.rsplit_once("argument types are: ")?;
    Some(types.trim().trim_matches(['(', ')']).to_owned())
}

/// A call that no declaration of the function fits.
fn no_instance(name: &str, message: &NvrtcMessage, learner: &Learner<'_>) -> Said {
    let types = arguments(message).unwrap_or_default();
    // The namespaces around the learner's own function are known.
    let name = if name.starts_with("std::") { name } else { name.rsplit("::").next().unwrap_or(name) };
    let mut said = Said::new(msg!("cuda-call-title", name = name, types = types.as_str()));
    if name.starts_with("__shfl") {
        return said.help(msg!("cuda-shfl-help", name = name));
    }
    if name.starts_with("std::m") {
        return said.note(msg!("cuda-same-type-note")).help(msg!("cuda-ambiguous-help"));
    }
    if name.starts_with("atomic") && types.starts_with("const ") {
        return said.help(msg!("cuda-atomic-const-help", name = name));
    }
    let mut candidates: Vec<&str> = message.notes.iter().filter_map(|note| candidate(&note.text)).collect();
    candidates.dedup();
    if !candidates.is_empty() {
        let n_more = candidates.len().saturating_sub(MAX_CANDIDATES);
        candidates.truncate(MAX_CANDIDATES);
        let list = candidates.join(", ");
        said = said.note(if n_more > 0 {
            msg!("cuda-candidates-more", list = list, count = n_more)
        } else {
            msg!("cuda-candidates", list = list)
        });
    }
    if (name == "atomicMax" || name == "atomicMin") && types.contains("float") {
        return said.help(msg!("cuda-atomic-max-help", name = name));
    }
    let own = message.notes.iter().find_map(|note| {
        let at = learner.at(note)?;
        learner.code.tokens.get(at)
    });
    if let Some(place) = own {
        said = said.other(learner.span(place), msg!("cuda-declared-here", name = name));
    }
    said.help(msg!("cuda-call-help"))
}

/// The signature that a note about a candidate names.
fn candidate(note: &str) -> Option<&str> {
    let quoted = quoted(note).into_iter().next()?;
    quoted.contains('(').then_some(quoted)
}

/// A name that is declared twice in one place.
fn twice(name: &str, message: &NvrtcMessage, learner: &Learner<'_>) -> Said {
    let at = learner.at(message).unwrap_or(0);
    let mut said = Said::new(msg!("cuda-twice-title", name = name)).help(msg!("cuda-twice-help", name = name));
    let first = learner.declared_before(name, at);
    if let Some(first) = first.and_then(|i| learner.code.tokens.get(i)) {
        said = said.other(learner.span(first), msg!("cuda-declared-here", name = name));
    }
    said
}

/// A call with too few or too many arguments.
fn number_of_arguments(message: &NvrtcMessage, learner: &Learner<'_>) -> Option<Said> {
    let code = &learner.code;
    let at = learner.at(message)?;
    let is_few = message.text.starts_with("too few");
    // The caret stands on the `)` where an argument is missing, else on the argument that is too many.
    let mut depth = 0_i32;
    let open = (0..at).rev().find(|&i| match code.text(i) {
        ")" => {
            depth += 1;
            false
        }
        "(" if depth == 0 => true,
        "(" => {
            depth -= 1;
            false
        }
        _ => false,
    })?;
    let name = code.before(open)?.text;
    let title = if is_few { msg!("cuda-too-few-title", name = name) } else { msg!("cuda-too-many-title", name = name) };
    let said = Said::new(title).help(msg!("cuda-arguments-help", name = name));
    let declared = (0..code.tokens.len()).find(|&i| {
        code.text(i) == name && code.text(i + 1) == "(" && i.checked_sub(1).is_some_and(|k| code.tokens[k].is_word())
    });
    Some(match declared.and_then(|i| code.tokens.get(i)) {
        Some(token) => said.other(learner.span(token), msg!("cuda-declared-here", name = name)),
        None => said,
    })
}

/// A fraction where only integers can be.
fn not_integral(message: &NvrtcMessage, learner: &Learner<'_>) -> Said {
    let code = &learner.code;
    let at = learner.at(message).unwrap_or(0);
    if at.checked_sub(1).is_some_and(|before| code.text(before) == "[") {
        return Said::new(msg!("cuda-index-title")).help(msg!("cuda-index-help"));
    }
    let line = code.tokens.get(at).map_or(0, |token| token.line);
    let on_line = |i: &usize| code.tokens[*i].line == line;
    let signs = ["%", "^", "&", "|", "<<", "~", "%=", "^="];
    let after = (at..code.tokens.len()).take_while(on_line).find(|&i| signs.contains(&code.text(i)));
    let before = at.checked_sub(1).filter(|&i| signs.contains(&code.text(i)));
    let Some(sign) = before.or(after).map(|i| code.text(i)) else { return Said::new(msg!("cuda-integral-title")) };
    let said = Said::new(msg!("cuda-integer-sign-title", sign = sign));
    match sign {
        "^" | "^=" => said.help(msg!("cuda-power-help")),
        "%" | "%=" => said.help(msg!("cuda-remainder-help")),
        "&" | "|" => said.help(msg!("cuda-bits-help")),
        _ => said,
    }
}
