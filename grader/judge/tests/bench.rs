//! `camp bench` without a GPU: camp's own kernels run on the virtual GPU, with every check, beside the Rust code that says
//! what they must compute; and the table, the JSON and the CSV of made-up measurements are kept in `tests/bench/`.
//!
//! `BLESS=1 cargo test -p judge --test bench` rewrites those files.

#![allow(clippy::print_stdout, reason = "a test without a harness says what it did")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use cuda::{CacheDir, Compiler, DEFAULT_TIMEOUT, Fetch, HeaderSet, Search, Toolchain, WheelSet, WorkerCommand};
use diag::render::{Style, width};
use diag::{Code, Diagnostic, Lang, msg};
use exercise::{Allowance, BenchRow, Dtype, Exercise, Fill};
use judge::bench::helpers::{self, Call, Value};
use judge::bench::{BenchReport, GpuUsed, Outcome, Roofline, Row, Stat};
use judge::{Options, Report, Verdict};
use vgpu::{Arg, Buffer, Elem, Gpu, Launch, Program};

const WORKER: &str = "__nvrtc-worker";

fn main() {
    // This program is its own compiler child.
    if std::env::args().any(|arg| arg == WORKER) {
        cuda::worker_main();
    }
    if std::env::args().any(|arg| arg == "--list") {
        return;
    }
    let kernels = Kernels::compile();
    fills_are_those_of_the_cpu(&kernels);
    checks_agree_with_the_tolerance(&kernels);
    one_wrong_element_is_found_wherever_it_is(&kernels);
    row_sums_are_compared(&kernels);
    digests_depend_on_every_element_and_its_place(&kernels);
    the_flush_reads_and_writes_nothing(&kernels);
    tables_are_as_they_were();
    what_changed_is_said();
    every_line_of_the_csv_has_every_column();
    recorded_times_agree_with_the_profiler();
    println!("bench: all right");
}

/// This machine's NVRTC with CUDA's headers, fetched where there is none.
fn toolchain() -> Toolchain {
    match cuda::find(&Search::from_env()) {
        Ok(found) if !found.missing.contains(&HeaderSet::Runtime) => found,
        _ => {
            let cache = CacheDir::from_env().expect("a cache folder");
            cuda::fetch(&Fetch::new(WheelSet::Cuda13, cache), &mut |_| ()).expect("NVRTC can be fetched")
        }
    }
}

/// camp's kernels, loaded into the virtual GPU.
struct Kernels {
    program: Program,
    entries: HashMap<String, String>,
}

impl Kernels {
    fn compile() -> Self {
        let program = std::env::current_exe().unwrap();
        let worker = WorkerCommand { program, args: vec![WORKER.into()] };
        let mut compiler = Compiler::spawn(toolchain(), worker).unwrap();
        let request = helpers::request("compute_80", &[Dtype::F16, Dtype::Bf16, Dtype::F32, Dtype::F64]);
        let compiled = compiler.compile(&request, DEFAULT_TIMEOUT).unwrap();
        assert!(compiled.messages.is_empty(), "{}", compiled.log);
        let program = Program::load(ptx::parse(&compiled.ptx).unwrap()).unwrap();
        Self { program, entries: request.expressions.into_iter().zip(compiled.lowered).collect() }
    }

    /// Runs a call; nothing may be found.
    fn run(&self, gpu: &mut Gpu, call: &Call<Buffer>) {
        let arg = |value: &Value<Buffer>| match *value {
            Value::Buffer(buffer) => Arg::Buffer(buffer),
            Value::U32(n) => Arg::U32(n),
            Value::U64(n) => Arg::U64(n),
            Value::F64(x) => Arg::F64(x),
        };
        // A small grid, so that threads have to go on to the next element.
        let launch = Launch::new([3, 1, 1], [64, 1, 1], call.args.iter().map(arg).collect());
        let entry = self.entries.get(&call.kernel).unwrap_or_else(|| panic!("{} was not compiled", call.kernel));
        let run = gpu.launch(&self.program, entry, &launch);
        assert!(run.findings.is_empty() && run.stopped.is_none(), "{}: {:?}", call.kernel, run.findings);
    }
}

