//! Arithmetic on integers and floats.
//!
//! Integer operations on affine values keep them so where they can; everything else maps [`crate::num`]'s
//! functions over the lanes. The forms without modifiers come first: they are what kernels spend their time on.

use super::logic::set;
use super::{Flow, control, round};
use crate::gang::Gang;
use crate::gang::regs::{Affine, Wide};
use crate::isa::vector;
use crate::machine::Cx;
use crate::num;
use ptx::*;

/// The carry flag of the running lanes, as a predicate, and how to put it back.
macro_rules! carry {
    ($g:ident, $i:ident, $t:ty, $set:expr; $c:ident; $($x:ident: $xt:ty = $r:expr),+ => $e:expr) => {{
        let carry = $g.carry;
        if $set {
            let mut out = [0u32; W];
            $(let $x = $g.regs.src::<$xt>($r);)+
            for w in 0..W {
                for l in 0..32 {
                    let $c: bool = carry[w] >> l & 1 != 0;
                    $(let $x: $xt = $g.regs.lane::<$xt>($x, 32 * w + l);)+
                    let (_, flag): ($t, bool) = $e;
                    out[w] |= u32::from(flag) << l;
                }
            }
            for w in 0..W {
                $g.carry[w] = ($g.carry[w] & !$g.mask[w]) | (out[w] & $g.mask[w]);
            }
        }
        map_pred!($g, $i.d.0, $t; $c = carry; $($x: $xt = $r),+ => { let (v, _): ($t, bool) = $e; v })
    }};
}

#[cold]
#[inline(never)]
fn odd<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, inst: Inst, site: u32) -> Flow {
    control::not_modelled(g, cx, &inst, site)
}

/// Both affine: the sum is too.
#[inline(always)]
fn affine_sum<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, b: Val, wide: bool, sign: i64) -> bool {
    let (x, y) = (g.regs.tag(a), g.regs.tag(b));
    if !(g.covers(d) && x.affine && y.affine) {
        return false;
    }
    let sum = if sign < 0 { x.value.minus(&y.value) } else { x.value.plus(&y.value) };
    set(g, d, sum, wide);
    true
}

/// `add` and `sub` of integers that stay affine.
#[inline(always)]
fn sum_at_once<const W: usize>(g: &mut Gang<W>, ty: Ty, sat: bool, [d, a, b]: [Val; 3], sign: i64) -> bool {
    match ty {
        Ty::S32 | Ty::U32 | Ty::B32 if !sat => affine_sum(g, d, a, b, false, sign),
        Ty::S64 | Ty::U64 | Ty::B64 => affine_sum(g, d, a, b, true, sign),
        _ => false,
    }
}

/// `mul` and `mad` of integers that stay affine.
#[inline(always)]
fn product_at_once<const W: usize>(
    g: &mut Gang<W>,
    ty: Ty,
    half: Option<Half>,
    [d, a, b]: [Val; 3],
    c: Option<Val>,
) -> bool {
    match (ty, half) {
        (Ty::S32 | Ty::U32, Some(Half::Lo)) => affine_product(g, d, a, b, c, false),
        (Ty::S64 | Ty::U64, Some(Half::Lo)) => affine_product(g, d, a, b, c, true),
        (Ty::S32, Some(Half::Wide)) => affine_wide(g, d, a, b, c, true),
        (Ty::U32, Some(Half::Wide)) => affine_wide(g, d, a, b, c, false),
        _ => false,
    }
}

/// Both affine, one of them uniform: the product (plus an affine `c`) is affine.
#[inline(always)]
fn affine_product<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, b: Val, c: Option<Val>, wide: bool) -> bool {
    let (x, y) = (g.regs.tag(a), g.regs.tag(b));
    if !(g.covers(d) && x.affine && y.affine) {
        return false;
    }
    let Some(product) = product(g, &x.value, &y.value, c) else { return false };
    set(g, d, product, wide);
    true
}

/// The product of two affine values, one of them uniform, plus an affine `c`.
#[inline(always)]
fn product<const W: usize>(g: &Gang<W>, x: &Affine, y: &Affine, c: Option<Val>) -> Option<Affine> {
    let product = if x.is_uniform() {
        y.times(x.base)
    } else if y.is_uniform() {
        x.times(y.base)
    } else {
        return None;
    };
    let Some(c) = c else { return Some(product) };
    let c = g.regs.tag(c);
    c.affine.then(|| product.plus(&c.value))
}

