//! The table covers the opcodes of public kernels.

/// Opcodes that NVRTC emitted for 1,839 public kernels.
const SEEN: &str = include_str!("data/opcodes.txt");

/// Textures, surfaces, clusters and bulk copies are out of scope.
const OUTSIDE: &[&str] =
    &["tex.", "suld.", "sust.", "wgmma.", "barrier.cluster.", "cp.async.bulk.", "mbarrier.expect_tx."];

#[test]
fn opcodes_of_public_kernels_are_in_the_table() {
    let mut missing = vec![];
    for opcode in SEEN.lines() {
        let is_outside = OUTSIDE.iter().any(|o| opcode.starts_with(o));
        if ptx::check_opcode(opcode).is_ok() == is_outside {
            missing.push(opcode);
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
    assert!(SEEN.lines().count() > 500);
}

#[test]
fn every_row_is_documented() {
    for row in ptx::ROWS {
        assert!(row.docs.lines().any(|l| l.trim_start().starts_with("PTX ISA: ")), "{}", row.variant);
        assert!(row.docs.trim_start().chars().next().is_some_and(|c| c.is_uppercase() || c == '`'), "{}", row.variant);
    }
}

#[track_caller]
fn check(opcode: &str, why: &str) {
    assert_eq!(ptx::check_opcode(opcode).map_err(|e| e.to_string()), Err(why.to_owned()));
}

#[test]
fn modifiers_are_checked() {
    assert_eq!(ptx::check_opcode("add.f32.ftz.rn"), Ok(()));
    check("frobnicate.u32", "unknown instruction `frobnicate.u32`");
    check("add.rn.f32.f32", "unknown modifier `.f32` of `add`");
    check("add.rq.f32", "unknown modifier `.rq` of `add`");
    check("add", "`add` has no type");
    check("mbarrier.expect_tx.b64", "unknown instruction `mbarrier.expect_tx.b64`");
    check("fma.rn", "`fma` has no type");
    check("barrier.cluster.wait", "unknown instruction `barrier.cluster.wait`");
}
