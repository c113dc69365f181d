//! One shape on the GPU: fresh inputs, timed launches, and then the outputs compared with the reference, all where it lies.

use std::collections::HashMap;
use std::time::Duration;

use cuda::{BufferId, Gpu, GpuError, LAUNCH_US, MemoryFacts, ResidentLaunch, Series, Work};
use exercise::{BufferSpec, Case, Dtype, Fill, Launch};

use super::helpers::Call;
use super::layout::{Layout, Module, Set, Wanted, contender, reference};
use super::plan::Plan;
use super::stats::{Roofline, Stat};

/// Time for an order that moves no more than memory can hold, and for the reference: plain loops, one thread a row.
const PATIENCE: Duration = Duration::from_secs(120);

/// Time for one series; a kernel that takes longer hangs, or is a thousand times too slow.
const SERIES_LIMIT: Duration = Duration::from_secs(60);

/// Bytes of each of the two buffers of the copy that the roofline is measured by, where there is room.
const COPY_BYTES: u64 = 2 << 30;

/// Bytes that the flush reads: so many times the cache, and no fewer than the second number, so that the CPU has time to put
/// the sample into the stream.
const FLUSH: (u64, u64) = (4, 64 << 20);

/// The seed of the set of buffers `k`, far from those of the others.
pub fn seed_of_set(seed: u64, k: usize) -> u64 {
    seed.wrapping_add((k as u64).wrapping_mul(0x5851_F42D_4C95_7F2D))
}

/// Milliseconds of flushes and launches before the samples of a shape.
pub const WARM_UP_MS: u32 = 50;

/// Bytes that the flush reads where the cache has so many.
pub fn flush_bytes(l2_bytes: u64) -> u64 {
    (FLUSH.0 * l2_bytes).max(FLUSH.1)
}

/// Samples that are taken whatever their time.
pub fn least_samples(n_samples: u32) -> u32 {
    n_samples.min(5)
}

/// Machine code and the mangled names by name expression.
#[derive(Debug, Clone)]
pub struct Image {
    /// CUBIN, or PTX where NVRTC does not know the GPU.
    pub code: Vec<u8>,
    /// Mangled names.
    pub entries: HashMap<String, String>,
}

/// All that is loaded.
#[derive(Debug, Clone)]
pub struct Images {
    /// `templates/bench.cu`.
    pub helpers: Image,
    /// The exercise's reference.
    pub reference: Image,
    /// The kernel to measure, and the one it is compared with if there is one.
    pub contenders: Vec<Image>,
}

/// A GPU with everything loaded.
#[derive(Debug)]
pub struct OnGpu {
    gpu: Gpu,
    helpers: Module,
    reference: Module,
    contenders: Vec<Module>,
    flush: ResidentLaunch,
    /// Two words for what a check finds.
    found: BufferId,
    facts: MemoryFacts,
}

/// How many samples, and how they are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// Samples of each contender.
    pub n_samples: u32,
    /// Milliseconds after which no more are taken once there are a few.
    pub limit_ms: u32,
}

/// What came of a shape.
#[derive(Debug)]
pub struct Timed {
    /// For each contender, its time, or what is wrong with its outputs.
    pub contenders: Vec<Result<Stat, Wrong>>,
    /// What the events cost, which has been taken off.
    pub overhead_us: f64,
    /// Sets of buffers.
    pub n_sets: usize,
}

/// What is wrong after the timed launches.
#[derive(Debug, Clone, PartialEq)]
pub enum Wrong {
    /// An output has wrong elements.
    Values {
        /// Which.
        buffer: String,
        /// The first wrong element.
        index: u64,
        /// How many are wrong.
        count: u64,
        /// How many there are.
        n: usize,
        /// What the first holds.
        got: f64,
        /// What it should hold.
        want: f64,
    },
    /// A row's elements are within the tolerance, and their sum is not.
    RowSum {
        /// Which output.
        buffer: String,
        /// The first such row.
        row: u64,
        /// How far from 1 the sum may be.
        allowed: f64,
    },
    /// An input was changed.
    Input(String),
    /// No sample was taken.
    NoSamples,
}

