//! What is said of good and bad access patterns: the kernels of `vgpu/tests/profile`, whose counts are those of a GPU.
//!
//! Every kernel of the folder gets the advice that [`EXPECTED`] names and no other; the texts of some are kept in
//! `profile/`, in both languages. `BLESS=1 cargo test -p judge --test profile` rewrites those.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../../vgpu/tests/support/mod.rs"]
#[allow(dead_code, reason = "only part of it is used here")]
mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use diag::render::{Style, width};
use diag::{Lang, SourceMap, msg};
use judge::profile::{Detail, Kind, Measured, table};

/// Kernels that waste something, with what is said of each of their variables.
const EXPECTED: &[(&str, &[(Kind, &str)])] = {
    use Kind::{AtomicContention as Atomic, BankConflict as Bank, IdleLanes as Idle, Misaligned, Uncoalesced as Far};
    &[
        ("misaligned_by_one", &[(Misaligned, "in"), (Misaligned, "out")]),
        ("tile_8x8", &[(Far, "in"), (Far, "out")]),
        ("block_of_100", &[]),
        ("read_stride_2", &[(Far, "in")]),
        ("read_stride_4", &[(Far, "in")]),
        ("read_stride_8", &[(Far, "in")]),
        ("read_stride_32", &[(Far, "in")]),
        ("write_stride_2", &[(Far, "out")]),
        ("write_stride_8", &[(Far, "out")]),
        ("write_stride_32", &[(Far, "out")]),
        ("read_column_major", &[(Far, "in")]),
        ("transpose", &[(Far, "out")]),
        ("gather", &[(Far, "in")]),
        ("scatter", &[(Far, "out")]),
        ("half_idle", &[(Idle, "")]),
        ("half_warp_idle", &[(Idle, "")]),
        ("one_lane", &[(Idle, "")]),
        ("read_2_way", &[(Bank, "cells")]),
        ("read_4_way", &[(Bank, "cells")]),
        ("read_8_way", &[(Bank, "cells")]),
        ("read_16_way", &[(Bank, "cells")]),
        ("read_32_way", &[(Bank, "cells")]),
        ("add_all_at_one", &[(Atomic, "out")]),
        ("add_all_at_one_float", &[(Atomic, "out")]),
        ("transpose_tile", &[(Bank, "tile")]),
        ("float4_each_its_own", &[(Far, "in"), (Far, "out")]),
    ]
};

/// Kernels that waste nothing.
const RIGHT: &[&str] = &[
    "copy",
    "copy_restrict",
    "broadcast",
    "reverse",
    "permuted_in_warp",
    "tile_2d",
    "grid_stride",
    "float2_copy",
    "float4_copy",
    "doubles",
    "bytes",
    "read_own",
    "read_padded",
    "read_one_word",
    "read_doubles",
    "read_float4",
    "write_own",
    "write_padded",
    "write_float4",
    "transpose_tile_padded",
    "shuffles",
    "add_own",
];

/// Kernels whose text is kept.
const KEPT: &[&str] = &[
    "copy",
    "misaligned_by_one",
    "read_stride_32",
    "read_column_major",
    "half_idle",
    "read_32_way",
    "read_padded",
    "add_all_at_one_float",
    "transpose_tile",
    "tree_of_neighbours",
    "tree_with_idle_lanes",
    "float4_copy",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../vgpu/tests/profile")
}

