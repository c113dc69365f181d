//! Unpacking wheels.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::error::says_disk_full;
use super::pins::WheelSet;
use super::pip::watch;
use super::{FetchError, FetchStep, Folder, Progress, size_of};

/// Python reads zip archives, and is there since pip needs it: no library for them is needed here.
const SCRIPT: &str = include_str!("unpack.py");

/// Unpacks what compiling needs under a temporary name, then renames it.
pub(super) fn unpack(
    python: &Path,
    set: WheelSet,
    wheels: &[PathBuf],
    folder: &Folder,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), FetchError> {
    let outcome = unpack_partial(python, set, wheels, folder, progress).and_then(|()| {
        give_plain_name(&folder.partial);
        // What is renamed must be on disk: after a power cut a whole folder of empty files would look finished.
        if let Ok(dir) = fs::File::open(&folder.partial) {
            let _ = rustix::fs::syncfs(&dir);
        }
        fs::rename(&folder.partial, &folder.whole).map_err(|e| FetchError::from_io(&e, &folder.whole, set))
    });
    if outcome.is_err() {
        let _ = fs::remove_dir_all(&folder.partial);
    }
    outcome
}

fn unpack_partial(
    python: &Path,
    set: WheelSet,
    wheels: &[PathBuf],
    folder: &Folder,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), FetchError> {
    let dir = &folder.partial;
    fs::create_dir_all(dir).map_err(|e| FetchError::from_io(&e, dir, set))?;
    let total_bytes = set.unpacked_bytes();
    for (wheel, pin) in wheels.iter().zip(set.wheels()) {
        let mut report = || {
            let done_bytes = size_of(dir).min(total_bytes);
            progress(Progress { step: FetchStep::Unpacking, done_bytes, total_bytes, what: pin.package });
        };
        let failed = |reason: String| FetchError::Unpack { dir: dir.clone(), reason };
        let child = Command::new(python)
            .args(["-c", SCRIPT])
            .arg(wheel)
            .arg(dir)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| failed(e.to_string()))?;
        let (status, output) = watch(child, &mut report);
        if !status.is_ok_and(|status| status.success()) {
            return Err(if says_disk_full(&output) {
                FetchError::disk_full(&folder.parent, set)
            } else {
                failed(output.trim().lines().last().unwrap_or_default().to_owned())
            });
        }
    }
    progress(Progress { step: FetchStep::Unpacking, done_bytes: total_bytes, total_bytes, what: "" });
    Ok(())
}

/// Adds the link `libnvrtc.so`, under which cudarc looks first.
fn give_plain_name(root: &Path) {
    for package in fs::read_dir(root.join("nvidia")).into_iter().flatten().flatten() {
        let lib = package.path().join("lib");
        for file in fs::read_dir(&lib).into_iter().flatten().flatten() {
            if file.file_name().to_string_lossy().starts_with("libnvrtc.so.") {
                // Without the link the worker's own folder of links serves.
                let _ = std::os::unix::fs::symlink(file.file_name(), lib.join("libnvrtc.so"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::CacheDir;

    /// Wheels made by Python, one for each of the set; their content is given to the first.
    fn wheels(dir: &Path, names: &[&str]) -> Vec<PathBuf> {
        let make = "import sys, zipfile\nw = zipfile.ZipFile(sys.argv[1], 'w')\nfor n in sys.argv[2:]: w.writestr(n, 'x')\nw.close()";
        let wheel = |i: usize, names: &[&str]| {
            let path = dir.join(format!("{i}.whl"));
            let status = Command::new("python3").args(["-c", make]).arg(&path).args(names).status().unwrap();
            assert!(status.success());
            path
        };
        (0..4).map(|i| wheel(i, if i == 0 { names } else { &[] })).collect()
    }

    #[test]
    fn keeps_library_headers_and_licences_and_nothing_outside() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::new(&CacheDir::at(dir.path()), WheelSet::Cuda13);
        let wheels = wheels(
            dir.path(),
            &[
                "nvidia/cu13/lib/libnvrtc.so.13",
                "nvidia/cu13/lib/libcudart_static.a",
                "nvidia/cu13/include/cuda_fp16.h",
                "p.dist-info/licenses/License.txt",
                "p.dist-info/RECORD",
                "../../../include/evil",
            ],
        );
        unpack(Path::new("python3"), WheelSet::Cuda13, &wheels, &folder, &mut |_| ()).unwrap();
        assert!(folder.whole.join("nvidia/cu13/include/cuda_fp16.h").is_file());
        assert!(folder.whole.join("nvidia/cu13/lib/libnvrtc.so").is_file(), "the plain name leads to the library");
        assert!(folder.whole.join("p.dist-info/licenses/License.txt").is_file());
        assert!(!folder.whole.join("nvidia/cu13/lib/libcudart_static.a").exists());
        assert!(!dir.path().parent().unwrap().join("include/evil").exists());
        assert!(!folder.partial.exists());
    }

    #[test]
    fn a_broken_wheel_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::new(&CacheDir::at(dir.path()), WheelSet::Cuda13);
        let mut wheels = wheels(dir.path(), &["nvidia/cu13/include/a.h"]);
        fs::write(&wheels[1], "not a zip").unwrap();
        wheels.truncate(2);
        let error = unpack(Path::new("python3"), WheelSet::Cuda13, &wheels, &folder, &mut |_| ()).unwrap_err();
        assert!(matches!(error, FetchError::Unpack { .. }), "{error:?}");
        assert!(!folder.partial.exists() && !folder.whole.exists());
    }
}
