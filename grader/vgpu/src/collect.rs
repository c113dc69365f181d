//! From what the checks saw to findings: names instead of addresses, source lines instead of instructions, one finding
//! for one fault.

use crate::addr;
use crate::block::{BarrierFact, BarrierKind, Waiting};
use crate::check::race::{Does, Rec, UPDATE, Why};
use crate::exec::{Family, family};
use crate::finding::{Access, AccessKind, Cure, Element, Fact, Finding, Frame, Source, SpaceName, WaitingThreads};
use crate::machine::{Cx, Halt};
use crate::program::{Program, Site};
use crate::report::{At, Event, Group, Memory, Seen};
use std::path::PathBuf;

/// All findings of a launch, gravest first.
pub(crate) fn findings(cx: &Cx<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    if let Some(f) = cx.halt.as_ref().and_then(|h| halt(cx, h)) {
        found.push(f);
    }
    found.extend(cx.barriers.iter().map(|b| Finding { fact: barrier(cx, b), count: 1 }));
    let mut groups: Vec<Finding> = cx
        .reports
        .groups()
        .filter(|g| !only_waits(cx, g))
        .map(|g| Finding { fact: fact(cx, g), count: g.count })
        .collect();
    merge_lines(&mut groups);
    lost_updates(&mut groups);
    plain_stores(&mut groups);
    merge_races(&mut groups);
    widen_cures(&mut groups);
    found.extend(groups);
    // Where the launch hangs, that says it.
    if found.iter().any(|f| matches!(f.fact, Fact::Hang { .. } | Fact::Deadlock { .. })) {
        found.retain(|f| !matches!(f.fact, Fact::WaitsForBlock { .. }));
    }
    found.sort_by_key(rank);
    found
}

/// Roots before consequences: what ended the launch, then memory, then order, then values.
fn rank(f: &Finding) -> u8 {
    match &f.fact {
        Fact::Assert { .. } | Fact::Trap { .. } | Fact::StackOverflow { .. } | Fact::Unsupported { .. } => 0,
        Fact::NullPointer { .. } | Fact::WildPointer { .. } | Fact::OutOfBounds { .. } | Fact::ReadOnly { .. } => 1,
        Fact::Misaligned { .. } => 2,
        Fact::DifferentBarriers { .. } | Fact::Deadlock { .. } | Fact::BarrierCount { .. } | Fact::NotInMask { .. } => {
            3
        }
        Fact::Hang { .. } => 4,
        Fact::Race { .. } => 5,
        Fact::AbsentLane { .. } => 6,
        Fact::Uninitialized { .. } => 7,
        _ => 8,
    }
}

/// The lines a finding is about: two findings of one kind about the same lines and variable are one.
fn identity(f: &Finding) -> Option<(u8, Vec<Option<Frame>>, String)> {
    let line = |s: &Source| s.first().cloned().map(|f| Frame { column: 0, ..f });
    let of = |kind, a: &Access, e: Option<&Element>| {
        Some((kind, vec![line(&a.source)], e.map_or(String::new(), |e| e.name.clone())))
    };
    match &f.fact {
        Fact::OutOfBounds { access, element } => of(access.kind as u8, access, Some(element)),
        Fact::NullPointer { access, .. } | Fact::WildPointer { access, .. } => of(10, access, None),
        Fact::Misaligned { access, element, .. } => of(11, access, Some(element)),
        Fact::Uninitialized { access, element } => of(12, access, Some(element)),
        // What one matrix instruction lacks, the next one does, too.
        Fact::AbsentLane { is_matrix: true, .. } => Some((18, Vec::new(), String::new())),
        Fact::AbsentLane { access, .. } => of(13, access, None),
        // Lost updates are told apart from what else stands on their line.
        Fact::Race { cure: Cure::Atomic, element, first, second, .. } => pair(17, element, first, second),
        Fact::Race { element, first, second, .. } => pair(14, element, first, second),
        Fact::SameValue { element, first, second } => pair(15, element, first, second),
        Fact::OptimisticRead { element, first, second } => pair(16, element, first, second),
        // One note for each loop, whoever wrote what it waits for.
        Fact::WaitsForBlock { access, element, .. } => of(18, access, Some(element)),
        _ => None,
    }
}

