//! What the tests that need NVRTC share.

#![allow(dead_code, reason = "each test file uses a part of this")]

use cuda::{CacheDir, Compiler, Fetch, HeaderSet, Request, Search, Toolchain, WheelSet, WorkerCommand, fetch, find};

/// This machine's NVRTC with its headers; fetched into the user's cache where there is none.
///
/// Tests need CUDA's headers too, so an NVRTC without them is not enough.
pub fn toolchain() -> Toolchain {
    if let Ok(toolchain) = find(&Search::from_env())
        && !toolchain.missing.contains(&HeaderSet::Runtime)
        && !toolchain.missing.contains(&HeaderSet::Cccl)
    {
        return toolchain;
    }
    let cache = CacheDir::from_env().expect("a cache folder");
    fetch(&Fetch::new(WheelSet::Cuda13, cache), &mut |_| ()).expect("NVRTC can be fetched")
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
