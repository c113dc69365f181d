//! Instructions that a whole warp executes together: matrix instructions (`.sync.aligned`).
//!
//! All 32 lanes must come to the same instruction. Those that are there wait for the others; if a lane exited or never
//! existed, what the instruction does is undefined, and that is reported as `barrier-divergence`. Lanes that live but
//! stay away leave the others waiting: that is found where nobody can go on.

use crate::gang::Gang;
use crate::gang::split::{State, any};
use crate::machine::Cx;
use crate::report::{At, Event, Memory};

/// Whether every live lane of the running lanes' warps is here. If not, those that lack partners wait, and true is
/// returned only if other warps can go on: then their lanes are the running ones.
#[inline(always)]
pub(super) fn gather<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, site: u32) -> bool {
    if !g.released && (0..W).all(|w| g.mask[w] == 0 || g.mask[w] == u32::MAX) {
        return true;
    }
    gather_some(g, cx, site)
}

#[cold]
#[inline(never)]
fn gather_some<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, site: u32) -> bool {
    if !std::mem::take(&mut g.released) {
        let whole = |w: usize| g.mask[w] == g.alive[w];
        let go: [u32; W] = std::array::from_fn(|w| if whole(w) { g.mask[w] } else { 0 });
        let wait: [u32; W] = std::array::from_fn(|w| if whole(w) { 0 } else { g.mask[w] });
        if any(&wait) {
            g.park(site, wait, State::Warp { site, members: Box::new([[u32::MAX; 32]; W]), any_place: false });
            g.release_warps();
            g.update_stop();
            if !any(&go) {
                g.drop_running();
                return false;
            }
            g.set_mask(go);
        }
    }
    for w in 0..W {
        let missing = !g.mask[w];
        if g.mask[w] != 0 && missing != 0 {
            let lane = missing.trailing_zeros();
            let exited = g.all[w] >> lane & 1 == 1;
            let tid = g.thread0 + 32 * w as u32 + g.mask[w].trailing_zeros();
            let at = At { memory: Memory::Nowhere, offset: 0 };
            cx.report(Event::AbsentLane { lane: lane as u8, exited }, site, tid as u16, at, 0);
        }
    }
    true
}
