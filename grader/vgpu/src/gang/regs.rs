//! Registers of a gang: a tag each, and lanes where the tag needs them.
//!
//! A tag says either “the slot holds the lanes” or “the lanes' values are [`Affine`]”, which needs no slot at all.
//! Thread indices, addresses, loop counters and bounds stay in that form, so most of a kernel's instructions cost one
//! scalar operation for the whole gang. A value leaves the form when it has to and regains it with its next definition;
//! nothing is proved ahead of time, so nothing can be wrong about it.
//!
//! Values narrower than 32 bits (half, `u16`, bytes) live zero-extended in 32-bit lanes; predicates are masks.

use crate::program::{Class, ValueLayout};
use ptx::Val;

/// A mask bit per lane, a word per warp.
pub(crate) type Mask<const W: usize> = [u32; W];

/// The 32 lanes of one warp.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(crate) struct Warp<T>(pub(crate) [T; 32]);

impl Warp<u32> {
    /// A word of each lane, one behind the other.
    #[inline(always)]
    pub(crate) fn from_words(bytes: &[u8; 128]) -> Warp<u32> {
        let mut words = bytemuck::cast::<[u8; 128], [u32; 32]>(*bytes);
        for x in &mut words {
            *x = u32::from_le(*x);
        }
        Warp(words)
    }

    /// Half a word of each lane.
    #[inline(always)]
    pub(crate) fn from_halves(bytes: &[u8; 64], signed: bool) -> Warp<u32> {
        let halves = bytemuck::cast::<[u8; 64], [u16; 32]>(*bytes);
        let mut out = Warp([0; 32]);
        for (x, h) in out.0.iter_mut().zip(halves) {
            let h = u16::from_le(h);
            *x = if signed { h as i16 as i32 as u32 } else { u32::from(h) };
        }
        out
    }

    #[inline(always)]
    pub(crate) fn to_words(self) -> [u8; 128] {
        let mut words = self.0;
        for x in &mut words {
            *x = x.to_le();
        }
        bytemuck::cast(words)
    }

    #[inline(always)]
    pub(crate) fn to_halves(self) -> [u8; 64] {
        let mut out = [0u16; 32];
        for (h, x) in out.iter_mut().zip(self.0) {
            *h = (x as u16).to_le();
        }
        bytemuck::cast(out)
    }
}

/// Where a gang's lanes stand: lane `x + row · (y + n_rows · z)` is thread x of row y of block z. Rows are those of a block
/// in two dimensions where their length is a power of two; otherwise a block is one row. Most gangs hold one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Lanes of a row, and of a block: powers of two.
    pub(crate) row: usize,
    pub(crate) block: usize,
    /// Their logarithms.
    log_row: u32,
    log_block: u32,
    /// The largest x, y and z.
    last: [i64; 3],
}

impl Layout {
    /// A gang of `lanes` lanes, `block` of them for each block of the shape `shape`.
    pub(crate) fn new(shape: [u32; 3], block: usize, lanes: usize) -> Layout {
        let x = shape[0] as usize;
        let has_rows = x.is_power_of_two() && x < block && shape[1] * shape[2] > 1;
        let row = if has_rows { x } else { block };
        let last = [row - 1, block / row - 1, lanes / block - 1].map(|n| n as i64);
        Layout { row, block, log_row: row.ilog2(), log_block: block.ilog2(), last }
    }

    /// Blocks of the gang.
    pub(crate) fn n_blocks(&self) -> usize {
        self.last[2] as usize + 1
    }

    /// Whether each lane's value is the one before it and `step`.
    #[inline(always)]
    pub(crate) fn is_run(&self, value: &Affine, step: usize) -> bool {
        let steps = [step, step * self.row, step * self.block];
        (0..3).all(|k| self.last[k] == 0 || value.steps[k] == steps[k] as i64)
    }

    /// The number of a lane's block in the gang.
    #[inline(always)]
    pub(crate) fn block_of(&self, lane: usize) -> usize {
        lane >> self.log_block
    }

    /// Where a lane stands.
    #[inline(always)]
    fn place(&self, lane: usize) -> [u64; 3] {
        let (x, y) = (lane & (self.row - 1), (lane & (self.block - 1)) >> self.log_row);
        [x, y, self.block_of(lane)].map(|n| n as u64)
    }
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { row: 1, block: 1, log_row: 0, log_block: 0, last: [0; 3] }
    }
}

