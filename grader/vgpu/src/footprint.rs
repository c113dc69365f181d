//! How much shared memory a kernel takes: its own variables and those of what it calls, not those of the module's other
//! kernels.

use crate::program::Program;
use ptx::{Callee, Space, SymbolRef, Value};
use std::collections::BTreeMap;

/// Bytes of the shared variables that `entry`, an index of the module's functions, and the functions that it may call
/// refer to.
pub(crate) fn static_shared_bytes(program: &Program, entry: usize) -> u64 {
    let functions = &program.module.functions;
    let mut seen = vec![false; functions.len()];
    let mut open = vec![entry];
    let mut variables = BTreeMap::new();
    while let Some(at) = open.pop() {
        let Some(f) = functions.get(at).filter(|_| !std::mem::replace(&mut seen[at], true)) else { continue };
        for call in &f.calls {
            match call.callee {
                Callee::Function(id) => open.push(id.0 as usize),
                // Any function whose address can be had.
                Callee::Indirect(_) => open.extend((0..functions.len()).filter(|k| !functions[*k].is_entry)),
            }
        }
        for value in &f.values {
            let Value::Symbol { symbol, .. } = value else { continue };
            if let SymbolRef::Function(id) = symbol {
                open.push(id.0 as usize);
            } else if let Some(s) = program.module.symbol(f, *symbol).filter(|s| s.space == Space::Shared) {
                variables.insert(s.name.as_str(), if s.is_extern { 0 } else { s.size_bytes });
            }
        }
    }
    variables.values().sum()
}
