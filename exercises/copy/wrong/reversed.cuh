//@ expect: wrong-result
//@ says: stand in reverse order
// The order is turned round.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        dst[n - 1 - i] = src[i];  //~ wrong-result
    }
}

}  // namespace oprt::copy::nvidia
