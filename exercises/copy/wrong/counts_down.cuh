//@ expect: out-of-bounds
//@ says: before its start
// The step is subtracted: the next index is negative, which is still below n.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i < n; i -= static_cast<int64_t>(gridDim.x) * blockDim.x) {
        dst[i] = src[i];  //~ out-of-bounds
    }
}

}  // namespace oprt::copy::nvidia
