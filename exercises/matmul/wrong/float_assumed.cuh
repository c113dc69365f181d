//@ expect: compile-error
//@ says: must be a template
// The kernel is no template.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

__global__ void matmul_tiled_kernel(float *out, const float *a, const float *b, int64_t m, int64_t n, int64_t k) {  //~ compile-error
    __shared__ float a_tile[TILE][TILE];
    __shared__ float b_tile[TILE][TILE];
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;

    float sum = 0.0f;
    for (int64_t first = 0; first < k; first += TILE) {
        int64_t a_col = first + threadIdx.x;
        int64_t b_row = first + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < m && a_col < k ? a[row * k + a_col] : 0.0f;
        b_tile[threadIdx.y][threadIdx.x] = b_row < k && col < n ? b[b_row * n + col] : 0.0f;
        __syncthreads();
        for (int p = 0; p < TILE; ++p) {
            sum += static_cast<float>(a_tile[threadIdx.y][p]) * static_cast<float>(b_tile[p][threadIdx.x]);
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        out[row * n + col] = sum;
    }
}

}  // namespace oprt::matmul::nvidia
