//! What the code says before it runs: which loads may have been speculated, whether blocks talk to each other.

use crate::program::{FunctionLayout, Program};
use ptx::{AtomOp, Inst, Sem, Space, Stmt, SymbolRef, Val, Value};
use std::collections::HashSet;

/// Facts about a program's code.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Per instruction: a load that the compiler may have hoisted for lanes that never read.
    deferred: Vec<bool>,
    /// Per function: blocks of it may run together as one gang.
    pub(crate) loose: Vec<bool>,
    /// Something hands knowledge from thread to thread other than barriers.
    pub(crate) has_fences: bool,
    /// A thread can see what another block did: blocks must take turns.
    pub(crate) talks: bool,
    /// The same, through global memory.
    pub(crate) signals: bool,
    /// Loads in loops that only wait for memory to change.
    pub(crate) waiting_loads: HashSet<u32>,
    /// Some function reads a clock.
    pub(crate) has_clock: bool,
    /// Nothing but block barriers orders its threads, and it reads no clock.
    pub(crate) simple: bool,
}

impl Facts {
    pub(crate) fn is_deferred(&self, site: u32) -> bool {
        self.deferred.get(site as usize).copied().unwrap_or(false)
    }
}

pub(crate) fn facts(program: &Program) -> Facts {
    let waiting_loads = crate::waits::waiting_loads(program);
    let mut facts = Facts { deferred: vec![false; program.code.len()], waiting_loads, ..Facts::default() };
    facts.has_clock = program.functions.iter().any(|f| f.has_clock);
    facts.loose = program.module.functions.iter().zip(&program.functions).map(|(f, l)| is_loose(f, l)).collect();
    facts.simple = program.code.iter().all(|stmt| crate::exec::is_simple(&stmt.inst)) && !facts.has_clock;
    for stmt in &program.code {
        match &stmt.inst {
            Inst::Membar(_) | Inst::Fence(_) => facts.has_fences = true,
            Inst::Ld(i) => {
                strong(&mut facts, i.sem);
                facts.signals |= i.space != Some(Space::Shared) && !matches!(i.sem, None | Some(Sem::Weak));
            }
            Inst::LdVec(i) => strong(&mut facts, i.sem),
            Inst::St(i) => facts.has_fences |= i.sem == Some(Sem::Release),
            Inst::Atom(i) => {
                facts.talks = true;
                facts.signals |= i.space != Some(Space::Shared);
                facts.has_fences |= !matches!(i.sem, None | Some(Sem::Relaxed));
                // A lock taken by compare-and-swap is waited for.
                facts.talks |= i.op == AtomOp::Cas;
            }
            Inst::AtomVec(_) => facts.talks = true,
            Inst::Red(i) => facts.has_fences |= !matches!(i.sem, None | Some(Sem::Relaxed)),
            _ => {}
        }
    }
    for (function, layout) in program.module.functions.iter().zip(&program.functions) {
        defer(program, function, layout, &mut facts.deferred);
    }
    facts
}

/// Whether a kernel's blocks may run together as one gang: nothing but block barriers, shuffles and votes needs other threads,
/// and no value is a block's other than by its number.
fn is_loose(function: &ptx::Function, layout: &FunctionLayout) -> bool {
    use ptx::Special::{ClusterCtaid, ClusterCtarank, Clusterid, GridId, SmId};
    let is_known = |value: &Value| match value {
        Value::Special(s) => !matches!(s, SmId | GridId | Clusterid(_) | ClusterCtaid(_) | ClusterCtarank),
        Value::Symbol { symbol, .. } => !matches!(symbol, SymbolRef::Function(_)),
        _ => true,
    };
    function.values.iter().all(is_known)
        && function.code.iter().all(|stmt| crate::exec::is_loose(&stmt.inst))
        && layout.frame_bytes == 0
}

fn strong(facts: &mut Facts, sem: Option<Sem>) {
    facts.talks |= !matches!(sem, None | Some(Sem::Weak));
    facts.has_fences |= sem == Some(Sem::Acquire);
}

