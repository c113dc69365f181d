//! Finding TileLang in the user's cache, and fetching it.
//!
//! `<cache>/tilelang/0.1.15-cp311/` holds the packages that lowering needs, unpacked as `pip install --target` does, so that the
//! folder serves as `PYTHONPATH`, and `environment.json`, which names the interpreter that it was made for. PyTorch is not among
//! them. Each minor version of Python has a folder of its own, because compiled packages fit one only.

mod environment;
mod pins;
mod table;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use diag::{Text, msg};
use wheels::{CacheDir, Failure, Fetch, FetchError, Interpreter, Present, Product, Progress, Set, Wheel};

use environment::{Record, is_whole, open};
use pins::{MINORS, Machine, VERSION, wheels_for};

use crate::Environment;

/// Why there is no TileLang that can be used. The same command helps in each case.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotInstalled {
    /// It was never fetched.
    #[error("TileLang {VERSION} is not installed")]
    Never,
    /// The interpreter that it was fetched for was removed, or upgraded to another version.
    #[error("{} is no longer Python {}.{}", python.display(), version.0, version.1)]
    PythonGone {
        /// The interpreter.
        python: PathBuf,
        /// The version that it had.
        version: (u32, u32),
    },
    /// Files are missing.
    #[error("{} is not whole", site.display())]
    Damaged {
        /// The folder of packages.
        site: PathBuf,
    },
}

impl NotInstalled {
    /// The reason in the user's language, with what to do.
    pub fn text(&self) -> Text {
        match self {
            Self::Never => msg!("tilelang-not-installed"),
            Self::PythonGone { python, version } => {
                let version = format!("{}.{}", version.0, version.1);
                msg!("tilelang-python-gone", python = python.display(), version = version)
            }
            Self::Damaged { site } => msg!("tilelang-damaged", site = site.display()),
        }
    }
}

/// The TileLang in the cache, for the newest Python where there are several. Looks at a few files and starts nothing.
///
/// # Errors
/// [`NotInstalled`] says why there is none that can be used.
pub fn find(cache: &CacheDir) -> Result<Environment, NotInstalled> {
    let mut why = NotInstalled::Never;
    for minor in MINORS.rev() {
        let site = folder(cache, minor);
        if site.is_dir() {
            match open(&site) {
                Ok(environment) => return Ok(environment),
                Err(reason) if why == NotInstalled::Never => why = reason,
                Err(_) => {}
            }
        }
    }
    Err(why)
}

/// Fetches TileLang for the first fitting Python on `PATH`, or finds that it is there already.
///
/// # Errors
/// See [`wheels::Failure`]; nothing half-done remains that the next fetch would trip over.
pub fn fetch(cache: &CacheDir, progress: &mut dyn FnMut(Progress)) -> Result<Environment, FetchError> {
    fetch_for(python()?, cache, Present::Use, progress)
}

/// As [`fetch`], but what is there is fetched again, and replaced when the new one is whole.
///
/// # Errors
/// As those of [`fetch`].
pub fn fetch_again(cache: &CacheDir, progress: &mut dyn FnMut(Progress)) -> Result<Environment, FetchError> {
    fetch_for(python()?, cache, Present::Replace, progress)
}

fn python() -> Result<Interpreter, FetchError> {
    wheels::fitting_python(MINORS).map_err(|failure| FetchError { product: product(), failure })
}

fn fetch_for(
    python: Interpreter,
    cache: &CacheDir,
    present: Present,
    progress: &mut dyn FnMut(Progress),
) -> Result<Environment, FetchError> {
    let record = Record::of(&python);
    let pythons = vec![python.on_path.clone()];
    let set = TileLang { python };
    let site = wheels::fetch(&Fetch { set, cache: cache.clone(), pythons, present }, progress)?;
    let failed = |path: &Path, reason: String| {
        let failure = Failure::NotWritable { path: path.to_owned(), reason };
        FetchError { product: product(), failure }
    };
    // The packages may have been there for another Python of this version, which is gone.
    if open(&site).is_err() {
        record.write(&site).map_err(|error| failed(&site, error.to_string()))?;
    }
    open(&site).map_err(|error| failed(&site, error.to_string()))
}

fn product() -> Product {
    Product { name: "TileLang".into(), command: "camp setup --tilelang", otherwise: None }
}

/// Where TileLang for CPython 3.`minor` lies.
fn folder(cache: &CacheDir, minor: u32) -> PathBuf {
    cache.tilelang().join(format!("{VERSION}-cp3{minor}"))
}

/// The wheels for one Python.
struct TileLang {
    python: Interpreter,
}

impl Set for TileLang {
    type Whole = PathBuf;

    fn product(&self) -> Product {
        product()
    }

    fn folder(&self, cache: &CacheDir) -> PathBuf {
        folder(cache, self.python.version.1)
    }

    fn wheels(&self) -> Vec<Wheel> {
        wheels_for(self.python.version.1, Machine::HERE)
    }

