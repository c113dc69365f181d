//! Operations on tensors and tiles: shapes, scopes, indices, threads.

use diag::msg;

use super::learner::Learner;
use super::said::Said;

/// Explains a mistake with tensors and tiles.
pub fn explain(learner: &Learner<'_>) -> Option<Said> {
    indices(learner)
        .or_else(|| copies(learner))
        .or_else(|| reductions(learner))
        .or_else(|| products(learner))
        .or_else(|| launches(learner))
        .or_else(|| variables(learner))
}

/// Indices that do not fit the tensor.
fn indices(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    let counted = learner
        .captured(r"^Buffer (\w+) is (\d+)-dimensional \(shape=(\(.*?\))\), but (\d+) index")
        .map(|groups| (groups[0], groups[1], groups[2], groups[3]))
        .or_else(|| {
            let groups =
                learner.captured(r"Buffer (\w+) is (\d+)-dimensional, cannot be indexed with the (\d+)-dimensional")?;
            Some((groups[0], groups[1], "", groups[2]))
        });
    if let Some((name, rank, shape, n_given)) = counted {
        let (rank, n_given): (i64, i64) = (rank.parse().ok()?, n_given.parse().ok()?);
        // `as bx` with two dimensions makes `bx` a list: each use of it counts twice, and so on.
        if n_given > 8 {
            let at = learner.find(r"\bas\s+(\w+)\s*:");
            return Some(
                Said::verbatim(msg!("tilelang-kernel-names-title"))
                    .at(at)
                    .note(msg!("tilelang-kernel-names-note"))
                    .help(msg!("tilelang-kernel-names-help")),
            );
        }
        let said = Said::verbatim(msg!("tilelang-rank-title", name = name, rank = rank, given = n_given))
            .at(learner.find_on(learner.failure.line?, &format!(r"\b({name}\[[^\]]*\])")))
            .other(learner.definition(name), msg!("tilelang-defined-here", name = name));
        let said =
            if shape.is_empty() { said } else { said.note(msg!("tilelang-shape-note", name = name, shape = shape)) };
        return Some(said.help(msg!("tilelang-rank-help")));
    }
    if message.starts_with("TVM supports multiple types of integer divisions") {
        return Some(
            Said::verbatim(msg!("tilelang-division-title"))
                .at(learner.find_on(learner.failure.line?, r"[^/](/)[^/]"))
                .mark(msg!("tilelang-write", wanted = "//"))
                .help(msg!("tilelang-division-help")),
        );
    }
    if message.starts_with("Buffer slicing with step is not supported") {
        return Some(
            Said::verbatim(msg!("tilelang-step-title"))
                .at(learner.find_on(learner.failure.line?, r":\s*[^:\],]*:\s*\w+"))
                .help(msg!("tilelang-step-help")),
        );
    }
    if learner.captured(r"Only fragment\[0\] access is allowed").is_some() {
        return Some(Said::new(msg!("tilelang-element-title")).help(msg!("tilelang-element-help")));
    }
    None
}

/// `T.copy`, `T.fill`.
fn copies(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    let statement = learner.statement();
    if message.starts_with("StructuralEqual check failed") {
        let shapes: Vec<&str> = message.lines().map(str::trim).filter(|line| line.starts_with('(')).collect();
        let said = Said::verbatim(msg!("tilelang-copy-shapes-title"));
        let said = match shapes.as_slice() {
            [first, second] => said.note(msg!("tilelang-two-shapes-note", first = *first, second = *second)),
            _ => said,
        };
        return Some(said.help(msg!("tilelang-copy-shapes-help")));
    }
    if message.starts_with("Unsupported argument type for to_buffer_region")
        || message.starts_with("Invalid buffer region")
    {
        let said = Said::verbatim(msg!("tilelang-not-a-tile-title"));
        return Some(if statement.contains("T.fill(") {
            said.help(msg!("tilelang-example-help", example = "T.fill(tile, 0)"))
        } else {
            said.note(msg!("tilelang-not-a-tile-note")).help(msg!("tilelang-number-help"))
        });
    }
    if learner.failure.kind == "AssertionError"
        && statement.contains("T.copy(")
        && (message.is_empty() || message.contains("extent"))
    {
        return Some(Said::verbatim(msg!("tilelang-copy-shapes-title")).help(msg!("tilelang-copy-rank-help")));
    }
    if message.starts_with("Attempting to update buffer") {
        let name = learner.captured(r"update buffer `(\w+)`").map_or("tile", |groups| groups[0]);
        return Some(
            Said::verbatim(msg!("tilelang-augmented-title", name = name))
                .note(msg!("tilelang-whole-note"))
                .help(msg!("tilelang-whole-help")),
        );
    }
    None
}

