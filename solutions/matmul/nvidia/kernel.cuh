#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

// out = a × b: out[row][col] = Σ a[row][p] * b[p][col] over p = 0 … k-1, where a is m × k, b is k × n and out is m × n,
// all stored row by row.
//
// Each block computes a tile of 16 × 16 elements of out with 16 × 16 threads. It goes along the rows of a and down the
// columns of b tile by tile: a tile of each is brought to shared memory once, and each of its elements is used 16 times
// there.
namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    __shared__ T a_tile[TILE][TILE];
    __shared__ T b_tile[TILE][TILE];

    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;

    // The sum is a float whatever T is: a half has 11 bits, and would lose small products beside a large sum.
    float sum = 0.0f;
    for (int64_t first = 0; first < k; first += TILE) {
        // Every thread brings one element of each tile. Neighbouring threads take neighbouring columns. What lies
        // beyond a matrix counts as 0, which adds nothing to any sum.
        int64_t a_col = first + threadIdx.x;
        int64_t b_row = first + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < m && a_col < k ? a[row * k + a_col] : T(0.0f);
        b_tile[threadIdx.y][threadIdx.x] = b_row < k && col < n ? b[b_row * n + col] : T(0.0f);
        __syncthreads();  // The tiles are complete before anyone multiplies.

        for (int p = 0; p < TILE; ++p) {
            sum += static_cast<float>(a_tile[threadIdx.y][p]) * static_cast<float>(b_tile[p][threadIdx.x]);
        }
        __syncthreads();  // Everyone is done with the tiles before the next ones overwrite them.
    }

    // A thread outside of out has helped to load, and has nothing to write.
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sum);
    }
}

}  // namespace oprt::matmul::nvidia
