//! Operators and prepared calls, as Python sees them.
#![allow(unsafe_code, reason = "tensors are other libraries' memory, known by its address")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use diag::msg;
use exercise::{Backend, Direction};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use runtime::{Call, Element, Error, ErrorKind, HostTensor, Kernels, Place, TensorSpec, dtype_name};

use crate::errors::exception;
use crate::interrupt::interruptible;
use crate::process::Slot;

/// A run that takes less is not worth a thread of its own, on which Ctrl-C could end it.
const QUICK: Duration = Duration::from_millis(5);

/// A tensor: its element type's name, its shape, its strides where it is not contiguous, whether its address is null.
type PyTensor = (String, Vec<i64>, Option<Vec<i64>>, bool);
/// Attributes that the caller gives.
type Attributes = Vec<(String, f64)>;

/// An operator of a course, with a backend.
#[pyclass(frozen, module = "operator_runtime._core")]
pub struct Operator {
    operator: runtime::Operator,
}

#[pymethods]
impl Operator {
    /// Finds the operator `name` of the course in `root`.
    #[staticmethod]
    fn find(py: Python<'_>, root: PathBuf, name: &str, backend: &str, kernels: &str) -> PyResult<Self> {
        let backend = Backend::ALL.into_iter().find(|known| known.as_str() == backend);
        let backend = backend.ok_or_else(|| PyValueError::new_err("unknown backend"))?;
        let kernels = Kernels::ALL.into_iter().find(|(known, _)| *known == kernels);
        let (_, kernels) = kernels.ok_or_else(|| PyValueError::new_err("unknown kernels"))?;
        let found = py.detach(|| runtime::Operator::find(&root, name, backend, kernels));
        found.map(|operator| Self { operator }).map_err(|error| exception(py, &error))
    }

    /// The title of its exercise.
    #[getter]
    fn title(&self) -> &str {
        &self.operator.exercise().title
    }

    /// The files that it depends on: whether or not they exist.
    #[getter]
    fn files(&self) -> Vec<PathBuf> {
        let kernel = self.operator.kernel();
        let contract = self.operator.exercise().dir.join("exercise.toml");
        vec![kernel.to_owned(), kernel.with_file_name("launch.toml"), contract]
    }

    /// Its tensors in the order of the kernel's parameters: name, and whether the kernel writes it.
    #[getter]
    fn tensors(&self) -> Vec<(String, bool)> {
        let tensors = self.operator.tensors().into_iter();
        tensors.map(|param| (param.name, param.direction != Direction::In)).collect()
    }

    /// The numbers that callers may give: name, type, default.
    #[getter]
    fn attributes(&self) -> Vec<(String, &'static str, f64)> {
        let attributes = self.operator.attributes().into_iter();
        attributes.map(|param| (param.name, dtype_name(param.dtype), param.default)).collect()
    }

    /// The one dimension that it works along, where it takes an argument `dim`.
    #[getter]
    fn dim(&self) -> Option<i64> {
        self.operator.dim()
    }

    /// The outputs of a call, in order: element type and shape. What stands in their places in `tensors` is not looked at.
    fn outputs(
        &self,
        py: Python<'_>,
        tensors: Vec<PyTensor>,
        dim: Option<i64>,
        attributes: Attributes,
    ) -> PyResult<Vec<(String, Vec<i64>)>> {
        let tensors = specs(tensors);
        let call = Call { tensors: &tensors, dim, attributes: &attributes };
        let outputs = py.detach(|| self.operator.outputs(call)).map_err(|error| exception(py, &error))?;
        Ok(outputs.into_iter().map(|spec| (spec.element.name().to_owned(), spec.shape)).collect())
    }

    /// Checks a call.
    fn check(&self, py: Python<'_>, tensors: Vec<PyTensor>, dim: Option<i64>, attributes: Attributes) -> PyResult<()> {
        let tensors = specs(tensors);
        let call = Call { tensors: &tensors, dim, attributes: &attributes };
        let checked = py.detach(|| self.operator.check(call));
        checked.map(drop).map_err(|error| exception(py, &error))
    }

    /// Checks a call and compiles its kernel: for the GPU `device`, else for the virtual one.
    fn prepare(
        &self,
        py: Python<'_>,
        tensors: Vec<PyTensor>,
        dim: Option<i64>,
        attributes: Attributes,
        device: Option<usize>,
    ) -> PyResult<Descriptor> {
        let tensors = specs(tensors);
        let call = Call { tensors: &tensors, dim, attributes: &attributes };
        // Misuse is told even where there is no compiler, and without waiting for one.
        py.detach(|| self.operator.check(call)).map_err(|error| exception(py, &error))?;
        let place = device.map_or(Place::Virtual, Place::Gpu);
        let slot = Slot::own();
        let (is_stopped, is_ours) = (AtomicBool::new(false), AtomicBool::new(false));
        // Another thread's kernel may be compiled before this one: that goes on.
        let stop = || {
            is_stopped.store(true, Ordering::Relaxed);
            if is_ours.load(Ordering::Relaxed) {
                slot.stop();
            }
        };
        let create = || {
            slot.with(|runtime| {
                if is_stopped.load(Ordering::Relaxed) {
                    return Err(Error::new(ErrorKind::Runtime, msg!("runtime-cancelled")));
                }
                is_ours.store(true, Ordering::Relaxed);
                let made = runtime.create(&self.operator, call, place);
                is_ours.store(false, Ordering::Relaxed);
                made
            })
        };
        let made = interruptible(py, stop, create)?.unwrap_or_else(|_| Err(bug()));
        let descriptor = made.map_err(|error| exception(py, &error))?;
        let workspace_bytes = descriptor.workspace_bytes();
        let is_output = self.operator.tensors().iter().map(|param| param.direction != Direction::In).collect();
        Ok(Descriptor { descriptor, workspace_bytes, is_output, was_quick: AtomicBool::new(false) })
    }
}

