//! NVRTC's log as typed messages.
//!
//! NVRTC's front end writes, for each message, a head line, further lines of
//! text, an excerpt of two spaces and the source line, a line with a caret, and
//! the template instantiations that led there:
//!
//! ```text
//! kernel.cuh(6): error: expression must have class type but it has type "float"
//!   template<class T> __device__ T f(T v){ int q; return v.foo(); }
//!                                                        ^
//!           detected during instantiation of "T f(T) [with T=float]" at line 7
//! ```
//!
//! The caret stands under the first byte of what the message is about; tabs of
//! the source line are repeated above it, so its offset is one into the line.

/// How much a message weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The compilation fails, and stops here.
    Catastrophe,
    /// The compilation fails.
    Error,
    /// It does not.
    Warning,
    /// Belongs to the message before it.
    Note,
    /// General advice.
    Remark,
}

/// One message of NVRTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NvrtcMessage {
    /// How much it weighs.
    pub level: Level,
    /// Where; `None` for messages about no place, or about the end of the source.
    pub at: Option<Location>,
    /// Number of a message that can be suppressed (177 in `#177-D`).
    pub number: Option<u32>,
    /// NVRTC's own words, its lines joined by single spaces.
    pub text: String,
    /// The source line as NVRTC read it.
    pub excerpt: Option<String>,
    /// Instantiations that led there, innermost first.
    pub context: Vec<Instantiation>,
    /// Notes that belong to this message.
    pub notes: Vec<NvrtcMessage>,
}

/// A place in a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The file, under the name it was included by.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Character on the line, from 1; 0 unknown.
    pub column: u32,
    /// Length in characters of the token that stands there; 0 unknown.
    pub len: u32,
}

/// One step of a template's instantiation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instantiation {
    /// NVRTC's words: `instantiation of "T f(T) [with T=float]"`.
    pub text: String,
    /// The place that asked for it.
    pub at: Option<Location>,
}

impl NvrtcMessage {
    /// Whether the compilation failed because of this message.
    pub fn is_error(&self) -> bool {
        matches!(self.level, Level::Catastrophe | Level::Error)
    }
}

/// The messages of a log, in its order; notes lie inside the message they belong to.
///
/// The count of errors at the end and the advice on suppressing warnings are
/// left out. Never fails: lines of no known form are left out too, and
/// whoever shows a log with errors but without messages shows the log itself.
pub fn parse_log(log: &str) -> Vec<NvrtcMessage> {
    let lines: Vec<&str> = log.lines().collect();
    let mut messages: Vec<NvrtcMessage> = Vec::new();
    let mut i = 0;
    while i < lines.len() {
        let Some(head) = head(lines[i]) else {
            i += 1;
            continue;
        };
        let body_end =
            (i + 1..lines.len()).find(|&j| lines[j].trim().is_empty() || is_head_line(lines[j])).unwrap_or(lines.len());
        let mut message = message(head, &lines[i + 1..body_end]);
        match messages.last_mut() {
            Some(owner) if message.level == Level::Note => {
                // What led there stands behind the last note.
                if owner.context.is_empty() {
                    owner.context = std::mem::take(&mut message.context);
                }
                owner.notes.push(message);
            }
            _ if message.level == Level::Remark => {}
            _ => messages.push(message),
        }
        i = body_end;
    }
    messages
}

struct Head<'a> {
    level: Level,
    place: Option<(&'a str, u32)>,
    number: Option<u32>,
    text: &'a str,
}

fn is_head_line(line: &str) -> bool {
    !line.starts_with(' ') && head(line).is_some()
}

/// `FILE(LINE): LEVEL #NUMBER-D: TEXT`, where place and number may be missing.
fn head(line: &str) -> Option<Head<'_>> {
    if line.starts_with([' ', '\t']) {
        return None;
    }
    // The file's name may itself contain "): ", so every one is tried.
    let located = line.match_indices("): ").find_map(|(at, _)| {
        let (file, number) = line[..at].rsplit_once('(')?;
        let (level, number_d, text) = level(&line[at + 3..])?;
        Some(Head { level, place: Some((file, number.parse().ok()?)), number: number_d, text })
    });
    located.or_else(|| {
        let rest = line.strip_prefix("At end of source: ").unwrap_or(line);
        let (level, number, text) = level(rest)?;
        Some(Head { level, place: None, number, text })
    })
}

