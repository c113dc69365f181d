//! What editors need to understand kernels: settings beside the exercises, and headers that declare what NVRTC knows.
//!
//! clangd reads a kernel with the flags of `compile_flags.txt`. They name three folders below `.camp/editor`, which this
//! module makes: `std` (what NVRTC knows without an include, and the headers that camp gives it), `std/light` and `cuda`
//! (links to the CUDA headers of the compiler that was found). So clangd needs no CUDA toolkit, and the flags are the
//! same on every machine.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cuda::Toolchain;

/// Settings that lie in the root of this repository and of every learner's folder: path and text.
pub const SETTINGS: [(&str, &str); 6] = [
    ("camp.toml", include_str!("../editor/camp.toml")),
    (".clangd", include_str!("../../../.clangd")),
    ("compile_flags.txt", include_str!("../../../compile_flags.txt")),
    (".vscode/extensions.json", include_str!("../../../.vscode/extensions.json")),
    (".vscode/settings.json", include_str!("../../../.vscode/settings.json")),
    (".vscode/tasks.json", include_str!("../../../.vscode/tasks.json")),
];

/// Headers for clangd alone: name and text.
const HEADERS: [(&str, &str); 2] =
    [("camp_editor.h", include_str!("../editor/camp_editor.h")), ("cub/cub.cuh", include_str!("../editor/cub.cuh"))];
/// CUB's headers that [`HEADERS`] stands in for.
const CUB: [&str; 6] = [
    "block/block_load",
    "block/block_reduce",
    "block/block_scan",
    "block/block_store",
    "warp/warp_reduce",
    "warp/warp_scan",
];

/// The folder of generated headers in `root`.
pub fn folder(root: &Path) -> PathBuf {
    root.join(".camp/editor")
}

/// Makes the headers for clangd in a folder with exercises, as far as they are not there already.
///
/// # Errors
/// A file could not be written. Judging needs none of them.
pub fn prepare(root: &Path, toolchain: Option<&Toolchain>) -> io::Result<()> {
    let dir = folder(root);
    let std = dir.join("std");
    for (name, text) in cuda::shims().iter().filter(|(name, _)| HEADERS.iter().all(|(own, _)| own != name)) {
        write(&std.join(name), text)?;
    }
    for (name, text) in HEADERS {
        write(&std.join(name), text)?;
    }
    for name in CUB {
        write(&std.join("cub").join(name).with_extension("cuh"), "#include <cub/cub.cuh>\n")?;
    }
    for (name, text) in cuda::light_shims() {
        write(&std.join("light").join(name), text)?;
    }
    let Some(toolchain) = toolchain else { return Ok(()) };
    for (number, include) in toolchain.include_dirs.iter().enumerate() {
        link(include, &dir.join("cuda").join(number.to_string()))?;
    }
    Ok(())
}

/// Writes a file unless it holds this text already: editors read a header again when it changes.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, text)
}

/// Makes `path` a link to the folder `target`.
#[cfg(unix)]
fn link(target: &Path, path: &Path) -> io::Result<()> {
    if fs::read_link(path).is_ok_and(|old| old == target) {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    if path.is_symlink() {
        fs::remove_file(path)?;
    }
    std::os::unix::fs::symlink(target, path)
}

/// Links need a privilege here; without them clangd lacks `half` and cooperative groups.
#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_written_once_and_put_right() {
        let root = tempfile::tempdir().unwrap();
        prepare(root.path(), None).unwrap();
        let header = folder(root.path()).join("std/camp_editor.h");
        let written = fs::metadata(&header).unwrap().modified().unwrap();
        prepare(root.path(), None).unwrap();
        assert_eq!(fs::metadata(&header).unwrap().modified().unwrap(), written);
        fs::write(&header, "old").unwrap();
        prepare(root.path(), None).unwrap();
        assert_eq!(fs::read_to_string(&header).unwrap(), HEADERS[0].1);
        for name in ["stdint.h", "cub/cub.cuh", "cub/warp/warp_scan.cuh", "light/cuda/atomic"] {
            assert!(folder(root.path()).join("std").join(name).is_file(), "{name}");
        }
        assert!(fs::read_to_string(folder(root.path()).join("std/cub/cub.cuh")).unwrap().contains("in editors"));
    }

    #[test]
    fn links_follow_the_compiler() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("a/0");
        for target in ["one", "two"] {
            let target = root.path().join(target);
            link(&target, &path).unwrap();
            link(&target, &path).unwrap();
            assert_eq!(fs::read_link(&path).unwrap(), target);
        }
    }

    #[test]
    fn settings_for_vs_code_are_json() {
        for (name, text) in SETTINGS.iter().filter(|(name, _)| name.ends_with(".json")) {
            assert!(serde_json::from_str::<serde_json::Value>(text).is_ok(), "{name}");
        }
    }
}
