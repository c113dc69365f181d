//! Which opcodes of public kernels the virtual GPU runs.
//!
//! `coverage/opcodes.tsv` counts, over 1,839 public kernels compiled for `sm_80` and for `sm_90`, in how many each
//! opcode occurs. Every one of them is decoded and executed here, in a small kernel of its own, or stands in the list of
//! those outside.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test reports its counts")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use vgpu::{Arg, Elem, Gpu, Launch, Program};

/// Not supported, and said so: textures and surfaces, clusters, bulk copies, `wgmma`.
const OUTSIDE: &[&str] =
    &["tex.", "suld.", "sust.", "wgmma.", "barrier.cluster.", "cp.async.bulk.", "mbarrier.expect_tx."];

/// One line of the table.
struct Row {
    opcode: String,
    kernels: u32,
    arch: String,
    /// Kernels that learners wrote, among them.
    learners: u32,
}

fn table() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/coverage/opcodes.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let number = |k: usize| cells[k].parse().unwrap();
        Row { opcode: cells[0].to_owned(), kernels: number(1), arch: cells[2].to_owned(), learners: number(3) }
    };
    text.lines().skip(1).map(row).collect()
}

/// Bits of the register that holds a type; 0 for a predicate.
fn bits(ty: &str) -> u32 {
    match ty {
        "pred" => 0,
        "f16x2" | "bf16x2" | "tf32" => 32,
        "e4m3x2" | "e5m2x2" => 16,
        t => match t.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse() {
            Ok(8) => 16,
            Ok(n) => n,
            Err(_) => 32,
        },
    }
}

/// The `k`-th register for a type.
fn register(ty: &str, k: usize) -> String {
    match bits(ty) {
        0 => format!("p{k}"),
        16 => format!("h{k}"),
        64 => format!("w{k}"),
        _ => format!("r{k}"),
    }
}

fn braces(ty: &str, from: usize, n: usize) -> String {
    let list: Vec<String> = (from..from + n).map(|k| register(ty, k)).collect();
    format!("{{{}}}", list.join(", "))
}

/// Registers of A, B, C and D in matrix instructions that occur.
fn fragments(opcode: &str) -> [usize; 4] {
    let sum = |ty: &str| if opcode.ends_with(ty) { 4 } else { 8 };
    match opcode {
        o if o.starts_with("mma.") => {
            [4, 2, if o.ends_with("f16") { 2 } else { 4 }, if o.ends_with("f16") { 2 } else { 4 }]
        }
        o if o.contains("f64") => [1, 1, 2, 2],
        o if o.contains("bf16") || o.contains("tf32") => [4, 4, 8, 8],
        o if o.contains("u8") => [2, 2, 8, 8],
        _ => {
            [8, 8, sum("f16"), if opcode.contains("wmma.mma") && opcode.contains(".f16.f16") { 4 } else { sum("f16") }]
        }
    }
}