/// `base + x · steps[0] + y · steps[1] + z · steps[2]` in lane (x, y, z) of a [`Layout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Affine {
    pub(crate) base: u64,
    pub(crate) steps: [i64; 3],
}

/// Affine values as signed 64-bit numbers, of which none wraps around, and the smallest and the largest of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide {
    pub(crate) value: Affine,
    pub(crate) min: i64,
    pub(crate) max: i64,
}

impl Affine {
    #[inline(always)]
    pub(crate) fn uniform(base: u64) -> Affine {
        Affine { base, steps: [0; 3] }
    }

    #[inline(always)]
    pub(crate) fn is_uniform(&self) -> bool {
        self.steps == [0; 3]
    }

    #[inline(always)]
    pub(crate) fn plus(&self, other: &Affine) -> Affine {
        let steps = std::array::from_fn(|k| self.steps[k].wrapping_add(other.steps[k]));
        Affine { base: self.base.wrapping_add(other.base), steps }
    }

    #[inline(always)]
    pub(crate) fn minus(&self, other: &Affine) -> Affine {
        let steps = std::array::from_fn(|k| self.steps[k].wrapping_sub(other.steps[k]));
        Affine { base: self.base.wrapping_sub(other.base), steps }
    }

    #[inline(always)]
    pub(crate) fn times(&self, factor: u64) -> Affine {
        Affine { base: self.base.wrapping_mul(factor), steps: self.steps.map(|s| s.wrapping_mul(factor as i64)) }
    }

    /// The lower 32 bits.
    #[inline(always)]
    pub(crate) fn cut(&self) -> Affine {
        Affine { base: u64::from(self.base as u32), steps: self.steps.map(|s| i64::from(s as i32)) }
    }

    /// The value in one lane, in 64 bits.
    #[inline(always)]
    pub(crate) fn at(&self, layout: &Layout, lane: usize) -> u64 {
        let place = layout.place(lane);
        (0..3).fold(self.base, |sum, k| sum.wrapping_add((self.steps[k] as u64).wrapping_mul(place[k])))
    }

    /// The smallest and the largest value, as signed numbers; `None` where some may wrap around.
    #[inline(always)]
    pub(crate) fn ends(&self, layout: &Layout) -> Option<(i64, i64)> {
        let (mut min, mut max) = (self.base as i64, self.base as i64);
        if self.is_uniform() {
            return Some((min, max));
        }
        // Far from the limits nothing can wrap, and nothing needs a look.
        let is_small = self.steps.iter().all(|s| s.unsigned_abs() < 1 << 48) && min.unsigned_abs() < 1 << 62;
        if !is_small {
            return None;
        }
        for (step, last) in self.steps.iter().zip(&layout.last) {
            let way = step * last;
            min += way.min(0);
            max += way.max(0);
        }
        Some((min, max))
    }

    #[inline(always)]
    pub(crate) fn wide(self, layout: &Layout) -> Option<Wide> {
        let (min, max) = self.ends(layout)?;
        Some(Wide { value: self, min, max })
    }
}

/// What is known of a register without looking at its lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    pub(crate) affine: bool,
    /// The slot holds the lanes too.
    filled: bool,
    pub(crate) class: Class,
    /// First warp of the slot in the class's store, or the predicate's index.
    slot: u32,
    pub(crate) value: Affine,
}

impl Tag {
    #[inline(always)]
    pub(crate) fn uniform(&self) -> bool {
        self.affine && self.value.is_uniform()
    }

    /// The values as numbers of 64 or 32 bits (`wide`), in 64, if no lane wraps around. Unsigned 64-bit values above the signed
    /// range are left out.
    #[inline(always)]
    pub(crate) fn widen(&self, layout: &Layout, wide: bool, signed: bool) -> Option<Wide> {
        let value = match (wide, signed) {
            (true, _) => self.value,
            (false, false) => self.value.cut(),
            (false, true) => {
                let cut = self.value.cut();
                Affine { base: i64::from(cut.base as i32) as u64, ..cut }
            }
        };
        let widened = value.wide(layout)?;
        let fits = |x: i64| match (wide, signed) {
            (true, true) => true,
            (true, false) => x >= 0,
            (false, true) => x == i64::from(x as i32),
            (false, false) => x == i64::from(x as u32),
        };
        (self.affine && fits(widened.min) && fits(widened.max)).then_some(widened)
    }
}

/// A source operand: one value for all lanes, or where its lanes stand.
#[derive(Clone, Copy)]
pub(crate) enum Src<T> {
    Uniform(T),
    Lanes(usize),
}

