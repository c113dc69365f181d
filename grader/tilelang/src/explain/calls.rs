//! Calls with the wrong arguments, and Python's own operations on values that only the GPU will know.

use diag::{Text, msg};

use super::learner::{Learner, captures};
use super::said::Said;

/// Explains a wrong call.
pub fn explain(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    if let Some(groups) =
        learner.captured(r"(?:^|\.)(\w+)\(\) missing \d+ required (?:positional|keyword-only) arguments?: (.+)$")
    {
        let names = groups[1].replace('\'', "`");
        return Some(call(
            learner,
            groups[0],
            msg!("tilelang-missing-arguments-title", name = shown(groups[0], learner), names = names),
        ));
    }
    if let Some(groups) = learner.captured(r"(?:^|\.)(\w+)\(\) got an unexpected keyword argument '(\w+)'") {
        let title = msg!("tilelang-keyword-title", name = shown(groups[0], learner), keyword = groups[1]);
        let said = call(learner, groups[0], title).at(learner.word_here(groups[1]));
        return Some(match keyword(groups[0], groups[1]) {
            Some(wanted) => said.mark(msg!("tilelang-write", wanted = wanted)),
            None => said,
        });
    }
    if let Some(groups) = learner
        .captured(r"(?:^|\.)(\w+)\(\) takes (?:from \d+ to )?(\d+) positional arguments? but (\d+) (?:was|were) given")
    {
        let count: i64 = groups[1].parse().unwrap_or(0);
        let given: i64 = groups[2].parse().unwrap_or(0);
        return Some(call(
            learner,
            groups[0],
            msg!("tilelang-too-many-title", name = shown(groups[0], learner), count = count, given = given),
        ));
    }
    if message.starts_with("must be real number, not") {
        let function = captures(r"\bmath\.(\w+)", learner.statement());
        return Some(host_function("math", function.map_or("exp", |groups| groups[0]), learner));
    }
    if message.starts_with("loop of ufunc does not support") || message.starts_with("ufunc ") {
        let function = captures(r"\b(?:np|numpy)\.(\w+)", learner.statement()).map_or("exp", |groups| groups[0]);
        return Some(host_function("np", function, learner));
    }
    if let Some(groups) = learner.captured(r"^(int|float)\(\) argument must be") {
        let wanted = if groups[0] == "int" { "T.cast(x, T.int32)" } else { "T.cast(x, T.float32)" };
        let title = msg!("tilelang-convert-title", name = groups[0]);
        return Some(
            Said::verbatim(title)
                .at(learner.word_here(groups[0]))
                .note(msg!("tilelang-gpu-value-note"))
                .help(msg!("tilelang-counterpart-help", wanted = wanted)),
        );
    }
    if message.starts_with("Cannot use and / or / not operator to Expr") {
        return Some(condition(learner));
    }
    if let Some(groups) = learner.captured(r"^unsupported operand type\(s\) for (.+?): '(\w+)' and '(\w+)'") {
        return operands(groups[0], &[groups[1], groups[2]]);
    }
    if message.contains("'ForFrame' object is not iterable") || learner.failure.kind == "JITNoBuilderError" {
        return Some(outside(learner));
    }
    if message.contains("is not iterable (got") || message.contains("a TIR expression or buffer is not iterable") {
        return Some(
            Said::verbatim(msg!("tilelang-iterate-title"))
                .note(msg!("tilelang-gpu-value-note"))
                .help(msg!("tilelang-iterate-help")),
        );
    }
    if message.starts_with("Mismatched type on argument") {
        return mismatched(learner);
    }
    None
}

/// A function as the learner wrote it: `T.copy`.
fn shown(name: &str, learner: &Learner<'_>) -> String {
    let written = captures(&format!(r"\b(\w+)\.{name}\("), learner.statement());
    written.map_or_else(|| name.to_owned(), |groups| format!("{}.{name}", groups[0]))
}

