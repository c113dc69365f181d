//@ expect: hang
//@ says: this loop goes round and round
// An index of 8 bits: adding 256 changes nothing, so the loop never ends.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    unsigned char i = threadIdx.x;
    while (i < n) {  //~ hang
        dst[i] = src[i];
        i += blockDim.x;
    }
}

}  // namespace oprt::copy::nvidia
