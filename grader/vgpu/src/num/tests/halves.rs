//! f16 and bf16 against the exact core.

use super::random::Rng;
use crate::num::soft::{self, BF16, F16, F32, F64, Format};
use crate::num::{Dir, bf16, bf16x2, f16, f16x2, f64 as d};

#[test]
fn every_f16_and_bf16_widens_exactly() {
    for a in 0..=0xffffu64 {
        for (f, got) in [(F16, f16::num(a as u32)), (BF16, bf16::num(a as u32))] {
            if f.is_nan(a) {
                assert!(got.is_nan(), "{a:04x}");
            } else {
                assert_eq!(u64::from(got.to_bits()), soft::convert(f, F32, Dir::Near, a), "{a:04x}");
            }
        }
    }
}

#[test]
fn every_half_survives_a_round_trip() {
    for a in 0..=0xffffu32 {
        let want16 = if f16::is_nan(a) { f16::NAN } else { a };
        assert_eq!(f16::from_f32(f16::num(a)), want16);
        assert_eq!(f16::from_f64(f64::from(f16::num(a))), want16);
        let want = if bf16::is_nan(a) { bf16::NAN } else { a };
        assert_eq!(bf16::from_f32(bf16::num(a)), want);
        assert_eq!(bf16::from_f64(f64::from(bf16::num(a))), want);
    }
}

/// An f32 or f64 on or beside a tie between two halves.
fn near_tie(r: &mut Rng, half: Format, wide: Format) -> u64 {
    let h = r.float(half) & !(half.sign());
    let [lo, hi] = [h, h + 1].map(|v| soft::convert(half, wide, Dir::Near, v));
    let middle = soft::mul(wide, Dir::Near, soft::add(wide, Dir::Near, lo, hi), wide.one() - (1 << wide.frac));
    (middle.wrapping_add(r.below(3)).wrapping_sub(1)) | (r.below(2) * wide.sign())
}

#[test]
fn narrowing_rounds_once() {
    let mut r = Rng(11);
    for n in 0..1_000_000u64 {
        for half in [F16, BF16] {
            let x = if n % 2 == 0 { r.float(F32) } else { near_tie(&mut r, half, F32) };
            let y = if n % 2 == 0 { r.float(F64) } else { near_tie(&mut r, half, F64) };
            let (x32, y64) = (f32::from_bits(x as u32), f64::from_bits(y));
            let (got32, got64) = if half == F16 {
                (f16::from_f32(x32), f16::from_f64(y64))
            } else {
                (bf16::from_f32(x32), bf16::from_f64(y64))
            };
            assert_eq!(u64::from(got32), soft::convert(F32, half, Dir::Near, x), "{x:08x} {half:?}");
            assert_eq!(u64::from(got64), soft::convert(F64, half, Dir::Near, y), "{y:016x} {half:?}");
        }
    }
}

macro_rules! arithmetic {
    ($test:ident, $half:ident, $pair:ident, $f:ident, $seed:literal) => {
        #[test]
        fn $test() {
            let mut r = Rng($seed);
            for _ in 0..500_000 {
                let [a, b, mut c] = [(); 3].map(|()| r.float($f));
                let n = Dir::Near;
                if r.below(4) == 0 {
                    c = soft::mul($f, n, a, b) ^ $f.sign() ^ r.below(2);
                }
                let [x, y, z] = [a, b, c].map(|v| v as u32);
                assert_eq!($half::add(x, y), soft::add($f, n, a, b) as u32, "{a:04x} + {b:04x}");
                assert_eq!($half::sub(x, y), soft::sub($f, n, a, b) as u32, "{a:04x} - {b:04x}");
                assert_eq!($half::mul(x, y), soft::mul($f, n, a, b) as u32, "{a:04x} * {b:04x}");
                assert_eq!($half::fma(x, y, z), soft::fma($f, n, a, b, c) as u32, "{a:04x} * {b:04x} + {c:04x}");
                let both = $pair::fma(x | y << 16, y | z << 16, z | x << 16);
                assert_eq!(both, $half::fma(x, y, z) | $half::fma(y, z, x) << 16);
                assert_eq!($half::saturate(x), $f.saturate(a) as u32, "sat {a:04x}");
            }
        }
    };
}

arithmetic!(f16_arithmetic, f16, f16x2, F16, 12);
arithmetic!(bf16_arithmetic, bf16, bf16x2, BF16, 13);

#[test]
fn every_pair_of_edge_halves_compares_like_f64() {
    let edges: Vec<u32> =
        (0..=0xffffu32).step_by(97).chain([0, 0x8000, 1, 0x8001, 0x7c00, 0xfc00, 0x7e00, 0xfe01]).collect();
    for &a in &edges {
        for &b in &edges {
            let [x, y] = [a, b].map(u64::from);
            let [x, y] = [x, y].map(|v| soft::convert(F16, F64, Dir::Near, v));
            for (got, want) in [(f16::min(a, b), d::min(x, y)), (f16::max(a, b), d::max(x, y))] {
                assert_eq!(u64::from(got), soft::convert(F64, F16, Dir::Near, want), "{a:04x} {b:04x}");
            }
        }
    }
}
