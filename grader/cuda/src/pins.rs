//! The wheels of NVRTC and its headers: exact versions, sizes and hashes.
//!
//! Hashes are those of the files as published; `pip` is told them and camp
//! checks them again. Sizes serve the progress bar and the check for free space.

use std::path::{Path, PathBuf};
use std::{fs, io};

use diag::msg;
use wheels::{CacheDir, Product, Set, Wheel};

use crate::toolchain::{Origin, Place, PlaceKind, Search, Toolchain, find};

/// What to fetch: see [`wheels::Fetch`].
pub type Fetch = wheels::Fetch<WheelSet>;

/// A set of wheels that makes one toolchain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WheelSet {
    /// CUDA 13, the default.
    Cuda13,
    /// CUDA 12, for GPUs whose driver is older than CUDA 13.
    Cuda12,
}

impl WheelSet {
    /// The newest set whose code a driver can run, given the CUDA version it supports; without a driver the newest.
    pub fn for_driver(cuda_version: Option<(u32, u32)>) -> Self {
        match cuda_version {
            Some((major, _)) if major < 13 => Self::Cuda12,
            _ => Self::Cuda13,
        }
    }

    /// Major version of CUDA.
    pub fn major(self) -> u32 {
        match self {
            Self::Cuda13 => 13,
            Self::Cuda12 => 12,
        }
    }

    fn pins(self) -> &'static [Pin] {
        match self {
            Self::Cuda13 => CUDA13,
            Self::Cuda12 => CUDA12,
        }
    }
}

impl Set for WheelSet {
    type Whole = Toolchain;

    fn product(&self) -> Product {
        Product {
            name: msg!("cuda-product").into(),
            command: "camp setup",
            otherwise: Some(msg!("cuda-product-otherwise")),
        }
    }

    /// Its name begins with the major version, by which fetched toolchains are sorted.
    fn folder(&self, cache: &CacheDir) -> PathBuf {
        cache.toolchains().join(match self {
            Self::Cuda13 => "cuda13-13.5.37",
            Self::Cuda12 => "cuda12-12.9.86",
        })
    }

    fn wheels(&self) -> Vec<Wheel> {
        self.pins().iter().map(Pin::here).collect()
    }

    /// NVRTC itself, the headers and the licences.
    fn keeps(&self) -> &'static str {
        r"(^|/)libnvrtc(-builtins)?\.so\.[^/]*$|/include/|(?i:license)"
    }

    /// Adds the link `libnvrtc.so`, under which cudarc looks first.
    fn finish(&self, dir: &Path) -> io::Result<()> {
        for package in fs::read_dir(dir.join("nvidia")).into_iter().flatten().flatten() {
            let lib = package.path().join("lib");
            for file in fs::read_dir(&lib).into_iter().flatten().flatten() {
                if file.file_name().to_string_lossy().starts_with("libnvrtc.so.") {
                    // Without the link the worker's own folder of links serves.
                    let _ = std::os::unix::fs::symlink(file.file_name(), lib.join("libnvrtc.so"));
                }
            }
        }
        Ok(())
    }

    fn whole(&self, dir: &Path) -> Option<Toolchain> {
        let place = Place { origin: Origin::Cache, dir: dir.to_owned(), kind: PlaceKind::SitePackages };
        find(&Search { places: vec![place], cache: None, major: None }).ok()
    }
}

/// One package.
#[derive(Debug, PartialEq, Eq)]
struct Pin {
    package: &'static str,
    version: &'static str,
    x86_64: Build,
    aarch64: Build,
    /// Of the files that are kept, on x86-64.
    unpacked_bytes: u64,
}

/// One package for one machine.
#[derive(Debug, PartialEq, Eq)]
struct Build {
    sha256: &'static str,
    bytes: u64,
}

impl Pin {
    /// The wheel for the machine this code runs on.
    fn here(&self) -> Wheel {
        let build = if cfg!(target_arch = "aarch64") { &self.aarch64 } else { &self.x86_64 };
        Wheel {
            package: self.package,
            version: self.version,
            sha256: build.sha256,
            bytes: build.bytes,
            unpacked_bytes: self.unpacked_bytes,
        }
    }
}

