//! Names that the compiler does not know.

use diag::{Text, msg};

use super::said::{Learner, Said, quoted};
use super::similar::similar;
use crate::log::NvrtcMessage;
use crate::shims::shims;

/// Explains a message about a name, a member or a header.
pub fn explain(message: &NvrtcMessage, learner: &Learner<'_>) -> Option<Said> {
    let text = message.text.as_str();
    let quoted = quoted(text);
    let name = quoted.first().copied().unwrap_or_default();
    if text.starts_with("identifier \"") && text.ends_with("\" is undefined") {
        let mut said = undefined(name, message, learner);
        said.is_syntax |= begins_block(message, learner);
        return Some(said);
    }
    if text.starts_with("cannot open source file") {
        return Some(missing_header(name, message, learner));
    }
    if text.starts_with("name followed by \"::\"") {
        return namespace(message, learner);
    }
    if text.contains("\" has no member \"") {
        let member = quoted.get(1).copied().unwrap_or_default();
        return if text.starts_with("namespace \"std\"") {
            Some(of_std(member, learner))
        } else if matches!(name, "uint3" | "dim3" | "const uint3" | "const dim3") {
            let at = learner.at(message)?;
            let owner = at.checked_sub(2).map_or("", |i| learner.code.text(i));
            let title = msg!("cuda-dim3-member-title", name = owner, member = member);
            Some(Said::new(title).help(msg!("cuda-dim3-member-help", name = owner)))
        } else {
            Some(Said::new(msg!("cuda-member-title", owner = name, member = member)))
        };
    }
    None
}

/// Whether the unknown name stands where `if` or `for` would: before a condition and a block, which then are none.
fn begins_block(message: &NvrtcMessage, learner: &Learner<'_>) -> bool {
    let close = learner.at(message).and_then(|at| learner.code.partner(at + 1));
    close.is_some_and(|close| learner.code.text(close) == ")" && learner.code.text(close + 1) == "{")
}

/// A name that is declared nowhere, or not here.
fn undefined(name: &str, message: &NvrtcMessage, learner: &Learner<'_>) -> Said {
    let plain = Said::new(msg!("cuda-undefined-title", name = name));
    let at = learner.at(message).unwrap_or(0);
    if name == "elif" {
        return Said::syntax(msg!("cuda-elif-title")).mark(msg!("cuda-write", wanted = "else if"));
    }
    if let Some(header) = header_of(name) {
        return Said::new(msg!("cuda-include-title", name = name, header = header))
            .help(msg!("cuda-include-help", header = header));
    }
    if is_host_function(name) {
        return Said::new(msg!("cuda-host-call-title", name = name)).help(msg!("cuda-host-call-help"));
    }
    if let Some(warp) = ["__shfl", "__ballot", "__any", "__all"].iter().find(|old| name.starts_with(**old)) {
        let new = match name.strip_prefix("__shfl") {
            Some(rest) if ["", "_up", "_down", "_xor"].contains(&rest) => Some(format!("__shfl{rest}_sync")),
            None if name == *warp => Some(format!("{name}_sync")),
            _ => None,
        };
        if let Some(new) = new {
            return Said::new(msg!("cuda-old-warp-title", name = name, new = new.as_str()))
                .help(msg!("cuda-old-warp-help", new = new.as_str()));
        }
    }
    if is_type_parameter(name) {
        return Said::syntax(msg!("cuda-type-parameter-title", name = name))
            .help(msg!("cuda-type-parameter-help", name = name));
    }
    if let Some(std) = ["cout", "cerr", "endl", "cin", "string", "vector"].iter().find(|word| **word == name) {
        return of_std(std, learner);
    }
    if name == "uint" || name == "uchar" || name == "ulong" {
        let wanted = match name {
            "uint" => "unsigned int",
            "uchar" => "unsigned char",
            _ => "unsigned long",
        };
        return plain.mark(msg!("cuda-write", wanted = wanted));
    }
    // A spelling that nothing else in the text has, close to a known one.
    if let Some(similar) = similar(name, learner.code.tokens.iter().filter(|t| t.is_word()).map(|t| t.text)) {
        let title = msg!("cuda-undefined-similar-title", name = name, similar = similar.as_str());
        // Without a keyword the compiler cannot make sense of what follows.
        let said = if is_keyword(&similar) { Said::syntax(title) } else { Said::new(title) };
        let declared = learner.declared_before(&similar, at).and_then(|i| learner.code.tokens.get(i));
        let said = match declared {
            Some(place) => said.other(learner.span(place), msg!("cuda-declared-here", name = similar.as_str())),
            None => said,
        };
        return said.help(msg!("cuda-help-similar", name = similar));
    }
    if let Some(place) = learner.declared_behind(name, at).and_then(|i| learner.code.tokens.get(i)) {
        return Said::new(msg!("cuda-below-title", name = name, line = place.line))
            .other(learner.span(place), msg!("cuda-declared-here", name = name))
            .help(msg!("cuda-below-help", name = name));
    }
    if let Some(place) = learner.declared_before(name, at).and_then(|i| learner.code.tokens.get(i)) {
        return Said::new(msg!("cuda-scope-title", name = name))
            .other(learner.span(place), msg!("cuda-declared-here", name = name))
            .help(msg!("cuda-scope-help", name = name));
    }
    plain.help(msg!("cuda-undefined-help", name = name))
}

