//! Known bugs of TileLang, which are no mistakes of the learner's.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use regex::Regex;
use serde::Deserialize;

use crate::Failure;
use crate::explain::{Use, n_threads, regex};

/// The version of TileLang that the table was checked against.
pub const VERSION: &str = "0.1.15";

const TABLE: &str = include_str!("../known_bugs.toml");

/// A bug of TileLang.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownBug {
    /// Where it is reported: `tile-ai/tilelang#2399`.
    pub issue: String,
    /// What goes wrong, as a sentence.
    pub title: String,
    /// The versions that are known to have it.
    pub versions: String,
    /// The first version without it; such a bug is not matched any more.
    pub fixed: Option<String>,
    /// How it shows.
    pub shows: Shows,
    /// What the failure says, a regular expression.
    pub message: Option<String>,
    /// What the file holds, a regular expression.
    pub source: Option<String>,
    /// What the refused statements have in common.
    pub uses: Option<Uses>,
    /// How to write the kernel so that it does not meet the bug.
    pub workaround: String,
}

/// How a bug shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shows {
    /// TileLang refuses a kernel that is right.
    Refused,
    /// Its process ends.
    Crash,
    /// The kernel computes something else than it says.
    Wrong,
}

/// What statements that TileLang refuses have in common, where the message tells nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Uses {
    /// A fragment whose width and the number of threads do not divide each other; the threads are a power of two.
    OddWidth,
    /// A fragment whose index is a loop variable divided by a number.
    Grouped,
    /// `T.Parallel` loops of different lengths over one fragment; read off the text.
    LoopsOfDifferentLengths,
}

impl Uses {
    /// Whether statements have it in common, with `threads` threads in a block.
    fn is_in(self, statements: &[Use], threads: i64) -> bool {
        let mut fragments = statements.iter().flat_map(|s| &s.buffers).filter(|access| access.is_fragment());
        match self {
            Self::OddWidth => {
                threads > 0
                    && threads.count_ones() == 1
                    && fragments.any(|access| {
                        let width = access.shape.last().copied().flatten().unwrap_or(1);
                        width > 0 && width % threads != 0 && threads % width != 0
                    })
            }
            Self::LoopsOfDifferentLengths => false,
            Self::Grouped => fragments.any(|access| access.indices.iter().any(|indices| indices.contains(" // "))),
        }
    }
}

/// The table.
pub fn table() -> &'static [KnownBug] {
    static PARSED: OnceLock<Vec<KnownBug>> = OnceLock::new();
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Table {
        bug: Vec<KnownBug>,
    }
    PARSED.get_or_init(|| toml::from_str::<Table>(TABLE).expect("a test reads the table").bug)
}

/// The bug that a failure comes from, of a file with this text.
pub fn known_bug(failure: &Failure, text: &str) -> Option<&'static KnownBug> {
    let shows = if failure.kind == "Crash" { Shows::Crash } else { Shows::Refused };
    table().iter().filter(|bug| bug.fixed.is_none() && bug.shows == shows).find(|bug| {
        matches(bug.message.as_deref(), &failure.message)
            && matches(bug.source.as_deref(), text)
            && bug.uses.is_none_or(|uses| uses.is_in(&Use::all(failure), n_threads(text)))
    })
}

/// The bug that may make a kernel compute something else than its text says.
pub fn known_wrong(text: &str) -> Option<&'static KnownBug> {
    table().iter().filter(|bug| bug.fixed.is_none() && bug.shows == Shows::Wrong).find(|bug| {
        let is_used = bug.uses != Some(Uses::LoopsOfDifferentLengths) || has_loops_of_different_lengths(text);
        is_used && matches(bug.source.as_deref(), text)
    })
}

/// Whether `T.Parallel` loops with one variable and different lengths access the same fragment.
fn has_loops_of_different_lengths(text: &str) -> bool {
    let head = regex(r"^(\s*)for\s+\w+\s+in\s+T\.Parallel\(([^,()]+)\)\s*:");
    let fragment = regex(r"^\s*(\w+)\s*=\s*T\.alloc_fragment\(");
    let lines: Vec<&str> = text.lines().collect();
    let fragments: Vec<&str> =
        lines.iter().filter_map(|line| Some(fragment.captures(line)?.get(1)?.as_str())).collect();
    let mut lengths: BTreeMap<&str, &str> = BTreeMap::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(groups) = head.captures(line) else { continue };
        let (indent, length) = (groups.get(1).map_or(0, |g| g.len()), groups.get(2).map_or("", |g| g.as_str().trim()));
        let is_inside = |line: &&&str| line.trim().is_empty() || line.len() - line.trim_start().len() > indent;
        for body in lines[at + 1..].iter().take_while(is_inside) {
            for name in fragments.iter().filter(|name| body.contains(&format!("{name}["))) {
                if *lengths.entry(name).or_insert(length) != length {
                    return true;
                }
            }
        }
    }
    false
}

/// Whether a pattern of the table, if there is one, fits a text.
fn matches(pattern: Option<&str>, text: &str) -> bool {
    pattern.is_none_or(|pattern| Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(text)))
}

#[cfg(test)]
mod tests {
    use super::{Shows, known_wrong, table};

    #[test]
    fn loops_of_different_lengths_are_seen() {
        let kernel = |first: &str, second: &str| {
            format!(
                "f = T.alloc_fragment((256,), T.float32)\nfor i in T.Parallel({first}):\n    f[i] = 5.0\n\
                 for i in T.Parallel({second}):\n    out[i] = f[i]\n"
            )
        };
        assert_eq!(known_wrong(&kernel("100", "256")).map(|bug| bug.issue.as_str()), Some("tile-ai/tilelang#2957"));
        assert!(known_wrong(&kernel("256", "256")).is_none());
        assert!(known_wrong(&kernel("100", "256").replace("= f[i]", "= 0.0")).is_none());
    }

    #[test]
    fn the_table_is_sound() {
        assert!(table().len() >= 10);
        for bug in table() {
            let about = &bug.issue;
            assert!(about.starts_with("tile-ai/tilelang#"), "{about}");
            assert!(
                bug.title.chars().next().is_some_and(|c| !c.is_lowercase()) || bug.title.starts_with('`'),
                "{about}: {}",
                bug.title
            );
            for pattern in [&bug.message, &bug.source].into_iter().flatten() {
                assert!(regex::Regex::new(pattern).is_ok(), "{about}: {pattern}");
            }
            let is_told = bug.fixed.is_some() || bug.message.is_some() || bug.source.is_some();
            assert!(is_told, "{about}: nothing to know it by");
            assert!(bug.shows != Shows::Wrong || bug.source.is_some(), "{about}: a wrong result has no message");
        }
    }
}
