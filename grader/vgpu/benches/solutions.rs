//! How fast the virtual GPU runs the four solutions, with every check and with bounds alone, beside plain Rust loops that
//! compute the same on one core in the same run.
//!
//! `cargo bench -p vgpu --bench solutions` prints a table; nothing is asserted about time. Ratios say how many times
//! longer than the plain loop a launch takes.

#![allow(clippy::print_stdout, reason = "the table is what it is for")]

use std::hint::black_box;
use std::time::{Duration, Instant};
use vgpu::{Arg, Checks, Elem, Gpu, Launch, Program};

const N: usize = 1 << 20;
const ROWS: usize = 1020;
const COLS: usize = 1536;
const ROUNDS: usize = 7;

struct Kernel {
    name: &'static str,
    ptx: &'static str,
    by_rows: bool,
    inputs: usize,
    native: fn(&[f32], &mut [f32]),
}

const KERNELS: [Kernel; 4] = [
    Kernel { name: "copy", ptx: include_str!("data/copy.ptx"), by_rows: false, inputs: 1, native: copy },
    Kernel { name: "vector_add", ptx: include_str!("data/vector_add.ptx"), by_rows: false, inputs: 2, native: add },
    Kernel { name: "reduce_sum", ptx: include_str!("data/reduce_sum.ptx"), by_rows: true, inputs: 1, native: sum },
    Kernel { name: "softmax", ptx: include_str!("data/softmax.ptx"), by_rows: true, inputs: 1, native: softmax },
];

fn copy(x: &[f32], out: &mut [f32]) {
    out.copy_from_slice(x);
}

fn add(x: &[f32], out: &mut [f32]) {
    out.iter_mut().zip(x).for_each(|(o, x)| *o = x + x);
}

fn sum(x: &[f32], out: &mut [f32]) {
    out.iter_mut().zip(x.chunks_exact(COLS)).for_each(|(o, row)| *o = row.iter().sum());
}

fn softmax(x: &[f32], out: &mut [f32]) {
    for (row, out) in x.chunks_exact(COLS).zip(out.chunks_exact_mut(COLS)) {
        let max = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        out.iter_mut().zip(row).for_each(|(o, x)| *o = (x - max).exp());
        let total: f32 = out.iter().sum();
        out.iter_mut().for_each(|o| *o /= total);
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn main() {
    println!("kernel      elements  lane instructions   checks on              bounds only            plain loop");
    for k in &KERNELS {
        let n = if k.by_rows { ROWS * COLS } else { N };
        let n_out = if k.name == "reduce_sum" { ROWS } else { n };
        let values: Vec<f32> = (0..n).map(|i| (i % 977) as f32 / 977.0 - 0.5).collect();
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let program = Program::load(ptx::parse(k.ptx).expect("PTX of NVRTC")).expect("it loads");
        let entry = program.entries().next().expect("a kernel").to_owned();
        let mut gpu = Gpu::new();
        let out = gpu.alloc("out", Elem::F32, n_out).expect("room");
        let mut args = vec![Arg::Buffer(out)];
        for _ in 0..k.inputs {
            let input = gpu.alloc("in", Elem::F32, n).expect("room");
            gpu.write(input, &bytes);
            args.push(Arg::Buffer(input));
        }
        let grid = if k.by_rows { ROWS as u32 } else { n.div_ceil(256) as u32 };
        if k.by_rows {
            args.extend([Arg::I64(ROWS as i64), Arg::I64(COLS as i64)]);
        } else {
            args.push(Arg::I64(n as i64));
        }
        let mut launch = Launch::new([grid, 1, 1], [256, 1, 1], args);
        launch.dynamic_shared_bytes = if k.by_rows { 1024 } else { 0 };
        let mut native = Vec::new();
        let mut result = vec![0.0; n_out];
        let (mut on, mut off, mut lanes) = (Vec::new(), Vec::new(), 0);
        for _ in 0..ROUNDS {
            for (checks, times) in [(Checks::On, &mut on), (Checks::Off, &mut off)] {
                launch.checks = checks;
                let start = Instant::now();
                let run = gpu.launch(&program, &entry, &launch);
                times.push(start.elapsed());
                assert!(run.findings.is_empty() && run.stopped.is_none(), "{}: {:?}", k.name, run.findings);
                lanes = run.counters.lane_instructions;
            }
            let start = Instant::now();
            (k.native)(black_box(&values), black_box(&mut result));
            native.push(start.elapsed());
        }
        let (on, off, native) = (median(on), median(off), median(native));
        let show = |t: Duration| {
            let (ms, rate) = (t.as_secs_f64() * 1e3, lanes as f64 / t.as_secs_f64() / 1e9);
            format!("{ms:6.2} ms {rate:5.2} G/s ×{:<4.0}", t.as_secs_f64() / native.as_secs_f64())
        };
        let ms = native.as_secs_f64() * 1e3;
        println!("{:<11} {n:>8}  {lanes:>17}   {}  {}  {ms:.2} ms", k.name, show(on), show(off));
    }
}
