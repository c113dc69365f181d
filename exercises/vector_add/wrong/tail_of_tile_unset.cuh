//@ expect: uninitialized-read
//@ says: `tile
// Cells of threads without an element are never set, and read.
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
        if (i < n) {
            tile[threadIdx.x] = a[i];
        }
        __syncthreads();
        int64_t j = base + 255 - threadIdx.x;
        if (i < n) {
            out[i] = tile[255 - threadIdx.x] + b[i];  //~ uninitialized-read
        }
        __syncthreads();
    }
}

}  // namespace oprt::vector_add::nvidia
