// The next elements are on their way in registers while the tile is multiplied.
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
    auto from_a = [&](int64_t at) { return row < m && at < k ? a[row * k + at] : T(0.0f); };
    auto from_b = [&](int64_t at) { return at < k && col < n ? b[at * n + col] : T(0.0f); };

    float sum = 0.0f;
    T next_a = from_a(threadIdx.x);
    T next_b = from_b(threadIdx.y);
    for (int64_t first = 0; first < k; first += TILE) {
        a_tile[threadIdx.y][threadIdx.x] = next_a;
        b_tile[threadIdx.y][threadIdx.x] = next_b;
        __syncthreads();
        next_a = from_a(first + TILE + threadIdx.x);
        next_b = from_b(first + TILE + threadIdx.y);
#pragma unroll
        for (int p = 0; p < TILE; ++p) {
            sum = fmaf(static_cast<float>(a_tile[threadIdx.y][p]), static_cast<float>(b_tile[p][threadIdx.x]), sum);
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sum);
    }
}

}  // namespace oprt::matmul::nvidia
