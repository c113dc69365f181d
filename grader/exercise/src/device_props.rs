//! What launch rules may ask of the device that the kernel runs on.

use crate::{Value, Vars};

/// Properties of a device, as variables for the expressions of a `launch.toml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceProps {
    /// Streaming multiprocessors: `sm_count`.
    pub sm_count: u32,
    /// Threads of a warp: `warp_size`.
    pub warp_size: u32,
    /// Threads that a block may have: `max_threads_per_block`.
    pub max_threads_per_block: u32,
    /// Shared memory that a block may have, where it asks for more than is usual: `max_shared_bytes`.
    pub max_shared_bytes: u32,
    /// The cache in front of global memory: `l2_bytes`.
    pub l2_bytes: u64,
    /// Ten times the major number and the minor one, 90 for 9.0: `compute_capability`.
    pub compute_capability: u32,
}

impl DeviceProps {
    /// The virtual device. A kernel reads the same there: `%nsmid`, `warpSize`, `__CUDA_ARCH__`; a test in `judge` asks it.
    /// Sizes are an H200's, the cache too, which the virtual device has none of; the compute capability is the one that
    /// kernels are compiled for.
    pub const VIRTUAL: Self = Self {
        sm_count: 132,
        warp_size: 32,
        max_threads_per_block: 1024,
        max_shared_bytes: 227 << 10,
        l2_bytes: 60 << 20,
        compute_capability: 80,
    };

    /// The names of the variables, in the order in which messages list them.
    pub const NAMES: [&str; 6] =
        ["sm_count", "warp_size", "max_threads_per_block", "max_shared_bytes", "l2_bytes", "compute_capability"];

    /// Adds the variables to a case's. A dimension of the same name comes first.
    pub(crate) fn add_to(&self, vars: &mut Vars) {
        let values = [
            i64::from(self.sm_count),
            i64::from(self.warp_size),
            i64::from(self.max_threads_per_block),
            i64::from(self.max_shared_bytes),
            i64::try_from(self.l2_bytes).unwrap_or(i64::MAX),
            i64::from(self.compute_capability),
        ];
        for (name, value) in Self::NAMES.into_iter().zip(values) {
            vars.entry(name.to_owned()).or_insert(Value::Int(value));
        }
    }
}
