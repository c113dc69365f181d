//! The virtual device: buffers, launches, what came of them.

use crate::addr;
use crate::block::Block;
use crate::collect;
use crate::exec::Stop;
use crate::finding::{Access, Fact, Finding};
use crate::gang::LaunchDims;
use crate::isa::Isa;
use crate::machine::{Counters, Cx, Halt, Setup};
use crate::mem::{Elem, Region};
use crate::profile::Profile;
use crate::program::{Program, VAR_REGIONS};
use crate::quick;
use ptx::{InitPiece, Space};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// A buffer of a [`Gpu`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buffer(usize);

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Arg {
    /// The address of a buffer's first byte.
    Buffer(Buffer),
    U32(u32),
    I32(i32),
    U64(u64),
    I64(i64),
    F32(f32),
    F64(f64),
    /// Any bytes: a structure passed by value, a half.
    Bytes(Vec<u8>),
}

/// Whether the checks run. Without them a launch is faster and says nothing but what it computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checks {
    /// Every check.
    #[default]
    On,
    /// Bounds only: an access outside of a buffer is dropped.
    Off,
}

/// Shared memory that arrays of a fixed size may take in a block.
const STATIC_SHARED_BYTES: u64 = 48 << 10;

/// How far a launch may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps: an instruction costs two, and one more for each warp with an active lane.
    pub max_steps: u64,
    /// Shared memory of a block in bytes, static and dynamic. Static memory may never take more than 48 KiB.
    pub shared_bytes: u32,
}

impl Default for Limits {
    /// 100 million steps: a second or two; 48 KiB of shared memory, as without an opt-in on a GPU.
    fn default() -> Self {
        Limits { max_steps: 100_000_000, shared_bytes: 48 << 10 }
    }
}

/// When several blocks run as one wide gang (a *wave*).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Waves {
    /// In launches of many blocks, where it is faster.
    #[default]
    WhereWorth,
    /// Wherever it is possible, for tests.
    Always,
}

/// One launch.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Dynamic shared memory.
    pub dynamic_shared_bytes: u32,
    /// One for each parameter.
    pub args: Vec<Arg>,
    /// Budget and sizes.
    pub limits: Limits,
    /// Whether the checks run.
    pub checks: Checks,
    /// Whether to count what each instruction does ([`Run::profile`]); it costs time.
    pub profile: bool,
    /// Cores to run on, at most. What is reported does not depend on it.
    pub threads: usize,
    /// The vector instructions to use. What is computed does not depend on them.
    pub isa: Isa,
    /// When several blocks run as one gang. What is computed and reported does not depend on it.
    pub waves: Waves,
    /// Remember the last writer of each byte, for [`Gpu::last_writer`]. It takes the slower way of running.
    pub last_writers: bool,
    /// Set it from another thread to stop the launch.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Set it from another thread to end the launch as if its steps were spent: with the loop that it is in.
    pub give_up: Option<Arc<AtomicBool>>,
}

impl Launch {
    /// A launch with default limits and every check.
    pub fn new(grid: [u32; 3], block: [u32; 3], args: Vec<Arg>) -> Launch {
        Launch {
            grid,
            block,
            dynamic_shared_bytes: 0,
            args,
            limits: Limits::default(),
            checks: Checks::On,
            profile: false,
            threads: 1,
            isa: Isa::best(),
            waves: Waves::default(),
            last_writers: false,
            cancel: None,
            give_up: None,
        }
    }
}

/// Why a launch ended before its last thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It never started; a finding says why.
    NotLaunched,
    /// The step budget was spent.
    Hang,
    /// Threads wait for each other for ever.
    Deadlock,
    /// The cancel flag was set.
    Cancelled,
    /// A device-side `assert` failed.
    Assert,
    /// A trap, or a stack that overflowed.
    Trap,
    /// The kernel uses something that the virtual device does not model.
    Unsupported,
}

/// What came of a launch.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// What the checks found, gravest first.
    pub findings: Vec<Finding>,
    /// What the kernel printed.
    pub printed: String,
    /// Exact counts.
    pub counters: Counters,
    /// Counts of each instruction, if the launch asked for them.
    pub profile: Option<Profile>,
    /// Set if it did not run to its end.
    pub stopped: Option<Stopped>,
    /// It was ended because its steps were spent, whatever that was found to mean: a loop without end, or threads that wait
    /// for each other.
    pub out_of_steps: bool,
}

/// No more buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the virtual device holds at most {max} buffers", max = VAR_REGIONS / 2)]
pub struct TooManyBuffers;

/// A virtual GPU.
#[derive(Default)]
pub struct Gpu {
    regions: Vec<Option<Region>>,
    /// Serial of the last block of all launches.
    serial: u32,
}

