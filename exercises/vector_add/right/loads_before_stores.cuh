// All loads of a round are issued before its stores.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    constexpr int depth = 4;
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t base = first; base < n; base += depth * stride) {
        T x[depth];
        T y[depth];
#pragma unroll
        for (int k = 0; k < depth; ++k) {
            int64_t i = base + k * stride;
            if (i < n) {
                x[k] = a[i];
                y[k] = b[i];
            }
        }
#pragma unroll
        for (int k = 0; k < depth; ++k) {
            int64_t i = base + k * stride;
            if (i < n) {
                out[i] = x[k] + y[k];
            }
        }
    }
}

}  // namespace oprt::vector_add::nvidia
