//! Sums of products as the matrix units compute them.
//!
//! No public document says how; what stands here is what an H200 answers, bit for bit (`tests/golden/matrix`):
//!
//! - Products are exact. Products and the summand are aligned to the largest exponent among them, where the exponent of
//!   a product is the sum of its factors' exponents and denormals have the least one; what lies more than [`KEPT`] bits
//!   below it is cut off, toward zero. The rest is added exactly. All of an instruction's k is one such sum.
//! - It is rounded once: toward zero to f32 (beyond the largest number it is infinite all the same), to the nearest to
//!   f16. Denormals are kept; what vanishes is +0; NaNs are `0x7fffffff` and `0x7fff`.
//! - f64 is a chain of `fma` along k. For what the unit lacks see [`multiply`] and [`multiply_quad`].
//!
//! Literature: Fasi et al., “Numerical behavior of NVIDIA tensor cores” (PeerJ CS, 2021); Xie et al., “MMA-Sim”
//! (arXiv:2511.10909). Other generations keep other numbers of bits and split k: their last bits differ.
//!
//! There is a fast path for numbers of ordinary size, where the same comes of f32 and i32 vectors, and an exact one for
//! all others, which tests compare with it.

use super::soft::{self, Dir, Num, Value};
use super::{bf16, f16, fp8};

/// Bits that are kept below the largest exponent.
pub const KEPT: i32 = 25;

/// Element type of a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// `.f16`
    F16,
    /// `.bf16`
    BF16,
    /// `.tf32`: an f32 whose lower 13 bits are ignored.
    TF32,
    /// `.e4m3`
    E4M3,
    /// `.e5m2`
    E5M2,
}

/// Element type of a summand or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// `.f16`
    F16,
    /// `.f32`
    F32,
}

impl Factor {
    /// The number that the bits stand for; all of them are numbers of f32.
    #[inline(always)]
    fn num(self, bits: u32) -> f32 {
        match self {
            Factor::F16 => f16::num(bits & 0xffff),
            Factor::BF16 => bf16::num(bits & 0xffff),
            Factor::TF32 => f32::from_bits(bits & !0x1fff),
            Factor::E4M3 => f16::num(fp8::to_f16(fp8::Fp8::E4m3, false, bits)),
            Factor::E5M2 => f16::num(fp8::to_f16(fp8::Fp8::E5m2, false, bits)),
        }
    }

    /// Exponent of the least normal number, and bits of the fraction.
    const fn range(self) -> (i32, i32) {
        match self {
            // Those of 8 bits become f16 first.
            Factor::F16 | Factor::E4M3 | Factor::E5M2 => (-14, 10),
            Factor::BF16 => (-126, 7),
            Factor::TF32 => (-126, 10),
        }
    }
}

impl Sum {
    #[inline(always)]
    fn num(self, bits: u32) -> f32 {
        match self {
            Sum::F16 => f16::num(bits & 0xffff),
            Sum::F32 => f32::from_bits(bits),
        }
    }

    const fn range(self) -> (i32, i32) {
        match self {
            Sum::F16 => (-14, 10),
            Sum::F32 => (-126, 23),
        }
    }

    fn format(self) -> soft::Format {
        match self {
            Sum::F16 => soft::F16,
            Sum::F32 => soft::F32,
        }
    }
}

/// A product of matrices with a summand, in rows: `a` is m × k, `b` is k × n, `c` is m × n; bits of one element each.
#[derive(Clone, Copy, Debug)]
pub struct Product<'a> {
    /// Rows.
    pub m: usize,
    /// Columns.
    pub n: usize,
    /// Inner length.
    pub k: usize,
    /// Elements from one row of the left factor to the next: at least k.
    pub pitch: usize,
    /// Left factor.
    pub a: &'a [u32],
    /// Right factor.
    pub b: &'a [u32],
    /// Summand.
    pub c: &'a [u32],
}

/// Types of a product: left factor, right factor, summand, result.
pub type Types = (Factor, Factor, Sum, Sum);

impl Product<'_> {
    /// The part of it from `from` on along k.
    fn part(&self, from: usize, k: usize) -> Product<'_> {
        Product { k, a: &self.a[from..], b: &self.b[from * self.n..(from + k) * self.n], ..*self }
    }
}

