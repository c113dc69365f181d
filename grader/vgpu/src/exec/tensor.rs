//! Matrix multiplication by a warp: `mma`, `wmma.mma`.
//!
//! Fragments are gathered into matrices, multiplied by [`crate::num::matrix`], and spread again. Marks go from rows of A
//! and columns of B to what is computed of them.

#![allow(clippy::needless_range_loop, reason = "a warp's number indexes several arrays")]

use super::fragment::{self, Dims, quad};
use super::{Flow, control, whole_warp};
use crate::gang::Gang;
use crate::gang::regs::Warp;
use crate::gang::taint::Move;
use crate::machine::Cx;
use crate::num::matrix::{self, Factor, Product, Room, Sum};
use ptx::*;
use std::cell::RefCell;

pub(super) use super::tensor_mem::{ldmatrix, movmatrix, stmatrix, wmma_load, wmma_store};

/// Steps that a matrix product costs, for each warp.
const STEPS: i64 = 64;

/// What is computed of elements of which types.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Float(matrix::Types),
    F64,
    /// Bits of an element; whether those of A and B are signed.
    Int(usize, bool, bool),
    /// Bitwise and, else exclusive or.
    Bits(bool),
}

impl Kind {
    /// Elements in a register of a factor.
    fn per(self) -> usize {
        match self {
            Kind::Float((Factor::F16 | Factor::BF16, ..)) => 2,
            Kind::Float((Factor::E4M3 | Factor::E5M2, ..)) => 4,
            Kind::Float((Factor::TF32, ..)) | Kind::F64 => 1,
            Kind::Int(bits, ..) => 32 / bits,
            Kind::Bits(_) => 32,
        }
    }

    /// Elements in a register of C, and of D.
    fn per_sum(self) -> (usize, usize) {
        let per = |s| if s == Sum::F16 { 2 } else { 1 };
        if let Kind::Float((_, _, c, d)) = self { (per(c), per(d)) } else { (1, 1) }
    }
}

fn factor(ty: Ty) -> Option<Factor> {
    Some(match ty {
        Ty::F16 => Factor::F16,
        Ty::BF16 => Factor::BF16,
        Ty::TF32 => Factor::TF32,
        Ty::E4M3 => Factor::E4M3,
        Ty::E5M2 => Factor::E5M2,
        _ => return None,
    })
}

fn sum(ty: Ty) -> Option<Sum> {
    match ty {
        Ty::F16 => Some(Sum::F16),
        Ty::F32 => Some(Sum::F32),
        _ => None,
    }
}

/// What types mean, if the ISA lets them stand together.
fn kind(t: MmaTypes, op: Option<MmaBitOp>, popc: bool, satfinite: bool) -> Option<Kind> {
    if op.is_some() != (t.a == Ty::B1) || popc != op.is_some() {
        return None;
    }
    let narrow = |ty: Ty| match ty {
        Ty::S8 => Some((8, true)),
        Ty::U8 => Some((8, false)),
        Ty::S4 => Some((4, true)),
        Ty::U4 => Some((4, false)),
        _ => None,
    };
    if let (Some((bits, a)), Some((b_bits, b))) = (narrow(t.a), narrow(t.b)) {
        return (bits == b_bits && (t.c, t.d) == (Ty::S32, Ty::S32)).then_some(Kind::Int(bits, a, b));
    }
    if satfinite {
        return None;
    }
    match (t.a, t.b) {
        (Ty::F64, Ty::F64) => ((t.c, t.d) == (Ty::F64, Ty::F64)).then_some(Kind::F64),
        (Ty::B1, Ty::B1) => ((t.c, t.d) == (Ty::S32, Ty::S32)).then_some(Kind::Bits(op == Some(MmaBitOp::And))),
        (a, b) => {
            let (fa, fb, fc, fd) = (factor(a)?, factor(b)?, sum(t.c)?, sum(t.d)?);
            let fp8 = |f| matches!(f, Factor::E4M3 | Factor::E5M2);
            let pairs = fa == fb || (fp8(fa) && fp8(fb));
            let sums = match fa {
                Factor::F16 => true,
                Factor::BF16 | Factor::TF32 => (fc, fd) == (Sum::F32, Sum::F32),
                _ => fc == fd,
            };
            (pairs && sums).then_some(Kind::Float((fa, fb, fc, fd)))
        }
    }
}

