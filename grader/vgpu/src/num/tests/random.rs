//! Random operands with many edge cases among them.

use crate::num::soft::Format;

/// A seeded generator (splitmix64).
pub struct Rng(pub u64);

impl Rng {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// A float: anything, an edge value, a value near one, or one with few bits (so that ties are common).
    pub fn float(&mut self, f: Format) -> u64 {
        let mask = f.sign() | (f.sign() - 1);
        let r = self.bits();
        let any = (r >> 8) & mask;
        let lowest = 1u64 << f.frac;
        match r & 15 {
            0 => any & f.sign(),
            1 => (any & f.sign()) | f.inf(),
            2 => any | f.inf(),
            3 => (any & f.sign()) | (f.inf() - 1 - self.below(2)),
            4 => (any & f.sign()) | (lowest - 2 + self.below(4)),
            5 => any & !f.inf(),
            6 => (any & f.sign()) | self.below(4),
            7 | 8 => (any & (f.sign() | (lowest - 1))) | (f.one() - 2 * lowest + lowest * self.below(4)),
            9 | 10 => any & !(lowest / 8 - 1),
            _ => any,
        }
    }

    /// An integer: anything, small, or near a power of two.
    pub fn int(&mut self) -> u64 {
        let r = self.bits();
        match r & 3 {
            0 => r >> (8 + self.below(56)),
            1 => (1u64 << self.below(64)).wrapping_add(self.below(5)).wrapping_sub(2),
            2 => (!0u64 << self.below(64)).wrapping_add(self.below(3)),
            _ => self.bits(),
        }
    }
}
