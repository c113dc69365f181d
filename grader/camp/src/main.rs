//! camp: rustlings for GPU kernels.
fn main() {}
