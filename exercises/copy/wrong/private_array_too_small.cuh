//@ expect: out-of-bounds
//@ says: Check the size of the array
// Each thread collects its elements in an array of its own first, which is too small for a capped grid.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    T mine[4];
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    int count = 0;
    for (int64_t i = first; i < n; i += stride) {
        mine[count++] = src[i];  //~ out-of-bounds
    }
    for (int k = 0; k < count; ++k) {
        dst[first + k * stride] = mine[k];
    }
}

}  // namespace oprt::copy::nvidia
