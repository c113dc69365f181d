//! The solutions written for speed are right for arrays that begin at any element: they load 16 bytes at once only where
//! the address allows it. The exercises' own buffers always do.

use std::fs;

use cuda::{Compiler, Request};
use exercise::{Backend, Exercise};
use vgpu::{Arg, Buffer, Elem, Gpu, Launch, Program};

/// Elements in front of an array, in bytes: less than 16.
const SHIFTS: [u64; 3] = [0, 4, 12];
/// Floats of each buffer; arrays take fewer.
const FLOATS: usize = 2000;

/// What is wrong, a line each.
pub fn problems(compiler: &mut Compiler, exercises: &[Exercise]) -> String {
    let mut problems = String::new();
    for exercise in exercises {
        let kernels: &[&str] = match exercise.name.as_str() {
            "copy" => &["copy_contiguous_kernel<float>"],
            "vector_add" => &["vector_add_contiguous_kernel<float>"],
            "reduce_sum" => &["reduce_sum_rowwise_kernel"],
            "relu" => &["relu_kernel<float>"],
            _ => &["softmax_rowwise_kernel", "softmax_registers_kernel<4>"],
        };
        for kernel in kernels {
            let (program, entry) = load(compiler, exercise, kernel);
            for shift in SHIFTS {
                for (rows, cols) in [(1, 1001), (3, 100), (3, 101), (2, 7)] {
                    // This kernel is for whole packs.
                    if kernel.contains("registers") && cols % 4 != 0 {
                        continue;
                    }
                    if let Some(problem) = run(&exercise.name, &program, &entry, shift, (rows, cols)) {
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

/// Runs the kernel on arrays that all begin `shift` bytes behind their buffers, or all but the output.
fn run(name: &str, program: &Program, entry: &str, shift: u64, (rows, cols): (usize, usize)) -> Option<String> {
    let n = rows * cols;
    // Small whole numbers: sums are exact in any order.
    let inputs: Vec<f32> = (0..FLOATS).map(|i| ((i * 7919) % 13) as f32 - 6.0).collect();
    let first = (shift / 4) as usize;
    let x = &inputs[first..first + n];
    let sum = |row: &[f32]| row.iter().sum::<f32>();
    let softmax = |row: &[f32]| -> Vec<f32> {
        let total: f64 = row.iter().map(|x| f64::from(*x).exp()).sum();
        row.iter().map(|x| (f64::from(*x).exp() / total) as f32).collect()
    };
    let wanted: Vec<f32> = match name {
        "copy" => x.to_vec(),
        "vector_add" => x.iter().map(|x| x + x).collect(),
        "reduce_sum" => x.chunks(cols).map(sum).collect(),
        "relu" => x.iter().map(|&x| if x > 0.0 { x } else { 0.25 * x }).collect(),
        _ => x.chunks(cols).flat_map(softmax).collect(),
    };
    for out_shift in [shift, 0] {
        let mut gpu = Gpu::new();
        let input = gpu.alloc("in", Elem::F32, FLOATS).unwrap();
        let output = gpu.alloc("out", Elem::F32, FLOATS).unwrap();
        let bytes: Vec<u8> = inputs.iter().flat_map(|x| x.to_le_bytes()).collect();
        gpu.write(input, &bytes);
        let at = |gpu: &Gpu, buffer: Buffer, shift: u64| Arg::U64(gpu.address(buffer) + shift);
        let mut args = vec![at(&gpu, output, out_shift), at(&gpu, input, shift)];
        let is_matrix = matches!(name, "reduce_sum" | "softmax");
        match name {
            "vector_add" => args.extend([at(&gpu, input, shift), Arg::I64(n as i64)]),
            "copy" => args.push(Arg::I64(n as i64)),
            "relu" => args.extend([Arg::Bytes(0.25_f32.to_le_bytes().to_vec()), Arg::I64(n as i64)]),
            _ => args.extend([Arg::I64(rows as i64), Arg::I64(cols as i64)]),
        }
        let grid = if is_matrix { rows as u32 } else { 2 };
        let run = gpu.launch(program, entry, &Launch::new([grid, 1, 1], [64, 1, 1], args));
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
        let is_right = |(got, wanted): (&f32, &f32)| (got - wanted).abs() <= 5e-5 * wanted.abs();
        if let Some(i) = got.iter().zip(&wanted).position(|pair| !is_right(pair)) {
            return Some(format!("element {i} is {}, not {}", got[i], wanted[i]));
        }
    }
    None
}
