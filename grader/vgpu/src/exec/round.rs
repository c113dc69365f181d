//! `fma.rm`, of which every `expf` has one, by processors that round in each instruction as asked.
#![allow(unsafe_code, reason = "calls instructions that the processor is known to have")]

use crate::gang::Gang;
#[cfg(target_arch = "x86_64")]
use crate::gang::regs::{Regs, Src};
use crate::machine::Cx;
use ptx::Val;

/// `d = a × b + c`, rounded down; false where the processor has no such instruction, or one lane is enough.
#[inline(always)]
pub(super) fn fma_down<const W: usize>(g: &mut Gang<W>, cx: &Cx<'_>, d: Val, operands: [Val; 3]) -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        if cx.isa.level() != crate::isa::Level::Avx512 {
            return false;
        }
        let [a, b, c]: [Src<u32>; 3] = [g.regs.src(operands[0]), g.regs.src(operands[1]), g.regs.src(operands[2])];
        let full = g.covers(d);
        if full && [a, b, c].iter().all(|s| s.uniform().is_some()) {
            return false;
        }
        let mask = g.mask;
        let slot = g.regs.dst::<u32>(d, !full);
        let to = if full { slot } else { Regs::<W>::SCRATCH };
        let mut lanes = g.regs.lanes();
        for (w, running) in mask.iter().enumerate() {
            if *running != 0 {
                // SAFETY: an `Isa` of this level exists only where AVX-512F was found.
                let out = unsafe { avx512::fma_down(&lanes.get(a, w), &lanes.get(b, w), &lanes.get(c, w)) };
                lanes.put(to, w, out);
            }
        }
        if !full {
            g.regs.settle::<u32>(slot, &mask);
        }
        true
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (g, cx, d, operands);
        false
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use crate::gang::regs::Warp;
    use crate::num::f32::NAN;
    use std::arch::x86_64::*;

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn fma_down(a: &Warp<u32>, b: &Warp<u32>, c: &Warp<u32>) -> Warp<u32> {
        const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
        let mut out = Warp([0; 32]);
        for half in [0, 16] {
            // SAFETY: sixteen lanes from `half` lie within the thirty-two.
            let load = |x: &Warp<u32>| unsafe { _mm512_loadu_ps(x.0.as_ptr().add(half).cast()) };
            let r = _mm512_fmadd_round_ps::<DOWN>(load(a), load(b), load(c));
            let nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(r, r);
            let r = _mm512_mask_mov_ps(r, nan, _mm512_castsi512_ps(_mm512_set1_epi32(NAN as i32)));
            // SAFETY: as above.
            unsafe { _mm512_storeu_ps(out.0.as_mut_ptr().add(half).cast(), r) };
        }
        out
    }

    #[cfg(test)]
    mod tests {
        use crate::gang::regs::Warp;
        use crate::num::{Dir, f32::fma_dir};

        #[test]
        fn agrees_with_the_arithmetic_of_every_processor() {
            if !std::arch::is_x86_feature_detected!("avx512f") {
                return;
            }
            let edges =
                [0, 1, 0x8000_0000, 0x3f80_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x7f7f_ffff, 0x0080_0000];
            let mut state = 0x1234_5678u32;
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let close = 0x3f00_0000 + (state >> 9);
                match state >> 28 {
                    0 => edges[(state >> 8) as usize % edges.len()],
                    1..8 => close ^ (state & 0x8000_0000),
                    _ => state.rotate_left(7),
                }
            };
            for _ in 0..20_000 {
                let [mut a, mut b, mut c] = [Warp([0u32; 32]); 3];
                for l in 0..32 {
                    (a.0[l], b.0[l], c.0[l]) = (next(), next(), next());
                }
                // SAFETY: AVX-512F was found.
                let out = unsafe { super::fma_down(&a, &b, &c) };
                for l in 0..32 {
                    let want = fma_dir(a.0[l], b.0[l], c.0[l], Dir::Down);
                    assert_eq!(out.0[l], want, "{:#x} × {:#x} + {:#x}", a.0[l], b.0[l], c.0[l]);
                }
            }
        }
    }
}
