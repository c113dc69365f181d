//! Bits and shifts.
//!
//! Address arithmetic is full of `or`, `and` and shifts that are sums, remainders and products in disguise; where the
//! bits of the operands show that they are, affine values stay so.

use super::{Flow, control};
use crate::gang::Gang;
use crate::gang::regs::{Affine, Mask, Wide};
use crate::isa::vector;
use crate::machine::Cx;
use crate::num;
use ptx::*;

/// Bits that may be set in some lane of unsigned values.
#[inline(always)]
fn possible(x: &Wide) -> u64 {
    if x.value.is_uniform() {
        return x.value.base;
    }
    let below = u64::MAX.checked_shr(x.max.leading_zeros()).unwrap_or(0);
    // All lanes are multiples of this power of two.
    let bits = x.value.steps.iter().fold(x.value.base, |bits, step| bits | *step as u64);
    below & u64::MAX << bits.trailing_zeros()
}

/// `or` and `xor` of affine values that have no bit in common: their sum.
#[inline(always)]
fn disjoint<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, b: Val, wide: bool) -> bool {
    let (x, y, layout) = (g.regs.tag(a), g.regs.tag(b), &g.regs.layout);
    if !(g.covers(d) && x.affine && y.affine) || (x.value.is_uniform() && y.value.is_uniform()) {
        return false;
    }
    let (Some(x), Some(y)) = (x.widen(layout, wide, false), y.widen(layout, wide, false)) else { return false };
    if possible(&x) & possible(&y) != 0 {
        return false;
    }
    set(g, d, x.value.plus(&y.value), wide);
    true
}

/// `and` of an affine value with `2^k - 1` or with the bits above, where all lanes agree in those.
#[inline(always)]
fn remainder<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, b: Val, wide: bool) -> bool {
    let (x, y) = (g.regs.tag(a), g.regs.tag(b));
    if !(g.covers(d) && x.affine && y.affine) {
        return false;
    }
    let (v, low) = match (x.value.is_uniform(), y.value.is_uniform()) {
        (_, true) => (x, y.value.base),
        (true, _) => (y, x.value.base),
        _ => return false,
    };
    let low = if wide { low } else { u64::from(low as u32) };
    let above = if wide { !low } else { u64::from(!low as u32) };
    let (is_low, is_high) = (low & low.wrapping_add(1) == 0, above & above.wrapping_add(1) == 0);
    if v.value.is_uniform() || !(is_low || is_high) {
        return false;
    }
    let low = if is_low { low } else { above };
    let Some(Wide { value, min, max }) = v.widen(&g.regs.layout, wide, false) else { return false };
    if min as u64 & !low != max as u64 & !low {
        return false;
    }
    let part = if is_low { Affine { base: value.base & low, ..value } } else { Affine::uniform(min as u64 & !low) };
    set(g, d, part, wide);
    true
}

#[inline(always)]
pub(super) fn set<const W: usize>(g: &mut Gang<W>, d: Val, value: Affine, wide: bool) {
    g.regs.set_affine(d, if wide { value } else { value.cut() });
}

/// Writes a predicate that is a function of two others.
#[inline(always)]
fn preds<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, b: Val, f: impl Fn(u32, u32) -> u32) -> Flow {
    let (x, y, running) = (g.regs.pred(a), g.regs.pred(b), g.mask);
    let mask: Mask<W> = std::array::from_fn(|w| f(x[w], y[w]));
    g.regs.set_pred(d, &mask, &running);
    Flow::Next
}

