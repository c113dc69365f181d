//! camp's `cuda` crate.
