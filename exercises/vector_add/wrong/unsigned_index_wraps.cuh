//@ expect: out-of-bounds
//@ says: far from every buffer
// b is read one element too early, and 0 - 1 is a very large unsigned number.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        out[i] = a[i] + b[i - 1];  //~ out-of-bounds
    }
}

}  // namespace oprt::vector_add::nvidia
