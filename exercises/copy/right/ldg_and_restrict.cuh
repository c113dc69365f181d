// Through the read-only path, by pointers that promise not to overlap.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    const T *__restrict__ from = src;
    T *__restrict__ to = dst;
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t i = first; i < n; i += stride) {
        to[i] = __ldg(from + i);
    }
}

}  // namespace oprt::copy::nvidia
