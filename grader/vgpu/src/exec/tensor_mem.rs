//! Matrices between memory and the registers of a warp: `ldmatrix`, `stmatrix`, `wmma.load`, `wmma.store`; and
//! `movmatrix`.
//!
//! What a lane reads or writes is checked as if it were that lane's own access. Of `ldmatrix` and `stmatrix` the ISA
//! says that four consecutive lanes move the 16 bytes of a row: lane `4r + q` moves word `q` of row `r`. Addresses are
//! those of the lanes that give them.

#![allow(clippy::needless_range_loop, reason = "a warp's number indexes several arrays")]

use super::fragment::{self, Dims};
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
const STEPS: i64 = 16;

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
    at.is_multiple_of(ROW as u64) && cx.shared_ranges.iter().any(|(from, to)| *from <= at && at + ROW as u64 <= *to)
}

/// The address that a lane gives.
#[inline(always)]
fn given<const W: usize>(g: &Gang<W>, addr: &Addr, lane: usize) -> u64 {
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

/// How a fragment of `wmma` lies in memory and in registers.
struct Fragment {
    frag: Frag,
    dims: Dims,
    /// Elements of a register.
    per: usize,
    /// Registers with elements of their own; those behind them hold the same again.
    n_own: usize,
    /// Bits of an element.
    bits: usize,
    /// Elements from one row, or column, to the next; as the instruction says it or close together.
    stride: usize,
    layout: Layout,
}

impl Fragment {
    /// The fragment, if the ISA has it.
    fn new(frag: Frag, shape: Shape, ty: Ty, layout: Layout, n_regs: usize) -> Option<Fragment> {
        let dims = Dims::of(shape);
        let is_sum = matches!(frag, Frag::C | Frag::D);
        let bits = match ty {
            Ty::F16 => 16,
            Ty::BF16 if !is_sum => 16,
            Ty::F32 | Ty::S32 if is_sum => 32,
            Ty::TF32 if !is_sum => 32,
            Ty::F64 => 64,
            Ty::S8 | Ty::U8 if !is_sum => 8,
            Ty::S4 | Ty::U4 if !is_sum => 4,
            Ty::B1 if !is_sum => 1,
            _ => return None,
        };
        let big = matches!((dims.m, dims.n, dims.k), (16, 16, 16) | (8, 32, 16) | (32, 8, 16));
        let known = match (dims.m, dims.n, dims.k) {
            _ if big => matches!(ty, Ty::F16 | Ty::BF16 | Ty::F32 | Ty::S32 | Ty::S8 | Ty::U8),
            (16, 16, 8) => matches!(ty, Ty::TF32 | Ty::F32),
            (8, 8, 4) => ty == Ty::F64,
            (8, 8, 32) => matches!(ty, Ty::S4 | Ty::U4 | Ty::S32),
            (8, 8, 128) => matches!(ty, Ty::B1 | Ty::S32),
            _ => false,
        };
        // Elements narrower than a byte lie along k.
        let along = if frag == Frag::A { Layout::Row } else { Layout::Col };
        if !known || (bits < 8 && layout != along) {
            return None;
        }
        let (rows, cols) = match frag {
            Frag::A => (dims.m, dims.k),
            Frag::B => (dims.k, dims.n),
            Frag::C | Frag::D => (dims.m, dims.n),
        };
        let per = (32 / bits).max(1);
        let n_own = rows * cols / (32 * per);
        let wanted = if ty == Ty::F16 && !is_sum { 8 } else { n_own };
        let stride = if layout == Layout::Row { cols } else { rows };
        (n_regs == wanted).then_some(Fragment { frag, dims, per, n_own, bits, stride, layout })
    }

    /// Row and column of an element.
    fn place(&self, reg: usize, lane: usize, j: usize) -> (usize, usize) {
        fragment::wmma(self.frag, self.dims, self.per, reg, lane, j)
    }

    /// Bits from the matrix's first element to an element's.
    fn offset(&self, (row, col): (usize, usize), stride: usize) -> usize {
        let elems = if self.layout == Layout::Row { row * stride + col } else { col * stride + row };
        elems * self.bits
    }

    /// Bytes that the matrix's address must be a multiple of: what a lane holds of it.
    fn align(&self, n_regs: usize) -> u64 {
        (n_regs * self.bits.max(32) / 8) as u64
    }

    /// The pieces of memory that a register's elements lie in: byte offset, bytes, first element.
    fn pieces(&self, reg: usize, lane: usize, stride: usize) -> Vec<(usize, usize, usize)> {
        let at = |j: usize| self.offset(self.place(reg, lane, j), stride);
        if self.bits < 8 {
            return vec![(at(0) / 8, 4, 0)];
        }
        let size = self.bits / 8;
        let mut pieces: Vec<(usize, usize, usize)> = Vec::new();
        for j in 0..self.per {
            let from = at(j) / 8;
            match pieces.last_mut() {
                Some((start, len, _)) if *start + *len == from => *len += size,
                _ => pieces.push((from, size, j)),
            }
        }
        // A piece is a power of two long and aligned to it.
        pieces
            .into_iter()
            .flat_map(|(from, len, j)| {
                let whole = len.is_power_of_two() && from.is_multiple_of(len);
                let step = if whole { len } else { size };
                (0..len / step).map(move |k| (from + k * step, step, j + k * step / size))
            })
            .collect()
    }
}

/// The address of a matrix and its stride in elements: those of the first lane, which the others must share.
fn matrix_at<const W: usize>(g: &Gang<W>, w: usize, addr: &Addr, stride: Option<Src>, f: &Fragment) -> (u64, usize) {
    let lane = 32 * w + g.mask[w].trailing_zeros() as usize;
    let stride = stride.map_or(f.stride, |s| g.regs.lane_bits(s.0, lane) as u32 as usize);
    (given(g, addr, lane), stride)
}

/// Whether a matrix begins where one may; reports where not.
fn is_aligned<const W: usize>(g: &Gang<W>, cx: &mut Cx<'_>, ask: Ask, does: Does, w: usize, at: u64, by: u64) -> bool {
    if at.is_multiple_of(by) {
        return true;
    }
    let lane = 32 * w + g.mask[w].trailing_zeros() as usize;
    let (memory, offset) = match place(ask.space, at) {
        Place::Region(idx, offset) => (Memory::Region(idx), offset),
        Place::Shared(offset) => (Memory::Shared, offset as i64),
        _ => (Memory::Nowhere, at as i64),
    };
    let tid = (g.thread0 as usize + lane) as u16;
    cx.report(Event::Misaligned { does, align: by as u32 }, ask.site, tid, At { memory, offset }, by as u32);
    false
}

fn is_wmma_space(space: Option<Space>) -> bool {
    matches!(space, None | Some(Space::Shared | Space::Global))
}

#[inline(never)]
pub(super) fn wmma_load<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &WmmaLoad, site: u32) -> Flow {
    let n_regs = i.d.0.len();
    let fragment = Fragment::new(i.frag, i.shape, i.ty, i.layout, n_regs);
    let Some(f) = fragment.filter(|_| is_wmma_space(i.space) && i.frag != Frag::D) else {
        return control::not_modelled(g, cx, &Inst::WmmaLoad(*i), site);
    };
    if !whole_warp::gather(g, cx, site) {
        return Flow::Pick;
    }
    cx.fuel -= STEPS * i64::from(g.cost) * n_regs as i64;
    let ask = Ask { site, space: i.space, kind: Kind::default(), ty: Ty::B32 };
    // The address may stand in a register that is loaded.
    let at: [(u64, usize); W] =
        std::array::from_fn(|w| if g.mask[w] == 0 { (0, 0) } else { matrix_at(g, w, &i.addr, i.stride, &f) });
    for (r, d) in i.d.0.iter().enumerate() {
        if r >= f.n_own {
            copy_register(g, i.d.0[r % f.n_own], *d);
            continue;
        }
        let mut loads = Loads::new(cx, ask, g);
        let mut loaded = [[0u64; 32]; W];
        for w in 0..W {
            let (base, stride) = at[w];
            if g.mask[w] == 0 || (r > 0 && !base.is_multiple_of(f.align(n_regs))) {
                continue;
            }
            if !is_aligned(g, cx, ask, Does::Read, w, base, f.align(n_regs)) {
                continue;
            }
            for (l, out) in loaded[w].iter_mut().enumerate() {
                for (from, len, j) in f.pieces(r, l, stride) {
                    let mut bytes = [0; 8];
                    let addr = base.wrapping_add(from as u64);
                    lane_access::load(g, cx, ask, &mut loads, 32 * w + l, addr, &mut bytes[..len]);
                    *out |= u64::from_le_bytes(bytes) << (f.bits * j);
                }
            }
        }
        let (frame, mask) = (g.frame, g.mask);
        if g.taints.active() {
            g.taints.spread(frame, *d, &[], &mask);
        }
        loads.finish(g, cx, ask, &[*d]);
        for (w, values) in loaded.iter().enumerate() {
            if mask[w] == 0 {
                continue;
            }
            if f.bits == 64 {
                put(g, *d, w, Warp(*values));
            } else {
                put(g, *d, w, Warp(values.map(|v| v as u32)));
            }
        }
    }
    Flow::Next
}

