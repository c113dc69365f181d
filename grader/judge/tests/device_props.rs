//! What launch rules are told of the virtual device is what kernels find there.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use exercise::DeviceProps;
use vgpu::{Arg, Elem, Gpu, Launch, Limits, Program};

/// Writes `%nsmid` and `WARP_SZ`; has an array of `FIXED` bytes in shared memory.
const PTX: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry ask(.param .u64 out)
{
    .shared .align 4 .b8 tile[FIXED];
    .reg .b32 %n;
    .reg .b64 %o;
    ld.param.u64 %o, [out];
    mov.u32 %n, %nsmid;
    st.shared.u32 [tile], %n;
    st.global.u32 [%o], %n;
    mov.u32 %n, WARP_SZ;
    st.global.u32 [%o + 4], %n;
    ret;
}
";

/// What the kernel wrote, and whether the launch was refused.
fn launch(block: u32, fixed_bytes: u32, shared_bytes: u32) -> (Vec<u32>, bool) {
    let text = PTX.replace("FIXED", &fixed_bytes.to_string());
    let program = Program::load(ptx::parse(&text).unwrap()).unwrap();
    let mut gpu = Gpu::new();
    let out = gpu.alloc("out", Elem::U32, 2).unwrap();
    let limits = Limits { shared_bytes: DeviceProps::VIRTUAL.max_shared_bytes, ..Limits::default() };
    let launch = Launch {
        dynamic_shared_bytes: shared_bytes,
        limits,
        ..Launch::new([1; 3], [block, 1, 1], vec![Arg::Buffer(out)])
    };
    let run = gpu.launch(&program, "ask", &launch);
    let is_refused = run.findings.iter().any(|f| f.code() == diag::Code::LaunchFailure);
    (gpu.read(out).as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect(), is_refused)
}

#[test]
fn kernels_find_what_rules_are_told() {
    let virt = DeviceProps::VIRTUAL;
    assert_eq!(launch(1, 4, 0), (vec![virt.sm_count, virt.warp_size], false));
    let is_refused = |block, fixed_bytes, shared_bytes| launch(block, fixed_bytes, shared_bytes).1;
    assert!(!is_refused(virt.max_threads_per_block, 4, 0));
    assert!(is_refused(virt.max_threads_per_block + 1, 4, 0));
    assert!(!is_refused(1, 4, virt.max_shared_bytes - 4));
    assert!(is_refused(1, 4, virt.max_shared_bytes - 3));
    // Arrays of a fixed size get 48 KiB at most, whatever the launch asks for.
    assert!(!is_refused(1, 48 << 10, 1000));
    assert!(is_refused(1, (48 << 10) + 4, 0));
}