impl OnGpu {
    /// Loads everything.
    ///
    /// # Errors
    /// Why that is not possible.
    pub fn new(mut gpu: Gpu, images: &Images) -> Result<Self, GpuError> {
        let mut load = |image: &Image| {
            let id = gpu.load_resident(&image.code, PATIENCE)?;
            Ok::<_, GpuError>(Module { id, entries: image.entries.clone() })
        };
        let (helpers, reference) = (load(&images.helpers)?, load(&images.reference)?);
        let contenders = images.contenders.iter().map(load).collect::<Result<_, _>>()?;
        let l2_bytes = gpu.memory_facts(PATIENCE)?.l2_bytes;
        let n_bytes = flush_bytes(l2_bytes);
        let [source, found] = alloc(&mut gpu, [n_bytes, 16])?;
        gpu.fill(source, 0, PATIENCE)?;
        let flush = launch(&helpers, &Call::flush(source, n_bytes, found))?;
        let facts = gpu.memory_facts(PATIENCE)?;
        Ok(Self { gpu, helpers, reference, contenders, flush, found, facts })
    }

    /// The GPU.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Ends the GPU's process in an orderly way.
    pub fn close(self) {
        self.gpu.close();
    }

    /// Its memory, with all that is free before a shape.
    pub fn facts(&self) -> MemoryFacts {
        self.facts
    }

    /// How many kernels are measured.
    pub fn n_contenders(&self) -> u64 {
        self.contenders.len() as u64
    }

    /// Measures a large copy from memory to memory.
    ///
    /// # Errors
    /// What the driver says.
    pub fn roofline(&mut self) -> Result<Roofline, GpuError> {
        let n_bytes = COPY_BYTES.min((self.facts.free_bytes as f64 * 0.4) as u64) / 256 * 256;
        let [from, to] = alloc(&mut self.gpu, [n_bytes, n_bytes])?;
        // Random numbers: a memory full of one value takes less power, and may be faster for it.
        let fill = Call::fill(Fill::Normal, Dtype::F32, from, (n_bytes / 4) as usize, 1);
        if let Some(fill) = fill {
            self.call(&fill)?;
        }
        let contenders = vec![vec![Work::Nothing], vec![Work::Copy { from, to, n_bytes }]];
        // A cold GPU takes a while to raise its clocks.
        let series = Series {
            flush: self.flush.clone(),
            contenders,
            n_samples: 25,
            warm_up_ms: 300,
            limit_ms: 4000,
            least_samples: 5,
        };
        let samples = self.gpu.time(series, SERIES_LIMIT);
        if !self.gpu.is_dead() {
            self.gpu.free(&[from, to], PATIENCE)?;
        }
        let samples = samples?;
        let overhead = overhead_us(&samples);
        let stat = samples.get(1).and_then(|samples| Stat::new(samples, overhead));
        let stat = stat.ok_or_else(|| GpuError::Internal("no sample of the copy".to_owned()))?;
        let copy_gb_s = 2.0 * n_bytes as f64 / stat.median_us / 1e3;
        Ok(Roofline::new(copy_gb_s, self.facts.peak_gb_s, self.facts.l2_bytes))
    }

    /// Times the contenders on a case and compares what they computed with the reference. `launches`: one for each of them.
    ///
    /// # Errors
    /// What stopped it; a fault of a kernel's, too.
    pub fn time(
        &mut self,
        case: &Case,
        launches: &[Launch],
        reference: &str,
        plan: Plan,
        seed: u64,
        sampling: Sampling,
    ) -> Result<Timed, GpuError> {
        let layout = Layout::new(case, plan.n_sets, self.contenders.len());
        let owned = self.gpu.alloc(&layout.sizes, PATIENCE)?;
        let timed = self.time_in(layout.place(&owned), case, launches, reference, seed, sampling);
        if !self.gpu.is_dead() {
            self.gpu.free(&owned, PATIENCE)?;
        }
        timed
    }

