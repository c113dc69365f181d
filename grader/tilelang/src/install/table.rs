//! Made by `pins/pin.py`, which says how; not to be edited.

use super::pins::{Machine, Pin};

/// What of a wheel is unpacked, as [`wheels::Set::keeps`] says it.
pub(super) const KEEPS: &str = r"^(?!bin/)(?!.*/tests/)";

/// Each wheel with the Pythons (minor versions of CPython 3) and the machine that it is for.
#[rustfmt::skip]
pub(super) const PINS: &[Pin] = &[
    Pin { package: "tilelang", version: "0.1.15", pythons: &[10, 11, 12, 13, 14], machine: Machine::X86, bytes: 49_554_040, unpacked_bytes: 165_470_979, sha256: "ca021a3450ad84b8fe7deb1b659c8d3d2e4b0855fdb59e2992a5349acf019881" },
    Pin { package: "tilelang", version: "0.1.15", pythons: &[10, 11, 12, 13, 14], machine: Machine::Arm, bytes: 44_775_917, unpacked_bytes: 151_547_221, sha256: "77343b47643eaab07d8c1f8314c6c33e4992cb07883207796c900b719626524f" },
    Pin { package: "z3-solver", version: "4.15.4.0", pythons: &[10, 11, 12, 13, 14], machine: Machine::X86, bytes: 29_268_352, unpacked_bytes: 46_450_826, sha256: "7e103a6f203f505b8b8b8e5c931cc407c95b61556512d4921c1ddc0b3f41b08e" },
    Pin { package: "z3-solver", version: "4.15.4.0", pythons: &[10, 11, 12, 13, 14], machine: Machine::Arm, bytes: 27_226_534, unpacked_bytes: 40_874_728, sha256: "62c7e9cbdd711932301f29919ad9158de9b2f58b4d281dd259bbcd0a2f408ba1" },
    Pin { package: "numpy", version: "2.2.6", pythons: &[10], machine: Machine::X86, bytes: 16_801_050, unpacked_bytes: 52_166_783, sha256: "fc7b73d02efb0e18c000e9ad8b83480dfcd5dfd11065997ed4c6747470ae8915" },
    Pin { package: "numpy", version: "2.4.6", pythons: &[11], machine: Machine::X86, bytes: 16_918_164, unpacked_bytes: 50_682_656, sha256: "89cd468399cfd2504718f0ba50e410dca55a170b61a02ad92bb18c8a65186e93" },
    Pin { package: "numpy", version: "2.4.6", pythons: &[12], machine: Machine::X86, bytes: 16_645_538, unpacked_bytes: 49_935_964, sha256: "90f9849678c75fe7afa2d348ac842c168b0a4d3d61919687216dfc547976d853" },
    Pin { package: "numpy", version: "2.4.6", pythons: &[13], machine: Machine::X86, bytes: 16_633_220, unpacked_bytes: 49_918_550, sha256: "a7830bab239b79cda9c08c2da014761cafb48da6150e1da17ac06283f43b6089" },
    Pin { package: "numpy", version: "2.4.6", pythons: &[14], machine: Machine::X86, bytes: 16_638_245, unpacked_bytes: 49_919_470, sha256: "a2c306dea656c12c68f51f4cea133cbe78ca7435eb28c735eac1d3ebe73be6e8" },
    Pin { package: "numpy", version: "2.2.6", pythons: &[10], machine: Machine::Arm, bytes: 14_297_320, unpacked_bytes: 43_017_072, sha256: "efd28d4e9cd7d7a8d39074a4d44c63eda73401580c5c76acda2ce969e0a38e83" },
    Pin { package: "numpy", version: "2.4.6", pythons: &[11], machine: Machine::Arm, bytes: 15_966_692, unpacked_bytes: 49_094_773, sha256: "0ab0a9c4ffb1a6d95ef519fe4247dba8eb6b18ad93999f76b7f657039acabd47" },
    Pin { package: "numpy", version: "2.4.6", pythons: &[12], machine: Machine::Arm, bytes: 15_671_012, unpacked_bytes: 48_291_047, sha256: "5f9fb9157b4ce2971008323afe46053787b526ef624fea915b261468a8421a0f" },
    Pin { package: "numpy", version: "2.4.6", pythons: &[13], machine: Machine::Arm, bytes: 15_669_392, unpacked_bytes: 48_290_579, sha256: "72fbe16c6fac95aedf5937fa873445cec2110be35d8a4e9433d7501fd98dae6b" },
    Pin { package: "numpy", version: "2.4.6", pythons: &[14], machine: Machine::Arm, bytes: 15_685_197, unpacked_bytes: 48_291_395, sha256: "40fdc1ae7125e518ea98e53e69a4ebc27e1fd50510c47b7ea130cf21e5e1d42b" },
    Pin { package: "apache-tvm-ffi", version: "0.1.12", pythons: &[10], machine: Machine::X86, bytes: 2_785_316, unpacked_bytes: 8_963_998, sha256: "de7807573588d8a74aa5897a07252e882a6e9672ba2ad4afcfeafa136142881c" },
    Pin { package: "apache-tvm-ffi", version: "0.1.12", pythons: &[11], machine: Machine::X86, bytes: 2_783_994, unpacked_bytes: 8_959_902, sha256: "011e372fb9b169c3bd57f63e03fa1383cee6f1ef47a4932c4ff552f29db281c3" },
    Pin { package: "apache-tvm-ffi", version: "0.1.12", pythons: &[12, 13, 14], machine: Machine::X86, bytes: 2_719_638, unpacked_bytes: 8_816_356, sha256: "dc0acd7eeb0e451d5e3f686af3ba0b495fdbf97b5b54cf9a0f770cdafe0e691a" },
    Pin { package: "apache-tvm-ffi", version: "0.1.12", pythons: &[10], machine: Machine::Arm, bytes: 2_600_672, unpacked_bytes: 8_672_409, sha256: "1d0db8594244d4393ff6b4fa1c161eee5e4f79f2b86137547a2e5ad9a4cbf431" },
    Pin { package: "apache-tvm-ffi", version: "0.1.12", pythons: &[11], machine: Machine::Arm, bytes: 2_598_686, unpacked_bytes: 8_672_417, sha256: "0fec41a0633af57bcae552d662cfd096c57db685b752d1898087ca484f060e9f" },
    Pin { package: "apache-tvm-ffi", version: "0.1.12", pythons: &[12, 13, 14], machine: Machine::Arm, bytes: 2_533_956, unpacked_bytes: 8_467_478, sha256: "8a7b08f377ea2663dae10e3045f8d0215f0378ee975096174a8af6381eeb1504" },
    Pin { package: "ml-dtypes", version: "0.6.0", pythons: &[10], machine: Machine::X86, bytes: 412_036, unpacked_bytes: 1_816_170, sha256: "6ec0d244a5bba12239025389ad88bbfb45f9f10e25ab4f678e9a4768ebd47532" },
    Pin { package: "ml-dtypes", version: "0.6.0", pythons: &[11], machine: Machine::X86, bytes: 412_043, unpacked_bytes: 1_816_170, sha256: "6c8e39b53e90afda8ce52859c93de4dba3e02b76d85dcf091cc469f9184c6dae" },
    Pin { package: "ml-dtypes", version: "0.6.0", pythons: &[12], machine: Machine::X86, bytes: 409_890, unpacked_bytes: 1_807_978, sha256: "3b4a480aa8fd54a1805b8ac10f3f91763926a74f73c0c364c10f9231854f4170" },
    Pin { package: "ml-dtypes", version: "0.6.0", pythons: &[13], machine: Machine::X86, bytes: 410_169, unpacked_bytes: 1_807_978, sha256: "26b1f1fa4f0435a2946859823f6e2bf06796f1e9f10f5a05b08a5e3c8f46ff69" },
    Pin { package: "ml-dtypes", version: "0.6.0", pythons: &[14], machine: Machine::X86, bytes: 409_966, unpacked_bytes: 1_807_978, sha256: "8f490c003369ce60e514a0c3b12374f05274c101fee1bead6740ec8a564032b0" },
    Pin { package: "ml-dtypes", version: "0.6.0", pythons: &[10], machine: Machine::Arm, bytes: 356_865, unpacked_bytes: 2_046_773, sha256: "008382aeab529df5d3f00501ad9a7dcd64494d4b5b1971fc4c79019e6c1f5010" },
    Pin { package: "ml-dtypes", version: "0.6.0", pythons: &[11], machine: Machine::Arm, bytes: 356_864, unpacked_bytes: 2_046_773, sha256: "7728c0420ec1c338564fc8b01015ff2d58567e70f17fedce5a0a7c0308c0d5b9" },
    Pin { package: "ml-dtypes", version: "0.6.0", pythons: &[12], machine: Machine::Arm, bytes: 360_227, unpacked_bytes: 2_046_773, sha256: "37da32aa97749251025666d62372775019594577b9c9e9cfda83bed48d778fdb" },
    Pin { package: "ml-dtypes", version: "0.6.0", pythons: &[13], machine: Machine::Arm, bytes: 360_232, unpacked_bytes: 2_046_773, sha256: "28d676428b104bb9717b0928bc5c5129f2d6b51b6727587cc4289e7bf8713cb5" },
    Pin { package: "ml-dtypes", version: "0.6.0", pythons: &[14], machine: Machine::Arm, bytes: 360_334, unpacked_bytes: 2_046_773, sha256: "317be9967fb84b0ce4e80e6b1bf71213d21971621cf6f1e501a63602a95297bf" },
    Pin { package: "psutil", version: "7.2.2", pythons: &[10, 11, 12, 13, 14], machine: Machine::X86, bytes: 155_560, unpacked_bytes: 520_630, sha256: "076a2d2f923fd4821644f5ba89f059523da90dc9014e85f8e45a5774ca5bc6f9" },
    Pin { package: "psutil", version: "7.2.2", pythons: &[10, 11, 12, 13, 14], machine: Machine::Arm, bytes: 156_997, unpacked_bytes: 691_641, sha256: "b0726cecd84f9474419d67252add4ac0cd9811b04d61123054b9fb6f57df6e9e" },
    Pin { package: "tqdm", version: "4.70.1", pythons: &[10, 11, 12, 13, 14], machine: Machine::Any, bytes: 80_199, unpacked_bytes: 233_479, sha256: "c293e525e6fef9c20e8728fd4612df02a0aa31bb5fe91ecd93e123b1b7bffa73" },
    Pin { package: "typing-extensions", version: "4.16.0", pythons: &[10, 11, 12, 13, 14], machine: Machine::Any, bytes: 45_571, unpacked_bytes: 182_767, sha256: "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8" },
    Pin { package: "cloudpickle", version: "3.1.3", pythons: &[10, 11, 12, 13, 14], machine: Machine::Any, bytes: 22_399, unpacked_bytes: 69_492, sha256: "1654f4f18e416447210a63c5c25a135d65a292156aa5fa519dfa4baf7726dddb" },
];
