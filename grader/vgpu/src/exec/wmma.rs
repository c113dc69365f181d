//! Fragments between memory and the registers of a warp: `wmma.load`, `wmma.store`.
//!
//! Which lane holds what is the hardware's own business ([`fragment::wmma`]). A matrix that lies in bounds, is aligned and
//! written is moved row by row (or column by column, as it lies in memory), and counts as moved by four lanes, word by
//! word in turn, as with `ldmatrix`. Others go element by element, each as an access of the lane that holds it.

#![allow(clippy::needless_range_loop, reason = "a warp's number indexes several arrays")]

use super::fragment::{self, Dims};
use super::lane_access::{self, Kind, Loads, Place, place};
use super::mem::Ask;
use super::tensor::put;
use super::tensor_mem::{STEPS, given};
use super::{Flow, control, whole_warp};
use crate::check::race::Does;
use crate::check::shadow::Touch;
use crate::gang::Gang;
use crate::gang::regs::Warp;
use crate::gang::split::any;
use crate::machine::Cx;
use crate::mem::bits::Bits;
use crate::report::{At, Event, Memory};
use ptx::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// How a fragment of `wmma` lies in memory and in registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Fragment {
    frag: Frag,
    dims: Dims,
    /// Elements of a register.
    per: usize,
    /// Registers with elements of their own; those behind them hold the same again.
    n_own: usize,
    n_regs: usize,
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
        (n_regs == wanted).then_some(Fragment { frag, dims, per, n_own, n_regs, bits, stride, layout })
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

/// Most bytes of a matrix.
const MAX_BYTES: usize = 1024;

impl Fragment {
    /// Rows of the matrix as they lie in memory, and bytes of each.
    fn lines(&self) -> (usize, usize) {
        let Dims { m, n, k } = self.dims;
        let (rows, cols) = match self.frag {
            Frag::A => (m, k),
            Frag::B => (k, n),
            Frag::C | Frag::D => (m, n),
        };
        let (lines, len) = if self.layout == Layout::Row { (rows, cols) } else { (cols, rows) };
        (lines, len * self.bits / 8)
    }

    /// Where elements stand if the rows lie close together: byte by register, lane and element. Of elements narrower
    /// than a byte the first of a register.
    fn places(&self) -> Rc<[u16]> {
        thread_local! {
            static KNOWN: RefCell<HashMap<Fragment, Rc<[u16]>>> = RefCell::default();
        }
        let tight = Fragment { stride: self.lines().1 * 8 / self.bits, ..*self };
        KNOWN.with_borrow_mut(|known| {
            let make = || {
                let per = if tight.bits < 8 { 1 } else { tight.per };
                let each = (0..tight.n_own).flat_map(|r| (0..32).flat_map(move |l| (0..per).map(move |j| (r, l, j))));
                each.map(|(r, l, j)| (tight.offset(tight.place(r, l, j), tight.stride) / 8) as u16).collect()
            };
            known.entry(tight).or_insert_with(make).clone()
        })
    }
}

/// The memory of a matrix, if all of it lies inside, from its first byte on.
struct View<'m> {
    bytes: &'m mut [u8],
    init: &'m mut Bits,
    memory: Memory,
    offset: usize,
    is_read_only: bool,
}

fn view<'m>(cx: &'m mut Cx<'_>, place: Place, len: usize) -> Option<View<'m>> {
    match place {
        Place::Region(idx, offset) => {
            let r = cx.regions.get_mut(idx)?.as_mut()?;
            let offset = usize::try_from(offset).ok()?;
            (offset.checked_add(len)? <= r.bytes.len()).then_some(View {
                bytes: &mut r.bytes,
                init: &mut r.init,
                memory: Memory::Region(idx),
                offset,
                is_read_only: r.read_only,
            })
        }
        Place::Shared(offset) => {
            let end = offset.checked_add(len as u64)?;
            let inside = cx.shared_ranges.iter().any(|(from, to)| *from <= offset && end <= *to);
            let s = &mut cx.block.shared;
            inside.then_some(View {
                bytes: &mut s.bytes,
                init: &mut s.init,
                memory: Memory::Shared,
                offset: offset as usize,
                is_read_only: false,
            })
        }
        _ => None,
    }
}

/// Bytes from one row to the next, and from the first to behind the last; nothing for strides that no memory has.
fn extent(f: &Fragment, stride: usize) -> Option<(usize, usize)> {
    let (lines, len) = f.lines();
    let step = stride.checked_mul(f.bits)? / 8;
    Some((step, step.checked_mul(lines - 1)?.checked_add(len)?))
}

