//! Modules and buffers that stay on the GPU from one order to the next, launches on them, and series of timed launches.
//!
//! Nothing here goes through a pipe but what is asked for: a benchmark's gigabytes are made, used and compared where they
//! lie. How a series is timed stands in [`super::timing`].

use std::ops::Range;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{Gpu, GpuError, GpuOrder, GpuReply, unexpected};
use crate::compile::Order;

/// How long a child that is to end is waited for.
const CLOSE_LIMIT: Duration = Duration::from_secs(10);

/// A module that stays loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ModuleId(pub(crate) u32);

/// A buffer that stays allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BufferId(pub(crate) u32);

/// A launch on resident buffers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResidentLaunch {
    /// The kernel's module.
    pub module: ModuleId,
    /// The kernel's mangled name.
    pub entry: String,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub shared_bytes: u32,
    /// One for each parameter, of the parameter's size: nobody checks them any more.
    pub args: Vec<ResidentArg>,
}

/// An argument of such a launch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ResidentArg {
    /// The kernel gets the buffer's address.
    Buffer(BufferId),
    /// A value, little-endian.
    Value(Vec<u8>),
}

/// What is timed, once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Work {
    /// Nothing at all: what the two events cost by themselves.
    Nothing,
    /// A kernel.
    Launch(ResidentLaunch),
    /// The driver's copy of so many bytes from one buffer to another.
    Copy {
        /// Where from.
        from: BufferId,
        /// Where to.
        to: BufferId,
        /// How many bytes.
        n_bytes: u64,
    },
}

/// Timed launches, all in one go.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Runs before each sample, untimed: reads so much memory that the L2 cache holds nothing else afterwards.
    pub flush: ResidentLaunch,
    /// Each contender's works, one for each set of buffers; samples take the sets in turn, and the contenders take turns.
    pub contenders: Vec<Vec<Work>>,
    /// Samples of each contender.
    pub n_samples: u32,
    /// How long it warms up before, in milliseconds; each contender runs once at least.
    pub warm_up_ms: u32,
    /// No round of samples begins after so many milliseconds, once there are [`Self::least_samples`].
    pub limit_ms: u32,
    /// Samples of each contender that are taken whatever their time.
    pub least_samples: u32,
}

/// What bounds the speed of the GPU's memory.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MemoryFacts {
    /// Bytes of the L2 cache.
    pub l2_bytes: u64,
    /// Bytes of memory that are free.
    pub free_bytes: u64,
    /// What the memory's clock and the width of its bus allow, in GB/s (10^9 bytes); none where the driver does not say.
    pub peak_gb_s: Option<f64>,
}

/// To the child, about what stays on the GPU.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum ResidentOrder {
    /// Load the module that follows: so many bytes.
    Load(u64),
    /// Allocate buffers of so many bytes, side by side.
    Alloc(Vec<u64>),
    /// Free these buffers.
    Free(Vec<BufferId>),
    /// How fast is the memory, and how much of it is free?
    Facts,
    /// Put what follows, so many bytes, at the beginning of a buffer.
    Write(BufferId, u64),
    /// Set every byte of a buffer.
    Fill(BufferId, u8),
    Read(BufferId, Range<u64>),
    Launch(ResidentLaunch),
    Time(Series),
    /// End in an orderly way.
    Close,
}

impl ResidentOrder {
    /// How many bytes follow.
    pub(crate) fn payload_bytes(&self) -> u64 {
        match self {
            Self::Load(n_bytes) | Self::Write(_, n_bytes) => *n_bytes,
            _ => 0,
        }
    }
}

/// From the child.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum ResidentReply {
    Module(ModuleId),
    Buffers(Vec<BufferId>),
    Facts(MemoryFacts),
    Done,
    /// So many bytes follow.
    Read(u64),
    /// Microseconds between the events of each sample, by contender.
    Timed(Vec<Vec<f64>>),
}

impl Gpu {
    /// Loads a module beside those there are: PTX, which the driver compiles, or a CUBIN.
    ///
    /// # Errors
    /// What the driver says about it.
    pub fn load_resident(&mut self, image: &[u8], limit: Duration) -> Result<ModuleId, GpuError> {
        match self.resident(ResidentOrder::Load(image.len() as u64), &[image], limit)? {
            (ResidentReply::Module(id), _) => Ok(id),
            (other, _) => Err(unexpected_reply(other)),
        }
    }

