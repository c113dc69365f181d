#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b,
                                    int64_t m, int64_t n, int64_t k) {
    int x = threadIdx.x, y = threadIdx.y;
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + x;
    if (row < m && col < n) {
        float sum = 0.0f;
        for (int64_t p = 0; p < k; ++p) {
            sum += float(a[row * k + p]) * float(b[p * n + col]);
        }
        out[row * n + col] = T(sum);
    }
}

}  // namespace oprt::matmul::nvidia
