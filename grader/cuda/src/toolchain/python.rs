//! Python environments of this user, without starting Python.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::subfolders;

/// site-packages folders that exist, most specific first: the active virtual
/// environment, Conda's, those of the `python3` on `PATH`, the user's, the system's.
pub(super) fn site_packages(var: &dyn Fn(&str) -> Option<OsString>, root: &Path) -> Vec<PathBuf> {
    let set = |name: &str| var(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let mut prefixes: Vec<PathBuf> = ["VIRTUAL_ENV", "CONDA_PREFIX"].iter().filter_map(|name| set(name)).collect();
    prefixes.extend(prefixes_on_path(var));
    prefixes.extend(set("HOME").map(|home| home.join(".local")));
    prefixes.extend([root.join("usr/local"), root.join("usr")]);
    let mut found: Vec<PathBuf> = Vec::new();
    for dir in prefixes.iter().flat_map(|prefix| packages_under(prefix)) {
        if !found.contains(&dir) {
            found.push(dir);
        }
    }
    found
}

/// Conda installs NVRTC among its own libraries, not among Python's packages.
pub(super) fn conda_libraries(var: &dyn Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    var("CONDA_PREFIX")
        .filter(|v| !v.is_empty())
        .map(PathBuf::from)
        .into_iter()
        .flat_map(|prefix| [prefix.join("lib"), prefix.join("targets").join(super::find::TARGET).join("lib")])
        .collect()
}

/// Prefixes of the interpreters that `python3` on `PATH` may mean.
///
/// The link itself and the file it points to can lie under different prefixes:
/// a virtual environment's `python3` links to the system's. pyenv puts scripts
/// on `PATH` instead of links, so its versions are listed from their folder.
fn prefixes_on_path(var: &dyn Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let path = var("PATH").unwrap_or_default();
    let Some(python) =
        std::env::split_paths(&path).map(|dir| dir.join("python3")).find(|candidate| candidate.is_file())
    else {
        return Vec::new();
    };
    let prefix = |binary: &Path| binary.parent().and_then(Path::parent).map(Path::to_owned);
    let is_shim = python.parent().and_then(Path::file_name).is_some_and(|name| name == "shims");
    if is_shim {
        return prefix(&python).map(|root| subfolders(&root.join("versions"))).unwrap_or_default();
    }
    let target = std::fs::canonicalize(&python).ok();
    [prefix(&python), target.as_deref().and_then(prefix)].into_iter().flatten().collect()
}

/// `lib/python3*/site-packages` and `dist-packages` under one prefix.
fn packages_under(prefix: &Path) -> Vec<PathBuf> {
    ["lib", "lib64"]
        .iter()
        .flat_map(|lib| subfolders(&prefix.join(lib)))
        .filter(|dir| dir.file_name().and_then(|n| n.to_str()).is_some_and(|n| n.starts_with("python3")))
        .flat_map(|dir| [dir.join("site-packages"), dir.join("dist-packages")])
        .filter(|dir| dir.is_dir())
        .collect()
}
