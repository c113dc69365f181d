//! camp's `vgpu` crate.

pub mod num;
