//! Atomic read-modify-writes on shared and global memory: `atom` and `red`, lane by lane in lane order.

use super::lane_access::{self, Hit, Written, strength};
use super::mem::{Ask, address, element, shape};
use super::{Flow, control};
use crate::check::race::Does;
use crate::gang::Gang;
use crate::gang::split::lanes;
use crate::machine::Cx;
use crate::num;
use crate::report::{At, Event, Memory};
use ptx::*;

/// The new value of a cell: `old op b`, or by compare-and-swap `c` where it holds `b`. `None`: no such operation.
///
/// Additions of f32 in global memory take subnormal numbers for zeros, and give none: the units that do them are not the
/// cores. PTX ISA: `parallel-synchronization-and-communication-instructions-atom`.
fn combine(op: AtomOp, ty: Ty, is_global: bool, old: u64, b: u64, c: u64) -> Option<u64> {
    let (o, x) = (old as u32, b as u32);
    let narrow = |v: u32| Some(u64::from(v));
    match (op, ty) {
        (AtomOp::Exch, _) => Some(b),
        (AtomOp::Cas, _) => Some(if old == b { c } else { old }),
        (AtomOp::And, _) => Some(old & b),
        (AtomOp::Or, _) => Some(old | b),
        (AtomOp::Xor, _) => Some(old ^ b),
        (AtomOp::Inc, _) => narrow(if o >= x { 0 } else { o.wrapping_add(1) }),
        (AtomOp::Dec, _) => narrow(if o == 0 || o > x { x } else { o.wrapping_sub(1) }),
        (AtomOp::Add, Ty::F32) => narrow(num::f32::add_full(o, x, Rnd::Rn, is_global, false)),
        (AtomOp::Add, Ty::F64) => Some(num::f64::add(old, b)),
        (AtomOp::Add, Ty::F16) => narrow(num::f16::add(o, x)),
        (AtomOp::Add, Ty::BF16) => narrow(num::bf16::add(o, x)),
        (AtomOp::Add, Ty::F16x2) => narrow(num::f16x2::add(o, x)),
        (AtomOp::Add, Ty::BF16x2) => narrow(num::bf16x2::add(o, x)),
        (AtomOp::Min, Ty::F16) => narrow(num::f16::min(o, x)),
        (AtomOp::Max, Ty::F16) => narrow(num::f16::max(o, x)),
        (AtomOp::Min, Ty::F16x2) => narrow(num::f16x2::min(o, x)),
        (AtomOp::Max, Ty::F16x2) => narrow(num::f16x2::max(o, x)),
        (AtomOp::Min, Ty::BF16) => narrow(num::bf16::min(o, x)),
        (AtomOp::Max, Ty::BF16) => narrow(num::bf16::max(o, x)),
        (AtomOp::Min, Ty::BF16x2) => narrow(num::bf16x2::min(o, x)),
        (AtomOp::Max, Ty::BF16x2) => narrow(num::bf16x2::max(o, x)),
        (AtomOp::Add, Ty::U32 | Ty::S32) => narrow(o.wrapping_add(x)),
        (AtomOp::Add, Ty::U64 | Ty::S64) => Some(old.wrapping_add(b)),
        (AtomOp::Min, Ty::U32) => narrow(num::u32::min(o, x)),
        (AtomOp::Max, Ty::U32) => narrow(num::u32::max(o, x)),
        (AtomOp::Min, Ty::S32) => narrow(num::s32::min(o, x)),
        (AtomOp::Max, Ty::S32) => narrow(num::s32::max(o, x)),
        (AtomOp::Min, Ty::U64) => Some(num::u64::min(old, b)),
        (AtomOp::Max, Ty::U64) => Some(num::u64::max(old, b)),
        (AtomOp::Min, Ty::S64) => Some(num::s64::min(old, b)),
        (AtomOp::Max, Ty::S64) => Some(num::s64::max(old, b)),
        _ => None,
    }
}

/// One atomic instruction, its operands aside.
#[derive(Clone, Copy)]
struct Rmw {
    ask: Ask,
    op: AtomOp,
}

