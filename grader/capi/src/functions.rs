//! The functions that are not of one operator alone.

use std::ffi::{CStr, c_char, c_void};

use crate::calls::{create, destroy, execute, workspace_size};
use crate::guard::{answer, last_error, text_of};
use crate::open::{close, open, operator_name};
use crate::types::{oprt_attribute, oprt_context, oprt_descriptor, oprt_options, oprt_status, oprt_tensor};

/// Any dimension: what `oprt_create_descriptor` takes where the operator has no argument `dim`.
pub const OPRT_NO_DIM: i64 = i64::MIN;

/// Opens a runtime: finds the course and NVRTC, and starts the process in which kernels are compiled. `options` may be
/// null: the learner's CUDA kernels, on the virtual device.
///
/// # Safety
/// Pointers are null or valid for the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oprt_open(options: *const oprt_options, context: *mut oprt_context) -> oprt_status {
    answer(|| {
        // SAFETY: as the caller promises.
        let options = unsafe { options.as_ref() };
        // SAFETY: as the caller promises.
        let place = unsafe { context.as_mut() };
        *place.ok_or_else(|| crate::guard::null("context"))? = open(options)?;
        Ok(())
    })
}

/// Closes a runtime. It and its descriptors are refused from then on.
#[unsafe(no_mangle)]
pub extern "C" fn oprt_close(context: oprt_context) -> oprt_status {
    answer(|| close(context))
}

/// What the last call of this thread that did not succeed has to say: an English sentence, and what was found in the
/// kernel. Valid until the thread's next call.
#[unsafe(no_mangle)]
pub extern "C" fn oprt_last_error() -> *const c_char {
    last_error()
}

/// The name of a status: "SUCCESS", "INVALID_ARG", "UNSUPPORTED_DTYPE", "RUNTIME", "INSUFFICIENT_WORKSPACE",
/// "NOT_SUPPORTED"; "UNKNOWN" for any other number.
#[unsafe(no_mangle)]
pub extern "C" fn oprt_status_string(status: i32) -> *const c_char {
    text_of(status).as_ptr()
}

/// The name of the course's operator with this number, from 0 on; null behind the last. Valid until the thread's next call.
#[unsafe(no_mangle)]
pub extern "C" fn oprt_operator_name(context: oprt_context, index: usize) -> *const c_char {
    operator_name(context, index)
}

/// Creates a descriptor of any operator of the course, also of one that this library was built without. `tensors`: in the
/// order of the kernel's parameters. `dim`: `OPRT_NO_DIM` where the operator takes none.
///
/// # Safety
/// Pointers are null, which is refused, or valid for the call; there are as many tensors and attributes as the numbers say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oprt_create_descriptor(
    context: oprt_context,
    operator: *const c_char,
    descriptor: *mut oprt_descriptor,
    tensors: *const oprt_tensor,
    n_tensors: usize,
    dim: i64,
    attributes: *const oprt_attribute,
    n_attributes: usize,
) -> oprt_status {
    // SAFETY: as the caller promises; what is null has no length.
    let (name, views, numbers) = unsafe {
        let name = (!operator.is_null()).then(|| CStr::from_ptr(operator).to_string_lossy().into_owned());
        let views: Vec<*const oprt_tensor> =
            (0..if tensors.is_null() { 0 } else { n_tensors }).map(|at| tensors.wrapping_add(at)).collect();
        let attributes = if attributes.is_null() || n_attributes == 0 {
            &[][..]
        } else {
            std::slice::from_raw_parts(attributes, n_attributes)
        };
        let number = |attribute: &oprt_attribute| {
            let name = (!attribute.name.is_null()).then(|| CStr::from_ptr(attribute.name).to_string_lossy());
            (name.map(String::from).unwrap_or_default(), attribute.value)
        };
        (name, views, attributes.iter().map(number).collect::<Vec<_>>())
    };
    let numbers: Vec<(&str, f64)> = numbers.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let dim = (dim != OPRT_NO_DIM).then_some(dim);
    // SAFETY: as the caller promises.
    unsafe { create(context, name.as_deref().unwrap_or_default(), descriptor, &views, dim, &numbers) }
}

/// How many bytes of scratch memory executing the descriptor needs.
///
/// # Safety
/// `bytes` is null, which is refused, or valid for the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oprt_get_workspace_size(descriptor: oprt_descriptor, bytes: *mut usize) -> oprt_status {
    // SAFETY: as the caller promises.
    unsafe { workspace_size(descriptor, "", bytes) }
}

/// Executes a descriptor of any operator; see the functions of single operators. `addresses`: of the tensors' first
/// elements, in the order of the kernel's parameters.
///
/// # Safety
/// Pointers are null, which is refused, or valid for the call; the tensors have as many elements as the descriptor says, and
/// nobody else changes them during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oprt_execute(
    descriptor: oprt_descriptor,
    workspace: *mut c_void,
    workspace_bytes: usize,
    addresses: *const *mut c_void,
    n_addresses: usize,
    stream: *mut c_void,
) -> oprt_status {
    let addresses: Vec<usize> = if addresses.is_null() || n_addresses == 0 {
        Vec::new()
    } else {
        // SAFETY: as the caller promises.
        unsafe { std::slice::from_raw_parts(addresses, n_addresses) }.iter().map(|&address| address as usize).collect()
    };
    // SAFETY: as the caller promises.
    unsafe { execute(descriptor, "", workspace, workspace_bytes, &addresses, stream) }
}

/// Gives a descriptor of any operator back. It is refused from then on.
#[unsafe(no_mangle)]
pub extern "C" fn oprt_destroy_descriptor(descriptor: oprt_descriptor) -> oprt_status {
    destroy(descriptor, "")
}
