//@ expect: launch-failure
//@ says: bytes of shared memory
//@ line: none
// More shared memory than a block can have.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    __shared__ T tile[65536];
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (int64_t i = first; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        tile[threadIdx.x * 256] = src[i];
        dst[i] = tile[threadIdx.x * 256];
    }
}

}  // namespace oprt::copy::nvidia
