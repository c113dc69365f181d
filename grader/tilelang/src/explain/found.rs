//! What camp itself finds wrong with a file: the kernel is not there, or is no kernel.

use diag::msg;

use super::learner::Learner;
use super::said::Said;

/// Explains why there is no kernel.
pub fn explain(learner: &Learner<'_>) -> Option<Said> {
    let name = learner.detail("name").unwrap_or("kernel");
    Some(match learner.failure.reason.as_deref()? {
        "not-jit" => {
            let title = msg!("tilelang-not-jit-title", name = name);
            let definition = learner.function();
            let said = Said::verbatim(title).at(definition);
            said.note(msg!("tilelang-not-jit-note")).help(msg!("tilelang-not-jit-help", name = name))
        }
        "not-a-function" => Said::verbatim(msg!("tilelang-not-a-function-title", name = name))
            .at(learner.definition(name))
            .help(msg!("tilelang-not-a-function-help", name = name)),
        _ => no_function(name, learner),
    })
}

/// No function of that name.
fn no_function(name: &str, learner: &Learner<'_>) -> Said {
    let said = Said::verbatim(msg!("tilelang-no-function-title", name = name));
    if learner.text.trim().is_empty() || learner.lines().all(|(_, line)| line.trim().is_empty()) {
        return said.note(msg!("tilelang-empty-note")).help(msg!("tilelang-reset-help"));
    }
    let others = learner.list("others");
    let Some(other) = others.first() else {
        return said.help(msg!("tilelang-no-function-help", name = name));
    };
    let at = learner.find(&format!(r"def ({})\b", regex::escape(other)));
    said.at(at).mark(msg!("tilelang-write", wanted = name)).note(msg!("tilelang-no-function-note")).help(msg!(
        "tilelang-no-function-other-help",
        name = name,
        other = *other
    ))
}