fn level(text: &str) -> Option<(Level, Option<u32>, &str)> {
    const LEVELS: [(&str, Level); 10] = [
        ("catastrophic error", Level::Catastrophe),
        ("internal error", Level::Catastrophe),
        ("Internal error", Level::Catastrophe),
        ("error", Level::Error),
        ("Error", Level::Error),
        ("warning", Level::Warning),
        ("Warning", Level::Warning),
        ("note", Level::Note),
        ("Note", Level::Note),
        ("Remark", Level::Remark),
    ];
    let (rest, level) = LEVELS.iter().find_map(|(word, level)| Some((text.strip_prefix(word)?, *level)))?;
    if let Some(text) = rest.strip_prefix(": ") {
        return Some((level, None, text));
    }
    let (number, text) = rest.strip_prefix(" #")?.split_once(": ")?;
    Some((level, Some(number.trim_end_matches("-D").parse().ok()?), text))
}

fn message(head: Head<'_>, body: &[&str]) -> NvrtcMessage {
    let caret = (1..body.len()).find(|&j| body[j].trim() == "^" && body[j - 1].starts_with("  "));
    let context_at = body.iter().position(|line| line.trim_start().starts_with("detected "));
    let text_end = caret.map(|j| j - 1).or(context_at).unwrap_or(body.len());
    let mut text = head.text.trim_end().to_owned();
    for line in &body[..text_end] {
        text.push(' ');
        text.push_str(line.trim());
    }
    let excerpt = caret.map(|j| body[j - 1][2..].to_owned());
    let (column, len) = match (caret, &excerpt) {
        (Some(j), Some(excerpt)) => token_at(excerpt, body[j].len().saturating_sub(3)),
        _ => (0, 0),
    };
    let context_start = context_at.filter(|at| caret.is_none_or(|caret| *at > caret)).unwrap_or(body.len());
    NvrtcMessage {
        level: head.level,
        at: head.place.map(|(file, line)| Location { file: file.to_owned(), line, column, len }),
        number: head.number,
        text,
        excerpt,
        context: context(&body[context_start..], head.place.map(|(file, _)| file)),
        notes: Vec::new(),
    }
}

/// Steps such as `instantiation of "…" at line 7 of FILE`; a file that is not named is the one before.
fn context(lines: &[&str], file: Option<&str>) -> Vec<Instantiation> {
    let mut file = file.map(str::to_owned);
    let mut steps = Vec::new();
    for line in lines {
        let line = line.trim();
        let line = line.strip_prefix("detected during").unwrap_or(line).trim_start_matches(':').trim();
        if line.is_empty() || line.starts_with('[') {
            continue;
        }
        let Some((text, place)) = line.rsplit_once(" at line ") else {
            steps.push(Instantiation { text: line.to_owned(), at: None });
            continue;
        };
        let (number, named) = match place.split_once(" of ") {
            Some((number, named)) => (number, Some(named.trim_matches('"').to_owned())),
            None => (place, None),
        };
        file = named.or(file);
        let at = match (&file, number.parse()) {
            (Some(file), Ok(line)) => Some(Location { file: file.clone(), line, column: 0, len: 0 }),
            _ => None,
        };
        steps.push(Instantiation { text: text.to_owned(), at });
    }
    steps
}

/// Column from 1 and length, in characters, of the token at byte `offset` of a line.
fn token_at(line: &str, offset: usize) -> (u32, u32) {
    let offset = line.floor_char_boundary(offset);
    let chars = |text: &str| u32::try_from(text.chars().count()).unwrap_or(0);
    (chars(&line[..offset]).saturating_add(1), chars(token(&line[offset..])))
}

