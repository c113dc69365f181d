//! The bodies: PTX with what each thread must come to.

use crate::values::list;
use vgpu::{Arg, Elem, Gpu, Launch, Program};

/// A body and what is expected of it.
#[derive(Default)]
pub struct Body {
    title: String,
    ptx: String,
    /// Outside of the kernel.
    module: String,
    n_threads: Option<u32>,
    /// Name of what is looked at, whether order matters, values.
    wants: Vec<(String, bool, Vec<Option<u64>>)>,
    finds: Vec<String>,
    /// The only finding for now.
    today: Option<String>,
}

/// What memory holds before.
const POISON: u64 = 0xa5a5_a5a5;

pub fn bodies(text: &str) -> Vec<Body> {
    let (mut bodies, mut in_module, mut in_body): (Vec<Body>, bool, bool) = (Vec::new(), false, false);
    let mut module = String::new();
    for line in text.lines() {
        let directive = line.strip_prefix("// ").and_then(|l| l.split_once(':'));
        match directive {
            Some(("body", title)) => {
                let mut body = Body { title: title.trim().to_owned(), ..Body::default() };
                body.module = std::mem::take(&mut module);
                bodies.push(body);
                (in_module, in_body) = (false, true);
            }
            Some(("module", _)) => (in_module, in_body) = (true, false),
            Some((key, value)) if in_body => {
                let body = bodies.last_mut().unwrap();
                let value = value.trim();
                match key {
                    "block" => body.n_threads = Some(value.parse().unwrap()),
                    "finds" => body.finds = value.split(", ").map(str::to_owned).collect(),
                    "today" => body.today = Some(value.to_owned()),
                    "d" | "e" | "wd" | "mem" | "d~" | "e~" | "mem~" => {
                        body.wants.push((key.trim_end_matches('~').to_owned(), !key.ends_with('~'), list(value)));
                    }
                    _ => {}
                }
            }
            _ if line.starts_with("//") => {}
            _ if in_module => module += &format!("{line}\n"),
            _ if in_body => bodies.last_mut().unwrap().ptx += &format!("    {line}\n"),
            _ => {}
        }
    }
    bodies
}

impl Body {
    pub fn module(&self) -> String {
        format!(
            ".version 8.7\n.target sm_90\n.address_size 64\n\
             .const .align 16 .b32 table[4] = {{11, 22, 33, 44}};\n\
             .global .align 16 .b32 device[4] = {{55, 66, 77, 88}};\n{}\
             .visible .entry k(.param .u64 pin, .param .u64 pout, .param .u64 pmem) {{\n    \
             .reg .pred p, q, r, odd;\n    .reg .b16 h0, h1, h2, h3;\n    .reg .b32 lane, a, b, c, d, e, f, g, t, u;\n    \
             .reg .b64 wa, wb, wc, wd, in, mem, out, addr;\n    .shared .align 16 .b8 tile[1024];\n    \
             .local .align 16 .b8 loc[64];\n    ld.param.u64 in, [pin];\n    ld.param.u64 mem, [pmem];\n    \
             ld.param.u64 out, [pout];\n    mov.u32 lane, %tid.x;\n    mul.wide.u32 addr, lane, 16;\n    \
             add.u64 out, out, addr;\n    and.b32 t, lane, 1;\n    setp.ne.u32 odd, t, 0;\n    mov.u32 d, 0;\n    \
             mov.u32 e, 0;\n    mov.u64 wd, 0;\n{}    st.global.u32 [out], d;\n    st.global.u32 [out+4], e;\n    \
             st.global.u64 [out+8], wd;\n    ret;\n}}\n",
            self.module, self.ptx
        )
    }

    pub fn check(&self, say: &mut dyn FnMut(String)) {
        let text = self.module();
        let parsed = ptx::parse(&text).unwrap_or_else(|e| panic!("{}: {e}\n{text}", self.title));
        let program = Program::load(parsed).unwrap_or_else(|e| panic!("{}: {e}", self.title));
        let n = self.n_threads.unwrap_or(32);
        let mut gpu = Gpu::new();
        let input = gpu.alloc("in", Elem::U32, 64).unwrap();
        gpu.write(input, &(1000..1064u32).flat_map(u32::to_le_bytes).collect::<Vec<u8>>());
        let output = gpu.alloc("out", Elem::U32, 4 * n as usize).unwrap();
        gpu.poison(output, &POISON.to_le_bytes()[..4]);
        let memory = gpu.alloc("mem", Elem::U32, 64).unwrap();
        gpu.write(memory, &[0; 256]);
        let mut launch = Launch::new([1, 1, 1], [n, 1, 1], [input, output, memory].map(Arg::Buffer).to_vec());
        launch.limits.max_steps = 1_000_000;
        let run = gpu.launch(&program, "k", &launch);
        let mut codes: Vec<&str> = run.findings.iter().map(|f| f.code().as_str()).collect();
        codes.dedup();
        if let Some(today) = &self.today {
            if codes != [today.as_str()] {
                say(format!("{}: no longer {today} but {codes:?}: drop its `today` line", self.title));
            }
            return;
        }
        if codes != self.finds {
            say(format!("{}: found {codes:?}, not {:?}; {:?} {:?}", self.title, self.finds, run.stopped, run.findings));
            return;
        }
        let cells = |b| gpu.read(b).chunks_exact(4).map(|c| u64::from(u32::from_le_bytes(c.try_into().unwrap())));
        let (out, mem): (Vec<u64>, Vec<u64>) = (cells(output).collect(), cells(memory).collect());
        for (name, in_order, want) in &self.wants {
            let poison = if name == "wd" { POISON << 32 | POISON } else { POISON };
            let mut got: Vec<u64> = match name.as_str() {
                "d" => out.chunks(4).map(|c| c[0]).collect(),
                "e" => out.chunks(4).map(|c| c[1]).collect(),
                "wd" => out.chunks(4).map(|c| c[2] | c[3] << 32).collect(),
                _ => mem[..want.len().min(64)].to_vec(),
            };
            let narrow = |v: u64| if name == "wd" { v } else { v & 0xffff_ffff };
            let mut want: Vec<u64> = want.iter().map(|v| v.map_or(poison, narrow)).collect();
            if !in_order {
                got.sort_unstable();
                want.sort_unstable();
            }
            if got != want {
                say(format!("{}: {name} is {got:x?}, not {want:x?}", self.title));
            }
        }
    }
}
