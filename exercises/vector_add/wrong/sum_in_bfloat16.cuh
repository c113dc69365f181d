//@ expect: wrong-result
//@ says: The digits are those of `__nv_bfloat16`
// bfloat16 has eight bits of precision.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        __nv_bfloat16 x = __float2bfloat16(static_cast<float>(a[i]));
        __nv_bfloat16 y = __float2bfloat16(static_cast<float>(b[i]));
        out[i] = static_cast<T>(__bfloat162float(__hadd(x, y)));  //~ wrong-result
    }
}

}  // namespace oprt::vector_add::nvidia
