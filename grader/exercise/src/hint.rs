//! Hints: a ladder from a nudge to near-code, and some that answer a finding.

use diag::{Code, Pattern};

use crate::Backend;

/// One hint. Without codes and patterns it is a rung of the ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// Whose kernels it is about.
    pub backend: Backend,
    /// The findings it answers.
    pub codes: Vec<Code>,
    /// The patterns of wrong values it answers.
    pub patterns: Vec<Pattern>,
    /// The text.
    pub text: String,
}

impl Hint {
    /// Whether it is a rung of the ladder.
    pub fn is_rung(&self) -> bool {
        self.codes.is_empty() && self.patterns.is_empty()
    }

    /// Whether it answers this.
    fn answers(&self, topic: Topic) -> bool {
        match topic {
            Topic::Code(code) => self.codes.contains(&code),
            Topic::Pattern(pattern) => self.patterns.contains(&pattern),
        }
    }

    /// Whether the two are the same hint, in whatever language: all but the text agrees.
    pub(crate) fn has_keys_of(&self, other: &Self) -> bool {
        Self { text: other.text.clone(), ..self.clone() } == *other
    }
}

/// What a hint may be about: a finding's code, or the pattern of its wrong values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// A finding.
    Code(Code),
    /// A pattern of wrong values.
    Pattern(Pattern),
}

impl Topic {
    /// The spelling in `exercise.toml` and in the progress file; no two topics share one.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Code(code) => code.as_str(),
            Self::Pattern(pattern) => pattern.as_str(),
        }
    }

    /// The topic with this spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Code::parse(text).map(Self::Code).or_else(|| Pattern::parse(text).map(Self::Pattern))
    }
}

/// The first finding of the last run, as far as a hint needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastFinding {
    /// Its code.
    pub code: Code,
    /// The first pattern of its wrong values.
    pub pattern: Option<Pattern>,
    /// The lines of the kernel file that it points at, the main one first.
    pub lines: Vec<u32>,
    /// The variable or element that it is about: `partial[128]`. Without white space.
    pub what: Option<String>,
}

impl From<Code> for LastFinding {
    fn from(code: Code) -> Self {
        Self { code, pattern: None, lines: Vec::new(), what: None }
    }
}

/// What `camp hint` shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextHint<'a> {
    /// The exercise's answer to the last finding.
    ForFinding(Topic, &'a Hint),
    /// The exercise has no answer to the last finding: what can be said of any kernel.
    Generic(Code),
    /// A rung of the ladder, from 1, of so many.
    Level {
        /// Which rung.
        level: u32,
        /// How many there are.
        of: u32,
        /// The hint.
        hint: &'a Hint,
    },
}

/// The next hint: the answer to the last finding that was not shown before, its pattern's before its code's; else the next
/// rung; else the last rung again.
pub(crate) fn next<'a>(
    hints: &[&'a Hint],
    shown_level: u32,
    last: Option<&LastFinding>,
    shown: &[Topic],
) -> Option<NextHint<'a>> {
    if let Some(last) = last {
        let topics = last.pattern.map(Topic::Pattern).into_iter().chain([Topic::Code(last.code)]);
        let mut answers = topics
            .filter(|topic| !shown.contains(topic))
            .filter_map(|topic| Some((topic, *hints.iter().find(|hint| hint.answers(topic))?)));
        if let Some((topic, hint)) = answers.next() {
            return Some(NextHint::ForFinding(topic, hint));
        }
        let code = Topic::Code(last.code);
        if !shown.contains(&code) && !hints.iter().any(|hint| hint.answers(code)) {
            return Some(NextHint::Generic(last.code));
        }
    }
    let ladder: Vec<_> = hints.iter().filter(|hint| hint.is_rung()).collect();
    let of = u32::try_from(ladder.len()).unwrap_or(u32::MAX);
    let level = shown_level.saturating_add(1).min(of);
    let hint: &'a Hint = ladder.get(level.checked_sub(1)? as usize)?;
    Some(NextHint::Level { level, of, hint })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order() {
        let hint = |text: &str, codes: &[Code], patterns: &[Pattern]| Hint {
            backend: Backend::Nvidia,
            codes: codes.to_vec(),
            patterns: patterns.to_vec(),
            text: text.to_owned(),
        };
        let hints = [
            hint("one", &[], &[]),
            hint("answer", &[Code::Race, Code::WrongResult], &[]),
            hint("moved", &[], &[Pattern::Shifted]),
            hint("two", &[], &[]),
        ];
        let check = |level, last: Option<LastFinding>, shown: &[Topic], expected: &str| {
            let hints: Vec<&Hint> = hints.iter().collect();
            let text = match next(&hints, level, last.as_ref(), shown) {
                Some(NextHint::ForFinding(topic, hint)) => format!("{}: {}", topic.as_str(), hint.text),
                Some(NextHint::Generic(code)) => format!("any {code}"),
                Some(NextHint::Level { level, of, hint }) => format!("{level}/{of}: {}", hint.text),
                None => "none".to_owned(),
            };
            assert_eq!(text, expected);
        };
        let finding = |code: Code| Some(LastFinding::from(code));
        check(0, None, &[], "1/2: one");
        check(1, None, &[], "2/2: two");
        check(2, None, &[], "2/2: two");
        check(u32::MAX, None, &[], "2/2: two");
        check(0, finding(Code::Race), &[], "race: answer");
        check(0, finding(Code::Race), &[Topic::Code(Code::Race)], "1/2: one");
        check(1, finding(Code::Assert), &[], "any assert");
        check(1, finding(Code::Assert), &[Topic::Code(Code::Assert)], "2/2: two");
        let shifted = || Some(LastFinding { pattern: Some(Pattern::Shifted), ..Code::WrongResult.into() });
        let (pattern, code) = (Topic::Pattern(Pattern::Shifted), Topic::Code(Code::WrongResult));
        check(0, shifted(), &[], "shifted: moved");
        check(0, shifted(), &[pattern], "wrong-result: answer");
        check(0, shifted(), &[code, pattern], "1/2: one");
        let reversed = Some(LastFinding { pattern: Some(Pattern::Reversed), ..Code::WrongResult.into() });
        check(0, reversed, &[], "wrong-result: answer");
        assert_eq!(next(&[], 0, None, &[]), None);
    }

    #[test]
    fn topics_have_spellings_of_their_own() {
        for code in Code::ALL {
            assert_eq!(Topic::parse(code.as_str()), Some(Topic::Code(code)));
        }
        for &pattern in Pattern::ALL {
            assert_eq!(Topic::parse(pattern.as_str()), Some(Topic::Pattern(pattern)));
        }
    }
}
