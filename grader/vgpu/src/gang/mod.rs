//! A gang: some warps that execute an instruction together, of one block mostly.
//!
//! `W` is the gang's width in warps. One decoded instruction works on all lanes of the running [`split::Split`]; the
//! cost of decoding and of tags is paid once for the whole gang. Nothing that a program can observe depends on `W`.
//! A *wave* is a gang of several blocks, neighbours in the grid: see [`crate::quick`].

pub(crate) mod regs;
pub(crate) mod split;
pub(crate) mod taint;

use crate::liveness::{Live, Vals};
use crate::local::LocalMem;
use crate::program::{FunctionLayout, Program};
use ptx::{Dim, Special, Val};
use regs::{Affine, Layout, Mask, Regs};
use split::{Split, and, and_not, any, count, span};
use std::sync::Arc;
use taint::Taints;

/// No instruction stands here.
pub(crate) const NEVER: u32 = u32::MAX;

/// One activation of a function by some lanes.
#[derive(Clone)]
pub(crate) struct Frame<const W: usize> {
    pub(crate) function: usize,
    /// First instruction of the function.
    base: u32,
    pub(crate) parent: Option<u32>,
    /// The call instruction.
    pub(crate) call_site: u32,
    /// Lanes that entered and have not left.
    pub(crate) lanes: Mask<W>,
    pub(crate) local_base: u64,
    pub(crate) depth: u32,
    /// Its registers, while another frame runs.
    regs: Regs<W>,
}

/// Running lanes, and what is known of them.
pub(crate) struct Running<const W: usize> {
    mask: Mask<W>,
    full: bool,
    n_active: u32,
    cost: u32,
    run: (u32, u32),
}

/// Some warps of a block.
pub(crate) struct Gang<const W: usize> {
    /// Registers of the running frame.
    pub(crate) regs: Regs<W>,
    /// Running lanes.
    pub(crate) mask: Mask<W>,
    /// All lanes of the frame run: results need no blending.
    pub(crate) full: bool,
    pub(crate) n_active: u32,
    /// The active lanes, from and to, if they are one run.
    run: (u32, u32),
    /// Warps with a running lane: what an instruction costs.
    pub(crate) cost: u32,
    pub(crate) pc: u32,
    /// First instruction of the running function.
    pub(crate) base: u32,
    pub(crate) stop_at: u32,
    pub(crate) frame: u32,
    pub(crate) depth: u32,
    pub(crate) released: bool,
    pub(crate) parted: u32,
    /// Branches that parted lanes of this block.
    pub(crate) diverged: Vec<u32>,
    pub(crate) back_edges: u32,
    /// Jumps back left until others have their turn.
    pub(crate) turn: u32,
    pub(crate) clock: u64,
    /// The last jump back: from and to.
    pub(crate) last_loop: (u32, u32),
    pub(crate) splits: Vec<Split<W>>,
    live: Arc<Live>,
    /// Values of this frame that waiting lanes may read, and whether they may read any.
    keep: Vals,
    pub(crate) keep_all: bool,
    /// Lanes that met at `__syncwarp()` in different places and have not gone on yet: warp, lanes, whether all.
    pub(crate) synced: Vec<(usize, u32, bool)>,
    /// Lanes that exist and have not exited.
    pub(crate) alive: Mask<W>,
    /// Lanes that exist.
    pub(crate) all: Mask<W>,
    pub(crate) frames: Vec<Option<Frame<W>>>,
    pub(crate) local: LocalMem,
    /// Linear thread number of lane 0 within its block.
    pub(crate) thread0: u32,
    pub(crate) layout: Layout,
    /// Blocks that it holds now.
    n_blocks: u32,
    pub(crate) taints: Taints<W>,
    /// Addresses of the lanes of a scattered access.
    pub(crate) addrs: Box<[[u64; 32]; W]>,
    /// Carry flags (`add.cc`).
    pub(crate) carry: Mask<W>,
}

impl<const W: usize> Gang<W> {
    pub(crate) const LANES: usize = 32 * W;

