//! Fixtures: a kernel with its launch and its expected findings in comments, and its PTX beside it.
//!
//! ```text
//! //@ kernel: reverse
//! //@ launch: grid=1 block=64 shared=0
//! //@ args: out=f32[64]:uninit n=u32:64
//! //@ check-pass            (or `//~ code` on, `//~^ code` below, `//~| code` beside lines)
//! //@ no-line: code         a finding that lies on no line: the launch was refused
//! //@ steps: 20000          the budget, where the kernel does not end
//! //@ twin: name            the passing fixture that shows the cure, if it has another name
//! ```

use std::path::Path;
use vgpu::{Arg, Elem, Gpu, Isa, Launch, Program, Run, Waves};

/// A fixture's directives.
#[derive(Debug, Default)]
pub struct Fixture {
    pub kernel: String,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared: u32,
    pub args: Vec<String>,
    pub pass: bool,
    pub steps: u64,
    /// Whether to count what each instruction does, and to check bounds only.
    pub profile: bool,
    /// The passing fixture that shows the cure.
    pub twin: Option<String>,
    /// Line and code.
    pub expected: Vec<(u32, String)>,
}

/// What must change nothing: see the fields of [`Launch`].
#[derive(Clone, Copy, Debug)]
pub struct How {
    pub threads: usize,
    pub last_writers: bool,
    pub isa: Isa,
    pub waves: Waves,
}

impl Default for How {
    fn default() -> How {
        How { threads: 1, last_writers: false, isa: Isa::best(), waves: Waves::WhereWorth }
    }
}

fn dims(text: &str) -> [u32; 3] {
    let mut d = [1; 3];
    for (k, part) in text.split(['x', ',']).enumerate().take(3) {
        d[k] = part.parse().unwrap_or_else(|_| panic!("a dimension, not {part}"));
    }
    d
}

impl Fixture {
    pub fn parse(source: &str) -> Fixture {
        let mut f = Fixture { grid: [1; 3], block: [1; 3], steps: 30_000_000, ..Fixture::default() };
        let mut last = 0;
        for (k, line) in source.lines().enumerate() {
            let n = k as u32 + 1;
            if let Some(rest) = line.trim().strip_prefix("//@") {
                let (key, value) = rest.split_once(':').unwrap_or((rest, ""));
                match key.trim() {
                    "kernel" => f.kernel = value.trim().to_owned(),
                    "launch" => {
                        for part in value.split_whitespace() {
                            match part.split_once('=') {
                                Some(("grid", v)) => f.grid = dims(v),
                                Some(("block", v)) => f.block = dims(v),
                                Some(("shared", v)) => f.shared = v.parse().expect("bytes"),
                                _ => panic!("launch: {part}"),
                            }
                        }
                    }
                    "args" => f.args = value.split_whitespace().map(str::to_owned).collect(),
                    "check-pass" => f.pass = true,
                    "no-line" => f.expected.push((0, value.trim().to_owned())),
                    "steps" => f.steps = value.trim().parse().expect("a number of steps"),
                    "twin" => f.twin = Some(value.trim().to_owned()),
                    other => panic!("unknown directive {other}"),
                }
            }
            if let Some((_, note)) = line.split_once("//~") {
                let (line, code) = if let Some(code) = note.strip_prefix('|') {
                    (last, code)
                } else {
                    let up = note.chars().take_while(|c| *c == '^').count();
                    (n - up as u32, &note[up..])
                };
                last = line;
                f.expected.push((line, code.split(':').next().unwrap_or("").trim().to_owned()));
            }
        }
        f
    }

    /// Runs the fixture's kernel; its buffers by name afterwards.
    #[allow(dead_code, reason = "not every test takes the usual way")]
    pub fn run(&self, ptx: &str) -> (Run, Vec<(String, Vec<u8>)>) {
        self.run_so(ptx, How::default())
    }

