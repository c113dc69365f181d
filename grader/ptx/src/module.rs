//! The parsed module.

use crate::{Callee, Dim, Inst, Label, Pred, Space, Special, Ty, Val, Why};

/// A module: what one PTX text declares.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// `.version`, as `(major, minor)`.
    pub version: (u32, u32),
    /// `.target`, as `sm_80`.
    pub target: String,
    /// `.address_size` in bits.
    pub address_size: u32,
    /// Variables of module scope.
    pub globals: Vec<Symbol>,
    /// Functions and kernels, each name once; a declaration without a body has [`Function::has_body`] false.
    pub functions: Vec<Function>,
    /// Source files by their PTX index; unnamed ones are empty.
    pub files: Vec<String>,
    /// Source locations.
    pub locs: Vec<Loc>,
}

impl Module {
    /// The function of that name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|f| f.name == name)
    }

    /// The kernels that have a body.
    pub fn entries(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|f| f.is_entry && f.has_body)
    }

    /// A location and those it was inlined at, innermost first.
    pub fn loc_chain(&self, loc: LocId) -> impl Iterator<Item = &Loc> {
        let first = self.locs.get(loc.0 as usize);
        // A location is inlined at an earlier one only, so that the walk ends.
        std::iter::successors(first, |l| self.locs.get(l.inlined_at?.0 as usize))
    }

    /// Path of a source file, if it was named.
    pub fn file(&self, idx: u32) -> Option<&str> {
        self.files.get(idx as usize).map(String::as_str).filter(|f| !f.is_empty())
    }

    /// The symbol behind a reference out of `function`; `None` for functions.
    pub fn symbol<'a>(&'a self, function: &'a Function, symbol: SymbolRef) -> Option<&'a Symbol> {
        match symbol {
            SymbolRef::Global(id) => self.globals.get(id.0 as usize),
            SymbolRef::Local(id) => function.symbols.get(id.0 as usize),
            SymbolRef::Function(_) => None,
        }
    }
}

/// Index into [`Module::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// Index into [`Module::globals`] or [`Function::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub u32);

/// Something that has an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymbolRef {
    /// A variable of module scope.
    Global(SymbolId),
    /// A variable or parameter of the function.
    Local(SymbolId),
    /// A function.
    Function(FunctionId),
}

/// A variable or parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// Its name; several symbols of one function can share one, in different `{ … }` scopes.
    pub name: String,
    /// Where it lives.
    pub space: Space,
    /// Alignment in bytes.
    pub align: u32,
    /// Size in bytes; 0 for `extern __shared__ x[]`.
    pub size_bytes: u64,
    /// Whether another module defines it.
    pub is_extern: bool,
    /// Type of one element.
    pub ty: Ty,
    /// Whether it was declared as an array.
    pub is_array: bool,
    /// Initial contents in ascending order of offset; the rest is zero.
    pub init: Vec<InitPiece>,
}

/// Part of a variable's initial contents.
#[derive(Clone, Debug, PartialEq)]
pub enum InitPiece {
    /// Bytes from `offset` on.
    Bytes {
        /// Offset in bytes.
        offset: u64,
        /// The contents.
        bytes: Vec<u8>,
    },
    /// An address.
    Address {
        /// Offset in bytes.
        offset: u64,
        /// How many bytes of the address are stored there.
        size_bytes: u32,
        /// The first of its bytes that is stored, for masked pieces (`0xFF00(sym)` has 1).
        first_byte: u32,
        /// Whose address.
        target: SymbolRef,
        /// Bytes added to it.
        addend: i64,
        /// Whether it is a generic address (`generic(sym)`) rather than one of the symbol's space.
        generic: bool,
    },
}

/// A source location.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loc {
    /// Index of the file in [`Module::files`].
    pub file: u32,
    /// Line, from 1; 0 where the compiler named none.
    pub line: u32,
    /// Column, from 1; 0 where the compiler named none.
    pub column: u32,
    /// The call that inlined this code.
    pub inlined_at: Option<LocId>,
    /// The inlined function, mangled.
    pub function: Option<String>,
}

/// Index into [`Module::locs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocId(pub u32);

