//! Whether a file is a shared library for this machine.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// `e_machine` of the ELF header for the machine this code runs on.
#[cfg(target_arch = "x86_64")]
pub(super) const MACHINE: u16 = 62;
#[cfg(target_arch = "aarch64")]
pub(super) const MACHINE: u16 = 183;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) const MACHINE: u16 = 0;

/// Reads the 20 bytes of an ELF header that say: 64 bits, little endian, this machine.
pub(super) fn is_native_library(path: &Path) -> bool {
    let mut header = [0u8; 20];
    let Ok(mut file) = File::open(path) else { return false };
    if file.read_exact(&mut header).is_err() {
        return false;
    }
    header.starts_with(b"\x7fELF\x02\x01") && u16::from_le_bytes([header[18], header[19]]) == MACHINE
}
