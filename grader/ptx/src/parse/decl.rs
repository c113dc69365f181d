//! Declarations of variables and registers, and initial contents.

use super::{Parser, Result_};
use crate::lex::Kind;
use crate::scope::{Meaning, idx};
use crate::{ErrorKind, InitPiece, Space, Symbol, SymbolId, SymbolRef, Ty, Val, Value};

/// An address in a variable's initial contents whose symbol is looked up when the whole module is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fixup<'a> {
    global: SymbolId,
    piece: usize,
    name: &'a str,
}

/// Addresses in a variable's initial contents: index of the piece, name of the symbol.
type Named<'a> = Vec<(usize, &'a str)>;

/// A variable with initial contents is not larger: gaps between them cost memory.
const MAX_INITIALISED_BYTES: u64 = 1 << 26;

/// What stands before the name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spec {
    pub(super) align: Option<u32>,
    /// 1 unless it is a vector.
    pub(super) elems: u32,
    pub(super) ty: Ty,
}

/// Initial contents being read.
#[derive(Debug, Default)]
struct Init<'a> {
    pieces: Vec<InitPiece>,
    names: Named<'a>,
    offset: u64,
}

impl Init<'_> {
    fn push(&mut self, more: &[u8]) {
        match self.pieces.last_mut() {
            Some(InitPiece::Bytes { offset, bytes }) if *offset + bytes.len() as u64 == self.offset => {
                bytes.extend_from_slice(more);
            }
            _ => self.pieces.push(InitPiece::Bytes { offset: self.offset, bytes: more.to_vec() }),
        }
        self.offset = self.offset.saturating_add(more.len() as u64);
    }
}

