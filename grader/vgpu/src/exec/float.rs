//! Elementary functions.
//!
//! The f32 forms stand in the dispatch itself: they are polynomials in fused multiply-adds, which only there are single
//! instructions.

use super::{Flow, control};
use crate::gang::Gang;
use crate::isa::vector;
use crate::machine::Cx;
use crate::num;
use ptx::*;

vector! {
    pub(super) fn rcp<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Rcp, site: u32) -> Flow {
        let (d, a) = (i.d.0, i.a.0);
        match (i.ty, i.approx.is_some(), i.ftz.0) {
            (Ty::F32, true, false) => map!(g, d, u32; x: u32 = a => num::approx::rcp(x)),
            (Ty::F32, true, true) => map!(g, d, u32; x: u32 = a => num::approx::rcp_ftz(x)),
            (Ty::F32, false, false) if i.rnd == Some(Rnd::Rn) => map!(g, d, u32; x: u32 = a => num::f32::rcp(x)),
            _ => rcp_more(g, cx, i, site),
        }
    }
}

vector! {
    fn rcp_more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Rcp, site: u32) -> Flow {
        let (d, a, rnd, ftz) = (i.d.0, i.a.0, i.rnd, i.ftz.0);
        match (i.ty, i.approx.is_some()) {
            (Ty::F32, _) => map!(g, d, u32; x: u32 = a => num::f32::rcp_full(x, rnd, ftz)),
            (Ty::F64, true) => map!(g, d, u64; x: u64 = a => num::approx::rcp_ftz_f64(x)),
            (Ty::F64, false) => map!(g, d, u64; x: u64 = a => num::f64::rcp_full(x, rnd)),
            _ => control::not_modelled(g, cx, &Inst::Rcp(*i), site),
        }
    }
}

vector! {
    pub(super) fn sqrt<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Sqrt, site: u32) -> Flow {
        let (d, a) = (i.d.0, i.a.0);
        match (i.ty, i.approx.is_some(), i.ftz.0) {
            (Ty::F32, true, false) => map!(g, d, u32; x: u32 = a => num::approx::sqrt(x)),
            (Ty::F32, true, true) => map!(g, d, u32; x: u32 = a => num::approx::sqrt_ftz(x)),
            (Ty::F32, false, false) if i.rnd == Some(Rnd::Rn) => map!(g, d, u32; x: u32 = a => num::f32::sqrt(x)),
            _ => sqrt_more(g, cx, i, site),
        }
    }
}

vector! {
    fn sqrt_more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Sqrt, site: u32) -> Flow {
        let (d, a, rnd, ftz) = (i.d.0, i.a.0, i.rnd, i.ftz.0);
        match (i.ty, i.approx.is_some()) {
            (Ty::F32, _) => map!(g, d, u32; x: u32 = a => num::f32::sqrt_full(x, rnd, ftz)),
            (Ty::F64, false) => map!(g, d, u64; x: u64 = a => num::f64::sqrt_full(x, rnd)),
            _ => control::not_modelled(g, cx, &Inst::Sqrt(*i), site),
        }
    }
}

vector! {
    pub(super) fn rsqrt<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Rsqrt, site: u32) -> Flow {
        let (d, a) = (i.d.0, i.a.0);
        match (i.ty, i.ftz.0) {
            (Ty::F32, false) => map!(g, d, u32; x: u32 = a => num::approx::rsqrt(x)),
            (Ty::F32, true) => map!(g, d, u32; x: u32 = a => num::approx::rsqrt_ftz(x)),
            _ => rsqrt_more(g, cx, i, site),
        }
    }
}

vector! {
    fn rsqrt_more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Rsqrt, site: u32) -> Flow {
        match (i.ty, i.ftz.0) {
            (Ty::F64, true) => map!(g, i.d.0, u64; x: u64 = i.a.0 => num::approx::rsqrt_ftz_f64(x)),
            (Ty::F64, false) => map!(g, i.d.0, u64; x: u64 = i.a.0 => num::approx::rsqrt_f64(x)),
            _ => control::not_modelled(g, cx, &Inst::Rsqrt(*i), site),
        }
    }
}

