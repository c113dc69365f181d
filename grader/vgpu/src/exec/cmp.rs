//! Comparison and selection.
//!
//! Where both operands are affine, the lanes that pass are found from the difference, without
//! looking at one lane after another.

use super::{Flow, control};
use crate::gang::Gang;
use crate::gang::regs::{Affine, Layout, Mask, Tag, Warp, Wide};
use crate::gang::split::{and, any};
use crate::isa::vector;
use crate::machine::Cx;
use crate::num;
use crate::program::Class;
use ptx::*;

/// The comparison of two predicates' worth of lanes with a third.
#[inline(always)]
pub(super) fn combine<const W: usize>(op: Option<BoolOp>, a: &Mask<W>, c: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|w| match op {
        None => a[w],
        Some(BoolOp::And) => a[w] & c[w],
        Some(BoolOp::Or) => a[w] | c[w],
        Some(BoolOp::Xor) => a[w] ^ c[w],
    })
}

#[inline(always)]
fn inverse<const W: usize>(m: Mask<W>) -> Mask<W> {
    m.map(|w| !w)
}

/// The lanes in which a difference compares so with 0.
#[inline(always)]
fn linear<const W: usize>(cmp: Cmp, difference: &Wide, layout: &Layout) -> Mask<W> {
    let Wide { value, min, max } = difference;
    let test = |x: i64| num::s64::cmp(cmp, x as u64, 0);
    let is_equality = matches!(cmp, Cmp::Eq | Cmp::Ne | Cmp::Equ | Cmp::Neu);
    let agree = if is_equality { min == max || *min > 0 || *max < 0 } else { test(*min) == test(*max) };
    if agree {
        return [if test(*min) { u32::MAX } else { 0 }; W];
    }
    by_rows(cmp, value, layout)
}

/// The same where lanes disagree.
#[inline(never)]
fn by_rows<const W: usize>(cmp: Cmp, difference: &Affine, layout: &Layout) -> Mask<W> {
    let mut mask = [0; W];
    for row in (0..Gang::<W>::LANES).step_by(layout.row) {
        let base = difference.at(layout, row) as i64;
        match in_row(cmp, base, difference.steps[0], layout.row as i64) {
            Row::Below(end) => put(&mut mask, row, row + end),
            Row::From(start) => put(&mut mask, row + start, row + layout.row),
            Row::Only(lane) => put(&mut mask, row + lane, row + lane + 1),
            Row::Without(lane) => {
                put(&mut mask, row, row + lane);
                put(&mut mask, row + lane + 1, row + layout.row);
            }
        }
    }
    mask
}

/// Sets the bits of lanes `from .. to`.
fn put<const W: usize>(mask: &mut Mask<W>, from: usize, to: usize) {
    let mut lane = from;
    while lane < to {
        let n = (32 - lane % 32).min(to - lane);
        mask[lane / 32] |= (u32::MAX >> (32 - n)) << (lane % 32);
        lane += n;
    }
}

/// The lanes of a row that pass.
enum Row {
    Below(usize),
    From(usize),
    Only(usize),
    Without(usize),
}

/// The lanes of a row of `n` in which `base + lane × step`, which does not wrap, compares so with 0.
fn in_row(cmp: Cmp, base: i64, step: i64, n: i64) -> Row {
    let test = |lane: i64| num::s64::cmp(cmp, (base + lane * step) as u64, 0);
    let first = test(0);
    let all = |yes: bool| Row::Below(if yes { n as usize } else { 0 });
    if step == 0 {
        return all(first);
    }
    if matches!(cmp, Cmp::Eq | Cmp::Ne | Cmp::Equ | Cmp::Neu) {
        let is_ne = matches!(cmp, Cmp::Ne | Cmp::Neu);
        let lane = base.wrapping_neg().wrapping_div(step);
        let is_zero = (0..n).contains(&lane) && base + lane * step == 0;
        return match (is_zero, is_ne) {
            (false, _) => all(is_ne),
            (true, true) => Row::Without(lane as usize),
            (true, false) => Row::Only(lane as usize),
        };
    }
    if test(n - 1) == first {
        return all(first);
    }
    // Lane `like` agrees with lane 0, lane `unlike` does not; they meet about where the difference is 0.
    let zero = base.wrapping_neg().wrapping_div(step).clamp(0, n - 2);
    let (mut like, mut unlike) = (zero, zero + 1);
    while test(like) != first {
        (like, unlike) = (like - 1, like);
    }
    while test(unlike) == first {
        unlike += 1;
    }
    if first { Row::Below(unlike as usize) } else { Row::From(unlike as usize) }
}