/// `d = a * b + c` in `steps` equal steps along k, each of which is rounded.
///
/// Factors of 8 bits have no unit of their own on an H200: they become f16, their products are summed in two steps, and
/// the summand is added to that.
pub fn multiply(t: Types, p: &Product<'_>, steps: usize, room: &mut Room, d: &mut [u32]) {
    let (fa, fb, fc, fd) = t;
    let narrow = matches!(fa, Factor::E4M3 | Factor::E5M2);
    let steps = if narrow { 2 } else { steps };
    let zero = [0; MAX_ELEMS];
    let first = if narrow { &zero[..p.c.len()] } else { p.c };
    let k = p.k / steps;
    fused((fa, fb, fc, fd), &Product { c: first, ..p.part(0, k) }, room, d);
    for step in 1..steps {
        let mut sum = [0; MAX_ELEMS];
        let sum = &mut sum[..d.len()];
        sum.copy_from_slice(d);
        fused((fa, fb, fd, fd), &Product { c: sum, ..p.part(step * k, k) }, room, d);
    }
    if narrow {
        for (d, c) in d.iter_mut().zip(p.c) {
            *d = if fd == Sum::F32 { super::f32::add(*c, *d) } else { f16::add(*c, *d) };
        }
    }
}

/// `d = a * b + c` as `mma.m8n8k4` does it, which an H200 has no unit for: k is 4, and sums are those of f32.
pub fn multiply_quad((fa, fb, fc, fd): Types, p: &Product<'_>, d: &mut [u32]) {
    use super::f32::{add, fma, mul};
    for row in 0..p.m {
        for col in 0..p.n {
            let a = |k: usize| fa.num(p.a[row * p.pitch + k]).to_bits();
            let b = |k: usize| fb.num(p.b[k * p.n + col]).to_bits();
            let at = row * p.n + col;
            let c = fc.num(p.c[at]).to_bits();
            d[at] = if fd == Sum::F32 {
                let products = (0..4).fold(0, |sum, k| fma(a(k), b(k), sum));
                add(c, products)
            } else {
                let pair = |k: usize| fma(a(k + 1), b(k + 1), mul(a(k), b(k)));
                f16::from_f32(f32::from_bits(add(add(c, pair(0)), pair(2))))
            };
        }
    }
}

/// All of k summed at once.
fn fused(t: Types, p: &Product<'_>, room: &mut Room, d: &mut [u32]) {
    if p.n != LANES || !p.m.is_multiple_of(WIDE / LANES) || p.k > MAX_K || !fast(t, p, room, d) {
        exact(t, p, d);
    }
}

/// Columns of a product on the fast path, and results that it works on together.
const LANES: usize = 8;
const WIDE: usize = 32;
/// Longest inner length, and most elements of a matrix.
const MAX_K: usize = 32;
const MAX_ELEMS: usize = 512;

/// Numbers as f32, and the powers of two below them (0 for zeros).
struct Split {
    value: [f32; MAX_ELEMS],
    power: [f32; MAX_ELEMS],
}

/// Room to work in.
pub struct Room {
    a: Split,
    b: Split,
    c: Split,
    wide: Wide,
}

/// The rows of a right factor, each as often as it takes to fill [`WIDE`] lanes.
struct Wide {
    value: [[f32; WIDE]; MAX_K],
    power: [[f32; WIDE]; MAX_K],
}

impl Default for Room {
    fn default() -> Room {
        let new = || Split { value: [0.0; MAX_ELEMS], power: [0.0; MAX_ELEMS] };
        let wide = Wide { value: [[0.0; WIDE]; MAX_K], power: [[0.0; WIDE]; MAX_K] };
        Room { a: new(), b: new(), c: new(), wide }
    }
}

const EXPONENT: u32 = 0x7f80_0000;

/// 2^e as bits of f32.
const fn power_bits(e: i32) -> u32 {
    ((e + 127) as u32) << 23
}

/// Splits numbers into values and powers; false if one is not of ordinary size: beyond it, a product or what it is
/// scaled by might not be a normal f32.
#[inline(always)]
fn split(bits: &[u32], num: impl Fn(u32) -> f32, emin: i32, least: i32, out: &mut Split) -> bool {
    let (floor, least, most) = (power_bits(emin), power_bits(least), power_bits(60));
    let mut odd = 0;
    for ((x, value), power) in bits.iter().zip(&mut out.value).zip(&mut out.power) {
        let v = num(*x);
        let b = v.to_bits();
        let p = (b & EXPONENT).max(floor);
        let p = if b << 1 == 0 { 0 } else { p };
        odd |= u32::from((p < least) & (p != 0)) | u32::from(p > most) | u32::from((b << 1 != 0) & (b & EXPONENT == 0));
        *value = v;
        *power = f32::from_bits(p);
    }
    odd == 0
}

