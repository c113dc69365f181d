//@ expect: race
//@ says: __syncthreads()
// The barrier between reading the tile and filling it again is missing.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    __shared__ T tile[256];
    for (int64_t base = static_cast<int64_t>(blockIdx.x) * 256; base < n; base += static_cast<int64_t>(gridDim.x) * 256) {
        int count = n - base < 256 ? static_cast<int>(n - base) : 256;
        int t = threadIdx.x;
        if (t < count) {
            tile[t] = src[base + t];
        }
        __syncthreads();
        if (t < count) {
            dst[base + t] = tile[t];
        }
        if (t == 0 && count > 1) {
            dst[base + count - 1] = tile[count - 1];  //~ race
        }
    }
}

}  // namespace oprt::copy::nvidia