impl<T: Copy> Src<T> {
    #[inline(always)]
    pub(crate) fn uniform(&self) -> Option<T> {
        match self {
            Src::Uniform(v) => Some(*v),
            Src::Lanes(_) => None,
        }
    }
}

/// The registers of one function activation, for all lanes of a gang.
#[derive(Clone, Default)]
pub(crate) struct Regs<const W: usize> {
    pub(crate) tags: Vec<Tag>,
    pub(crate) layout: Layout,
    r32: Vec<Warp<u32>>,
    r64: Vec<Warp<u64>>,
    preds: Vec<Mask<W>>,
    next_odd: u32,
}

/// Spare slots for operands of another width; an instruction has at most four.
const ODD: usize = 4;

/// A lane's bit of a mask.
const BITS: [u32; 32] = {
    let mut bits = [0; 32];
    let mut l = 0;
    while l < 32 {
        bits[l] = 1 << l;
        l += 1;
    }
    bits
};

/// The lanes of all slots, for a loop over a gang's warps.
pub(crate) struct Lanes<'r> {
    r32: &'r mut [Warp<u32>],
    r64: &'r mut [Warp<u64>],
}

impl Lanes<'_> {
    #[inline(always)]
    pub(crate) fn get<T: Lane>(&self, s: Src<T>, warp: usize) -> Warp<T> {
        match s {
            Src::Uniform(v) => Warp([v; 32]),
            Src::Lanes(slot) => T::of(self)[slot + warp],
        }
    }

    #[inline(always)]
    pub(crate) fn put<T: Lane>(&mut self, slot: usize, warp: usize, value: Warp<T>) {
        T::of_mut(self)[slot + warp] = value;
    }
}

impl<T: Default + Copy> Default for Warp<T> {
    fn default() -> Self {
        Warp([T::default(); 32])
    }
}

/// A lane type: `u32` or `u64`.
pub(crate) trait Lane: Copy + Default {
    const CLASS: Class;
    fn from_bits(v: u64) -> Self;
    fn to_bits(self) -> u64;
    fn store<const W: usize>(regs: &Regs<W>) -> &[Warp<Self>];
    fn store_mut<const W: usize>(regs: &mut Regs<W>) -> &mut [Warp<Self>];
    fn of<'l>(lanes: &'l Lanes<'_>) -> &'l [Warp<Self>];
    fn of_mut<'l>(lanes: &'l mut Lanes<'_>) -> &'l mut [Warp<Self>];
}

impl Lane for u32 {
    const CLASS: Class = Class::Bits32;
    #[inline(always)]
    fn from_bits(v: u64) -> u32 {
        v as u32
    }
    #[inline(always)]
    fn to_bits(self) -> u64 {
        u64::from(self)
    }
    #[inline(always)]
    fn store<const W: usize>(regs: &Regs<W>) -> &[Warp<u32>] {
        &regs.r32
    }
    #[inline(always)]
    fn store_mut<const W: usize>(regs: &mut Regs<W>) -> &mut [Warp<u32>] {
        &mut regs.r32
    }
    #[inline(always)]
    fn of<'l>(lanes: &'l Lanes<'_>) -> &'l [Warp<u32>] {
        lanes.r32
    }
    #[inline(always)]
    fn of_mut<'l>(lanes: &'l mut Lanes<'_>) -> &'l mut [Warp<u32>] {
        lanes.r32
    }
}

impl Lane for u64 {
    const CLASS: Class = Class::Bits64;
    #[inline(always)]
    fn from_bits(v: u64) -> u64 {
        v
    }
    #[inline(always)]
    fn to_bits(self) -> u64 {
        self
    }
    #[inline(always)]
    fn store<const W: usize>(regs: &Regs<W>) -> &[Warp<u64>] {
        &regs.r64
    }
    #[inline(always)]
    fn store_mut<const W: usize>(regs: &mut Regs<W>) -> &mut [Warp<u64>] {
        &mut regs.r64
    }
    #[inline(always)]
    fn of<'l>(lanes: &'l Lanes<'_>) -> &'l [Warp<u64>] {
        lanes.r64
    }
    #[inline(always)]
    fn of_mut<'l>(lanes: &'l mut Lanes<'_>) -> &'l mut [Warp<u64>] {
        lanes.r64
    }
}

impl<const W: usize> Regs<W> {
    /// The slot for results that not all lanes take, see [`Regs::settle`].
    pub(crate) const SCRATCH: usize = ODD * W;

