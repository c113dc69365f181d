//! The dynamic loader's cache, `/etc/ld.so.cache`.

use std::path::{Path, PathBuf};

const MAGIC: &[u8] = b"glibc-ld.so.cache1.1";
const HEADER_BYTES: usize = 48;
const ENTRY_BYTES: usize = 24;

/// Folders of the libraries whose name begins with `prefix`, in the cache's order, each once.
///
/// The format is that of glibc 2.2 and later (`struct cache_file_new` in glibc's
/// `dl-cache.h`); older caches carry the same table after an older one. A file
/// that is missing or damaged lists nothing.
pub(super) fn cached_dirs(cache: &Path, prefix: &str) -> Vec<PathBuf> {
    std::fs::read(cache).map(|bytes| dirs_in(&bytes, prefix)).unwrap_or_default()
}

fn dirs_in(bytes: &[u8], prefix: &str) -> Vec<PathBuf> {
    let mut dirs: Vec<PathBuf> = Vec::new();
    let Some(start) = bytes.windows(MAGIC.len()).position(|window| window == MAGIC) else { return dirs };
    // Offsets of strings count from the start of this table.
    let table = &bytes[start..];
    let Some(n_entries) = u32_at(table, MAGIC.len()) else { return dirs };
    for entry in 0..n_entries as usize {
        let at = HEADER_BYTES + entry * ENTRY_BYTES;
        let Some(path) = u32_at(table, at + 8).and_then(|offset| string_at(table, offset as usize)) else { break };
        let path = Path::new(path);
        let matches = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(prefix));
        if let Some(dir) = path.parent().filter(|_| matches)
            && !dirs.iter().any(|known| known == dir)
        {
            dirs.push(dir.to_owned());
        }
    }
    dirs
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn string_at(bytes: &[u8], at: usize) -> Option<&str> {
    let rest = bytes.get(at..)?;
    let end = rest.iter().position(|&b| b == 0)?;
    std::str::from_utf8(&rest[..end]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cache as ldconfig writes it, with (name, path) entries.
    fn cache(entries: &[(&str, &str)]) -> Vec<u8> {
        let mut strings = Vec::new();
        let mut table = Vec::new();
        let base = HEADER_BYTES + entries.len() * ENTRY_BYTES;
        for (name, path) in entries {
            let key = base + strings.len();
            strings.extend_from_slice(format!("{name}\0").as_bytes());
            let value = base + strings.len();
            strings.extend_from_slice(format!("{path}\0").as_bytes());
            for word in [0x0303, key as u32, value as u32, 0, 0, 0] {
                table.extend_from_slice(&word.to_le_bytes());
            }
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(entries.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&(strings.len() as u32).to_le_bytes());
        bytes.resize(HEADER_BYTES, 0);
        bytes.extend(table);
        bytes.extend(strings);
        bytes
    }

    #[test]
    fn names_each_folder_once() {
        let bytes = cache(&[
            ("libnvrtc.so.12", "/opt/cuda/lib/libnvrtc.so.12"),
            ("libnvrtc-builtins.so.12.9", "/elsewhere/libnvrtc-builtins.so.12.9"),
            ("libnvrtc.so", "/opt/cuda/lib/libnvrtc.so"),
            ("libnvrtc.so.13", "/opt/cuda13/lib/libnvrtc.so.13"),
            ("libc.so.6", "/lib/libc.so.6"),
        ]);
        let expected = ["/opt/cuda/lib", "/opt/cuda13/lib"].map(PathBuf::from);
        assert_eq!(dirs_in(&bytes, "libnvrtc.so"), expected);
        let mut old_table_first = b"ld.so-1.7.0\0padding".to_vec();
        old_table_first.extend(&bytes);
        assert_eq!(dirs_in(&old_table_first, "libnvrtc.so"), expected);
    }

    #[test]
    fn a_damaged_cache_lists_what_is_whole() {
        let bytes = cache(&[("libnvrtc.so.12", "/opt/cuda/lib/libnvrtc.so.12")]);
        for len in 0..bytes.len() {
            let _ = dirs_in(&bytes[..len], "libnvrtc.so");
        }
        assert!(dirs_in(b"nonsense", "libnvrtc.so").is_empty());
    }

    #[test]
    fn reads_this_machines_cache() {
        // Every glibc system with a cache lists the C library; others have no such file.
        let path = Path::new("/etc/ld.so.cache");
        assert!(!path.exists() || !cached_dirs(path, "libc.so").is_empty());
    }
}
