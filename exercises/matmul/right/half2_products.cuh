// Halves are multiplied in float, two at a time: a half2 becomes a float2.
#pragma once
#include <cuda_fp16.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

// Two products of a row of a_tile and a column of b_tile that is stored as a row.
__device__ float two_products(const float *x, const float *y) { return x[0] * y[0] + x[1] * y[1]; }
__device__ float two_products(const half *x, const half *y) {
    float2 u = __half22float2(*reinterpret_cast<const half2 *>(x));
    float2 v = __half22float2(*reinterpret_cast<const half2 *>(y));
    return u.x * v.x + u.y * v.y;
}

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    alignas(4) __shared__ T a_tile[TILE][TILE];
    alignas(4) __shared__ T b_columns[TILE][TILE + 2];
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;

    float sum = 0.0f;
    for (int64_t first = 0; first < k; first += TILE) {
        int64_t a_col = first + threadIdx.x;
        int64_t b_row = first + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < m && a_col < k ? a[row * k + a_col] : T(0.0f);
        b_columns[threadIdx.x][threadIdx.y] = b_row < k && col < n ? b[b_row * n + col] : T(0.0f);
        __syncthreads();
        for (int p = 0; p < TILE; p += 2) {
            sum += two_products(&a_tile[threadIdx.y][p], &b_columns[threadIdx.x][p]);
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sum);
    }
}

}  // namespace oprt::matmul::nvidia
