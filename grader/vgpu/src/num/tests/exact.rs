//! The exact core against native arithmetic, and f32's directed rounding against the exact core.

use super::random::Rng;
use crate::num::soft::{self, F32, F64, Format};
use crate::num::{Dir, f32 as s, f64 as d};

const DIRS: [Dir; 3] = [Dir::Zero, Dir::Down, Dir::Up];

#[test]
fn core_agrees_with_native_f32() {
    let mut r = Rng(1);
    for _ in 0..400_000 {
        let [a, b, c] = [(); 3].map(|()| r.float(F32));
        let [x, y, z] = [a, b, c].map(|v| v as u32);
        let n = Dir::Near;
        assert_eq!(soft::add(F32, n, a, b) as u32, s::add(x, y), "{x:08x} + {y:08x}");
        assert_eq!(soft::sub(F32, n, a, b) as u32, s::sub(x, y), "{x:08x} - {y:08x}");
        assert_eq!(soft::mul(F32, n, a, b) as u32, s::mul(x, y), "{x:08x} * {y:08x}");
        assert_eq!(soft::div(F32, n, a, b) as u32, s::div(x, y), "{x:08x} / {y:08x}");
        assert_eq!(soft::sqrt(F32, n, a) as u32, s::sqrt(x), "sqrt {x:08x}");
        assert_eq!(soft::fma(F32, n, a, b, c) as u32, s::fma(x, y, z), "{x:08x} * {y:08x} + {z:08x}");
    }
}

#[test]
fn core_agrees_with_native_f64() {
    let mut r = Rng(2);
    for _ in 0..400_000 {
        let [a, b, c] = [(); 3].map(|()| r.float(F64));
        let n = Dir::Near;
        // NaN payloads are the business of `special`.
        let same = |core: u64, native: u64| core == native || d::is_nan(core) && d::is_nan(native);
        assert!(same(soft::add(F64, n, a, b), d::add(a, b)), "{a:016x} + {b:016x}");
        assert!(same(soft::mul(F64, n, a, b), d::mul(a, b)), "{a:016x} * {b:016x}");
        assert!(same(soft::div(F64, n, a, b), d::div(a, b)), "{a:016x} / {b:016x}");
        assert!(same(soft::sqrt(F64, n, a), d::sqrt(a)), "sqrt {a:016x}");
        assert!(same(soft::fma(F64, n, a, b, c), d::fma(a, b, c)), "{a:016x} * {b:016x} + {c:016x}");
    }
}

#[test]
fn directed_f32_agrees_with_the_core() {
    let mut r = Rng(3);
    for _ in 0..300_000 {
        let [a, b, mut c] = [(); 3].map(|()| r.float(F32));
        if r.below(3) == 0 {
            // Near cancellation, where rounding errors show.
            c = u64::from(s::mul(a as u32, b as u32) ^ s::SIGN) ^ r.below(2);
        }
        let [x, y, z] = [a, b, c].map(|v| v as u32);
        for dir in DIRS {
            assert_eq!(s::add_dir(x, y, dir), soft::add(F32, dir, a, b) as u32, "{x:08x} + {y:08x} {dir:?}");
            assert_eq!(s::mul_dir(x, y, dir), soft::mul(F32, dir, a, b) as u32, "{x:08x} * {y:08x} {dir:?}");
            assert_eq!(s::div_dir(x, y, dir), soft::div(F32, dir, a, b) as u32, "{x:08x} / {y:08x} {dir:?}");
            assert_eq!(s::sqrt_dir(x, dir), soft::sqrt(F32, dir, a) as u32, "sqrt {x:08x} {dir:?}");
            let want = soft::fma(F32, dir, a, b, c) as u32;
            assert_eq!(s::fma_dir(x, y, z, dir), want, "{x:08x} * {y:08x} + {z:08x} {dir:?}");
        }
    }
}

#[test]
fn ftz_rounds_without_end_of_exponents_first() {
    // The exponents of f64 and the precision of f32: how hardware rounds before it flushes.
    const ENDLESS: Format = Format { exp: 11, ..F32 };
    let mut r = Rng(4);
    // Operands whose results are near the least normal number.
    let near = |r: &mut Rng, exp: u64| (r.bits() & 0x807f_ffff) | (exp + r.below(3)) << 23;
    let tie = |r: &mut Rng| (0x00ff_fff0 + r.below(32)) | r.below(2) << 31;
    for n in 0..150_000 {
        let (a, b, c) = match n % 4 {
            0 => (tie(&mut r), 0x3f00_0000 | r.below(2) << 31, 0),
            1 => (near(&mut r, 60), near(&mut r, 66), near(&mut r, 1)),
            2 => (near(&mut r, 40), near(&mut r, 40), (0x0080_0000 + r.below(3)) | r.below(2) << 31),
            _ => (near(&mut r, 62), near(&mut r, 63), r.below(2) << 31),
        };
        let [x, y, z] = [a, b, c].map(|v| F32.flush(v) as u32);
        let [a, b, c] = [x, y, z].map(u64::from);
        for dir in [Dir::Near, Dir::Zero, Dir::Down, Dir::Up] {
            let check = |got: u32, result: &dyn Fn(Format, [u64; 3]) -> u64, what: &str| {
                let wide = [a, b, c].map(|v| soft::convert(F32, ENDLESS, Dir::Near, v));
                let want = F32.flush(soft::convert(ENDLESS, F32, Dir::Zero, result(ENDLESS, wide)));
                assert_eq!(u64::from(got), want, "{what} {x:08x} {y:08x} {z:08x} {dir:?}");
            };
            check(s::mul_full(x, y, dir, true, false), &|f, [a, b, _]| soft::mul(f, dir, a, b), "mul");
            check(s::fma_full(x, y, z, dir, true, false), &|f, [a, b, c]| soft::fma(f, dir, a, b, c), "fma");
            check(s::add_full(x, z, dir, true, false), &|f, [a, _, c]| soft::add(f, dir, a, c), "add");
            check(s::div_full(x, y, dir, true), &|f, [a, b, _]| soft::div(f, dir, a, b), "div");
        }
    }
}