/// A wrong call of a function, with an example of a right one.
fn call(learner: &Learner<'_>, name: &str, title: Text) -> Said {
    let said = Said::verbatim(title);
    match example(name) {
        Some(example) => said.help(msg!("tilelang-example-help", example = example)),
        None if learner.find(&format!(r"def {name}\(")).is_some() => {
            said.other(learner.find(&format!(r"def ({name})\(")), msg!("tilelang-defined-here", name = name))
        }
        None => said,
    }
}

/// A right call of a function.
fn example(name: &str) -> Option<&'static str> {
    Some(match name {
        "copy" => "T.copy(src[bx * BLOCK_N, k * BLOCK_M], tile)",
        "alloc_fragment" => "T.alloc_fragment((BLOCK_N, BLOCK_M), T.float32)",
        "alloc_shared" => "T.alloc_shared((BLOCK_N, BLOCK_M), T.float32)",
        "alloc_local" => "T.alloc_local((4,), T.float32)",
        "alloc_var" => "T.alloc_var(T.int32, init=0)",
        "reduce_sum" => "T.reduce_sum(tile, total, dim=1, clear=False)",
        "reduce_max" => "T.reduce_max(tile, largest, dim=1)",
        "reduce_min" => "T.reduce_min(tile, smallest, dim=1)",
        "fill" => "T.fill(tile, 0)",
        "clear" => "T.clear(tile)",
        "Kernel" => "with T.Kernel(T.ceildiv(N, BLOCK_N), threads=128) as bx:",
        "Pipelined" => "for k in T.Pipelined(T.ceildiv(M, BLOCK_M), num_stages=2):",
        "Parallel" => "for i, j in T.Parallel(BLOCK_N, BLOCK_M):",
        "Serial" | "serial" => "for k in T.Serial(T.ceildiv(M, BLOCK_M)):",
        "gemm" => "T.gemm(a_tile, b_tile, c_tile)",
        "exp" | "exp2" | "log" | "log2" | "sqrt" | "rsqrt" | "tanh" => "T.exp2(x)",
        "max" | "min" => "T.max(a, b)",
        "if_then_else" => "T.if_then_else(condition, a, b)",
        "empty" => "T.empty((N,), T.float32)",
        "Tensor" => "src: T.Tensor((N, M), T.float32)",
        "const" => "N, M = T.const(\"N, M\")",
        "atomic_add" => "T.atomic_add(out[0], x)",
        "ceildiv" => "T.ceildiv(N, BLOCK_N)",
        _ => return None,
    })
}

/// The keyword that is meant.
fn keyword(function: &str, found: &str) -> Option<&'static str> {
    Some(match (function, found) {
        ("Kernel", "thread" | "num_threads" | "nthreads" | "block" | "block_size") => "threads",
        ("Pipelined", "stages" | "num_stage" | "n_stages" | "stage_num") => "num_stages",
        (name, "axis" | "dims") if name.starts_with("reduce") => "dim",
        (name, "keepdim" | "accumulate") if name.starts_with("reduce") => "clear",
        ("alloc_fragment" | "alloc_shared" | "alloc_local" | "empty", "type") => "dtype",
        ("gemm", "trans_B" | "transB") => "transpose_B",
        ("gemm", "trans_A" | "transA") => "transpose_A",
        _ => return None,
    })
}

/// A function of Python's on a value of the GPU.
fn host_function(module: &str, name: &str, learner: &Learner<'_>) -> Said {
    let found = format!("{module}.{name}");
    let wanted = format!("T.{name}");
    Said::new(msg!("tilelang-host-function-title", name = found.as_str()))
        .at(learner.word_here(&found))
        .mark(msg!("tilelang-write", wanted = wanted))
        .note(msg!("tilelang-gpu-value-note"))
}