/// Whether a word shapes the declaration or statement that it begins.
fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 14] = [
        "template",
        "typename",
        "namespace",
        "const",
        "constexpr",
        "extern",
        "return",
        "while",
        "unsigned",
        "float",
        "double",
        "static_cast",
        "reinterpret_cast",
        "size_t",
    ];
    KEYWORDS.contains(&word) || ["__global__", "__device__", "__shared__", "__restrict__"].contains(&word)
}

/// The header that declares a name which learners expect to be there.
fn header_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "half" | "__half" | "half2" | "__half2" | "__float2half" | "__half2float" | "__hadd" | "__hadd2" | "hexp"
        | "__float2half_rn" | "__half22float2" | "__float22half2_rn" | "__hmax" | "__hmul" | "__low2half" => {
            "cuda_fp16.h"
        }
        "nv_bfloat16" | "__nv_bfloat16" | "__nv_bfloat162" | "nv_bfloat162" | "__float2bfloat16"
        | "__bfloat162float" => "cuda_bf16.h",
        "assert" => "assert.h",
        _ => return None,
    })
}

/// Whether a name is that of a function which only the host has.
fn is_host_function(name: &str) -> bool {
    const HOST: [&str; 22] = [
        "fprintf",
        "sprintf",
        "snprintf",
        "scanf",
        "puts",
        "putchar",
        "exit",
        "abort",
        "rand",
        "srand",
        "time",
        "getenv",
        "calloc",
        "realloc",
        "qsort",
        "sleep",
        "usleep",
        "system",
        "fopen",
        "gettimeofday",
        "omp_get_thread_num",
        "atoi",
    ];
    let is_library = ["cuda", "cublas", "cudnn", "cufft", "curand", "cusparse", "nccl", "cu"]
        .iter()
        .any(|prefix| name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase())));
    HOST.contains(&name) || is_library
}

/// Whether a name looks like a parameter of a template: `T`, `U`, `T1`.
fn is_type_parameter(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_uppercase()) && chars.all(|c| c.is_ascii_digit())
        || matches!(name, "scalar_t" | "DType" | "dtype")
}

