//! A loaded module: one flat array of instructions, and where its variables live.

use crate::addr;
use crate::analysis::Facts;
use crate::liveness::Live;
use diag::{Text, msg};
use ptx::{Addr, Function, Inst, Loc, LocId, Module, Space, Special, Stmt, Symbol, SymbolRef, Ty, Val, Value};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Place of an instruction in the program's flat code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Site(pub(crate) u32);

/// How a value is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Bits32,
    Bits64,
    Pred,
}

/// Where a value of a function stands, and what it holds before anything runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueLayout {
    pub(crate) class: Class,
    /// It can hold lanes; constants cannot.
    pub(crate) has_slot: bool,
    pub(crate) constant: u64,
}

/// Frame-relative addresses of call parameters start here; below are the kernel's own parameters.
pub(crate) const CALL_PARAMS: u64 = 0x1_0000;

/// A function, laid out.
#[derive(Debug)]
pub(crate) struct FunctionLayout {
    pub(crate) start: u32,
    pub(crate) values: Vec<ValueLayout>,
    /// Special registers among the values.
    pub(crate) specials: Vec<(Val, Special)>,
    /// Values that are addresses in the frame's local memory, with their offset.
    pub(crate) locals: Vec<(Val, u64)>,
    /// Bytes of local memory that one activation needs: variables and call parameters.
    pub(crate) frame_bytes: u64,
    /// Offset of each symbol in its space.
    pub(crate) offsets: Vec<u64>,
    /// Bytes of the kernel's parameters.
    pub(crate) param_bytes: u64,
    /// Reads the clock: its values change while it runs.
    pub(crate) has_clock: bool,
}

/// A named range of shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SharedVar {
    pub(crate) name: String,
    pub(crate) offset: u64,
    /// 0: as long as the launch says.
    pub(crate) bytes: u64,
    pub(crate) ty: Ty,
}

/// A module-scope variable in global or constant memory.
#[derive(Clone, Debug)]
pub(crate) struct DeviceVar {
    pub(crate) symbol: usize,
    pub(crate) region: usize,
}

/// Why a module cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// A variable that another module should define.
    #[error("`{0}` is declared, but nothing defines it")]
    Undefined(String),
    /// Variables that together take more memory than the device has.
    #[error("the module's variables take {0} bytes, more than the virtual device holds ({max})", max = MAX_VAR_BYTES)]
    TooLarge(u64),
    /// More variables than the device has room for.
    #[error("{0} variables are more than the virtual device holds ({max})", max = addr::MAX_REGIONS / 2)]
    TooManyVariables(usize),
}

impl LoadError {
    /// What the module asks for that the device lacks, in the user's language.
    pub fn text(&self) -> Text {
        match self {
            Self::Undefined(name) => msg!("vgpu-load-undefined", name = name),
            Self::TooLarge(bytes) => msg!("vgpu-load-large", bytes = *bytes, max = MAX_VAR_BYTES),
            Self::TooManyVariables(count) => {
                msg!("vgpu-load-many", count = *count, max = addr::MAX_REGIONS / 2)
            }
        }
    }
}

/// A module ready to launch.
#[derive(Debug)]
pub struct Program {
    pub(crate) module: Arc<Module>,
    pub(crate) code: Vec<Stmt>,
    pub(crate) functions: Vec<FunctionLayout>,
    pub(crate) shared: Vec<SharedVar>,
    /// Where dynamic shared memory begins.
    pub(crate) dynamic_shared: u64,
    pub(crate) device_vars: Vec<DeviceVar>,
    entries: HashMap<String, usize>,
    facts: Facts,
    /// Which values are read later.
    pub(crate) live: Arc<Live>,
    /// Per function.
    habits: Vec<Habits>,
}

/// What earlier launches of a kernel have shown, for the next ones to begin with. It changes how they run, not what they
/// say.
#[derive(Debug, Default)]
pub(crate) struct Habits {
    /// It reads or writes again what it wrote in part: masks do not do (`quick::claims`).
    pub(crate) comes_back: AtomicBool,
    /// Its blocks come to different barriers: waves do not do.
    pub(crate) parts: AtomicBool,
}

/// Regions of module variables start at this one; the host's buffers stand below.
pub(crate) const VAR_REGIONS: usize = addr::MAX_REGIONS / 2;

/// How many branches are asked which branches decide about them.
const MAX_DECIDING: usize = 32;

/// Most memory that a module's variables may take in each of global, shared and local memory: 1 GiB.
const MAX_VAR_BYTES: u64 = 1 << 30;

