//! Hand-checked edge values, and random operands against the exact core or against wider arithmetic.

mod exact;
mod random;
