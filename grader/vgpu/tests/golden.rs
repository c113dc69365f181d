//! Replays what real GPUs answered (`golden/`, whose README describes the files) through the executor.
//!
//! Every instruction must give the GPU's bits. The approximate ones must lie within the PTX ISA's error of the exact
//! result, as the GPU's own answers must: so the table of bounds is tested, too.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test reports its counts")]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use vgpu::{Arg, Buffer, Elem, Gpu, Launch, Program};

/// A largest error, against the exact result.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// Log2 of it, relative; results below the smallest normal number count as that.
    Relative(f64),
    /// Log2 of it.
    Absolute(f64),
    /// In units of the result's last place.
    Ulp(f64),
}

/// An approximate instruction.
struct Approximate {
    /// Start of the name; `.ftz` left out.
    name: &'static str,
    exact: fn(f64, f64) -> f64,
    /// Where the bound holds.
    domain: fn(f64, f64) -> bool,
    bound: Bound,
}

fn anywhere(_: f64, _: f64) -> bool {
    true
}

/// Bounds. Sources: PTX ISA, `floating-point-instructions-…` and `half-precision-floating-point-instructions-…` of the
/// name, “maximum … error”. Where it states none, it is what the H200 keeps to, as the comment says. Outside of the
/// domain the answer may lie as far from the GPU's as the bound allows twice.
#[rustfmt::skip]
const APPROXIMATE: &[Approximate] = &[
    Approximate { name: "ex2.approx.f32", exact: |a, _| a.exp2(), domain: anywhere, bound: Bound::Relative(-22.0) },
    Approximate { name: "lg2.approx.f32", exact: |a, _| a.log2(), domain: |a, _| a > 0.5 && a < 2.0, bound: Bound::Absolute(-22.0) },
    Approximate { name: "lg2.approx.f32", exact: |a, _| a.log2(), domain: anywhere, bound: Bound::Relative(-22.0) },
    Approximate { name: "sin.approx.f32", exact: |a, _| a.sin(), domain: |a, _| a.abs() <= 6.25, bound: Bound::Absolute(-20.5) },
    Approximate { name: "sin.approx.f32", exact: |a, _| a.sin(), domain: |a, _| a.abs() <= 314.0, bound: Bound::Absolute(-14.7) },
    // No error is stated beyond 100π: only that it is a sine.
    Approximate { name: "sin.approx.f32", exact: |a, _| a.sin(), domain: |_, _| false, bound: Bound::Absolute(0.0) },
    Approximate { name: "cos.approx.f32", exact: |a, _| a.cos(), domain: |a, _| a.abs() <= 6.25, bound: Bound::Absolute(-20.5) },
    Approximate { name: "cos.approx.f32", exact: |a, _| a.cos(), domain: |a, _| a.abs() <= 314.0, bound: Bound::Absolute(-14.7) },
    Approximate { name: "cos.approx.f32", exact: |a, _| a.cos(), domain: |_, _| false, bound: Bound::Absolute(0.0) },
    Approximate { name: "tanh.approx.f32", exact: |a, _| a.tanh(), domain: anywhere, bound: Bound::Relative(-10.987) },
    Approximate { name: "rcp.approx.f32", exact: |a, _| 1.0 / a, domain: anywhere, bound: Bound::Ulp(1.0) },
    Approximate { name: "sqrt.approx.f32", exact: |a, _| a.sqrt(), domain: anywhere, bound: Bound::Relative(-23.0) },
    Approximate { name: "rsqrt.approx.f32", exact: |a, _| 1.0 / a.sqrt(), domain: anywhere, bound: Bound::Relative(-22.9) },
    // Above 2^126 the ISA gives special values instead of a bound.
    Approximate { name: "div.approx.f32", exact: |a, b| a / b, domain: |_, b| b.abs() <= 126f64.exp2(), bound: Bound::Ulp(2.0) },
    Approximate { name: "div.full.f32", exact: |a, b| a / b, domain: anywhere, bound: Bound::Ulp(2.0) },
    // No error is stated: the upper 32 bits hold 20 bits of the fraction.
    Approximate { name: "rcp.approx.f64", exact: |a, _| 1.0 / a, domain: anywhere, bound: Bound::Relative(-19.0) },
    Approximate { name: "rsqrt.approx.ftz.f64", exact: |a, _| 1.0 / a.sqrt(), domain: anywhere, bound: Bound::Relative(-19.0) },
    // No error is stated.
    Approximate { name: "rsqrt.approx.f64", exact: |a, _| 1.0 / a.sqrt(), domain: anywhere, bound: Bound::Ulp(2.0) },
    Approximate { name: "ex2.approx.f16", exact: |a, _| a.exp2(), domain: anywhere, bound: Bound::Relative(-9.9) },
    Approximate { name: "tanh.approx.f16", exact: |a, _| a.tanh(), domain: anywhere, bound: Bound::Absolute(-10.987) },
    Approximate { name: "ex2.approx.bf16", exact: |a, _| a.exp2(), domain: anywhere, bound: Bound::Relative(-7.0) },
    Approximate { name: "tanh.approx.bf16", exact: |a, _| a.tanh(), domain: anywhere, bound: Bound::Absolute(-8.0) },
];

