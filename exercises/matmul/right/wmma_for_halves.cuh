// Halves go to the tensor cores, whose sums are floats; floats do not.
#pragma once
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    __shared__ T a_tile[TILE][TILE];
    __shared__ T b_tile[TILE][TILE];
    __shared__ float sums[TILE][TILE];
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;
    constexpr bool ON_TENSOR_CORES = sizeof(T) == 2;
    using namespace nvcuda;
    bool is_first_warp = threadIdx.y < 2;

    float sum = 0.0f;
    wmma::fragment<wmma::accumulator, TILE, TILE, TILE, float> tile_sum;
    wmma::fill_fragment(tile_sum, 0.0f);
    for (int64_t first = 0; first < k; first += TILE) {
        int64_t a_col = first + threadIdx.x;
        int64_t b_row = first + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < m && a_col < k ? a[row * k + a_col] : T(0.0f);
        b_tile[threadIdx.y][threadIdx.x] = b_row < k && col < n ? b[b_row * n + col] : T(0.0f);
        __syncthreads();
        if constexpr (ON_TENSOR_CORES) {
            if (is_first_warp) {
                wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, half, wmma::row_major> x;
                wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, half, wmma::row_major> y;
                wmma::load_matrix_sync(x, &a_tile[0][0], TILE);
                wmma::load_matrix_sync(y, &b_tile[0][0], TILE);
                wmma::mma_sync(tile_sum, x, y, tile_sum);
            }
        } else {
            for (int p = 0; p < TILE; ++p) {
                sum += a_tile[threadIdx.y][p] * b_tile[p][threadIdx.x];
            }
        }
        __syncthreads();
    }
    if constexpr (ON_TENSOR_CORES) {
        if (is_first_warp) {
            wmma::store_matrix_sync(&sums[0][0], tile_sum, TILE, wmma::mem_row_major);
        }
        __syncthreads();
        sum = sums[threadIdx.y][threadIdx.x];
    }
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sum);
    }
}

}  // namespace oprt::matmul::nvidia
