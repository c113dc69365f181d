#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    constexpr int64_t width = sizeof(float4) / sizeof(T);  // 4 floats or 8 halves
    int64_t n_vectors = n / width;
    int64_t rest = n % width;

    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    const float4 *from = reinterpret_cast<const float4 *>(src);
    float4 *to = reinterpret_cast<float4 *>(dst);
    for (int64_t i = first; i < n_vectors; i += stride) {
        to[i] = from[i];
    }
    if (first < rest) {
        dst[n_vectors * width + first] = src[n_vectors * width + first];
    }
}

}  // namespace oprt::copy::nvidia
