//! Findings: typed facts about what a kernel did wrong, and the words for them.

mod words;

use diag::{Code, Severity};
use std::path::PathBuf;

/// A place in the learner's source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Frame {
    /// As the compiler names the file.
    pub path: PathBuf,
    /// From 1.
    pub line: u32,
    /// From 1; 0 if unknown.
    pub column: u32,
}

/// A source location and the calls it was inlined at, innermost first. Empty if the compiler named none.
pub type Source = Vec<Frame>;

/// An element of a variable, or a place outside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The variable's name; empty if no variable is near.
    pub name: String,
    /// Index of the element, perhaps negative or past the end.
    pub index: i64,
    /// How many elements the variable has.
    pub n_elems: u64,
    /// Size of one element.
    pub elem_bytes: u64,
    /// Name of the element's type, if known.
    pub elem: &'static str,
    /// Bytes from the variable's end (positive) or before its start (negative); 0 inside.
    pub distance_bytes: i64,
    /// For an access that starts inside and ends outside: how many of its bytes lie past the end.
    pub overhang_bytes: u64,
    /// Which memory.
    pub space: SpaceName,
}

/// A kind of memory, as learners call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum SpaceName {
    Shared,
    Global,
    Constant,
    Local,
    Parameter,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum AccessKind {
    Read,
    Write,
    Atomic,
}

/// One side of a race, or the thread of any access.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// What it does.
    pub kind: AccessKind,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// `threadIdx`.
    pub thread: [u32; 3],
    /// Where.
    pub source: Source,
}

/// What would order the two sides of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cure {
    /// `__syncwarp()` between.
    Syncwarp,
    /// `__syncthreads()` between.
    Syncthreads,
    /// `__syncthreads()` at the end of the loop's body: the later access belongs to the next round.
    SyncthreadsLoop,
    /// Different blocks, in a kernel whose blocks wait for flags, tickets or locks: a fence.
    Fence,
    /// Different blocks: atomics, separate cells, a second kernel.
    Blocks,
    /// A wider scope.
    Scope,
    /// Both sides atomic.
    Atomic,
    /// One thread for each element: several store to it and none reads it.
    OneWriter,
    /// Atomics of one size.
    OneSize,
    /// Wait for the asynchronous copy, then a barrier.
    AsyncWait,
}

/// Threads that wait at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitingThreads {
    /// Where they wait, with the calls that led there, inlined or not.
    pub source: Source,
    /// How many.
    pub n_threads: u32,
    /// The lowest and the highest of them.
    pub first: [u32; 3],
    /// The highest.
    pub last: [u32; 3],
    /// They go round a loop instead, which waits for memory to change.
    pub spins: bool,
    /// They wait at a warp instruction, with this mask.
    pub mask: Option<u32>,
    /// It is a matrix instruction, which needs the whole warp.
    pub is_matrix: bool,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "field names say it; units are in their names")]
