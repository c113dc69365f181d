//@ expect: unwritten-output
//@ says: thread 0 alone does the work
// Only thread 0 of each block works.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {  //~ unwritten-output
    if (threadIdx.x == 0) {
        int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
        for (int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x; i < n; i += stride) {
            dst[i] = src[i];
        }
    }
}

}  // namespace oprt::copy::nvidia
