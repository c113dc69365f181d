//! What a watched file looks like right now, in a form cheap to compare.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Files up to this size are compared by content; larger ones by size and time of change.
/// A kernel is a few kilobytes, so only a mistake (a core dump moved over the kernel) is larger.
const HASHED_BYTES: u64 = 1 << 20;

/// The state of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Fingerprint {
    /// Nothing has that name.
    Missing,
    /// A file without a byte in it.
    Empty,
    /// The name exists but cannot be read as a file: a folder, no permission, a broken mount.
    Unreadable(io::ErrorKind),
    /// The content's hash.
    Content {
        /// Hash over every byte.
        hash: u64,
        /// Whether the text ends with a line feed: a text cut off in the middle of being written rarely does.
        whole_lines: bool,
    },
    /// Too large to be hashed at every look.
    Large {
        /// Size in bytes.
        len_bytes: u64,
        /// Time of the last change, where the file system keeps it.
        changed: Option<SystemTime>,
    },
}

impl Fingerprint {
    /// Looks at `path`, following symbolic links.
    pub(crate) fn of(path: &Path) -> Self {
        Self::read(path).unwrap_or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            kind => Self::Unreadable(kind),
        })
    }

    fn read(path: &Path) -> io::Result<Self> {
        // Opening a pipe or a device could block or never end, so the kind of file comes first.
        let meta = fs::metadata(path)?;
        if !meta.is_file() {
            return Ok(Self::Unreadable(io::ErrorKind::IsADirectory));
        }
        if meta.len() > HASHED_BYTES {
            return Ok(Self::Large { len_bytes: meta.len(), changed: meta.modified().ok() });
        }
        let mut bytes = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or_default());
        File::open(path)?.take(HASHED_BYTES).read_to_end(&mut bytes)?;
        let Some(last) = bytes.last() else { return Ok(Self::Empty) };
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        Ok(Self::Content { hash: hasher.finish(), whole_lines: *last == b'\n' })
    }

    /// Whether the file has content that a run could judge.
    pub(crate) fn has_content(self) -> bool {
        matches!(self, Self::Content { .. } | Self::Large { .. })
    }
}

/// The files of one exercise that a save may change: the kernel first, then those that may be absent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Targets {
    /// The kernel.
    pub(crate) kernel: PathBuf,
    /// Other files that change what a run does, such as `launch.toml`.
    pub(crate) others: Vec<PathBuf>,
}

/// The state of all files of one exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Snapshot {
    /// The kernel's state.
    pub(crate) kernel: Fingerprint,
    others: Vec<Fingerprint>,
}

impl Targets {
    /// Looks at every file.
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            kernel: Fingerprint::of(&self.kernel),
            others: self.others.iter().map(|path| Fingerprint::of(path)).collect(),
        }
    }

    /// Every path, the kernel first.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&self.kernel).chain(&self.others).map(PathBuf::as_path)
    }

    /// The folders that hold the files: as named and, where links lead elsewhere, as resolved.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        let mut folders: Vec<PathBuf> = Vec::new();
        let mut add = |folder: Option<&Path>| {
            let folder = match folder {
                Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
                Some(folder) => folder,
                None => return,
            };
            if !folders.iter().any(|known| known == folder) {
                folders.push(folder.to_path_buf());
            }
        };
        for path in self.paths() {
            add(path.parent());
            // A link's own folder says nothing about writes to the file that it names.
            if let Ok(target) = fs::read_link(path) {
                let target = path.parent().unwrap_or(Path::new(".")).join(target);
                add(target.parent());
            }
        }
        folders
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_states_of_a_file_apart() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("kernel.cuh");
        assert_eq!(Fingerprint::of(&path), Fingerprint::Missing);
        fs::write(&path, "").unwrap();
        assert_eq!(Fingerprint::of(&path), Fingerprint::Empty);
        fs::write(&path, "a\n").unwrap();
        let first = Fingerprint::of(&path);
        assert!(matches!(first, Fingerprint::Content { whole_lines: true, .. }));
        fs::write(&path, "a").unwrap();
        assert!(matches!(Fingerprint::of(&path), Fingerprint::Content { whole_lines: false, .. }));
        fs::write(&path, "a\n").unwrap();
        assert_eq!(Fingerprint::of(&path), first, "the same text has the same fingerprint");
        assert!(matches!(Fingerprint::of(dir.path()), Fingerprint::Unreadable(_)));
        File::create(&path).unwrap().set_len(100 << 20).unwrap();
        assert!(matches!(Fingerprint::of(&path), Fingerprint::Large { .. }));
    }

    #[test]
    fn a_linked_kernel_adds_the_folder_it_lies_in() {
        let dir = tempfile::tempdir().unwrap();
        let real = dir.path().join("real");
        fs::create_dir(&real).unwrap();
        fs::write(real.join("kernel.cuh"), "x").unwrap();
        let kernel = dir.path().join("kernel.cuh");
        std::os::unix::fs::symlink("real/kernel.cuh", &kernel).unwrap();
        let targets = Targets { kernel, others: vec![dir.path().join("launch.toml")] };
        assert_eq!(targets.folders(), [dir.path().to_path_buf(), dir.path().join("real")]);
    }
}
