//! The virtual device's address space.
//!
//! Generic addresses are 64 bits. Shared, local and parameter memory are windows of 4 GiB each; every global buffer
//! has a slot of 16 GiB of its own and starts in the middle of it, so that the region an address belongs to is found by
//! a shift, and an index that runs far out of a buffer is still seen to come from that buffer.

/// Generic address of byte 0 of the block's shared memory.
pub(crate) const SHARED_WINDOW: u64 = 1 << 32;
/// Generic address of byte 0 of the thread's local memory.
pub(crate) const LOCAL_WINDOW: u64 = 2 << 32;
/// Generic address of byte 0 of the parameters.
pub(crate) const PARAM_WINDOW: u64 = 3 << 32;
/// Addresses of functions.
pub(crate) const FUNCTIONS: u64 = 3 << 33;

const SLOT_BITS: u32 = 34;
const FIRST_SLOT: u64 = 2;
/// Most regions that a device can hold.
pub(crate) const MAX_REGIONS: usize = 8192;

/// Address of the first byte of region `idx`.
pub(crate) const fn region_base(idx: usize) -> u64 {
    ((idx as u64 + FIRST_SLOT) << SLOT_BITS) + (1 << (SLOT_BITS - 1))
}

/// The region whose slot holds `addr`, and the offset from its first byte (perhaps outside).
#[inline(always)]
pub(crate) fn region_of(addr: u64) -> Option<(usize, i64)> {
    let slot = (addr >> SLOT_BITS).wrapping_sub(FIRST_SLOT);
    if slot >= MAX_REGIONS as u64 {
        return None;
    }
    Some((slot as usize, addr.wrapping_sub(region_base(slot as usize)) as i64))
}

/// Where a generic address points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Window {
    Shared,
    Local,
    Param,
    Global,
}

#[inline(always)]
pub(crate) fn window(addr: u64) -> Window {
    match addr >> 32 {
        1 => Window::Shared,
        2 => Window::Local,
        3 => Window::Param,
        _ => Window::Global,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_found_by_shift() {
        for idx in [0, 1, 77, MAX_REGIONS - 1] {
            assert_eq!(region_of(region_base(idx)), Some((idx, 0)));
            assert_eq!(region_of(region_base(idx) - 4), Some((idx, -4)));
            assert_eq!(region_of(region_base(idx) + (1 << 32)), Some((idx, 1 << 32)));
        }
        assert_eq!(region_of(0), None);
        assert_eq!(region_of(SHARED_WINDOW), None);
        assert_eq!(window(SHARED_WINDOW + 4), Window::Shared);
    }
}
