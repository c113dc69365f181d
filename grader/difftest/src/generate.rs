//! Makes random kernels.

use std::fmt::Write;

use crate::rng::Rng;
use crate::templates::{BLOCK, FLOATS, HALVES, INTEGERS, MEMORY, MOVES, PREDICATES, WARP};

/// Registers of each kind that statements read and write.
const N_R: usize = 10;
const N_L: usize = 6;
const N_H: usize = 6;
const N_F: usize = 6;
const N_D: usize = 4;
const N_P: usize = 5;

/// Bytes of output that a thread writes: all of its registers.
pub const OUT_BYTES: usize = 160;
/// Bytes of the input: whole numbers, floats, doubles and halves, 4096 each.
pub const IN_BYTES: usize = 16_384 + 8_192;
/// Bytes that atomic operations update.
pub const ACC_BYTES: usize = 1024;
/// Bytes of shared memory: 16 for each thread of the largest block.
const SHARED_BYTES: usize = 256 * 16;

/// A piece of a kernel that can be left out without making another one wrong.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    /// A statement.
    Line(String),
    /// Text that holds others together, such as a label: it stays.
    Glue(String),
    /// Statements between two texts.
    Nest { open: String, body: Vec<Node>, close: String },
}

impl Node {
    fn write(&self, out: &mut String) {
        match self {
            Self::Line(line) | Self::Glue(line) => {
                out.push_str(line);
                out.push('\n');
            }
            Self::Nest { open, body, close } => {
                out.push_str(open);
                out.push('\n');
                body.iter().for_each(|node| node.write(out));
                out.push_str(close);
                out.push('\n');
            }
        }
    }

    /// How many pieces there are, this one and those in it.
    fn count(&self) -> usize {
        match self {
            Self::Line(_) => 1,
            Self::Glue(_) => 0,
            Self::Nest { body, .. } => 1 + body.iter().map(Self::count).sum::<usize>(),
        }
    }
}

/// A random kernel: it ends, it races with nothing, and each bit that it writes is fixed by the ISA.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// The seed that it was made from.
    pub seed: u64,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// The value of its last parameter, 1 to 4.
    pub n: u32,
    function: Vec<Node>,
    body: Vec<Node>,
}

/// Where statements stand, which decides what they may be.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// All threads of the block come here together.
    Together,
    /// Some come here.
    Apart,
    /// In a function: registers only.
    Function,
}

struct Maker {
    rng: Rng,
    n_labels: usize,
    has_warps: bool,
    has_blocks: bool,
}

