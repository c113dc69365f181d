//! The options that every compilation gets.

use super::Request;
use super::protocol::Job;
use crate::shims::{PRELUDE_NAME, light, runtime_stand_ins};
use crate::toolchain::{HeaderSet, Toolchain};

/// Spells a request out for the child.
///
/// - `--generate-line-info`: every report of the virtual device names the learner's line.
/// - `--std=c++17`: what nvcc uses by default for CUDA 12 and 13.
/// - `--device-int128`: nvcc has `__int128` in device code without asking.
/// - No `-default-device`: with it a helper that lacks `__device__` would compile
///   here and fail with nvcc.
pub(super) fn job(request: &Request, toolchain: &Toolchain) -> Job {
    let arch = if request.arch.is_empty() { "compute_80" } else { &request.arch };
    let mut options: Vec<String> = vec![
        format!("--gpu-architecture={arch}"),
        "--generate-line-info".into(),
        "--std=c++17".into(),
        "--device-int128".into(),
        format!("--pre-include={PRELUDE_NAME}"),
    ];
    options.extend(toolchain.include_dirs.iter().map(|dir| format!("--include-path={}", dir.display())));
    options.extend(request.options.iter().cloned());
    let own = std::iter::once(request.source.as_str()).chain(request.headers.iter().map(|(_, text)| text.as_str()));
    let runtime = if toolchain.missing.contains(&HeaderSet::Runtime) { runtime_stand_ins() } else { &[] };
    let mut headers = request.headers.clone();
    for (name, text) in light(own).iter().chain(runtime) {
        if !headers.iter().any(|(known, _)| known == name) {
            headers.push(((*name).to_owned(), (*text).to_owned()));
        }
    }
    Job {
        name: request.name.clone(),
        source: request.source.clone(),
        headers,
        options,
        expressions: request.expressions.clone(),
    }
}
