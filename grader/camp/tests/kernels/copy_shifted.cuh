//~ copy wrong-result:10
#pragma once
#include <stdint.h>
namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) {
        dst[i] = src[i + 1 < n ? i + 1 : i];
    }
}

}  // namespace oprt::copy::nvidia