/// A function or kernel.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Its mangled name.
    pub name: String,
    /// Whether it is a kernel.
    pub is_entry: bool,
    /// `.visible`, `.extern`, `.weak` or none.
    pub linkage: Linkage,
    /// Whether this module defines it.
    pub has_body: bool,
    /// `.noreturn` was given.
    pub is_noreturn: bool,
    /// Parameters in order, in [`Self::symbols`].
    pub params: Vec<SymbolId>,
    /// Return values, in [`Self::symbols`].
    pub returns: Vec<SymbolId>,
    /// Launch bounds and the like.
    pub bounds: Bounds,
    /// What operands name.
    pub values: Vec<Value>,
    /// Parameters, local and shared variables, parameters of calls.
    pub symbols: Vec<Symbol>,
    /// The instructions. The last is an unconditional `ret` or equally final.
    pub code: Vec<Stmt>,
    /// Names and targets of the labels, in ascending order of target.
    pub labels: Vec<(String, Label)>,
    /// Targets of `brx.idx`.
    pub branch_tables: Vec<Vec<Label>>,
    /// What [`crate::Call`] instructions name.
    pub calls: Vec<CallSite>,
    /// What [`Inst::Unsupported`] names.
    pub unsupported: Vec<Unsupported>,
    /// Line of the PTX where it begins.
    pub ptx_line: u32,
    /// The first `.loc` of the body.
    pub loc: Option<LocId>,
}

impl Function {
    /// What an operand names.
    ///
    /// # Panics
    /// If `val` is of another function.
    pub fn value(&self, val: Val) -> &Value {
        &self.values[val.idx()]
    }

    /// The parameters.
    pub fn param_symbols(&self) -> impl Iterator<Item = &Symbol> {
        self.params.iter().filter_map(|id| self.symbols.get(id.0 as usize))
    }
}

/// Visibility of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Linkage {
    /// Of this module only.
    #[default]
    Internal,
    /// `.visible`
    Visible,
    /// `.extern`
    Extern,
    /// `.weak`
    Weak,
}

/// Launch bounds of a kernel, as the directives give them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// `.maxntid`
    pub maxntid: Option<[u32; 3]>,
    /// `.reqntid`
    pub reqntid: Option<[u32; 3]>,
    /// `.minnctapersm`
    pub minnctapersm: Option<u32>,
    /// `.maxnreg`
    pub maxnreg: Option<u32>,
    /// The kernel is for clusters (`.reqnctapercluster`, `.explicitcluster`, `.maxclusterrank`).
    pub clusters: bool,
}

/// What an operand names.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A register.
    Reg {
        /// Its type.
        ty: Ty,
        /// Its name with the `%`; shadowed ones of inner scopes can share it.
        name: String,
    },
    /// A constant's bits: sign-extended integers; the bits of `f32`, `f64` and so on, zero-extended.
    Imm(u64),
    /// A special register.
    Special(Special),
    /// The address of a symbol, in its own space, plus bytes.
    Symbol {
        /// Whose address.
        symbol: SymbolRef,
        /// Bytes added to it.
        offset: i64,
    },
    /// `_`: written and forgotten.
    Sink,
}

/// Condition of an instruction: `@%p1`, `@!%p1`.
pub type Guard = Pred;

/// An instruction in place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stmt {
    /// Lanes for which it doesn't hold skip the instruction.
    pub guard: Option<Guard>,
    /// The instruction.
    pub inst: Inst,
    /// Source location.
    pub loc: Option<LocId>,
    /// Line in the PTX text.
    pub ptx_line: u32,
}

/// Parameters of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallSite {
    /// What is called; the same as in the instruction.
    pub callee: Callee,
    /// Where results go: parameter-space symbols of the caller.
    pub returns: Vec<SymbolId>,
    /// Arguments: parameter-space symbols of the caller.
    pub args: Vec<SymbolId>,
}

/// An instruction that the table doesn't hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsupported {
    /// The instruction as written.
    pub text: String,
    /// What was not understood.
    pub why: Why,
}

impl Dim {
    /// 0, 1 or 2.
    pub const fn idx(self) -> usize {
        self as usize
    }
}