/// The token that begins a text: a word, a number, a quoted literal, or one operator.
fn token(text: &str) -> &str {
    let Some(first) = text.chars().next() else { return "" };
    let end = if first.is_alphanumeric() || first == '_' {
        let is_number = first.is_ascii_digit();
        text.find(|c: char| !(c.is_alphanumeric() || c == '_' || is_number && c == '.')).unwrap_or(text.len())
    } else if first == '"' || first == '\'' {
        let mut escaped = false;
        let close = text[1..].find(|c| {
            let is_close = c == first && !escaped;
            escaped = c == '\\' && !escaped;
            is_close
        });
        close.map_or(1, |at| at + 2)
    } else {
        const OPERATORS: [&str; 24] = [
            "<<<", ">>>", "<<=", ">>=", "...", "->", "::", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
            "+=", "-=", "*=", "/=", "%=", "&=", "|=",
        ];
        OPERATORS.iter().find(|op| text.starts_with(**op)).map_or(first.len_utf8(), |op| op.len())
    };
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(log: &str) -> NvrtcMessage {
        let messages = parse_log(log);
        assert_eq!(messages.len(), 1, "{messages:#?}");
        messages.into_iter().next().unwrap()
    }

    #[test]
    fn place_number_and_token() {
        let m = one("a b(c)/k.cuh(6): warning #177-D: variable \"u\" was declared but never referenced\n\
                     \x20     int unused;\n\
                     \x20         ^\n\nRemark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n");
        assert_eq!(m.level, Level::Warning);
        assert_eq!(m.number, Some(177));
        assert_eq!(m.at, Some(Location { file: "a b(c)/k.cuh".into(), line: 6, column: 9, len: 6 }));
        assert_eq!(m.excerpt.as_deref(), Some("    int unused;"));
    }

    #[test]
    fn the_caret_counts_bytes_and_tabs_are_repeated() {
        let m = one("k.cuh(3): error: identifier \"zork2\" is undefined\n\
                     \x20   const char*s=\"é\"; int z2=zork2; // é\n\
                     \x20                             ^\n");
        assert_eq!(m.at.as_ref().map(|at| (at.column, at.len)), Some((28, 5)));
        let m = one(
            "k.cuh(2): error: identifier \"zork\" is undefined\n  \tfloat x = 1.0;\t\tint \ty = zork(x)  ;\n  \t              \t\t    \t    ^\n",
        );
        assert_eq!(m.at.as_ref().map(|at| (at.column, at.len)), Some((27, 4)));
    }

    #[test]
    fn a_single_and_a_list_of_instantiations() {
        let m = one("k(6): error: no\n  f();\n  ^\n          detected during instantiation of \"T f(T)\" at line 7\n");
        assert_eq!(m.context.len(), 1);
        assert_eq!(m.context[0].text, "instantiation of \"T f(T)\"");
        assert_eq!(m.context[0].at, Some(Location { file: "k".into(), line: 7, column: 0, len: 0 }));
        let m = one("/h/r.cuh(1): error: no\n  f();\n  ^\n          detected during:\n            \
                     instantiation of \"a\" at line 2\n            instantiation of \"b\" at line 3 of /h/s.cuh\n            \
                     [ 190 instantiation contexts not shown ]\n            instantiation of \"c\" at line 4\n");
        let places: Vec<_> = m.context.iter().map(|c| c.at.as_ref().map(|at| (at.file.as_str(), at.line))).collect();
        assert_eq!(places, [Some(("/h/r.cuh", 2)), Some(("/h/s.cuh", 3)), Some(("/h/s.cuh", 4))]);
    }

    #[test]
    fn text_of_several_lines_and_notes() {
        let m = one("k(3): error: more than one operator \"+\" matches these operands:\n            \
                     built-in operator \"arithmetic + arithmetic\"\n            operand types are: half + float\n    \
                     a[0] = a[1] + 1.0f;\n                ^\n\
                     /i/fp16.h(53): note #3322-D: number of parameters does not match\n  __half2 operator+();\n          ^\n\
                     Note #3326-D: function \"atomicAdd(int *, int)\" does not match\n\n");
        assert!(m.text.ends_with("built-in operator \"arithmetic + arithmetic\" operand types are: half + float"));
        assert_eq!(m.notes.len(), 2);
        assert_eq!(m.notes[1].at, None);
    }

    #[test]
    fn messages_without_a_place() {
        let messages = parse_log(
            "At end of source: error: expected a \"}\"\nk(1): note #3196-D: to match this \"{\"\n  {\n  ^\n\n4 errors detected in the compilation of \"tu.cu\".\nCompilation terminated.\n",
        );
        assert_eq!(messages.len(), 1);
        assert!(messages[0].at.is_none() && messages[0].notes.len() == 1);
    }

    #[test]
    fn no_cut_of_a_log_panics() {
        let log = include_str!("../tests/logs/nvrtc13.txt");
        for (end, _) in log.char_indices().step_by(3) {
            parse_log(&log[..end]);
            parse_log(&log[end..]);
        }
    }
}