/// `mul.wide` of 32-bit values, plus an affine 64-bit `c`: linear where no lane wraps.
#[inline(always)]
fn affine_wide<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, b: Val, c: Option<Val>, signed: bool) -> bool {
    if !g.covers(d) {
        return false;
    }
    let widen = |v: Val| g.regs.tag(v).widen(&g.regs.layout, false, signed);
    let (Some(x), Some(y)) = (widen(a), widen(b)) else { return false };
    let Some(product) = product(g, &x.value, &y.value, c) else { return false };
    g.regs.set_affine(d, product);
    true
}

/// `add` and `sub` differ by name and sign only; `add` has packed integers too.
macro_rules! sum {
    ($name:ident, $more:ident, $inst:ident, $sign:literal, $wrapping:ident, $full:ident, $sat:ident, $($packed:tt)*) => {
        vector! {
            pub(super) fn $name<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &$inst, site: u32) -> Flow,
            unless (sum_at_once(g, i.ty, i.sat.0, [i.d.0, i.a.0, i.b.0], $sign)) {
                let (d, a, b) = (i.d.0, i.a.0, i.b.0);
                match i.ty {
                    Ty::F32 if matches!(i.rnd, None | Some(Rnd::Rn)) && !i.ftz.0 && !i.sat.0 => {
                        map!(g, d, u32; x: u32 = a, y: u32 = b => num::f32::$name(x, y))
                    }
                    Ty::S32 | Ty::U32 | Ty::B32 if !i.sat.0 => {
                        map!(g, d, u32; x: u32 = a, y: u32 = b => x.$wrapping(y))
                    }
                    Ty::S64 | Ty::U64 | Ty::B64 => map!(g, d, u64; x: u64 = a, y: u64 = b => x.$wrapping(y)),
                    _ => $more(g, cx, i, site),
                }
            }
        }

        vector! {
            fn $more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &$inst, site: u32) -> Flow {
                let (d, a, b) = (i.d.0, i.a.0, i.b.0);
                let (rnd, ftz, sat) = (i.rnd, i.ftz.0, i.sat.0);
                match i.ty {
                    Ty::F32 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::f32::$full(x, y, rnd, ftz, sat)),
                    Ty::F64 => map!(g, d, u64; x: u64 = a, y: u64 = b => num::f64::$full(x, y, rnd)),
                    Ty::F16 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::f16::$full(x, y, ftz, sat)),
                    Ty::BF16 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::bf16::$full(x, y, ftz, sat)),
                    Ty::F16x2 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::f16x2::$full(x, y, ftz, sat)),
                    Ty::BF16x2 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::bf16x2::$full(x, y, ftz, sat)),
                    Ty::S32 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::wide::$sat(x, y)),
                    Ty::S16 | Ty::U16 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u16::$name(x, y)),
                    $(Ty::U16x2 | Ty::S16x2 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::wide::$packed(x, y)),)*
                    _ => odd(g, cx, Inst::$inst(*i), site),
                }
            }
        }
    };
}
sum!(add, add_more, Add, 1, wrapping_add, add_full, add_sat_s32, add_b16x2);
sum!(sub, sub_more, Sub, -1, wrapping_sub, sub_full, sub_sat_s32,);

vector! {
    pub(super) fn mul<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Mul, site: u32) -> Flow,
    unless (product_at_once(g, i.ty, i.half, [i.d.0, i.a.0, i.b.0], None)) {
        let (d, a, b) = (i.d.0, i.a.0, i.b.0);
        match (i.ty, i.half) {
            (Ty::F32, _) if matches!(i.rnd, None | Some(Rnd::Rn)) && !i.ftz.0 && !i.sat.0 => {
                map!(g, d, u32; x: u32 = a, y: u32 = b => num::f32::mul(x, y))
            }
            (Ty::S32 | Ty::U32, Some(Half::Lo)) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b => x.wrapping_mul(y))
            }
            (Ty::S64 | Ty::U64, Some(Half::Lo)) => {
                map!(g, d, u64; x: u64 = a, y: u64 = b => x.wrapping_mul(y))
            }
            (Ty::S32, Some(Half::Wide)) => {
                map!(g, d, u64; x: u32 = a, y: u32 = b => num::wide::mul_wide_s32(x, y))
            }
            (Ty::U32, Some(Half::Wide)) => {
                map!(g, d, u64; x: u32 = a, y: u32 = b => num::wide::mul_wide_u32(x, y))
            }
            _ => mul_more(g, cx, i, site),
        }
    }
}