fn pair(kind: u8, e: &Element, a: &Access, b: &Access) -> Option<(u8, Vec<Option<Frame>>, String)> {
    let line = |s: &Source| s.first().cloned().map(|f| Frame { column: 0, ..f });
    let mut lines = vec![line(&a.source), line(&b.source)];
    lines.sort();
    Some((kind, lines, e.name.clone()))
}

fn merge_lines(found: &mut Vec<Finding>) {
    let mut kept: Vec<Finding> = Vec::new();
    for f in found.drain(..) {
        let id = identity(&f);
        match kept.iter_mut().find(|k| id.is_some() && identity(k) == id) {
            Some(k) => {
                k.count += f.count;
                // Copies of a line, as an unrolled loop has them: the example says what the cure must reach.
                let cure = |fact: &Fact| if let Fact::Race { cure, .. } = fact { Some(*cure) } else { None };
                if cure(&k.fact) == Some(Cure::Syncwarp) && cure(&f.fact) != Some(Cure::Syncwarp) {
                    k.fact = f.fact;
                }
            }
            None => kept.push(f),
        }
    }
    *found = kept;
}

/// Races on one variable that share a line and a cure are one missing barrier: the first leads, the others are named.
fn merge_races(found: &mut Vec<Finding>) {
    // Lost updates lead, then what is by far the most frequent.
    found.sort_by_key(|f| match &f.fact {
        Fact::Race { cure, .. } => {
            (!matches!(cure, Cure::Atomic | Cure::OneWriter), std::cmp::Reverse(f.count.max(1).ilog2()))
        }
        _ => (true, std::cmp::Reverse(0)),
    });
    let mut kept: Vec<Finding> = Vec::new();
    for f in found.drain(..) {
        let Fact::Race { element, first, second, cure, .. } = &f.fact else {
            kept.push(f);
            continue;
        };
        let same = |k: &&mut Finding| match &k.fact {
            Fact::Race { element: e, first: a, second: b, cure: c, more, .. } => {
                let lines = |s: &Source| s.first().map(|f| (f.path.clone(), f.line));
                let spot = |a: &Access, b: &Access| lines(&a.source).filter(|l| lines(&b.source).as_ref() == Some(l));
                // `x[0] += …` by several threads: that they also read it is the same fault.
                if e.name == element.name
                    && *c == Cure::Atomic
                    && spot(first, second).is_some()
                    && spot(a, b) == spot(first, second)
                {
                    return true;
                }
                let mine = [lines(&first.source), lines(&second.source)];
                let theirs = [&a.source, &b.source].into_iter().chain(more.iter().flat_map(|(x, y)| [x, y]));
                e.name == element.name && kind_of(*c) == kind_of(*cure) && theirs.map(lines).any(|l| mine.contains(&l))
            }
            _ => false,
        };
        let place = kept.iter_mut().find(same);
        match place {
            Some(k) => {
                k.count += f.count;
                if let Fact::Race { more, cure: c, .. } = &mut k.fact {
                    more.push((first.source.clone(), second.source.clone()));
                    // What helps the whole block helps its warps too.
                    if *c == Cure::Syncwarp && matches!(cure, Cure::Syncthreads) {
                        *c = Cure::Syncthreads;
                    }
                }
            }
            None => kept.push(f),
        }
    }
    *found = kept;
}

