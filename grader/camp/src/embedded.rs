//! The exercises and solutions as they were when camp was built.

/// Path below the root, with `/`, and content.
type File = (&'static str, &'static [u8]);

/// Every embedded file, sorted by path.
const FILES: &[File] = &include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Every embedded file.
pub fn files() -> impl Iterator<Item = File> {
    FILES.iter().copied()
}

/// The content of the file at `path`.
pub fn file(path: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(name, _)| *name == path).map(|(_, content)| *content)
}