/// A call that was checked, whose kernel is compiled.
#[pyclass(frozen, module = "operator_runtime._core")]
pub struct Descriptor {
    descriptor: runtime::Descriptor,
    #[pyo3(get)]
    workspace_bytes: u64,
    is_output: Vec<bool>,
    /// Whether its last run took less than [`QUICK`].
    was_quick: AtomicBool,
}

#[pymethods]
impl Descriptor {
    /// Runs it on the virtual GPU and returns what the kernel printed. `tensors`: address and bytes of each, in the
    /// operator's order. The caller keeps them alive and, but for the outputs, has taken them from contiguous arrays of the
    /// shapes that were checked.
    fn run_on_virtual_gpu(&self, py: Python<'_>, tensors: Vec<(usize, usize)>) -> PyResult<String> {
        if tensors.len() != self.is_output.len() {
            return Err(PyValueError::new_err("another number of tensors"));
        }
        let outputs: Vec<(usize, usize)> =
            tensors.iter().zip(&self.is_output).filter(|(_, is_output)| **is_output).map(|(at, _)| *at).collect();
        let overlap = |a: (usize, usize), b: (usize, usize)| a.0 < b.0 + b.1 && b.0 < a.0 + a.1;
        let is_shared = outputs.iter().enumerate().any(|(n, a)| outputs[..n].iter().any(|b| overlap(*a, *b)));
        if is_shared {
            return Err(PyValueError::new_err("two outputs share memory"));
        }
        // An input that an output overlaps is copied: on the virtual GPU both have buffers of their own anyway.
        let copies: Vec<Option<Vec<u8>>> = tensors
            .iter()
            .zip(&self.is_output)
            .map(|(&at, &is_output)| {
                let is_copied = !is_output && outputs.iter().any(|output| overlap(*output, at));
                // SAFETY: as below; no other slice of this memory exists yet.
                is_copied.then(|| unsafe { bytes(at) }.to_vec())
            })
            .collect();
        let mut host: Vec<HostTensor<'_>> = tensors
            .iter()
            .zip(&self.is_output)
            .zip(&copies)
            .map(|((&at, &is_output), copy)| match copy {
                Some(copy) => HostTensor::In(copy),
                // SAFETY: the Python side has taken address and length from an array that the caller holds until this
                // returns, and which may be written to. Outputs overlap nothing else that is made into a slice here. As
                // with NumPy's own functions, nobody may write to the arrays meanwhile from another thread.
                None if is_output => HostTensor::Out(unsafe { bytes_mut(at) }),
                // SAFETY: as above.
                None => HostTensor::In(unsafe { bytes(at) }),
            })
            .collect();
        let cancel = Arc::new(AtomicBool::new(false));
        let stop = || cancel.store(true, Ordering::Relaxed);
        let mut run = || {
            let start = Instant::now();
            let ran = self.descriptor.execute(self.workspace_bytes, &mut host, &cancel);
            self.was_quick.store(ran.is_ok() && start.elapsed() < QUICK, Ordering::Relaxed);
            ran
        };
        // Another thread costs more than such a run. Should it take longer this time, the limit of steps still ends it.
        let ran = match self.was_quick.load(Ordering::Relaxed) {
            true => py.detach(|| catch_unwind(AssertUnwindSafe(run))),
            false => interruptible(py, stop, &mut run)?,
        };
        let ran = ran.unwrap_or_else(|_| Err(bug()));
        ran.map(|ran| ran.printed).map_err(|error| exception(py, &error))
    }

    /// Puts it into a stream of its GPU. `tensors`: the address of each; `workspace`: address and bytes.
    fn run_on_gpu(&self, py: Python<'_>, tensors: Vec<u64>, workspace: (u64, u64), stream: u64) -> PyResult<()> {
        let ran = py.detach(|| self.descriptor.execute_on_gpu(workspace, &tensors, stream));
        ran.map_err(|error| exception(py, &error))
    }
}

/// What is said of a panic, whose own words are on the error stream.
fn bug() -> Error {
    Error::new(ErrorKind::Runtime, msg!("runtime-internal", detail = "a panic"))
}

fn specs(tensors: Vec<PyTensor>) -> Vec<TensorSpec> {
    let spec = |(dtype, shape, strides, is_null): PyTensor| TensorSpec {
        element: Element::named(&dtype),
        shape,
        strides,
        is_null,
    };
    tensors.into_iter().map(spec).collect()
}

/// The bytes of an array.
///
/// # Safety
/// They must be there, and be written by nobody, for as long as the slice is.
unsafe fn bytes<'a>((address, n_bytes): (usize, usize)) -> &'a [u8] {
    if n_bytes == 0 {
        return &[];
    }
    // SAFETY: by the caller; an array that has elements has an address.
    unsafe { std::slice::from_raw_parts(address as *const u8, n_bytes) }
}

/// The bytes of an array, to be written.
///
/// # Safety
/// They must be there for as long as the slice is, and nothing else may read or write them.
unsafe fn bytes_mut<'a>((address, n_bytes): (usize, usize)) -> &'a mut [u8] {
    if n_bytes == 0 {
        return &mut [];
    }
    // SAFETY: by the caller; an array that has elements has an address.
    unsafe { std::slice::from_raw_parts_mut(address as *mut u8, n_bytes) }
}