/// Whether `mma` has this shape with these types.
fn is_shape(kind: Kind, d: Dims) -> bool {
    let shape = (d.m, d.n, d.k);
    match kind {
        Kind::Float((Factor::F16, _, c, d)) if c == d => matches!(shape, (16, 8, 8 | 16)),
        Kind::Float((Factor::BF16, ..)) => matches!(shape, (16, 8, 8 | 16)),
        Kind::Float((Factor::TF32, ..)) => matches!(shape, (16, 8, 4 | 8)),
        Kind::Float((Factor::E4M3 | Factor::E5M2, ..)) => matches!(shape, (16, 8, 16 | 32)),
        Kind::Float(_) => false,
        Kind::F64 => matches!(shape, (8, 8, 4) | (16, 8, 4 | 8 | 16)),
        Kind::Int(8, ..) => matches!(shape, (8, 8, 16) | (16, 8, 16 | 32)),
        Kind::Int(..) => matches!(shape, (8, 8, 32) | (16, 8, 32 | 64)),
        Kind::Bits(_) => matches!(shape, (8, 8, 128) | (16, 8, 128 | 256)),
    }
}

/// Whether `wmma` has this shape with these types.
fn is_wmma_shape(kind: Kind, d: Dims) -> bool {
    let shape = (d.m, d.n, d.k);
    let big = matches!(shape, (16, 16, 16) | (8, 32, 16) | (32, 8, 16));
    match kind {
        Kind::Float((Factor::F16 | Factor::BF16, ..)) | Kind::Int(8, ..) => big,
        Kind::Float((Factor::TF32, ..)) => shape == (16, 16, 8),
        Kind::Float(_) => false,
        Kind::F64 => shape == (8, 8, 4),
        Kind::Int(..) => shape == (8, 8, 32),
        Kind::Bits(_) => shape == (8, 8, 128),
    }
}

/// Matrices of one product, in rows; `k` counts words where elements are bits.
struct Matrices {
    a: [u32; 1024],
    b: [u32; 512],
    c: [u32; 256],
    d: [u32; 256],
    wide: [[u64; 128]; 4],
    room: Room,
}

thread_local! {
    static MATRICES: RefCell<Box<Matrices>> = RefCell::new(Box::new(Matrices {
        a: [0; 1024],
        b: [0; 512],
        c: [0; 256],
        d: [0; 256],
        wide: [[0; 128]; 4],
        room: Room::default(),
    }));
}

/// Operands of a product.
struct Operands<'a> {
    a: &'a [Val],
    b: &'a [Val],
    c: &'a [Val],
    d: &'a [Val],
}

/// Where elements of a fragment lie: register, lane, element in it → row and column.
type Place<'a> = &'a dyn Fn(usize, usize, usize) -> (usize, usize);