/// An integer comparison by equality or “less”, operands and result perhaps turned around: two loops do for all.
macro_rules! int_lanes {
    ($g:ident, $cmp:expr, $a:expr, $b:expr, $t:ty, $num:ident) => {{
        let (cmp, a, b): (Cmp, Val, Val) = ($cmp, $a, $b);
        let negated = matches!(cmp, Cmp::Ne | Cmp::Neu | Cmp::Le | Cmp::Ls | Cmp::Leu | Cmp::Ge | Cmp::Hs | Cmp::Geu);
        let swapped = matches!(cmp, Cmp::Gt | Cmp::Hi | Cmp::Gtu | Cmp::Le | Cmp::Ls | Cmp::Leu);
        let mask = match cmp {
            Cmp::Eq | Cmp::Ne | Cmp::Equ | Cmp::Neu => compare!($g; x: $t = a, y: $t = b => num::$num::eq(x, y)),
            Cmp::Num => [u32::MAX; W],
            Cmp::Nan => [0; W],
            _ => {
                let (a, b) = if swapped { (b, a) } else { (a, b) };
                compare!($g; x: $t = a, y: $t = b => num::$num::lt(x, y))
            }
        };
        if negated { inverse(mask) } else { mask }
    }};
}

#[inline(always)]
fn int_32<const W: usize>(g: &mut Gang<W>, cmp: Cmp, a: Val, b: Val, signed: bool) -> Mask<W> {
    let (x, y, layout) = (g.regs.tag(a), g.regs.tag(b), &g.regs.layout);
    if x.affine
        && y.affine
        && let (Some(x), Some(y)) = (x.widen(layout, false, signed), y.widen(layout, false, signed))
        && let Some(difference) = x.value.minus(&y.value).wide(layout)
    {
        return linear(cmp, &difference, layout);
    }
    if signed { int_lanes!(g, cmp, a, b, u32, s32) } else { int_lanes!(g, cmp, a, b, u32, u32) }
}

#[inline(always)]
fn int_64<const W: usize>(g: &mut Gang<W>, cmp: Cmp, a: Val, b: Val, signed: bool) -> Mask<W> {
    let (x, y) = (g.regs.tag(a), g.regs.tag(b));
    if x.affine
        && y.affine
        && let Some(difference) = difference(&x, &y, &g.regs.layout, signed)
    {
        return linear(cmp, &difference, &g.regs.layout);
    }
    if signed { int_lanes!(g, cmp, a, b, u64, s64) } else { int_lanes!(g, cmp, a, b, u64, u64) }
}

/// The difference of two affine 64-bit values, if neither they nor it wrap in any lane.
#[inline(always)]
fn difference(x: &Tag, y: &Tag, layout: &Layout, signed: bool) -> Option<Wide> {
    // A narrower register's lanes wrap elsewhere.
    let narrow = |t: &Tag| !t.value.is_uniform() && t.class != Class::Bits64;
    if narrow(x) || narrow(y) {
        return None;
    }
    let (x, y) = (x.widen(layout, true, signed)?, y.widen(layout, true, signed)?);
    // What is uniform may be anything; its difference must not wrap.
    (x.value.base as i64).checked_sub(y.value.base as i64)?;
    x.value.minus(&y.value).wide(layout)
}

/// Comparison of f32 values without `.ftz`.
#[inline(always)]
fn single<const W: usize>(g: &mut Gang<W>, cmp: Cmp, a: Val, b: Val) -> Mask<W> {
    use num::compare::f32::{eq, le, lt};
    // A comparison that is true for NaN is the opposite of one that is false for it.
    let (a, b) =
        if matches!(cmp, Cmp::Gt | Cmp::Hi | Cmp::Ge | Cmp::Hs | Cmp::Leu | Cmp::Ltu) { (b, a) } else { (a, b) };
    match cmp {
        Cmp::Eq => compare!(g; x: u32 = a, y: u32 = b => eq(x, y)),
        Cmp::Neu => inverse(compare!(g; x: u32 = a, y: u32 = b => eq(x, y))),
        Cmp::Lt | Cmp::Lo | Cmp::Gt | Cmp::Hi | Cmp::Leu | Cmp::Geu => {
            let mask = compare!(g; x: u32 = a, y: u32 = b => lt(x, y));
            if matches!(cmp, Cmp::Leu | Cmp::Geu) { inverse(mask) } else { mask }
        }
        Cmp::Le | Cmp::Ls | Cmp::Ge | Cmp::Hs | Cmp::Ltu | Cmp::Gtu => {
            let mask = compare!(g; x: u32 = a, y: u32 = b => le(x, y));
            if matches!(cmp, Cmp::Ltu | Cmp::Gtu) { inverse(mask) } else { mask }
        }
        Cmp::Ne | Cmp::Equ | Cmp::Num | Cmp::Nan => test(g, cmp, false, Ty::F32, a, b).unwrap_or([0; W]),
    }
}

