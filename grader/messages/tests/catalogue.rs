//! The message catalogues against camp's sources: every id that is said exists, every message is said somewhere, and no
//! message needs a variable that is not given.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use diag::Lang;
use messages::{catalogue, files};

/// A use of `msg!` or of a `Text` literal.
struct Use {
    id: String,
    /// Known for `msg!` only.
    variables: Option<BTreeSet<String>>,
    place: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    Text(String),
    Sign(char),
}

/// Rust's tokens, as far as finding messages needs them: comments gone, literals whole. With each, its line.
fn tokens(source: &str) -> Vec<(Token, usize)> {
    let chars: Vec<char> = source.chars().collect();
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut i = 0;
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    while i < chars.len() {
        let start = i;
        let token = match at(i) {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && at(i) != '\n' {
                    i += 1;
                }
                None
            }
            '/' if at(i + 1) == '*' => {
                i += 2;
                while i < chars.len() && (at(i), at(i + 1)) != ('*', '/') {
                    i += 1;
                }
                i += 2;
                None
            }
            '"' => {
                i += 1;
                let mut text = String::new();
                while i < chars.len() && at(i) != '"' {
                    if at(i) == '\\' {
                        i += 1;
                    }
                    text.push(at(i));
                    i += 1;
                }
                i += 1;
                Some(Token::Text(text))
            }
            'r' if at(i + 1) == '"' || (at(i + 1) == '#' && matches!(at(i + 2), '"' | '#')) => {
                let hashes = chars[i + 1..].iter().take_while(|c| **c == '#').count();
                i += hashes + 2;
                let mut text = String::new();
                let end: String = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
                while i < chars.len() && !chars[i..].iter().take(hashes + 1).copied().eq(end.chars()) {
                    text.push(at(i));
                    i += 1;
                }
                i += hashes + 1;
                Some(Token::Text(text))
            }
            // A character; a lifetime has no quote after its first letter.
            '\'' if at(i + 1) == '\\' || at(i + 2) == '\'' => {
                i += if at(i + 1) == '\\' { 3 } else { 2 };
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
                None
            }
            c if c.is_alphanumeric() || c == '_' => {
                while at(i).is_alphanumeric() || at(i) == '_' {
                    i += 1;
                }
                Some(Token::Word(chars[start..i].iter().collect()))
            }
            c => {
                i += 1;
                (!c.is_whitespace()).then_some(Token::Sign(c))
            }
        };
        tokens.extend(token.map(|t| (t, line)));
        line += chars[start..i.min(chars.len())].iter().filter(|c| **c == '\n').count();
    }
    tokens
}

