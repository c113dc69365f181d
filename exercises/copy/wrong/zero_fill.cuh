//@ expect: wrong-result
//@ says: Every element of `dst` is 0
// Writes zeros.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        dst[i] = T(0.0f);  //~ wrong-result
    }
}

}  // namespace oprt::copy::nvidia
