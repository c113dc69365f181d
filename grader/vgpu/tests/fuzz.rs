//! No PTX makes the virtual device panic, whatever it does.
//!
//! Real modules are mutated by lines and tokens, loaded and launched with small budgets. `VGPU_FUZZ_CASES=N` runs more.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use vgpu::{Arg, Elem, Gpu, Launch, Program};

/// xorshift64*: small, and the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    let mut todo = vec![root.join("../ptx/tests/data"), root.join("tests")];
    while let Some(dir) = todo.pop() {
        let Ok(entries) = std::fs::read_dir(&dir) else { continue };
        let mut paths: Vec<_> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == "ptx") {
                texts.extend(std::fs::read_to_string(path).ok().filter(|t| t.len() < 60_000 && t.contains(".entry")));
            }
        }
    }
    texts
}

fn mutate(r: &mut Random, text: &str, donors: &[String]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + r.below(6) {
        let (a, b) = (r.below(lines.len()), r.below(lines.len()));
        match r.below(8) {
            0 => lines.swap(a, b),
            1 => {
                let line = lines[b].clone();
                lines.insert(a, line);
            }
            2 => {
                lines.remove(a);
            }
            3 => {
                // A token of one line in the place of one of another.
                let donor: Vec<&str> = lines[b].split_whitespace().collect();
                if !donor.is_empty() {
                    let token = donor[r.below(donor.len())].to_owned();
                    let mut tokens: Vec<String> = lines[a].split_whitespace().map(str::to_owned).collect();
                    if !tokens.is_empty() {
                        let k = r.below(tokens.len());
                        tokens[k] = token;
                        lines[a] = tokens.join(" ");
                    }
                }
            }
            4 => {
                let from = [".u32", ".s32", ".f32", ".b64", ".u64", ".f64", ".b16", ".global", ".shared"];
                let (x, y) = (from[r.below(from.len())], from[r.below(from.len())]);
                lines[a] = lines[a].replacen(x, y, 1);
            }
            5 => {
                let digits: Vec<usize> =
                    lines[a].char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(k, _)| k).collect();
                if !digits.is_empty() {
                    let k = digits[r.below(digits.len())];
                    let d = (b'0' + r.below(10) as u8) as char;
                    lines[a].replace_range(k..=k, &d.to_string());
                }
            }
            6 => {
                let other: Vec<&str> = donors[r.below(donors.len())].lines().collect();
                let from = r.below(other.len());
                lines[a] = other[from].to_owned();
            }
            _ => lines[a] = lines[a].replacen(';', ";;", 1),
        }
        if lines.is_empty() {
            return String::new();
        }
    }
    lines.join("\n")
}

/// Launches every kernel of the module with plausible arguments; nothing is asked of the outcome.
fn run(r: &mut Random, text: &str) -> bool {
    let Ok(module) = ptx::parse(text) else { return false };
    let Ok(program) = Program::load(module) else { return false };
    let names: Vec<(String, Vec<u64>)> = program
        .module()
        .entries()
        .map(|f| (f.name.clone(), f.param_symbols().map(|s| s.size_bytes).collect()))
        .collect();
    for (name, params) in names.into_iter().take(4) {
        let mut gpu = Gpu::new();
        let mut args = Vec::new();
        for bytes in params {
            if bytes == 8 && r.below(3) > 0 {
                let Ok(b) = gpu.alloc("buffer", Elem::F32, 256) else { return false };
                gpu.write(b, &vec![r.next() as u8; 1024]);
                args.push(Arg::Buffer(b));
            } else if bytes < 4096 {
                args.push(Arg::Bytes(
                    (0..bytes).map(|_| if r.below(2) == 0 { r.below(64) as u8 } else { 0 }).collect(),
                ));
            }
        }
        let block = [[32, 1, 1], [64, 1, 1], [8, 8, 2], [100, 1, 1], [300, 1, 1]][r.below(5)];
        let mut launch = Launch::new([1 + r.below(3) as u32, 1, 1], block, args);
        launch.dynamic_shared_bytes = 4 * r.below(512) as u32;
        launch.limits.max_steps = 20_000;
        let run = gpu.launch(&program, &name, &launch);
        let sources = diag::SourceMap::new();
        run.findings.iter().for_each(|f| drop(f.to_diagnostic(&sources)));
    }
    true
}

#[test]
fn no_ptx_panics() {
    let cases: u64 = std::env::var("VGPU_FUZZ_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1500);
    let seed: u64 = std::env::var("VGPU_FUZZ_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let corpus = corpus();
    assert!(!corpus.is_empty());
    let mut ran = 0;
    for case in 0..cases {
        let mut r = Random((seed << 32 | (case + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let text = &corpus[r.below(corpus.len())];
        let text =
            if case < corpus.len() as u64 { corpus[case as usize].clone() } else { mutate(&mut r, text, &corpus) };
        match catch_unwind(AssertUnwindSafe(|| run(&mut r, &text))) {
            Ok(true) => ran += 1,
            Ok(false) => {}
            Err(_) => {
                let path = std::env::temp_dir().join(format!("vgpu-fuzz-{seed}-{case}.ptx"));
                std::fs::write(&path, &text).expect("the failing case is kept");
                panic!("case {case} panicked; its PTX is in {}", path.display());
            }
        }
    }
    println!("{ran} of {cases} cases loaded and ran");
    assert!(ran * 4 > cases, "most mutations should still load: {ran} of {cases}");
}
