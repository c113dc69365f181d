//! Which values some later instruction may read.
//!
//! Lanes that wait keep only what they will read: everything else may be written for all lanes of a gang, so that
//! values computed under a mask stay affine and need no blending. Found on first need, one
//! function at a time, by the usual backward iteration over its blocks.

use ptx::{Function, Inst, Module, Stmt, Val};
use std::sync::{Arc, OnceLock};

/// A set of a function's values, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Vals(Vec<u64>);

impl Vals {
    fn new(n: usize) -> Vals {
        Vals(vec![0; n.div_ceil(64)])
    }

    #[inline(always)]
    pub(crate) fn has(&self, v: Val) -> bool {
        self.0.get(v.idx() / 64).is_some_and(|w| w >> (v.idx() % 64) & 1 != 0)
    }

    fn put(&mut self, v: Val, on: bool) {
        if let Some(w) = self.0.get_mut(v.idx() / 64) {
            let bit = 1 << (v.idx() % 64);
            if on { *w |= bit } else { *w &= !bit }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds another set; true if that changed this one.
    pub(crate) fn join(&mut self, other: &Vals) -> bool {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut changed = false;
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            changed |= *b & !*a != 0;
            *a |= b;
        }
        changed
    }
}

/// A straight run of a function's instructions, and what is live behind it.
#[derive(Debug)]
struct Run {
    start: usize,
    end: usize,
    live_out: Vals,
}

/// The live values of one function.
#[derive(Debug, Default)]
struct Liveness {
    runs: OnceLock<Vec<Run>>,
    /// Per instruction: what is live before it.
    before: Vec<OnceLock<Vals>>,
}

/// The live values of a module's functions.
#[derive(Debug)]
pub(crate) struct Live {
    module: Arc<Module>,
    functions: Vec<Liveness>,
    /// Where each function's code starts in the program's.
    starts: Vec<u32>,
}

impl Live {
    pub(crate) fn new(module: Arc<Module>, starts: Vec<u32>) -> Live {
        let functions = module.functions.iter().map(|f| Liveness::new(f.code.len())).collect();
        Live { module, functions, starts }
    }

    /// What lanes may read that go on at instruction `pc` of the program, in a function; `None`: anything.
    pub(crate) fn before(&self, function: usize, pc: u32) -> Option<&Vals> {
        let at = pc.checked_sub(*self.starts.get(function)?)? as usize;
        self.functions.get(function)?.before(self.module.functions.get(function)?, at)
    }
}

/// What an instruction leaves of the values live behind it.
fn step(live: &mut Vals, stmt: &Stmt) {
    if stmt.guard.is_none() {
        stmt.inst.for_each_dst(&mut |v| live.put(v, false));
    }
    stmt.inst.for_each_src(&mut |v| live.put(v, true));
    if let Some(guard) = stmt.guard {
        live.put(guard.val, true);
    }
}

/// Where control may go behind an instruction; itself aside, all of them begin a run.
fn next(function: &Function, at: usize) -> Vec<usize> {
    let stmt = &function.code[at];
    let mut next = Vec::new();
    match &stmt.inst {
        Inst::Bra(i) => next.push(i.target.0 as usize),
        Inst::Brx(_) => next.extend(function.branch_tables.iter().flatten().map(|l| l.0 as usize)),
        _ => {}
    }
    let ends = matches!(stmt.inst, Inst::Bra(_) | Inst::Brx(_) | Inst::Ret(_) | Inst::Exit(_));
    if !(ends && stmt.guard.is_none()) {
        next.push(at + 1);
    }
    next.retain(|k| *k < function.code.len());
    next
}

fn runs(function: &Function) -> Vec<Run> {
    let n = function.code.len();
    let mut starts = vec![false; n + 1];
    starts[0] = true;
    starts[n] = true;
    for at in 0..n {
        let stmt = &function.code[at];
        if matches!(stmt.inst, Inst::Bra(_) | Inst::Brx(_) | Inst::Ret(_) | Inst::Exit(_)) {
            starts[at + 1] = true;
            next(function, at).into_iter().for_each(|k| starts[k] = true);
        }
    }
    let starts: Vec<usize> = (0..=n).filter(|k| starts[*k]).collect();
    let n_vals = function.values.len();
    let mut runs: Vec<Run> =
        starts.windows(2).map(|w| Run { start: w[0], end: w[1], live_out: Vals::new(n_vals) }).collect();
    let mut live_in = vec![Vals::new(n_vals); runs.len()];
    let run_at = |at: usize| starts.partition_point(|s| *s <= at) - 1;
    loop {
        let mut changed = false;
        for k in (0..runs.len()).rev() {
            let run = &mut runs[k];
            for to in next(function, run.end - 1) {
                run.live_out.join(&live_in[run_at(to)]);
            }
            let mut live = run.live_out.clone();
            function.code[run.start..run.end].iter().rev().for_each(|stmt| step(&mut live, stmt));
            changed |= live_in[k].join(&live);
        }
        if !changed {
            return runs;
        }
    }
}

impl Liveness {
    /// For a function of `n_insts` instructions.
    fn new(n_insts: usize) -> Liveness {
        Liveness { runs: OnceLock::new(), before: (0..n_insts).map(|_| OnceLock::new()).collect() }
    }

    /// What some path from instruction `at` of `function`, the one that this was made for, may read.
    fn before(&self, function: &Function, at: usize) -> Option<&Vals> {
        let slot = self.before.get(at)?;
        Some(slot.get_or_init(|| {
            let runs = self.runs.get_or_init(|| runs(function));
            let Some(run) = runs.iter().find(|r| (r.start..r.end).contains(&at)) else { return Vals::default() };
            let mut live = run.live_out.clone();
            function.code[at..run.end].iter().rev().for_each(|stmt| step(&mut live, stmt));
            live
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_live_from_their_definition_to_their_last_use() {
        let module = ptx::parse(
            ".version 8.0\n.target sm_80\n.address_size 64\n\
             .visible .entry k(.param .u64 out) {\n\
             .reg .pred %p<2>; .reg .b32 %r<6>; .reg .b64 %rd<2>;\n\
             ld.param.u64 %rd1, [out];\n\
             mov.u32 %r1, %tid.x;\n\
             mov.u32 %r2, 0;\n\
             L: add.u32 %r3, %r1, %r2;\n\
             setp.lt.u32 %p1, %r3, 9;\n\
             add.u32 %r2, %r2, 1;\n\
             @%p1 bra L;\n\
             @%p1 mov.u32 %r4, 3;\n\
             st.global.u32 [%rd1], %r4;\n\
             ret; }",
        )
        .unwrap();
        let f = &module.functions[0];
        let live = Liveness::new(f.code.len());
        // The value that an instruction defines.
        let defined = |at: usize| {
            let mut d = None;
            f.code[at].inst.for_each_dst(&mut |v| d = Some(v));
            d.unwrap()
        };
        let (address, tid, count, sum, p, chosen) =
            (defined(0), defined(1), defined(2), defined(3), defined(4), defined(7));
        let at = |k: usize| live.before(f, k).unwrap();
        assert!(at(3).has(address) && at(3).has(tid) && at(3).has(count), "the loop needs them");
        assert!(!at(3).has(sum) && !at(3).has(p), "the loop defines them first");
        assert!(at(4).has(sum) && !at(5).has(sum));
        assert!(at(7).has(p) && !at(7).has(tid) && !at(7).has(count), "the loop is over");
        assert!(at(3).has(chosen), "an instruction under a guard leaves what was there");
        assert!(at(8).has(chosen) && !at(9).has(chosen));
    }
}
