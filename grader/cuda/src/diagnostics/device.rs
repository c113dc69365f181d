//! What a kernel file may hold: kernels and device functions, shared memory, no launches.

use diag::msg;

use super::said::{Learner, Said, quoted};
use crate::log::NvrtcMessage;

/// Explains a message about CUDA's additions to C++.
pub fn explain(message: &NvrtcMessage, learner: &Learner<'_>) -> Option<Said> {
    let text = message.text.as_str();
    if text.starts_with("A function without execution space annotations") {
        return Some(host_function(message, learner));
    }
    if text.starts_with("A namespace scope variable without memory space annotations") {
        let name = learner.at(message).map_or("", |at| learner.code.text(at));
        return Some(Said::new(msg!("cuda-host-variable-title", name = name)).help(msg!("cuda-help-device-variable")));
    }
    if text.starts_with("device-side kernel launch") {
        return Some(Said::new(msg!("cuda-launch-title")).help(msg!("cuda-help-launch")));
    }
    if text.starts_with("a __global__ function must have a void return type") {
        return Some(returns_value(message, learner));
    }
    if text.starts_with("explicit type is missing") {
        let at = learner.at(message)?;
        let name = learner.code.text(at);
        let statement = learner.code.statement(at);
        let is_kernel = (statement..at).any(|i| learner.code.text(i) == "__global__");
        let is_function = learner.code.text(at + 1) == "(";
        let help = match (is_function, is_kernel) {
            (true, true) => msg!("cuda-kernel-void-help"),
            (true, false) => msg!("cuda-type-missing-help"),
            (false, _) => msg!("cuda-parameter-type-help"),
        };
        return Some(Said::syntax(msg!("cuda-type-missing-title", name = name)).help(help));
    }
    if text.starts_with("return value type does not match") {
        return Some(Said::new(msg!("cuda-return-title")).help(msg!("cuda-return-help")));
    }
    if text.starts_with("initializer not allowed for __shared__") {
        let name = learner.at(message).map_or("", |at| learner.code.text(at));
        return Some(
            Said::new(msg!("cuda-shared-init-title", name = name)).help(msg!("cuda-shared-init-help", name = name)),
        );
    }
    if text.starts_with("expression must have a constant value") {
        return Some(not_constant(message, learner));
    }
    if text.starts_with("incomplete type \"") && text.contains("[]\"") {
        let at = learner.at(message)?;
        let name = learner.code.text(at);
        let statement = learner.code.statement(at);
        let shared = (statement..at).find(|&i| learner.code.text(i) == "__shared__")?;
        let place = learner.code.tokens.get(shared)?;
        return Some(
            Said::new(msg!("cuda-shared-size-title", name = name))
                .mark(msg!("cuda-shared-size-mark"))
                .other(learner.span(place), msg!("cuda-shared-extern-mark"))
                .help(msg!("cuda-shared-size-help")),
        );
    }
    if text.starts_with("declaration is incompatible with") {
        return redeclared(message, learner);
    }
    None
}

/// A function that no kernel can call, because nothing says that it is for the device.
fn host_function(message: &NvrtcMessage, learner: &Learner<'_>) -> Said {
    let code = &learner.code;
    let at = learner.at(message).unwrap_or(0);
    let name = code.text(at);
    // Its body, to see whether it launches a kernel.
    let body = (at..code.tokens.len()).find(|&i| matches!(code.text(i), "{" | ";")).filter(|&i| code.text(i) == "{");
    let end = body.and_then(|open| code.partner(open)).unwrap_or(at);
    let launch = (at..end).find(|&i| code.text(i) == "<<<").and_then(|i| code.tokens.get(i));
    let title = msg!("cuda-host-function-title", name = name);
    if name == "main" {
        return Said::syntax(msg!("cuda-main-title")).help(msg!("cuda-main-help"));
    }
    if let Some(launch) = launch {
        return Said::syntax(title)
            .other(learner.span(launch), msg!("cuda-launch-mark"))
            .note(msg!("cuda-device-only"))
            .help(msg!("cuda-host-launch-help", name = name));
    }
    let statement = code.statement(at);
    let has_kernel = code.tokens.iter().any(|token| token.text == "__global__");
    let is_void = (statement..at).any(|i| code.text(i) == "void");
    if !has_kernel && is_void {
        return Said::new(msg!("cuda-global-missing-title", name = name)).help(msg!("cuda-global-missing-help"));
    }
    let is_host = (statement..at).any(|i| code.text(i) == "__host__");
    let help = if is_host { msg!("cuda-help-not-host") } else { msg!("cuda-help-device-function") };
    Said::new(title).help(help)
}

/// A kernel that returns something.
fn returns_value(message: &NvrtcMessage, learner: &Learner<'_>) -> Said {
    let said = Said::new(msg!("cuda-kernel-returns-title")).help(msg!("cuda-kernel-void-help"));
    // The compiler points at `__global__`; the word to change is the type before the name.
    let place = learner.at(message).and_then(|at| {
        let end = (at..learner.code.tokens.len()).find(|&i| learner.code.text(i) == "(")?;
        learner.code.tokens.get(end.checked_sub(2)?).filter(|token| token.is_word() && !token.text.starts_with("__"))
    });
    match place {
        Some(token) => said.at(learner.span(token)).mark(msg!("cuda-write", wanted = "void")),
        None => said,
    }
}

/// A size that is only known when the kernel runs.
fn not_constant(message: &NvrtcMessage, learner: &Learner<'_>) -> Said {
    let code = &learner.code;
    let at = learner.at(message).unwrap_or(0);
    let statement = code.statement(at);
    let has = |word: &str| (statement..at).any(|i| code.text(i) == word);
    let open = (statement..at).rev().find(|&i| code.text(i) == "[");
    if has("constexpr") && open.is_none() {
        return Said::new(msg!("cuda-constexpr-title")).help(msg!("cuda-constexpr-help"));
    }
    let Some(name) = open.and_then(|open| code.before(open)) else {
        return Said::new(msg!("cuda-constant-title")).help(msg!("cuda-constexpr-help"));
    };
    let said = Said::new(msg!("cuda-array-size-title", name = name.text)).note(msg!("cuda-array-size-note"));
    if has("__shared__") {
        said.help(msg!("cuda-shared-dynamic-help", name = name.text))
    } else {
        said.help(msg!("cuda-array-size-help", name = name.text))
    }
}

/// The same name declared twice, differently.
fn redeclared(message: &NvrtcMessage, learner: &Learner<'_>) -> Option<Said> {
    let at = learner.at(message)?;
    let code = &learner.code;
    let name = code.text(at);
    let line: u32 = message.text.rsplit_once("declared at line ")?.1.trim_end_matches(')').parse().ok()?;
    let first = code.tokens.iter().find(|token| token.line == line && token.text == name);
    let is_shared = (code.statement(at)..at).any(|i| code.text(i) == "__shared__");
    let title = msg!("cuda-redeclared-title", name = name);
    let mut said = Said::new(title);
    if let Some(first) = first {
        said = said.other(learner.span(first), msg!("cuda-declared-here", name = name));
    }
    let known = quoted(&message.text).first().copied().unwrap_or_default();
    Some(if is_shared {
        said.note(msg!("cuda-shared-twice-note")).help(msg!("cuda-shared-twice-help"))
    } else {
        said.note(msg!("cuda-redeclared-note", known = known))
    })
}