/// The lanes in which two values of a scalar type compare so; `None` for other types.
#[inline(never)]
fn test<const W: usize>(g: &mut Gang<W>, cmp: Cmp, ftz: bool, ty: Ty, a: Val, b: Val) -> Option<Mask<W>> {
    use num::compare as float;
    Some(match ty {
        Ty::U16 | Ty::B16 => compare!(g; x: u32 = a, y: u32 = b => num::u16::cmp(cmp, x, y)),
        Ty::S16 => compare!(g; x: u32 = a, y: u32 = b => num::s16::cmp(cmp, x, y)),
        Ty::U32 | Ty::B32 => int_32(g, cmp, a, b, false),
        Ty::S32 => int_32(g, cmp, a, b, true),
        Ty::U64 | Ty::B64 => int_64(g, cmp, a, b, false),
        Ty::S64 => int_64(g, cmp, a, b, true),
        Ty::F32 if ftz => {
            use num::f32::flush;
            compare!(g; x: u32 = a, y: u32 = b => float::f32::cmp(cmp, flush(x), flush(y)))
        }
        Ty::F32 => compare!(g; x: u32 = a, y: u32 = b => float::f32::cmp(cmp, x, y)),
        Ty::F64 => compare!(g; x: u64 = a, y: u64 = b => float::f64::cmp(cmp, x, y)),
        Ty::F16 if ftz => {
            use num::f16::flush;
            compare!(g; x: u32 = a, y: u32 = b => float::f16::cmp(cmp, flush(x & 0xffff), flush(y & 0xffff)))
        }
        Ty::F16 => compare!(g; x: u32 = a, y: u32 = b => float::f16::cmp(cmp, x & 0xffff, y & 0xffff)),
        Ty::BF16 => compare!(g; x: u32 = a, y: u32 = b => float::bf16::cmp(cmp, x & 0xffff, y & 0xffff)),
        _ => return None,
    })
}

/// The same for the lower and upper halves of packed values.
#[inline(never)]
fn test_halves<const W: usize>(
    g: &mut Gang<W>,
    cmp: Cmp,
    ftz: bool,
    ty: Ty,
    a: Val,
    b: Val,
) -> Option<(Mask<W>, Mask<W>)> {
    use num::compare as float;
    use num::f16::flush;
    let flush = |x: u32| if ftz { flush(x) } else { x };
    Some(match ty {
        Ty::F16x2 => (
            compare!(g; x: u32 = a, y: u32 = b => float::f16::cmp(cmp, flush(x & 0xffff), flush(y & 0xffff))),
            compare!(g; x: u32 = a, y: u32 = b => float::f16::cmp(cmp, flush(x >> 16), flush(y >> 16))),
        ),
        Ty::BF16x2 => (
            compare!(g; x: u32 = a, y: u32 = b => float::bf16::cmp(cmp, x & 0xffff, y & 0xffff)),
            compare!(g; x: u32 = a, y: u32 = b => float::bf16::cmp(cmp, x >> 16, y >> 16)),
        ),
        _ => return None,
    })
}

vector! {
    pub(super) fn setp<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Setp, site: u32) -> Flow {
        let (a, b) = (i.a.0, i.b.0);
        let mask = match i.ty {
            Ty::S32 => int_32(g, i.cmp, a, b, true),
            Ty::U32 | Ty::B32 => int_32(g, i.cmp, a, b, false),
            Ty::S64 => int_64(g, i.cmp, a, b, true),
            Ty::U64 | Ty::B64 => int_64(g, i.cmp, a, b, false),
            Ty::F32 if !i.ftz.0 => single(g, i.cmp, a, b),
            _ => match test(g, i.cmp, i.ftz.0, i.ty, a, b) {
                Some(mask) => mask,
                None => return control::not_modelled(g, cx, &Inst::Setp(*i), site),
            },
        };
        let running = g.mask;
        g.regs.set_pred(i.p.0, &mask, &running);
        Flow::Next
    }
}

