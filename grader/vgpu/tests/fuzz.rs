//! No PTX makes the virtual device panic, whatever it does.
//!
//! Real modules are mutated by lines and tokens, loaded and launched with small budgets. For long runs, on many cores and
//! machines without the repository:
//!
//! | variable | meaning |
//! |---|---|
//! | `VGPU_FUZZ_CASES` | how many cases |
//! | `VGPU_FUZZ_SECONDS` | in their place, for how long |
//! | `VGPU_FUZZ_THREADS` | on how many cores |
//! | `VGPU_FUZZ_SEED` | which cases; the report names it |
//! | `VGPU_FUZZ_ROOT` | where `grader/vgpu` lies |
//! | `VGPU_FUZZ_DIR` | where each thread notes its case, should the process die, and where what panics is kept |

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
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
    let root = std::env::var_os("VGPU_FUZZ_ROOT").map_or(PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
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

/// A number out of the environment.
fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// What this process holds now, in MB; 0 where the system does not tell.
fn resident_mb() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    pages.and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok()).unwrap_or(0) * 4096 / 1_000_000
}

#[test]
fn no_ptx_panics() {
    let seconds = variable("VGPU_FUZZ_SECONDS");
    let cases = if seconds.is_some() { u64::MAX } else { variable("VGPU_FUZZ_CASES").unwrap_or(1500) };
    let seed = variable("VGPU_FUZZ_SEED").unwrap_or(1);
    let n_threads = variable("VGPU_FUZZ_THREADS").unwrap_or(1);
    let dir = std::env::var_os("VGPU_FUZZ_DIR").map_or(std::env::temp_dir(), PathBuf::from);
    let notes = std::env::var_os("VGPU_FUZZ_DIR").is_some();
    let corpus = corpus();
    assert!(!corpus.is_empty());
    let start = Instant::now();
    let is_over = || seconds.is_some_and(|s| start.elapsed() >= Duration::from_secs(s));
    let (next, ran, slowest) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new((Duration::ZERO, 0)));
    let (failed, memory) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let work = |thread: u64| {
        while !is_over() {
            let case = next.fetch_add(1, Ordering::Relaxed);
            if case >= cases {
                return;
            }
            if notes {
                std::fs::write(dir.join(format!("thread-{thread}")), format!("seed {seed} case {case}"))
                    .expect("a note");
            }
            if case % 20_000 == 10_000 {
                let now = (case, resident_mb());
                println!("case {}: {} MB", now.0, now.1);
                memory.lock().expect("no panic holds it").push(now.1);
            }
            let mut r = Random((seed << 32 | (case + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
            let text = &corpus[r.below(corpus.len())];
            let text =
                if case < corpus.len() as u64 { corpus[case as usize].clone() } else { mutate(&mut r, text, &corpus) };
            let began = Instant::now();
            match catch_unwind(AssertUnwindSafe(|| run(&mut r, &text))) {
                Ok(did) => _ = ran.fetch_add(u64::from(did), Ordering::Relaxed),
                Err(_) => {
                    let path = dir.join(format!("vgpu-fuzz-{seed}-{case}.ptx"));
                    std::fs::write(&path, &text).expect("the failing case is kept");
                    failed.lock().expect("no panic holds it").push(path);
                }
            }
            let mut slowest = slowest.lock().expect("no panic holds it");
            *slowest = (*slowest).max((began.elapsed(), case));
        }
    };
    let work = &work;
    std::thread::scope(|scope| {
        for thread in 0..n_threads {
            scope.spawn(move || work(thread));
        }
    });
    let (ran, done) = (ran.into_inner(), next.into_inner().min(cases));
    println!(
        "seed {seed}: {ran} of {done} cases loaded and ran; slowest: {slowest:?}; {} MB at the end",
        resident_mb()
    );
    let failed = failed.into_inner().expect("no panic holds it");
    assert!(failed.is_empty(), "these panicked: {failed:?}");
    assert!(ran * 4 > done, "most mutations should still load: {ran} of {done}");
    // Long runs hold no more in the end than when all threads had begun.
    let memory = memory.into_inner().expect("no panic holds it");
    if let [early, .., late] = memory[..] {
        assert!(late < early * 2 + 100, "memory grows: {memory:?} MB");
    }
}

#[test]
fn a_load_of_half_a_byte_is_said_to_be_unsupported() {
    let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n\
               .shared .align 4 .b8 s[4];\n\
               .visible .entry k() { .reg .b16 %rs<2>; ld.shared.u4 %rs1, [s]; ret; }";
    let program = Program::load(ptx::parse(ptx).expect("it parses")).expect("it loads");
    let run = Gpu::new().launch(&program, "k", &Launch::new([1, 1, 1], [32, 1, 1], Vec::new()));
    assert_eq!(run.stopped, Some(vgpu::Stopped::Unsupported));
}