    /// Times the contenders in buffers that are there.
    fn time_in(
        &mut self,
        (sets, wanted): (Vec<Set>, Wanted),
        case: &Case,
        launches: &[Launch],
        kernel: &str,
        seed: u64,
        sampling: Sampling,
    ) -> Result<Timed, GpuError> {
        for (k, set) in sets.iter().enumerate() {
            self.fill(case, set, seed_of_set(seed, k))?;
        }
        let n_sets = sets.len();
        let before = self.digests(&sets)?;
        let mut works = vec![vec![Work::Nothing]];
        for (k, (module, shape)) in self.contenders.iter().zip(launches).enumerate() {
            let work = |set: &Set| contender(module, shape, case, set, k).map(Work::Launch);
            works.push(sets.iter().map(work).collect::<Result<_, _>>()?);
        }
        let series = Series {
            flush: self.flush.clone(),
            contenders: works,
            n_samples: sampling.n_samples,
            warm_up_ms: WARM_UP_MS,
            limit_ms: sampling.limit_ms,
            least_samples: least_samples(sampling.n_samples),
        };
        let samples = self.gpu.time(series, SERIES_LIMIT)?;
        let overhead_us = overhead_us(&samples);
        let stats = samples.iter().skip(1).map(|samples| Stat::new(samples, overhead_us).ok_or(Wrong::NoSamples));
        let mut contenders: Vec<_> = stats.collect();
        // The reference would be computed from a changed input.
        if let Some(name) = changed(&sets, &before, &self.digests(&sets)?) {
            contenders = contenders.into_iter().map(|_| Err(Wrong::Input(name.clone()))).collect();
            return Ok(Timed { contenders, overhead_us, n_sets });
        }
        // Sets that no sample reached hold nothing to compare.
        let n_used = samples.iter().map(Vec::len).max().unwrap_or(0).min(n_sets);
        for set in &sets[..n_used] {
            self.run_reference(case, kernel, set, &wanted)?;
            for (k, contender) in contenders.iter_mut().enumerate() {
                if contender.is_ok()
                    && let Some(wrong) = self.wrong(case, &set.outputs[k], &wanted)?
                {
                    *contender = Err(wrong);
                }
            }
        }
        Ok(Timed { contenders, overhead_us, n_sets })
    }

    /// Fills a set's inputs from `seed`, and its outputs with NaN.
    fn fill(&mut self, case: &Case, set: &Set, seed: u64) -> Result<(), GpuError> {
        for (spec, buffer) in &set.inputs {
            let key = Fill::key(seed, &case.name, &spec.name);
            match Call::fill(case.fill(spec), spec.dtype, *buffer, spec.n_elems(), key) {
                Some(call) => self.call(&call)?,
                None => self.gpu.write(*buffer, &case.input(spec, seed), PATIENCE)?,
            }
        }
        for (_, buffer) in set.outputs.iter().flatten() {
            // Bytes of ones are NaN in every floating-point type.
            self.gpu.fill(*buffer, 0xff, PATIENCE)?;
        }
        Ok(())
    }

    /// A number for each input of each set, which changes when the input does.
    fn digests(&mut self, sets: &[Set]) -> Result<Vec<Vec<u64>>, GpuError> {
        let mut all = Vec::new();
        for set in sets {
            let mut own = Vec::new();
            for (spec, buffer) in &set.inputs {
                self.gpu.fill(self.found, 0, PATIENCE)?;
                self.call(&Call::digest(spec.dtype, *buffer, spec.n_elems(), self.found))?;
                own.push(self.words()?[0]);
            }
            all.push(own);
        }
        Ok(all)
    }

    fn run_reference(&mut self, case: &Case, kernel: &str, set: &Set, wanted: &Wanted) -> Result<(), GpuError> {
        let launch = reference(&self.reference, kernel, case, set, wanted)?;
        self.gpu.launch_resident(launch, PATIENCE)
    }