/// `and`, `or` and `xor`.
macro_rules! bitwise {
    ($name:ident, $inst:ident, $affine:ident, $op:tt) => {
        vector! {
            pub(super) fn $name<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &$inst, site: u32) -> Flow {
                let (d, a, b) = (i.d.0, i.a.0, i.b.0);
                match i.ty {
                    Ty::B32 => {
                        if $affine(g, d, a, b, false) {
                            return Flow::Next;
                        }
                        map!(g, d, u32; x: u32 = a, y: u32 = b => x $op y)
                    }
                    Ty::B64 => {
                        if $affine(g, d, a, b, true) {
                            return Flow::Next;
                        }
                        map!(g, d, u64; x: u64 = a, y: u64 = b => x $op y)
                    }
                    Ty::Pred => preds(g, d, a, b, |x, y| x $op y),
                    Ty::B16 => map!(g, d, u32; x: u32 = a, y: u32 = b => (x $op y) & 0xffff),
                    _ => control::not_modelled(g, cx, &Inst::$inst(*i), site),
                }
            }
        }
    };
}
bitwise!(and, And, remainder, &);
bitwise!(or, Or, disjoint, |);
bitwise!(xor, Xor, disjoint, ^);

vector! {
    pub(super) fn not<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Not, site: u32) -> Flow {
        let (d, a) = (i.d.0, i.a.0);
        match i.ty {
            Ty::B32 | Ty::B64 => {
                let (t, wide) = (g.regs.tag(a), i.ty == Ty::B64);
                // !x = -1 - x
                if g.covers(d) && t.affine {
                    set(g, d, Affine::uniform(u64::MAX).minus(&t.value), wide);
                    return Flow::Next;
                }
                if wide { map!(g, d, u64; x: u64 = a => !x) } else { map!(g, d, u32; x: u32 = a => !x) }
            }
            Ty::Pred => preds(g, d, a, a, |x, _| !x),
            Ty::B16 => map!(g, d, u32; x: u32 = a => num::bits::not_b16(x)),
            _ => control::not_modelled(g, cx, &Inst::Not(*i), site),
        }
    }
}

vector! {
    pub(super) fn cnot<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Cnot, site: u32) -> Flow {
        let (d, a) = (i.d.0, i.a.0);
        match i.ty {
            Ty::B16 => map!(g, d, u32; x: u32 = a => num::bits::cnot_b16(x)),
            Ty::B32 => map!(g, d, u32; x: u32 = a => num::bits::cnot_b32(x)),
            Ty::B64 => map!(g, d, u64; x: u64 = a => num::bits::cnot_b64(x)),
            _ => control::not_modelled(g, cx, &Inst::Cnot(*i), site),
        }
    }
}

/// `lop3`'s table: an immediate, the same in all lanes.
#[inline(always)]
fn table<const W: usize>(g: &Gang<W>, table: Src) -> u32 {
    g.regs.tag(table.0).value.base as u32
}

vector! {
    pub(super) fn lop3<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Lop3, site: u32) -> Flow {
        let t = table(g, i.table);
        map!(g, i.d.0, u32; x: u32 = i.a.0, y: u32 = i.b.0, z: u32 = i.c.0 => num::bits::lop3_b32(x, y, z, t))
    }
}

vector! {
    pub(super) fn lop3_pred<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Lop3Pred, site: u32) -> Flow {
        let (t, a, b, c) = (table(g, i.table), i.a.0, i.b.0, i.c.0);
        let (q, running) = (super::holds(g, i.q), g.mask);
        // Before the result is written: it may stand where an operand stands.
        let any = compare!(g; x: u32 = a, y: u32 = b, z: u32 = c => num::bits::lop3_b32(x, y, z, t) != 0);
        map!(g, i.d.d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::bits::lop3_b32(x, y, z, t));
        if let Some(p) = i.d.p {
            let mask = super::cmp::combine(Some(i.op), &any, &q);
            g.regs.set_pred(p, &mask, &running);
        }
        Flow::Next
    }
}

/// A shift left of an affine value: a product.
#[inline(always)]
fn multiple<const W: usize>(g: &mut Gang<W>, i: &Shl) -> bool {
    let (t, n, wide) = (g.regs.tag(i.a.0), g.regs.tag(i.b.0), i.ty == Ty::B64);
    let count = n.value.base as u32;
    let fits = count < if wide { 64 } else { 32 };
    if !(matches!(i.ty, Ty::B32 | Ty::B64) && g.covers(i.d.0) && t.affine && n.uniform() && fits) {
        return false;
    }
    set(g, i.d.0, t.value.times(1 << count), wide);
    true
}