impl Kernel {
    /// The kernel of a seed.
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let has_warps = rng.chance(80);
        let block = if has_warps {
            *rng.pick(&[
                &[32, 1, 1],
                &[64, 1, 1],
                &[96, 1, 1],
                &[128, 1, 1],
                &[256, 1, 1],
                &[8, 8, 1],
                &[16, 4, 2],
                &[4, 4, 4],
            ])
        } else {
            *rng.pick(&[&[1, 1, 1], &[17, 1, 1], &[33, 1, 1], &[100, 1, 1], &[7, 5, 3], &[250, 1, 1]])
        };
        let grid = *rng.pick(&[&[1, 1, 1], &[2, 1, 1], &[3, 1, 1], &[2, 2, 1], &[1, 2, 2]]);
        let n = 1 + rng.below(4) as u32;
        let mut maker = Maker { has_blocks: rng.chance(80), rng, n_labels: 0, has_warps };
        let n_function = 3 + maker.rng.below(10);
        let function = maker.nodes(n_function, Place::Function, 2);
        let n_body = 12 + maker.rng.below(50);
        let body = maker.nodes(n_body, Place::Together, 0);
        Self { seed, grid, block, n, function, body }
    }

    /// The kernel's name.
    pub fn name(&self) -> String {
        format!("k{}", self.seed)
    }

    /// Threads of the launch.
    pub fn n_threads(&self) -> usize {
        self.grid.iter().chain(&self.block).map(|&d| d as usize).product()
    }

    /// How many pieces it has, for [`Self::without`].
    pub(crate) fn n_pieces(&self) -> usize {
        self.body.iter().chain(&self.function).map(Node::count).sum()
    }

    /// The kernel without the piece of this number.
    pub(crate) fn without(&self, piece: usize) -> Self {
        fn remove(nodes: &[Node], at: &mut usize) -> Vec<Node> {
            let mut kept = Vec::new();
            for node in nodes {
                if let Node::Glue(_) = node {
                    kept.push(node.clone());
                    continue;
                }
                let is_it = *at == 0;
                *at = at.wrapping_sub(1);
                match node {
                    _ if is_it => {}
                    Node::Line(_) | Node::Glue(_) => kept.push(node.clone()),
                    Node::Nest { open, body, close } => {
                        kept.push(Node::Nest { open: open.clone(), body: remove(body, at), close: close.clone() });
                    }
                }
            }
            kept
        }
        let mut at = piece;
        Self { body: remove(&self.body, &mut at), function: remove(&self.function, &mut at), ..self.clone() }
    }

    /// The kernel and its function as PTX, without the head of a module.
    pub fn ptx(&self) -> String {
        let mut out = String::new();
        let seed = self.seed;
        let _ = writeln!(out, ".func (.param .b32 result) f{seed}(.param .b32 a, .param .b64 b)\n{{");
        out.push_str(&registers());
        out.push_str(
            "ld.param.b32 %r0, [a];\nld.param.b64 %l0, [b];\n\
             .reg .b64 %in, %acc, %loc, %locs, %smg;\n.reg .b32 %sm, %lin, %perm, %nt;\n",
        );
        for i in 1..N_R {
            let _ = writeln!(out, "mad.lo.u32 %r{i}, %r0, {}, {};", 2 * i + 1, i * 77);
        }
        for i in 1..N_L {
            let _ = writeln!(out, "mad.lo.u64 %l{i}, %l0, {}, {};", 2 * i + 1, i * 7777);
        }
        for i in 0..N_H {
            let _ = writeln!(out, "cvt.u16.u32 %h{i}, %r{i};");
        }
        for i in 0..N_F {
            let _ = writeln!(out, "cvt.rn.f32.s32 %f{i}, %r{};", i + 1);
        }
        for i in 0..N_D {
            let _ = writeln!(out, "cvt.rn.f64.s64 %d{i}, %l{i};");
        }
        for i in 0..N_P {
            let _ = writeln!(out, "setp.lt.s32 %p{i}, %r{i}, %r{};", i + 2);
        }
        self.function.iter().for_each(|node| node.write(&mut out));
        out.push_str(
            "{ .reg .b32 q, s; .reg .pred c; mov.b32 q, %f0; setp.nan.f32 c, %f0, %f0; selp.b32 q, 0x7fffffff, q, c;\n\
             xor.b32 q, q, %r0; add.u32 q, q, %r1; cvt.u32.u64 s, %l1; xor.b32 q, q, s; cvt.u32.u16 s, %h0; add.u32 q, q, s;\n\
             st.param.b32 [result], q; }\nret;\n}\n",
        );
        let _ = writeln!(
            out,
            ".visible .entry k{seed}(.param .u64 in, .param .u64 out, .param .u64 acc, .param .u32 n)\n{{\n\
             .shared .align 16 .b8 sm[{SHARED_BYTES}];\n.local .align 16 .b8 loc[64];"
        );
        out.push_str(&registers());
        out.push_str(
            ".reg .b64 %in, %out, %acc, %loc, %locs, %smg;\n.reg .b32 %sm, %lin, %perm, %nt, %gid, %n;\n\
             ld.param.u64 %in, [in]; cvta.to.global.u64 %in, %in;\nld.param.u64 %out, [out]; cvta.to.global.u64 %out, %out;\n\
             ld.param.u64 %acc, [acc]; cvta.to.global.u64 %acc, %acc;\nld.param.u32 %n, [n];\n\
             mov.u64 %locs, loc; cvta.local.u64 %loc, %locs;\nmov.u32 %sm, sm;\n\
             { .reg .b64 q; mov.u64 q, sm; cvta.shared.u64 %smg, q; }\n\
             { .reg .b32 x, y, z, nx, ny, nz;\n\
             mov.u32 x, %tid.x; mov.u32 y, %tid.y; mov.u32 z, %tid.z; mov.u32 nx, %ntid.x; mov.u32 ny, %ntid.y; mov.u32 nz, %ntid.z;\n\
             mad.lo.u32 %lin, z, ny, y; mad.lo.u32 %lin, %lin, nx, x;\nmul.lo.u32 %nt, nx, ny; mul.lo.u32 %nt, %nt, nz;\n\
             sub.u32 %perm, %nt, %lin; sub.u32 %perm, %perm, 1;\n\
             mov.u32 x, %ctaid.x; mov.u32 y, %ctaid.y; mov.u32 z, %ctaid.z; mov.u32 nx, %nctaid.x; mov.u32 ny, %nctaid.y;\n\
             mad.lo.u32 z, z, ny, y; mad.lo.u32 z, z, nx, x; mad.lo.u32 %gid, z, %nt, %lin; }\n\
             { .reg .b32 q; .reg .b64 a, s; and.b32 q, %gid, 0x1ff; mul.wide.u32 a, q, 4; add.u64 a, a, %in;\n",
        );
        for i in 0..N_R {
            let _ = writeln!(out, "ld.global.u32 %r{i}, [a+{}];", i * 4 * 37);
        }
        out.push_str("mov.b32 %r0, %gid; mov.b32 %r1, %lin;\n");
        for i in 0..N_F {
            let _ = writeln!(out, "ld.global.f32 %f{i}, [a+{}];", 4096 + i * 4 * 41);
        }
        out.push_str("and.b32 q, %gid, 0x7f; mul.wide.u32 a, q, 8; add.u64 a, a, %in;\n");
        for i in 0..N_L {
            let _ = writeln!(out, "ld.global.u64 %l{i}, [a+{}];", i * 8 * 29);
        }
        for i in 0..N_D {
            let _ = writeln!(out, "ld.global.f64 %d{i}, [a+{}];", 8192 + i * 8 * 31);
        }
        for i in 0..N_H {
            let _ = writeln!(out, "ld.global.b16 %h{i}, [a+{}];", 12_288 + i * 2 * 43);
        }
        for i in 0..N_P {
            let _ = writeln!(out, "setp.lt.s32 %p{i}, %r{i}, %r{};", i + 3);
        }
        for i in 0..8 {
            let _ = writeln!(out, "st.local.b64 [loc+{}], %l{};", 8 * i, i % N_L);
        }
        out.push_str("}\n");
        self.body.iter().for_each(|node| node.write(&mut out));
        out.push_str(&self.finish());
        out.replace("FUNCTION", &format!("f{seed}"))
    }

    /// Every register goes to memory.
    fn finish(&self) -> String {
        let mut out = format!(
            "{{ .reg .b64 a; .reg .b32 q; .reg .b64 w; .reg .pred c; mul.wide.u32 a, %gid, {OUT_BYTES}; add.u64 a, a, %out;\n"
        );
        let mut at = 0;
        for i in (0..N_R).step_by(2) {
            let _ = writeln!(out, "st.global.v2.b32 [a+{at}], {{%r{i}, %r{}}};", i + 1);
            at += 8;
        }
        for i in 0..N_L {
            let _ = writeln!(out, "st.global.b64 [a+{at}], %l{i};");
            at += 8;
        }
        for i in 0..N_D {
            let _ = writeln!(
                out,
                "mov.b64 w, %d{i}; setp.nan.f64 c, %d{i}, %d{i}; selp.b64 w, 0x7fffffffffffffff, w, c; st.global.b64 [a+{at}], w;"
            );
            at += 8;
        }
        for i in 0..N_F {
            let _ = writeln!(
                out,
                "mov.b32 q, %f{i}; setp.nan.f32 c, %f{i}, %f{i}; selp.b32 q, 0x7fffffff, q, c; st.global.b32 [a+{at}], q;"
            );
            at += 4;
        }
        for i in 0..N_H {
            let _ = writeln!(out, "st.global.b16 [a+{at}], %h{i};");
            at += 2;
        }
        out.push_str("mov.u32 q, 0;\n");
        for i in 0..N_P {
            let _ = writeln!(out, "@%p{i} or.b32 q, q, {};", 1 << i);
        }
        let _ = writeln!(out, "st.global.b32 [a+{at}], q;\n}}\nret;\n}}");
        out
    }

    /// What the input, the output and the atomically updated buffer hold before the launch.
    pub fn buffers(&self) -> [Vec<u8>; 3] {
        let mut rng = Rng::new(self.seed ^ 0x5EED);
        let mut input = Vec::with_capacity(IN_BYTES);
        const WHOLE: [u32; 10] = [0, 1, 2, 31, 32, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0xffff, 0x8000];
        const FLOAT: [u32; 14] = [
            0,
            0x8000_0000,
            0x3f80_0000,
            0xbf80_0000,
            0x7f80_0000,
            0xff80_0000,
            0x7fff_ffff,
            1,
            0x807f_ffff,
            0x0080_0000,
            0x7f7f_ffff,
            0x4b00_0001,
            0x3f00_0000,
            0x4f00_0000,
        ];
        const DOUBLE: [u64; 12] = [
            0,
            1 << 63,
            0x3ff0_0000_0000_0000,
            0x7ff0_0000_0000_0000,
            0xfff0_0000_0000_0000,
            0x7fff_ffff_ffff_ffff,
            1,
            0x000f_ffff_ffff_ffff,
            0x7fef_ffff_ffff_ffff,
            0x41e0_0000_0000_0000,
            0x47ef_ffff_f000_0000,
            0x3690_0000_0000_0000,
        ];
        const HALF: [u16; 12] = [0, 0x8000, 0x3c00, 0x7c00, 0xfc00, 0x7fff, 1, 0x03ff, 0x7bff, 0x3f80, 0x7f80, 0x0400];
        for _ in 0..1024 {
            let value = if rng.chance(30) { WHOLE[rng.below(10)] } else { (rng.bits() as u32) >> rng.below(32) };
            input.extend(value.to_le_bytes());
        }
        for _ in 0..1024 {
            // Exponents near 1, so that results are seldom infinite.
            let near = (rng.bits() as u32 & 0x807f_ffff) | ((117 + rng.below(21) as u32) << 23);
            input.extend(if rng.chance(20) { FLOAT[rng.below(14)] } else { near }.to_le_bytes());
        }
        for _ in 0..512 {
            let near = (rng.bits() & 0x800f_ffff_ffff_ffff) | ((1003 + rng.below(41) as u64) << 52);
            input.extend(if rng.chance(20) { DOUBLE[rng.below(12)] } else { near }.to_le_bytes());
        }
        for _ in 0..2048 {
            let near = (rng.bits() as u16 & 0x83ff) | ((8 + rng.below(15) as u16) << 10);
            input.extend(if rng.chance(20) { HALF[rng.below(12)] } else { near }.to_le_bytes());
        }
        while input.len() < IN_BYTES {
            input.extend(rng.bits().to_le_bytes());
        }
        let output = vec![0xA5; self.n_threads() * OUT_BYTES];
        let mut acc = vec![0; ACC_BYTES];
        // The smallest is looked for in large numbers, and bits are taken away from ones.
        acc[64..128].fill(0xff);
        acc[320..384].fill(0xff);
        [input, output, acc]
    }
}

