//! The short forms: `// run: add.s32(1, 2) == 3`.

use crate::values::{Type, split};
use vgpu::{Arg, Elem, Gpu, Launch, Program};

/// What results hold before the instruction.
const OLD: u64 = 0xdead_beef_0bad_cafe;

/// One line.
struct Case {
    text: String,
    operands: Vec<u64>,
    results: Vec<u64>,
    /// NaN of any payload.
    any_nan: bool,
    /// Relative error allowed; 0 means the same bits.
    within: f64,
}

/// Lines of one opcode.
pub struct Group {
    opcode: String,
    operands: Vec<Type>,
    /// Texts of the immediates, by operand.
    immediates: Vec<Option<String>>,
    results: Vec<Type>,
    cases: Vec<Case>,
}

/// How a module's kernel `k` runs the instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Plain,
    /// Under a guard that holds in odd lanes.
    Odd,
    /// The result's register is that of an operand; perhaps in odd lanes only.
    Alias(usize, bool),
    /// Operands of one case are moved from immediates: the same in all lanes.
    Uniform(usize),
    /// One operand of one case is, the others are loaded.
    Mixed(usize, usize),
    /// Operands are “base + lane × stride”; the second result is that of loaded ones. Perhaps in odd lanes only.
    Affine(usize, bool),
}

/// A kernel for one mode.
pub struct Module {
    mode: Mode,
    pub text: String,
}

/// Bases and strides that stay below and go over the ends of 32 bits.
const LINES: [(u64, u64); 10] = [
    (0, 1),
    (31, u64::MAX),
    (5, 0),
    (0x7fff_fff0, 1),
    (0x8000_0008, u64::MAX),
    (u64::MAX - 2, 3),
    (64, 32),
    (0xffff_fff0, 1),
    (1 << 40, 4),
    (0x1234_5678_9abc_def0, 0x1_0000_0001),
];

fn types(text: &str, opcode: &str) -> Vec<Type> {
    let known = |t: &&str| {
        let digits = t.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = &t[..t.len() - digits.len()];
        matches!(letters, "b" | "s" | "u" | "f" | "bf" | "tf") && digits.starts_with(|c: char| c.is_ascii_digit())
    };
    let of_opcode: Vec<&str> = opcode.split('.').skip(1).filter(|t| known(t) && *t != "f4e" && *t != "b4e").collect();
    let name = |t: &str| match t {
        "T" => of_opcode.last().unwrap_or_else(|| panic!("{opcode} has no type")).to_string(),
        "S" => of_opcode.first().unwrap_or_else(|| panic!("{opcode} has no type")).to_string(),
        "W" => {
            let last = of_opcode.last().unwrap();
            let digits = last.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            format!("{}{}", &last[..last.len() - digits.len()], 2 * digits.parse::<u32>().unwrap())
        }
        t => t.to_owned(),
    };
    text.split([',', '|']).map(|t| Type(name(t.trim()))).filter(|t| !t.0.is_empty()).collect()
}

