//! Unpacking wheels.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::{Failure, says_disk_full};
use crate::pip::watch;
use crate::{FetchStep, Folder, Progress, Set, size_of};

/// Python reads zip archives, and is there since pip needs it: no library for them is needed here.
const SCRIPT: &str = include_str!("unpack.py");

/// Unpacks what the set keeps under a temporary name, then renames it.
pub(crate) fn unpack(
    python: &Path,
    set: &impl Set,
    wheels: &[PathBuf],
    folder: &Folder,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), Failure> {
    let outcome = unpack_partial(python, set.keeps(), wheels, folder, progress).and_then(|()| {
        set.finish(&folder.partial).map_err(|e| folder.failure(&e, &folder.partial))?;
        // What is renamed must be on disk: after a power cut a whole folder of empty files would look finished.
        if let Ok(dir) = fs::File::open(&folder.partial) {
            let _ = rustix::fs::syncfs(&dir);
        }
        // An older one would block the rename; it goes with the rest of this attempt.
        let _ = fs::rename(&folder.whole, folder.downloads.join("attempt-before"));
        fs::rename(&folder.partial, &folder.whole).map_err(|e| folder.failure(&e, &folder.whole))
    });
    if outcome.is_err() {
        let _ = fs::remove_dir_all(&folder.partial);
    }
    outcome
}

fn unpack_partial(
    python: &Path,
    keeps: &str,
    wheels: &[PathBuf],
    folder: &Folder,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), Failure> {
    let dir = &folder.partial;
    fs::create_dir_all(dir).map_err(|e| folder.failure(&e, dir))?;
    let total_bytes = folder.unpacked_bytes;
    for (wheel, pin) in wheels.iter().zip(&folder.wheels) {
        let mut report = || {
            let done_bytes = size_of(dir).min(total_bytes);
            progress(Progress { step: FetchStep::Unpacking, done_bytes, total_bytes, what: pin.package });
        };
        let failed = |reason: String| Failure::Unpack { dir: dir.clone(), reason };
        let child = Command::new(python)
            .args(["-c", SCRIPT])
            .arg(wheel)
            .arg(dir)
            .arg(keeps)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| failed(e.to_string()))?;
        let (status, output) = watch(child, &mut report);
        if !status.is_ok_and(|status| status.success()) {
            return Err(if says_disk_full(&output) {
                folder.disk_full(&folder.parent)
            } else {
                failed(output.trim().lines().last().unwrap_or_default().to_owned())
            });
        }
    }
    progress(Progress { step: FetchStep::Unpacking, done_bytes: total_bytes, total_bytes, what: "" });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::CacheDir;
    use crate::set::{Product, Wheel};

    /// Two packages, of which text files are kept.
    struct Letters;

    impl Set for Letters {
        type Whole = ();

        fn product(&self) -> Product {
            Product { name: "letters".into(), command: "camp setup", otherwise: None }
        }

        fn folder(&self, cache: &CacheDir) -> PathBuf {
            cache.path().join("letters")
        }

        fn wheels(&self) -> Vec<Wheel> {
            let wheel = |package| Wheel { package, version: "1", sha256: "0", bytes: 10, unpacked_bytes: 10 };
            vec![wheel("a"), wheel("b")]
        }

        fn keeps(&self) -> &'static str {
            r"^(?!bin/).*\.txt$"
        }

        fn finish(&self, dir: &Path) -> std::io::Result<()> {
            fs::write(dir.join("finished"), "")
        }

        fn whole(&self, dir: &Path) -> Option<()> {
            dir.join("finished").exists().then_some(())
        }
    }

    /// Wheels made by Python, one for each of the set; their content is given to the first.
    fn wheels(dir: &Path, names: &[&str]) -> Vec<PathBuf> {
        let make = "import sys, zipfile\nw = zipfile.ZipFile(sys.argv[1], 'w')\nfor n in sys.argv[2:]: w.writestr(n, 'x')\nw.close()";
        let wheel = |i: usize, names: &[&str]| {
            let path = dir.join(format!("{i}.whl"));
            let status = Command::new("python3").args(["-c", make]).arg(&path).args(names).status().unwrap();
            assert!(status.success());
            path
        };
        (0..2).map(|i| wheel(i, if i == 0 { names } else { &[] })).collect()
    }

    #[test]
    fn keeps_what_the_set_keeps_where_pip_would_put_it_and_nothing_outside() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::new(Letters.folder(&CacheDir::at(dir.path())), &Letters);
        let wheels = wheels(
            dir.path(),
            &[
                "p/a.txt",
                "p/a.so",
                "odd.data",
                "p-1.data/platlib/p/b.txt",
                "p-1.data/data/share/c.txt",
                "p-1.data/data/bin/d.txt",
                "p-1.data/scripts/e.txt",
                "../../../f.txt",
                "p-1.data/data/../../../../../g.txt",
            ],
        );
        unpack(Path::new("python3"), &Letters, &wheels, &folder, &mut |_| ()).unwrap();
        let is_there = |path: &str| folder.whole.join(path).is_file();
        assert!(is_there("p/a.txt") && is_there("p/b.txt") && is_there("share/c.txt") && is_there("finished"));
        assert!(!is_there("p/a.so") && !is_there("odd.data") && !folder.whole.join("bin").exists());
        let above = dir.path().ancestors().skip(1);
        assert!(above.take(2).all(|dir| !dir.join("f.txt").exists() && !dir.join("g.txt").exists()));
        assert!(!folder.partial.exists());
    }

    #[test]
    fn a_broken_wheel_leaves_what_was_there() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::new(Letters.folder(&CacheDir::at(dir.path())), &Letters);
        let whole = wheels(dir.path(), &["a.txt"]);
        let broken = dir.path().join("broken.whl");
        fs::write(&broken, "not a zip").unwrap();
        let broken = vec![whole[0].clone(), broken];
        let unpack = |wheels: &[PathBuf]| unpack(Path::new("python3"), &Letters, wheels, &folder, &mut |_| ());
        let error = unpack(&broken).unwrap_err();
        assert!(matches!(error, Failure::Unpack { .. }), "{error:?}");
        assert!(!folder.partial.exists() && !folder.whole.exists());
        fs::create_dir(&folder.downloads).unwrap();
        unpack(&whole).unwrap();
        unpack(&broken).unwrap_err();
        assert!(folder.whole.join("a.txt").exists());
        // A whole one takes the place of the one before.
        fs::write(folder.whole.join("old.txt"), "").unwrap();
        unpack(&whole).unwrap();
        assert!(folder.whole.join("a.txt").exists() && !folder.whole.join("old.txt").exists());
    }
}
