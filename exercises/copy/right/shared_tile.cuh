// By way of shared memory; every thread reaches both barriers in every round.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    __shared__ T tile[256];
    for (int64_t base = static_cast<int64_t>(blockIdx.x) * 256; base < n; base += static_cast<int64_t>(gridDim.x) * 256) {
        int64_t i = base + threadIdx.x;
        int64_t left = n - base;
        int count = left < 256 ? static_cast<int>(left) : 256;
        if (i < n) {
            tile[count - 1 - threadIdx.x] = src[i];
        }
        __syncthreads();
        if (i < n) {
            dst[base + count - 1 - threadIdx.x] = tile[threadIdx.x];
        }
        __syncthreads();
    }
}

}  // namespace oprt::copy::nvidia
