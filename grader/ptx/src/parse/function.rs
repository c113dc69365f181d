//! Functions: their heads, and what is left to do when their bodies are read.

use super::{Parser, Result_};
use crate::lex::Kind;
use crate::scope::{Meaning, idx};
use crate::{
    Bounds, ErrorKind, Function, FunctionId, Inst, Linkage, Ret, Space, Stmt, SymbolId, SymbolRef, Uni, Unsupported,
    UnsupportedId, Value, Why,
};

impl<'a> Parser<'a> {
    /// A function behind `.func` or `.entry`.
    pub(super) fn function(&mut self, is_entry: bool, linkage: Linkage) -> Result_<()> {
        let ptx_line = self.line;
        self.loc = None;
        self.latest_locs.clear();
        self.scope.begin_function(Function { is_entry, linkage, ptx_line, ..Function::default() });
        if self.eat_directive(".attribute") {
            self.skip_parentheses()?;
        }
        if self.is(b'(') {
            self.scope.function.returns = self.params()?;
        }
        let name = self.name()?;
        self.scope.function.name = name.to_owned();
        let id = self.declare_function(name)?;
        if self.is(b'(') {
            self.scope.function.params = self.params()?;
        }
        self.bounds()?;
        if !self.eat(b';') {
            self.expect(b'{', "`{` or `;`")?;
            if self.module.functions[id.0 as usize].has_body {
                return Err(ErrorKind::Redeclared(name.to_owned()));
            }
            self.scope.function.has_body = true;
            self.body()?;
            self.finish_body()?;
        }
        self.loc = None;
        let slot = &mut self.module.functions[id.0 as usize];
        // A declaration behind the definition says nothing new.
        if !slot.has_body {
            *slot = std::mem::take(&mut self.scope.function);
        }
        Ok(())
    }

    fn declare_function(&mut self, name: &'a str) -> Result_<FunctionId> {
        match self.scope.outer(name) {
            Some(SymbolRef::Function(id)) => Ok(id),
            Some(_) => Err(ErrorKind::Redeclared(name.to_owned())),
            None => {
                let id = FunctionId(idx(self.module.functions.len()));
                self.module.functions.push(Function { name: name.to_owned(), ..Function::default() });
                self.scope.declare_outer(name, SymbolRef::Function(id));
                Ok(id)
            }
        }
    }

    /// `(.param .u64 a, .param .align 4 .b8 b[8])`
    pub(super) fn params(&mut self) -> Result_<Vec<SymbolId>> {
        self.expect(b'(', "`(`")?;
        let mut params = vec![];
        while !self.eat(b')') {
            if self.eat_directive(".reg") {
                // Old code passes values in registers; calls of such functions are unsupported.
                let spec = self.spec()?;
                let name = self.name()?;
                let val = self.scope.new_value(Value::Reg { ty: spec.ty, name: name.to_owned() });
                if name != "_" && !self.scope.declare(name, Meaning::Reg(val)) {
                    return Err(ErrorKind::Redeclared(name.to_owned()));
                }
            } else if self.eat_directive(".param") {
                let spec = self.spec()?;
                params.push(self.local(Space::Param, spec)?);
            } else {
                return self.expected("`.param`");
            }
            if !self.eat(b',') && !self.is(b')') {
                return self.expected("`,` or `)`");
            }
        }
        Ok(params)
    }

    /// Directives between the parameters and the body.
    fn bounds(&mut self) -> Result_<()> {
        let mut bounds = Bounds::default();
        while self.token.kind == Kind::Directive {
            let directive = self.advance().text;
            match directive {
                ".maxntid" => bounds.maxntid = Some(self.three()?),
                ".reqntid" => bounds.reqntid = Some(self.three()?),
                ".minnctapersm" => bounds.minnctapersm = Some(self.small()?),
                ".maxnreg" => bounds.maxnreg = Some(self.small()?),
                ".maxnctapersm" | ".abi_preserve" | ".abi_preserve_control" => {
                    self.small()?;
                }
                ".noreturn" => self.scope.function.is_noreturn = true,
                ".unique" => {}
                ".explicitcluster" | ".blocksareclusters" => bounds.clusters = true,
                ".reqnctapercluster" => {
                    self.three()?;
                    bounds.clusters = true;
                }
                ".maxclusterrank" => {
                    self.small()?;
                    bounds.clusters = true;
                }
                ".pragma" => self.pragma()?,
                ".attribute" => self.skip_parentheses()?,
                _ => return Err(ErrorKind::UnknownDirective(directive.to_owned())),
            }
        }
        self.scope.function.bounds = bounds;
        Ok(())
    }

    /// `256` or `16, 16` or `8, 8, 4`
    fn three(&mut self) -> Result_<[u32; 3]> {
        let mut three = [self.small()?, 1, 1];
        for dim in &mut three[1..] {
            if self.eat(b',') {
                *dim = self.small()?;
            }
        }
        Ok(three)
    }

    /// Makes the end explicit and turns uses of labels into places.
    fn finish_body(&mut self) -> Result_<()> {
        let code_len = idx(self.scope.function.code.len());
        let last = self.scope.function.code.last();
        let ends = last.is_some_and(|s| s.guard.is_none() && is_final(&s.inst));
        if !ends || self.scope.function.labels.last().is_some_and(|l| l.1.0 == code_len) {
            let inst = Inst::Ret(Ret { uni: Uni(false) });
            self.scope.function.code.push(Stmt { guard: None, inst, loc: self.loc, ptx_line: self.line });
        }
        for (at, start, end) in std::mem::take(&mut self.label_users) {
            let mut missing = None;
            let mut inst = self.scope.function.code[at].inst;
            inst.for_each_label(&mut |label| match self.scope.resolve(*label) {
                Ok(found) => *label = found,
                Err(name) => missing = Some(name),
            });
            if let Some(name) = missing {
                let unsupported =
                    Unsupported { text: self.excerpt(start, end), why: Why::UnknownName(name.to_owned()) };
                inst = Inst::Unsupported(UnsupportedId(idx(self.scope.function.unsupported.len())));
                self.scope.function.unsupported.push(unsupported);
            }
            self.scope.function.code[at].inst = inst;
        }
        let mut tables = std::mem::take(&mut self.scope.function.branch_tables);
        for label in tables.iter_mut().flatten() {
            *label = self.scope.resolve(*label).map_err(|name| ErrorKind::Undeclared(name.to_owned()))?;
        }
        self.scope.function.branch_tables = tables;
        self.scope.function.loc = self.scope.function.code.iter().find_map(|s| s.loc);
        Ok(())
    }
}

/// Whether nothing behind it is reached.
fn is_final(inst: &Inst) -> bool {
    matches!(inst, Inst::Ret(_) | Inst::Exit(_) | Inst::Trap(_) | Inst::Bra(_) | Inst::Brx(_))
}
