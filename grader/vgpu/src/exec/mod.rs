//! The executor: what each instruction does to a gang.
//!
//! One file per family of instructions, one function per row of [`ptx::for_each_inst`]; the dispatch below is made from
//! the same rows, so that an instruction without a function does not build. A function takes the gang, the machine
//! around it and the instruction, and works on the running lanes through the macros `map!` and `compare!`.
//!
//! Checks are not written per instruction: memory goes through [`mem`]'s accesses, barriers and warp instructions
//! through [`sync`] and [`warp`], marks on values through [`crate::gang::taint`].

// Macros, not functions over closures: a closure that is left out of line is compiled without the caller's target
// features, and then `mul_add` becomes a call into libm, ten times slower.

/// `d = e` in the running lanes: `map!(g, d, u32; a: u32 = x, b: u64 = y => e)`, with `e` over one lane's values.
/// Uniform operands give a uniform result at the cost of one lane.
macro_rules! map {
    ($g:ident, $d:expr, $dt:ty; $($x:ident: $t:ty = $r:expr),+ $(,)? => $e:expr) => {{
        $(let $x: $crate::gang::regs::Src<$t> = $g.regs.src::<$t>($r);)+
        let d: ptx::Val = $d;
        let full = $g.covers(d);
        if full $(&& $x.uniform().is_some())+ {
            $(let $x: $t = $x.uniform().unwrap_or_default();)+
            let v: $dt = $e;
            $g.regs.set_uniform(d, $crate::gang::regs::Lane::to_bits(v));
        } else {
            let slot = $g.regs.dst::<$dt>(d, !full);
            let mask = $g.mask;
            let to = if full { slot } else { $crate::gang::regs::Regs::<W>::SCRATCH };
            let mut lanes = $g.regs.lanes();
            for w in 0..W {
                if mask[w] == 0 {
                    continue;
                }
                $(let $x = lanes.get::<$t>($x, w);)+
                let mut out = $crate::gang::regs::Warp([<$dt>::default(); 32]);
                for l in 0..32 {
                    $(let $x: $t = $x.0[l];)+
                    out.0[l] = $e;
                }
                lanes.put::<$dt>(to, w, out);
            }
            if !full {
                $g.regs.settle::<$dt>(slot, &mask);
            }
        }
        $crate::exec::Flow::Next
    }};
}

/// As `map!`, where one more operand is a predicate: `map_pred!(g, d, u32; p = mask; a: u32 = x => e)`, `p: bool`.
macro_rules! map_pred {
    ($g:ident, $d:expr, $dt:ty; $p:ident = $m:expr; $($x:ident: $t:ty = $r:expr),+ $(,)? => $e:expr) => {{
        let holds: $crate::gang::regs::Mask<W> = $m;
        $(let $x: $crate::gang::regs::Src<$t> = $g.regs.src::<$t>($r);)+
        let d: ptx::Val = $d;
        let (mask, full) = ($g.mask, $g.covers(d));
        let slot = $g.regs.dst::<$dt>(d, !full);
        let to = if full { slot } else { $crate::gang::regs::Regs::<W>::SCRATCH };
        let mut lanes = $g.regs.lanes();
        for w in 0..W {
            if mask[w] == 0 {
                continue;
            }
            $(let $x = lanes.get::<$t>($x, w);)+
            let mut out = $crate::gang::regs::Warp([<$dt>::default(); 32]);
            for l in 0..32 {
                let $p: bool = holds[w] >> l & 1 != 0;
                $(let $x: $t = $x.0[l];)+
                out.0[l] = $e;
            }
            lanes.put::<$dt>(to, w, out);
        }
        if !full {
            $g.regs.settle::<$dt>(slot, &mask);
        }
        $crate::exec::Flow::Next
    }};
}

/// The mask of lanes in which `e` holds: `compare!(g; a: u32 = x, b: u32 = y => a < b)`; lanes that do not run give
/// anything.
macro_rules! compare {
    ($g:ident; $($x:ident: $t:ty = $r:expr),+ $(,)? => $e:expr) => {{
        $(let $x: $crate::gang::regs::Src<$t> = $g.regs.src::<$t>($r);)+
        let mut mask: $crate::gang::regs::Mask<W> = [0; W];
        let running = $g.mask;
        let lanes = $g.regs.lanes();
        for w in 0..W {
            if running[w] == 0 {
                continue;
            }
            $(let $x = lanes.get::<$t>($x, w);)+
            let mut word = 0u32;
            for l in 0..32 {
                $(let $x: $t = $x.0[l];)+
                word |= u32::from($e) << l;
            }
            mask[w] = word;
        }
        mask
    }};
}

/// Who accesses now, as the race check sees it, from the machine's fields (so that memory can be borrowed beside it).
macro_rules! who {
    ($cx:ident, $active:expr) => {
        $crate::check::race::Who {
            block: $cx.block.linear,
            now: $cx.block.now,
            block_time: $cx.block.block_time,
            warp_times: &$cx.block.warp_times,
            clocks: &$cx.block.clocks,
            active: $active,
        }
    };
}

