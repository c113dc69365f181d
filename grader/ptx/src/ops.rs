//! Operands as written, and how instructions take them.

use crate::scope::Context;
use crate::{Addr, CallId, Callee, Label, Operand, Pair, Pred, TargetsId, Ty, Val, Vals, Why};

/// An operand as written. Names are looked up when an instruction takes the operand, because only then is known
/// whether it is a value or a label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Raw<'a> {
    /// `%r1`, `%tid.x`, `symbol`, `$label`, `_`
    Name(&'a str),
    /// `symbol+4`
    NamePlus(&'a str, i64),
    Lit(Lit),
    /// `!%p1`
    Not(&'a str),
    /// `%r1|%p1`
    Pair(&'a str, &'a str),
    /// `{a, b}`: that many elements of [`Written::elems`].
    Vec {
        start: usize,
        len: usize,
    },
    /// `[%rd1+8]`
    Addr(&'a str, i64),
    /// `[64]`
    AddrAbsolute(i64),
    /// What follows `call`.
    Call(CallId, Callee),
}

/// A number as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Lit {
    /// Sign-extended.
    Int(i64),
    /// Bits of `0f…`.
    F32(u32),
    /// Bits of `0d…` or of a decimal fraction.
    F64(u64),
}

/// All operands of one instruction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written<'a> {
    pub(crate) list: Vec<Raw<'a>>,
    /// Elements of the vectors among them.
    pub(crate) elems: Vec<Raw<'a>>,
}

/// Whether an operand is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read.
    Read,
    /// Written.
    Write,
}

/// The operands of one instruction, taken from left to right.
pub struct Ops<'a, 'b> {
    written: &'b Written<'a>,
    scope: &'b mut Context<'a>,
    /// Type that literals have.
    ty: Option<Ty>,
    next: usize,
    /// How many operands those still to be taken need at least.
    needed: usize,
}

impl<'a, 'b> Ops<'a, 'b> {
    pub(crate) fn new(written: &'b Written<'a>, scope: &'b mut Context<'a>, ty: Option<Ty>) -> Self {
        Self { written, scope, ty, next: 0, needed: 0 }
    }

    /// Begins anew, for an instruction with at least `needed` operands.
    pub(crate) fn start(&mut self, needed: usize) {
        self.next = 0;
        self.needed = needed;
    }

    pub(crate) fn take<T: Operand>(&mut self) -> Result<T, Why> {
        self.needed = self.needed.saturating_sub(T::MIN);
        T::take(self)
    }

    pub(crate) fn finish(&self) -> Result<(), Why> {
        if self.next < self.written.list.len() { Err(Why::ExtraOperand) } else { Ok(()) }
    }

    /// Whether there are more operands than the rest needs.
    pub(crate) fn has_spare(&self) -> bool {
        self.written.list.len().saturating_sub(self.next) > self.needed
    }

