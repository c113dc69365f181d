//! The words for findings: the only place where they are put into messages.

use super::{Access, AccessKind, Cure, Element, Fact, Finding, Source, SpaceName, WaitingThreads};
use diag::{Diagnostic, Label, Place, SourceMap, Span, Text, msg};

impl Finding {
    /// The finding as a diagnostic; spans are those of files that `sources` knows.
    pub fn to_diagnostic(&self, sources: &SourceMap) -> Diagnostic {
        let mut d = Diagnostic::new(self.code(), self.severity(), self.title());
        d.subject = self.element().map(|e| e.name.clone()).filter(|name| !name.is_empty());
        match &self.fact {
            Fact::OutOfBounds { access, element } => {
                d = at(d, sources, access, Some(label_access(access, element)));
                d.notes.push(bounds_note(element));
                d.help = Some(if element.overhang_bytes > 0 {
                    msg!("vgpu-bounds-help-across")
                } else if matches!(element.space, SpaceName::Shared | SpaceName::Local) {
                    msg!("vgpu-bounds-help-array")
                } else {
                    msg!("vgpu-bounds-help", last = element.n_elems.saturating_sub(1))
                });
            }
            Fact::NullPointer { access, address } => {
                d = at(d, sources, access, None);
                d.notes.push(msg!("vgpu-null-note", address = hex(*address)));
                d.help = Some(msg!("vgpu-null-help"));
            }
            Fact::WildPointer { access, address } => {
                d = at(d, sources, access, None);
                d.notes.push(msg!("vgpu-wild-note", address = hex(*address)));
                d.help = Some(msg!("vgpu-wild-help"));
            }
            Fact::Misaligned { access, element, align_bytes, is_matrix } => {
                d = at(d, sources, access, Some(label_access(access, element)));
                if *is_matrix {
                    d.notes.push(msg!("vgpu-misaligned-note-matrix", align = *align_bytes));
                    d.help = Some(msg!("vgpu-misaligned-help-matrix", align = *align_bytes));
                } else {
                    d.notes.push(msg!("vgpu-misaligned-note", align = *align_bytes));
                    d.help = Some(msg!("vgpu-misaligned-help", align = *align_bytes));
                }
            }
            Fact::ReadOnly { access, element } => d = at(d, sources, access, Some(label_access(access, element))),
            Fact::Uninitialized { access, element } => {
                d = at(d, sources, access, Some(label_access(access, element)));
                d.notes.push(if element.space == SpaceName::Global {
                    msg!("vgpu-uninit-note")
                } else {
                    msg!("vgpu-uninit-note-own")
                });
                d.help = Some(if element.space == SpaceName::Shared {
                    msg!("vgpu-uninit-help-shared")
                } else {
                    msg!("vgpu-uninit-help")
                });
            }
            Fact::Race { element, first, second, cure, between, lockstep, more } => {
                d = both(d, sources, first, second, element);
                if *lockstep {
                    d.notes.push(msg!("vgpu-race-lockstep"));
                }
                let shown: Vec<u32> = d.labels.iter().map(|l| l.span.line).collect();
                let mut others: Vec<u32> = more
                    .iter()
                    .flat_map(|(a, b)| [a, b])
                    .filter_map(|s| span(sources, s).map(|s| s.line))
                    .filter(|l| !shown.contains(l))
                    .collect();
                others.sort_unstable();
                others.dedup();
                if !others.is_empty() {
                    let list: Vec<String> = others.iter().map(u32::to_string).collect();
                    d.notes.push(msg!("vgpu-race-more", count = others.len() as u64, lines = list.join(", ")));
                }
                d.notes.push(if element.space == SpaceName::Shared {
                    msg!("vgpu-race-note")
                } else {
                    msg!("vgpu-race-note-global")
                });
                d.help = Some(cure_text(*cure, sources, between));
            }
            Fact::SameValue { element, first, second } => {
                d = both(d, sources, first, second, element);
                d.notes.push(msg!("vgpu-same-value-note"));
            }
            Fact::OptimisticRead { element, first, second } => {
                d = both(d, sources, first, second, element);
                d.notes.push(msg!("vgpu-optimistic-note"));
            }
            Fact::WaitsForBlock { access, element, writer } => {
                d = both(d, sources, access, writer, element);
                d.notes.push(msg!("vgpu-waits-note"));
            }
            Fact::BarrierCount { waiting, parted, n_threads, arrived, .. } => {
                d = waits(d, sources, waiting, *n_threads, 0);
                d = branch(d, sources, parted);
                d.help = Some(if arrived.is_some() {
                    msg!("vgpu-barrier-help-many")
                } else {
                    msg!("vgpu-barrier-help-count")
                });
            }
            Fact::DifferentBarriers { waiting, parted, n_threads, exited } => {
                d = waits(d, sources, waiting, *n_threads, *exited);
                d = branch(d, sources, parted);
                d.notes.push(msg!("vgpu-barrier-places-note"));
                d.help = Some(msg!("vgpu-barrier-help"));
            }
            Fact::Deadlock { waiting, parted, n_threads, exited } => {
                d = waits(d, sources, waiting, *n_threads, *exited);
                d = branch(d, sources, parted);
                d.help = Some(if waiting.first().is_some_and(|w| w.is_matrix) {
                    msg!("vgpu-matrix-help")
                } else if waiting.first().is_some_and(|w| w.mask.is_some()) {
                    msg!("vgpu-warp-help")
                } else if waiting.iter().any(|w| w.spins) {
                    msg!("vgpu-barrier-help-spin")
                } else if waiting.first().is_some_and(|w| w.n_threads == n_threads - exited) {
                    msg!("vgpu-barrier-help-count")
                } else {
                    msg!("vgpu-barrier-help")
                });
            }
            Fact::AbsentLane { access, lane, exited, is_matrix: true } => {
                d = at(d, sources, access, None);
                d.notes.push(if *exited {
                    msg!("vgpu-matrix-exited", lane = *lane)
                } else {
                    msg!("vgpu-matrix-never", lane = *lane)
                });
                d.help = Some(msg!("vgpu-matrix-help"));
            }
            Fact::AbsentLane { access, lane, exited, .. } => {
                d = at(d, sources, access, None);
                d.notes.push(if *exited {
                    msg!("vgpu-absent-exited", lane = *lane)
                } else {
                    msg!("vgpu-absent-never", lane = *lane)
                });
                d.help = Some(msg!("vgpu-absent-help"));
            }
            Fact::NotInMask { access, .. } => {
                d = at(d, sources, access, None);
                d.help = Some(msg!("vgpu-not-in-mask-help"));
            }
            Fact::Hang { source, target, polls, held, .. } => {
                d = spot(d, sources, source, Some(msg!("vgpu-hang-label")));
                if let (Some(a), Some(b)) = (span(sources, target), span(sources, source))
                    && a.line < b.line
                {
                    d = d.with_label(Label::secondary(a).with_text(msg!("vgpu-hang-start")));
                }
                d.notes.push(match held {
                    Some(held) => msg!("vgpu-hang-note-blocks", held = *held),
                    None => msg!("vgpu-hang-note"),
                });
                d.help = Some(if *polls { msg!("vgpu-hang-help-polls") } else { msg!("vgpu-hang-help") });
            }
            Fact::Assert { access, .. } => d = at(d, sources, access, None),
            Fact::Trap { access } => {
                d = at(d, sources, access, None);
                d.notes.push(msg!("vgpu-trap-note"));
            }
            Fact::StackOverflow { access } => {
                d = at(d, sources, access, None);
                d.help = Some(msg!("vgpu-stack-help"));
            }
            Fact::Unsupported { source, .. } => {
                d = spot(d, sources, source, None);
                d.notes.push(msg!("vgpu-unsupported-note"));
            }
            Fact::BadBlock { .. } => d.help = Some(msg!("vgpu-bad-block-help")),
            Fact::TooMuchShared { .. } => d.help = Some(msg!("vgpu-shared-help")),
            Fact::NoSuchKernel { .. }
            | Fact::BadGrid { .. }
            | Fact::ArgumentCount { .. }
            | Fact::ArgumentSize { .. } => {}
        }
        if self.count > 1 && !matches!(self.fact, Fact::Deadlock { .. } | Fact::DifferentBarriers { .. }) {
            d.n_more = self.count - 1;
        }
        d
    }