mod arith;
pub(crate) mod async_copy;
mod atomics;
mod cmp;
mod control;
mod count;
mod cvt;
mod float;
mod fragment;
mod lane_access;
mod logic;
pub(crate) mod mbarrier;
mod mem;
mod mov;
mod quick;
mod round;
mod sync;
mod tensor;
mod tensor_mem;
mod warp;
mod whole_warp;
mod wmma;

pub(crate) use quick::{is_loose, is_simple};

use crate::gang::Gang;
use crate::gang::regs::Mask;
use crate::gang::split::{State, and, and_not, any};
use crate::isa::vector;
use crate::machine::{Cx, Halt};
use ptx::{Guard, Inst, Pred, Stmt, Val};

/// What follows an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The next one.
    Next,
    /// Another split's turn: the running lanes wait, returned or exited.
    Pick,
    /// Another gang's or block's turn.
    Turn,
    /// The launch ends.
    Halt,
}

/// Why a gang stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Every lane exited.
    Done,
    /// The lanes left wait for others.
    Blocked,
    /// Its turn is over.
    Turn,
    Halted,
}

/// Generates the dispatch from the table of instructions.
macro_rules! dispatch {
    ($(
        $(#[doc = $doc:literal])*
        $family:ident::$exec:ident = $name:ident $opcode:literal
        { $($field:ident: $field_ty:ty),* $(,)? } ($($op:ident: $op_ty:ty),* $(,)?);
    )*) => {
        #[inline(always)]
        fn step<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, inst: &Inst, site: u32) -> Flow {
            match inst {
                $(Inst::$name(i) => $family::$exec(g, cx, i, site),)*
                Inst::Unsupported(id) => control::unsupported(g, cx, *id, site),
            }
        }

        /// The family of an instruction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(non_camel_case_types, reason = "named as the modules")]
        pub(crate) enum Family { arith, logic, float, cmp, mov, mem, warp, sync, control, tensor }

        pub(crate) fn family(inst: &Inst) -> Family {
            match inst {
                $(Inst::$name(_) => Family::$family,)*
                Inst::Unsupported(_) => Family::control,
            }
        }
    };
}
ptx::for_each_inst!(dispatch);

/// Runs the gang until it stops. `turn`: how many jumps back it may make where others want to run too.
pub(crate) fn run<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, turn: u32) -> Stop {
    if g.n_active == 0 && !g.pick(false) {
        return idle(g);
    }
    go(g, cx, turn)
}

/// Steps that an instruction costs besides one for each warp: what it takes to decode it.
const DISPATCH: i64 = 2;
/// Steps that each lane of a memory access costs besides, where it is looked at on its own: a plain one, and one by which
/// threads may wait for each other.
const LANE: i64 = 4;
const STRONG_LANE: i64 = 5;
/// Steps that opening a barrier costs.
pub(crate) const BARRIER: i64 = 100;

/// What an access costs that goes lane by lane. Those that may wait for each other soon let the others run.
pub(crate) fn by_lane<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, is_strong: bool) {
    cx.fuel -= i64::from(g.n_active) * if is_strong { STRONG_LANE } else { LANE };
    if is_strong {
        g.back_edges += 64;
    }
}

/// Instructions between two looks at the budget.
const LOOK_EVERY: u32 = 256;

/// What ran since the last look.
#[derive(Default)]
struct Tally {
    instructions: u32,
    lanes: u64,
    warps: u64,
}

impl Tally {
    #[inline(always)]
    fn settle(&mut self, cx: &mut Cx<'_>) {
        cx.fuel -= self.warps as i64 + DISPATCH * i64::from(self.instructions);
        cx.counters.warp_instructions += self.warps;
        cx.counters.lane_instructions += self.lanes;
        *self = Tally::default();
    }
}

vector! {
    fn go<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, turn: u32) -> Stop {
        let program = cx.program;
        let code = program.code.as_slice();
        let look_every = if program.has_clock() { 1 } else { LOOK_EVERY };
        let mut tally = Tally::default();
        g.turn = turn;
        let stop = loop {
            if g.pc >= g.stop_at {
                g.meet();
            }
            let site = g.pc;
            let Some(stmt) = code.get(site as usize) else { break Stop::Halted };
            g.pc = site + 1;
            tally.instructions += 1;
            tally.lanes += u64::from(g.n_active);
            tally.warps += u64::from(g.cost);
            if tally.instructions >= look_every {
                tally.settle(cx);
                if !goes_on(g, cx) {
                    break Stop::Halted;
                }
            }
            if cx.profile.is_some() {
                count::step(g, cx, stmt, site);
            }
            if g.taints.active() {
                taint(g, cx, stmt, site);
            }
            let flow = match stmt.guard {
                None => step(g, cx, &stmt.inst, site),
                Some(guard) => guarded(g, cx, stmt, guard, site),
            };
            match flow {
                Flow::Next => {}
                Flow::Pick => {
                    if !g.pick(false) {
                        break idle(g);
                    }
                }
                Flow::Turn => break Stop::Turn,
                Flow::Halt => break Stop::Halted,
            }
        };
        tally.settle(cx);
        // Turns may be shorter than the time between two looks.
        if stop == Stop::Done || goes_on(g, cx) { stop } else { Stop::Halted }
    }
}

