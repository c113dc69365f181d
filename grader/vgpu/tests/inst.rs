//! One fixture per row of the table of instructions: `inst/NAME.ptx`, named after the row's variant.
//!
//! Short forms name an opcode, its operands and what comes of them:
//!
//! ```text
//! // sig: (T, T) -> T          types of the operands and of the result; T is the opcode's last type, S its first,
//! //                           W its last one widened, `imm` an immediate, `D|pred` a pair of results
//! // run: add.s32(1, 2) == 3   `~=` instead: within the last `// within: 2^-22`, relative
//! ```
//!
//! Neighbouring lines of one opcode run together, each in its own lanes; then each alone, the same in all lanes; then in
//! odd lanes under a guard, where the others keep what they had; with the result in each operand's register; and with
//! operands that the executor holds as “base + lane × stride”, which must give what loaded ones give.
//!
//! Bodies are PTX, in which `lane` is `%tid.x`, `odd` its last bit, `in` holds `u32` 1000, 1001 … 1063, `mem` 64 zeros,
//! and `d`, `e` (32 bits) and `wd` (64 bits) are looked at when it is done:
//!
//! ```text
//! // body: what it shows
//! shfl.sync.up.b32 d|p, lane, 1, 0, -1;
//! // d: 0, 0..30              values of threads 0, 1 …; `..` counts up, `*` repeats a group, `-` was not stored
//! // mem~: 0..63              contents of `mem`; after `~` in any order
//! // finds: race              codes of the findings; none without this line
//! // block: 64                threads; 32 without this line
//! // today: unsupported-instruction      all that happens until the executor models it
//! // module:                  lines up to the next comment stand outside of the kernel
//! ```
//!
//! Expectations come from the PTX ISA; where it leaves a value open, from a GPU (`golden/`).

#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "inst/body.rs"]
mod body;
#[path = "inst/run.rs"]
mod run;
#[path = "inst/values.rs"]
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

fn fixtures() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inst");
    let paths = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let ptx = paths.filter(|p| p.extension().is_some_and(|e| e == "ptx"));
    ptx.map(|p| (p.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&p).unwrap())).collect()
}

/// `SetpPair` as `setp_pair`.
fn snake_case(variant: &str) -> String {
    let mut out = String::new();
    for c in variant.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// The modules that a fixture makes: those of its short forms, those of its bodies.
fn modules(text: &str) -> Vec<String> {
    let (groups, bodies) = (run::groups(text), body::bodies(text));
    let runs = groups.iter().flat_map(run::Group::modules).map(|m| m.text);
    runs.chain(bodies.iter().map(body::Body::module)).collect()
}

#[test]
fn every_row_has_a_fixture_that_uses_it() {
    let fixtures = fixtures();
    let mut complaints = Vec::new();
    for row in ptx::ROWS {
        let name = snake_case(row.variant);
        let Some(text) = fixtures.get(&name) else {
            complaints.push(format!("no inst/{name}.ptx for {}", row.variant));
            continue;
        };
        let uses = modules(text).iter().any(|m| {
            let module = ptx::parse(m).unwrap_or_else(|e| panic!("{name}: {e}\n{m}"));
            module.functions.iter().flat_map(|f| &f.code).any(|s| s.inst.name() == row.variant)
        });
        if !uses {
            complaints.push(format!("inst/{name}.ptx holds no {}", row.variant));
        }
    }
    let rows: BTreeSet<String> = ptx::ROWS.iter().map(|r| snake_case(r.variant)).collect();
    complaints.extend(fixtures.keys().filter(|f| !rows.contains(*f)).map(|f| format!("inst/{f}.ptx is of no row")));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn instructions_do_as_their_fixtures_say() {
    let mut complaints = Vec::new();
    for (name, text) in fixtures() {
        let known =
            ["sig", "run", "within", "body", "d", "e", "wd", "d~", "e~", "mem", "mem~", "finds", "block", "today"];
        for (k, line) in text.lines().enumerate() {
            let word = line.strip_prefix("// ").and_then(|l| l.split_once(':')).map_or("", |(word, _)| word);
            let is_prose = word.is_empty() || word.contains(' ') || word == "module" || known.contains(&word);
            assert!(is_prose, "{name}.ptx:{}: {word}?", k + 1);
        }
        let mut say = |what: String| complaints.push(format!("{name}.ptx: {what}"));
        let (groups, bodies) = (run::groups(&text), body::bodies(&text));
        assert!(!groups.is_empty() || !bodies.is_empty(), "{name}.ptx is empty");
        for group in groups {
            group.check(&mut say);
        }
        for body in bodies {
            body.check(&mut say);
        }
    }
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}