/// The state space that a declaration's directive names.
pub(super) fn space(directive: &str) -> Option<Space> {
    Some(match directive {
        ".global" | ".tex" => Space::Global,
        ".const" => Space::Const,
        ".shared" => Space::Shared,
        ".local" => Space::Local,
        ".param" => Space::Param,
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    /// Skips `( … )`, without nesting.
    pub(super) fn skip_parentheses(&mut self) -> Result_<()> {
        self.expect(b'(', "`(`")?;
        while !self.eat(b')') {
            if self.token.kind == Kind::End {
                return self.expected("`)`");
            }
            self.advance();
        }
        Ok(())
    }

    /// Alignment, vector length and type, in any order.
    pub(super) fn spec(&mut self) -> Result_<Spec> {
        let (mut align, mut elems, mut ty) = (None, 1, None);
        while self.token.kind == Kind::Directive {
            let directive = self.advance().text;
            match directive {
                ".align" => align = Some(self.alignment()?),
                ".v2" => elems = 2,
                ".v4" => elems = 4,
                ".v8" => elems = 8,
                ".attribute" => self.skip_parentheses()?,
                // What a pointer points at.
                ".ptr" => {
                    while self.token.kind == Kind::Directive {
                        if self.advance().text == ".align" {
                            self.alignment()?;
                        }
                    }
                }
                // Opaque handles.
                ".texref" | ".samplerref" | ".surfref" => ty = Some(Ty::B64),
                _ => match directive.get(1..).and_then(Ty::from_token) {
                    Some(t) => ty = Some(t),
                    None => return Err(ErrorKind::UnknownDirective(directive.to_owned())),
                },
            }
        }
        match ty {
            Some(ty) => Ok(Spec { align, elems, ty }),
            None => self.expected("a type"),
        }
    }

    fn alignment(&mut self) -> Result_<u32> {
        let align = self.small()?;
        if align.is_power_of_two() { Ok(align) } else { Err(ErrorKind::Range) }
    }

    /// `.reg .b32 %r<69>, %x;` behind `.reg`.
    pub(super) fn registers(&mut self) -> Result_<()> {
        let spec = self.spec()?;
        loop {
            let name = self.name()?;
            let fresh = if self.eat(b'<') {
                let count = self.small()?;
                self.expect(b'>', "`>`")?;
                self.scope.declare_range(name, count, spec.ty)
            } else if spec.elems == 1 {
                let val = self.scope.new_value(Value::Reg { ty: spec.ty, name: name.to_owned() });
                self.scope.declare(name, Meaning::Reg(val))
            } else {
                let names = ["x", "y", "z", "w"].into_iter().chain(["4", "5", "6", "7"]);
                let mut first = None;
                for elem in names.take(spec.elems as usize) {
                    let val = self.scope.new_value(Value::Reg { ty: spec.ty, name: format!("{name}.{elem}") });
                    first.get_or_insert(val);
                }
                self.scope.declare(name, Meaning::VecReg(first.unwrap_or(Val(0)), spec.elems))
            };
            if !fresh {
                return Err(ErrorKind::Redeclared(name.to_owned()));
            }
            if !self.eat(b',') {
                return self.expect(b';', "`;`");
            }
        }
    }

    /// Name, dimensions and initial contents.
    fn symbol(&mut self, space: Space, spec: Spec, is_extern: bool) -> Result_<(&'a str, Symbol, Named<'a>)> {
        let name = self.name()?;
        let elem_bytes = u64::from(spec.ty.size_bytes());
        if elem_bytes == 0 {
            return self.expected("a type that memory can hold");
        }
        // Innermost last; a vector is one more dimension. `None`: as many as the contents have.
        let mut dims = vec![];
        while self.eat(b'[') {
            dims.push(if self.is(b']') {
                None
            } else {
                Some(u64::try_from(self.integer()?).map_err(|_| ErrorKind::Range)?)
            });
            self.expect(b']', "`]`")?;
            if dims.len() > 16 {
                return Err(ErrorKind::TooBig);
            }
        }
        let is_array = !dims.is_empty();
        if spec.elems > 1 {
            dims.push(Some(u64::from(spec.elems)));
        }
        // Bytes of one element of each dimension, and of the whole before it.
        let mut strides = vec![elem_bytes];
        for dim in dims.iter().rev() {
            let inner = strides.last().copied().unwrap_or(0);
            strides.push(inner.checked_mul(dim.unwrap_or(0)).ok_or(ErrorKind::Range)?);
        }
        let mut size_bytes = strides.pop().unwrap_or(0);
        strides.reverse();
        let mut init = Init::default();
        if self.eat(b'=') {
            self.init(&mut init, spec.ty, &strides, 0)?;
            if dims.first() == Some(&None) {
                size_bytes = init.offset;
            }
            if init.offset > size_bytes || size_bytes > MAX_INITIALISED_BYTES {
                return Err(ErrorKind::Range);
            }
        }
        let natural = spec.ty.size_bytes().saturating_mul(spec.elems);
        let symbol = Symbol {
            name: name.to_owned(),
            space,
            align: spec.align.unwrap_or(natural),
            size_bytes,
            is_extern,
            ty: spec.ty,
            is_array,
            init: init.pieces,
        };
        Ok((name, symbol, init.names))
    }

    /// Variables of module scope, behind their state space.
    pub(super) fn globals(&mut self, space: Space, is_extern: bool) -> Result_<()> {
        let spec = self.spec()?;
        loop {
            let (name, symbol, names) = self.symbol(space, spec, is_extern)?;
            let id = match self.scope.outer(name) {
                // A declaration and a definition of one variable.
                Some(SymbolRef::Global(id)) if self.module.globals.get(id.0 as usize).is_some_and(|s| s.is_extern) => {
                    self.module.globals[id.0 as usize] = symbol;
                    id
                }
                Some(_) if is_extern => SymbolId(0),
                Some(_) => return Err(ErrorKind::Redeclared(name.to_owned())),
                None => {
                    let id = SymbolId(idx(self.module.globals.len()));
                    self.module.globals.push(symbol);
                    self.scope.declare_outer(name, SymbolRef::Global(id));
                    id
                }
            };
            self.fixups.extend(names.into_iter().map(|(piece, name)| Fixup { global: id, piece, name }));
            if !self.eat(b',') {
                return self.expect(b';', "`;`");
            }
        }
    }

    /// Variables of the function, behind their state space.
    pub(super) fn locals(&mut self, space: Space) -> Result_<()> {
        let spec = self.spec()?;
        loop {
            self.local(space, spec)?;
            if !self.eat(b',') {
                return self.expect(b';', "`;`");
            }
        }
    }

    /// One variable or parameter of the function.
    pub(super) fn local(&mut self, space: Space, spec: Spec) -> Result_<SymbolId> {
        let (name, mut symbol, names) = self.symbol(space, spec, false)?;
        for (piece, name) in names {
            let Some(Meaning::Symbol(symbol_ref)) = self.scope.meaning(name) else {
                return Err(ErrorKind::Undeclared(name.to_owned()));
            };
            if let Some(InitPiece::Address { target, .. }) = symbol.init.get_mut(piece) {
                *target = symbol_ref;
            }
        }
        let id = self.scope.new_symbol(symbol);
        // `_` is the name of all parameters in prototypes.
        if name != "_" && !self.scope.declare(name, Meaning::Symbol(SymbolRef::Local(id))) {
            return Err(ErrorKind::Redeclared(name.to_owned()));
        }
        Ok(id)
    }

    /// Contents of one dimension; `strides` are the sizes of its elements and those within.
    fn init(&mut self, init: &mut Init<'a>, ty: Ty, strides: &[u64], depth: u32) -> Result_<()> {
        if depth > 16 {
            return Err(ErrorKind::TooBig);
        }
        if !self.eat(b'{') {
            return self.element(init, ty);
        }
        let (stride, inner) = strides.split_first().map_or((1, strides), |(s, i)| (*s, i));
        while !self.eat(b'}') {
            let start = init.offset;
            let is_nested = self.is(b'{');
            self.init(init, ty, inner, depth + 1)?;
            if is_nested {
                // An inner list may be shorter than its dimension.
                init.offset = init.offset.max(start.checked_add(stride).ok_or(ErrorKind::Range)?);
            }
            if !self.eat(b',') && !self.is(b'}') {
                return self.expected("`,` or `}`");
            }
        }
        Ok(())
    }

    fn element(&mut self, init: &mut Init<'a>, ty: Ty) -> Result_<()> {
        if self.token.kind == Kind::Word && self.token.text != "WARP_SZ" {
            return self.address(init, ty, None);
        }
        let lit = self.literal()?;
        if let (true, crate::ops::Lit::Int(mask)) = (self.is(b'('), lit) {
            self.advance();
            self.address(init, ty, Some(mask.cast_unsigned()))?;
            return self.expect(b')', "`)`");
        }
        let bits = lit.bits(Some(ty)).ok_or(ErrorKind::Range)?.to_le_bytes();
        let size = ty.size_bytes() as usize;
        if size <= bits.len() {
            init.push(&bits[..size]);
        } else {
            init.push(&bits);
            init.push(&vec![0; size - bits.len()]);
        }
        Ok(())
    }

    /// `symbol`, `symbol+4`, `generic(symbol)+4`
    fn address(&mut self, init: &mut Init<'a>, ty: Ty, mask: Option<u64>) -> Result_<()> {
        let mut name = self.name()?;
        let generic = name == "generic" && self.eat(b'(');
        if generic {
            name = self.name()?;
            self.expect(b')', "`)`")?;
        }
        let addend = if self.is(b'+') || self.is(b'-') { self.integer()? } else { 0 };
        let (first_byte, size_bytes) = match mask {
            None => (0, ty.size_bytes().min(8)),
            Some(mask) if mask != 0 => (mask.trailing_zeros() / 8, mask.count_ones() / 8),
            Some(_) => return Err(ErrorKind::Range),
        };
        init.names.push((init.pieces.len(), name));
        let target = SymbolRef::Global(SymbolId(0));
        init.pieces.push(InitPiece::Address { offset: init.offset, size_bytes, first_byte, target, addend, generic });
        init.offset = init.offset.saturating_add(u64::from(ty.size_bytes()));
        Ok(())
    }

    /// Looks up the symbols in initial contents.
    pub(super) fn resolve_fixups(&mut self) -> Result_<()> {
        for fixup in std::mem::take(&mut self.fixups) {
            let Some(found) = self.scope.outer(fixup.name) else {
                return Err(ErrorKind::Undeclared(fixup.name.to_owned()));
            };
            let global = self.module.globals.get_mut(fixup.global.0 as usize);
            if let Some(InitPiece::Address { target, .. }) = global.and_then(|g| g.init.get_mut(fixup.piece)) {
                *target = found;
            }
        }
        Ok(())
    }
}
