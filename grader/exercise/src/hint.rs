//! Hints: a ladder from a nudge to near-code, and some that answer a finding.

use diag::Code;

/// One hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The findings it answers; none: a rung of the ladder.
    pub codes: Vec<Code>,
    /// The text.
    pub text: String,
}

impl Hint {
    /// Whether the two are the same hint, in whatever language: all but the text agrees.
    pub(crate) fn has_keys_of(&self, other: &Self) -> bool {
        Self { text: other.text.clone(), ..self.clone() } == *other
    }
}

/// What `camp hint` shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextHint<'a> {
    /// The answer to the last finding.
    ForFinding(Code, &'a Hint),
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

/// The next hint: the answer to the last finding when it was not shown before, else the next rung, else the last rung again.
pub(crate) fn next<'a>(
    hints: &'a [Hint],
    shown_level: u32,
    last: Option<Code>,
    shown: &[Code],
) -> Option<NextHint<'a>> {
    let answer = last
        .filter(|code| !shown.contains(code))
        .and_then(|code| Some((code, hints.iter().find(|hint| hint.codes.contains(&code))?)));
    if let Some((code, hint)) = answer {
        return Some(NextHint::ForFinding(code, hint));
    }
    let ladder: Vec<_> = hints.iter().filter(|hint| hint.codes.is_empty()).collect();
    let of = u32::try_from(ladder.len()).unwrap_or(u32::MAX);
    let level = shown_level.saturating_add(1).min(of);
    let hint = ladder.get(level.checked_sub(1)? as usize)?;
    Some(NextHint::Level { level, of, hint })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order() {
        let hint = |text: &str, codes: &[Code]| Hint { codes: codes.to_vec(), text: text.to_owned() };
        let hints = [hint("one", &[]), hint("answer", &[Code::Race, Code::Hang]), hint("two", &[])];
        let check = |level, last, shown: &[Code], expected: &str| {
            let text = match next(&hints, level, last, shown) {
                Some(NextHint::ForFinding(code, hint)) => format!("{code}: {}", hint.text),
                Some(NextHint::Level { level, of, hint }) => format!("{level}/{of}: {}", hint.text),
                None => "none".to_owned(),
            };
            assert_eq!(text, expected);
        };
        check(0, None, &[], "1/2: one");
        check(1, None, &[], "2/2: two");
        check(2, None, &[], "2/2: two");
        check(u32::MAX, None, &[], "2/2: two");
        check(0, Some(Code::Race), &[], "race: answer");
        check(0, Some(Code::Race), &[Code::Race], "1/2: one");
        check(0, Some(Code::Hang), &[Code::Race], "hang: answer");
        check(1, Some(Code::Assert), &[], "2/2: two");
        assert_eq!(next(&[], 0, None, &[]), None);
    }
}
