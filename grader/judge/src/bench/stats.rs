//! What the samples of a series say, and which times cannot be.

/// Above this spread a number says little.
pub const NOISY: f64 = 0.05;

/// Samples that lie so few microseconds apart are as good as the same: the events count in steps, and no two launches are
/// alike.
const SAME_US: f64 = 0.25;

/// A measured time stands although it is so much shorter than the least: memory clocks have steps.
const HEADROOM: f64 = 0.97;

/// The middle of samples and how far they lie apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stat {
    /// The median, in microseconds.
    pub median_us: f64,
    /// Half of the samples lie within this part of the median: (p75 − p25) / median.
    pub spread: f64,
    /// How many samples.
    pub n_samples: usize,
}

impl Stat {
    /// What `samples` say once `overhead_us` is taken off each; none without samples.
    pub fn new(samples: &[f64], overhead_us: f64) -> Option<Self> {
        let mut sorted: Vec<f64> = samples.iter().map(|sample| sample - overhead_us).collect();
        sorted.sort_by(f64::total_cmp);
        let median_us = quantile(&sorted, 0.5)?;
        let apart = quantile(&sorted, 0.75)? - quantile(&sorted, 0.25)?;
        let spread = if median_us > 0.0 { apart / median_us } else { f64::INFINITY };
        Some(Self { median_us, spread, n_samples: sorted.len() })
    }

    /// Whether the samples lie so far apart that the median says little.
    pub fn is_noisy(&self) -> bool {
        self.spread > NOISY && self.spread * self.median_us > SAME_US
    }
}

/// The value below which the part `q` of sorted values lies, between two of them where it falls there.
fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let at = q * sorted.len().checked_sub(1)? as f64;
    let (low, high) = (sorted.get(at.floor() as usize)?, sorted.get(at.ceil() as usize)?);
    Some(low + (high - low) * at.fract())
}

/// What a GPU's memory allows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Roofline {
    /// What a large copy reached, bytes read and written, in GB/s (10^9 bytes).
    pub copy_gb_s: f64,
    /// What clock and bus allow, in GB/s.
    pub peak_gb_s: f64,
    /// Bytes of the L2 cache.
    pub l2_bytes: u64,
}

impl Roofline {
    /// The roofline of a GPU whose copy reached `copy_gb_s`. A `peak` that the copy beats is a driver's mistake, as is none:
    /// no memory reaches more than nine tenths of what its bus could carry.
    pub fn new(copy_gb_s: f64, peak: Option<f64>, l2_bytes: u64) -> Self {
        let peak_gb_s = peak.filter(|&peak| peak >= copy_gb_s).unwrap_or(copy_gb_s / 0.9);
        Self { copy_gb_s, peak_gb_s, l2_bytes }
    }

    /// The shortest time, in microseconds, in which `bytes` can cross the memory's bus, of which `written` are the outputs':
    /// as many of those as the cache holds may still lie there when the kernel ends. The inputs were flushed out of it.
    pub fn least_us(&self, bytes: f64, written: u64) -> f64 {
        let moved = bytes - written.min(self.l2_bytes) as f64;
        HEADROOM * moved.max(0.0) / self.peak_gb_s / 1e3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_and_its_spread() {
        let stat = Stat::new(&[4.0, 1.0, 2.0, 3.0, 100.0], 1.0).unwrap();
        assert_eq!(stat, Stat { median_us: 2.0, spread: 1.0, n_samples: 5 });
        assert!(stat.is_noisy());
        // One sample far off, as an interrupt makes it, changes nothing.
        let quiet = Stat::new(&[5.0, 5.0, 5.0, 5.0, 900.0], 0.0).unwrap();
        assert_eq!((quiet.median_us, quiet.spread, quiet.is_noisy()), (5.0, 0.0, false));
        assert_eq!(Stat::new(&[3.0, 4.0], 0.0).unwrap().median_us, 3.5);
        assert_eq!(Stat::new(&[], 0.0), None);
        // Shorter than the events' own cost: no number to be proud of.
        assert_eq!(Stat::new(&[1.0, 1.0], 1.5).unwrap().spread, f64::INFINITY);
        // A tenth of a microsecond is 10 % of a short kernel and nothing to warn about.
        assert!(!Stat { median_us: 2.0, spread: 0.1, n_samples: 60 }.is_noisy());
        assert!(Stat { median_us: 20.0, spread: 0.1, n_samples: 60 }.is_noisy());
    }

    #[test]
    fn what_memory_allows() {
        let h200 = Roofline::new(4295.0, Some(4814.4), 62_914_560);
        // A copy of 268 MB each way: a cache full of what was written may still be there.
        let bytes = 2.0 * 268_374_016.0;
        let least = h200.least_us(bytes, 268_374_016);
        assert!((95.0..96.0).contains(&least), "{least}");
        // What only reads has no such excuse.
        assert!((104.0..109.0).contains(&h200.least_us(bytes, 0)));
        // A kernel that writes next to nothing and claims a tenth of the time is refused, a real one (123.7) is not.
        assert!(least > 12.0 && least < 123.7);
        assert_eq!(h200.least_us(100.0, 1000), 0.0);
        let unknown = Roofline::new(900.0, None, 0);
        assert_eq!(unknown.peak_gb_s, 1000.0);
        assert_eq!(Roofline::new(900.0, Some(500.0), 0), unknown);
    }
}
