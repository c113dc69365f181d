//! Why a command could not do what it was asked for.

use std::io;
use std::path::Path;

use diag::{Text, msg};

/// Why a command ended early. Neither kind says anything about a kernel: the exit status is 2.
#[derive(Debug)]
pub enum Failure {
    /// Sentences for the user.
    Said(Vec<Text>),
    /// Standard output could not be written to; nobody reads it any more when this is a broken pipe.
    Output(io::Error),
}

impl Failure {
    /// A file or folder could not be used.
    pub fn file(path: &Path, error: &io::Error) -> Self {
        let path = path.display().to_string();
        let text = match error.kind() {
            io::ErrorKind::PermissionDenied => msg!("camp-file-permission", path = path),
            io::ErrorKind::ReadOnlyFilesystem => msg!("camp-file-read-only", path = path),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => msg!("camp-file-full", path = path),
            io::ErrorKind::NotFound => msg!("camp-file-missing", path = path),
            _ => msg!("camp-file-error", path = path, error = error.to_string()),
        };
        text.into()
    }
}

impl From<Text> for Failure {
    fn from(text: Text) -> Self {
        Self::Said(vec![text])
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
