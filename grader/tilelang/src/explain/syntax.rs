//! Text that Python cannot read.

use diag::{Span, msg};

use super::learner::{Learner, captures, code};
use super::said::Said;

/// Explains a syntax error.
pub fn explain(learner: &Learner<'_>) -> Option<Said> {
    if !matches!(learner.failure.kind.as_str(), "SyntaxError" | "IndentationError" | "TabError") {
        return None;
    }
    Some(cuda(learner).or_else(|| indentation(learner)).or_else(|| sign(learner)).unwrap_or_else(|| {
        let title = msg!("tilelang-syntax-title");
        Said::new(title).help(msg!("tilelang-syntax-help"))
    }))
}

/// CUDA C++ where Python should be.
fn cuda(learner: &Learner<'_>) -> Option<Said> {
    let at = learner.find(r"__global__|^\s*(?:template\s*<.*|using namespace.*|namespace \w+.*)").or_else(|| {
        learner.text.lines().any(|l| l.starts_with("#include") || l.starts_with("#pragma")).then(|| learner.place())?
    })?;
    Some(Said::new(msg!("tilelang-cuda-title")).at(Some(at)).help(msg!("tilelang-cuda-help")))
}

/// Blocks are made by indentation.
fn indentation(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    if let Some(groups) = captures(
        r"^expected an indented block(?: after '?(.+?)'? (?:statement|definition) on line (\d+)|.* on line (\d+))?",
        message,
    ) {
        let word = groups[0].trim_start_matches("function").trim();
        let head = groups[1].parse().or_else(|_| groups[2].parse()).ok();
        let title = match word {
            "" => msg!("tilelang-block-title"),
            word => msg!("tilelang-block-of-title", word = word),
        };
        let said = Said::new(title).at(learner.failure.line.and_then(|line| learner.line(line)));
        let said = match head {
            Some(head) => said.other(learner.line(head), msg!("tilelang-block-head")),
            None => said,
        };
        return Some(said.help(msg!("tilelang-block-help")));
    }
    let title = if message.starts_with("unindent does not match") {
        msg!("tilelang-unindent-title")
    } else if message.starts_with("unexpected indent") {
        msg!("tilelang-indent-title")
    } else if message.starts_with("inconsistent use of tabs") {
        msg!("tilelang-tabs-title")
    } else {
        return None;
    };
    let help =
        if message.starts_with("inconsistent") { msg!("tilelang-tabs-help") } else { msg!("tilelang-indent-help") };
    let line = learner.failure.line.and_then(|line| learner.line(line));
    Some(Said::new(title).at(line).help(help))
}

/// A sign that is missing, too much, or none of Python's.
fn sign(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    let (number, line) = learner.here()?;
    let statement = code(line).trim();
    if let Some(groups) = captures(r"^invalid (?:non-printable )?character (?:'(.)' )?\(?U\+([0-9A-F]+)", message) {
        return Some(strange(learner, groups[0], groups[1], number));
    }
    if statement.starts_with("else if") {
        let at = learner.find_on(number, "else if");
        let said = Said::new(msg!("tilelang-elif-title")).at(at);
        return Some(said.mark(msg!("tilelang-write", wanted = "elif")));
    }
    if let Some(operator) = ["++", "--"].into_iter().find(|sign| statement.ends_with(sign)) {
        let one = if operator == "++" { "+= 1" } else { "-= 1" };
        return Some(
            Said::new(msg!("tilelang-increment-title", sign = operator))
                .at(learner.find_on(number, &regex::escape(operator)))
                .mark(msg!("tilelang-write", wanted = one)),
        );
    }
    for (found, wanted) in [("&&", "and"), ("||", "or"), ("//", "#")] {
        let is_here = if found == "//" { statement.starts_with(found) } else { statement.contains(found) };
        if is_here {
            let title = if found == "//" {
                msg!("tilelang-comment-title")
            } else {
                msg!("tilelang-operator-title", sign = found)
            };
            let said = Said::new(title).at(learner.find_on(number, &regex::escape(found)));
            return Some(said.mark(msg!("tilelang-write", wanted = wanted)));
        }
    }
    if statement.ends_with('{') {
        let at = learner.find_on(number, r"\{\s*$");
        return Some(
            Said::new(msg!("tilelang-braces-title"))
                .at(at)
                .mark(msg!("tilelang-write", wanted = ":"))
                .help(msg!("tilelang-block-help")),
        );
    }
    if let Some(groups) = captures(r"^'(.)' was never closed", message) {
        return Some(open_bracket(learner, groups[0]));
    }
    // Python notices a bracket that is not closed only at the `:` or the `=` behind it.
    if message == "invalid syntax" && opens_more(statement) {
        let open = ['(', '[', '{'].into_iter().find(|&open| is_open(statement, open)).unwrap_or('(');
        let sign = open.to_string();
        let at = learner.find_on(number, &regex::escape(&sign));
        let title = msg!("tilelang-bracket-title", sign = sign.as_str());
        return Some(
            Said::new(title)
                .at(at)
                .mark(msg!("tilelang-bracket-open"))
                .help(msg!("tilelang-bracket-help", sign = closing(open))),
        );
    }
    if message == "expected ':'" {
        let word = statement.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let behind = end_of(learner, number)?;
        let title = msg!("tilelang-colon-title", word = word);
        return Some(Said::new(title).at(Some(behind)).mark(msg!("tilelang-missing", sign = ":")));
    }
    if message.contains("forgot a comma") {
        return Some(Said::new(msg!("tilelang-comma-title")).help(msg!("tilelang-comma-help")));
    }
    if message.starts_with("unterminated") || message.starts_with("EOL while") || message.starts_with("EOF while") {
        return Some(Said::new(msg!("tilelang-quote-title")).help(msg!("tilelang-quote-help")));
    }
    if let Some(groups) = captures(r"^unmatched '(.)'", message) {
        return Some(
            Said::new(msg!("tilelang-unmatched-title", sign = groups[0])).help(msg!("tilelang-unmatched-help")),
        );
    }
    if let Some(groups) = captures(r"^closing parenthesis '(.)' does not match opening parenthesis '(.)'", message) {
        let title = msg!("tilelang-mismatch-title", found = groups[0], opened = groups[1]);
        return Some(Said::new(title).help(msg!("tilelang-unmatched-help")));
    }
    if message.contains("instead of '='") {
        let said = Said::new(msg!("tilelang-compare-title")).at(learner.find_on(number, r"[^=!<>](=)[^=]"));
        return Some(said.mark(msg!("tilelang-write", wanted = "==")));
    }
    if message == "'return' outside function" {
        return Some(Said::new(msg!("tilelang-return-outside-title")).help(msg!("tilelang-return-outside-help")));
    }
    if message.starts_with("cannot assign to") {
        return Some(Said::new(msg!("tilelang-assign-title")).help(msg!("tilelang-assign-help")));
    }
    None
}