/// Functions that exist for f32 only.
macro_rules! single {
    ($name:ident, $inst:ident, $ftz:ident) => {
        vector! {
            pub(super) fn $name<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &$inst, site: u32) -> Flow {
                match (i.ty, i.ftz.0) {
                    (Ty::F32, false) => map!(g, i.d.0, u32; x: u32 = i.a.0 => num::approx::$name(x)),
                    (Ty::F32, true) => map!(g, i.d.0, u32; x: u32 = i.a.0 => num::approx::$ftz(x)),
                    _ => control::not_modelled(g, cx, &Inst::$inst(*i), site),
                }
            }
        }
    };
}
single!(sin, Sin, sin_ftz);
single!(cos, Cos, cos_ftz);
single!(lg2, Lg2, lg2_ftz);

vector! {
    pub(super) fn ex2<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Ex2, site: u32) -> Flow {
        match (i.ty, i.ftz.0) {
            (Ty::F32, false) => map!(g, i.d.0, u32; x: u32 = i.a.0 => num::approx::ex2(x)),
            (Ty::F32, true) => map!(g, i.d.0, u32; x: u32 = i.a.0 => num::approx::ex2_ftz(x)),
            _ => ex2_more(g, cx, i, site),
        }
    }
}

vector! {
    fn ex2_more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Ex2, site: u32) -> Flow {
        let (d, a) = (i.d.0, i.a.0);
        match i.ty {
            Ty::F16 => map!(g, d, u32; x: u32 = a => num::approx::ex2_f16(x)),
            Ty::F16x2 => map!(g, d, u32; x: u32 = a => num::approx::ex2_f16x2(x)),
            Ty::BF16 => map!(g, d, u32; x: u32 = a => num::approx::ex2_ftz_bf16(x)),
            Ty::BF16x2 => map!(g, d, u32; x: u32 = a => num::approx::ex2_ftz_bf16x2(x)),
            _ => control::not_modelled(g, cx, &Inst::Ex2(*i), site),
        }
    }
}

vector! {
    pub(super) fn tanh<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Tanh, site: u32) -> Flow {
        match i.ty {
            Ty::F32 => map!(g, i.d.0, u32; x: u32 = i.a.0 => num::approx::tanh(x)),
            _ => tanh_more(g, cx, i, site),
        }
    }
}

vector! {
    fn tanh_more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Tanh, site: u32) -> Flow {
        let (d, a) = (i.d.0, i.a.0);
        match i.ty {
            Ty::F16 => map!(g, d, u32; x: u32 = a => num::approx::tanh_f16(x)),
            Ty::F16x2 => map!(g, d, u32; x: u32 = a => num::approx::tanh_f16x2(x)),
            Ty::BF16 => map!(g, d, u32; x: u32 = a => num::approx::tanh_bf16(x)),
            Ty::BF16x2 => map!(g, d, u32; x: u32 = a => num::approx::tanh_bf16x2(x)),
            _ => control::not_modelled(g, cx, &Inst::Tanh(*i), site),
        }
    }
}

vector! {
    pub(super) fn copysign<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Copysign, site: u32) -> Flow {
        match i.ty {
            Ty::F32 => map!(g, i.d.0, u32; x: u32 = i.a.0, y: u32 = i.b.0 => num::f32::copysign(x, y)),
            Ty::F64 => map!(g, i.d.0, u64; x: u64 = i.a.0, y: u64 = i.b.0 => num::f64::copysign(x, y)),
            _ => control::not_modelled(g, cx, &Inst::Copysign(*i), site),
        }
    }
}

vector! {
    pub(super) fn testp<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Testp, site: u32) -> Flow {
        let (op, running) = (i.op, g.mask);
        let mask = match i.ty {
            Ty::F32 => compare!(g; x: u32 = i.a.0 => num::compare::testp_f32(op, x)),
            Ty::F64 => compare!(g; x: u64 = i.a.0 => num::compare::testp_f64(op, x)),
            _ => return control::not_modelled(g, cx, &Inst::Testp(*i), site),
        };
        g.regs.set_pred(i.p.0, &mask, &running);
        Flow::Next
    }
}