    fn next(&mut self) -> Result<Raw<'a>, Why> {
        let raw = *self.written.list.get(self.next).ok_or(Why::MissingOperand)?;
        self.next += 1;
        Ok(raw)
    }

    fn bad<T>(raw: Raw<'a>) -> Result<T, Why> {
        Err(Why::BadOperand(match raw {
            Raw::Name(name) => name.to_owned(),
            Raw::NamePlus(name, offset) => format!("{name}+{offset}"),
            Raw::Lit(Lit::Int(int)) => int.to_string(),
            Raw::Lit(Lit::F32(bits)) => format!("0f{bits:08X}"),
            Raw::Lit(Lit::F64(bits)) => format!("0d{bits:016X}"),
            Raw::Not(name) => format!("!{name}"),
            Raw::Pair(a, b) => format!("{a}|{b}"),
            Raw::Vec { .. } => "{…}".to_owned(),
            Raw::Addr(name, _) => format!("[{name}]"),
            Raw::AddrAbsolute(at) => format!("[{at}]"),
            Raw::Call(..) => "(…)".to_owned(),
        }))
    }

    fn read(&mut self, raw: Raw<'a>) -> Result<Val, Why> {
        match raw {
            Raw::Name(name) => self.scope.readable(name),
            Raw::NamePlus(name, offset) => self.scope.symbol_plus(name, offset),
            Raw::Lit(lit) => match lit.bits(self.ty) {
                Some(bits) => Ok(self.scope.imm(bits)),
                None => Self::bad(raw),
            },
            _ => Self::bad(raw),
        }
    }

    fn write(&mut self, raw: Raw<'a>) -> Result<Val, Why> {
        let Raw::Name(name) = raw else { return Self::bad(raw) };
        self.scope.writable(name)
    }

    pub(crate) fn dst(&mut self) -> Result<Val, Why> {
        let raw = self.next()?;
        self.write(raw)
    }

    pub(crate) fn src(&mut self) -> Result<Val, Why> {
        let raw = self.next()?;
        self.read(raw)
    }

    pub(crate) fn pred(&mut self) -> Result<Pred, Why> {
        match self.next()? {
            Raw::Not(name) => Ok(Pred { val: self.scope.readable(name)?, negated: true }),
            raw => Ok(Pred { val: self.read(raw)?, negated: false }),
        }
    }

    pub(crate) fn pair(&mut self) -> Result<Pair, Why> {
        match self.next()? {
            Raw::Pair(d, p) => Ok(Pair { d: self.scope.writable(d)?, p: Some(self.scope.writable(p)?) }),
            raw => Ok(Pair { d: self.write(raw)?, p: None }),
        }
    }

    /// Elements in braces, the elements of a vector register, or one value.
    pub(crate) fn vals(&mut self, access: Access) -> Result<Vals, Why> {
        let raw = self.next()?;
        let mut vals = Vec::with_capacity(Vals::MAX);
        match raw {
            Raw::Vec { start, len } => {
                for elem in self.written.elems.get(start..start.saturating_add(len)).unwrap_or_default() {
                    vals.push(if access == Access::Read { self.read(*elem)? } else { self.write(*elem)? });
                }
            }
            Raw::Name(name) if self.scope.vector(name).is_some() => {
                vals.extend(self.scope.vector(name).into_iter().flatten());
            }
            // Matrix instructions whose fragment is one register may leave the braces out; elsewhere one value is
            // no vector: `mov.b32 %r1, %f1`.
            _ => return Self::bad(raw),
        }
        Vals::new(&vals).map_or_else(|| Self::bad(raw), Ok)
    }

    pub(crate) fn addr(&mut self) -> Result<Addr, Why> {
        match self.next()? {
            Raw::Addr(name, offset) => Ok(Addr { base: self.scope.readable(name)?, offset }),
            Raw::AddrAbsolute(at) => Ok(Addr { base: self.scope.imm(at.cast_unsigned()), offset: 0 }),
            raw => Self::bad(raw),
        }
    }

    pub(crate) fn label(&mut self) -> Result<Label, Why> {
        match self.next()? {
            Raw::Name(name) => Ok(self.scope.label(name)),
            raw => Self::bad(raw),
        }
    }

    pub(crate) fn targets(&mut self) -> Result<TargetsId, Why> {
        match self.next()? {
            Raw::Name(name) => self.scope.targets(name),
            raw => Self::bad(raw),
        }
    }

    pub(crate) fn callee(&mut self) -> Result<Callee, Why> {
        match self.written.list.get(self.next) {
            Some(Raw::Call(_, callee)) => Ok(*callee),
            Some(raw) => Self::bad(*raw),
            None => Err(Why::MissingOperand),
        }
    }

    pub(crate) fn call(&mut self) -> Result<CallId, Why> {
        match self.next()? {
            Raw::Call(id, _) => Ok(id),
            raw => Self::bad(raw),
        }
    }
}

impl Lit {
    /// The bits it has in an instruction or variable of that type. Literals of another floating-point type are
    /// converted, as the ISA says; there are none of half precision.
    pub(crate) fn bits(self, ty: Option<Ty>) -> Option<u64> {
        Some(match (self, ty) {
            (Self::F32(_) | Self::F64(_), Some(Ty::F16 | Ty::F16x2 | Ty::BF16 | Ty::BF16x2)) => return None,
            (Self::Int(int), _) => int.cast_unsigned(),
            (Self::F32(bits), Some(Ty::F64)) => f64::from(f32::from_bits(bits)).to_bits(),
            (Self::F32(bits), _) => u64::from(bits),
            (Self::F64(bits), Some(Ty::F32)) => {
                #[allow(clippy::cast_possible_truncation, reason = "the ISA rounds")]
                let narrow = f64::from_bits(bits) as f32;
                u64::from(narrow.to_bits())
            }
            (Self::F64(bits), _) => bits,
        })
    }
}
