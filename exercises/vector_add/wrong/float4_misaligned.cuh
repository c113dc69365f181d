//@ expect: misaligned-access
//@ says: not aligned
// Each thread loads sixteen bytes from its own element on.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    constexpr int per_vector = sizeof(float4) / sizeof(T);
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        if (i + per_vector <= n) {
            float4 va = *reinterpret_cast<const float4 *>(a + i);  //~ misaligned-access
            out[i] = *reinterpret_cast<const T *>(&va) + b[i];
        } else {
            out[i] = a[i] + b[i];
        }
    }
}

}  // namespace oprt::vector_add::nvidia
