//! Waves: gangs of several blocks.
//!
//! A wave runs blocks that are neighbours in the grid as one wide gang. An instruction is decoded once for all of them;
//! values that differ from block to block by a step stay affine (see [`crate::gang::regs::Affine`]). Every access is
//! claimed for the block that it belongs to, so that races between the blocks of a wave are found like all others, and
//! each block has shared memory of its own. Barriers are all blocks' together; where blocks come to different ones, they
//! run one by one instead.

use super::Shared;
use crate::block::block_id;
use crate::exec::{self, Stop};
use crate::gang::Gang;
use crate::gpu;
use crate::machine::{Cx, Setup};
use std::sync::atomic::Ordering::Relaxed;

/// Warps of a wave.
const WARPS: usize = 64;
/// Shared memory of a wave's blocks, at most: it should stay in a core's cache.
const SHARED_BYTES: usize = 256 << 10;
/// Registers of a wave, at most: a kernel of many values does more in a gang whose registers a core's cache holds.
const REGISTER_BYTES: usize = 4 << 20;
/// A launch of fewer blocks than these many waves is not worth their registers.
const LEAST_WAVES: u64 = 4;

/// How a launch's blocks are put together.
pub(super) struct Waves {
    /// Lanes for each block: a power of two.
    n_lanes: usize,
    /// Blocks of a wave.
    n_blocks: u32,
    /// Waves of a row of blocks.
    per_row: u64,
    rows: u64,
    /// Bytes from one block's shared memory to the next one's.
    shared_step: usize,
}

impl Waves {
    /// Nothing where blocks run better one by one.
    pub(super) fn of(setup: &Setup<'_>) -> Option<Waves> {
        let registers = setup.program.register_bytes(setup.entry, Gang::<WARPS>::LANES);
        if !setup.program.is_loose(setup.entry) || registers > REGISTER_BYTES {
            return None;
        }
        let n_lanes = (setup.dims.n_threads() as usize).max(32).next_power_of_two();
        let shared_len = setup.shared_ranges.iter().map(|r| r.1).max().unwrap_or(0) as usize;
        let shared_step = shared_len.next_multiple_of(128);
        let room = SHARED_BYTES.checked_div(shared_step).unwrap_or(usize::MAX);
        let n_blocks = (Gang::<WARPS>::LANES / n_lanes).min(room) as u64;
        let [x, y, z] = setup.dims.grid.map(u64::from);
        let least = match setup.launch.waves {
            gpu::Waves::WhereWorth => LEAST_WAVES * n_blocks,
            gpu::Waves::Always => 0,
        };
        (n_blocks > 1 && x * y * z >= least).then(|| Waves {
            n_lanes,
            n_blocks: n_blocks as u32,
            per_row: x.div_ceil(n_blocks),
            rows: y * z,
            shared_step,
        })
    }

    pub(super) fn n_waves(&self) -> u64 {
        self.per_row * self.rows
    }

    /// A worker's share of the waves; false if something is in doubt.
    pub(super) fn run(&self, setup: &Setup<'_>, cx: &mut Cx<'_>, shared: &Shared<'_>) -> bool {
        let grid_x = setup.dims.grid[0];
        let shared_len = self.shared_step * self.n_blocks as usize;
        (cx.shared_step, cx.single_gang) = (self.shared_step, true);
        let mut gang: Option<Gang<WARPS>> = None;
        while let Some(share) = shared.share(self.n_waves()) {
            for wave in share {
                if shared.doubt.load(Relaxed) {
                    return false;
                }
                let (row, x) = (wave / self.per_row, (wave % self.per_row) as u32 * self.n_blocks);
                let linear = row * u64::from(grid_x) + u64::from(x);
                let block = block_id(linear, setup.dims.grid);
                let gang =
                    gang.get_or_insert_with(|| Gang::wave(cx.program, setup.entry, &cx.dims, block, self.n_lanes));
                gang.restart_wave(cx.program, setup.entry, &cx.dims, block, self.n_blocks.min(grid_x - x));
                // Warps keep no time of their own: nothing but the blocks' barriers orders them.
                cx.block.begin(block, linear, 0, shared_len, false);
                if let Some(worker) = &mut cx.quick {
                    worker.new_wave(linear as u32, self.n_lanes.trailing_zeros(), shared_len);
                }
                let stop = exec::run(gang, cx, u32::MAX);
                if stop == Stop::Blocked {
                    shared.parted.store(true, Relaxed);
                }
                if stop != Stop::Done || cx.halt.is_some() || !cx.reports.is_empty() {
                    return false;
                }
            }
        }
        true
    }
}