/// Finds loads from constant addresses of static variables whose value no later instruction of the same straight run
/// is sure to use (`memory_model.md`, section 7).
fn defer(program: &Program, function: &ptx::Function, layout: &FunctionLayout, deferred: &mut [bool]) {
    let leaders = leaders(function);
    for (k, stmt) in function.code.iter().enumerate() {
        let (base, weak, space, dsts): (Val, bool, Option<Space>, Vec<Val>) = match &stmt.inst {
            Inst::Ld(i) => (i.addr.base, matches!(i.sem, None | Some(Sem::Weak)), i.space, vec![i.d.0]),
            Inst::LdVec(i) => (i.addr.base, matches!(i.sem, None | Some(Sem::Weak)), i.space, i.d.0.to_vec()),
            _ => continue,
        };
        if !weak || matches!(space, Some(Space::Param | Space::Const | Space::Local)) || stmt.guard.is_some() {
            continue;
        }
        if is_static(program, function, base) && !surely_used(function, k, &dsts, &leaders) {
            deferred[layout.start as usize + k] = true;
        }
    }
}

fn is_static(program: &Program, function: &ptx::Function, base: Val) -> bool {
    let Some(Value::Symbol { symbol, .. }) = function.values.get(base.idx()) else { return false };
    if matches!(symbol, SymbolRef::Function(_)) {
        return false;
    }
    program
        .module
        .symbol(function, *symbol)
        .is_some_and(|s| matches!(s.space, Space::Shared | Space::Global) && s.size_bytes > 0 && !s.is_extern)
}

/// Instructions at which control can arrive other than from the one before.
fn leaders(function: &ptx::Function) -> HashSet<usize> {
    let mut leaders: HashSet<usize> = function.labels.iter().map(|(_, l)| l.0 as usize).collect();
    for stmt in &function.code {
        if let Inst::Bra(i) = &stmt.inst {
            leaders.insert(i.target.0 as usize);
        }
    }
    leaders.extend(function.branch_tables.iter().flatten().map(|l| l.0 as usize));
    leaders
}

/// Whether a value that instruction `k` loads reaches a use in the same straight run, whatever is selected.
fn surely_used(function: &ptx::Function, k: usize, dsts: &[Val], leaders: &HashSet<usize>) -> bool {
    let mut carries: HashSet<Val> = dsts.iter().copied().collect();
    for (j, stmt) in function.code.iter().enumerate().skip(k + 1) {
        if leaders.contains(&j) {
            return false;
        }
        if stmt.guard.is_some_and(|g| carries.contains(&g.val)) {
            return true;
        }
        let mut reads = false;
        stmt.inst.for_each_src(&mut |v| reads |= carries.contains(&v));
        if reads && stmt.guard.is_none() && is_use(&stmt.inst, &carries) {
            return true;
        }
        if ends_run(stmt) {
            return false;
        }
        let selects = matches!(stmt.inst, Inst::Selp(_)) || stmt.guard.is_some();
        stmt.inst.for_each_dst(&mut |v| {
            if reads && !selects {
                carries.insert(v);
            } else if stmt.guard.is_none() {
                carries.remove(&v);
            }
        });
    }
    false
}

/// A use that makes a loaded value count: it is stored, or an address.
fn is_use(inst: &Inst, carries: &HashSet<Val>) -> bool {
    match inst {
        Inst::Ld(i) => carries.contains(&i.addr.base),
        Inst::LdVec(i) => carries.contains(&i.addr.base),
        Inst::St(_) | Inst::StVec(_) | Inst::Atom(_) | Inst::Red(_) => true,
        _ => false,
    }
}

fn ends_run(stmt: &Stmt) -> bool {
    matches!(stmt.inst, Inst::Bra(_) | Inst::Brx(_) | Inst::Ret(_) | Inst::Exit(_) | Inst::Call(_))
}
