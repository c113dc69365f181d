//! Counts of instructions: they are exact, and add up.

#![allow(clippy::unwrap_used, reason = "a test")]

use vgpu::{Arg, Elem, Gpu, Launch, Profile, Program, Run};

/// Lanes below `n` write; odd ones twice.
const PTX: &str = ".version 8.0
.target sm_80
.address_size 64
.visible .entry kernel(.param .u64 out, .param .u32 n) {
    .reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .pred %p<3>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r2, [n];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    setp.lt.u32 %p1, %r1, %r2;
    @%p1 st.global.u32 [%rd3], %r1;
    and.b32 %r3, %r1, 1;
    setp.eq.u32 %p2, %r3, 0;
    @%p2 bra done;
    st.global.u32 [%rd3], %r2;
done:
    ret;
}";

fn run(threads: u32, n: u32, profile: bool) -> Run {
    let program = Program::load(ptx::parse(PTX).unwrap()).unwrap();
    let mut gpu = Gpu::new();
    let out = gpu.alloc("out", Elem::U32, 1024).unwrap();
    let mut launch = Launch::new([1, 1, 1], [threads, 1, 1], vec![Arg::Buffer(out), Arg::U32(n)]);
    launch.profile = profile;
    gpu.launch(&program, "kernel", &launch)
}

fn stores(profile: &Profile) -> Vec<(u64, u64, u64, &str)> {
    let of = profile.instructions.iter().filter(|i| i.opcode.starts_with("st."));
    of.map(|i| (i.counts.warps, i.counts.lanes, i.counts.global.sectors, i.global_name.as_str())).collect()
}

#[test]
fn guards_and_branches_are_counted_by_lane() {
    let run = run(80, 40, true);
    let profile = run.profile.unwrap();
    // Three warps come to the first store, 40 lanes make it in two of them; odd lanes of all make the second.
    assert_eq!(stores(&profile), [(3, 40, 5, "out"), (3, 40, 10, "out")]);
    let branch = profile.instructions.iter().find(|i| i.opcode == "bra").unwrap();
    assert_eq!((branch.counts.warps, branch.counts.lanes, branch.counts.divergent), (3, 80, 3));
    let total = profile.total();
    assert_eq!(total.warps, run.counters.warp_instructions);
    assert!(total.lanes < run.counters.lane_instructions, "lanes without their guard do not count");
}

#[test]
fn profiles_add_up() {
    let mut sum = Profile::default();
    for (threads, n) in [(80, 40), (32, 0), (1024, 1000)] {
        sum.merge(&run(threads, n, true).profile.unwrap());
    }
    assert_eq!(stores(&sum), [(36, 1040, 130, "out"), (36, 568, 142, "out")]);
}

#[test]
fn nothing_is_counted_unasked() {
    assert_eq!(run(32, 32, false).profile, None);
}
