// Each warp takes contiguous pieces of 32 elements.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    int64_t warp = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
    int64_t n_warps = static_cast<int64_t>(gridDim.x) * blockDim.x / 32;
    int lane = threadIdx.x & 31;
    for (int64_t piece = warp; piece * 32 < n; piece += n_warps) {
        int64_t i = piece * 32 + lane;
        __syncwarp();
        if (i < n) {
            out[i] = a[i] + b[i];
        }
    }
}

}  // namespace oprt::vector_add::nvidia
