//@ expect: race
//@ says: __syncthreads()
// Each thread reads the cell of another one right after the tile was filled.
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
            tile[t] = src[base + t];  //~ race
            dst[base + count - 1 - t] = tile[count - 1 - t];
        }
        __syncthreads();
    }
}

}  // namespace oprt::copy::nvidia