/// The race check of one row: four lanes from `lane` move it, word by word in turn. `new`: what is written.
macro_rules! check_line {
    ($cx:ident, $place:expr, $len:expr, $at:expr, $tid:expr, $touch:expr, $new:expr) => {{
        let place: Place = $place;
        // The checks' state and the memory are borrowed side by side.
        let who = who!($cx, &[]);
        let (shadow, bytes) = match place {
            Place::Region(idx, _) => match $cx.regions.get_mut(idx).and_then(Option::as_mut) {
                Some(r) => (&mut r.shadow, &r.bytes),
                None => break,
            },
            _ => (&mut $cx.block.shared.shadow, &$cx.block.shared.bytes),
        };
        let at: usize = $at;
        let new: Option<&[u8]> = $new;
        let changed = |from: usize, n: usize| {
            new.is_none_or(|new| bytes.get(from..from + n) != new.get(from - at..from - at + n))
        };
        for chunk in (0..$len).step_by(16) {
            shadow.run(at + chunk, 4, 4.min(($len - chunk) / 4), $tid, &$touch, &who, &changed, &mut $cx.conflicts);
        }
    }};
}

/// A matrix whose every byte may be read and was written, into `out`, rows close together; false if there is something
/// to say about it.
fn load_lines<const W: usize>(
    g: &Gang<W>,
    cx: &mut Cx<'_>,
    ask: Ask,
    f: &Fragment,
    w: usize,
    (base, stride): (u64, usize),
    out: &mut [u8],
) -> bool {
    let (lines, len) = f.lines();
    let Some((step, whole)) = extent(f, stride) else { return false };
    let at = place(ask.space, base);
    let checks = cx.checks;
    let Some(v) = view(cx, at, whole) else { return false };
    let (offset, memory, is_read_only) = (v.offset, v.memory, v.is_read_only);
    if !len.is_multiple_of(4) || !(offset | step).is_multiple_of(4) {
        return false;
    }
    for (k, out) in out.chunks_exact_mut(len).enumerate().take(lines) {
        let range = offset + k * step..offset + k * step + len;
        if checks && !v.init.all(range.clone()) {
            return false;
        }
        out.copy_from_slice(&v.bytes[range]);
    }
    if checks && !is_read_only {
        let touch = Touch::read(ask.site, memory);
        for k in 0..lines {
            let tid = (g.thread0 as usize + 32 * w + 4 * (k % 8)) as u16;
            check_line!(cx, at, len, offset + k * step, tid, touch, None);
        }
        if !cx.conflicts.is_empty() {
            cx.flush_conflicts(memory);
        }
    }
    true
}

/// A matrix to memory that may be written; false if there is something to say about it.
fn store_lines<const W: usize>(
    g: &Gang<W>,
    cx: &mut Cx<'_>,
    ask: Ask,
    f: &Fragment,
    w: usize,
    (base, stride): (u64, usize),
    data: &[u8],
) -> bool {
    let (lines, len) = f.lines();
    let Some((step, whole)) = extent(f, stride) else { return false };
    let at = place(ask.space, base);
    let checks = cx.checks;
    // Rows that overlap are written in the lanes' order.
    let Some(v) = view(cx, at, whole).filter(|v| !v.is_read_only && step >= len) else { return false };
    let (offset, memory) = (v.offset, v.memory);
    if !len.is_multiple_of(4) || !(offset | step).is_multiple_of(4) {
        return false;
    }
    for (k, line) in data.chunks_exact(len).enumerate().take(lines) {
        let from = offset + k * step;
        if checks {
            let touch = Touch { does: Does::Write, flags: 0, site: ask.site, shared: memory == Memory::Shared };
            let tid = (g.thread0 as usize + 32 * w + 4 * (k % 8)) as u16;
            check_line!(cx, at, len, from, tid, touch, Some(line));
        }
        if let Some(v) = view(cx, at, whole) {
            v.init.set(from..from + len, true);
            v.bytes[from..from + len].copy_from_slice(line);
        }
    }
    if !cx.conflicts.is_empty() {
        cx.flush_conflicts(memory);
    }
    true
}

/// The address of a matrix and its stride in elements: those of the first lane, which the others must share.
fn matrix_at<const W: usize>(g: &Gang<W>, w: usize, addr: &Addr, stride: Option<Src>, f: &Fragment) -> (u64, usize) {
    let lane = 32 * w + g.mask[w].trailing_zeros() as usize;
    let stride = stride.map_or(f.stride, |s| g.regs.lane_bits(s.0, lane) as u32 as usize);
    (given(g, addr, lane), stride)
}

