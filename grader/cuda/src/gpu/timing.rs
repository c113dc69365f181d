//! The child's side of timing: a series of samples without a word to the parent in between.
//!
//! A sample is: flush the L2 cache, record an event, start the work on the next set of buffers, record an event, wait. All
//! of it goes into one stream of its own that waits for no other. While the flush runs, the CPU has long put the rest into
//! the stream, so that nothing but the GPU lies between the events.
//!
//! - **The flush reads.** A flush that writes leaves the cache full of changed lines, which the next kernel has to carry
//!   to memory besides its own work: on an H200 a sum over 4080 rows of 1536 took 15 % longer after `memset`.
//! - **The events cost time.** H200s give 1.25 to 1.31 µs for two events with nothing between them, and 1.4 to 1.6 µs more
//!   for a kernel than `ncu`'s `gpu__time_duration` does, whatever the kernel: from an empty one to one of a millisecond. So
//!   the caller subtracts the median of [`Work::Nothing`] and [`LAUNCH_US`]. A graph of event, kernel, event gives the same
//!   times as the stream; the difference between two launches and one hides how the second overlaps the first.
//! - **Buffers lie side by side** ([`super::Gpu::alloc`]): in one piece they need the fewest entries of the GPU's page tables.
//!   What is left between camp and `ncu` of short kernels, up to 0.6 µs, is not explained yet; cold caches of page tables and
//!   instructions under `ncu` would do it.
//! - **Persisting L2 lines** of earlier kernels would survive a flush: they are reset, and the part of the cache that they
//!   may take is set to 0, before each series.
#![allow(unsafe_code, reason = "calls C functions of a library loaded at run time")]

use std::time::{Duration, Instant};

use cudarc::driver::sys;

use super::context::{check, has};
use super::memory::{Ready, Resident, to_size};
use super::resident::{Series, Work};
use super::{Failure, Stage};
use crate::driver::NoDriver;

/// What a launch between two events costs beside the events and what `ncu` counts, in microseconds: measured on two H200s,
/// where 44 kernels gave 0.03 to 0.32, half of them 0.16 to 0.22 (events count in steps of 0.032).
pub const LAUNCH_US: f64 = 0.19;

/// The driver's `cuEventElapsedTime`: milliseconds between two events.
type Elapsed = unsafe extern "C" fn(*mut f32, sys::CUevent, sys::CUevent) -> sys::CUresult;

/// Every driver has this function. cudarc's bindings for CUDA 13 know only its second version, which drivers before 12.8
/// have not.
fn elapsed() -> Result<Elapsed, Failure> {
    let symbol = "cuEventElapsedTime";
    // SAFETY: the driver is loaded, and a function of this name has this type in all its versions.
    let function = unsafe { sys::culib().get::<Elapsed>(symbol.as_bytes()) };
    function.map(|function| *function).map_err(|_| Failure::NoDriver(NoDriver::Symbol(symbol.to_owned())))
}

/// A stream that waits for no other.
struct Stream(sys::CUstream);

impl Stream {
    fn new() -> Result<Self, Failure> {
        let mut stream = std::ptr::null_mut();
        let flags = sys::CUstream_flags::CU_STREAM_NON_BLOCKING as u32;
        // SAFETY: the pointer is valid for the call.
        check(Stage::Run, unsafe { sys::cuStreamCreate(&mut stream, flags) })?;
        Ok(Self(stream))
    }

    fn wait(&self) -> Result<(), Failure> {
        // SAFETY: the stream lives.
        check(Stage::Run, unsafe { sys::cuStreamSynchronize(self.0) })
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: created here and destroyed once. After a fault the call fails, which frees as well.
        let _ = unsafe { sys::cuStreamDestroy_v2(self.0) };
    }
}

/// A mark in a stream that knows its time.
struct Event(sys::CUevent);

impl Event {
    fn new() -> Result<Self, Failure> {
        let mut event = std::ptr::null_mut();
        // SAFETY: the pointer is valid for the call.
        check(Stage::Run, unsafe { sys::cuEventCreate(&mut event, 0) })?;
        Ok(Self(event))
    }

    fn record(&self, stream: &Stream) -> Result<(), Failure> {
        // SAFETY: event and stream live.
        check(Stage::Run, unsafe { sys::cuEventRecord(self.0, stream.0) })
    }

