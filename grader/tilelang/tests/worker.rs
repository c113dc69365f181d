//! The worker with a real TileLang, in its sandbox. This program is its own sandboxed child, so it has a `main`.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test with a main of its own")]

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tilelang::{
    Answer, Argument, Environment, Failure, Job, Lowered, Request, SandboxCommand, Stage, Worker, WorkerError, install,
};
use wheels::CacheDir;

/// One test.
type Test = fn(&mut Worker);

const CHILD: &str = "__sandbox";

const COPY: &str = "\
import tilelang
import tilelang.language as T


@tilelang.jit
def copy_kernel(src, BLOCK_N: int, dtype):
    N = T.const(\"N\")
    src: T.Tensor((N,), dtype)
    out = T.empty((N,), dtype)
    with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:
        T.copy(src[bx * BLOCK_N], out[bx * BLOCK_N])
    return out
";

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let [_, child, python, scratch] = args.as_slice()
        && child == CHILD
    {
        panic!("{}", tilelang::sandbox::enter(Path::new(python), Path::new(scratch)));
    }
    let environment = environment();
    let only = args.iter().skip(1).find(|arg| !arg.starts_with('-'));
    let tests: &[(&str, Test)] = &[
        ("lowers_for_each_set_of_arguments", lowers_for_each_set_of_arguments),
        ("what_is_wrong_with_a_file_is_a_failure", what_is_wrong_with_a_file_is_a_failure),
        ("what_does_not_end_is_ended", what_does_not_end_is_ended),
        ("a_file_cannot_reach_out", a_file_cannot_reach_out),
        ("a_request_can_be_cancelled", a_request_can_be_cancelled),
    ];
    let own = std::env::current_exe().unwrap();
    let command = SandboxCommand { program: own.clone(), args: vec![CHILD.into()] };
    // As on a system without Landlock, and with a home that nothing was made in.
    let variables = [format!("{}=1", tilelang::sandbox::WITHOUT_LANDLOCK), "HOME=/nonexistent".to_owned()];
    let args = variables.iter().map(Into::into).chain([own.into(), CHILD.into()]).collect();
    let strict = SandboxCommand { program: "/usr/bin/env".into(), args };
    for (kind, command) in [("landlock", command), ("seccomp alone", strict)] {
        let mut worker = Worker::new(environment.clone(), command);
        // Only Landlock tells a process that may be ended from others.
        if kind == "landlock" {
            a_file_cannot_end_others(&mut worker);
        }
        for (name, test) in tests.iter().filter(|(name, _)| only.is_none_or(|only| name.contains(only.as_str()))) {
            test(&mut worker);
            println!("{name} ({kind}): ok");
        }
    }
}

fn environment() -> Environment {
    let cache = CacheDir::from_env().expect("a cache folder");
    install::fetch(&cache, &mut |_| ()).expect("TileLang can be fetched")
}

fn request(text: &str, sizes: &[i64]) -> Request {
    let job = |&n: &i64| {
        Job::from([
            ("N".to_owned(), Argument::Int(n)),
            ("BLOCK_N".to_owned(), Argument::Int(256)),
            ("dtype".to_owned(), Argument::Dtype("float32".to_owned())),
        ])
    };
    Request {
        path: "/nowhere/kernel.py".to_owned(),
        folder: None,
        text: text.to_owned(),
        function: "copy_kernel".to_owned(),
        arch: "sm_75".to_owned(),
        guarded: true,
        jobs: sizes.iter().map(job).collect(),
        n_parallel: 2,
        cpu_seconds: 2,
        memory_bytes: 2 << 30,
    }
}

/// The answers in the order of the jobs.
fn answers(worker: &mut Worker, request: &Request) -> Vec<Answer> {
    let mut answers = vec![Err(Failure::default()); request.jobs.len()];
    worker
        .lower(request, &AtomicBool::new(false), &mut |job, answer| {
            answers[job] = answer;
            true
        })
        .unwrap();
    answers
}

fn lowers_for_each_set_of_arguments(worker: &mut Worker) {
    let answers = answers(worker, &request(COPY, &[1, 1000, 4096]));
    let lowered: Vec<Lowered> = answers.into_iter().map(Result::unwrap).collect();
    let grids: Vec<_> = lowered.iter().map(|lowered| lowered.kernels[0].grid[0]).collect();
    assert_eq!(grids, [Some(1), Some(4), Some(16)]);
    let first = &lowered[0];
    assert_eq!(first.kernels[0].name, "copy_kernel_kernel");
    assert_eq!(first.kernels[0].block, [Some(128), Some(1), Some(1)]);
    let names: Vec<&str> = first.buffers.iter().map(|buffer| buffer.name.as_str()).collect();
    assert_eq!((names, first.outputs.as_slice()), (vec!["src", "out"], [1].as_slice()));
    assert!(first.source.contains("#line 11 \"/nowhere/kernel.py\""), "{}", first.source);
    assert_eq!((first.places.function, first.places.kernel), (Some(6), Some(10)));
}

