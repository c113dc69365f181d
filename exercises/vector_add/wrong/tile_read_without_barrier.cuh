//@ expect: race
//@ says: __syncthreads()
// Thread t stages an element that thread t+1 uses, with no barrier in between.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    __shared__ T tile[256];
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (; i < n; i += stride) {
        tile[threadIdx.x] = a[i];  //~ race
        if (threadIdx.x > 0) {
            out[i - 1] = tile[threadIdx.x - 1] + b[i - 1];
        }
        if (threadIdx.x == 255 || i == n - 1) {
            out[i] = tile[threadIdx.x] + b[i];
        }
        __syncthreads();
    }
}

}  // namespace oprt::vector_add::nvidia