    /// Microseconds from this event to `end`, once that has come.
    fn until(&self, end: &Self, elapsed: Elapsed) -> Result<f64, Failure> {
        let mut ms = 0_f32;
        // SAFETY: both events live and were recorded; the pointer is valid for the call.
        unsafe {
            check(Stage::Run, sys::cuEventSynchronize(end.0))?;
            check(Stage::Run, elapsed(&mut ms, self.0, end.0))?;
        }
        Ok(f64::from(ms) * 1e3)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: as for the stream.
        let _ = unsafe { sys::cuEventDestroy_v2(self.0) };
    }
}

/// What is timed, ready to start.
enum Step {
    Nothing,
    Launch(Ready),
    Copy { from: sys::CUdeviceptr, to: sys::CUdeviceptr, n_bytes: usize },
}

impl Step {
    fn new(resident: &Resident, work: &Work) -> Result<Self, Failure> {
        Ok(match work {
            Work::Nothing => Self::Nothing,
            Work::Launch(launch) => Self::Launch(resident.ready(launch)?),
            Work::Copy { from, to, n_bytes } => Self::Copy {
                from: resident.range(*from, &(0..*n_bytes))?,
                to: resident.range(*to, &(0..*n_bytes))?,
                n_bytes: to_size(*n_bytes),
            },
        })
    }

    fn start(&mut self, stream: &Stream) -> Result<(), Failure> {
        match self {
            Self::Nothing => Ok(()),
            Self::Launch(ready) => ready.start(stream.0),
            Self::Copy { from, to, n_bytes } => {
                // SAFETY: both ranges lie in live buffers.
                check(Stage::Run, unsafe { sys::cuMemcpyDtoDAsync_v2(*to, *from, *n_bytes, stream.0) })
            }
        }
    }
}

/// Takes the samples: microseconds between the two events, by contender.
pub(super) fn time(resident: &Resident, series: &Series) -> Result<Vec<Vec<f64>>, Failure> {
    let steps = |works: &Vec<Work>| works.iter().map(|work| Step::new(resident, work)).collect::<Result<Vec<_>, _>>();
    let mut contenders = series.contenders.iter().map(steps).collect::<Result<Vec<_>, _>>()?;
    let mut flush = resident.ready(&series.flush)?;
    release_persisting()?;
    let stream = Stream::new()?;
    let (begin, end, elapsed) = (Event::new()?, Event::new()?, elapsed()?);
    let start = Instant::now();
    // The flush alone also brings an idle GPU's clock up.
    let warm_up = Duration::from_millis(u64::from(series.warm_up_ms));
    for round in 0.. {
        for contender in &mut contenders {
            flush.start(stream.0)?;
            let n_sets = contender.len().max(1);
            contender.get_mut(round % n_sets).map_or(Ok(()), |step| step.start(&stream))?;
            stream.wait()?;
        }
        if start.elapsed() >= warm_up {
            break;
        }
    }
    let start = Instant::now();
    let limit = Duration::from_millis(u64::from(series.limit_ms));
    let mut samples = vec![Vec::new(); contenders.len()];
    for round in 0..series.n_samples {
        if round >= series.least_samples && start.elapsed() >= limit {
            break;
        }
        // Every other round goes backwards, so that nobody always follows the same one.
        let n = contenders.len();
        for k in (0..n).map(|k| if round % 2 == 0 { k } else { n - 1 - k }) {
            let n_sets = contenders[k].len().max(1);
            flush.start(stream.0)?;
            begin.record(&stream)?;
            contenders[k].get_mut(round as usize % n_sets).map_or(Ok(()), |step| step.start(&stream))?;
            end.record(&stream)?;
            samples[k].push(begin.until(&end, elapsed)?);
        }
    }
    Ok(samples)
}

/// Lets no line stay in the L2 cache longer than others. GPUs that know no such lines refuse, which is as good.
fn release_persisting() -> Result<(), Failure> {
    if has("cuCtxResetPersistingL2Cache") {
        // SAFETY: the context is current; nothing runs.
        unsafe {
            let _ = sys::cuCtxSetLimit(sys::CUlimit::CU_LIMIT_PERSISTING_L2_CACHE_SIZE, 0);
            let _ = sys::cuCtxResetPersistingL2Cache();
        }
    }
    // SAFETY: waits for what may still run.
    check(Stage::Run, unsafe { sys::cuCtxSynchronize() })
}