/// A value of the GPU as a condition of Python's.
fn condition(learner: &Learner<'_>) -> Said {
    let statement = learner.statement();
    for name in ["max", "min"] {
        if let Some(at) = learner.find_on(learner.failure.line.unwrap_or(0), &format!(r"(?:^|[^.\w])({name})\(")) {
            let title = msg!("tilelang-host-function-title", name = name);
            let said = Said::new(title).at(Some(at)).mark(msg!("tilelang-write", wanted = format!("T.{name}")));
            return said.note(msg!("tilelang-gpu-value-note"));
        }
    }
    if statement.contains("T.reduce") || statement.contains("T.alloc") || statement.contains("T.copy") {
        return Said::new(msg!("tilelang-runtime-shape-title"))
            .note(msg!("tilelang-gpu-value-note"))
            .help(msg!("tilelang-runtime-shape-help"));
    }
    Said::new(msg!("tilelang-condition-title"))
        .note(msg!("tilelang-gpu-value-note"))
        .help(msg!("tilelang-condition-help"))
}

/// An operator between things that it does not take.
fn operands(sign: &str, kinds: &[&str]) -> Option<Said> {
    if kinds.iter().any(|kind| matches!(*kind, "Buffer" | "BufferRegion" | "Tensor")) {
        let title = msg!("tilelang-whole-title", sign = sign);
        return Some(Said::new(title).note(msg!("tilelang-whole-note")).help(msg!("tilelang-whole-help")));
    }
    if kinds.contains(&"NoneType") {
        return Some(Said::new(msg!("tilelang-none-title", sign = sign)).help(msg!("tilelang-none-help")));
    }
    None
}

/// Statements of a kernel in a plain function.
fn outside(learner: &Learner<'_>) -> Said {
    let function = learner.failure.frames.iter().rev().find(|frame| frame.own).map(|frame| frame.function.as_str());
    let name = function.filter(|name| !name.starts_with('<'));
    match name.filter(|name| {
        learner.failure.places.function.is_none_or(|_| learner.find(&format!(r"def {name}\(")).is_some())
    }) {
        Some(name) => Said::verbatim(msg!("tilelang-macro-title", name = name))
            .other(learner.find(&format!(r"def ({name})\(")), msg!("tilelang-macro-mark"))
            .note(msg!("tilelang-macro-note"))
            .help(msg!("tilelang-macro-help", name = name)),
        None => Said::verbatim(msg!("tilelang-outside-title")).help(msg!("tilelang-outside-help")),
    }
}

/// A value of another kind than the operation takes.
fn mismatched(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    let statement = learner.statement();
    if message.contains("tl.Parallel(") || message.contains("tl.Parallel`") {
        return Some(
            Said::verbatim(msg!("tilelang-parallel-tuple-title"))
                .help(msg!("tilelang-example-help", example = "for i, j in T.Parallel(BLOCK_N, BLOCK_M):")),
        );
    }
    if message.contains("BufferStore") && message.contains("but got `tirx.Buffer`") {
        let value = statement.split('=').nth(1).unwrap_or_default().trim();
        return Some(
            Said::verbatim(msg!("tilelang-store-whole-title"))
                .at(learner.word_here(value))
                .note(msg!("tilelang-whole-note"))
                .help(msg!("tilelang-whole-help")),
        );
    }
    if message.contains("Array<ir.PrimExpr>") {
        let loop_line = learner
            .lines()
            .filter(|(number, line)| *number < learner.failure.line.unwrap_or(0) && line.contains("T.Parallel("))
            .last();
        if let Some((number, line)) = loop_line
            && let Some(groups) = captures(r"for\s+(\w+)\s+in\s+T\.Parallel\((.+,.+)\)", line)
        {
            let names = msg!("tilelang-parallel-names-title", name = groups[0]);
            return Some(
                Said::verbatim(names)
                    .at(learner.find_on(number, r"for\s+(\w+)\s+in"))
                    .help(msg!("tilelang-example-help", example = "for i, j in T.Parallel(BLOCK_N, BLOCK_M):")),
            );
        }
    }
    None
}
