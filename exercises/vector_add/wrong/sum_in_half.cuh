//@ expect: wrong-result
//@ says: The digits are those of `half`
// float operands are rounded to half before they are added.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__device__ T add_values(T a, T b) {
    __half sum = __hadd(__float2half(static_cast<float>(a)), __float2half(static_cast<float>(b)));
    return static_cast<T>(__half2float(sum));
}

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
