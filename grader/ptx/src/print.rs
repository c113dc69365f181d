//! Writes instructions as PTX.

use std::fmt::{self, Write};

use crate::{
    CallId, Callee, Function, Inst, Label, Module, Stmt, SymbolRef, TargetsId, Ty, UnsupportedId, Val, Vals, Value,
};

/// What operands are called.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub(crate) module: &'a Module,
    pub(crate) function: &'a Function,
    /// Type that literals have.
    pub(crate) ty: Option<Ty>,
    /// Names of registers and symbols that differ from their own, because those are not unique.
    pub(crate) unique: Option<&'a Unique>,
}

/// The type that literals have in an instruction: that of its sources, which is named last.
pub(crate) fn literal_ty(opcode: &str) -> Option<Ty> {
    opcode.rsplit('.').find_map(Ty::from_token)
}

/// Names for registers and symbols that differ within a function; empty where the own name will do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unique {
    pub(crate) values: Vec<String>,
    pub(crate) symbols: Vec<String>,
}

impl Names<'_> {
    pub(crate) fn val(&self, f: &mut dyn Write, val: Val) -> fmt::Result {
        match self.function.values.get(val.idx()) {
            Some(Value::Reg { name, .. }) => {
                f.write_str(self.unique.and_then(|u| u.values.get(val.idx())).map_or(name, |n| n))
            }
            Some(Value::Imm(bits)) => {
                match (self.ty, u32::try_from(*bits)) {
                    (Some(Ty::F32), Ok(bits)) => return write!(f, "0f{bits:08X}"),
                    (Some(Ty::F64), _) => return write!(f, "0d{bits:016X}"),
                    _ => {}
                }
                let int = bits.cast_signed();
                // Small numbers read best in decimal, bit patterns in hexadecimal.
                if (-65536..=65536).contains(&int) { write!(f, "{int}") } else { write!(f, "0x{bits:X}") }
            }
            Some(Value::Special(special)) => write!(f, "{special}"),
            Some(Value::Symbol { symbol, offset }) => {
                f.write_str(self.symbol(*symbol))?;
                if *offset == 0 { Ok(()) } else { write!(f, "+{offset}") }
            }
            Some(Value::Sink) | None => f.write_char('_'),
        }
    }

    pub(crate) fn symbol(&self, symbol: SymbolRef) -> &str {
        match symbol {
            SymbolRef::Global(id) => self.module.globals.get(id.0 as usize).map_or("_", |s| &s.name),
            SymbolRef::Local(id) => {
                let name = self.function.symbols.get(id.0 as usize).map_or("_", |s| &s.name);
                self.unique.and_then(|u| u.symbols.get(id.0 as usize)).map_or(name, |n| n)
            }
            SymbolRef::Function(id) => self.module.functions.get(id.0 as usize).map_or("_", |s| &s.name),
        }
    }

    pub(crate) fn vals(&self, f: &mut dyn Write, vals: &Vals) -> fmt::Result {
        f.write_char('{')?;
        for (i, val) in vals.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            self.val(f, *val)?;
        }
        f.write_char('}')
    }

    /// Labels are called after the statement they stand before, since their own names need not be unique.
    pub(crate) fn label(&self, f: &mut dyn Write, label: Label) -> fmt::Result {
        write!(f, "$L{}", label.0)
    }

    pub(crate) fn targets(&self, f: &mut dyn Write, targets: TargetsId) -> fmt::Result {
        write!(f, "$T{}", targets.0)
    }

    pub(crate) fn call(&self, f: &mut dyn Write, call: CallId) -> fmt::Result {
        let Some(site) = self.function.calls.get(call.0 as usize) else { return Ok(()) };
        let list = |f: &mut dyn Write, ids: &[crate::SymbolId]| {
            f.write_char('(')?;
            for (i, id) in ids.iter().enumerate() {
                f.write_str(if i == 0 { "" } else { ", " })?;
                f.write_str(self.symbol(SymbolRef::Local(*id)))?;
            }
            f.write_char(')')
        };
        if !site.returns.is_empty() {
            list(f, &site.returns)?;
            f.write_str(", ")?;
        }
        match site.callee {
            Callee::Function(id) => f.write_str(self.symbol(SymbolRef::Function(id)))?,
            Callee::Indirect(val) => self.val(f, val)?,
        }
        f.write_str(", ")?;
        list(f, &site.args)?;
        match site.callee {
            Callee::Function(_) => Ok(()),
            Callee::Indirect(_) => write!(f, ", $P{}", call.0),
        }
    }

    pub(crate) fn unsupported(&self, f: &mut dyn Write, id: UnsupportedId) -> fmt::Result {
        f.write_str(self.function.unsupported.get(id.0 as usize).map_or("", |u| &u.text))
    }

    fn inst(&self, f: &mut dyn Write, inst: &Inst) -> fmt::Result {
        let mut opcode = String::new();
        inst.print_opcode(&mut opcode)?;
        f.write_str(&opcode)?;
        // Strides are integers whatever the elements are.
        let has_floats = !matches!(inst, Inst::WmmaLoad(_) | Inst::WmmaStore(_));
        let ty = literal_ty(&opcode).filter(|_| has_floats);
        inst.print_operands(f, &Names { ty, ..*self })
    }

    pub(crate) fn stmt(&self, f: &mut dyn Write, stmt: &Stmt) -> fmt::Result {
        if let (Some(guard), false) = (stmt.guard, matches!(stmt.inst, Inst::Unsupported(_))) {
            f.write_str(if guard.negated { "@!" } else { "@" })?;
            self.val(f, guard.val)?;
            f.write_char(' ')?;
        }
        self.inst(f, &stmt.inst)
    }
}

/// An instruction with the names of its function; see [`Stmt::display`].
pub struct DisplayStmt<'a> {
    names: Names<'a>,
    stmt: &'a Stmt,
}

impl fmt::Display for DisplayStmt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.names.stmt(f, self.stmt)
    }
}

impl Stmt {
    /// The statement as PTX.
    pub fn display<'a>(&'a self, module: &'a Module, function: &'a Function) -> DisplayStmt<'a> {
        DisplayStmt { names: Names { module, function, ty: None, unique: None }, stmt: self }
    }
}