/// The uses in one file, and all its string literals.
fn uses(path: &Path, source: &str) -> (Vec<Use>, Vec<String>) {
    let tokens = tokens(source);
    let sign = |i: usize, c: char| tokens.get(i).is_some_and(|(t, _)| *t == Token::Sign(c));
    let mut uses = Vec::new();
    let mut literals = Vec::new();
    for (i, (token, line)) in tokens.iter().enumerate() {
        let place = format!("{}:{line}", path.display());
        match token {
            Token::Word(word) if word == "msg" && sign(i + 1, '!') && sign(i + 2, '(') => {
                let Some((Token::Text(id), _)) = tokens.get(i + 3) else { continue };
                let mut variables = BTreeSet::new();
                let mut depth = 1;
                for (j, (token, _)) in tokens.iter().enumerate().skip(i + 4) {
                    match token {
                        Token::Sign('(' | '[' | '{') => depth += 1,
                        Token::Sign(')' | ']' | '}') => depth -= 1,
                        Token::Word(name)
                            if depth == 1 && sign(j - 1, ',') && sign(j + 1, '=') && !sign(j + 2, '=') =>
                        {
                            variables.insert(name.clone());
                        }
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                }
                uses.push(Use { id: id.clone(), variables: Some(variables), place });
            }
            Token::Word(word) if word == "id" && sign(i + 1, ':') => {
                let Some((Token::Text(id), _)) = tokens.get(i + 2) else { continue };
                uses.push(Use { id: id.clone(), variables: None, place });
            }
            Token::Text(text) => literals.push(text.clone()),
            _ => {}
        }
    }
    (uses, literals)
}

fn rust_files(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// Messages: id and variables.
type Messages = BTreeMap<String, BTreeSet<String>>;

/// The messages of a language.
fn read(lang: Lang) -> Messages {
    read_files(files(lang))
}

/// The messages of files: name and text.
fn read_files(files: &[(&str, &str)]) -> Messages {
    let mut messages = Messages::new();
    for (file, text) in files {
        let mut current = None;
        for line in text.lines().filter(|l| !l.starts_with('#')) {
            if let Some((id, _)) = line.split_once(" =").filter(|_| line.starts_with(|c: char| c.is_alphabetic())) {
                assert!(id.starts_with(&format!("{file}-")), "{file}.ftl: `{id}` must begin with `{file}-`");
                let previous = messages.insert(id.to_owned(), BTreeSet::new());
                assert!(previous.is_none(), "`{id}` is defined twice");
                current = Some(id.to_owned());
            }
            for part in line.split('$').skip(1) {
                let name: String = part.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-')).collect();
                let message = current.as_ref().and_then(|id| messages.get_mut(id));
                message.unwrap_or_else(|| panic!("{file}.ftl: `${name}` belongs to no message")).insert(name);
            }
        }
    }
    messages
}

#[test]
fn the_files_are_valid() {
    for lang in Lang::ALL {
        assert_eq!(catalogue(lang).faults(), &[] as &[String]);
    }
}

#[test]
fn sources_and_catalogue_agree() {
    let grader = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(grader).unwrap() {
        let src = entry.unwrap().path().join("src");
        if src.is_dir() {
            rust_files(&src, &mut sources);
        }
    }
    let english = read(Lang::En);
    let prefixes: Vec<String> = files(Lang::En).iter().map(|(name, _)| format!("{name}-")).collect();
    let mut mistakes = Vec::new();
    let mut said = BTreeSet::new();
    for path in sources {
        let (uses, literals) = uses(path.strip_prefix(grader).unwrap(), &std::fs::read_to_string(&path).unwrap());
        said.extend(literals);
        for Use { id, variables, place } in uses {
            if variables.is_none() && !prefixes.iter().any(|p| id.starts_with(p.as_str())) {
                continue;
            }
            if !english.contains_key(&id) {
                mistakes.push(format!("{place}: no message `{id}`"));
            }
            // A message may leave a variable out, but none may use one that is not given. The other languages use what
            // English uses.
            let used = english.get(&id).into_iter().flatten();
            for name in used.filter(|name| variables.as_ref().is_some_and(|given| !given.contains(*name))) {
                mistakes.push(format!("{place}: `{id}` needs `${name}`"));
            }
        }
    }
    for id in english.keys().filter(|id| !said.contains(*id)) {
        mistakes.push(format!("`{id}` is never said"));
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

/// What is wrong with a translation: a message that is missing, one too many, or one that says other variables.
fn differences(english: &Messages, other: &Messages) -> Vec<String> {
    let mut differences = Vec::new();
    for (id, wanted) in english {
        let Some(used) = other.get(id) else {
            differences.push(format!("`{id}` is missing"));
            continue;
        };
        differences.extend(wanted.difference(used).map(|name| format!("`{id}` does not use `${name}`")));
        differences
            .extend(used.difference(wanted).map(|name| format!("`{id}` uses `${name}`, which English does not")));
    }
    differences
        .extend(other.keys().filter(|id| !english.contains_key(*id)).map(|id| format!("`{id}` is not in English")));
    differences
}

#[test]
fn languages_agree() {
    let english = read(Lang::En);
    for lang in Lang::ALL {
        let names = |lang| files(lang).iter().map(|(name, _)| *name).collect::<Vec<_>>();
        assert_eq!(names(lang), names(Lang::En), "the files of {}", lang.as_str());
        let differences = differences(&english, &read(lang));
        assert!(differences.is_empty(), "messages/{}:\n{}", lang.as_str(), differences.join("\n"));
    }
}

#[test]
fn a_bad_translation_is_noticed() {
    let english = read_files(&[("t", "t-a = { $x } and { $y }\nt-b = b\nt-c = { $n ->\n   *[other] { $n } c\n }\n")]);
    assert_eq!(differences(&english, &english), [] as [String; 0]);
    let other = read_files(&[("t", "t-a = { $x } 和 { $z }\nt-c = { $n } 个\nt-d = 多余\n")]);
    let expected = [
        "`t-a` does not use `$y`",
        "`t-a` uses `$z`, which English does not",
        "`t-b` is missing",
        "`t-d` is not in English",
    ];
    assert_eq!(differences(&english, &other), expected);
}

#[test]
fn chinese_is_chinese() {
    // Messages that only hand on what others say have no words of their own, or a name such as NVRTC.
    let has_words = |text: &str| {
        let (first, rest) = text.split_once('{').unwrap_or((text, ""));
        let outside = rest.split('{').filter_map(|part| part.split_once('}').map(|(_, outside)| outside));
        std::iter::once(first).chain(outside).any(|part| part.contains(|c: char| c.is_ascii_lowercase()))
    };
    for (file, text) in files(Lang::Zh) {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((id, words)) = line.split_once(" = ") else { continue };
            let is_chinese = words.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
            // Units and names are spelt the same.
            assert!(
                is_chinese || matches!(words, "µs" | "FLOPs" | "GB/s" | "torch") || !has_words(words),
                "{file}.ftl: `{id}` is not translated: {words}"
            );
            let ascii_mark = words.char_indices().find(|(at, c)| {
                let before = words[..*at].chars().next_back();
                matches!(c, ',' | ';' | '!' | '?') && before.is_some_and(|b| ('\u{4e00}'..='\u{9fff}').contains(&b))
            });
            assert_eq!(ascii_mark, None, "{file}.ftl: `{id}` has a half-width mark behind Chinese");
        }
    }
}

#[test]
fn the_scanner_sees_what_it_should() {
    let source = r##"
        // msg!("no-comment")
        fn f<'a>(x: &'a str) { let c = '"'; let d = '\''; }
        let t = msg!("a-b", name = f(x, y = 2), other = if a == b { 1 } else { 2 });
        let u = Text { id: "c-d", args: vec![] };
        let v = msg!(
            "e-f",
            only = r#"msg!("g-h")"#,
        );
    "##;
    let (uses, literals) = uses(Path::new("x.rs"), source);
    let seen: Vec<_> = uses
        .iter()
        .map(|u| {
            let variables = u.variables.as_ref().map(|v| v.iter().cloned().collect::<Vec<_>>().join(","));
            format!("{} {} {}", u.place, u.id, variables.unwrap_or("-".to_owned()))
        })
        .collect();
    assert_eq!(seen, ["x.rs:4 a-b name,other", "x.rs:5 c-d -", "x.rs:6 e-f only"]);
    assert!(literals.contains(&"msg!(\"g-h\")".to_owned()));
}