/// An instruction with this opcode and operands for it: lines of a kernel.
fn instruction(opcode: &str) -> String {
    let words: Vec<&str> = opcode.split('.').collect();
    let (head, last) = (words[0], *words.last().unwrap());
    let has = |w: &str| words.contains(&w);
    let space = words.iter().find(|w| ["global", "shared", "shared::cta", "local", "const", "param"].contains(w));
    let address = match space {
        Some(&"shared" | &"shared::cta") => "tile",
        Some(&"local") => "loc",
        Some(&"const") => "table",
        Some(&"param") => "buffer",
        _ => "mem",
    };
    let vec = words.iter().find_map(|w| w.strip_prefix('v')?.parse::<usize>().ok());
    let sources = |n: usize| (1..=n).map(|k| register(last, k)).collect::<Vec<_>>().join(", ");
    let plain = |n: usize| format!("{opcode} {}, {};", register(last, 0), sources(n));
    match head {
        "ld" => match vec {
            Some(n) => format!("{opcode} {}, [{address}];", braces(last, 0, n)),
            None => format!("{opcode} {}, [{address}];", register(last, 0)),
        },
        "st" if has("param") => {
            format!("{{ .param .b{} call0; {opcode} [call0], {}; }}", bits(last), register(last, 0))
        }
        "st" => match vec {
            Some(n) => format!("{opcode} [{address}], {};", braces(last, 0, n)),
            None => format!("{opcode} [{address}], {};", register(last, 0)),
        },
        "atom" if has("cas") => {
            format!("{opcode} {}, [{address}], {};", register(last, 0), sources(2))
        }
        "atom" => format!("{opcode} {}, [{address}], {};", register(last, 0), sources(1)),
        "setp" if has("and") || has("or") => format!("{opcode} p0, {}, p1;", sources(2)),
        "setp" => format!("{opcode} p0, {};", sources(2)),
        "set" => format!("{opcode} {}, {};", register(words[2], 0), sources(2)),
        "selp" => format!("{opcode} {}, {}, p0;", register(last, 0), sources(2)),
        "cvt" => {
            let to = words[words.len() - 2];
            let pair = bits(to) < 2 * bits(last) && to.ends_with("x2") && !last.ends_with("x2");
            format!("{opcode} {}, {};", register(to, 0), sources(if pair { 2 } else { 1 }))
        }
        "cvta" => format!("{opcode} w0, w1;"),
        "mul" | "mad" if has("wide") => {
            let wide = if bits(last) == 16 { "u32" } else { "u64" };
            let c = if head == "mad" { format!(", {}", register(wide, 2)) } else { String::new() };
            format!("{opcode} {}, {}{c};", register(wide, 0), sources(2))
        }
        "popc" | "clz" => format!("{opcode} r0, {};", sources(1)),
        "bfind" => format!("{opcode} r0, {};", sources(1)),
        "bfi" => format!("{opcode} {}, {}, r1, r2;", register(last, 0), sources(2)),
        "shl" | "shr" => format!("{opcode} {}, {}, r1;", register(last, 0), sources(1)),
        "shf" => format!("{opcode} r0, r1, r2, r3;"),
        "mov" | "not" | "neg" | "abs" | "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "lg2" | "ex2" | "brev" => plain(1),
        "fma" | "mad" | "madc" | "prmt" => plain(3),
        "shfl" => format!("{opcode} r0|p0, r1, 1, 31, -1;"),
        "vote" => format!("{opcode} {}, p1, -1;", register(last, 0)),
        "redux" => format!("{opcode} r0, r1, -1;"),
        "activemask" => format!("{opcode} r0;"),
        "bar" if has("red") => format!("{opcode} p0, 0, p1;"),
        "bar" if has("warp") => format!("{opcode} -1;"),
        "bar" | "barrier" => format!("{opcode} 0;"),
        "bra" => format!("{opcode} there; there:"),
        "call" => format!("{opcode} helper;"),
        "nanosleep" => format!("{opcode} 1;"),
        "membar" | "ret" | "trap" => format!("{opcode};"),
        "mbarrier" => {
            let tail = match words[1] {
                "init" => format!("{opcode} [tile], 32;"),
                "arrive" => format!("{opcode} w0, [tile];"),
                _ => format!("mbarrier.arrive.shared.b64 w0, [tile]; {opcode} p0, [tile], w0;"),
            };
            format!("mbarrier.init.shared.b64 [tile], 32; {tail}")
        }
        "cp" if words.last() == Some(&"wait_group") => format!("{opcode} 0;"),
        "cp" if has("mbarrier") => format!("mbarrier.init.shared.b64 [tile], 32; {opcode} [tile];"),
        "cp" if has("global") => format!("{opcode} [tile], [mem], 16;"),
        "cp" => format!("{opcode};"),
        "ldmatrix" | "stmatrix" => {
            let n = words.iter().find_map(|w| w.strip_prefix('x')?.parse::<usize>().ok()).unwrap_or(1);
            let list = braces("b32", 0, n);
            if head == "ldmatrix" { format!("{opcode} {list}, [tile];") } else { format!("{opcode} [tile], {list};") }
        }
        "mma" | "wmma" if has("mma") => {
            let [a, b, c, d] = fragments(opcode);
            let ty = if has("f64") { "f64" } else { "b32" };
            let first = if has("f64") { 4 } else { 8 };
            format!(
                "{opcode} {}, {}, {}, {};",
                braces(ty, 0, d),
                braces(ty, first, a),
                braces(ty, first, b),
                braces(ty, 0, c)
            )
        }
        "wmma" => {
            let [a, b, c, d] = fragments(opcode);
            let n = match words[2] {
                "a" => a,
                "b" => b,
                "c" => c,
                _ => d,
            };
            let list = braces(if last == "f64" { "f64" } else { "b32" }, 0, n);
            let at = if has("shared") { "tile" } else { "mem" };
            if words[1] == "load" {
                format!("{opcode} {list}, [{at}], 16;")
            } else {
                format!("{opcode} [{at}], {list}, 16;")
            }
        }
        _ => plain(2),
    }
}

