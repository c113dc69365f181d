//! What camp makes of a GPU: a right one, and every way in which one can be missing, too old or broken.
//!
//! The GPU is a C library of the tests' own, `tests/gpu/driver.c`, which is found in the driver's place. What a real GPU
//! does is recorded (`tests/hardware.rs`); this is about what camp says and where it goes on.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use common::machine::Machine;
use common::{Folder, code, set_up, stderr, stdout};
use judge::JsonReport;

/// The verdict on `copy`.
fn json(machine: &Machine, gpu: &str, args: &[&str]) -> (JsonReport, i32) {
    let args = [&["verify", "copy", "--format", "json", "--seed", "7"], args].concat();
    let output = machine.run(gpu, &args);
    let text = stdout(&output);
    let report = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}{}", stderr(&output)));
    (report, code(&output))
}

/// Device, verdict, exit status and first finding.
fn told((report, code): &(JsonReport, i32)) -> (&str, &str, i32, Option<&str>) {
    (&report.device, &report.verdict, *code, report.findings.first().map(|finding| finding.code.as_str()))
}

#[test]
fn a_right_kernel_passes_on_the_gpu() {
    let machine = Machine::new();
    for device in ["gpu", "auto"] {
        let said = json(&machine, "right", &["--device", device]);
        assert_eq!(told(&said), ("gpu", "passed", 0, None), "{device}");
        assert_eq!(said.0.toolchain.arch, "sm_90");
        assert!(said.0.cases.iter().all(|case| case.verdict == "passed"));
    }
    assert_eq!(told(&json(&machine, "right", &["--device", "virtual"])), ("virtual", "passed", 0, None));
    let text = stdout(&machine.run("prints", &["verify", "copy", "--device", "gpu"]));
    assert!(text.contains("PASSED  copy · nvidia · Fake GPU · seed"), "{text}");
    assert!(text.contains("  | hello from the GPU"), "{text}");
}

#[test]
fn what_a_kernel_does_wrong_on_a_gpu_is_a_finding() {
    let machine = Machine::new();
    for (gpu, expected) in [
        ("wrong", "wrong-result"),
        ("idle", "unwritten-output"),
        ("past-the-end", "out-of-bounds"),
        ("before-the-start", "out-of-bounds"),
        ("writes-its-input", "input-modified"),
        ("illegal-address", "out-of-bounds"),
        ("misaligned", "misaligned-access"),
        ("assert", "assert"),
        ("trap", "launch-failure"),
        ("refuses", "launch-failure"),
    ] {
        assert_eq!(told(&json(&machine, gpu, &["--device", "gpu"])), ("gpu", "failed", 1, Some(expected)), "{gpu}");
        // The virtual GPU finds nothing wrong with this kernel; what the GPU found stands all the same.
        assert_eq!(told(&json(&machine, gpu, &[])), ("gpu", "failed", 1, Some(expected)), "{gpu}");
    }
    let text = stdout(&machine.run("past-the-end", &["verify", "copy", "--device", "gpu", "--more"]));
    assert!(text.contains("the kernel wrote right behind the end of `dst`"), "{text}");
    assert!(text.contains("4 bytes there changed"), "{text}");
}

#[test]
fn a_kernel_without_end_is_stopped() {
    let machine = Machine::new();
    assert_eq!(told(&json(&machine, "hang", &["--device", "gpu"])), ("gpu", "failed", 1, Some("hang")));
}

#[test]
fn what_fails_a_check_never_reaches_the_gpu() {
    let machine = Machine::new();
    let wrong = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../exercises/copy/wrong/no_bounds_test.cuh");
    let said = json(&machine, "hang", &["--kernel", wrong.to_str().unwrap()]);
    assert_eq!(told(&said), ("virtual", "failed", 1, Some("out-of-bounds")));
}