const CUDA13: &[Pin] = &[
    Pin {
        package: "nvidia-cuda-nvrtc",
        version: "13.5.37",
        x86_64: Build { sha256: "86b4d68058807988b7d9af5b44917a0601e9c337f35ccd657bfb3c759ff8d8bc", bytes: 58_185_930 },
        aarch64: Build {
            sha256: "36e4fa2a8ada293f5693d308e531c196ab6f91cf7a0ff479bf96a537d43a6096",
            bytes: 56_419_462,
        },
        unpacked_bytes: 148_548_825,
    },
    Pin {
        package: "nvidia-cuda-runtime",
        version: "13.5.37",
        x86_64: Build { sha256: "df2b79a8852f10d1fef8c848489c49eebb5754051bf870202a862831412b179d", bytes: 2_504_024 },
        aarch64: Build { sha256: "de2dc5a7367974228b0a69588a9acc9340d3768bef1bf38bf0801eb08497cd2d", bytes: 2_520_010 },
        unpacked_bytes: 4_544_335,
    },
    Pin {
        package: "nvidia-cuda-crt",
        version: "13.5.37",
        x86_64: Build { sha256: "e898b7f73d3035fa89915a3f7bf3b54a73e90249746111aed295822c4729bb29", bytes: 166_163 },
        aarch64: Build { sha256: "9ed2c565fdf3244fa6719769a80a466b85bfd4b1467ea339353bc91c971d09e0", bytes: 166_163 },
        unpacked_bytes: 1_228_410,
    },
    Pin {
        package: "nvidia-cuda-cccl",
        version: "13.3.5.0.6",
        x86_64: Build { sha256: "d5230098fa2df5021e1a00c0c4eee41797671a91119d31e892463e5ccf3ee326", bytes: 4_113_651 },
        aarch64: Build { sha256: "6f30b8076b3e69951c459c94ae190bde51924b320076ebaec376d36848b4c76e", bytes: 4_113_650 },
        unpacked_bytes: 19_826_887,
    },
];

const CUDA12: &[Pin] = &[
    Pin {
        package: "nvidia-cuda-nvrtc-cu12",
        version: "12.9.86",
        x86_64: Build { sha256: "210cf05005a447e29214e9ce50851e83fc5f4358df8b453155d5e1918094dcb4", bytes: 89_568_129 },
        aarch64: Build {
            sha256: "096d4de6bda726415dfaf3198d4f5c522b8e70139c97feef5cd2ca6d4cd9cead",
            bytes: 44_528_905,
        },
        unpacked_bytes: 113_552_821,
    },
    Pin {
        package: "nvidia-cuda-runtime-cu12",
        version: "12.9.79",
        x86_64: Build { sha256: "25bba2dfb01d48a9b59ca474a1ac43c6ebf7011f1b0b8cc44f54eb6ac48a96c3", bytes: 3_493_179 },
        aarch64: Build { sha256: "83469a846206f2a733db0c42e223589ab62fd2fabac4432d2f8802de4bded0a4", bytes: 3_515_012 },
        unpacked_bytes: 4_264_445,
    },
    Pin {
        package: "nvidia-cuda-cccl-cu12",
        version: "12.9.27",
        x86_64: Build { sha256: "37869e17ce2e1ecec6eddf1927cca0f8c34e64fd848d40453df559091e2d7117", bytes: 3_152_243 },
        aarch64: Build { sha256: "d7898b38aa68beaa234d48f0868273702342a196d6e2e9d0ef058dca2390ebea", bytes: 3_152_245 },
        unpacked_bytes: 13_253_620,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hash_is_well_formed_and_unique() {
        let mut hashes: Vec<&str> = Vec::new();
        for wheel in CUDA13.iter().chain(CUDA12) {
            for build in [&wheel.x86_64, &wheel.aarch64] {
                assert!(build.sha256.len() == 64 && build.sha256.bytes().all(|b| b.is_ascii_hexdigit()));
                assert!(!hashes.contains(&build.sha256) && build.bytes > 100_000);
                hashes.push(build.sha256);
            }
        }
    }

    #[test]
    fn the_library_headers_and_licences_are_kept() {
        let keeps = |path: &str| {
            let script = "import re, sys; sys.exit(0 if re.search(sys.argv[1], sys.argv[2]) else 1)";
            let python =
                std::process::Command::new("python3").args(["-c", script, WheelSet::Cuda13.keeps(), path]).status();
            python.unwrap().success()
        };
        assert!(keeps("nvidia/cu13/lib/libnvrtc.so.13") && keeps("nvidia/cu13/lib/libnvrtc-builtins.so.13.5"));
        assert!(keeps("nvidia/cu13/include/cuda_fp16.h") && keeps("p.dist-info/licenses/License.txt"));
        assert!(!keeps("nvidia/cu13/lib/libcudart_static.a") && !keeps("p.dist-info/RECORD"));
        assert!(!keeps("nvidia/cu13/lib/libnvrtc.alt.so.13"));
    }

    #[test]
    fn an_unpacked_library_gets_its_plain_name() {
        let dir = tempfile::tempdir().unwrap();
        let lib = dir.path().join("nvidia/cu13/lib");
        fs::create_dir_all(&lib).unwrap();
        fs::write(lib.join("libnvrtc.so.13"), "").unwrap();
        WheelSet::Cuda13.finish(dir.path()).unwrap();
        assert!(lib.join("libnvrtc.so").is_file());
    }

    #[test]
    fn an_older_driver_gets_the_older_set() {
        assert_eq!(WheelSet::for_driver(None), WheelSet::Cuda13);
        assert_eq!(WheelSet::for_driver(Some((13, 0))), WheelSet::Cuda13);
        assert_eq!(WheelSet::for_driver(Some((12, 8))), WheelSet::Cuda12);
    }
}
