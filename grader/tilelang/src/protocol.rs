//! What camp and `worker.py` say to each other; the module comment there has the lines.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The value of an argument.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Argument {
    /// A size.
    Int(i64),
    /// A number of the operator's, such as a slope; finite, as JSON has no other.
    Float(f64),
    /// An element type by TileLang's name: `float32`.
    Dtype(String),
}

/// The arguments of one lowering by name; those that the kernel does not take are left out.
pub type Job = BTreeMap<String, Argument>;

/// A kernel file to lower.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Request {
    /// The file's path as the user named it: line directives carry it.
    pub path: String,
    /// The folder that it may import other files from.
    pub folder: Option<PathBuf>,
    /// Its text, which is lowered whatever the file holds by now.
    pub text: String,
    /// The kernel's function.
    pub function: String,
    /// What to lower for: `sm_75`.
    pub arch: String,
    /// Whether TileLang guards accesses that may lie outside of a tensor, as it does by default.
    pub guarded: bool,
    /// The sets of arguments.
    pub jobs: Vec<Job>,
    /// How many processes to use.
    pub n_parallel: usize,
    /// Processor time that one job may use.
    pub cpu_seconds: u64,
    /// Memory that one job may use.
    pub memory_bytes: u64,
}

/// A lowered kernel.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Lowered {
    /// CUDA C++, with `#line` directives that name the learner's file.
    pub source: String,
    /// The kernels in it.
    pub kernels: Vec<DeviceKernel>,
    /// The function's tensors and scalars in its order.
    pub buffers: Vec<Buffer>,
    /// Which of them are outputs, in the order in which they are returned.
    pub outputs: Vec<usize>,
    /// Lines of the file.
    pub places: Places,
    /// What the file printed.
    #[serde(default)]
    pub printed: String,
}

/// One `__global__` function.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct DeviceKernel {
    /// Its name, `extern "C"`.
    pub name: String,
    /// Blocks; `None` where it depends on something that is known only at run time.
    pub grid: [Option<u32>; 3],
    /// Threads of a block.
    pub block: [Option<u32>; 3],
    /// Dynamic shared memory.
    pub shared_bytes: u32,
    /// The names of its parameters: those buffers that it uses, in TileLang's own order.
    pub parameters: Vec<String>,
}

/// A tensor of the function.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Buffer {
    /// Its name.
    pub name: String,
    /// Its element type: `float32`.
    pub dtype: String,
    /// Its extents, `None` for one that is known only at run time; no shape for a scalar.
    pub shape: Option<Vec<Option<i64>>>,
}

/// Lines of a kernel file that findings without a line of their own point at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Places {
    /// The function's definition.
    pub function: Option<u32>,
    /// `with T.Kernel(…)`.
    pub kernel: Option<u32>,
    /// Where each buffer is made or declared.
    pub buffers: BTreeMap<String, u32>,
}

/// How far lowering had come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The file was run as a module.
    #[default]
    Load,
    /// The kernel was looked for in it.
    Find,
    /// The kernel's body was run to build it.
    Trace,
    /// TileLang's compiler worked on it.
    Lower,
    /// camp read the result.
    Read,
}

/// Why there is no lowered kernel.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Failure {
    /// How far it had come.
    pub stage: Stage,
    /// The exception's class; `Rejected` for what camp itself found, `TimeIsOver` and `Crash` for a process that ended.
    pub kind: String,
    /// The exception's message.
    #[serde(default)]
    pub message: String,
    /// What camp found: `no-function`, `not-jit`, `not-a-function`.
    #[serde(default)]
    pub reason: Option<String>,
    /// More about that.
    #[serde(default)]
    pub details: serde_json::Value,
    /// The line of the learner's file.
    #[serde(default)]
    pub line: Option<u32>,
    /// Bytes before the place in the line, where that is known.
    #[serde(default)]
    pub column: Option<u32>,
    /// Where the place ends.
    #[serde(default)]
    pub end_column: Option<u32>,
    /// The last frames of the traceback, outermost first.
    #[serde(default)]
    pub frames: Vec<Frame>,
    /// Lines of the file.
    #[serde(default)]
    pub places: Places,
    /// What the file printed.
    #[serde(default)]
    pub printed: String,
}

/// A frame of a traceback.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Frame {
    /// Whether it is in the learner's file.
    pub own: bool,
    /// The file's name without folders.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The function.
    pub function: String,
}
