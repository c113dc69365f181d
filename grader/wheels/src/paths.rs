//! Where camp keeps what it fetched and compiled.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// camp's cache folder and the places inside it.
///
/// `CAMP_CACHE_DIR` if set, else `$XDG_CACHE_HOME/camp`, else `~/.cache/camp`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheDir(PathBuf);

/// Neither `CAMP_CACHE_DIR`, `XDG_CACHE_HOME` nor `HOME` says where a cache may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no cache folder: none of CAMP_CACHE_DIR, XDG_CACHE_HOME and HOME is set")]
pub struct NoCacheDir;

impl CacheDir {
    /// The cache of this user.
    ///
    /// # Errors
    /// [`NoCacheDir`] when the environment names no folder.
    pub fn from_env() -> Result<Self, NoCacheDir> {
        Self::from_vars(|name| std::env::var_os(name))
    }

    /// As [`CacheDir::from_env`], with the environment given as a function.
    ///
    /// Relative values of `XDG_CACHE_HOME` are ignored, as its specification asks.
    ///
    /// # Errors
    /// [`NoCacheDir`] when `var` names no folder.
    pub fn from_vars(var: impl Fn(&str) -> Option<OsString>) -> Result<Self, NoCacheDir> {
        let set = |name: &str| var(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(dir) = set("CAMP_CACHE_DIR") {
            return Ok(Self(std::path::absolute(&dir).unwrap_or(dir)));
        }
        if let Some(dir) = set("XDG_CACHE_HOME").filter(|dir| dir.is_absolute()) {
            return Ok(Self(dir.join("camp")));
        }
        set("HOME").map(|home| Self(home.join(".cache/camp"))).ok_or(NoCacheDir)
    }

    /// A cache at a given folder.
    pub fn at(dir: impl Into<PathBuf>) -> Self {
        Self(dir.into())
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Fetched toolchains, one folder each.
    pub fn toolchains(&self) -> PathBuf {
        self.0.join("toolchain")
    }

    /// Compiled PTX by content hash.
    pub fn ptx(&self) -> PathBuf {
        self.0.join("ptx")
    }

    /// TileLang with what it needs, one folder for each of its versions and Python's.
    pub fn tilelang(&self) -> PathBuf {
        self.0.join("tilelang")
    }

    /// Folders of symbolic links that give a library the name cudarc looks for.
    pub fn links(&self) -> PathBuf {
        self.0.join("links")
    }
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Sixteen digits of the SHA-256 hash, for folder names.
pub fn short_hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(vars: &[(&str, &str)]) -> Result<CacheDir, NoCacheDir> {
        CacheDir::from_vars(|name| vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).into()))
    }

    #[test]
    fn override_then_xdg_then_home() {
        let all = [("CAMP_CACHE_DIR", "/a"), ("XDG_CACHE_HOME", "/b"), ("HOME", "/c")];
        assert_eq!(cache(&all).unwrap().path(), Path::new("/a"));
        assert_eq!(cache(&all[1..]).unwrap().path(), Path::new("/b/camp"));
        assert_eq!(cache(&all[2..]).unwrap().path(), Path::new("/c/.cache/camp"));
        assert_eq!(cache(&[]), Err(NoCacheDir));
        assert_eq!(cache(&[("XDG_CACHE_HOME", "rel"), ("HOME", "/c")]).unwrap().path(), Path::new("/c/.cache/camp"));
        assert_eq!(cache(&[("CAMP_CACHE_DIR", ""), ("HOME", "/c")]).unwrap().path(), Path::new("/c/.cache/camp"));
    }
}
