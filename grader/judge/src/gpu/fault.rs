//! What a GPU's refusal means to the learner.

use cuda::GpuError;
use diag::{Code, Diagnostic, msg};
use exercise::Launch;

/// The finding that `error`, which came of a launch, stands for; `None` when the kernel is not at fault.
pub fn to_diagnostic(error: &GpuError, launch: &Launch) -> Option<Diagnostic> {
    let (code, title) = match error {
        GpuError::TimedOut { limit } => (Code::Hang, msg!("judge-gpu-hang", seconds = limit.as_secs())),
        GpuError::Driver { stage: cuda::Stage::Launch, name, .. } if !error.is_about_device() => {
            let dim3 = |[x, y, z]: [u32; 3]| format!("({x}, {y}, {z})");
            let title = msg!(
                "judge-gpu-refused",
                grid = dim3(launch.grid),
                block = dim3(launch.block),
                shared = launch.shared_bytes,
                name = name
            );
            return Some(Diagnostic::error(Code::LaunchFailure, title).with_help(msg!("judge-gpu-refused-help")));
        }
        GpuError::Driver { name, .. } if error.is_about_kernel() => match name.as_str() {
            "CUDA_ERROR_ILLEGAL_ADDRESS" | "CUDA_ERROR_INVALID_ADDRESS_SPACE" => {
                (Code::OutOfBounds, msg!("judge-gpu-address", name = name))
            }
            "CUDA_ERROR_MISALIGNED_ADDRESS" => (Code::MisalignedAccess, msg!("judge-gpu-misaligned", name = name)),
            "CUDA_ERROR_ASSERT" => (Code::Assert, msg!("judge-gpu-assert", name = name)),
            "CUDA_ERROR_LAUNCH_TIMEOUT" => (Code::Hang, msg!("judge-gpu-stopped", name = name)),
            _ => (Code::LaunchFailure, msg!("judge-gpu-stopped", name = name)),
        },
        _ => return None,
    };
    Some(Diagnostic::error(code, title).with_help(msg!("judge-gpu-help")))
}

/// What the compiler found when it made code for the GPU: `found` in the source, which compiled for the virtual GPU, or
/// what ptxas says in its log, as where a kernel needs more shared memory than there is.
pub fn refused(found: &[Diagnostic], log: &str) -> Vec<Diagnostic> {
    if !found.is_empty() {
        return found.to_vec();
    }
    let detail = log.lines().map(str::trim).find(|line| line.contains("error")).unwrap_or(log.trim());
    let detail = detail.split_once(": ").filter(|(head, _)| head.contains("error")).map_or(detail, |(_, rest)| rest);
    // The function's name is a mangled one.
    let detail =
        detail.strip_prefix("Entry function '").and_then(|rest| rest.split_once("' ")).map_or(detail, |(_, rest)| rest);
    let finding = Diagnostic::error(Code::LaunchFailure, msg!("judge-gpu-code", detail = detail));
    vec![finding.with_help(msg!("judge-gpu-refused-help"))]
}

#[cfg(test)]
mod tests {
    use cuda::Stage;
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_ptxas_says_is_a_finding() {
        let log = "ptxas error   : Entry function 'k' uses too much shared data (0x10010 bytes, 0xc000 max)\n";
        let found = refused(&[], log);
        assert_eq!(found.len(), 1);
        let title = messages::catalogue(diag::Lang::En).get(&found[0].title);
        assert!(title.ends_with("GPU: uses too much shared data (0x10010 bytes, 0xc000 max)"), "{title}");
    }

    #[test]
    fn a_fault_has_the_code_that_the_virtual_gpu_would_give() {
        let launch = Launch::new("k".into(), [1; 3], [2048, 1, 1], 0);
        let code = |stage, name: &str| {
            let error = GpuError::Driver { stage, name: name.into(), text: String::new(), log: String::new() };
            to_diagnostic(&error, &launch).map(|d| d.code)
        };
        assert_eq!(code(Stage::Run, "CUDA_ERROR_ILLEGAL_ADDRESS"), Some(Code::OutOfBounds));
        assert_eq!(code(Stage::Run, "CUDA_ERROR_MISALIGNED_ADDRESS"), Some(Code::MisalignedAccess));
        assert_eq!(code(Stage::Run, "CUDA_ERROR_ASSERT"), Some(Code::Assert));
        assert_eq!(code(Stage::Run, "CUDA_ERROR_LAUNCH_FAILED"), Some(Code::LaunchFailure));
        assert_eq!(code(Stage::Launch, "CUDA_ERROR_INVALID_VALUE"), Some(Code::LaunchFailure));
        assert_eq!(code(Stage::Memory, "CUDA_ERROR_OUT_OF_MEMORY"), None);
        assert_eq!(code(Stage::Run, "CUDA_ERROR_ECC_UNCORRECTABLE"), None);
        let hang = GpuError::TimedOut { limit: Duration::from_secs(10) };
        assert_eq!(to_diagnostic(&hang, &launch).map(|d| d.code), Some(Code::Hang));
    }
}
