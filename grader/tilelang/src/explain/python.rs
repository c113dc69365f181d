//! Exceptions of plain Python, on the way to a kernel.

use diag::msg;

use super::learner::Learner;
use super::said::Said;

/// Explains an exception of Python's own.
pub fn explain(learner: &Learner<'_>) -> Option<Said> {
    let failure = learner.failure;
    let message = failure.message.as_str();
    Some(match failure.kind.as_str() {
        "ZeroDivisionError" => Said::new(msg!("tilelang-zero-title")).help(msg!("tilelang-zero-help")),
        "IndexError" if message.ends_with("index out of range") => {
            Said::new(msg!("tilelang-index-error-title")).help(msg!("tilelang-index-error-help"))
        }
        "KeyError" => {
            let key = message.trim_matches('\'');
            Said::verbatim(msg!("tilelang-key-title", key = key)).help(msg!("tilelang-key-help"))
        }
        "AssertionError" if message.is_empty() || message == "Assertion failed" => {
            let is_own = learner.statement().starts_with("assert");
            if !is_own {
                return None;
            }
            Said::verbatim(msg!("tilelang-assert-bare-title")).help(msg!("tilelang-assert-help"))
        }
        "AssertionError" if learner.statement().starts_with("assert") => {
            Said::verbatim(msg!("tilelang-assert-title", message = message)).help(msg!("tilelang-assert-help"))
        }
        "NotImplementedError" if message.is_empty() => {
            Said::verbatim(msg!("tilelang-todo-title")).help(msg!("tilelang-todo-help"))
        }
        "NotImplementedError" if message.contains("`for ... else`") || message.contains("`while ... else`") => {
            let line = learner.captured(r"\(line (\d+)\)").and_then(|groups| groups[0].parse().ok());
            Said::new(msg!("tilelang-for-else-title"))
                .at(line.and_then(|line| learner.line(line)))
                .help(msg!("tilelang-for-else-help"))
        }
        _ if learner.statement().starts_with("raise ") => {
            Said::verbatim(msg!("tilelang-raised-title", kind = &failure.kind, message = message))
                .help(msg!("tilelang-raised-help"))
        }
        _ => return None,
    })
}
