//@ expect: uninitialized-read
//@ says: let a thread write every element
// Threads outside of out leave at once: the others miss the elements that they should have loaded.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    __shared__ T a_tile[TILE][TILE];
    __shared__ T b_tile[TILE][TILE];
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;

    if (row >= m || col >= n) {
        return;
    }
    float sum = 0.0f;
    for (int64_t first = 0; first < k; first += TILE) {
        int64_t a_col = first + threadIdx.x;
        int64_t b_row = first + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < m && a_col < k ? a[row * k + a_col] : T(0.0f);
        b_tile[threadIdx.y][threadIdx.x] = b_row < k && col < n ? b[b_row * n + col] : T(0.0f);
        __syncthreads();
        for (int p = 0; p < TILE; ++p) {
            sum += static_cast<float>(a_tile[threadIdx.y][p]) * static_cast<float>(b_tile[p][threadIdx.x]);  //~ uninitialized-read
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sum);
    }
}

}  // namespace oprt::matmul::nvidia