#[inline(never)]
pub(super) fn mma<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Mma, site: u32) -> Flow {
    let dims = Dims::of(i.shape);
    let unknown = Inst::Mma(*i);
    let Some(kind) = kind(i.types, i.op, i.popc.0, i.satfinite.0) else {
        return control::not_modelled(g, cx, &unknown, site);
    };
    let ops = Operands { a: &i.a.0, b: &i.b.0, c: &i.c.0, d: &i.d.0 };
    if (dims.m, dims.n, dims.k) == (8, 8, 4) && kind != Kind::F64 {
        return mma_quads(g, cx, i, kind, &ops, site);
    }
    let per = kind.per();
    let (per_c, per_d) = kind.per_sum();
    let tiles = dims.m / 8;
    let regs = [dims.k / (4 * per) * tiles, dims.k / (4 * per), tiles * 2 / per_c, tiles * 2 / per_d];
    let is_known = is_shape(kind, dims)
        && (i.alayout, i.blayout) == (Layout::Row, Layout::Col)
        && regs == [ops.a.len(), ops.b.len(), ops.c.len(), ops.d.len()];
    if !is_known {
        return control::not_modelled(g, cx, &unknown, site);
    }
    if !whole_warp::gather(g, cx, site) {
        return Flow::Pick;
    }
    cx.fuel -= STEPS * i64::from(g.cost);
    let a = |r, l, j: usize| {
        let (row, col) = fragment::a(dims.m, per, r, l);
        (row, col + j)
    };
    let b = |r, l, j: usize| {
        let (row, col) = fragment::b(per, r, l);
        (row + j, col)
    };
    let pair = |per: usize, r: usize, l: usize, j: usize| {
        let (row, col) = fragment::c(r * per / 2, l);
        (row, col + r * per % 2 + j)
    };
    let c = |r, l, j| pair(per_c, r, l, j);
    let d = |r, l, j| pair(per_d, r, l, j);
    product(g, cx, kind, dims, i.satfinite.0, &ops, [&a, &b, &c, &d]);
    Flow::Next
}

#[inline(never)]
pub(super) fn wmma_mma<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &WmmaMma, site: u32) -> Flow {
    let dims = Dims::of(i.shape);
    let known = kind(i.types, i.op, i.popc.0, i.satfinite.0).filter(|k| is_wmma_shape(*k, dims));
    let ops = Operands { a: &i.a.0, b: &i.b.0, c: &i.c.0, d: &i.d.0 };
    let regs = known.map(|k| {
        let (per_c, per_d) = k.per_sum();
        let whole = |rows: usize, cols: usize, per: usize| (rows * cols).div_ceil(32 * per);
        let factor = |rows| if matches!(k, Kind::Float((Factor::F16, ..))) { 8 } else { whole(rows, dims.k, k.per()) };
        [factor(dims.m), factor(dims.n), whole(dims.m, dims.n, per_c), whole(dims.m, dims.n, per_d)]
    });
    let Some(kind) = known.filter(|_| regs == Some([ops.a.len(), ops.b.len(), ops.c.len(), ops.d.len()])) else {
        return control::not_modelled(g, cx, &Inst::WmmaMma(*i), site);
    };
    if !whole_warp::gather(g, cx, site) {
        return Flow::Pick;
    }
    cx.fuel -= 2 * STEPS * i64::from(g.cost);
    let (per_c, per_d) = kind.per_sum();
    let factor = |frag| move |r, l, j| fragment::wmma(frag, dims, kind.per(), r, l, j);
    let (a, b) = (factor(Frag::A), factor(Frag::B));
    let c = |r, l, j| fragment::wmma(Frag::C, dims, per_c, r, l, j);
    let d = |r, l, j| fragment::wmma(Frag::D, dims, per_d, r, l, j);
    product(g, cx, kind, dims, i.satfinite.0, &ops, [&a, &b, &c, &d]);
    Flow::Next
}

/// The product in every running warp.
fn product<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    kind: Kind,
    dims: Dims,
    satfinite: bool,
    ops: &Operands<'_>,
    places: [Place<'_>; 4],
) {
    MATRICES.with_borrow_mut(|x| {
        for w in 0..W {
            if g.mask[w] != 0 {
                if kind == Kind::F64 {
                    product_f64(g, x, dims, ops, places, w);
                } else {
                    product_32(g, x, kind, dims, satfinite, ops, places, w);
                }
            }
        }
    });
    if g.taints.active() {
        spread_marks(g, cx, kind, ops, places);
    }
}

