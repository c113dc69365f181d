//@ expect: unwritten-output
//@ says: indices begin at 0
// Counting from 1, as other languages do: element 0 has no thread.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {  //~ unwritten-output
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x + 1;
    for (; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
