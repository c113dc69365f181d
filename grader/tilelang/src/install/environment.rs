//! An installed TileLang, and the file that says which Python it is for.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use wheels::Interpreter;

use super::NotInstalled;
use super::pins::VERSION;
use crate::Environment;

/// What `environment.json` in an installed folder says.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Record {
    tilelang: String,
    python: PathBuf,
    python_version: (u32, u32),
    /// The folder of the standard library, which goes when the interpreter is upgraded.
    stdlib: PathBuf,
    /// A home folder can be shared by machines of several kinds.
    machine: String,
}

const FILE: &str = "environment.json";

/// A file of each package, by which one that is not whole shows.
pub(super) const LANDMARKS: [&str; 9] = [
    "tilelang/lib/libtilelang.so",
    "z3/lib/libz3.so",
    "numpy/__init__.py",
    "tvm_ffi/__init__.py",
    "ml_dtypes/__init__.py",
    "psutil/__init__.py",
    "tqdm/__init__.py",
    "typing_extensions.py",
    "cloudpickle/__init__.py",
];

impl Record {
    pub(super) fn of(python: &Interpreter) -> Self {
        Self {
            tilelang: VERSION.to_owned(),
            python: python.program.clone(),
            python_version: python.version,
            stdlib: python.stdlib.clone(),
            machine: std::env::consts::ARCH.to_owned(),
        }
    }

    /// Reads the file of an installed folder.
    pub(super) fn read(site: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(site.join(FILE)).ok()?).ok()
    }

    /// Writes the file of an installed folder.
    pub(super) fn write(&self, site: &Path) -> io::Result<()> {
        let aside = site.join(format!("{FILE}.{}", std::process::id()));
        fs::write(&aside, serde_json::to_vec_pretty(self)?)?;
        fs::rename(aside, site.join(FILE))
    }
}

/// Whether the packages in a folder are all there, and for this machine.
pub(super) fn is_whole(site: &Path) -> bool {
    LANDMARKS.iter().all(|file| site.join(file).is_file())
        && Record::read(site).is_some_and(|record| record.machine == std::env::consts::ARCH)
}

/// The environment in a folder, by a few looks at files; nothing is started.
pub(super) fn open(site: &Path) -> Result<Environment, NotInstalled> {
    let Some(record) = Record::read(site).filter(|_| is_whole(site)) else {
        return Err(NotInstalled::Damaged { site: site.to_owned() });
    };
    // An upgrade from 3.11 to 3.12 can leave the program's name, but takes 3.11's library away.
    if !record.python.is_file() || !record.stdlib.join("os.py").is_file() {
        return Err(NotInstalled::PythonGone { python: record.python, version: record.python_version });
    }
    Ok(Environment {
        python: record.python,
        python_version: record.python_version,
        site: site.to_owned(),
        version: record.tilelang,
    })
}
