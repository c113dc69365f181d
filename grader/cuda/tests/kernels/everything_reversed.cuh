#pragma once
// The shims and CUDA's own headers agree; see everything.cuh for the other order.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cub/cub.cuh>
#include <cuda/std/cmath>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>
__global__ void everything_reversed(float *out, int64_t n) {
    out[0] = std::max(INFINITY, 1.0f) + cuda::std::numeric_limits<float>::max() + std::sqrt(2.0f) + FLT_MAX + INT64_MAX;
}