/// Elements of one fragment of warp `w` into a matrix of `cols` columns.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "a fragment is all of these")]
fn gather<const W: usize>(
    g: &mut Gang<W>,
    regs: &[Val],
    w: usize,
    per: usize,
    cols: usize,
    place: Place<'_>,
    take: impl Fn(u32, usize) -> u32,
    out: &mut [u32],
) {
    for (r, reg) in regs.iter().enumerate() {
        let src = g.regs.src::<u32>(*reg);
        let values = g.regs.get::<u32>(src, w);
        for l in 0..32 {
            for j in 0..per {
                let (row, col) = place(r, l, j);
                out[row * cols + col] = take(values.0[l], j);
            }
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "a product is all of these")]
fn product_32<const W: usize>(
    g: &mut Gang<W>,
    x: &mut Matrices,
    kind: Kind,
    dims: Dims,
    satfinite: bool,
    ops: &Operands<'_>,
    [pa, pb, pc, pd]: [Place<'_>; 4],
    w: usize,
) {
    let Dims { m, n, k } = dims;
    let (per_c, per_d) = kind.per_sum();
    let halves = |v: u32, j: usize| v >> (16 * j) & 0xffff;
    let mut inner = k;
    match kind {
        Kind::Float((fa, ..)) => match kind.per() {
            1 => {
                gather(g, ops.a, w, 1, k, pa, |v, _| v, &mut x.a);
                gather(g, ops.b, w, 1, n, pb, |v, _| v, &mut x.b);
            }
            2 => {
                debug_assert!(matches!(fa, Factor::F16 | Factor::BF16));
                gather(g, ops.a, w, 2, k, pa, halves, &mut x.a);
                gather(g, ops.b, w, 2, n, pb, halves, &mut x.b);
            }
            _ => {
                let bytes = |v: u32, j: usize| v >> (8 * j) & 0xff;
                gather(g, ops.a, w, 4, k, pa, bytes, &mut x.a);
                gather(g, ops.b, w, 4, n, pb, bytes, &mut x.b);
            }
        },
        Kind::Int(bits, a_signed, b_signed) => {
            let part = |signed: bool| {
                move |v: u32, j: usize| {
                    let top = v << (32 - bits - bits * j);
                    if signed { (top as i32 >> (32 - bits)) as u32 } else { top >> (32 - bits) }
                }
            };
            gather(g, ops.a, w, 32 / bits, k, pa, part(a_signed), &mut x.a);
            gather(g, ops.b, w, 32 / bits, n, pb, part(b_signed), &mut x.b);
        }
        Kind::Bits(_) => {
            // Words of 32 bits along k.
            inner = k / 32;
            let (wa, wb) = (
                |r, l, _| {
                    let (row, col) = pa(r, l, 0);
                    (row, col / 32)
                },
                |r, l, _| {
                    let (row, col) = pb(r, l, 0);
                    (row / 32, col)
                },
            );
            gather(g, ops.a, w, 1, inner, &wa, |v, _| v, &mut x.a);
            gather(g, ops.b, w, 1, n, &wb, |v, _| v, &mut x.b);
        }
        Kind::F64 => return,
    }
    if per_c == 2 {
        gather(g, ops.c, w, 2, n, pc, halves, &mut x.c);
    } else {
        gather(g, ops.c, w, 1, n, pc, |v, _| v, &mut x.c);
    }
    let p = Product { m, n, k: inner, a: &x.a[..m * inner], b: &x.b[..inner * n], c: &x.c[..m * n] };
    let d = &mut x.d[..m * n];
    match kind {
        Kind::Float(t) => matrix::multiply(t, &p, &mut x.room, d),
        Kind::Int(..) => matrix::multiply_int(&p, satfinite, d),
        Kind::Bits(and) => matrix::multiply_bits(&p, and, d),
        Kind::F64 => {}
    }
    for (r, reg) in ops.d.iter().enumerate() {
        let mut out = Warp([0u32; 32]);
        for l in 0..32 {
            for j in 0..per_d {
                let (row, col) = pd(r, l, j);
                out.0[l] |= d[row * n + col] << (16 * j);
            }
        }
        put(g, *reg, w, out);
    }
}

/// Writes one warp of a result.
#[inline(always)]
pub(super) fn put<const W: usize, T: crate::gang::regs::Lane>(g: &mut Gang<W>, reg: Val, w: usize, out: Warp<T>) {
    let slot = g.regs.dst::<T>(reg, true);
    if g.mask[w] == u32::MAX {
        g.regs.put::<T>(slot, w, out);
    } else {
        g.regs.blend::<T>(slot, w, out, g.mask[w]);
    }
}

fn product_f64<const W: usize>(
    g: &mut Gang<W>,
    x: &mut Matrices,
    Dims { m, n, k }: Dims,
    ops: &Operands<'_>,
    places: [Place<'_>; 4],
    w: usize,
) {
    let [a, b, c, d] = &mut x.wide;
    for (regs, place, cols, out) in
        [(ops.a, places[0], k, &mut *a), (ops.b, places[1], n, &mut *b), (ops.c, places[2], n, &mut *c)]
    {
        for (r, reg) in regs.iter().enumerate() {
            let src = g.regs.src::<u64>(*reg);
            let values = g.regs.get::<u64>(src, w);
            for l in 0..32 {
                let (row, col) = place(r, l, 0);
                out[row * cols + col] = values.0[l];
            }
        }
    }
    matrix::multiply_f64((m, n, k), a, b, c, d);
    for (r, reg) in ops.d.iter().enumerate() {
        let mut out = Warp([0u64; 32]);
        for l in 0..32 {
            let (row, col) = places[3](r, l, 0);
            out.0[l] = d[row * n + col];
        }
        put(g, *reg, w, out);
    }
}

/// Marks of rows of A, columns of B and elements of C go to what is computed of them.
#[cold]
#[inline(never)]
fn spread_marks<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    kind: Kind,
    ops: &Operands<'_>,
    [pa, pb, pc, pd]: [Place<'_>; 4],
) {
    let (frame, mask) = (g.frame, g.mask);
    let (per_c, per_d) = kind.per_sum();
    let marked = |g: &Gang<W>, regs: &[Val], w: usize| {
        let mut all: Vec<(Val, usize, usize)> = Vec::new();
        for (r, reg) in regs.iter().enumerate() {
            let m = g.taints.marked(frame, *reg, &mask)[w];
            all.extend((0..32).filter(|l| m >> l & 1 == 1).map(|l| (*reg, r, l)));
        }
        all
    };
    let mut moves = Vec::new();
    for w in 0..W {
        if mask[w] == 0 {
            continue;
        }
        let (a, b, c) = (marked(g, ops.a, w), marked(g, ops.b, w), marked(g, ops.c, w));
        if a.is_empty() && b.is_empty() && c.is_empty() {
            continue;
        }
        for (r, dst) in ops.d.iter().enumerate() {
            for l in 0..32 {
                for j in 0..per_d {
                    let (row, col) = pd(r, l, j);
                    let rows = a.iter().filter(|(_, r, l)| pa(*r, *l, 0).0 == row);
                    let cols = b.iter().filter(|(_, r, l)| pb(*r, *l, 0).1 == col);
                    let here = c.iter().filter(|(_, r, l)| (0..per_c).any(|j| pc(*r, *l, j) == (row, col)));
                    moves.extend(rows.chain(cols).chain(here).map(|(src, _, from)| Move {
                        dst: *dst,
                        to: 32 * w + l,
                        src: *src,
                        from: 32 * w + from,
                    }));
                }
            }
        }
    }
    g.taints.mix(frame, ops.d, moves.into_iter(), &mask, true, &mut cx.reports);
}

/// `mma.m8n8k4` with `.f16`: four products of eight lanes each.
fn mma_quads<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    i: &Mma,
    kind: Kind,
    ops: &Operands<'_>,
    site: u32,
) -> Flow {
    let types = match kind {
        Kind::Float(t @ (Factor::F16, _, c, d)) if c == d || d == Sum::F32 => t,
        _ => return control::not_modelled(g, cx, &Inst::Mma(*i), site),
    };
    let (per_c, per_d) = kind.per_sum();
    if [ops.a.len(), ops.b.len(), ops.c.len(), ops.d.len()] != [2, 2, 8 / per_c, 8 / per_d] {
        return control::not_modelled(g, cx, &Inst::Mma(*i), site);
    }
    if !whole_warp::gather(g, cx, site) {
        return Flow::Pick;
    }
    cx.fuel -= STEPS * i64::from(g.cost);
    let (a_major, b_major) = (i.alayout == Layout::Row, i.blayout == Layout::Row);
    // The four products stand below one another.
    let below = |lane: usize, (row, col): (usize, usize), rows: usize| (row + rows * quad::of(lane).0, col);
    let a = |r: usize, l: usize, j: usize| below(l, quad::a(a_major, quad::of(l).1, 2 * r + j), 8);
    let b = |r: usize, l: usize, j: usize| below(l, quad::b(b_major, quad::of(l).1, 2 * r + j), 4);
    let sum = |per: usize, r: usize, l: usize, j: usize| below(l, quad::c(per == 1, quad::of(l).1, per * r + j), 8);
    let c = |r, l, j| sum(per_c, r, l, j);
    let d = |r, l, j| sum(per_d, r, l, j);
    MATRICES.with_borrow_mut(|x| {
        for w in 0..W {
            if g.mask[w] == 0 {
                continue;
            }
            let halves = |v: u32, j: usize| v >> (16 * j) & 0xffff;
            gather(g, ops.a, w, 2, 4, &a, halves, &mut x.a);
            gather(g, ops.b, w, 2, 8, &b, halves, &mut x.b);
            let whole = |v: u32, j: usize| if per_c == 2 { halves(v, j) } else { v };
            gather(g, ops.c, w, per_c, 8, &c, whole, &mut x.c);
            for q in 0..4 {
                let p = Product {
                    m: 8,
                    n: 8,
                    k: 4,
                    a: &x.a[32 * q..32 * q + 32],
                    b: &x.b[32 * q..32 * q + 32],
                    c: &x.c[64 * q..64 * q + 64],
                };
                matrix::multiply(types, &p, &mut x.room, &mut x.d[64 * q..64 * q + 64]);
            }
            for (r, reg) in ops.d.iter().enumerate() {
                let mut out = Warp([0u32; 32]);
                for l in 0..32 {
                    for j in 0..per_d {
                        let (row, col) = d(r, l, j);
                        out.0[l] |= x.d[row * 8 + col] << (16 * j);
                    }
                }
                put(g, *reg, w, out);
            }
        }
    });
    if g.taints.active() {
        // For the marks they stand apart in both directions.
        let apart = |l: usize, (row, col): (usize, usize)| (row, col + 8 * quad::of(l).0);
        let b = |r, l, j| apart(l, b(r, l, j));
        let c = |r, l, j| apart(l, c(r, l, j));
        let d = |r, l, j| apart(l, d(r, l, j));
        spread_marks(g, cx, kind, ops, [&a, &b, &c, &d]);
    }
    Flow::Next
}

/// Values of a matrix instruction that count as used at once: addresses and strides. Marks on matrices go with their
/// elements.
pub(super) fn used_at_once(inst: &Inst) -> Vec<Val> {
    match inst {
        Inst::Ldmatrix(i) => vec![i.addr.base],
        Inst::Stmatrix(i) => vec![i.addr.base],
        Inst::WmmaLoad(i) => std::iter::once(i.addr.base).chain(i.stride.map(|s| s.0)).collect(),
        Inst::WmmaStore(i) => std::iter::once(i.addr.base).chain(i.stride.map(|s| s.0)).collect(),
        _ => Vec::new(),
    }
}
