//! What a case needs before the learner's kernel runs: its inputs and the reference's outputs.

use exercise::{BufferSpec, Case, Dtype, Recorded, ReferenceArg};
use runtime::virtual_gpu::{elem, scalar};
use vgpu::{Arg, Checks, Elem, Gpu, Launch, Limits, Program};

use crate::findings::Input;

/// Steps that a reference may take. References are plain loops over the data; this is far above what any needs.
const REFERENCE_STEPS: u64 = 2_000_000_000;

/// How far the reference may be from what was recorded, relatively: two double-precision libraries may differ in the
/// last digits of an exponential and in the order of a sum.
const RECORDED: f64 = 1e-9;

/// A case, ready to run.
#[derive(Debug)]
pub struct Prepared {
    /// The inputs in the signature's order.
    pub inputs: Vec<Input>,
    /// The outputs in the signature's order.
    pub outputs: Vec<Expected>,
}

/// An output and what it should hold.
#[derive(Debug)]
pub struct Expected {
    /// Which buffer.
    pub spec: BufferSpec,
    /// The float64 reference.
    pub want: Vec<f64>,
    /// The size of the terms behind each element; empty where the reference gives none.
    pub magnitude: Vec<f64>,
}

/// Fills the inputs of `case` and runs the reference on them.
///
/// # Errors
/// What is wrong with the reference, in English: only authors of exercises meet it.
pub fn prepare(case: &Case, seed: u64, reference: &Program, entry: &str) -> Result<Prepared, String> {
    let inputs = case.inputs().map(|spec| Input { bytes: case.input(spec, seed), spec: spec.clone() }).collect();
    run_reference(case, inputs, reference, entry)
}

/// Runs the reference on the inputs of a recorded case and compares with what was recorded.
///
/// # Errors
/// The first difference, or what is wrong with the reference, in English.
pub fn check_recorded(recorded: &Recorded, reference: &Program, entry: &str) -> Result<(), String> {
    let case = &recorded.case;
    let values = |spec: &BufferSpec| recorded.values.get(&spec.name).map_or(&[][..], Vec::as_slice);
    let encoded = |spec: &BufferSpec| {
        let mut bytes = Vec::with_capacity(spec.n_bytes());
        values(spec).iter().for_each(|&value| spec.dtype.encode(value, &mut bytes));
        Input { bytes, spec: spec.clone() }
    };
    let inputs = case.inputs().map(encoded).collect();
    let prepared = run_reference(case, inputs, reference, entry)?;
    for output in &prepared.outputs {
        for (i, (&got, &want)) in output.want.iter().zip(values(&output.spec)).enumerate() {
            let is_same = got == want || (got.is_nan() && want.is_nan()) || (got - want).abs() <= RECORDED * want.abs();
            if !is_same {
                return Err(format!("{}: {}[{i}] is {got}, recorded {want}", case.name, output.spec.name));
            }
        }
    }
    Ok(())
}

/// Runs the reference of `case` on `inputs`.
fn run_reference(case: &Case, inputs: Vec<Input>, reference: &Program, entry: &str) -> Result<Prepared, String> {
    let mut gpu = Gpu::new();
    let mut args = Vec::new();
    let mut outputs = Vec::new();
    let mut magnitude = None;
    let alloc = |gpu: &mut Gpu, name: &str, elem: Elem, n: usize| gpu.alloc(name, elem, n).map_err(|e| e.to_string());
    for arg in &case.reference_args {
        args.push(match arg {
            ReferenceArg::Output { buffer, n_elems } => {
                let handle = alloc(&mut gpu, buffer, Elem::F64, *n_elems)?;
                outputs.push((buffer, handle));
                Arg::Buffer(handle)
            }
            ReferenceArg::Magnitude { n_elems } => {
                let handle = alloc(&mut gpu, "magnitude", Elem::F64, *n_elems)?;
                magnitude = Some(handle);
                Arg::Buffer(handle)
            }
            ReferenceArg::Input(spec) => {
                let handle = alloc(&mut gpu, &spec.name, elem(spec.dtype), spec.n_elems())?;
                let input = inputs.iter().find(|input| input.spec.name == spec.name);
                gpu.write(handle, &input.ok_or("the reference takes an input that the kernel has not")?.bytes);
                Arg::Buffer(handle)
            }
            ReferenceArg::Scalar(spec) => scalar(spec)?,
        });
    }
    if !case.noop {
        let shape = &case.reference_launch;
        let launch = Launch {
            dynamic_shared_bytes: shape.shared_bytes,
            limits: Limits { max_steps: REFERENCE_STEPS, ..Limits::default() },
            checks: Checks::Off,
            ..Launch::new(shape.grid, shape.block, args)
        };
        let run = gpu.launch(reference, entry, &launch);
        if run.stopped.is_some() || !run.findings.is_empty() {
            return Err(format!("in case {} the reference stopped: {:?}", case.name, run.stopped));
        }
    }
    let read = |gpu: &Gpu, handle| Dtype::F64.decode(gpu.read(handle));
    let mut magnitude = magnitude.map(|handle| read(&gpu, handle));
    let outputs = case
        .outputs()
        .map(|spec| {
            let (_, handle) =
                outputs.iter().find(|(name, _)| **name == spec.name).ok_or("an output without reference")?;
            // The magnitude belongs to the first output.
            let magnitude = magnitude.take().unwrap_or_default();
            Ok(Expected { spec: spec.clone(), want: read(&gpu, *handle), magnitude })
        })
        .collect::<Result<_, &str>>()?;
    Ok(Prepared { inputs, outputs })
}