    /// The gang of threads `thread0 ..` of a block, about to enter `entry`.
    pub(crate) fn new(program: &Program, entry: usize, launch: &LaunchDims, block: [u32; 3], thread0: u32) -> Gang<W> {
        let layout = Layout::new(launch.block, Self::LANES, Self::LANES);
        let here = (launch.n_threads() - thread0).min(Self::LANES as u32) as usize;
        Gang::with_layout(program, entry, launch, block, thread0, layout, here)
    }

    /// The wave of `launch`'s blocks from `block` on, `n_lanes` lanes for each of them, about to enter `entry`.
    pub(crate) fn wave(
        program: &Program,
        entry: usize,
        launch: &LaunchDims,
        block: [u32; 3],
        n_lanes: usize,
    ) -> Gang<W> {
        let layout = Layout::new(launch.block, n_lanes, Self::LANES);
        Gang::with_layout(program, entry, launch, block, 0, layout, launch.n_threads() as usize)
    }

    /// The wave for the next `n_blocks` blocks.
    pub(crate) fn restart_wave(
        &mut self,
        program: &Program,
        entry: usize,
        launch: &LaunchDims,
        block: [u32; 3],
        n_blocks: u32,
    ) {
        if self.n_blocks != n_blocks {
            self.n_blocks = n_blocks;
            self.all = lanes_of(self.layout, launch.n_threads() as usize, n_blocks as usize);
        }
        self.restart(program, entry, launch, block);
    }

    /// A gang of the lanes below `here` of each block.
    fn with_layout(
        program: &Program,
        entry: usize,
        launch: &LaunchDims,
        block: [u32; 3],
        thread0: u32,
        layout: Layout,
        here: usize,
    ) -> Gang<W> {
        let all: Mask<W> = lanes_of(layout, here, layout.n_blocks());
        let mut gang = Gang {
            regs: Regs::default(),
            mask: [0; W],
            full: false,
            n_active: 0,
            run: (0, 0),
            cost: 0,
            pc: 0,
            base: 0,
            stop_at: NEVER,
            frame: NEVER,
            depth: 0,
            released: false,
            parted: NEVER,
            diverged: Vec::new(),
            back_edges: 0,
            turn: u32::MAX,
            clock: 0,
            last_loop: (NEVER, NEVER),
            splits: Vec::new(),
            live: Arc::clone(&program.live),
            keep: Vals::default(),
            keep_all: false,
            synced: Vec::new(),
            alive: all,
            all,
            frames: Vec::new(),
            local: LocalMem::new(Self::LANES),
            thread0,
            layout,
            n_blocks: layout.n_blocks() as u32,
            taints: Taints::default(),
            addrs: Box::new([[0; 32]; W]),
            carry: [0; W],
        };
        gang.mask = all;
        gang.push_frame(program, entry, NEVER, launch, block);
        gang
    }

    /// The same gang for the next block: everything as new, allocations kept.
    pub(crate) fn restart(&mut self, program: &Program, entry: usize, launch: &LaunchDims, block: [u32; 3]) {
        self.splits.clear();
        self.keep_none();
        self.synced.clear();
        self.taints = Taints::default();
        self.local.reset();
        self.alive = self.all;
        self.last_loop = (NEVER, NEVER);
        self.parted = NEVER;
        self.diverged.clear();
        self.released = false;
        if self.frame == 0 && self.frames.len() == 1 {
            // Registers keep their values: what a kernel reads before it writes is undefined anyway.
            let layout = &program.functions[entry];
            for (v, s) in &layout.specials {
                if matches!(s, Special::Ctaid(_)) {
                    self.set_special(*v, *s, launch, block);
                }
            }
            if let Some(Some(f)) = self.frames.first_mut() {
                f.lanes = self.all;
            }
            self.local.enter(layout.frame_bytes);
            self.pc = layout.start;
            self.stop_at = NEVER;
            self.set_mask(self.all);
        } else {
            self.frames.clear();
            self.frame = NEVER;
            self.mask = self.all;
            self.push_frame(program, entry, NEVER, launch, block);
        }
    }

