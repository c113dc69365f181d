//! The solutions written for speed are right for arrays that begin at any element: they load 16 bytes at once only where
//! the address allows it. The exercises' own buffers always do.

use std::fs;

use cuda::{Compiler, Request};
use exercise::{Backend, Exercise};
use vgpu::{Arg, Buffer, Elem, Gpu, Launch, Program};

/// Elements in front of an array, in bytes: less than 16.
const SHIFTS: [u64; 3] = [0, 4, 12];
/// Floats of each buffer; arrays take fewer.
const FLOATS: usize = 6000;

/// Rows and columns of the matrix, or of what is no matrix the elements.
const SHAPES: [(usize, usize); 5] = [(1, 1001), (3, 100), (3, 101), (2, 7), (4, 100)];

/// The kernels of the advanced solution of an exercise; those of floats, where they are templates.
fn kernels(exercise: &str) -> &'static [&'static str] {
    match exercise {
        "copy" => &["copy_contiguous_kernel<float>"],
        "vector_add" => &["vector_add_contiguous_kernel<float>"],
        "reduce_sum" => &["reduce_sum_rowwise_kernel"],
        "softmax" => &["softmax_rowwise_kernel", "softmax_registers_kernel<4>"],
        "relu" => &["relu_kernel<float>"],
        "transpose" => &["transpose_kernel<float>", "transpose_packs_kernel<float>"],
        "layer_norm" => &["layer_norm_rowwise_kernel", "layer_norm_registers_kernel<4>"],
        "matmul" => &["matmul_tiled_kernel<float>", "matmul_registers_kernel<float, 64, 4>"],
        other => panic!("{other}: which kernels does its advanced solution have?"),
    }
}

/// What is wrong, a line each.
pub fn problems(compiler: &mut Compiler, exercises: &[Exercise]) -> String {
    let mut problems = String::new();
    for exercise in exercises {
        for kernel in kernels(&exercise.name) {
            let (program, entry) = load(compiler, exercise, kernel);
            for shift in SHIFTS {
                for (rows, cols) in SHAPES {
                    // Kernels that are for whole packs.
                    let is_for_it = match *kernel {
                        "transpose_packs_kernel<float>" => rows % 4 == 0 && cols % 4 == 0,
                        "softmax_registers_kernel<4>" | "layer_norm_registers_kernel<4>" => cols % 4 == 0,
                        _ => true,
                    };
                    if !is_for_it {
                        continue;
                    }
                    if let Some(problem) = run(kernel, &exercise.name, (&program, &entry), shift, (rows, cols)) {
                        problems += &format!("{kernel}, {rows} × {cols}, {shift} bytes further on: {problem}\n");
                    }
                }
            }
        }
    }
    problems
}

fn load(compiler: &mut Compiler, exercise: &Exercise, kernel: &str) -> (Program, String) {
    let scaffold = runtime::unit::scaffold(exercise).unwrap().unwrap_or_default();
    let request = Request {
        name: "any_pointer.cu".to_owned(),
        source: format!("#include \"kernel.cuh\"\n{scaffold}"),
        headers: vec![("kernel.cuh".to_owned(), fs::read_to_string(exercise.advanced_path()).unwrap())],
        arch: "compute_80".to_owned(),
        expressions: vec![format!("{}::{kernel}", exercise.signature.backend_namespace(Backend::Nvidia))],
        options: Vec::new(),
    };
    let compiled = compiler.compile(&request, std::time::Duration::from_secs(30)).unwrap();
    let program = Program::load(ptx::parse(&compiled.ptx).unwrap()).unwrap();
    (program, compiled.lowered[0].clone())
}

const SLOPE: f32 = 0.25;
const EPS: f32 = 1e-5;

/// What an exercise computes from floats: all inputs of it begin at the same place, with `x[0]`.
fn wanted(name: &str, x: &[f32], (rows, cols): (usize, usize)) -> Vec<f32> {
    let matrix = &x[..rows * cols];
    let softmax = |row: &[f32]| -> Vec<f32> {
        let total: f64 = row.iter().map(|x| f64::from(*x).exp()).sum();
        row.iter().map(|x| (f64::from(*x).exp() / total) as f32).collect()
    };
    let layer_norm = |row: &[f32]| -> Vec<f32> {
        let mean = row.iter().map(|x| f64::from(*x)).sum::<f64>() / cols as f64;
        let variance = row.iter().map(|x| (f64::from(*x) - mean).powi(2)).sum::<f64>() / cols as f64;
        let factor = 1.0 / (variance + f64::from(EPS)).sqrt();
        let parameter = |col: usize| f64::from(x[col]);
        (0..cols).map(|col| ((f64::from(row[col]) - mean) * factor * parameter(col) + parameter(col)) as f32).collect()
    };
    let product = |i: usize| {
        let (row, col) = (i / columns(cols), i % columns(cols));
        (0..cols).map(|p| x[row * cols + p] * x[p * columns(cols) + col]).sum()
    };
    match name {
        "copy" => matrix.to_vec(),
        "vector_add" => matrix.iter().map(|x| x + x).collect(),
        "reduce_sum" => matrix.chunks(cols).map(|row| row.iter().sum()).collect(),
        "softmax" => matrix.chunks(cols).flat_map(softmax).collect(),
        "relu" => matrix.iter().map(|&x| if x > 0.0 { x } else { SLOPE * x }).collect(),
        "transpose" => (0..rows * cols).map(|i| x[i % rows * cols + i / rows]).collect(),
        "layer_norm" => matrix.chunks(cols).flat_map(layer_norm).collect(),
        _ => (0..rows * columns(cols)).map(product).collect(),
    }
}

