//! Writes past the caches.
//!
//! What fills a buffer larger than the caches is not read again soon. Written past them, a line need not be fetched
//! first, which is a third of what a copy moves.
#![allow(unsafe_code, reason = "non-temporal stores are intrinsics")]

/// Bytes that are written past the caches. They are in memory for everybody, this thread too, once it is dropped.
pub(crate) struct Stream<'m>(&'m mut [u8]);

/// Bytes that are written at a time.
const PART: usize = 16;

impl<'m> Stream<'m> {
    /// Nothing where the place is not aligned, or the processor has no such stores.
    pub(crate) fn new(to: &'m mut [u8]) -> Option<Stream<'m>> {
        (cfg!(target_arch = "x86_64") && to.as_ptr().addr().is_multiple_of(PART)).then_some(Stream(to))
    }

    /// Writes whole parts behind the first `at` bytes, `at` a multiple of them.
    #[inline(always)]
    pub(crate) fn put<const N: usize>(&mut self, at: usize, bytes: &[u8; N]) {
        const { assert!(N.is_multiple_of(PART)) }
        let to = &mut self.0[at..at + N];
        debug_assert!(at.is_multiple_of(PART));
        #[cfg(target_arch = "x86_64")]
        for k in (0..N).step_by(PART) {
            use std::arch::x86_64::{_mm_loadu_si128, _mm_stream_si128};
            // SAFETY: SSE2 is part of x86-64; both places are inside of what is borrowed here, and `new` has seen that the
            // destination is aligned.
            unsafe {
                let part = _mm_loadu_si128(bytes.as_ptr().add(k).cast());
                _mm_stream_si128(to.as_mut_ptr().add(k).cast(), part);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        to.copy_from_slice(bytes);
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: SSE is part of x86-64; a fence touches no memory.
        unsafe {
            std::arch::x86_64::_mm_sfence();
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn streamed_bytes_arrive() {
        let mut memory = vec![0u8; 4096 + PART];
        let from = memory.as_ptr().align_offset(PART);
        let bytes: [u8; 128] = std::array::from_fn(|k| k as u8);
        let mut stream = Stream::new(&mut memory[from..]).expect("the place is aligned");
        stream.put(128, &bytes);
        stream.put(32, &[7; 64]);
        drop(stream);
        assert_eq!(memory[from + 128..from + 256], bytes);
        assert!(memory[from + 32..from + 96].iter().all(|b| *b == 7) && memory[from + 96] == 0);
        assert!(Stream::new(&mut memory[from + 1..]).is_none());
    }
}
