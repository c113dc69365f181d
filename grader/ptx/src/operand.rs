//! Operands of instructions.

use std::fmt;

use crate::{Names, Ops, Why};

/// Index into a function's table of values ([`crate::Function::values`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Val(pub u32);

impl Val {
    /// As an index.
    pub const fn idx(self) -> usize {
        self.0 as usize
    }
}

/// An operand that is written. It may be [`crate::Value::Sink`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dst(pub Val);

/// An operand that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Src(pub Val);

/// A predicate that is read, perhaps negated (`!%p1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pred {
    /// The predicate.
    pub val: Val,
    /// Whether its opposite counts.
    pub negated: bool,
}

/// A destination that may have a second, predicate one: `%r1|%p1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// First destination.
    pub d: Val,
    /// Second destination.
    pub p: Option<Val>,
}

/// Values in braces, at most eight: `{%f1, %f2}`.
#[derive(Clone, Copy, Debug)]
pub struct Vals {
    vals: [Val; Self::MAX],
    len: u8,
}

impl Vals {
    /// The most values that one operand can have.
    pub const MAX: usize = 8;

    /// As an operand; `None` if there are more than eight.
    pub fn new(of: &[Val]) -> Option<Self> {
        let mut vals = [Val(0); Self::MAX];
        vals.get_mut(..of.len())?.copy_from_slice(of);
        Some(Self { vals, len: u8::try_from(of.len()).ok()? })
    }

    /// The values.
    pub fn as_slice(&self) -> &[Val] {
        &self.vals[..usize::from(self.len)]
    }
}

impl std::ops::Deref for Vals {
    type Target = [Val];

    fn deref(&self) -> &[Val] {
        self.as_slice()
    }
}

impl PartialEq for Vals {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

/// Several destinations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DstVec(pub Vals);

/// Several sources.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SrcVec(pub Vals);

/// An address: `[%rd1+8]`, `[param_0]`, `[64]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Addr {
    /// A register, a symbol's address or an absolute address.
    pub base: Val,
    /// Bytes to add to it.
    pub offset: i64,
}

/// Branch target: index into [`crate::Function::code`], always valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label(pub u32);

/// Index into [`crate::Function::branch_tables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TargetsId(pub u32);

/// Index into [`crate::Function::calls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallId(pub u32);

/// Index into [`crate::Function::unsupported`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnsupportedId(pub u32);

/// A field of an instruction that comes from its operands.
pub trait Operand: Sized {
    /// How many operands it takes at least.
    const MIN: usize = 1;

    /// Takes this operand from the front of the list.
    ///
    /// # Errors
    /// If the next operand has another shape.
    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why>;

    /// Writes it as PTX; nothing if it is absent.
    ///
    /// # Errors
    /// Those of the formatter.
    fn print(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result;

    /// Whether nothing is printed.
    fn is_absent(&self) -> bool {
        false
    }

    /// Calls `f` with each value it writes.
    fn for_each_dst(&self, _f: &mut impl FnMut(Val)) {}

    /// Calls `f` with each value it reads.
    fn for_each_src(&self, _f: &mut impl FnMut(Val)) {}

    /// Calls `f` with each branch target.
    fn for_each_label(&mut self, _f: &mut impl FnMut(&mut Label)) {}
}

impl<T: Operand> Operand for Option<T> {
    const MIN: usize = 0;

    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why> {
        if ops.has_spare() { T::take(ops).map(Some) } else { Ok(None) }
    }

    fn print(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result {
        self.as_ref().map_or(Ok(()), |o| o.print(f, names))
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn for_each_dst(&self, f: &mut impl FnMut(Val)) {
        self.iter().for_each(|o| o.for_each_dst(f));
    }

    fn for_each_src(&self, f: &mut impl FnMut(Val)) {
        self.iter().for_each(|o| o.for_each_src(f));
    }
}

impl Operand for Dst {
    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why> {
        ops.dst().map(Self)
    }

    fn print(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result {
        names.val(f, self.0)
    }

    fn for_each_dst(&self, f: &mut impl FnMut(Val)) {
        f(self.0);
    }
}

impl Operand for Src {
    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why> {
        ops.src().map(Self)
    }

    fn print(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result {
        names.val(f, self.0)
    }

    fn for_each_src(&self, f: &mut impl FnMut(Val)) {
        f(self.0);
    }
}

impl Operand for Pred {
    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why> {
        ops.pred()
    }

    fn print(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result {
        f.write_str(if self.negated { "!" } else { "" })?;
        names.val(f, self.val)
    }

    fn for_each_src(&self, f: &mut impl FnMut(Val)) {
        f(self.val);
    }
}

impl Operand for Pair {
    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why> {
        ops.pair()
    }

    fn print(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result {
        names.val(f, self.d)?;
        let Some(p) = self.p else { return Ok(()) };
        f.write_char('|')?;
        names.val(f, p)
    }

    fn for_each_dst(&self, f: &mut impl FnMut(Val)) {
        f(self.d);
        self.p.into_iter().for_each(f);
    }
}

impl Operand for DstVec {
    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why> {
        ops.vals(crate::Access::Write).map(Self)
    }

    fn print(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result {
        names.vals(f, &self.0)
    }

    fn for_each_dst(&self, f: &mut impl FnMut(Val)) {
        self.0.iter().copied().for_each(f);
    }
}

impl Operand for SrcVec {
    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why> {
        ops.vals(crate::Access::Read).map(Self)
    }

    fn print(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result {
        names.vals(f, &self.0)
    }

    fn for_each_src(&self, f: &mut impl FnMut(Val)) {
        self.0.iter().copied().for_each(f);
    }
}

impl Operand for Addr {
    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why> {
        ops.addr()
    }

    fn print(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result {
        f.write_char('[')?;
        Names { ty: None, ..*names }.val(f, self.base)?;
        if self.offset != 0 {
            write!(f, "+{}", self.offset)?;
        }
        f.write_char(']')
    }

    fn for_each_src(&self, f: &mut impl FnMut(Val)) {
        f(self.base);
    }
}

impl Operand for Label {
    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why> {
        ops.label()
    }

    fn print(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result {
        names.label(f, *self)
    }

    fn for_each_label(&mut self, f: &mut impl FnMut(&mut Label)) {
        f(self);
    }
}

impl Operand for TargetsId {
    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why> {
        ops.targets()
    }

    fn print(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result {
        names.targets(f, *self)
    }
}

impl Operand for CallId {
    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why> {
        ops.call()
    }

    fn print(&self, f: &mut dyn fmt::Write, names: &Names<'_>) -> fmt::Result {
        names.call(f, *self)
    }
}

/// What a call calls. Its parameters are in [`crate::Function::calls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A function of the module.
    Function(crate::FunctionId),
    /// The function whose address the value holds.
    Indirect(Val),
}

impl Operand for Callee {
    const MIN: usize = 0;

    fn take(ops: &mut Ops<'_, '_>) -> Result<Self, Why> {
        ops.callee()
    }

    fn print(&self, _f: &mut dyn fmt::Write, _names: &Names<'_>) -> fmt::Result {
        Ok(())
    }

    fn is_absent(&self) -> bool {
        true
    }

    fn for_each_src(&self, f: &mut impl FnMut(Val)) {
        if let Self::Indirect(val) = self {
            f(*val);
        }
    }
}