/// Whether there is budget left; where not, the launch's halt says so.
#[inline(always)]
fn goes_on<const W: usize>(g: &Gang<W>, cx: &mut Cx<'_>) -> bool {
    if cx.fuel >= cx.next_look || cx.look() {
        return true;
    }
    if cx.halt.is_none() {
        cx.halt = Some(out_of_budget(g, cx));
    }
    false
}

fn idle<const W: usize>(g: &Gang<W>) -> Stop {
    if any(&g.alive) { Stop::Blocked } else { Stop::Done }
}

#[cold]
fn out_of_budget<const W: usize>(g: &Gang<W>, cx: &Cx<'_>) -> Halt {
    let (jump, target) = g.last_loop;
    let lane = crate::gang::split::lanes(&g.mask).next().unwrap_or(0);
    Halt::Budget { jump, target, block: cx.block.linear, tid: (g.thread0 as usize + lane) as u16, held: None }
}

/// Lanes in which a predicate operand holds.
#[inline(always)]
pub(crate) fn holds<const W: usize>(g: &Gang<W>, p: Pred) -> Mask<W> {
    let m = g.regs.pred(p.val);
    if p.negated { m.map(|w| !w) } else { m }
}

/// An instruction under a guard: lanes for which it does not hold skip it.
#[inline(always)]
fn guarded<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, stmt: &Stmt, guard: Guard, site: u32) -> Flow {
    let on = and(&g.mask, &holds(g, guard));
    if let Inst::Bra(i) = &stmt.inst {
        return control::branch(g, on, g.base + i.target.0, site);
    }
    if on == g.mask {
        return step(g, cx, &stmt.inst, site);
    }
    if !any(&on) {
        return Flow::Next;
    }
    let off = and_not(&g.mask, &on);
    match family(&stmt.inst) {
        Family::warp | Family::sync | Family::control | Family::tensor => {
            g.part(site);
            g.park(site + 1, off, State::Ready);
            g.set_mask(on);
            g.update_stop();
            step(g, cx, &stmt.inst, site)
        }
        _ => {
            let saved = g.running();
            g.set_mask(on);
            // The others are right behind this instruction.
            let keep_all = std::mem::replace(&mut g.keep_all, true);
            let flow = step(g, cx, &stmt.inst, site);
            g.keep_all = keep_all;
            g.resume(saved);
            flow
        }
    }
}

/// Marks flow through an instruction that is about to run; those that reach a use count.
#[cold]
#[inline(never)]
fn taint<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, stmt: &Stmt, _site: u32) {
    let mut mask = g.mask;
    let frame = g.frame;
    if let Some(p) = stmt.guard {
        g.taints.sink(frame, p.val, &mask, false, &mut cx.reports);
        mask = and(&mask, &holds(g, p));
        if !any(&mask) {
            return;
        }
    }
    let mut srcs: Vec<Val> = Vec::new();
    stmt.inst.for_each_src(&mut |v| srcs.push(v));
    let mut dsts: Vec<Val> = Vec::new();
    stmt.inst.for_each_dst(&mut |v| dsts.push(v));
    let use_of = |g: &mut Gang<W>, cx: &mut Cx<'_>, v: Val| g.taints.sink(frame, v, &mask, false, &mut cx.reports);
    match &stmt.inst {
        Inst::Selp(i) => {
            let p = g.regs.pred(i.p.0);
            let (yes, no) = (and(&mask, &p), and_not(&mask, &p));
            g.taints.spread(frame, i.d.0, &[i.a.0, i.p.0], &yes);
            g.taints.spread(frame, i.d.0, &[i.b.0, i.p.0], &no);
        }
        // Stored values are looked at where they are stored, shuffled ones where they are exchanged.
        Inst::St(i) => use_of(g, cx, i.addr.base),
        Inst::StVec(i) => use_of(g, cx, i.addr.base),
        Inst::Shfl(i) => {
            for v in [i.b.0, i.c.0, i.mask.0] {
                use_of(g, cx, v);
            }
        }
        // Marks on matrices go with their elements.
        inst if family(inst) == Family::tensor => {
            for v in tensor::used_at_once(inst) {
                use_of(g, cx, v);
            }
        }
        inst => match family(inst) {
            Family::mem | Family::warp | Family::sync | Family::control => {
                for v in srcs {
                    use_of(g, cx, v);
                }
                for d in dsts {
                    g.taints.spread(frame, d, &[], &mask);
                }
            }
            _ => {
                for d in dsts {
                    g.taints.spread(frame, d, &srcs, &mask);
                }
            }
        },
    }
}
