//! Edge values of f32 and f64 by hand.

use crate::num::{Dir, bf16, compare, f16, f32 as s, f64 as d};

const ZERO: u32 = 0;
const MINUS: u32 = 0x8000_0000;
const ONE: u32 = s::ONE;
const INF: u32 = s::INF;
const NAN: u32 = s::NAN;
/// A NaN with another payload, and a signalling one.
const ODD_NAN: u32 = 0xffc1_2345;
const SIGNALLING: u32 = 0x7f80_0001;

fn bits(x: f32) -> u32 {
    x.to_bits()
}

#[test]
fn nan_results_are_the_hardwares() {
    for nan in [NAN, ODD_NAN, SIGNALLING] {
        assert_eq!([s::add(nan, ONE), s::mul(ONE, nan), s::fma(ONE, ONE, nan), s::sqrt(nan)], [NAN; 4]);
    }
    assert_eq!([s::sub(INF, INF), s::mul(ZERO, INF), s::div(ZERO, MINUS), s::sqrt(bits(-1.0))], [NAN; 4]);
    assert_eq!(d::sub(d::INF, d::INF), 0xfff8_0000_0000_0000);
    assert_eq!(s::max_full(0x7fbb_03f1, 0xffb4_bbc1, false, false, true), NAN, "xorsign gives NaN no sign");
}

#[test]
fn f64_nans_pass_on_payloads() {
    // Signalling, so that quieting shows.
    let [p, q, r] = [0x7ff0_0000_0000_0001, 0xfff0_0000_0000_0002, 0x7ff0_0000_0000_0003];
    let [quiet_p, quiet_q, quiet_r] = [p, q, r].map(|v| v | 1 << 51);
    let one = d::ONE;
    assert_eq!([d::add(p, one), d::sub(one, q), d::sqrt(p), d::rcp(q)], [quiet_p, quiet_q, quiet_p, quiet_q]);
    assert_eq!([d::add(p, q), d::sub(p, q), d::mul(p, q), d::div(p, q)], [quiet_q, quiet_q, quiet_q, quiet_p]);
    assert_eq!([d::fma(p, q, r), d::fma(p, one, r), d::fma(p, one, one)], [quiet_q, quiet_r, quiet_p]);
    assert_eq!([d::min(p, q), d::max(p, q), d::min(p, one), d::max(one, q)], [quiet_q, quiet_q, one, one]);
    for dir in [Dir::Zero, Dir::Down, Dir::Up] {
        assert_eq!(
            [d::add_full(p, q, dir), d::sub_full(one, q, dir), d::div_full(p, q, dir)],
            [quiet_q, quiet_q, quiet_p]
        );
        assert_eq!(
            [d::fma_full(p, one, r, dir), d::rcp_full(q, dir), d::sqrt_full(p, dir)],
            [quiet_r, quiet_q, quiet_p]
        );
    }
}

#[test]
fn min_and_max() {
    assert_eq!((s::max(ZERO, MINUS), s::max(MINUS, ZERO)), (ZERO, ZERO));
    assert_eq!((s::min(ZERO, MINUS), s::min(MINUS, ZERO)), (MINUS, MINUS));
    assert_eq!((s::max(ODD_NAN, ONE), s::min(ONE, SIGNALLING)), (ONE, ONE));
    assert_eq!((s::max(ODD_NAN, SIGNALLING), s::min(ODD_NAN, NAN)), (NAN, NAN));
    assert_eq!((s::max_nan(ODD_NAN, ONE), s::min_nan(ONE, SIGNALLING)), (NAN, NAN));
    assert_eq!(s::max_full(bits(-3.0), bits(2.0), false, false, true), bits(-3.0));
    assert_eq!(s::min_full(bits(-3.0), bits(-2.0), false, false, true), bits(2.0));
    assert_eq!(s::max_full(1, MINUS, true, false, false), ZERO);
    assert_eq!((f16::max(0x8000, 0), f16::min(0, 0x8000), bf16::max(0x7fc1, 0x3f80)), (0, 0x8000, 0x3f80));
    assert_eq!(f16::max_nan(0x7e01, 0x3c00), 0x7fff);
}

#[test]
fn ftz_and_sat() {
    let near = Dir::Near;
    assert_eq!(s::flush(0x807f_ffff), MINUS);
    assert_eq!(s::add_full(0x0080_0000, 0x807f_ffff, near, true, false), 0x0080_0000);
    assert_eq!(s::add_full(0x0080_0000, 0x807f_ffff, near, false, false), 1);
    assert_eq!(s::mul_full(0x0080_0000, bits(-0.5), near, true, false), MINUS);
    assert_eq!([s::saturate(NAN), s::saturate(MINUS), s::saturate(bits(-2.0))], [ZERO; 3]);
    assert_eq!((s::saturate(bits(2.0)), s::saturate(INF), s::saturate(bits(0.25))), (ONE, ONE, bits(0.25)));
    assert_eq!(f16::fma_full(0xbc00, 0x3c00, 0, false, false, true), 0);
    assert_eq!(f16::add_full(0x3c00, 0x3c00, false, true), 0x3c00);
    assert_eq!(f16::mul_full(0x0400, 0x3800, true, false), 0);
    // As read from a GPU: 24 bits of the result are below the least normal number, although without `.ftz` it rounds up.
    assert_eq!(
        (s::mul(0x00ff_ffff, bits(0.5)), s::mul_full(0x00ff_ffff, bits(0.5), near, true, false)),
        (0x0080_0000, 0)
    );
    assert_eq!((f16::mul(0x87ff, 0x3800), f16::mul_full(0x87ff, 0x3800, true, false)), (0x8400, 0x8000));
    assert_eq!(f16::fma_full(0x07ff, 0x3800, 0, true, false, false), 0);
    let just_below = |dir| s::fma_full(0x269b_3e02, 0x043b_3372, 0x8080_0000, dir, true, false);
    assert_eq!([near, Dir::Down, Dir::Zero].map(just_below), [0x8080_0000, 0x8080_0000, MINUS]);
}

