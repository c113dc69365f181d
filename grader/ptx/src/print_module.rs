//! Writes a module as PTX.
//!
//! What comes out is equivalent to what was read, not equal: scopes are flattened, so registers and variables that
//! shared a name get new ones; source locations, alignment of pointees and pragmas are left out.

use std::collections::HashSet;
use std::fmt::{self, Write};

use crate::print::{Names, Unique};
use crate::{Callee, Function, InitPiece, Inst, Linkage, Module, Space, Symbol, SymbolId, SymbolRef, Ty, Value};

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, ".version {}.{}", self.version.0, self.version.1)?;
        writeln!(f, ".target {}", self.target)?;
        writeln!(f, ".address_size {}\n", self.address_size)?;
        // Declarations first: initial contents and calls may name functions that are defined later.
        for function in &self.functions {
            if !function.is_entry {
                print_head(f, self, function, &Unique::default())?;
                writeln!(f, ";")?;
            }
        }
        for global in &self.globals {
            print_symbol(f, self, global, &global.name)?;
            writeln!(f, ";")?;
        }
        for function in self.functions.iter().filter(|f| f.has_body) {
            writeln!(f)?;
            print_function(f, self, function)?;
        }
        Ok(())
    }
}

/// Names that are unique in the function and differ from those of the module.
fn unique(module: &Module, function: &Function) -> Unique {
    let mut used: HashSet<String> = module.globals.iter().map(|g| g.name.clone()).collect();
    used.extend(module.functions.iter().map(|f| f.name.clone()));
    let mut fresh = |name: &str| {
        let name = name.replace('.', "$");
        let mut candidate = name.clone();
        let mut n = 1;
        while !used.insert(candidate.clone()) {
            candidate = format!("{name}$s{n}");
            n += 1;
        }
        candidate
    };
    let symbols = function.symbols.iter().map(|s| fresh(&s.name)).collect();
    let values = function.values.iter().map(|v| match v {
        Value::Reg { name, .. } => fresh(name),
        _ => String::new(),
    });
    Unique { values: values.collect(), symbols }
}

fn print_space(space: Space) -> &'static str {
    match space {
        Space::SharedCluster => "shared",
        _ => space.token(),
    }
}

fn print_symbol(f: &mut dyn Write, module: &Module, symbol: &Symbol, name: &str) -> fmt::Result {
    if symbol.is_extern {
        f.write_str(".extern ")?;
    }
    // A vector variable has the layout of an array.
    let elem = u64::from(symbol.ty.size_bytes().max(1));
    write!(f, ".{}", print_space(symbol.space))?;
    if symbol.is_array || symbol.align != symbol.ty.size_bytes() || symbol.space != Space::Param {
        write!(f, " .align {}", symbol.align)?;
    }
    write!(f, " .{} {name}", symbol.ty.token())?;
    match symbol.size_bytes / elem {
        0 => f.write_str("[]")?,
        1 if !symbol.is_array => {}
        n => write!(f, "[{n}]")?,
    }
    if symbol.init.is_empty() {
        return Ok(());
    }
    let is_list = symbol.is_array || symbol.size_bytes != elem;
    f.write_str(if is_list { " = {" } else { " = " })?;
    let mut at = 0;
    let mut separator = "";
    for piece in &symbol.init {
        let (offset, size) = match piece {
            InitPiece::Bytes { offset, bytes } => (*offset, bytes.len() as u64),
            InitPiece::Address { offset, .. } => (*offset, elem),
        };
        while at < offset {
            write!(f, "{separator}0")?;
            separator = ", ";
            at += elem;
        }
        match piece {
            InitPiece::Bytes { bytes, .. } => {
                for chunk in bytes.chunks(usize::try_from(elem).unwrap_or(1)) {
                    let bits = chunk.iter().rev().take(8).fold(0u64, |all, b| all << 8 | u64::from(*b));
                    f.write_str(separator)?;
                    separator = ", ";
                    match symbol.ty {
                        Ty::F32 => write!(f, "0f{bits:08X}")?,
                        Ty::F64 => write!(f, "0d{bits:016X}")?,
                        _ => write!(f, "{bits}")?,
                    }
                }
            }
            InitPiece::Address { size_bytes, first_byte, target, addend, generic, .. } => {
                f.write_str(separator)?;
                separator = ", ";
                let masked = u64::from(*size_bytes) < elem || elem == 1;
                if masked {
                    let bits = size_bytes.saturating_mul(8);
                    let ones = u64::MAX.checked_shr(64u32.saturating_sub(bits)).unwrap_or(0);
                    write!(f, "0x{:X}(", ones.checked_shl(first_byte.saturating_mul(8)).unwrap_or(0))?;
                }
                let (open, close) = if *generic { ("generic(", ")") } else { ("", "") };
                write!(f, "{open}{}{close}", global_name(module, *target))?;
                if *addend != 0 {
                    write!(f, "+{addend}")?;
                }
                f.write_str(if masked { ")" } else { "" })?;
            }
        }
        at = offset.saturating_add(size);
    }
    f.write_str(if is_list { "}" } else { "" })
}

