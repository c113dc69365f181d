//! Loads and stores by every road that the executor knows: runs, strides, one address for all lanes, scattered lanes.
//!
//! Each access is made twice: with an address that is computed from `%tid.x`, so that the executor knows its shape, and
//! with the same address out of a table, so that it does not. Both must give what the bytes say.

#![allow(clippy::unwrap_used, reason = "a test")]

use vgpu::{Arg, Checks, Elem, Gpu, Launch, Program};

/// Bytes of each memory.
const BYTES: usize = 16 << 10;

/// Types with their sizes in bytes.
const TYPES: [(&str, usize); 9] =
    [("b8", 1), ("s8", 1), ("u8", 1), ("b16", 2), ("s16", 2), ("b32", 4), ("f32", 4), ("u64", 8), ("f64", 8)];

/// Whether a thread passes a guard.
type Passes = fn(usize) -> bool;

/// Guards, as PTX and as a function of the thread.
const GUARDS: [(&str, Passes); 5] = [
    ("setp.ge.u32 p, lane, 0;", |_| true),
    ("and.b32 c, lane, 1; setp.ne.u32 p, c, 0;", |t| t % 2 == 1),
    ("setp.lt.u32 p, lane, 11;", |t| t < 11),
    ("setp.ge.u32 p, lane, 7;", |t| t >= 7),
    ("setp.eq.u32 p, lane, 13;", |t| t == 13),
];

/// Bytes of each thread's local memory.
const LOCAL_BYTES: usize = 2304;

/// Where an access goes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Memory {
    Global,
    Shared,
    /// Each byte of a thread's local memory is that of the others, exclusive or with the thread's number.
    Local,
}

/// One way to access memory.
#[derive(Clone, Copy, Debug)]
struct Access {
    ty: &'static str,
    size: usize,
    n_elems: usize,
    memory: Memory,
    is_generic: bool,
    /// In accesses.
    stride: i64,
    guard: usize,
    n_threads: usize,
    checks: Checks,
}

impl Access {
    fn total(self) -> usize {
        self.size * self.n_elems
    }

    fn offset(self, thread: usize) -> usize {
        let start = if self.stride < 0 { 4096 + 32 } else { 32 };
        (start + self.stride * (self.total() * thread) as i64) as usize
    }

    fn is_on(self, thread: usize) -> bool {
        GUARDS[self.guard].1(thread)
    }

    /// Bits of the registers.
    fn register(self) -> usize {
        if self.size == 1 { 32 } else { 8 * self.size }
    }

    fn registers(self, prefix: &str) -> String {
        let names: Vec<String> = (0..self.n_elems).map(|k| format!("{prefix}{k}")).collect();
        if self.n_elems == 1 { names[0].clone() } else { format!("{{{}}}", names.join(", ")) }
    }

    fn opcode(self, name: &str) -> String {
        let dot = |s: &str| if s.is_empty() { String::new() } else { format!(".{s}") };
        let vec = if self.n_elems == 1 { String::new() } else { format!("v{}", self.n_elems) };
        let space = match self.memory {
            _ if self.is_generic => "",
            Memory::Global => "global",
            Memory::Shared => "shared",
            Memory::Local => "local",
        };
        format!("{name}{}{}.{}", dot(space), dot(&vec), self.ty)
    }

    /// What comes before: memories are filled, `wa` is the computed address, `wb` that of the table, `p` the guard.
    fn start(self) -> String {
        let (space, variable) = match self.memory {
            Memory::Global => ("global", "mem"),
            Memory::Shared => ("shared", "tile"),
            Memory::Local => ("local", "loc"),
        };
        let mut base = format!("mov.b64 base, {variable};");
        if self.is_generic && self.memory != Memory::Global {
            base += &format!(" cvta.{space}.u64 base, base;");
        }
        // Threads share the work, but for local memory.
        let (first, step_words, n_words) = match self.memory {
            Memory::Local => ("0", "1", LOCAL_BYTES / 8),
            _ => ("lane", "n", BYTES / 8),
        };
        let (to, of_thread) = match self.memory {
            Memory::Local => ("local", "0x0101010101010101"),
            _ => ("shared", "0"),
        };
        let target = if self.memory == Memory::Local { "loc" } else { "tile" };
        let start = self.offset(0);
        let step = self.stride * self.total() as i64;
        let registers: String =
            (0..4).map(|k| format!(".reg .b{0} x{k}, y{k};\n", self.register())).collect::<Vec<_>>().join("");
        format!(
            ".version 8.7\n.target sm_90\n.address_size 64\n\
             .visible .entry k(.param .u64 pmem, .param .u64 pidx, .param .u64 pout) {{\n\
             .reg .pred p, q;\n.reg .b32 lane, n, c;\n.reg .b64 mem, idx, out, base, mask, wa, wb, wc, wd;\n{registers}\
             .shared .align 16 .b8 tile[{BYTES}];\n.local .align 16 .b8 loc[{LOCAL_BYTES}];\n\
             ld.param.u64 mem, [pmem];\nld.param.u64 idx, [pidx];\nld.param.u64 out, [pout];\n\
             mov.u32 lane, %tid.x;\nmov.u32 n, %ntid.x;\n\
             cvt.u64.u32 mask, lane;\nmul.lo.u64 mask, mask, {of_thread};\n\
             mov.u32 c, {first};\nfill:\nsetp.ge.u32 q, c, {n_words};\n@q bra filled;\nmul.wide.u32 wa, c, 8;\n\
             add.u64 wb, mem, wa;\nld.global.b64 wd, [wb];\nxor.b64 wd, wd, mask;\nmov.u64 wb, {target};\n\
             add.u64 wb, wb, wa;\nst.{to}.b64 [wb], wd;\nadd.u32 c, c, {step_words};\nbra fill;\nfilled:\n\
             bar.sync 0;\n\
             {base}\n{guard}\n\
             mad.lo.s32 c, lane, {step}, {start};\ncvt.s64.s32 wa, c;\nadd.s64 wa, wa, base;\n\
             mul.wide.u32 wb, lane, 8;\nadd.u64 wb, wb, idx;\nld.global.u64 wb, [wb];\nadd.u64 wb, wb, base;\n",
            guard = GUARDS[self.guard].0,
        )
    }