/// One atomic on elements of consecutive addresses; false if there is no such operation.
fn update<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    rmw: Rmw,
    addr: &Addr,
    dsts: &[Val],
    bs: &[Val],
    c: Option<Val>,
) -> bool {
    let size = rmw.ask.ty.size_bytes() as usize;
    let total = size * bs.len();
    let shape = shape(g, addr, total);
    super::by_lane(g, cx, true);
    let mask = g.mask;
    for lane in lanes(&mask) {
        let at = address(g, &shape, lane, total);
        for (k, b) in bs.iter().enumerate() {
            let element_at = at.wrapping_add((k * size) as u64);
            let Some(hit) = lane_access::resolve(g, cx, rmw.ask, Does::Update, lane, element_at, size) else {
                if let Some(d) = dsts.get(k) {
                    g.regs.set_lane_bits(*d, lane, 0);
                }
                continue;
            };
            let b = g.regs.lane_bits(*b, lane);
            let c = c.map_or(0, |c| g.regs.lane_bits(c, lane));
            let Some(old) = one(g, cx, rmw, lane, &hit, b, c, size) else { return false };
            if let Some(d) = dsts.get(k) {
                g.regs.set_lane_bits(*d, lane, old);
            }
        }
    }
    cx.block.now += 1;
    true
}

#[allow(clippy::too_many_arguments, reason = "an atomic is all of these")]
fn one<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    rmw: Rmw,
    lane: usize,
    hit: &Hit,
    b: u64,
    c: u64,
    size: usize,
) -> Option<u64> {
    let tid = (g.thread0 as usize + lane) as u16;
    let mut data = [0u8; 8];
    let written = lane_access::peek(g, cx, hit, &mut data[..size]);
    let keep = u64::MAX >> (64 - 8 * size);
    let old = element(&data, 0, unsigned(size));
    let new = combine(rmw.op, rmw.ask.ty, matches!(hit.memory, Memory::Region(_)), old, b & keep, c & keep)?;
    if written != Written::All && cx.checks {
        let at = At { memory: hit.memory, offset: hit.offset as i64 };
        cx.report(Event::Uninitialized { does: Does::Update }, rmw.ask.site, tid, at, size as u32);
    }
    let bytes = new.to_le_bytes();
    lane_access::race(g, cx, rmw.ask, Does::Update, lane, hit, &bytes[..size], false);
    lane_access::poke(g, cx, hit, &bytes[..size], true);
    if matches!(hit.memory, Memory::Shared | Memory::Region(_)) {
        lane_access::observe(cx, rmw.ask, tid, hit);
        lane_access::leave(cx, rmw.ask, tid, hit, true);
    }
    Some(old)
}

fn unsigned(size: usize) -> Ty {
    match size {
        1 => Ty::U8,
        2 => Ty::U16,
        4 => Ty::U32,
        _ => Ty::U64,
    }
}

fn ask(site: u32, space: Option<Space>, sem: Option<Sem>, scope: Option<Scope>, ty: Ty) -> Ask {
    Ask { site, space, kind: strength(sem, scope, Does::Update), ty }
}

#[inline(never)]
pub(super) fn atom<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Atom, site: u32) -> Flow {
    let rmw = Rmw { ask: ask(site, i.space, i.sem, i.scope, i.ty), op: i.op };
    if i.ty.size_bytes() > 8 || !update(g, cx, rmw, &i.addr, &[i.d.0], &[i.b.0], i.c.map(|c| c.0)) {
        return control::not_modelled(g, cx, &Inst::Atom(*i), site);
    }
    Flow::Next
}

#[inline(never)]
pub(super) fn atom_vec<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &AtomVec, site: u32) -> Flow {
    let rmw = Rmw { ask: ask(site, i.space, i.sem, i.scope, i.ty), op: i.op };
    if !update(g, cx, rmw, &i.addr, &i.d.0, &i.b.0, None) {
        return control::not_modelled(g, cx, &Inst::AtomVec(*i), site);
    }
    Flow::Next
}

#[inline(never)]
pub(super) fn red<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Red, site: u32) -> Flow {
    let rmw = Rmw { ask: ask(site, i.space, i.sem, i.scope, i.ty), op: i.op };
    if !update(g, cx, rmw, &i.addr, &[], &[i.b.0], None) {
        return control::not_modelled(g, cx, &Inst::Red(*i), site);
    }
    Flow::Next
}

#[inline(never)]
pub(super) fn red_vec<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &RedVec, site: u32) -> Flow {
    let rmw = Rmw { ask: ask(site, i.space, i.sem, i.scope, i.ty), op: i.op };
    if !update(g, cx, rmw, &i.addr, &[], &i.b.0, None) {
        return control::not_modelled(g, cx, &Inst::RedVec(*i), site);
    }
    Flow::Next
}
