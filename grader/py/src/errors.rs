//! Errors of the crate `runtime` as Python's exceptions.

use diag::{Lang, Text};
use pyo3::exceptions::{PyNotImplementedError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use runtime::{Error, ErrorKind};

pyo3::create_exception!(
    operator_runtime,
    KernelError,
    PyRuntimeError,
    "A kernel does not compile, or a check of the virtual GPU found something wrong in it.\n\nIts text is the report that \
     `camp verify` would show; `findings` is a list of dicts, one for each finding, as in `camp verify --format json`."
);

pyo3::create_exception!(operator_runtime, NoCourse, PyRuntimeError, "There is no course here.");

/// The exception for an error.
///
/// Misuse is told in English, so that programs may look for words of it; findings are for whoever wrote the kernel, and in
/// the language that camp would choose.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let english = messages::catalogue(Lang::En);
    let is_misuse = error.kind != ErrorKind::Runtime;
    if is_misuse || error.findings.is_empty() {
        let text = error.render(english);
        return match error.kind {
            ErrorKind::InvalidArgument => PyValueError::new_err(text),
            ErrorKind::UnsupportedDtype => PyTypeError::new_err(text),
            ErrorKind::NotSupported => PyNotImplementedError::new_err(text),
            ErrorKind::InsufficientWorkspace | ErrorKind::Runtime => PyRuntimeError::new_err(text),
        };
    }
    let variable = |name: &str| std::env::var(name).ok();
    let lang = Lang::detect(None, variable("CAMP_LANG").as_deref(), variable("LANG").as_deref());
    let catalogue = messages::catalogue(lang);
    let exception = KernelError::new_err(error.render(catalogue));
    let findings: Vec<_> =
        error.findings.iter().map(|found| diag::render::json(found, &error.sources, catalogue)).collect();
    let attach = || {
        let json = serde_json::to_string(&findings).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let findings = py.import("json")?.call_method1("loads", (json,))?;
        exception.value(py).setattr("findings", findings)
    };
    match attach() {
        Ok(()) => exception,
        Err(problem) => problem,
    }
}

/// The exception for a folder that lies in no course.
pub fn no_course(text: &Text) -> PyErr {
    NoCourse::new_err(messages::catalogue(Lang::En).get(text))
}