/// `x[0] += 1` by several threads: all read the same and write the same, and still updates are lost.
fn lost_updates(found: &mut Vec<Finding>) {
    let spot = |e: &Element, a: &Access, b: &Access| {
        let line = |s: &Source| s.first().map(|f| (f.path.clone(), f.line));
        line(&a.source).filter(|l| line(&b.source).as_ref() == Some(l)).map(|l| (e.name.clone(), l))
    };
    let notes: Vec<(usize, _)> = found
        .iter()
        .enumerate()
        .filter_map(|(k, f)| match &f.fact {
            Fact::SameValue { element, first, second } => spot(element, first, second).map(|s| (k, s)),
            _ => None,
        })
        .collect();
    let mut settled = Vec::new();
    for (k, at) in notes {
        for f in found.iter_mut() {
            if let Fact::Race { element, first, second, cure, .. } = &mut f.fact
                && first.kind != second.kind
                && spot(element, first, second).as_ref() == Some(&at)
            {
                if matches!(cure, Cure::Syncwarp | Cure::Syncthreads | Cure::SyncthreadsLoop) {
                    *cure = Cure::Atomic;
                }
                settled.push(k);
            }
        }
    }
    let mut k = 0;
    found.retain(|_| {
        k += 1;
        !settled.contains(&(k - 1))
    });
}

/// Threads that only store to an element, all in one line: they compute one index. Where that line reads the element,
/// too, it updates it.
fn plain_stores(found: &mut [Finding]) {
    let line = |a: &Access| a.source.first().map(|f| (f.path.clone(), f.line));
    let reads: Vec<_> = found
        .iter()
        .filter_map(|f| match &f.fact {
            Fact::Race { element, first, second, .. }
            | Fact::SameValue { element, first, second }
            | Fact::OptimisticRead { element, first, second } => Some((element.name.clone(), [first, second])),
            _ => None,
        })
        .flat_map(|(name, sides)| sides.map(|side| (name.clone(), side)))
        .filter(|(_, side)| side.kind != AccessKind::Write)
        .map(|(name, side)| (name, line(side)))
        .collect();
    for f in found.iter_mut() {
        if let Fact::Race { element, first, second, cure, .. } = &mut f.fact
            && matches!(cure, Cure::Atomic | Cure::Blocks)
            && first.kind == AccessKind::Write
            && second.kind == AccessKind::Write
            && line(first).is_some()
            && line(first) == line(second)
            && !reads.contains(&(element.name.clone(), line(first)))
        {
            *cure = Cure::OneWriter;
        }
    }
}

/// A race within a warp that meets one of the whole block in a line lacks the same barrier: that must hold the block, and
/// stand behind the last of the earlier accesses and before the first of the later ones.
fn widen_cures(found: &mut [Finding]) {
    let is_block = |cure: Cure| matches!(cure, Cure::Syncthreads | Cure::SyncthreadsLoop);
    let wide: Vec<(Cure, [Source; 2])> = found
        .iter()
        .filter_map(|f| match &f.fact {
            Fact::Race { cure, between, .. } if is_block(*cure) => Some((*cure, between.as_ref().clone())),
            _ => None,
        })
        .collect();
    let line = |s: &Source| s.first().map(|f| (f.path.clone(), f.line));
    for f in found.iter_mut() {
        let Fact::Race { cure: cure @ Cure::Syncwarp, between, .. } = &mut f.fact else { continue };
        let [first, second] = between.as_mut();
        for (wider, [from, to]) in &wide {
            // Between rounds of a loop, or within one: another barrier.
            if (line(second) < line(first)) != (line(to) < line(from)) {
                continue;
            }
            if line(to) == line(second) {
                *first = if line(first) < line(from) { from.clone() } else { first.clone() };
            } else if line(from) == line(first) {
                *second = if line(to) < line(second) { to.clone() } else { second.clone() };
            } else {
                continue;
            }
            *cure = *wider;
        }
    }
}

fn kind_of(cure: Cure) -> u8 {
    match cure {
        Cure::Syncwarp | Cure::Syncthreads | Cure::SyncthreadsLoop => 0,
        Cure::Blocks | Cure::Fence => 1,
        Cure::Scope => 2,
        Cure::Atomic | Cure::OneWriter => 3,
        Cure::OneSize => 5,
        Cure::AsyncWait => 4,
    }
}

