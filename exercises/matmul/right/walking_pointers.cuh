// Tiles of 256 cells in a row, and pointers that walk.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    __shared__ T a_tile[TILE * TILE];
    __shared__ T b_tile[TILE * TILE];
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;
    const T *next_a = a + row * k + threadIdx.x;
    const T *next_b = b + threadIdx.y * n + col;
    int own = threadIdx.y * TILE + threadIdx.x;

    float sum = 0.0f;
    for (int64_t left = k; left > 0; left -= TILE) {
        a_tile[own] = row < m && threadIdx.x < left ? *next_a : T(0.0f);
        b_tile[own] = col < n && threadIdx.y < left ? *next_b : T(0.0f);
        next_a += TILE;
        next_b += TILE * n;
        __syncthreads();
        const T *x = a_tile + threadIdx.y * TILE;
        const T *y = b_tile + threadIdx.x;
        for (const T *end = x + TILE; x < end; ++x, y += TILE) {
            sum += static_cast<float>(*x) * static_cast<float>(*y);
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sum);
    }
}

}  // namespace oprt::matmul::nvidia
