//@ expect: out-of-bounds
//@ says: null pointer
// A pointer that was never set to anything but null.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    T *target = nullptr;
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (first >= n) {
        target = dst;
    }
    for (int64_t i = first; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        target[i] = src[i];  //~ out-of-bounds
    }
}

}  // namespace oprt::copy::nvidia
