//! 8×8 matrices between shared memory and the registers of a warp: `ldmatrix`, `stmatrix`; and `movmatrix`.
//!
//! What a lane reads or writes is checked as if it were that lane's own access. Of `ldmatrix` and `stmatrix` the ISA
//! says that four consecutive lanes move the 16 bytes of a row: lane `4r + q` moves word `q` of row `r`. Addresses are
//! those of the lanes that give them.

#![allow(clippy::needless_range_loop, reason = "a warp's number indexes several arrays")]

use super::lane_access::{self, Kind, Loads, Place, place};
use super::mem::Ask;
use super::tensor::put;
use super::{Flow, control, whole_warp};
use crate::addr::{self, Window};
use crate::check::race::Does;
use crate::check::shadow::Touch;
use crate::gang::Gang;
use crate::gang::regs::Warp;
use crate::gang::taint::Move;
use crate::machine::Cx;
use crate::report::{At, Event, Memory};
use ptx::*;

/// Bytes of a row of an 8×8 matrix.
const ROW: usize = 16;
/// Steps that moving one 8×8 matrix costs.
pub(super) const STEPS: i64 = 16;

/// Lane and half in which the transposed matrix has what lane `lane` holds in its half `half`.
#[inline(always)]
fn transposed(lane: usize, half: usize) -> (usize, usize) {
    let (row, col) = (lane / 4, 2 * (lane % 4) + half);
    (4 * col + row / 2, row % 2)
}

/// The transpose of a matrix of halves, of which each lane holds two.
fn transpose(a: &[u32; 32]) -> [u32; 32] {
    let mut d = [0; 32];
    for (lane, pair) in a.iter().enumerate() {
        for half in 0..2 {
            let (to, at) = transposed(lane, half);
            d[to] |= (pair >> (16 * half) & 0xffff) << (16 * at);
        }
    }
    d
}

/// Marks of a transposed matrix: from `src` to `dst`, in warp `w`.
fn transposed_marks(dst: Val, src: Val, w: usize) -> impl Iterator<Item = Move> {
    (0..32).flat_map(|lane| [0, 1].map(|half| (lane, transposed(lane, half).0))).map(move |(from, to)| Move {
        dst,
        to: 32 * w + to,
        src,
        from: 32 * w + from,
    })
}

/// Address of a row, as an offset in shared memory; reports and returns nothing where no row may lie.
fn row_address<const W: usize>(
    g: &Gang<W>,
    cx: &mut Cx<'_>,
    ask: Ask,
    does: Does,
    lane: usize,
    addr: u64,
) -> Option<u64> {
    let at = match ask.space {
        Some(_) => addr,
        None if addr::window(addr) == Window::Shared => addr - addr::SHARED_WINDOW,
        None => {
            let tid = (g.thread0 as usize + lane) as u16;
            let at = At { memory: Memory::Nowhere, offset: addr as i64 };
            cx.report(Event::OutOfBounds { does }, ask.site, tid, at, ROW as u32);
            return None;
        }
    };
    let shared = Ask { space: Some(Space::Shared), ..ask };
    lane_access::resolve(g, cx, shared, does, lane, at, ROW).map(|_| at)
}

/// Whether a row lies inside of shared memory and is aligned: nothing needs to be reported.
#[inline(always)]
fn is_plain(cx: &Cx<'_>, at: u64) -> bool {
    let Some(end) = at.checked_add(ROW as u64) else { return false };
    at.is_multiple_of(ROW as u64) && cx.shared_ranges.iter().any(|(from, to)| *from <= at && end <= *to)
}

/// The address that a lane gives.
#[inline(always)]
pub(super) fn given<const W: usize>(g: &Gang<W>, addr: &Addr, lane: usize) -> u64 {
    let x = g.regs.lane_bits(addr.base, lane).wrapping_add(addr.offset as u64);
    if g.regs.tag(addr.base).class == crate::program::Class::Bits32 { u64::from(x as u32) } else { x }
}

fn count(num: MatNum) -> usize {
    match num {
        MatNum::X1 => 1,
        MatNum::X2 => 2,
        MatNum::X4 => 4,
    }
}

fn is_square(shape: Shape, ty: Ty) -> bool {
    (shape.m, shape.n, shape.k) == (8, 8, 0) && ty == Ty::B16
}

fn is_shared(space: Option<Space>) -> bool {
    matches!(space, None | Some(Space::Shared))
}

