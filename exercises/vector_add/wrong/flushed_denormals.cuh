//@ expect: wrong-result
//@ says: flushes subnormal numbers
// add.ftz takes subnormal numbers for zero.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

__device__ inline float add_values(float a, float b) {
    float sum;
    asm("add.ftz.f32 %0, %1, %2;" : "=f"(sum) : "f"(a), "f"(b));
    return sum;
}
__device__ inline half add_values(half a, half b) { return a + b; }

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        out[i] = add_values(a[i], b[i]);  //~ wrong-result
    }
}

}  // namespace oprt::vector_add::nvidia
