//! Conversions between types.
//!
//! Extending, cutting and the usual conversions between integers and floats stand in the dispatch itself; everything
//! else goes through [`crate::num::cvt::cvt`].

use super::{Flow, control};
use crate::gang::Gang;
use crate::isa::vector;
use crate::machine::Cx;
use crate::num;
use crate::num::Dir;
use crate::num::cvt::{Mods, Scalar};
use crate::num::fp8::{self, Fp8};
use crate::program::Class;
use ptx::*;

/// A 32-bit affine value extended to 64 bits.
#[inline(always)]
fn affine_extend<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, signed: bool) -> bool {
    if !g.covers(d) {
        return false;
    }
    let (t, layout) = (g.regs.tag(a), &g.regs.layout);
    let Some(wide) = t.widen(layout, false, signed) else { return false };
    g.regs.set_affine(d, wide.value);
    true
}

/// A 64-bit affine value cut to 32 bits.
#[inline(always)]
fn affine_cut<const W: usize>(g: &mut Gang<W>, d: Val, a: Val) -> bool {
    let t = g.regs.tag(a);
    if !(g.covers(d) && t.affine) {
        return false;
    }
    g.regs.set_affine(d, t.value.cut());
    true
}

/// Conversions between integers of 32 and 64 bits that stay affine.
#[inline(always)]
fn at_once<const W: usize>(g: &mut Gang<W>, i: &Cvt) -> bool {
    let (d, a) = (i.d.0, i.a.0);
    let own = if i.to.size_bytes() == 8 { Class::Bits64 } else { Class::Bits32 };
    if i.sat.0 || g.regs.tag(d).class != own {
        return false;
    }
    match (i.to, i.from, i.rnd) {
        (Ty::S64 | Ty::U64, Ty::S32, None) => affine_extend(g, d, a, true),
        (Ty::S64 | Ty::U64, Ty::U32, None) => affine_extend(g, d, a, false),
        (Ty::S32 | Ty::U32, Ty::S64 | Ty::U64, None) => affine_cut(g, d, a),
        _ => false,
    }
}

vector! {
    pub(super) fn cvt<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Cvt, site: u32) -> Flow,
    unless (at_once(g, i)) {
        use num::cvt as c;
        let (d, a) = (i.d.0, i.a.0);
        let own = if i.to.size_bytes() == 8 { Class::Bits64 } else { Class::Bits32 };
        // A wider register takes the value extended; a rare case.
        if i.ftz.0 || i.sat.0 || i.relu.0 || i.satfinite.0 || g.regs.tag(d).class != own {
            return cvt_more(g, cx, i, site);
        }
        match (i.to, i.from, i.rnd) {
            (Ty::S64 | Ty::U64, Ty::S32, None) => {
                map!(g, d, u64; x: u32 = a => i64::from(x as i32) as u64)
            }
            (Ty::S64 | Ty::U64, Ty::U32, None) => {
                map!(g, d, u64; x: u32 = a => u64::from(x))
            }
            (Ty::S32 | Ty::U32, Ty::S64 | Ty::U64, None) => {
                map!(g, d, u32; x: u64 = a => x as u32)
            }
            (Ty::F32, Ty::S32, Some(Rnd::Rn)) => map!(g, d, u32; x: u32 = a => c::f32_s32(x)),
            (Ty::F32, Ty::U32, Some(Rnd::Rn)) => map!(g, d, u32; x: u32 = a => c::f32_u32(x)),
            (Ty::F32, Ty::S64, Some(Rnd::Rn)) => map!(g, d, u32; x: u64 = a => c::f32_s64(x)),
            (Ty::F32, Ty::U64, Some(Rnd::Rn)) => map!(g, d, u32; x: u64 = a => c::f32_u64(x)),
            (Ty::F64, Ty::S32, Some(Rnd::Rn)) => map!(g, d, u64; x: u32 = a => c::f64_s32(x)),
            (Ty::F64, Ty::U32, Some(Rnd::Rn)) => map!(g, d, u64; x: u32 = a => c::f64_u32(x)),
            (Ty::F32, Ty::F16, None) => map!(g, d, u32; x: u32 = a => c::f32_f16(x)),
            (Ty::F32, Ty::BF16, None) => map!(g, d, u32; x: u32 = a => c::f32_bf16(x)),
            (Ty::F16, Ty::F32, Some(Rnd::Rn)) => map!(g, d, u32; x: u32 = a => c::f16_f32(x)),
            (Ty::BF16, Ty::F32, Some(Rnd::Rn)) => map!(g, d, u32; x: u32 = a => c::bf16_f32(x)),
            (Ty::F64, Ty::F32, None) => map!(g, d, u64; x: u32 = a => c::f64_f32(x)),
            (Ty::F32, Ty::F64, Some(Rnd::Rn)) => map!(g, d, u32; x: u64 = a => c::f32_f64(x)),
            (Ty::S32, Ty::F32, Some(Rnd::Rzi)) => map!(g, d, u32; x: u32 = a => c::s32_f32(x)),
            (Ty::U32, Ty::F32, Some(Rnd::Rzi)) => map!(g, d, u32; x: u32 = a => c::u32_f32(x)),
            (Ty::S32, Ty::F32, Some(Rnd::Rni)) => map!(g, d, u32; x: u32 = a => c::s32_f32_dir(x, Dir::Near)),
            (Ty::S32, Ty::F32, Some(Rnd::Rmi)) => map!(g, d, u32; x: u32 = a => c::s32_f32_dir(x, Dir::Down)),
            (Ty::F32, Ty::F32, Some(Rnd::Rni)) => map!(g, d, u32; x: u32 = a => c::f32_f32_dir(x, Dir::Near)),
            (Ty::F32, Ty::F32, Some(Rnd::Rzi)) => map!(g, d, u32; x: u32 = a => c::f32_f32_dir(x, Dir::Zero)),
            (Ty::F32, Ty::F32, Some(Rnd::Rmi)) => map!(g, d, u32; x: u32 = a => c::f32_f32_dir(x, Dir::Down)),
            (Ty::F32, Ty::F32, Some(Rnd::Rpi)) => map!(g, d, u32; x: u32 = a => c::f32_f32_dir(x, Dir::Up)),
            _ => cvt_more(g, cx, i, site),
        }
    }
}

