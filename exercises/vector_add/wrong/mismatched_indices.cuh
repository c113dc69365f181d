//@ expect: wrong-result
//@ says: The element of `b` is chosen by threadIdx.x alone
// b is read with the thread's index in its block.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        out[i] = a[i] + b[i % blockDim.x];  //~ wrong-result
    }
}

}  // namespace oprt::vector_add::nvidia