    /// The variable that it is about.
    fn element(&self) -> Option<&Element> {
        match &self.fact {
            Fact::OutOfBounds { element, .. }
            | Fact::Misaligned { element, .. }
            | Fact::ReadOnly { element, .. }
            | Fact::Uninitialized { element, .. }
            | Fact::Race { element, .. }
            | Fact::SameValue { element, .. }
            | Fact::OptimisticRead { element, .. }
            | Fact::WaitsForBlock { element, .. } => Some(element),
            _ => None,
        }
    }

    fn title(&self) -> Text {
        match &self.fact {
            Fact::OutOfBounds { access, element } if element.name.is_empty() => {
                msg!("vgpu-bounds-title-unnamed", does = verb(access.kind), what = space(element.space))
            }
            Fact::OutOfBounds { access, element } => {
                let id = verb(access.kind);
                msg!("vgpu-bounds-title", what = show(element), does = id, variable = variable(element))
            }
            Fact::NullPointer { access, .. } => msg!("vgpu-null-title", does = verb(access.kind)),
            Fact::WildPointer { access, .. } => msg!("vgpu-wild-title", does = verb(access.kind)),
            Fact::Misaligned { element, align_bytes, .. } => {
                msg!("vgpu-misaligned-title", what = show(element), align = *align_bytes)
            }
            Fact::ReadOnly { element, .. } => msg!("vgpu-read-only-title", what = show(element)),
            Fact::Uninitialized { element, .. } => msg!("vgpu-uninit-title", what = show(element)),
            Fact::Race { element, first, second, .. } => {
                let blocks = first.block != second.block;
                let who = if blocks { msg!("vgpu-who-blocks") } else { msg!("vgpu-who-threads") };
                msg!("vgpu-race-title", what = show(element), who = who)
            }
            Fact::SameValue { element, .. } => msg!("vgpu-same-value-title", what = show(element)),
            Fact::OptimisticRead { element, .. } => msg!("vgpu-optimistic-title", what = show(element)),
            Fact::WaitsForBlock { element, .. } => msg!("vgpu-waits-title", what = show(element)),
            Fact::BarrierCount { count, arrived: Some(arrived), .. } => {
                msg!("vgpu-barrier-title-many", arrived = *arrived, count = *count)
            }
            Fact::BarrierCount { count, .. } => msg!("vgpu-barrier-title-warps", count = *count),
            Fact::DifferentBarriers { .. } => msg!("vgpu-barrier-places-title"),
            Fact::Deadlock { waiting, n_threads, exited, .. } => {
                let first = waiting.first().map_or(0, |w| w.n_threads);
                match waiting.first() {
                    Some(w) if w.is_matrix => msg!("vgpu-matrix-title"),
                    Some(w) if w.mask.is_some() => msg!("vgpu-warp-title", mask = hex(u64::from(w.mask.unwrap_or(0)))),
                    _ if first == n_threads - exited => msg!("vgpu-barrier-title-count", all = first),
                    _ => msg!("vgpu-barrier-title", arrived = first, all = n_threads - exited),
                }
            }
            Fact::AbsentLane { is_matrix: true, .. } => msg!("vgpu-matrix-absent-title"),
            Fact::AbsentLane { access, lane, .. } => {
                msg!("vgpu-absent-title", thread = triple(access.thread), lane = *lane)
            }
            Fact::NotInMask { access, mask } => {
                msg!("vgpu-not-in-mask-title", thread = triple(access.thread), mask = hex(u64::from(*mask)))
            }
            Fact::Hang { .. } => msg!("vgpu-hang-title"),
            Fact::Assert { text, access, .. } => {
                msg!("vgpu-assert-title", text = text.as_str(), thread = triple(access.thread))
            }
            Fact::Trap { access } => msg!("vgpu-trap-title", thread = triple(access.thread)),
            Fact::StackOverflow { access } => msg!("vgpu-stack-title", thread = triple(access.thread)),
            Fact::Unsupported { text, .. } => msg!("vgpu-unsupported-title", text = text.as_str()),
            Fact::NoSuchKernel { name } => msg!("vgpu-no-kernel-title", name = name.as_str()),
            Fact::BadBlock { block, max } => {
                let threads: u64 = block.iter().map(|d| u64::from(*d)).product();
                msg!("vgpu-bad-block-title", block = triple(*block), threads = threads, max = *max)
            }
            Fact::BadGrid { grid } => msg!("vgpu-bad-grid-title", grid = triple(*grid)),
            Fact::TooMuchShared { asked_bytes, limit_bytes } => {
                msg!("vgpu-shared-title", asked = *asked_bytes, limit = *limit_bytes)
            }
            Fact::ArgumentCount { wanted, got } => msg!("vgpu-argument-count", wanted = *wanted, got = *got),
            Fact::ArgumentSize { index, wanted_bytes, got_bytes } => {
                msg!("vgpu-argument-size", index = *index, wanted = *wanted_bytes, got = *got_bytes)
            }
        }
    }
}

