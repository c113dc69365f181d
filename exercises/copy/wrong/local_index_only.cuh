//@ expect: unwritten-output
//@ says: the index lacks blockIdx.x
// threadIdx.x numbers the threads of one block only: every block copies the same 256 elements.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {  //~ unwritten-output
    int64_t i = threadIdx.x;
    if (i < n) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
