//! Enforces which crate may use which, so that the layers of `ARCHITECTURE.md` stay what they are.

use std::collections::BTreeMap;
use std::process::Command;

/// Each crate and the crates of this workspace that it may use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("diag", &[]),
    ("messages", &["diag"]),
    ("ptx", &["diag"]),
    ("vgpu", &["ptx", "diag"]),
    ("wheels", &["diag"]),
    ("cuda", &["wheels", "diag"]),
    ("tilelang", &["wheels", "diag"]),
    ("exercise", &["messages", "diag"]),
    ("runtime", &["ptx", "vgpu", "cuda", "tilelang", "exercise", "messages", "diag"]),
    ("judge", &["runtime", "ptx", "vgpu", "wheels", "cuda", "tilelang", "exercise", "messages", "diag"]),
    ("capi", &["runtime", "exercise", "cuda", "tilelang", "messages", "diag"]),
    ("difftest", &["ptx", "vgpu", "cuda", "diag"]),
    ("report", &["exercise", "messages", "diag"]),
    ("camp", &["report", "difftest", "judge", "runtime", "exercise", "cuda", "tilelang", "wheels", "messages", "diag"]),
    ("py", &["runtime", "exercise", "cuda", "tilelang", "messages", "diag"]),
    ("book", &[]),
];

/// Outside crates that only one crate may use: the door they stand behind.
const DOORS: &[(&str, &str)] = &[
    ("cudarc", "cuda"),
    ("cel", "exercise"),
    ("crossterm", "camp"),
    ("clap", "camp"),
    ("notify", "camp"),
    ("mdbook-driver", "book"),
    ("plotters", "report"),
    ("landlock", "tilelang"),
    ("seccompiler", "tilelang"),
    ("pyo3", "py"),
];

/// Every crate of the workspace with what it depends on, apart from dependencies of its tests.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs this test, so it is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let name = |value: &serde_json::Value| value["name"].as_str().expect("a name is a string").to_owned();
    let crates = metadata["packages"].as_array().expect("packages is a list").iter();
    crates
        .map(|krate| {
            let used = krate["dependencies"].as_array().expect("dependencies is a list").iter();
            (name(krate), used.filter(|d| d["kind"].as_str() != Some("dev")).map(name).collect())
        })
        .collect()
}

#[test]
fn crates_use_only_what_their_layer_allows() {
    let dependencies = dependencies();
    let known: Vec<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    for (krate, used) in &dependencies {
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| name == krate) else {
            panic!("add the crate `{krate}` to the table in this test and in ARCHITECTURE.md");
        };
        for other in used.iter().filter(|other| known.contains(&other.as_str())) {
            assert!(allowed.contains(&other.as_str()), "`{krate}` may not use `{other}`");
        }
    }
    assert_eq!(dependencies.len(), MAY_USE.len(), "a crate of the table is gone");
}

#[test]
fn outside_crates_stay_behind_their_door() {
    for (krate, used) in dependencies() {
        for (outside, door) in DOORS {
            assert!(krate == *door || !used.iter().any(|name| name == outside), "only `{door}` may use `{outside}`");
        }
    }
}