vector! {
    pub(super) fn shl<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Shl, site: u32) -> Flow,
    unless (multiple(g, i)) {
        let (d, a, b) = (i.d.0, i.a.0, i.b.0);
        match i.ty {
            Ty::B32 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u32::shl(x, y)),
            Ty::B64 => map!(g, d, u64; x: u64 = a, y: u32 = b => num::u64::shl(x, y)),
            Ty::B16 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u16::shl(x, y)),
            _ => control::not_modelled(g, cx, &Inst::Shl(*i), site),
        }
    }
}

/// A shift right that leaves nothing of what distinguishes the lanes.
#[inline(always)]
fn quotient<const W: usize>(g: &mut Gang<W>, d: Val, a: Val, b: Val, wide: bool, signed: bool) -> bool {
    let (t, n) = (g.regs.tag(a), g.regs.tag(b));
    let count = n.value.base as u32;
    if !(g.covers(d) && t.affine && n.uniform() && count < if wide { 64 } else { 32 }) {
        return false;
    }
    let Some(Wide { min, max, .. }) = t.widen(&g.regs.layout, wide, signed) else { return false };
    if min >> count != max >> count {
        return false;
    }
    set(g, d, Affine::uniform((min >> count) as u64), wide);
    true
}

vector! {
    pub(super) fn shr<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Shr, site: u32) -> Flow {
        let (d, a, b) = (i.d.0, i.a.0, i.b.0);
        match i.ty {
            Ty::U32 | Ty::B32 => {
                if quotient(g, d, a, b, false, false) {
                    return Flow::Next;
                }
                map!(g, d, u32; x: u32 = a, y: u32 = b => num::u32::shr(x, y))
            }
            Ty::S32 => {
                if quotient(g, d, a, b, false, true) {
                    return Flow::Next;
                }
                map!(g, d, u32; x: u32 = a, y: u32 = b => num::s32::shr(x, y))
            }
            Ty::U64 | Ty::B64 if quotient(g, d, a, b, true, false) => Flow::Next,
            Ty::S64 if quotient(g, d, a, b, true, true) => Flow::Next,
            Ty::U64 | Ty::B64 => map!(g, d, u64; x: u64 = a, y: u32 = b => num::u64::shr(x, y)),
            Ty::S64 => map!(g, d, u64; x: u64 = a, y: u32 = b => num::s64::shr(x, y)),
            Ty::U16 | Ty::B16 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::u16::shr(x, y)),
            Ty::S16 => map!(g, d, u32; x: u32 = a, y: u32 = b => num::s16::shr(x, y)),
            _ => control::not_modelled(g, cx, &Inst::Shr(*i), site),
        }
    }
}

vector! {
    pub(super) fn shf<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Shf, site: u32) -> Flow {
        let (d, a, b, c) = (i.d.0, i.a.0, i.b.0, i.c.0);
        match (i.dir, i.mode) {
            (ShfDir::L, ShfMode::Wrap) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, n: u32 = c => num::bits::shf_l_wrap_b32(x, y, n))
            }
            (ShfDir::R, ShfMode::Wrap) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, n: u32 = c => num::bits::shf_r_wrap_b32(x, y, n))
            }
            _ => shf_more(g, i),
        }
    }
}

#[inline(never)]
fn shf_more<const W: usize>(g: &mut Gang<W>, i: &Shf) -> Flow {
    let (d, a, b, c) = (i.d.0, i.a.0, i.b.0, i.c.0);
    match i.dir {
        ShfDir::L => map!(g, d, u32; x: u32 = a, y: u32 = b, n: u32 = c => num::bits::shf_l_clamp_b32(x, y, n)),
        ShfDir::R => map!(g, d, u32; x: u32 = a, y: u32 = b, n: u32 = c => num::bits::shf_r_clamp_b32(x, y, n)),
    }
}

