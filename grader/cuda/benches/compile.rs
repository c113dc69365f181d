//! Time from a request to PTX, in the resident child: `cargo bench -p cuda`.
//!
//! Needs an NVRTC that `find` finds. `spawn` is a new child with NVRTC loaded and warm.

use std::time::Duration;

use cuda::{Compiler, Request, Search, WorkerCommand, find};

const LIMIT: Duration = Duration::from_secs(60);

fn main() {
    divan::main();
}

fn compiler() -> Compiler {
    let toolchain = find(&Search::from_env()).expect("an NVRTC; `camp setup` fetches one");
    let worker = WorkerCommand { program: env!("CARGO_BIN_EXE_nvrtc-worker").into(), args: Vec::new() };
    Compiler::spawn(toolchain, worker).expect("the worker starts")
}

fn request(kernel: &str) -> Request {
    Request {
        name: "unit.cu".into(),
        source: "#include \"/learner/kernel.cuh\"\n".into(),
        headers: vec![("/learner/kernel.cuh".into(), kernel.into())],
        arch: "compute_80".into(),
        ..Request::default()
    }
}

const PLAIN: &str = "#pragma once\n#include <cuda_runtime.h>\n#include <stdint.h>\n\
    template <typename T> __device__ T add_values(T a, T b) { return a + b; }\n\
    template <typename T> __global__ void add(T *out, const T *a, const T *b, int64_t n) {\n\
        for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n\
            out[i] = add_values(a[i], b[i]);\n\
    }\n\
    template __global__ void add<float>(float *, const float *, const float *, int64_t);\n";

#[divan::bench(args = ["plain", "half", "groups", "cub"], max_time = 5)]
fn warm(bencher: divan::Bencher<'_, '_>, what: &str) {
    let request = request(match what {
        "half" => include_str!("../tests/kernels/half.cuh"),
        "groups" => include_str!("../tests/kernels/groups.cuh"),
        "cub" => include_str!("../tests/kernels/cub.cuh"),
        _ => PLAIN,
    });
    let mut compiler = compiler();
    compiler.version().expect("NVRTC loads");
    bencher.bench_local(|| compiler.compile(&request, LIMIT).expect("it compiles"));
}

#[divan::bench(max_time = 3)]
fn spawn(bencher: divan::Bencher<'_, '_>) {
    bencher.bench_local(|| compiler().version().expect("NVRTC loads"));
}