/// The head of a module of random kernels.
pub const HEAD: &str = ".version 8.3\n.target sm_90\n.address_size 64\n";

/// A module of these kernels.
pub fn module(kernels: &[Kernel]) -> String {
    kernels.iter().fold(HEAD.to_owned(), |text, kernel| text + &kernel.ptx())
}

fn registers() -> String {
    format!(
        ".reg .b32 %r<{N_R}>;\n.reg .b64 %l<{N_L}>;\n.reg .b16 %h<{N_H}>;\n.reg .f32 %f<{N_F}>;\n.reg .f64 %d<{N_D}>;\n\
         .reg .pred %p<{N_P}>;\n"
    )
}

impl Maker {
    /// So many random pieces.
    fn nodes(&mut self, count: usize, place: Place, depth: usize) -> Vec<Node> {
        (0..count).map(|_| self.node(place, depth)).collect()
    }

    fn node(&mut self, place: Place, depth: usize) -> Node {
        let kind = self.rng.below(100);
        if place == Place::Together && kind < 12 && self.has_blocks {
            return self.line(BLOCK);
        }
        if place == Place::Together && (12..24).contains(&kind) && self.has_warps {
            return self.line(WARP);
        }
        if depth < 2 && place != Place::Function && kind < 36 {
            return self.nest(place, depth + 1);
        }
        if place != Place::Function && kind < 39 {
            return Node::Line(self.call());
        }
        let (templates, may_guard): (&[&str], bool) = match self.rng.below(100) {
            0..35 => (INTEGERS, true),
            35..50 => (MOVES, true),
            50..60 => (PREDICATES, true),
            60..76 => (FLOATS, true),
            76..86 => (HALVES, false),
            _ if place == Place::Function => (INTEGERS, true),
            _ => (MEMORY, false),
        };
        let Node::Line(line) = self.line(templates) else { unreachable!("a template is a line") };
        if may_guard && !line.starts_with('{') && self.rng.chance(15) {
            let guard = self.rng.below(N_P);
            let not = self.rng.pick(&["", "!"]);
            return Node::Line(format!("@{not}%p{guard} {line}"));
        }
        Node::Line(line)
    }