vector! {
    pub(super) fn bfe<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Bfe, site: u32) -> Flow {
        let (d, a, b, c) = (i.d.0, i.a.0, i.b.0, i.c.0);
        match i.ty {
            Ty::U32 => map!(g, d, u32; x: u32 = a, pos: u32 = b, len: u32 = c => num::bits::bfe_u32(x, pos, len)),
            Ty::S32 => map!(g, d, u32; x: u32 = a, pos: u32 = b, len: u32 = c => num::bits::bfe_s32(x, pos, len)),
            Ty::U64 => map!(g, d, u64; x: u64 = a, pos: u32 = b, len: u32 = c => num::bits::bfe_u64(x, pos, len)),
            Ty::S64 => map!(g, d, u64; x: u64 = a, pos: u32 = b, len: u32 = c => num::bits::bfe_s64(x, pos, len)),
            _ => control::not_modelled(g, cx, &Inst::Bfe(*i), site),
        }
    }
}

vector! {
    pub(super) fn bfi<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Bfi, site: u32) -> Flow {
        let (d, a, b, p, n) = (i.d.0, i.a.0, i.b.0, i.pos.0, i.len.0);
        match i.ty {
            Ty::B32 => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, pos: u32 = p, len: u32 = n => num::bits::bfi_b32(x, y, pos, len))
            }
            Ty::B64 => {
                map!(g, d, u64; x: u64 = a, y: u64 = b, pos: u32 = p, len: u32 = n => num::bits::bfi_b64(x, y, pos, len))
            }
            _ => control::not_modelled(g, cx, &Inst::Bfi(*i), site),
        }
    }
}

vector! {
    pub(super) fn bfind<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Bfind, site: u32) -> Flow {
        use num::bits::{bfind_s32, bfind_s64, bfind_shiftamt_b32, bfind_shiftamt_b64, bfind_u32, bfind_u64};
        let (d, a) = (i.d.0, i.a.0);
        match (i.ty, i.shiftamt.0) {
            (Ty::U32, false) => map!(g, d, u32; x: u32 = a => bfind_u32(x)),
            (Ty::S32, false) => map!(g, d, u32; x: u32 = a => bfind_s32(x)),
            (Ty::U64, false) => map!(g, d, u32; x: u64 = a => bfind_u64(x)),
            (Ty::S64, false) => map!(g, d, u32; x: u64 = a => bfind_s64(x)),
            (Ty::U32, true) => map!(g, d, u32; x: u32 = a => bfind_shiftamt_b32(bfind_u32(x))),
            (Ty::S32, true) => map!(g, d, u32; x: u32 = a => bfind_shiftamt_b32(bfind_s32(x))),
            (Ty::U64, true) => map!(g, d, u32; x: u64 = a => bfind_shiftamt_b64(bfind_u64(x))),
            (Ty::S64, true) => map!(g, d, u32; x: u64 = a => bfind_shiftamt_b64(bfind_s64(x))),
            _ => control::not_modelled(g, cx, &Inst::Bfind(*i), site),
        }
    }
}

vector! {
    pub(super) fn brev<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Brev, site: u32) -> Flow {
        match i.ty {
            Ty::B32 => map!(g, i.d.0, u32; x: u32 = i.a.0 => num::bits::brev_b32(x)),
            Ty::B64 => map!(g, i.d.0, u64; x: u64 = i.a.0 => num::bits::brev_b64(x)),
            _ => control::not_modelled(g, cx, &Inst::Brev(*i), site),
        }
    }
}

vector! {
    pub(super) fn clz<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Clz, site: u32) -> Flow {
        match i.ty {
            Ty::B32 => map!(g, i.d.0, u32; x: u32 = i.a.0 => num::bits::clz_b32(x)),
            Ty::B64 => map!(g, i.d.0, u32; x: u64 = i.a.0 => num::bits::clz_b64(x)),
            _ => control::not_modelled(g, cx, &Inst::Clz(*i), site),
        }
    }
}

vector! {
    pub(super) fn popc<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &PopCount, site: u32) -> Flow {
        match i.ty {
            Ty::B32 => map!(g, i.d.0, u32; x: u32 = i.a.0 => num::bits::popc_b32(x)),
            Ty::B64 => map!(g, i.d.0, u32; x: u64 = i.a.0 => num::bits::popc_b64(x)),
            _ => control::not_modelled(g, cx, &Inst::PopCount(*i), site),
        }
    }
}

