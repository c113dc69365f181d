// From the last element to the first.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    int64_t i = n - 1 - (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x);
    while (i >= 0) {
        dst[i] = src[i];
        i -= stride;
    }
}

}  // namespace oprt::copy::nvidia