    fn keeps(&self) -> &'static str {
        table::KEEPS
    }

    fn finish(&self, dir: &Path) -> io::Result<()> {
        // The worker may write nothing here, so that Python could not keep its compiled files: starting would take twice as
        // long. A package may hold files for a newer Python, which do not compile and are never imported.
        let _ = Command::new(&self.python.program)
            .args(["-I", "-m", "compileall", "-q", "-j", "0"])
            .arg(dir)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        Record::of(&self.python).write(dir)
    }

    fn whole(&self, dir: &Path) -> Option<PathBuf> {
        is_whole(dir).then(|| dir.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::environment::LANDMARKS;
    use super::*;

    /// A cache, and an interpreter that can do nothing.
    struct Machine {
        dir: tempfile::TempDir,
    }

    impl Machine {
        fn new() -> Self {
            Self { dir: tempfile::tempdir().unwrap() }
        }

        fn cache(&self) -> CacheDir {
            CacheDir::at(self.dir.path().join("cache"))
        }

        /// Puts CPython 3.`minor` there.
        fn python(&self, minor: u32) -> Interpreter {
            let program = self.dir.path().join(format!("python3.{minor}"));
            let stdlib = self.dir.path().join(format!("lib/python3.{minor}"));
            fs::create_dir_all(&stdlib).unwrap();
            fs::write(stdlib.join("os.py"), "").unwrap();
            fs::write(&program, "#!/bin/sh\n[ \"$3\" = --version ]\n").unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
            Interpreter { on_path: program.clone(), program, version: (3, minor), stdlib }
        }

        /// What a fetch for `python` leaves.
        fn install(&self, python: &Interpreter) -> PathBuf {
            let site = folder(&self.cache(), python.version.1);
            for file in LANDMARKS {
                let file = site.join(file);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, "").unwrap();
            }
            TileLang { python: python.clone() }.finish(&site).unwrap();
            site
        }
    }

    #[test]
    fn what_was_fetched_is_found_with_its_python() {
        let machine = Machine::new();
        assert_eq!(find(&machine.cache()), Err(NotInstalled::Never));
        let python = machine.python(11);
        let site = machine.install(&python);
        let found = find(&machine.cache()).unwrap();
        let expected =
            Environment { python: python.program, python_version: (3, 11), site, version: VERSION.to_owned() };
        assert_eq!(found, expected);
        // One that is being fetched is not there yet.
        fs::rename(&found.site, found.site.with_file_name("0.1.15-cp311.partial")).unwrap();
        assert_eq!(find(&machine.cache()), Err(NotInstalled::Never));
    }

    #[test]
    fn an_interpreter_that_went_or_was_upgraded_is_noticed() {
        let machine = Machine::new();
        let python = machine.python(11);
        machine.install(&python);
        let gone = Err(NotInstalled::PythonGone { python: python.program.clone(), version: (3, 11) });
        fs::remove_dir_all(&python.stdlib).unwrap();
        assert_eq!(find(&machine.cache()), gone);
        let python = machine.python(11);
        fs::remove_file(&python.program).unwrap();
        assert_eq!(find(&machine.cache()), gone);
        // Another one that works comes first.
        let older = machine.python(10);
        machine.install(&older);
        assert_eq!(find(&machine.cache()).unwrap().python, older.program);
    }

    #[test]
    fn packages_serve_another_python_of_the_same_version() {
        let machine = Machine::new();
        let python = machine.python(12);
        let site = machine.install(&python);
        fs::remove_file(&python.program).unwrap();
        let program = machine.dir.path().join("other");
        fs::write(&program, "").unwrap();
        let other = Interpreter { program: program.clone(), ..python };
        let found = fetch_for(other, &machine.cache(), Present::Use, &mut |_| ()).unwrap();
        assert_eq!((found.python, found.site), (program.clone(), site));
        assert_eq!(find(&machine.cache()).unwrap().python, program);
    }

    #[test]
    fn what_is_not_whole_is_fetched_again() {
        let machine = Machine::new();
        let python = machine.python(13);
        let site = machine.install(&python);
        fs::remove_file(site.join("z3/lib/libz3.so")).unwrap();
        assert_eq!(find(&machine.cache()), Err(NotInstalled::Damaged { site: site.clone() }));
        let error = fetch_for(python.clone(), &machine.cache(), Present::Use, &mut |_| ()).unwrap_err();
        assert!(matches!(error.failure, Failure::Pip { .. }), "{error:?}");
        assert!(!site.exists());
        // Packages for a machine of another kind, in a home folder that both use.
        let site = machine.install(&python);
        let file = site.join("environment.json");
        let text = fs::read_to_string(&file).unwrap().replace(std::env::consts::ARCH, "another");
        fs::write(&file, text).unwrap();
        assert_eq!(find(&machine.cache()), Err(NotInstalled::Damaged { site }));
    }

    #[test]
    fn a_fetch_that_fails_takes_nothing_away() {
        let machine = Machine::new();
        let python = machine.python(13);
        let site = machine.install(&python);
        fetch_for(python, &machine.cache(), Present::Replace, &mut |_| ()).unwrap_err();
        assert_eq!(find(&machine.cache()).unwrap().site, site);
    }
}