pub enum Fact {
    /// An access outside of every live variable: `element` is the nearest.
    OutOfBounds { access: Access, element: Element },
    /// An access near address 0: a pointer that points nowhere, or an index from one.
    NullPointer { access: Access, address: u64 },
    /// An access to an address that no variable is near.
    WildPointer { access: Access, address: u64 },
    /// An address that is no multiple of what the access needs.
    Misaligned {
        access: Access,
        element: Element,
        align_bytes: u32,
        /// It is a matrix, or one of its rows.
        is_matrix: bool,
    },
    /// A write to constant memory.
    ReadOnly { access: Access, element: Element },
    /// A use of a value that was loaded from memory that nothing wrote.
    Uninitialized { access: Access, element: Element },
    /// Two accesses that nothing orders, at least one a write. `between`: both places in the order of the code, where the cure
    /// belongs; `lockstep`: it works only as long as the warp runs in lockstep; `more`: other pairs of places of the same race.
    Race {
        element: Element,
        first: Access,
        second: Access,
        cure: Cure,
        between: Box<[Source; 2]>,
        lockstep: bool,
        more: Vec<(Source, Source)>,
    },
    /// Two unordered writes of one value: a note.
    SameValue { element: Element, first: Access, second: Access },
    /// A plain read beside atomics that its thread then decides by, as a CAS loop's first read: a note.
    OptimisticRead { element: Element, first: Access, second: Access },
    /// Threads of one block that wait at different barriers. `parted`: the branch that parted them; `exited`: threads that
    /// have ended already.
    DifferentBarriers { waiting: Vec<WaitingThreads>, parted: Source, n_threads: u32, exited: u32 },
    /// Threads that wait for each other for ever. `parted`: the branch that parted them from the others.
    Deadlock { waiting: Vec<WaitingThreads>, parted: Source, n_threads: u32, exited: u32 },
    /// A shuffle that used the value of a lane that is not there.
    AbsentLane {
        access: Access,
        lane: u32,
        exited: bool,
        /// The instruction is one of the whole warp, on matrices.
        is_matrix: bool,
    },
    /// A warp operation by a lane that its own mask does not name.
    NotInMask { access: Access, mask: u32 },
    /// A loop waits for what another block writes.
    WaitsForBlock { access: Access, element: Element, writer: Access },
    /// A barrier whose number of threads is wrong.
    BarrierCount {
        waiting: Vec<WaitingThreads>,
        /// The branch that parted them from the others.
        parted: Source,
        n_threads: u32,
        /// What it asks for.
        count: u32,
        /// Threads that came together, where they are too many; else the count itself cannot be.
        arrived: Option<u32>,
    },
    /// The steps were spent in a loop from `target` to the jump at `source`. `polls`: it waits for memory to change.
    Hang {
        source: Source,
        target: Source,
        thread: [u32; 3],
        polls: bool,
        /// Blocks of the grid that a GPU holds at a time, where they wait and others have not begun.
        held: Option<u32>,
    },
    /// A device-side `assert` that failed.
    Assert { text: String, function: String, access: Access },
    /// A `trap` instruction.
    Trap { access: Access },
    /// Calls nested too deeply.
    StackOverflow { access: Access },
    /// An instruction that the virtual device does not model: its limit, never the kernel's fault.
    Unsupported { text: String, source: Source },
    /// The module has no such kernel.
    NoSuchKernel { name: String },
    /// A block of no thread, or of more than the device or the kernel allows.
    BadBlock { block: [u32; 3], max: u32 },
    /// A grid of no block, or of more than the device allows.
    BadGrid { grid: [u32; 3] },
    /// More shared memory than a block may have.
    TooMuchShared { asked_bytes: u64, limit_bytes: u64 },
    /// Another number of arguments than the kernel has parameters.
    ArgumentCount { wanted: usize, got: usize },
    /// An argument of another size than its parameter; `index` from 0.
    ArgumentSize { index: usize, wanted_bytes: u64, got_bytes: u64 },
}

/// A fact, and how often it was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What went wrong, with the example of the lowest block and thread.
    pub fact: Fact,
    /// Events of this fault, the example included.
    pub count: u64,
}

impl Finding {
    pub(crate) fn of_launch(fact: Fact) -> Finding {
        Finding { fact, count: 1 }
    }

    /// The fault's code.
    pub fn code(&self) -> Code {
        match &self.fact {
            Fact::OutOfBounds { .. } | Fact::NullPointer { .. } | Fact::WildPointer { .. } | Fact::ReadOnly { .. } => {
                Code::OutOfBounds
            }
            Fact::Misaligned { .. } => Code::MisalignedAccess,
            Fact::Uninitialized { .. } => Code::UninitializedRead,
            Fact::Race { .. } | Fact::SameValue { .. } | Fact::OptimisticRead { .. } => Code::Race,
            Fact::DifferentBarriers { .. }
            | Fact::Deadlock { .. }
            | Fact::BarrierCount { .. }
            | Fact::AbsentLane { .. }
            | Fact::NotInMask { .. } => Code::BarrierDivergence,
            Fact::Hang { .. } | Fact::WaitsForBlock { .. } => Code::Hang,
            Fact::Assert { .. } => Code::Assert,
            Fact::Unsupported { .. } => Code::UnsupportedInstruction,
            Fact::Trap { .. }
            | Fact::StackOverflow { .. }
            | Fact::NoSuchKernel { .. }
            | Fact::BadBlock { .. }
            | Fact::BadGrid { .. }
            | Fact::TooMuchShared { .. }
            | Fact::ArgumentCount { .. }
            | Fact::ArgumentSize { .. } => Code::LaunchFailure,
        }
    }

    /// How much it weighs.
    pub fn severity(&self) -> Severity {
        match &self.fact {
            Fact::SameValue { .. } | Fact::OptimisticRead { .. } | Fact::WaitsForBlock { .. } => Severity::Note,
            _ => Severity::Error,
        }
    }
}