/// What of the host's library a device lacks.
fn of_std(member: &str, learner: &Learner<'_>) -> Said {
    let text = learner.sources.text(learner.file);
    let header = match member {
        "min" | "max" | "swap" | "clamp" => Some("algorithm"),
        "numeric_limits" => Some("limits"),
        "exp" | "sqrt" | "pow" | "fabs" | "abs" | "log" | "tanh" | "isnan" | "isinf" | "fmax" | "fmin" => Some("cmath"),
        "is_same" | "enable_if" | "conditional" | "is_same_v" => Some("type_traits"),
        "int64_t" | "uint32_t" | "int32_t" | "uint64_t" => Some("cstdint"),
        _ => None,
    };
    if let Some(header) = header.filter(|header| !text.contains(&format!("<{header}>"))) {
        let help = match member {
            "max" | "min" => msg!("cuda-std-minmax-help", name = member),
            _ => msg!("cuda-include-help", header = header),
        };
        return Said::new(msg!("cuda-include-title", name = format!("std::{member}"), header = header)).help(help);
    }
    let help = match member {
        "cout" | "cerr" | "endl" | "cin" => msg!("cuda-std-print-help"),
        "vector" | "array" | "list" | "deque" => msg!("cuda-std-array-help"),
        "string" => msg!("cuda-std-string-help"),
        _ => msg!("cuda-std-help"),
    };
    Said::new(msg!("cuda-std-title", name = member)).help(help)
}

/// A namespace that is declared in a header which is not included.
fn namespace(message: &NvrtcMessage, learner: &Learner<'_>) -> Option<Said> {
    let name = learner.code.text(learner.at(message)?);
    let header = match name {
        "cub" => "cub/cub.cuh",
        "cooperative_groups" | "cg" => "cooperative_groups.h",
        "wmma" | "nvcuda" => "mma.h",
        _ => {
            return Some(Said::new(msg!("cuda-namespace-title", name = name)).help(msg!("cuda-namespace-help")));
        }
    };
    let said = Said::new(msg!("cuda-include-title", name = format!("{name}::"), header = header));
    Some(match name {
        "cg" => said.help(msg!("cuda-cg-help")),
        _ => said.help(msg!("cuda-include-help", header = header)),
    })
}

/// A header that is not there.
fn missing_header(name: &str, message: &NvrtcMessage, learner: &Learner<'_>) -> Said {
    let said = Said::syntax(msg!("cuda-header-title", header = name)).help(header_help(name));
    // The compiler's caret stands behind the name.
    let at = message.at.as_ref();
    let line = at.and_then(|at| learner.sources.line(learner.file, at.line)).unwrap_or_default();
    match (at, line.find(name)) {
        (Some(at), Some(start)) if learner.is_here(at) => {
            let chars = |text: &str| u32::try_from(text.chars().count()).unwrap_or(0);
            let column = chars(&line[..start]) + 1;
            said.at(diag::Span { file: learner.file, line: at.line, column, len: chars(name) })
        }
        _ => said,
    }
}

/// Which advice a header that is not there needs: CUDA's own can be fetched, others do not exist on a device.
fn header_help(name: &str) -> Text {
    const FETCHED: [&str; 7] = ["cuda_", "cooperative_groups", "cub/", "cuda/", "nv/", "crt/", "mma"];
    const LIKELY: [&str; 4] = ["cuda_fp16.h", "cuda_bf16.h", "cuda_runtime.h", "cooperative_groups.h"];
    if name.contains('\\') {
        return msg!("cuda-header-backslash-help", header = name.replace('\\', "/"));
    }
    let known = shims().iter().map(|(shim, _)| *shim).filter(|shim| !shim.starts_with("camp_")).chain(LIKELY);
    let is_known = known.clone().any(|known| known == name);
    let near = known
        .map(|known| (super::similar::distance(name, known), known))
        .filter(|(distance, known)| !is_known && *distance <= 2 && known.len() > 5)
        .min();
    if let Some((_, near)) = near {
        return msg!("cuda-help-similar", name = format!("<{near}>"));
    }
    if name.starts_with("torch/") || name.starts_with("ATen/") || name.starts_with("c10/") {
        msg!("cuda-torch-header-help")
    } else if FETCHED.iter().any(|prefix| name.starts_with(prefix)) {
        msg!("cuda-help-cuda-header", header = name)
    } else if name.starts_with("thrust/") || !name.contains(['/', '.']) || name.starts_with("sys/") {
        msg!("cuda-help-host-header", header = name)
    } else {
        msg!("cuda-help-own-header", header = name)
    }
}