/// The source locations of an instruction, innermost first; places that the compiler made up are left out.
pub(crate) fn source(program: &Program, site: u32) -> Source {
    let module = &program.module;
    let start = program.functions.get(program.function_at(Site(site))).map_or(0, |f| f.start);
    // A line of 0 is the compiler's own: the nearest instruction before says where the learner is.
    for at in (start..=site).rev() {
        let Some(loc) = program.loc(Site(at)) else { continue };
        let frames: Source = module
            .loc_chain(loc)
            .filter(|l| l.line > 0)
            .filter_map(|l| {
                let path = PathBuf::from(module.file(l.file)?);
                Some(Frame { path, line: l.line, column: l.column })
            })
            .collect();
        if !frames.is_empty() {
            return frames;
        }
    }
    Source::new()
}

/// Whether an instruction is one on matrices.
fn is_matrix(program: &Program, site: u32) -> bool {
    program.inst(Site(site)).is_some_and(|inst| family(inst) == Family::tensor)
}

/// `threadIdx` of the thread with this number, in blocks of this size.
fn thread([x, y, _]: [u32; 3], tid: u16) -> [u32; 3] {
    let t = u32::from(tid);
    [t % x, t / x % y, t / (x * y)]
}

/// `blockIdx` of the block with this number, in a grid of this size.
fn block([x, y, _]: [u32; 3], linear: u32) -> [u32; 3] {
    [linear % x, linear / x % y, linear / x / y]
}

fn kind(does: Does) -> AccessKind {
    match does {
        Does::Read => AccessKind::Read,
        Does::Write => AccessKind::Write,
        Does::Update => AccessKind::Atomic,
    }
}

fn access(cx: &Cx<'_>, does: Does, site: u32, at_block: u32, tid: u16) -> Access {
    Access {
        kind: kind(does),
        block: block(cx.dims.grid, at_block),
        thread: thread(cx.dims.block, tid),
        source: source(cx.program, site),
    }
}

/// The write that `record` describes, in a launch of `grid` blocks of `block` threads.
pub(crate) fn write(program: &Program, grid: [u32; 3], block_dim: [u32; 3], record: &Rec) -> Access {
    let does = if record.is(UPDATE) { Does::Update } else { Does::Write };
    Access {
        kind: kind(does),
        block: block(grid, record.block),
        thread: thread(block_dim, record.tid),
        source: source(program, record.site),
    }
}

/// A position within one variable.
fn inside(
    name: &str,
    offset: i64,
    len: u64,
    elem_bytes: u64,
    elem: &'static str,
    space: SpaceName,
    size: u32,
) -> Element {
    let elem_bytes = elem_bytes.max(1);
    let end = offset.saturating_add(i64::from(size.max(1)));
    let distance_bytes = if offset < 0 { offset } else { offset.saturating_sub(len as i64).max(0) };
    let inside = (0..len as i64).contains(&offset);
    let overhang_bytes = if inside { end.saturating_sub(len as i64).max(0) as u64 } else { 0 };
    Element {
        name: name.to_owned(),
        index: offset.div_euclid(elem_bytes as i64),
        n_elems: len / elem_bytes,
        elem_bytes,
        elem,
        distance_bytes,
        overhang_bytes,
        space,
    }
}

