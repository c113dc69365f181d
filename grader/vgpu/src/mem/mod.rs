//! Memories: global regions and a block's shared memory, each with its shadow.

pub(crate) mod bits;

use crate::check::shadow::Shadow;
use bits::Bits;

/// Type of a buffer's elements, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Elem {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F16,
    BF16,
    F32,
    F64,
}

impl Elem {
    /// Size in bytes.
    pub const fn size_bytes(self) -> usize {
        match self {
            Elem::I8 | Elem::U8 => 1,
            Elem::I16 | Elem::U16 | Elem::F16 | Elem::BF16 => 2,
            Elem::I32 | Elem::U32 | Elem::F32 => 4,
            Elem::I64 | Elem::U64 | Elem::F64 => 8,
        }
    }

    /// Its C++ name.
    pub const fn name(self) -> &'static str {
        match self {
            Elem::I8 => "signed char",
            Elem::U8 => "unsigned char",
            Elem::I16 => "short",
            Elem::U16 => "unsigned short",
            Elem::I32 => "int",
            Elem::U32 => "unsigned",
            Elem::I64 => "long long",
            Elem::U64 => "unsigned long long",
            Elem::F16 => "half",
            Elem::BF16 => "bfloat16",
            Elem::F32 => "float",
            Elem::F64 => "double",
        }
    }
}

/// A buffer or a module variable.
pub(crate) struct Region {
    pub(crate) name: String,
    pub(crate) elem_bytes: usize,
    pub(crate) elem: Option<Elem>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) init: Bits,
    pub(crate) shadow: Shadow,
    /// Constant memory.
    pub(crate) read_only: bool,
}

impl Region {
    pub(crate) fn new(name: &str, elem: Option<Elem>, elem_bytes: usize, len: usize, read_only: bool) -> Region {
        Region {
            name: name.to_owned(),
            elem_bytes,
            elem,
            bytes: vec![0; len],
            init: Bits::new(len, false),
            shadow: Shadow::default(),
            read_only,
        }
    }
}

/// Shared memory of the block that runs.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) bytes: Vec<u8>,
    pub(crate) init: Bits,
    pub(crate) shadow: Shadow,
}

impl Shared {
    /// Unwritten memory for one block.
    pub(crate) fn reset(&mut self, len: usize) {
        self.bytes.clear();
        self.bytes.resize(len, 0);
        self.init.resize(len);
        self.init.fill(false);
        self.shadow.reset(len);
    }
}
