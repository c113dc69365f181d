//! Other programs that do the same work: C compiled by gcc, and PoCL.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use diag::{Text, msg};

use super::jobs::{COLS, N, ROWS};

const NATIVE: &str = include_str!("native.c");
const OPENCL: &str = include_str!("opencl.c");
const KERNELS: &str = include_str!("kernels.cl");

/// A program to compare with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Baseline {
    /// C, `gcc -O3`.
    Gcc,
    /// C with loops that gcc can hand to its vector library, and with sums in any order (`-ffast-math`).
    GccFission,
    /// OpenCL on PoCL.
    Pocl,
}

/// The time of one operator.
#[derive(Debug, Clone)]
pub struct BaselineTime {
    /// The program.
    pub baseline: Baseline,
    /// The operator's name.
    pub operator: String,
    /// The median of the rounds.
    pub wall_ms: f64,
}

impl Baseline {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Gcc, Self::GccFission, Self::Pocl];

    /// Its name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Gcc => "gcc",
            Self::GccFission => "gcc_fission",
            Self::Pocl => "pocl",
        }
    }

    /// Builds the program in `dir` and runs it on so many threads.
    ///
    /// # Errors
    /// Why there are no times: the program cannot be had here, and what to install.
    pub fn run(self, dir: &Path, n_threads: usize, n_rounds: usize) -> Result<Vec<BaselineTime>, Text> {
        let program = self.build(dir)?;
        let mut command = Command::new(&program);
        if self == Self::Pocl {
            command.arg(dir.join("kernels.cl")).env("POCL_MAX_PTHREAD_COUNT", n_threads.to_string());
        }
        command.args([N, ROWS, COLS].map(|n| n.to_string()));
        if self != Self::Pocl {
            command.arg(n_threads.to_string());
        }
        command.arg(n_rounds.to_string()).stdin(Stdio::null());
        let output = command.output().map_err(|error| self.failed(&error.to_string()))?;
        if self == Self::Pocl && output.status.code() == Some(3) {
            return Err(msg!("judge-bench-no-pocl"));
        }
        if !output.status.success() {
            return Err(self.failed(&format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim())));
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let times = text.lines().filter_map(|line| {
            let (operator, ms) = line.split_once(' ')?;
            Some(BaselineTime { baseline: self, operator: operator.to_owned(), wall_ms: ms.trim().parse().ok()? })
        });
        Ok(times.collect())
    }

    fn failed(self, detail: &str) -> Text {
        msg!("judge-bench-baseline-failed", what = self.as_str(), detail = detail)
    }

    fn build(self, dir: &Path) -> Result<PathBuf, Text> {
        let (source, text) = if self == Self::Pocl { ("opencl.c", OPENCL) } else { ("native.c", NATIVE) };
        let write = || -> io::Result<()> {
            std::fs::write(dir.join(source), text)?;
            std::fs::write(dir.join("kernels.cl"), KERNELS)
        };
        write().map_err(|error| self.failed(&error.to_string()))?;
        let program = dir.join(self.as_str());
        let mut gcc = Command::new("gcc");
        gcc.arg("-O3").arg("-march=native").arg("-o").arg(&program).arg(dir.join(source));
        match self {
            Self::Gcc => gcc.args(["-pthread", "-lm"]),
            Self::GccFission => gcc.args(["-ffast-math", "-DFISSION", "-pthread", "-lm"]),
            Self::Pocl => gcc.arg("-lOpenCL"),
        };
        match gcc.stdin(Stdio::null()).output() {
            Err(_) => Err(msg!("judge-bench-no-gcc")),
            Ok(output) if output.status.success() => Ok(program),
            // Without the headers of OpenCL the program cannot be built.
            Ok(_) if self == Self::Pocl => Err(msg!("judge-bench-no-pocl")),
            Ok(output) => Err(self.failed(String::from_utf8_lossy(&output.stderr).trim())),
        }
    }
}
