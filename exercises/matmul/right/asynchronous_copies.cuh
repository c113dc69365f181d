// Floats go to shared memory without a register in between (cp.async), the next tile while this one is multiplied.
#pragma once
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__device__ void bring(T *to, const T *from, bool is_inside) {
    if (!is_inside) {
        *to = T(0.0f);
    } else if constexpr (sizeof(T) == 4) {
        __pipeline_memcpy_async(to, from, 4);
    } else {
        *to = *from;  // There is no asynchronous copy of two bytes.
    }
}

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    __shared__ T a_tile[2][TILE][TILE];
    __shared__ T b_tile[2][TILE][TILE];
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;
    auto load = [&](int64_t first) {
        int to = first / TILE % 2;
        int64_t a_col = first + threadIdx.x;
        int64_t b_row = first + threadIdx.y;
        bring(&a_tile[to][threadIdx.y][threadIdx.x], a + row * k + a_col, row < m && a_col < k);
        bring(&b_tile[to][threadIdx.y][threadIdx.x], b + b_row * n + col, b_row < k && col < n);
        __pipeline_commit();
    };

    float sum = 0.0f;
    load(0);
    for (int64_t first = 0; first < k; first += TILE) {
        load(first + TILE);
        __pipeline_wait_prior(1);
        __syncthreads();
        int now = first / TILE % 2;
        for (int p = 0; p < TILE; ++p) {
            sum += static_cast<float>(a_tile[now][threadIdx.y][p]) * static_cast<float>(b_tile[now][p][threadIdx.x]);
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sum);
    }
}

}  // namespace oprt::matmul::nvidia
