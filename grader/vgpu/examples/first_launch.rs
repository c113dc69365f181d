//! Loads PTX, gives the kernel two buffers, launches it, and reads what it wrote and how much work that was.

#![allow(clippy::print_stdout, reason = "that is what it is for")]

use vgpu::{Arg, Elem, Gpu, Launch, Program};

/// `out[i] = 2 * in[i]`, one thread for each of `n` elements.
const PTX: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry twice(.param .u64 out, .param .u64 in, .param .u32 n)
{
    .reg .pred %p;
    .reg .b32 %i, %n, %b, %t;
    .reg .f32 %x;
    .reg .b64 %o, %a, %at;
    ld.param.u64 %o, [out];
    ld.param.u64 %a, [in];
    ld.param.u32 %n, [n];
    mov.u32 %b, %ctaid.x;
    mov.u32 %t, %ntid.x;
    mov.u32 %i, %tid.x;
    mad.lo.u32 %i, %b, %t, %i;
    setp.ge.u32 %p, %i, %n;
    @%p ret;
    mul.wide.u32 %at, %i, 4;
    add.u64 %a, %a, %at;
    add.u64 %o, %o, %at;
    ld.global.f32 %x, [%a];
    add.rn.f32 %x, %x, %x;
    st.global.f32 [%o], %x;
    ret;
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let program = Program::load(ptx::parse(PTX)?)?;
    let n: u32 = 1000;

    let mut gpu = Gpu::new();
    let input = gpu.alloc("in", Elem::F32, n as usize)?;
    let output = gpu.alloc("out", Elem::F32, n as usize)?;
    let numbers: Vec<u8> = (0..n).flat_map(|i| (i as f32).to_le_bytes()).collect();
    gpu.write(input, &numbers);

    let args = vec![Arg::Buffer(output), Arg::Buffer(input), Arg::U32(n)];
    let run = gpu.launch(&program, "twice", &Launch::new([n.div_ceil(256), 1, 1], [256, 1, 1], args));

    println!("findings: {}", run.findings.len());
    println!("lane instructions: {}", run.counters.lane_instructions);
    println!("bytes written: {:?}", gpu.written(output));
    let floats: Vec<f32> = gpu.read(output).as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    println!("out: {:?} … {:?}", &floats[..4], &floats[996..]);
    Ok(())
}