fn triple(t: [u32; 3]) -> String {
    format!("({}, {}, {})", t[0], t[1], t[2])
}

fn hex(v: u64) -> String {
    format!("{v:#x}")
}

fn verb(kind: AccessKind) -> Text {
    match kind {
        AccessKind::Read => msg!("vgpu-reads"),
        AccessKind::Write => msg!("vgpu-writes"),
        AccessKind::Atomic => msg!("vgpu-updates"),
    }
}

/// `red[17]`, or the memory where no variable is known.
fn show(e: &Element) -> Text {
    if e.name.is_empty() {
        return space(e.space);
    }
    if e.n_elems == 1 && e.index == 0 && e.elem.is_empty() {
        return msg!("vgpu-scalar", name = e.name.as_str());
    }
    msg!("vgpu-element", name = e.name.as_str(), index = e.index.to_string())
}

fn variable(e: &Element) -> Text {
    if e.name.is_empty() { space(e.space) } else { msg!("vgpu-scalar", name = e.name.as_str()) }
}

fn space(s: SpaceName) -> Text {
    match s {
        SpaceName::Shared => msg!("vgpu-space-shared"),
        SpaceName::Global => msg!("vgpu-space-global"),
        SpaceName::Constant => msg!("vgpu-space-constant"),
        SpaceName::Local => msg!("vgpu-space-local"),
        SpaceName::Parameter => msg!("vgpu-space-parameter"),
    }
}