#[test]
fn a_gpu_that_cannot_be_used_is_one_sentence_and_the_virtual_one_goes_on() {
    let machine = Machine::new();
    let without_contexts = Machine::with(&["-DWITHOUT_CONTEXTS"]);
    for (machine, gpu, sentence) in [
        (&machine, "no-device", "CUDA_ERROR_NO_DEVICE"),
        (&machine, "zero-devices", "CUDA_ERROR_NO_DEVICE"),
        (&machine, "old-gpu", "Fake GPU (compute capability 6.1) is older than what NVRTC"),
        (&machine, "old-driver", "The NVIDIA driver supports CUDA up to 12.4, and NVRTC"),
        (&machine, "busy", "CUDA_ERROR_DEVICE_UNAVAILABLE"),
        (&machine, "gone", "The GPU does not answer as it should: CUDA_ERROR_DEVICE_UNAVAILABLE"),
        (&machine, "full", "The GPU has no memory for the buffers"),
        (&without_contexts, "right", "the NVIDIA driver has no function cuDevicePrimaryCtxRetain"),
    ] {
        let (report, status) = json(machine, gpu, &[]);
        assert_eq!((report.device.as_str(), report.verdict.as_str(), status), ("virtual", "passed", 0), "{gpu}");
        let (report, status) = json(machine, gpu, &["--device", "gpu"]);
        assert_eq!((report.verdict.as_str(), status), ("error", 2), "{gpu}");
        let error = report.error.unwrap();
        assert!(error.contains(sentence), "{gpu}: {error}");
        let doctor = machine.run(gpu, &["doctor"]);
        assert_eq!(code(&doctor), 0, "{gpu}: {}", stdout(&doctor));
        let doctor = stdout(&doctor);
        // The doctor's kernel needs little memory; everything else shows there as well.
        let is_shown = !matches!(gpu, "full") || doctor.contains("GPU");
        assert!(is_shown && doctor.contains("GPU"), "{gpu}: {doctor}");
    }
    let text = stdout(&machine.run("old-driver", &["verify", "copy"]));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("The GPU of this machine was not used: The NVIDIA driver supports CUDA up to 12.4"),
        "{text}"
    );
    assert!(text.contains("`camp setup --cuda 12`"), "{text}");
}

#[test]
fn a_machine_without_a_driver_says_nothing_of_gpus_unless_asked() {
    set_up();
    let folder = Folder::new();
    // Where the tester has a GPU, there is nothing to see here.
    if stdout(&folder.run(&["doctor"])).contains("compute capability") {
        return;
    }
    let output = folder.run(&["verify", "copy", "--solution"]);
    assert_eq!(code(&output), 0);
    assert!(!stdout(&output).contains("GPU"), "{}", stdout(&output));
    let output = folder.run(&["verify", "copy", "--solution", "--device", "gpu"]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("There is no NVIDIA driver on this machine"), "{}", stdout(&output));
    assert!(stdout(&folder.run(&["doctor"])).contains("no NVIDIA driver here, and none is needed"));
}

#[test]
fn launch_rules_hold_on_the_gpu_too() {
    let machine = Machine::new();
    let rules = "format_version = 1\n[[rule]]\nblock = \"2048\"\n";
    machine.folder.write("exercises/copy/nvidia/launch.toml", rules);
    let (report, status) = json(&machine, "right", &["--device", "gpu"]);
    assert_eq!(status, if report.verdict == "error" { 2 } else { 1 }, "{report:?}");
}

#[test]
fn watch_says_where_the_fault_showed_and_goes_on() {
    let machine = Machine::new();
    let mut watch = machine.command("illegal-address", &["watch", "copy"]);
    let mut watch = watch.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(watch.stdout.take().unwrap()).lines().map_while(Result::ok);
    let header = lines.find(|line| line.starts_with("FAILED")).unwrap();
    assert!(header.contains("copy · nvidia · Fake GPU"), "{header}");
    assert!(lines.any(|line| line.starts_with("error[out-of-bounds]: the kernel touched memory")));
    // The GPU's process is gone, and camp is not.
    assert!(watch.try_wait().unwrap().is_none());
    watch.kill().unwrap();
    watch.wait().unwrap();
}
