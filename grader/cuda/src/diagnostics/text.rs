//! Causes that the whole text shows better than the place where the compiler lost its way.

use diag::{Text, msg};

use super::brackets::{self, Fault};
use super::code::Stray;
use super::said::{Learner, Said};
use crate::log::NvrtcMessage;

/// How many further lines with strange characters are named.
const MAX_LINES: usize = 6;

/// What the text shows about the errors, given in the compiler's order.
pub fn explain(errors: &[&NvrtcMessage], learner: &Learner<'_>) -> Option<Said> {
    python(learner).or_else(|| stray(errors, learner)).or_else(|| braces(errors, learner))
}

/// Python where CUDA C++ should be.
fn python(learner: &Learner<'_>) -> Option<Said> {
    let text = learner.sources.text(learner.file);
    let is_python = |line: &str| {
        let is_import = line.strip_prefix("from ").is_some_and(|rest| rest.contains(" import "))
            || line.strip_prefix("import ").is_some_and(|rest| !rest.ends_with(';'));
        let is_block = ["def ", "class ", "for ", "if ", "while ", "@"].iter().any(|word| line.starts_with(word));
        is_import || (line.starts_with("def ") && line.trim_end().ends_with(':')) || (is_block && line.ends_with(':'))
    };
    let lines: Vec<(usize, &str)> = text.lines().enumerate().filter(|(_, line)| is_python(line)).collect();
    let has_cuda = text.contains("__global__") || text.contains("namespace");
    let (number, _) = lines.first().filter(|_| !has_cuda)?;
    let line = u32::try_from(number + 1).unwrap_or(1);
    Some(
        Said::syntax(msg!("cuda-python-title")).at(diag::Span::line(learner.file, line)).help(msg!("cuda-python-help")),
    )
}

/// Characters that look like C++ and are not. Only where the compiler complained about one.
fn stray(errors: &[&NvrtcMessage], learner: &Learner<'_>) -> Option<Said> {
    let line = errors.iter().find(|error| error.text == "unrecognized token").and_then(|error| {
        let at = error.at.as_ref().filter(|at| learner.is_here(at))?;
        Some(at.line)
    })?;
    let strays = &learner.code.strays;
    let first = strays.iter().find(|stray| stray.line == line)?;
    let (title, help) = about(*first);
    let place = diag::Span { file: learner.file, line, column: first.column, len: 1 };
    let mut said = Said::syntax(title).at(place).help(help);
    if let Some(wanted) = ascii(first.found) {
        said = said.mark(msg!("cuda-write", wanted = wanted));
    }
    let mut lines: Vec<u32> = strays.iter().filter(|s| s.line != line).map(|s| s.line).collect();
    lines.dedup();
    let n_more = strays.len() - 1;
    if n_more > 0 && lines.is_empty() {
        said = said.note(msg!("cuda-stray-same-line", count = n_more));
    } else if n_more > 0 {
        let mut names: Vec<String> = lines.iter().take(MAX_LINES).map(u32::to_string).collect();
        if lines.len() > MAX_LINES {
            names.push("…".to_owned());
        }
        said = said.note(msg!("cuda-stray-more", count = n_more, lines = names.join(", ")));
    }
    Some(said)
}

/// The title and the advice for a strange character.
fn about(stray: Stray) -> (Text, Text) {
    let code = format!("U+{:04X}", u32::from(stray.found));
    if is_invisible(stray.found) {
        return (msg!("cuda-invisible-title", code = code), msg!("cuda-invisible-help"));
    }
    let found = stray.found.to_string();
    match ascii(stray.found) {
        Some(wanted) => {
            (msg!("cuda-fullwidth-title", found = found, wanted = wanted, code = code), msg!("cuda-fullwidth-help"))
        }
        None => (msg!("cuda-stray-title", found = found), msg!("cuda-stray-help")),
    }
}

/// The sign of C++ that a typographic or full-width character stands for.
fn ascii(found: char) -> Option<String> {
    let code = u32::from(found);
    if (0xFF01..=0xFF5E).contains(&code) {
        return char::from_u32(code - 0xFEE0).map(String::from);
    }
    let wanted = match found {
        '。' => ".",
        '、' => ",",
        '“' | '”' | '„' | '«' | '»' => "\"",
        '‘' | '’' | '′' => "'",
        '【' | '〔' => "[",
        '】' | '〕' => "]",
        '《' | '〈' => "<",
        '》' | '〉' => ">",
        '×' | '∗' | '·' => "*",
        '÷' => "/",
        '−' | '–' | '—' | '‐' => "-",
        '…' => "...",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '→' => "->",
        '￥' => "$",
        _ => return None,
    };
    Some(wanted.to_owned())
}

/// Whether a character shows as a blank or not at all.
fn is_invisible(found: char) -> bool {
    found.is_whitespace()
        || matches!(u32::from(found), 0x00AD | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2064 | 0xFEFF)
}

/// A `{` or `}` without a partner, unless the compiler complained about how an earlier line is written.
fn braces(errors: &[&NvrtcMessage], learner: &Learner<'_>) -> Option<Said> {
    let is_open = |error: &NvrtcMessage| {
        ["missing closing quote", "comment unclosed"].iter().any(|words| error.text.starts_with(words))
    };
    // What a text or a comment swallows to its end is not out of balance by itself.
    if errors.iter().any(|error| is_open(error)) {
        return None;
    }
    let fault = brackets::fault(&learner.code)?;
    let is_syntax = |error: &NvrtcMessage| {
        ["expected ", "this declaration has no storage", "unrecognized"]
            .iter()
            .any(|words| error.text.starts_with(words))
    };
    let earlier = errors.iter().filter(|error| is_syntax(error)).filter_map(|error| {
        let at = error.at.as_ref().filter(|at| learner.is_here(at))?;
        Some(at.line)
    });
    if earlier.min().is_some_and(|line| line < fault.line()) {
        return None;
    }
    let pair = msg!("cuda-pair-help");
    Some(match fault {
        Fault::NeverClosed { open, line, column } => {
            Said::syntax(msg!("cuda-brace-title", sign = "}", line = open.line))
                .at(diag::Span { file: learner.file, line, column, len: 1 })
                .mark(msg!("cuda-brace-seems", sign = "}"))
                .other(learner.span(&open), msg!("cuda-brace-open"))
                .help(msg!("cuda-brace-help"))
        }
        Fault::NeverOpened { close, head } => Said::syntax(msg!("cuda-brace-missing-title", sign = "{"))
            .at(head.behind(learner.file))
            .mark(msg!("cuda-brace-seems", sign = "{"))
            .other(learner.span(&close), msg!("cuda-extra-mark", sign = "}"))
            .help(pair),
        Fault::TooMuch { close } => Said::syntax(msg!("cuda-extra-title", sign = "}"))
            .at(learner.span(&close))
            .mark(msg!("cuda-extra-mark", sign = "}"))
            .help(msg!("cuda-extra-help", sign = "}")),
    })
}
