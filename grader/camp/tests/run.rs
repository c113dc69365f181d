//! `camp run` on kernels of anyone's, as a project's CI uses it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::fs;
use std::process::Output;

use common::{camp, code, set_up, stderr, stdout};
use judge::{JsonRun, JsonValue};

/// A project: a kernel with its own header, a template, several kernels.
struct Project {
    dir: tempfile::TempDir,
}

impl Project {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("src/detail")).unwrap();
        let write = |path: &str, text: &str| fs::write(dir.path().join(path), text).unwrap();
        write(
            "src/detail/scale.cuh",
            "__device__ inline float scaled(float x, float a) {\n    return x * a + OFFSET;\n}\n",
        );
        write(
            "src/saxpy.cu",
            "#include \"detail/scale.cuh\"\n\
             extern \"C\" __global__ void saxpy(float *out, const float *in, float a, int n) {\n\
             \x20   int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
             \x20   if (i < n) out[i] = scaled(in[i], a);\n\
             }\n",
        );
        write(
            "tiles.cu",
            "#include <stdio.h>\n\
             namespace ns {\n\
             template <typename T, int N> __global__ void reverse(T *out, const T *in) {\n\
             \x20   __shared__ T tile[N];\n\
             \x20   tile[threadIdx.x] = in[threadIdx.x];\n\
             \x20   out[threadIdx.x] = tile[N - 1 - threadIdx.x];\n\
             }\n\
             }\n\
             __global__ void hello(short n) { if (threadIdx.x == 0) printf(\"n is %d\\n\", n); }\n\
             __global__ void endless(volatile int *flag) { while (*flag == 0) {} }\n",
        );
        write(
            "bump.ptx",
            ".version 8.0\n.target sm_80\n.address_size 64\n\
             .visible .entry bump(.param .u64 p, .param .u32 by) {\n\
             .reg .b64 %rd<3>; .reg .b32 %r<4>;\n\
             ld.param.u64 %rd1, [p];\n\
             ld.param.u32 %r1, [by];\n\
             ld.global.u32 %r2, [%rd1];\n\
             add.s32 %r3, %r2, %r1;\n\
             st.global.u32 [%rd1], %r3;\n\
             ret;\n}\n",
        );
        Self { dir }
    }

    fn path(&self, path: &str) -> std::path::PathBuf {
        self.dir.path().join(path)
    }

    fn run(&self, args: &str) -> Output {
        let mut command = camp();
        command.current_dir(self.dir.path()).arg("run").args(args.split_whitespace());
        command.output().expect("camp starts")
    }

    #[track_caller]
    fn json(&self, args: &str, status: i32) -> JsonRun {
        let output = self.run(&format!("{args} --device virtual --format json"));
        let text = stdout(&output);
        assert_eq!(code(&output), status, "{text}{}", stderr(&output));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Runs camp and checks the exit status and that all of `parts` are said.
    #[track_caller]
    fn check(&self, args: &str, status: i32, parts: &[&str]) {
        let output = self.run(&format!("{args} --device virtual"));
        let text = (stdout(&output) + &stderr(&output)).split_whitespace().collect::<Vec<_>>().join(" ");
        for part in parts {
            assert!(text.contains(part), "camp run {args}: `{part}` is missing in:\n{text}");
        }
        assert_eq!(code(&output), status, "camp run {args}:\n{text}");
        assert!(!text.contains("panicked"), "{text}");
    }
}

const SAXPY: &str = "src/saxpy.cu -D OFFSET=1 --grid 2 --block 64 --arg out=f32[100]:uninit --arg in=f32[100]:ramp \
                     --arg a=f32:2 --arg n=i32:100";

#[test]
fn a_right_kernel_passes_and_its_output_can_be_read_and_dumped() {
    set_up();
    let project = Project::new();
    let report = project.json(&format!("{SAXPY} --dump out=out.bin"), 0);
    assert_eq!((report.schema, report.verdict.as_str(), report.device.as_str()), (1, "passed", "virtual"));
    assert_eq!((report.entry.as_str(), report.kernel.as_str()), ("saxpy", "src/saxpy.cu"));
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    let counters = report.counters.unwrap();
    assert_eq!(counters.threads, 128);
    assert!(counters.lane_instructions > counters.warp_instructions && counters.warp_instructions > 0);
    let out = &report.buffers[0];
    assert_eq!((out.name.as_str(), out.ty.as_str(), out.elements, out.written), ("out", "f32[100]", 100, 100));
    assert_eq!(out.first[..3], [1.0, 3.0, 5.0].map(JsonValue::Float));
    assert_eq!(report.buffers[1].written, 0);
    assert!(report.timing_ms.total > 0.0);
    let dumped = fs::read(project.path("out.bin")).unwrap();
    assert_eq!(dumped.len(), 400);
    assert_eq!(dumped[396..], 199.0_f32.to_le_bytes());
    // What was dumped can be read again.
    let again = project.json(
        "src/saxpy.cu --define OFFSET=0 --block 128 --arg out=f32[100]:zero --arg in=f32[100]:@out.bin --arg a=f32:1 \
         --arg n=i32:3",
        0,
    );
    assert_eq!(again.buffers[0].written, 3);
    assert_eq!(again.buffers[0].first[..4], [1.0, 3.0, 5.0, 0.0].map(JsonValue::Float));
    project.check(SAXPY, 0, &["PASSED saxpy", "out f32[100]: 1, 3, 5,", "(100 of 100 written)", "128 threads"]);
}