    /// The same, run in a certain way.
    pub fn run_so(&self, ptx: &str, how: How) -> (Run, Vec<(String, Vec<u8>)>) {
        let module = ptx::parse(ptx).unwrap_or_else(|e| panic!("{e}"));
        let program = Program::load(module).expect("loads");
        let entry = program
            .entries()
            .find(|e| *e == self.kernel || e.contains(&format!("{}{}", self.kernel.len(), self.kernel)))
            .unwrap_or_else(|| panic!("no kernel {}", self.kernel))
            .to_owned();
        let mut gpu = Gpu::new();
        let mut buffers = Vec::new();
        let args = self.args.iter().map(|a| argument(&mut gpu, &mut buffers, a)).collect();
        let mut launch = Launch::new(self.grid, self.block, args);
        launch.dynamic_shared_bytes = self.shared;
        launch.limits.max_steps = self.steps;
        launch.profile = self.profile;
        if self.profile {
            launch.checks = vgpu::Checks::Off;
        }
        (launch.threads, launch.last_writers, launch.isa) = (how.threads, how.last_writers, how.isa);
        launch.waves = how.waves;
        let run = gpu.launch(&program, &entry, &launch);
        let after = buffers.into_iter().map(|(name, b)| (name, gpu.read(b).to_vec())).collect();
        (run, after)
    }
}

fn elem(name: &str) -> Elem {
    match name {
        "i8" => Elem::I8,
        "u8" => Elem::U8,
        "i16" => Elem::I16,
        "u16" => Elem::U16,
        "i32" => Elem::I32,
        "u32" => Elem::U32,
        "i64" => Elem::I64,
        "u64" => Elem::U64,
        "f16" => Elem::F16,
        "bf16" => Elem::BF16,
        "f32" => Elem::F32,
        "f64" => Elem::F64,
        other => panic!("no type {other}"),
    }
}

/// `name=type[count]:fill` or `name=type:value`.
fn argument(gpu: &mut Gpu, buffers: &mut Vec<(String, vgpu::Buffer)>, text: &str) -> Arg {
    let (name, rest) = text.split_once('=').expect("name=…");
    let (ty, fill) = rest.split_once(':').expect("…:fill");
    if let Some((ty, count)) = ty.split_once('[') {
        let n: usize = count.trim_end_matches(']').parse().expect("a count");
        let elem = elem(ty);
        let b = gpu.alloc(name, elem, n).expect("room");
        let bytes: Option<Vec<u8>> = match fill {
            "uninit" => None,
            "zero" => Some(vec![0; n * elem.size_bytes()]),
            "one" => Some((0..n).flat_map(|_| number(elem, 1)).collect()),
            "ramp" => Some((0..n).flat_map(|k| number(elem, k as i64)).collect()),
            other => panic!("no fill {other}"),
        };
        match bytes {
            Some(bytes) => gpu.write(b, &bytes),
            None => gpu.poison(b, &[0xA5, 0x5A, 0xC0, 0x7F]),
        }
        buffers.push((name.to_owned(), b));
        return Arg::Buffer(b);
    }
    match elem(ty) {
        Elem::F32 => Arg::F32(fill.parse().expect("a number")),
        Elem::F64 => Arg::F64(fill.parse().expect("a number")),
        e => Arg::Bytes(number(e, fill.parse().expect("a number"))),
    }
}

fn number(elem: Elem, k: i64) -> Vec<u8> {
    match elem {
        Elem::F32 => (k as f32).to_le_bytes().to_vec(),
        Elem::F64 => (k as f64).to_le_bytes().to_vec(),
        Elem::F16 => (vgpu::num::f16::from_f32(k as f32) as u16).to_le_bytes().to_vec(),
        Elem::BF16 => (vgpu::num::bf16::from_f32(k as f32) as u16).to_le_bytes().to_vec(),
        e => {
            let k = if e.size_bytes() == 1 { k % 100 } else { k };
            k.to_le_bytes()[..e.size_bytes()].to_vec()
        }
    }
}

/// Every fixture below a folder.
#[allow(dead_code, reason = "not every test walks folders")]
pub fn fixtures(dir: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![dir.to_owned()];
    while let Some(d) = todo.pop() {
        for entry in std::fs::read_dir(&d).expect("a folder").map(|e| e.expect("an entry").path()) {
            if entry.is_dir() {
                todo.push(entry);
            } else if entry.extension().is_some_and(|e| e == "cu") {
                found.push(entry);
            }
        }
    }
    found.sort();
    found
}