vector! {
    fn mul_more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Mul, site: u32) -> Flow {
        let (d, a, b) = (i.d.0, i.a.0, i.b.0);
        let (rnd, ftz, sat) = (i.rnd, i.ftz.0, i.sat.0);
        match (i.ty, i.half) {
            (Ty::F32, _) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::f32::mul_full(x, y, rnd, ftz, sat)),
            (Ty::F64, _) => map!(g, d, u64; x: u64 = a, y: u64 = b => num::f64::mul_full(x, y, rnd)),
            (Ty::F16, _) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::f16::mul_full(x, y, ftz, sat)),
            (Ty::BF16, _) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::bf16::mul_full(x, y, ftz, sat)),
            (Ty::F16x2, _) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::f16x2::mul_full(x, y, ftz, sat)),
            (Ty::BF16x2, _) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::bf16x2::mul_full(x, y, ftz, sat)),
            (Ty::U32, Some(Half::Hi)) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u32::mul_hi(x, y)),
            (Ty::S32, Some(Half::Hi)) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::s32::mul_hi(x, y)),
            (Ty::U64, Some(Half::Hi)) => map!(g, d, u64; x: u64 = a, y: u64 = b => num::u64::mul_hi(x, y)),
            (Ty::S64, Some(Half::Hi)) => map!(g, d, u64; x: u64 = a, y: u64 = b => num::s64::mul_hi(x, y)),
            (Ty::U16 | Ty::S16, Some(Half::Lo)) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u16::mul_lo(x, y)),
            (Ty::U16, Some(Half::Hi)) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u16::mul_hi(x, y)),
            (Ty::S16, Some(Half::Hi)) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::s16::mul_hi(x, y)),
            (Ty::U16, Some(Half::Wide)) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::wide::mul_wide_u16(x, y)),
            (Ty::S16, Some(Half::Wide)) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::wide::mul_wide_s16(x, y)),
            _ => odd(g, cx, Inst::Mul(*i), site),
        }
    }
}

vector! {
    pub(super) fn mad<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Mad, site: u32) -> Flow,
    unless (product_at_once(g, i.ty, i.half, [i.d.0, i.a.0, i.b.0], Some(i.c.0))) {
        let (d, a, b, c) = (i.d.0, i.a.0, i.b.0, i.c.0);
        match (i.ty, i.half) {
            (Ty::S32 | Ty::U32, Some(Half::Lo)) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => x.wrapping_mul(y).wrapping_add(z))
            }
            (Ty::S64 | Ty::U64, Some(Half::Lo)) => {
                map!(g, d, u64; x: u64 = a, y: u64 = b, z: u64 = c => x.wrapping_mul(y).wrapping_add(z))
            }
            (Ty::S32, Some(Half::Wide)) => {
                map!(g, d, u64; x: u32 = a, y: u32 = b, z: u64 = c => num::wide::mad_wide_s32(x, y, z))
            }
            (Ty::U32, Some(Half::Wide)) => {
                map!(g, d, u64; x: u32 = a, y: u32 = b, z: u64 = c => num::wide::mad_wide_u32(x, y, z))
            }
            _ => mad_more(g, cx, i, site),
        }
    }
}