#[inline(never)]
pub(super) fn ldmatrix<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Ldmatrix, site: u32) -> Flow {
    if !is_square(i.shape, i.ty) || i.d.0.len() != count(i.num) || !is_shared(i.space) {
        return control::not_modelled(g, cx, &Inst::Ldmatrix(*i), site);
    }
    if !whole_warp::gather(g, cx, site) {
        return Flow::Pick;
    }
    cx.fuel -= STEPS * i64::from(g.cost) * i.d.0.len() as i64;
    let ask = Ask { site, space: i.space, kind: Kind::default(), ty: Ty::B32 };
    let mut loaded = [[[0u32; 32]; 4]; W];
    for (j, d) in i.d.0.iter().enumerate() {
        let mut slow: Option<Loads<W>> = None;
        for w in 0..W {
            if g.mask[w] == 0 {
                continue;
            }
            let rows = &mut loaded[w][j];
            for r in 0..8 {
                let lane = 32 * w + 8 * j + r;
                let addr = given(g, &i.addr, lane);
                let Place::Shared(at) = place(i.space, addr) else {
                    row_address(g, cx, ask, Does::Read, lane, addr);
                    continue;
                };
                let words = &mut rows[4 * r..4 * r + 4];
                if is_plain(cx, at) && load_row(g, cx, site, 32 * w + 4 * r, at as usize, words) {
                    continue;
                }
                let loads = slow.get_or_insert_with(|| Loads::new(cx, ask, g));
                if let Some(at) = row_address(g, cx, ask, Does::Read, lane, addr) {
                    let shared = Ask { space: Some(Space::Shared), ..ask };
                    for (q, word) in words.iter_mut().enumerate() {
                        let mut bytes = [0; 4];
                        let reader = 32 * w + 4 * r + q;
                        lane_access::load(g, cx, shared, loads, reader, at + 4 * q as u64, &mut bytes);
                        *word = u32::from_le_bytes(bytes);
                    }
                }
            }
        }
        if g.taints.active() || slow.is_some() {
            let (frame, mask) = (g.frame, g.mask);
            g.taints.spread(frame, *d, &[], &mask);
            if let Some(loads) = slow {
                loads.finish(g, cx, ask, &[*d]);
            }
            if i.trans.0 {
                let moves = (0..W).filter(|w| mask[*w] != 0).flat_map(|w| transposed_marks(*d, *d, w));
                g.taints.mix(frame, &[*d], moves, &mask, false, &mut cx.reports);
            }
        }
    }
    for (j, d) in i.d.0.iter().enumerate() {
        for w in 0..W {
            if g.mask[w] != 0 {
                let rows = &loaded[w][j];
                put(g, *d, w, Warp(if i.trans.0 { transpose(rows) } else { *rows }));
            }
        }
    }
    Flow::Next
}

/// A row that was written, by the four lanes from `lane`; false if it was not.
#[inline(always)]
fn load_row<const W: usize>(
    g: &Gang<W>,
    cx: &mut Cx<'_>,
    site: u32,
    lane: usize,
    at: usize,
    words: &mut [u32],
) -> bool {
    let shared = &mut cx.block.shared;
    if cx.checks && !shared.init.all(at..at + ROW) {
        return false;
    }
    for (word, b) in words.iter_mut().zip(shared.bytes[at..at + ROW].chunks_exact(4)) {
        *word = u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
    }
    if cx.checks {
        let touch = Touch::read(site, Memory::Shared);
        let tid = (g.thread0 as usize + lane) as u16;
        let who = who!(cx, &[]);
        cx.block.shared.shadow.run(at, 4, 4, tid, &touch, &who, &|_, _| true, &mut cx.conflicts);
        if !cx.conflicts.is_empty() {
            cx.flush_conflicts(Memory::Shared);
        }
    }
    true
}

#[inline(never)]
pub(super) fn stmatrix<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Stmatrix, site: u32) -> Flow {
    if !is_square(i.shape, i.ty) || i.a.0.len() != count(i.num) || !is_shared(i.space) {
        return control::not_modelled(g, cx, &Inst::Stmatrix(*i), site);
    }
    if !whole_warp::gather(g, cx, site) {
        return Flow::Pick;
    }
    cx.fuel -= STEPS * i64::from(g.cost) * i.a.0.len() as i64;
    let ask = Ask { site, space: i.space, kind: Kind::default(), ty: Ty::B32 };
    for (j, a) in i.a.0.iter().enumerate() {
        for w in 0..W {
            if g.mask[w] == 0 {
                continue;
            }
            let src = g.regs.src::<u32>(*a);
            let values = g.regs.get::<u32>(src, w).0;
            let rows = if i.trans.0 { transpose(&values) } else { values };
            for r in 0..8 {
                let lane = 32 * w + 8 * j + r;
                let addr = given(g, &i.addr, lane);
                let Some(at) = row_address(g, cx, ask, Does::Write, lane, addr) else { continue };
                let shared = Ask { space: Some(Space::Shared), ..ask };
                for q in 0..4 {
                    let (writer, at) = (4 * r + q, at + 4 * q as u64);
                    let data = rows[writer].to_le_bytes();
                    let own = if i.trans.0 { &[][..] } else { std::slice::from_ref(a) };
                    lane_access::store(g, cx, shared, 32 * w + writer, at, &data, own);
                    if i.trans.0 && g.taints.active() {
                        store_marks(g, cx, *a, w, writer, at);
                    }
                }
            }
        }
    }
    Flow::Next
}

/// Undefined halves that a transposing store brought from other lanes stay undefined in memory.
#[cold]
fn store_marks<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, a: Val, w: usize, writer: usize, at: u64) {
    for half in 0..2 {
        let (from, _) = transposed(writer, half);
        let frame = g.frame;
        if let Some(key) = g.taints.store(frame, a, 32 * w + from, &mut cx.reports) {
            let at = at as usize + 2 * half;
            cx.block.shared.init.set(at..at + 2, false);
            cx.copied.insert((Memory::Shared, at as u64), key);
        }
    }
}

#[inline(never)]
pub(super) fn movmatrix<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Movmatrix, site: u32) -> Flow {
    if !is_square(i.shape, i.ty) || !i.trans.0 {
        return control::not_modelled(g, cx, &Inst::Movmatrix(*i), site);
    }
    if !whole_warp::gather(g, cx, site) {
        return Flow::Pick;
    }
    let (frame, mask) = (g.frame, g.mask);
    if g.taints.active() {
        let moves = (0..W).filter(|w| mask[*w] != 0).flat_map(|w| transposed_marks(i.d.0, i.a.0, w));
        g.taints.mix(frame, &[i.d.0], moves, &mask, false, &mut cx.reports);
    }
    for w in 0..W {
        if mask[w] != 0 {
            let src = g.regs.src::<u32>(i.a.0);
            let values = g.regs.get::<u32>(src, w);
            put(g, i.d.0, w, Warp(transpose(&values.0)));
        }
    }
    Flow::Next
}