/// The lines of a fixture, neighbours of one opcode together.
pub fn groups(text: &str) -> Vec<Group> {
    let (mut sig, mut within) = (("T, T".to_owned(), "T".to_owned()), 0.0);
    let mut groups: Vec<Group> = Vec::new();
    for line in text.lines() {
        if let Some(s) = line.strip_prefix("// sig: ") {
            let (operands, results) = s.split_once("->").unwrap_or_else(|| panic!("{line}"));
            sig = (operands.trim().trim_matches(['(', ')']).to_owned(), results.trim().to_owned());
        } else if let Some(w) = line.strip_prefix("// within: 2^") {
            within = w.trim().parse::<f64>().unwrap().exp2();
        } else if let Some(r) = line.strip_prefix("// run: ") {
            let (call, want, near) = match r.split_once(" ~= ") {
                Some((call, want)) => (call, want, true),
                None => r.split_once(" == ").map(|(c, w)| (c, w, false)).unwrap_or_else(|| panic!("{line}")),
            };
            let (opcode, args) = call.trim().split_once('(').unwrap_or_else(|| panic!("{line}"));
            let args = split(args.strip_suffix(')').unwrap_or_else(|| panic!("{line}")));
            let (operands, results) = (types(&sig.0, opcode), types(&sig.1, opcode));
            assert_eq!(args.len(), operands.len(), "operands of {line}");
            let wants: Vec<&str> = want.split('|').map(str::trim).collect();
            assert_eq!(wants.len(), results.len(), "results of {line}");
            let immediates: Vec<Option<String>> =
                operands.iter().zip(&args).map(|(t, a)| t.is_imm().then(|| (*a).to_owned())).collect();
            let bits = |(t, a): (&Type, &&str)| if t.is_imm() { 0 } else { t.literal(a) };
            let case = Case {
                text: r.to_owned(),
                operands: operands.iter().zip(&args).map(bits).collect(),
                results: results.iter().zip(&wants).map(bits).collect(),
                any_nan: wants[0] == "nan",
                within: if near { within } else { 0.0 },
            };
            match groups.last_mut() {
                Some(g)
                    if g.opcode == opcode
                        && g.operands == operands
                        && g.results == results
                        && g.immediates == immediates =>
                {
                    g.cases.push(case);
                }
                _ => groups.push(Group { opcode: opcode.to_owned(), operands, immediates, results, cases: vec![case] }),
            }
        }
    }
    groups
}

/// `q` to a register.
fn into(t: &Type, register: &str) -> String {
    match t.bits() {
        0 => format!("    setp.ne.u64 {register}, q, 0;\n"),
        64 => format!("    mov.b64 {register}, q;\n"),
        bits => format!("    cvt.u{bits}.u64 {register}, q;\n"),
    }
}

/// A register to `q`.
fn out_of(t: &Type, register: &str) -> String {
    match t.bits() {
        0 => format!("    selp.u64 q, 1, 0, {register};\n"),
        64 => format!("    mov.b64 q, {register};\n"),
        bits => format!("    cvt.u64.u{bits} q, {register};\n"),
    }
}

impl Group {
    fn modes(&self) -> Vec<Mode> {
        let mut modes = vec![Mode::Plain, Mode::Odd];
        for k in 0..self.operands.len() {
            if self.operands[k].register() == self.results[0].register() && !self.operands[k].is_imm() {
                modes.extend([Mode::Alias(k, false), Mode::Alias(k, true)]);
            }
        }
        modes.extend((0..self.cases.len()).map(Mode::Uniform));
        if self.operands.len() > 1 {
            let each = |c| (0..self.operands.len()).map(move |k| Mode::Mixed(c, k));
            modes.extend((0..self.cases.len()).flat_map(each));
        }
        if self.operands.iter().all(|t| t.is_int() || t.is_imm()) {
            modes.extend((0..30).map(|seed| Mode::Affine(seed, seed % 3 == 2)));
        }
        modes
    }

    /// Base and stride of an operand.
    fn line(seed: usize, operand: usize) -> (u64, u64) {
        LINES[(seed * 7 + operand * (seed + 3)) % LINES.len()]
    }

    /// The kernels: operands come as 64-bit values, one array after the other, results go the same way.
    pub fn modules(&self) -> Vec<Module> {
        self.modes().into_iter().map(|mode| Module { mode, text: self.module(mode) }).collect()
    }

    fn instruction(&self, guard: &str, results: &[String], operands: &[String]) -> String {
        let all = std::iter::once(results.join("|")).chain(operands.iter().cloned()).collect::<Vec<_>>();
        format!("    {guard}{} {};\n", self.opcode, all.join(", "))
    }

