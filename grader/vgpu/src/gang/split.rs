//! Divergence: the lanes of a gang that stand at different places.
//!
//! Lanes that agree form a *split*. One split runs; the others are ready or wait. Among ready splits the one in the
//! deepest call at the lowest address runs first, and splits that meet at one address become one again: loops and
//! branches reconverge by themselves, and nothing depends on where. Instructions that need other lanes wait for
//! exactly the lanes they name, so any pattern of waiting is possible and none is assumed.

use super::regs::Mask;
use super::{Gang, NEVER};

/// Why a split does not run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum State<const W: usize> {
    Ready,
    /// At a block barrier.
    Barrier(BarrierWait<W>),
    /// At an instruction that wants the lanes its mask names; per lane, the mask.
    Warp {
        site: u32,
        members: Box<[[u32; 32]; W]>,
        any_place: bool,
    },
}

/// One arrival at a block barrier.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BarrierWait<const W: usize> {
    pub(crate) site: u32,
    pub(crate) id: u32,
    /// Threads expected; `None`: the whole block.
    pub(crate) count: Option<u32>,
    /// The predicate of `bar.red`, and where its result goes.
    pub(crate) reduce: Option<(Reduce, Mask<W>, ptx::Val)>,
}

/// What `bar.red` computes over the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduce {
    Popc,
    And,
    Or,
}

/// Lanes at one place.
#[derive(Clone, Debug)]
pub(crate) struct Split<const W: usize> {
    pub(crate) pc: u32,
    pub(crate) mask: Mask<W>,
    pub(crate) frame: u32,
    pub(crate) depth: u32,
    pub(crate) state: State<W>,
    /// Its wait is over: the instruction at `pc` goes through without waiting again.
    pub(crate) released: bool,
    /// The branch that last parted these lanes from others.
    pub(crate) parted: u32,
    /// When it last ran, for fairness.
    pub(crate) ran: u64,
}

pub(crate) fn any<const W: usize>(m: &Mask<W>) -> bool {
    m.iter().fold(0, |a, w| a | w) != 0
}
pub(crate) fn and<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|w| a[w] & b[w])
}
pub(crate) fn and_not<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|w| a[w] & !b[w])
}
pub(crate) fn or<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|w| a[w] | b[w])
}
pub(crate) fn count<const W: usize>(m: &Mask<W>) -> u32 {
    m.iter().map(|w| w.count_ones()).sum()
}

/// The lanes of a mask, from the first to behind the last; `None`: it has none.
pub(crate) fn span<const W: usize>(m: &Mask<W>) -> Option<(usize, usize)> {
    let (lo, hi) = (m.iter().position(|w| *w != 0)?, m.iter().rposition(|w| *w != 0)?);
    Some((32 * lo + m[lo].trailing_zeros() as usize, 32 * hi + 32 - m[hi].leading_zeros() as usize))
}

/// The lanes of a mask, lowest first.
pub(crate) fn lanes<const W: usize>(m: &Mask<W>) -> impl Iterator<Item = usize> + use<W> {
    let (mask, mut w, mut rest) = (*m, 0, m.first().copied().unwrap_or(0));
    std::iter::from_fn(move || {
        while rest == 0 {
            w += 1;
            rest = *mask.get(w)?;
        }
        let l = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(w * 32 + l)
    })
}

/// How often a split may jump back while others are ready, before they get their turn.
const PATIENCE: u32 = 512;

impl<const W: usize> Gang<W> {
    /// The running lanes part: `taken` go to `target`, the others fall through.
    #[cold]
    #[inline(never)]
    pub(crate) fn diverge(&mut self, site: u32, taken: Mask<W>, target: u32) {
        let other = and_not(&self.mask, &taken);
        let fall = self.pc;
        let (now, later) =
            if target < fall { ((target, taken), (fall, other)) } else { ((fall, other), (target, taken)) };
        self.part(site);
        self.splits.push(Split {
            pc: later.0,
            mask: later.1,
            frame: self.frame,
            depth: self.depth,
            state: State::Ready,
            released: false,
            parted: site,
            ran: self.clock,
        });
        self.pc = now.0;
        self.set_mask(now.1);
        self.stop_at = self.stop_at.min(later.0);
        self.keep_for(later.0);
    }

    /// The instruction at `site` parts the running lanes.
    pub(crate) fn part(&mut self, site: u32) {
        self.parted = site;
        if !self.diverged.contains(&site) {
            self.diverged.push(site);
        }
    }

    /// The running split goes among the others in `state`.
    pub(crate) fn park(&mut self, pc: u32, mask: Mask<W>, state: State<W>) {
        self.splits.push(Split {
            pc,
            mask,
            frame: self.frame,
            depth: self.depth,
            state,
            released: false,
            parted: self.parted,
            ran: self.clock,
        });
    }

    /// Nothing runs any more until [`Gang::pick`].
    pub(crate) fn drop_running(&mut self) {
        self.mask = [0; W];
        self.n_active = 0;
    }