    /// Loads by both roads; results go to `out`, eight words a thread.
    fn load(self) -> String {
        let bits = self.register();
        let mut t = self.start();
        for k in 0..self.n_elems {
            t += &format!("mov.b{bits} x{k}, 0;\nmov.b{bits} y{k}, 0;\n");
        }
        t += &format!("@p {} {}, [wa];\n", self.opcode("ld"), self.registers("x"));
        t += &format!("@p {} {}, [wb];\n", self.opcode("ld"), self.registers("y"));
        t += "mul.wide.u32 wc, lane, 64;\nadd.u64 out, out, wc;\n";
        for k in 0..self.n_elems {
            for (at, x) in [(k, "x"), (k + 4, "y")] {
                t += &if bits == 64 {
                    format!("mov.b64 wd, {x}{k};\n")
                } else {
                    format!("cvt.u64.u{bits} wd, {x}{k};\n")
                };
                t += &format!("st.global.b64 [out+{}], wd;\n", 8 * at);
            }
        }
        t + "ret;\n}\n"
    }

    /// Stores by one of the roads.
    fn store(self, road: &str) -> String {
        let bits = self.register();
        let mut t = self.start();
        for k in 0..self.n_elems {
            t += &format!("cvt.u64.u32 wc, lane;\nmad.lo.u64 wc, wc, 4, {};\n", k + 1);
            t += "mul.lo.u64 wc, wc, 0x0101010101010101;\n";
            t += &if bits == 64 { format!("mov.b64 x{k}, wc;\n") } else { format!("cvt.u{bits}.u64 x{k}, wc;\n") };
        }
        t += &format!("@p {} [{road}], {};\nbar.sync 0;\n", self.opcode("st"), self.registers("x"));
        if self.memory == Memory::Local {
            // A sum over all that the thread has.
            t += &format!(
                "mov.u32 c, 0;\nmov.b64 mask, 0;\nsum:\nmul.wide.u32 wa, c, 8;\nmov.u64 wb, loc;\nadd.u64 wb, wb, wa;\n\
                 ld.local.b64 wd, [wb];\nmad.lo.u64 mask, mask, 31, wd;\nadd.u32 c, c, 1;\n\
                 setp.lt.u32 q, c, {};\n@q bra sum;\n\
                 mul.wide.u32 wc, lane, 64;\nadd.u64 out, out, wc;\nst.global.b64 [out], mask;\n",
                LOCAL_BYTES / 8
            );
        }
        if self.memory == Memory::Shared {
            t += &format!(
                "mov.u32 c, lane;\nback:\nsetp.ge.u32 q, c, {};\n@q bra done;\nmul.wide.u32 wa, c, 8;\n\
                 mov.u64 wb, tile;\nadd.u64 wb, wb, wa;\nld.shared.b64 wd, [wb];\nadd.u64 wb, mem, wa;\n\
                 st.global.b64 [wb], wd;\nadd.u32 c, c, n;\nbra back;\ndone:\n",
                BYTES / 8
            );
        }
        t + "ret;\n}\n"
    }

