//! What kernels print: the driver writes it to the process's standard output, where the protocol would be.
#![allow(unsafe_code, reason = "asks the C library to write what it holds back")]

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;

use rustix::fs::{MemfdFlags, memfd_create};

/// The most of a kernel's output that is kept, in bytes.
const MAX_BYTES: u64 = 1 << 20;

unsafe extern "C" {
    fn fflush(stream: *mut std::ffi::c_void) -> std::ffi::c_int;
}

/// Where standard output goes while a GPU is open.
pub(crate) struct Output {
    file: File,
    /// How much of it has been taken.
    at: u64,
}

impl Output {
    /// Sends standard output to a file in memory. The stream that it was is handed out.
    pub(crate) fn redirect() -> io::Result<(Self, File)> {
        io::stdout().flush()?;
        let pipe = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        let file = File::from(memfd_create("camp-output", MemfdFlags::CLOEXEC)?);
        rustix::stdio::dup2_stdout(&file)?;
        Ok((Self { file, at: 0 }, pipe))
    }

    /// What was printed since the last call.
    pub(crate) fn take(&mut self) -> String {
        // SAFETY: a null pointer asks for every stream of the C library to be written out.
        let _ = unsafe { fflush(std::ptr::null_mut()) };
        let end = self.file.metadata().map_or(self.at, |m| m.len());
        let n_bytes = end.saturating_sub(self.at).min(MAX_BYTES);
        let mut bytes = vec![0; usize::try_from(n_bytes).unwrap_or(0)];
        let read = self.file.read_exact_at(&mut bytes, self.at);
        self.at = end;
        if read.is_ok() { String::from_utf8_lossy(&bytes).into_owned() } else { String::new() }
    }
}