/// Unused bytes between shared variables, so that running out of one is not running into the next.
const SHARED_GAP: u64 = 256;

fn align_up(at: u64, align: u64) -> u64 {
    at.div_ceil(align.max(1)).saturating_mul(align.max(1))
}

impl Program {
    /// Lays out a parsed module.
    ///
    /// # Errors
    /// If it refers to variables that it doesn't define, or has too many.
    pub fn load(module: Module) -> Result<Program, LoadError> {
        let module = Arc::new(module);
        let mut at = 0;
        let start = |f: &Function| {
            let start = at;
            at += f.code.len() as u32;
            start
        };
        let starts = module.functions.iter().map(start).collect();
        let live = Arc::new(Live::new(Arc::clone(&module), starts));
        let mut program = Program {
            module,
            code: Vec::new(),
            functions: Vec::new(),
            shared: Vec::new(),
            dynamic_shared: 0,
            device_vars: Vec::new(),
            entries: HashMap::new(),
            facts: Facts::default(),
            live,
            habits: Vec::new(),
        };
        program.place_shared();
        program.place_globals()?;
        for idx in 0..program.module.functions.len() {
            let layout = program.place_function(idx);
            program.functions.push(layout);
        }
        let frames = program.functions.iter().map(|f| f.frame_bytes.saturating_add(f.param_bytes)).max().unwrap_or(0);
        let largest = program.dynamic_shared.max(frames);
        if largest > MAX_VAR_BYTES {
            return Err(LoadError::TooLarge(largest));
        }
        program.facts = crate::analysis::facts(&program);
        program.habits.resize_with(program.functions.len(), Habits::default);
        Ok(program)
    }

