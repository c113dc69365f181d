//@ expect: uninitialized-read
//@ says: `dst[0]`
// The copy goes the wrong way, and a cast hides it.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    T *source = const_cast<T *>(src);
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (int64_t i = first; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        source[i] = dst[i];  //~ uninitialized-read
    }
}

}  // namespace oprt::copy::nvidia
