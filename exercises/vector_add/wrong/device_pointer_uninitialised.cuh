//@ expect: out-of-bounds
//@ says: null pointer
// A __device__ pointer that only host code could have set.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__device__ T *result = nullptr;

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        result<T>[i] = a[i] + b[i];  //~ out-of-bounds
        out[i] = result<T>[i];
    }
}

}  // namespace oprt::vector_add::nvidia
