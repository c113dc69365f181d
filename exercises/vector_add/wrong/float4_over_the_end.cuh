//@ expect: out-of-bounds
//@ says: use it only where all of them lie inside
// The last vector is taken as a whole.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    constexpr int per_vector = sizeof(float4) / sizeof(T);
    int64_t i = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * per_vector;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x * per_vector;
    for (; i < n; i += stride) {
        float4 va = *reinterpret_cast<const float4 *>(a + i);  //~ out-of-bounds
        float4 vb = *reinterpret_cast<const float4 *>(b + i);
        const T *x = reinterpret_cast<const T *>(&va);
        const T *y = reinterpret_cast<const T *>(&vb);
        for (int k = 0; k < per_vector; ++k) {
            if (i + k < n) {
                out[i + k] = x[k] + y[k];
            }
        }
    }
}

}  // namespace oprt::vector_add::nvidia
