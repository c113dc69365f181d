// One warp multiplies: each lane has eight elements of out in registers, and the others only load.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    __shared__ float a_tile[TILE][TILE];
    __shared__ float b_tile[TILE][TILE];
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;
    int64_t top = static_cast<int64_t>(blockIdx.y) * TILE;
    unsigned int thread = threadIdx.y * TILE + threadIdx.x;

    float sums[8] = {};
    for (int64_t first = 0; first < k; first += TILE) {
        int64_t a_col = first + threadIdx.x;
        int64_t b_row = first + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < m && a_col < k ? static_cast<float>(a[row * k + a_col]) : 0.0f;
        b_tile[threadIdx.y][threadIdx.x] = b_row < k && col < n ? static_cast<float>(b[b_row * n + col]) : 0.0f;
        __syncthreads();
        if (thread < 32) {
            for (int p = 0; p < TILE; ++p) {
                float y = b_tile[p][threadIdx.x];
#pragma unroll
                for (int i = 0; i < 8; ++i) {
                    sums[i] += a_tile[threadIdx.y + 2 * i][p] * y;
                }
            }
        }
        __syncthreads();
    }
    if (thread < 32) {
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            int64_t target = top + threadIdx.y + 2 * i;
            if (target < m && col < n) {
                out[target * n + col] = static_cast<T>(sums[i]);
            }
        }
    }
}

}  // namespace oprt::matmul::nvidia