/// The failure of a text for one size.
fn failure(worker: &mut Worker, text: &str) -> Failure {
    answers(worker, &request(text, &[1000])).remove(0).unwrap_err()
}

fn what_is_wrong_with_a_file_is_a_failure(worker: &mut Worker) {
    let check = |worker: &mut Worker, text: &str, stage: Stage, kind: &str, line: Option<u32>| {
        let failure = failure(worker, text);
        assert_eq!((failure.stage, failure.kind.as_str(), failure.line), (stage, kind, line), "{text}\n{failure:?}");
    };
    check(worker, "def f(:\n", Stage::Load, "SyntaxError", Some(1));
    check(worker, "x = 1\nx.y\n", Stage::Load, "AttributeError", Some(2));
    check(worker, "import sys\nsys.exit()\n", Stage::Load, "SystemExit", Some(2));
    check(worker, "import os\nos._exit(3)\n", Stage::Trace, "Crash", None);
    check(worker, "import os\nos.abort()\n", Stage::Trace, "Crash", None);
    check(worker, "", Stage::Find, "Rejected", None);
    check(worker, &COPY.replace("@tilelang.jit", ""), Stage::Find, "Rejected", Some(6));
    check(worker, &COPY.replace("T.ceildiv", "T.ceil_div"), Stage::Trace, "AttributeError", Some(10));
    check(worker, &COPY.replace("    return out\n", ""), Stage::Trace, "RuntimeError", Some(11));
    check(worker, "x = bytearray(1 << 33)\n", Stage::Load, "MemoryError", Some(1));
    let printing = failure(worker, "print('half way')\nimport ctypes\n1 / 0\n");
    assert_eq!((printing.kind.as_str(), printing.printed.as_str()), ("ZeroDivisionError", "half way\n"));
    // The next file finds the worker as it was.
    assert!(answers(worker, &request(COPY, &[1000]))[0].is_ok());
}

fn what_does_not_end_is_ended(worker: &mut Worker) {
    let looping = failure(worker, "n = 0\nwhile True:\n    n += 1\n");
    assert_eq!(looping.kind, "TimeIsOver");
    assert!(matches!(looping.line, Some(2 | 3)), "{looping:?}");
    let deaf = "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass\n";
    let stubborn = failure(worker, deaf);
    assert_eq!((stubborn.kind.as_str(), stubborn.line), ("TimeIsOver", None));
    assert!(answers(worker, &request(COPY, &[1000]))[0].is_ok());
}

fn a_file_cannot_reach_out(worker: &mut Worker) {
    let dir = tempfile::tempdir().unwrap();
    let kept = dir.path().join("kept.txt");
    std::fs::write(&kept, "mine").unwrap();
    let path = kept.display();
    for attempt in [
        format!("open({path:?}, 'w')", path = path.to_string()),
        format!("open({path:?}, 'a').write('x')", path = path.to_string()),
        format!("os.remove({path:?})", path = path.to_string()),
        format!("os.rename({path:?}, {path:?} + 'x')", path = path.to_string()),
        format!("os.mkdir({path:?} + 'dir')", path = path.to_string()),
        format!("os.truncate({path:?}, 0)", path = path.to_string()),
        "socket.socket()".to_owned(),
        "socket.create_connection(('127.0.0.1', 1))".to_owned(),
        format!("subprocess.run(['rm', {path:?}], check=True)", path = path.to_string()),
    ] {
        let text = format!("import os, socket, subprocess\n{attempt}\n");
        let failure = failure(worker, &text);
        let is_refused = matches!(failure.kind.as_str(), "PermissionError" | "CalledProcessError");
        assert!(is_refused && failure.line == Some(2), "{attempt}: {failure:?}");
    }
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "mine");
    let scratch = "import tempfile\nopen(tempfile.mkstemp()[1], 'w').write('x')\nraise KeyError\n";
    let kind = failure(worker, scratch).kind;
    assert!(matches!(kind.as_str(), "KeyError" | "FileNotFoundError"), "the scratch folder can be written to: {kind}");
}

fn a_file_cannot_end_others(worker: &mut Worker) {
    let text = format!("import os\nos.kill({}, 0)\n", std::process::id());
    assert_eq!(failure(worker, &text).kind, "PermissionError");
}

fn a_request_can_be_cancelled(worker: &mut Worker) {
    let cancel = AtomicBool::new(false);
    let slow = request("import time\ntime.sleep(60)\n", &[1, 2, 3]);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            cancel.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let start = std::time::Instant::now();
        let ended = worker.lower(&slow, &cancel, &mut |_, answer| panic!("{answer:?}"));
        assert_eq!(ended, Err(WorkerError::Cancelled));
        assert!(start.elapsed() < Duration::from_secs(3));
    });
    assert!(answers(worker, &request(COPY, &[1000]))[0].is_ok());
}
