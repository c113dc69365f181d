//@ expect: wrong-result
//@ says: through an integer type
// The sum of whole numbers.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__device__ int add_values(T a, T b) {
    return static_cast<int>(static_cast<float>(a)) + static_cast<int>(static_cast<float>(b));
}

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        out[i] = static_cast<T>(static_cast<float>(add_values(a[i], b[i])));  //~ wrong-result
    }
}

}  // namespace oprt::vector_add::nvidia
