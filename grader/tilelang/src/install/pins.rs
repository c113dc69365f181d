//! Which wheels a Python on this machine gets.

use wheels::Wheel;

use super::table::PINS;

/// The pinned version of TileLang.
pub(super) const VERSION: &str = "0.1.15";

/// The minor versions of CPython 3 that there are wheels for.
pub(super) const MINORS: std::ops::RangeInclusive<u32> = 10..=14;

/// One wheel of the table.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pin {
    pub(super) package: &'static str,
    pub(super) version: &'static str,
    /// Minor versions of CPython 3.
    pub(super) pythons: &'static [u32],
    pub(super) machine: Machine,
    pub(super) bytes: u64,
    pub(super) unpacked_bytes: u64,
    pub(super) sha256: &'static str,
}

/// What a wheel was compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Machine {
    Any,
    X86,
    Arm,
}

impl Machine {
    /// The machine that this code runs on.
    pub(super) const HERE: Self = if cfg!(target_arch = "aarch64") { Self::Arm } else { Self::X86 };
}

/// The wheels for CPython 3.`minor` on `machine`, one of each package.
pub(super) fn wheels_for(minor: u32, machine: Machine) -> Vec<Wheel> {
    let fits = |pin: &&Pin| pin.pythons.contains(&minor) && (pin.machine == Machine::Any || pin.machine == machine);
    PINS.iter()
        .filter(fits)
        .map(|pin| Wheel {
            package: pin.package,
            version: pin.version,
            sha256: pin.sha256,
            bytes: pin.bytes,
            unpacked_bytes: pin.unpacked_bytes,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_python_gets_each_package_once() {
        let packages: BTreeSet<&str> = PINS.iter().map(|pin| pin.package).collect();
        for machine in [Machine::X86, Machine::Arm] {
            for minor in MINORS {
                let wheels = wheels_for(minor, machine);
                assert_eq!(wheels.len(), packages.len(), "3.{minor} {machine:?}");
                assert_eq!(wheels.iter().map(|wheel| wheel.package).collect::<BTreeSet<_>>(), packages);
                assert!(wheels.iter().any(|wheel| wheel.package == "tilelang" && wheel.version == VERSION));
            }
        }
        assert_eq!(wheels_for(MINORS.end() + 1, Machine::X86), []);
    }

    #[test]
    fn every_hash_is_well_formed_and_unique() {
        let hashes: BTreeSet<&str> = PINS.iter().map(|pin| pin.sha256).collect();
        assert_eq!(hashes.len(), PINS.len());
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        assert!(hashes.iter().all(|hash| hash.len() == 64 && hash.bytes().all(is_digit)));
    }
}