/// A register that holds what another one does.
fn copy_register<const W: usize>(g: &mut Gang<W>, from: Val, to: Val) {
    let (frame, mask) = (g.frame, g.mask);
    if g.taints.active() {
        g.taints.spread(frame, to, &[from], &mask);
    }
    for w in 0..W {
        if mask[w] != 0 {
            let src = g.regs.src::<u32>(from);
            let values = g.regs.get::<u32>(src, w);
            put(g, to, w, values);
        }
    }
}

#[inline(never)]
pub(super) fn wmma_store<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &WmmaStore, site: u32) -> Flow {
    let n_regs = i.a.0.len();
    let fragment = Fragment::new(i.frag, i.shape, i.ty, i.layout, n_regs);
    let Some(f) = fragment.filter(|_| is_wmma_space(i.space) && i.frag == Frag::D) else {
        return control::not_modelled(g, cx, &Inst::WmmaStore(*i), site);
    };
    if !whole_warp::gather(g, cx, site) {
        return Flow::Pick;
    }
    cx.fuel -= STEPS * i64::from(g.cost) * n_regs as i64;
    let ask = Ask { site, space: i.space, kind: Kind::default(), ty: Ty::B32 };
    for w in 0..W {
        if g.mask[w] == 0 {
            continue;
        }
        let (base, stride) = matrix_at(g, w, &i.addr, i.stride, &f);
        if !is_aligned(g, cx, ask, Does::Write, w, base, f.align(n_regs)) {
            continue;
        }
        for (r, a) in i.a.0.iter().enumerate() {
            for l in 0..32 {
                let value = g.regs.lane_bits(*a, 32 * w + l);
                for (from, len, j) in f.pieces(r, l, stride) {
                    let bytes = (value >> (f.bits * j)).to_le_bytes();
                    let addr = base.wrapping_add(from as u64);
                    lane_access::store(g, cx, ask, 32 * w + l, addr, &bytes[..len], std::slice::from_ref(a));
                }
            }
        }
    }
    Flow::Next
}
