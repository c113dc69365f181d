//@ expect: unwritten-output
//@ says: whole groups of 16 bytes
// 16 bytes at a time; what does not fill 16 bytes is forgotten.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {  //~ unwritten-output
    constexpr int64_t per_vector = sizeof(float4) / sizeof(T);
    int64_t n_vectors = n / per_vector;
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (int64_t i = first; i < n_vectors; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        reinterpret_cast<float4 *>(dst)[i] = reinterpret_cast<const float4 *>(src)[i];
    }
}

}  // namespace oprt::copy::nvidia
