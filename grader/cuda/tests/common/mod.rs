//! What the tests that need NVRTC share.

#![allow(dead_code, reason = "each test file uses a part of this")]

use cuda::{Compiler, Request, Search, Toolchain, WorkerCommand, find};

/// This machine's NVRTC.
pub fn toolchain() -> Toolchain {
    find(&Search::from_env()).expect("an NVRTC on this machine")
}

/// The worker as a program of its own.
pub fn worker() -> WorkerCommand {
    WorkerCommand { program: env!("CARGO_BIN_EXE_nvrtc-worker").into(), args: Vec::new() }
}

/// A compiler without a cache.
pub fn compiler() -> Compiler {
    Compiler::spawn(toolchain(), worker()).expect("the worker starts")
}

/// A translation unit that includes one learner's file.
pub fn request(kernel: &str) -> Request {
    Request {
        name: "unit.cu".into(),
        source: "#include \"/learner/kernel.cuh\"\n".into(),
        headers: vec![("/learner/kernel.cuh".into(), kernel.into())],
        arch: "compute_80".into(),
        ..Request::default()
    }
}

/// Some kernel that compiles.
pub fn kernel() -> Request {
    request(
        "__global__ void k(float *a, const float *b, int n) { if (threadIdx.x < n) a[threadIdx.x] = b[threadIdx.x]; }\n",
    )
}