impl Gpu {
    /// A device without buffers.
    pub fn new() -> Gpu {
        Gpu::default()
    }

    /// Allocates `n_elems` elements, unwritten. `name` is what findings call the buffer.
    ///
    /// # Errors
    /// If the device holds too many buffers already.
    pub fn alloc(&mut self, name: &str, elem: Elem, n_elems: usize) -> Result<Buffer, TooManyBuffers> {
        let idx = self.regions.iter().position(Option::is_none).unwrap_or(self.regions.len());
        if idx >= VAR_REGIONS / 2 {
            return Err(TooManyBuffers);
        }
        let region = Region::new(name, Some(elem), elem.size_bytes(), n_elems * elem.size_bytes(), false);
        if idx == self.regions.len() {
            self.regions.push(Some(region))
        } else {
            self.regions[idx] = Some(region)
        }
        Ok(Buffer(idx))
    }

    fn region(&self, buffer: Buffer) -> &Region {
        self.regions[buffer.0].as_ref().expect("a buffer lives until free_all")
    }

    fn region_mut(&mut self, buffer: Buffer) -> &mut Region {
        self.regions[buffer.0].as_mut().expect("a buffer lives until free_all")
    }

    /// Copies `bytes` to the start of the buffer; they count as written.
    ///
    /// # Panics
    /// If there are more than the buffer holds.
    pub fn write(&mut self, buffer: Buffer, bytes: &[u8]) {
        let region = self.region_mut(buffer);
        region.bytes[..bytes.len()].copy_from_slice(bytes);
        region.init.set(0..bytes.len(), true);
    }

    /// Fills the buffer with repetitions of `pattern`, which count as not written.
    pub fn poison(&mut self, buffer: Buffer, pattern: &[u8]) {
        let region = self.region_mut(buffer);
        region.pattern = pattern.to_vec();
        region.poison();
    }

    /// The buffer's bytes.
    pub fn read(&self, buffer: Buffer) -> &[u8] {
        &self.region(buffer).bytes
    }

    /// Byte ranges that the host or a kernel wrote since the buffer was allocated or poisoned.
    pub fn written(&self, buffer: Buffer) -> Vec<Range<usize>> {
        self.region(buffer).init.runs()
    }

    /// Who wrote the byte at `offset` of the buffer last in the latest launch, which was that of `program` as `launch` says.
    /// `None` where no thread did, or when it ran without checks or without [`Launch::last_writers`].
    pub fn last_writer(&self, buffer: Buffer, offset: usize, program: &Program, launch: &Launch) -> Option<Access> {
        let record = self.region(buffer).shadow.last_writer(offset)?;
        Some(collect::write(program, launch.grid, launch.block, &record))
    }

    /// Frees every buffer.
    pub fn free_all(&mut self) {
        self.regions.clear();
    }

    /// Device address of the buffer's first byte.
    pub fn address(&self, buffer: Buffer) -> u64 {
        addr::region_base(buffer.0)
    }

    /// Runs a kernel to its end and says what came of it.
    pub fn launch(&mut self, program: &Program, entry: &str, launch: &Launch) -> Run {
        let fail = |fact: Fact| Run {
            findings: vec![Finding::of_launch(fact)],
            stopped: Some(Stopped::NotLaunched),
            ..Run::default()
        };
        let Some(entry) = program.entry(entry) else { return fail(Fact::NoSuchKernel { name: entry.to_owned() }) };
        let dims = LaunchDims {
            grid: launch.grid,
            block: launch.block,
            dynamic_shared_bytes: launch.dynamic_shared_bytes,
            static_shared_bytes: crate::footprint::static_shared_bytes(program, entry),
        };
        if let Some(fact) = refuse(program, entry, &dims, &launch.limits) {
            return fail(fact);
        }
        let params = match params(program, entry, &launch.args) {
            Ok(params) => params,
            Err(fact) => return fail(fact),
        };
        self.load_variables(program);
        for r in self.regions.iter_mut().flatten() {
            r.shadow.reset(0);
        }
        // One width serves all: idle warps of a gang cost a test each, and each further width its building time.
        let run = self.run_width::<8>(program, entry, dims, params, launch);
        self.regions.truncate(VAR_REGIONS / 2);
        run
    }