fn global_name(module: &Module, symbol: SymbolRef) -> &str {
    match symbol {
        SymbolRef::Global(id) => module.globals.get(id.0 as usize).map_or("_", |g| &g.name),
        SymbolRef::Function(id) => module.functions.get(id.0 as usize).map_or("_", |f| &f.name),
        SymbolRef::Local(_) => "_",
    }
}

fn print_params(
    f: &mut dyn Write,
    module: &Module,
    function: &Function,
    ids: &[SymbolId],
    name: impl Fn(SymbolId) -> String,
) -> fmt::Result {
    f.write_char('(')?;
    for (i, id) in ids.iter().enumerate() {
        f.write_str(if i == 0 { "" } else { ", " })?;
        if let Some(symbol) = function.symbols.get(id.0 as usize) {
            print_symbol(f, module, symbol, &name(*id))?;
        }
    }
    f.write_char(')')
}

fn print_head(f: &mut dyn Write, module: &Module, function: &Function, unique: &Unique) -> fmt::Result {
    f.write_str(match function.linkage {
        Linkage::Internal => "",
        Linkage::Visible => ".visible ",
        Linkage::Extern => ".extern ",
        Linkage::Weak => ".weak ",
    })?;
    f.write_str(if function.is_entry { ".entry " } else { ".func " })?;
    let name = |id: SymbolId| unique.symbols.get(id.0 as usize).map_or_else(|| format!("_{}", id.0), Clone::clone);
    if !function.returns.is_empty() {
        print_params(f, module, function, &function.returns, name)?;
        f.write_char(' ')?;
    }
    f.write_str(&function.name)?;
    print_params(f, module, function, &function.params, name)?;
    let b = &function.bounds;
    for (directive, dims) in [(".maxntid", b.maxntid), (".reqntid", b.reqntid)] {
        if let Some([x, y, z]) = dims {
            write!(f, " {directive} {x}, {y}, {z}")?;
        }
    }
    for (directive, n) in [(".minnctapersm", b.minnctapersm), (".maxnreg", b.maxnreg)] {
        if let Some(n) = n {
            write!(f, " {directive} {n}")?;
        }
    }
    f.write_str(if function.is_noreturn { " .noreturn" } else { "" })
}

fn print_function(f: &mut dyn Write, module: &Module, function: &Function) -> fmt::Result {
    let unique = unique(module, function);
    let names = Names { module, function, ty: None, unique: Some(&unique) };
    print_head(f, module, function, &unique)?;
    writeln!(f, "\n{{")?;
    for (i, value) in function.values.iter().enumerate() {
        if let (Value::Reg { ty, .. }, Some(name)) = (value, unique.values.get(i)) {
            writeln!(f, "\t.reg .{} {name};", ty.token())?;
        }
    }
    for (i, symbol) in function.symbols.iter().enumerate() {
        let id = SymbolId(u32::try_from(i).unwrap_or(u32::MAX));
        if !function.params.contains(&id) && !function.returns.contains(&id) {
            f.write_char('\t')?;
            print_symbol(f, module, symbol, unique.symbols.get(i).map_or("_", |n| n))?;
            writeln!(f, ";")?;
        }
    }
    for (i, targets) in function.branch_tables.iter().enumerate() {
        write!(f, "\t$T{i}: .branchtargets ")?;
        for (k, target) in targets.iter().enumerate() {
            write!(f, "{}$L{}", if k == 0 { "" } else { ", " }, target.0)?;
        }
        writeln!(f, ";")?;
    }
    let mut targets: HashSet<u32> = function.labels.iter().map(|l| l.1.0).collect();
    targets.extend(function.branch_tables.iter().flatten().map(|l| l.0));
    for (at, stmt) in function.code.iter().enumerate() {
        if u32::try_from(at).is_ok_and(|at| targets.contains(&at)) {
            writeln!(f, "$L{at}:")?;
        }
        if let Inst::Call(call) = stmt.inst
            && let (Callee::Indirect(_), Some(site)) = (call.callee, function.calls.get(call.call.0 as usize))
        {
            write!(f, "\t$P{}: .callprototype ", call.call.0)?;
            if !site.returns.is_empty() {
                print_params(f, module, function, &site.returns, |_| "_".to_owned())?;
                f.write_char(' ')?;
            }
            f.write_str("_ ")?;
            print_params(f, module, function, &site.args, |_| "_".to_owned())?;
            writeln!(f, ";")?;
        }
        f.write_char('\t')?;
        names.stmt(f, stmt)?;
        writeln!(f)?;
    }
    writeln!(f, "}}")
}
