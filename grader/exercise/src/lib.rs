//! camp's `exercise` crate.
