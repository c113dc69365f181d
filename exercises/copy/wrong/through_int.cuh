//@ expect: wrong-result
//@ says: through an integer type
// An int in between cuts the fraction off.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        int value = static_cast<int>(static_cast<float>(src[i]));
        dst[i] = static_cast<T>(static_cast<float>(value));  //~ wrong-result
    }
}

}  // namespace oprt::copy::nvidia
