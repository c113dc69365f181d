//@ expect: wrong-result
//@ says: The digits are those of `half`
// The accumulator of the tensor cores is a half, also for floats.
#pragma once
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>

namespace oprt::matmul::nvidia {

constexpr int TILE = 16;

// One warp multiplies a tile of halves on the tensor cores.
template <typename T>
__global__ void matmul_tiled_kernel(T *out, const T *a, const T *b, int64_t m, int64_t n, int64_t k) {
    using namespace nvcuda;
    __shared__ half a_tile[TILE][TILE];
    __shared__ half b_tile[TILE][TILE];
    __shared__ half sums[TILE][TILE];
    int64_t row = static_cast<int64_t>(blockIdx.y) * TILE + threadIdx.y;
    int64_t col = static_cast<int64_t>(blockIdx.x) * TILE + threadIdx.x;

    wmma::fragment<wmma::accumulator, TILE, TILE, TILE, half> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int64_t first = 0; first < k; first += TILE) {
        int64_t a_col = first + threadIdx.x;
        int64_t b_row = first + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < m && a_col < k ? half(a[row * k + a_col]) : half(0.0f);
        b_tile[threadIdx.y][threadIdx.x] = b_row < k && col < n ? half(b[b_row * n + col]) : half(0.0f);
        __syncthreads();
        if (threadIdx.y < 2) {
            wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, half, wmma::row_major> x;
            wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, half, wmma::row_major> y;
            wmma::load_matrix_sync(x, &a_tile[0][0], TILE);
            wmma::load_matrix_sync(y, &b_tile[0][0], TILE);
            wmma::mma_sync(sum, x, y, sum);
        }
        __syncthreads();
    }
    if (threadIdx.y < 2) {
        wmma::store_matrix_sync(&sums[0][0], sum, TILE, wmma::mem_row_major);
    }
    __syncthreads();
    if (row < m && col < n) {
        out[row * n + col] = static_cast<T>(sums[threadIdx.y][threadIdx.x]);  //~ wrong-result
    }
}

}  // namespace oprt::matmul::nvidia
