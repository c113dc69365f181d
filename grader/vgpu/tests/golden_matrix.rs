//! Replays what real GPUs answered to the matrix instructions (`golden/matrix/`, whose README describes the files).
//!
//! Every bit must be the GPU's. `MATRIX_SET=FOLDER` replays another set that `generate.py` and `record.py` made.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test reports its counts")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use vgpu::{Arg, Buffer, Elem, Gpu, Launch, Program};

/// One kernel of the set.
struct Row {
    name: String,
    /// Pools of a, b and c.
    pools: [String; 3],
    /// 32-bit words of one sample's result.
    words: usize,
    samples: usize,
}

/// A set: kernels, words of a sample in each pool in the order of `operands.bin`, samples of a pool.
struct Set {
    rows: Vec<Row>,
    pools: Vec<(String, usize)>,
    samples: usize,
}

fn folder() -> PathBuf {
    match std::env::var_os("MATRIX_SET") {
        Some(folder) => folder.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/matrix"),
    }
}

fn read_set(folder: &Path) -> Set {
    let text = std::fs::read_to_string(folder.join("instructions.txt")).unwrap();
    let mut set = Set { rows: Vec::new(), pools: Vec::new(), samples: 0 };
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        if let Some(n) = line.strip_prefix("samples ") {
            set.samples = n.parse().unwrap();
        } else if let Some(pool) = line.strip_prefix("pool ") {
            let (name, words) = pool.split_once(' ').unwrap();
            set.pools.push((name.to_owned(), words.parse().unwrap()));
        } else {
            let cells: Vec<&str> = line.split(" | ").collect();
            set.rows.push(Row {
                name: cells[0].to_owned(),
                pools: [1, 2, 3].map(|k| cells[k].to_owned()),
                words: cells[4].parse().unwrap(),
                samples: cells[5].parse().unwrap(),
            });
        }
    }
    set
}

/// What the virtual GPU answers, kernel by kernel.
fn ours(folder: &Path, set: &Set) -> Vec<Vec<u8>> {
    let module = ptx::parse(&std::fs::read_to_string(folder.join("kernels.ptx")).unwrap()).unwrap();
    let program = Program::load(module).unwrap();
    let operands = std::fs::read(folder.join("operands.bin")).unwrap();
    let mut gpu = Gpu::new();
    let mut rest = operands.as_slice();
    let mut pools: HashMap<&str, Buffer> = HashMap::new();
    for (name, words) in &set.pools {
        let (now, later) = rest.split_at(4 * words * set.samples);
        rest = later;
        let b = gpu.alloc(name, Elem::U32, words * set.samples).unwrap();
        gpu.write(b, now);
        pools.insert(name, b);
    }
    assert!(rest.is_empty(), "operands.bin is not as instructions.txt says");
    let most = set.rows.iter().map(|r| r.words * r.samples).max().unwrap();
    let out = gpu.alloc("out", Elem::U32, most).unwrap();
    let mut answers = Vec::new();
    for (k, row) in set.rows.iter().enumerate() {
        gpu.write(out, &vec![0; 4 * most]);
        let mut args: Vec<Arg> = row.pools.iter().map(|p| Arg::Buffer(pools[p.as_str()])).collect();
        args.push(Arg::Buffer(out));
        let run = gpu.launch(&program, &format!("k{k}"), &Launch::new([row.samples as u32, 1, 1], [32, 1, 1], args));
        assert!(run.findings.is_empty() && run.stopped.is_none(), "{}: {:?} {:?}", row.name, run.stopped, run.findings);
        answers.push(gpu.read(out)[..4 * row.words * row.samples].to_vec());
    }
    answers
}

#[test]
fn matrices_are_a_gpus() {
    let folder = folder();
    let set = read_set(&folder);
    let ours = ours(&folder, &set);
    let files = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path());
    let files: Vec<PathBuf> =
        files.filter(|p| p.extension().is_some_and(|e| e == "bin") && !p.ends_with("operands.bin")).collect();
    assert!(!files.is_empty());
    for path in files {
        let bytes = std::fs::read(&path).unwrap();
        let end = bytes.windows(2).position(|w| w == b"\n\n").unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        assert!(head.starts_with("camp matrix answers 1\n"), "{head}");
        let mut rest = &bytes[end + 2..];
        let (mut words, mut wrong, mut complaints) = (0, 0, Vec::new());
        for (row, got) in set.rows.iter().zip(&ours) {
            let (want, later) = rest.split_at(got.len());
            rest = later;
            let pairs = || got.chunks_exact(4).zip(want.chunks_exact(4));
            words += pairs().count();
            let bad: Vec<usize> = pairs().enumerate().filter(|(_, (a, b))| a != b).map(|(k, _)| k).collect();
            wrong += bad.len();
            if let Some(first) = bad.first() {
                let value = |b: &[u8]| u32::from_le_bytes(b[4 * first..4 * first + 4].try_into().unwrap());
                complaints.push(format!(
                    "{}: {} of {} words, first word {} of sample {}: {:#010x}, the GPU {:#010x}",
                    row.name,
                    bad.len(),
                    got.len() / 4,
                    first % row.words,
                    first / row.words,
                    value(got),
                    value(want)
                ));
            }
        }
        assert!(rest.is_empty(), "{}: bytes left over", path.display());
        println!(
            "{}: {} instructions, {words} words: {wrong} mismatches",
            head.lines().nth(1).unwrap_or_default(),
            set.rows.len()
        );
        assert!(complaints.is_empty(), "{} instructions:\n{}", complaints.len(), complaints.join("\n"));
    }
}
