//! What a real GPU answered to some seeds, for machines without one.

use std::fmt::Write;

use crate::compare::{hash, run_virtual};
use crate::generate::{HEAD, Kernel};

/// The answer to one seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    /// The seed.
    pub seed: u64,
    /// A hash of the kernel's PTX: another one means that seeds make other kernels now.
    pub ptx: u64,
    /// A hash of what the buffers held after the launch.
    pub memory: u64,
}

/// A line for each answer, as [`parse_recorded`] reads it.
pub fn recorded(answers: &[Recorded]) -> String {
    answers.iter().fold(String::new(), |mut text, answer| {
        let _ = writeln!(text, "{} {:016x} {:016x}", answer.seed, answer.ptx, answer.memory);
        text
    })
}

/// Reads recorded answers. Lines that begin with `#` are comments.
///
/// # Errors
/// The first line that is none.
pub fn parse_recorded(text: &str) -> Result<Vec<Recorded>, String> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.split(' ');
            let mut next = |radix| parts.next().and_then(|part| u64::from_str_radix(part, radix).ok());
            let (seed, ptx, memory) = (next(10), next(16), next(16));
            let answer = seed.zip(ptx).zip(memory);
            answer.map(|((seed, ptx), memory)| Recorded { seed, ptx, memory }).ok_or_else(|| line.to_owned())
        })
        .collect()
}

/// Whether the virtual GPU answers as it was recorded.
///
/// # Errors
/// What is different.
pub fn replay(recorded: &Recorded) -> Result<(), String> {
    let kernel = Kernel::new(recorded.seed);
    let text = format!("{HEAD}{}", kernel.ptx());
    if hash([text.as_bytes()]) != recorded.ptx {
        return Err(format!(
            "seed {} makes another kernel than the one that was recorded: record again",
            recorded.seed
        ));
    }
    let ran = run_virtual(&kernel, vgpu::Checks::On).map_err(|what| format!("seed {}: {what}", recorded.seed))?;
    let memory = hash(ran.memory.iter().map(Vec::as_slice));
    if memory != recorded.memory {
        return Err(format!("seed {}: the GPU's memory was another one", recorded.seed));
    }
    Ok(())
}
