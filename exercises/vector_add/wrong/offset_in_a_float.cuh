//@ expect: unwritten-output
//@ says: up to 1025
// A float holds whole numbers up to 16 million, but half only up to 2048: large indices collapse.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,  //~ unwritten-output
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        half rounded = __float2half(static_cast<float>(i));
        int64_t j = static_cast<int64_t>(__half2float(rounded));
        if (j < n) {
            out[j] = a[j] + b[j];
        }
    }
}

}  // namespace oprt::vector_add::nvidia
