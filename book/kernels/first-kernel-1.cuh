#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    dst[threadIdx.x] = src[threadIdx.x];
}

}  // namespace oprt::copy::nvidia