    /// The running lanes enter a function.
    pub(crate) fn push_frame(
        &mut self,
        program: &Program,
        function: usize,
        call_site: u32,
        launch: &LaunchDims,
        block: [u32; 3],
    ) {
        let layout = &program.functions[function];
        let local_base = self.local.enter(layout.frame_bytes);
        let parent = (self.frame != NEVER).then_some(self.frame);
        if let Some(p) = parent
            && let Some(Some(f)) = self.frames.get_mut(p as usize)
        {
            f.regs = std::mem::take(&mut self.regs);
        }
        self.regs = Regs::new(&layout.values, self.layout);
        for (v, s) in &layout.specials {
            self.set_special(*v, *s, launch, block);
        }
        for (v, offset) in &layout.locals {
            self.regs.set_uniform(*v, local_base + offset);
        }
        let depth = parent.map_or(0, |_| self.depth + 1);
        let frame = Frame {
            function,
            base: layout.start,
            parent,
            call_site,
            lanes: self.mask,
            local_base,
            depth,
            regs: Regs::default(),
        };
        let place = self.frames.iter().position(Option::is_none);
        let id = place.unwrap_or(self.frames.len());
        if place.is_some() {
            self.frames[id] = Some(frame)
        } else {
            self.frames.push(Some(frame))
        }
        self.frame = id as u32;
        self.depth = depth;
        self.base = layout.start;
        self.pc = layout.start;
        self.set_mask(self.mask);
        self.update_stop();
    }

    /// The frame of the running split becomes `id`.
    pub(crate) fn enter_frame(&mut self, id: u32) {
        if self.frame == id {
            return;
        }
        if let Some(Some(f)) = self.frames.get_mut(self.frame as usize) {
            f.regs = std::mem::take(&mut self.regs);
        }
        if let Some(Some(f)) = self.frames.get_mut(id as usize) {
            self.regs = std::mem::take(&mut f.regs);
            self.depth = f.depth;
            self.base = f.base;
        }
        self.frame = id;
    }

    /// The calls that led to the activation `frame`, innermost first.
    pub(crate) fn calls(&self, frame: u32) -> Vec<u32> {
        let frame_of = |id: u32| self.frames.get(id as usize).and_then(Option::as_ref);
        let chain = std::iter::successors(frame_of(frame), |f| frame_of(f.parent?));
        chain.map(|f| f.call_site).filter(|site| *site != NEVER).collect()
    }

    pub(crate) fn frame_info(&self) -> Option<&Frame<W>> {
        self.frames.get(self.frame as usize).and_then(Option::as_ref)
    }

    /// The running lanes leave their function: they go on behind the call, or exit.
    pub(crate) fn leave(&mut self) {
        let mask = self.mask;
        let Some(Some(f)) = self.frames.get_mut(self.frame as usize) else { return };
        f.lanes = and_not(&f.lanes, &mask);
        let (parent, site, empty, base) = (f.parent, f.call_site, !any(&f.lanes), f.local_base);
        let left = self.frame;
        match parent {
            Some(p) => {
                self.enter_frame(p);
                if empty {
                    self.frames[left as usize] = None;
                    // Frames end in any order; memory goes back once nothing above is in use.
                    if self.frames.iter().flatten().all(|f| f.local_base < base || f.local_base == 0) {
                        self.local.leave(base);
                    }
                    self.taints.forget_frame(left);
                }
                self.park(site + 1, mask, split::State::Ready);
                self.drop_running();
            }
            None => self.exit_lanes(),
        }
    }

    /// The running lanes exit.
    pub(crate) fn exit_lanes(&mut self) {
        let mask = self.mask;
        self.alive = and_not(&self.alive, &mask);
        let mut at = Some(self.frame);
        while let Some(id) = at {
            let Some(Some(f)) = self.frames.get_mut(id as usize) else { break };
            f.lanes = and_not(&f.lanes, &mask);
            at = f.parent;
        }
        self.drop_running();
    }