/// Every kernel of the folder, run: its measurement and its source.
fn measured() -> BTreeMap<String, (Measured, SourceMap)> {
    let mut all = BTreeMap::new();
    for file in ["global", "shared", "atomics"] {
        let source = std::fs::read_to_string(folder().join(file).with_extension("cu")).unwrap();
        let ptx = std::fs::read_to_string(folder().join(file).with_extension("ptx")).unwrap();
        let mut sources = SourceMap::new();
        sources.add(format!("{file}.cu"), source.as_str());
        let mut directives = String::new();
        for line in source.lines().filter(|l| l.starts_with("//@")) {
            directives.push_str(line);
            directives.push('\n');
            if line.starts_with("//@ args:") {
                let mut fixture = support::Fixture::parse(&std::mem::take(&mut directives));
                fixture.profile = true;
                let (run, _) = fixture.run(&ptx);
                assert_eq!(run.stopped, None, "{}", fixture.kernel);
                let profile = run.profile.unwrap();
                let measured = Measured::new("", (fixture.grid, fixture.block), &profile, &sources);
                all.insert(fixture.kernel, (measured, sources.clone()));
            }
        }
    }
    all
}

/// What is said, by kind and variable.
fn advice(measured: &Measured) -> Vec<(Kind, &str)> {
    let mut all: Vec<_> = measured.lines.iter().flat_map(|l| &l.advice).map(|a| (a.kind, a.name.as_str())).collect();
    all.sort_by_key(|(kind, name)| (kind.as_str(), *name));
    all.dedup();
    all
}

fn text(measured: &Measured, sources: &SourceMap, lang: Lang, columns: u16) -> String {
    let mut out = Vec::new();
    let more = msg!("camp-profile-more", exercise = "transpose");
    let detail = Detail::Brief { more: &more };
    table(measured, sources, detail, messages::catalogue(lang), &Style::plain(columns), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn each_pattern_gets_its_advice_and_good_ones_none() {
    let all = measured();
    let mut wrong = String::new();
    for (name, expected) in EXPECTED.iter().copied().chain(RIGHT.iter().map(|name| (*name, &[][..]))) {
        let said = advice(&all[name].0);
        let mut expected = expected.to_vec();
        expected.sort_by_key(|(kind, name)| (kind.as_str(), *name));
        if said != expected {
            wrong += &format!("{name}: {said:?}, expected {expected:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn texts_are_as_kept_and_fit_on_80_columns() {
    let bless = std::env::var_os("BLESS").is_some();
    let all = measured();
    let mut wrong = String::new();
    for (lang, suffix) in [(Lang::En, "txt"), (Lang::Zh, "zh.txt")] {
        for name in KEPT {
            let (measured, sources) = &all[*name];
            let text = text(measured, sources, lang, 80);
            for line in text.lines().filter(|l| width(l) > 80) {
                wrong += &format!("{name}: {} columns: {line}\n", width(line));
            }
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/profile/{name}.{suffix}"));
            if bless {
                std::fs::write(&file, &text).unwrap();
            } else if std::fs::read_to_string(&file).unwrap_or_default() != text {
                wrong += &format!("{} differs:\n{text}", file.display());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The columns of a text in the book: `camp book` indents it by four.
const BOOK_COLUMNS: u16 = 76;

#[test]
fn the_book_shows_what_is_said() {
    let bless = std::env::var_os("BLESS").is_some();
    let all = measured();
    let (measured, sources) = &all["transpose_tile"];
    for (lang, name) in [(Lang::En, "en"), (Lang::Zh, "zh")] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../book/{name}/src/profile.md"));
        let page = std::fs::read_to_string(&path).unwrap();
        let (before, rest) = page.split_once("```text\n").unwrap();
        let (shown, after) = rest.split_once("```\n").unwrap();
        let said = text(measured, sources, lang, BOOK_COLUMNS);
        if bless {
            std::fs::write(&path, format!("{before}```text\n{said}```\n{after}")).unwrap();
        } else {
            assert_eq!(shown, said, "{}", path.display());
        }
    }
}

#[test]
fn the_readme_shows_what_is_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("../../README.md")).unwrap();
    let kept = std::fs::read_to_string(root.join("tests/profile/read_stride_32.txt")).unwrap();
    let lines: Vec<&str> = kept.lines().skip_while(|l| !l.starts_with(" line")).take(5).collect();
    assert!(readme.contains(&format!("```text\n{}\n```", lines.join("\n"))), "README.md should show {lines:#?}");
}
