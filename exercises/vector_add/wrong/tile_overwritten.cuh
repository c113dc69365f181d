//@ expect: race
//@ says: __syncthreads()
// The staging memory takes b while other threads may still read a from it.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    __shared__ T tile[256];
    for (int64_t base = static_cast<int64_t>(blockIdx.x) * 256; base < n; base += static_cast<int64_t>(gridDim.x) * 256) {
        int64_t i = base + threadIdx.x;
        int64_t left = n - base;
        int count = left < 256 ? static_cast<int>(left) : 256;
        int t = threadIdx.x;
        if (t < count) {
            tile[t] = a[i];
        }
        __syncthreads();
        T x = t < count ? tile[count - 1 - t] : T(0.0f);
        if (t < count) {
            tile[t] = b[i];  //~ race
        }
        __syncthreads();
        if (t < count) {
            out[base + count - 1 - t] = x + tile[count - 1 - t];
        }
        __syncthreads();
    }
}

}  // namespace oprt::vector_add::nvidia
