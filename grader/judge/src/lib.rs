//! camp's `judge` crate.
