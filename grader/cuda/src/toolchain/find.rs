//! The search itself.

use std::path::{Path, PathBuf};

use super::headers::Headers;
use super::{NotFound, Origin, Outcome, Place, PlaceKind, Search, Toolchain, Tried, elf, subfolders};
use wheels::CacheDir;

/// A toolkit's name for this machine, in `targets/<name>/`.
#[cfg(target_arch = "aarch64")]
pub(super) const TARGET: &str = "sbsa-linux";
#[cfg(not(target_arch = "aarch64"))]
pub(super) const TARGET: &str = "x86_64-linux";

/// Major versions that camp works with.
const MAJORS: std::ops::RangeInclusive<u32> = 12..=13;

/// The file that says which fetched toolchain is preferred.
const PREFERRED: &str = "preferred-major";

/// A library and the folder it was found in.
struct Library {
    path: PathBuf,
    builtins: PathBuf,
    version: (u32, u32),
    dir: PathBuf,
}

/// The first usable NVRTC in the order of [`Origin`], with every place tried on the way.
///
/// Within one place the newest version wins. Headers that the library's own
/// folders lack are taken from a fetched toolchain of the same major version.
///
/// # Errors
/// [`NotFound`] with every place when none holds a usable library.
pub fn find(search: &Search) -> Result<Toolchain, NotFound> {
    let mut tried = Vec::new();
    for place in &search.places {
        if let Some(library) = best_in(place, search.major, &mut tried) {
            return Ok(toolchain(library, place.origin, search, tried));
        }
    }
    for place in cached(search) {
        if let Some(library) = best_in(&place, search.major, &mut tried) {
            return Ok(toolchain(library, place.origin, search, tried));
        }
    }
    Err(NotFound { tried })
}

/// Fetched toolchains, newest first; the cache itself where it holds none, so that it is on record as tried.
fn cached(search: &Search) -> Vec<Place> {
    let Some(cache) = &search.cache else { return Vec::new() };
    let place = |dir: PathBuf| Place { origin: Origin::Cache, dir, kind: PlaceKind::SitePackages };
    // A fetch in progress has folders beside the finished ones.
    let is_whole = |dir: &PathBuf| dir.extension().is_none_or(|ext| ext != "partial" && ext != "download");
    let mut places: Vec<Place> = subfolders(cache).into_iter().filter(is_whole).map(place).collect();
    // Folder names begin with the set (cuda12, cuda13), so the reverse order is newest first.
    places.reverse();
    if let Some(major) = preferred(cache) {
        let is_other = |place: &Place| {
            !place.dir.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&format!("cuda{major}")))
        };
        places.sort_by_key(is_other);
    }
    if places.is_empty() { vec![place(cache.clone())] } else { places }
}

/// The major version that the user asked for, where one was: [`prefer`].
fn preferred(cache: &Path) -> Option<u32> {
    std::fs::read_to_string(cache.join(PREFERRED)).ok()?.trim().parse().ok()
}

/// Makes fetched toolchains of this major version come before others from now on.
///
/// # Errors
/// When the cache cannot be written.
pub fn prefer(cache: &CacheDir, major: u32) -> std::io::Result<()> {
    std::fs::create_dir_all(cache.toolchains())?;
    std::fs::write(cache.toolchains().join(PREFERRED), format!("{major}\n"))
}

fn toolchain(library: Library, origin: Origin, search: &Search, tried: Vec<Tried>) -> Toolchain {
    let mut headers = Headers::beside(&library.dir);
    let mut complemented = Vec::new();
    if origin != Origin::Cache && !headers.missing().is_empty() {
        for place in cached(search) {
            let same_major = |found: &Library| found.version.0 == library.version.0;
            if let Some(other) = best_in(&place, None, &mut Vec::new()).filter(same_major) {
                complemented.extend(headers.complement(&Headers::beside(&other.dir)));
            }
        }
    }
    Toolchain {
        nvrtc: library.path,
        builtins: Some(library.builtins),
        version: library.version,
        include_dirs: headers.include_dirs(),
        origin,
        missing: headers.missing(),
        complemented,
        tried,
    }
}

