//! camp's `diag` crate.