/// What the destination's lanes keep of a result: narrow registers hold zero-extended bits, whatever their sign.
fn kept<const W: usize>(g: &Gang<W>, cx: &Cx<'_>, d: Val) -> u64 {
    let function = g.frame_info().and_then(|f| cx.program.module.functions.get(f.function));
    match function.and_then(|f| f.values.get(d.idx())) {
        Some(Value::Reg { ty, .. }) => match ty.size_bytes() {
            1 => 0xff,
            2 => 0xffff,
            4 => 0xffff_ffff,
            _ => u64::MAX,
        },
        _ => u64::MAX,
    }
}

vector! {
    fn cvt_more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Cvt, site: u32) -> Flow {
        let (d, a) = (i.d.0, i.a.0);
        let mods = Mods { rnd: i.rnd.into(), ftz: i.ftz.0, sat: i.sat.0, relu: i.relu.0 };
        if i.satfinite.0 || Fp8::of(i.from).is_some() {
            return cvt_finite(g, cx, i, site);
        }
        if (i.to, i.from) == (Ty::TF32, Ty::F32) {
            return match i.rnd {
                Some(Rnd::Rna) if !mods.relu => map!(g, d, u32; x: u32 = a => num::cvt::tf32_f32(x)),
                rnd => map!(g, d, u32; x: u32 = a => num::cvt::tf32_f32_full(x, rnd.into(), mods.relu)),
            };
        }
        let (Some(to), Some(from)) = (Scalar::of(i.to), Scalar::of(i.from)) else {
            return control::not_modelled(g, cx, &Inst::Cvt(*i), site);
        };
        let keep = kept(g, cx, d);
        if !to.is_float() && !from.is_float() && !mods.sat {
            return int_to_int(g, d, a, to, from, keep);
        }
        if (to, from) == (Scalar::F32, Scalar::F32) && mods == (Mods { sat: true, ..Mods::default() }) {
            return map!(g, d, u32; x: u32 = a => num::f32::saturate(x));
        }
        let to_64 = g.regs.tag(d).class == Class::Bits64;
        let from_64 = g.regs.tag(a).class == Class::Bits64;
        match (to_64, from_64) {
            (false, false) => {
                map!(g, d, u32; x: u32 = a => (num::cvt::cvt(to, from, mods, u64::from(x)) & keep) as u32)
            }
            (false, true) => map!(g, d, u32; x: u64 = a => (num::cvt::cvt(to, from, mods, x) & keep) as u32),
            (true, false) => map!(g, d, u64; x: u32 = a => num::cvt::cvt(to, from, mods, u64::from(x)) & keep),
            (true, true) => map!(g, d, u64; x: u64 = a => num::cvt::cvt(to, from, mods, x) & keep),
        }
    }
}