    fn label(&mut self) -> String {
        self.n_labels += 1;
        format!("L{}", self.n_labels)
    }

    /// A branch, a loop or a switch.
    fn nest(&mut self, place: Place, depth: usize) -> Node {
        let label = self.label();
        let n_body = 1 + self.rng.below(5);
        let p = self.rng.below(N_P);
        let r = self.rng.below(N_R);
        match self.rng.below(if place == Place::Together { 6 } else { 4 }) {
            // Some threads.
            0 => Node::Nest {
                open: format!("@%p{p} bra {label};"),
                body: self.nodes(n_body, Place::Apart, depth),
                close: format!("{label}:"),
            },
            // Some threads this way, the others that way.
            1 => {
                let end = self.label();
                let yes = self.nodes(n_body, Place::Apart, depth);
                let n_other = 1 + self.rng.below(4);
                let no = self.nodes(n_other, Place::Apart, depth);
                let mut body = yes;
                body.push(Node::Glue(format!("bra {end}; {label}:")));
                body.extend(no);
                Node::Nest { open: format!("@%p{p} bra {label};"), body, close: format!("{end}:") }
            }
            // Each thread as often as its register says.
            2 => Node::Nest {
                open: format!("{{ .reg .b32 t; .reg .pred e; and.b32 t, %r{r}, 7; {label}:"),
                body: self.nodes(n_body, Place::Apart, depth),
                close: format!("sub.s32 t, t, 1; setp.gt.s32 e, t, 0; @e bra {label}; }}"),
            },
            // A switch.
            3 => {
                let ends = [self.label(), self.label(), self.label()];
                let end = self.label();
                let mut body = Vec::new();
                for case in &ends {
                    let n_case = 1 + self.rng.below(3);
                    body.push(Node::Glue(format!("{case}:")));
                    body.extend(self.nodes(n_case, Place::Apart, depth));
                    body.push(Node::Glue(format!("bra {end};")));
                }
                Node::Nest {
                    open: format!(
                        "{{ .reg .b32 t; rem.u32 t, %r{r}, 3; {label}: .branchtargets {}, {}, {}; brx.idx t, {label};",
                        ends[0], ends[1], ends[2]
                    ),
                    body,
                    close: format!("}} {end}:"),
                }
            }
            // All threads of the launch equally often.
            4 => Node::Nest {
                open: format!("{{ .reg .b32 t; .reg .pred e; mov.b32 t, %n; {label}:"),
                body: self.nodes(n_body, Place::Together, depth),
                close: format!("sub.u32 t, t, 1; setp.ne.u32 e, t, 0; @e bra.uni {label}; }}"),
            },
            // Whole blocks.
            _ => Node::Nest {
                open: format!(
                    "{{ .reg .b32 t; .reg .pred e; mov.u32 t, %ctaid.x; setp.eq.u32 e, t, {}; @e bra {label}; }}",
                    r % 2
                ),
                body: self.nodes(n_body, Place::Together, depth),
                close: format!("{label}:"),
            },
        }
    }

