//@ expect: wrong-result
//@ says: The digits are those of `half`
// float goes through half and loses its digits.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        __half value = __float2half(static_cast<float>(src[i]));
        dst[i] = static_cast<T>(__half2float(value));  //~ wrong-result
    }
}

}  // namespace oprt::copy::nvidia
