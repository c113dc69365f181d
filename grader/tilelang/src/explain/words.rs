//! What Python and TileLang say, as far as it helps a learner.

use diag::{Text, msg};

use crate::Failure;

/// More of a message is not shown.
const MAX_CHARS: usize = 160;
/// Words that only developers of TileLang can read: a message is cut before them.
const INTERNAL: [&str; 22] = [
    "(<class",
    "<class '",
    "tl.Fragment",
    "dst_layout=",
    "script.ir_builder",
    "site-packages",
    "tvm::",
    "tvm.",
    "/project/",
    ".cc:",
    ".h:",
    "-->",
    "PrimFunc",
    "ICHECK",
    "IRBuilder",
    "Traceback",
    "analyzer",
    "ir.Op(",
    "Array<",
    "ffi.",
    "tirx",
    ".pxi",
];

/// The sentence of a message that matters: neither the compiler's own condition nor what it dumps of its data.
pub fn sentence(message: &str) -> Option<String> {
    let line = message.lines().map(str::trim).find(|line| !line.is_empty())?;
    let mut sentence = line;
    if let Some(rest) = line.strip_prefix("Check failed:") {
        let (_, behind) = rest.split_once(" is false:").or_else(|| rest.split_once(" : ")).unwrap_or_default();
        sentence = behind;
        // The words may stand on the next line.
        if sentence.trim().is_empty() {
            sentence = message.lines().nth(1).unwrap_or_default();
        }
    }
    let sentence = sentence.trim().trim_start_matches("[TileLang Semantic Check]").trim_start();
    let end = INTERNAL.iter().filter_map(|word| sentence.find(word)).min().unwrap_or(sentence.len());
    let is_cut = end < sentence.len();
    let cut = if is_cut { sentence[..end].trim_end_matches([' ', ',', ':', '(', '`', '\'']) } else { sentence };
    if cut.chars().count() < 4 {
        return None;
    }
    let mut shown: String = cut.chars().take(MAX_CHARS).collect();
    if is_cut || cut.chars().count() > MAX_CHARS {
        shown.push('…');
    }
    Some(shown)
}

/// The failure's own sentence as a note.
pub fn quote(failure: &Failure) -> Option<Text> {
    let sentence = sentence(&failure.message)?;
    Some(match failure.kind.as_str() {
        "InternalError" | "RuntimeError" | "JITNoBuilderError" => msg!("tilelang-says", message = sentence),
        kind => msg!("tilelang-python-says", kind = kind, message = sentence),
    })
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn only_what_a_learner_can_read_is_left() {
        let check = |message: &str, expected: Option<&str>| assert_eq!(sentence(message).as_deref(), expected);
        check("Check failed: (has_best) is false: no available layout found", Some("no available layout found"));
        check("Check failed: (analyzer_->CanProveEqual(abs(source->scale), 1)) is false:", None);
        check(
            "Check failed: data_bits % 8 == 0U (1 vs. 0) : Need to load whole bytes",
            Some("Need to load whole bytes"),
        );
        check("must be real number, not Mul", Some("must be real number, not Mul"));
        check("got src(<class 'tvm.tirx.buffer.Buffer'>)", Some("got src…"));
        check("\n\n", None);
    }
}