/// The variable at or nearest to a place.
fn element(cx: &Cx<'_>, at: At, size: u32) -> Element {
    match at.memory {
        Memory::Region(idx) => match cx.regions.get(idx).and_then(Option::as_ref) {
            Some(r) => {
                let space = if r.read_only { SpaceName::Constant } else { SpaceName::Global };
                // Arrays of bytes are how the compiler writes any array: show elements as the access sees them.
                let bytes = if r.elem.is_none() { u64::from(size.max(1)) } else { r.elem_bytes as u64 };
                inside(&r.name, at.offset, r.bytes.len() as u64, bytes, r.elem.map_or("", |e| e.name()), space, size)
            }
            None => inside("", at.offset, 0, u64::from(size), "", SpaceName::Global, size),
        },
        Memory::Shared => {
            let near = |v: &&crate::program::SharedVar| {
                let len = if v.bytes == 0 { u64::from(cx.dims.dynamic_shared_bytes) } else { v.bytes };
                let (from, to) = (v.offset as i64, (v.offset + len) as i64);
                if at.offset < from {
                    from - at.offset
                } else if at.offset >= to {
                    at.offset - to + 1
                } else {
                    0
                }
            };
            match cx.program.shared.iter().min_by_key(near) {
                Some(v) => {
                    let len = if v.bytes == 0 { u64::from(cx.dims.dynamic_shared_bytes) } else { v.bytes };
                    let name = crate::names::variable(&v.name);
                    let bytes =
                        if v.ty.size_bytes() > 1 { u64::from(v.ty.size_bytes()) } else { u64::from(size.clamp(1, 8)) };
                    inside(&name, at.offset - v.offset as i64, len, bytes, "", SpaceName::Shared, size)
                }
                None => inside("", at.offset, 0, u64::from(size), "", SpaceName::Shared, size),
            }
        }
        Memory::Local => inside("", at.offset, 0, u64::from(size), "", SpaceName::Local, size),
        Memory::Param => inside("", at.offset, cx.params.len() as u64, u64::from(size), "", SpaceName::Parameter, size),
        Memory::Nowhere => inside("", at.offset, 0, 1, "", SpaceName::Global, size),
    }
}

fn fact(cx: &Cx<'_>, group: &Group) -> Fact {
    let seen = &group.first;
    let of = |does| access(cx, does, seen.site, seen.block, seen.tid);
    match seen.event {
        Event::OutOfBounds { does } => out_of_bounds(cx, seen, does),
        Event::Misaligned { does, align } => {
            let element = element(cx, seen.at, seen.size);
            let is_matrix = is_matrix(cx.program, seen.site);
            Fact::Misaligned { access: of(does), element, align_bytes: align, is_matrix }
        }
        Event::ReadOnly => Fact::ReadOnly { access: of(Does::Write), element: element(cx, seen.at, seen.size) },
        Event::Uninitialized { does } => {
            Fact::Uninitialized { access: of(does), element: element(cx, seen.at, seen.size) }
        }
        Event::AbsentLane { lane, exited } => {
            let is_matrix = is_matrix(cx.program, seen.site);
            Fact::AbsentLane { access: of(Does::Read), lane: u32::from(lane), exited, is_matrix }
        }
        Event::WaitsForBlock => {
            let writer = seen.other.unwrap_or_default();
            Fact::WaitsForBlock {
                access: of(Does::Read),
                element: element(cx, seen.at, seen.size),
                writer: write(cx.program, cx.dims.grid, cx.dims.block, &writer),
            }
        }
        Event::NotInMask { mask } => Fact::NotInMask { access: of(Does::Read), mask },
        Event::Race { first, second, why } => race(cx, seen, first, second, why),
    }
}

/// A volatile load that waits in a loop, beside a lane that happens to run the same instruction: it looks again.
fn only_waits(cx: &Cx<'_>, group: &Group) -> bool {
    let seen = &group.first;
    let waits = |site: u32| cx.program.waits(site);
    matches!(seen.event, Event::Race { why: Why::Lockstep, .. })
        && (waits(seen.site) || seen.other.is_some_and(|other| waits(other.site)))
}

