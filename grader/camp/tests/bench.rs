//! `camp bench` through the binary: without a GPU, counts and no times; with the tests' own GPU, whose clock is made up, all
//! that can come of a measurement.

mod common;

use common::machine::Machine;
use common::{Folder, code, set_up, stderr, stdout};
use cuda::{Gpu, WorkerCommand};

/// Runs camp and looks for phrases in what it says.
#[track_caller]
fn check(folder: &Folder, args: &[&str], expected: i32, phrases: &[&str]) -> String {
    let output = folder.run(args);
    let said = stdout(&output) + &stderr(&output);
    assert_eq!(code(&output), expected, "{args:?}\n{said}");
    // Lines are wrapped.
    let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for phrase in phrases {
        assert!(flat.contains(phrase), "{args:?} does not say {phrase:?}:\n{said}");
    }
    said
}

#[test]
fn the_virtual_device_gives_counts_and_no_times() {
    set_up();
    let folder = Folder::new();
    let bench = |more: &[&'static str]| [&["bench", "softmax", "--device", "virtual", "--seed", "3"], more].concat();
    let phrases = [
        "The virtual device gives no times",
        "case, rowwise_50x2000",
        "sectors of global memory",
        "`camp profile softmax`",
    ];
    let said = check(&folder, &bench(&["--solution"]), 0, &phrases);
    assert!(!said.contains("µs") && !said.contains("GB/s"), "{said}");
    check(&folder, &bench(&["--solution", "--lang", "zh"]), 0, &["虚拟设备不给出时间", "全局内存扇区"]);
    // The stub is not right, so nothing is counted.
    check(&folder, &bench(&[]), 1, &["`softmax` is not right yet, so it is not timed", "error[unwritten-output]"]);
    check(&folder, &bench(&["--kernel", "none.cuh"]), 2, &["There is no kernel file at none.cuh"]);
    assert!(!folder.path(".camp/history.jsonl").exists(), "no measurement, no history");
}

#[test]
fn programs_get_objects_and_a_header() {
    set_up();
    let folder = Folder::new();
    let bench = |more: &[&'static str]| [&["bench", "copy", "--device", "virtual", "--seed", "3"], more].concat();
    let said = check(&folder, &bench(&["--solution", "--format", "json"]), 0, &[]);
    let profile: judge::profile::JsonProfile = serde_json::from_str(&said).unwrap();
    assert_eq!((profile.device.as_str(), profile.verdict.as_str()), ("virtual", "passed"));
    assert!(profile.counts.total.sectors > 0);
    let said = check(&folder, &bench(&["--format", "json"]), 1, &[]);
    let report: judge::JsonReport = serde_json::from_str(&said).unwrap();
    assert_eq!(report.verdict, "failed");
    let said = check(&folder, &bench(&["--solution", "--format", "csv"]), 0, &[]);
    assert_eq!(said.trim_end(), judge::bench::csv_header());
}

#[test]
fn a_gpu_that_is_not_there_is_said() {
    set_up();
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_camp").into();
    let worker = WorkerCommand { program, args: vec!["__nvrtc-worker".into()] };
    if Gpu::open(&worker).is_ok() {
        return;
    }
    check(&folder, &["bench", "copy", "--solution", "--device", "gpu"], 2, &["NVIDIA"]);
    check(&folder, &["bench", "copy", "--solution"], 0, &["There is no GPU to measure on"]);
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let folder = Folder::new();
    check(&folder, &["bench", "cpoy"], 2, &["copy"]);
    check(&folder, &["bench", "copy", "--solution", "--advanced"], 2, &["--advanced"]);
    check(&folder, &["bench", "copy", "--backend", "metax"], 2, &["stub"]);
}

/// The only shape whose type the tests' GPU knows, small enough for its clock.
const SHAPE: [&str; 6] = ["bench", "copy", "--case", "bench_1025024_f32", "--seed", "7"];

/// What camp says of a GPU, on one line, and the exit status.
fn told(machine: &Machine, gpu: &str, more: &[&str]) -> (String, i32) {
    let output = machine.run(gpu, &[&SHAPE, more].concat());
    let said = stdout(&output) + &stderr(&output);
    (said.split_whitespace().collect::<Vec<_>>().join(" "), code(&output))
}

#[test]
fn a_kernel_is_measured_beside_the_solution_and_its_edits_are_followed() {
    let machine = Machine::new();
    let (said, status) = told(&machine, "right", &[]);
    // 8.2 MB in 10 µs, on a GPU whose copy reaches 900 GB/s.
    for phrase in [
        "BENCH copy · nvidia · Fake GPU · seed 7",
        "moves 900 GB/s here (measured), the memory 1,000 GB/s at most. L2 cache: 4 MB",
        "1025024 f32 10.0 0.0 % 8.20 MB 0 820 91 % 1.00×",
    ] {
        assert!(said.contains(phrase), "{phrase}: {said}");
    }
    assert!(status == 0 && !said.contains("→"), "{said}");
    // The same kernel again is no edit; another one is, and slower.
    assert!(!told(&machine, "right", &[]).0.contains("→"));
    let kernel = machine.folder.path("exercises/copy/nvidia/kernel.cuh");
    let text = std::fs::read_to_string(&kernel).unwrap();
    std::fs::write(&kernel, text + "// Another thought.\n").unwrap();
    let (said, _) = told(&machine, "slow", &[]);
    assert!(said.contains("copy 1025024 f32: 10.0 → 12.0 µs (+20 %)"), "{said}");
    let history = std::fs::read_to_string(machine.folder.path(".camp/history.jsonl")).unwrap();
    assert_eq!(history.lines().filter(|line| line.contains("\"kind\":\"bench\"")).count(), 3, "{history}");
    // A solution is nobody's edit.
    told(&machine, "right", &["--solution"]);
    assert_eq!(std::fs::read_to_string(machine.folder.path(".camp/history.jsonl")).unwrap(), history);
}

#[test]
fn numbers_are_for_programs_too() {
    let machine = Machine::new();
    let output = machine.run("right", &[&SHAPE[..], &["--format", "json"]].concat());
    let row: judge::bench::JsonBench = serde_json::from_str(&stdout(&output)).unwrap();
    let near = |x: Option<f64>, y: f64| (x.unwrap() - y).abs() < 1e-3 * y;
    assert_eq!((row.outcome.as_str(), row.samples, row.sets), ("timed", Some(60), 2));
    assert!(near(row.latency_us, 10.0) && near(row.solution_us, 10.0) && near(row.overhead_us, 1.44), "{row:?}");
    assert!(near(row.gb_s, 820.0) && near(row.copy_gb_s, 900.0), "{row:?}");
    let output = machine.run("right", &[&SHAPE[..], &["--format", "csv", "--alone"]].concat());
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.lines().last().unwrap().starts_with("1,copy,nvidia,"), "{text}");
}

#[test]
fn times_that_cannot_be_and_wrong_results_are_no_times() {
    let machine = Machine::new();
    for (gpu, status, phrase) in [
        ("fast-when-large", 1, "0.50 µs is refused. 8.20 MB cannot cross the memory's bus in less than"),
        ("wrong-when-large", 1, "after the timing `dst[5]` is"),
        ("writes-its-input-when-large", 1, "the kernel changed its input `src`"),
        ("trap-when-large", 1, "the GPU stopped the kernel: CUDA_ERROR_LAUNCH_FAILED"),
        ("noisy", 0, "% apart (more than 5 %)"),
        ("small", 0, "this shape needs"),
    ] {
        let (said, code) = told(&machine, gpu, &["--device", "gpu"]);
        assert!(said.contains(phrase) && code == status, "{gpu}: {code} {said}");
        if status == 1 {
            let (json, _) = told(&machine, gpu, &["--device", "gpu", "--format", "json"]);
            assert!(!json.contains("latency_us"), "{gpu}: {json}");
        }
    }
    // What fails its cases is never timed.
    let (said, code) = told(&machine, "wrong", &[]);
    assert!(said.contains("`copy` is not right yet, so it is not timed") && code == 1, "{said}");
}

#[test]
fn a_gpu_that_cannot_be_used_leaves_the_counts() {
    let machine = Machine::new();
    for gpu in ["old-driver", "old-gpu", "busy", "no-device"] {
        let (said, code) = told(&machine, gpu, &[]);
        assert!(said.contains("There is no GPU to measure on") && said.contains("Why no GPU:"), "{gpu}: {said}");
        assert_eq!(code, 0, "{gpu}");
        assert_eq!(told(&machine, gpu, &["--device", "gpu"]).1, 2, "{gpu}");
    }
}

#[test]
fn pytorch_that_is_not_there_is_said_and_the_rest_stands() {
    let machine = Machine::new();
    // A `python3` that fails as one without PyTorch does, whatever the tester has.
    let bin = machine.folder.path("bin");
    std::fs::create_dir(&bin).unwrap();
    let answer = r#"{"problem": "import", "detail": "No module named 'torch'"}"#;
    let python = format!("#!/bin/sh\ncat > /dev/null\necho '{}'\n", answer.replace('\'', "'\\''"));
    machine.folder.write("bin/python3", python);
    let mut permissions = std::fs::metadata(bin.join("python3")).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
    std::fs::set_permissions(bin.join("python3"), permissions).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let output = machine.command("right", &[&SHAPE[..], &["--baseline", "torch"]].concat()).env("PATH", path).output();
    let said = stdout(&output.unwrap()).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("PyTorch is left out: `python3` cannot import it (No module named 'torch')."), "{said}");
    assert!(said.contains("1025024 f32 10.0"), "{said}");
}