    fn module(&self, mode: Mode) -> String {
        let mut t = String::from(
            ".version 8.7\n.target sm_90\n.address_size 64\n\
             .visible .entry k(.param .u64 in, .param .u64 out) {\n    .reg .pred odd;\n    .reg .b32 lane, n, bit;\n    \
             .reg .b64 pin, pout, i, size, q, line;\n",
        );
        let name = |k: usize| format!("a{k}");
        for (k, ty) in self.operands.iter().enumerate().filter(|(_, t)| !t.is_imm()) {
            t += &format!("    .reg {} {};\n", ty.register(), name(k));
        }
        for (k, ty) in self.results.iter().enumerate() {
            t += &format!("    .reg {} d{k}, e{k};\n", ty.register());
        }
        t += "    mov.u32 lane, %tid.x;\n    mov.u32 n, %ntid.x;\n    and.b32 bit, lane, 1;\n    \
              setp.ne.u32 odd, bit, 0;\n    mul.wide.u32 i, lane, 8;\n    mul.wide.u32 size, n, 8;\n    \
              ld.param.u64 pin, [in];\n    ld.param.u64 pout, [out];\n    add.u64 pin, pin, i;\n    \
              add.u64 pout, pout, i;\n";
        let mut operands = Vec::new();
        for (k, ty) in self.operands.iter().enumerate() {
            if let Some(text) = &self.immediates[k] {
                operands.push(text.clone());
                continue;
            }
            t += &match mode {
                Mode::Mixed(c, uniform) if uniform == k => {
                    format!("    mov.b64 q, {:#x};\n", self.cases[c].operands[k])
                }
                Mode::Uniform(c) => format!("    mov.b64 q, {:#x};\n", self.cases[c].operands[k]),
                _ => "    ld.global.u64 q, [pin];\n".to_owned(),
            };
            t += "    add.u64 pin, pin, size;\n";
            t += &into(ty, &name(k));
            operands.push(name(k));
        }
        for (k, ty) in self.results.iter().enumerate() {
            t += &format!("    mov.b64 q, {OLD:#x};\n");
            t += &into(ty, &format!("d{k}"));
            t += &into(ty, &format!("e{k}"));
        }
        let mut results: Vec<String> = (0..self.results.len()).map(|k| format!("d{k}")).collect();
        let guard = if matches!(mode, Mode::Odd | Mode::Alias(_, true) | Mode::Affine(_, true)) { "@odd " } else { "" };
        if let Mode::Alias(k, _) = mode {
            results[0] = name(k);
        }
        t += &self.instruction(guard, &results, &operands);
        if let Mode::Affine(seed, _) = mode {
            for (k, ty) in self.operands.iter().enumerate().filter(|(_, t)| !t.is_imm()) {
                let (base, stride) = Self::line(seed, k);
                t += &if ty.bits() == 64 {
                    format!("    cvt.u64.u32 line, lane;\n    mad.lo.u64 {}, line, {stride:#x}, {base:#x};\n", name(k))
                } else {
                    let (stride, base) = (stride as u32, base as u32);
                    let line = format!("    mad.lo.u32 bit, lane, {stride:#x}, {base:#x};\n");
                    line + &if ty.bits() == 32 {
                        format!("    mov.b32 {}, bit;\n", name(k))
                    } else {
                        format!("    cvt.u16.u32 {}, bit;\n", name(k))
                    }
                };
            }
            let again: Vec<String> = (0..self.results.len()).map(|k| format!("e{k}")).collect();
            t += &self.instruction(guard, &again, &operands);
            results.extend(again);
        }
        for (k, register) in results.iter().enumerate() {
            t += &out_of(&self.results[k % self.results.len()], register);
            t += "    st.global.u64 [pout], q;\n    add.u64 pout, pout, size;\n";
        }
        t + "    ret;\n}\n"
    }

    /// Operands of a thread.
    fn operands(&self, mode: Mode, thread: usize) -> Vec<u64> {
        if let Mode::Affine(seed, _) = mode {
            let value = |k: usize| {
                let (base, stride) = Self::line(seed, k);
                let bits = self.operands[k].bits().max(1);
                base.wrapping_add(stride.wrapping_mul(thread as u64)) & u64::MAX >> (64 - bits)
            };
            return (0..self.operands.len()).map(value).collect();
        }
        self.cases[self.case(mode, thread)].operands.clone()
    }