#[inline(never)]
fn fast((fa, fb, fc, fd): Types, p: &Product<'_>, room: &mut Room, d: &mut [u32]) -> bool {
    let Room { a, b, c, wide } = room;
    let factor = |f: Factor, bits: &[u32], out: &mut Split| {
        let (emin, _) = f.range();
        match f {
            Factor::F16 => split(bits, |x| Factor::F16.num(x), emin, -50, out),
            Factor::BF16 => split(bits, |x| Factor::BF16.num(x), emin, -50, out),
            Factor::TF32 => split(bits, |x| Factor::TF32.num(x), emin, -50, out),
            _ => split(bits, |x| f.num(x), emin, -50, out),
        }
    };
    let left = &p.a[..(p.m - 1) * p.pitch + p.k];
    if left.len().max(p.b.len()).max(p.c.len()) > MAX_ELEMS || !factor(fa, left, a) || !factor(fb, p.b, b) {
        return false;
    }
    let fits = match fc {
        Sum::F16 => split(p.c, |x| Sum::F16.num(x), -14, -100, c),
        Sum::F32 => split(p.c, f32::from_bits, -126, -100, c),
    };
    if !fits {
        return false;
    }
    for k in 0..p.k {
        for copy in 0..WIDE / LANES {
            wide.value[k][copy * LANES..][..LANES].copy_from_slice(&b.value[k * LANES..][..LANES]);
            wide.power[k][copy * LANES..][..LANES].copy_from_slice(&b.power[k * LANES..][..LANES]);
        }
    }
    for (group, out) in d.chunks_exact_mut(WIDE).enumerate().take(p.m * LANES / WIDE) {
        let rows = group * WIDE / LANES * p.pitch;
        let (mut cv, mut cp) = ([0.0; WIDE], [0.0; WIDE]);
        cv.copy_from_slice(&c.value[group * WIDE..][..WIDE]);
        cp.copy_from_slice(&c.power[group * WIDE..][..WIDE]);
        let sums = dot(p.k, p.pitch, &a.value[rows..], &a.power[rows..], wide, &cv, &cp);
        match fd {
            Sum::F32 => {
                for l in 0..WIDE {
                    // Toward zero; it is far from where f32 ends.
                    out[l] = (f64::from_bits(sums[l].to_bits() & !0x1fff_ffff) as f32).to_bits();
                }
            }
            Sum::F16 => {
                for l in 0..WIDE {
                    out[l] = unsigned_zero(f16::from_f64(sums[l]), f16::SIGN);
                }
            }
        }
    }
    true
}

/// Column `k` of four rows, each number as often as there are columns of the product.
#[inline(always)]
fn spread(rows: &[f32], k: usize, pitch: usize) -> [f32; WIDE] {
    let mut out = [0.0; WIDE];
    for (row, out) in out.chunks_exact_mut(LANES).enumerate() {
        out.fill(rows[row * pitch + k]);
    }
    out
}

/// What is kept of a number, in units of the last bit kept: `place` is the exponent field of 2 × the largest exponent.
/// In integers, because a conversion to `i32` would not become vector code.
#[inline(always)]
fn kept(x: f32, place: u32) -> i32 {
    const { assert!(KEPT == 25) };
    let bits = x.to_bits();
    let size = (bits << 3 & 0x03ff_fff8 | 0x0400_0000) >> place.wrapping_sub(bits << 1 >> 24).min(31);
    let sign = bits as i32 >> 31;
    (size as i32 ^ sign).wrapping_sub(sign)
}

// Loops over 32 lanes become vector code; those over 8 would be unrolled instead.

/// Four rows of sums.
#[inline(always)]
fn dot(k: usize, pitch: usize, av: &[f32], ap: &[f32], b: &Wide, cv: &[f32; WIDE], cp: &[f32; WIDE]) -> [f64; WIDE] {
    let mut top = *cp;
    for (i, bp) in b.power[..k].iter().enumerate() {
        let a = spread(ap, i, pitch);
        for l in 0..WIDE {
            let e = a[l] * bp[l];
            top[l] = if e > top[l] { e } else { top[l] };
        }
    }
    let mut place = [0u32; WIDE];
    for l in 0..WIDE {
        let e = top[l].to_bits().max(power_bits(-100));
        top[l] = f32::from_bits(e);
        place[l] = (e >> 23) + 1;
    }
    let mut total = [0f64; WIDE];
    for l in 0..WIDE {
        total[l] = f64::from(kept(cv[l], place[l]));
    }
    // Sixteen products below 2^27 each are less than 2^31.
    for from in (0..k).step_by(16) {
        let mut sum = [0i32; WIDE];
        for i in from..k.min(from + 16) {
            let (a, bv) = (spread(av, i, pitch), &b.value[i]);
            for l in 0..WIDE {
                sum[l] = sum[l].wrapping_add(kept(a[l] * bv[l], place[l]));
            }
        }
        for l in 0..WIDE {
            total[l] += f64::from(sum[l]);
        }
    }
    for l in 0..WIDE {
        total[l] *= f64::from(top[l]) * f64::from(f32::from_bits(power_bits(-KEPT)));
    }
    total
}

