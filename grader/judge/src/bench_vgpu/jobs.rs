//! What is measured: the launches, their buffers, and what comes out.

use exercise::{Dtype, f16_from_f64, f16_to_f64};
use vgpu::{Arg, Buffer, Elem, Gpu, Launch, Limits};

/// Elements of an array.
pub const N: usize = 16 << 20;
/// Rows of a matrix.
pub const ROWS: usize = 4080;
/// Columns of a matrix.
pub const COLS: usize = 1536;
/// Rows and columns of the matrices that blocks in two dimensions work on; as many elements as an array.
const SIDE: usize = 4096;

/// The kernel of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kernel {
    /// The solution of an exercise, for elements of this type where it is a template.
    Solution(&'static str, Option<Dtype>),
    /// A kernel of `extra.cuh`.
    Extra(&'static str),
}

/// What a job works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Work {
    /// The element-wise sum of so many inputs of [`N`] elements.
    Sum { n_inputs: usize },
    /// A sum for each row of so many columns.
    RowSums { cols: usize },
    /// The softmax of each row of so many columns.
    Softmax { cols: usize },
    /// Reads in random order.
    Gather,
    /// Writes in random order.
    Scatter,
    /// The sum of two matrices.
    Sum2d,
    /// A transposed matrix.
    Transpose,
}

/// One launch that is measured.
#[derive(Debug, Clone, Copy)]
pub struct Job {
    /// Its name in reports.
    pub name: &'static str,
    /// Its kernel.
    pub kernel: Kernel,
    work: Work,
    block: [u32; 3],
    /// The friendly launch that it is compared with.
    pub friend: Option<&'static str>,
}

const F32: Option<Dtype> = Some(Dtype::F32);
const F16: Option<Dtype> = Some(Dtype::F16);

const fn job(name: &'static str, kernel: Kernel, work: Work, block: [u32; 3], friend: &'static str) -> Job {
    Job { name, kernel, work, block, friend: Some(friend) }
}

const fn friendly(name: &'static str, kernel: Kernel, work: Work) -> Job {
    Job { name, kernel, work, block: [256, 1, 1], friend: None }
}

const COPY: Kernel = Kernel::Solution("copy", F32);
const ADD: Kernel = Kernel::Solution("vector_add", F32);
const REDUCE: Kernel = Kernel::Solution("reduce_sum", None);
const SOFTMAX: Kernel = Kernel::Solution("softmax", None);
const ONE: Work = Work::Sum { n_inputs: 1 };
const TWO: Work = Work::Sum { n_inputs: 2 };
const B256: [u32; 3] = [256, 1, 1];
const B100: [u32; 3] = [100, 1, 1];
const B1024: [u32; 3] = [1024, 1, 1];

/// Every job; the friendly ones first.
pub const JOBS: &[Job] = &[
    friendly("copy", COPY, ONE),
    friendly("vector_add", ADD, TWO),
    friendly("reduce_sum", REDUCE, Work::RowSums { cols: COLS }),
    friendly("softmax", SOFTMAX, Work::Softmax { cols: COLS }),
    job("copy_half", Kernel::Solution("copy", F16), ONE, B256, "copy"),
    job("vector_add_half", Kernel::Solution("vector_add", F16), TWO, B256, "vector_add"),
    job("reduce_sum_1500_columns", REDUCE, Work::RowSums { cols: 1500 }, B256, "reduce_sum"),
    job("softmax_1500_columns", SOFTMAX, Work::Softmax { cols: 1500 }, B256, "softmax"),
    job("copy_100_threads", COPY, ONE, B100, "copy"),
    job("vector_add_100_threads", ADD, TWO, B100, "vector_add"),
    job("copy_1024_threads", COPY, ONE, B1024, "copy"),
    job("vector_add_1024_threads", ADD, TWO, B1024, "vector_add"),
    job("reduce_sum_1024_threads", REDUCE, Work::RowSums { cols: COLS }, B1024, "reduce_sum"),
    job("softmax_1024_threads", SOFTMAX, Work::Softmax { cols: COLS }, B1024, "softmax"),
    job("add_2d_16x16", Kernel::Extra("add_2d"), Work::Sum2d, [16, 16, 1], "vector_add"),
    job("add_2d_32x8", Kernel::Extra("add_2d"), Work::Sum2d, [32, 8, 1], "vector_add"),
    job("transpose_32x8", Kernel::Extra("transpose"), Work::Transpose, [32, 8, 1], "copy"),
    job("gather", Kernel::Extra("gather"), Work::Gather, B256, "copy"),
    job("scatter", Kernel::Extra("scatter"), Work::Scatter, B256, "copy"),
];

/// A job with its buffers on a device.
#[derive(Debug)]
pub struct Placed {
    /// The launch.
    pub launch: Launch,
    /// Where the result will lie.
    pub out: Buffer,
    /// Bytes of all buffers.
    pub n_buffer_bytes: usize,
}

/// Element `i` of the `k`-th input: small numbers that a half holds exactly, and neighbours differ.
fn value(k: usize, i: usize) -> f64 {
    let period = [977, 991][k % 2];
    (i % period) as f64 / 1024.0 - 0.5
}

/// A permutation of the numbers below [`N`] without any order to it; [`N`] is a power of two.
fn shuffled(i: usize) -> usize {
    const MASK: usize = N - 1;
    let mut x = i;
    for factor in [0x9E_3779, 0x85_EBCB, 0xC2_B2AF] {
        x = (x ^ (x >> 11)).wrapping_mul(factor) & MASK;
    }
    x ^ (x >> 13)
}

impl Job {
    /// Elements of the input that all threads work on together.
    pub fn n_elements(&self) -> usize {
        match self.work {
            Work::RowSums { cols } | Work::Softmax { cols } => ROWS * cols,
            _ => N,
        }
    }