/// Whether a matrix and its rows begin where they may; reports where not. The matrix: at a multiple of what a lane holds
/// of it; rows: of 16 bytes, if that is less.
fn is_aligned<const W: usize>(
    g: &Gang<W>,
    cx: &mut Cx<'_>,
    ask: Ask,
    does: Does,
    w: usize,
    (base, stride): (u64, usize),
    f: &Fragment,
) -> bool {
    let align = (f.n_regs * f.bits.max(32) / 8) as u64;
    let second = base.wrapping_add((stride * f.bits / 8) as u64);
    let (at, by) = match align.min(16) {
        _ if !base.is_multiple_of(align) => (base, align),
        by if !second.is_multiple_of(by) => (second, by),
        _ => return true,
    };
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
    let mut loaded = Box::new([[[0u64; 32]; 8]; W]);
    let mut slow = [0u32; W];
    for w in 0..W {
        if g.mask[w] == 0 || !is_aligned(g, cx, ask, Does::Read, w, at[w], &f) {
            continue;
        }
        let mut bytes = [0u8; MAX_BYTES];
        if load_lines(g, cx, ask, &f, w, at[w], &mut bytes) {
            unpack(&f, &bytes, &mut loaded[w]);
        } else {
            slow[w] = g.mask[w];
        }
    }
    let (frame, mask) = (g.frame, g.mask);
    for (r, d) in i.d.0.iter().enumerate().take(f.n_own) {
        if g.taints.active() {
            g.taints.spread(frame, *d, &[], &mask);
        }
        if !any(&slow) {
            continue;
        }
        let mut loads = Loads::new(cx, ask, g);
        for w in (0..W).filter(|w| slow[*w] != 0) {
            let (base, stride) = at[w];
            for l in 0..32 {
                for (from, len, j) in f.pieces(r, l, stride) {
                    let mut bytes = [0; 8];
                    let addr = base.wrapping_add(from as u64);
                    lane_access::load(g, cx, ask, &mut loads, 32 * w + l, addr, &mut bytes[..len]);
                    loaded[w][r][l] |= u64::from_le_bytes(bytes) << (f.bits * j);
                }
            }
        }
        loads.finish(g, cx, ask, &[*d]);
    }
    for (r, d) in i.d.0.iter().enumerate() {
        let own = r % f.n_own;
        if own != r && g.taints.active() {
            g.taints.spread(frame, *d, &[i.d.0[own]], &mask);
        }
        for w in 0..W {
            if mask[w] == 0 {
                continue;
            }
            if f.bits == 64 {
                put(g, *d, w, Warp(loaded[w][own]));
            } else {
                put(g, *d, w, Warp(loaded[w][own].map(|v| v as u32)));
            }
        }
    }
    Flow::Next
}

/// Elements from rows that lie close together into registers.
fn unpack(f: &Fragment, bytes: &[u8; MAX_BYTES], out: &mut [[u64; 32]; 8]) {
    let places = f.places();
    let mut places = places.iter().map(|p| usize::from(*p));
    let size = f.bits.max(32) / 8;
    let each = (if f.bits < 8 { 32 } else { f.bits }) / 8;
    for reg in out.iter_mut().take(f.n_own) {
        for lane in reg.iter_mut() {
            *lane = 0;
            for (j, p) in (0..size / each).zip(&mut places) {
                let part = bytes[p..p + each].iter().rev().fold(0, |x, b| x << 8 | u64::from(*b));
                *lane |= part << (8 * each * j);
            }
        }
    }
}

/// The other way.
fn pack(f: &Fragment, regs: &[[u64; 32]; 8], bytes: &mut [u8; MAX_BYTES]) {
    let places = f.places();
    let mut places = places.iter().map(|p| usize::from(*p));
    let (size, each) = (f.bits.max(32) / 8, f.bits / 8);
    for reg in regs.iter().take(f.n_own) {
        for lane in reg {
            for (j, p) in (0..size / each).zip(&mut places) {
                bytes[p..p + each].copy_from_slice(&lane.to_le_bytes()[each * j..each * (j + 1)]);
            }
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
        if !is_aligned(g, cx, ask, Does::Write, w, (base, stride), &f) {
            continue;
        }
        if cx.released.is_empty() && !(g.taints.active() && any(&g.taints.marked_any(g.frame, &i.a.0, &g.mask))) {
            let mut regs = [[0u64; 32]; 8];
            for (reg, a) in regs.iter_mut().zip(&*i.a.0) {
                *reg = std::array::from_fn(|l| g.regs.lane_bits(*a, 32 * w + l));
            }
            let mut bytes = [0u8; MAX_BYTES];
            pack(&f, &regs, &mut bytes);
            if store_lines(g, cx, ask, &f, w, (base, stride), &bytes) {
                continue;
            }
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
