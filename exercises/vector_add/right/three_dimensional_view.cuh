// Indices as if the array were a box; the launch is one-dimensional.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::vector_add::nvidia {

template <typename T>
__global__ void vector_add_contiguous_kernel(T *__restrict__ out, const T *__restrict__ a, const T *__restrict__ b,
                                             int64_t n) {
    constexpr int64_t width = 7;
    constexpr int64_t height = 11;
    int64_t depth = (n + width * height - 1) / (width * height);
    int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x;
    for (int64_t cell = first; cell < width * height * depth; cell += stride) {
        int64_t x = cell % width;
        int64_t y = cell / width % height;
        int64_t z = cell / (width * height);
        int64_t i = (z * height + y) * width + x;
        if (i < n) {
            out[i] = a[i] + b[i];
        }
    }
}

}  // namespace oprt::vector_add::nvidia
