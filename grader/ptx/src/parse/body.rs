//! Bodies of functions: statements, instructions, source locations.

use super::{Parser, Result_, decl};
use crate::lex::Kind;
use crate::ops::{Ops, Raw};
use crate::scope::{Meaning, idx};
use crate::{
    CallSite, Callee, ErrorKind, Guard, Inst, Loc, LocId, Space, Stmt, SymbolId, SymbolRef, Unsupported, UnsupportedId,
    Why, decode,
};

/// How deep `{ … }` may nest.
const MAX_DEPTH: usize = 64;

/// Either the instruction's meaning failed, which is for the executor to report, or its text.
enum Fault {
    Unsupported(Why),
    Syntax(ErrorKind),
}

impl From<ErrorKind> for Fault {
    fn from(kind: ErrorKind) -> Self {
        Self::Syntax(kind)
    }
}

impl From<Why> for Fault {
    fn from(why: Why) -> Self {
        Self::Unsupported(why)
    }
}

impl<'a> Parser<'a> {
    /// Statements up to the function's `}`.
    pub(super) fn body(&mut self) -> Result_<()> {
        let outermost = self.scope.depth();
        loop {
            self.begin_statement();
            match self.token.kind {
                Kind::Punct(b'}') => {
                    self.advance();
                    if self.scope.depth() == outermost {
                        return Ok(());
                    }
                    self.scope.leave();
                }
                Kind::Punct(b'{') => {
                    self.advance();
                    if self.scope.depth() > MAX_DEPTH {
                        return Err(ErrorKind::TooBig);
                    }
                    self.scope.enter();
                }
                Kind::Punct(b';') => {
                    self.advance();
                }
                Kind::Directive => {
                    let directive = self.advance().text;
                    match directive {
                        ".reg" => self.registers()?,
                        ".loc" => self.loc()?,
                        ".pragma" => self.pragma()?,
                        ".file" => self.file()?,
                        _ => match decl::space(directive) {
                            Some(space) => self.locals(space)?,
                            None => return Err(ErrorKind::UnknownDirective(directive.to_owned())),
                        },
                    }
                }
                Kind::Punct(b'@') => {
                    self.advance();
                    let negated = self.eat(b'!');
                    let name = self.word("a predicate")?;
                    self.instruction(Some((name, negated)))?;
                }
                Kind::Word => self.labelled()?,
                _ => return self.expected("a statement"),
            }
        }
    }

    /// A label, a labelled directive or an instruction.
    fn labelled(&mut self) -> Result_<()> {
        let rest = self.lexer.clone().next();
        if rest.kind != Kind::Punct(b':') {
            return self.instruction(None);
        }
        let name = self.name()?;
        self.advance();
        let fresh = if self.eat_directive(".branchtargets") {
            let mut targets = vec![];
            loop {
                let target = self.name()?;
                targets.push(self.scope.label(target));
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b';', "`;`")?;
            self.scope.declare_targets(name, targets)
        } else if self.eat_directive(".callprototype") || self.eat_directive(".calltargets") {
            // What an indirect call passes is known from the call itself.
            while !self.eat(b';') {
                if self.token.kind == Kind::End {
                    return self.expected("`;`");
                }
                self.advance();
            }
            true
        } else {
            self.scope.declare_label(name)
        };
        if fresh { Ok(()) } else { Err(ErrorKind::Redeclared(name.to_owned())) }
    }

    /// `1 10 5, function_name $L__info_string0, inlined_at 1 20 3` behind `.loc`.
    pub(super) fn loc(&mut self) -> Result_<()> {
        let (file, line, column) = (self.small()?, self.small()?, self.small()?);
        let mut label = None;
        let mut inlined_at = None;
        while self.eat(b',') {
            match self.word("`function_name` or `inlined_at`")? {
                "function_name" => {
                    let name = self.name()?;
                    let offset = if self.is(b'+') { self.integer()? } else { 0 };
                    label = Some((name, offset.cast_unsigned()));
                }
                "inlined_at" => {
                    let key = (self.small()?, self.small()?, self.small()?);
                    inlined_at = Some(match self.latest_locs.get(&key) {
                        Some(id) => *id,
                        None => self.intern_loc(key, None, None),
                    });
                }
                _ => return self.expected("`function_name` or `inlined_at`"),
            }
        }
        self.loc = Some(self.intern_loc((file, line, column), inlined_at, label));
        Ok(())
    }

