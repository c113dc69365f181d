//! Bit instructions against the ISA's pseudo-code.

use super::random::Rng;
use crate::num::bits::*;

/// GPUs do not cut what the 64-bit forms get, against the book.
fn cut(x: u32, bits: u32) -> u32 {
    if bits == 32 { x & 0xff } else { x }
}

fn bfe_by_the_book(a: u64, pos: u32, len: u32, bits: u32, signed: bool) -> u64 {
    let (pos, len, msb) = (cut(pos, bits), cut(len, bits), bits - 1);
    let bit = |k: u32| a >> k & 1;
    let fill = if !signed || len == 0 { 0 } else { bit((pos + len - 1).min(msb)) };
    (0..bits).map(|i| (if i < len && pos + i <= msb { bit(pos + i) } else { fill }) << i).sum()
}

fn bfi_by_the_book(a: u64, b: u64, pos: u32, len: u32, bits: u32) -> u64 {
    let (pos, len) = (cut(pos, bits), cut(len, bits));
    let mut d = b;
    for i in (0..len).take_while(|i| pos + i < bits) {
        d = (d & !(1 << (pos + i))) | (a >> i & 1) << (pos + i);
    }
    d
}

#[test]
fn fields() {
    let mut r = Rng(41);
    for n in 0..60_000 {
        let (a, b) = (r.int(), r.int());
        let (pos, len) = match n % 4 {
            0 => (r.below(300) as u32, r.below(300) as u32),
            1 => (r.below(34) as u32, r.below(34) as u32),
            _ => (r.below(66) as u32, r.below(66) as u32),
        };
        let (x, y) = (a as u32, b as u32);
        let at = || format!("{a:x} {b:x} pos {pos} len {len}");
        assert_eq!(u64::from(bfe_u32(x, pos, len)), bfe_by_the_book(u64::from(x), pos, len, 32, false), "{}", at());
        assert_eq!(u64::from(bfe_s32(x, pos, len)), bfe_by_the_book(u64::from(x), pos, len, 32, true), "{}", at());
        assert_eq!(bfe_u64(a, pos, len), bfe_by_the_book(a, pos, len, 64, false), "{}", at());
        assert_eq!(bfe_s64(a, pos, len), bfe_by_the_book(a, pos, len, 64, true), "{}", at());
        let want = bfi_by_the_book(u64::from(x), u64::from(y), pos, len, 32);
        assert_eq!(u64::from(bfi_b32(x, y, pos, len)), want, "{}", at());
        assert_eq!(bfi_b64(a, b, pos, len), bfi_by_the_book(a, b, pos, len, 64), "{}", at());
    }
}

#[test]
fn lop3_reads_its_table() {
    let (a, b, c) = (0xf0, 0xcc, 0xaa);
    for table in 0..256 {
        assert_eq!(lop3_b32(a, b, c, table) & 0xff, table);
    }
    assert_eq!(lop3_b32(0x1234_5678, 0x9abc_def0, 0x0f0f_0f0f, 0x96), 0x1234_5678 ^ 0x9abc_def0 ^ 0x0f0f_0f0f);
}

#[test]
fn permutes_bytes() {
    let (a, b) = (0x4433_2211, 0x8877_6655);
    assert_eq!(prmt_b32(a, b, 0x3210), a);
    assert_eq!(prmt_b32(a, b, 0x7654), b);
    assert_eq!(prmt_b32(a, b, 0x0f07), 0x11ff_1188, "nibble 15 replicates the sign of byte 7");
    assert_eq!(prmt_b32(a, b, 0xffff_8888), 0, "only the low sixteen bits of the selector count");
    assert_eq!(prmt_f4e_b32(a, b, 1), 0x5544_3322);
    assert_eq!(prmt_f4e_b32(a, b, 5), 0x5544_3322);
    assert_eq!(prmt_b4e_b32(a, b, 1), 0x7788_1122);
    assert_eq!(prmt_rc8_b32(a, b, 2), 0x3333_3333);
    assert_eq!(prmt_ecl_b32(a, b, 2), 0x4433_3333);
    assert_eq!(prmt_ecr_b32(a, b, 1), 0x2222_2211);
    assert_eq!(prmt_rc16_b32(a, b, 1), 0x4433_4433);
}

#[test]
fn funnel_shifts() {
    let (lo, hi) = (0x89ab_cdef, 0x0123_4567);
    assert_eq!(shf_l_wrap_b32(lo, hi, 0), hi);
    assert_eq!(shf_l_wrap_b32(lo, hi, 36), 0x1234_5678);
    assert_eq!(shf_l_clamp_b32(lo, hi, 36), lo);
    assert_eq!(shf_l_clamp_b32(lo, hi, 4), 0x1234_5678);
    assert_eq!(shf_r_wrap_b32(lo, hi, 36), 0x789a_bcde);
    assert_eq!(shf_r_clamp_b32(lo, hi, 36), hi);
    assert_eq!(shf_r_clamp_b32(lo, hi, 0), lo);
}

#[test]
fn counts_and_masks() {
    assert_eq!((clz_b32(0), clz_b64(0), popc_b32(!0), popc_b64(!0)), (32, 64, 32, 64));
    assert_eq!((bfind_u32(0), bfind_u32(1), bfind_u32(!0)), (!0, 0, 31));
    assert_eq!((bfind_s32(!0), bfind_s32(0), bfind_s32(0x8000_0000), bfind_s32(5)), (!0, !0, 30, 2));
    assert_eq!((bfind_u64(0), bfind_s64(!0), bfind_s64(!7)), (!0, !0, 2));
    assert_eq!((bfind_shiftamt_b32(!0), bfind_shiftamt_b32(0), bfind_shiftamt_b64(5)), (!0, 31, 58));
    assert_eq!((cnot_b32(0), cnot_b32(7), cnot_b16(0x1_0000), cnot_b64(0)), (1, 0, 1, 1));
    assert_eq!((bmsk_clamp_b32(4, 8), bmsk_clamp_b32(32, 8), bmsk_clamp_b32(4, 40)), (0xff0, 0, 0xffff_fff0));
    assert_eq!((bmsk_wrap_b32(36, 8), bmsk_wrap_b32(4, 32)), (0xff0, 0));
    assert_eq!((szext_clamp_s32(0xff, 8), szext_clamp_s32(0x7f, 8), szext_clamp_s32(0xff, 0)), (!0, 0x7f, 0));
    assert_eq!((szext_clamp_s32(0x8000_0000, 40), szext_wrap_s32(0xff, 40), szext_clamp_u32(!0, 4)), (1 << 31, !0, 15));
    assert_eq!((fns_b32(0b1011_0000, 0, 1), fns_b32(0b1011_0000, 0, 3), fns_b32(0b1011_0000, 0, 4)), (4, 7, !0));
    assert_eq!((fns_b32(0b1011_0000, 6, -1i32 as u32), fns_b32(0b1011_0000, 5, 0)), (5, 5));
    assert_eq!(fns_b32(0b1011_0000, 6, 0), !0);
}
