// Four elements a round, the remainder after the loop.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    int64_t i = first;
    for (; i + 3 * stride < n; i += 4 * stride) {
        T value[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            value[k] = src[i + k * stride];
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            dst[i + k * stride] = value[k];
        }
    }
    for (; i < n; i += stride) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