/// `T.reduce_*`.
fn reductions(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    if let Some(groups) = learner.captured(
        r"^Invalid reduce output shape, buffer shape is (\(.*?\)), dim is (-?\d+), output shape is (\[.*?\]), expected shapes are (\[.*?\]) or",
    ) {
        let rank = groups[0].matches(',').count() as i64 + 1 - i64::from(groups[0].ends_with(",)"));
        let dim: i64 = groups[1].parse().unwrap_or(0);
        if dim >= rank {
            let title = msg!("tilelang-dim-title", dim = dim, rank = rank);
            return Some(Said::verbatim(title).at(learner.find_on(learner.failure.line?, r"dim\s*=\s*-?\d+")).help(msg!("tilelang-dim-help", last = rank - 1)));
        }
        let number = super::learner::regex(r"T\.\w+\(([\d.]+)\)");
        let round = |text: &str| number.replace_all(text, "$1").replace('[', "(").replace(']', ")");
        let result = super::learner::captures(r"T\.reduce_\w+\(\s*\w+\s*,\s*(\w+)", learner.statement()).map_or("", |groups| groups[0]);
        return Some(
            Said::verbatim(msg!("tilelang-reduce-shape-title"))
                .note(msg!("tilelang-reduce-shape-note", source = groups[0], dim = dim, wanted = round(groups[3]), found = round(groups[2])))
                .other(learner.definition(result), msg!("tilelang-defined-here", name = result))
                .help(msg!("tilelang-reduce-shape-help")),
        );
    }
    if let Some(groups) = learner.captured(r"^Invalid buffer scopes: ([\w.]+) and ([\w.]+)") {
        let title = msg!("tilelang-reduce-scope-title", source = scope(groups[0]), destination = scope(groups[1]));
        return Some(Said::verbatim(title).help(msg!("tilelang-reduce-scope-help")));
    }
    if message.contains("requires logical_width (threads / scale) to be a positive power of two") {
        let threads = learner.n_threads();
        return Some(
            super::layout::with_operation(
                Said::verbatim(msg!("tilelang-reduce-threads-title", threads = threads)),
                "reduce",
                learner,
            )
            .note(msg!("tilelang-butterfly-note"))
            .help(msg!("tilelang-threads-help")),
        );
    }
    if let Some(groups) = learner.captured(r"ReduceOp: batch=(\d+) exceeds per-thread output element count N=(\d+)") {
        let title = msg!("tilelang-batch-title", batch = groups[0], count = groups[1]);
        return Some(
            super::layout::with_operation(Said::verbatim(title), "reduce", learner).help(msg!("tilelang-batch-help")),
        );
    }
    None
}

/// What learners call a scope.
fn scope(name: &str) -> diag::Text {
    match name {
        "global" => msg!("tilelang-scope-global"),
        "local.fragment" => msg!("tilelang-scope-fragment"),
        "local" | "local.var" => msg!("tilelang-scope-local"),
        _ => msg!("tilelang-scope-shared"),
    }
}

/// `T.gemm`.
fn products(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    if let Some(groups) = learner.captured(r"T\.gemm (\w) shape check failed: (\w+) = (.+?), (\w+) = (.+)$") {
        let title = msg!("tilelang-gemm-shape-title", first = groups[2], second = groups[4]);
        return Some(
            Said::verbatim(title)
                .note(msg!("tilelang-gemm-shape-note", first = groups[1], second = groups[3]))
                .help(msg!("tilelang-gemm-shape-help")),
        );
    }
    if let Some(groups) = learner.captured(r"^Mixed-dtype GEMM .*got A=(\w+), B=(\w+)") {
        let said = Said::verbatim(msg!("tilelang-gemm-dtype-title", first = groups[0], second = groups[1]));
        return Some(super::layout::with_operation(said, "gemm", learner).help(msg!("tilelang-gemm-dtype-help")));
    }
    if let Some(groups) = learner.captured(r"(\w+) must be a fragment, but got ([\w.]+)") {
        let said = Said::verbatim(msg!("tilelang-gemm-scope-title", name = groups[0], scope = scope(groups[1])));
        let said = super::layout::with_operation(said, "gemm", learner)
            .other(learner.definition(groups[0]), msg!("tilelang-defined-here", name = groups[0]));
        return Some(said.help(msg!("tilelang-gemm-scope-help")));
    }
    if let Some(groups) = learner.captured(r"\b([MNK]) must be divisible by (\d+), but got (\d+)") {
        let said =
            Said::verbatim(msg!("tilelang-gemm-multiple-title", name = groups[0], found = groups[2], unit = groups[1]));
        return Some(
            super::layout::with_operation(said, "gemm", learner)
                .note(msg!("tilelang-gemm-names-note"))
                .help(msg!("tilelang-gemm-multiple-help")),
        );
    }
    if let Some(groups) = learner
        .captured(r"^No valid warp partition for T\.gemm: M=(\d+), N=(\d+) cannot be evenly covered by (\d+) warps")
    {
        let said =
            Said::verbatim(msg!("tilelang-gemm-warps-title", rows = groups[0], columns = groups[1], warps = groups[2]));
        return Some(
            super::layout::with_operation(said, "gemm", learner)
                .other(learner.find(r"\bthreads\s*=\s*\d+"), msg!("tilelang-threads-mark"))
                .help(msg!("tilelang-gemm-warps-help")),
        );
    }
    if message.contains("only support") && learner.statement().contains("T.gemm(") {
        return Some(Said::new(msg!("tilelang-gemm-title")).help(msg!("tilelang-gemm-help")));
    }
    None
}

