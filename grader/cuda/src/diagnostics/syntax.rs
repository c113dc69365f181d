//! How the program is written: signs that are missing or too many.

use diag::msg;

use super::code::Token;
use super::said::{Learner, Said, quoted};
use super::similar::similar;
use crate::log::NvrtcMessage;

/// Explains a message about how the program is written.
pub fn explain(message: &NvrtcMessage, learner: &Learner<'_>) -> Option<Said> {
    let text = message.text.as_str();
    let at = learner.at(message)?;
    if text == "missing closing quote" {
        let place = learner.code.tokens.get(at)?;
        return Some(
            Said::syntax(msg!("cuda-quote-title")).at(learner.span(place)).help(msg!("cuda-quote-help", sign = "\"")),
        );
    }
    if text.starts_with("comment unclosed") {
        return Some(Said::syntax(msg!("cuda-comment-title")).help(msg!("cuda-comment-help")));
    }
    if let Some(said) = broken_line(learner, at) {
        return Some(said);
    }
    // `return` without its `;` takes the next line for its value.
    let line = learner.code.tokens.get(at).map_or(0, |here| here.line);
    if let Some(before) = learner.code.before(at).filter(|before| before.text == "return" && before.line < line) {
        return Some(semicolon(learner, before));
    }
    if text.starts_with("this declaration has no storage class") {
        return Some(no_declaration(learner, at));
    }
    if !text.starts_with("expected ") && !text.ends_with("already been declared in the current scope") {
        return None;
    }
    if let Some(said) = for_header(learner, at) {
        return Some(said);
    }
    if !text.starts_with("expected ") {
        return None;
    }
    if let Some(said) = macro_with_semicolon(learner, at) {
        return Some(said);
    }
    expected(message, learner, at)
}

/// A line that is broken before the compiler's own place: `include` without `#`, `template <typename T` without `>`.
fn broken_line(learner: &Learner<'_>, at: usize) -> Option<Said> {
    let code = &learner.code;
    let line = code.tokens.get(at.min(code.tokens.len().checked_sub(1)?))?.line;
    let first = code.at(line, 0);
    let word = code.tokens.get(first)?;
    if matches!(word.text, "include" | "define" | "pragma" | "ifdef" | "ifndef" | "endif")
        && !matches!(code.text(first + 1), "(" | "=" | "[" | ";" | ".")
    {
        let title = msg!("cuda-hash-title", word = word.text);
        return Some(Said::syntax(title).at(learner.span(word)).help(msg!("cuda-hash-help", word = word.text)));
    }
    // The compiler notices on this line or on the next.
    let template = (0..=at.min(code.tokens.len() - 1)).rev().find(|&i| code.text(i) == "template")?;
    if code.text(template + 1) != "<" || code.tokens[template].line + 1 < line {
        return None;
    }
    let end = (template..code.tokens.len())
        .find(|&i| matches!(code.text(i), ">" | "{" | ";" | "__global__" | "__device__" | "void" | "__host__"))?;
    if code.text(end) == ">" {
        return None;
    }
    let last = code.before(end)?;
    let title = msg!("cuda-missing-title", sign = ">", after = last.text);
    Some(
        Said::syntax(title)
            .at(last.behind(learner.file))
            .mark(msg!("cuda-missing-mark", sign = ">"))
            .help(msg!("cuda-template-help")),
    )
}

/// The header of a `for` whose parts are not separated by two `;`.
fn for_header(learner: &Learner<'_>, at: usize) -> Option<Said> {
    let code = &learner.code;
    // The `(` of the innermost `for` around the place.
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
    if open == 0 || code.text(open - 1) != "for" {
        return None;
    }
    let close = code.partner(open).unwrap_or(code.tokens.len());
    let line = code.tokens[open].line;
    let parts: Vec<usize> = (open..close).take_while(|&i| code.tokens[i].line == line && code.text(i) != "{").collect();
    let wrong = parts.iter().find(|&&i| matches!(code.text(i), "," | ":"));
    let n_semicolons = parts.iter().filter(|&&i| code.text(i) == ";").count();
    let wrong = code.tokens.get(*wrong?)?;
    if n_semicolons >= 2 {
        return None;
    }
    let title = msg!("cuda-for-title", found = wrong.text);
    Some(Said::syntax(title).at(learner.span(wrong)).mark(msg!("cuda-write", wanted = ";")).help(msg!("cuda-for-help")))
}