    /// Module variables get their initial contents before each launch.
    fn load_variables(&mut self, program: &Program) {
        let module = &program.module;
        for var in &program.device_vars {
            let symbol = &module.globals[var.symbol];
            let elem_bytes = symbol.ty.size_bytes().max(1) as usize;
            let read_only = symbol.space == Space::Const;
            let name = crate::names::variable(&symbol.name);
            let mut region = Region::new(&name, None, elem_bytes, symbol.size_bytes as usize, read_only);
            region.init.fill(true);
            for piece in &symbol.init {
                let (offset, bytes) = match piece {
                    InitPiece::Bytes { offset, bytes } => (*offset, bytes.clone()),
                    InitPiece::Address { offset, size_bytes, first_byte, target, addend, generic: _ } => {
                        let address = program.address(*target, &[]).wrapping_add_signed(*addend).to_le_bytes();
                        let from = (*first_byte as usize).min(8);
                        let to = (from + *size_bytes as usize).min(8);
                        (*offset, address[from..to].to_vec())
                    }
                };
                let from = (offset as usize).min(region.bytes.len());
                let to = (from + bytes.len()).min(region.bytes.len());
                region.bytes[from..to].copy_from_slice(&bytes[..to - from]);
            }
            if self.regions.len() <= var.region {
                self.regions.resize_with(var.region + 1, || None);
            }
            self.regions[var.region] = Some(region);
        }
    }

    /// The launch's quick run, if its kernel is one for it and nothing is in doubt.
    fn quick_run<const W: usize>(&mut self, setup: &Setup<'_>) -> Option<Run> {
        if setup.launch.last_writers || setup.launch.profile || !setup.program.is_simple() {
            return None;
        }
        let n_blocks = u32::try_from(setup.dims.n_blocks()).ok()?;
        if self.serial.checked_add(n_blocks).is_none() {
            // Serials begin anew, without the claims of the old ones.
            self.serial = 0;
            self.regions.iter_mut().flatten().for_each(|r| r.claims = OnceLock::new());
        }
        let base = self.serial + 1;
        self.serial += n_blocks;
        let fuel = i64::try_from(setup.launch.limits.max_steps / QUICK_SHARE).unwrap_or(i64::MAX);
        let counters = quick::run::<W>(setup, &mut self.regions, base, fuel)?;
        Some(Run { counters, ..Run::default() })
    }

    fn run_width<const W: usize>(
        &mut self,
        program: &Program,
        entry: usize,
        dims: LaunchDims,
        params: Vec<u8>,
        launch: &Launch,
    ) -> Run {
        let mut shared_ranges: Vec<(u64, u64)> =
            program.shared.iter().filter(|v| v.bytes > 0).map(|v| (v.offset, v.offset + v.bytes)).collect();
        if dims.dynamic_shared_bytes > 0 {
            let from = program.dynamic_shared;
            shared_ranges.push((from, from + u64::from(dims.dynamic_shared_bytes)));
        }
        let single_gang = dims.n_threads() as usize <= 32 * W;
        let setup = Setup { program, entry, dims, params, launch, shared_ranges, single_gang };
        if let Some(run) = self.quick_run::<W>(&setup) {
            return run;
        }
        self.load_variables(program);
        for r in self.regions.iter_mut().flatten() {
            if !r.read_only {
                r.shadow.reset(if launch.checks == Checks::On { r.bytes.len() } else { 0 });
            }
        }
        let mut cx = setup.machine(&mut self.regions, None);
        run_blocks::<W>(&mut cx, entry);
        let mut heap = std::mem::take(&mut cx.heap);
        heap.clear(cx.regions);
        let mut conflicts = Vec::new();
        for idx in 0..cx.regions.len() {
            if let Some(Some(r)) = cx.regions.get_mut(idx) {
                r.shadow.finish(&mut conflicts);
                for c in conflicts.drain(..) {
                    cx.reports.conflict(&c, crate::report::Memory::Region(idx));
                }
            }
        }
        let findings = collect::findings(&cx);
        let stopped = cx.halt.as_ref().map(|h| match h {
            Halt::Budget { .. } => Stopped::Hang,
            Halt::Cancelled => Stopped::Cancelled,
            Halt::Assert { .. } => Stopped::Assert,
            Halt::Trap { .. } | Halt::Stack { .. } => Stopped::Trap,
            Halt::Unsupported { .. } => Stopped::Unsupported,
            Halt::Deadlock => Stopped::Deadlock,
        });
        Run {
            findings,
            printed: std::mem::take(&mut cx.printed),
            counters: cx.counters,
            profile: cx.profile.as_deref().map(|counts| Profile::new(program, cx.regions, counts)),
            stopped,
            out_of_steps: cx.out_of_steps,
        }
    }
}

