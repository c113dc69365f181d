//! `operator_runtime._core`: what the Python package `operator_runtime` needs of the crate `runtime`.
//!
//! Conversions alone: which operators there are, what a call's tensors must be, and launches on addresses that the Python
//! side has taken from tensors. Everything that users see lies in `python/operator_runtime`, which alone imports this.

mod errors;
mod interrupt;
mod operator;
mod process;

use std::path::{Path, PathBuf};

use pyo3::prelude::*;

/// The extension module.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::errors::{KernelError, NoCourse};
    #[pymodule_export]
    use super::operator::{Descriptor, Operator};
    #[pymodule_export]
    use super::process::{configure, shutdown};
    #[pymodule_export]
    use super::{compiler_child, find_root, operators, sandbox_child};
}

/// The course that `start` lies in: the nearest folder, upwards, with exercises.
#[pyfunction]
fn find_root(start: PathBuf) -> PyResult<PathBuf> {
    exercise::find_root(&start).map_err(|none| errors::no_course(&none.text()))
}

/// The names of the operators of the course in `root`.
#[pyfunction]
fn operators(root: PathBuf) -> Vec<String> {
    runtime::operators(&root)
}

/// What the child process does that compilers run in; it never returns.
#[pyfunction]
fn compiler_child(py: Python<'_>) {
    py.detach(|| cuda::worker_main())
}

/// Confines this process and becomes the interpreter that lowers TileLang's kernels; returns only when that failed.
#[pyfunction]
fn sandbox_child(python: PathBuf, scratch: PathBuf) -> PyErr {
    tilelang::sandbox::enter(Path::new(&python), Path::new(&scratch)).into()
}
