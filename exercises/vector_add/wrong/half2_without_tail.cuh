//@ expect: unwritten-output
//@ says: whole groups of 2 elements
// Two halves at a time: the last element of an odd n is forgotten.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

__device__ inline void add_all(float *out, const float *a, const float *b, int64_t n, int64_t first, int64_t stride) {
    for (int64_t i = first; i < n; i += stride) {
        out[i] = a[i] + b[i];
    }
}

__device__ inline void add_all(half *out, const half *a, const half *b, int64_t n, int64_t first, int64_t stride) {
    for (int64_t i = first; i < n / 2; i += stride) {
        half2 x = reinterpret_cast<const half2 *>(a)[i];
        half2 y = reinterpret_cast<const half2 *>(b)[i];
        reinterpret_cast<half2 *>(out)[i] = __hadd2(x, y);
    }
}

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,  //~ unwritten-output
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    add_all(out, a, b, n, first, stride);
}

}  // namespace oprt::vector_add::nvidia
