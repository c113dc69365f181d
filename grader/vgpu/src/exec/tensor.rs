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

pub(super) use super::tensor_mem::{ldmatrix, movmatrix, stmatrix};
pub(super) use super::wmma::{wmma_load, wmma_store};

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

    /// With the factors in each other's place.
    fn turned(self) -> Kind {
        match self {
            Kind::Float((a, b, c, d)) => Kind::Float((b, a, c, d)),
            Kind::Int(bits, a, b) => Kind::Int(bits, b, a),
            other => other,
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

/// How a product is computed.
#[derive(Clone, Copy)]
struct How {
    /// Integers are clamped.
    satfinite: bool,
    /// Steps along k that are rounded.
    steps: usize,
}

/// Matrices of one product, in rows; `k` counts words where elements are bits.
struct Matrices {
    a: [u32; 1024],
    b: [u32; 512],
    c: [u32; 256],
    d: [u32; 256],
    wide: [[u64; 256]; 4],
    room: Room,
}

/// The registers of one warp: of A, B, C and D.
type Registers = [[Warp<u32>; 8]; 4];

thread_local! {
    static MATRICES: RefCell<Box<(Matrices, Registers)>> = RefCell::new(Box::new((
        Matrices {
            a: [0; 1024],
            b: [0; 512],
            c: [0; 256],
            d: [0; 256],
            wide: [[0; 256]; 4],
            room: Room::default(),
        },
        [[Warp([0; 32]); 8]; 4],
    )));
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
    product(g, cx, kind, dims, How { satfinite: i.satfinite.0, steps: 1 }, &ops, [&a, &b, &c, &d]);
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
    // An H200 makes two products of `mma.m16n8k4` of it.
    let steps = if matches!(kind, Kind::Float((Factor::TF32, ..))) { 2 } else { 1 };
    let how = How { satfinite: i.satfinite.0, steps };
    let (a, b) = (factor(Frag::A), factor(Frag::B));
    let c = |r, l, j| fragment::wmma(Frag::C, dims, per_c, r, l, j);
    let d = |r, l, j| fragment::wmma(Frag::D, dims, per_d, r, l, j);
    product(g, cx, kind, dims, how, &ops, [&a, &b, &c, &d]);
    Flow::Next
}

/// The product in every running warp.
fn product<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    kind: Kind,
    dims: Dims,
    how: How,
    ops: &Operands<'_>,
    places: [Place<'_>; 4],
) {
    MATRICES.with_borrow_mut(|both| {
        let (x, regs) = &mut **both;
        for w in 0..W {
            if g.mask[w] != 0 {
                if kind == Kind::F64 {
                    product_f64(g, x, dims, ops, places, w);
                } else {
                    product_32(g, x, regs, kind, dims, how, ops, w);
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

/// One tile: 8 or 16 rows of A, 8 columns of B, all of k. The order of elements along k, the same in both factors, and
/// of the columns, the same in B, C and D, is one in which neighbouring lanes stay neighbours: it plays no part in what
/// is computed.
fn tile(
    x: &mut Matrices,
    kind: Kind,
    how: How,
    a: &[Warp<u32>],
    b: &[Warp<u32>],
    c: &[Warp<u32>],
    d: &mut [Warp<u32>],
) {
    let words = 4 * b.len();
    let m = 32 * a.len() / words;
    let k = match kind {
        Kind::Float((Factor::F16 | Factor::BF16, ..)) => {
            let half = |v: u32, j: u32| v >> (16 * j) & 0xffff;
            rows::<2>(a, m, words, half, &mut x.a);
            columns::<2>(b, words, half, &mut x.b);
            2 * words
        }
        Kind::Float((Factor::E4M3 | Factor::E5M2, ..)) => {
            let byte = |v: u32, j: u32| v >> (8 * j) & 0xff;
            rows::<4>(a, m, words, byte, &mut x.a);
            columns::<4>(b, words, byte, &mut x.b);
            4 * words
        }
        Kind::Int(8, a_signed, b_signed) => {
            rows::<4>(a, m, words, |v, j| part::<8>(v, j, a_signed), &mut x.a);
            columns::<4>(b, words, |v, j| part::<8>(v, j, b_signed), &mut x.b);
            4 * words
        }
        Kind::Int(_, a_signed, b_signed) => {
            rows::<8>(a, m, words, |v, j| part::<4>(v, j, a_signed), &mut x.a);
            columns::<8>(b, words, |v, j| part::<4>(v, j, b_signed), &mut x.b);
            8 * words
        }
        Kind::Float((Factor::TF32, ..)) | Kind::Bits(_) | Kind::F64 => {
            rows::<1>(a, m, words, |v, _| v, &mut x.a);
            columns::<1>(b, words, |v, _| v, &mut x.b);
            words
        }
    };
    let (per_c, per_d) = kind.per_sum();
    for (p, out) in x.c[..8 * m].chunks_exact_mut(64).enumerate() {
        for (g, out) in out.chunks_exact_mut(8).enumerate() {
            for t in 0..4 {
                (out[t], out[4 + t]) = if per_c == 2 {
                    (c[p].0[4 * g + t] & 0xffff, c[p].0[4 * g + t] >> 16)
                } else {
                    (c[2 * p].0[4 * g + t], c[2 * p + 1].0[4 * g + t])
                };
            }
        }
    }
    let p = Product { m, n: 8, k, pitch: k, a: &x.a[..m * k], b: &x.b[..k * 8], c: &x.c[..m * 8] };
    let out = &mut x.d[..m * 8];
    match kind {
        Kind::Float(t) => matrix::multiply(t, &p, how.steps, &mut x.room, out),
        Kind::Int(..) => matrix::multiply_int(&p, how.satfinite, out),
        Kind::Bits(and) => matrix::multiply_bits(&p, and, out),
        Kind::F64 => {}
    }
    for (p, out) in x.d[..8 * m].chunks_exact(64).enumerate() {
        for (g, out) in out.chunks_exact(8).enumerate() {
            for t in 0..4 {
                if per_d == 2 {
                    d[p].0[4 * g + t] = out[t] | out[4 + t] << 16;
                } else {
                    d[2 * p].0[4 * g + t] = out[t];
                    d[2 * p + 1].0[4 * g + t] = out[4 + t];
                }
            }
        }
    }
}

/// The `j`-th integer of `BITS` bits in a word.
#[inline(always)]
fn part<const BITS: u32>(v: u32, j: u32, signed: bool) -> u32 {
    let top = v << (32 - BITS - BITS * j);
    if signed { (top as i32 >> (32 - BITS)) as u32 } else { top >> (32 - BITS) }
}

/// The rows of a left factor: `m` rows of `words` words, of `PER` elements each.
#[inline(always)]
fn rows<const PER: usize>(a: &[Warp<u32>], m: usize, words: usize, take: impl Fn(u32, u32) -> u32, out: &mut [u32]) {
    let halves = m / 8;
    for (r, reg) in a.iter().enumerate() {
        for (g, four) in reg.0.chunks_exact(4).enumerate() {
            let at = (g + 8 * (r % halves)) * words * PER + r / halves * 4;
            for j in 0..PER {
                let to = &mut out[at + j * words..at + j * words + 4];
                for t in 0..4 {
                    to[t] = take(four[t], j as u32);
                }
            }
        }
    }
}

/// The columns of a right factor, even ones first.
#[inline(always)]
fn columns<const PER: usize>(b: &[Warp<u32>], words: usize, take: impl Fn(u32, u32) -> u32, out: &mut [u32]) {
    for (r, reg) in b.iter().enumerate() {
        for t in 0..4 {
            let eight: [u32; 8] = std::array::from_fn(|q| reg.0[4 * (2 * (q % 4) + q / 4) + t]);
            for j in 0..PER {
                let at = 8 * (j * words + 4 * r + t);
                for (to, v) in out[at..at + 8].iter_mut().zip(eight) {
                    *to = take(v, j as u32);
                }
            }
        }
    }
}

/// The product of one warp, tile by tile.
#[allow(clippy::too_many_arguments, reason = "a product is all of these")]
fn product_32<const W: usize>(
    g: &mut Gang<W>,
    x: &mut Matrices,
    [a, b, c, d]: &mut Registers,
    kind: Kind,
    dims: Dims,
    how: How,
    ops: &Operands<'_>,
    w: usize,
) {
    for (regs, warps) in [(ops.a, &mut *a), (ops.b, &mut *b), (ops.c, &mut *c)] {
        for (reg, warp) in regs.iter().zip(warps) {
            let src = g.regs.src::<u32>(*reg);
            *warp = g.regs.get::<u32>(src, w);
        }
    }
    // A product that is wider than high is that of the transposed matrices, turned over.
    let (left, right, high, low) =
        if dims.m < dims.n { (&*b, &*a, dims.n, dims.m) } else { (&*a, &*b, dims.m, dims.n) };
    let along = dims.k / (4 * kind.per());
    let (down, m) = (high.div_ceil(16), high.min(16));
    let (per_c, per_d) = kind.per_sum();
    let (n_left, n_c, n_d) = (along * m / 8, m / 4 / per_c, m / 4 / per_d);
    for i in 0..down {
        for j in 0..low / 8 {
            let at = i * (low / 8) + j;
            tile(
                x,
                if dims.m < dims.n { kind.turned() } else { kind },
                how,
                &left[i * n_left..(i + 1) * n_left],
                &right[j * along..(j + 1) * along],
                &c[at * n_c..(at + 1) * n_c],
                &mut d[at * n_d..(at + 1) * n_d],
            );
        }
    }
    for (reg, out) in ops.d.iter().zip(d) {
        put(g, *reg, w, *out);
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
    MATRICES.with_borrow_mut(|both| {
        let x = &mut both.0;
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
                    pitch: 4,
                    a: &x.a[32 * q..32 * q + 32],
                    b: &x.b[32 * q..32 * q + 32],
                    c: &x.c[64 * q..64 * q + 64],
                };
                matrix::multiply_quad(types, &p, &mut x.d[64 * q..64 * q + 64]);
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
