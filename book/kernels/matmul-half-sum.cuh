#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b,
                                    int64_t m, int64_t n, int64_t k) {
    __shared__ T a_tile[TILE][TILE];
    __shared__ T b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + x;

    T sum = T(0.0f);
    for (int64_t first = 0; first < k; first += TILE) {
        bool in_a = row < m && first + x < k;
        bool in_b = first + y < k && col < n;
        b_tile[y][x] = in_b ? b[(first + y) * n + col] : T(0.0f);
        a_tile[y][x] = in_a ? a[row * k + first + x] : T(0.0f);
        __syncthreads();
        for (int p = 0; p < TILE; ++p) {
            sum += a_tile[y][p] * b_tile[p][x];
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        out[row * n + col] = T(sum);
    }
}

}  // namespace oprt::matmul::nvidia