/// `T.Kernel`: grid and threads.
fn launches(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    let threads = learner.find(r"\bthreads\s*=\s*[^,)]+");
    if let Some(groups) = learner.captured(r"^threads must be positive, got (-?\d+)") {
        return Some(
            Said::verbatim(msg!("tilelang-threads-number-title", count = groups[0]))
                .at(threads)
                .help(msg!("tilelang-threads-help")),
        );
    }
    if message.starts_with("threads must be an integer") {
        return Some(
            Said::verbatim(msg!("tilelang-threads-kind-title")).at(threads).help(msg!("tilelang-threads-help")),
        );
    }
    if message.contains("require a scalar integer as the loop_var") {
        let at = learner.find_on(learner.failure.line?, r"[^/](/)[^/]");
        let said = Said::verbatim(msg!("tilelang-float-count-title"));
        return Some(match at {
            Some(_) => said.at(at).mark(msg!("tilelang-write", wanted = "//")).help(msg!("tilelang-float-count-help")),
            None => said.help(msg!("tilelang-float-count-help")),
        });
    }
    if message.starts_with("Memory verification failed") {
        let kernel = learner.find(r"^\s*with (T\.Kernel\b)");
        let said = super::layout::with_uses(Said::verbatim(msg!("tilelang-on-host-title")), learner);
        return Some(match kernel {
            Some(_) => said.other(kernel, msg!("tilelang-kernel-mark")).help(msg!("tilelang-after-kernel-help")),
            None => said.note(msg!("tilelang-no-kernel-note")).help(msg!("tilelang-no-kernel-help")),
        });
    }
    if message.contains("launch_thread_idx") || message.contains("Must be used under T.Kernel") {
        let pattern = super::learner::regex(r"\bT\.Kernel\(");
        let kernels: Vec<u32> =
            learner.lines().filter(|(_, line)| pattern.is_match(line)).map(|(number, _)| number).collect();
        let [first, second, ..] = kernels.as_slice() else { return None };
        return Some(
            Said::verbatim(msg!("tilelang-two-kernels-title"))
                .at(learner.find_on(*second, r"T\.Kernel\b"))
                .other(learner.find_on(*first, r"T\.Kernel\b"), msg!("tilelang-kernel-mark"))
                .help(msg!("tilelang-two-kernels-help")),
        );
    }
    None
}

/// Variables of the kernel.
fn variables(learner: &Learner<'_>) -> Option<Said> {
    let groups = learner.captured(r"^Immutable variable `(\w+)` is used outside its defining region!")?;
    let name = groups[0];
    let made = learner
        .definition(name)
        .or_else(|| learner.find(&format!(r"\bfor\s+.*?\b({name})\b.*?\bin\b")))
        .or_else(|| learner.find(&format!(r"\bas\s+\(?.*?\b({name})\b")));
    let said = Said::verbatim(msg!("tilelang-region-title", name = name))
        .at(learner.word_here(name))
        .other(made, msg!("tilelang-region-mark", name = name));
    if learner.statement().starts_with("return") {
        return Some(said.note(msg!("tilelang-region-note")).help(msg!("tilelang-return-tile-help")));
    }
    let is_branch = learner.failure.message.contains("IfFrame");
    Some(if is_branch {
        said.note(msg!("tilelang-region-note")).help(msg!("tilelang-branch-help", name = name))
    } else {
        said.note(msg!("tilelang-region-note")).help(msg!("tilelang-region-help", name = name))
    })
}