vector! {
    fn mad_more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Mad, site: u32) -> Flow {
        let (d, a, b, c) = (i.d.0, i.a.0, i.b.0, i.c.0);
        let (rnd, ftz, sat) = (i.rnd, i.ftz.0, i.sat.0);
        match (i.ty, i.half) {
            (Ty::F32, _) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::f32::fma_full(x, y, z, rnd, ftz, sat))
            }
            (Ty::F64, _) => map!(g, d, u64; x: u64 = a, y: u64 = b, z: u64 = c => num::f64::fma_full(x, y, z, rnd)),
            (Ty::U32, Some(Half::Hi)) => map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::u32::mad_hi(x, y, z)),
            (Ty::S32, Some(Half::Hi)) if sat => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::wide::mad_hi_sat_s32(x, y, z))
            }
            (Ty::S32, Some(Half::Hi)) => map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::s32::mad_hi(x, y, z)),
            (Ty::U64, Some(Half::Hi)) => map!(g, d, u64; x: u64 = a, y: u64 = b, z: u64 = c => num::u64::mad_hi(x, y, z)),
            (Ty::S64, Some(Half::Hi)) => map!(g, d, u64; x: u64 = a, y: u64 = b, z: u64 = c => num::s64::mad_hi(x, y, z)),
            (Ty::U16 | Ty::S16, Some(Half::Lo)) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::u16::mad_lo(x, y, z))
            }
            (Ty::U16, Some(Half::Hi)) => map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::u16::mad_hi(x, y, z)),
            (Ty::S16, Some(Half::Hi)) => map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::s16::mad_hi(x, y, z)),
            (Ty::U16, Some(Half::Wide)) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::wide::mad_wide_u16(x, y, z))
            }
            (Ty::S16, Some(Half::Wide)) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::wide::mad_wide_s16(x, y, z))
            }
            _ => odd(g, cx, Inst::Mad(*i), site),
        }
    }
}

vector! {
    pub(super) fn fma<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Fma, site: u32) -> Flow {
        let (d, a, b, c) = (i.d.0, i.a.0, i.b.0, i.c.0);
        match (i.ty, i.rnd) {
            (Ty::F32, Rnd::Rn) if !i.ftz.0 && !i.sat.0 => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::f32::fma(x, y, z))
            }
            (Ty::F32, Rnd::Rm) if !i.ftz.0 && !i.sat.0 && round::fma_down(g, cx, d, [a, b, c]) => Flow::Next,
            (Ty::F32, Rnd::Rm) if !i.ftz.0 && !i.sat.0 => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::f32::fma_dir(x, y, z, num::Dir::Down))
            }
            (Ty::F64, Rnd::Rn) => map!(g, d, u64; x: u64 = a, y: u64 = b, z: u64 = c => num::f64::fma(x, y, z)),
            _ => fma_more(g, cx, i, site),
        }
    }
}

vector! {
    fn fma_more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Fma, site: u32) -> Flow {
        let (d, a, b, c) = (i.d.0, i.a.0, i.b.0, i.c.0);
        let (rnd, ftz, sat, relu) = (i.rnd, i.ftz.0, i.sat.0, i.relu.0);
        match i.ty {
            Ty::F32 => map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::f32::fma_full(x, y, z, rnd, ftz, sat)),
            Ty::F64 => map!(g, d, u64; x: u64 = a, y: u64 = b, z: u64 = c => num::f64::fma_full(x, y, z, rnd)),
            Ty::F16 => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::f16::fma_full(x, y, z, ftz, sat, relu))
            }
            Ty::BF16 => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::bf16::fma_full(x, y, z, ftz, sat, relu))
            }
            Ty::F16x2 => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::f16x2::fma_full(x, y, z, ftz, sat, relu))
            }
            Ty::BF16x2 => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::bf16x2::fma_full(x, y, z, ftz, sat, relu))
            }
            _ => odd(g, cx, Inst::Fma(*i), site),
        }
    }
}

vector! {
    pub(super) fn mul24<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Mul24, site: u32) -> Flow {
        let (d, a, b) = (i.d.0, i.a.0, i.b.0);
        match (i.ty, i.half) {
            (Ty::U32, Half::Lo) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::wide::mul24_lo_u32(x, y)),
            (Ty::S32, Half::Lo) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::wide::mul24_lo_s32(x, y)),
            (Ty::U32, Half::Hi) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::wide::mul24_hi_u32(x, y)),
            (Ty::S32, Half::Hi) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::wide::mul24_hi_s32(x, y)),
            _ => odd(g, cx, Inst::Mul24(*i), site),
        }
    }
}

vector! {
    pub(super) fn mad24<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Mad24, site: u32) -> Flow {
        let (d, a, b, c) = (i.d.0, i.a.0, i.b.0, i.c.0);
        match (i.ty, i.half, i.sat.0) {
            (Ty::U32, Half::Lo, _) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::wide::mad24_lo_u32(x, y, z))
            }
            (Ty::S32, Half::Lo, _) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::wide::mad24_lo_s32(x, y, z))
            }
            (Ty::U32, Half::Hi, _) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::wide::mad24_hi_u32(x, y, z))
            }
            (Ty::S32, Half::Hi, true) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::wide::mad24_hi_sat_s32(x, y, z))
            }
            (Ty::S32, Half::Hi, false) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::wide::mad24_hi_s32(x, y, z))
            }
            _ => odd(g, cx, Inst::Mad24(*i), site),
        }
    }
}

