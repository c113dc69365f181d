//! Moves, and conversions of addresses between spaces. Conversions between types are in [`super::cvt`].

pub(super) use super::cvt::{cvt, cvt_pack, cvt_pair};
use super::{Flow, control};
use crate::addr::{self, Window};
use crate::gang::Gang;
use crate::gang::regs::{Affine, Wide};
use crate::gang::split::lanes;
use crate::isa::vector;
use crate::machine::Cx;
use crate::program::Class;
use ptx::*;

/// `d = a` where `a` is affine and stays so in `bytes` bytes.
#[inline(always)]
pub(super) fn copy_affine<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, bytes: u32) -> bool {
    let t = g.regs.tag(a);
    if !(g.covers(d) && t.affine) || t.class == Class::Pred {
        return false;
    }
    match bytes {
        8 if t.value.is_uniform() || t.class == Class::Bits64 => g.regs.set_affine(d, t.value),
        4 => g.regs.set_affine(d, t.value.cut()),
        1 | 2 if t.value.is_uniform() => g.regs.set_uniform(d, t.value.base & ((1 << (8 * bytes)) - 1)),
        2 => {
            let Some(wide) = t.widen(&g.regs.layout, false, false).filter(|wide| wide.max <= 0xffff) else {
                return false;
            };
            g.regs.set_affine(d, wide.value);
        }
        _ => return false,
    }
    true
}

/// Clocks tick where they are read.
#[cold]
#[inline(never)]
fn tick<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, function: usize) {
    let program = cx.program;
    if let Some(layout) = program.functions.get(function) {
        g.set_clocks(layout, cx.counters.lane_instructions);
    }
}

vector! {
    pub(super) fn mov<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Mov, site: u32) -> Flow,
    unless (i.ty != Ty::Pred && !cx.program.has_clock() && copy_affine(g, i.d.0, i.a.0, i.ty.size_bytes())) {
        let (d, a) = (i.d.0, i.a.0);
        if i.ty == Ty::Pred {
            let (mask, running) = (g.regs.pred(a), g.mask);
            g.regs.set_pred(d, &mask, &running);
            return Flow::Next;
        }
        if g.regs.tag(a).uniform()
            && let Some(function) = g.frame_info().map(|f| f.function)
            && cx.program.functions.get(function).is_some_and(|f| f.has_clock)
        {
            tick(g, cx, function);
        }
        let bytes = i.ty.size_bytes();
        if copy_affine(g, d, a, bytes) {
            return Flow::Next;
        }
        match bytes {
            4 => map!(g, d, u32; x: u32 = a => x),
            8 => map!(g, d, u64; x: u64 = a => x),
            2 => map!(g, d, u32; x: u32 = a => x & 0xffff),
            1 => map!(g, d, u32; x: u32 = a => x & 0xff),
            _ => control::not_modelled(g, cx, &Inst::Mov(*i), site),
        }
    }
}

vector! {
    pub(super) fn pack<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &MovPack, site: u32) -> Flow {
        let d = i.d.0;
        match (i.ty.size_bytes(), i.a.0.as_slice()) {
            (4, &[lo, hi]) => map!(g, d, u32; x: u32 = lo, y: u32 = hi => x & 0xffff | y << 16),
            (8, &[lo, hi]) => map!(g, d, u64; x: u32 = lo, y: u32 = hi => u64::from(x) | u64::from(y) << 32),
            _ => pack_more(g, cx, i, site),
        }
    }
}

vector! {
    fn pack_more<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &MovPack, site: u32) -> Flow {
        let (bytes, parts) = (i.ty.size_bytes(), i.a.0.as_slice());
        let width = 8 * bytes / (parts.len() as u32).max(1);
        if bytes > 8 || !matches!(width, 8 | 16 | 32) {
            return control::not_modelled(g, cx, &Inst::MovPack(*i), site);
        }
        let running = g.mask;
        for lane in lanes(&running) {
            let bits = parts.iter().rev().fold(0, |bits, part| {
                let part = g.regs.lane_bits(*part, lane) & ((1 << width) - 1);
                bits << width | part
            });
            g.regs.set_lane_bits(i.d.0, lane, bits);
        }
        Flow::Next
    }
}

vector! {
    pub(super) fn unpack<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &MovUnpack, site: u32) -> Flow {
        let (a, parts) = (i.a.0, i.d.0.as_slice());
        let (bytes, n) = (i.ty.size_bytes(), parts.len() as u32);
        let width = 8 * bytes / n.max(1);
        if bytes > 8 || !matches!(width, 8 | 16 | 32) {
            return control::not_modelled(g, cx, &Inst::MovUnpack(*i), site);
        }
        let keep = u32::MAX >> (32 - width);
        for (k, d) in parts.iter().enumerate() {
            if g.regs.tag(*d).class != Class::Bits32 {
                continue; // `_`
            }
            let shift = k as u32 * width;
            if bytes == 8 {
                if width == 32 && affine_half(g, *d, a, shift) {
                    continue;
                }
                map!(g, *d, u32; x: u64 = a => (x >> shift) as u32 & keep);
            } else {
                map!(g, *d, u32; x: u32 = a => x >> shift & keep);
            }
        }
        Flow::Next
    }
}

/// Half of an affine 64-bit value: the lower half is affine, the upper one uniform where no lane carries into it.
#[inline(always)]
fn affine_half<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, shift: u32) -> bool {
    let t = g.regs.tag(a);
    if !(g.covers(d) && t.affine && t.class == Class::Bits64) {
        return false;
    }
    if shift == 0 {
        g.regs.set_affine(d, t.value.cut());
        return true;
    }
    let Some(Wide { min, max, .. }) = t.widen(&g.regs.layout, true, true) else { return false };
    if min >> 32 != max >> 32 {
        return false;
    }
    g.regs.set_uniform(d, u64::from((min >> 32) as u32));
    true
}

vector! {
    pub(super) fn cvta<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Cvta, site: u32) -> Flow {
        let (d, a) = (i.d.0, i.a.0);
        let base = match i.space {
            Space::Global | Space::Const => 0,
            Space::Shared | Space::SharedCluster => addr::SHARED_WINDOW,
            Space::Local => addr::LOCAL_WINDOW,
            Space::Param => addr::PARAM_WINDOW,
        };
        if i.ty.size_bytes() != 8 {
            return control::not_modelled(g, cx, &Inst::Cvta(*i), site);
        }
        let add = if i.to.0 { base.wrapping_neg() } else { base };
        let t = g.regs.tag(a);
        if g.covers(d) && t.affine && (t.class == Class::Bits64 || t.value.is_uniform()) {
            g.regs.set_affine(d, t.value.plus(&Affine::uniform(add)));
            return Flow::Next;
        }
        map!(g, d, u64; x: u64 = a => x.wrapping_add(add))
    }
}

vector! {
    pub(super) fn isspacep<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Isspacep, site: u32) -> Flow {
        let (a, running) = (i.a.0, g.mask);
        let window = match i.space {
            Space::Global => Some(Window::Global),
            Space::Shared | Space::SharedCluster => Some(Window::Shared),
            Space::Local => Some(Window::Local),
            Space::Param => Some(Window::Param),
            // Constants lie among the global variables.
            Space::Const => None,
        };
        let mask = compare!(g; x: u64 = a => Some(addr::window(x)) == window);
        g.regs.set_pred(i.p.0, &mask, &running);
        Flow::Next
    }
}
