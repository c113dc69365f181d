//! Counts for a profile: looks at an instruction before it runs (see [`crate::profile`]).

use super::holds;
use super::lane_access::{Place, place};
use crate::gang::Gang;
use crate::gang::regs::Mask;
use crate::gang::split::{and, count};
use crate::machine::Cx;
use crate::profile::{Counts, Operation};
use ptx::{Addr, Inst, Space, Stmt, Val};

/// What `stmt` is about to do in the running lanes.
#[cold]
#[inline(never)]
pub(super) fn step<const W: usize>(g: &Gang<W>, cx: &mut Cx<'_>, stmt: &Stmt, site: u32) {
    // Lanes that waited in this instruction for others come to it a second time.
    if g.released {
        return;
    }
    let Some(counts) = cx.profile.as_mut().and_then(|p| p.get_mut(site as usize)) else { return };
    counts.warps += u64::from(g.cost);
    let on = match stmt.guard {
        Some(p) => and(&g.mask, &holds(g, p)),
        None => g.mask,
    };
    match &stmt.inst {
        Inst::Bra(_) => {
            counts.lanes += u64::from(g.n_active);
            counts.divergent += (0..W).filter(|w| on[*w] != 0 && on[*w] != g.mask[*w]).count() as u64;
        }
        Inst::Brx(i) => {
            counts.lanes += u64::from(g.n_active);
            counts.divergent += (0..W).filter(|w| !same_in_warp(g, i.index.0, g.mask[*w], *w)).count() as u64;
        }
        inst => {
            counts.lanes += u64::from(count(&on));
            memory(g, inst, &on, counts);
        }
    }
}

fn same_in_warp<const W: usize>(g: &Gang<W>, v: Val, mask: u32, w: usize) -> bool {
    let mut values = (0..32).filter(|l| mask >> l & 1 == 1).map(|l| g.regs.lane_bits(v, 32 * w + l));
    let first = values.next();
    values.all(|v| Some(v) == first)
}

fn memory<const W: usize>(g: &Gang<W>, inst: &Inst, on: &Mask<W>, counts: &mut Counts) {
    use Operation::{Atomic, Copy, Load, MatrixLoad, Reduction, Store};
    let total = |ty: ptx::Ty, n: usize| ty.size_bytes() as u64 * n as u64;
    match inst {
        Inst::Ld(i) => access(g, &i.addr, i.space, total(i.ty, 1), Load, on, counts),
        Inst::LdVec(i) => access(g, &i.addr, i.space, total(i.ty, i.d.0.len()), Load, on, counts),
        Inst::Ldu(i) => access(g, &i.addr, i.space, total(i.ty, 1), Load, on, counts),
        Inst::LduVec(i) => access(g, &i.addr, i.space, total(i.ty, i.d.0.len()), Load, on, counts),
        Inst::St(i) => access(g, &i.addr, i.space, total(i.ty, 1), Store, on, counts),
        Inst::StVec(i) => access(g, &i.addr, i.space, total(i.ty, i.a.0.len()), Store, on, counts),
        Inst::Atom(i) => access(g, &i.addr, i.space, total(i.ty, 1), Atomic, on, counts),
        Inst::AtomVec(i) => access(g, &i.addr, i.space, total(i.ty, i.d.0.len()), Atomic, on, counts),
        Inst::Red(i) => access(g, &i.addr, i.space, total(i.ty, 1), Reduction, on, counts),
        Inst::RedVec(i) => access(g, &i.addr, i.space, total(i.ty, i.b.0.len()), Reduction, on, counts),
        Inst::CpAsync(i) => {
            let first = (0..W).find(|w| on[*w] != 0).map_or(0, |w| 32 * w + on[w].trailing_zeros() as usize);
            let bytes = g.regs.lane_bits(i.size.0, first);
            access(g, &i.src, Some(i.from), bytes, Copy, on, counts);
            access(g, &i.dst, Some(i.to), bytes, Copy, on, counts);
        }
        Inst::Ldmatrix(i) => {
            // The first eight lanes give the rows of the first matrix, the next eight of the second …
            let rows = on.map(|m| m & u32::MAX >> (32 - 8 * i.d.0.len().clamp(1, 4)));
            access(g, &i.addr, i.space, 16, MatrixLoad, &rows, counts);
        }
        _ => {}
    }
}

/// One access of the lanes of `on`, `bytes` bytes each.
fn access<const W: usize>(
    g: &Gang<W>,
    addr: &Addr,
    space: Option<Space>,
    bytes: u64,
    operation: Operation,
    on: &Mask<W>,
    counts: &mut Counts,
) {
    if matches!(space, Some(Space::Param | Space::Local | Space::Const)) || bytes == 0 {
        return;
    }
    let narrow = g.regs.tag(addr.base).class == crate::program::Class::Bits32;
    for (w, mask) in on.iter().enumerate().filter(|(_, m)| **m != 0) {
        let mut addrs = [0u64; 32];
        let (mut global, mut shared) = (0, 0);
        for l in (0..32).filter(|l| mask >> l & 1 == 1) {
            let at = g.regs.lane_bits(addr.base, 32 * w + l).wrapping_add(addr.offset as u64);
            let at = if narrow { u64::from(at as u32) } else { at };
            match place(space, at) {
                Place::Region(..) => {
                    addrs[l] = at;
                    global |= 1 << l;
                }
                Place::Shared(offset) => {
                    addrs[l] = offset;
                    shared |= 1 << l;
                }
                _ => {}
            }
        }
        if global != 0 {
            counts.global.global(&addrs, global, bytes, operation);
        }
        if shared != 0 {
            counts.shared.shared(&addrs, shared, bytes, operation);
        }
    }
}