/// A binary format: bits of the fraction and of the exponent.
#[derive(Clone, Copy)]
struct Format {
    fraction: u32,
    exponent: u32,
}

impl Format {
    fn of(name: &str) -> Format {
        match name.rsplit('.').next() {
            Some("f64") => Format { fraction: 52, exponent: 11 },
            Some("f16") => Format { fraction: 10, exponent: 5 },
            Some("bf16") => Format { fraction: 7, exponent: 8 },
            _ => Format { fraction: 23, exponent: 8 },
        }
    }

    fn smallest_normal(self) -> f64 {
        (2.0 - f64::from(1u32 << (self.exponent - 1))).exp2()
    }

    fn value(self, bits: u64, ftz: bool) -> f64 {
        let (f, e) = (self.fraction, self.exponent);
        let bits = bits & u64::MAX >> (63 - f - e);
        let sign = if bits >> (f + e) == 1 { -1.0 } else { 1.0 };
        let exponent = bits >> f & ((1 << e) - 1);
        let fraction = (bits & ((1 << f) - 1)) as f64 / (1u64 << f) as f64;
        let all_ones = (1 << e) - 1;
        sign * match exponent {
            0 if ftz => 0.0,
            0 => fraction * self.smallest_normal(),
            x if x == all_ones => return if fraction == 0.0 { sign * f64::INFINITY } else { f64::NAN },
            x => (1.0 + fraction) * (x as f64 - f64::from((1u32 << (e - 1)) - 1)).exp2(),
        }
    }

    /// Distance between `x` and its neighbours.
    fn ulp(self, x: f64) -> f64 {
        let x = x.abs().max(self.smallest_normal());
        (x.log2().floor() - f64::from(self.fraction)).exp2()
    }
}

impl Bound {
    fn allowed(self, exact: f64, format: Format) -> f64 {
        match self {
            Bound::Relative(log2) => exact.abs().max(format.smallest_normal()) * log2.exp2(),
            Bound::Absolute(log2) => log2.exp2(),
            Bound::Ulp(n) => n * format.ulp(exact),
        }
    }
}

