// Lanes hand each other the elements: no shared memory, and no barrier of the block.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;
    // 16 lanes have the same row and 16 neighbouring columns; the other half of the warp is the next row.
    float sum = 0.0f;
    for (int64_t first = 0; first < k; first += TILE) {
        int64_t a_col = first + threadIdx.x;
        float x = row < m && a_col < k ? static_cast<float>(a[row * k + a_col]) : 0.0f;
        for (int p = 0; p < TILE; ++p) {
            float y = first + p < k && col < n ? static_cast<float>(b[(first + p) * n + col]) : 0.0f;
            sum += __shfl_sync(0xffffffff, x, p, TILE) * y;
        }
    }
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sum);
    }
}

}  // namespace oprt::matmul::nvidia
