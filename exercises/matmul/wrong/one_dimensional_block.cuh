//@ expect: uninitialized-read
//@ says: let a thread write every element
// The block is taken for one of 256 threads in a row.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    __shared__ T a_tile[TILE][TILE];
    __shared__ T b_tile[TILE][TILE];
    int x = threadIdx.x % TILE;
    int y = threadIdx.x / TILE;
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + x;

    float sum = 0.0f;
    for (int64_t first = 0; first < k; first += TILE) {
        a_tile[y][x] = row < m && first + x < k ? a[row * k + first + x] : T(0.0f);
        b_tile[y][x] = first + y < k && col < n ? b[(first + y) * n + col] : T(0.0f);
        __syncthreads();
        for (int p = 0; p < TILE; ++p) {
            sum += static_cast<float>(a_tile[y][p]) * static_cast<float>(b_tile[p][x]);  //~ uninitialized-read
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sum);
    }
}

}  // namespace oprt::matmul::nvidia
