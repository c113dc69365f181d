// One half of the block loads a, the other b; then all add.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    __shared__ T from_a[128];
    __shared__ T from_b[128];
    int t = threadIdx.x;
    for (int64_t base = static_cast<int64_t>(blockIdx.x) * 128; base < n; base += static_cast<int64_t>(gridDim.x) * 128) {
        int64_t i = base + t % 128;
        if (i < n) {
            (t < 128 ? from_a : from_b)[t % 128] = t < 128 ? a[i] : b[i];
        }
        __syncthreads();
        if (t < 128 && i < n) {
            out[i] = from_a[t] + from_b[t];
        }
        __syncthreads();
    }
}

}  // namespace oprt::vector_add::nvidia
