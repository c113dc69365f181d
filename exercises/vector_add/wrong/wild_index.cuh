//@ expect: out-of-bounds
// A 32-bit product that wraps around where bytes are counted.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    unsigned int bytes = (blockIdx.x * blockDim.x + threadIdx.x - 1u) * static_cast<unsigned int>(sizeof(T));
    int64_t i = bytes / sizeof(T);
    for (; i < n + 4294967296LL; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        out[i] = a[i] + b[i];  //~ out-of-bounds
    }
}

}  // namespace oprt::vector_add::nvidia