    fn case(&self, mode: Mode, thread: usize) -> usize {
        match mode {
            Mode::Uniform(c) | Mode::Mixed(c, _) => c,
            // Odd lanes come to every case.
            _ => (thread + thread / self.cases.len()) % self.cases.len(),
        }
    }

    /// Runs every mode and says what is wrong.
    pub fn check(&self, say: &mut dyn FnMut(String)) {
        for module in self.modules() {
            let parsed = ptx::parse(&module.text).unwrap_or_else(|e| panic!("{}: {e}\n{}", self.opcode, module.text));
            let program = Program::load(parsed).unwrap_or_else(|e| panic!("{}: {e}", self.opcode));
            let blocks: &[usize] =
                if matches!(module.mode, Mode::Plain | Mode::Odd | Mode::Affine(..)) { &[32, 200] } else { &[32] };
            for n in blocks {
                if let Some(what) = self.launch(&program, module.mode, *n) {
                    say(format!("{}, {:?}, {n} threads: {what}", self.opcode, module.mode));
                    break;
                }
            }
        }
    }

    fn launch(&self, program: &Program, mode: Mode, n: usize) -> Option<String> {
        let slots: Vec<usize> = (0..self.operands.len()).filter(|k| !self.operands[*k].is_imm()).collect();
        let operands: Vec<Vec<u64>> = (0..n).map(|thread| self.operands(mode, thread)).collect();
        let inputs: Vec<u8> =
            slots.iter().flat_map(|k| operands.iter().map(|o| o[*k])).flat_map(u64::to_le_bytes).collect();
        let mut gpu = Gpu::new();
        let input = gpu.alloc("in", Elem::U64, (slots.len() * n).max(1)).unwrap();
        gpu.write(input, &inputs);
        let n_results = self.results.len() * if matches!(mode, Mode::Affine(..)) { 2 } else { 1 };
        let output = gpu.alloc("out", Elem::U64, n_results * n).unwrap();
        let args = vec![Arg::Buffer(input), Arg::Buffer(output)];
        let run = gpu.launch(program, "k", &Launch::new([1, 1, 1], [n as u32, 1, 1], args));
        if !run.findings.is_empty() || run.stopped.is_some() {
            return Some(format!("{:?} {:?}", run.stopped, run.findings));
        }
        let words = gpu.read(output).chunks_exact(8).map(|c| u64::from_le_bytes(c.try_into().unwrap()));
        let words: Vec<u64> = words.collect();
        for thread in 0..n {
            let got = |result: usize| words[result * n + thread];
            for (k, ty) in self.results.iter().enumerate() {
                if let Mode::Affine(..) = mode {
                    let affine = got(self.results.len() + k);
                    if got(k) != affine {
                        let operands = &operands[thread];
                        return Some(format!("thread {thread}, {operands:x?}: {:#x}, affine {affine:#x}", got(k)));
                    }
                    continue;
                }
                let case = &self.cases[self.case(mode, thread)];
                let keeps = matches!(mode, Mode::Odd | Mode::Alias(_, true)) && thread % 2 == 0;
                let want = match mode {
                    Mode::Alias(operand, _) if keeps && k == 0 => case.operands[operand],
                    _ if keeps && ty.is_pred() => 1,
                    _ if keeps => OLD & u64::MAX >> (64 - ty.bits()),
                    _ => case.results[k],
                };
                let is_right = if !keeps && k == 0 && case.any_nan {
                    ty.is_nan(got(k))
                } else if !keeps && k == 0 && case.within > 0.0 {
                    (ty.number(got(k)) - ty.number(want)).abs() <= case.within * ty.number(want).abs()
                } else {
                    got(k) == want
                };
                if !is_right {
                    return Some(format!("thread {thread}, {}: {:#x}, not {want:#x}", case.text, got(k)));
                }
            }
        }
        None
    }
}
