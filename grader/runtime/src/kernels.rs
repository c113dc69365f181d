//! Finds the `__global__` functions in a learner's text, without compiling it.
//!
//! Only used to word a finding: when the kernel that the exercise asks for is not there, the learner sees what *is* there.
//! Missed: kernels that a macro declares, and names spelt through one.

use std::ops::Range;

/// A `__global__` function as the text declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The namespaces around it, joined by `::`; empty at file scope.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// Its declaration on one line, from `template` or `__global__` to the closing parenthesis.
    pub signature: String,
    /// The 1-based line of its name.
    pub line: u32,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
    /// Byte offset of the parenthesis that closes them.
    pub end: usize,
}

/// A parameter of a declared kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Type and name, spaced as people write C++.
    pub text: String,
    /// Its name; empty where it has none.
    pub name: String,
    /// The words and signs of its type, spelt one way: without the name and what does not matter to a caller.
    pub kind: Vec<String>,
    /// Where it stands in the source, in bytes.
    pub range: Range<usize>,
}

/// A word or a sign of the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'a> {
    pub text: &'a str,
    pub line: u32,
    /// Byte offset in the source.
    pub start: usize,
}

/// All `__global__` functions of `source`, in order.
pub fn declared(source: &str) -> Vec<Declared> {
    let tokens = tokens(source);
    let mut found = Vec::new();
    // What each open brace belongs to: the namespace's name, or nothing.
    let mut scopes: Vec<Option<String>> = Vec::new();
    let mut pending: Option<String> = None;
    // Where the declaration that is being read began.
    let mut start = 0;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token.text {
            "namespace" => {
                let (name, next) = namespace_name(&tokens, at + 1);
                pending = Some(name);
                at = next;
                continue;
            }
            "{" => {
                scopes.push(pending.take());
                start = at + 1;
            }
            "}" => {
                scopes.pop();
                start = at + 1;
            }
            ";" => {
                pending = None;
                start = at + 1;
            }
            "__global__" => {
                if let Some((mut kernel, end)) = kernel(&tokens, start, at) {
                    let around: Vec<&str> =
                        scopes.iter().flatten().map(String::as_str).filter(|n| !n.is_empty()).collect();
                    kernel.namespace = around.join("::");
                    found.push(kernel);
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

/// The name after `namespace` at `at`, and where it ends.
pub(crate) fn namespace_name(tokens: &[Token<'_>], mut at: usize) -> (String, usize) {
    let mut name = String::new();
    while let Some(token) = tokens.get(at) {
        if matches!(token.text, "{" | ";" | "=" | "}") {
            break;
        }
        if token.text != "inline" {
            name.push_str(token.text);
        }
        at += 1;
    }
    (name, at)
}

/// The kernel whose `__global__` stands at `global` in a declaration that begins at `start`, and where its parameters end.
fn kernel(tokens: &[Token<'_>], start: usize, global: usize) -> Option<(Declared, usize)> {
    let mut open = global + 1;
    loop {
        match tokens.get(open)?.text {
            ";" | "{" | "}" => return None,
            // An attribute's own parentheses come before the name: skip them whole.
            "__launch_bounds__" | "__cluster_dims__" | "__attribute__" => open = closing(tokens, open + 1)? + 1,
            "(" => break,
            _ => open += 1,
        }
    }
    let name = tokens.get(open.checked_sub(1)?)?;
    let end = closing(tokens, open)?;
    let words = tokens.get(start..=end)?;
    let first =
        words.iter().position(|t| matches!(t.text, "template" | "__global__" | "extern" | "static" | "inline"))?;
    let signature = join(words.get(first..)?);
    let declared = Declared {
        namespace: String::new(),
        name: name.text.to_owned(),
        signature,
        line: name.line,
        parameters: parameters(tokens.get(open + 1..end)?),
        end: tokens.get(end)?.start,
    };
    Some((declared, end + 1))
}

/// The parameters between two parentheses.
pub(crate) fn parameters(tokens: &[Token<'_>]) -> Vec<Parameter> {
    let mut depth = 0_i32;
    let parts = tokens.split(|token| {
        match token.text {
            "(" | "<" | "[" => depth += 1,
            ")" | ">" | "]" => depth -= 1,
            _ => {}
        }
        token.text == "," && depth == 0
    });
    parts.filter_map(parameter).collect()
}

/// One parameter; `None` where nothing stands.
pub(crate) fn parameter(tokens: &[Token<'_>]) -> Option<Parameter> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    let mut words: Vec<&str> = tokens
        .iter()
        .map(|token| token.text)
        .take_while(|word| *word != "=")
        .filter(|word| !matches!(*word, "__restrict__" | "__restrict" | "restrict"))
        .collect();
    let is_word = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    // The name, which a type alone has not: `float *out`, `int64_t n`, but `int64_t`.
    let is_named = words.len() > 1 && words.last().is_some_and(|word| is_word(word) && *word != "const");
    let name = if is_named { words.pop().unwrap_or_default() } else { "" };
    // `float *const out` is the same to a caller; `float const *` is `const float *`.
    if let Some(star) = words.iter().rposition(|word| *word == "*") {
        words.truncate(star + 1);
        if words.get(1) == Some(&"const") {
            words.swap(0, 1);
        }
    } else {
        words.retain(|word| *word != "const");
    }
    let kind: Vec<String> =
        words.iter().map(|word| if *word == "__half" { "half" } else { *word }.to_owned()).collect();
    let kind = match kind.join(" ").as_str() {
        "long" | "long long" | "long int" | "long long int" | "signed long" | "std :: int64_t" => {
            vec!["int64_t".to_owned()]
        }
        _ => kind,
    };
    Some(Parameter {
        text: join(tokens),
        name: name.to_owned(),
        kind,
        range: first.start..last.start + last.text.len(),
    })
}

/// Where the parenthesis that opens at `open` closes.
pub(crate) fn closing(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" => depth += 1,
            ")" => {
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

/// The tokens on one line, spaced as people write C++.
pub(crate) fn join(tokens: &[Token<'_>]) -> String {
    let mut line = String::new();
    let mut last = "";
    for token in tokens {
        let glued = line.is_empty()
            || matches!(token.text, "," | ")" | ";" | "::" | ">" | "(")
            || matches!(last, "(" | "::" | "<")
            || (matches!(last, "*" | "&") && !token.text.starts_with("__") && token.text != "const")
            || (token.text == "<" && last != "template");
        if !glued {
            line.push(' ');
        }
        line.push_str(token.text);
        last = token.text;
    }
    line
}

/// The words and signs of `source`, without comments, literals and preprocessor lines.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut at = 0;
    let mut line_start = true;
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        if byte == b'\n' {
            line += 1;
            line_start = true;
            at += 1;
            continue;
        }
        let len = if rest.starts_with(b"//") || (byte == b'#' && line_start) {
            to_line_end(rest)
        } else if rest.starts_with(b"/*") {
            rest.windows(2).skip(2).position(|pair| pair == b"*/").map_or(rest.len(), |n| n + 4)
        } else if byte == b'"' || byte == b'\'' {
            literal(rest, byte)
        } else if byte.is_ascii_whitespace() {
            1
        } else {
            let word = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_' || !b.is_ascii()).count();
            let len = if word > 0 { word } else { 1 + usize::from(rest.starts_with(b"::")) };
            // Every token starts and ends beside an ASCII byte, so these are character boundaries.
            tokens.extend(source.get(at..at + len).map(|text| Token { text, line, start: at }));
            line_start = false;
            at += len;
            continue;
        };
        let newlines = rest.iter().take(len).filter(|&&b| b == b'\n').count();
        line += u32::try_from(newlines).unwrap_or(0);
        at += len;
    }
    tokens
}

/// How long the rest of the line is, with the lines that a backslash at its end joins to it.
fn to_line_end(rest: &[u8]) -> usize {
    let mut len = 0;
    while let Some(end) = rest.iter().skip(len).position(|&b| b == b'\n') {
        len += end;
        if len == 0 || rest.get(len - 1) != Some(&b'\\') {
            return len;
        }
        len += 1;
    }
    rest.len()
}

/// How long the literal is that `quote` opens.
fn literal(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'\\' => at += 2,
            // A digit separator (1'000) and an unfinished literal both end with the line at the latest.
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_in_nested_namespaces() {
        let source = "#pragma once\n#include <x.h>\n// __global__ void no();\nnamespace oprt { namespace copy::nvidia {\n\
             template <typename T>\n__global__ void\ncopy_kernel(T *dst, const T *src, int64_t n) { if (n) { } }\n}}\n\
             __global__ void __launch_bounds__(256, 2) other(int n);\n";
        let found = declared(source);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].namespace, "oprt::copy::nvidia");
        assert_eq!(found[0].name, "copy_kernel");
        assert_eq!(found[0].line, 7);
        assert_eq!(
            found[0].signature,
            "template <typename T> __global__ void copy_kernel(T *dst, const T *src, int64_t n)"
        );
        assert_eq!((found[1].name.as_str(), found[1].namespace.as_str(), found[1].line), ("other", "", 9));
    }

    #[test]
    fn comments_and_literals_hide_kernels() {
        assert_eq!(declared("/* __global__ void a(int); */ const char *s = \"__global__ void b(int);\";"), []);
    }

    #[test]
    fn restrict_keeps_its_space() {
        let found = declared("__global__ void k(float * __restrict__ out, const float* in)");
        assert_eq!(found[0].signature, "__global__ void k(float * __restrict__ out, const float *in)");
    }

    #[test]
    fn parameters_are_told_apart_by_their_types() {
        let source = "__global__ void k(float *__restrict__ out, T const *const in, long long n, int64_t, int m = 3)";
        let kernel = &declared(source)[0];
        let kinds: Vec<String> = kernel.parameters.iter().map(|parameter| parameter.kind.join(" ")).collect();
        assert_eq!(kinds, ["float *", "const T *", "int64_t", "int64_t", "int"]);
        assert_eq!(&source[kernel.parameters[0].range.clone()], "float *__restrict__ out");
        assert_eq!(&source[kernel.end..], ")");
        assert!(declared("__global__ void k()")[0].parameters.is_empty());
    }

    #[test]
    fn broken_text_ends() {
        for source in
            ["__global__", "__global__ void k(", "namespace", "namespace a", "/*", "\"", "'\\", "#\\", "é__global__ (é"]
        {
            declared(source);
        }
    }
}
