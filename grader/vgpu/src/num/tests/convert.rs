//! `cvt`: every pair of types against the exact core, and edge values by hand.

use super::random::Rng;
use crate::num::cvt::{self, Mods, Round, Scalar};
use crate::num::soft::{self, Dir, Format};

const DIRS: [Dir; 4] = [Dir::Near, Dir::Zero, Dir::Down, Dir::Up];

fn format(ty: Scalar) -> Option<Format> {
    match ty {
        Scalar::F16 => Some(soft::F16),
        Scalar::BF16 => Some(soft::BF16),
        Scalar::F32 => Some(soft::F32),
        Scalar::F64 => Some(soft::F64),
        _ => None,
    }
}

fn value(ty: Scalar, a: u64) -> i128 {
    let unused = 128 - ty.bits();
    let v = i128::from(a) << unused;
    if ty.is_signed() { v >> unused } else { ((v as u128) >> unused) as i128 }
}

fn range(ty: Scalar) -> (i128, i128) {
    let n = ty.bits();
    if ty.is_signed() { (-(1 << (n - 1)), (1 << (n - 1)) - 1) } else { (0, (1 << n) - 1) }
}

/// What the ISA says, by the exact core alone.
fn expected(to: Scalar, from: Scalar, dir: Dir, sat: bool, integral: bool, a: u64) -> u64 {
    let (min, max) = range(to);
    match (format(to), format(from)) {
        (None, None) => {
            let v = value(from, a);
            let v = if sat { v.clamp(min, max) } else { value(to, v as u64) };
            v as u64
        }
        (None, Some(f)) => match soft::to_int(f, dir, a, min, max) {
            Some(v) => v as u64,
            None if from == Scalar::F64 || to.bits() == 64 => value(to, 1 << (to.bits() - 1)) as u64,
            None => 0,
        },
        (Some(t), None) => {
            let v = value(from, a);
            let r = soft::from_int(t, dir, v < 0, v.unsigned_abs() as u64);
            if sat { t.saturate(r) } else { r }
        }
        (Some(_), Some(f)) if f.is_nan(a) && to == from && to.bits() >= 32 && !integral && !sat => a,
        (Some(t), Some(f)) if f.is_nan(a) && !sat => nan(to, from, t, f, a),
        (Some(t), Some(f)) => {
            let r = if integral { soft::round_integral(f, dir, a) } else { a };
            let r = soft::convert(f, t, dir, r);
            if sat { t.saturate(r) } else { r }
        }
    }
}

/// What a GPU makes of NaN: f64 on either side keeps as much payload as fits; bf16 to f32 and plain moves keep all.
fn nan(to: Scalar, from: Scalar, t: Format, f: Format, a: u64) -> u64 {
    let moved = from == Scalar::BF16 && to == Scalar::F32;
    if moved {
        return a << 16;
    }
    if to != Scalar::F64 && from != Scalar::F64 {
        return t.nan;
    }
    let payload = a & ((1 << f.frac) - 1);
    let payload = if t.frac > f.frac { payload << (t.frac - f.frac) } else { payload >> (f.frac - t.frac) };
    let sign = if a & f.sign() != 0 { t.sign() } else { 0 };
    sign | t.inf() | payload | 1 << (t.frac - 1)
}

#[test]
fn every_pair_of_types() {
    let mut r = Rng(21);
    for to in Scalar::ALL {
        for from in Scalar::ALL {
            for n in 0..1200 {
                let a = match format(from) {
                    Some(f) if n % 3 != 0 => r.float(f),
                    // Integers and halves, so that ties and the ends of ranges are met.
                    Some(f) => {
                        let exp = r.below(70) as i32 - 2;
                        let sig = u128::from(r.int() >> r.below(64));
                        soft::round(f, Dir::Near, soft::Num { neg: n % 2 == 0, exp: exp.min(8) - 2, sig })
                    }
                    None => r.int() & (!0 >> (64 - from.bits())),
                };
                let (dir, sat) = (DIRS[n % 4], n % 5 == 0);
                let integral = from.is_float() && (!to.is_float() || to == from && n % 2 == 0);
                let rnd = if integral { Round::Integral(dir) } else { Round::Float(dir) };
                let got = cvt::cvt(to, from, Mods { rnd, sat, ..Mods::default() }, a);
                let want = expected(to, from, dir, sat, integral, a);
                assert_eq!(got, want, "cvt {dir:?} sat {sat} integral {integral} {to:?} <- {from:?} of {a:x}");
            }
        }
    }
}