vector! {
    pub(super) fn prmt<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Prmt, site: u32) -> Flow {
        let (d, a, b, c) = (i.d.0, i.a.0, i.b.0, i.c.0);
        macro_rules! bytes {
            ($f:ident) => {
                map!(g, d, u32; x: u32 = a, y: u32 = b, z: u32 = c => num::bits::$f(x, y, z))
            };
        }
        match i.mode {
            None => bytes!(prmt_b32),
            Some(PrmtMode::F4e) => bytes!(prmt_f4e_b32),
            Some(PrmtMode::B4e) => bytes!(prmt_b4e_b32),
            Some(PrmtMode::Rc8) => bytes!(prmt_rc8_b32),
            Some(PrmtMode::Ecl) => bytes!(prmt_ecl_b32),
            Some(PrmtMode::Ecr) => bytes!(prmt_ecr_b32),
            Some(PrmtMode::Rc16) => bytes!(prmt_rc16_b32),
        }
    }
}

vector! {
    pub(super) fn szext<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Szext, site: u32) -> Flow {
        let (d, a, b) = (i.d.0, i.a.0, i.b.0);
        match (i.ty, i.mode) {
            (Ty::U32, ShfMode::Clamp) => map!(g, d, u32; x: u32 = a, n: u32 = b => num::bits::szext_clamp_u32(x, n)),
            (Ty::U32, ShfMode::Wrap) => map!(g, d, u32; x: u32 = a, n: u32 = b => num::bits::szext_wrap_u32(x, n)),
            (Ty::S32, ShfMode::Clamp) => map!(g, d, u32; x: u32 = a, n: u32 = b => num::bits::szext_clamp_s32(x, n)),
            (Ty::S32, ShfMode::Wrap) => map!(g, d, u32; x: u32 = a, n: u32 = b => num::bits::szext_wrap_s32(x, n)),
            _ => control::not_modelled(g, cx, &Inst::Szext(*i), site),
        }
    }
}

vector! {
    pub(super) fn bmsk<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Bmsk, site: u32) -> Flow {
        let (d, a, b) = (i.d.0, i.a.0, i.b.0);
        match i.mode {
            ShfMode::Clamp => map!(g, d, u32; pos: u32 = a, len: u32 = b => num::bits::bmsk_clamp_b32(pos, len)),
            ShfMode::Wrap => map!(g, d, u32; pos: u32 = a, len: u32 = b => num::bits::bmsk_wrap_b32(pos, len)),
        }
    }
}

