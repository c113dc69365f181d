//@ expect: compile-error
//@ says: copy_contiguous_kernel
// The kernel stands outside its namespace.
#pragma once
#include <stdint.h>

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {  //~ compile-error
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        dst[i] = src[i];
    }
}