/// The newest usable library of one place; every folder and library met goes on record.
fn best_in(place: &Place, major: Option<u32>, tried: &mut Vec<Tried>) -> Option<Library> {
    let mut best: Option<Library> = None;
    let mut record = |path: PathBuf, outcome| tried.push(Tried { origin: place.origin, path, outcome });
    if !place.dir.is_dir() {
        record(place.dir.clone(), Outcome::NoFolder);
        return None;
    }
    let mut seen_any = false;
    let mut seen_files: Vec<PathBuf> = Vec::new();
    for dir in library_dirs(place) {
        for link in libraries_in(&dir) {
            seen_any = true;
            let path = std::fs::canonicalize(&link).unwrap_or(link);
            if seen_files.contains(&path) {
                continue;
            }
            seen_files.push(path.clone());
            match examine(&path, &dir, major) {
                Ok(library) => {
                    record(path, Outcome::Usable(library.version.0, library.version.1));
                    if best.as_ref().is_none_or(|best| best.version < library.version) {
                        best = Some(library);
                    }
                }
                Err(outcome) => record(path, outcome),
            }
        }
    }
    if !seen_any {
        record(place.dir.clone(), Outcome::NoLibrary);
    }
    best
}

/// Folders of one place in which libraries may lie.
fn library_dirs(place: &Place) -> Vec<PathBuf> {
    let wheels = |root: &Path| subfolders(&root.join("nvidia")).into_iter().map(|package| package.join("lib"));
    match place.kind {
        PlaceKind::Libraries => vec![place.dir.clone()],
        PlaceKind::SitePackages => wheels(&place.dir).collect(),
        PlaceKind::Root => {
            let targets = place.dir.join("targets").join(TARGET);
            [place.dir.join("lib64"), place.dir.join("lib"), targets.join("lib"), place.dir.clone()]
                .into_iter()
                .chain(wheels(&place.dir))
                .collect()
        }
    }
}

/// `libnvrtc.so` and `libnvrtc.so.*` in a folder, not builtins and not static archives.
fn libraries_in(dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(dir) else { return Vec::new() };
    let is_nvrtc = |name: &str| {
        name.strip_prefix("libnvrtc.so").is_some_and(|rest| {
            rest.is_empty() || rest.strip_prefix('.').is_some_and(|version| numbers(version).is_some())
        })
    };
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_name().to_str().is_some_and(is_nvrtc))
        .map(|entry| entry.path())
        .collect();
    found.sort();
    found
}

fn examine(path: &Path, dir: &Path, major: Option<u32>) -> Result<Library, Outcome> {
    if !elf::is_native_library(path) {
        return Err(Outcome::WrongMachine);
    }
    // The builtins lie beside the library itself, which a link may have led to.
    let own_dir = path.parent().unwrap_or(dir);
    let mut builtins = builtins_in(own_dir);
    if own_dir != dir {
        builtins.extend(builtins_in(dir));
    }
    let (lib_major, lib_minor) = version_in_name(path);
    let fits = |version: (u32, u32)| {
        lib_major.is_none_or(|major| major == version.0) && lib_minor.is_none_or(|minor| minor == version.1)
    };
    let builtin = builtins.into_iter().filter(|(version, _)| fits(*version)).max_by_key(|(version, _)| *version);
    let from_builtins = builtin.as_ref().map(|(version, _)| *version);
    let version = (
        lib_major.or(from_builtins.map(|version| version.0)).unwrap_or(0),
        lib_minor.or(from_builtins.map(|version| version.1)).unwrap_or(0),
    );
    if !MAJORS.contains(&version.0) || major.is_some_and(|major| major != version.0) {
        return Err(Outcome::WrongVersion(version.0, version.1));
    }
    let Some((_, builtins)) = builtin else { return Err(Outcome::NoBuiltins) };
    Ok(Library { path: path.to_owned(), builtins, version, dir: dir.to_owned() })
}

/// Builtins libraries of a folder with the version in their name.
fn builtins_in(dir: &Path) -> Vec<((u32, u32), PathBuf)> {
    let Ok(entries) = std::fs::read_dir(dir) else { return Vec::new() };
    entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name();
            let version = numbers(name.to_str()?.strip_prefix("libnvrtc-builtins.so.")?)?;
            Some(((*version.first()?, *version.get(1)?), entry.path()))
        })
        .collect()
}

/// Major and minor version as far as the name `libnvrtc.so.12.9.86` tells them.
fn version_in_name(path: &Path) -> (Option<u32>, Option<u32>) {
    let version = path
        .file_name()
        .and_then(|name| name.to_str())
        .and_then(|name| name.strip_prefix("libnvrtc.so."))
        .and_then(numbers)
        .unwrap_or_default();
    (version.first().copied(), version.get(1).copied())
}

fn numbers(dotted: &str) -> Option<Vec<u32>> {
    dotted.split('.').map(|number| number.parse().ok()).collect()
}
