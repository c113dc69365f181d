//! Integer instructions: edge values by hand, random operands against 128-bit arithmetic.

use super::random::Rng;
use crate::num::{s16, s32, s64, u16, u32, u64, wide};

macro_rules! against_wide {
    ($test:ident, $m:ident, $r:ident, $t:ident, $u:ident, $seed:literal) => {
        #[test]
        fn $test() {
            let mut r = Rng($seed);
            for _ in 0..60_000 {
                let [a, b, c] = [(); 3].map(|()| r.int());
                let [x, y, z] = [a, b, c].map(|v| i128::from(v as $t));
                let reg = |v: i128| v as $u as $r;
                let [a, b, c] = [a, b, c].map(|v| reg(i128::from(v)));
                let hi = |p: i128| p >> $t::BITS;
                let full = x.wrapping_mul(y);
                let hi = if $t::BITS == 64 && $t::MIN == 0 { (full as u128 >> 64) as i128 } else { hi(full) };
                assert_eq!($m::add(a, b), reg(x + y));
                assert_eq!($m::sub(a, b), reg(x - y));
                assert_eq!($m::mul_lo(a, b), reg(full));
                assert_eq!($m::mul_hi(a, b), reg(hi), "{x} * {y}");
                assert_eq!($m::mad_lo(a, b, c), reg(full.wrapping_add(z)));
                assert_eq!($m::mad_hi(a, b, c), reg(hi + z));
                assert_eq!($m::sad(a, b, c), reg(z + (x - y).abs()));
                if y != 0 {
                    assert_eq!($m::div(a, b), reg(x / y), "{x} / {y}");
                    assert_eq!($m::rem(a, b), reg(x % y), "{x} % {y}");
                }
                assert_eq!($m::min(a, b), reg(x.min(y)));
                assert_eq!($m::max(a, b), reg(x.max(y)));
                assert_eq!($m::neg(a), reg(-x));
                let n = (z & 127) as ::std::primitive::u32;
                assert_eq!($m::shl(a, n), if n >= $t::BITS { 0 } else { reg(x << n) }, "{x} << {n}");
                assert_eq!($m::shr(a, n), reg(x >> n.min(100)), "{x} >> {n}");
                assert_eq!(
                    [$m::eq(a, b), $m::ne(a, b), $m::lt(a, b), $m::le(a, b), $m::gt(a, b), $m::ge(a, b)],
                    [x == y, x != y, x < y, x <= y, x > y, x >= y]
                );
            }
        }
    };
}

mod widths {
    use super::*;
    type U16 = ::std::primitive::u16;
    type U32 = ::std::primitive::u32;
    type U64 = ::std::primitive::u64;
    against_wide!(unsigned16, u16, U32, U16, U16, 31);
    against_wide!(signed16, s16, U32, i16, U16, 32);
    against_wide!(unsigned32, u32, U32, U32, U32, 33);
    against_wide!(signed32, s32, U32, i32, U32, 34);
    against_wide!(unsigned64, u64, U64, U64, U64, 35);
    against_wide!(signed64, s64, U64, i64, U64, 36);
}

#[test]
fn division_edges() {
    assert_eq!(u32::div(7, 0), 0xffff_ffff);
    assert_eq!(s32::div(7, 0), 0xffff_ffff);
    assert_eq!(u16::div(7, 0), 0xffff);
    assert_eq!(u64::div(7, 0), !0);
    assert_eq!(u32::rem(7, 0), 0xffff_ffff);
    assert_eq!(s64::rem(7, 0), !0);
    assert_eq!(s32::div(0x8000_0000, 0xffff_ffff), 0x8000_0000);
    assert_eq!(s32::rem(0x8000_0000, 0xffff_ffff), 0);
    assert_eq!(s16::div(0x8000, 0xffff), 0x8000);
    assert_eq!(s32::rem(-7i32 as _, 2), -1i32 as _);
    assert_eq!(s32::abs(0x8000_0000), 0x8000_0000);
    assert_eq!(s16::abs(0xffff), 1);
}

#[test]
fn upper_garbage_of_16_bit_registers_is_ignored() {
    assert_eq!(u16::add(0xabcd_0001, 0x1234_ffff), 0);
    assert_eq!(s16::shr(0xabcd_8000, 15), 0xffff);
    assert!(s16::lt(0x0000_8000, 0xffff_0000));
}

