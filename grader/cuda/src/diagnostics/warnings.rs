//! What the compiler warns about, in a kernel that compiled.

use diag::{Text, msg};

use super::said::{Learner, quoted};
use crate::log::NvrtcMessage;

/// Title and advice of a warning, where its number is known.
pub fn explain(message: &NvrtcMessage, learner: &Learner<'_>) -> Option<(Text, Option<Text>)> {
    let quoted = quoted(&message.text);
    let name = quoted.first().copied().unwrap_or_default();
    let token = learner.at(message).map_or("", |at| learner.code.text(at));
    Some(match message.number? {
        177 => (msg!("cuda-unused-title", name = name), None),
        550 => (msg!("cuda-set-unused-title", name = name), None),
        549 => (msg!("cuda-unset-title", name = name), Some(msg!("cuda-unset-help", name = name))),
        940 => (msg!("cuda-no-return-title", name = short_name(name)), Some(msg!("cuda-no-return-help"))),
        174 if token.starts_with("__sync") || token.starts_with("__thread") => {
            (msg!("cuda-no-call-title", name = token), Some(msg!("cuda-no-call-help", name = token)))
        }
        174 => (msg!("cuda-no-effect-title"), None),
        186 => (msg!("cuda-unsigned-title"), Some(msg!("cuda-unsigned-help"))),
        187 => (msg!("cuda-assignment-title"), Some(msg!("cuda-assignment-help"))),
        161 => (msg!("cuda-pragma-title"), Some(msg!("cuda-pragma-help"))),
        111 | 128 => (msg!("cuda-unreachable-title"), None),
        _ => return None,
    })
}

/// A name without its namespaces.
fn short_name(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}
