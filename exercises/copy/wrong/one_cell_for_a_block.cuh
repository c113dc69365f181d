//@ expect: race
//@ says: `dst[0]`
// All threads of a block write the same cell.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (first < n) {
        dst[blockIdx.x] = src[first];  //~ race
    }
}

}  // namespace oprt::copy::nvidia
