//@ expect: unwritten-output
//@ says: Elements 259..999 were never written
// blockIdx.x is not multiplied by blockDim.x, so blocks overlap.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {  //~ unwritten-output
    int64_t i = blockIdx.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (; i < n; i += stride) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
