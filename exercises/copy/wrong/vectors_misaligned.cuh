//@ expect: misaligned-access
//@ says: not aligned to 16 bytes
// The odd elements are done first, so the vectors start at an address that 16 does not divide.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    constexpr int64_t per_vector = sizeof(float4) / sizeof(T);
    int64_t odd = n % per_vector;
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (first < odd) {
        dst[first] = src[first];
    }
    const float4 *from = reinterpret_cast<const float4 *>(src + odd);
    float4 *to = reinterpret_cast<float4 *>(dst + odd);
    for (int64_t i = first; i < n / per_vector; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        to[i] = from[i];  //~ misaligned-access
    }
}

}  // namespace oprt::copy::nvidia