    /// The kernels, by mangled name.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.module.entries().map(|f| f.name.as_str())
    }

    /// Whether a load may have been speculated by the compiler.
    #[inline(always)]
    pub(crate) fn is_deferred(&self, site: u32) -> bool {
        self.facts.is_deferred(site)
    }

    /// Whether fences or acquiring and releasing accesses hand knowledge from thread to thread.
    pub(crate) fn has_fences(&self) -> bool {
        self.facts.has_fences
    }

    /// Whether a block may wait for, or see, what another one does.
    pub(crate) fn talks(&self) -> bool {
        self.facts.talks
    }

    /// Whether block barriers alone order its threads: it is one for a quick run.
    pub(crate) fn is_simple(&self) -> bool {
        self.facts.simple
    }

    /// Whether a kernel's blocks may run together as one gang.
    pub(crate) fn is_loose(&self, entry: usize) -> bool {
        self.facts.loose.get(entry).is_some_and(|loose| *loose)
    }

    /// Bytes of the registers that a gang of `n_lanes` lanes needs for a function.
    pub(crate) fn register_bytes(&self, function: usize, n_lanes: usize) -> usize {
        let values = self.functions.get(function).map_or(&[][..], |f| &f.values);
        let bytes = |v: &ValueLayout| match v.class {
            Class::Bits32 if v.has_slot => 4,
            Class::Bits64 if v.has_slot => 8,
            _ => 0,
        };
        n_lanes * values.iter().map(bytes).sum::<usize>()
    }

    pub(crate) fn habits(&self, entry: usize) -> Option<&Habits> {
        self.habits.get(entry)
    }

    /// Whether some function reads a clock.
    pub(crate) fn has_clock(&self) -> bool {
        self.facts.has_clock
    }

    pub(crate) fn entry(&self, name: &str) -> Option<usize> {
        self.entries.get(name).copied()
    }

    /// The PTX module behind it.
    pub fn module(&self) -> &Module {
        &self.module
    }

    fn place_shared(&mut self) {
        let mut at = SHARED_GAP;
        let local = self.module.functions.iter().flat_map(|f| &f.symbols);
        let all = self.module.globals.iter().chain(local).filter(|s| s.space == Space::Shared);
        let mut dynamic = Vec::new();
        for s in all {
            if s.size_bytes == 0 || s.is_extern {
                dynamic.push(s);
                continue;
            }
            // Arrays of halves ask for two bytes and get more on any GPU, as much as `wmma` wants.
            at = align_up(at, u64::from(s.align).max(32));
            self.shared.push(SharedVar { name: s.name.clone(), offset: at, bytes: s.size_bytes, ty: s.ty });
            at = at.saturating_add(s.size_bytes).saturating_add(SHARED_GAP);
        }
        self.dynamic_shared = align_up(at, 1024);
        for s in dynamic {
            let var = SharedVar { name: s.name.clone(), offset: self.dynamic_shared, bytes: 0, ty: s.ty };
            if !self.shared.contains(&var) {
                self.shared.push(var);
            }
        }
    }

    fn place_globals(&mut self) -> Result<(), LoadError> {
        let global = |s: &&Symbol| matches!(s.space, Space::Global | Space::Const);
        let total = self.module.globals.iter().filter(global).fold(0u64, |t, s| t.saturating_add(s.size_bytes));
        if total > MAX_VAR_BYTES {
            return Err(LoadError::TooLarge(total));
        }
        for (idx, s) in self.module.globals.iter().enumerate() {
            if matches!(s.space, Space::Global | Space::Const) {
                if s.is_extern {
                    return Err(LoadError::Undefined(s.name.clone()));
                }
                let region = VAR_REGIONS + self.device_vars.len();
                if region >= addr::MAX_REGIONS {
                    return Err(LoadError::TooManyVariables(self.module.globals.len()));
                }
                self.device_vars.push(DeviceVar { symbol: idx, region });
            }
        }
        Ok(())
    }

    /// Address of a symbol in its own space (generic for global and constant memory).
    pub(crate) fn address(&self, symbol: SymbolRef, locals: &[u64]) -> u64 {
        match symbol {
            SymbolRef::Function(id) => addr::FUNCTIONS + 16 * u64::from(id.0),
            SymbolRef::Local(id) => locals.get(id.0 as usize).copied().unwrap_or(0),
            SymbolRef::Global(id) => match self.module.globals.get(id.0 as usize) {
                Some(s) if s.space == Space::Shared => self.shared_offset(s),
                Some(_) => {
                    let var = self.device_vars.iter().find(|v| v.symbol == id.0 as usize);
                    var.map_or(0, |v| addr::region_base(v.region))
                }
                None => 0,
            },
        }
    }

    fn shared_offset(&self, s: &Symbol) -> u64 {
        self.shared.iter().find(|v| v.name == s.name).map_or(0, |v| v.offset)
    }

    fn place_function(&mut self, idx: usize) -> FunctionLayout {
        let f = &self.module.functions[idx];
        let (offsets, frame_bytes, param_bytes) = self.place_symbols(f);
        let mut layout = FunctionLayout {
            start: self.code.len() as u32,
            values: Vec::with_capacity(f.values.len()),
            specials: Vec::new(),
            locals: Vec::new(),
            frame_bytes,
            param_bytes,
            has_clock: false,
            offsets,
        };
        for (k, value) in f.values.iter().enumerate() {
            let val = Val(k as u32);
            let (class, has_slot, constant) = match value {
                Value::Reg { ty: Ty::Pred, .. } => (Class::Pred, true, 0),
                Value::Reg { ty, .. } if ty.size_bytes() > 4 => (Class::Bits64, true, 0),
                Value::Reg { .. } => (Class::Bits32, true, 0),
                Value::Imm(bits) => (Class::Bits64, false, *bits),
                Value::Special(s) => {
                    layout.specials.push((val, *s));
                    let wide = matches!(s, Special::Clock64 | Special::Globaltimer | Special::CurrentGraphExec);
                    layout.has_clock |= is_clock(*s);
                    (if wide { Class::Bits64 } else { Class::Bits32 }, true, 0)
                }
                Value::Symbol { symbol, offset } => {
                    let at = self.address(*symbol, &layout.offsets).wrapping_add_signed(*offset);
                    let space = self.module.symbol(f, *symbol).map(|s| s.space);
                    if space == Some(Space::Local) {
                        layout.locals.push((val, at));
                    }
                    (Class::Bits64, false, at)
                }
                Value::Sink => (Class::Bits64, true, 0),
            };
            layout.values.push(ValueLayout { class, has_slot, constant });
        }
        if f.is_entry && f.has_body {
            self.entries.insert(f.name.clone(), idx);
        }
        self.code.extend(f.code.iter().copied());
        layout
    }

    /// Offsets of a function's symbols, bytes of its frame, bytes of its kernel parameters.
    fn place_symbols(&self, f: &Function) -> (Vec<u64>, u64, u64) {
        let (mut frame, mut params) = (0, 0);
        let mut offsets = vec![0; f.symbols.len()];
        if f.is_entry {
            for id in &f.params {
                if let (Some(s), Some(o)) = (f.symbols.get(id.0 as usize), offsets.get_mut(id.0 as usize)) {
                    params = align_up(params, u64::from(s.align));
                    *o = params;
                    params = params.saturating_add(s.size_bytes);
                }
            }
        }
        for (k, s) in f.symbols.iter().enumerate() {
            let is_kernel_param = f.is_entry && f.params.iter().any(|p| p.0 as usize == k);
            match s.space {
                Space::Local => {
                    frame = align_up(frame, u64::from(s.align).max(16));
                    offsets[k] = frame;
                    frame = frame.saturating_add(s.size_bytes);
                }
                Space::Param if !is_kernel_param => {
                    frame = align_up(frame, u64::from(s.align).max(16));
                    offsets[k] = CALL_PARAMS.saturating_add(frame);
                    frame = frame.saturating_add(s.size_bytes);
                }
                Space::Shared => offsets[k] = self.shared_offset(s),
                _ => {}
            }
        }
        (offsets, align_up(frame, 16), params)
    }

    /// The function that holds a site.
    pub(crate) fn function_at(&self, site: Site) -> usize {
        self.functions.partition_point(|f| f.start <= site.0).saturating_sub(1)
    }

    pub(crate) fn inst(&self, site: Site) -> Option<&Inst> {
        self.code.get(site.0 as usize).map(|s| &s.inst)
    }

    pub(crate) fn loc(&self, site: Site) -> Option<LocId> {
        self.code.get(site.0 as usize).and_then(|s| s.loc)
    }

    /// Whether two sites are one place in the source: copies that unrolling made, but not those that inlining at
    /// different calls made. Calls in one statement are one: the compiler gives the column of the statement.
    pub(crate) fn same_place(&self, a: Site, b: Site) -> bool {
        if a == b {
            return true;
        }
        let at = |l: LocId| self.module.locs.get(l.0 as usize);
        let place = |l: &Loc| (l.file, l.line, l.column);
        // Of the calls only the innermost is compared. `inlined_at` names its place alone, and the compiler writes the
        // calls around it but once: where it was inlined several times itself, any of them can be meant.
        // `barrier.sync`, which cooperative groups use, pairs across places.
        let is_aligned = |s: Site| !matches!(self.inst(s), Some(Inst::BarrierSync(i)) if !i.aligned.0);
        let of = |s: Site| {
            let loc = at(self.loc(s)?)?;
            Some((place(loc), loc.inlined_at.filter(|_| is_aligned(s)).and_then(at).map(place)))
        };
        of(a).is_some() && of(a) == of(b)
    }

    /// Whether blocks can see what others did while they run.
    pub(crate) fn signals(&self) -> bool {
        self.facts.signals
    }

    /// Whether the load at `site` waits for another thread to change what it loads.
    pub(crate) fn waits(&self, site: u32) -> bool {
        self.facts.waiting_loads.contains(&site)
    }

    /// Whether a loop looks at memory that other threads may change.
    pub(crate) fn polls(&self, from: Site, to: Site) -> bool {
        self.code.get(from.0 as usize..=to.0 as usize).unwrap_or_default().iter().any(|stmt| match &stmt.inst {
            Inst::Ld(i) => !matches!(i.sem, None | Some(ptx::Sem::Weak)),
            Inst::Atom(_) => true,
            _ => false,
        })
    }

    /// Whether control can go on from one site to another within a function. Where blocks of code lie says nothing:
    /// compilers move them.
    pub(crate) fn reaches(&self, from: Site, to: Site) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![from.0];
        while let Some(at) = open.pop() {
            for site in self.successors(at) {
                if site == to.0 {
                    return true;
                }
                if seen.insert(site) {
                    open.push(site);
                }
            }
        }
        false
    }

    /// Where control can go on from an instruction, within its function.
    fn successors(&self, at: u32) -> Vec<u32> {
        let Some(stmt) = self.code.get(at as usize) else { return Vec::new() };
        let function = self.function_at(Site(at));
        let start = self.functions[function].start;
        let tables = &self.module.functions[function].branch_tables;
        let mut next: Vec<u32> = Vec::new();
        match &stmt.inst {
            Inst::Bra(i) => next.push(start + i.target.0),
            Inst::Brx(_) => next.extend(tables.iter().flatten().map(|label| start + label.0)),
            _ => {}
        }
        let ends = matches!(&stmt.inst, Inst::Bra(_) | Inst::Brx(_) | Inst::Ret(_) | Inst::Exit(_));
        if !(ends && stmt.guard.is_none()) {
            next.push(at + 1);
        }
        next.retain(|site| self.function_at(Site(*site)) == function && (*site as usize) < self.code.len());
        next
    }

    /// The branches that decide whether control comes to a site of its function, those that decide last first: of each,
    /// one way always leads there, and the other need not.
    pub(crate) fn deciding_branches(&self, site: Site) -> Vec<u32> {
        let function = self.function_at(site);
        let start = self.functions[function].start;
        let end = self.functions.get(function + 1).map_or(self.code.len() as u32, |f| f.start);
        let mut before: HashMap<u32, Vec<u32>> = HashMap::new();
        let mut exits = Vec::new();
        for at in start..end {
            let next = self.successors(at);
            let leaves = matches!(self.inst(Site(at)), Some(Inst::Ret(_) | Inst::Exit(_)));
            if leaves || next.is_empty() {
                exits.push(at);
            }
            next.iter().for_each(|site| before.entry(*site).or_default().push(at));
        }
        let mut found: Vec<u32> = Vec::new();
        let mut k = 0;
        let mut goal = site.0;
        loop {
            // From where the function can end without coming to the goal.
            let mut misses: HashSet<u32> = exits.iter().copied().filter(|at| *at != goal).collect();
            let mut open: Vec<u32> = misses.iter().copied().collect();
            while let Some(at) = open.pop() {
                for &from in before.get(&at).into_iter().flatten() {
                    if from != goal && misses.insert(from) {
                        open.push(from);
                    }
                }
            }
            let decides = |at: &u32| {
                let leads = |next: &u32| *next == goal || !misses.contains(next);
                *at != goal && misses.contains(at) && self.successors(*at).iter().any(leads)
            };
            // The nearest before the goal first, then those that jump back to it.
            let mut here: Vec<u32> = (start..end).filter(decides).filter(|at| !found.contains(at)).collect();
            here.sort_by_key(|at| (*at > goal, at.abs_diff(goal)));
            found.extend(here);
            let Some(next) = found.get(k).copied().filter(|_| k < MAX_DECIDING) else { return found };
            goal = next;
            k += 1;
        }
    }

    /// Whether the code has a barrier between two sites: one of the block, or, in `warp`, one of the warp too.
    pub(crate) fn barrier_between(&self, a: Site, b: Site, warp: bool) -> bool {
        let (lo, hi) = (a.0.min(b.0) as usize, a.0.max(b.0) as usize);
        self.code.get(lo..hi).unwrap_or_default().iter().any(|stmt| match &stmt.inst {
            Inst::BarrierSync(_) | Inst::BarrierRed(_) => true,
            Inst::BarWarpSync(_) => warp,
            _ => false,
        })
    }

    /// Whether an atomic on the very same address follows a plain load before any barrier: it checks the value again.
    pub(crate) fn checked_again(&self, load: Site) -> bool {
        let Some(Inst::Ld(ld)) = self.inst(load) else { return false };
        let function = self.function_at(load);
        let end = self.functions.get(function + 1).map_or(self.code.len(), |f| f.start as usize);
        for stmt in self.code.get(load.0 as usize + 1..end).unwrap_or_default() {
            let addr = match &stmt.inst {
                Inst::BarrierSync(_) | Inst::BarrierRed(_) => return false,
                Inst::Atom(i) => i.addr,
                Inst::Red(i) => i.addr,
                _ => continue,
            };
            if self.origin(function, addr) == self.origin(function, ld.addr) {
                return true;
            }
        }
        false
    }

    /// An address as a register and an offset, where constants that were added on the way count as offset.
    fn origin(&self, function: usize, addr: Addr) -> (Val, i64) {
        let f = &self.module.functions[function];
        let (mut base, mut offset) = (addr.base, addr.offset);
        for _ in 0..4 {
            let mut definitions = f.code.iter().filter(|stmt| {
                let mut defines = false;
                stmt.inst.for_each_dst(&mut |v| defines |= v == base);
                defines
            });
            let (Some(Inst::Add(i)), None) = (definitions.next().map(|stmt| stmt.inst), definitions.next()) else {
                break;
            };
            let Some(Value::Imm(bits)) = f.values.get(i.b.0.idx()) else { break };
            (base, offset) = (i.a.0, offset.wrapping_add(bits.cast_signed()));
        }
        (base, offset)
    }

    /// A function's symbol, by its function-local number.
    pub(crate) fn symbol(&self, function: usize, id: ptx::SymbolId) -> Option<(&Symbol, u64)> {
        let s = self.module.functions.get(function)?.symbols.get(id.0 as usize)?;
        Some((s, self.functions.get(function)?.offsets.get(id.0 as usize).copied()?))
    }
}

pub(crate) fn is_clock(s: Special) -> bool {
    matches!(
        s,
        Special::Clock
            | Special::ClockHi
            | Special::Clock64
            | Special::Globaltimer
            | Special::GlobaltimerLo
            | Special::GlobaltimerHi
    )
}