#[test]
fn a_wrong_kernel_fails_with_its_line_in_whatever_file_that_is() {
    set_up();
    let project = Project::new();
    let report = project.json(&SAXPY.replace("in=f32[100]", "in=f32[60]"), 1);
    let finding = &report.findings[0];
    assert_eq!((finding.code.as_str(), finding.line), ("out-of-bounds", Some(4)));
    assert_eq!(finding.file.as_deref(), Some("src/saxpy.cu"));
    // A mistake in the project's own header is shown there.
    fs::write(
        project.path("src/detail/scale.cuh"),
        "__device__ inline float scaled(const float &x, float a) {\n    return (&x)[1] * a + OFFSET;\n}\n",
    )
    .unwrap();
    project.check(SAXPY, 1, &["FAILED", "error[out-of-bounds]", "--> src/detail/scale.cuh:2", "return (&x)[1] * a"]);
    let entry = "tiles.cu --entry ns::reverse<float,64> --block 64 --arg out=f32[64]:uninit --arg in=f32[64]:normal";
    let report = project.json(&format!("{entry} --seed 5"), 1);
    assert_eq!((report.findings[0].code.as_str(), report.findings[0].line, report.seed), ("race", Some(5), 5));
    assert_eq!(report.entry, "ns::reverse<float, 64>");
    assert_eq!(
        report.buffers,
        project.json(&format!("{entry} --seed 5"), 1).buffers,
        "the seed decides what is in them"
    );
    fs::write(project.path("broken.cu"), "__global__ void k(int *p) {\n    *p = q;\n}\n").unwrap();
    let report = project.json("broken.cu --block 1 --arg p=i32[1]:zero", 1);
    assert_eq!((report.findings[0].code.as_str(), report.findings[0].line), ("compile-error", Some(2)));
    assert!(report.buffers.is_empty() && report.counters.is_none());
}

#[test]
fn ptx_needs_no_compiler_and_findings_name_its_lines() {
    let project = Project::new();
    let report = project.json("bump.ptx --block 1 --arg p=i32[2]:one --arg by=i32:-3", 0);
    assert_eq!(report.buffers[0].first, [-2, 1].map(JsonValue::Int));
    assert_eq!(report.toolchain.nvrtc, "");
    let report = project.json("bump.ptx --block 33 --arg p=i32[2]:one --arg by=i32:-3", 1);
    let race = &report.findings[0];
    assert_eq!((race.code.as_str(), race.file.as_deref()), ("race", Some("bump.ptx")));
    let text = fs::read_to_string(project.path("bump.ptx")).unwrap();
    let line = text.lines().nth(race.line.unwrap() as usize - 1).unwrap();
    assert!(line.contains("global"), "{line}");
    project.check("bump.ptx --block 1 --arg p=i32[2]:uninit --arg by=i32:1", 1, &["uninitialized-read", "bump.ptx:8"]);
}

#[test]
fn a_kernel_without_end_is_stopped_and_what_it_prints_is_shown() {
    set_up();
    let project = Project::new();
    project.check("tiles.cu --entry hello --block 32 --arg n=i16:7", 0, &["Printed by the kernel:", "| n is 7"]);
    project.check(
        "tiles.cu --entry endless --block 1 --timeout 1 --arg flag=i32[1]:zero",
        1,
        &["error[hang]", "tiles.cu:10", "stopped after 1 s; --timeout gives it more"],
    );
}

