//! Names that Python does not know: variables, functions of TileLang, modules.

use diag::msg;

use super::learner::{Learner, captures};
use super::said::Said;

/// Explains an unknown name.
pub fn explain(learner: &Learner<'_>) -> Option<Said> {
    let failure = learner.failure;
    match failure.kind.as_str() {
        "NameError" => undefined(learner),
        "UnboundLocalError" => {
            let name = learner.captured(r"variable '(\w+)'")?[0];
            Some(below(name, learner))
        }
        "AttributeError" => attribute(learner),
        "ModuleNotFoundError" => missing_module(learner),
        "ImportError" => imported_name(learner),
        _ => None,
    }
}

/// A variable that is nowhere.
fn undefined(learner: &Learner<'_>) -> Option<Said> {
    let name = learner.captured(r"name '(\w+)' is not defined")?[0];
    let at = learner.word_here(name);
    let title = msg!("tilelang-undefined-title", name = name);
    let plain = Said::verbatim(title).at(at);
    let import = match name {
        "T" => Some("import tilelang.language as T"),
        "tilelang" => Some("import tilelang"),
        "math" => Some("import math"),
        _ => None,
    };
    if let Some(import) = import {
        return Some(plain.help(msg!("tilelang-import-help", line = import)));
    }
    if is_dtype(name) {
        let wanted = format!("T.{name}");
        return Some(plain.mark(msg!("tilelang-write", wanted = wanted.as_str())).help(msg!("tilelang-dtype-help")));
    }
    match name {
        "threadIdx" | "blockIdx" | "blockDim" | "gridDim" => {
            return Some(plain.note(msg!("tilelang-thread-note")).help(msg!("tilelang-thread-help")));
        }
        "float" | "half" | "double" => return Some(plain.help(msg!("tilelang-dtype-help"))),
        "tl" | "triton" => return Some(plain.note(msg!("tilelang-triton-note")).help(msg!("tilelang-language-help"))),
        "torch" | "np" | "numpy" => return Some(plain.help(msg!("tilelang-host-library-help"))),
        "tx" => return Some(plain.note(msg!("tilelang-thread-note")).help(msg!("tilelang-thread-help"))),
        _ => {}
    }
    let declared = learner.read(&format!(r#"T\.const\((".*\b{name}\b.*")\)"#));
    let is_given = learner.list("given").contains(&name);
    // One capital letter is a size in every exercise.
    if is_given && name.len() == 1 && declared.is_none() {
        return Some(plain.help(msg!("tilelang-const-help", name = name)));
    }
    if is_given && declared.is_none() {
        return Some(
            plain
                .other(learner.function(), msg!("tilelang-parameters-mark"))
                .help(msg!("tilelang-parameter-help", name = name)),
        );
    }
    if let Some(similar) = learner.similar() {
        return Some(
            Said::verbatim(msg!("tilelang-undefined-similar-title", name = name, similar = similar))
                .at(at)
                .other(learner.definition(similar), msg!("tilelang-defined-here", name = similar))
                .help(msg!("tilelang-similar-help", name = similar)),
        );
    }
    if learner.definition(name).is_some() {
        return Some(below(name, learner));
    }
    Some(plain.help(msg!("tilelang-undefined-help", name = name)))
}

/// A variable that gets its value only later, or in a branch that was not taken.
fn below(name: &str, learner: &Learner<'_>) -> Said {
    let definition = learner.definition(name);
    let said = Said::verbatim(msg!("tilelang-below-title", name = name)).at(learner.word_here(name));
    said.other(definition, msg!("tilelang-defined-here", name = name)).help(msg!("tilelang-below-help", name = name))
}

/// Whether a word is the name of an element type.
pub fn is_dtype(name: &str) -> bool {
    captures(r"^(?:float|int|uint|bfloat)(?:8|16|32|64)$", name).is_some()
}

/// What a name of another library is in TileLang: as it is written, and whether that is one function.
fn counterpart(name: &str) -> Option<&'static str> {
    Some(match name {
        "sum" => "T.reduce_sum(tile, total, dim=1)",
        "amax" | "max_reduce" => "T.reduce_max(tile, largest, dim=1)",
        "amin" => "T.reduce_min(tile, smallest, dim=1)",
        "maximum" => "T.max(a, b)",
        "minimum" => "T.min(a, b)",
        "where" | "select" => "T.if_then_else(condition, a, b)",
        "zeros" | "full" | "zeros_like" => "T.alloc_fragment((rows, columns), T.float32), then T.clear or T.fill",
        "load" | "store" => "T.copy(source, destination)",
        "dot" | "matmul" | "mm" => "T.gemm(a, b, c)",
        "program_id" | "block_id" => "with T.Kernel(blocks, threads=128) as bx",
        "num_programs" => "T.ceildiv(N, BLOCK_N)",
        "range" | "prange" => "T.Serial(n)",
        "arange" => "for i in T.Parallel(n)",
        "syncthreads" | "barrier" => "T.sync_threads()",
        "inf" | "INFINITY" => "T.infinity(T.float32)",
        "fp32" | "f32" => "T.float32",
        "fp16" | "f16" => "T.float16",
        "bf16" => "T.bfloat16",
        "expf" | "__expf" => "T.exp(x)",
        "logf" => "T.log(x)",
        "pipelined" => "T.Pipelined(n, num_stages=2)",
        "shared" => "T.alloc_shared(shape, dtype)",
        "fragment" | "register" => "T.alloc_fragment(shape, dtype)",
        _ => return None,
    })
}

/// Something that a module or a tensor does not have.
fn attribute(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    if let Some(groups) = captures(r"camp lowers kernels without PyTorch: ([\w.]+) is not available", message) {
        let at = learner.word_here(groups[0]);
        let said = Said::verbatim(msg!("tilelang-torch-title", name = groups[0])).at(at);
        let is_called = learner.failure.stage == crate::Stage::Load;
        return Some(match (groups[0], is_called) {
            ("torch.empty" | "torch.zeros" | "torch.empty_like", false) => said.help(msg!("tilelang-torch-empty-help")),
            (_, true) => said.note(msg!("tilelang-torch-load-note")).help(msg!("tilelang-torch-load-help")),
            _ => said.help(msg!("tilelang-host-library-help")),
        });
    }
    if let Some(groups) = captures(r"^module '([\w.]+)' has no attribute '(\w+)'", message) {
        let (module, name) = (groups[0], groups[1]);
        let short = if module == "tilelang.language" { "T" } else { module };
        let at = learner.word_here(name);
        let owner = format!("{short}.{name}");
        if let Some(wanted) = counterpart(name).filter(|_| short == "T") {
            let said = Said::verbatim(msg!("tilelang-attribute-title", name = owner.as_str())).at(at);
            return Some(said.help(msg!("tilelang-counterpart-help", wanted = wanted)));
        }
        if let Some(similar) = learner.similar() {
            let similar = format!("{short}.{similar}");
            let title = msg!("tilelang-attribute-similar-title", name = owner.as_str(), similar = similar.as_str());
            return Some(Said::verbatim(title).at(at).help(msg!("tilelang-similar-help", name = similar)));
        }
        let said = Said::verbatim(msg!("tilelang-attribute-title", name = owner)).at(at);
        return Some(match name {
            "softmax" | "layer_norm" | "relu" | "mean" | "norm" => said.help(msg!("tilelang-compose-help")),
            _ => said.help(msg!("tilelang-attribute-help")),
        });
    }
    if let Some(groups) = captures(
        r"^'(?:Buffer|BufferLoad|BufferRegion|Var|Tensor|\w*Expr|Mul|Add|Sub|Div)' object has no attribute '(\w+)'",
        message,
    ) {
        let name = groups[0];
        let said = Said::verbatim(msg!("tilelang-method-title", name = name))
            .at(learner.find_on(learner.failure.line?, &format!(r"\.({name})\b")));
        return Some(match counterpart(name).or(if name == "max" { counterpart("amax") } else { None }) {
            Some(wanted) => said.help(msg!("tilelang-counterpart-help", wanted = wanted)),
            None => said.help(msg!("tilelang-method-help")),
        });
    }
    None
}

/// A module that is not there.
fn missing_module(learner: &Learner<'_>) -> Option<Said> {
    let module = learner.captured(r"No module named '([\w.]+)'")?[0];
    let first = module.split('.').next().unwrap_or_default();
    let said = Said::verbatim(msg!("tilelang-module-title", module = module)).at(learner.word_here(module));
    if first == "triton" {
        return Some(said.note(msg!("tilelang-triton-note")).help(msg!("tilelang-language-help")));
    }
    if first == "torch" {
        return Some(said.note(msg!("tilelang-torch-note")).help(msg!("tilelang-host-library-help")));
    }
    let is_like = |wanted: &str| {
        let mut letters: Vec<char> = module.chars().collect();
        let mut others: Vec<char> = wanted.chars().collect();
        letters.sort_unstable();
        others.sort_unstable();
        let n_common = letters.iter().filter(|letter| others.contains(letter)).count();
        letters == others || (n_common + 1 >= others.len() && letters.len().abs_diff(others.len()) <= 1)
    };
    if is_like("tilelang") {
        return Some(
            said.mark(msg!("tilelang-write", wanted = "tilelang"))
                .help(msg!("tilelang-similar-help", name = "tilelang")),
        );
    }
    if learner.failure.stage == crate::Stage::Load
        && learner.statement().starts_with("from ")
        && !is_known_library(first)
    {
        return Some(said.note(msg!("tilelang-module-note")).help(msg!("tilelang-own-module-help")));
    }
    Some(said.note(msg!("tilelang-module-note")).help(msg!("tilelang-host-library-help")))
}

/// Whether a module is a library that people have beside PyTorch.
fn is_known_library(name: &str) -> bool {
    const LIBRARIES: [&str; 14] = [
        "cupy",
        "pandas",
        "scipy",
        "jax",
        "numba",
        "cuda",
        "einops",
        "matplotlib",
        "tqdm",
        "cutlass",
        "tvm",
        "flash_attn",
        "transformers",
        "pytest",
    ];
    LIBRARIES.contains(&name)
}

/// A name that a module does not have.
fn imported_name(learner: &Learner<'_>) -> Option<Said> {
    let groups = learner.captured(r"cannot import name '(\w+)' from '([\w.]+)'")?;
    let (name, module) = (groups[0], groups[1]);
    let at = learner.word_here(name);
    let said = Said::verbatim(msg!("tilelang-import-name-title", module = module, name = name)).at(at);
    Some(match learner.similar() {
        Some(similar) => said.help(msg!("tilelang-similar-help", name = similar)),
        None if module.starts_with("torch") => said.help(msg!("tilelang-host-library-help")),
        None => said.help(msg!("tilelang-attribute-help")),
    })
}