vector! {
    /// From and to 8-bit formats, and the other forms with `.satfinite`.
    fn cvt_finite<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Cvt, site: u32) -> Flow {
        let (d, a, relu) = (i.d.0, i.a.0, i.relu.0);
        let mods = Mods { rnd: i.rnd.into(), relu, ..Mods::default() };
        match (i.to, i.from, Fp8::of(i.to), Fp8::of(i.from)) {
            (_, Ty::F16x2, Some(to), _) => map!(g, d, u32; x: u32 = a => fp8::pair_f16x2(to, relu, x)),
            (Ty::F16x2, _, _, Some(from)) => map!(g, d, u32; x: u32 = a => fp8::f16x2_pair(from, relu, x)),
            (Ty::F16, Ty::F32, ..) => map!(g, d, u32; x: u32 = a => num::cvt::finite_f32(Scalar::F16, mods, x)),
            (Ty::BF16, Ty::F32, ..) => map!(g, d, u32; x: u32 = a => num::cvt::finite_f32(Scalar::BF16, mods, x)),
            (Ty::TF32, Ty::F32, ..) => {
                let dir = i.rnd.into();
                map!(g, d, u32; x: u32 = a => num::cvt::tf32_f32_finite(x, dir, relu))
            }
            _ => control::not_modelled(g, cx, &Inst::Cvt(*i), site),
        }
    }
}

/// Between integers: the narrower type's bits, extended by its sign or zeros and cut to the destination.
fn int_to_int<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, to: Scalar, from: Scalar, keep: u64) -> Flow {
    let narrow = if to.bits() <= from.bits() { to } else { from };
    let (signed, up) = (narrow.is_signed(), 64 - narrow.bits());
    let keep = if to.is_signed() { keep } else { keep & u64::MAX >> (64 - to.bits()) };
    let (d_class, t) = (g.regs.tag(d).class, g.regs.tag(a));
    // Values that both types hold stay what they are.
    if g.covers(d)
        && t.affine
        && !t.value.is_uniform()
        && t.class == Class::Bits32
        && let Some(wide) = t.widen(&g.regs.layout, false, false)
        && wide.max < 1 << (narrow.bits() - 1)
    {
        g.regs.set_affine(d, wide.value);
        return Flow::Next;
    }
    match (d_class == Class::Bits64, t.class == Class::Bits64) {
        (false, false) if narrow.bits() <= 32 => {
            let (up, keep) = (32 - narrow.bits(), keep as u32);
            if signed {
                map!(g, d, u32; x: u32 = a => ((x << up) as i32 >> up) as u32 & keep)
            } else {
                map!(g, d, u32; x: u32 = a => x << up >> up & keep)
            }
        }
        (false, _) if signed => map!(g, d, u32; x: u64 = a => (((x << up) as i64 >> up) as u64 & keep) as u32),
        (false, _) => map!(g, d, u32; x: u64 = a => (x << up >> up & keep) as u32),
        (true, _) if signed => map!(g, d, u64; x: u64 = a => ((x << up) as i64 >> up) as u64 & keep),
        (true, _) => map!(g, d, u64; x: u64 = a => x << up >> up & keep),
    }
}

vector! {
    pub(super) fn cvt_pair<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &CvtPair, site: u32) -> Flow {
        let (d, a, b) = (i.d.0, i.a.0, i.b.0);
        match (i.to, i.from, i.rnd) {
            (Ty::F16x2, Ty::F32, Rnd::Rn) if !i.relu.0 && !i.satfinite.0 => {
                map!(g, d, u32; x: u32 = a, y: u32 = b => num::cvt::f16x2_f32(x, y))
            }
            (Ty::BF16x2, Ty::F32, Rnd::Rn) if !i.relu.0 && !i.satfinite.0 => {
                map!(g, d, u32; x: u32 = a, y: u32 = b => num::cvt::bf16x2_f32(x, y))
            }
            _ => cvt_pair_more(g, cx, i, site),
        }
    }
}