    fn call(&mut self) -> String {
        let (r, s, l) = (self.rng.below(N_R), self.rng.below(N_R), self.rng.below(N_L));
        format!(
            "{{ .param .b32 pa; .param .b64 pb; .param .b32 pr; st.param.b32 [pa], %r{r}; st.param.b64 [pb], %l{l}; \
             call (pr), FUNCTION, (pa, pb); ld.param.b32 %r{s}, [pr]; }}"
        )
    }

    /// A template with its gaps filled.
    fn line(&mut self, templates: &[&str]) -> Node {
        let template = self.rng.pick(templates);
        let mut out = String::new();
        let mut kept = String::new();
        let mut rest = template;
        while let Some(at) = rest.find('<') {
            out.push_str(&rest[..at]);
            let end = rest.find('>').unwrap_or(rest.len() - 1);
            let gap = &rest[at + 1..end];
            rest = &rest[end + 1..];
            if gap == "1" {
                out.push_str(&kept);
            } else {
                let text = self.fill(gap, &mut kept);
                out.push_str(&text);
            }
        }
        out.push_str(rest);
        if out.contains("SKIP") {
            let label = self.label();
            out = out.replace("SKIP", &label);
        }
        Node::Line(out)
    }

    /// One of the texts of a gap, or a register. What ends with `:1`, or a choice, is kept.
    fn fill(&mut self, gap: &str, kept: &mut String) -> String {
        if gap.contains('|') {
            let all: Vec<&str> = gap.split('|').collect();
            let chosen = all[self.rng.below(all.len())];
            let chosen = chosen.strip_suffix(":1").unwrap_or(chosen).to_owned();
            if gap.contains(":1") {
                kept.clone_from(&chosen);
            }
            return chosen;
        }
        let (what, is_kept) = gap.strip_suffix(":1").map_or((gap, false), |what| (what, true));
        let text = self.register(what);
        if is_kept {
            kept.clone_from(&text);
        }
        text
    }