fn out_of_bounds(cx: &Cx<'_>, seen: &Seen, does: Does) -> Fact {
    let access = access(cx, does, seen.site, seen.block, seen.tid);
    let address = match seen.at.memory {
        Memory::Region(idx) if cx.regions.get(idx).and_then(Option::as_ref).is_none() => {
            addr::region_base(idx).wrapping_add_signed(seen.at.offset)
        }
        Memory::Nowhere => seen.at.offset as u64,
        _ => return Fact::OutOfBounds { access, element: element(cx, seen.at, seen.size) },
    };
    if address < 1 << 20 { Fact::NullPointer { access, address } } else { Fact::WildPointer { access, address } }
}

fn race(cx: &Cx<'_>, seen: &Seen, first: Does, second: Does, why: Why) -> Fact {
    let other = seen.other.unwrap_or_default();
    let element = element(cx, seen.at, seen.size.min(16));
    let mut a = access(cx, first, other.site, other.block, other.tid);
    let mut b = access(cx, second, seen.site, seen.block, seen.tid);
    // Where a barrier could stand: threads run in any order, so that only the code says which access comes first.
    let warp = seen.block == other.block && seen.tid / 32 == other.tid / 32;
    let (here, there) = (Site(seen.site), Site(other.site));
    let mut between = [a.source.clone(), b.source.clone()];
    let (on, back) = (cx.program.reaches(here, there), cx.program.reaches(there, here));
    let is_loop = on && back;
    // In a loop the compiler's order decides, in exclusive branches the learner's.
    let outer = |source: &Source| source.last().map(|frame| frame.line);
    let is_turned = match (on, back) {
        (true, true) => here.0 < there.0,
        (false, false) => outer(&between[1]) < outer(&between[0]),
        _ => on,
    };
    if is_turned {
        between.reverse();
    }
    if is_loop && cx.program.barrier_between(here, there, warp) {
        between.reverse();
    }
    let cure = match cure(seen, &other, &a, &b, &between, why, cx.program.signals()) {
        // An unrolled loop has no jump back, but one round still follows the other.
        Cure::SyncthreadsLoop if !on && !back => Cure::Syncthreads,
        cure => cure,
    };
    // The write leads where there is one write: it is what the other side must be kept apart from. Where the later access
    // is in a loop's next round, the access before the missing barrier does.
    let is_next_round =
        cure == Cure::SyncthreadsLoop || (cure == Cure::Syncwarp && (on || back) && turns_back(&between));
    let lead = if is_next_round { a.source != between[0] } else { a.kind == AccessKind::Read };
    if lead && (is_next_round || b.kind != AccessKind::Read) {
        std::mem::swap(&mut a, &mut b);
    }
    match why {
        Why::SameValue => Fact::SameValue { element, first: a, second: b },
        Why::Optimistic => Fact::OptimisticRead { element, first: a, second: b },
        Why::Plain if checked_again(cx, seen, &other, first, second) => {
            Fact::OptimisticRead { element, first: a, second: b }
        }
        _ => {
            let between = Box::new(between);
            Fact::Race { element, first: a, second: b, cure, between, lockstep: why == Why::Lockstep, more: Vec::new() }
        }
    }
}

/// A plain read against an atomic, where an atomic follows the read: some threads' tests failed, so that they had
/// nothing to update.
fn checked_again(cx: &Cx<'_>, seen: &Seen, other: &Rec, first: Does, second: Does) -> bool {
    let read = match (first, second) {
        (Does::Read, Does::Update) => other.site,
        (Does::Update, Does::Read) => seen.site,
        _ => return false,
    };
    cx.program.checked_again(Site(read))
}

/// `signals`: blocks of this kernel can see what others did.
fn cure(seen: &Seen, other: &Rec, a: &Access, b: &Access, between: &[Source; 2], why: Why, signals: bool) -> Cure {
    match why {
        Why::Scope => return Cure::Scope,
        Why::Mixed => return Cure::OneSize,
        _ => {}
    }
    if other.is(crate::check::race::ASYNC) {
        return Cure::AsyncWait;
    }
    if seen.block != other.block {
        return if signals { Cure::Fence } else { Cure::Blocks };
    }
    let line = |s: &Source| s.first().map(|f| f.line);
    if a.kind == AccessKind::Write && b.kind == AccessKind::Write && line(&a.source) == line(&b.source) {
        return Cure::Atomic;
    }
    if other.tid / 32 == seen.tid / 32 {
        return Cure::Syncwarp;
    }
    if turns_back(between) { Cure::SyncthreadsLoop } else { Cure::Syncthreads }
}

