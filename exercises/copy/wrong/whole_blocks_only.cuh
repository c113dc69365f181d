//@ expect: unwritten-output
//@ says: whole groups of 256 elements
// n / 256 rounded down: the elements of the last, partial block are left out.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {  //~ unwritten-output
    int64_t blocks_needed = n / blockDim.x;
    for (int64_t block = blockIdx.x; block < blocks_needed; block += gridDim.x) {
        int64_t i = block * blockDim.x + threadIdx.x;
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
