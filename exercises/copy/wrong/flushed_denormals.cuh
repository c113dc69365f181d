//@ expect: wrong-result
//@ says: flushes subnormal numbers
// Multiplies by 1 in an arithmetic that flushes subnormal numbers.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        float value = static_cast<float>(src[i]);
        asm("mul.ftz.f32 %0, %0, 0f3F800000;" : "+f"(value));
        dst[i] = static_cast<T>(value);  //~ wrong-result
    }
}

}  // namespace oprt::copy::nvidia
