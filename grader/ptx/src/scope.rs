//! What names mean at a place in the text, and the function under construction.

use std::collections::HashMap;

use crate::{CallSite, Function, Label, Special, Symbol, SymbolId, SymbolRef, TargetsId, Ty, Val, Value, Why};

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meaning {
    Reg(Val),
    /// A vector register: that many consecutive values.
    VecReg(Val, u32),
    Symbol(SymbolRef),
    Targets(TargetsId),
}

/// `.reg .b32 %r<69>;`: many registers under one prefix. They become values when first used.
#[derive(Clone, Copy, Debug)]
struct Range {
    count: u32,
    ty: Ty,
    id: u32,
}

/// Index into [`Context::parents`].
type FrameId = u32;

/// One `{ … }`.
#[derive(Debug, Default)]
struct Frame<'a> {
    id: FrameId,
    names: HashMap<&'a str, Meaning>,
    ranges: HashMap<&'a str, Range>,
}

/// Names in force and the function being built.
#[derive(Debug, Default)]
pub struct Context<'a> {
    pub(crate) function: Function,
    /// Names of module scope.
    outer: HashMap<&'a str, SymbolRef>,
    /// Scopes of the function, from the outermost.
    frames: Vec<Frame<'a>>,
    /// Each frame's parent; a frame is its own parent if it has none.
    parents: Vec<FrameId>,
    made: HashMap<(u32, u32), Val>,
    n_ranges: u32,
    imms: HashMap<u64, Val>,
    specials: HashMap<Special, Val>,
    symbols: HashMap<(SymbolRef, i64), Val>,
    sink: Option<Val>,
    labels: HashMap<(FrameId, &'a str), Label>,
    /// Uses of labels. Until the body ends, a [`Label`] in the code is an index into this list.
    uses: Vec<(FrameId, &'a str)>,
}

/// `u32` for the length of a list; the parser refuses texts that could overflow it.
pub(crate) fn idx(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

impl<'a> Context<'a> {
    /// Declares a name of module scope; false if another thing has it.
    pub(crate) fn declare_outer(&mut self, name: &'a str, symbol: SymbolRef) -> bool {
        *self.outer.entry(name).or_insert(symbol) == symbol
    }

    pub(crate) fn outer(&self, name: &str) -> Option<SymbolRef> {
        self.outer.get(name).copied()
    }

    /// Forgets the previous function.
    pub(crate) fn begin_function(&mut self, function: Function) {
        let outer = std::mem::take(&mut self.outer);
        *self = Self { function, outer, ..Self::default() };
        self.enter();
    }

    /// How deep `{ … }` are nested.
    pub(crate) fn depth(&self) -> usize {
        self.frames.len()
    }

    pub(crate) fn enter(&mut self) {
        let id = idx(self.parents.len());
        self.parents.push(self.frames.last().map_or(id, |f| f.id));
        self.frames.push(Frame { id, ..Frame::default() });
    }

    pub(crate) fn leave(&mut self) {
        self.frames.pop();
    }

    fn frame_id(&self) -> FrameId {
        self.frames.last().map_or(0, |f| f.id)
    }

    /// Gives a name a meaning in the innermost scope; false if it has one there.
    pub(crate) fn declare(&mut self, name: &'a str, meaning: Meaning) -> bool {
        self.frames.last_mut().is_some_and(|f| f.names.insert(name, meaning).is_none())
    }

    pub(crate) fn declare_range(&mut self, prefix: &'a str, count: u32, ty: Ty) -> bool {
        let id = self.n_ranges;
        self.n_ranges = id.saturating_add(1);
        self.frames.last_mut().is_some_and(|f| f.ranges.insert(prefix, Range { count, ty, id }).is_none())
    }

    pub(crate) fn new_value(&mut self, value: Value) -> Val {
        let val = Val(idx(self.function.values.len()));
        self.function.values.push(value);
        val
    }

    pub(crate) fn new_symbol(&mut self, symbol: Symbol) -> SymbolId {
        let id = SymbolId(idx(self.function.symbols.len()));
        self.function.symbols.push(symbol);
        id
    }

    /// What a name means here.
    pub(crate) fn meaning(&mut self, name: &str) -> Option<Meaning> {
        for at in (0..self.frames.len()).rev() {
            let frame = &self.frames[at];
            if let Some(meaning) = frame.names.get(name) {
                return Some(*meaning);
            }
            if frame.ranges.is_empty() {
                continue;
            }
            let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
            // `%r12` can be number 12 of `%r<…>` or number 2 of `%r1<…>`.
            for digits in (1..=digits.min(10)).rev() {
                let (prefix, number) = name.split_at(name.len() - digits);
                let Some(range) = frame.ranges.get(prefix).copied() else { continue };
                let Ok(number) = number.parse::<u32>() else { continue };
                if number >= range.count {
                    continue;
                }
                let made = self.made.get(&(range.id, number)).copied();
                return Some(Meaning::Reg(made.unwrap_or_else(|| {
                    let val = self.new_value(Value::Reg { ty: range.ty, name: name.to_owned() });
                    self.made.insert((range.id, number), val);
                    val
                })));
            }
        }
        self.outer.get(name).map(|s| Meaning::Symbol(*s))
    }

    /// Elements of a vector register.
    pub(crate) fn vector(&mut self, name: &str) -> Option<impl Iterator<Item = Val> + use<>> {
        match self.meaning(name)? {
            Meaning::VecReg(first, len) => Some((first.0..first.0.saturating_add(len)).map(Val)),
            _ => None,
        }
    }

    fn element(&mut self, name: &str) -> Option<Val> {
        let (base, elem) = name.rsplit_once('.')?;
        let at = match elem {
            "x" | "r" => 0,
            "y" | "g" => 1,
            "z" | "b" => 2,
            "w" | "a" => 3,
            _ => return None,
        };
        self.vector(base)?.nth(at)
    }

    /// The value that a name stands for where it is read.
    pub(crate) fn readable(&mut self, name: &str) -> Result<Val, Why> {
        match self.meaning(name) {
            Some(Meaning::Reg(val)) => return Ok(val),
            Some(Meaning::Symbol(symbol)) => return Ok(self.symbol_value(symbol, 0)),
            Some(_) => return Err(Why::BadOperand(name.to_owned())),
            None => {}
        }
        if name == "WARP_SZ" {
            return Ok(self.imm(32));
        }
        if let Some(special) = Special::from_name(name) {
            let known = self.specials.get(&special).copied();
            return Ok(known.unwrap_or_else(|| {
                let val = self.new_value(Value::Special(special));
                self.specials.insert(special, val);
                val
            }));
        }
        self.element(name).ok_or_else(|| Why::UnknownName(name.to_owned()))
    }

    /// The register that a name stands for where it is written.
    pub(crate) fn writable(&mut self, name: &str) -> Result<Val, Why> {
        match self.meaning(name) {
            Some(Meaning::Reg(val)) => Ok(val),
            Some(_) => Err(Why::BadOperand(name.to_owned())),
            None if name == "_" => Ok(match self.sink {
                Some(sink) => sink,
                None => *self.sink.insert({
                    let val = Val(idx(self.function.values.len()));
                    self.function.values.push(Value::Sink);
                    val
                }),
            }),
            None => self.element(name).ok_or_else(|| Why::UnknownName(name.to_owned())),
        }
    }

    pub(crate) fn symbol_plus(&mut self, name: &str, offset: i64) -> Result<Val, Why> {
        match self.meaning(name) {
            Some(Meaning::Symbol(symbol)) => Ok(self.symbol_value(symbol, offset)),
            Some(_) => Err(Why::BadOperand(format!("{name}+{offset}"))),
            None => Err(Why::UnknownName(name.to_owned())),
        }
    }

    fn symbol_value(&mut self, symbol: SymbolRef, offset: i64) -> Val {
        let known = self.symbols.get(&(symbol, offset)).copied();
        known.unwrap_or_else(|| {
            let val = self.new_value(Value::Symbol { symbol, offset });
            self.symbols.insert((symbol, offset), val);
            val
        })
    }

    pub(crate) fn imm(&mut self, bits: u64) -> Val {
        let known = self.imms.get(&bits).copied();
        known.unwrap_or_else(|| {
            let val = self.new_value(Value::Imm(bits));
            self.imms.insert(bits, val);
            val
        })
    }

    /// A use of a label. It may be declared later.
    pub(crate) fn label(&mut self, name: &'a str) -> Label {
        let used = Label(idx(self.uses.len()));
        self.uses.push((self.frame_id(), name));
        used
    }

    /// Declares a label at the end of the code so far; false if the scope has one of that name.
    pub(crate) fn declare_label(&mut self, name: &'a str) -> bool {
        let at = Label(idx(self.function.code.len()));
        self.function.labels.push((name.to_owned(), at));
        self.labels.insert((self.frame_id(), name), at).is_none()
    }

    pub(crate) fn declare_targets(&mut self, name: &'a str, targets: Vec<Label>) -> bool {
        let id = TargetsId(idx(self.function.branch_tables.len()));
        self.function.branch_tables.push(targets);
        self.declare(name, Meaning::Targets(id))
    }

    pub(crate) fn targets(&mut self, name: &str) -> Result<TargetsId, Why> {
        match self.meaning(name) {
            Some(Meaning::Targets(id)) => Ok(id),
            Some(_) => Err(Why::BadOperand(name.to_owned())),
            None => Err(Why::UnknownName(name.to_owned())),
        }
    }

    pub(crate) fn new_call(&mut self, call: CallSite) -> crate::CallId {
        let id = crate::CallId(idx(self.function.calls.len()));
        self.function.calls.push(call);
        id
    }

    /// The place that a use of a label means: the innermost declaration around it.
    pub(crate) fn resolve(&self, used: Label) -> Result<Label, &'a str> {
        let Some((mut frame, name)) = self.uses.get(used.0 as usize).copied() else { return Err("") };
        loop {
            if let Some(at) = self.labels.get(&(frame, name)) {
                return Ok(*at);
            }
            match self.parents.get(frame as usize) {
                Some(parent) if *parent != frame => frame = *parent,
                _ => return Err(name),
            }
        }
    }
}
