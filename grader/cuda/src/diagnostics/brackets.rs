//! Braces that have no partner, and where the missing one probably belongs.
//!
//! That the braces of a text do not balance is a fact; where the missing one belongs is read off the indentation, and
//! said as what it is: where it *seems* to be missing.

use super::code::{Code, Token};

/// What is wrong with the braces of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault<'a> {
    /// A `{` that is never closed.
    NeverClosed {
        /// The `{`.
        open: Token<'a>,
        /// The line on which its `}` seems to be missing.
        line: u32,
        /// The character on that line.
        column: u32,
    },
    /// A `}` without a `{`, which seems to be missing behind the token `head`.
    NeverOpened {
        /// The `}`.
        close: Token<'a>,
        /// The end of the `if`, `for` or function that lacks its `{`.
        head: Token<'a>,
    },
    /// A `}` without a `{`.
    TooMuch {
        /// The `}`.
        close: Token<'a>,
    },
}

impl Fault<'_> {
    /// The line where to look first.
    pub fn line(&self) -> u32 {
        match self {
            Self::NeverClosed { line, .. } => *line,
            Self::NeverOpened { head, .. } => head.line,
            Self::TooMuch { close } => close.line,
        }
    }
}

/// The fault of a text whose braces do not balance.
pub fn fault<'a>(code: &Code<'a>) -> Option<Fault<'a>> {
    // Under a condition, braces may be balanced though they do not look so.
    if code.is_conditional {
        return None;
    }
    let n_of = |sign: &str| code.tokens.iter().filter(|token| token.text == sign).count();
    match n_of("{").cmp(&n_of("}")) {
        std::cmp::Ordering::Greater => never_closed(code),
        std::cmp::Ordering::Less => never_opened(code),
        std::cmp::Ordering::Equal => None,
    }
}

/// The index of the first token on the line of index `at`, or on an earlier line where its statement begins.
fn head_indent(code: &Code<'_>, at: usize) -> u32 {
    // `void f(int a,` / `       int b) {`: what counts is the line that begins the declaration.
    let mut first = at;
    while first > 0 && (!code.tokens[first].is_first || in_parentheses(code, first)) {
        first -= 1;
    }
    code.tokens[first].indent
}

/// Whether index `at` stands within parentheses that its statement opened.
fn in_parentheses(code: &Code<'_>, at: usize) -> bool {
    let mut depth = 0_i32;
    for i in (0..at).rev() {
        match code.text(i) {
            ")" => depth += 1,
            "(" if depth == 0 => return true,
            "(" => depth -= 1,
            "{" | "}" => return false,
            _ => {}
        }
    }
    false
}

/// A `{` that was not closed so far.
struct Open {
    at: usize,
    indent: u32,
    is_namespace: bool,
}

fn never_closed<'a>(code: &Code<'a>) -> Option<Fault<'a>> {
    let mut open: Vec<Open> = Vec::new();
    for (at, token) in code.tokens.iter().enumerate() {
        match (token.text, open.last()) {
            ("{", _) => {
                let is_namespace = code.text(code.statement(at)) == "namespace";
                open.push(Open { at, indent: head_indent(code, at), is_namespace });
            }
            ("}", Some(inner)) => {
                // This one stands further left than what it would close: something in between was never closed.
                let is_left = token.indent < inner.indent && open.iter().any(|outer| outer.indent == token.indent);
                // So was something, when the comment behind this one says that it closes a namespace.
                let is_namespaces = code.namespace_ends.contains(&token.line)
                    && !inner.is_namespace
                    && open.iter().any(|outer| outer.is_namespace);
                if token.is_first && (is_left || is_namespaces) {
                    return Some(not_closed(code, inner));
                }
                open.pop();
            }
            // No function can stand within another one.
            ("template" | "__global__" | "__device__" | "namespace", Some(inner))
                if token.is_first && !inner.is_namespace && token.indent <= inner.indent =>
            {
                return Some(not_closed(code, inner));
            }
            _ => {}
        }
    }
    open.first().map(|outer| not_closed(code, outer))
}

/// The `}` belongs before the next line that stands no further right than the line of the `{`.
fn not_closed<'a>(code: &Code<'a>, open: &Open) -> Fault<'a> {
    let outside = (open.at + 1..code.tokens.len()).find(|&i| {
        let token = &code.tokens[i];
        token.is_first && token.indent <= open.indent && !open.is_namespace
    });
    let last = &code.tokens[outside.unwrap_or(code.tokens.len()) - 1];
    // A comment that names the end of the namespace is still there when its `}` is gone.
    let comment = code.namespace_ends.iter().find(|&&line| open.is_namespace && line > last.line);
    let (line, column) = comment.map_or((last.line, last.column + last.len()), |&line| (line, 1));
    Fault::NeverClosed { open: code.tokens[open.at], line, column }
}

fn never_opened<'a>(code: &Code<'a>) -> Option<Fault<'a>> {
    let mut open: Vec<u32> = Vec::new();
    for (at, token) in code.tokens.iter().enumerate() {
        match token.text {
            "{" => open.push(head_indent(code, at)),
            "}" => {
                let indent = open.pop();
                // This one stands further right than what it would close.
                let is_deeper = indent.is_none_or(|indent| token.is_first && token.indent > indent);
                if !is_deeper {
                    continue;
                }
                // The line that its own indentation belongs to, unless that is a `}`, which needs none.
                let head = (0..at).rev().find(|&i| {
                    let before = &code.tokens[i];
                    before.is_first && before.indent <= token.indent
                });
                if let Some(head) = head
                    && code.tokens[head].indent == token.indent
                    && matches!(code.text(head), "if" | "for" | "while" | "else" | "do")
                {
                    let line = code.tokens[head].line;
                    let end = (head..at).rev().find(|&i| code.tokens[i].line == line).unwrap_or(head);
                    return Some(Fault::NeverOpened { close: *token, head: code.tokens[end] });
                }
                return Some(Fault::TooMuch { close: *token });
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let code = Code::read(text);
        let shown = match fault(&code) {
            Some(Fault::NeverClosed { open, line, .. }) => format!("open {} last {line}", open.line),
            Some(Fault::NeverOpened { close, head }) => format!("close {} head {}", close.line, head.line),
            Some(Fault::TooMuch { close }) => format!("too much {}", close.line),
            None => "none".to_owned(),
        };
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn faults() {
        check("namespace a {\nvoid f() {\n    if (x) {\n        y;\n    }\n}\n}\n", "none");
        check("namespace a {\nvoid f() {\n    if (x) {\n        y;\n\n}\n}\n", "open 3 last 4");
        check("namespace a {\nvoid f() {\n    if (x) {\n        y;\n    }\n\n}\n", "open 1 last 7");
        check("namespace a {\nvoid f() {\n    y;\n}\n\n\n", "open 1 last 4");
        check("namespace a {\nvoid f() {\n    if (x)\n        y;\n    }\n}\n}\n", "close 5 head 3");
        check("namespace a {\nvoid f() {\n    y;\n}\n}\n}\n", "too much 6");
        check("namespace a {\nvoid f() {\n    y;\n\n}  // namespace a\n", "open 2 last 3");
        check("namespace a {\nvoid f() {\n    y;\n}\n\n  // namespace a\n", "open 1 last 6");
        check("__device__ void f() {\n    y;\n\n__device__ void g() {\n}\n", "open 1 last 2");
        check("void f(int a,\n       int b) {\n    if (x) {\n        y;\n}\n", "open 3 last 4");
        check("#if A\nvoid f() {\n#else\nvoid g() {\n#endif\n}\n", "none");
    }
}
