//! camp's `ptx` crate.
