// The loop is a function that takes what to do as an argument.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename Body>
__device__ void for_each_in_grid(int64_t n, Body body) {
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) {
        body(i);
    }
}

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    for_each_in_grid(n, [=](int64_t i) { dst[i] = src[i]; });
}

}  // namespace oprt::copy::nvidia
