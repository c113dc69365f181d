//! Where ptxas 13.0 compiles an instruction to something else than the ISA says, as an H200 showed: why random kernels leave
//! these forms out (`templates`). `quirks/*.ptx` have a row of results for each; the rows beside them, with the same operands
//! in registers or without a guard, are as the ISA says on both.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use vgpu::{Arg, Elem, Gpu, Launch, Program};

/// Threads, so results of a row.
const N: usize = 32;
const N_ROWS: usize = 16;

/// The rows in which the virtual GPU answers other than the H200 did.
fn differing(ptx: &str, constants: [u32; 4], h200: &[u8]) -> Vec<usize> {
    let program = Program::load(ptx::parse(ptx).unwrap()).unwrap();
    let mut gpu = Gpu::new();
    let input = gpu.alloc("in", Elem::U32, 2 * N).unwrap();
    let out = gpu.alloc("out", Elem::U32, N_ROWS * N).unwrap();
    gpu.write(input, include_bytes!("quirks/in.bin"));
    let mut args = vec![Arg::Buffer(input), Arg::Buffer(out)];
    args.extend(constants.map(Arg::U32));
    let run = gpu.launch(&program, "k", &Launch::new([1, 1, 1], [N as u32, 1, 1], args));
    assert!(run.findings.is_empty(), "{:?}", run.findings);
    let rows = gpu.read(out).chunks(4 * N).zip(h200.chunks(4 * N)).enumerate();
    rows.filter(|(_, (here, there))| here != there).map(|(row, _)| row).collect()
}

#[test]
fn guards_constants_and_the_smallest_half_word() {
    let rows = differing(include_str!("quirks/first.ptx"), [33, 7, 65, 1], include_bytes!("quirks/first-h200.bin"));
    // 0: `testp` under a guard. 2: `set` to a float under a guard. 3, 5: bit fields by constants. 11, 12: `abs` and `neg` of the
    // smallest number. 13, 14: a shift by and a conversion of `cnot`'s result.
    assert_eq!(rows, [0, 2, 3, 5, 11, 12, 13, 14]);
}

#[test]
fn bit_fields_past_the_word_by_constants_and_no_shifts() {
    let rows = differing(include_str!("quirks/second.ptx"), [32, 31, 64, 16], include_bytes!("quirks/second-h200.bin"));
    // 0: `bfi`, 2: `bfe` by constants that reach past bit 31. Shifts by constants not below the width are as the ISA says.
    assert_eq!(rows, [0, 2]);
}