fn elem(dtype: Dtype) -> Elem {
    match dtype {
        Dtype::F16 => Elem::F16,
        Dtype::Bf16 => Elem::BF16,
        Dtype::F32 => Elem::F32,
        _ => Elem::F64,
    }
}

fn encode(dtype: Dtype, values: &[f64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    values.iter().for_each(|&value| dtype.encode(value, &mut bytes));
    bytes
}

fn upload(gpu: &mut Gpu, dtype: Dtype, values: &[f64]) -> Buffer {
    let buffer = gpu.alloc("values", elem(dtype), values.len()).unwrap();
    gpu.write(buffer, &encode(dtype, values));
    buffer
}

/// Two words: none found yet.
fn nothing_found(gpu: &mut Gpu) -> Buffer {
    let found = gpu.alloc("found", Elem::U64, 2).unwrap();
    gpu.write(found, &[[0; 8], [0xff; 8]].concat());
    found
}

fn words(gpu: &Gpu, buffer: Buffer) -> Vec<u64> {
    gpu.read(buffer).as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect()
}

fn fills_are_those_of_the_cpu(kernels: &Kernels) {
    const N: usize = 1000;
    for dtype in [Dtype::F16, Dtype::Bf16, Dtype::F32, Dtype::F64] {
        for fill in [Fill::Normal, Fill::Uniform(-4.0, 9.5), Fill::Uniform(0.1, 0.2)] {
            let mut gpu = Gpu::new();
            let buffer = gpu.alloc("p", elem(dtype), N).unwrap();
            let key = Fill::key(7, "bench_1000", "in");
            kernels.run(&mut gpu, &Call::fill(fill, dtype, buffer, N, key).unwrap());
            let want = fill.bytes(7, "bench_1000", "in", &[N], dtype);
            assert_eq!(gpu.read(buffer), want, "{fill:?} {dtype}");
        }
    }
    assert!(Call::fill(Fill::MaxFirst, Dtype::F32, (), 1, 0).is_none());
}

/// Numbers that tolerances can be wrong about.
const HARD: [f64; 17] = [
    0.0,
    -0.0,
    1.0,
    1.0000001,
    1.001,
    -1.0,
    1e-30,
    -1e-30,
    65504.0,
    65519.0,
    65520.0,
    70_000.0,
    1e300,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    0.1,
];

fn checks_agree_with_the_tolerance(kernels: &Kernels) {
    let none = Allowance { exact: false, relative: 0.0, magnitude: 0.0, absolute: 0.0, row_sum: None };
    let allowances = [
        Allowance { exact: true, ..none },
        none,
        Allowance { relative: 1e-3, ..none },
        Allowance { magnitude: 0.25, absolute: 1e-9, ..none },
        Allowance { relative: 1e-6, magnitude: 1e-7, absolute: 1e-29, ..none },
    ];
    // Every pair.
    let want: Vec<f64> = HARD.iter().flat_map(|&want| HARD.map(|_| want)).collect();
    let size: Vec<f64> = want.iter().map(|want| if want.is_finite() { want.abs() + 1.0 } else { 1.0 }).collect();
    for dtype in [Dtype::F16, Dtype::Bf16, Dtype::F32, Dtype::F64] {
        let got: Vec<f64> = HARD.iter().flat_map(|_| HARD.map(|got| dtype.round(got))).collect();
        for allowance in &allowances {
            let mut gpu = Gpu::new();
            let on_gpu = upload(&mut gpu, dtype, &got);
            let (wanted, sizes) = (upload(&mut gpu, Dtype::F64, &want), upload(&mut gpu, Dtype::F64, &size));
            let found = nothing_found(&mut gpu);
            kernels.run(&mut gpu, &Call::check(dtype, on_gpu, wanted, sizes, got.len(), allowance, found));
            let is_wrong = |&i: &usize| !allowance.accepts(got[i], want[i], size[i], dtype);
            let wrong: Vec<usize> = (0..got.len()).filter(is_wrong).collect();
            assert!(!wrong.is_empty() && wrong.len() < got.len());
            let expected = vec![wrong.len() as u64, wrong[0] as u64];
            assert_eq!(words(&gpu, found), expected, "{dtype} {allowance:?}");
        }
    }
}

fn one_wrong_element_is_found_wherever_it_is(kernels: &Kernels) {
    const N: usize = 1000;
    let allowance = Allowance { exact: false, relative: 5e-5, magnitude: 0.0, absolute: 1e-30, row_sum: None };
    let want: Vec<f64> = (0..N).map(|i| 1.0 + i as f64).collect();
    for (wrong, value) in [(0, f64::NAN), (63, -64.0), (N - 1, 1000.1), (500, f64::INFINITY)] {
        let mut gpu = Gpu::new();
        let mut got = want.clone();
        got[wrong] = value;
        // Within the tolerance.
        got[7] *= 1.00004;
        let got = upload(&mut gpu, Dtype::F32, &got);
        let wanted = upload(&mut gpu, Dtype::F64, &want);
        let found = nothing_found(&mut gpu);
        // No sizes are wanted, so the address of something else does.
        kernels.run(&mut gpu, &Call::check(Dtype::F32, got, wanted, found, N, &allowance, found));
        assert_eq!(words(&gpu, found), [1, wrong as u64]);
    }
}

fn row_sums_are_compared(kernels: &Kernels) {
    const COLS: usize = 40;
    let even = 1.0 / COLS as f64;
    // Rows that sum to 1 but for the third and the fifth; the fourth need not.
    let factor = [1.0, 1.00004, 1.0002, 2.0, 0.9, 1.0, 1.0];
    let got: Vec<f64> = factor.iter().flat_map(|factor| vec![factor * even; COLS]).collect();
    let want: Vec<f64> = (0..factor.len()).flat_map(|row| vec![if row == 3 { 0.5 } else { even }; COLS]).collect();
    let mut gpu = Gpu::new();
    let (got, want) = (upload(&mut gpu, Dtype::F32, &got), upload(&mut gpu, Dtype::F64, &want));
    let found = nothing_found(&mut gpu);
    kernels.run(&mut gpu, &Call::check_sums(Dtype::F32, got, want, (factor.len(), COLS), 5e-5, found));
    assert_eq!(words(&gpu, found), [2, 2]);
}

fn digests_depend_on_every_element_and_its_place(kernels: &Kernels) {
    let digest = |dtype: Dtype, values: &[f64]| {
        let mut gpu = Gpu::new();
        let buffer = upload(&mut gpu, dtype, values);
        let sum = gpu.alloc("sum", Elem::U64, 2).unwrap();
        gpu.write(sum, &[0; 16]);
        kernels.run(&mut gpu, &Call::digest(dtype, buffer, values.len(), sum));
        words(&gpu, sum)[0]
    };
    let values: Vec<f64> = (0..301).map(f64::from).collect();
    for dtype in [Dtype::F16, Dtype::Bf16, Dtype::F32, Dtype::F64] {
        let whole = digest(dtype, &values);
        assert_eq!(whole, digest(dtype, &values));
        let with = |change: &dyn Fn(&mut [f64])| {
            let mut values = values.clone();
            change(&mut values);
            digest(dtype, &values)
        };
        assert_ne!(whole, with(&|values| values[300] = 301.5), "{dtype}");
        assert_ne!(whole, with(&|values| values[0] = -0.0), "{dtype}");
        assert_ne!(whole, with(&|values| values.swap(3, 4)), "{dtype}");
    }
}

fn the_flush_reads_and_writes_nothing(kernels: &Kernels) {
    let mut gpu = Gpu::new();
    let (source, never) = (gpu.alloc("source", Elem::U32, 4096).unwrap(), gpu.alloc("never", Elem::U32, 1).unwrap());
    gpu.write(source, &[0; 4 * 4096]);
    kernels.run(&mut gpu, &Call::flush(source, 4 * 4096, never));
    assert!(gpu.written(never).is_empty());
}

fn exercise() -> Exercise {
    let root = exercise::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the repository is a camp folder");
    Exercise::load(&root.join("exercises/softmax")).unwrap()
}

fn stat(median_us: f64, spread: f64) -> Stat {
    Stat { median_us, spread, n_samples: 60 }
}

/// A made-up measurement with one row of every kind.
fn report() -> BenchReport {
    let (exercise, options) = (exercise(), Options::new(7));
    let mut verdict = Report::new(&exercise, Path::new("exercises/softmax/nvidia/kernel.cuh"), &options);
    verdict.verdict = Verdict::Passed;
    let wrong = msg!("bench-wrong", buffer = "out", index = 4097, count = 12, n = 1000, got = 0.25, want = 0.5);
    let wrong = Diagnostic::error(Code::WrongResult, wrong).with_note(msg!("bench-wrong-note"));
    let outcomes = [
        Outcome::Timed(stat(6.512, 0.012)),
        Outcome::Timed(stat(8.03, 0.081)),
        Outcome::Wrong(Box::new(wrong)),
        Outcome::Refused { measured_us: 3.5, least_us: 5.18 },
        Outcome::Skipped(msg!("bench-too-large", needed = "5.4", free = "3.9")),
        Outcome::Timed(stat(17.44, 0.004)),
        Outcome::Timed(stat(551.37, 0.001)),
    ];
    let row = |(case, outcome): (&exercise::Case, Outcome)| {
        let elements: f64 = case.dims.iter().map(|(_, n)| *n as f64).product();
        let is_timed = matches!(outcome, Outcome::Timed(_));
        Row {
            case: case.name.clone(),
            shape: case.dims.iter().map(|(_, n)| n.to_string()).collect::<Vec<_>>().join("×"),
            dtype: "f32".to_owned(),
            bytes: 8.0 * elements,
            flops: 5.0 * elements,
            outcome,
            solution: is_timed.then(|| stat(elements / 250e3 + 5.0, 0.01)),
            torch: (is_timed && elements > 2e6).then(|| stat(elements / 330e3 + 3.0, 0.01)),
            overhead_us: 1.438,
            n_sets: 2,
        }
    };
    BenchReport {
        gpu: Some(GpuUsed { name: "NVIDIA H200".to_owned(), roofline: Roofline::new(4295.3, Some(4814.4), 60 << 20) }),
        rows: exercise.bench.iter().zip(outcomes).map(row).collect(),
        hash: "0123456789abcdef".to_owned(),
        has_solution: true,
        ..BenchReport::of_verdict(verdict)
    }
}

/// What was measured of another kernel before.
fn before() -> Vec<BenchRow> {
    let old = |row: &Row| {
        let stat = row.time()?;
        Some(BenchRow {
            case: row.case.clone(),
            shape: row.shape.clone(),
            dtype: row.dtype.clone(),
            latency_us: stat.median_us,
            spread: 0.01,
            bytes: row.bytes,
            flops: row.flops,
            solution_us: None,
            torch_us: None,
        })
    };
    let mut rows: Vec<BenchRow> = report().rows.iter().filter_map(old).collect();
    // The first as it was, the second within its noise, the third slower than now, the fourth faster.
    rows[1].latency_us *= 1.05;
    rows[2].latency_us *= 2.0;
    rows[3].latency_us *= 0.9;
    rows
}

/// Compares `text` with the file, or writes the file.
fn kept(name: &str, text: &str) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bench").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, known, "{name} is another one now; BLESS=1 rewrites it");
}