/// Whether the later access stands before the earlier one in the kernel's source: it belongs to a loop's next round.
fn turns_back([earlier, later]: &[Source; 2]) -> bool {
    let outer = |s: &Source| s.last().map(|f| f.line);
    outer(later) < outer(earlier)
}

fn waiting(cx: &Cx<'_>, w: &Waiting) -> WaitingThreads {
    let called = w.calls.iter().flat_map(|call| source(cx.program, *call));
    WaitingThreads {
        source: source(cx.program, w.site).into_iter().chain(called).collect(),
        n_threads: w.tids.len() as u32,
        first: thread(cx.dims.block, w.tids.first().copied().unwrap_or(0)),
        last: thread(cx.dims.block, w.tids.last().copied().unwrap_or(0)),
        mask: w.mask,
        is_matrix: w.mask.is_some() && is_matrix(cx.program, w.site),
        spins: w.spins,
    }
}

fn barrier(cx: &Cx<'_>, b: &BarrierFact) -> Fact {
    let mut waiting: Vec<WaitingThreads> = b.waiting.iter().map(|w| waiting(cx, w)).collect();
    // A torn warp is why others wait at barriers.
    waiting.sort_by_key(|w| !w.is_matrix);
    let (n_threads, exited) = (b.n_threads, b.exited);
    let parted = b.parted.map(|p| source(cx.program, p)).unwrap_or_default();
    match b.kind {
        BarrierKind::DifferentPlaces => Fact::DifferentBarriers { waiting, parted, n_threads, exited },
        BarrierKind::Deadlock => Fact::Deadlock { waiting, parted, n_threads, exited },
        BarrierKind::Count { count, arrived } => Fact::BarrierCount { waiting, parted, n_threads, count, arrived },
    }
}

fn halt(cx: &Cx<'_>, h: &Halt) -> Option<Finding> {
    let at = |site: u32, block: u32, tid: u16| access(cx, Does::Read, site, block, tid);
    let (fact, count) = match h {
        Halt::Budget { jump, target, block: _, tid, held } => {
            let none = *jump == crate::gang::NEVER;
            let polls = !none && cx.program.polls(Site(*target), Site(*jump));
            let (jump, target) = if none {
                (Source::new(), Source::new())
            } else {
                (source(cx.program, *jump), source(cx.program, *target))
            };
            (
                Fact::Hang {
                    source: jump,
                    target,
                    thread: thread(cx.dims.block, *tid),
                    polls,
                    held: held.filter(|_| polls),
                },
                1,
            )
        }
        Halt::Cancelled | Halt::Deadlock => return None,
        Halt::Assert { site, block, tid, count, text, file, line, function } => {
            let mut access = at(*site, *block, *tid);
            if access.source.is_empty() && !file.is_empty() {
                access.source.push(Frame { path: PathBuf::from(file), line: *line, column: 0 });
            }
            (Fact::Assert { text: text.clone(), function: function.clone(), access }, u64::from(*count))
        }
        Halt::Trap { site, block, tid, count } => (Fact::Trap { access: at(*site, *block, *tid) }, u64::from(*count)),
        Halt::Stack { site, block, tid } => (Fact::StackOverflow { access: at(*site, *block, *tid) }, 1),
        Halt::Unsupported { site, text } => {
            (Fact::Unsupported { text: text.clone(), source: source(cx.program, *site) }, 1)
        }
    };
    Some(Finding { fact, count })
}
