// 16 bytes at a time where both pointers allow it, the rest one by one.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    constexpr int64_t per_vector = sizeof(float4) / sizeof(T);
    int64_t n_vectors = n / per_vector;
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    const float4 *from = reinterpret_cast<const float4 *>(src);
    float4 *to = reinterpret_cast<float4 *>(dst);
    for (int64_t i = first; i < n_vectors; i += stride) {
        to[i] = from[i];
    }
    for (int64_t i = n_vectors * per_vector + first; i < n; i += stride) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
