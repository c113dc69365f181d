//! Control flow: branches, calls, the end of threads.

use super::Flow;
use crate::gang::Gang;
use crate::gang::regs::Mask;
use crate::gang::split::{any, lanes};
use crate::local::MAX_STACK_BYTES;
use crate::machine::{Cx, Halt};
use crate::{addr, device_call};
use ptx::*;

/// Most calls within calls. A GPU's default stack of 1 KiB a thread ends far earlier.
const MAX_DEPTH: u32 = 500;

/// The running lanes go to `target`.
#[inline(always)]
fn jump<const W: usize>(g: &mut Gang<W>, target: u32, site: u32) -> Flow {
    g.pc = target;
    if target <= site {
        g.last_loop = (site, target);
        if !g.splits.is_empty() {
            g.impatient();
        }
        g.turn = g.turn.saturating_sub(1);
        if g.turn == 0 {
            return Flow::Turn;
        }
    }
    Flow::Next
}

/// A branch that the lanes of `taken` take.
#[inline(always)]
pub(super) fn branch<const W: usize>(g: &mut Gang<W>, taken: Mask<W>, target: u32, site: u32) -> Flow {
    if taken == g.mask {
        return jump(g, target, site);
    }
    if any(&taken) {
        if target <= site {
            g.last_loop = (site, target);
            g.turn = g.turn.saturating_sub(1);
        }
        g.diverge(site, taken, target);
        if g.turn == 0 {
            return Flow::Turn;
        }
    }
    Flow::Next
}

#[inline(never)]
pub(super) fn bra<const W: usize>(g: &mut Gang<W>, _cx: &mut Cx<'_>, i: &Bra, site: u32) -> Flow {
    jump(g, g.base + i.target.0, site)
}

/// The groups of running lanes that agree on a value.
fn groups<const W: usize>(g: &Gang<W>, v: Val) -> Vec<(u64, Mask<W>)> {
    let mut groups: Vec<(u64, Mask<W>)> = Vec::new();
    for lane in lanes(&g.mask) {
        let value = g.regs.lane_bits(v, lane);
        let k = groups.iter().position(|(x, _)| *x == value).unwrap_or_else(|| {
            groups.push((value, [0; W]));
            groups.len() - 1
        });
        groups[k].1[lane / 32] |= 1 << (lane % 32);
    }
    groups
}

#[inline(never)]
pub(super) fn brx<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Brx, site: u32) -> Flow {
    let function = g.frame_info().map_or(0, |f| f.function);
    let table = cx.program.module.functions.get(function).and_then(|f| f.branch_tables.get(i.targets.0 as usize));
    let Some(table) = table else { return Flow::Halt };
    let groups = groups(g, i.index.0);
    if groups.len() > 1 {
        g.part(site);
    }
    for (index, mask) in groups {
        // An index past the table is undefined; the last entry is as good as any.
        let Some(target) = table.get(index as usize).or(table.last()) else { return Flow::Halt };
        let pc = g.base + target.0;
        if pc <= site {
            g.last_loop = (site, pc);
        }
        g.park(pc, mask, crate::gang::split::State::Ready);
    }
    g.drop_running();
    Flow::Pick
}

#[inline(never)]
pub(super) fn call<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, i: &Call, site: u32) -> Flow {
    let caller = g.frame_info().map_or(0, |f| f.function);
    let program = cx.program;
    let Some(call) = program.module.functions.get(caller).and_then(|f| f.calls.get(i.call.0 as usize)) else {
        return Flow::Halt;
    };
    match i.callee {
        Callee::Function(id) => enter(g, cx, caller, call, id.0 as usize, site),
        Callee::Indirect(v) => {
            let targets = groups(g, v);
            if let [(value, _)] = targets.as_slice() {
                let function = value.wrapping_sub(addr::FUNCTIONS) / 16;
                if *value < addr::FUNCTIONS || function as usize >= program.functions.len() {
                    return unsupported_text(g, cx, "call through a pointer that is no function's", site);
                }
                return enter(g, cx, caller, call, function as usize, site);
            }
            // One function after the other: lanes of the same target call together.
            for (_, mask) in targets {
                g.park(site, mask, crate::gang::split::State::Ready);
            }
            // Splits at one place would join again, so that one of them runs at once.
            let Some(first) = g.splits.pop() else { return Flow::Halt };
            g.set_mask(first.mask);
            let value = lanes(&first.mask).next().map_or(0, |l| g.regs.lane_bits(v, l));
            let function = value.wrapping_sub(addr::FUNCTIONS) / 16;
            if value < addr::FUNCTIONS || function as usize >= program.functions.len() {
                return unsupported_text(g, cx, "call through a pointer that is no function's", site);
            }
            enter(g, cx, caller, call, function as usize, site)
        }
    }
}