/// Columns of a product of a rows × cols matrix and another one: now a whole pack, now not.
fn columns(cols: usize) -> usize {
    if cols.is_multiple_of(2) { 4 } else { 5 }
}

/// A kernel's arguments behind the output, and its launch.
fn call(kernel: &str, name: &str, input: Arg, (rows, cols): (usize, usize)) -> (Vec<Arg>, [u32; 3], [u32; 3]) {
    let sizes = |sizes: &[usize]| sizes.iter().map(|size| Arg::I64(*size as i64)).collect::<Vec<_>>();
    let float = |x: f32| vec![Arg::Bytes(x.to_le_bytes().to_vec())];
    let inputs = |n: usize| vec![input.clone(); n];
    let args = match name {
        "copy" => [inputs(1), sizes(&[rows * cols])].concat(),
        "vector_add" => [inputs(2), sizes(&[rows * cols])].concat(),
        "relu" => [inputs(1), float(SLOPE), sizes(&[rows * cols])].concat(),
        "layer_norm" => [inputs(3), sizes(&[rows, cols]), float(EPS)].concat(),
        "matmul" => [inputs(2), sizes(&[rows, columns(cols), cols])].concat(),
        _ => [inputs(1), sizes(&[rows, cols])].concat(),
    };
    // As launch.toml has it for tiles; few threads where any number will do.
    let (grid, block) = match kernel {
        "transpose_kernel<float>" => ([cols.div_ceil(64), rows.div_ceil(64), 1], [32, 8, 1]),
        "transpose_packs_kernel<float>" => ([cols.div_ceil(32), rows.div_ceil(128), 1], [8, 32, 1]),
        "matmul_tiled_kernel<float>" => ([1, rows.div_ceil(16), 1], [16, 16, 1]),
        "matmul_registers_kernel<float, 64, 4>" => ([1, rows.div_ceil(64), 1], [256, 1, 1]),
        _ if matches!(name, "copy" | "vector_add" | "relu") => ([2, 1, 1], [64, 1, 1]),
        _ => ([rows, 1, 1], [64, 1, 1]),
    };
    (args, grid.map(|n| n as u32), block)
}

/// Runs the kernel on arrays that all begin `shift` bytes behind their buffers, or all but the output.
fn run(
    kernel: &str,
    name: &str,
    (program, entry): (&Program, &str),
    shift: u64,
    shape: (usize, usize),
) -> Option<String> {
    // Small whole numbers: sums are exact in any order.
    let inputs: Vec<f32> = (0..FLOATS).map(|i| ((i * 7919) % 13) as f32 - 6.0).collect();
    let wanted = wanted(name, &inputs[(shift / 4) as usize..], shape);
    for out_shift in [shift, 0] {
        let mut gpu = Gpu::new();
        let input = gpu.alloc("in", Elem::F32, FLOATS).unwrap();
        let output = gpu.alloc("out", Elem::F32, FLOATS).unwrap();
        let bytes: Vec<u8> = inputs.iter().flat_map(|x| x.to_le_bytes()).collect();
        gpu.write(input, &bytes);
        let at = |buffer: Buffer, shift: u64| Arg::U64(gpu.address(buffer) + shift);
        let (more, grid, block) = call(kernel, name, at(input, shift), shape);
        let args = [vec![at(output, out_shift)], more].concat();
        let run = gpu.launch(program, entry, &Launch::new(grid, block, args));
        if let Some(finding) = run.findings.first() {
            return Some(format!("{:?}", finding.code()));
        }
        let from = out_shift as usize;
        let got: Vec<f32> = gpu.read(output)[from..from + 4 * wanted.len()]
            .as_chunks()
            .0
            .iter()
            .map(|&bytes| f32::from_le_bytes(bytes))
            .collect();
        // A sum of a product and beta may be small where both are not.
        let floor = if name == "layer_norm" { 1e-4 } else { 0.0 };
        let is_right = |(got, wanted): (&f32, &f32)| (got - wanted).abs() <= 5e-5 * wanted.abs() + floor;
        if let Some(i) = got.iter().zip(&wanted).position(|pair| !is_right(pair)) {
            return Some(format!("element {i} is {}, not {}", got[i], wanted[i]));
        }
    }
    None
}
