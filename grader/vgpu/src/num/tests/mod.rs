//! Hand-checked edge values, and random operands against the exact core or against wider arithmetic.

mod approx;
mod bits;
mod convert;
mod exact;
mod halves;
mod integers;
mod random;
mod special;
