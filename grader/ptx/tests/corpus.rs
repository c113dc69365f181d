//! What NVRTC emits parses whole, and survives being printed and parsed again.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;
use std::path::{Path, PathBuf};

/// The committed PTX files. Set `PTX_CORPUS` to a folder to test those in it, too.
fn corpus() -> Vec<(PathBuf, String)> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let folders = std::env::var_os("PTX_CORPUS").map(PathBuf::from).into_iter().chain([own]);
    let mut files = vec![];
    for folder in folders {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "ptx") {
                files.push((path.clone(), fs::read_to_string(path).unwrap()));
            }
        }
    }
    files.sort();
    assert!(files.len() >= 12, "the corpus is incomplete");
    files
}

#[test]
fn everything_is_supported() {
    for (path, text) in corpus() {
        let module = ptx::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        // Outside what this parser means to know: bulk copies and video instructions.
        let is_known_gap =
            |text: &str| ["cp.async.bulk", "mbarrier.expect_tx", "vabsdiff4"].iter().any(|g| text.contains(g));
        let unsupported = module.functions.iter().flat_map(|f| &f.unsupported).filter(|u| !is_known_gap(&u.text));
        assert_eq!(unsupported.collect::<Vec<_>>(), Vec::<&ptx::Unsupported>::new(), "{}", path.display());
        assert!(module.entries().count() > 0, "{}", path.display());
    }
}

#[test]
fn printing_and_parsing_is_stable() {
    for (path, text) in corpus() {
        let first = ptx::parse(&text).unwrap();
        let printed = first.to_string();
        let second = ptx::parse(&printed).unwrap_or_else(|e| panic!("{}: {e}\n{printed}", path.display()));
        assert_eq!(printed, second.to_string(), "{}", path.display());
        assert_eq!(first.globals, second.globals, "{}", path.display());
        let sizes = |m: &ptx::Module| -> Vec<(String, usize, bool)> {
            let mut sizes: Vec<_> = m.functions.iter().map(|f| (f.name.clone(), f.code.len(), f.has_body)).collect();
            sizes.sort();
            sizes
        };
        assert_eq!(sizes(&first), sizes(&second), "{}", path.display());
    }
}

/// The opcode that is printed has the words that were read, in whatever order.
#[test]
fn no_modifier_is_lost_or_invented() {
    // Hints that change no value are dropped; alternative spellings become one.
    let normal = |word: &str| match word {
        "shared::cta" => "shared".to_owned(),
        "param::entry" | "param::func" => "param".to_owned(),
        _ => word.to_owned(),
    };
    let is_hint = |word: &&str| word.starts_with("L1::") || word.starts_with("L2::");
    for (path, text) in corpus() {
        let lines: Vec<&str> = text.lines().collect();
        let module = ptx::parse(&text).unwrap();
        for function in &module.functions {
            for stmt in &function.code {
                let line = lines[stmt.ptx_line as usize - 1];
                let mut printed = String::new();
                stmt.inst.print_opcode(&mut printed).unwrap();
                // Several instructions can stand on a line; one of them is this.
                let opcodes = line.split(|c: char| c.is_whitespace() || matches!(c, ';' | '{' | '}'));
                let sorted = |words: &str| {
                    let words = words.strip_prefix("bar.").map_or(words.to_owned(), |rest| match rest {
                        "warp.sync" => words.to_owned(),
                        _ => format!("barrier.{rest}.aligned"),
                    });
                    let mut words: Vec<_> = words.split('.').filter(|w| !is_hint(w)).map(normal).collect();
                    words.sort();
                    words
                };
                let wanted = sorted(&printed);
                let is_implicit = matches!(stmt.inst, ptx::Inst::Ret(_) | ptx::Inst::Unsupported(_));
                assert!(
                    is_implicit || opcodes.into_iter().any(|o| sorted(o) == wanted),
                    "{}: {line:?} became {printed:?}",
                    path.display()
                );
            }
        }
    }
}

/// Operands name values of the function, targets lie within the code, locations exist.
#[test]
fn indices_are_valid() {
    for (path, text) in corpus() {
        let module = ptx::parse(&text).unwrap();
        for function in &module.functions {
            let n_values = function.values.len();
            for stmt in &function.code {
                stmt.inst.for_each_dst(&mut |v| assert!(v.idx() < n_values));
                stmt.inst.for_each_src(&mut |v| assert!(v.idx() < n_values));
                if let ptx::Inst::Bra(bra) = stmt.inst {
                    assert!((bra.target.0 as usize) < function.code.len(), "{}", path.display());
                }
                if let Some(loc) = stmt.loc {
                    let chain: Vec<_> = module.loc_chain(loc).collect();
                    assert!(!chain.is_empty() && chain.len() < 100);
                    assert!(chain.iter().all(|l| module.file(l.file).is_some()));
                }
            }
        }
    }
}
