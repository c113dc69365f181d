//! camp's short prelude for TileLang's kernels means what TileLang's own headers mean: compiled either way, the solutions and
//! the right control kernels are the same PTX. This program is its own children, so it has a `main`.

#![allow(clippy::print_stdout, reason = "a test without a harness says what it did")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cuda::{CacheDir, Compiler, Fetch, Request, Search, WheelSet, WorkerCommand};
use tilelang::{Argument, Fragments, Job, SandboxCommand, Worker, install};

const WORKER: &str = "__nvrtc-worker";
const SANDBOX: &str = "__tilelang-worker";
/// Right control kernels of each exercise that are taken besides the solutions: every one takes seconds.
const CONTROLS: usize = 3;

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.as_slice() {
        [arg] if arg == WORKER => cuda::worker_main(),
        [arg, python, scratch] if arg == SANDBOX => {
            panic!("{}", tilelang::sandbox::enter(Path::new(python), Path::new(scratch)));
        }
        _ if args.iter().any(|arg| arg == "--list") => return,
        _ => {}
    }
    let cache = CacheDir::from_env().unwrap();
    let toolchain = cuda::find(&Search::from_env())
        .unwrap_or_else(|_| cuda::fetch(&Fetch::new(WheelSet::for_driver(None), cache.clone()), &mut |_| {}).unwrap());
    let environment = install::fetch(&cache, &mut |_| {}).unwrap();
    let own = env::current_exe().unwrap();
    let command = WorkerCommand { program: own.clone(), args: vec![WORKER.into()] };
    let mut compiler = Compiler::spawn(toolchain, command).unwrap();
    let mut worker = Worker::new(environment, SandboxCommand { program: own, args: vec![SANDBOX.into()] });
    let mut n_compared = 0;
    for (operator, sizes) in [
        ("copy", &[("N", 1000), ("BLOCK_N", 1024)][..]),
        ("vector_add", &[("N", 1000), ("BLOCK_N", 1024)]),
        ("reduce_sum", &[("N", 17), ("M", 33), ("BLOCK_N", 16), ("BLOCK_M", 128)]),
        ("softmax", &[("N", 40), ("M", 384), ("BLOCK_N", 16), ("BLOCK_M", 128)]),
    ] {
        let dtype = if sizes.len() == 2 { "float16" } else { "float32" };
        let mut job: Job = sizes.iter().map(|(name, n)| ((*name).to_owned(), Argument::Int(*n))).collect();
        job.insert("dtype".to_owned(), Argument::Dtype(dtype.to_owned()));
        for file in kernels(operator) {
            n_compared += usize::from(compare(&mut worker, &mut compiler, operator, &file, &job));
        }
    }
    assert!(n_compared >= 12, "only {n_compared} kernels do with the prelude");
    println!("{n_compared} kernels are the same PTX with the prelude and with TileLang's headers");
}

/// The solution and some right control kernels.
fn kernels(operator: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let right = fs::read_dir(root.join("exercises").join(operator).join("right")).unwrap();
    let mut right: Vec<PathBuf> = right.map(|entry| entry.unwrap().path()).collect();
    right.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    right.sort();
    right.truncate(CONTROLS);
    right.insert(0, root.join("solutions").join(operator).join("tilelang/kernel.py"));
    right
}

/// Compares the PTX of a kernel; false where the prelude does not do for it.
fn compare(worker: &mut Worker, compiler: &mut Compiler, operator: &str, file: &Path, job: &Job) -> bool {
    let request = tilelang::Request {
        path: "kernel.py".to_owned(),
        folder: None,
        text: fs::read_to_string(file).unwrap(),
        function: format!("{operator}_kernel"),
        arch: "sm_75".to_owned(),
        guarded: true,
        jobs: vec![job.clone()],
        n_parallel: 1,
        cpu_seconds: 20,
        memory_bytes: 3 << 30,
    };
    let mut lowered = Vec::new();
    let never = AtomicBool::new(false);
    worker
        .lower(&request, &never, &mut |_, answer| {
            lowered.extend(answer);
            true
        })
        .unwrap();
    let [lowered] = lowered.as_slice() else { panic!("{} is not lowered", file.display()) };
    let expression = tilelang::qualified(0, &lowered.kernels[0].name);
    let source = tilelang::assemble(std::slice::from_ref(lowered), Fragments::Registers);
    let nvrtc = compiler.toolchain().version.0;
    let mut ptx = |source: String, options: Vec<String>| {
        let name = "kernel.cu".to_owned();
        let expressions = vec![expression.clone()];
        let request =
            Request { name, source, headers: Vec::new(), arch: "compute_80".to_owned(), expressions, options };
        compiler.compile(&request, Duration::from_secs(120)).map(|compiled| {
            // The types of halves have different names.
            code(&compiled.ptx.replace(&compiled.lowered[0], "kernel"))
        })
    };
    let Ok(light) = ptx(source.light, Vec::new()) else { return false };
    let full = ptx(source.full, worker.environment().compiler_options(nvrtc)).unwrap();
    assert_eq!(light, full, "{}", file.display());
    true
}

/// The instructions of the kernel, without comments and places in sources.
fn code(ptx: &str) -> Vec<String> {
    let body = ptx.lines().skip_while(|line| !line.contains(".entry")).skip_while(|line| !line.starts_with('{'));
    let body = body.take_while(|line| !line.starts_with('}'));
    let lines =
        body.map(|line| line.split("//").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty() && !line.starts_with(".loc") && !line.starts_with("$L__")).collect()
}
