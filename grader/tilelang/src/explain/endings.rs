//! A file that does not end, or that ends its process.

use diag::{Code, msg};

use super::learner::Learner;
use super::said::Said;

/// Explains the end of a process.
pub fn explain(learner: &Learner<'_>) -> Option<Said> {
    let failure = learner.failure;
    let message = failure.message.as_str();
    Some(match failure.kind.as_str() {
        "TimeIsOver" => {
            let said = Said::verbatim(msg!("tilelang-hang-title")).code(Code::Hang);
            let said = if failure.line.is_some() { said.mark(msg!("tilelang-hang-mark")) } else { said };
            said.note(msg!("tilelang-hang-note")).help(msg!("tilelang-hang-help"))
        }
        "RuntimeError" if message.starts_with("Infinite while loop") => Said::verbatim(msg!("tilelang-while-title"))
            .code(Code::Hang)
            .note(msg!("tilelang-while-note"))
            .help(msg!("tilelang-while-help")),
        "MemoryError" => Said::verbatim(msg!("tilelang-memory-title")).help(msg!("tilelang-memory-help")),
        "RecursionError" => {
            let frame = failure.frames.iter().rev().find(|frame| frame.own);
            let title = match frame {
                Some(frame) => msg!("tilelang-recursion-title", name = &frame.function),
                None => msg!("tilelang-recursion-nameless-title"),
            };
            Said::verbatim(title).help(msg!("tilelang-recursion-help"))
        }
        "SystemExit" => Said::verbatim(msg!("tilelang-exit-title")).help(msg!("tilelang-exit-help")),
        "KeyboardInterrupt" => Said::verbatim(msg!("tilelang-interrupt-title")).help(msg!("tilelang-interrupt-help")),
        "Crash" => crash(learner),
        _ => return None,
    })
}

/// A process that is gone.
fn crash(learner: &Learner<'_>) -> Said {
    let own = learner.find(r"\bos\.(?:_exit|abort|kill|killpg)\b.*");
    if own.is_some() {
        return Said::verbatim(msg!("tilelang-ends-process-title")).at(own).help(msg!("tilelang-exit-help"));
    }
    let how = learner.failure.message.as_str();
    if how == "signal 9" {
        return Said::verbatim(msg!("tilelang-killed-title")).help(msg!("tilelang-memory-help"));
    }
    Said::verbatim(msg!("tilelang-crash-title", how = how))
        .at(learner.function())
        .note(msg!("tilelang-maybe-bug-note"))
        .help(msg!("tilelang-crash-help"))
}
