//! Embeds what `camp init` and `camp reset` write: the exercises as shipped and their solutions.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders that are embedded.
const FOLDERS: [&str; 2] = ["exercises", "solutions"];

fn main() -> io::Result<()> {
    let own = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let root = own.join("../..").canonicalize()?;
    let originals = own.join("originals");
    println!("cargo::rerun-if-changed={}", originals.display());
    let mut files = Vec::new();
    for folder in FOLDERS {
        let dir = root.join(folder);
        println!("cargo::rerun-if-changed={}", dir.display());
        walk(&dir, &mut files)?;
    }
    // The order of a directory's entries differs between machines.
    files.sort();
    let mut code = String::from("[\n");
    for file in &files {
        let name = file.strip_prefix(&root).map_err(io::Error::other)?;
        // Who builds camp may have solved exercises in this very folder: their files have a pristine twin.
        let original = originals.join(name);
        let source = if original.exists() { &original } else { file };
        let name = name.to_string_lossy().replace('\\', "/");
        writeln!(code, "    ({name:?}, include_bytes!({:?}).as_slice()),", source.display().to_string())
            .map_err(io::Error::other)?;
    }
    code.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("embedded.rs"), code)
}

/// Authors' test data: what NumPy computed, and the wrong and right kernels that camp itself is tested with.
const TEST_DATA: [&str; 3] = ["tests", "wrong", "right"];

/// Adds the files below `dir`. Left out: names that begin with a dot (editors' and camp's own state), backups, and the
/// authors' test data.
fn walk(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !dir.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with('.') || name.contains(".bak-") || TEST_DATA.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
