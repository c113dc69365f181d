//! Launch rules and the solutions that use them, through the binary.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::fs;

use common::{Folder, code, exercises, set_up, stderr, stdout};

/// Kernels beside the one that `copy` asks for.
const KERNELS: &str = r"
template <typename T, int N>
__global__ void copy_template(T *dst, const T *src, int64_t n) {
    copy_elements(dst, src, n);
}
__global__ void copy_float(float *dst, const float *src, int64_t n) {
    copy_elements(dst, src, n);
}
template <typename T>
__global__ void copy_other(T *dst, const T *src, int n) {
    copy_elements(dst, src, n);
}
template <typename T>
__global__ void copy_all(T *dst, const T *src, int64_t n, bool all = true) {
    copy_elements(dst, src, n);
}
";

/// A right solution of `copy` with [`KERNELS`].
fn kernel() -> String {
    let element = "template <typename T> __device__ void copy_elements(T *dst, const T *src, int64_t n) {
    for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        dst[i] = src[i];
    }
}
template <typename T> __global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    copy_elements(dst, src, n);
}";
    format!("#pragma once\n#include <stdint.h>\nnamespace oprt::copy::nvidia {{\n{element}{KERNELS}}}\n")
}

/// Judges [`kernel`] under `rules` and checks the exit status and that all of `parts` are said.
#[track_caller]
fn check(folder: &Folder, rules: &str, status: i32, parts: &[&str]) {
    folder.write("exercises/copy/nvidia/kernel.cuh", kernel());
    folder.write("exercises/copy/nvidia/launch.toml", format!("format_version = 1\n[[rule]]\n{rules}\n"));
    let output = folder.run(&["verify", "copy", "--more"]);
    let text = stdout(&output) + &stderr(&output);
    for part in parts {
        assert!(text.contains(part), "{rules}: `{part}` is missing in:\n{text}");
    }
    assert_eq!(code(&output), status, "{rules}:\n{text}");
}

#[test]
fn a_rule_names_a_kernel_of_the_file_with_the_contracts_parameters() {
    set_up();
    let folder = Folder::new();
    check(&folder, "kernel = \"copy_template<T, {16 / dtype_bytes}>\"\nblock = \"2 * warp_size\"", 0, &["PASSED"]);
    check(&folder, "kernel = \"copy_float\"\nwhen = \"dtype == 'f32'\"", 0, &["PASSED"]);
    let place = "--> exercises/copy/nvidia/launch.toml:3:10";
    let nobody = ["has no kernel `copy_fast`", "there are: copy_contiguous_kernel, copy_template", place];
    check(&folder, "kernel = \"copy_fast<T>\"", 2, &nobody);
    check(&folder, "kernel = \"copy_template\"", 2, &["`copy_template` is a template", "copy_template<T>", place]);
    check(&folder, "kernel = \"copy_float<T>\"", 2, &["`copy_float` is no template", place]);
    let parameter =
        ["`copy_other` takes other parameters", "int n", "wanted: ", "copy_other(T *dst, const T *src, int64_t n)"];
    check(&folder, "kernel = \"copy_other<T>\"", 1, &parameter);
    check(&folder, "kernel = \"copy_all<T>\"", 1, &["`copy_all` takes other parameters", "bool all"]);
    // For half as well: float alone is no type for both.
    check(&folder, "kernel = \"copy_float\"", 1, &["`copy_float` takes other parameters", "half *dst"]);
}

#[test]
fn a_block_may_ask_for_much_shared_memory() {
    set_up();
    let folder = Folder::new();
    check(&folder, "shared_bytes = \"max_shared_bytes\"", 0, &["PASSED"]);
    check(&folder, "shared_bytes = \"max_shared_bytes + 1\"", 2, &["gives 232449", "at most 232448 bytes"]);
}

#[test]
fn solutions_written_for_speed_pass() {
    set_up();
    let folder = Folder::new();
    let output = folder.run(&["verify", "--all", "--advanced", "--format", "json"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let text = stdout(&output);
    let reports: Vec<judge::JsonReport> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let with_advanced = exercises().into_iter().filter(|exercise| exercise.advanced_path().exists());
    assert_eq!(reports.len(), with_advanced.count());
    for report in &reports {
        assert!(report.kernel.ends_with("nvidia/advanced/kernel.cuh") && report.findings.is_empty(), "{report:?}");
    }
    // Whoever passes is told of it.
    let solution = fs::read(folder.path("solutions/copy/nvidia/kernel.cuh")).unwrap();
    folder.write("exercises/copy/nvidia/kernel.cuh", solution);
    let output = folder.run(&["verify", "copy"]);
    assert!(stdout(&output).contains("solutions/copy/nvidia/advanced/kernel.cuh"), "{}", stdout(&output));
    let profile = folder.run(&["profile", "softmax", "--advanced"]);
    assert_eq!(code(&profile), 0, "{}", stderr(&profile));
    fs::remove_dir_all(folder.path("solutions/copy/nvidia/advanced")).unwrap();
    let output = folder.run(&["verify", "copy", "--advanced"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("copy has no solution that is written for speed"), "{}", stderr(&output));
}
