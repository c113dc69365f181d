//! The compiler's child process as a program of its own, for tests and benchmarks of this crate.
//!
//! camp runs the same code behind a hidden argument of its one binary.

fn main() {
    cuda::worker_main()
}
