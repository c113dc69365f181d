#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

// out[i] = a[i] + b[i] for i = 0 … n-1.
namespace oprt::vector_add::nvidia {

// The sum of two elements. For half the + of cuda_fp16.h rounds once, as float's does.
template <typename T>
__device__ T add_values(T a, T b) {
    return a + b;
}

// __restrict__ promises that the arrays do not overlap: the compiler may then read ahead of its writes.
template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        out[i] = add_values(a[i], b[i]);
    }
}

}  // namespace oprt::vector_add::nvidia
