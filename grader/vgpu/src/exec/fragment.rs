//! Which lane holds which elements of a matrix.
//!
//! PTX ISA: `warp-level-matrix-fragment-mma-…`. All layouts of `mma.sync` but that of `m8n8k4` with `.f16` follow one
//! rule: lane `4g + t` holds rows (of A, C and D) or columns (of B) `g` and `g + 8`, and along the other side runs of as
//! many neighbouring elements as a register takes, one run for each `t`, and again behind those of all four.

/// Rows, columns and inner length of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Dims {
    pub(super) m: usize,
    pub(super) n: usize,
    pub(super) k: usize,
}

impl Dims {
    pub(super) fn of(shape: ptx::Shape) -> Dims {
        Dims { m: usize::from(shape.m), n: usize::from(shape.n), k: usize::from(shape.k) }
    }
}

/// Row and first column of what lane `lane` holds in register `reg` of A (`m` rows), `per` elements to a register.
#[inline(always)]
pub(super) fn a(m: usize, per: usize, reg: usize, lane: usize) -> (usize, usize) {
    let (g, t) = (lane / 4, lane % 4);
    let halves = m / 8;
    (g + 8 * (reg % halves), (reg / halves) * 4 * per + t * per)
}

/// First row, and column, of what lane `lane` holds in register `reg` of B.
#[inline(always)]
pub(super) fn b(per: usize, reg: usize, lane: usize) -> (usize, usize) {
    (reg * 4 * per + lane % 4 * per, lane / 4)
}

/// Row and first column of the pair that lane `lane` holds in the `pair`-th registers of C or D: two registers of 32
/// or 64 bits, or one of packed halves.
#[inline(always)]
pub(super) fn c(pair: usize, lane: usize) -> (usize, usize) {
    (lane / 4 + 8 * pair, 2 * (lane % 4))
}

/// Row and column of element `j` that lane `lane` holds in register `reg` of a fragment of `wmma`; `per` elements to a
/// register. The ISA leaves it open; this is what an H200 does: tiles of `mma`, one behind the other, the product
/// turned over where it is wider than high. Registers that are left over hold the same again.
#[inline(always)]
pub(super) fn wmma(frag: ptx::Frag, d: Dims, per: usize, reg: usize, lane: usize, j: usize) -> (usize, usize) {
    let is_turned = d.m < d.n;
    let flip = |(row, col): (usize, usize)| if is_turned { (col, row) } else { (row, col) };
    let (high, low) = if is_turned { (d.n, d.m) } else { (d.m, d.n) };
    // Registers of one tile of 16 (or 8) rows along k, and of one of 8 columns.
    let along = d.k / (4 * per).max(1);
    let is_left = match frag {
        ptx::Frag::A => !is_turned,
        ptx::Frag::B => is_turned,
        ptx::Frag::C | ptx::Frag::D => {
            let pairs = high.min(16) / 8;
            let words = 2 / per;
            let (pair, i) = (reg / words, reg % words * per + j);
            let (row, col) = c(pair % pairs, lane);
            let tile = pair / pairs;
            let (rows, cols) = (high / 16, low / 8);
            let (down, right) = if rows > 1 { (tile % rows, 0) } else { (0, tile % cols) };
            return flip((row + 16 * down, col + i + 8 * right));
        }
    };
    if is_left {
        let rows = high.min(16);
        let regs = along * (rows / 8);
        let (row, k) = a(rows, per, reg % regs, lane);
        flip((row + 16 * (reg / regs % high.div_ceil(16)), k + j))
    } else {
        let (k, col) = b(per, reg % along, lane);
        flip((k + j, col + 8 * (reg / along % (low / 8))))
    }
}

/// The layouts of `mma.m8n8k4` with `.f16`: four products, each by the lanes `4q … 4q + 3` and `16 + 4q … 16 + 4q + 3`.
pub(super) mod quad {
    /// Which of the four products a lane takes part in, and its place among the eight lanes.
    #[inline(always)]
    pub(in crate::exec) fn of(lane: usize) -> (usize, usize) {
        (lane % 16 / 4, lane % 4 + lane / 16 * 4)
    }

    /// Element (row, column) of a factor that the `place`-th lane holds as its `i`-th; `major`: the lane holds a row.
    #[inline(always)]
    pub(in crate::exec) fn a(major: bool, place: usize, i: usize) -> (usize, usize) {
        if major { (place, i) } else { (i + place / 4 * 4, place % 4) }
    }

    /// As [`a`], for the right factor.
    #[inline(always)]
    pub(in crate::exec) fn b(major: bool, place: usize, i: usize) -> (usize, usize) {
        if major { (place % 4, i + place / 4 * 4) } else { (i, place) }
    }

    /// As [`a`], for C and D.
    #[inline(always)]
    pub(in crate::exec) fn c(is_f32: bool, place: usize, i: usize) -> (usize, usize) {
        if !is_f32 {
            return (place, i);
        }
        let lane = place % 4;
        ((lane & 1) + (i & 2) + place / 4 * 4, (i & 4) + (lane & 2) + (i & 1))
    }
}
