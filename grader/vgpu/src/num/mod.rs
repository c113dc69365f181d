//! The scalar meaning of PTX arithmetic.
//!
//! Every function here says what one lane of one instruction computes, on the bit patterns that registers hold: 8- and
//! 16-bit values and `f16`/`bf16` in the low bits of a `u32` (zero-extended), 32-bit values in a `u32`, 64-bit values
//! in a `u64`. The executor maps these functions over lanes.
//!
//! Names follow `module::operation`: `f32::add` is `add.rn.f32`, and `f32::add_full` takes the modifiers (`rnd`, `ftz`,
//! `sat`). The short forms are written without branches, so that a loop over sixteen lanes becomes vector code; all
//! functions are `#[inline(always)]` or small, so that they take on the caller's target features (`f32::fma` is one
//! instruction only where the caller enables `fma`; elsewhere it is a call, equally right but slow).
//!
//! What is exact and what is not: everything is bit-exact, NaN payloads and denormals included, except [`approx`], whose
//! functions keep within the ISA's error bounds and give its special values but may differ from a GPU in the last bits.
//! Where the ISA leaves a result open, it is what an H200 (driver 580) gave:
//!
//! - NaN results are `0x7fffffff` for f32 and `0x7fff` for f16 and bf16; f64 passes on payloads (see [`mod@f64`]);
//! - `.ftz` flushes what is below the least normal number once it is rounded as if exponents had no end (see
//!   [`f32::mul_full`]);
//! - integer division and remainder by zero give all ones.
//!
//! Of 1,136 instructions compared with that GPU over 8,192 operands each, all but those of [`approx`] gave the same
//! bits; `tests/golden.rs` replays an excerpt.

pub mod approx;
pub mod bits;
pub mod compare;
pub mod cvt;
pub mod f32;
pub mod f64;
pub mod fp8;
mod half;
mod int;
pub mod matrix;
pub mod soft;
pub mod wide;

pub use half::{bf16, bf16x2, f16, f16x2};
pub use int::{s16, s32, s64, u16, u32, u64};
pub use soft::Dir;

#[cfg(test)]
mod tests;
