//! The most memory that this process held, as Linux counts it.

use std::fs;

/// Begins to count the peak anew, from what is held now.
pub fn forget_peak() {
    // Where this is not possible, the peak is that of the whole run: too much, never too little.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The most that was held at a time since then, in MB.
pub fn peak_mb() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kib * 1024.0 / 1e6)
}