fn enter<const W: usize>(
    g: &mut Gang<W>,
    cx: &mut Cx<'_>,
    caller: usize,
    call: &CallSite,
    function: usize,
    site: u32,
) -> Flow {
    let program = cx.program;
    let Some(f) = program.module.functions.get(function) else { return Flow::Halt };
    let args: Vec<(u64, u64)> = call
        .args
        .iter()
        .filter_map(|id| program.symbol(caller, *id))
        .map(|(s, at)| (at - crate::program::CALL_PARAMS, s.size_bytes))
        .collect();
    if !f.has_body {
        let rets = call.returns.iter().filter_map(|id| program.symbol(caller, *id));
        let ret = rets.map(|(s, at)| (at - crate::program::CALL_PARAMS, s.size_bytes)).next();
        return device_call::call(g, cx, &f.name, &args, ret, site);
    }
    let caller_base = g.frame_info().map_or(0, |f| f.local_base);
    if g.local.used() + program.functions[function].frame_bytes > MAX_STACK_BYTES || g.depth > MAX_DEPTH {
        let lane = lanes(&g.mask).next().unwrap_or(0);
        cx.halt = Some(Halt::Stack { site, block: cx.block.linear, tid: (g.thread0 as usize + lane) as u16 });
        return Flow::Halt;
    }
    let block = cx.block.id;
    let mask = g.mask;
    g.push_frame(program, function, site, &cx.dims, block);
    let base = g.frame_info().map_or(0, |f| f.local_base);
    let formals = f.params.iter().filter_map(|id| program.symbol(function, *id));
    for ((from, bytes), (s, to)) in args.iter().zip(formals) {
        let to = base + (to - crate::program::CALL_PARAMS);
        copy_params(g, &mask, caller_base + from, to, (*bytes).min(s.size_bytes) as usize);
    }
    Flow::Next
}

/// Copies parameters within the lanes' local memory.
fn copy_params<const W: usize>(g: &mut Gang<W>, mask: &Mask<W>, from: u64, to: u64, bytes: usize) {
    for lane in lanes(mask) {
        let (Some(a), Some(b)) = (g.local.range(lane, from, bytes), g.local.range(lane, to, bytes)) else { continue };
        g.local.copy(a, b);
    }
}

#[inline(never)]
pub(super) fn ret<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, _i: &Ret, _site: u32) -> Flow {
    let Some(f) = g.frame_info() else { return Flow::Halt };
    let (function, base, parent, call_site) = (f.function, f.local_base, f.parent, f.call_site);
    if let Some(p) = parent
        && let Some(Some(caller)) = g.frames.get(p as usize)
    {
        let (caller_function, caller_base) = (caller.function, caller.local_base);
        let program = cx.program;
        let callee = &program.module.functions[function];
        let call = match program.inst(crate::program::Site(call_site)) {
            Some(Inst::Call(i)) => program.module.functions[caller_function].calls.get(i.call.0 as usize),
            _ => None,
        };
        if let Some(call) = call {
            let formals = callee.returns.iter().filter_map(|id| program.symbol(function, *id));
            let actuals = call.returns.iter().filter_map(|id| program.symbol(caller_function, *id));
            let mask = g.mask;
            for ((a, from), (b, to)) in formals.zip(actuals) {
                let bytes = a.size_bytes.min(b.size_bytes) as usize;
                let from = base + (from - crate::program::CALL_PARAMS);
                let to = caller_base + (to - crate::program::CALL_PARAMS);
                copy_params(g, &mask, from, to, bytes);
            }
        }
    }
    if parent.is_none() {
        return end_lanes(g, cx);
    }
    g.leave();
    Flow::Pick
}

#[inline(never)]
pub(super) fn exit<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, _i: &Exit, _site: u32) -> Flow {
    end_lanes(g, cx)
}

/// The running lanes exit; lanes that waited for them may go on.
fn end_lanes<const W: usize>(g: &mut Gang<W>, _cx: &mut Cx<'_>) -> Flow {
    if g.taints.active() {
        let mask = g.mask;
        g.taints.exit(&mask);
    }
    g.exit_lanes();
    if !g.splits.is_empty() {
        g.release_warps();
    }
    Flow::Pick
}

#[inline(never)]
pub(super) fn trap<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, _i: &Trap, site: u32) -> Flow {
    let lane = lanes(&g.mask).next().unwrap_or(0);
    let tid = (g.thread0 as usize + lane) as u16;
    cx.halt = Some(Halt::Trap { site, block: cx.block.linear, tid, count: g.n_active });
    Flow::Halt
}

#[inline(never)]
pub(super) fn brkpt<const W: usize>(_g: &mut Gang<W>, _cx: &mut Cx<'_>, _i: &Brkpt, _site: u32) -> Flow {
    Flow::Next
}

/// Sleeping lanes let others run.
#[inline(never)]
pub(super) fn nanosleep<const W: usize>(g: &mut Gang<W>, _cx: &mut Cx<'_>, _i: &Nanosleep, _site: u32) -> Flow {
    g.turn = g.turn.saturating_sub(16).max(1);
    Flow::Next
}

#[inline(never)]
pub(super) fn pmevent<const W: usize>(_g: &mut Gang<W>, _cx: &mut Cx<'_>, _i: &Pmevent, _site: u32) -> Flow {
    Flow::Next
}

/// An instruction that the table of instructions does not hold.
#[cold]
pub(super) fn unsupported<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, id: UnsupportedId, site: u32) -> Flow {
    let function = g.frame_info().map_or(0, |f| f.function);
    let what = cx.program.module.functions.get(function).and_then(|f| f.unsupported.get(id.0 as usize));
    let text = what.map_or_else(String::new, |u| u.text.clone());
    unsupported_text(g, cx, &text, site)
}

/// A form of an instruction that the executor does not model.
#[cold]
#[inline(never)]
pub(super) fn not_modelled<const W: usize>(g: &mut Gang<W>, cx: &mut Cx<'_>, inst: &Inst, site: u32) -> Flow {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = inst.print_opcode(&mut text);
    unsupported_text(g, cx, &text, site)
}

#[cold]
fn unsupported_text<const W: usize>(_g: &mut Gang<W>, cx: &mut Cx<'_>, text: &str, site: u32) -> Flow {
    cx.halt = Some(Halt::Unsupported { site, text: text.to_owned() });
    Flow::Halt
}