/// A term of a sum: `±sig × 2^(exp - frac)`.
#[derive(Clone, Copy, Default)]
struct Term {
    neg: bool,
    sig: u64,
    exp: i32,
    frac: i32,
}

/// A number of f32 as a term, or what it is instead.
fn term(x: f32, (emin, frac): (i32, i32)) -> Result<Term, Value> {
    match soft::unpack(soft::F32, u64::from(x.to_bits())) {
        Value::Num(Num { neg, exp, sig }) => {
            if sig == 0 {
                return Ok(Term { neg, sig: 0, exp: emin, frac });
            }
            // The last bit of f32's significand has weight `exp`.
            let top = exp + 127 - sig.leading_zeros() as i32;
            let e = top.max(emin);
            let shift = exp - (e - frac);
            let sig = if shift >= 0 { sig << shift } else { sig >> -shift };
            Ok(Term { neg, sig: sig as u64, exp: e, frac })
        }
        other => Err(other),
    }
}

/// Any numbers, one sum after the other.
fn exact((fa, fb, fc, fd): Types, p: &Product<'_>, d: &mut [u32]) {
    let mut terms = Vec::with_capacity(p.k + 1);
    for row in 0..p.m {
        for col in 0..p.n {
            let at = row * p.n + col;
            let mut special = Special::default();
            terms.clear();
            match term(fc.num(p.c[at]), fc.range()) {
                Ok(t) => terms.push(t),
                Err(v) => special.add(v),
            }
            for k in 0..p.k {
                let (x, y) = (fa.num(p.a[row * p.pitch + k]), fb.num(p.b[k * p.n + col]));
                match (term(x, fa.range()), term(y, fb.range())) {
                    (Ok(s), Ok(t)) => terms.push(Term {
                        neg: s.neg != t.neg,
                        sig: s.sig * t.sig,
                        exp: s.exp + t.exp,
                        frac: s.frac + t.frac,
                    }),
                    _ if x.is_nan() || y.is_nan() || x == 0.0 || y == 0.0 => special.add(Value::Nan),
                    _ => special.add(Value::Inf(x.is_sign_negative() != y.is_sign_negative())),
                }
            }
            d[at] = special.result(fd).unwrap_or_else(|| add(&terms, fd));
        }
    }
}

/// NaNs and infinities among the terms.
#[derive(Default)]
struct Special {
    nan: bool,
    inf: [bool; 2],
}

impl Special {
    fn add(&mut self, v: Value) {
        match v {
            Value::Nan => self.nan = true,
            Value::Inf(neg) => self.inf[usize::from(neg)] = true,
            Value::Num(_) => {}
        }
    }

    fn result(&self, fd: Sum) -> Option<u32> {
        let f = fd.format();
        match (self.nan, self.inf) {
            (true, _) | (_, [true, true]) => Some(f.nan as u32),
            (_, [true, false]) => Some(f.inf() as u32),
            (_, [false, true]) => Some((f.inf() | f.sign()) as u32),
            _ => None,
        }
    }
}

/// The sum of the terms.
fn add(terms: &[Term], fd: Sum) -> u32 {
    let Some(top) = terms.iter().filter(|t| t.sig != 0).map(|t| t.exp).max() else { return 0 };
    let sum: i64 = terms
        .iter()
        .map(|t| {
            let kept = (t.sig << (KEPT - t.frac)).checked_shr((top - t.exp).max(0) as u32).unwrap_or(0);
            if t.neg { -(kept as i64) } else { kept as i64 }
        })
        .sum();
    if sum == 0 {
        return 0;
    }
    let f = fd.format();
    let num = Num { neg: sum < 0, exp: top - KEPT, sig: u128::from(sum.unsigned_abs()) };
    let dir = if fd == Sum::F32 { Dir::Zero } else { Dir::Near };
    // Toward zero there is no infinity; the units give one all the same.
    let size = top - KEPT + 64 - sum.unsigned_abs().leading_zeros() as i32;
    if size > f.bias() + 1 {
        return (f.inf() | if sum < 0 { f.sign() } else { 0 }) as u32;
    }
    unsigned_zero(soft::round(f, dir, num) as u32, f.sign() as u32)
}

/// What vanishes has no sign.
#[inline(always)]
fn unsigned_zero(bits: u32, sign: u32) -> u32 {
    if bits == sign { 0 } else { bits }
}