#[test]
fn directed_rounding() {
    let third = |dir| s::div_dir(ONE, bits(3.0), dir);
    assert_eq!((third(Dir::Down), third(Dir::Up), third(Dir::Zero)), (0x3eaa_aaaa, 0x3eaa_aaab, 0x3eaa_aaaa));
    assert_eq!(s::add_dir(ONE, bits(-1.0), Dir::Down), MINUS);
    assert_eq!(s::fma_dir(ONE, ONE, bits(-1.0), Dir::Down), MINUS);
    assert_eq!(s::add_dir(ZERO, ZERO, Dir::Down), ZERO);
    let big = bits(f32::MAX);
    assert_eq!((s::add_dir(big, big, Dir::Zero), s::add_dir(big, big, Dir::Down)), (big, big));
    assert_eq!((s::add_dir(big, big, Dir::Up), s::mul_dir(big, big, Dir::Near)), (INF, INF));
    assert_eq!((s::mul_dir(1, 1, Dir::Up), s::mul_dir(1, 0x8000_0001, Dir::Down)), (1, 0x8000_0001));
    // The step of NVRTC's expf: clamped multiplier times 252 plus a magic number, rounded down.
    assert_eq!(s::fma_dir(bits(0.7), 0x437c_0000, 0x4b40_0001, Dir::Down), 0x4b40_00b1);
    assert_eq!(d::add_full(d::ONE, 1, Dir::Up), d::ONE + 1);
    assert_eq!(d::div_full(d::ONE, 3f64.to_bits(), Dir::Down), 0x3fd5_5555_5555_5555);
}

#[test]
fn signs() {
    assert_eq!(s::copysign(bits(-2.0), bits(3.0)), bits(-3.0));
    assert_eq!((s::abs(ODD_NAN), s::neg(ODD_NAN), s::neg(ZERO), s::abs(bits(-1.0))), (NAN, NAN, MINUS, ONE));
    assert_eq!((f16::neg(0xfc3d), bf16::abs(0xffd1), f16::neg(0x3c00)), (0x7fff, 0x7fff, 0xbc00));
    assert_eq!((d::neg(0xfff6_6f33_0136_7a2d), d::abs(1 << 63)), (0xfffe_6f33_0136_7a2d, 0));
    assert_eq!((s::abs_full(0x8000_0001, true), s::neg_full(1, true)), (ZERO, MINUS));
}

#[test]
fn comparisons() {
    use compare::f32 as c;
    use ptx::Cmp;
    let ops = [Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge];
    let unordered = [Cmp::Equ, Cmp::Neu, Cmp::Ltu, Cmp::Leu, Cmp::Gtu, Cmp::Geu];
    let two = bits(2.0);
    for (a, b, want) in [
        (ONE, ONE, [true, false, false, true, false, true]),
        (ONE, two, [false, true, true, true, false, false]),
        (two, ONE, [false, true, false, false, true, true]),
        (ZERO, MINUS, [true, false, false, true, false, true]),
    ] {
        assert_eq!(ops.map(|op| c::cmp(op, a, b)), want);
        assert_eq!(unordered.map(|op| c::cmp(op, a, b)), want);
        assert!(c::num(a, b) && !c::nan(a, b));
    }
    assert_eq!(ops.map(|op| c::cmp(op, ONE, NAN)), [false; 6]);
    assert_eq!(unordered.map(|op| c::cmp(op, NAN, ONE)), [true; 6]);
    assert!(c::nan(NAN, ONE) && !c::num(NAN, ONE));
    assert!(compare::f16::lt(0xbc00, 0x3c00) && compare::bf16::equ(0x7fff, 0) && compare::f64::gt(d::ONE, 0));
}

#[test]
fn testp() {
    use ptx::TestpOp::*;
    let all = [Finite, Infinite, Number, NotANumber, Normal, Subnormal];
    for (a, want) in [
        (ONE, [true, false, true, false, true, false]),
        (MINUS, [true, false, true, false, true, false]),
        (1, [true, false, true, false, false, true]),
        (INF, [false, true, true, false, false, false]),
        (ODD_NAN, [false, false, false, true, false, false]),
    ] {
        assert_eq!(all.map(|op| compare::testp_f32(op, a)), want, "{a:08x}");
    }
    assert!(compare::testp_f64(Subnormal, 1));
}