fn rendered(report: &BenchReport, lang: Lang) -> String {
    let changes = judge::bench::changes(report, &before());
    let mut out = Vec::new();
    judge::bench::render(report, &changes, messages::catalogue(lang), &Style::plain(80), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn tables_are_as_they_were() {
    let mut report = report();
    report.notes.push(msg!("bench-torch-no-python"));
    for (lang, name) in [(Lang::En, "table.txt"), (Lang::Zh, "table.zh.txt")] {
        let text = rendered(&report, lang);
        for line in text.lines() {
            assert!(width(line) <= 80, "{line}");
        }
        kept(name, &text);
    }
    let objects = judge::bench::json(&report, messages::catalogue(Lang::En));
    let lines: Vec<String> = objects.iter().map(|object| serde_json::to_string(object).unwrap()).collect();
    kept("rows.jsonl", &(lines.join("\n") + "\n"));
    let csv = [vec![judge::bench::csv_header()], judge::bench::csv(&objects)].concat();
    kept("rows.csv", &(csv.join("\n") + "\n"));
    assert!(report.is_wrong());
}

fn what_changed_is_said() {
    let catalogue = messages::catalogue(Lang::En);
    let said = |before: &[BenchRow]| {
        judge::bench::changes(&report(), before).iter().map(|text| catalogue.get(text)).collect::<Vec<_>>()
    };
    let changes = said(&before());
    assert_eq!(changes.len(), 2, "{changes:?}");
    assert!(changes[0].contains("4080×1536") && changes[0].contains("34.9 → 17.4 µs (−50 %)"), "{}", changes[0]);
    assert!(changes[1].contains("+11 %"), "{}", changes[1]);
    assert_eq!(said(&[]), Vec::<String>::new());
    let same: Vec<BenchRow> = before().into_iter().take(1).collect();
    assert_eq!(said(&same).len(), 1);
}

fn every_line_of_the_csv_has_every_column() {
    let catalogue = messages::catalogue(Lang::En);
    let objects = judge::bench::json(&report(), catalogue);
    // The columns are the object's fields, all of them, in their order.
    let mut full = objects[5].clone();
    (full.finding, full.message) = (Some("race".into()), Some("x".into()));
    let text = serde_json::to_string(&full).unwrap();
    let mut from = 0;
    for column in judge::bench::COLUMNS {
        let at = text[from..].find(&format!("\"{column}\":")).unwrap_or_else(|| panic!("{column} in {text}"));
        from += at;
    }
    assert_eq!(serde_json::to_value(&full).unwrap().as_object().unwrap().len(), judge::bench::COLUMNS.len());
    // A kernel that is not right has one object, and no number.
    let mut wrong = report();
    wrong.rows.clear();
    wrong.verdict.verdict = Verdict::Failed;
    let objects = judge::bench::json(&wrong, catalogue);
    assert_eq!((objects.len(), objects[0].outcome.as_str(), objects[0].latency_us), (1, "wrong", None));
    wrong.problem = Some(msg!("bench-not-run"));
    assert_eq!(judge::bench::json(&wrong, catalogue)[0].outcome, "error");
}

/// What `tests/bench/record.py` recorded on a GPU: camp's times and `ncu`'s, of the same kernels at every shape.
fn recorded_times_agree_with_the_profiler() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bench/nvidia-h200.txt");
    let text = fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<&str>> =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_whitespace().collect()).collect();
    for row in &rows {
        let [exercise, kernel, shape, dtype, camp, ncu, _] = row[..] else { panic!("{row:?}") };
        let number = |text: &str| text.parse::<f64>().unwrap();
        // Of short kernels ncu reads up to 0.6 µs more, probably because it starts each with cold caches of instructions and
        // page tables; of the sum over 65536 rows, which runs at 96 % of the memory's peak, nearly 5 % more.
        let allowed = f64::max(0.05 * number(ncu), 0.6);
        let off = number(camp) - number(ncu);
        assert!(off.abs() <= allowed, "{exercise} {kernel} {shape} {dtype}: camp {camp} µs, ncu {ncu} µs");
    }
    // Every shape of every exercise that is recorded, of the solution and of the advanced one.
    let root = exercise::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    for exercise in exercise::discover(&root).unwrap() {
        let (name, n_shapes) = (exercise.name.as_str(), exercise.bench.len());
        if !rows.iter().any(|row| row[0] == name) {
            println!("{name} is not recorded yet");
            continue;
        }
        for kernel in ["solution", "advanced"] {
            let n_rows = rows.iter().filter(|row| row[..2] == [name, kernel]).count();
            assert_eq!(n_rows, n_shapes, "{name} {kernel}");
        }
    }
}
