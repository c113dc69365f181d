//! Embeds what `camp init` writes: the exercises and their solutions.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders that are embedded.
const FOLDERS: [&str; 2] = ["exercises", "solutions"];

fn main() -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("../..").canonicalize()?;
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
        let name = file.strip_prefix(&root).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        writeln!(code, "    ({name:?}, include_bytes!({:?}).as_slice()),", file.display().to_string())
            .map_err(io::Error::other)?;
    }
    code.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("embedded.rs"), code)
}

/// Adds the files below `dir`. Names that begin with a dot are editors' and camp's own state.
fn walk(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !dir.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
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
