//! Errors of the approximate functions over many operands, against f64.

use super::random::Rng;
use crate::num::{approx, bf16, f16};

/// Largest error of `f` against `exact` over the operands, relative to `scale` of the exact result.
fn worst(operands: impl Iterator<Item = f32>, f: fn(u32) -> u32, exact: fn(f64) -> f64, scale: fn(f64) -> f64) -> f64 {
    operands
        .map(|x| {
            let want = exact(f64::from(x));
            let got = f64::from(f32::from_bits(f(x.to_bits())));
            if got == want { 0.0 } else { (got - want).abs() / scale(want) }
        })
        .fold(0.0, f64::max)
}

fn relative(want: f64) -> f64 {
    want.abs()
}

/// Relative for normal results, absolute for denormal ones (a unit there is what rounding loses).
fn with_denormals(want: f64) -> f64 {
    want.abs().max(2f64.powi(-126))
}

fn absolute(_: f64) -> f64 {
    1.0
}

fn uniform(seed: u64, n: usize, lo: f32, hi: f32) -> impl Iterator<Item = f32> {
    let mut r = Rng(seed);
    std::iter::repeat_with(move || lo + (hi - lo) * ((r.bits() >> 40) as f32 / 16_777_216.0)).take(n)
}

/// Any positive normal number, all exponents alike.
fn positive(seed: u64, n: usize) -> impl Iterator<Item = f32> {
    let mut r = Rng(seed);
    std::iter::repeat_with(move || f32::from_bits(0x0080_0000 + r.below(0x7f00_0000) as u32)).take(n)
}

#[track_caller]
fn check(name: &str, error: f64, bound_log2: f64) {
    println!("{name}: 2^{:.2}", error.log2());
    assert!(error <= bound_log2.exp2(), "{name}: 2^{:.2}, allowed 2^{bound_log2}", error.log2());
}

const N: usize = 200_000;

#[test]
fn exponential_and_logarithm() {
    check("ex2", worst(uniform(1, N, -149.0, 128.0), approx::ex2, f64::exp2, with_denormals), -22.5);
    check("ex2 near 0", worst(uniform(2, N, -1.0, 1.0), approx::ex2, f64::exp2, relative), -22.5);
    check("ex2.ftz", worst(uniform(3, N, -126.0, 128.0), approx::ex2_ftz, f64::exp2, relative), -22.5);
    check("lg2", worst(positive(4, N), approx::lg2, f64::log2, relative), -22.0);
    check("lg2 near 1", worst(uniform(5, N, 0.5, 2.0), approx::lg2, f64::log2, relative), -22.0);
}

#[test]
fn trigonometry() {
    let tau = std::f32::consts::TAU;
    check("sin", worst(uniform(6, N, -tau, tau), approx::sin, f64::sin, absolute), -20.5);
    check("cos", worst(uniform(7, N, -tau, tau), approx::cos, f64::cos, absolute), -20.5);
    check("sin to 100 pi", worst(uniform(8, N, -314.0, 314.0), approx::sin, f64::sin, absolute), -14.7);
    check("tanh", worst(uniform(9, N, -12.0, 12.0), approx::tanh, f64::tanh, relative), -21.5);
    check("tanh near 0", worst(uniform(10, N, -0.7, 0.7), approx::tanh, f64::tanh, relative), -21.5);
}

#[test]
fn roots_and_reciprocals() {
    check("rsqrt", worst(positive(11, N), approx::rsqrt, |x| 1.0 / x.sqrt(), relative), -22.9);
    check("sqrt", worst(positive(12, N), approx::sqrt, f64::sqrt, relative), -23.9);
    check("rcp", worst(positive(13, N), approx::rcp, |x| 1.0 / x, with_denormals), -23.9);
    let upper = |f: fn(u64) -> u64, exact: fn(f64) -> f64| {
        let mut r = Rng(14);
        (0..N)
            .map(|_| f64::from_bits(0x3000_0000_0000_0000 + (r.bits() >> 3) / 64 * 64))
            .filter(|x| x.is_finite())
            .map(|x| {
                let x = f64::from_bits(x.to_bits() & 0xffff_ffff_0000_0000);
                (f64::from_bits(f(x.to_bits())) / exact(x) - 1.0).abs()
            })
            .fold(0.0, f64::max)
    };
    check("rcp.f64", upper(approx::rcp_ftz_f64, |x| 1.0 / x), -20.0);
    check("rsqrt.f64", upper(approx::rsqrt_ftz_f64, |x| 1.0 / x.sqrt()), -20.0);
}

