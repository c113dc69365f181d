//! Device-side `malloc` and `free`: each allocation is a region of its own.

use crate::addr;
use crate::mem::Region;

/// Allocations of the running kernel.
#[derive(Default)]
pub(crate) struct Heap {
    used_bytes: u64,
    live: Vec<usize>,
}

/// The default heap size of CUDA: 8 MB.
const HEAP_BYTES: u64 = 8 << 20;

impl Heap {
    /// A new allocation's generic address; 0 where the heap is full, as on a GPU.
    pub(crate) fn malloc(&mut self, regions: &mut Vec<Option<Region>>, bytes: u64) -> u64 {
        if bytes == 0 || self.used_bytes.saturating_add(bytes) > HEAP_BYTES {
            return 0;
        }
        let end = crate::program::VAR_REGIONS;
        let Some(idx) = (end / 2..end).find(|k| regions.get(*k).is_none_or(Option::is_none)) else { return 0 };
        if regions.len() <= idx {
            regions.resize_with(idx + 1, || None);
        }
        let mut region = Region::new("malloc", None, 1, bytes as usize, false);
        region.shadow.reset(bytes as usize);
        regions[idx] = Some(region);
        self.used_bytes += bytes;
        self.live.push(idx);
        addr::region_base(idx)
    }

    /// Gives an allocation back; false if `address` is not one.
    pub(crate) fn free(&mut self, regions: &mut [Option<Region>], address: u64) -> bool {
        if address == 0 {
            return true;
        }
        let Some((idx, 0)) = addr::region_of(address) else { return false };
        let Some(k) = self.live.iter().position(|l| *l == idx) else { return false };
        self.live.swap_remove(k);
        if let Some(r) = regions.get_mut(idx).and_then(Option::take) {
            self.used_bytes -= r.bytes.len() as u64;
        }
        true
    }

    /// At the kernel's end what it did not free goes too.
    pub(crate) fn clear(&mut self, regions: &mut [Option<Region>]) {
        for idx in self.live.drain(..) {
            if let Some(r) = regions.get_mut(idx) {
                *r = None;
            }
        }
        self.used_bytes = 0;
    }
}
