//! The exit status.

use std::process::ExitCode;

/// What the exit status says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything asked for passed.
    Passed,
    /// A kernel is wrong.
    Wrong,
    /// camp could not judge.
    NotJudged,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Passed => Self::from(0),
            Exit::Wrong => Self::from(1),
            Exit::NotJudged => Self::from(2),
        }
    }
}
