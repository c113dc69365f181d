//@ expect: assert
//@ says: assertion failed
// Not every thread has an element: the assertion claims it.
#pragma once
#include <assert.h>
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    assert(i < n);  //~ assert
    for (; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