    /// The next split to run becomes the running one; false if none is ready. Splits at its place join it.
    pub(crate) fn pick(&mut self, fair: bool) -> bool {
        let ready = self.splits.iter().enumerate().filter(|(_, s)| s.state == State::Ready);
        let best = if fair {
            ready.min_by_key(|(_, s)| (s.ran, s.pc))
        } else {
            ready.min_by_key(|(_, s)| (u32::MAX - s.depth, s.pc, !s.released))
        };
        let Some((k, _)) = best else { return false };
        let mut chosen = self.splits.swap_remove(k);
        let mut k = 0;
        while k < self.splits.len() {
            let s = &self.splits[k];
            let same = s.state == State::Ready && s.pc == chosen.pc && s.frame == chosen.frame;
            if same && s.released == chosen.released {
                chosen.mask = or(&chosen.mask, &s.mask);
                self.splits.swap_remove(k);
            } else {
                k += 1;
            }
        }
        self.enter_frame(chosen.frame);
        self.pc = chosen.pc;
        self.released = chosen.released;
        self.parted = chosen.parted;
        self.clock += 1;
        self.back_edges = 0;
        self.set_mask(chosen.mask);
        self.update_stop();
        if fair {
            self.stop_at = NEVER;
        }
        true
    }

    /// Where the running split meets, or passes, a ready one of its frame.
    pub(crate) fn update_stop(&mut self) {
        let here = self.splits.iter().filter(|s| s.frame == self.frame && s.state == State::Ready);
        self.stop_at = here.map(|s| s.pc).min().unwrap_or(NEVER);
        self.find_keep();
    }

    /// These lanes run from here on.
    fn begin(&mut self, mask: Mask<W>) {
        self.released = false;
        self.clock += 1;
        self.back_edges = 0;
        self.set_mask(mask);
    }

    /// At or past the place of a ready split: join it, or let it run.
    #[cold]
    #[inline(never)]
    pub(crate) fn meet(&mut self) {
        // Nearly always there is just one other split, of the same function.
        if let [other] = self.splits.as_mut_slice()
            && matches!(other.state, State::Ready)
            && other.frame == self.frame
            && !other.released
        {
            let (pc, mask, parted) = (other.pc, other.mask, other.parted);
            if pc == self.pc {
                self.splits.clear();
                self.keep_none();
                self.parted = parted;
                self.stop_at = NEVER;
                self.begin(or(&mask, &self.mask));
            } else {
                (other.pc, other.mask, other.parted, other.ran) = (self.pc, self.mask, self.parted, self.clock);
                self.stop_at = self.pc;
                (self.pc, self.parted) = (pc, parted);
                self.find_keep();
                self.begin(mask);
            }
            return;
        }
        self.park(self.pc, self.mask, State::Ready);
        self.pick(false);
    }

    /// A jump back while others are ready: after some, they get their turn.
    #[cold]
    #[inline(never)]
    pub(crate) fn impatient(&mut self) {
        self.back_edges += 1;
        if self.back_edges > PATIENCE && self.splits.iter().any(|s| s.state == State::Ready) {
            self.park(self.pc, self.mask, State::Ready);
            self.pick(true);
        }
    }

    /// Releases every group of lanes that waits for one another and is complete now.
    pub(crate) fn release_warps(&mut self) -> bool {
        let mut released = false;
        'again: loop {
            for k in 0..self.splits.len() {
                let State::Warp { site, members, any_place } = &self.splits[k].state else { continue };
                for w in 0..W {
                    let here = self.splits[k].mask[w];
                    if here == 0 {
                        continue;
                    }
                    let lane = here.trailing_zeros() as usize;
                    let member = members[w][lane];
                    let wanted = member & self.alive[w];
                    let arrived = self.waiting(w, member, *site, *any_place, self.splits[k].frame);
                    if arrived & wanted == wanted {
                        let (site, any_place, frame) = (*site, *any_place, self.splits[k].frame);
                        self.release(w, wanted | (1 << lane), member, site, any_place, frame);
                        released = true;
                        continue 'again;
                    }
                }
            }
            return released;
        }
    }

    /// Lanes of warp `w` that wait with this mask at this place.
    fn waiting(&self, w: usize, member: u32, site: u32, any_place: bool, frame: u32) -> u32 {
        let mut lanes = 0;
        for s in &self.splits {
            if let State::Warp { site: at, members, any_place: any } = &s.state
                && *any == any_place
                && (any_place || (*at == site && s.frame == frame))
            {
                for l in 0..32 {
                    if s.mask[w] >> l & 1 == 1 && members[w][l] == member {
                        lanes |= 1 << l;
                    }
                }
            }
        }
        lanes
    }

    fn release(&mut self, w: usize, lanes: u32, member: u32, site: u32, any_place: bool, frame: u32) {
        let mut fresh: Vec<Split<W>> = Vec::new();
        if any_place {
            self.synced.push((w, lanes, lanes == self.alive[w]));
        }
        for s in &mut self.splits {
            let State::Warp { site: at, members, any_place: any } = &s.state else { continue };
            if *any != any_place || !(any_place || (*at == site && s.frame == frame)) {
                continue;
            }
            let go = (0..32)
                .filter(|l| (lanes & s.mask[w]) >> l & 1 == 1 && members[w][*l] == member)
                .fold(0, |m, l| m | 1 << l);
            if go != 0 {
                s.mask[w] &= !go;
                let mut mask = [0; W];
                mask[w] = go;
                fresh.push(Split { mask, state: State::Ready, released: true, ..s.clone() });
            }
        }
        self.splits.retain(|s| any(&s.mask));
        self.splits.append(&mut fresh);
    }
}