    /// What is wrong with a contender's outputs.
    fn wrong(
        &mut self,
        case: &Case,
        outputs: &[(BufferSpec, BufferId)],
        wanted: &Wanted,
    ) -> Result<Option<Wrong>, GpuError> {
        for (position, (spec, got)) in outputs.iter().enumerate() {
            let want = *wanted.outputs.get(&spec.name).ok_or_else(|| lost(&spec.name))?;
            let mut allowance = case.allowance;
            // The sizes belong to the first output.
            if position > 0 {
                allowance.magnitude = 0.0;
            }
            let n = spec.n_elems();
            // Without sizes nobody reads the address.
            let size = wanted.size.unwrap_or(self.found);
            let check = Call::check(spec.dtype, *got, want, size, n, &allowance, self.found);
            if let (Some(count), index) = self.find(&check)? {
                let got = self.element(*got, spec.dtype, index)?;
                let want = self.element(want, Dtype::F64, index)?;
                return Ok(Some(Wrong::Values { buffer: spec.name.clone(), index, count, n, got, want }));
            }
            if let Some(allowed) = allowance.row_sum {
                let rows = (n / spec.cols().max(1), spec.cols());
                let check = Call::check_sums(spec.dtype, *got, want, rows, allowed, self.found);
                if let (Some(_), row) = self.find(&check)? {
                    return Ok(Some(Wrong::RowSum { buffer: spec.name.clone(), row, allowed }));
                }
            }
        }
        Ok(None)
    }

    /// Runs a check: how many it found, if any, and the first.
    fn find(&mut self, check: &Call<BufferId>) -> Result<(Option<u64>, u64), GpuError> {
        let mut none = [0_u8; 16];
        none[8..].fill(0xff);
        self.gpu.write(self.found, &none, PATIENCE)?;
        self.call(check)?;
        let [count, first] = self.words()?;
        Ok((Some(count).filter(|&count| count > 0), first))
    }

    fn words(&mut self) -> Result<[u64; 2], GpuError> {
        let bytes = self.gpu.read(self.found, 0..16, PATIENCE)?;
        let word = |at: usize| bytes.get(at..at + 8).and_then(|word| word.try_into().ok()).map(u64::from_le_bytes);
        word(0).zip(word(8)).map(|(a, b)| [a, b]).ok_or_else(|| lost("two words"))
    }

    fn element(&mut self, buffer: BufferId, dtype: Dtype, index: u64) -> Result<f64, GpuError> {
        let size = dtype.size_bytes() as u64;
        let bytes = self.gpu.read(buffer, index * size..(index + 1) * size, PATIENCE)?;
        Ok(dtype.decode(&bytes).first().copied().unwrap_or(f64::NAN))
    }

    fn call(&mut self, call: &Call<BufferId>) -> Result<(), GpuError> {
        self.gpu.launch_resident(launch(&self.helpers, call)?, PATIENCE)
    }
}

/// What the events cost: the first contender of a series does nothing.
fn overhead_us(samples: &[Vec<f64>]) -> f64 {
    let nothing = samples.first().and_then(|samples| Stat::new(samples, 0.0));
    nothing.map_or(0.0, |nothing| nothing.median_us) + LAUNCH_US
}

/// The first input whose number is another one now.
fn changed(sets: &[Set], before: &[Vec<u64>], after: &[Vec<u64>]) -> Option<String> {
    let numbers = before.iter().flatten().zip(after.iter().flatten());
    let names = sets.iter().flat_map(|set| &set.inputs).map(|(spec, _)| &spec.name);
    numbers.zip(names).find(|((before, after), _)| before != after).map(|(_, name)| name.clone())
}

fn alloc<const N: usize>(gpu: &mut Gpu, sizes: [u64; N]) -> Result<[BufferId; N], GpuError> {
    gpu.alloc(&sizes, PATIENCE)?.try_into().map_err(|_| lost("a buffer"))
}

fn launch(module: &Module, call: &Call<BufferId>) -> Result<ResidentLaunch, GpuError> {
    let entry = module.entries.get(&call.kernel).ok_or_else(|| lost(&call.kernel))?;
    Ok(call.launch(module.id, entry))
}

pub(super) fn lost(what: &str) -> GpuError {
    GpuError::Internal(format!("{what} is missing"))
}