/// `d = a * b + c` in f64: a chain of `fma` along k.
pub fn multiply_f64((m, n, k): (usize, usize, usize), a: &[u64], b: &[u64], c: &[u64], d: &mut [u64]) {
    for row in 0..m {
        for col in 0..n {
            let at = row * n + col;
            d[at] = (0..k).fold(c[at], |sum, i| super::f64::fma(a[row * k + i], b[i * n + col], sum));
        }
    }
}

/// `d = a * b + c` in integers; `satfinite`: the result is clamped, else it wraps around.
pub fn multiply_int(p: &Product<'_>, satfinite: bool, d: &mut [u32]) {
    for row in 0..p.m {
        let (a, c) = (&p.a[row * p.pitch..row * p.pitch + p.k], &p.c[row * p.n..(row + 1) * p.n]);
        let out = &mut d[row * p.n..(row + 1) * p.n];
        let mut sum = [0i32; MAX_K];
        let sum = &mut sum[..p.n];
        for (x, b) in a.iter().zip(p.b.chunks_exact(p.n)) {
            for (s, y) in sum.iter_mut().zip(b) {
                *s = s.wrapping_add((*x as i32).wrapping_mul(*y as i32));
            }
        }
        for ((d, c), s) in out.iter_mut().zip(c).zip(sum) {
            let c = *c as i32;
            *d = if satfinite { c.saturating_add(*s) } else { c.wrapping_add(*s) } as u32;
        }
    }
}

/// `d = popc(a op b) + c` in matrices of bits, 32 along k to a word; `and`: else exclusive or.
pub fn multiply_bits(p: &Product<'_>, and: bool, d: &mut [u32]) {
    for row in 0..p.m {
        for col in 0..p.n {
            let ones = (0..p.k).fold(0, |sum, k| {
                let (x, y) = (p.a[row * p.pitch + k], p.b[k * p.n + col]);
                sum + if and { x & y } else { x ^ y }.count_ones()
            });
            d[row * p.n + col] = p.c[row * p.n + col].wrapping_add(ones);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers whose exponents spread over `spread` powers of two, from a fixed sequence.
    fn numbers(f: Factor, n: usize, spread: u64, seed: &mut u64) -> Vec<u32> {
        let next = |seed: &mut u64| {
            *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            *seed >> 33
        };
        let one = |seed: &mut u64| {
            let exponent = next(seed) % spread;
            let fraction = next(seed) as u32;
            let sign = next(seed) as u32 & 1;
            if next(seed) % 13 == 0 {
                return 0;
            }
            match f {
                Factor::F16 => sign << 15 | (exponent.min(30) as u32) << 10 | fraction & 0x3ff,
                Factor::BF16 => sign << 15 | (120 + exponent as u32) << 7 | fraction & 0x7f,
                Factor::TF32 => sign << 31 | (120 + exponent as u32) << 23 | fraction & 0x7f_ffff,
                Factor::E4M3 => (sign << 7 | (exponent.min(14) as u32) << 3 | fraction & 7) & 0xff,
                Factor::E5M2 => (sign << 7 | (exponent.min(30) as u32) << 2 | fraction & 3) & 0xff,
            }
        };
        (0..n).map(|_| one(seed)).collect()
    }

    #[test]
    fn the_fast_path_is_the_exact_one() {
        let (m, n) = (16, 8);
        let mut seed = 1;
        let mut ran = 0;
        for f in [Factor::F16, Factor::BF16, Factor::TF32, Factor::E4M3, Factor::E5M2] {
            for (fc, k) in [(Sum::F32, 16), (Sum::F16, 16), (Sum::F32, 32), (Sum::F32, 4)] {
                for spread in [1, 3, 8, 20, 31] {
                    let (a, b) = (numbers(f, m * k, spread, &mut seed), numbers(f, k * n, spread, &mut seed));
                    let c = match fc {
                        Sum::F16 => numbers(Factor::F16, m * n, spread, &mut seed),
                        Sum::F32 => numbers(Factor::TF32, m * n, spread, &mut seed),
                    };
                    let p = Product { m, n, k, pitch: k, a: &a, b: &b, c: &c };
                    let (mut x, mut y) = (vec![0; m * n], vec![0; m * n]);
                    ran += usize::from(fast((f, f, fc, fc), &p, &mut Room::default(), &mut x));
                    exact((f, f, fc, fc), &p, &mut y);
                    assert_eq!(x, y, "{f:?} {fc:?} {k} {spread}");
                }
            }
        }
        assert_eq!(ran, 100);
    }
}
