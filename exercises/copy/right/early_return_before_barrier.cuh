// Threads without an element return before the barrier, which is legal since compute capability 7.0.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    __shared__ T tile[256];
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    tile[threadIdx.x] = src[i];
    __syncthreads();
    dst[i] = tile[threadIdx.x];
    for (i += stride; i < n; i += stride) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