    fn intern_loc(
        &mut self,
        place: (u32, u32, u32),
        inlined_at: Option<LocId>,
        function: Option<(&'a str, u64)>,
    ) -> LocId {
        let next = LocId(idx(self.module.locs.len()));
        let id = *self.locs.entry((place, inlined_at, function)).or_insert(next);
        if id == next {
            let (file, line, column) = place;
            self.module.locs.push(Loc { file, line, column, inlined_at, function: None });
        }
        self.latest_locs.insert(place, id);
        id
    }

    /// Names of inlined functions, which stand at the end of the text.
    pub(super) fn resolve_inlined_names(&mut self) {
        for ((_, _, function), id) in &self.locs {
            let Some((label, offset)) = function else { continue };
            let Some(bytes) = self.strings.get(label) else { continue };
            let bytes = usize::try_from(*offset).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
            let name = bytes.split(|b| *b == 0).next().unwrap_or_default();
            if let Some(loc) = self.module.locs.get_mut(id.0 as usize) {
                loc.function = std::str::from_utf8(name).ok().filter(|n| !n.is_empty()).map(str::to_owned);
            }
        }
    }

    /// An instruction up to its `;`, perhaps behind a guard.
    fn instruction(&mut self, guard: Option<(&'a str, bool)>) -> Result_<()> {
        let read = self.read_instruction();
        let end = self.token.start;
        let mut failed = None;
        let mut inst = match read {
            Ok(inst) => Some(inst),
            Err(Fault::Syntax(kind)) => return Err(kind),
            Err(Fault::Unsupported(why)) => {
                failed = Some(why);
                None
            }
        };
        let guard = guard.and_then(|(name, negated)| match self.scope.readable(name) {
            Ok(val) => Some(Guard { val, negated }),
            Err(why) => {
                failed.get_or_insert(why);
                inst = None;
                None
            }
        });
        let end = if self.eat(b';') { end.saturating_add(1) } else { return self.expected("`;`") };
        let inst = inst.unwrap_or_else(|| {
            let id = UnsupportedId(idx(self.scope.function.unsupported.len()));
            let text = self.excerpt(self.start, end);
            let why = failed.take().unwrap_or(Why::MissingOperand);
            self.scope.function.unsupported.push(Unsupported { text, why });
            Inst::Unsupported(id)
        });
        if matches!(inst, Inst::Bra(_)) {
            self.label_users.push((self.scope.function.code.len(), self.start, end));
        }
        self.scope.function.code.push(Stmt { guard, inst, loc: self.loc, ptx_line: self.line });
        Ok(())
    }

    /// Opcode and operands, up to the `;`.
    fn read_instruction(&mut self) -> Result<Inst, Fault> {
        let opcode = self.word("an instruction")?;
        let mut written = std::mem::take(&mut self.written);
        written.list.clear();
        written.elems.clear();
        let is_call = opcode.split('.').next() == Some("call");
        let operands =
            if is_call { self.call().map(|raw| written.list.push(raw)) } else { self.operands(&mut written) };
        let result = match operands {
            Ok(()) if self.is(b';') => {
                // The policy of a hint changes no value.
                if opcode.contains(".L2::cache_hint") {
                    written.list.pop();
                }
                let ty = crate::print::literal_ty(opcode);
                let mut ops = Ops::new(&written, &mut self.scope, ty);
                decode(opcode, &mut self.tokens, &mut ops).map_err(Fault::from)
            }
            // The instruction may be one of those that aren't known, whose operands have other forms.
            Ok(()) | Err(Fault::Syntax(_)) => Err(crate::check_opcode(opcode)
                .err()
                .unwrap_or_else(|| Why::BadOperand(self.token.text.chars().take(40).collect()))
                .into()),
            Err(fault) => Err(fault),
        };
        self.written = written;
        if result.is_err() {
            while !self.is(b';') {
                if self.token.kind == Kind::End {
                    return Err(self.unexpected("`;`").into());
                }
                self.advance();
            }
        }
        result
    }

    fn operands(&mut self, written: &mut crate::ops::Written<'a>) -> Result<(), Fault> {
        if self.is(b';') {
            return Ok(());
        }
        loop {
            let raw = self.operand(written)?;
            written.list.push(raw);
            if !self.eat(b',') {
                return Ok(());
            }
        }
    }

    fn operand(&mut self, written: &mut crate::ops::Written<'a>) -> Result<Raw<'a>, Fault> {
        match self.token.kind {
            Kind::Punct(b'[') => {
                self.advance();
                let raw = if self.token.kind == Kind::Word {
                    let name = self.advance().text;
                    let signed = self.is(b'+') || self.is(b'-');
                    Raw::Addr(name, if signed { self.integer()? } else { 0 })
                } else {
                    Raw::AddrAbsolute(self.integer()?)
                };
                self.expect(b']', "`]`")?;
                Ok(raw)
            }
            Kind::Punct(b'{') => {
                self.advance();
                let start = written.elems.len();
                while !self.eat(b'}') {
                    let elem = if self.token.kind == Kind::Word {
                        Raw::Name(self.advance().text)
                    } else {
                        Raw::Lit(self.literal()?)
                    };
                    written.elems.push(elem);
                    if !self.eat(b',') && !self.is(b'}') {
                        return Err(self.unexpected("`,` or `}`").into());
                    }
                }
                Ok(Raw::Vec { start, len: written.elems.len() - start })
            }
            Kind::Punct(b'!') => {
                self.advance();
                Ok(Raw::Not(self.word("a predicate")?))
            }
            Kind::Word => {
                let name = self.advance().text;
                if self.eat(b'|') {
                    return Ok(Raw::Pair(name, self.word("a predicate")?));
                }
                let signed = self.is(b'+') || self.is(b'-');
                Ok(if signed { Raw::NamePlus(name, self.integer()?) } else { Raw::Name(name) })
            }
            _ => Ok(Raw::Lit(self.literal()?)),
        }
    }

    /// `(retval0), callee, (param0, param1), prototype_0` behind `call`.
    fn call(&mut self) -> Result<Raw<'a>, Fault> {
        let mut returns = vec![];
        if self.is(b'(') {
            returns = self.call_params()?;
            self.expect(b',', "`,`")?;
        }
        let name = self.word("a function")?;
        let callee = match self.scope.meaning(name) {
            Some(Meaning::Symbol(SymbolRef::Function(id))) => Callee::Function(id),
            Some(Meaning::Reg(val)) => Callee::Indirect(val),
            Some(_) => return Err(Why::BadOperand(name.to_owned()).into()),
            None => return Err(Why::UnknownName(name.to_owned()).into()),
        };
        let mut args = vec![];
        if self.eat(b',') {
            if self.is(b'(') {
                args = self.call_params()?;
                if self.eat(b',') {
                    self.word("a prototype")?;
                }
            } else {
                self.word("a prototype")?;
            }
        }
        let id = self.scope.new_call(CallSite { callee, returns, args });
        Ok(Raw::Call(id, callee))
    }

    /// `(param0, param1)`
    fn call_params(&mut self) -> Result<Vec<SymbolId>, Fault> {
        self.expect(b'(', "`(`")?;
        let mut params = vec![];
        while !self.eat(b')') {
            let name = self.word("a parameter")?;
            match self.scope.meaning(name) {
                Some(Meaning::Symbol(SymbolRef::Local(id)))
                    if self.scope.function.symbols[id.0 as usize].space == Space::Param =>
                {
                    params.push(id);
                }
                Some(_) => return Err(Why::RegisterArgument.into()),
                None => return Err(Why::UnknownName(name.to_owned()).into()),
            }
            if !self.eat(b',') && !self.is(b')') {
                return Err(self.unexpected("`,` or `)`").into());
            }
        }
        Ok(params)
    }
}