/// Why an approximate answer is wrong, if it is.
fn judge(name: &str, operands: [u64; 3], got: u64, gpu: u64) -> Option<String> {
    if got == gpu {
        return None;
    }
    let format = Format::of(name);
    let (plain, ftz) = (name.replace(".ftz", ""), name.contains(".ftz"));
    let rows = APPROXIMATE.iter().filter(|r| r.name == name || r.name == plain);
    let [a, b] = [operands[0], operands[1]].map(|x| format.value(x, ftz));
    let (ours, theirs) = (format.value(got, false), format.value(gpu, false));
    if !ours.is_finite() || !theirs.is_finite() {
        return Some("a special value differs".to_owned());
    }
    let mut rows = rows.peekable();
    rows.peek().unwrap_or_else(|| panic!("no bound for {name}"));
    let mut last = None;
    for row in rows {
        let exact = (row.exact)(a, b);
        last = Some(2.0 * row.bound.allowed(theirs, format));
        if !(row.domain)(a, b) {
            continue;
        }
        // What is flushed is exactly zero.
        let exact = if ftz && exact.abs() < format.smallest_normal() && got.trailing_zeros() >= format.fraction {
            theirs
        } else {
            exact
        };
        let allowed = row.bound.allowed(exact, format);
        let (our_error, their_error) = ((ours - exact).abs(), (theirs - exact).abs());
        if their_error > allowed {
            return Some(format!("the GPU itself is {their_error:e} off, {allowed:e} allowed"));
        }
        return (our_error > allowed).then(|| format!("{our_error:e} off, {allowed:e} allowed"));
    }
    let allowed = last.unwrap_or_default();
    ((ours - theirs).abs() > allowed).then(|| format!("{:e} from the GPU, {allowed:e} allowed", (ours - theirs).abs()))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// `width` bytes each, widened.
fn words(bytes: &[u8], width: usize) -> Vec<u64> {
    let widen = |c: &[u8]| c.iter().rev().fold(0, |x, b| x << 8 | u64::from(*b));
    bytes.chunks_exact(width).map(widen).collect()
}

struct Instruction {
    name: String,
    /// Kinds of the operands; `-` if unused.
    slots: Vec<String>,
    result: String,
    ptx: String,
}

/// The instructions, and the columns of each kind of operands.
fn read_set() -> (Vec<Instruction>, HashMap<String, [Vec<u64>; 3]>) {
    let text = fs::read_to_string(folder().join("instructions.txt")).unwrap();
    let operands = fs::read(folder().join("operands.bin")).unwrap();
    let (mut instructions, mut kinds, mut rest) = (Vec::new(), HashMap::new(), operands.as_slice());
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("kind ") {
            let parts: Vec<&str> = kind.split(' ').collect();
            let (width, count): (usize, usize) = (parts[1].parse().unwrap(), parts[2].parse().unwrap());
            let columns = std::array::from_fn(|_| {
                let (now, later) = rest.split_at(width * count);
                rest = later;
                words(now, width)
            });
            kinds.insert(parts[0].to_owned(), columns);
        } else if !line.is_empty() && !line.starts_with('#') {
            let parts: Vec<&str> = line.split(" | ").collect();
            instructions.push(Instruction {
                name: parts[0].to_owned(),
                slots: parts[1].split(',').map(str::to_owned).collect(),
                result: parts[2].to_owned(),
                ptx: parts[3].to_owned(),
            });
        }
    }
    assert!(rest.is_empty(), "operands.bin is not as instructions.txt says");
    (instructions, kinds)
}

/// A file of answers: its heading, and per instruction the answers, unless the GPU's driver refused it.
fn read_answers(path: &Path, set: &[Instruction], counts: &[usize]) -> (String, Vec<Option<Vec<u64>>>) {
    let bytes = fs::read(path).unwrap();
    let end = bytes.windows(2).position(|w| w == b"\n\n").unwrap();
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    assert!(head.starts_with("camp golden answers 1\n"), "{head}");
    let (taken, mut rest) = bytes[end + 2..].split_at(set.len());
    let answers = set.iter().zip(taken).zip(counts).map(|((i, taken), n)| {
        let width = match i.result.as_str() {
            "p" => 0,
            "h" => 2,
            "r" => 4,
            _ => 8,
        };
        (*taken == 1).then(|| {
            let (now, later) = rest.split_at(if width == 0 { n.div_ceil(8) } else { n * width });
            rest = later;
            match width {
                0 => (0..*n).map(|k| u64::from(now[k / 8] >> (k % 8) & 1)).collect(),
                _ => words(now, width),
            }
        })
    });
    let answers = answers.collect();
    assert!(rest.is_empty(), "{}: bytes left over", path.display());
    (head, answers)
}

