//! The parser panics on no input, and what it accepts it can print and read again.
//!
//! `PTX_FUZZ_CASES=1000000 cargo test -p ptx --release --test fuzz` runs longer than the default of a few seconds.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

/// The corpus, cut into tokens.
static CORPUS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let files = files.into_iter().filter(|f| f.extension().is_some_and(|e| e == "ptx"));
    files.map(|f| tokens(&fs::read_to_string(f).unwrap())).collect()
});

/// Pieces of text that matter to the parser.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "{", "}", "(", ")", "[", "]", "<", ">", ";", ",", ":", "|", "!", "@", "+", "-", "*", "/", "%", "?", "=", "_", "~",
    "\"", "\\", "/*", "*/", "//", "\n", "\0", "é", "🦀", ".", "::", "0", "0x", "0f", "0d", "0f3F800000", "4294967295",
    "4294967296", "18446744073709551615", "99999999999999999999999", "1e309", "1.5", "-9223372036854775808", "1 << 63",
    ".reg", ".b32", ".pred", ".v4", ".param", ".shared", ".global", ".align", ".loc", ".file", ".section", ".debug_str",
    ".func", ".entry", ".extern", ".alias", ".branchtargets", ".callprototype", ".pragma", "function_name",
    "inlined_at", "generic", "%r1", "%r4294967295", "%tid.x", "%tid.w", "WARP_SZ", "$L__BB0_2", "ld.global.v4.f32",
    "ret", "bra", "call", "brx.idx", "mov.b64", "wmma.load.a.sync.aligned.row.m16n16k16.f16", "ld..", "add.s32.", "a.b",
];

fn tokens(text: &str) -> Vec<String> {
    let mut tokens = vec![];
    let mut token = String::new();
    for c in text.chars() {
        if !c.is_alphanumeric() && !matches!(c, '_' | '$' | '.' | '%') {
            if !token.is_empty() {
                tokens.push(std::mem::take(&mut token));
            }
            tokens.push(c.to_string());
        } else {
            token.push(c);
        }
    }
    tokens.extend(Some(token).filter(|t| !t.is_empty()));
    tokens
}

/// A change to a list of tokens. Places are fractions of its length.
#[derive(Clone, Debug)]
enum Change {
    Delete(u16, u8),
    Repeat(u16, u8),
    Swap(u16, u16),
    Insert(u16, String),
    Replace(u16, String),
    /// Cuts a token in two.
    Cut(u16, u8),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let piece = || prop_oneof![prop::sample::select(PIECES).prop_map(str::to_owned), "\\PC{0,6}"];
    let change = prop_oneof![
        (any::<u16>(), any::<u8>()).prop_map(|(at, n)| Change::Delete(at, n % 12)),
        (any::<u16>(), any::<u8>()).prop_map(|(at, n)| Change::Repeat(at, n % 40)),
        (any::<u16>(), any::<u16>()).prop_map(|(a, b)| Change::Swap(a, b)),
        (any::<u16>(), piece()).prop_map(|(at, p)| Change::Insert(at, p)),
        (any::<u16>(), piece()).prop_map(|(at, p)| Change::Replace(at, p)),
        (any::<u16>(), any::<u8>()).prop_map(|(at, n)| Change::Cut(at, n)),
    ];
    prop::collection::vec(change, 1..8)
}

fn apply(tokens: &mut Vec<String>, change: &Change) {
    let len = tokens.len();
    let place = |at: &u16| usize::from(*at) * len / (usize::from(u16::MAX) + 1);
    if len == 0 {
        return;
    }
    match change {
        Change::Delete(at, n) => {
            let at = place(at);
            tokens.drain(at..(at + usize::from(*n)).min(len));
        }
        Change::Repeat(at, n) => {
            let at = place(at);
            let again = tokens[at..(at + usize::from(*n)).min(len)].to_vec();
            tokens.splice(at..at, again);
        }
        Change::Swap(a, b) => tokens.swap(place(a), place(b)),
        Change::Insert(at, piece) => tokens.insert(place(at), piece.clone()),
        Change::Replace(at, piece) => tokens[place(at)] = piece.clone(),
        Change::Cut(at, n) => {
            let token = &mut tokens[place(at)];
            let keep = token.char_indices().map(|(i, _)| i).nth(usize::from(*n) % token.chars().count().max(1));
            token.truncate(keep.unwrap_or(0));
        }
    }
}