    /// `rd`, `ld`, `hd`, `fd`, `dd`, `pd`: a register to write; `rr` and so on one to read; `ra` and so on a register or a
    /// constant; `sh` a count; `bf` a position or a length; `imm8` a table.
    fn register(&mut self, what: &str) -> String {
        let is_constant = what.ends_with('a') && self.rng.chance(25);
        match (what, what.as_bytes().first()) {
            ("sh", _) if self.rng.chance(60) => {
                self.rng.pick(&["0", "1", "2", "3", "5", "7", "8", "13", "15"]).to_owned()
            }
            ("bf", _) if self.rng.chance(40) => self.rng.pick(&["0", "1", "3", "7", "8", "15"]).to_owned(),
            ("sh" | "bf", _) => format!("%r{}", self.rng.below(N_R)),
            ("imm8", _) => format!("{:#x}", self.rng.below(256)),
            (_, Some(b'r')) if is_constant => {
                let all =
                    ["0", "1", "-1", "2", "255", "0x7fffffff", "0x80000000", "0x12345678", "-7", "1000", "0xffff"];
                self.rng.pick(&all).to_owned()
            }
            (_, Some(b'l')) if is_constant => self
                .rng
                .pick(&["0", "1", "-1", "0x7fffffffffffffff", "0x123456789abcdef0", "4294967296", "-3"])
                .to_owned(),
            (_, Some(b'h')) if is_constant => self.rng.pick(&["0", "1", "-1", "0x7fff", "0x3c00", "255"]).to_owned(),
            (_, Some(b'f')) if is_constant => self
                .rng
                .pick(&["0f3F800000", "0f00000000", "0fBF000000", "0f7F800000", "0f40490FDB", "0f00000001"])
                .to_owned(),
            (_, Some(b'd')) if is_constant => self
                .rng
                .pick(&["0d3FF0000000000000", "0d0000000000000000", "0dBFE0000000000000", "0d400921FB54442D18"])
                .to_owned(),
            (_, Some(b'r')) => format!("%r{}", self.rng.below(N_R)),
            (_, Some(b'l')) => format!("%l{}", self.rng.below(N_L)),
            (_, Some(b'h')) => format!("%h{}", self.rng.below(N_H)),
            (_, Some(b'f')) => format!("%f{}", self.rng.below(N_F)),
            (_, Some(b'd')) => format!("%d{}", self.rng.below(N_D)),
            (_, Some(b'p')) => format!("%p{}", self.rng.below(N_P)),
            // A single choice.
            _ => what.to_owned(),
        }
    }
}