impl Access {
    /// Its line in the innermost file that `sources` knows, with its thread, as a primary label without text.
    pub fn label(&self, sources: &SourceMap) -> Option<Label> {
        span(sources, &self.source).map(|at| Label::primary(at).with_place(place(self)))
    }
}

fn place(a: &Access) -> Place {
    Place { block: Some(a.block), thread: Some(a.thread) }
}

/// The innermost frame in a file that is known, else nothing.
fn span(sources: &SourceMap, source: &Source) -> Option<Span> {
    source.iter().find_map(|f| sources.find(&f.path).map(|file| sources.span_of_location(file, f.line, f.column)))
}

fn line(sources: &SourceMap, source: &Source) -> Text {
    let n = span(sources, source).map(|s| s.line).or(source.first().map(|f| f.line)).unwrap_or(0);
    msg!("vgpu-line", line = n)
}

fn spot(mut d: Diagnostic, sources: &SourceMap, source: &Source, text: Option<Text>) -> Diagnostic {
    if let Some(s) = span(sources, source) {
        let mut label = Label::primary(s);
        label.text = text;
        d.labels.push(label);
    } else if let Some(f) = source.first() {
        d.notes.push(msg!("vgpu-elsewhere", path = f.path.display().to_string(), line = f.line));
    }
    d
}

fn at(d: Diagnostic, sources: &SourceMap, access: &Access, text: Option<Text>) -> Diagnostic {
    let mut d = spot(d, sources, &access.source, text).with_place(place(access));
    if let Some(l) = d.labels.first_mut() {
        l.place = place(access);
    }
    d
}

/// “thread (1, 0, 0) of block (0, 0, 0) reads `in[1024]` here”
fn label_access(a: &Access, e: &Element) -> Text {
    msg!("vgpu-label", thread = triple(a.thread), block = triple(a.block), does = verb(a.kind), what = show(e))
}

fn both(d: Diagnostic, sources: &SourceMap, first: &Access, second: &Access, e: &Element) -> Diagnostic {
    let mut d = at(d, sources, first, Some(label_access(first, e)));
    if let Some(s) = span(sources, &second.source) {
        d.labels.push(Label::secondary(s).with_text(label_access(second, e)).with_place(place(second)));
    }
    d
}

fn bounds_note(e: &Element) -> Text {
    if e.name.is_empty() {
        return match e.space {
            SpaceName::Local => msg!("vgpu-bounds-none-local"),
            other => msg!("vgpu-bounds-none", what = space(other)),
        };
    }
    let (name, count) = (e.name.as_str(), e.n_elems);
    let size = if e.elem.is_empty() {
        msg!("vgpu-elements", count = count, bytes = e.elem_bytes)
    } else {
        msg!("vgpu-typed", count = count, elem = e.elem)
    };
    if e.overhang_bytes > 0 {
        msg!("vgpu-bounds-across", name = name, size = size, bytes = e.overhang_bytes)
    } else if e.distance_bytes < 0 {
        msg!("vgpu-bounds-before", name = name, size = size, bytes = -e.distance_bytes)
    } else {
        msg!("vgpu-bounds-after", name = name, size = size, bytes = e.distance_bytes)
    }
}

