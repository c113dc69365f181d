//! Headers that NVRTC lacks.
//!
//! NVRTC comes without the host's C and C++ library. The files in `shims/` give
//! kernels what of it makes sense on a device; they are handed to NVRTC as texts
//! in memory, so nothing of the host's `/usr/include` is read. They are
//! kept small, because each is parsed again for every kernel: CUDA's own libcu++
//! has complete versions, but `<cuda/std/limits>` alone takes most of a second.
//!
//! They must agree with libcu++, which CUB and cooperative groups include: hence
//! the same types and macro values.

/// Include name of the prelude, which precedes every translation unit.
pub const PRELUDE_NAME: &str = "camp_prelude.h";

macro_rules! shims {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../shims/", $name)))),*]
    };
}

const SHIMS: &[(&str, &str)] = shims! {
    "camp_prelude.h" "camp_math.h"
    "algorithm" "cassert" "cfloat" "climits" "cmath" "cstddef" "cstdint" "cstdio" "cstdlib" "cstring"
    "functional" "initializer_list" "iterator" "limits" "type_traits" "utility"
    "assert.h" "float.h" "limits.h" "math.h" "stdbool.h" "stddef.h" "stdint.h" "stdio.h" "stdlib.h" "string.h"
    "cub/cub.cuh"
};

/// Stand-ins for headers of CUDA's runtime package, for a toolchain that lacks it.
const RUNTIME_STAND_INS: &[(&str, &str)] = &[
    ("cuda_runtime.h", include_str!("../shims/cuda_runtime.h")),
    ("cuda_runtime_api.h", include_str!("../shims/cuda_runtime.h")),
    ("device_launch_parameters.h", include_str!("../shims/cuda_runtime.h")),
    ("vector_types.h", include_str!("../shims/cuda_runtime.h")),
];

/// Stand-ins for the headers of libcu++ that `cooperative_groups.h` includes.
///
/// The real ones make NVRTC take most of a second, for a handful of type traits.
const LIGHT: &[(&str, &str)] = &[
    ("cuda/atomic", include_str!("../shims/light/cuda/atomic")),
    ("cuda/std/functional", include_str!("../shims/light/cuda/std/functional")),
    ("cuda/std/type_traits", include_str!("../shims/light/cuda/std/type_traits")),
];

/// Every shim: include name and text.
pub fn shims() -> &'static [(&'static str, &'static str)] {
    SHIMS
}

/// Stand-ins for headers of libcu++, for who reads kernels only and does not compile them: include name and text.
pub fn light_shims() -> &'static [(&'static str, &'static str)] {
    LIGHT
}

/// Stand-ins that suffice for these texts, if they use cooperative groups and nothing else of libcu++.
///
/// Whoever names `cuda::`, CUB or Thrust anywhere gets the real headers.
pub(crate) fn light<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> &'static [(&'static str, &'static str)] {
    const REAL: [&str; 5] = ["cuda::", "cuda/", "cub/", "cub::", "thrust/"];
    let mentions = |word: &str| texts.clone().any(|text| text.contains(word));
    if mentions("cooperative_groups") && !REAL.iter().any(|word| mentions(word)) { LIGHT } else { &[] }
}

/// What a toolchain without CUDA's runtime headers gets besides.
pub(crate) fn runtime_stand_ins() -> &'static [(&'static str, &'static str)] {
    RUNTIME_STAND_INS
}