vector! {
    pub(super) fn fns<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Fns, site: u32) -> Flow {
        let (d, m, b, o) = (i.d.0, i.mask.0, i.base.0, i.offset.0);
        map!(g, d, u32; mask: u32 = m, base: u32 = b, offset: u32 = o => num::bits::fns_b32(mask, base, offset))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::gang::LaunchDims;
    use crate::gang::regs::Layout;
    use crate::program::Program;

    /// A gang of two warps with registers `%r0..2` (values 0–2) and `%rd0..2` (3–5).
    pub(crate) fn gang() -> (Gang<2>, [Val; 3], [Val; 3]) {
        let text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<3>;\n\
                    .reg .b64 %rd<3>;\nadd.s32 %r0, %r1, %r2;\nadd.s64 %rd0, %rd1, %rd2;\nret;\n}\n";
        let module = ptx::parse(text).expect("the module is valid");
        let mut named = [("%r0", None), ("%r1", None), ("%r2", None), ("%rd0", None), ("%rd1", None), ("%rd2", None)];
        for (k, v) in module.functions[0].values.iter().enumerate() {
            if let Value::Reg { name, .. } = v
                && let Some(slot) = named.iter_mut().find(|(n, _)| n == name)
            {
                slot.1 = Some(Val(k as u32));
            }
        }
        let val = |k: usize| named[k].1.expect("the register exists");
        let (narrow, wide) = ([val(0), val(1), val(2)], [val(3), val(4), val(5)]);
        let program = Program::load(module).expect("the module loads");
        let dims = LaunchDims { grid: [1; 3], block: [64, 1, 1], dynamic_shared_bytes: 0, static_shared_bytes: 0 };
        (Gang::new(&program, 0, &dims, [0; 3], 0), narrow, wide)
    }

    /// A row of 64 lanes, four rows of 16, and two blocks of four rows of 8.
    pub(crate) fn layouts() -> [Layout; 3] {
        [Layout::new([64, 1, 1], 64, 64), Layout::new([16, 4, 1], 64, 64), Layout::new([8, 4, 1], 32, 64)]
    }

    const fn line(base: u64, step: i64) -> Affine {
        Affine { base, steps: [step, 0, 0] }
    }

    const fn plane(base: u64, steps: [i64; 3]) -> Affine {
        Affine { base, steps }
    }

    /// Bases and steps that meet the borders of both widths.
    pub(crate) const LINES: [Affine; 26] = [
        line(0, 0),
        line(0, 1),
        line(1, 0),
        line(31, 0),
        line(63, 0),
        line(64, 1),
        line(128, 4),
        line(3, 0),
        line(1 << 20, 64),
        line(5, -1),
        line(63, -1),
        line(0xffff_ffff, 0),
        line(0xffff_fff0, 1),
        line(0x7fff_fff0, 1),
        line(0x8000_0000, -1),
        line(0xffff_ffff_ffff_ffff, 0),
        line(0xffff_ffff_ffff_fff0, 1),
        line(0x7fff_ffff_ffff_fff0, 1),
        line(0x1_0000_0000, 0x1_0000_0000),
        line(0xffff_ffff_0000_0000, 0),
        plane(0, [0, 1, 0]),
        plane(64, [1, 16, 64]),
        plane(7, [0, -2, 40]),
        plane(100, [4, -30, 1]),
        plane(0xffff_fff0, [1, 8, 0]),
        plane(0x7fff_ffff_ffff_0000, [1, 1 << 40, 1 << 50]),
    ];

    type Shortcut = fn(&mut Gang<2>, Val, Val, Val) -> bool;

    /// Where a shortcut is taken, every lane is what the plain operation gives.
    fn check(wide: bool, at_least: usize, shortcut: Shortcut, plain: fn(u64, u64) -> u64) {
        let (mut g, narrow, broad) = gang();
        let [d, a, b] = if wide { broad } else { narrow };
        let mut taken = 0;
        for layout in layouts() {
            g.regs.layout = layout;
            for x in LINES {
                for y in LINES {
                    set(&mut g, a, x, wide);
                    set(&mut g, b, y, wide);
                    if !shortcut(&mut g, d, a, b) {
                        continue;
                    }
                    taken += usize::from(!x.is_uniform() || !y.is_uniform());
                    for lane in 0..64 {
                        let want = plain(g.regs.lane_bits(a, lane), g.regs.lane_bits(b, lane));
                        let got = g.regs.lane_bits(d, lane);
                        assert_eq!(got, want, "lane {lane} of {x:x?} and {y:x?} in {layout:?}, wide: {wide}");
                    }
                }
            }
        }
        assert!(taken >= at_least, "{taken} shortcuts");
    }

    #[test]
    fn bits_of_affine_values() {
        for wide in [false, true] {
            let or: Shortcut =
                if wide { |g, d, a, b| disjoint(g, d, a, b, true) } else { |g, d, a, b| disjoint(g, d, a, b, false) };
            check(wide, 40, or, |x, y| x | y);
            check(wide, 40, or, |x, y| x ^ y);
            let and: Shortcut =
                if wide { |g, d, a, b| remainder(g, d, a, b, true) } else { |g, d, a, b| remainder(g, d, a, b, false) };
            check(wide, 60, and, |x, y| x & y);
        }
        check(false, 15, |g, d, a, b| quotient(g, d, a, b, false, false), |x, y| u64::from(x as u32 >> y));
        check(false, 10, |g, d, a, b| quotient(g, d, a, b, false, true), |x, y| u64::from((x as i32 >> y) as u32));
    }
}