#[test]
fn saturation_and_carries() {
    assert_eq!(wide::add_sat_s32(0x7fff_ffff, 1), 0x7fff_ffff);
    assert_eq!(wide::sub_sat_s32(0x8000_0000, 1), 0x8000_0000);
    assert_eq!(wide::mad_hi_sat_s32(0x7fff_ffff, 0x7fff_ffff, 0x7fff_ffff), 0x7fff_ffff);
    assert_eq!(wide::addc_b32(0xffff_ffff, 0, true), (0, true));
    assert_eq!(wide::addc_b32(0xffff_ffff, 0xffff_ffff, true), (0xffff_ffff, true));
    assert_eq!(wide::subc_b32(0, 0, true), (0xffff_ffff, true));
    assert_eq!(wide::subc_b64(5, 5, false), (0, false));
    assert_eq!(wide::madc_hi_s32(0xffff_ffff, 1, 0, false), (0xffff_ffff, false));
    let mut r = Rng(37);
    for _ in 0..20_000 {
        // A 128-bit product from 32-bit pieces, as compilers build it.
        let (a, b) = (r.int(), r.int());
        let [al, ah, bl, bh] = [a, a >> 32, b, b >> 32].map(|v| v as ::std::primitive::u32);
        let (w0, _) = wide::madc_lo_b32(al, bl, 0, false);
        let (w1, c) = wide::madc_lo_b32(al, bh, u32::mul_hi(al, bl), false);
        let (w2, _) = wide::madc_hi_u32(al, bh, 0, c);
        let (w1, c) = wide::madc_lo_b32(ah, bl, w1, false);
        let (w2, d) = wide::madc_hi_u32(ah, bl, w2, c);
        let (w2, c) = wide::madc_lo_b32(ah, bh, w2, false);
        let (w3, _) = wide::madc_hi_u32(ah, bh, ::std::primitive::u32::from(d), c);
        let want = u128::from(a) * u128::from(b);
        let got = [w3, w2, w1, w0].iter().fold(0u128, |n, &w| n << 32 | u128::from(w));
        assert_eq!(got, want, "{a:x} * {b:x}");
    }
}

#[test]
fn narrow_products() {
    assert_eq!(wide::mul_wide_s32(0xffff_ffff, 2), -2i64 as _);
    assert_eq!(wide::mul_wide_u32(0xffff_ffff, 2), 0x1_ffff_fffe);
    assert_eq!(wide::mul_wide_s16(0xffff, 2), -2i32 as _);
    assert_eq!(wide::mul24_lo_u32(0xff12_3456, 0x0100_0002), 0x0024_68ac);
    assert_eq!(wide::mul24_hi_u32(0x00ff_ffff, 0x00ff_ffff), 0xffff_fe00);
    assert_eq!(wide::mul24_lo_s32(0x00ff_ffff, 3), -3i32 as _);
    assert_eq!(wide::mul24_hi_s32(0x0080_0000, 0x0080_0000), 0x4000_0000);
    assert_eq!(wide::mad24_hi_sat_s32(0x0080_0000, 0x0080_0000, 0x7fff_ffff), 0x7fff_ffff);
    assert_eq!(wide::dp4a(0xff01_0203, 0x0101_0101, 10, true, false), 15);
    assert_eq!(wide::dp4a(0xff01_0203, 0x0101_0101, 10, false, false), 271);
    assert_eq!(wide::dp2a(0xffff_0002, 0x0000_0503, 0, true, true, false), 1);
    assert_eq!(wide::dp2a(0xffff_0002, 0x0503_0000, 0, false, true, true), 0xffff * 5 + 6);
    assert_eq!(wide::add_b16x2(0xffff_0001, 0x0001_ffff), 0);
    assert_eq!(wide::min_s16x2(0xffff_0001, 0x0001_ffff), 0xffff_ffff);
    assert_eq!(wide::max_u16x2(0xffff_0001, 0x0001_0003), 0xffff_0003);
    assert_eq!(wide::relu_s16x2(0xffff_0001), 1);
}