/// Runs one instruction over its operands.
fn run(gpu: &mut Gpu, template: &str, i: &Instruction, inputs: [Buffer; 3], out: Buffer, n: usize) -> Vec<u64> {
    let result = match i.result.as_str() {
        "r" => "cvt.u64.u32 do, ro;",
        "h" => "cvt.u64.u16 do, ho;",
        "p" => "selp.u64 do, 1, 0, p;",
        "rx" => "cvt.u64.u32 do, ro; xor.b64 do, do, dd;",
        "dx" => "xor.b64 do, do, dd;",
        _ => "",
    };
    let text = template.replace("@BODY@", &i.ptx).replace("@RESULT@", result);
    let module = ptx::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", i.name));
    let program = Program::load(module).unwrap_or_else(|e| panic!("{}: {e}", i.name));
    let [a, b, c] = inputs;
    let args = [a, b, c, out].map(Arg::Buffer).to_vec();
    let run = gpu.launch(&program, "k", &Launch::new([1, 1, 1], [n as u32, 1, 1], args));
    assert!(run.findings.is_empty() && run.stopped.is_none(), "{}: {:?} {:?}", i.name, run.stopped, run.findings);
    words(&gpu.read(out)[..8 * n], 8)
}

#[test]
fn answers_are_a_gpus() {
    let (set, kinds) = read_set();
    let template = fs::read_to_string(folder().join("kernel.ptx")).unwrap();
    let mut gpu = Gpu::new();
    let mut buffer = |values: &[u64]| {
        let b = gpu.alloc("operands", Elem::U64, values.len()).unwrap();
        gpu.write(b, &values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>());
        b
    };
    let columns: HashMap<&str, [Buffer; 3]> =
        kinds.iter().map(|(k, c)| (k.as_str(), [0, 1, 2].map(|j| buffer(&c[j])))).collect();
    let out = buffer(&[0; 1024]);
    let counts: Vec<usize> = set.iter().map(|i| kinds[&i.slots[0]][0].len()).collect();
    let column = |i: &Instruction, slot: usize| match i.slots[slot].as_str() {
        "-" => i.slots[0].clone(),
        kind => kind.to_owned(),
    };
    let ours: Vec<Vec<u64>> = set
        .iter()
        .zip(&counts)
        .map(|(i, n)| {
            let inputs = [0, 1, 2].map(|slot| columns[column(i, slot).as_str()][slot]);
            run(&mut gpu, &template, i, inputs, out, *n)
        })
        .collect();

    let files = fs::read_dir(folder()).unwrap().map(|e| e.unwrap().path());
    let files: Vec<PathBuf> =
        files.filter(|p| p.extension().is_some_and(|e| e == "bin") && !p.ends_with("operands.bin")).collect();
    assert!(!files.is_empty());
    let mut complaints = Vec::new();
    for path in files {
        let (head, answers) = read_answers(&path, &set, &counts);
        let (mut n_instructions, mut n_operands, mut n_approximate, mut n_within, mut n_wrong) = (0, 0, 0, 0, 0);
        for ((i, answers), got) in set.iter().zip(&answers).zip(&ours) {
            let Some(answers) = answers else { continue };
            let approximate = i.name.contains(".approx") || i.name.starts_with("div.full");
            n_instructions += 1;
            n_approximate += usize::from(approximate);
            n_operands += got.len();
            let mut wrong = 0;
            for (k, (got, gpu)) in got.iter().zip(answers).enumerate() {
                if got == gpu {
                    continue;
                }
                let operands = [0, 1, 2].map(|slot| kinds[&column(i, slot)][slot][k]);
                let why = if approximate { judge(&i.name, operands, *got, *gpu) } else { Some(String::new()) };
                let Some(why) = why else {
                    n_within += 1;
                    continue;
                };
                wrong += 1;
                if wrong <= 3 {
                    complaints.push(format!("{} of {operands:x?}: {got:#x}, the GPU {gpu:#x} {why}", i.name));
                }
            }
            n_wrong += wrong;
        }
        println!(
            "{}: {n_instructions} instructions, {n_operands} answers: {n_wrong} mismatches; {n_approximate} \
             instructions are approximate, {n_within} of their answers differ within the ISA's error",
            head.lines().nth(1).unwrap_or_default()
        );
    }
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}
