//! The life of descriptors on the virtual GPU: create, ask for the workspace, execute, again with other tensors; what is
//! said where the kernel is wrong. The test is its own compiler child, so it has a `main`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{env, fs};

use cuda::{CacheDir, Fetch, Search, WheelSet, WorkerCommand};
use exercise::{Backend, Dtype};
use runtime::{
    Call, Commands, Descriptor, Error, ErrorKind, HostTensor, Kernels, Operator, Place, Runtime, TensorSpec,
};
use tilelang::SandboxCommand;

const WORKER: &str = "__nvrtc-worker";

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.as_slice() {
        [arg] if arg == WORKER => cuda::worker_main(),
        _ if args.iter().any(|arg| arg == "--list") => return,
        _ => {}
    }
    if cuda::find(&Search::from_env()).is_err() {
        let cache = CacheDir::from_env().unwrap();
        cuda::fetch(&Fetch::new(WheelSet::for_driver(None), cache), &mut |_| {}).unwrap();
    }
    let program = env::current_exe().unwrap();
    let mut runtime = Runtime::open(&Commands {
        compiler: WorkerCommand { program: program.clone(), args: vec![WORKER.into()] },
        sandbox: SandboxCommand { program, args: Vec::new() },
    })
    .unwrap();
    scratch_memory_is_asked_for(&mut runtime);
    a_descriptor_is_used_again(&mut runtime);
    an_edit_is_seen_by_the_next_descriptor(&mut runtime);
    a_call_can_be_stopped(&mut runtime);
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|&x| f32::from_le_bytes(x)).collect()
}

fn create(runtime: &mut Runtime, operator: &Operator, tensors: &[TensorSpec]) -> Result<Descriptor, Error> {
    runtime.create(operator, Call { tensors, dim: operator.dim(), attributes: &[] }, Place::Virtual)
}

/// Executes a call of one output and one input; the output.
fn execute(descriptor: &Descriptor, workspace: u64, input: &[f32], n_out: usize) -> Result<Vec<f32>, Error> {
    let (mut out, input) = (vec![0; 4 * n_out], bytes(input));
    let never = Arc::new(AtomicBool::new(false));
    let mut tensors = [HostTensor::Out(&mut out), HostTensor::In(&input)];
    descriptor.execute(workspace, &mut tensors, &never).map(|_| floats(&out))
}

fn f32s(shape: &[i64]) -> TensorSpec {
    TensorSpec::contiguous(Dtype::F32, shape)
}

fn scratch_memory_is_asked_for(runtime: &mut Runtime) {
    // An operator with a workspace, whose kernel is the learner's.
    let root = crates().join("camp/tests/workspace");
    let operator = Operator::find(&root, "sum_all", Backend::Nvidia, Kernels::Learner).unwrap();
    assert_eq!(operator.tensors().len(), 2);
    let descriptor = create(runtime, &operator, &[f32s(&[1]), f32s(&[1000])]).unwrap();
    // One partial sum for each of four blocks.
    assert_eq!(descriptor.workspace_bytes(), 16);
    let refused = execute(&descriptor, 15, &[1.0; 1000], 1).unwrap_err();
    assert_eq!(refused.kind, ErrorKind::InsufficientWorkspace);
    assert!(refused.to_string().contains("15 bytes; 16 are needed"), "{refused}");
    assert_eq!(execute(&descriptor, 16, &[1.0; 1000], 1).unwrap(), [1000.0]);
}

fn a_descriptor_is_used_again(runtime: &mut Runtime) {
    let root = crates().join("..");
    let operator = Operator::find(&root, "reduce_sum", Backend::Nvidia, Kernels::Advanced).unwrap();
    let outputs =
        operator.outputs(Call { tensors: &[f32s(&[0]), f32s(&[2, 3])], dim: Some(1), attributes: &[] }).unwrap();
    let descriptor = create(runtime, &operator, &[outputs[0].clone(), f32s(&[2, 3])]).unwrap();
    for x in [1.0, 2.5] {
        assert_eq!(execute(&descriptor, 0, &[x; 6], 2).unwrap(), [3.0 * x; 2]);
    }
    let short = execute(&descriptor, 0, &[1.0; 5], 2).unwrap_err();
    assert_eq!(short.kind, ErrorKind::InvalidArgument, "{short}");
    // A descriptor for the virtual GPU takes no addresses.
    let elsewhere = descriptor.execute_on_gpu((0, 0), &[16, 16], 0).unwrap_err();
    assert_eq!(elsewhere.kind, ErrorKind::InvalidArgument, "{elsewhere}");
}

fn an_edit_is_seen_by_the_next_descriptor(runtime: &mut Runtime) {
    let course = tempfile::tempdir().unwrap();
    let from = crates().join("../exercises/copy");
    let to = course.path().join("exercises/copy");
    fs::create_dir_all(to.join("nvidia")).unwrap();
    fs::copy(from.join("exercise.toml"), to.join("exercise.toml")).unwrap();
    let kernel = to.join("nvidia/kernel.cuh");
    let solution = fs::read_to_string(crates().join("../solutions/copy/nvidia/kernel.cuh")).unwrap();
    let find = || Operator::find(course.path(), "copy", Backend::Nvidia, Kernels::Learner).unwrap();
    let shapes = [f32s(&[40]), f32s(&[40])];
    let input: Vec<f32> = (0..40_u8).map(f32::from).collect();
    fs::write(&kernel, &solution).unwrap();
    let right = create(runtime, &find(), &shapes).unwrap();
    assert_eq!(execute(&right, 0, &input, 40).unwrap(), input);
    // Out of bounds: the virtual GPU's finding is the error, with the learner's line.
    fs::write(&kernel, solution.replace("< n;", "<= n;")).unwrap();
    let wrong = create(runtime, &find(), &shapes).unwrap();
    let found = execute(&wrong, 0, &input, 40).unwrap_err();
    assert_eq!((found.kind, found.findings.is_empty()), (ErrorKind::Runtime, false));
    let text = found.to_string();
    assert!(text.contains("error[out-of-bounds]") && text.contains("kernel.cuh:"), "{text}");
    // Does not compile: so is the compiler's.
    fs::write(&kernel, solution.replace("int64_t n)", "int64_t n")).unwrap();
    let broken = create(runtime, &find(), &shapes).unwrap_err().to_string();
    assert!(broken.contains("does not compile") && broken.contains("error[compile-error]"), "{broken}");
    // What was made before stays as it was.
    assert_eq!(execute(&right, 0, &input, 40).unwrap(), input);
}

fn a_call_can_be_stopped(runtime: &mut Runtime) {
    let operator = Operator::find(&crates().join(".."), "copy", Backend::Nvidia, Kernels::Solution).unwrap();
    let descriptor = create(runtime, &operator, &[f32s(&[40]), f32s(&[40])]).unwrap();
    let (mut out, input) = (vec![0; 160], bytes(&[1.0; 40]));
    let now = Arc::new(AtomicBool::new(true));
    let stopped = descriptor.execute(0, &mut [HostTensor::Out(&mut out), HostTensor::In(&input)], &now);
    // So little work may be done before anybody looks.
    if let Err(error) = stopped {
        assert!(error.findings.is_empty(), "{error}");
    }
}
