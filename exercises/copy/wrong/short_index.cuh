//@ expect: out-of-bounds
//@ says: before its start
// An index of 16 bits wraps to a negative number at 32768.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    short i = static_cast<short>(blockIdx.x * blockDim.x + threadIdx.x);
    short stride = static_cast<short>(gridDim.x * blockDim.x);
    int64_t rounds = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
    for (int64_t round = 0; round < rounds; ++round) {
        if (i < n) {
            dst[i] = src[i];  //~ out-of-bounds
        }
        i += stride;
    }
}

}  // namespace oprt::copy::nvidia
