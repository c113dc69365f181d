//! Memories: global regions and a block's shared memory, each with its shadow.

pub(crate) mod bits;
pub(crate) mod pages;
pub(crate) mod stream;

use crate::check::shadow::Shadow;
use crate::quick::Claims;
use bits::Bits;
use std::sync::OnceLock;

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
    /// What unwritten bytes hold, over and over; zeros where it is empty.
    pub(crate) pattern: Vec<u8>,
    /// Who touched it in the quick runs so far.
    pub(crate) claims: OnceLock<Claims>,
}

impl Region {
    pub(crate) fn new(name: &str, elem: Option<Elem>, elem_bytes: usize, len: usize, read_only: bool) -> Region {
        let mut bytes = vec![0; len];
        pages::prefer_large(&mut bytes);
        Region {
            name: name.to_owned(),
            elem_bytes,
            elem,
            bytes,
            init: Bits::new(len, false),
            shadow: Shadow::default(),
            read_only,
            pattern: Vec::new(),
            claims: OnceLock::new(),
        }
    }

    /// As it was before a run: these bytes, and which were written; `None`: none was.
    pub(crate) fn put_back(&mut self, bytes: Option<Box<[u8]>>, init: Option<Box<[u64]>>) {
        match (bytes, init) {
            (Some(bytes), Some(init)) => {
                self.bytes.copy_from_slice(&bytes);
                self.init.put_back(&init);
            }
            _ => {
                if self.pattern.is_empty() {
                    self.bytes.fill(0);
                }
                self.poison();
            }
        }
    }

    /// Repeats the pattern over all bytes, which count as not written; without one they stay as they are.
    pub(crate) fn poison(&mut self) {
        match self.pattern.as_slice() {
            [] => {}
            [byte] => self.bytes.fill(*byte),
            pattern => {
                // Much at a time.
                let block = pattern.repeat(4096_usize.div_ceil(pattern.len()));
                for chunk in self.bytes.chunks_mut(block.len()) {
                    chunk.copy_from_slice(&block[..chunk.len()]);
                }
            }
        }
        self.init.fill(false);
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
    /// Unwritten memory for one block; `shadow`: its accesses are recorded.
    pub(crate) fn reset(&mut self, len: usize, shadow: bool) {
        self.bytes.clear();
        self.bytes.resize(len, 0);
        self.init.resize(len);
        self.init.fill(false);
        self.shadow.reset(if shadow { len } else { 0 });
    }
}