fn module(opcode: &str) -> String {
    let list = |prefix: &str, n: usize| (0..n).map(|k| format!("{prefix}{k}")).collect::<Vec<_>>().join(", ");
    format!(
        ".version 8.7\n.target sm_90\n.address_size 64\n.const .align 16 .b8 table[64] = {{1}};\n\
         .func helper() {{ ret; }}\n\
         .visible .entry k(.param .align 16 .b8 buffer[16]) {{\n.reg .pred {};\n.reg .b16 {};\n.reg .b32 {};\n\
         .reg .b64 mem, {};\n.shared .align 128 .b8 tile[4096];\n.local .align 16 .b8 loc[64];\n\
         ld.param.u64 mem, [buffer];\n{}\nret;\n}}\n",
        list("p", 4),
        list("h", 8),
        list("r", 32),
        list("w", 8),
        instruction(opcode)
    )
}

/// What a kernel with the opcode comes to: the instruction is known, or why not.
fn run(opcode: &str) -> Result<(), String> {
    let text = module(opcode);
    let parsed = ptx::parse(&text).map_err(|e| format!("{e}\n{}", instruction(opcode)))?;
    let mut missing = Vec::new();
    for f in &parsed.functions {
        missing.extend(f.unsupported.iter().map(|u| format!("{u:?}")));
    }
    if let Some(what) = missing.first() {
        return Err(format!("{}: {what}", instruction(opcode)));
    }
    let program = Program::load(parsed).map_err(|e| e.to_string())?;
    let mut gpu = Gpu::new();
    let memory = gpu.alloc("mem", Elem::U32, 4096).unwrap();
    gpu.write(memory, &[0; 4 * 4096]);
    let mut param = gpu.address(memory).to_le_bytes().to_vec();
    param.resize(16, 0);
    let mut launch = Launch::new([1, 1, 1], [32, 1, 1], vec![Arg::Bytes(param)]);
    launch.limits.max_steps = 100_000;
    let run = gpu.launch(&program, "k", &launch);
    let unknown = run.findings.iter().find(|f| f.code().as_str() == "unsupported-instruction");
    match unknown {
        Some(f) => Err(format!("{}: {f:?}", instruction(opcode))),
        None => Ok(()),
    }
}

#[test]
fn opcodes_of_public_kernels_run() {
    let table = table();
    let opcodes: BTreeSet<&str> = table.iter().map(|r| r.opcode.as_str()).collect();
    let mut missing = Vec::new();
    for opcode in &opcodes {
        let is_outside = OUTSIDE.iter().any(|o| opcode.starts_with(o));
        match run(opcode) {
            Err(why) if !is_outside => missing.push(format!("{opcode}: {why}")),
            Ok(()) if is_outside => missing.push(format!("{opcode} is no longer outside")),
            _ => {}
        }
    }
    assert!(missing.is_empty(), "{} opcodes:\n{}", missing.len(), missing.join("\n"));

    let mut by_arch: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    table.iter().for_each(|r| by_arch.entry(r.arch.as_str()).or_default().push(r));
    for (arch, rows) in by_arch {
        let outside = |r: &&&Row| OUTSIDE.iter().any(|o| r.opcode.starts_with(o));
        let uses: u32 = rows.iter().map(|r| r.kernels).sum();
        let lost: u32 = rows.iter().filter(outside).map(|r| r.kernels).sum();
        // `ret` stands in all kernels but one.
        let kernels = rows.iter().map(|r| r.kernels).max().unwrap() + 1;
        let most = rows.iter().filter(outside).map(|r| r.kernels).max().unwrap_or(0);
        let learners: u32 = rows.iter().filter(outside).map(|r| r.learners).sum();
        println!(
            "{arch}: {} of {} opcodes run, {:.2} % of their uses; of {kernels} kernels between {:.2} and {:.2} % use \
             nothing else; of the learners' kernels at most {learners} use more",
            rows.iter().filter(|r| !outside(r)).count(),
            rows.len(),
            100.0 * f64::from(uses - lost) / f64::from(uses),
            100.0 * f64::from(kernels.saturating_sub(lost)) / f64::from(kernels),
            100.0 * f64::from(kernels - most) / f64::from(kernels),
        );
        assert!(f64::from(lost) < 0.04 * f64::from(kernels), "{lost} uses of opcodes outside");
    }
}
