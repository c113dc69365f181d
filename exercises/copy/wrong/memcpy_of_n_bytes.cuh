//@ expect: unwritten-output
//@ says: take a number of bytes
// memcpy wants a number of bytes and gets the number of elements.
#pragma once
#include <stdint.h>
#include <string.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {  //~ unwritten-output
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        memcpy(dst, src, n);
    }
}

}  // namespace oprt::copy::nvidia
