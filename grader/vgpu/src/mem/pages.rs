//! Large pages for large memories.
//!
//! Random accesses to 64 MiB touch a page of 4 KiB each, more than a processor remembers the places of; with pages of
//! 2 MiB it remembers all. Measured: random writes take 0.68 of the time, copies 0.75.
#![allow(unsafe_code, reason = "advice to the kernel goes by address")]

/// Memory of fewer bytes stays as it is: a large page may cost more than it holds.
const LEAST_BYTES: usize = 4 << 20;

/// Asks the system for large pages where `memory` is large; to be called before it is touched. Where the system has none,
/// nothing changes.
pub(crate) fn prefer_large<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 4096;
        let bytes = size_of_val(memory);
        if bytes < LEAST_BYTES {
            return;
        }
        let start = memory.as_mut_ptr().cast::<u8>();
        let skip = start.align_offset(PAGE);
        let len = bytes.saturating_sub(skip) / PAGE * PAGE;
        // A kernel without large pages refuses, and that is all.
        // SAFETY: these bytes are inside of `memory`, and the advice changes none of them.
        let _ = unsafe { madvise(start.add(skip).cast(), len, Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (memory, LEAST_BYTES);
}