/// Why the device would refuse the launch, if it would.
fn refuse(program: &Program, entry: usize, dims: &LaunchDims, limits: &Limits) -> Option<Fact> {
    let [x, y, z] = dims.block;
    let threads = u64::from(x) * u64::from(y) * u64::from(z);
    let bounds = &program.module.functions[entry].bounds;
    let max =
        bounds.maxntid.or(bounds.reqntid).map_or(1024, |m| m.iter().map(|d| u64::from(*d).max(1)).product::<u64>());
    if threads == 0 || threads > max.min(1024) || x > 1024 || y > 1024 || z > 64 {
        return Some(Fact::BadBlock { block: dims.block, max: max.min(1024) as u32 });
    }
    let [gx, gy, gz] = dims.grid;
    if gx == 0 || gy == 0 || gz == 0 || gx > i32::MAX as u32 || gy > 65_535 || gz > 65_535 {
        return Some(Fact::BadGrid { grid: dims.grid });
    }
    // Only the launch can ask for more than is usual, so arrays of a fixed size never get it.
    let limit_bytes = u64::from(limits.shared_bytes);
    let fixed = (dims.static_shared_bytes, limit_bytes.min(STATIC_SHARED_BYTES));
    let all = (dims.static_shared_bytes + u64::from(dims.dynamic_shared_bytes), limit_bytes);
    let exceeded = [fixed, all].into_iter().find(|(asked, limit)| asked > limit);
    exceeded.map(|(asked_bytes, limit_bytes)| Fact::TooMuchShared { asked_bytes, limit_bytes })
}

/// The kernel's parameter memory.
#[allow(clippy::result_large_err, reason = "once a launch")]
fn params(program: &Program, entry: usize, args: &[Arg]) -> Result<Vec<u8>, Fact> {
    let f = &program.module.functions[entry];
    let layout = &program.functions[entry];
    if f.params.len() != args.len() {
        return Err(Fact::ArgumentCount { wanted: f.params.len(), got: args.len() });
    }
    let mut bytes = vec![0; layout.param_bytes as usize];
    for (k, (id, arg)) in f.params.iter().zip(args).enumerate() {
        let Some((symbol, offset)) = program.symbol(entry, *id) else { continue };
        let value = match arg {
            Arg::Buffer(b) => addr::region_base(b.0).to_le_bytes().to_vec(),
            Arg::U32(v) => v.to_le_bytes().to_vec(),
            Arg::I32(v) => v.to_le_bytes().to_vec(),
            Arg::U64(v) => v.to_le_bytes().to_vec(),
            Arg::I64(v) => v.to_le_bytes().to_vec(),
            Arg::F32(v) => v.to_le_bytes().to_vec(),
            Arg::F64(v) => v.to_le_bytes().to_vec(),
            Arg::Bytes(v) => v.clone(),
        };
        if value.len() as u64 != symbol.size_bytes {
            return Err(Fact::ArgumentSize {
                index: k,
                wanted_bytes: symbol.size_bytes,
                got_bytes: value.len() as u64,
            });
        }
        let from = offset as usize;
        bytes[from..from + value.len()].copy_from_slice(&value);
    }
    Ok(bytes)
}

/// The part of a launch's steps that its quick run may take: one that goes beyond is likely to hang.
const QUICK_SHARE: u64 = 4;

/// Jumps back until another block's turn, where blocks may wait for each other.
const TURN: u32 = 20_000;

/// Runs every block: one after the other, or in turns where one may wait for another.
fn run_blocks<const W: usize>(cx: &mut Cx<'_>, entry: usize) {
    let n_blocks = cx.dims.n_blocks();
    let turn = if cx.program.talks() && n_blocks > 1 { TURN } else { u32::MAX };
    let held = crate::waits::held_blocks(&cx.dims);
    let mut next = 0;
    let mut waiting: VecDeque<Block<W>> = VecDeque::new();
    let mut spare: Option<Block<W>> = None;
    loop {
        // A new block while there is room; then the one that has waited longest.
        let mut block = if next < n_blocks && waiting.len() < held as usize {
            next += 1;
            Block::fresh(cx, entry, next - 1, spare.take())
        } else if let Some(b) = waiting.pop_front() {
            b
        } else {
            return;
        };
        std::mem::swap(&mut cx.block, &mut block.state);
        let stop = block.run(cx, turn);
        if stop == Stop::Done {
            let mut conflicts = Vec::new();
            cx.block.shared.shadow.finish(&mut conflicts);
            for c in conflicts.drain(..) {
                cx.reports.conflict(&c, crate::report::Memory::Shared);
            }
            cx.reports.end_block(cx.block.linear);
            cx.copied.clear();
        }
        std::mem::swap(&mut cx.block, &mut block.state);
        match stop {
            Stop::Done => spare = Some(block),
            Stop::Turn => waiting.push_back(block),
            Stop::Blocked | Stop::Halted => {
                if let Some(Halt::Budget { held: of, .. }) = cx.halt.as_mut().filter(|_| next < n_blocks) {
                    *of = Some(held);
                }
                return;
            }
        }
    }
}