vector! {
    pub(super) fn sad<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Sad, site: u32) -> Flow {
        let (d, a, b, c) = (i.d.0, i.a.0, i.b.0, i.c.0);
        match i.ty {
            Ty::U16 => map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::u16::sad(x, y, z)),
            Ty::S16 => map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::s16::sad(x, y, z)),
            Ty::U32 => map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::u32::sad(x, y, z)),
            Ty::S32 => map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::s32::sad(x, y, z)),
            Ty::U64 => map!(g, d, u64; x: u64 = a, y: u64 = b, z: u64 = c => num::u64::sad(x, y, z)),
            Ty::S64 => map!(g, d, u64; x: u64 = a, y: u64 = b, z: u64 = c => num::s64::sad(x, y, z)),
            _ => odd(g, cx, Inst::Sad(*i), site),
        }
    }
}

/// An affine value by a uniform one, where all lanes have the same quotient: the dividend, the divisor and the quotient.
#[inline(always)]
fn same_quotient<const W: usize>(
    g: &Gang<W>,
    [d, a, b]: [Val; 3],
    wide: bool,
    signed: bool,
) -> Option<(Affine, i64, i64)> {
    let (x, y, layout) = (g.regs.tag(a), g.regs.tag(b), &g.regs.layout);
    if !(g.covers(d) && x.affine && y.uniform()) {
        return None;
    }
    let Wide { value, min, max } = x.widen(layout, wide, signed)?;
    let by = match (wide, signed) {
        (true, _) => y.value.base as i64,
        (false, true) => i64::from(y.value.base as u32 as i32),
        (false, false) => i64::from(y.value.base as u32),
    };
    if !signed && by < 0 {
        return None;
    }
    // The quotient grows or falls with the dividend: equal at the ends, it is equal between.
    let (least, most) = (min.checked_div(by)?, max.checked_div(by)?);
    (least == most).then_some((value, by, least))
}

#[inline(always)]
fn affine_quotient<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, b: Val, wide: bool, signed: bool) -> bool {
    let Some((_, _, q)) = same_quotient(g, [d, a, b], wide, signed) else { return false };
    set(g, d, Affine::uniform(q as u64), wide);
    true
}

#[inline(always)]
fn affine_remainder<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, b: Val, wide: bool, signed: bool) -> bool {
    let Some((value, by, q)) = same_quotient(g, [d, a, b], wide, signed) else { return false };
    set(g, d, value.minus(&Affine::uniform(q.wrapping_mul(by) as u64)), wide);
    true
}

vector! {
    pub(super) fn div<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Div, site: u32) -> Flow {
        let (d, a, b, rnd, ftz) = (i.d.0, i.a.0, i.b.0, i.rnd, i.ftz.0);
        match (i.ty, i.approx) {
            (Ty::F32, Some(Approx::Approx)) if ftz => {
                map!(g, d, u32; x: u32 = a, y: u32 = b => num::approx::div_ftz(x, y))
            }
            (Ty::F32, Some(Approx::Approx)) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::approx::div(x, y)),
            (Ty::F32, Some(Approx::Full)) if ftz => {
                map!(g, d, u32; x: u32 = a, y: u32 = b => num::approx::div_full_ftz(x, y))
            }
            (Ty::F32, Some(Approx::Full)) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::approx::div_full(x, y)),
            (Ty::F32, None) if rnd == Some(Rnd::Rn) && !ftz => {
                map!(g, d, u32; x: u32 = a, y: u32 = b => num::f32::div(x, y))
            }
            (Ty::F32, None) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::f32::div_full(x, y, rnd, ftz)),
            (Ty::F64, _) if rnd == Some(Rnd::Rn) => map!(g, d, u64; x: u64 = a, y: u64 = b => num::f64::div(x, y)),
            (Ty::F64, _) => map!(g, d, u64; x: u64 = a, y: u64 = b => num::f64::div_full(x, y, rnd)),
            (Ty::U16, _) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u16::div(x, y)),
            (Ty::S16, _) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::s16::div(x, y)),
            (Ty::U32, _) if affine_quotient(g, d, a, b, false, false) => Flow::Next,
            (Ty::U32, _) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u32::div(x, y)),
            (Ty::S32, _) if affine_quotient(g, d, a, b, false, true) => Flow::Next,
            (Ty::S32, _) => map!(g, d, u32; x: u32 = a, y: u32 = b => num::s32::div(x, y)),
            (Ty::U64, _) if affine_quotient(g, d, a, b, true, false) => Flow::Next,
            (Ty::U64, _) => map!(g, d, u64; x: u64 = a, y: u64 = b => num::u64::div(x, y)),
            (Ty::S64, _) if affine_quotient(g, d, a, b, true, true) => Flow::Next,
            (Ty::S64, _) => map!(g, d, u64; x: u64 = a, y: u64 = b => num::s64::div(x, y)),
            _ => odd(g, cx, Inst::Div(*i), site),
        }
    }
}