    fn is_half(&self) -> bool {
        matches!(self.kernel, Kernel::Solution(_, F16))
    }

    fn elem(&self) -> Elem {
        if self.is_half() { Elem::F16 } else { Elem::F32 }
    }

    /// Puts the buffers on `gpu`.
    ///
    /// # Errors
    /// When the device has no room.
    pub fn place(&self, gpu: &mut Gpu) -> Result<Placed, vgpu::TooManyBuffers> {
        let n = self.n_elements();
        let n_out = if matches!(self.work, Work::RowSums { .. }) { ROWS } else { n };
        let size = self.elem().size_bytes();
        let out = gpu.alloc("out", self.elem(), n_out)?;
        let mut args = vec![Arg::Buffer(out)];
        let mut n_buffer_bytes = n_out * size;
        let n_inputs = match self.work {
            Work::Sum { n_inputs } => n_inputs,
            Work::Sum2d => 2,
            _ => 1,
        };
        for k in 0..n_inputs {
            let bytes: Vec<u8> = if self.is_half() {
                (0..n).flat_map(|i| f16_from_f64(value(k, i)).to_le_bytes()).collect()
            } else {
                (0..n).flat_map(|i| (value(k, i) as f32).to_le_bytes()).collect()
            };
            let input = gpu.alloc(["a", "b"][k], self.elem(), n)?;
            gpu.write(input, &bytes);
            args.push(Arg::Buffer(input));
            n_buffer_bytes += bytes.len();
        }
        if matches!(self.work, Work::Gather | Work::Scatter) {
            let bytes: Vec<u8> = (0..n).flat_map(|i| (shuffled(i) as u32).to_le_bytes()).collect();
            let index = gpu.alloc("index", Elem::I32, n)?;
            gpu.write(index, &bytes);
            args.push(Arg::Buffer(index));
            n_buffer_bytes += bytes.len();
        }
        match self.work {
            Work::Sum { .. } | Work::Gather | Work::Scatter => args.push(Arg::I64(n as i64)),
            Work::RowSums { cols } | Work::Softmax { cols } => {
                args.extend([Arg::I64(ROWS as i64), Arg::I64(cols as i64)]);
            }
            Work::Sum2d | Work::Transpose => args.extend([Arg::I32(SIDE as i32), Arg::I32(SIDE as i32)]),
        }
        let [x, y, _] = self.block;
        let cdiv = |n: usize, by: u32| n.div_ceil(by as usize) as u32;
        let grid = match self.work {
            Work::RowSums { .. } | Work::Softmax { .. } => [ROWS as u32, 1, 1],
            Work::Sum2d => [cdiv(SIDE, x), cdiv(SIDE, y), 1],
            Work::Transpose => [cdiv(SIDE, 32), cdiv(SIDE, 32), 1],
            _ => [cdiv(n, x), 1, 1],
        };
        let mut launch = Launch::new(grid, self.block, args);
        launch.limits = Limits { max_steps: u64::MAX, ..Limits::default() };
        if matches!(self.work, Work::RowSums { .. } | Work::Softmax { .. }) {
            launch.dynamic_shared_bytes = 4 * x;
        }
        Ok(Placed { launch, out, n_buffer_bytes })
    }

    /// What element `at` of the result should be, and how far off it may be.
    fn wanted(&self, at: usize) -> (f64, f64) {
        let row = |cols: usize, r: usize| (0..cols).map(move |c| value(0, r * cols + c));
        match self.work {
            Work::Sum { n_inputs: 1 } => (value(0, at), 0.0),
            Work::Sum { .. } | Work::Sum2d => (value(0, at) + value(1, at), if self.is_half() { 1e-3 } else { 1e-6 }),
            Work::RowSums { cols } => (row(cols, at).sum(), 1e-2),
            Work::Softmax { cols } => {
                // The largest value drops out, and all values are small.
                let total: f64 = row(cols, at / cols).map(f64::exp).sum();
                (value(0, at).exp() / total, 1e-6)
            }
            Work::Gather => (value(0, shuffled(at)), 0.0),
            Work::Scatter => (0.0, f64::INFINITY),
            Work::Transpose => (value(0, at % SIDE * SIDE + at / SIDE), 0.0),
        }
    }

    /// Whether the result in `bytes` is right, as far as a sample tells.
    pub fn is_right(&self, bytes: &[u8]) -> bool {
        let size = self.elem().size_bytes();
        let n = bytes.len() / size;
        let got = |i: usize| match self.elem() {
            Elem::F16 => f16_to_f64(u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]])),
            _ => f64::from(f32::from_le_bytes([bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]])),
        };
        (0..n).step_by((n / 500).max(1)).chain([n - 1]).all(|i| {
            let (at, (want, allowed)) = match self.work {
                Work::Scatter => (shuffled(i), (value(0, i), 0.0)),
                _ => (i, self.wanted(i)),
            };
            (got(at) - want).abs() <= allowed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shuffled_numbers_are_a_permutation() {
        let mut seen = vec![false; N];
        for i in 0..N {
            assert!(!std::mem::replace(&mut seen[shuffled(i)], true), "{i}");
        }
        let near = (1..N).filter(|&i| shuffled(i).abs_diff(shuffled(i - 1)) < 1024).count();
        assert!(near < N / 100, "{near} neighbours stayed near each other");
    }

    #[test]
    fn jobs_have_names_of_their_own_and_friends_before_them() {
        for (k, job) in JOBS.iter().enumerate() {
            assert!(JOBS[..k].iter().all(|other| other.name != job.name), "{}", job.name);
            let friend = job.friend.is_none_or(|name| JOBS[..k].iter().any(|other| other.name == name));
            assert!(friend, "{} comes before its friend", job.name);
        }
    }
}
