//~ copy compile-error:8
#pragma once
#include <stdint.h>
namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t i = blockIdx.x * blockDim.x + threadIdx.x
    dst[i] = src[i];
}

}  // namespace oprt::copy::nvidia