vector! {
    pub(super) fn setp_pair<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &SetpPair, site: u32) -> Flow {
        let (a, b, running) = (i.a.0, i.b.0, g.mask);
        let c = i.c.map_or([0; W], |c| super::holds(g, c));
        let op = i.c.and(i.op);
        let (p, q) = if i.ty.is_packed() {
            match test_halves(g, i.cmp, i.ftz.0, i.ty, a, b) {
                Some(halves) => halves,
                None => return control::not_modelled(g, cx, &Inst::SetpPair(*i), site),
            }
        } else {
            match test(g, i.cmp, i.ftz.0, i.ty, a, b) {
                Some(mask) => (mask, inverse(mask)),
                None => return control::not_modelled(g, cx, &Inst::SetpPair(*i), site),
            }
        };
        g.regs.set_pred(i.p.d, &combine(op, &p, &c), &running);
        if let Some(second) = i.p.p {
            g.regs.set_pred(second, &combine(op, &q, &c), &running);
        }
        Flow::Next
    }
}

vector! {
    pub(super) fn set<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Set, site: u32) -> Flow {
        let (a, b) = (i.a.0, i.b.0);
        let c = i.c.map_or([0; W], |c| super::holds(g, c));
        let op = i.c.and(i.op);
        let packed = i.sty.is_packed();
        // What a lane, or a half of it, that passes receives.
        let yes = match i.dty {
            Ty::U32 | Ty::S32 if packed => 0xffff,
            Ty::U32 | Ty::S32 => u32::MAX,
            Ty::U16 | Ty::S16 => 0xffff,
            Ty::F32 => num::f32::ONE,
            Ty::F16 | Ty::F16x2 => num::f16::ONE,
            Ty::BF16 | Ty::BF16x2 => num::bf16::ONE,
            _ => return control::not_modelled(g, cx, &Inst::Set(*i), site),
        };
        let halves = if packed {
            test_halves(g, i.cmp, i.ftz.0, i.sty, a, b).map(|(lo, hi)| (combine(op, &lo, &c), combine(op, &hi, &c)))
        } else {
            test(g, i.cmp, i.ftz.0, i.sty, a, b).map(|mask| (combine(op, &mask, &c), [0; W]))
        };
        let Some((lo, hi)) = halves else { return control::not_modelled(g, cx, &Inst::Set(*i), site) };
        let slot = g.regs.dst::<u32>(i.d.0, !g.covers(i.d.0));
        for w in 0..W {
            let mut out = Warp([0; 32]);
            for (l, x) in out.0.iter_mut().enumerate() {
                let (lo, hi) = (lo[w] >> l & 1, hi[w] >> l & 1);
                *x = (lo * yes) | ((hi * (yes & 0xffff)) << 16);
            }
            g.regs.blend::<u32>(slot, w, out, g.mask[w]);
        }
        Flow::Next
    }
}

vector! {
    pub(super) fn selp<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Selp, site: u32) -> Flow {
        let (d, a, b, p) = (i.d.0, i.a.0, i.b.0, g.regs.pred(i.p.0));
        let bytes = i.ty.size_bytes();
        if g.covers(d) {
            let on = and(&p, &g.mask);
            let taken = if on == g.mask { Some(a) } else { (!any(&on)).then_some(b) };
            if let Some(v) = taken
                && super::mov::copy_affine(g, d, v, bytes)
            {
                return Flow::Next;
            }
        }
        match bytes {
            4 => map_pred!(g, d, u32; p = p; x: u32 = a, y: u32 = b => if p { x } else { y }),
            8 => map_pred!(g, d, u64; p = p; x: u64 = a, y: u64 = b => if p { x } else { y }),
            2 => map_pred!(g, d, u32; p = p; x: u32 = a, y: u32 = b => (if p { x } else { y }) & 0xffff),
            _ => control::not_modelled(g, cx, &Inst::Selp(*i), site),
        }
    }
}

