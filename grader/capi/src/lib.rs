//! `liboperator_runtime.so`: the operators of a course, for C programs. The header is `include/operator_runtime.h`.
//!
//! Handles are numbers, so that a null or stale one is refused and never followed. No panic crosses the boundary. Pointers
//! of the caller's are looked at within the call alone.
#![allow(unsafe_code, reason = "C programs hand over pointers")]

mod calls;
pub mod functions;
mod guard;
mod handles;
mod open;
pub mod types;

/// The functions of each operator, as `build.rs` found them.
mod operators {
    use std::ffi::c_void;

    use crate::calls::{create, destroy, execute, workspace_size};
    use crate::types::{oprt_context, oprt_descriptor, oprt_status, oprt_tensor};

    include!(concat!(env!("OUT_DIR"), "/operators.rs"));
}