#[test]
fn halves_over_every_operand() {
    let (mut ex2, mut tanh, mut ex2_b, mut tanh_b) = (0f64, 0f64, 0f64, 0f64);
    for a in 0..=0xffffu32 {
        let x = f64::from(f16::num(a));
        if x.is_finite() {
            let e = x.exp2();
            if (6.2e-5..6.5e4).contains(&e) {
                ex2 = ex2.max((f64::from(f16::num(approx::ex2_f16(a))) / e - 1.0).abs());
            }
            tanh = tanh.max((f64::from(f16::num(approx::tanh_f16(a))) - x.tanh()).abs());
        }
        let x = f64::from(bf16::num(a));
        if x.is_finite() {
            let e = x.exp2();
            if (1.2e-38..3.3e38).contains(&e) {
                ex2_b = ex2_b.max((f64::from(bf16::num(approx::ex2_ftz_bf16(a))) / e - 1.0).abs());
            }
            tanh_b = tanh_b.max((f64::from(bf16::num(approx::tanh_bf16(a))) - x.tanh()).abs());
        }
    }
    check("ex2.f16", ex2, -9.9);
    check("tanh.f16", tanh, -10.987);
    check("ex2.bf16", ex2_b, -7.0);
    check("tanh.bf16", tanh_b, -8.0);
}

/// A function's name, the function, and operands with their results.
type Case<'a> = (&'a str, fn(u32) -> u32, &'a [(u32, u32)]);

#[test]
fn special_values() {
    const INF: u32 = 0x7f80_0000;
    const MINUS_INF: u32 = 0xff80_0000;
    const NAN: u32 = 0x7fff_ffff;
    const fn b(x: f32) -> u32 {
        x.to_bits()
    }
    let cases: &[Case] = &[
        (
            "ex2",
            approx::ex2,
            &[(MINUS_INF, 0), (INF, INF), (NAN, NAN), (0, b(1.0)), (1, b(1.0)), (b(-149.0), 1), (b(128.0), INF)],
        ),
        (
            "ex2.ftz",
            approx::ex2_ftz,
            &[(MINUS_INF, 0), (INF, INF), (b(-126.0), 0x0080_0000), (b(-126.5), 0), (b(10.0), b(1024.0))],
        ),
        (
            "lg2",
            approx::lg2,
            &[
                (0, MINUS_INF),
                (0x8000_0000, MINUS_INF),
                (b(-1.0), NAN),
                (INF, INF),
                (MINUS_INF, NAN),
                (1, b(-149.0)),
                (b(8.0), b(3.0)),
                (b(1.0), 0),
            ],
        ),
        ("lg2.ftz", approx::lg2_ftz, &[(1, MINUS_INF), (0x8000_0001, MINUS_INF)]),
        ("sin", approx::sin, &[(0, 0), (0x8000_0000, 0x8000_0000), (INF, NAN), (MINUS_INF, NAN), (NAN, NAN)]),
        ("cos", approx::cos, &[(0, b(1.0)), (0x8000_0000, b(1.0)), (INF, NAN), (1, b(1.0))]),
        (
            "tanh",
            approx::tanh,
            &[(0, 0), (0x8000_0000, 0x8000_0000), (INF, b(1.0)), (MINUS_INF, b(-1.0)), (NAN, NAN), (1, 1)],
        ),
        ("rcp", approx::rcp, &[(0, INF), (0x8000_0000, MINUS_INF), (INF, 0), (MINUS_INF, 0x8000_0000), (NAN, NAN)]),
        ("rcp.ftz", approx::rcp_ftz, &[(1, INF), (0x8000_0001, MINUS_INF), (0x7f00_0000, 0)]),
        ("rsqrt", approx::rsqrt, &[(0, INF), (0x8000_0000, MINUS_INF), (INF, 0), (b(-1.0), NAN), (b(4.0), b(0.5))]),
        ("sqrt", approx::sqrt, &[(0, 0), (0x8000_0000, 0x8000_0000), (INF, INF), (b(-1.0), NAN)]),
    ];
    for (name, f, values) in cases {
        for &(x, want) in *values {
            assert_eq!(f(x), want, "{name} of {x:08x}: {:08x}, not {want:08x}", f(x));
        }
    }
    let huge = 0x7f00_0000; // 2^127
    assert_eq!((approx::div(b(3.0), huge), approx::div(INF, huge), approx::div(b(-3.0), huge)), (0, NAN, 0x8000_0000));
    assert_eq!((approx::div(b(6.0), b(3.0)), approx::div_full(b(1.0), 0)), (b(2.0), INF));
    assert_eq!(approx::rcp_ftz_f64(1), 0x7ff0_0000_0000_0000);
}