vector! {
    pub(super) fn slct<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Slct, site: u32) -> Flow {
        let (d, a, b, c) = (i.d.0, i.a.0, i.b.0, i.c.0);
        let p = match i.cty {
            Ty::S32 => compare!(g; z: u32 = c => num::s32::ge(z, 0)),
            // A denormal that is flushed keeps its sign, but −0 is not below 0.
            Ty::F32 if i.ftz.0 => compare!(g; z: u32 = c => num::compare::f32::ge(num::f32::flush(z), 0)),
            Ty::F32 => compare!(g; z: u32 = c => num::compare::f32::ge(z, 0)),
            _ => return control::not_modelled(g, cx, &Inst::Slct(*i), site),
        };
        match i.dty.size_bytes() {
            4 => map_pred!(g, d, u32; p = p; x: u32 = a, y: u32 = b => if p { x } else { y }),
            8 => map_pred!(g, d, u64; p = p; x: u64 = a, y: u64 = b => if p { x } else { y }),
            2 => map_pred!(g, d, u32; p = p; x: u32 = a, y: u32 = b => (if p { x } else { y }) & 0xffff),
            _ => control::not_modelled(g, cx, &Inst::Slct(*i), site),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_agrees_with_every_lane() {
        use crate::exec::logic::tests::layouts;
        let ops = [Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge, Cmp::Lo, Cmp::Hs];
        let bases = [-1000, -255, -64, -63, -7, -1, 0, 1, 5, 62, 63, 64, 1 << 40, i64::MIN / 4];
        let steps = [-5, -1, 0, 1, 2, 7, 64, 1 << 33, -(1 << 33)];
        for layout in layouts() {
            let all = bases.iter().flat_map(|b| steps.iter().map(move |s| (*b, *s)));
            for ((base, step), others) in all.flat_map(|one| [[0, 0], [3, 16], [-9, 1]].map(|more| (one, more))) {
                let value = Affine { base: base as u64, steps: [step, others[0], others[1]] };
                let difference = value.wide(&layout).expect("nothing wraps");
                for cmp in ops {
                    let mask = linear::<2>(cmp, &difference, &layout);
                    for lane in 0..64 {
                        let want = num::s64::cmp(cmp, value.at(&layout, lane), 0);
                        let got = mask[lane / 32] >> (lane % 32) & 1 == 1;
                        assert_eq!(got, want, "{cmp:?} {value:?} lane {lane} of {layout:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn affine_operands_compare_as_their_lanes_do() {
        use crate::exec::logic::tests::{LINES, gang, layouts};
        let (mut g, [_, a, b], [_, c, d]) = gang();
        for layout in layouts() {
            g.regs.layout = layout;
            for x in LINES {
                for y in LINES {
                    for cmp in [Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge] {
                        for signed in [false, true] {
                            g.regs.set_affine(a, x.cut());
                            g.regs.set_affine(b, y.cut());
                            g.regs.set_affine(c, x);
                            g.regs.set_affine(d, y);
                            let (narrow, wide) = (int_32(&mut g, cmp, a, b, signed), int_64(&mut g, cmp, c, d, signed));
                            for lane in 0..64 {
                                let at = |v| g.regs.lane_bits(v, lane);
                                let bit = |m: Mask<2>| m[lane / 32] >> (lane % 32) & 1 == 1;
                                let (p, q, r, s) = (at(a) as u32, at(b) as u32, at(c), at(d));
                                let (want_narrow, want_wide) = if signed {
                                    (num::s32::cmp(cmp, p, q), num::s64::cmp(cmp, r, s))
                                } else {
                                    (num::u32::cmp(cmp, p, q), num::u64::cmp(cmp, r, s))
                                };
                                let what = format!("{cmp:?} {x:x?} {y:x?} lane {lane} of {layout:?}, signed: {signed}");
                                assert_eq!(bit(narrow), want_narrow, "{what}");
                                assert_eq!(bit(wide), want_wide, "{what}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn floats_compare_as_one_lane_does() {
        use crate::exec::logic::tests::gang;
        let (mut g, [_, a, b], _) = gang();
        let values = [0.0, -0.0, 1.0, -1.0, f32::INFINITY, f32::NAN, 1e-40, 2.5].map(f32::to_bits);
        for lane in 0..64 {
            g.regs.set_lane_bits(a, lane, u64::from(values[lane / 8]));
            g.regs.set_lane_bits(b, lane, u64::from(values[lane % 8]));
        }
        for cmp in Cmp::ALL.iter().copied() {
            let mask = single(&mut g, cmp, a, b);
            for lane in 0..64 {
                let want = num::compare::f32::cmp(cmp, values[lane / 8], values[lane % 8]);
                assert_eq!(mask[lane / 32] >> (lane % 32) & 1 == 1, want, "{cmp:?} lane {lane}");
            }
        }
    }
}
