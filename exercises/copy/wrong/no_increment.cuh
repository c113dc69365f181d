//@ expect: hang
//@ says: the kernel had not ended when its steps were spent
// `if` became `while`, and nothing moves on.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    while (i < n) {  //~ hang
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
