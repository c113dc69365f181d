//@ expect: out-of-bounds
//@ says: the last 2 bytes of this access lie past its end
// Copies n floats, whatever T is: with half that is twice the buffer.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    const float *from = reinterpret_cast<const float *>(src);
    float *to = reinterpret_cast<float *>(dst);
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (int64_t i = first; i < n; i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
        to[i] = from[i];  //~ out-of-bounds
    }
}

}  // namespace oprt::copy::nvidia
