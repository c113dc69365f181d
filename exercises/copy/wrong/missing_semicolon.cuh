//@ expect: compile-error
//@ says: expected a ";"
// The marked line lacks its semicolon.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x  //~ compile-error
    if (i < n) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