#[test]
fn edges() {
    let near = |to, from, a| cvt::cvt(to, from, Mods { rnd: Round::Float(Dir::Near), ..Mods::default() }, a);
    let down = |to, from, a| cvt::cvt(to, from, Mods { rnd: Round::Integral(Dir::Zero), ..Mods::default() }, a);
    use Scalar::*;
    assert_eq!(near(F32, S32, 16_777_217), u64::from(16_777_216f32.to_bits()));
    assert_eq!(near(F16, F32, u64::from(65_520f32.to_bits())), 0x7c00);
    assert_eq!(near(F16, F32, u64::from(65_519f32.to_bits())), 0x7bff);
    assert_eq!(near(F16, F32, u64::from(f32::NAN.to_bits())), 0x7fff);
    assert_eq!(near(F16, F32, 0x3300_0000), 0, "2^-25 is half the least denormal");
    assert_eq!(near(F16, F32, 0x3300_0001), 1);
    assert_eq!(near(F32, F16, 0x7e01), 0x7fff_ffff);
    assert_eq!(down(S32, F32, 0x7fc0_0000), 0);
    assert_eq!(down(S32, F32, u64::from(3e9f32.to_bits())), 0x7fff_ffff);
    assert_eq!(down(S32, F32, u64::from((-3e9f32).to_bits())), 0xffff_ffff_8000_0000);
    assert_eq!(down(U32, F32, u64::from((-1f32).to_bits())), 0);
    assert_eq!(down(S64, F32, 0x7fc0_0000), 1 << 63);
    assert_eq!(down(U32, F64, f64::NAN.to_bits()), 1 << 31);
    assert_eq!(down(U8, F32, u64::from(300f32.to_bits())), 255);
    assert_eq!(down(S8, F32, u64::from((-300f32).to_bits())), (-128i64) as u64);
    assert_eq!(cvt::s32_f32_dir(2.5f32.to_bits(), Dir::Near), 2);
    assert_eq!(cvt::s32_f32_dir((-2.5f32).to_bits(), Dir::Down) as i32, -3);
    assert_eq!(cvt::cvt(S64, S32, Mods::default(), 0xffff_ffff), !0);
    assert_eq!(cvt::cvt(U64, S8, Mods::default(), 0x80), (-128i64) as u64);
    assert_eq!(cvt::cvt(S8, S32, Mods::default(), 0x1ff), !0);
    assert_eq!(cvt::cvt(U8, S32, Mods { sat: true, ..Mods::default() }, 0xffff_ffff), 0);
    assert_eq!(cvt::f16x2_f32(1f32.to_bits(), 2f32.to_bits()), 0x3c00_4000);
    assert_eq!(cvt::bf16x2_f32(1f32.to_bits(), (-2f32).to_bits()), 0x3f80_c000);
    let relu = Mods { relu: true, ..Mods::default() };
    assert_eq!(cvt::bf16x2_f32_full(1f32.to_bits(), (-2f32).to_bits(), relu), 0x3f80_0000);
    let ftz = Mods { ftz: true, ..Mods::default() };
    assert_eq!(cvt::cvt(F64, F32, ftz, 0x8000_0001), 1 << 63);
    assert_eq!(cvt::cvt(F32, F64, ftz, 1e-40f64.to_bits()), 0);
    // As read from a GPU: flushed although it rounds to the least normal number.
    assert_eq!(
        (cvt::cvt(F32, F64, ftz, 0x380f_ffff_ede3_c036), near(F32, F64, 0x380f_ffff_ede3_c036)),
        (0, 0x0080_0000)
    );
    let away = |dir| Mods { rnd: Round::Float(dir), ..ftz };
    assert_eq!(cvt::cvt(F16, F32, away(Dir::Down), 0x8000_0001), 0x8001);
    assert_eq!(cvt::cvt(F16, F32, away(Dir::Up), 0x007f_ffff), 1);
    assert_eq!(cvt::cvt(F16, F32, away(Dir::Down), 0x007f_ffff), 0);
    let sat = Mods { sat: true, ..Mods::default() };
    assert_eq!(cvt::cvt(F32, F32, sat, u64::from(f32::NAN.to_bits())), 0);
    // NaN payloads, as read from a GPU.
    let plain = Mods::default();
    assert_eq!(cvt::cvt(F32, F32, plain, 0x7f82_2d1e), 0x7f82_2d1e);
    assert_eq!(near(F32, F64, 0xfff6_6f33_0136_7a2d), 0xfff3_7998);
    assert_eq!(near(F16, F64, 0xfff6_6f33_0136_7a2d), 0xff9b);
    assert_eq!(near(BF16, F64, 0x7ffc_973b_1a7e_7d57), 0x7fe4);
    assert_eq!(cvt::cvt(F64, F32, plain, 0x7f82_2d1e), 0x7ff8_45a3_c000_0000);
    assert_eq!(cvt::cvt(F64, F32, ftz, 0x7f82_2d1e), 0x7fff_ffff_e000_0000);
    assert_eq!(cvt::cvt(F64, F16, plain, 0xfc3d), 0xfff8_f400_0000_0000);
    assert_eq!(cvt::cvt(F64, BF16, plain, 0x7f97), 0x7ffa_e000_0000_0000);
    assert_eq!(cvt::cvt(F32, BF16, plain, 0x7f97), 0x7f97_0000);
}

#[test]
fn tf32() {
    assert_eq!(cvt::tf32_f32(0x3f80_1000), 0x3f80_2000, "a tie goes away from zero");
    assert_eq!(cvt::tf32_f32(0xbf80_1000), 0xbf80_2000);
    assert_eq!(cvt::tf32_f32(0x3f80_0fff), 0x3f80_0000);
    assert_eq!(cvt::tf32_f32(0x7f80_0000), 0x7f80_0000);
    assert_eq!(cvt::tf32_f32_full(0x3f80_1000, Dir::Near, false), 0x3f80_0000);
    assert_eq!(cvt::tf32_f32_full(0x7f82_2d1e, Dir::Near, false), 0x7fff_e000);
    let mut r = Rng(22);
    for _ in 0..50_000 {
        let a = r.float(soft::F32) as u32;
        let want = if soft::F32.is_nan(a.into()) { a & 0xffff_e000 } else { cvt::tf32_f32_full(a, Dir::Away, false) };
        assert_eq!(cvt::tf32_f32(a), want, "{a:08x}");
    }
}
