//! What goes in and out of a kernel: parameters, sizes, annotations, outputs.

use diag::msg;

use super::learner::Learner;
use super::said::Said;

/// Explains a mistake in what the kernel takes and gives.
pub fn explain(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    if let Some(groups) = learner.captured(r"^missing a required argument: '(\w+)'") {
        return Some(missing(groups[0], learner));
    }
    if message.starts_with("Not all tensor") {
        return Some(not_returned(learner));
    }
    if let Some(groups) =
        learner.captured(r"^Only tensor allocated from `T.empty` can be returned in a prim_func, got (\w+)")
    {
        let name = groups[0];
        let made = learner.read(r"^\s*(\w+)\s*=\s*T\.empty\b");
        let said = Said::new(msg!("tilelang-returned-title", name = name))
            .at(learner.word_here(name))
            .other(learner.definition(name), msg!("tilelang-defined-here", name = name));
        return Some(match made {
            Some(made) => said.help(msg!("tilelang-returned-help", name = made)),
            None => said.help(msg!("tilelang-no-output-help")),
        });
    }
    if let Some(groups) = learner.captured(r"^Cannot find value for constexpr variable `(\w+)`") {
        let name = groups[0];
        let sizes: Vec<&str> = learner.list("given").into_iter().filter(|name| name.len() == 1).collect();
        let at = learner.find(&format!(r#"T\.const\("[^"]*\b({name})\b[^"]*"\)"#));
        return Some(
            Said::verbatim(msg!("tilelang-const-title", name = name))
                .at(at)
                .help(msg!("tilelang-const-names-help", names = sizes.join(", "))),
        );
    }
    if let Some(groups) = learner.captured(r"^Constexpr variable `(\w+)` is not used in any buffer shape") {
        let at = learner.find(&format!(r#"T\.const\("[^"]*\b({})\b[^"]*"\)"#, groups[0]));
        return Some(
            Said::verbatim(msg!("tilelang-const-unused-title", name = groups[0]))
                .at(at)
                .help(msg!("tilelang-const-unused-help", name = groups[0])),
        );
    }
    if message.contains("values to unpack") {
        return unpack(learner);
    }
    if message.starts_with("target function must be a PrimFunc but got") {
        let inner = learner.read(r"^\s+def (\w+)\(");
        let said = Said::verbatim(msg!("tilelang-lazy-title")).at(learner.function());
        return Some(match inner {
            Some(inner) => said.help(msg!("tilelang-lazy-help", name = inner)),
            None => said.help(msg!("tilelang-no-output-help")),
        });
    }
    if let Some(groups) = learner.captured(r"^Argument `(\w+)` is not annotated") {
        return Some(unannotated(groups[0], learner));
    }
    if message.starts_with("make_closure.<locals>")
        || message.contains("missing 1 required positional argument") && learner.statement() == "@T.prim_func"
    {
        let at = learner.find(r"@T\.prim_func");
        return Some(
            Said::verbatim(msg!("tilelang-prim-func-title"))
                .at(at)
                .mark(msg!("tilelang-write", wanted = "@tilelang.jit"))
                .help(msg!("tilelang-prim-func-help")),
        );
    }
    if message.starts_with("Out index conflict") || message.starts_with("out_idx is only supported in lazy mode") {
        return Some(
            Said::verbatim(msg!("tilelang-out-idx-title"))
                .at(learner.find(r"\bout_idx\s*=\s*[^,)]*"))
                .help(msg!("tilelang-out-idx-help")),
        );
    }
    dtype(learner)
}

/// An argument that nobody gives: a tensor without its annotation, or a parameter of the learner's own.
fn missing(name: &str, learner: &Learner<'_>) -> Said {
    let parameter = learner.failure.places.function.and_then(|line| learner.find_on(line, &format!(r"\b({name})\b")));
    let is_size = learner.read(&format!(r"^\s*def \w+\(.*\b({name}\s*:\s*int)")).is_some()
        || name.chars().all(|c| !c.is_lowercase());
    let said = Said::verbatim(msg!("tilelang-missing-argument-title", name = name)).at(parameter);
    if learner.find(r"^\s*(?:import tilelang\.language as T\b|from tilelang import language as T\b)").is_none()
        && learner.text.contains("T.")
    {
        return Said::verbatim(msg!("tilelang-undefined-title", name = "T"))
            .at(learner.find(r"\bT\."))
            .help(msg!("tilelang-import-help", line = "import tilelang.language as T"));
    }
    if is_size {
        let given: Vec<&str> = learner.list("given").into_iter().filter(|name| name.len() > 1).collect();
        return said.help(msg!("tilelang-parameters-help", names = given.join(", ")));
    }
    unannotated_here(name, learner).unwrap_or_else(|| said.help(msg!("tilelang-annotation-help", name = name)))
}

fn unannotated(name: &str, learner: &Learner<'_>) -> Said {
    unannotated_here(name, learner).unwrap_or_else(|| {
        Said::verbatim(msg!("tilelang-annotation-title", name = name))
            .help(msg!("tilelang-annotation-help", name = name))
    })
}

/// A tensor whose annotation is missing, or is not one.
fn unannotated_here(name: &str, learner: &Learner<'_>) -> Option<Said> {
    if let Some(at) = learner.find(&format!(r"^\s*({name} = T\.Tensor\b)")) {
        let said = Said::verbatim(msg!("tilelang-annotation-assigned-title", name = name)).at(Some(at));
        return Some(
            said.mark(msg!("tilelang-write-colon", name = name)).help(msg!("tilelang-annotation-help", name = name)),
        );
    }
    let parameter =
        learner.failure.places.function.and_then(|line| learner.find_on(line, &format!(r"\b({name})\b")))?;
    let other = learner.find(&format!(r"^\s+({name}\s*:.*)$")).filter(|other| other.line != parameter.line);
    let said = Said::verbatim(msg!("tilelang-annotation-title", name = name)).at(Some(other.unwrap_or(parameter)));
    Some(said.note(msg!("tilelang-annotation-note")).help(msg!("tilelang-annotation-help", name = name)))
}

/// An output that is not returned.
fn not_returned(learner: &Learner<'_>) -> Said {
    let made: Vec<&str> = {
        let pattern = super::learner::regex(r"^\s*(\w+)\s*=\s*T\.empty\b");
        learner.lines().filter_map(|(_, line)| Some(pattern.captures(line)?.get(1)?.as_str())).collect()
    };
    let returned = learner.read(r"^\s*return\s+(.+)$").unwrap_or_default();
    let words: Vec<&str> = returned.split([',', ' ', '(', ')']).collect();
    let lost = made.iter().find(|name| !words.contains(*name)).copied().unwrap_or("out");
    let said = Said::verbatim(msg!("tilelang-not-returned-title", name = lost))
        .at(learner.definition(lost))
        .other(learner.find(r"^\s*(return\b.*)$"), msg!("tilelang-return-mark"));
    if made.len() > 1 && !returned.is_empty() {
        return said.note(msg!("tilelang-all-returned-note")).help(msg!("tilelang-spare-help", name = lost));
    }
    said.help(msg!("tilelang-return-help", name = lost))
}

/// Two names for one value, or the other way round.
fn unpack(learner: &Learner<'_>) -> Option<Said> {
    let is_const = |line: &str| line.contains("T.const(");
    let has_kernel = learner.statement().contains("T.Kernel(");
    if has_kernel {
        let at = learner.find_on(learner.failure.line?, r"\bas\s+(.+?)\s*:");
        return Some(
            Said::new(msg!("tilelang-kernel-names-title"))
                .at(at)
                .note(msg!("tilelang-kernel-names-note"))
                .help(msg!("tilelang-kernel-names-help")),
        );
    }
    let (number, line) = learner
        .here()
        .filter(|(_, line)| is_const(line))
        .or_else(|| learner.lines().find(|(_, line)| is_const(line)))?;
    let names = line.split('=').next().unwrap_or_default().trim();
    let at = learner.find_on(number, r#"T\.const\((".*?")\)"#);
    let wanted = format!("\"{names}\"");
    Some(
        Said::new(msg!("tilelang-const-count-title"))
            .at(at)
            .mark(msg!("tilelang-write", wanted = wanted))
            .help(msg!("tilelang-const-count-help")),
    )
}

/// An element type that TileLang does not have.
fn dtype(learner: &Learner<'_>) -> Option<Said> {
    let message = learner.failure.message.as_str();
    if message.starts_with("Invalid shape (") && message.contains("torch.") {
        let at = learner.find_on(learner.failure.line?, r"torch\.(?:\w+)");
        return Some(Said::verbatim(msg!("tilelang-torch-dtype-title")).at(at).help(msg!("tilelang-dtype-help")));
    }
    let is_about_types = message.contains("multiple of bytes")
        || message.contains("unknown dtype")
        || message.contains("Cannot convert dtype")
        || message.contains("unsupported dtype")
        || message.contains("Unknown data type")
        || message.contains("Invalid DataType");
    if !is_about_types {
        return None;
    }
    let pattern = super::learner::regex(r#""((?:float|int|uint|bfloat|fp|half|flaot|flot|double)\w*)""#);
    let (number, name) = learner.lines().find_map(|(number, line)| {
        let name = pattern.captures(line)?.get(1)?.as_str();
        (!super::names::is_dtype(name)).then_some((number, name))
    })?;
    let at = learner.find_on(number, &format!(r#""{name}""#));
    Some(Said::new(msg!("tilelang-dtype-title", name = name)).at(at).help(msg!("tilelang-dtype-help")))
}
