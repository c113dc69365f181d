//@ expect: out-of-bounds
//@ says: `src[1]`
// The last block has more threads than there are elements left.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    dst[i] = src[i];  //~ out-of-bounds
}

}  // namespace oprt::copy::nvidia