    /// Changes the running lanes.
    #[inline(always)]
    pub(crate) fn set_mask(&mut self, mask: Mask<W>) {
        self.mask = mask;
        self.n_active = count(&mask);
        self.cost = mask.iter().filter(|w| **w != 0).count() as u32;
        self.run = self.find_run();
        self.full = match self.frames.get(self.frame as usize) {
            Some(Some(f)) => and(&f.lanes, &self.alive) == mask,
            _ => false,
        };
    }

    /// The running lanes, to run on after others did.
    pub(crate) fn running(&self) -> Running<W> {
        Running { mask: self.mask, full: self.full, n_active: self.n_active, cost: self.cost, run: self.run }
    }

    /// These lanes run again.
    pub(crate) fn resume(&mut self, lanes: Running<W>) {
        Running { mask: self.mask, full: self.full, n_active: self.n_active, cost: self.cost, run: self.run } = lanes;
    }

    /// Whether `d` may be written for all lanes: no lane that does not run will read it.
    #[inline(always)]
    pub(crate) fn covers(&self, d: Val) -> bool {
        self.full || !(self.keep_all || self.keep.has(d))
    }

    /// No lanes wait.
    pub(crate) fn keep_none(&mut self) {
        self.keep.clear();
        self.keep_all = false;
    }

    /// Lanes wait at instruction `pc` of this frame's function, too.
    pub(crate) fn keep_for(&mut self, pc: u32) {
        let Some(Some(f)) = self.frames.get(self.frame as usize) else { return };
        match self.live.before(f.function, pc) {
            Some(live) => drop(self.keep.join(live)),
            None => self.keep_all = true,
        }
    }

    /// Finds what the lanes that wait now may read.
    pub(crate) fn find_keep(&mut self) {
        self.keep_none();
        for k in 0..self.splits.len() {
            // Lanes in a function that this one called come back to it; others do not matter, but are rare.
            self.keep_all |= self.splits[k].frame != self.frame;
            self.keep_for(self.splits[k].pc);
        }
    }

    /// Active lanes as `[lo, hi)`, if they are one run.
    #[inline(always)]
    pub(crate) fn lane_run(&self) -> Option<(usize, usize)> {
        let (lo, hi) = self.run;
        (lo < hi).then_some((lo as usize, hi as usize))
    }

    /// The same, found from the mask; an empty run if they are none.
    fn find_run(&self) -> (u32, u32) {
        let (lo, hi) = span(&self.mask).unwrap_or_default();
        if hi - lo == self.n_active as usize { (lo as u32, hi as u32) } else { (0, 0) }
    }

