//! Local memory of a gang: each lane's stack, holding local variables and the parameters of calls.

use crate::mem::bits::Bits;

/// The lanes' stacks, lane after lane.
pub(crate) struct LocalMem {
    n_lanes: usize,
    /// Bytes reserved per lane.
    stride: usize,
    bytes: Vec<u8>,
    init: Bits,
    top: u64,
}

/// Most bytes of stack that a lane may use: a runaway recursion ends here.
pub(crate) const MAX_STACK_BYTES: u64 = 512 << 10;

impl LocalMem {
    pub(crate) fn new(n_lanes: usize) -> LocalMem {
        LocalMem { n_lanes, stride: 0, bytes: Vec::new(), init: Bits::default(), top: 0 }
    }

    pub(crate) fn reset(&mut self) {
        self.top = 0;
        self.init.fill(false);
    }

    /// Space for one more frame; its base.
    pub(crate) fn enter(&mut self, bytes: u64) -> u64 {
        let base = self.top;
        self.top = base.saturating_add(bytes);
        let wanted = self.top.min(MAX_STACK_BYTES) as usize;
        if wanted > self.stride {
            // Doubling: a deep recursion would otherwise copy its whole stack for every frame.
            self.grow(wanted.max(2 * self.stride).next_multiple_of(64));
        }
        base
    }

    fn grow(&mut self, stride: usize) {
        let mut bytes = vec![0; stride * self.n_lanes];
        let mut init = Bits::new(stride * self.n_lanes, false);
        for lane in 0..self.n_lanes {
            let (from, to) = (lane * self.stride, lane * stride);
            bytes[to..to + self.stride].copy_from_slice(&self.bytes[from..from + self.stride]);
        }
        for run in self.init.runs() {
            for at in run {
                let (lane, b) = (at / self.stride, at % self.stride);
                init.set(lane * stride + b..lane * stride + b + 1, true);
            }
        }
        (self.stride, self.bytes, self.init) = (stride, bytes, init);
    }

    /// Gives back everything from `base` on; what stood there counts as unwritten again.
    pub(crate) fn leave(&mut self, base: u64) {
        let (from, to) = ((base as usize).min(self.stride), (self.top as usize).min(self.stride));
        for lane in 0..self.n_lanes {
            self.init.set(lane * self.stride + from..lane * self.stride + to, false);
        }
        self.top = base;
    }

    /// Bytes in use per lane.
    pub(crate) fn used(&self) -> u64 {
        self.top
    }

    /// Where `len` bytes of a lane from `at` on stand, if they are in use.
    pub(crate) fn range(&self, lane: usize, at: u64, len: usize) -> Option<std::ops::Range<usize>> {
        let end = at.checked_add(len as u64)?;
        if end > self.top || end > self.stride as u64 {
            return None;
        }
        let from = lane * self.stride + at as usize;
        Some(from..from + len)
    }

    pub(crate) fn bytes(&self, range: std::ops::Range<usize>) -> &[u8] {
        &self.bytes[range]
    }

    pub(crate) fn write(&mut self, range: std::ops::Range<usize>, from: &[u8]) {
        self.init.set(range.clone(), true);
        self.bytes[range].copy_from_slice(from);
    }

    /// Copies bytes, unwritten ones (as the padding of a structure) as such.
    pub(crate) fn copy(&mut self, from: std::ops::Range<usize>, to: std::ops::Range<usize>) {
        let whole = self.init.all(from.clone());
        self.bytes.copy_within(from.clone(), to.start);
        self.init.set(to.clone(), whole);
        if !whole {
            for (a, b) in from.zip(to) {
                self.init.set(b..b + 1, self.init.all(a..a + 1));
            }
        }
    }

    pub(crate) fn written(&self, range: std::ops::Range<usize>) -> bool {
        self.init.all(range)
    }

    /// Whether no byte of the range was written.
    pub(crate) fn unwritten(&self, range: std::ops::Range<usize>) -> bool {
        self.init.none(range)
    }

    pub(crate) fn set_written(&mut self, range: std::ops::Range<usize>, written: bool) {
        self.init.set(range, written);
    }
}
