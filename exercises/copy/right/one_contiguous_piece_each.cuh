// Each thread has one contiguous piece: slow on a GPU, and right.
#pragma once
#include <stdint.h>

namespace oprt::copy::nvidia {

template <typename T>
__global__ void copy_contiguous_kernel(T *dst, const T *src, int64_t n) {
    int64_t n_threads = static_cast<int64_t>(gridDim.x) * blockDim.x;
    int64_t per_thread = (n + n_threads - 1) / n_threads;
    int64_t begin = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * per_thread;
    int64_t end = begin + per_thread < n ? begin + per_thread : n;
    for (int64_t i = begin; i < end; ++i) {
        dst[i] = src[i];
    }
}

}  // namespace oprt::copy::nvidia