vector! {
    pub(super) fn rem<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Rem, site: u32) -> Flow {
        let (d, a, b) = (i.d.0, i.a.0, i.b.0);
        match i.ty {
            Ty::U16 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u16::rem(x, y)),
            Ty::S16 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::s16::rem(x, y)),
            Ty::U32 if affine_remainder(g, d, a, b, false, false) => Flow::Next,
            Ty::U32 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u32::rem(x, y)),
            Ty::S32 if affine_remainder(g, d, a, b, false, true) => Flow::Next,
            Ty::S32 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::s32::rem(x, y)),
            Ty::U64 if affine_remainder(g, d, a, b, true, false) => Flow::Next,
            Ty::U64 => map!(g, d, u64; x: u64 = a, y: u64 = b => num::u64::rem(x, y)),
            Ty::S64 if affine_remainder(g, d, a, b, true, true) => Flow::Next,
            Ty::S64 => map!(g, d, u64; x: u64 = a, y: u64 = b => num::s64::rem(x, y)),
            _ => odd(g, cx, Inst::Rem(*i), site),
        }
    }
}

vector! {
    pub(super) fn abs<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Abs, site: u32) -> Flow {
        let (d, a, ftz) = (i.d.0, i.a.0, i.ftz.0);
        match i.ty {
            Ty::F32 => map!(g, d, u32; x: u32 = a => num::f32::abs_full(x, ftz)),
            Ty::F64 => map!(g, d, u64; x: u64 = a => num::f64::abs(x)),
            Ty::F16 => map!(g, d, u32; x: u32 = a => num::f16::abs_full(x, ftz)),
            Ty::BF16 => map!(g, d, u32; x: u32 = a => num::bf16::abs_full(x, ftz)),
            Ty::F16x2 => map!(g, d, u32; x: u32 = a => num::f16x2::abs_full(x, ftz)),
            Ty::BF16x2 => map!(g, d, u32; x: u32 = a => num::bf16x2::abs_full(x, ftz)),
            Ty::S16 => map!(g, d, u32; x: u32 = a => num::s16::abs(x)),
            Ty::S32 => map!(g, d, u32; x: u32 = a => num::s32::abs(x)),
            Ty::S64 => map!(g, d, u64; x: u64 = a => num::s64::abs(x)),
            _ => odd(g, cx, Inst::Abs(*i), site),
        }
    }
}

vector! {
    pub(super) fn neg<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Neg, site: u32) -> Flow {
        let (d, a, ftz) = (i.d.0, i.a.0, i.ftz.0);
        match i.ty {
            Ty::F32 => map!(g, d, u32; x: u32 = a => num::f32::neg_full(x, ftz)),
            Ty::F64 => map!(g, d, u64; x: u64 = a => num::f64::neg(x)),
            Ty::F16 => map!(g, d, u32; x: u32 = a => num::f16::neg_full(x, ftz)),
            Ty::BF16 => map!(g, d, u32; x: u32 = a => num::bf16::neg_full(x, ftz)),
            Ty::F16x2 => map!(g, d, u32; x: u32 = a => num::f16x2::neg_full(x, ftz)),
            Ty::BF16x2 => map!(g, d, u32; x: u32 = a => num::bf16x2::neg_full(x, ftz)),
            Ty::S16 => map!(g, d, u32; x: u32 = a => num::s16::neg(x)),
            Ty::S32 => map!(g, d, u32; x: u32 = a => num::s32::neg(x)),
            Ty::S64 => map!(g, d, u64; x: u64 = a => num::s64::neg(x)),
            _ => odd(g, cx, Inst::Neg(*i), site),
        }
    }
}