    /// Registers for a function's values, all zero; constants stand in their tags.
    pub(crate) fn new(values: &[ValueLayout], layout: Layout) -> Regs<W> {
        // The first slots are room for operands of another width than their instruction's.
        let (mut n32, mut n64, mut preds) = (Self::SCRATCH + W, Self::SCRATCH + W, 0usize);
        let tags = values.iter().map(|v| {
            let (at32, at64, at_preds) = (n32, n64, preds);
            let slot = match v.class {
                Class::Bits32 if v.has_slot => std::mem::replace(&mut n32, at32 + W),
                Class::Bits64 if v.has_slot => std::mem::replace(&mut n64, at64 + W),
                Class::Pred => std::mem::replace(&mut preds, at_preds + 1),
                _ => 0,
            };
            Tag { affine: true, filled: false, class: v.class, slot: slot as u32, value: Affine::uniform(v.constant) }
        });
        let tags: Vec<Tag> = tags.collect();
        let mut regs = Regs {
            tags,
            layout,
            r32: vec![Warp::default(); n32],
            r64: vec![Warp::default(); n64],
            preds: vec![[0; W]; preds],
            next_odd: 0,
        };
        for (tag, v) in regs.tags.iter().zip(values) {
            if v.class == Class::Pred && v.constant & 1 == 1 {
                regs.preds[tag.slot as usize] = [u32::MAX; W];
            }
        }
        regs
    }

    #[inline(always)]
    pub(crate) fn tag(&self, v: Val) -> Tag {
        self.tags[v.0 as usize]
    }

    #[inline(always)]
    pub(crate) fn set_affine(&mut self, v: Val, value: Affine) {
        let t = &mut self.tags[v.0 as usize];
        t.affine = true;
        t.filled = false;
        t.value = value;
    }

    #[inline(always)]
    pub(crate) fn set_uniform(&mut self, v: Val, value: u64) {
        self.set_affine(v, Affine::uniform(value));
    }

    #[inline(always)]
    pub(crate) fn pred(&self, v: Val) -> Mask<W> {
        let t = &self.tags[v.0 as usize];
        if t.class == Class::Pred {
            return self.preds[t.slot as usize];
        }
        [if t.value.base & 1 == 1 { u32::MAX } else { 0 }; W]
    }

    /// Writes a predicate in the lanes of `mask`; nothing if `v` is none (`_`).
    #[inline(always)]
    pub(crate) fn set_pred(&mut self, v: Val, value: &Mask<W>, mask: &Mask<W>) {
        let t = &self.tags[v.0 as usize];
        if t.class == Class::Pred {
            let p = &mut self.preds[t.slot as usize];
            for w in 0..W {
                p[w] = (p[w] & !mask[w]) | (value[w] & mask[w]);
            }
        }
    }

    /// The lanes of `v` as a source; an affine value with a stride is written out first.
    #[inline(always)]
    pub(crate) fn src<T: Lane>(&mut self, v: Val) -> Src<T> {
        let t = self.tags[v.0 as usize];
        if t.uniform() && t.class != Class::Pred {
            return Src::Uniform(T::from_bits(t.value.base));
        }
        if t.class != T::CLASS {
            return Src::Lanes(self.convert::<T>(v));
        }
        if t.affine && !t.filled {
            self.fill::<T>(v);
        }
        Src::Lanes(t.slot as usize)
    }

    #[inline(always)]
    pub(crate) fn get<T: Lane>(&self, s: Src<T>, warp: usize) -> Warp<T> {
        match s {
            Src::Uniform(v) => Warp([v; 32]),
            Src::Lanes(slot) => T::store(self)[slot + warp],
        }
    }

    #[inline(always)]
    pub(crate) fn lane<T: Lane>(&self, s: Src<T>, lane: usize) -> T {
        match s {
            Src::Uniform(v) => v,
            Src::Lanes(slot) => T::store(self)[slot + lane / 32].0[lane % 32],
        }
    }

    /// One lane of any register, as bits.
    pub(crate) fn lane_bits(&self, v: Val, lane: usize) -> u64 {
        let t = self.tags[v.0 as usize];
        match t.class {
            Class::Pred => u64::from(self.preds[t.slot as usize][lane / 32] >> (lane % 32) & 1),
            _ if t.affine => {
                let x = t.value.at(&self.layout, lane);
                if t.class == Class::Bits32 { u64::from(x as u32) } else { x }
            }
            Class::Bits32 => u64::from(self.r32[t.slot as usize + lane / 32].0[lane % 32]),
            Class::Bits64 => self.r64[t.slot as usize + lane / 32].0[lane % 32],
        }
    }

