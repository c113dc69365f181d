//! camp's `vgpu` crate.
