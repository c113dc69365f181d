//@ expect: unwritten-output
//@ says: Elements 1, 1 + 2
// Each thread takes two elements but copies only one of them.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {  //~ unwritten-output
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = 2 * first; i < n; i += 2 * stride) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
