//! What an operator may be called: its name becomes a folder, a namespace of C++ and a function of Python.

use diag::{Text, msg};

/// The longest name; it stands in paths and in tables.
const LONGEST: usize = 40;

/// Words that mean something else in one of the two languages, or in kernel files.
const RESERVED: &[&str] = &[
    // C++ and CUDA.
    "alignas",
    "alignof",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "constexpr",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "half",
    "if",
    "inline",
    "int",
    "long",
    "main",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "nullptr",
    "operator",
    "private",
    "protected",
    "public",
    "register",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "template",
    "this",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "while",
    // Python.
    "and",
    "as",
    "assert",
    "async",
    "await",
    "def",
    "del",
    "elif",
    "except",
    "finally",
    "from",
    "global",
    "import",
    "in",
    "is",
    "lambda",
    "match",
    "nonlocal",
    "not",
    "or",
    "pass",
    "raise",
    "type",
    "with",
    "yield",
    // What kernel files and exercises call their own things.
    "advanced",
    "detail",
    "metax",
    "nvidia",
    "oprt",
    "reference",
    "right",
    "solution",
    "std",
    "tests",
    "tilelang",
    "torch",
    "wrong",
];

/// Why an operator cannot be called `name`; nothing when it can.
pub fn refusal(name: &str) -> Option<Text> {
    let is_letter = |c: char| c.is_ascii_lowercase();
    let is_plain = name.starts_with(is_letter)
        && name.chars().all(|c| is_letter(c) || c.is_ascii_digit() || c == '_')
        && name.len() <= LONGEST;
    if is_plain {
        return RESERVED.contains(&name).then(|| msg!("camp-new-reserved", name = name));
    }
    let suggestion = plain(name);
    Some(if suggestion.is_empty() || RESERVED.contains(&suggestion.as_str()) {
        msg!("camp-new-name", name = name, longest = LONGEST)
    } else {
        msg!("camp-new-name-like", name = name, longest = LONGEST, suggestion = suggestion)
    })
}

/// The name that was probably meant: `vector_add` for `VectorAdd` and `vector-add`. Empty when there is none.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars() {
        let is_new_word = c.is_ascii_uppercase() && plain.ends_with(|before: char| before.is_ascii_lowercase());
        if (is_new_word || !c.is_ascii_alphanumeric()) && !plain.is_empty() && !plain.ends_with('_') {
            plain.push('_');
        }
        if c.is_ascii_alphabetic() || (c.is_ascii_digit() && !plain.is_empty()) {
            plain.push(c.to_ascii_lowercase());
        }
    }
    plain.truncate(LONGEST);
    plain.trim_end_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let check = |name: &str, expected: Option<&str>| {
            let text = refusal(name);
            assert_eq!(text.as_ref().map(|text| text.id), expected, "{name}");
        };
        check("relu", None);
        check("layer_norm2", None);
        check("float", Some("camp-new-reserved"));
        check("lambda", Some("camp-new-reserved"));
        for name in ["ReLU", "scale-add", "2d_sum", "a/b", "../x", "数"] {
            let id = refusal(name).map(|text| text.id);
            assert!(matches!(id, Some("camp-new-name" | "camp-new-name-like")), "{name}: {id:?}");
        }
        check("", Some("camp-new-name"));
        check(&"x".repeat(41), Some("camp-new-name-like"));
        assert_eq!(plain("LayerNorm"), "layer_norm");
        assert_eq!(plain("scale-add "), "scale_add");
        assert_eq!(plain("../x"), "x");
        assert_eq!(plain("2d_sum"), "d_sum");
    }
}