/// `between`: the accesses in the order in which the code has them.
fn cure_text(cure: Cure, sources: &SourceMap, between: &[Source; 2]) -> Text {
    let [first, second] = between;
    let (a, b) = (line(sources, first), line(sources, second));
    let same = span(sources, first).map(|s| s.line) == span(sources, second).map(|s| s.line);
    match cure {
        Cure::Syncwarp if same => msg!("vgpu-cure-syncwarp-same", line = a),
        Cure::Syncwarp => msg!("vgpu-cure-syncwarp", first = a, second = b),
        Cure::Syncthreads if same => msg!("vgpu-cure-same", line = a),
        Cure::Syncthreads => msg!("vgpu-cure-syncthreads", first = a, second = b),
        Cure::SyncthreadsLoop => msg!("vgpu-cure-loop", first = a, second = b),
        Cure::Blocks => msg!("vgpu-cure-blocks"),
        Cure::Fence => msg!("vgpu-cure-fence"),
        Cure::Scope => msg!("vgpu-cure-scope"),
        Cure::OneWriter => msg!("vgpu-cure-one-writer"),
        Cure::Atomic => msg!("vgpu-cure-atomic"),
        Cure::OneSize => msg!("vgpu-cure-one-size"),
        Cure::AsyncWait => msg!("vgpu-cure-async", line = a),
    }
}

/// The first frame in which threads differ that wait at one line of one function, called at several places.
fn parting_call(waiting: &[WaitingThreads]) -> Option<usize> {
    let place = |w: &WaitingThreads, depth: usize| w.source.get(depth).map(|f| (f.path.clone(), f.line, f.column));
    let differ =
        |depth: usize| waiting.iter().any(|w| place(w, depth) != waiting.first().and_then(|v| place(v, depth)));
    let n_frames = waiting.iter().map(|w| w.source.len()).max()?;
    (0..n_frames).find(|depth| differ(*depth)).filter(|depth| *depth > 0)
}

/// The barrier, and each call through which threads came to it.
fn calls(mut d: Diagnostic, sources: &SourceMap, waiting: &[WaitingThreads], n: u32, depth: usize) -> Diagnostic {
    let Some(first) = waiting.first() else { return d };
    d = spot(d, sources, &first.source, Some(msg!("vgpu-wait-calls")));
    d.place.thread = Some(first.first);
    for w in waiting.iter().take(4) {
        let range = msg!("vgpu-range", first = triple(w.first), last = triple(w.last));
        if let Some(s) = span(sources, &w.source.iter().skip(depth).cloned().collect()) {
            let text = msg!("vgpu-wait-call", count = w.n_threads, all = n, range = range);
            let at = Place { block: None, thread: Some(w.first) };
            d.labels.push(Label::secondary(s).with_text(text).with_place(at));
        }
    }
    d
}

fn waits(mut d: Diagnostic, sources: &SourceMap, waiting: &[WaitingThreads], n: u32, exited: u32) -> Diagnostic {
    let depth = parting_call(waiting);
    if let Some(depth) = depth {
        d = calls(d, sources, waiting, n, depth);
    }
    let one_by_one = if depth.is_some() { &[] } else { waiting };
    for (k, w) in one_by_one.iter().enumerate().take(4) {
        let range = msg!("vgpu-range", first = triple(w.first), last = triple(w.last));
        let text = if w.spins {
            msg!("vgpu-wait-spin", count = w.n_threads, all = n, range = range)
        } else if w.is_matrix {
            msg!("vgpu-matrix-wait", count = w.n_threads, range = range)
        } else if w.mask.is_some() {
            msg!("vgpu-wait-warp", count = w.n_threads, range = range, mask = hex(u64::from(w.mask.unwrap_or(0))))
        } else {
            msg!("vgpu-wait-barrier", count = w.n_threads, all = n, range = range)
        };
        if let Some(s) = span(sources, &w.source) {
            let label = if k == 0 { Label::primary(s) } else { Label::secondary(s) };
            let at = Place { block: None, thread: Some(w.first) };
            d.labels.push(label.with_text(text).with_place(at));
        }
        if k == 0 {
            d.place.thread = Some(w.first);
        }
    }
    if exited > 0 {
        d.notes.push(msg!("vgpu-exited", count = exited));
    }
    d
}

/// The branch that parted threads, where no label stands yet.
fn branch(mut d: Diagnostic, sources: &SourceMap, parted: &Source) -> Diagnostic {
    if let Some(s) = span(sources, parted)
        && d.labels.iter().all(|l| l.span.line != s.line)
    {
        d.labels.push(Label::secondary(s).with_text(msg!("vgpu-parted")));
    }
    d
}