/// A macro whose `;` lands in the middle of a line.
fn macro_with_semicolon(learner: &Learner<'_>, at: usize) -> Option<Said> {
    let code = &learner.code;
    let around = [at.checked_sub(1), Some(at)].into_iter().flatten().map(|i| (i, code.text(i)));
    let (i, define) = around
        .into_iter()
        .find_map(|(i, name)| Some((i, code.defines.iter().find(|d| d.name == name && d.body.ends_with(';'))?)))?;
    let line = learner.sources.line(learner.file, define.line)?;
    let column = line.rfind(';').map_or(0, |at| line[..at].chars().count());
    let place = diag::Span {
        file: learner.file,
        line: define.line,
        column: u32::try_from(column).unwrap_or(0).saturating_add(1),
        len: 1,
    };
    let used = code.tokens.get(i)?;
    Some(
        Said::syntax(msg!("cuda-macro-title", name = define.name))
            .at(place)
            .mark(msg!("cuda-macro-mark"))
            .other(learner.span(used), msg!("cuda-macro-used", text = define.body))
            .help(msg!("cuda-macro-help", name = define.name)),
    )
}

/// What stands at a place where only a declaration can stand.
fn no_declaration(learner: &Learner<'_>, at: usize) -> Said {
    let name = learner.code.text(at);
    let qualifiers = ["__global__", "__device__", "__host__", "__shared__"];
    match similar(name, std::iter::empty()).filter(|known| qualifiers.contains(&known.as_str())) {
        Some(known) => Said::syntax(msg!("cuda-undefined-similar-title", name = name, similar = known.as_str()))
            .mark(msg!("cuda-write", wanted = known.clone()))
            .help(msg!("cuda-help-similar", name = known)),
        None => Said::syntax(msg!("cuda-outside-title", name = name)).help(msg!("cuda-outside-help")),
    }
}

/// `expected a ")"` and its like.
fn expected(message: &NvrtcMessage, learner: &Learner<'_>, at: usize) -> Option<Said> {
    let code = &learner.code;
    let wanted = quoted(&message.text).first().copied().unwrap_or_default();
    let before = code.before(at)?;
    let here = code.tokens.get(at);
    if let Some(here) = here.filter(|here| here.text == "else") {
        return Some(else_without_if(learner, at, here));
    }
    if before.text == "else" && message.text == "expected a statement" {
        return Some(else_without_if(learner, at - 1, before));
    }
    if let Some(here) = here.filter(|here| matches!(here.text, ")" | "]") && closes_nothing(learner, at, here)) {
        let title = msg!("cuda-extra-title", sign = here.text);
        return Some(
            Said::syntax(title)
                .mark(msg!("cuda-extra-mark", sign = here.text))
                .help(msg!("cuda-extra-help", sign = here.text)),
        );
    }
    match wanted {
        ";" => Some(semicolon(learner, before)),
        "(" if matches!(before.text, "if" | "for" | "while" | "switch") => Some(
            Said::syntax(msg!("cuda-condition-title", word = before.text))
                .help(msg!("cuda-condition-help", word = before.text)),
        ),
        "{" if here.is_some_and(|here| here.text == ":") => Some(
            Said::syntax(msg!("cuda-colons-title"))
                .mark(msg!("cuda-write", wanted = "::"))
                .help(msg!("cuda-colons-help")),
        ),
        ")" | "]" => {
            let ends = |token: &Token<'_>| {
                token.is_word()
                    || matches!(token.text, ")" | "]")
                    || token.text.starts_with(|c: char| c.is_ascii_digit())
            };
            let begins = |token: &Token<'_>| token.is_word() || token.text.starts_with(['"', '0', '1', '2', '3', '4']);
            if let Some(here) = here.filter(|here| begins(here) && here.line == before.line && ends(before)) {
                let title = msg!("cuda-between-title", before = before.text, after = here.text);
                return Some(Said::syntax(title).at(learner.span(here)).help(msg!("cuda-between-help", sign = wanted)));
            }
            let mut said = Said::syntax(msg!("cuda-missing-title", sign = wanted, after = before.text))
                .at(before.behind(learner.file))
                .mark(msg!("cuda-missing-mark", sign = wanted));
            let opened = innermost(learner, at);
            if let Some(open) = opened.map(|i| &code.tokens[i]) {
                said = said.other(learner.span(open), msg!("cuda-opened-mark", sign = open.text));
            }
            Some(said.help(msg!("cuda-pair-help")))
        }
        "{" if namespace_name(learner, at).is_some() => {
            let name = namespace_name(learner, at)?;
            Some(
                Said::syntax(msg!("cuda-missing-title", sign = wanted, after = name.text))
                    .at(name.behind(learner.file))
                    .mark(msg!("cuda-missing-mark", sign = wanted)),
            )
        }
        "{" | "(" | "," | "<" | ">" => Some(
            Said::syntax(msg!("cuda-missing-title", sign = wanted, after = before.text))
                .at(before.behind(learner.file))
                .mark(msg!("cuda-missing-mark", sign = wanted)),
        ),
        _ => {
            let here = here?;
            Some(Said::syntax(msg!("cuda-unexpected-title", found = here.text)).help(msg!(
                "cuda-unexpected-help",
                before = before.text,
                line = before.line
            )))
        }
    }
}

