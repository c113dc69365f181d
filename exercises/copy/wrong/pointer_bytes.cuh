//@ expect: out-of-bounds
//@ says: this access starts 8 bytes past its end
// The offset is counted in bytes, and the pointer counts in elements.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        int64_t offset = i * sizeof(T);
        dst[offset] = src[offset];  //~ out-of-bounds
    }
}

}  // namespace oprt::copy::nvidia