    fn set_special(&mut self, v: Val, s: Special, launch: &LaunchDims, block: [u32; 3]) {
        let uniform = |d: [u32; 3], dim: Dim| u64::from(d[dim.idx()]);
        let n = launch.n_threads();
        let layout = self.layout;
        let per_lane: Option<fn(u32) -> u32> = match s {
            Special::Ntid(d) => return self.regs.set_uniform(v, uniform(launch.block, d)),
            Special::Ctaid(d) => {
                // A wave's blocks lie along x.
                let steps = [0, 0, i64::from(d == Dim::X)];
                return self.regs.set_affine(v, Affine { base: uniform(block, d), steps });
            }
            Special::Nctaid(d) => return self.regs.set_uniform(v, uniform(launch.grid, d)),
            Special::Tid(d) => {
                let [x, y, z] = launch.block;
                let thread0 = self.thread0;
                let (is_row, whole) = (layout.row == x as usize, |unit: u32| unit.is_multiple_of(layout.block as u32));
                let along = |base: u32, steps| Affine { base: u64::from(base), steps };
                let value = match d {
                    Dim::X if is_row || whole(x) || x == n => Some(along(thread0 % x, [1, 0, 0])),
                    Dim::Y if whole(x) => Some(along(thread0 / x % y, [0; 3])),
                    Dim::Y if y == 1 => Some(along(0, [0; 3])),
                    Dim::Y if is_row && (z == 1 || whole(x * y)) => Some(along(thread0 / x % y, [0, 1, 0])),
                    Dim::Z if whole(x * y) => Some(along(thread0 / (x * y), [0; 3])),
                    Dim::Z if z == 1 => Some(along(0, [0; 3])),
                    _ => None,
                };
                if let Some(value) = value {
                    return self.regs.set_affine(v, value);
                }
                for lane in 0..Self::LANES {
                    let t = (thread0 + (lane % layout.block) as u32).min(n - 1);
                    let value = match d {
                        Dim::X => t % x,
                        Dim::Y => t / x % y,
                        Dim::Z => t / (x * y),
                    };
                    self.regs.set_lane_bits(v, lane, u64::from(value));
                }
                return;
            }
            Special::LaneId => Some(|l| l % 32),
            Special::LanemaskEq => Some(|l| 1 << (l % 32)),
            Special::LanemaskLe => Some(|l| u32::MAX >> (31 - l % 32)),
            Special::LanemaskLt => Some(|l| (1 << (l % 32)) - 1),
            Special::LanemaskGe => Some(|l| u32::MAX << (l % 32)),
            Special::LanemaskGt => Some(|l| (u32::MAX << (l % 32)) << 1),
            Special::WarpId if W > 1 => {
                for lane in 0..Self::LANES {
                    let warp = (self.thread0 as usize + lane % layout.block) / 32;
                    self.regs.set_lane_bits(v, lane, warp as u64);
                }
                return;
            }
            _ => None,
        };
        if let Some(f) = per_lane {
            for lane in 0..Self::LANES {
                self.regs.set_lane_bits(v, lane, u64::from(f(lane as u32)));
            }
            return;
        }
        let value = match s {
            Special::WarpId => u64::from(self.thread0 / 32),
            Special::NwarpId => u64::from(n.div_ceil(32)),
            Special::SmId => u64::from(block[0] % 132),
            Special::NsmId => 132,
            Special::DynamicSmemSize => u64::from(launch.dynamic_shared_bytes),
            Special::TotalSmemSize | Special::AggrSmemSize => {
                u64::from(launch.dynamic_shared_bytes) + launch.static_shared_bytes
            }
            Special::ClusterNctaid(_) | Special::ClusterNctarank => 1,
            Special::Clusterid(d) => uniform(block, d),
            Special::Nclusterid(d) => uniform(launch.grid, d),
            _ => 0,
        };
        self.regs.set_uniform(v, value);
    }

    /// Sets the clocks among a function's values; `t` is the machine's own time, in instructions.
    pub(crate) fn set_clocks(&mut self, layout: &FunctionLayout, t: u64) {
        for (v, s) in &layout.specials {
            let value = match s {
                Special::Clock | Special::Clock64 | Special::Globaltimer | Special::GlobaltimerLo => t,
                Special::ClockHi | Special::GlobaltimerHi => t >> 32,
                _ => continue,
            };
            self.regs.set_uniform(*v, value);
        }
    }
}

/// The lanes below `here` of each of the first `n_blocks` blocks.
fn lanes_of<const W: usize>(layout: Layout, here: usize, n_blocks: usize) -> Mask<W> {
    std::array::from_fn(|w| {
        let (block, lane) = (32 * w / layout.block, 32 * w % layout.block);
        let n = if block < n_blocks { here.saturating_sub(lane).min(32) } else { 0 };
        if n == 32 { u32::MAX } else { (1u32 << n) - 1 }
    })
}

/// Shape of a launch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaunchDims {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) dynamic_shared_bytes: u32,
    pub(crate) static_shared_bytes: u64,
}

impl LaunchDims {
    pub(crate) fn n_blocks(&self) -> u64 {
        self.grid.iter().map(|d| u64::from(*d)).product()
    }

    pub(crate) fn n_threads(&self) -> u32 {
        self.block[0] * self.block[1] * self.block[2]
    }
}
