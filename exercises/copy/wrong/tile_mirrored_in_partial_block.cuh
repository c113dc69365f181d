//@ expect: uninitialized-read
//@ says: `tile
// In the last block some cells of the tile have no element, and they are the ones that get read.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    __shared__ T tile[256];
    for (int64_t base = static_cast<int64_t>(blockIdx.x) * 256; base < n; base += static_cast<int64_t>(gridDim.x) * 256) {
        int64_t i = base + threadIdx.x;
        if (i < n) {
            tile[255 - threadIdx.x] = src[i];
        }
        __syncthreads();
        if (i < n) {
            dst[i] = tile[threadIdx.x];  //~ uninitialized-read
        }
        __syncthreads();
    }
}

}  // namespace oprt::copy::nvidia