#[test]
fn each_mistake_on_the_command_line_gets_its_sentence() {
    set_up();
    let project = Project::new();
    let check = |args: &str, parts: &[&str]| project.check(args, 2, parts);
    check("none.cu --block 1", &["There is no kernel file at none.cu"]);
    check("bump.ptx", &["--block", "is missing"]);
    check("bump.ptx --block 1", &["takes 2 parameters", "NAME=TYPE[COUNT]:FILL NAME=i32:VALUE"]);
    check("bump.ptx --block 1 --arg p=i32:1 --arg by=i32:1", &["Parameter 1 has 8 bytes", "a value of type i32"]);
    check("bump.ptx --block 1 --arg p=i32[1]:one --arg by=f32:1", &["Parameter 2 has 4 bytes", "a value of type f32"]);
    check("bump.ptx --block 1 --arg p=i32[1]:one --arg by=i32[1]:one", &["Parameter 2", "a buffer (i32[1])"]);
    check("bump.ptx --block 1 --arg p=i32[1]:ones --arg by=i32:1", &["there is no fill `ones`", "uninit, zero, one"]);
    check("bump.ptx --block 1 --arg p=int[1]:one --arg by=i32:1", &["there is no type `int`", "i8, u8"]);
    check("bump.ptx --block 1 --arg p=i32[9]:@bump.txt --arg by=i32:1", &["bump.txt could not be read"]);
    check("bump.ptx --block 1 --arg p=i32[900]:@bump.ptx --arg by=i32:1", &["bump.ptx has", "needs 3600"]);
    check("bump.ptx --block 1 --arg p=i32[1]:one --arg p=i32:1", &["Two arguments are called `p`"]);
    check("bump.ptx --block 2048 --arg p=i32[1]:one --arg by=i32:1", &["2048 threads; at most 1024 fit"]);
    check("bump.ptx --block 1 --grid 0 --arg p=i32[1]:one --arg by=i32:1", &["at least 1"]);
    check("bump.ptx --block 1x2 --arg p=i32[1]:one --arg by=i32:1", &["`1x2` is no size"]);
    check("bump.ptx --block 1 --entry dump --arg p=i32[1]:one --arg by=i32:1", &["no kernel `dump`. It has: bump"]);
    check("bump.ptx --block 1 --arg p=i32[1]:one --arg by=i32:1 --dump q=f", &["no buffer `q`", "the buffers are: p"]);
    check("bump.ptx --block 1 --shared 400000 --arg p=i32[1]:one --arg by=i32:1", &["400000 bytes of shared memory"]);
    check("tiles.cu --block 1", &["several kernels; choose one with --entry: endless(int volatile*), hello(short)"]);
    check(
        "tiles.cu --block 1 --entry reverse<float,8>",
        &["no kernel `reverse<float,8>`. It has: endless", "<float>'"],
    );
    let report = project.json("bump.ptx --block 1", 2);
    assert_eq!(report.verdict, "error");
    assert!(report.error.is_some_and(|text| text.contains("2 parameters")));
}

#[test]
fn it_says_the_same_in_chinese() {
    let project = Project::new();
    let run = |args: &str| stdout(&project.run(&format!("{args} --lang zh --device virtual")));
    let text = run("bump.ptx --block 1 --arg p=i32[2]:one --arg by=i32:2");
    assert!(text.contains("虚拟设备") && text.contains("没有发现问题"), "{text}");
}

#[test]
fn without_a_gpu_that_is_said_and_auto_does_without() {
    let project = Project::new();
    let args = "bump.ptx --block 1 --arg p=i32[1]:one --arg by=i32:1";
    let auto = stdout(&project.run(&format!("{args} --format json")));
    let auto: JsonRun = serde_json::from_str(&auto).unwrap();
    let output = project.run(&format!("{args} --device gpu --format json"));
    let gpu: JsonRun = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((auto.verdict.as_str(), auto.buffers[0].first[0].clone()), ("passed", JsonValue::Int(2)));
    match gpu.error {
        // No driver, or one without a GPU.
        Some(error) => {
            assert_eq!((code(&output), auto.device.as_str()), (2, "virtual"));
            assert!(error.contains("GPU"), "{error}");
        }
        None => assert_eq!((gpu.device.as_str(), auto.device.as_str(), gpu.buffers), ("gpu", "gpu", auto.buffers)),
    }
}

#[test]
fn a_profile_counts_what_each_line_does() {
    set_up();
    let project = Project::new();
    let args = format!("{SAXPY} --profile");
    project.check(&args, 0, &["2 blocks of 64 threads", "instructions of warps", "Nothing is wasted"]);
    let profile = project.json(&args, 0).profile.expect("asked for");
    let accesses = profile.lines.iter().flat_map(|l| &l.accesses);
    let all: Vec<_> = accesses.map(|a| (a.operation.as_str(), a.name.as_str(), a.sectors)).collect();
    assert!(all.contains(&("load", "in", 13)) && all.contains(&("store", "out", 13)), "{all:?}");
    assert_eq!(project.json(SAXPY, 0).profile, None, "only when asked for");
}
