//@ expect: compile-error
//@ says: takes other parameters
// src lost its const: the tests call another signature.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, T *src, int64_t n) {  //~ compile-error
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
