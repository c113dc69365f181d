//@ expect: unwritten-output
//@ says: each thread has to handle more than one
// No grid-stride loop: right while the grid has a thread for each element.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {  //~ unwritten-output
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (first < n) {
        dst[first] = src[first];
    }
}

}  // namespace oprt::copy::nvidia