    /// Writes one lane of any register.
    pub(crate) fn set_lane_bits(&mut self, v: Val, lane: usize, bits: u64) {
        match self.tag(v).class {
            Class::Pred => {
                let word = &mut self.preds[self.tags[v.0 as usize].slot as usize][lane / 32];
                *word = *word & !(1 << (lane % 32)) | ((bits as u32 & 1) << (lane % 32));
            }
            Class::Bits32 => {
                let slot = self.dst::<u32>(v, true);
                self.r32[slot + lane / 32].0[lane % 32] = bits as u32;
            }
            Class::Bits64 => {
                let slot = self.dst::<u64>(v, true);
                self.r64[slot + lane / 32].0[lane % 32] = bits;
            }
        }
    }

    /// A register of another width than `T`, brought to `T`'s in a spare slot: truncated or zero-extended.
    #[cold]
    #[inline(never)]
    fn convert<T: Lane>(&mut self, v: Val) -> usize {
        let slot = (self.next_odd as usize % ODD) * W;
        self.next_odd = self.next_odd.wrapping_add(1);
        for lane in 0..32 * W {
            let bits = self.lane_bits(v, lane);
            T::store_mut(self)[slot + lane / 32].0[lane % 32] = T::from_bits(bits);
        }
        slot
    }

    #[cold]
    #[inline(never)]
    fn fill<T: Lane>(&mut self, v: Val) {
        let t = self.tags[v.0 as usize];
        let slot = t.slot as usize;
        let layout = self.layout;
        for (k, warp) in T::store_mut(self)[slot..slot + W].iter_mut().enumerate() {
            if layout.row >= 32 {
                let (first, step) = (t.value.at(&layout, 32 * k), t.value.steps[0] as u64);
                for (l, x) in warp.0.iter_mut().enumerate() {
                    *x = T::from_bits(first.wrapping_add(step.wrapping_mul(l as u64)));
                }
            } else {
                for (l, x) in warp.0.iter_mut().enumerate() {
                    *x = T::from_bits(t.value.at(&layout, 32 * k + l));
                }
            }
        }
        self.tags[v.0 as usize].filled = true;
    }

    /// The slot of `v` as a destination; `keep`: lanes that are not written keep their value.
    #[inline(always)]
    pub(crate) fn dst<T: Lane>(&mut self, v: Val, keep: bool) -> usize {
        let t = self.tags[v.0 as usize];
        if t.class != T::CLASS {
            return 0; // `_`, or a register that this instruction cannot have: nobody reads it.
        }
        if keep && t.affine && !t.filled {
            self.fill::<T>(v);
        }
        let t = &mut self.tags[v.0 as usize];
        t.affine = false;
        t.filled = false;
        t.slot as usize
    }

    #[inline(always)]
    pub(crate) fn put<T: Lane>(&mut self, slot: usize, warp: usize, value: Warp<T>) {
        T::store_mut(self)[slot + warp] = value;
    }

    #[inline(always)]
    pub(crate) fn lanes(&mut self) -> Lanes<'_> {
        Lanes { r32: &mut self.r32, r64: &mut self.r64 }
    }

    /// The lanes of `mask` take their results from the scratch slot.
    #[inline(never)]
    pub(crate) fn settle<T: Lane>(&mut self, slot: usize, mask: &Mask<W>) {
        for (w, m) in mask.iter().enumerate() {
            let value = T::store(self)[Self::SCRATCH + w];
            match *m {
                0 => {}
                u32::MAX => self.put(slot, w, value),
                m => self.blend(slot, w, value, m),
            }
        }
    }

    /// Writes the lanes of `mask`; the others keep theirs.
    #[inline(always)]
    pub(crate) fn blend<T: Lane>(&mut self, slot: usize, warp: usize, value: Warp<T>, mask: u32) {
        let to = &mut T::store_mut(self)[slot + warp];
        for (l, bit) in BITS.iter().enumerate() {
            to.0[l] = if mask & bit != 0 { value.0[l] } else { to.0[l] };
        }
    }

    #[inline(always)]
    pub(crate) fn warp_mut<T: Lane>(&mut self, slot: usize, warp: usize) -> &mut Warp<T> {
        &mut T::store_mut(self)[slot + warp]
    }
}