vector! {
    fn cvt_pair_more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &CvtPair, site: u32) -> Flow {
        let (d, a, b) = (i.d.0, i.a.0, i.b.0);
        let mods = Mods { rnd: Some(i.rnd).into(), relu: i.relu.0, ..Mods::default() };
        let relu = i.relu.0;
        match (i.to, i.from) {
            (Ty::F16x2, Ty::F32) if i.satfinite.0 => {
                use num::cvt::finite_f32;
                map!(g, d, u32; x: u32 = a, y: u32 = b =>
                    finite_f32(Scalar::F16, mods, x) << 16 | finite_f32(Scalar::F16, mods, y))
            }
            (Ty::BF16x2, Ty::F32) if i.satfinite.0 => {
                use num::cvt::finite_f32;
                map!(g, d, u32; x: u32 = a, y: u32 = b =>
                    finite_f32(Scalar::BF16, mods, x) << 16 | finite_f32(Scalar::BF16, mods, y))
            }
            (Ty::E4M3x2, Ty::F32) => map!(g, d, u32; x: u32 = a, y: u32 = b => fp8::pair_f32(Fp8::E4m3, relu, x, y)),
            (Ty::E5M2x2, Ty::F32) => map!(g, d, u32; x: u32 = a, y: u32 = b => fp8::pair_f32(Fp8::E5m2, relu, x, y)),
            (Ty::F16x2, Ty::F32) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b => num::cvt::f16x2_f32_full(x, y, mods))
            }
            (Ty::BF16x2, Ty::F32) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b => num::cvt::bf16x2_f32_full(x, y, mods))
            }
            _ => control::not_modelled(g, cx, &Inst::CvtPair(*i), site),
        }
    }
}

vector! {
    pub(super) fn cvt_pack<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &CvtPack, site: u32) -> Flow {
        let (d, a, b) = (i.d.0, i.a.0, i.b.0);
        let (Some(to), Ty::S32) = (Scalar::of(i.to), i.from) else {
            return control::not_modelled(g, cx, &Inst::CvtPack(*i), site);
        };
        let (bits, keep) = (to.bits(), u64::MAX >> (64 - to.bits()));
        let part = |x: u32| {
            let mods = Mods { sat: true, ..Mods::default() };
            (num::cvt::cvt(to, Scalar::S32, mods, u64::from(x)) & keep) as u32
        };
        match (bits, i.c) {
            (16, None) => map!(g, d, u32; x: u32 = a, y: u32 = b => part(x) << 16 | part(y)),
            (8, None) => map!(g, d, u32; x: u32 = a, y: u32 = b => part(x) << 8 | part(y)),
            (8, Some(c)) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c.0 => z << 16 | part(x) << 8 | part(y))
            }
            _ => control::not_modelled(g, cx, &Inst::CvtPack(*i), site),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::logic::tests::{LINES, gang, layouts};

    #[test]
    fn integers_convert_as_one_lane_does() {
        let (mut g, [d, a, _], [wide_d, wide_a, _]) = gang();
        let ints = || Scalar::ALL.into_iter().filter(|s| !s.is_float());
        for (to, from) in ints().flat_map(|to| ints().map(move |from| (to, from))) {
            let d = if to.bits() == 64 { wide_d } else { d };
            let a = if from.bits() == 64 { wide_a } else { a };
            let keep = if to.bits() == 64 { u64::MAX } else { 0xffff_ffff };
            for (layout, value) in layouts().into_iter().flat_map(|layout| LINES.map(|value| (layout, value))) {
                g.regs.layout = layout;
                for spread in [false, true] {
                    g.regs.set_affine(a, if from.bits() == 64 { value } else { value.cut() });
                    if spread {
                        let bits = g.regs.lane_bits(a, 0);
                        g.regs.set_lane_bits(a, 0, bits);
                    }
                    int_to_int(&mut g, d, a, to, from, keep);
                    for lane in 0..64 {
                        let want = num::cvt::cvt(to, from, Mods::default(), g.regs.lane_bits(a, lane)) & keep;
                        let got = g.regs.lane_bits(d, lane);
                        assert_eq!(got, want, "{to:?} from {from:?}: lane {lane} of {value:x?} in {layout:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn shortcuts_between_widths_keep_every_lane() {
        let (mut g, [d, a, _], [wide_d, wide_a, _]) = gang();
        for (layout, value) in layouts().into_iter().flat_map(|layout| LINES.map(|value| (layout, value))) {
            g.regs.layout = layout;
            g.regs.set_affine(a, value.cut());
            g.regs.set_affine(wide_a, value);
            for signed in [false, true] {
                if affine_extend(&mut g, wide_d, a, signed) {
                    for lane in 0..64 {
                        let x = g.regs.lane_bits(a, lane) as u32;
                        let want = if signed { i64::from(x as i32) as u64 } else { u64::from(x) };
                        assert_eq!(g.regs.lane_bits(wide_d, lane), want, "lane {lane} of {value:x?} in {layout:?}");
                    }
                }
            }
            assert!(affine_cut(&mut g, d, wide_a));
            for lane in 0..64 {
                assert_eq!(g.regs.lane_bits(d, lane), g.regs.lane_bits(wide_a, lane) & 0xffff_ffff);
            }
        }
    }
}
