//! A kernel takes the shared memory that it and what it calls refer to, not that of the module's other kernels.

#![allow(clippy::unwrap_used, reason = "a test")]

use vgpu::finding::Fact;
use vgpu::{Gpu, Launch, Program};

const PTX: &str = ".version 8.0
.target sm_80
.address_size 64
.func helper() {
    .shared .align 4 .b8 inner[20000];
    .reg .b32 %r<2>;
    mov.u32 %r1, inner;
    st.shared.u32 [%r1], 1;
    ret;
}
.visible .entry first() {
    .shared .align 4 .b8 large[40000];
    .reg .b32 %r<2>;
    mov.u32 %r1, large;
    st.shared.u32 [%r1], 1;
    ret;
}
.visible .entry second() {
    .shared .align 4 .b8 other[30000];
    .reg .b32 %r<2>;
    mov.u32 %r1, other;
    st.shared.u32 [%r1], 1;
    ret;
}
.visible .entry both() {
    .shared .align 4 .b8 own[30000];
    .reg .b32 %r<2>;
    mov.u32 %r1, own;
    st.shared.u32 [%r1], 1;
    call helper, ();
    ret;
}";

#[test]
fn shared_memory_of_other_kernels_does_not_count() {
    let program = Program::load(ptx::parse(PTX).unwrap()).unwrap();
    let launch = Launch::new([1, 1, 1], [1, 1, 1], Vec::new());
    for (kernel, refused) in [("first", None), ("second", None), ("both", Some(50_000))] {
        let run = Gpu::new().launch(&program, kernel, &launch);
        let asked = run.findings.iter().find_map(|f| match f.fact {
            Fact::TooMuchShared { asked_bytes, .. } => Some(asked_bytes),
            _ => None,
        });
        assert_eq!(asked, refused, "{kernel}: {:?}", run.findings);
    }
}
