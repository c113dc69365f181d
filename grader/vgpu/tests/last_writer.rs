//! Who wrote an element last: what a judge shows of a wrong value.

#![allow(clippy::unwrap_used, reason = "a test")]

use vgpu::{Arg, Elem, Gpu, Launch, Program};

/// Every thread of two blocks writes its own word; after a barrier, thread 5 of each block writes the block's first word
/// anew, and thread 6 a byte of its second word.
const KERNEL: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
    .reg .pred q;
    .reg .b32 t, b, i, w;
    .reg .b64 base, own, first, off;
    ld.param.u64 base, [p];
    mov.u32 t, %tid.x;
    mov.u32 b, %ctaid.x;
    mul.lo.u32 w, b, 64;
    add.u32 i, w, t;
    mul.wide.u32 off, i, 4;
    add.u64 own, base, off;
    mul.wide.u32 off, w, 4;
    add.u64 first, base, off;
    st.global.u32 [own], t;
    bar.sync 0;
    setp.eq.u32 q, t, 5;
    @q st.global.u32 [first], t;
    setp.eq.u32 q, t, 6;
    @q st.global.u8 [first+6], t;
    ret;
}";

#[test]
fn the_last_writer_of_each_byte() {
    let program = Program::load(ptx::parse(KERNEL).unwrap()).unwrap();
    let mut gpu = Gpu::new();
    let out = gpu.alloc("out", Elem::U32, 130).unwrap();
    let launch = Launch::new([2, 1, 1], [64, 1, 1], vec![Arg::Buffer(out)]);
    let launch = Launch { last_writers: true, ..launch };
    let run = gpu.launch(&program, "k", &launch);
    assert!(run.findings.is_empty(), "{:?}", run.findings);
    let writer = |offset| gpu.last_writer(out, offset, &program, &launch).map(|w| (w.block[0], w.thread[0]));
    assert_eq!(writer(0), Some((0, 5)));
    assert_eq!(writer(4), Some((0, 1)));
    assert_eq!(writer(5), Some((0, 1)));
    assert_eq!(writer(6), Some((0, 6)));
    assert_eq!(writer(4 * 63), Some((0, 63)));
    assert_eq!(writer(4 * 64 + 3), Some((1, 5)));
    assert_eq!(writer(4 * 127), Some((1, 63)));
    assert_eq!(writer(4 * 128), None, "nobody wrote there");
    assert_eq!(writer(4 * 1000), None, "outside of the buffer");
}