/// `min` and `max` differ by name only.
macro_rules! extreme {
    ($name:ident, $more:ident, $inst:ident, $full:ident, $u16x2:ident, $s16x2:ident) => {
        vector! {
            pub(super) fn $name<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &$inst, site: u32) -> Flow {
                let (d, a, b) = (i.d.0, i.a.0, i.b.0);
                match i.ty {
                    Ty::F32 if !i.ftz.0 && !i.nan.0 && !i.xorsign.0 => {
                        map!(g, d, u32; x: u32 = a, y: u32 = b => num::f32::$name(x, y))
                    }
                    Ty::S32 if !i.relu.0 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::s32::$name(x, y)),
                    Ty::U32 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u32::$name(x, y)),
                    _ => $more(g, cx, i, site),
                }
            }
        }

        vector! {
            fn $more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &$inst, site: u32) -> Flow {
                let (d, a, b) = (i.d.0, i.a.0, i.b.0);
                let (ftz, nan, xs, relu) = (i.ftz.0, i.nan.0, i.xorsign.0, i.relu.0);
                match i.ty {
                    Ty::F32 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::f32::$full(x, y, ftz, nan, xs)),
                    Ty::F64 => map!(g, d, u64; x: u64 = a, y: u64 = b => num::f64::$name(x, y)),
                    Ty::F16 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::f16::$full(x, y, ftz, nan, xs)),
                    Ty::BF16 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::bf16::$full(x, y, ftz, nan, xs)),
                    Ty::F16x2 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::f16x2::$full(x, y, ftz, nan, xs)),
                    Ty::BF16x2 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::bf16x2::$full(x, y, ftz, nan, xs)),
                    Ty::U16 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u16::$name(x, y)),
                    Ty::S16 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::s16::$name(x, y)),
                    Ty::U64 => map!(g, d, u64; x: u64 = a, y: u64 = b => num::u64::$name(x, y)),
                    Ty::S64 => map!(g, d, u64; x: u64 = a, y: u64 = b => num::s64::$name(x, y)),
                    Ty::U16x2 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::wide::$u16x2(x, y)),
                    Ty::S16x2 if relu => {
                        map!(g, d, u32; x: u32 = a, y: u32 = b => num::wide::relu_s16x2(num::wide::$s16x2(x, y)))
                    }
                    Ty::S16x2 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::wide::$s16x2(x, y)),
                    Ty::S32 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::wide::relu_s32(num::s32::$name(x, y))),
                    _ => odd(g, cx, Inst::$inst(*i), site),
                }
            }
        }
    };
}
extreme!(min, min_more, Min, min_full, min_u16x2, min_s16x2);
extreme!(max, max_more, Max, max_full, max_u16x2, max_s16x2);

vector! {
    pub(super) fn add_cc<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &AddCc, site: u32) -> Flow {
        if i.ty.size_bytes() == 8 {
            return carry!(g, i, u64, true; _c; x: u64 = i.a.0, y: u64 = i.b.0 => num::wide::addc_b64(x, y, false));
        }
        carry!(g, i, u32, true; _c; x: u32 = i.a.0, y: u32 = i.b.0 => num::wide::addc_b32(x, y, false))
    }
}

vector! {
    pub(super) fn addc<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &AddC, site: u32) -> Flow {
        if i.ty.size_bytes() == 8 {
            return carry!(g, i, u64, i.cc.0; c; x: u64 = i.a.0, y: u64 = i.b.0 => num::wide::addc_b64(x, y, c));
        }
        carry!(g, i, u32, i.cc.0; c; x: u32 = i.a.0, y: u32 = i.b.0 => num::wide::addc_b32(x, y, c))
    }
}

vector! {
    pub(super) fn sub_cc<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &SubCc, site: u32) -> Flow {
        if i.ty.size_bytes() == 8 {
            return carry!(g, i, u64, true; _c; x: u64 = i.a.0, y: u64 = i.b.0 => num::wide::subc_b64(x, y, false));
        }
        carry!(g, i, u32, true; _c; x: u32 = i.a.0, y: u32 = i.b.0 => num::wide::subc_b32(x, y, false))
    }
}

