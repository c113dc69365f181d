//@ expect: unwritten-output
//@ says: Elements 352..999 were never written
// The block is taken to have 32 threads.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {  //~ unwritten-output
    const int block_size = 32;
    int64_t i = static_cast<int64_t>(blockIdx.x) * block_size + threadIdx.x;
    if (i < n) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