/// Parses; what parses is printed, and is read again if all of it was understood.
fn try_text(text: &str) -> Result<(), TestCaseError> {
    let start = Instant::now();
    let parsed = ptx::parse(text);
    prop_assert!(start.elapsed() < Duration::from_secs(20), "slow");
    match parsed {
        Err(error) => {
            prop_assert!(error.line as usize <= text.split('\n').count());
            prop_assert!(!error.to_string().is_empty());
        }
        Ok(module) => {
            let printed = module.to_string();
            for function in &module.functions {
                prop_assert!(function.code.iter().all(|s| !s.display(&module, function).to_string().is_empty()));
                function.code.iter().filter_map(|s| s.loc).for_each(|l| assert!(module.loc_chain(l).count() > 0));
            }
            let is_whole = module.functions.iter().all(|f| f.unsupported.is_empty());
            if is_whole && !module.target.is_empty() {
                let again = ptx::parse(&printed);
                prop_assert!(again.is_ok(), "{:?}\n{printed}", again);
                prop_assert_eq!(again.map(|m| m.to_string()).unwrap_or_default(), printed);
            }
        }
    }
    Ok(())
}

fn config() -> Config {
    let cases = std::env::var("PTX_FUZZ_CASES").ok().and_then(|n| n.parse().ok());
    // A fixed seed, so that a failure is the change's and not the day's; long runs explore.
    let rng_seed = if cases.is_some() { RngSeed::Random } else { RngSeed::Fixed(20_250_101) };
    Config { cases: cases.unwrap_or(600), rng_seed, failure_persistence: None, ..Config::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn changed_modules(file in any::<prop::sample::Index>(), changes in changes()) {
        let mut tokens = CORPUS[file.index(CORPUS.len())].clone();
        changes.iter().for_each(|c| apply(&mut tokens, c));
        try_text(&tokens.concat())?;
    }

    #[test]
    fn random_tokens(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..200), inside in any::<bool>()) {
        let text = pieces.join(" ");
        try_text(&if inside { format!(".entry k() {{ .reg .b32 %r<9>; {text} }}") } else { text })?;
    }

    #[test]
    fn random_text(text in "\\PC{0,300}") {
        try_text(&text)?;
    }

    /// Statements made of words of the corpus, so that all decoders see odd operands.
    #[test]
    fn mixed_statements(
        file in any::<prop::sample::Index>(),
        words in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..60),
    ) {
        let tokens = &CORPUS[file.index(CORPUS.len())];
        let text: Vec<_> = words.iter().map(|(w, comma)| format!("{}{}", w.get(tokens), if *comma { "," } else { " " })).collect();
        try_text(&format!(".entry k(.param .u64 p) {{ .reg .b32 %r<99>; .reg .pred %p<9>; .reg .f32 %f<99>; {} }}", text.concat()))?;
    }
}

/// Inputs that would be slow in a parser that looks at something again and again.
#[test]
fn large_inputs_take_linear_time() {
    let n = 30_000;
    let body = |line: &str| format!(".entry k() {{ .reg .b32 %r<9>; .reg .pred %p<9>;\n{} }}", line.repeat(n));
    let numbered = |line: &dyn Fn(usize) -> String| -> String {
        format!(".entry k() {{ .reg .b32 %r<{n}>;\n{} }}", (0..n).map(line).collect::<String>())
    };
    let texts = [
        body("add.s32 %r1, %r2, %r3;\n"),
        body("frob %r1;\n"),
        body("{ .reg .b32 %t; L: @%p1 bra L; mov.u32 %t, %r1; }\n"),
        body(";"),
        numbered(&|i| format!("$L{i}: bra $L{};\n", n - 1 - i)),
        numbered(&|i| format!("mov.u32 %r{i}, {i};\n")),
        numbered(&|i| {
            format!(".loc 1 {i} 1, function_name $L, inlined_at 1 {} 1\nmov.u32 %r{i}, 1;\n", i.saturating_sub(1))
        }),
        numbered(&|i| format!(".shared .b32 s{i};\n")),
        format!(".entry k() {{ {} }}", "{".repeat(60) + &"mov.u32 %r1, 1;".repeat(n) + &"}".repeat(60)),
        format!(".global .b8 x[] = {{{}}};", "1,".repeat(n)),
        format!(".entry k() {{ add.s32 {}; }}", "%r1, ".repeat(n)),
        format!(".entry k() {{ add.{}s32 %r1; }}", "x.".repeat(n)),
        format!(".entry k() {{ mov.u32 %r1, {}1; }}", "1 + ".repeat(n)),
        "/*".repeat(n),
        "\"".repeat(n),
        "(".repeat(n),
        "%r1:".repeat(n),
        (0..n).map(|i| format!(".func f{i}() {{ ret; }}\n")).collect(),
    ];
    for text in texts {
        let time = || {
            let start = Instant::now();
            let _ = ptx::parse(&text);
            start.elapsed()
        };
        // A machine that is busy gets more attempts.
        let is_fast = (0..5).any(|_| time() < Duration::from_secs(1));
        assert!(is_fast, "{}", text.chars().take(100).collect::<String>());
    }
}