/// The last word of the name of the namespace that begins right before an index and has no `{`.
fn namespace_name<'a>(learner: &Learner<'a>, at: usize) -> Option<Token<'a>> {
    let code = &learner.code;
    let start = (code.statement(at)..at).find(|&i| code.text(i) == "namespace")?;
    let mut end = start + 1;
    while code.text(end + 1) == "::" {
        end += 2;
    }
    code.tokens.get(end).copied().filter(|_| code.text(end + 1) != "{" && end < at)
}

/// A `;` is missing behind a token.
fn semicolon(learner: &Learner<'_>, behind: &Token<'_>) -> Said {
    Said::syntax(msg!("cuda-missing-title", sign = ";", after = behind.text))
        .at(behind.behind(learner.file))
        .mark(msg!("cuda-missing-mark", sign = ";"))
        .help(msg!("cuda-semicolon-help"))
}

/// An `else` that the `if` before it does not reach.
fn else_without_if(learner: &Learner<'_>, at: usize, place: &Token<'_>) -> Said {
    let code = &learner.code;
    let said = Said::syntax(msg!("cuda-else-title")).at(learner.span(place));
    // `if (…); { … } else`: the `;` ended the `if`.
    let open = at.checked_sub(1).filter(|&i| code.text(i) == "}").and_then(|i| code.partner(i));
    let semicolon = open.and_then(|open| code.before(open)).filter(|token| token.text == ";");
    match semicolon {
        Some(token) => {
            said.other(learner.span(token), msg!("cuda-else-semicolon")).help(msg!("cuda-else-semicolon-help"))
        }
        None => said.help(msg!("cuda-else-help")),
    }
}

/// The innermost `(` or `[` that is open before an index, within its statement.
fn innermost(learner: &Learner<'_>, at: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for i in (0..at).rev() {
        match learner.code.text(i) {
            ")" | "]" => depth += 1,
            "(" | "[" if depth == 0 => return Some(i),
            "(" | "[" => depth -= 1,
            "{" | "}" => return None,
            _ => {}
        }
    }
    None
}

/// Whether the `)` or `]` at an index has no partner.
fn closes_nothing(learner: &Learner<'_>, at: usize, here: &Token<'_>) -> bool {
    let wanted = if here.text == ")" { "(" } else { "[" };
    innermost(learner, at).is_none_or(|open| learner.code.text(open) != wanted)
}