/// A bracket that Python saw the end of the file without.
fn open_bracket(learner: &Learner<'_>, sign: &str) -> Said {
    let open = sign.chars().next().unwrap_or('(');
    Said::new(msg!("tilelang-bracket-title", sign = sign))
        .at(learner.place().map(|place| Span { len: 1, ..place }))
        .mark(msg!("tilelang-bracket-open"))
        .help(msg!("tilelang-bracket-help", sign = closing(open)))
}

/// A character that only looks like one of Python's, or like nothing.
fn strange(learner: &Learner<'_>, found: &str, number: &str, line: u32) -> Said {
    let code = format!("U+{number}");
    let at = learner.place().map(|place| Span { len: 1, ..place });
    let character = u32::from_str_radix(number, 16).ok().and_then(char::from_u32);
    match character.and_then(ascii) {
        Some(wanted) => {
            let more = learner.sources.line(learner.file, line).unwrap_or_default();
            let n_more = more.chars().filter(|c| ascii(*c).is_some()).count().saturating_sub(1);
            let title = msg!("tilelang-fullwidth-title", found = found, wanted = wanted.as_str(), code = code);
            let said = Said::verbatim(title).at(at).mark(msg!("tilelang-write", wanted = wanted));
            let said = if n_more > 0 { said.note(msg!("tilelang-fullwidth-more", count = n_more)) } else { said };
            said.help(msg!("tilelang-fullwidth-help"))
        }
        None if found.trim().is_empty() => {
            Said::verbatim(msg!("tilelang-invisible-title", code = code)).at(at).help(msg!("tilelang-invisible-help"))
        }
        None => Said::verbatim(msg!("tilelang-stray-title", found = found)).at(at).help(msg!("tilelang-stray-help")),
    }
}

/// The sign of Python that a typographic or full-width character stands for.
fn ascii(found: char) -> Option<String> {
    let code = u32::from(found);
    if (0xFF01..=0xFF5E).contains(&code) {
        return char::from_u32(code - 0xFEE0).map(String::from);
    }
    let wanted = match found {
        '。' => ".",
        '、' => ",",
        '“' | '”' => "\"",
        '‘' | '’' => "'",
        '【' => "[",
        '】' => "]",
        '×' => "*",
        '÷' => "/",
        '−' | '–' | '—' => "-",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        _ => return None,
    };
    Some(wanted.to_owned())
}

fn closing(open: char) -> &'static str {
    match open {
        '[' => "]",
        '{' => "}",
        _ => ")",
    }
}

fn is_open(statement: &str, open: char) -> bool {
    let close = closing(open);
    statement.matches(open).count() > statement.matches(close).count()
}

/// Whether a line opens more brackets than it closes.
fn opens_more(statement: &str) -> bool {
    ['(', '[', '{'].into_iter().any(|open| is_open(statement, open))
}

/// The place behind the code of a line.
fn end_of(learner: &Learner<'_>, number: u32) -> Option<Span> {
    let span = learner.line(number)?;
    Some(Span { column: span.column + span.len, len: 1, ..span })
}