vector! {
    pub(super) fn subc<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &SubC, site: u32) -> Flow {
        if i.ty.size_bytes() == 8 {
            return carry!(g, i, u64, i.cc.0; c; x: u64 = i.a.0, y: u64 = i.b.0 => num::wide::subc_b64(x, y, c));
        }
        carry!(g, i, u32, i.cc.0; c; x: u32 = i.a.0, y: u32 = i.b.0 => num::wide::subc_b32(x, y, c))
    }
}

/// `mad.cc` and `madc`; `uses`: the flag is added.
#[inline(always)]
fn mad_carry<const W: usize>(g: &mut Gang<W>, i: &MadC, sets: bool, uses: bool) -> Flow {
    let (a, b, c) = (i.a.0, i.b.0, i.c.0);
    match (i.ty, i.half) {
        (Ty::U32 | Ty::S32 | Ty::B32, Half::Lo) => {
            carry!(g, i, u32, sets; f; x: u32 = a, y: u32 = b, z: u32 = c => num::wide::madc_lo_b32(x, y, z, f && uses))
        }
        (Ty::U32, _) => {
            carry!(g, i, u32, sets; f; x: u32 = a, y: u32 = b, z: u32 = c => num::wide::madc_hi_u32(x, y, z, f && uses))
        }
        (Ty::S32 | Ty::B32, _) => {
            carry!(g, i, u32, sets; f; x: u32 = a, y: u32 = b, z: u32 = c => num::wide::madc_hi_s32(x, y, z, f && uses))
        }
        (Ty::U64, Half::Hi | Half::Wide) => {
            carry!(g, i, u64, sets; f; x: u64 = a, y: u64 = b, z: u64 = c => num::wide::madc_hi_u64(x, y, z, f && uses))
        }
        (Ty::S64, Half::Hi | Half::Wide) => {
            carry!(g, i, u64, sets; f; x: u64 = a, y: u64 = b, z: u64 = c => num::wide::madc_hi_s64(x, y, z, f && uses))
        }
        _ => {
            carry!(g, i, u64, sets; f; x: u64 = a, y: u64 = b, z: u64 = c => num::wide::madc_lo_b64(x, y, z, f && uses))
        }
    }
}

vector! {
    pub(super) fn mad_cc<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &MadCc, site: u32) -> Flow {
        let as_madc = MadC { half: i.half, cc: Cc(true), ty: i.ty, d: i.d, a: i.a, b: i.b, c: i.c };
        mad_carry(g, &as_madc, true, false)
    }
}

vector! {
    pub(super) fn madc<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &MadC, site: u32) -> Flow {
        mad_carry(g, i, i.cc.0, true)
    }
}

vector! {
    pub(super) fn dp4a<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Dp4a, site: u32) -> Flow {
        let (sa, sb) = (i.aty.is_signed(), i.bty.is_signed());
        map!(g, i.d.0, u32; x: u32 = i.a.0, y: u32 = i.b.0, z: u32 = i.c.0 => num::wide::dp4a(x, y, z, sa, sb))
    }
}

vector! {
    pub(super) fn dp2a<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Dp2a, site: u32) -> Flow {
        let (sa, sb, hi) = (i.aty.is_signed(), i.bty.is_signed(), i.half == Half::Hi);
        map!(g, i.d.0, u32; x: u32 = i.a.0, y: u32 = i.b.0, z: u32 = i.c.0 => num::wide::dp2a(x, y, z, sa, sb, hi))
    }
}

#[inline(never)]
pub(super) fn vabsdiff4<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Vabsdiff4, site: u32) -> Flow {
    let types = [i.dty, i.aty, i.bty];
    if !types.iter().all(|t| matches!(t, Ty::U32 | Ty::S32)) {
        return super::control::not_modelled(g, cx, &Inst::Vabsdiff4(*i), site);
    }
    let (signed, sat, add) = (types.map(Ty::is_signed), i.sat.0, i.add.0);
    map!(g, i.d.0, u32;
        x: u32 = i.a.0, y: u32 = i.b.0, z: u32 = i.c.0 => num::wide::vabsdiff4(x, y, z, signed, sat, add))
}