    /// Allocates buffers of so many bytes. What they hold is undefined. They lie side by side in one piece of memory, for
    /// which a GPU needs fewer of its page tables than for many pieces: a kernel's first accesses are faster for it.
    ///
    /// # Errors
    /// [`super::Stage::Memory`] when there is not so much memory.
    pub fn alloc(&mut self, sizes: &[u64], limit: Duration) -> Result<Vec<BufferId>, GpuError> {
        match self.resident(ResidentOrder::Alloc(sizes.to_vec()), &[], limit)? {
            (ResidentReply::Buffers(ids), _) if ids.len() == sizes.len() => Ok(ids),
            (other, _) => Err(unexpected_reply(other)),
        }
    }

    /// Frees buffers.
    ///
    /// # Errors
    /// When one of them is not there any more.
    pub fn free(&mut self, buffers: &[BufferId], limit: Duration) -> Result<(), GpuError> {
        self.done(ResidentOrder::Free(buffers.to_vec()), &[], limit)
    }

    /// What bounds the speed of the GPU's memory, and how much of it is free.
    ///
    /// # Errors
    /// What the driver says.
    pub fn memory_facts(&mut self, limit: Duration) -> Result<MemoryFacts, GpuError> {
        match self.resident(ResidentOrder::Facts, &[], limit)? {
            (ResidentReply::Facts(facts), _) => Ok(facts),
            (other, _) => Err(unexpected_reply(other)),
        }
    }

    /// Puts `bytes` at the beginning of a buffer.
    ///
    /// # Errors
    /// When the buffer is shorter.
    pub fn write(&mut self, buffer: BufferId, bytes: &[u8], limit: Duration) -> Result<(), GpuError> {
        self.done(ResidentOrder::Write(buffer, bytes.len() as u64), &[bytes], limit)
    }

    /// Sets every byte of a buffer.
    ///
    /// # Errors
    /// When there is no such buffer.
    pub fn fill(&mut self, buffer: BufferId, byte: u8, limit: Duration) -> Result<(), GpuError> {
        self.done(ResidentOrder::Fill(buffer, byte), &[], limit)
    }

    /// Reads bytes of a buffer.
    ///
    /// # Errors
    /// When the range lies outside.
    pub fn read(&mut self, buffer: BufferId, range: Range<u64>, limit: Duration) -> Result<Vec<u8>, GpuError> {
        match self.resident(ResidentOrder::Read(buffer, range), &[], limit)? {
            (ResidentReply::Read(_), bytes) => Ok(bytes),
            (other, _) => Err(unexpected_reply(other)),
        }
    }

    /// Launches a kernel on resident buffers and waits for its end.
    ///
    /// # Errors
    /// As [`Gpu::launch`].
    pub fn launch_resident(&mut self, launch: ResidentLaunch, limit: Duration) -> Result<(), GpuError> {
        self.done(ResidentOrder::Launch(launch), &[], limit)
    }

    /// Takes a series of times: for each contender, microseconds between the two events of each sample.
    ///
    /// # Errors
    /// As [`Gpu::launch`].
    pub fn time(&mut self, series: Series, limit: Duration) -> Result<Vec<Vec<f64>>, GpuError> {
        match self.resident(ResidentOrder::Time(series), &[], limit)? {
            (ResidentReply::Timed(samples), _) => Ok(samples),
            (other, _) => Err(unexpected_reply(other)),
        }
    }

    /// Ends the child in an orderly way, and waits for that: a profiler that watches it loses nothing. Dropping the GPU
    /// ends it at once.
    pub fn close(mut self) {
        let limit = CLOSE_LIMIT;
        let start = Instant::now();
        if !self.is_dead && self.done(ResidentOrder::Close, &[], limit).is_ok() {
            while start.elapsed() < limit && matches!(self.child.try_wait(), Ok(None)) {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }

    fn done(&mut self, order: ResidentOrder, payload: &[&[u8]], limit: Duration) -> Result<(), GpuError> {
        match self.resident(order, payload, limit)? {
            (ResidentReply::Done, _) => Ok(()),
            (other, _) => Err(unexpected_reply(other)),
        }
    }

    fn resident(
        &mut self,
        order: ResidentOrder,
        payload: &[&[u8]],
        limit: Duration,
    ) -> Result<(ResidentReply, Vec<u8>), GpuError> {
        match self.ask(&Order::Gpu(GpuOrder::Resident(order)), payload, limit)? {
            (GpuReply::Resident(reply), payload) => Ok((reply, payload)),
            (other, _) => Err(unexpected(&other)),
        }
    }
}

fn unexpected_reply(reply: ResidentReply) -> GpuError {
    unexpected(&GpuReply::Resident(reply))
}