    /// Runs a kernel on memory with known contents; the memory and the results afterwards.
    fn run(self, text: &str, bytes: &[u8]) -> (Vec<u8>, Vec<u64>) {
        let program = Program::load(ptx::parse(text).unwrap_or_else(|e| panic!("{self:?}: {e}\n{text}"))).unwrap();
        let mut gpu = Gpu::new();
        let memory = gpu.alloc("mem", Elem::U8, BYTES).unwrap();
        gpu.write(memory, bytes);
        let table = gpu.alloc("idx", Elem::U64, self.n_threads).unwrap();
        gpu.write(table, &(0..self.n_threads).flat_map(|t| (self.offset(t) as u64).to_le_bytes()).collect::<Vec<u8>>());
        let out = gpu.alloc("out", Elem::U64, 8 * self.n_threads).unwrap();
        let args = [memory, table, out].map(Arg::Buffer).to_vec();
        let mut launch = Launch::new([1, 1, 1], [self.n_threads as u32, 1, 1], args);
        launch.checks = self.checks;
        let run = gpu.launch(&program, "k", &launch);
        assert!(run.findings.is_empty() && run.stopped.is_none(), "{self:?}: {:?} {:?}", run.stopped, run.findings);
        let words = gpu.read(out).chunks_exact(8).map(|c| u64::from_le_bytes(c.try_into().unwrap())).collect();
        (gpu.read(memory).to_vec(), words)
    }
}

/// Every access with these strides.
fn accesses(strides: &[i64]) -> Vec<Access> {
    let mut all = Vec::new();
    let mut n = 0usize;
    for (ty, size) in TYPES {
        for n_elems in [1, 2, 4] {
            for memory in [Memory::Global, Memory::Shared, Memory::Local] {
                for (&stride, is_generic) in strides.iter().flat_map(|s| [(s, false), (s, true)]) {
                    // Every guard and block size, but not with everything else.
                    n += 1;
                    let (guard, n_threads) = (n % GUARDS.len(), [32, 77, 200, 256][n / GUARDS.len() % 4]);
                    let checks = if n % 7 < 2 { Checks::Off } else { Checks::On };
                    let fits = memory != Memory::Local || (stride == 0 || stride == 1) && size * n_elems <= 8;
                    if size * n_elems <= 16 && fits {
                        all.push(Access { ty, size, n_elems, memory, is_generic, stride, guard, n_threads, checks });
                    }
                }
            }
        }
    }
    all
}

/// Bytes that differ from their neighbours, with all signs.
fn contents() -> Vec<u8> {
    (0..BYTES as u32).map(|k| (k.wrapping_mul(0x9e37_79b1) >> 13) as u8).collect()
}

#[test]
fn loads_give_what_the_bytes_say() {
    let bytes = contents();
    for access in accesses(&[0, 1, -1, 2, 3]) {
        let (_, words) = access.run(&access.load(), &bytes);
        for thread in 0..access.n_threads {
            for k in 0..access.n_elems {
                let at = access.offset(thread) + k * access.size;
                let own = if access.memory == Memory::Local { thread as u8 } else { 0 };
                let raw = bytes[at..at + access.size].iter().rev().fold(0u64, |x, b| x << 8 | u64::from(*b ^ own));
                let want = match access.ty {
                    _ if !access.is_on(thread) => 0,
                    "s8" => u64::from(raw as u8 as i8 as u32),
                    _ => raw,
                };
                let (known, looked_up) = (words[8 * thread + k], words[8 * thread + 4 + k]);
                assert_eq!((known, looked_up), (want, want), "{access:?}, thread {thread}, element {k}");
            }
        }
    }
}

#[test]
fn stores_change_their_bytes_and_no_others() {
    let bytes = contents();
    for access in accesses(&[1, -1, 2, 3]) {
        let mut want = bytes.clone();
        let mut sums = Vec::new();
        for thread in 0..access.n_threads {
            let mut local: Vec<u8> = bytes[..LOCAL_BYTES].iter().map(|b| b ^ thread as u8).collect();
            let memory = if access.memory == Memory::Local { &mut local } else { &mut want };
            for k in (0..access.n_elems).filter(|_| access.is_on(thread)) {
                let value = ((thread * 4 + k + 1) as u64).wrapping_mul(0x0101_0101_0101_0101);
                let at = access.offset(thread) + k * access.size;
                memory[at..at + access.size].copy_from_slice(&value.to_le_bytes()[..access.size]);
            }
            let words = local.chunks_exact(8).map(|c| u64::from_le_bytes(c.try_into().unwrap()));
            sums.push(words.fold(0u64, |sum, w| sum.wrapping_mul(31).wrapping_add(w)));
        }
        for road in ["wa", "wb"] {
            let (got, words) = access.run(&access.store(road), &bytes);
            let first = got.iter().zip(&want).position(|(a, b)| a != b);
            assert_eq!(first, None, "{access:?} through {road}");
            if access.memory == Memory::Local {
                let got: Vec<u64> = words.chunks(8).map(|c| c[0]).collect();
                assert_eq!(got, sums, "{access:?} through {road}");
            }
        }
    }
}
