//! Which loads wait: they stand in a loop that does nothing but look at memory until another thread has changed it.

use ptx::{Inst, Sem, Stmt, Val};
use std::collections::HashSet;

use crate::gang::LaunchDims;
use crate::program::Program;

/// Blocks of this size that a large GPU, an H200, holds at a time; no more than 1,056, for the sake of the virtual
/// device's own memory. Only so many are in flight where blocks may wait for each other.
///
/// Source: CUDA C++ Programming Guide, “Technical Specifications per Compute Capability”, 9.0: 132 multiprocessors of 2,048
/// threads and 228 KiB of shared memory, of which each block takes 1 KiB more than it asks for.
pub(crate) fn held_blocks(dims: &LaunchDims) -> u32 {
    let by_threads = 2048 / dims.n_threads().next_multiple_of(32).max(1);
    let shared = dims.static_shared_bytes + u64::from(dims.dynamic_shared_bytes) + 1024;
    let by_shared = u32::try_from((228 << 10) / shared).unwrap_or(u32::MAX);
    132 * by_threads.min(by_shared).clamp(1, 8)
}

/// Most instructions of a loop that does nothing but wait.
const MAX_LOOP: usize = 64;

/// The strong loads of all loops that only wait, and their copies in front of those loops: compilers peel the first look.
pub(crate) fn waiting_loads(program: &Program) -> HashSet<u32> {
    let mut waiting = HashSet::new();
    for (function, layout) in program.module.functions.iter().zip(&program.functions) {
        let mut found: Vec<usize> = Vec::new();
        for (jump, stmt) in function.code.iter().enumerate() {
            let Inst::Bra(bra) = &stmt.inst else { continue };
            let target = bra.target.0 as usize;
            let Some(body) = function.code.get(target..=jump).filter(|body| body.len() <= MAX_LOOP) else { continue };
            if body.iter().all(changes_nothing) {
                found.extend(awaited(body).into_iter().map(|k| target + k));
            }
        }
        let place = |stmt: &Stmt| stmt.loc.and_then(|loc| program.module.loc_chain(loc).next());
        let places: Vec<_> = found.iter().filter_map(|&k| place(&function.code[k])).collect();
        for (k, stmt) in function.code.iter().enumerate() {
            let is_copy = is_strong_load(stmt) && place(stmt).is_some_and(|place| places.contains(&place));
            if is_copy || found.contains(&k) {
                waiting.insert(layout.start + k as u32);
            }
        }
    }
    waiting
}

fn is_strong_load(stmt: &Stmt) -> bool {
    matches!(&stmt.inst, Inst::Ld(i) if !matches!(i.sem, None | Some(Sem::Weak)))
}

/// The strong loads of one place in a loop that its end depends on.
fn awaited(body: &[Stmt]) -> Vec<usize> {
    let branches = body.iter().filter(|stmt| matches!(stmt.inst, Inst::Bra(_)));
    let mut decides: HashSet<Val> = branches.filter_map(|stmt| stmt.guard.map(|guard| guard.val)).collect();
    let mut changes: HashSet<Val> = HashSet::new();
    loop {
        let known = decides.len();
        for stmt in body {
            let mut is_part = false;
            stmt.inst.for_each_dst(&mut |v| {
                is_part |= decides.contains(&v);
                changes.insert(v);
            });
            // What a load returns is not decided by where it looks.
            if is_part && !is_strong_load(stmt) {
                stmt.inst.for_each_src(&mut |v| _ = decides.insert(v));
                decides.extend(stmt.guard.map(|guard| guard.val));
            }
        }
        if decides.len() == known {
            break;
        }
    }
    let waits = |stmt: &Stmt| match &stmt.inst {
        Inst::Ld(i) => is_strong_load(stmt) && decides.contains(&i.d.0) && !changes.contains(&i.addr.base),
        _ => false,
    };
    (0..body.len()).filter(|&k| waits(&body[k])).collect()
}

/// Changes nothing that another thread could see.
fn changes_nothing(stmt: &Stmt) -> bool {
    !matches!(
        stmt.inst,
        Inst::St(_)
            | Inst::StVec(_)
            | Inst::Atom(_)
            | Inst::AtomVec(_)
            | Inst::Red(_)
            | Inst::BarrierSync(_)
            | Inst::BarrierRed(_)
            | Inst::BarrierArrive(_)
            | Inst::Call(_)
            | Inst::Ret(_)
            | Inst::Exit(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_blocks_leave_room_for_fewer() {
        let held = |n_threads: u32, shared: u32| {
            let dims = LaunchDims {
                grid: [1; 3],
                block: [n_threads, 1, 1],
                dynamic_shared_bytes: shared,
                static_shared_bytes: 0,
            };
            held_blocks(&dims)
        };
        assert_eq!(held(256, 0), 132 * 8);
        assert_eq!(held(1024, 0), 132 * 2);
        assert_eq!(held(1000, 0), 132 * 2);
        assert_eq!(held(128, 100 << 10), 132 * 2);
        assert_eq!(held(128, 227 << 10), 132);
    }
}
